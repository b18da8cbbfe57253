//! Converts values to a required type. A zone converts to its cards, a single value to a list of one, and the missing
//! value to every type.

use super::Compiler;
use super::codes;
use super::ids;
use super::value::{Grouping, Val, as_list, many_name, missing, one_name};
use crate::code::walk::each;
use crate::code::{Cards, Expr, Item, Kind, List, Seats, Symbol, Zones};
use crate::syntax::{At, Composition, Entries, Literal};
use rulebook_diag::{Diagnostic, Span, nearest};
use std::rc::Rc;

/// Items, their kind, and their grouping if they are groups.
pub(super) type Items<'a> = (Item, Kind, Option<Rc<Grouping<'a>>>);

impl<'a> Compiler<'a> {
    fn wrong(&mut self, wanted: &str, value: &Val<'a>, span: Span) {
        let message = format!("expected {wanted}, found {}", value.describe());
        let found = Diagnostic::error(codes::TYPE, span, message).label(format!("must be {wanted}"));
        let property = if wanted == one_name(Kind::Number) { self.property_in(value) } else { None };
        self.report(match property {
            Some("rank") => {
                found.help("a rank such as `7` is a text; use `rank_value(…)` for its position in the hierarchy")
            }
            Some(name) => match self.first_text(name) {
                Some(at) => found.secondary(at, format!("`{name}` is text because of this value")),
                None => found,
            },
            None => found,
        });
    }

    /// The property of cards that a text reads.
    fn property_in(&self, value: &Val<'a>) -> Option<&str> {
        let Val::One(Kind::Text, text) = value else { return None };
        let mut found = None;
        each::expr(text, &mut |part| {
            if let each::Node::Expr(Expr::Property(own, _)) = part {
                found = Some(*own);
            }
        });
        found.map(|property| self.game.faces.properties[property].name.as_str())
    }

    /// The first value of a property that is a text, if other cards have numbers there.
    fn first_text(&self, name: &str) -> Option<Span> {
        let (mut text, mut has_number) = (None, false);
        let mut look = |properties: &Entries<At<Literal>>| match properties.get(name) {
            Some(At { value: Literal::Text(_), span }) => text = text.or(Some(*span)),
            Some(At { value: Literal::Int(_), .. }) => has_number = true,
            _ => {}
        };
        let types = self.document.components.types.iter().flat_map(|types| types.deck_types.iter());
        for (_, kind) in types {
            look(&kind.default_properties);
            for group in &kind.composition {
                look(&group.copies.properties);
                if let Composition::Cards(listed) = &group.cards {
                    listed.cards.iter().for_each(|card| look(&card.properties));
                }
            }
        }
        text.filter(|_| has_number)
    }

    /// Converts to a scalar of a kind.
    pub(super) fn one(&mut self, kind: Kind, value: Val<'a>, span: Span) -> Expr {
        match (value, kind) {
            (Val::Hole | Val::Null, _) => missing(),
            (Val::One(found, expr), _) if found == kind => expr,
            (Val::Group(group, key), _) if group.key_kind == kind => key,
            (Val::One(Kind::Number, Expr::Const(value)), Kind::Text) => {
                Expr::Const(self.game.symbols.intern(&value.to_string()))
            }
            (Val::One(Kind::Text, text), Kind::Seat) => self.seat_of_text(text, span),
            (Val::One(Kind::Text, text), Kind::Team) => self.team_of_text(text, span),
            (value, kind) => {
                let several = matches!(
                    (&value, kind),
                    (Val::Seats(_), Kind::Seat) | (Val::Zones(_), Kind::Zone) | (Val::Cards(_), Kind::Card)
                );
                if several {
                    let message = format!("expected {}, found {}", one_name(kind), value.describe());
                    let found = Diagnostic::error(codes::SEVERAL, span, message).label("several values");
                    let help = match kind {
                        Kind::Card => "use `top(…)`, `first(…)` or `[0]` to take one of them",
                        _ => "use `FOR_EACH_PLAYER` to act for each of them, or `[0]` or `first(…)` to take one",
                    };
                    self.report(found.help(help));
                } else {
                    self.wrong(one_name(kind), &value, span);
                }
                missing()
            }
        }
    }

    pub(super) fn number(&mut self, value: Val<'a>, span: Span) -> Expr {
        self.one(Kind::Number, value, span)
    }

    pub(super) fn bool(&mut self, value: Val<'a>, span: Span) -> Expr {
        self.one(Kind::Bool, value, span)
    }

    pub(super) fn seat(&mut self, value: Val<'a>, span: Span) -> Expr {
        self.one(Kind::Seat, value, span)
    }

    pub(super) fn zone(&mut self, value: Val<'a>, span: Span) -> Expr {
        self.one(Kind::Zone, value, span)
    }

    /// Converts a value to a list of cards. The value can be a zone, several zones, one card, a list of cards, or a group.
    /// An empty or missing value gives no cards.
    pub(super) fn cards(&mut self, value: Val<'a>, span: Span) -> Cards {
        match value {
            Val::Hole | Val::Null | Val::Empty => Cards::Join(Vec::new()),
            Val::Cards(cards) => cards,
            Val::One(Kind::Card, card) => Cards::One(Box::new(card)),
            Val::One(Kind::Zone, zone) => Cards::Zone(Box::new(zone)),
            Val::Zones(zones) => Cards::Zones(zones),
            Val::Group(group, key) => {
                let members = self.members(&group, key, span);
                self.cards(members, span)
            }
            value => {
                self.wrong("cards or a zone", &value, span);
                Cards::Join(Vec::new())
            }
        }
    }

    pub(super) fn seats(&mut self, value: Val<'a>, span: Span) -> Seats {
        match value {
            Val::Hole | Val::Null | Val::Empty => Seats::These(Vec::new()),
            Val::Seats(seats) => seats,
            // Check each constant id separately.
            Val::List(Kind::Text, List::Of(ids)) => {
                let seats = ids.into_iter().map(|id| self.seat_of_text(id, span)).collect();
                Seats::List(Box::new(List::Of(seats)))
            }
            Val::List(Kind::Text, list) => {
                let temp = self.temp(span);
                let seat = self.seat_of_text(Expr::Temp(temp), span);
                self.end_temp();
                Seats::List(Box::new(List::Map(Box::new(Item::List(list)), temp, Box::new(seat))))
            }
            Val::One(Kind::Team, team) => Seats::Team(Box::new(team)),
            value => Seats::One(Box::new(self.seat(value, span))),
        }
    }

    pub(super) fn zones(&mut self, value: Val<'a>, span: Span) -> Zones {
        match value {
            Val::Hole | Val::Null | Val::Empty => Zones::These(Vec::new()),
            Val::Zones(zones) => zones,
            value => Zones::One(Box::new(self.zone(value, span))),
        }
    }

    /// Converts to any collection. A zone converts to its cards.
    pub(super) fn items(&mut self, value: Val<'a>, span: Span) -> Option<Items<'a>> {
        Some(match value {
            Val::Cards(cards) => (Item::Cards(cards), Kind::Card, None),
            Val::One(Kind::Zone, zone) => (Item::Cards(Cards::Zone(Box::new(zone))), Kind::Card, None),
            Val::Seats(seats) => (Item::Seats(seats), Kind::Seat, None),
            Val::Zones(zones) => (Item::Zones(zones), Kind::Zone, None),
            Val::List(kind, list) => (Item::List(list), kind, None),
            Val::Empty => (Item::List(List::Of(Vec::new())), Kind::Number, None),
            Val::Groups(group, keys) => {
                let kind = group.key_kind;
                (Item::List(keys), kind, Some(group))
            }
            Val::Group(group, key) => {
                let members = self.members(&group, key, span);
                return self.items(members, span);
            }
            Val::One(Kind::Team, team) => (Item::Seats(Seats::Team(Box::new(team))), Kind::Seat, None),
            // `[opponent]` is one player or several, depending on the number of players.
            Val::One(Kind::Seat, seat) => (Item::Seats(Seats::One(Box::new(seat))), Kind::Seat, None),
            Val::Hole | Val::Null => return None,
            value => {
                let message = format!("expected a list, found {}", value.describe());
                let found = Diagnostic::error(codes::TYPE, span, message).label("must be a list");
                self.report(found.help("write a list as `list: […]`, or as `[…]` in a string"));
                return None;
            }
        })
    }

    /// Converts to a list of scalars of a kind.
    pub(super) fn list_of(&mut self, kind: Kind, value: Val<'a>, span: Span) -> List {
        let described = value.describe();
        let open = value.is_open();
        let Some((item, found, _)) = self.items(value, span) else { return List::Of(Vec::new()) };
        if found != kind && !open {
            let message = format!("expected a list of {}, found {described}", many_name(kind));
            self.report(Diagnostic::error(codes::TYPE, span, message));
        }
        as_list(item)
    }

    /// The seat with this id.
    pub(super) fn seat_of_text(&mut self, text: Expr, span: Span) -> Expr {
        let names = self.game.seat_ids.clone();
        if let Expr::Const(symbol) = text {
            if let Some(seat) = names.iter().position(|name| *name == symbol) {
                return Expr::Const(seat as i32);
            }
            let id = self.game.symbols.text(symbol).to_owned();
            self.known_id(&id, span);
            return missing();
        }
        let mut seat = missing();
        for (number, name) in names.into_iter().enumerate().rev() {
            let is = Expr::Compare(crate::code::Compare::Eq, Box::new(text.clone()), Box::new(Expr::Const(name)));
            seat = Expr::If(Box::new(is), Box::new(Expr::Const(number as i32)), Box::new(seat));
        }
        seat
    }

    /// Reports an id that no player can have. An unknown id is an error if the document names its players. Otherwise it
    /// is only a warning, because the author may mean a person.
    fn known_id(&mut self, id: &str, span: Span) {
        let players = &self.document.meta.players;
        let known = ids::all(players);
        if known.iter().any(|known| known == id) {
            return;
        }
        let message = format!("no player has the id `{id}`");
        let found = match ids::are_given(players) {
            true => Diagnostic::error(codes::UNKNOWN_PLAYER, span, message).label("unknown id").help(
                match nearest(id, known.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the ids are {}", known.join(", ")),
                },
            ),
            false => Diagnostic::warning(codes::UNKNOWN_PLAYER, span, message)
                .label("no player has this id")
                .help("the ids are `p1`, `p2` and so on; to change them, write `ids` next to `min` and `max`"),
        };
        self.report(found);
    }

    /// The team with this name. A player without a team is a team of their own, named by their id.
    pub(super) fn team_of_text(&mut self, text: Expr, span: Span) -> Expr {
        let game = &self.game;
        let named = |name: Symbol| match game.seat_names.iter().position(|seat| *seat == name) {
            Some(seat) => game.seat_ids[seat],
            None => name,
        };
        let names: Vec<Symbol> = game.team_names.iter().copied().map(named).collect();
        if let Expr::Const(symbol) = text {
            if let Some(team) = names.iter().position(|name| *name == symbol) {
                return Expr::Const(team as i32);
            }
            let name = self.game.symbols.text(symbol).to_owned();
            let declared: Vec<&str> = self.document.components.teams.iter().map(|team| team.name.as_str()).collect();
            if !declared.contains(&name.as_str()) {
                let near = nearest(&name, declared).map(str::to_owned);
                let found = Diagnostic::error(codes::UNKNOWN_PLAYER, span, format!("no team is called `{name}`"));
                self.report(found.label("unknown team").did_you_mean(near.as_deref(), false));
            }
            return missing();
        }
        let mut team = missing();
        for (number, name) in names.into_iter().enumerate().rev() {
            let is = Expr::Compare(crate::code::Compare::Eq, Box::new(text.clone()), Box::new(Expr::Const(name)));
            team = Expr::If(Box::new(is), Box::new(Expr::Const(number as i32)), Box::new(team));
        }
        team
    }
}
