//! Walks over compiled expressions.

use crate::code::{Cards, Expr, Item, List, Op, Seats, TempId, Test, Zones};

/// Does it read a temporary?
pub(super) fn mentions(expr: &Expr, temp: TempId) -> bool {
    let mut found = false;
    walk(expr, &mut |part| found |= matches!(part, Expr::Temp(own) if *own == temp));
    found
}

/// The temporaries that it reads end below this.
pub(super) fn temps(expr: &Expr) -> usize {
    let mut most = 0;
    walk(expr, &mut |part| {
        if let Expr::Temp(temp) = part {
            most = most.max(usize::from(temp.0) + 1);
        }
    });
    most
}

/// Every scalar inside of a scalar, itself included.
pub(super) fn walk(expr: &Expr, visit: &mut impl FnMut(&Expr)) {
    visit(expr);
    match expr {
        Expr::Const(_)
        | Expr::Slot(_)
        | Expr::Global(_)
        | Expr::Temp(_)
        | Expr::Var(_)
        | Expr::Current
        | Expr::ActiveState
        | Expr::ActivePhase
        | Expr::TurnIndex => {}
        Expr::Let(_, a, b) | Expr::CardAt(a, b) | Expr::Arith(_, a, b) | Expr::Compare(_, a, b) => {
            walk(a, visit);
            walk(b, visit);
        }
        Expr::VarOf(_, a)
        | Expr::SeatAfter(a, _)
        | Expr::SeatAt(a)
        | Expr::TeamOf(a)
        | Expr::ZoneOf(_, a)
        | Expr::ZoneOfCard(a)
        | Expr::OwnerOfZone(a)
        | Expr::Top(a)
        | Expr::Bottom(a)
        | Expr::Property(_, a)
        | Expr::RankOfCard(a)
        | Expr::RankOfSymbol(a)
        | Expr::IsUp(a)
        | Expr::FaceId(a)
        | Expr::DeckOf(a)
        | Expr::Neg(a)
        | Expr::Not(a)
        | Expr::IsThere(a) => walk(a, visit),
        Expr::And(parts) | Expr::Or(parts) => parts.iter().for_each(|part| walk(part, visit)),
        Expr::If(a, b, c) => [a, b, c].into_iter().for_each(|part| walk(part, visit)),
        Expr::CountCards(cards) | Expr::AnyCard(cards) => walk_cards(cards, visit),
        Expr::CountList(list) | Expr::SumOf(list) | Expr::MeanOf(list) | Expr::ExtremeOf(_, list) => {
            walk_list(list, visit);
        }
        Expr::CountSeats(seats) => walk_seats(seats, visit),
        Expr::CountZones(zones) => walk_zones(zones, visit),
        Expr::HasCard(cards, a) => {
            walk_cards(cards, visit);
            walk(a, visit);
        }
        Expr::HasSeat(seats, a) => {
            walk_seats(seats, visit);
            walk(a, visit);
        }
        Expr::HasItem(list, a) => {
            walk_list(list, visit);
            walk(a, visit);
        }
        Expr::Quantified(_, item, _, a) | Expr::SumOver(item, _, a) | Expr::ExtremeBy(_, item, _, a) => {
            walk_item(item, visit);
            walk(a, visit);
        }
        Expr::FirstOf(item) | Expr::LastOf(item) => walk_item(item, visit),
        Expr::ItemAt(item, a) | Expr::IndexOf(item, a) => {
            walk_item(item, visit);
            walk(a, visit);
        }
        Expr::CanDo(step) => walk_op(&step.op, visit),
    }
}

pub(super) fn walk_item(item: &Item, visit: &mut impl FnMut(&Expr)) {
    match item {
        Item::Cards(cards) => walk_cards(cards, visit),
        Item::Seats(seats) => walk_seats(seats, visit),
        Item::Zones(zones) => walk_zones(zones, visit),
        Item::List(list) => walk_list(list, visit),
    }
}

pub(super) fn walk_cards(cards: &Cards, visit: &mut impl FnMut(&Expr)) {
    match cards {
        Cards::Zone(a) | Cards::One(a) => walk(a, visit),
        Cards::Zones(zones) => walk_zones(zones, visit),
        Cards::Filter(cards, test) | Cards::Prefer(cards, test) => {
            walk_cards(cards, visit);
            walk_test(test, visit);
        }
        Cards::Join(parts) => parts.iter().for_each(|part| walk_cards(part, visit)),
        Cards::Slot(_) | Cards::Global(_) | Cards::Picked => {}
        Cards::Take(cards, a) | Cards::TakeLast(cards, a) | Cards::SortBy(cards, _, a) => {
            walk_cards(cards, visit);
            walk(a, visit);
        }
        Cards::List(list) => walk_list(list, visit),
        Cards::If(a, then, otherwise) => {
            walk(a, visit);
            walk_cards(then, visit);
            walk_cards(otherwise, visit);
        }
    }
}

fn walk_test(test: &Test, visit: &mut impl FnMut(&Expr)) {
    match test {
        Test::Mask(_) => {}
        Test::ByValue(_, a) | Test::Fixed(a) | Test::Each(_, a) => walk(a, visit),
        Test::And(parts) | Test::Or(parts) => parts.iter().for_each(|part| walk_test(part, visit)),
        Test::Not(part) => walk_test(part, visit),
    }
}

pub(super) fn walk_seats(seats: &Seats, visit: &mut impl FnMut(&Expr)) {
    match seats {
        Seats::These(_) | Seats::TurnOrder => {}
        Seats::Others(a) | Seats::Opponents(a) | Seats::Teammates(a) | Seats::Team(a) | Seats::One(a) => walk(a, visit),
        Seats::Filter(seats, _, a) => {
            walk_seats(seats, visit);
            walk(a, visit);
        }
        Seats::Join(parts) => parts.iter().for_each(|part| walk_seats(part, visit)),
        Seats::List(list) => walk_list(list, visit),
    }
}

pub(super) fn walk_zones(zones: &Zones, visit: &mut impl FnMut(&Expr)) {
    match zones {
        Zones::These(_) => {}
        Zones::OfSeats(_, seats) => walk_seats(seats, visit),
        Zones::One(a) => walk(a, visit),
        Zones::Filter(zones, _, a) => {
            walk_zones(zones, visit);
            walk(a, visit);
        }
        Zones::Join(parts) => parts.iter().for_each(|part| walk_zones(part, visit)),
        Zones::List(list) => walk_list(list, visit),
    }
}

pub(super) fn walk_list(list: &List, visit: &mut impl FnMut(&Expr)) {
    match list {
        List::Of(parts) => parts.iter().for_each(|part| walk(part, visit)),
        List::Join(parts) => parts.iter().for_each(|part| walk_list(part, visit)),
        List::Cards(cards) => walk_cards(cards, visit),
        List::Seats(seats) => walk_seats(seats, visit),
        List::Zones(zones) => walk_zones(zones, visit),
        List::Map(item, _, a) => {
            walk_item(item, visit);
            walk(a, visit);
        }
        List::Filter(list, _, a) | List::SortBy(list, _, a) | List::Take(list, a) => {
            walk_list(list, visit);
            walk(a, visit);
        }
        List::Distinct(list) => walk_list(list, visit),
        List::Range(a, b) => {
            walk(a, visit);
            walk(b, visit);
        }
        List::Slot(_) | List::Global(_) => {}
        List::If(a, then, otherwise) => {
            walk(a, visit);
            walk_list(then, visit);
            walk_list(otherwise, visit);
        }
    }
}

/// The scalars of the steps that `canPerform` can try.
fn walk_op(op: &Op, visit: &mut impl FnMut(&Expr)) {
    match op {
        Op::Move { cards, to, .. } => {
            walk_cards(&cards.from, visit);
            cards.count.iter().for_each(|count| walk(count, visit));
            walk(to, visit);
        }
        Op::Deal { from, to, each, packet, .. } => {
            walk(from, visit);
            walk_zones(to, visit);
            each.iter().chain(packet).for_each(|count| walk(count, visit));
        }
        Op::Random { from, count, .. } => {
            walk_item(from, visit);
            walk(count, visit);
        }
        Op::Turn(cards, _) | Op::Destroy(cards) => walk_cards(cards, visit),
        Op::Sight(_, cards, seats) => {
            walk_cards(cards, visit);
            walk_seats(seats, visit);
        }
        Op::Set(_, value) | Op::Add(_, value) => walk(value, visit),
        Op::Shuffle(zones) => walk_zones(zones, visit),
        _ => {}
    }
}
