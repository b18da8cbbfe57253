//! Prints expressions with the names of a program.

use super::{
    Arith, Cards, Compare, Expr, Extreme, Item, Kind, List, ListId, MISSING, Program, Quantifier, Seats, SlotId, Test,
    Unit, Zones,
};
use rulebook_table::{VarId, ZoneId};

/// The names of numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names<'p> {
    pub(super) program: &'p Program,
    pub(super) unit: Option<&'p Unit>,
}

impl Names<'_> {
    /// Names repeat, so the number is added.
    pub(super) fn slot(&self, slot: SlotId) -> String {
        let info = self.unit.and_then(|unit| unit.slots.get(usize::from(slot.0)));
        format!("{}#{}", info.map_or("slot", |info| info.name.as_str()), slot.0).replace(' ', "_")
    }

    pub(super) fn list_name(&self, list: ListId) -> String {
        let info = self.unit.and_then(|unit| unit.lists.get(usize::from(list.0)));
        format!("{}[{}]", info.map_or("list", |info| info.name.as_str()), list.0).replace(' ', "_")
    }

    pub(super) fn global(&self, slot: SlotId) -> String {
        let info = self.program.globals.get(usize::from(slot.0));
        format!("kept {}#{}", info.map_or("", |info| info.name.as_str()), slot.0)
    }

    pub(super) fn global_list(&self, list: ListId) -> String {
        let info = self.program.global_lists.get(usize::from(list.0));
        format!("kept {}[{}]", info.map_or("", |info| info.name.as_str()), list.0)
    }

    pub(super) fn var(&self, var: VarId) -> String {
        format!("${}", self.program.shape.var_id(var))
    }

    pub(super) fn var_def(&self, def: usize) -> String {
        format!("${}", self.program.vars.get(def).map_or("", |var| var.name.as_str()))
    }

    pub(super) fn property(&self, number: usize) -> &str {
        self.program.properties.get(number).map_or("", |property| property.name.as_str())
    }

    fn zone(&self, zone: ZoneId) -> &str {
        self.program.shape.zones().get(zone.index()).map_or("", |zone| zone.id.as_str())
    }

    fn zone_def(&self, def: usize) -> &str {
        let zone = self.program.shape.zones().iter().position(|zone| zone.def == def);
        zone.and_then(|zone| self.program.zones.get(zone)).map_or("", |zone| self.program.symbols.text(zone.name))
    }

    pub(super) fn exprs(&self, parts: &[Expr]) -> String {
        parts.iter().map(|part| self.expr(part)).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Const(MISSING) => "nothing".into(),
            Expr::Const(value) => value.to_string(),
            Expr::Slot(slot) => self.slot(*slot),
            Expr::Global(slot) => self.global(*slot),
            Expr::Temp(temp) => format!("t{}", temp.0),
            Expr::Let(temp, value, body) => format!("(t{} = {}; {})", temp.0, self.expr(value), self.expr(body)),
            Expr::Var(var) => self.var(*var),
            Expr::VarOf(def, seat) => format!("{}({})", self.var_def(*def), self.expr(seat)),
            Expr::Current => "current".into(),
            Expr::SeatAfter(seat, by) => format!("seat({} + {by})", self.expr(seat)),
            Expr::SeatAt(place) => format!("seat({})", self.expr(place)),
            Expr::TeamOf(seat) => format!("team({})", self.expr(seat)),
            Expr::ActiveState => "state".into(),
            Expr::ActivePhase => "phase".into(),
            Expr::TurnIndex => "turn_index".into(),
            Expr::ZoneOf(def, seat) => format!("{}({})", self.zone_def(*def), self.expr(seat)),
            Expr::ZoneOfCard(card) => format!("zone({})", self.expr(card)),
            Expr::OwnerOfZone(zone) => format!("owner({})", self.expr(zone)),
            Expr::Top(zone) => format!("top({})", self.zone_expr(zone)),
            Expr::Bottom(zone) => format!("bottom({})", self.zone_expr(zone)),
            Expr::CardAt(zone, place) => format!("{}[{}]", self.zone_expr(zone), self.expr(place)),
            Expr::Property(number, card) => format!("{}({})", self.property(*number), self.expr(card)),
            Expr::RankOfCard(card) => format!("rank_value({})", self.expr(card)),
            Expr::RankOfSymbol(rank) => format!("rank_value({})", self.expr(rank)),
            Expr::Letters(text) => format!("len({})", self.expr(text)),
            Expr::IsUp(card) => format!("up({})", self.expr(card)),
            Expr::FaceId(card) => format!("id({})", self.expr(card)),
            Expr::DeckOf(card) => format!("deck({})", self.expr(card)),
            Expr::Arith(sign, a, b) => {
                let sign = match sign {
                    Arith::Add => "+",
                    Arith::Sub => "-",
                    Arith::Mul => "*",
                    Arith::Div => "/",
                    Arith::Mod => "%",
                };
                format!("({} {sign} {})", self.expr(a), self.expr(b))
            }
            Expr::Shared(_, a) | Expr::For(_, _, a) => self.expr(a),
            Expr::Neg(a) => format!("-{}", self.expr(a)),
            Expr::Compare(sign, a, b) => {
                let sign = match sign {
                    Compare::Eq => "==",
                    Compare::Ne => "!=",
                    Compare::Lt => "<",
                    Compare::Le => "<=",
                    Compare::Gt => ">",
                    Compare::Ge => ">=",
                };
                let kind = self.kind(a).or_else(|| self.kind(b));
                format!("({} {sign} {})", self.typed(a, kind), self.typed(b, kind))
            }
            Expr::And(parts) => format!("all of ({})", self.exprs(parts)),
            Expr::Or(parts) => format!("one of ({})", self.exprs(parts)),
            Expr::Not(a) => format!("not {}", self.expr(a)),
            Expr::If(a, b, c) => format!("(if {} then {} else {})", self.expr(a), self.expr(b), self.expr(c)),
            Expr::IsThere(a) => format!("exists({})", self.expr(a)),
            Expr::CountCards(cards) => format!("count({})", self.cards(cards)),
            Expr::CountList(list) => format!("count({})", self.list(list)),
            Expr::CountSeats(seats) => format!("count({})", self.seats(seats)),
            Expr::CountZones(zones) => format!("count({})", self.zones(zones)),
            Expr::HasCard(cards, card) => format!("({} in {})", self.expr(card), self.cards(cards)),
            Expr::HasSeat(seats, seat) => format!("({} in {})", self.expr(seat), self.seats(seats)),
            Expr::HasItem(list, item) => format!("({} in {})", self.expr(item), self.list(list)),
            Expr::AnyCard(cards) => format!("any({})", self.cards(cards)),
            Expr::Quantified(which, item, temp, a) => {
                let word = if *which == Quantifier::Any { "any" } else { "all" };
                format!("{word}(t{} of {}, {})", temp.0, self.item(item), self.expr(a))
            }
            Expr::SumOver(item, temp, a) => format!("sum(t{} of {}, {})", temp.0, self.item(item), self.expr(a)),
            Expr::SumOf(list) => format!("sum({})", self.list(list)),
            Expr::MeanOf(list) => format!("avg({})", self.list(list)),
            Expr::ExtremeOf(which, list) => format!("{}({})", extreme(*which), self.list(list)),
            Expr::ExtremeBy(which, item, temp, a) => {
                format!("{}(t{} of {}, {})", extreme(*which), temp.0, self.item(item), self.expr(a))
            }
            Expr::FirstOf(item) => format!("first({})", self.item(item)),
            Expr::LastOf(item) => format!("last({})", self.item(item)),
            Expr::ItemAt(item, place) => format!("{}[{}]", self.item(item), self.expr(place)),
            Expr::IndexOf(item, a) => format!("index({} in {})", self.expr(a), self.item(item)),
            Expr::CountSets(cards, a) => format!("sets({} such that {})", self.cards(cards), self.expr(a)),
            Expr::CanDo(_) => "can(…)".into(),
        }
    }

    /// The kind of an expression, if it is evident.
    fn kind(&self, expr: &Expr) -> Option<Kind> {
        let p = self.program;
        let slot = |slots: &[super::SlotInfo], slot: &SlotId| slots.get(usize::from(slot.0)).map(|info| info.kind);
        match expr {
            Expr::Property(number, _) => p.properties.get(*number).map(|property| property.kind),
            Expr::Var(var) => p.var_defs.get(var.index()).and_then(|def| p.vars.get(*def)).map(|var| var.kind),
            Expr::VarOf(def, _) => p.vars.get(*def).map(|var| var.kind),
            Expr::Slot(number) => self.unit.and_then(|unit| slot(&unit.slots, number)),
            Expr::Global(number) => slot(&p.globals, number),
            Expr::FaceId(_) | Expr::DeckOf(_) | Expr::ActiveState | Expr::ActivePhase => Some(Kind::Text),
            Expr::ZoneOf(..) | Expr::ZoneOfCard(_) => Some(Kind::Zone),
            Expr::Current | Expr::OwnerOfZone(_) | Expr::SeatAt(_) | Expr::SeatAfter(..) => Some(Kind::Seat),
            _ => None,
        }
    }

    /// Prints an expression whose constants have this kind.
    pub(super) fn typed(&self, expr: &Expr, kind: Option<Kind>) -> String {
        match (expr, kind) {
            (Expr::Const(MISSING), _) => "nothing".into(),
            (Expr::Const(symbol), Some(Kind::Text)) => format!("'{}'", self.program.symbols.text(*symbol)),
            (Expr::Const(seat), Some(Kind::Seat)) => format!("p{}", seat + 1),
            (zone @ Expr::Const(_), Some(Kind::Zone)) => self.zone_expr(zone),
            (expr, _) => self.expr(expr),
        }
    }

    /// The kind of a value that is set.
    pub(super) fn target_kind(&self, target: &super::Target) -> Option<Kind> {
        match target {
            super::Target::Slot(slot) => self.kind(&Expr::Slot(*slot)),
            super::Target::Global(slot) => self.kind(&Expr::Global(*slot)),
            super::Target::Var(var) => self.kind(&Expr::Var(*var)),
            super::Target::VarOf(def, _) => self.program.vars.get(*def).map(|var| var.kind),
        }
    }

    /// Prints a zone. A constant is the number of a zone.
    pub(super) fn zone_expr(&self, zone: &Expr) -> String {
        match zone {
            Expr::Const(number) => match u16::try_from(*number) {
                Ok(number) => self.zone(ZoneId(number)).to_owned(),
                Err(_) => "nothing".into(),
            },
            zone => self.expr(zone),
        }
    }

    pub(super) fn item(&self, item: &Item) -> String {
        match item {
            Item::Cards(cards) => self.cards(cards),
            Item::Seats(seats) => self.seats(seats),
            Item::Zones(zones) => self.zones(zones),
            Item::List(list) => self.list(list),
        }
    }

    pub(super) fn cards(&self, cards: &Cards) -> String {
        match cards {
            Cards::Zone(zone) => self.zone_expr(zone),
            Cards::Zones(zones) => self.zones(zones),
            Cards::One(card) => self.expr(card),
            Cards::Filter(cards, test) => format!("{} where {}", self.cards(cards), self.test(test)),
            Cards::Prefer(cards, test) => format!("{} preferably where {}", self.cards(cards), self.test(test)),
            Cards::Join(parts) => joined(parts.iter().map(|part| self.cards(part))),
            Cards::Slot(list) => self.list_name(*list),
            Cards::Global(list) => self.global_list(*list),
            Cards::Picked => "picked".into(),
            Cards::Take(cards, count) => format!("first {} of {}", self.expr(count), self.cards(cards)),
            Cards::TakeLast(cards, count) => format!("last {} of {}", self.expr(count), self.cards(cards)),
            Cards::SortBy(cards, temp, key) => {
                format!("{} sorted by t{} => {}", self.cards(cards), temp.0, self.expr(key))
            }
            Cards::List(list) => self.list(list),
            Cards::If(a, b, c) => format!("(if {} then {} else {})", self.expr(a), self.cards(b), self.cards(c)),
        }
    }

    pub(super) fn test(&self, test: &Test) -> String {
        match test {
            Test::Mask(mask) => format!("one of {} cards", mask.iter().map(|word| word.count_ones()).sum::<u32>()),
            Test::ByValue(masks, value) => format!("set {} of {}", self.expr(value), masks.len()),
            Test::Fixed(a) => self.expr(a),
            Test::And(parts) => format!("all of {}", joined(parts.iter().map(|part| self.test(part)))),
            Test::Or(parts) => format!("one of {}", joined(parts.iter().map(|part| self.test(part)))),
            Test::Not(part) => format!("not {}", self.test(part)),
            Test::Each(temp, a) => format!("t{} => {}", temp.0, self.expr(a)),
        }
    }

    pub(super) fn seats(&self, seats: &Seats) -> String {
        match seats {
            Seats::These(seats) => joined(seats.iter().map(|seat| format!("p{}", seat + 1))),
            Seats::Others(seat) => format!("others({})", self.expr(seat)),
            Seats::Opponents(seat) => format!("opponents({})", self.expr(seat)),
            Seats::Teammates(seat) => format!("teammates({})", self.expr(seat)),
            Seats::Team(team) => format!("team({})", self.expr(team)),
            Seats::TurnOrder => "turn_order".into(),
            Seats::One(seat) => self.expr(seat),
            Seats::Filter(seats, temp, a) => format!("{} where t{} => {}", self.seats(seats), temp.0, self.expr(a)),
            Seats::Join(parts) => joined(parts.iter().map(|part| self.seats(part))),
            Seats::List(list) => self.list(list),
        }
    }

    pub(super) fn zones(&self, zones: &Zones) -> String {
        match zones {
            Zones::These(zones) => joined(zones.iter().map(|zone| self.zone(*zone).to_owned())),
            Zones::OfSeats(def, seats) => format!("{}({})", self.zone_def(*def), self.seats(seats)),
            Zones::One(zone) => self.zone_expr(zone),
            Zones::Filter(zones, temp, a) => format!("{} where t{} => {}", self.zones(zones), temp.0, self.expr(a)),
            Zones::Join(parts) => joined(parts.iter().map(|part| self.zones(part))),
            Zones::List(list) => self.list(list),
        }
    }

    pub(super) fn list(&self, list: &List) -> String {
        match list {
            List::Of(items) => format!("[{}]", self.exprs(items)),
            List::Join(parts) => joined(parts.iter().map(|part| self.list(part))),
            List::Cards(cards) => self.cards(cards),
            List::Seats(seats) => self.seats(seats),
            List::Zones(zones) => self.zones(zones),
            List::Map(item, temp, a) => format!("{} of t{} in {}", self.expr(a), temp.0, self.item(item)),
            List::Filter(list, temp, a) => format!("{} where t{} => {}", self.list(list), temp.0, self.expr(a)),
            List::Keys(keys) => {
                let count = keys.count.map(|(sign, than)| format!(" of which there are {sign:?} {than}"));
                format!("keys({}){}", self.cards(&keys.cards), count.unwrap_or_default())
            }
            List::Distinct(list) => format!("distinct({})", self.list(list)),
            List::SortBy(list, temp, a) => format!("{} sorted by t{} => {}", self.list(list), temp.0, self.expr(a)),
            List::Take(list, count) => format!("first {} of {}", self.expr(count), self.list(list)),
            List::Range(first, last) => format!("{}..{}", self.expr(first), self.expr(last)),
            List::Slot(list) => self.list_name(*list),
            List::Global(list) => self.global_list(*list),
            List::If(a, b, c) => format!("(if {} then {} else {})", self.expr(a), self.list(b), self.list(c)),
        }
    }
}

fn extreme(which: Extreme) -> &'static str {
    match which {
        Extreme::Max => "max",
        Extreme::Min => "min",
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    format!("({})", parts.collect::<Vec<_>>().join(", "))
}
