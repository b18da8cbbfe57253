//! Compiles questions to a player (CGML 13.6, 13.8).

use super::super::scope::{Bound, How};
use super::super::value::{Ty, Val, as_list};
use super::super::{Compiler, codes};
use crate::code::{Ask, Audience, Button, Cards, Expr, Item, Kept, Kind, List, Many, Op, Options, Seats, SlotId};
use crate::syntax::{self, Action, OptionKind, RequestInput, TypedOptions};
use rulebook_diag::{Diagnostic, Span};

impl<'a> Compiler<'a> {
    pub(super) fn act_request_input(&mut self, act: &'a RequestInput, action: &'a Action) {
        let who = self.who_one(&act.player, action.span);
        self.own_lane(&who, act.player.span.unwrap_or(action.span));
        let prompt = act.prompt.as_ref().map(|prompt| self.message(prompt));
        let (mut min, mut max) = (act.min.as_ref(), act.max.as_ref());
        let (options, constraint) = match &act.options {
            syntax::Options::Items(expr) => {
                let value = self.lower(expr);
                let value = match (value, &act.filter) {
                    (Val::Hole, _) => return self.after_hole(action),
                    (value, None) => value,
                    (value, Some(filter)) => {
                        let value = self.several(value);
                        self.kept_items(value, expr.span, filter)
                    }
                };
                (self.choices(value, expr.span), None)
            }
            syntax::Options::Typed(typed) => {
                if typed.kind.value != OptionKind::Number {
                    (min, max) = (min.or(typed.min.as_ref()), max.or(typed.max.as_ref()));
                }
                (self.typed(typed, act.filter.as_ref()), typed.constraint.as_ref())
            }
        };
        let Some((options, kind)) = options else { return self.after_hole(action) };
        let set = matches!(&act.options, syntax::Options::Typed(typed) if typed.kind.value == OptionKind::CardSet);
        let many = act.multiselect || set || min.is_some() || max.is_some();
        self.ask(who, prompt, options, kind, many.then_some((min, max, constraint)), false, action);
    }

    /// Emits a question and stores the answer.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn ask(
        &mut self,
        who: Expr,
        prompt: Option<usize>,
        options: Options,
        kind: Kind,
        many: Option<(Option<&'a syntax::Expr>, Option<&'a syntax::Expr>, Option<&'a syntax::Expr>)>,
        ordered: bool,
        action: &'a Action,
    ) {
        // New action: add it here and in `asked` if it asks a player, and its options could leak hidden cards.
        let (buttons, must, pressed) = match &action.verb {
            syntax::Verb::RequestInput(act) => self.buttons(act, action),
            _ => (Vec::new(), None, None),
        };
        let audience = match &action.verb {
            syntax::Verb::RequestInput(act) => self.audience_of_answer(act, &options),
            _ => None,
        };
        let label = self.label(kind, action);
        let from = match &options {
            Options::Cards(cards) => Some(Item::Cards(cards.clone())),
            Options::Values(list, _) => Some(Item::List(list.clone())),
            Options::Seats(_) | Options::Zones(_) | Options::Number(..) | Options::YesNo => None,
        };
        let Some((min, max, constraint)) = many else {
            let into = match self.keep_one(action, kind) {
                Kept::One(slot) => slot,
                _ => self.unit.slot("answer", kind),
            };
            from.into_iter().for_each(|from| self.kept_from(from));
            let ask = Ask { who, prompt, options, buttons, must, pressed, label, audience, into, many: None };
            self.asked(ask, action);
            return;
        };
        let (min_at, max_at) = (min.map(|min| min.span), max.map(|max| max.span));
        let min = self.count_or_one(min);
        let max = max.map(|max| self.count_or_one(Some(max)));
        self.in_order(&min, max.as_ref(), max_at.or(min_at).unwrap_or(action.span), "picks");
        let constraint = constraint.map(|constraint| self.constraint(constraint, from.as_ref()));
        let into = match self.keep_many(action, kind) {
            Kept::Many(list) => list,
            _ => self.unit.list("answers", kind),
        };
        from.into_iter().for_each(|from| self.kept_from(from));
        let many = Some(Many { min, max, ordered, constraint, into });
        let slot = self.unit.slot("put back", Kind::Number);
        self.asked(Ask { who, prompt, options, buttons, must, pressed, label, audience, into: slot, many }, action);
    }

    /// The buttons beside the options. The second value is the condition `must`: if it is true, the buttons appear only
    /// if there are no options. The third is the slot for the text of the pressed button.
    fn buttons(&mut self, act: &'a RequestInput, action: &'a Action) -> (Vec<Button>, Option<Expr>, Option<SlotId>) {
        let written = &act.otherwise.0;
        if written.len() > usize::from(u8::MAX) {
            let message = format!("a question can have at most {} buttons", u8::MAX);
            self.error(codes::LIMIT, action.span, message);
        }
        for (at, button) in written.iter().enumerate() {
            if let Some(known) = written[..at].iter().find(|known| known.text.text == button.text.text) {
                let message = format!("two buttons are called `{}`", button.text);
                let found = Diagnostic::error(codes::TWICE, button.text.span, message);
                self.report(found.secondary(known.text.span, "first button"));
            }
        }
        let mut buttons = Vec::new();
        for button in written {
            let when = button.condition.as_ref().map(|condition| self.condition(condition));
            buttons.push(Button { text: self.game.symbols.intern(button.text.as_str()), when });
        }
        let must = act.must.0.as_ref().map(|must| self.condition(must)).filter(|must| *must != Expr::Const(0));
        let name = act.pressed_as.as_ref();
        if let (Some(name), true) = (name, buttons.is_empty()) {
            let found = Diagnostic::error(codes::ACTION, name.span, "there is no button that could be pressed");
            self.report(found.help("add buttons: `otherwise: [draw, pass]`"));
        }
        let pressed = (name.is_some() || buttons.len() > 1).then(|| {
            let slot = self.unit.slot(name.map_or("pressed", |name| name.as_str()), Kind::Text);
            if let Some(name) = name {
                if action.common.condition.is_some() || self.forks > 0 {
                    self.loose.push((Ty::One(Kind::Text), slot.0));
                }
                self.bind(name.as_str(), How::Ref, Bound::Val(Val::text(Expr::Slot(slot))));
            }
            slot
        });
        (buttons, must, pressed)
    }

    /// The audience of the answer, or `None` if everybody learns it.
    fn audience_of_answer(&mut self, act: &'a RequestInput, options: &Options) -> Option<Audience> {
        let written = act.audience.filter(|written| written.value != Audience::All)?;
        let (message, help) = match (written.value, options) {
            (Audience::Nobody, _) => (
                "the asked player always knows the answer".to_owned(),
                "write `owner` to tell only the asked player, or `team` to tell their team too",
            ),
            (_, Options::Cards(_)) => (
                "`audience` cannot hide a card, because its zone decides who sees it".to_owned(),
                "move the card to a zone that the others do not see, or use `face: down`",
            ),
            _ => return Some(written.value),
        };
        self.report(Diagnostic::error(codes::ACTION, written.span, message).help(help));
        None
    }

    /// Reports a question whose minimum is greater than its maximum.
    fn in_order(&mut self, least: &Expr, most: Option<&Expr>, at: Span, what: &str) {
        if let (Expr::Const(least), Some(Expr::Const(most))) = (least, most)
            && least > most
            && ![*least, *most].contains(&crate::code::MISSING)
        {
            let message = format!("no {what} are possible, because the minimum {least} is above the maximum {most}");
            let found = Diagnostic::error(codes::ACTION, at, message).label(format!("less than the minimum, {least}"));
            self.report(found);
        }
    }

    /// Emits a question and warns if its options leak hidden information. A player who searches a zone may look at it,
    /// so `SEARCH_ZONE` is not checked.
    fn asked(&mut self, ask: Ask, action: &'a Action) {
        if let syntax::Verb::RequestInput(act) = &action.verb {
            let at = match &act.options {
                syntax::Options::Items(expr) => expr.span,
                syntax::Options::Typed(typed) => typed.span,
            };
            self.tells(&ask, at);
        }
        self.unit.emit(Op::Ask(Box::new(ask)));
    }

    /// Reports a question to another player inside a simultaneous loop.
    pub(super) fn own_lane(&mut self, who: &Expr, span: Span) {
        if let Some(lane) = self.lane
            && *who != Expr::Slot(lane)
        {
            let message = "while all players act at once, each player can only be asked about their own move";
            let found = Diagnostic::error(codes::NOT_AT_ONCE, span, message).label("must be `$player`");
            self.report(found);
        }
    }

    /// After an error, marks the answer as unusable, so that uses of the answer are not reported too.
    fn after_hole(&mut self, action: &'a Action) {
        if let syntax::Verb::RequestInput(act) = &action.verb
            && let Some(name) = &act.pressed_as
        {
            self.bind(name.as_str(), How::Ref, Bound::Val(Val::Hole));
        }
        if let Some(name) = &action.common.store_as
            && action.common.keep.is_none()
        {
            self.bind(name.as_str(), How::Ref, Bound::Val(Val::Hole));
        }
    }

    /// Converts a single value to a list of one.
    fn several(&mut self, value: Val<'a>) -> Val<'a> {
        match value {
            Val::One(Kind::Seat, seat) => Val::Seats(Seats::One(Box::new(seat))),
            Val::One(Kind::Card, card) => Val::Cards(Cards::One(Box::new(card))),
            Val::One(kind @ (Kind::Number | Kind::Text | Kind::Bool | Kind::Team), only) => {
                Val::List(kind, List::Of(vec![only]))
            }
            value => value,
        }
    }

    /// Converts a value to options, with the kind of an option.
    fn choices(&mut self, value: Val<'a>, span: Span) -> Option<(Options, Kind)> {
        let value = self.several(value);
        let (items, kind, _) = self.items(value, span)?;
        let options = match items {
            Item::Cards(cards) => Options::Cards(cards),
            Item::Seats(seats) => Options::Seats(seats),
            Item::Zones(zones) => Options::Zones(zones),
            Item::List(list) => Options::Values(list, kind),
        };
        Some((options, kind))
    }

    fn typed(&mut self, typed: &'a TypedOptions, filter: Option<&'a syntax::Expr>) -> Option<(Options, Kind)> {
        let span = typed.span;
        let from = typed.from.as_ref().map(|from| (self.lower(from), from.span));
        if matches!(from, Some((Val::Hole, _))) {
            return None;
        }
        if let (Some(constraint), false) = (&typed.constraint, typed.kind.value == OptionKind::CardSet) {
            self.error(codes::ACTION, constraint.span, "`constraint` is only allowed with `type: card_set`");
        }
        let value = match typed.kind.value {
            OptionKind::YesNo => return Some((Options::YesNo, Kind::Bool)),
            OptionKind::Number => {
                let mut bound = |bound: Option<&'a syntax::Expr>, word: &str| match bound {
                    Some(bound) => {
                        let value = self.lower(bound);
                        self.number(value, bound.span)
                    }
                    None => {
                        self.error(codes::ACTION, span, format!("a question for a number needs `{word}`"));
                        Expr::Const(0)
                    }
                };
                let (least, most) = (bound(typed.min.as_ref(), "min"), bound(typed.max.as_ref(), "max"));
                self.in_order(&least, Some(&most), typed.max.as_ref().map_or(span, |max| max.span), "numbers");
                return Some((Options::Number(least, most), Kind::Number));
            }
            OptionKind::Player => match from {
                Some((value, at)) => Val::Seats(self.seats(value, at)),
                None => Val::Seats(Seats::These((0..self.game.seats as u8).collect())),
            },
            OptionKind::Card | OptionKind::CardSet => match from {
                Some((value, at)) => Val::Cards(self.cards(value, at)),
                None => {
                    self.error(codes::ACTION, span, "a question for cards needs `from:` with a zone");
                    return None;
                }
            },
            kind @ (OptionKind::Rank | OptionKind::Suit) => {
                let property = if kind == OptionKind::Rank { "rank" } else { "suit" };
                match from {
                    Some((value @ Val::List(..), _)) => value,
                    Some((value, at)) => {
                        let cards = self.cards(value, at);
                        let Val::List(kind, list) = self.card_property(Val::Cards(cards), property, at) else {
                            return None;
                        };
                        Val::List(kind, List::Distinct(Box::new(list)))
                    }
                    None => self.printed(property, typed)?,
                }
            }
        };
        let value = match filter {
            Some(filter) => self.kept_items(value, span, filter),
            None => value,
        };
        self.choices(value, span)
    }

    /// The ranks or suits of a deck, as a list.
    fn printed(&mut self, property: &str, typed: &'a TypedOptions) -> Option<Val<'a>> {
        let decks = &self.game.faces.decks;
        let deck = match (&typed.deck, decks.as_slice()) {
            (Some(name), _) => decks.iter().find(|deck| deck.name == name.text),
            (None, [only]) => Some(only),
            (None, _) => None,
        };
        // If the cards of a deck could not be read, the mistake has already been reported.
        let written = self.document.components.decks.iter().filter(|(_, deck)| !deck.disabled);
        let lost = written.count() > decks.len();
        let Some(deck) = deck else {
            if lost {
                return None;
            }
            let found = match &typed.deck {
                Some(name) => {
                    let known = decks.iter().map(|deck| deck.name.as_str());
                    super::super::unknown_names::unknown(codes::UNKNOWN_DECK, "deck", name, known)
                }
                None => Diagnostic::error(
                    codes::ACTION,
                    typed.span,
                    "this action must name a `deck`, because the game does not have exactly one",
                )
                .help("write `deck: …`"),
            };
            self.report(found);
            return None;
        };
        let values = self.game.faces.values(property, deck).into_iter().map(Expr::Const).collect();
        Some(Val::List(Kind::Text, List::Of(values)))
    }

    /// Converts a value to a list of scalars.
    pub(super) fn listed(&mut self, value: Val<'a>, span: Span) -> Option<(List, Kind)> {
        let (items, kind, _) = self.items(value, span)?;
        Some((as_list(items), kind))
    }
}
