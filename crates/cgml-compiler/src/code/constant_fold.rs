//! Computes constant parts of a program before play: zones and variables of a constant seat, counts of seats,
//! arithmetic with constants. The meaning of the program does not change.

use super::memoize::share;
use super::walk::change::{self, Node};
use super::walk::{change_program, each};
use super::{
    Cards, Compare, Expr, Item, Keys, List, MISSING, Masks, Program, Property, Quantifier, Seats, TempId, Test, Value,
    Zones,
};
use rulebook_kernel::Seat;
use rulebook_table::{Entry, Shape, ZoneId};

/// The greatest property value for which groups of cards use masks. Groups with greater values are computed one by one.
const VALUES: Value = 256;

/// The data known before play.
struct Known<'a> {
    shape: &'a Shape,
    properties: &'a [Property],
}

impl Program {
    /// Returns the program with all constants computed.
    #[must_use]
    pub fn folded(mut self) -> Program {
        self.inline_lets();
        self.fold(|_| {});
        self.keeps_lore = super::lore_reads::reads_lore(&self);
        share(&mut self);
        self.flow.redeals = super::flow::redeals(&self);
        for rule in &mut self.rules {
            rule.needs_frame = !rule.unit.context.is_empty() || rule.when.as_ref().is_some_and(tries);
        }
        self.find_framing();
        self.find_printed();
        self.find_suits();
        self.find_columns();
        self.linearize();
        self
    }
}

impl Program {
    /// Computes the constants, after another change of each node.
    pub(super) fn fold(&mut self, mut change: impl FnMut(Node<'_>)) {
        let (shape, properties) = (self.shape.clone(), std::mem::take(&mut self.properties));
        let known = Known { shape: &shape, properties: &properties };
        change_program(self, &mut |node| change(node));
        change_program(self, &mut |node| known.fold(node));
        self.properties = properties;
    }

    /// Finds the properties and ranks of deck cards that never change. A destroyed card has no properties.
    fn find_printed(&mut self) {
        let cards = if self.limbo.is_some() { 0 } else { self.shape.deck_entries() };
        let faces: Vec<usize> = (0..cards).map(|card| self.shape.deck_face(Entry(card as u16)).index()).collect();
        let by_entry = |by_face: &[Value]| faces.iter().map(|&face| by_face[face]).collect();
        for property in self.properties.iter_mut().filter(|property| property.mark.is_none()) {
            property.by_entry = by_entry(&property.by_face);
        }
        self.rank_of_entry = by_entry(&self.rank_of_face);
    }
}

/// Returns whether an expression contains `canPerform`, which needs a frame to run.
fn tries(expr: &Expr) -> bool {
    let mut found = false;
    each::expr(expr, &mut |part| found |= matches!(part, each::Node::Expr(Expr::CanDo(_))));
    found
}

impl Known<'_> {
    fn fold(&self, node: Node<'_>) {
        let shape = self.shape;
        match node {
            Node::Expr(expr) => {
                if let Some(better) = self.scalar(expr) {
                    *expr = better;
                }
            }
            Node::Zones(zones) => {
                if let Zones::OfSeats(def, seats) = zones
                    && let Seats::These(seats) = &**seats
                {
                    let mut these = Vec::new();
                    for &seat in seats {
                        let zone = shape.zone_of(*def, Seat::new(seat as usize));
                        if !these.contains(&zone) {
                            these.push(zone);
                        }
                    }
                    *zones = Zones::These(these);
                }
            }
            Node::Cards(cards) => {
                if let Cards::Zones(Zones::These(zones)) = cards
                    && let [zone] = zones[..]
                {
                    *cards = Cards::Zone(Box::new(Expr::Const(Value::from(zone.0))));
                }
            }
            Node::Seats(_) => {}
            Node::List(list) => {
                if let Some(keys) = self.keys(list) {
                    *list = List::Keys(Box::new(keys));
                }
            }
        }
    }

    /// A cheaper scalar with the same value, or `None` if there is no cheaper scalar. The parts of `expr` are already
    /// folded.
    fn scalar(&self, expr: &mut Expr) -> Option<Expr> {
        let shape = self.shape;
        let seat = |seat: &Expr| match seat {
            Expr::Const(seat) => Some((0..shape.seats() as Value).contains(seat).then(|| Seat::new(*seat as usize))),
            _ => None,
        };
        let constant = |expr: &Expr| match expr {
            Expr::Const(value) => Some(*value),
            _ => None,
        };
        let missing = || Expr::Const(MISSING);
        Some(match expr {
            Expr::ZoneOf(def, of) => {
                seat(of)?.map_or_else(missing, |seat| Expr::Const(Value::from(shape.zone_of(*def, seat).0)))
            }
            Expr::VarOf(def, of) => seat(of)?.map_or_else(missing, |seat| Expr::Var(shape.var_of(*def, seat))),
            Expr::SeatAfter(of, steps) => seat(of)?.map_or_else(missing, |seat| {
                Expr::Const((seat.index() as Value + *steps).rem_euclid(shape.seats() as Value))
            }),
            Expr::SeatAt(of) => seat(of)?.map_or_else(missing, |seat| Expr::Const(seat.index() as Value)),
            Expr::CountSeats(seats) => match &**seats {
                Seats::These(seats) => Expr::Const(seats.len() as Value),
                _ => return None,
            },
            Expr::CountZones(zones) => match &**zones {
                Zones::These(zones) => Expr::Const(zones.len() as Value),
                _ => return None,
            },
            Expr::Arith(sign, a, b) => Expr::Const(sign.apply(constant(a)?, constant(b)?)),
            Expr::Not(of) => Expr::Const(Value::from(constant(of)? != 1)),
            Expr::IsThere(of) => Expr::Const(Value::from(constant(of)? != MISSING)),
            Expr::And(parts) => without_known(parts, true)?,
            Expr::Or(parts) => without_known(parts, false)?,
            Expr::If(condition, yes, no) => {
                let branch = if constant(condition)? == 1 { yes } else { no };
                std::mem::replace(&mut **branch, missing())
            }
            Expr::Compare(sign, a, b) => match (constant(a), constant(b)) {
                (Some(a), Some(b)) => Expr::Const(Value::from(sign.holds(a, b))),
                (None, Some(b)) => emptiness(*sign, a, b)?,
                (Some(a), None) => emptiness(sign.turned(), b, a)?,
                (None, None) => return None,
            },
            Expr::Quantified(quantifier, Item::Seats(Seats::These(seats)), temp, test) => {
                let each = seats.iter().map(|&seat| self.for_seat(test, *temp, seat)).collect();
                match quantifier {
                    Quantifier::Any => Expr::Or(each),
                    Quantifier::All => Expr::And(each),
                }
            }
            _ => return None,
        })
    }

    /// Groups of cards by a property, computed with sets. `None` if the list does not have this form.
    fn keys(&self, list: &List) -> Option<Keys> {
        match list {
            List::Distinct(inner) => {
                let List::Map(item, temp, value) = &**inner else { return None };
                let (Item::Cards(cards), Expr::Property(number, card)) = (&**item, &**value) else { return None };
                if **card != Expr::Temp(*temp) || !self.is_set(cards) {
                    return None;
                }
                let (of_entry, masks) = self.by_value(&self.properties[*number])?;
                Some(Keys { cards: cards.clone(), of_entry, masks, count: None, whole: false })
            }
            List::Filter(inner, temp, test) => {
                let (List::Keys(keys), Expr::Compare(sign, count, than)) = (&**inner, &**test) else { return None };
                let (Expr::CountCards(members), Expr::Const(than)) = (&**count, &**than) else { return None };
                let Cards::Filter(cards, Test::ByValue(masks, key)) = &**members else { return None };
                let same = **cards == keys.cards && *masks == keys.masks && **key == Expr::Temp(*temp);
                let size = |mask: &[u64]| mask.iter().map(|word| word.count_ones() as Value).sum::<Value>();
                let whole = *sign == Compare::Eq && masks.iter().all(|mask| [0, *than].contains(&size(mask)));
                let counted = || Keys { count: Some((*sign, *than)), whole, ..(**keys).clone() };
                (same && keys.count.is_none()).then(counted)
            }
            _ => None,
        }
    }

    /// Returns whether the cards are ordered by entry number, like a set.
    fn is_set(&self, cards: &Cards) -> bool {
        let unordered = |zone: ZoneId| !self.shape.zone(zone).ordered;
        match cards {
            Cards::Zone(zone) => match &**zone {
                Expr::Const(zone) => *zone != MISSING && unordered(ZoneId(*zone as u16)),
                Expr::ZoneOf(def, _) => unordered(self.shape.zone_of(*def, Seat::new(0))),
                _ => false,
            },
            Cards::Filter(cards, _) | Cards::Prefer(cards, _) => self.is_set(cards),
            _ => false,
        }
    }

    /// The value of a property for each entry, and the entries for each value. `None` if entries or values can change,
    /// or if a value is too large.
    fn by_value(&self, property: &Property) -> Option<(Box<[Value]>, Masks)> {
        let entries = self.shape.deck_entries();
        let face = |entry: usize| self.shape.deck_face(Entry(entry as u16));
        let values: Vec<Value> = (0..entries).map(|entry| property.by_face[face(entry).index()]).collect();
        let small = values.iter().all(|value| *value == MISSING || (0..=VALUES).contains(value));
        if property.mark.is_some() || self.shape.entries() != entries || !small {
            return None;
        }
        let most = values.iter().copied().max().unwrap_or(MISSING).max(-1);
        let masks = (0..=most).map(|wanted| {
            let mut words = vec![0; entries.div_ceil(64).max(1)];
            let with = values.iter().enumerate().filter(|(_, value)| **value == wanted);
            with.for_each(|(entry, _)| words[entry / 64] |= 1 << (entry % 64));
            words.into()
        });
        Some((values.clone().into(), masks.collect()))
    }

    /// A copy of a test that reads the given seat instead of the temporary.
    fn for_seat(&self, test: &Expr, temp: TempId, seat: u8) -> Expr {
        let mut test = test.clone();
        change::expr(&mut test, &mut |node| match node {
            Node::Expr(expr) if *expr == Expr::Temp(temp) => *expr = Expr::Const(Value::from(seat)),
            node => self.fold(node),
        });
        test
    }
}

/// Removes parts that are always true from an `and`, and parts that are never true from an `or`. Packages use such
/// constant parts as switches. Returns the remaining part if it is a single truth value. A part that decides the result
/// alone does not remove the others, because they still limit who may know the result.
fn without_known(parts: &mut Vec<Expr>, all: bool) -> Option<Expr> {
    parts.retain(|part| !matches!(part, Expr::Const(value) if (*value == 1) == all));
    match &mut parts[..] {
        [] => Some(Expr::Const(Value::from(all))),
        [one] if is_truth(one) => Some(std::mem::replace(one, Expr::Const(MISSING))),
        _ => None,
    }
}

/// Returns whether the value is true or false, and never missing.
fn is_truth(expr: &Expr) -> bool {
    matches!(expr, Expr::Compare(..) | Expr::And(_) | Expr::Or(_) | Expr::Not(_) | Expr::IsThere(_) | Expr::AnyCard(_))
}

/// Replaces the comparison of a count of cards with zero by a test whether there are any cards.
fn emptiness(sign: Compare, count: &mut Expr, than: Value) -> Option<Expr> {
    let Expr::CountCards(cards) = count else { return None };
    let some = match (sign, than) {
        (Compare::Gt | Compare::Ne, 0) | (Compare::Ge, 1) => true,
        (Compare::Eq | Compare::Le, 0) | (Compare::Lt, 1) => false,
        _ => return None,
    };
    let cards = std::mem::replace(&mut **cards, Cards::Picked);
    let any = Expr::AnyCard(Box::new(cards));
    Some(if some { any } else { Expr::Not(Box::new(any)) })
}
