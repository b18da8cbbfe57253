//! Compiles tests of cards to sets. A test that depends only on the face is evaluated for every face at compile time.

use super::Compiler;
use crate::code::walk::mentions;
use crate::code::{Compare, Expr, List, MISSING, TempId, Test, Value};

/// The greatest key value for which a test uses sets. Keys with greater values are compared card by card.
const VALUES: Value = 256;

impl<'a> Compiler<'a> {
    /// Converts a condition on the card in a temporary to a test.
    pub(super) fn test(&mut self, condition: Expr, card: TempId) -> Test {
        let sets = !self.makes_cards;
        let test = self.set(condition, card, sets);
        simplified(test)
    }

    fn set(&self, condition: Expr, card: TempId, sets: bool) -> Test {
        if !mentions(&condition, card) {
            return Test::Fixed(Box::new(condition));
        }
        if sets && self.depends_on_face(&condition, card) {
            return Test::Mask(self.mask(|face| self.on_face(&condition, face) == 1));
        }
        match condition {
            Expr::And(parts) => Test::And(parts.into_iter().map(|part| self.set(part, card, sets)).collect()),
            Expr::Or(parts) => Test::Or(parts.into_iter().map(|part| self.set(part, card, sets)).collect()),
            Expr::Not(part) => Test::Not(Box::new(self.set(*part, card, sets))),
            Expr::Compare(sign, left, right) if sets => {
                let (sign, key, other) =
                    if mentions(&left, card) { (sign, left, right) } else { (sign.turned(), right, left) };
                let values = match mentions(&other, card) || !self.depends_on_face(&key, card) {
                    true => None,
                    false => self.values(&key, card),
                };
                let Some(values) = values else {
                    return Test::Each(card, Box::new(Expr::Compare(sign, key, other)));
                };
                let most = values.iter().copied().filter(|value| *value != MISSING).max().unwrap_or(-1);
                let equal = || (0..=most).map(|wanted| self.mask(|face| values[face] == wanted)).collect();
                match sign {
                    Compare::Eq => Test::ByValue(equal(), other),
                    // `!=` is true only if both values exist.
                    Compare::Ne => Test::And(vec![
                        Test::Fixed(Box::new(Expr::IsThere(other.clone()))),
                        Test::Mask(self.mask(|face| values[face] != MISSING)),
                        Test::Not(Box::new(Test::ByValue(equal(), other))),
                    ]),
                    Compare::Lt | Compare::Le | Compare::Gt | Compare::Ge => {
                        let masks = (-1..=most + 1).map(|than| self.mask(|face| sign.holds(values[face], than)));
                        Test::ByOrder(masks.collect(), other)
                    }
                }
            }
            condition => Test::Each(card, Box::new(condition)),
        }
    }

    /// The value of a key for each face. `None` if a value is negative or too large.
    fn values(&self, key: &Expr, _card: TempId) -> Option<Vec<Value>> {
        let faces = 0..self.game.faces.ids.len();
        let values: Vec<Value> = faces.map(|face| self.on_face(key, face)).collect();
        values.iter().all(|value| *value == MISSING || (0..=VALUES).contains(value)).then_some(values)
    }

    /// The set of deck entries whose faces pass.
    fn mask(&self, passes: impl Fn(usize) -> bool) -> Box<[u64]> {
        let by_face: Vec<bool> = (0..self.game.faces.ids.len()).map(passes).collect();
        let mut words = vec![0_u64; self.game.entry_faces.len().div_ceil(64).max(1)];
        for (entry, face) in self.game.entry_faces.iter().enumerate() {
            words[entry / 64] |= u64::from(by_face[*face]) << (entry % 64);
        }
        words.into()
    }

    /// Whether an expression reads only printed information of the card.
    fn depends_on_face(&self, expr: &Expr, card: TempId) -> bool {
        let is_card = |expr: &Expr| matches!(expr, Expr::Temp(temp) if *temp == card);
        match expr {
            Expr::Const(_) => true,
            Expr::Property(number, of) => is_card(of) && !self.game.faces.properties[*number].marked,
            Expr::RankOfCard(of) | Expr::FaceId(of) | Expr::DeckOf(of) => is_card(of),
            Expr::RankOfSymbol(of) | Expr::Letters(of) | Expr::Neg(of) | Expr::Not(of) | Expr::IsThere(of) => {
                self.depends_on_face(of, card)
            }
            Expr::Arith(_, a, b) | Expr::Compare(_, a, b) => {
                self.depends_on_face(a, card) && self.depends_on_face(b, card)
            }
            Expr::And(parts) | Expr::Or(parts) => parts.iter().all(|part| self.depends_on_face(part, card)),
            Expr::If(a, b, c) => [a, b, c].iter().all(|part| self.depends_on_face(part, card)),
            Expr::HasItem(list, item) => match &**list {
                List::Of(items) => {
                    items.iter().all(|item| matches!(item, Expr::Const(_))) && self.depends_on_face(item, card)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a test reads only printed information of the card. The test may read any other part of the game.
    pub(super) fn reads_print(&self, test: &Test) -> bool {
        match test {
            Test::Mask(_) | Test::ByValue(..) | Test::ByOrder(..) | Test::Fixed(_) => true,
            Test::And(parts) | Test::Or(parts) => parts.iter().all(|part| self.reads_print(part)),
            Test::Not(part) => self.reads_print(part),
            Test::Each(card, expr) => self.is_of_print(expr, *card),
        }
    }

    fn is_of_print(&self, expr: &Expr, card: TempId) -> bool {
        let part = |expr: &Expr| self.is_of_print(expr, card);
        let values = |list: &List| matches!(list, List::Of(values) if values.iter().all(part));
        !mentions(expr, card)
            || match expr {
                Expr::Property(..) | Expr::RankOfCard(_) | Expr::FaceId(_) | Expr::DeckOf(_) => {
                    self.depends_on_face(expr, card)
                }
                Expr::RankOfSymbol(a)
                | Expr::Letters(a)
                | Expr::Neg(a)
                | Expr::Not(a)
                | Expr::IsThere(a)
                | Expr::Shared(_, a) => part(a),
                Expr::Arith(_, a, b) | Expr::Compare(_, a, b) | Expr::Let(_, a, b) => part(a) && part(b),
                Expr::And(parts) | Expr::Or(parts) => parts.iter().all(part),
                Expr::If(a, b, c) => part(a) && part(b) && part(c),
                Expr::HasItem(list, item) => part(item) && values(list),
                Expr::ExtremeOf(_, list) | Expr::SumOf(list) | Expr::MeanOf(list) => values(list),
                _ => false,
            }
    }

    /// The value for a face. The result is valid only if [`Compiler::depends_on_face`] is true for the expression.
    fn on_face(&self, expr: &Expr, face: usize) -> Value {
        let at = |expr: &Expr| self.on_face(expr, face);
        match expr {
            Expr::Const(value) => *value,
            Expr::Property(number, _) => self.game.faces.properties[*number].by_face[face],
            Expr::RankOfCard(_) => self.game.faces.ranks[face],
            Expr::FaceId(_) => self.game.symbols.find(&self.game.faces.ids[face]).unwrap_or(MISSING),
            Expr::DeckOf(_) => {
                let deck = &self.game.faces.decks[self.game.faces.deck_of[face]];
                self.game.symbols.find(&deck.name).unwrap_or(MISSING)
            }
            Expr::RankOfSymbol(of) => self.game.faces.rank_of.get(&at(of)).copied().flatten().unwrap_or(MISSING),
            Expr::Letters(of) => match at(of) {
                MISSING => MISSING,
                symbol => self.game.symbols.text(symbol).chars().count() as Value,
            },
            Expr::Neg(of) => match at(of) {
                MISSING => MISSING,
                value => -value,
            },
            Expr::Not(of) => Value::from(at(of) != 1),
            Expr::IsThere(of) => Value::from(at(of) != MISSING),
            Expr::Arith(sign, a, b) => sign.apply(at(a), at(b)),
            Expr::Compare(sign, a, b) => Value::from(sign.holds(at(a), at(b))),
            Expr::And(parts) => Value::from(parts.iter().all(|part| at(part) == 1)),
            Expr::Or(parts) => Value::from(parts.iter().any(|part| at(part) == 1)),
            Expr::If(condition, then, otherwise) => at(if at(condition) == 1 { then } else { otherwise }),
            Expr::HasItem(list, item) => match &**list {
                List::Of(items) => {
                    let wanted = at(item);
                    Value::from(wanted != MISSING && items.iter().any(|item| at(item) == wanted))
                }
                _ => MISSING,
            },
            _ => MISSING,
        }
    }
}

/// Simplifies a test: combines masks, and replaces an `and` or `or` of one part by this part.
fn simplified(test: Test) -> Test {
    match test {
        Test::And(parts) => joined(parts, true),
        Test::Or(parts) => joined(parts, false),
        Test::Not(part) => match simplified(*part) {
            Test::Not(inner) => *inner,
            part => Test::Not(Box::new(part)),
        },
        test => test,
    }
}

fn joined(parts: Vec<Test>, all: bool) -> Test {
    let mut flat = Vec::new();
    let mut mask: Option<Box<[u64]>> = None;
    for part in parts.into_iter().map(simplified) {
        let inner = match part {
            Test::And(inner) if all => inner,
            Test::Or(inner) if !all => inner,
            part => vec![part],
        };
        for part in inner {
            match (part, &mut mask) {
                (Test::Mask(own), Some(known)) => {
                    let words = known.iter_mut().zip(own.iter());
                    words.for_each(|(word, own)| *word = if all { *word & own } else { *word | own });
                }
                (Test::Mask(own), None) => mask = Some(own),
                (part, _) => flat.push(part),
            }
        }
    }
    // Tests by sets come before tests card by card, because they are cheaper and leave fewer cards to test.
    if let Some(mask) = mask {
        flat.insert(0, Test::Mask(mask));
    }
    flat.sort_by_key(|part| matches!(part, Test::Each(..)));
    match flat.len() {
        1 => flat.remove(0),
        _ if all => Test::And(flat),
        _ => Test::Or(flat),
    }
}
