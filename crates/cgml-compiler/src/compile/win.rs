//! Compiles the win condition (CGML 16.2).

use super::value::Val;
use super::{Compiler, codes};
use crate::code::{Expr, Item, Kind, List, Message, MessagePart, Seats, Win};
use crate::syntax::{self, ExprKind, Op};
use rulebook_diag::Diagnostic;

impl<'a> Compiler<'a> {
    /// Compiles the win condition.
    pub(super) fn win(&mut self) -> Option<Win> {
        let written = self.document.flow.win_condition.as_ref()?;
        let evaluator = &written.evaluator;
        let win = self.free(|check| check.evaluator(evaluator));
        let Some(text) = &written.reason else { return win };
        let reason = Some(self.free(|check| check.message(text)));
        Some(match win? {
            Win::Winners(seats, _) => Win::Winners(seats, reason),
            Win::Ranking(seats, _) => Win::Ranking(seats, reason),
            Win::ByNumber { numbers, least, .. } => Win::ByNumber { numbers, least, reason },
        })
    }

    /// Compiles `won`: whether a solo or cooperative game is won.
    pub(super) fn won(&mut self) -> Option<Expr> {
        let won = self.document.flow.win_condition.as_ref()?.won.as_ref()?;
        let against = self.game.teams.iter().any(|team| *team != self.game.teams[0]);
        // Do not warn if the game can also be played alone.
        if against && self.document.meta.players.min.value > 1 {
            let message = "`won` is only for solo games and for games with one team";
            let found = Diagnostic::warning(codes::NEVER_FIRES, won.span, message).label("never used");
            self.report(found.help("use the `evaluator` to say which player has won"));
        }
        Some(self.free(|check| check.condition(won)))
    }

    fn evaluator(&mut self, evaluator: &'a syntax::Expr) -> Option<Win> {
        if let ExprKind::Call { op: op @ (Op::Max | Op::Min), args, .. } = &evaluator.kind
            && let Some(numbers) = self.number_a_player(args)
        {
            return Some(Win::ByNumber { numbers, least: *op == Op::Min, reason: None });
        }
        if let ExprKind::Record(fields) = &evaluator.kind {
            return self.outcome(fields, evaluator);
        }
        let before = self.diags.len();
        if let ExprKind::List(items) = &evaluator.kind {
            self.named_twice(items);
        }
        match self.lower(evaluator) {
            Val::Hole | Val::Null => None,
            Val::One(Kind::Seat, seat) => Some(Win::Winners(Seats::One(Box::new(seat)), None)),
            Val::One(Kind::Team, team) => Some(Win::Winners(Seats::Team(Box::new(team)), None)),
            value @ Val::One(Kind::Text, _) => {
                let seat = self.seat(value, evaluator.span);
                Some(Win::Winners(Seats::One(Box::new(seat)), None))
            }
            value @ (Val::Seats(_) | Val::List(Kind::Text, _)) => {
                Some(Win::Ranking(self.seats(value, evaluator.span), None))
            }
            Val::Record(fields) => self.outcome_of(fields, evaluator),
            other => {
                if self.diags.len() == before {
                    let message = format!("a win condition must give players, found {}", other.describe());
                    let found = Diagnostic::error(codes::WIN, evaluator.span, message).label("who has won?");
                    self.report(found.help(
                        "write a player, a ranking, `{winners, reason}`, or `max` or `min` of a list with a number for each player",
                    ));
                }
                None
            }
        }
    }

    /// Reports a player who occurs twice in a ranking, if that is known at compile time.
    fn named_twice(&mut self, items: &'a [syntax::Expr]) {
        for (at, item) in items.iter().enumerate() {
            let plain = matches!(item.kind, ExprKind::Literal(_) | ExprKind::Path(_) | ExprKind::Ref(_));
            if plain && items[..at].iter().any(|before| before.to_string() == item.to_string()) {
                let message = "a ranking must name each player once";
                self.report(Diagnostic::error(codes::WIN, item.span, message).label("already named"));
            }
        }
    }

    /// The numbers of all players: a list with one number for each player, or an expression that gives a number for
    /// each player.
    fn number_a_player(&mut self, args: &'a [syntax::Expr]) -> Option<List> {
        let seats = self.game.seats;
        match args {
            [of, key] => {
                let Val::Seats(Seats::These(all)) = self.lower(of) else { return None };
                if all.len() != seats {
                    return None;
                }
                let (temp, value) = self.with_item(Kind::Seat, None, None, key.span, |check, _| {
                    let value = check.lower(key);
                    check.number(value, key.span)
                });
                Some(List::Map(Box::new(Item::Seats(Seats::These(all))), temp, Box::new(value)))
            }
            [of] => {
                if let ExprKind::List(items) = &of.kind {
                    let values: Vec<Val<'a>> = items.iter().map(|item| self.lower(item)).collect();
                    if values.iter().all(|value| matches!(value, Val::One(Kind::Number, _))) {
                        if values.len() != seats {
                            // The message lists all player counts. So it is the same for each player count and is
                            // reported only once.
                            let players = &self.document.meta.players;
                            let wanted = match (players.min.value, players.max.value) {
                                (least, most) if least == most => format!("there are {most} players"),
                                (least, most) => format!("there can be {least} to {most} players"),
                            };
                            let message = format!("the list has {} numbers, but {wanted}", values.len());
                            let found =
                                Diagnostic::error(codes::WIN, of.span, message).label("needs one for each player");
                            self.report(found.help("write `max($.players, …)`, which reads each player as `$.player`"));
                        }
                        let numbers = values.into_iter().filter_map(|value| match value {
                            Val::One(_, Expr::Const(crate::code::MISSING)) => Some(Expr::Const(i32::MIN + 1)),
                            Val::One(_, number) => Some(number),
                            _ => None,
                        });
                        return Some(List::Of(numbers.collect()));
                    }
                }
                let value = self.lower(of);
                match value {
                    Val::List(Kind::Number, list) if is_of_all_players(&list, seats) => Some(list),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn outcome(&mut self, fields: &'a [(syntax::Name, syntax::Expr)], at: &'a syntax::Expr) -> Option<Win> {
        for (_, value) in fields.iter().filter(|(name, _)| name.text == "reason") {
            if matches!(&value.kind, ExprKind::Literal(syntax::Literal::Text(text)) if text.contains(['{', '}'])) {
                let message = "braces are not replaced in the reason of an evaluator";
                let found = Diagnostic::error(codes::WIN, value.span, message).label("shown as written");
                self.report(found.help("write `reason:` directly under `win_condition:`"));
            }
        }
        let fields = fields.iter().map(|(name, value)| (name.text.clone(), self.lower(value))).collect();
        self.outcome_of(fields, at)
    }

    fn outcome_of(&mut self, fields: Vec<(String, Val<'a>)>, at: &'a syntax::Expr) -> Option<Win> {
        let mut winners = None;
        let mut reason = None;
        for (name, value) in fields {
            match name.as_str() {
                "winners" => winners = Some(self.seats(value, at.span)),
                "reason" => {
                    let text = self.one(Kind::Text, value, at.span);
                    let part = match text {
                        Expr::Const(symbol) => MessagePart::Text(self.game.symbols.text(symbol).to_owned()),
                        text => MessagePart::Value(text, Kind::Text),
                    };
                    self.messages.push(Message { parts: vec![part] });
                    reason = Some(self.messages.len() - 1);
                }
                _ => {}
            }
        }
        if winners.is_none() {
            self.report(Diagnostic::error(codes::WIN, at.span, "an outcome needs `winners`").label("who has won?"));
        }
        Some(Win::Winners(winners?, reason))
    }
}

/// Whether the list has one item for each player, in seat order.
fn is_of_all_players(list: &List, seats: usize) -> bool {
    match list {
        List::Of(items) => items.len() == seats,
        List::Let(_, list) => is_of_all_players(list, seats),
        List::Map(item, ..) => matches!(&**item, Item::Seats(Seats::These(all)) if all.len() == seats),
        _ => false,
    }
}
