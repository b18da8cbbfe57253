//! The tables of a game for one number of seats, and name lookup in them.

use super::codes;
use super::faces::Faces;
use super::ids;
use super::limits::Limits;
use super::value::Ty;
use super::variables::{Variable, VariableSlot};
use super::zones::ZoneInfo;
use crate::code::{Kind, ListId, MISSING, SlotId, SlotInfo, Symbol, Symbols, Value, VarCode, ZoneCode};
use crate::syntax::{self, Components, Document, ExprKind, Literal, PlayerOrder, ZoneOrdering};
use rulebook_diag::{Diagnostic, Span};
use rulebook_kernel::{Seat, SeatSet};
use rulebook_table::{Audience, Scope, Shape, ZoneDef, ZoneId, ZoneVisibility};

/// Everything that a name can refer to.
#[derive(Clone, Debug)]
pub(super) struct Game<'a> {
    pub(super) seats: usize,
    /// The maximum number of seats in the document.
    pub(super) most: usize,
    pub(super) symbols: Symbols,
    /// The names of the seats in messages: `p1`, `p2`, …
    pub(super) seat_names: Vec<Symbol>,
    /// The ids of the seats in rules.
    pub(super) seat_ids: Vec<Symbol>,
    pub(super) teams: Vec<u8>,
    pub(super) team_names: Vec<Symbol>,
    pub(super) faces: Faces,
    pub(super) zones: Vec<ZoneInfo>,
    pub(super) variables: Vec<Variable<'a>>,
    pub(super) shape: Shape,
    pub(super) vars: Vec<VarCode>,
    pub(super) globals: Vec<SlotInfo>,
    pub(super) global_lists: Vec<SlotInfo>,
    /// The face of each entry of the decks.
    pub(super) entry_faces: Vec<usize>,
    pub(super) limbo: Option<ZoneId>,
    pub(super) simultaneous: bool,
}

/// The demands that actions make on the table, such as a zone for destroyed cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableDemands {
    /// Whether cards are created.
    pub(super) made: bool,
    /// Whether cards are destroyed.
    pub(super) destroyed: bool,
}

impl<'a> Game<'a> {
    /// Lays out the table. `None` if it would be too large.
    pub(super) fn of(
        document: &'a Document,
        seats: usize,
        parts: (&Faces, &Symbols, &[ZoneInfo], Vec<Variable<'a>>),
        wants: TableDemands,
        diags: &mut Vec<Diagnostic>,
    ) -> Option<Game<'a>> {
        let (faces, symbols, zones, variables) = parts;
        let mut symbols = symbols.clone();
        let most = usize::from(document.meta.players.max.value);
        // A text must have the same symbol number for every number of seats, because facts are printed without knowing
        // the number of seats.
        let players = &document.meta.players;
        let every = 0..most.max(seats);
        let mut seat_names: Vec<Symbol> = every.clone().map(|seat| symbols.intern(&ids::plain(seat))).collect();
        let mut seat_ids: Vec<Symbol> = every.map(|seat| symbols.intern(&ids::id(players, seat))).collect();
        seat_names.truncate(seats);
        seat_ids.truncate(seats);
        let (teams, team_names) = teams(&document.components, seats, &seat_names, &mut symbols, diags);
        let order = document.flow.player_order.map(|order| order.value);
        let mut game = Game {
            seats,
            most,
            symbols,
            seat_names,
            seat_ids,
            teams,
            team_names,
            faces: faces.clone(),
            zones: zones.to_vec(),
            variables,
            shape: Shape::build(1).finish(),
            vars: Vec::new(),
            globals: Vec::new(),
            global_lists: Vec::new(),
            entry_faces: Vec::new(),
            limbo: None,
            simultaneous: order == Some(PlayerOrder::Simultaneous),
        };
        game.lay_out(wants, document, diags)?;
        Some(game)
    }

    fn lay_out(&mut self, wants: TableDemands, document: &Document, diags: &mut Vec<Diagnostic>) -> Option<()> {
        let limit = |what: &str, most: usize, diags: &mut Vec<Diagnostic>| {
            let message = format!("a game can have at most {most} {what}");
            diags.push(Diagnostic::error(codes::LIMIT, document.components.span, message));
        };
        let mut b = Shape::build(self.seats);
        b.teams(&self.teams);
        let instances: usize =
            self.zones.iter().map(|zone| if zone.is_shared() { 1 } else { self.seats }).sum::<usize>() + 1;
        if instances > Limits::ZONES {
            limit("zones", Limits::ZONES, diags);
            return None;
        }
        for zone in &self.zones {
            b.zone(zone.def.clone());
        }
        let limbo = wants.destroyed.then(|| {
            b.zone(
                ZoneDef::shared("out_of_the_game")
                    .levels(ZoneVisibility::CountOnly, ZoneVisibility::CountOnly)
                    .internal(),
            )
        });
        let backs: Vec<u8> = self.faces.decks.iter().map(|deck| b.back(&deck.name)).collect();
        let mut entries = 0_usize;
        for (face, id) in self.faces.ids.iter().enumerate() {
            let deck = self.faces.deck_of[face];
            let number = b.face(id, backs[deck]);
            for (def, zone) in self.zones.iter().enumerate().filter(|(_, zone)| zone.deck == Some(deck)) {
                let owners = match zone.scope {
                    Scope::Shared => 1,
                    Scope::Seat => self.seats,
                    Scope::Team => self.team_names.len(),
                };
                for owner in 0..owners {
                    let (seat, own) = match zone.scope {
                        Scope::Shared => (Seat::new(0), None),
                        Scope::Seat => (Seat::new(owner), Some(Seat::new(owner))),
                        Scope::Team => (self.member(owner)?, None),
                    };
                    entries = entries.saturating_add(self.faces.counts[face]);
                    if entries > Limits::CARDS {
                        limit("cards", Limits::CARDS, diags);
                        return None;
                    }
                    (0..self.faces.counts[face]).for_each(|_| {
                        b.card(number, def, seat, own);
                        self.entry_faces.push(face);
                    });
                }
            }
        }
        if wants.made {
            b.spare(Limits::MADE.min(Limits::CARDS - entries));
        }
        let instances: usize = self.variables.iter().map(|v| self.owners(v.scope)).sum();
        if instances > Limits::VARIABLES {
            limit("variables", Limits::VARIABLES, diags);
            return None;
        }
        let placed = self.place(&mut b, diags);
        self.shape = b.finish();
        for (variable, def) in self.variables.iter_mut().zip(placed) {
            if let (Some(def), syntax::Scope::Global) = (def, variable.scope) {
                variable.place = VariableSlot::Shared(self.shape.var_of(def, Seat::new(0)));
            }
        }
        self.limbo = limbo.map(|def| self.shape.zone_of(def, Seat::new(0)));
        Some(())
    }

    /// Decides where each variable is stored. Returns the number of each variable that the table stores, and `None` for
    /// the others.
    fn place(&mut self, b: &mut rulebook_table::ShapeBuilder, diags: &mut Vec<Diagnostic>) -> Vec<Option<usize>> {
        let mut placed = Vec::new();
        let mut variables = std::mem::take(&mut self.variables);
        for variable in &mut variables {
            placed.push(None);
            let kept = variable.computed.is_none() && variable.scope != syntax::Scope::PerCard;
            let Some(ty) = variable.ty.filter(|_| kept) else { continue };
            let owners = self.owners(variable.scope);
            let infos = (0..owners).map(|_| SlotInfo { name: variable.name.clone(), kind: ty.kind() });
            match ty {
                Ty::List(_) => {
                    let first = self.global_lists.len();
                    self.global_lists.extend(infos);
                    variable.place = VariableSlot::Lists((first..first + owners).map(|i| ListId(i as u16)).collect());
                }
                Ty::Group(of, key) | Ty::Groups(of, key) => {
                    let first = self.global_lists.len();
                    for (kind, name) in [(of, variable.name.clone()), (key, format!("{} (keys)", variable.name))] {
                        self.global_lists.extend((0..owners).map(|_| SlotInfo { name: name.clone(), kind }));
                    }
                    let list = |at: usize| ListId((first + at) as u16);
                    variable.place = VariableSlot::Groups((0..owners).map(|i| (list(i), list(owners + i))).collect());
                }
                Ty::One(Kind::Card) => {
                    let first = self.globals.len();
                    self.globals.extend(infos);
                    variable.place = VariableSlot::Global((first..first + owners).map(|i| SlotId(i as u16)).collect());
                }
                Ty::One(kind) => {
                    let initial = self.initial(variable, kind, diags);
                    let audience = match variable.audience {
                        Some(syntax::Audience::Owner | syntax::Audience::Team) => Audience::Owner,
                        Some(syntax::Audience::Nobody) => Audience::Nobody,
                        Some(syntax::Audience::All) | None => Audience::Everyone,
                    };
                    let def = match variable.scope {
                        syntax::Scope::Global => b.var(&variable.name, initial, audience),
                        syntax::Scope::PerTeam => b.team_var(&variable.name, initial, audience),
                        _ => b.seat_var(&variable.name, initial, audience),
                    };
                    variable.place = VariableSlot::Owned(def);
                    placed.pop();
                    placed.push(Some(def));
                    let declared_audience = variable.audience.is_some();
                    self.vars.push(VarCode { name: variable.name.clone(), kind, declared_audience });
                }
            }
        }
        self.variables = variables;
        placed
    }

    /// The initial value of a scalar. A number without one starts at 0.
    fn initial(&mut self, variable: &Variable<'_>, kind: Kind, diags: &mut Vec<Diagnostic>) -> Value {
        let Some(expr) = variable.initial else {
            return if kind == Kind::Number { 0 } else { MISSING };
        };
        let ExprKind::Literal(literal) = &expr.kind else { return MISSING };
        match (literal, kind) {
            (Literal::Int(value), Kind::Number) => whole(*value, expr.span, diags),
            (Literal::Bool(value), Kind::Bool) => Value::from(*value),
            (literal, Kind::Text) => super::faces::text_of(literal).map_or(MISSING, |text| self.symbols.intern(&text)),
            _ => MISSING,
        }
    }

    pub(super) fn owners(&self, scope: syntax::Scope) -> usize {
        if scope == syntax::Scope::Global { 1 } else { self.seats }
    }

    /// The first seat of a team.
    pub(super) fn member(&self, team: usize) -> Option<Seat> {
        self.teams.iter().position(|own| usize::from(*own) == team).map(Seat::new)
    }

    /// The number of the zone definition with this name.
    pub(super) fn zone(&self, name: &str, shared: bool) -> Option<usize> {
        self.zones.iter().position(|zone| zone.name == name && zone.is_shared() == shared)
    }

    /// The number of the only zone of a shared definition.
    pub(super) fn shared_zone(&self, def: usize) -> Value {
        Value::from(self.shape.zone_of(def, Seat::new(0)).0)
    }

    /// The definition of the zone with this number.
    pub(super) fn def_of(&self, zone: Value) -> Option<usize> {
        let zone = u16::try_from(zone).ok()?;
        self.shape.zones().get(usize::from(zone)).map(|zone| zone.def).filter(|def| *def < self.zones.len())
    }

    pub(super) fn variable(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|variable| variable.name == name)
    }

    /// Whether the scope of the variable is unknown because of an earlier error.
    pub(super) fn is_lost(&self, name: &str) -> bool {
        self.variables.iter().any(|variable| variable.lost && variable.name == name)
    }

    pub(super) fn property(&self, name: &str) -> Option<usize> {
        self.faces.properties.iter().position(|property| property.name == name)
    }

    /// The definition of each table variable, by number: shared variables first, then the variables of each owner.
    pub(super) fn var_defs(&self) -> Vec<usize> {
        let placed =
            self.variables.iter().filter(|v| matches!(v.place, VariableSlot::Shared(_) | VariableSlot::Owned(_)));
        let scopes = placed.map(|variable| variable.scope == syntax::Scope::Global).enumerate();
        let (shared, owned): (Vec<_>, Vec<_>) = scopes.partition(|(_, shared)| *shared);
        let owned = (0..self.seats).flat_map(|_| owned.iter());
        shared.iter().chain(owned).map(|(def, _)| *def).collect()
    }

    /// The declared audience of each global scalar and each global list.
    pub(super) fn kept_audiences(&self) -> (Vec<Option<SeatSet>>, Vec<Option<SeatSet>>) {
        let (mut cells, mut lists) = (vec![None; self.globals.len()], vec![None; self.global_lists.len()]);
        for variable in &self.variables {
            let Some(audience) = variable.audience else { continue };
            let mates = |seat: usize| (0..self.seats).filter(move |other| self.teams[*other] == self.teams[seat]);
            let shared = variable.scope == syntax::Scope::Global;
            let known = |owner: usize| match audience {
                syntax::Audience::All => self.shape.everyone(),
                syntax::Audience::Owner if !shared => SeatSet::one(Seat::new(owner)),
                syntax::Audience::Team if !shared => mates(owner).map(Seat::new).collect(),
                _ => SeatSet::NONE,
            };
            match &variable.place {
                VariableSlot::Global(own) => {
                    own.iter().enumerate().for_each(|(owner, slot)| cells[usize::from(slot.0)] = Some(known(owner)));
                }
                VariableSlot::Lists(own) => {
                    own.iter().enumerate().for_each(|(owner, list)| lists[usize::from(list.0)] = Some(known(owner)));
                }
                VariableSlot::Groups(own) => {
                    for (owner, (items, keys)) in own.iter().enumerate() {
                        [items, keys].into_iter().for_each(|list| lists[usize::from(list.0)] = Some(known(owner)));
                    }
                }
                VariableSlot::Nowhere | VariableSlot::Shared(_) | VariableSlot::Owned(_) => {}
            }
        }
        (cells, lists)
    }

    /// The zones in the form that the interpreter needs.
    pub(super) fn zone_codes(&mut self) -> Vec<ZoneCode> {
        let zones: Vec<(usize, Option<Seat>)> = self.shape.zones().iter().map(|zone| (zone.def, zone.seat)).collect();
        let code = |(def, seat): (usize, Option<Seat>)| match self.zones.get(def) {
            Some(info) => ZoneCode {
                name: self.symbols.intern(&info.name),
                owner: seat.map(|seat| seat.index() as u8),
                role: info.role,
                fifo: info.ordering == ZoneOrdering::Fifo,
                fixed: !info.def.allows_reorder,
            },
            None => {
                let name = self.symbols.intern("out_of_the_game");
                ZoneCode { name, owner: None, role: None, fifo: false, fixed: false }
            }
        };
        zones.into_iter().map(code).collect()
    }
}

/// Converts a number of the document. Reports a number that is too large.
pub(super) fn whole(value: i64, span: Span, diags: &mut Vec<Diagnostic>) -> Value {
    match i32::try_from(value).ok().filter(|value| *value != MISSING) {
        Some(value) => value,
        None => {
            let message = format!("the number {value} is too large");
            diags.push(Diagnostic::error(codes::NUMBER, span, message).label("the maximum is 2147483647"));
            0
        }
    }
}

/// The team of each seat, and the names of the teams. A seat without a team is a team of its own.
fn teams(
    components: &Components,
    seats: usize,
    seat_names: &[Symbol],
    symbols: &mut Symbols,
    diags: &mut Vec<Diagnostic>,
) -> (Vec<u8>, Vec<Symbol>) {
    let mut names: Vec<Symbol> = Vec::new();
    let mut teams: Vec<Option<u8>> = vec![None; seats];
    for team in &components.teams {
        let mut number = None;
        for seat in &team.seats {
            if usize::from(seat.value) >= Limits::SEATS {
                let message = format!("seat {} does not exist", seat.value);
                diags.push(Diagnostic::error(codes::UNKNOWN_PLAYER, seat.span, message).help("the first seat is 0"));
            }
            let Some(own) = teams.get_mut(usize::from(seat.value)) else { continue };
            if own.is_some() {
                let message = format!("seat {} is in two teams", seat.value);
                diags.push(Diagnostic::error(codes::TWICE, seat.span, message));
                continue;
            }
            let number = *number.get_or_insert_with(|| {
                names.push(symbols.intern(team.name.as_str()));
                (names.len() - 1) as u8
            });
            *own = Some(number);
        }
    }
    let teams = teams.into_iter().enumerate().map(|(seat, team)| {
        team.unwrap_or_else(|| {
            names.push(seat_names[seat]);
            (names.len() - 1) as u8
        })
    });
    (teams.collect(), names)
}
