//! Compiles selectors (CGML 6): paths from a root through fields and filters.

use super::value::{Val, missing};
use super::{Compiler, codes};
use crate::code::{Cards, Expr, Item, Kind, List, Seats, Zones};
use crate::syntax::{self, Anchor, Name, Root, Segment, SegmentKind, Selector};
use rulebook_diag::{Diagnostic, Span, nearest};

/// The roots of paths that are not names of the document.
pub(super) const ROOTS: [&str; 4] = ["players", "zones", "teams", "turn_index"];

impl<'a> Compiler<'a> {
    /// Compiles a path.
    pub(super) fn select(&mut self, path: &'a Selector) -> Val<'a> {
        self.select_up_to(path, path.segments.len())
    }

    /// Compiles the first segments of a path.
    pub(super) fn select_up_to(&mut self, path: &'a Selector, end: usize) -> Val<'a> {
        let segments = &path.segments[..end];
        let (mut value, rest) = match &path.root {
            Root::Game => match segments.split_first() {
                Some((Segment { kind: SegmentKind::Field(name), .. }, rest)) => self.root(name, rest),
                _ => {
                    let message = "the path is incomplete: add `players`, `zones` or a variable";
                    self.error(codes::UNKNOWN_NAME, path.span, message);
                    return Val::Hole;
                }
            },
            Root::Anchor(anchor) => (self.anchor(*anchor, path.span), segments),
            Root::Ref(name) => (self.reference(name), segments),
            Root::Expr(expr) => (self.lower(expr), segments),
        };
        for segment in rest {
            if matches!(value, Val::Hole) {
                return Val::Hole;
            }
            value = self.step(value, segment);
        }
        value
    }

    /// Compiles `$.name`: a binding, a variable or a root. Returns the remaining segments.
    fn root(&mut self, name: &Name, rest: &'a [Segment]) -> (Val<'a>, &'a [Segment]) {
        if let Some(bound) = self.bound_path(name.as_str()) {
            if let ("player", Some(Segment { kind: SegmentKind::Index(place), span })) = (name.as_str(), rest.first()) {
                let found = Diagnostic::error(codes::TYPE, *span, "`$.player` is a single player").label("not a list");
                self.report(found.help(format!("to take one of all players, write `$.players[{place}]`")));
                return (Val::Hole, rest);
            }
            return (self.unfold(bound, name.span), rest);
        }
        if self.game.variable(name.as_str()).is_some() && !ROOTS.contains(&name.as_str()) {
            return self.variable_path(name, None, rest);
        }
        let value = match name.as_str() {
            "players" => Val::Seats(Seats::These((0..self.game.seats as u8).collect())),
            "zones" => Val::AllZones,
            "teams" if self.document.components.teams.is_empty() => {
                self.report(super::unknown_names::no_teams(name.span));
                Val::Hole
            }
            "teams" => {
                let teams = (0..self.game.team_names.len() as i32).map(Expr::Const).collect();
                Val::List(Kind::Team, List::Of(teams))
            }
            "turn_index" => Val::number(Expr::TurnIndex),
            _ => {
                let undeclared = self.visible().any(|binding| binding.name == super::scope::UNDECLARED);
                if !undeclared && !self.old_variable(name, rest) {
                    self.unknown_name(name);
                }
                Val::Hole
            }
        };
        (value, rest)
    }

    /// Reports `$.variables.name` and `$.game.name`, which are written `$.name`.
    pub(super) fn old_variable(&mut self, root: &Name, rest: &'a [Segment]) -> bool {
        let Some(Segment { kind: SegmentKind::Field(name), span }) = rest.first() else { return false };
        let known = |name: &str| ROOTS.contains(&name) || name == "variables" || self.game.variable(name).is_some();
        if root.text == "game" && known(name.as_str()) {
            let whole = Span { end: span.end, ..root.span };
            let found = Diagnostic::error(codes::OLD_PATH, whole, "`$.game` does not exist: `$` is the game");
            let found = found.label("unknown root");
            self.report(match root.span.file == span.file {
                true => found.did_you_mean(Some(name.as_str()), false),
                false => found.help(format!("write `$.{name}`")),
            });
            return true;
        }
        let Some(number) = self.game.variable(name.as_str()).filter(|_| root.text == "variables") else { return false };
        let whole = Span { end: span.end, ..root.span };
        let found = Diagnostic::error(codes::OLD_PATH, whole, "`$.variables` does not exist");
        let found = found.label("unknown root");
        self.report(match self.game.variables[number].scope {
            syntax::Scope::Global if root.span.file == span.file => found.did_you_mean(Some(name.as_str()), false),
            syntax::Scope::Global => found.help(format!("write `$.{name}`")),
            _ => found.help(format!("each player has one: `$.players[current].{name}`")),
        });
        true
    }

    fn unknown_name(&mut self, name: &Name) {
        let found = Diagnostic::error(codes::UNKNOWN_NAME, name.span, format!("`$.{name}` does not exist here"));
        let found = found.label("neither a variable nor in the context");
        let here = self.visible().filter(|binding| binding.how != super::scope::How::Ref);
        let variables = self.game.variables.iter().map(|variable| variable.name.as_str());
        let known: Vec<&str> = here.map(|b| b.name.as_str()).chain(variables).chain(ROOTS).collect();
        let near = nearest(name.as_str(), known).map(str::to_owned);
        let zone = self.game.zones.iter().find(|zone| zone.name == name.text);
        // The items of several zones are zones. The items of one zone are its cards.
        let item = self.visible().rev().find(|binding| binding.name == "item").map(|binding| &binding.what);
        let of_zones = name.text == "card" && matches!(item, Some(super::scope::Bound::Val(Val::One(Kind::Zone, _))));
        let stored = self.visible().any(|b| b.how == super::scope::How::Ref && b.name == name.text);
        let current = ["current", "currentPlayer", "current_player", "active_player"].contains(&name.as_str());
        let found = match (&near, zone) {
            _ if stored => found.help(format!("write `ref:{name}` for the stored value")),
            _ if current => found.help("write `$currentPlayer` for the player whose turn it is"),
            _ if of_zones => found.help("the items here are zones; write `[*]` after them for their cards"),
            (None, Some(zone)) if zone.is_shared() => found.help(format!("write `$.zones.{name}` for the zone")),
            (None, Some(_)) => {
                found.help(format!("write `$.players[current].zones.{name}` for the zone of the current player"))
            }
            _ => found.did_you_mean(near.as_deref(), false),
        };
        self.report(found);
    }

    /// Compiles a variable, or the field of a record that the path continues to. Returns the remaining segments.
    pub(super) fn variable_path(
        &mut self,
        name: &Name,
        owner: Option<Val<'a>>,
        rest: &'a [Segment],
    ) -> (Val<'a>, &'a [Segment]) {
        if self.game.is_lost(name.as_str()) {
            return (Val::Hole, rest);
        }
        let mut full = name.text.clone();
        let mut rest = rest;
        while let Some((Segment { kind: SegmentKind::Field(field), .. }, behind)) = rest.split_first() {
            let longer = format!("{full}.{field}");
            if self.game.variable(&longer).is_none() {
                let prefix = format!("{full}.");
                let is_record = self.game.variables.iter().any(|variable| variable.name.starts_with(&prefix));
                let untyped = self.game.variable(&full).is_some_and(|number| self.game.variables[number].ty.is_none());
                if is_record || untyped && self.game.variables.iter().all(|v| v.name != full || v.computed.is_none()) {
                    if !self.learning {
                        let fields = self.game.variables.iter().filter_map(|v| v.name.strip_prefix(&prefix));
                        let found = super::unknown_names::unknown(codes::UNKNOWN_FIELD, "field", field, fields);
                        self.report(found);
                    }
                    return (Val::Hole, behind);
                }
                break;
            }
            full = longer;
            rest = behind;
        }
        (self.read_variable(&full, owner, name.span), rest)
    }

    /// Compiles `$currentPlayer` and the other anchors (CGML 6.3).
    fn anchor(&mut self, anchor: Anchor, span: Span) -> Val<'a> {
        match anchor {
            Anchor::CurrentPlayer => Val::seat(self.current(span)),
            Anchor::ActiveState => Val::text(Expr::ActiveState),
            Anchor::CurrentPhase => {
                self.phase_reads += 1;
                Val::text(Expr::ActivePhase)
            }
            Anchor::TurnOrder => Val::Seats(Seats::TurnOrder),
            Anchor::Teammates => Val::Seats(Seats::Teammates(Box::new(self.current(span)))),
            bound => match self.bound_path(bound.word()) {
                Some(what) => self.unfold(what, span),
                None => {
                    let word = bound.word();
                    let found = Diagnostic::error(codes::NOT_HERE, span, format!("`${word}` is not available here"));
                    let help = match bound {
                        Anchor::Player => "it is the player of FOR_EACH_PLAYER or of the event",
                        Anchor::Card => "it is the card of a filter or of the event",
                        Anchor::Zone => "it is the zone of a filter or of the event",
                        _ => "it is a field of some events only (CGML 10.2)",
                    };
                    self.report(found.label("not bound").help(help));
                    Val::Hole
                }
            },
        }
    }

    /// The player that `current` means: the player whose turn it is, or in a simultaneous game the player of the loop.
    pub(super) fn current(&mut self, span: Span) -> Expr {
        if !self.game.simultaneous {
            return Expr::Current;
        }
        if let Some(player) = &self.loop_player {
            return player.clone();
        }
        let message = "a simultaneous game has no current player";
        let found = Diagnostic::error(codes::NO_CURRENT, span, message).label("who?");
        self.report(found.help("inside FOR_EACH_PLAYER, `current` is the player of the loop"));
        missing()
    }

    /// The opponent of the current player in a game of two, otherwise all opponents.
    pub(super) fn opponents(&mut self, span: Span) -> Val<'a> {
        let current = self.current(span);
        let teams = &self.game.teams;
        if self.game.seats == 2 && teams[0] != teams[1] {
            return Val::seat(Expr::SeatAfter(Box::new(current), 1));
        }
        Val::Seats(Seats::Opponents(Box::new(current)))
    }

    /// Compiles one step of a path.
    fn step(&mut self, value: Val<'a>, segment: &'a Segment) -> Val<'a> {
        let span = segment.span;
        match &segment.kind {
            SegmentKind::Field(name) => self.field(value, name),
            SegmentKind::FieldOfRef(name) => self.field_of_ref(value, name),
            SegmentKind::Every => self.every(value, span),
            SegmentKind::Index(place) => self.indexed(value, *place, span),
            SegmentKind::Current => match self.is_players(&value, span) {
                true => Val::seat(self.current(span)),
                false => Val::Hole,
            },
            SegmentKind::Opponent => match self.is_players(&value, span) {
                true => self.opponents(span),
                false => Val::Hole,
            },
            SegmentKind::Item(expr) => {
                let item = self.lower(expr);
                self.item(value, item, expr.span, span)
            }
            // The unknown filter has already been reported. The type of its result is unknown.
            SegmentKind::ById(expr) if expr.kind == syntax::ExprKind::Hole && !matches!(value, Val::Seats(_)) => {
                Val::Hole
            }
            SegmentKind::ById(expr) => {
                let id = self.lower(expr);
                match self.is_players(&value, span) {
                    true => Val::seat(self.seat(id, expr.span)),
                    false => Val::Hole,
                }
            }
            SegmentKind::Team(expr) => {
                let team = self.lower(expr);
                match self.is_players(&value, span) {
                    true => Val::Seats(Seats::Team(Box::new(self.one(Kind::Team, team, expr.span)))),
                    false => Val::Hole,
                }
            }
            SegmentKind::Where(predicate) => {
                let value = match value {
                    Val::Zones(zones) => Val::Cards(Cards::Zones(zones)),
                    value => value,
                };
                self.kept_items(value, span, predicate)
            }
        }
    }

    fn is_players(&mut self, value: &Val<'a>, span: Span) -> bool {
        let players = matches!(value, Val::Seats(_));
        if !players {
            let message = format!("this filter selects players, found {}", value.describe());
            self.report(Diagnostic::error(codes::TYPE, span, message).label("not players"));
        }
        players
    }

    /// Compiles `[*]`: each item of a list, or each card of a zone.
    fn every(&mut self, value: Val<'a>, span: Span) -> Val<'a> {
        match value {
            Val::One(Kind::Zone, _) | Val::Zones(_) => Val::Cards(self.cards(value, span)),
            Val::AllZones => Val::Zones(Zones::These(self.shared_zones())),
            value @ (Val::Seats(_) | Val::Cards(_) | Val::List(..) | Val::Groups(..) | Val::Empty) => value,
            Val::Group(group, key) => self.members(&group, key, span),
            other => {
                let message = format!("`[*]` needs a list, found {}", other.describe());
                self.report(Diagnostic::error(codes::TYPE, span, message).label("not a list"));
                Val::Hole
            }
        }
    }

    fn shared_zones(&self) -> Vec<rulebook_table::ZoneId> {
        let shared = self.game.zones.iter().enumerate().filter(|(_, zone)| zone.is_shared());
        shared.map(|(def, _)| rulebook_table::ZoneId(self.game.shared_zone(def) as u16)).collect()
    }

    /// Compiles `[3]`: a player, a card of a zone counted from the bottom, or an item.
    fn indexed(&mut self, value: Val<'a>, place: u32, span: Span) -> Val<'a> {
        let number = i32::try_from(place).unwrap_or(i32::MAX);
        match value {
            Val::Seats(Seats::These(seats)) if seats.len() == self.game.seats => {
                let place = place as usize;
                if place >= self.game.most {
                    let most = self.game.most;
                    let message = format!("player {place} does not exist, because at most {most} can play");
                    self.report(
                        Diagnostic::error(codes::UNKNOWN_PLAYER, span, message)
                            .label("no such player")
                            .help("the first player is 0"),
                    );
                    return Val::Hole;
                }
                Val::seat(if place < self.game.seats { Expr::Const(number) } else { missing() })
            }
            Val::Zones(zones) => {
                self.mapped(Val::Zones(zones), span, |check, zone| check.item_at(zone, Expr::Const(number), span))
            }
            value => self.item_at(value, Expr::Const(number), span),
        }
    }

    /// Compiles `[$player]`, `[ref:seat]`, `[(ref:n + 1)]`: the item with that seat, id or position.
    fn item(&mut self, value: Val<'a>, item: Val<'a>, at: Span, span: Span) -> Val<'a> {
        match (value, item) {
            (_, Val::Hole) => Val::Hole,
            (Val::Seats(_), Val::One(Kind::Number, place)) => Val::seat(Expr::SeatAt(Box::new(place))),
            (Val::Seats(_), Val::Seats(seats)) => Val::Seats(seats),
            (Val::Seats(_), item) => Val::seat(self.seat(item, at)),
            (value, item) => {
                let place = self.number(item, at);
                self.item_at(value, place, span)
            }
        }
    }

    /// Compiles `.ref:name`: the field whose name is the stored value.
    fn field_of_ref(&mut self, value: Val<'a>, name: &'a Name) -> Val<'a> {
        let stored = self.reference(name);
        let text = self.one(Kind::Text, stored, name.span);
        if let Expr::Const(symbol) = text {
            let field = Name::new(self.game.symbols.text(symbol), name.span);
            return self.field(value, &field);
        }
        let candidates: Vec<String> = match &value {
            Val::PropertiesOf(_) => self.game.faces.properties.iter().map(|p| p.name.clone()).collect(),
            Val::AllZones => self.game.zones.iter().filter(|z| z.is_shared()).map(|z| z.name.clone()).collect(),
            Val::ZonesOf(_) => self.game.zones.iter().filter(|z| !z.is_shared()).map(|z| z.name.clone()).collect(),
            Val::Record(fields) => fields.iter().map(|(name, _)| name.clone()).collect(),
            Val::One(Kind::Seat, _) => {
                let own = self.game.variables.iter().filter(|v| v.scope == syntax::Scope::PerPlayer);
                own.map(|v| v.name.clone()).collect()
            }
            _ => Vec::new(),
        };
        let mut found: Option<(Kind, Expr)> = None;
        for candidate in candidates.iter().rev() {
            let Val::One(kind, own) = self.field(value.clone(), &Name::new(candidate.as_str(), name.span)) else {
                continue;
            };
            if found.as_ref().is_some_and(|(known, _)| *known != kind) {
                continue;
            }
            let symbol = self.game.symbols.intern(candidate);
            let is = Compiler::same(text.clone(), Expr::Const(symbol));
            let otherwise = found.map_or_else(missing, |(_, expr)| expr);
            found = Some((kind, Expr::If(Box::new(is), Box::new(own), Box::new(otherwise))));
        }
        match found {
            Some((kind, expr)) => Val::One(kind, expr),
            None => {
                let message = format!("{} has no fields that a stored name could select", value.describe());
                self.error(codes::UNKNOWN_FIELD, name.span, message);
                Val::Hole
            }
        }
    }

    /// The zone of this definition that belongs to the owner, or one for each of several owners.
    pub(super) fn zone_of(&mut self, def: usize, owner: Val<'a>, span: Span) -> Val<'a> {
        match owner {
            Val::One(Kind::Seat, seat) => Val::zone(Expr::ZoneOf(def, Box::new(seat))),
            Val::Seats(seats) => Val::Zones(Zones::OfSeats(def, Box::new(seats))),
            Val::One(Kind::Team, team) => {
                let member = Expr::FirstOf(Box::new(Item::Seats(Seats::Team(Box::new(team)))));
                Val::zone(Expr::ZoneOf(def, Box::new(member)))
            }
            other => Val::zone(Expr::ZoneOf(def, Box::new(self.seat(other, span)))),
        }
    }
}
