//! Fields of players, zones, cards, groups and records (CGML 6.1, 14).

use super::scope::{Bound, How};
use super::unknown_names::unknown;
use super::value::{Ty, Val, stored_groups};
use super::variables::VariableSlot;
use super::{Compiler, codes};
use crate::code::{Cards, Expr, Item, Kind, List, Seats};
use crate::syntax::{Name, Op, Scope};
use rulebook_diag::{Diagnostic, Span, nearest};

pub(super) const PLAYER: [&str; 5] = ["zones", "id", "name", "team", "index"];
const ZONE: [&str; 12] = [
    "top_card",
    "bottom_card",
    "top",
    "bottom",
    "card_count",
    "cards",
    "owner",
    "name",
    "ordering",
    "visibility",
    "default_face",
    "allows_reorder",
];
const CARD: [&str; 6] = ["properties", "face", "id", "owner", "zone", "deck"];
const GROUP: [&str; 4] = ["key", "items", "cards", "count"];

impl<'a> Compiler<'a> {
    /// Compiles `.name` of a value.
    pub(super) fn field(&mut self, value: Val<'a>, name: &Name) -> Val<'a> {
        let somebody = matches!(value, Val::One(Kind::Seat | Kind::Team | Kind::Card, _) | Val::Seats(_));
        if somebody && self.game.is_lost(name.as_str()) {
            return Val::Hole;
        }
        match value {
            Val::Hole => Val::Hole,
            Val::Null => Val::Null,
            Val::AllZones => self.shared_zone(name),
            Val::ZonesOf(owner) => self.owned_zone(*owner, name),
            Val::PropertiesOf(cards) => self.card_property(*cards, name.as_str(), name.span),
            Val::One(Kind::Seat, seat) => self.player_field(Val::seat(seat), name),
            Val::Seats(seats) => self.player_field(Val::Seats(seats), name),
            Val::One(Kind::Zone, zone) => self.zone_field(zone, name),
            Val::Zones(zones) => match name.as_str() {
                "cards" => Val::Cards(Cards::Zones(zones)),
                _ => self.mapped(Val::Zones(zones), name.span, |check, zone| check.field(zone, name)),
            },
            Val::One(Kind::Card, card) => self.card_field(card, name),
            Val::Cards(cards) => match name.as_str() {
                "properties" => Val::PropertiesOf(Box::new(Val::Cards(cards))),
                _ => self.mapped(Val::Cards(cards), name.span, |check, card| check.field(card, name)),
            },
            Val::One(Kind::Team, team) => self.team_field(team, name),
            Val::Record(fields) => {
                let known: Vec<String> = fields.iter().map(|(known, _)| known.clone()).collect();
                match fields.into_iter().find(|(known, _)| *known == name.text) {
                    Some((_, value)) => value,
                    None => {
                        self.report(unknown(codes::UNKNOWN_FIELD, "field", name, known.iter().map(String::as_str)));
                        Val::Hole
                    }
                }
            }
            Val::Group(group, key) => match name.as_str() {
                "key" => Val::One(group.key_kind, key),
                "items" | "cards" => self.members(&group, key, name.span),
                "count" => {
                    let members = self.members(&group, key, name.span);
                    self.count(Op::Count, members, name.span)
                }
                _ => self.no_field("a group", name, &GROUP),
            },
            Val::Groups(group, keys) => {
                self.mapped(Val::Groups(group, keys), name.span, |check, group| check.field(group, name))
            }
            Val::List(kind @ (Kind::Team | Kind::Zone), list) => {
                self.mapped(Val::List(kind, list), name.span, |check, item| check.field(item, name))
            }
            other => self.no_field(&other.describe(), name, &[]),
        }
    }

    fn no_field(&mut self, what: &str, name: &Name, known: &[&str]) -> Val<'a> {
        let found = Diagnostic::error(codes::UNKNOWN_FIELD, name.span, format!("{what} has no field `{name}`"));
        self.report(found.label("unknown field").did_you_mean(nearest(name.as_str(), known.iter().copied()), false));
        Val::Hole
    }

    fn shared_zone(&mut self, name: &Name) -> Val<'a> {
        if let Some(def) = self.game.zone(name.as_str(), true) {
            return Val::zone(Expr::Const(self.game.shared_zone(def)));
        }
        let found = Diagnostic::error(codes::UNKNOWN_ZONE, name.span, format!("no shared zone is called `{name}`"));
        let found = found.label("unknown zone");
        let found = match self.game.zone(name.as_str(), false) {
            Some(_) => found.help(format!("each player has one: `$.players[current].zones.{name}`")),
            None => {
                let shared = self.game.zones.iter().filter(|zone| zone.is_shared());
                found.did_you_mean(nearest(name.as_str(), shared.map(|zone| zone.name.as_str())), false)
            }
        };
        self.report(found);
        Val::Hole
    }

    fn owned_zone(&mut self, owner: Val<'a>, name: &Name) -> Val<'a> {
        if let Some(def) = self.game.zone(name.as_str(), false) {
            return self.zone_of(def, owner, name.span);
        }
        let found =
            Diagnostic::error(codes::UNKNOWN_ZONE, name.span, format!("no zone of a player is called `{name}`"));
        let found = found.label("unknown zone");
        let found = match self.game.zone(name.as_str(), true) {
            Some(_) => found.help(format!("it is a shared zone: `$.zones.{name}`")),
            None => {
                let owned = self.game.zones.iter().filter(|zone| !zone.is_shared());
                found.did_you_mean(nearest(name.as_str(), owned.map(|zone| zone.name.as_str())), false)
            }
        };
        self.report(found);
        Val::Hole
    }

    fn player_field(&mut self, owner: Val<'a>, name: &Name) -> Val<'a> {
        match name.as_str() {
            "zones" => return Val::ZonesOf(Box::new(owner)),
            "id" | "name" => return owner,
            "team" => {
                return match owner {
                    Val::One(_, seat) => Val::One(Kind::Team, Expr::TeamOf(Box::new(seat))),
                    list => self.mapped(list, name.span, |check, seat| {
                        let seat = check.seat(seat, name.span);
                        Val::One(Kind::Team, Expr::TeamOf(Box::new(seat)))
                    }),
                };
            }
            "index" => {
                return match owner {
                    Val::One(_, seat) => Val::number(seat),
                    list => self.mapped(list, name.span, |check, seat| {
                        let seat = check.seat(seat, name.span);
                        Val::number(seat)
                    }),
                };
            }
            _ => {}
        }
        let own = self.game.variable(name.as_str());
        let of_players = |scope: Scope| matches!(scope, Scope::PerPlayer | Scope::PerTeam);
        if own.is_some_and(|number| of_players(self.game.variables[number].scope)) {
            return self.read_variable(name.as_str(), Some(owner), name.span);
        }
        let found = Diagnostic::error(codes::UNKNOWN_FIELD, name.span, format!("a player has no field `{name}`"));
        let found = found.label("unknown field");
        let owned = self.game.variables.iter().filter(|v| of_players(v.scope)).map(|v| v.name.as_str());
        let near = nearest(name.as_str(), owned.chain(PLAYER)).map(str::to_owned);
        let found = match (own, self.game.zone(name.as_str(), false)) {
            _ if matches!(name.as_str(), "current" | "opponent") => found.help(format!("write `$.players[{name}]`")),
            (Some(_), _) => {
                found.help(format!("`$.{name}` is shared; give it `scope: per_player` if each player should have one"))
            }
            (None, Some(_)) => found.did_you_mean(Some(&format!("zones.{name}")), false),
            (None, None) => found.did_you_mean(near.as_deref(), false),
        };
        self.report(found);
        Val::Hole
    }

    fn team_field(&mut self, team: Expr, name: &Name) -> Val<'a> {
        match name.as_str() {
            "players" => Val::Seats(Seats::Team(Box::new(team))),
            "name" | "id" => Val::One(Kind::Team, team),
            "zones" => Val::ZonesOf(Box::new(Val::One(Kind::Team, team))),
            _ => {
                let member = Expr::FirstOf(Box::new(Item::Seats(Seats::Team(Box::new(team)))));
                let own = self.game.variable(name.as_str());
                if own.is_some_and(|number| self.game.variables[number].scope == Scope::PerTeam) {
                    return self.read_variable(name.as_str(), Some(Val::seat(member)), name.span);
                }
                self.no_field("a team", name, &["players", "name", "zones"])
            }
        }
    }

    fn zone_field(&mut self, zone: Expr, name: &Name) -> Val<'a> {
        let def = match &zone {
            Expr::Const(number) => self.game.def_of(*number),
            Expr::ZoneOf(def, _) => Some(*def),
            _ => None,
        };
        match name.as_str() {
            "top_card" | "top" => Val::card(Expr::Top(Box::new(zone))),
            "bottom_card" | "bottom" => Val::card(Expr::Bottom(Box::new(zone))),
            "card_count" => Val::number(Expr::CountCards(Box::new(Cards::Zone(Box::new(zone))))),
            "cards" => Val::Cards(Cards::Zone(Box::new(zone))),
            "owner" => self.owner(Val::zone(zone), name.span),
            "name" | "ordering" | "visibility" | "default_face" | "allows_reorder" => {
                let kind = if name.as_str() == "allows_reorder" { Kind::Bool } else { Kind::Text };
                let fixed = match def {
                    Some(def) => self.fixed_field(def, name.as_str()),
                    None => self.looked_up(zone, name),
                };
                Val::One(kind, fixed)
            }
            "count" | "size" | "length" | "len" => {
                let found = Diagnostic::error(codes::UNKNOWN_FIELD, name.span, format!("a zone has no field `{name}`"));
                self.report(found.label("unknown field").did_you_mean(Some("card_count"), false));
                Val::Hole
            }
            _ => self.no_field("a zone", name, &ZONE),
        }
    }

    /// A field that has the same value for all zones of a definition.
    fn fixed_field(&mut self, def: usize, name: &str) -> Expr {
        let info = &self.game.zones[def];
        let text = match name {
            "name" => info.name.clone(),
            "ordering" => info.ordering.word().to_owned(),
            "default_face" => if info.def.default_face_up { "up" } else { "down" }.to_owned(),
            "allows_reorder" => return Expr::Const(i32::from(info.def.allows_reorder)),
            _ => level_word(info.def.others_level).to_owned(),
        };
        Expr::Const(self.game.symbols.intern(&text))
    }

    /// Reads the same fields as `fixed_field`, for a zone that is known only during play. Chooses the value by the
    /// definition of the zone.
    fn looked_up(&mut self, zone: Expr, name: &Name) -> Expr {
        let temp = self.temp(name.span);
        self.end_temp();
        let mut values: Vec<(Expr, Vec<Expr>)> = Vec::new();
        for def in 0..self.game.zones.len() {
            let value = self.fixed_field(def, name.as_str());
            let all = self.game.shape.zones().iter().enumerate().filter(|(_, zone)| zone.def == def);
            let zones = all.map(|(number, _)| Expr::Const(number as i32));
            match values.iter_mut().find(|(known, _)| *known == value) {
                Some((_, known)) => known.extend(zones),
                None => values.push((value, zones.collect())),
            }
        }
        let chain = values.into_iter().rev().fold(super::value::missing(), |otherwise, (value, zones)| {
            let is = Expr::HasItem(Box::new(List::Of(zones)), Box::new(Expr::Temp(temp)));
            Expr::If(Box::new(is), Box::new(value), Box::new(otherwise))
        });
        Expr::Let(temp, Box::new(zone), Box::new(chain))
    }

    fn card_field(&mut self, card: Expr, name: &Name) -> Val<'a> {
        match name.as_str() {
            "properties" => Val::PropertiesOf(Box::new(Val::card(card))),
            "face" => {
                let (up, down) = (self.game.symbols.intern("up"), self.game.symbols.intern("down"));
                let there = Expr::IsThere(Box::new(card.clone()));
                let face = Expr::If(
                    Box::new(Expr::IsUp(Box::new(card))),
                    Box::new(Expr::Const(up)),
                    Box::new(Expr::Const(down)),
                );
                Val::text(Expr::If(Box::new(there), Box::new(face), Box::new(super::value::missing())))
            }
            "id" => Val::text(Expr::FaceId(Box::new(card))),
            "deck" => Val::text(Expr::DeckOf(Box::new(card))),
            "zone" => Val::zone(Expr::ZoneOfCard(Box::new(card))),
            "owner" => self.owner(Val::card(card), name.span),
            own if self.game.variable(own).is_some_and(|own| self.game.variables[own].scope == Scope::PerCard) => {
                self.read_variable(own, Some(Val::card(card)), name.span)
            }
            property if self.game.property(property).is_some() => {
                let found = Diagnostic::error(codes::UNKNOWN_FIELD, name.span, format!("a card has no field `{name}`"));
                let meant = format!("properties.{name}");
                self.report(found.label("a property").did_you_mean(Some(&meant), false));
                Val::Hole
            }
            _ => self.no_field("a card", name, &CARD),
        }
    }

    /// Reads a variable: the shared variable, the variable of an owner, or the variables of several owners.
    pub(super) fn read_variable(&mut self, name: &str, owner: Option<Val<'a>>, span: Span) -> Val<'a> {
        let Some(number) = self.game.variable(name) else { return Val::Hole };
        self.read.insert(name.to_owned());
        let variable = self.game.variables[number].clone();
        if variable.lost {
            return Val::Hole;
        }
        if variable.scope != Scope::Global && owner.is_none() {
            let (each, suggested) = match variable.scope {
                Scope::PerCard => ("card", format!("card.{name}")),
                // In a loop over players, the owner is most likely the player of the loop.
                _ if self.loop_player.is_some() => ("player", format!("player.{name}")),
                _ => ("player", format!("players[current].{name}")),
            };
            let found = Diagnostic::error(
                codes::UNKNOWN_PLAYER,
                span,
                format!("each {each} has a `{name}`, so name the {each}"),
            );
            self.report(found.label(format!("of which {each}?")).did_you_mean(Some(&suggested), false));
            return Val::Hole;
        }
        if let Some(Val::Seats(seats)) = owner {
            return self.mapped(Val::Seats(seats), span, |check, seat| check.read_variable(name, Some(seat), span));
        }
        if let Some(expr) = variable.computed {
            return self.computed(number, expr, owner, span);
        }
        let prefix = format!("{name}.");
        let fields: Vec<String> =
            self.game.variables.iter().filter_map(|v| v.name.strip_prefix(&prefix)).map(str::to_owned).collect();
        if !fields.is_empty() {
            let direct = fields.into_iter().filter(|field| !field.contains('.'));
            let values = direct.map(|field| {
                let value = self.read_variable(&format!("{prefix}{field}"), owner.clone(), span);
                (field, value)
            });
            return Val::Record(values.collect());
        }
        let Some(ty) = variable.ty else { return if self.learning { Val::Hole } else { Val::Null } };
        let seat = owner.map(|owner| self.seat(owner, span));
        match (&variable.place, seat) {
            (VariableSlot::Shared(var), _) => Val::One(ty.kind(), Expr::Var(*var)),
            (VariableSlot::Owned(def), Some(seat)) => Val::One(ty.kind(), Expr::VarOf(*def, Box::new(seat))),
            (VariableSlot::Global(slots), seat) => {
                let all = slots.iter().map(|slot| Expr::Global(*slot)).collect();
                Val::One(ty.kind(), by_seat(all, seat, |is, own, other| Expr::If(is, Box::new(own), Box::new(other))))
            }
            (VariableSlot::Groups(lists), seat) => {
                let (Ty::Group(of, key) | Ty::Groups(of, key)) = ty else { return Val::Hole };
                let choose = |is: Box<Expr>, own, other| List::If(is, Box::new(own), Box::new(other));
                let items = lists.iter().map(|(items, _)| List::Global(*items)).collect();
                let keys = lists.iter().map(|(_, keys)| List::Global(*keys)).collect();
                let (items, keys) = (by_seat(items, seat.clone(), choose), by_seat(keys, seat, choose));
                let groups = stored_groups(items, of, keys, key);
                match ty {
                    Ty::Group(..) => self.item_at(groups, Expr::Const(0), span),
                    _ => groups,
                }
            }
            (VariableSlot::Lists(lists), seat) if ty.kind() == Kind::Card => {
                let all = lists.iter().map(|list| Cards::Global(*list)).collect();
                Val::Cards(by_seat(all, seat, |is, own, other| Cards::If(is, Box::new(own), Box::new(other))))
            }
            (VariableSlot::Lists(lists), seat) => {
                let all = lists.iter().map(|list| List::Global(*list)).collect();
                Val::list(ty.kind(), by_seat(all, seat, |is, own, other| List::If(is, Box::new(own), Box::new(other))))
            }
            _ => Val::Hole,
        }
    }

    /// Compiles the expression of a computed variable at the place that reads it.
    fn computed(
        &mut self,
        number: usize,
        expr: &'a crate::syntax::Expr,
        owner: Option<Val<'a>>,
        span: Span,
    ) -> Val<'a> {
        if self.computing.contains(&number) {
            let variable = &self.game.variables[number];
            let message = format!("`{}` is computed from its own value", variable.name);
            let at = variable.span;
            self.report(Diagnostic::error(codes::CYCLE, at, message).label("depends on itself"));
            return Val::Hole;
        }
        self.computing.push(number);
        let before = self.loop_player.clone();
        let whose = match &owner {
            Some(Val::One(Kind::Seat, seat)) => Some(seat.clone()),
            _ => None,
        };
        let value = self.again(0, span, |check| match owner {
            // `$player` is the owner of the variable.
            Some(Val::One(Kind::Seat, seat)) => {
                check.loop_player = Some(seat.clone());
                check.bind("player", How::Path, Bound::Val(Val::seat(seat)));
                Some(check.lower(expr))
            }
            Some(Val::One(Kind::Card, card)) => Some(check.computed_of_card(card, expr, span)),
            _ => Some(check.lower(expr)),
        });
        self.loop_player = before;
        self.computing.pop();
        match (value.unwrap_or(Val::Hole), self.game.variables[number].audience) {
            (Val::One(kind, value), Some(audience)) if kind != Kind::Card => {
                let whose = whose.map(Box::new);
                Val::One(kind, Expr::For(audience, whose, Box::new(value)))
            }
            (value, _) => value,
        }
    }

    /// Compiles a variable of cards. `$card` is the card, which is evaluated only once.
    fn computed_of_card(&mut self, card: Expr, expr: &'a crate::syntax::Expr, span: Span) -> Val<'a> {
        let from = Item::Cards(Cards::One(Box::new(card.clone())));
        if matches!(card, Expr::Temp(_) | Expr::Slot(_)) {
            self.bind_from("card", How::Path, Val::card(card), Some(&from));
            return self.lower(expr);
        }
        let temp = self.temp(span);
        self.bind_from("card", How::Path, Val::card(Expr::Temp(temp)), Some(&from));
        let value = self.lower(expr);
        self.end_temp();
        match value {
            Val::One(kind, value) => Val::One(kind, Expr::Let(temp, Box::new(card), Box::new(value))),
            Val::Hole | Val::Null => value,
            other => {
                let message = format!("a variable of cards must be a single value, found {}", other.describe());
                self.report(Diagnostic::error(codes::SEVERAL, expr.span, message).label("several"));
                Val::Hole
            }
        }
    }
}

/// Selects the value of a seat. `all` has one value for each seat.
fn by_seat<T>(all: Vec<T>, seat: Option<Expr>, choose: impl Fn(Box<Expr>, T, T) -> T) -> T
where
    T: Clone,
{
    if let Some(Expr::Const(number)) = seat
        && let Some(own) = usize::try_from(number).ok().and_then(|number| all.get(number))
    {
        return own.clone();
    }
    let seat = seat.unwrap_or(Expr::Const(0));
    let mut parts = all.into_iter().enumerate().rev();
    let (_, last) = parts.next().expect("a variable has an owner");
    parts.fold(last, |other, (number, own)| {
        choose(Box::new(Compiler::same(seat.clone(), Expr::Const(number as i32))), own, other)
    })
}

fn level_word(level: rulebook_table::ZoneVisibility) -> &'static str {
    use rulebook_table::ZoneVisibility;
    match level {
        ZoneVisibility::Hidden => "hidden",
        ZoneVisibility::CountOnly => "count_only",
        ZoneVisibility::TopOnly => "top_card_only",
        ZoneVisibility::All => "all",
    }
}
