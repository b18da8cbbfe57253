//! Visits compiled expressions. The parts of an expression come before the expression itself.

use super::{
    Ask, Binding, Cards, Change, Expr, FlowTarget, Gather, Item, List, MessagePart, NoteSubject, Op, Options, OrderBy,
};
use super::{Program, Seats, Target, TempId, Test, Unit, Win, Zones};

/// Returns whether an expression reads a temporary.
pub fn mentions(expr: &Expr, temp: TempId) -> bool {
    let mut found = false;
    each::expr(expr, &mut |part| found |= matches!(part, each::Node::Expr(Expr::Temp(own)) if *own == temp));
    found
}

/// The number of the highest temporary that an expression reads, plus one. 0 if the expression reads no temporary.
pub fn temps(expr: &Expr) -> usize {
    let mut most = 0;
    each::expr(expr, &mut |part| {
        if let each::Node::Expr(Expr::Temp(temp)) = part {
            most = most.max(usize::from(temp.0) + 1);
        }
    });
    most
}

macro_rules! walks {
    ($(#[$doc:meta])* $name:ident, $($m:tt)?) => {
        $(#[$doc])*
        pub mod $name {
            use super::*;

            /// A node of an expression.
            #[allow(dead_code, reason = "all callers look only at scalars so far")]
            pub enum Node<'n> {
                /// A scalar.
                Expr(&'n $($m)? Expr),
                /// Cards.
                Cards(&'n $($m)? Cards),
                /// Zones.
                Zones(&'n $($m)? Zones),
                /// Seats.
                Seats(&'n $($m)? Seats),
                /// A list.
                List(&'n $($m)? List),
            }

            pub fn expr(this: &$($m)? Expr, visit: &mut impl FnMut(Node<'_>)) {
                match this {
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
                        expr(a, visit);
                        expr(b, visit);
                    }
                    Expr::LetList(_, of, a) => {
                        item(of, visit);
                        expr(a, visit);
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
                    | Expr::Letters(a)
                    | Expr::IsUp(a)
                    | Expr::FaceId(a)
                    | Expr::DeckOf(a)
                    | Expr::Neg(a)
                    | Expr::Shared(_, a)
                    | Expr::Not(a)
                    | Expr::IsThere(a) => expr(a, visit),
                    Expr::And(parts) | Expr::Or(parts) => exprs(parts, visit),
                    Expr::For(_, whose, a) => {
                        if let Some(whose) = whose {
                            expr(whose, visit);
                        }
                        expr(a, visit);
                    }
                    Expr::If(a, b, c) => {
                        expr(a, visit);
                        expr(b, visit);
                        expr(c, visit);
                    }
                    Expr::CountCards(of) | Expr::AnyCard(of) => cards(of, visit),
                    Expr::CountList(of) | Expr::SumOf(of) | Expr::MeanOf(of) | Expr::ExtremeOf(_, of) => {
                        list(of, visit);
                    }
                    Expr::CountSeats(of) => seats(of, visit),
                    Expr::CountZones(of) => zones(of, visit),
                    Expr::HasCard(of, a) | Expr::CountSets(of, a) => {
                        cards(of, visit);
                        expr(a, visit);
                    }
                    Expr::HasSeat(of, a) => {
                        seats(of, visit);
                        expr(a, visit);
                    }
                    Expr::HasItem(of, a) => {
                        list(of, visit);
                        expr(a, visit);
                    }
                    Expr::Quantified(_, of, _, a) | Expr::SumOver(of, _, a) | Expr::ExtremeBy(_, of, _, a) => {
                        item(of, visit);
                        expr(a, visit);
                    }
                    Expr::FirstOf(of) | Expr::LastOf(of) => item(of, visit),
                    Expr::ItemAt(of, a) | Expr::IndexOf(of, a) => {
                        item(of, visit);
                        expr(a, visit);
                    }
                    Expr::CanDo(attempt) => {
                        for step in &$($m)? attempt.steps {
                            op(&$($m)? step.op, visit);
                        }
                    }
                }
                visit(Node::Expr(this));
            }

            fn exprs(parts: &$($m)? [Expr], visit: &mut impl FnMut(Node<'_>)) {
                for part in parts {
                    expr(part, visit);
                }
            }

            pub fn item(this: &$($m)? Item, visit: &mut impl FnMut(Node<'_>)) {
                match this {
                    Item::Cards(of) => cards(of, visit),
                    Item::Seats(of) => seats(of, visit),
                    Item::Zones(of) => zones(of, visit),
                    Item::List(of) => list(of, visit),
                }
            }

            pub fn cards(this: &$($m)? Cards, visit: &mut impl FnMut(Node<'_>)) {
                match this {
                    Cards::Zone(a) | Cards::One(a) => expr(a, visit),
                    Cards::Zones(of) => zones(of, visit),
                    Cards::Filter(of, by) | Cards::Prefer(of, by) => {
                        cards(of, visit);
                        test(by, visit);
                    }
                    Cards::Join(parts) => {
                        for part in parts {
                            cards(part, visit);
                        }
                    }
                    Cards::Slot(_) | Cards::Global(_) | Cards::Picked => {}
                    Cards::Take(of, a) | Cards::TakeLast(of, a) | Cards::SortBy(of, _, a) => {
                        cards(of, visit);
                        expr(a, visit);
                    }
                    Cards::List(of) => list(of, visit),
                    Cards::Let(bound, of) => {
                        binding(bound, visit);
                        cards(of, visit);
                    }
                    Cards::If(a, then, otherwise) => {
                        expr(a, visit);
                        cards(then, visit);
                        cards(otherwise, visit);
                    }
                }
                visit(Node::Cards(this));
            }

            pub fn test(this: &$($m)? Test, visit: &mut impl FnMut(Node<'_>)) {
                match this {
                    Test::Mask(_) => {}
                    Test::ByValue(_, a) | Test::ByOrder(_, a) | Test::Fixed(a) | Test::Each(_, a) => {
                        expr(a, visit);
                    }
                    Test::And(parts) | Test::Or(parts) => {
                        for part in parts {
                            test(part, visit);
                        }
                    }
                    Test::Not(part) => test(part, visit),
                }
            }

            pub fn seats(this: &$($m)? Seats, visit: &mut impl FnMut(Node<'_>)) {
                match this {
                    Seats::These(_) | Seats::TurnOrder => {}
                    Seats::Others(a) | Seats::Opponents(a) | Seats::Teammates(a) | Seats::Team(a) | Seats::One(a) => {
                        expr(a, visit);
                    }
                    Seats::Filter(of, _, a) => {
                        seats(of, visit);
                        expr(a, visit);
                    }
                    Seats::Join(parts) => {
                        for part in parts {
                            seats(part, visit);
                        }
                    }
                    Seats::List(of) => list(of, visit),
                }
                visit(Node::Seats(this));
            }

            pub fn zones(this: &$($m)? Zones, visit: &mut impl FnMut(Node<'_>)) {
                match this {
                    Zones::These(_) => {}
                    Zones::OfSeats(_, of) => seats(of, visit),
                    Zones::One(a) => expr(a, visit),
                    Zones::Filter(of, _, a) => {
                        zones(of, visit);
                        expr(a, visit);
                    }
                    Zones::Join(parts) => {
                        for part in parts {
                            zones(part, visit);
                        }
                    }
                    Zones::List(of) => list(of, visit),
                }
                visit(Node::Zones(this));
            }

            pub fn list(this: &$($m)? List, visit: &mut impl FnMut(Node<'_>)) {
                match this {
                    List::Of(parts) => exprs(parts, visit),
                    List::Join(parts) => {
                        for part in parts {
                            list(part, visit);
                        }
                    }
                    List::Cards(of) => cards(of, visit),
                    List::Seats(of) => seats(of, visit),
                    List::Zones(of) => zones(of, visit),
                    List::Map(of, _, a) => {
                        item(of, visit);
                        expr(a, visit);
                    }
                    List::Filter(of, _, a) | List::SortBy(of, _, a) | List::Take(of, a) => {
                        list(of, visit);
                        expr(a, visit);
                    }
                    List::Distinct(of) => list(of, visit),
                    List::Keys(keys) => cards(&$($m)? keys.cards, visit),
                    List::Range(a, b) => {
                        expr(a, visit);
                        expr(b, visit);
                    }
                    List::Slot(_) | List::Global(_) | List::Temp(_) => {}
                    List::Let(bound, of) => {
                        binding(bound, visit);
                        list(of, visit);
                    }
                    List::If(a, then, otherwise) => {
                        expr(a, visit);
                        list(then, visit);
                        list(otherwise, visit);
                    }
                }
                visit(Node::List(this));
            }

            fn binding(this: &$($m)? Binding, visit: &mut impl FnMut(Node<'_>)) {
                match this {
                    Binding::One(_, a) => expr(a, visit),
                    Binding::Many(_, of) => item(of, visit),
                }
            }

            fn target(this: &$($m)? Target, visit: &mut impl FnMut(Node<'_>)) {
                if let Target::VarOf(_, a) = this {
                    expr(a, visit);
                }
            }

            fn flow(this: &$($m)? FlowTarget, visit: &mut impl FnMut(Node<'_>)) {
                if let FlowTarget::Named(a) = this {
                    expr(a, visit);
                }
            }

            fn gather(this: &$($m)? Gather, visit: &mut impl FnMut(Node<'_>)) {
                cards(&$($m)? this.from, visit);
                if let Some(count) = &$($m)? this.count {
                    expr(count, visit);
                }
            }

            pub fn options(this: &$($m)? Options, visit: &mut impl FnMut(Node<'_>)) {
                match this {
                    Options::Cards(of) => cards(of, visit),
                    Options::Seats(of) => seats(of, visit),
                    Options::Zones(of) => zones(of, visit),
                    Options::Values(of, _) => list(of, visit),
                    Options::Number(a, b) => {
                        expr(a, visit);
                        expr(b, visit);
                    }
                    Options::YesNo => {}
                }
            }

            fn ask(this: &$($m)? Ask, visit: &mut impl FnMut(Node<'_>)) {
                expr(&$($m)? this.who, visit);
                options(&$($m)? this.options, visit);
                if let Some(must) = &$($m)? this.must {
                    expr(must, visit);
                }
                for button in &$($m)? this.buttons {
                    if let Some(when) = &$($m)? button.when {
                        expr(when, visit);
                    }
                }
                if let Some(many) = &$($m)? this.many {
                    expr(&$($m)? many.min, visit);
                    for part in (&$($m)? many.max).into_iter().chain(&$($m)? many.constraint) {
                        expr(part, visit);
                    }
                }
            }

            /// Visits everything that an instruction reads.
            pub fn op(this: &$($m)? Op, visit: &mut impl FnMut(Node<'_>)) {
                match this {
                    Op::Jump(_)
                    | Op::End
                    | Op::Next { .. }
                    | Op::Try { .. }
                    | Op::Done
                    | Op::Meet
                    | Op::Branches { .. }
                    | Op::Send { .. }
                    | Op::Prevent
                    | Op::Fail(_)
                    | Op::Fired(_) => {}
                    Op::Branch(a, _) => expr(a, visit),
                    Op::Set(to, a) | Op::Add(to, a) | Op::Known(to, a) => {
                        target(to, visit);
                        expr(a, visit);
                    }
                    Op::SetList(_, of) | Op::SetGlobalList(_, of) => list(of, visit),
                    Op::Loop(_, of) => item(of, visit),
                    Op::Lanes { seats: of, .. } => seats(of, visit),
                    Op::Move { cards: of, to, told, .. } => {
                        gather(of, visit);
                        expr(to, visit);
                        if let Some(told) = told {
                            expr(&$($m)? told.1, visit);
                        }
                    }
                    Op::Gather { cards: of, to, player, .. } => {
                        gather(of, visit);
                        expr(to, visit);
                        expr(player, visit);
                    }
                    Op::Deal { from, to, each, packet, .. } => {
                        expr(from, visit);
                        zones(to, visit);
                        for count in each.into_iter().chain(packet) {
                            expr(count, visit);
                        }
                    }
                    Op::Shuffle(of) => zones(of, visit),
                    Op::Reorder(zone, by) => {
                        expr(zone, visit);
                        match by {
                            OrderBy::Top(of) | OrderBy::Bottom(of) => cards(of, visit),
                            OrderBy::Key { key, .. } => expr(key, visit),
                            OrderBy::Reverse | OrderBy::List(_) => {}
                        }
                    }
                    Op::Turn(of, _) | Op::Destroy(of) => cards(of, visit),
                    Op::Sight(_, of, who) => {
                        cards(of, visit);
                        seats(who, visit);
                    }
                    Op::Note { of, such, least } => {
                        match of {
                            NoteSubject::Zone(zone) => expr(zone, visit),
                            NoteSubject::Cards(of) => cards(of, visit),
                        }
                        test(such, visit);
                        if let Some(least) = least {
                            expr(least, visit);
                        }
                    }
                    Op::Random { from, count, .. } => {
                        item(from, visit);
                        expr(count, visit);
                    }
                    Op::Create { to, count, .. } => {
                        expr(to, visit);
                        expr(count, visit);
                    }
                    Op::Mark(_, of, a) => {
                        cards(of, visit);
                        expr(a, visit);
                    }
                    Op::Flow(change) => match change {
                        Change::Skip(of) | Change::Extra(of) | Change::Won(of, _) | Change::Ranked(of, _) => {
                            seats(of, visit);
                        }
                        Change::Next(a) => expr(a, visit),
                        Change::State(to) | Change::Phase(to) | Change::Remove { phase: to, .. } => flow(to, visit),
                        Change::Insert { after, phase, .. } => {
                            for to in after.into_iter().chain([phase]) {
                                flow(to, visit);
                            }
                        }
                        Change::Reverse | Change::Repeat | Change::Over => {}
                    },
                    Op::Say(_, to) => seats(to, visit),
                    Op::Emit(_, fields, _) => exprs(fields, visit),
                    Op::Ask(of) => ask(of, visit),
                }
            }
        }
    };
}

walks!(
    /// Read-only visitors.
    each,
);
walks!(
    /// Mutating visitors.
    change, mut
);

/// Applies a change to every expression that a program evaluates while it runs.
pub fn change_program(program: &mut Program, visit: &mut impl FnMut(change::Node<'_>)) {
    let mut unit = |unit: &mut Unit| unit.code.iter_mut().for_each(|step| change::op(&mut step.op, visit));
    unit(&mut program.setup);
    program.rules.iter_mut().for_each(|rule| unit(&mut rule.unit));
    let rules = program.rules.iter_mut().filter_map(|rule| rule.when.as_mut());
    let transitions = program.flow.transitions.iter_mut().filter_map(|transition| transition.when.as_mut());
    rules.chain(transitions).chain(&mut program.flow.won).for_each(|when| change::expr(when, visit));
    match &mut program.flow.win {
        None => {}
        Some(Win::Winners(seats, _) | Win::Ranking(seats, _)) => change::seats(seats, visit),
        Some(Win::ByNumber { numbers, .. }) => change::list(numbers, visit),
    }
    for part in program.messages.iter_mut().flat_map(|message| &mut message.parts) {
        match part {
            MessagePart::Text(_) => {}
            MessagePart::Value(value, _) => change::expr(value, visit),
            MessagePart::List(list, _) => change::list(list, visit),
        }
    }
}
