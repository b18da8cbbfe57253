//! The compiler: resolves names, types and scopes of a document and emits a program.
//!
//! [`compile`] makes one [`Program`] for each number of seats. All errors are reported in one run. A part with a
//! reported error becomes a *hole*, which causes no further diagnostics.
//!
//! | file | what |
//! |---|---|
//! | `prescan.rs` | facts about the whole document that other modules need first |
//! | `faces.rs`, `zones.rs`, `variables.rs`, `game.rs` | components as tables, and name lookup in them |
//! | `ids.rs` | the ids of players |
//! | `value.rs`, `coerce.rs` | compiled expressions (type and code in one), and conversions |
//! | `scope.rs` | bindings in scope |
//! | `expressions.rs`, `operators.rs`, `numbers.rs`, `lists.rs` | expressions |
//! | `functions.rs` | calls of functions of the document |
//! | `select.rs`, `fields.rs` | paths |
//! | `origins.rs` | where cards and texts come from |
//! | `card_test.rs` | predicates on cards as sets |
//! | `emitter.rs`, `act/` | effects, one file for each group of similar actions |
//! | `flow.rs`, `win.rs` | rules, listeners, states, the win condition |
//! | `presentation.rs` | how the game is shown |
//! | `lints.rs`, `always_false.rs`, `constant.rs`, `null_compare.rs` | warnings about probable mistakes |
//! | `explain.rs` | the facts that the compiler inferred, for `check --explain` |
//! | `leaks_by_face.rs`, `leaks_by_value.rs` | warnings about options that leak hidden information |
//! | `disabled_names.rs` | hints for names that another file disabled |
//! | `same_card.rs` | the warning about a simultaneous loop in which all players take the same card |
//! | `allow_reorder.rs` | the warning about a `REORDER` that the zone type does not allow, and its correction |
//! | `document_limits.rs`, `limits.rs`, `unknown_names.rs`, `codes.rs` | limits, unknown names, codes of diagnostics |

mod act;
mod allow_reorder;
mod always_false;
mod card_test;
pub mod codes;
mod coerce;
mod constant;
mod disabled_names;
mod document_limits;
mod emitter;
mod explain;
mod expressions;
mod faces;
mod fields;
mod flow;
mod functions;
mod game;
mod ids;
mod leaks_by_face;
mod leaks_by_value;
mod limits;
mod lints;
mod lists;
mod null_compare;
mod numbers;
mod operators;
mod origins;
mod prescan;
mod presentation;
mod same_card;
mod scope;
mod select;
mod unknown_names;
mod value;
mod variables;
mod win;
mod zones;

pub use allow_reorder::correct_reorders;
pub use disabled_names::tell_deleted;
pub use explain::explain;
pub use limits::Limits;

use crate::code::{Columns, ListId, MISSING, Message, Program, Property, SlotId, SlotInfo, Symbols};
use crate::syntax::{Document, Keep};
use act::Pending;
use emitter::Emitter;
use faces::Faces;
use game::{Game, TableDemands};
use prescan::Prescan;
use rulebook_diag::{Diagnostic, Diagnostics, FileId, Severity, Span};
use scope::{Binding, KeptValue};
use std::collections::BTreeSet;
use value::Ty;
use variables::InferredTypes;
use zones::ZoneInfo;

/// Maximum number of passes that infer the types of stored values.
const ROUNDS: usize = 32;

/// Compiles a document: one program for each number of seats, lowest first. Returns `None` if the document has an
/// error, also if the error was found before this call.
pub fn compile(document: &Document, diags: &mut Diagnostics) -> Option<Vec<Program>> {
    let mut found = Vec::new();
    // `diags` may also contain errors of other documents. If this document has errors, its unreadable parts are holes,
    // and warnings about them would be noise.
    let files = files(document);
    let is_error = |found: &Diagnostic| found.severity == Severity::Error;
    let read = !diags.sorted().into_iter().any(|found| is_error(found) && files.contains(&found.primary.span.file));
    let programs = programs(document, read, &mut found);
    let fine = read && !found.iter().any(is_error);
    diags.extend(found);
    programs.filter(|_| fine)
}

/// The files of a document.
fn files(document: &Document) -> BTreeSet<FileId> {
    let parts = [document.span, document.meta.span, document.components.span, document.flow.span];
    let zones = document.components.zones.iter().map(|zone| zone.span);
    let rules = document.rules.iter().map(|rule| rule.span);
    parts.into_iter().chain(zones).chain(rules).map(|span| span.file).collect()
}

/// The parts of a game that do not depend on the number of seats.
struct Parts<'a> {
    document: &'a Document,
    survey: &'a Prescan<'a>,
    symbols: Symbols,
    faces: Faces,
    zones: Vec<ZoneInfo>,
}

fn programs(document: &Document, warn: bool, found: &mut Vec<Diagnostic>) -> Option<Vec<Program>> {
    let players = &document.meta.players;
    let (least, most) = (usize::from(players.min.value), usize::from(players.max.value));
    if least == 0 || least > most || most > Limits::SEATS {
        let (span, message) = match (least, most) {
            (0, _) => (players.min.span, "a game needs at least one player".to_owned()),
            _ if least > most => {
                (players.max.span, format!("the maximum of {most} players is less than the minimum of {least}"))
            }
            _ => (players.max.span, format!("a game can have at most {} players", Limits::SEATS)),
        };
        found.push(Diagnostic::error(codes::PLAYERS, span, message));
        return None;
    }
    let survey = Prescan::of(document);
    if !document_limits::fits(document, &survey, found) {
        return None;
    }
    ids::check(document, found);
    let mut symbols = Symbols::default();
    let faces = Faces::of(&document.components, &survey, &mut symbols, found);
    for text in faces.ids.iter().chain(faces.decks.iter().map(|deck| &deck.name)) {
        symbols.intern(text);
    }
    let zones = zones::zones(&document.components, &faces, survey.turns_up, found);
    let parts = Parts { document, survey: &survey, symbols, faces, zones };
    let mut learned = InferredTypes::default();
    for _ in 0..ROUNDS {
        learned.more = false;
        let Some(mut check) = Compiler::new(&parts, most, learned.clone(), true, &mut Vec::new()) else { break };
        check.run();
        learned = check.learned;
        if !learned.more || check.spent {
            break;
        }
    }
    let mut programs = Vec::new();
    for seats in least..=most {
        let mut check = Compiler::new(&parts, seats, learned.clone(), false, found)?;
        let program = check.run();
        let fine = found.iter().chain(&check.diags).all(|found| found.severity != Severity::Error);
        if seats == most && fine && warn {
            check.warnings();
        }
        let told = check.mistakes > Limits::MISTAKES;
        found.append(&mut check.diags);
        programs.push(program);
        if told {
            break;
        }
    }
    Some(programs)
}

/// The compiler of a document for one number of seats.
struct Compiler<'a> {
    document: &'a Document,
    survey: &'a Prescan<'a>,
    game: Game<'a>,
    learned: InferredTypes,
    /// Whether this pass only infers types. Such a pass reports nothing.
    learning: bool,
    diags: Vec<Diagnostic>,
    /// Number of errors found, reported or not.
    mistakes: usize,
    scope: Vec<Binding<'a>>,
    /// Number of temporaries in use.
    temps: usize,
    /// Number of temporary lists in use.
    temp_lists: usize,
    /// Number of expressions that may still be compiled.
    left: usize,
    /// Whether an exceeded limit has been reported.
    spent: bool,
    /// Nesting depth of computed values.
    unfolded: usize,
    /// The computed variables that are being compiled.
    computing: Vec<usize>,
    /// The functions that an expression calls.
    applied: BTreeSet<usize>,
    unit: Emitter,
    pending: Option<Pending<'a>>,
    /// The cards that this effect has shown so far, and the players who saw them.
    shown: Vec<(crate::code::Cards, crate::code::Seats)>,
    /// Variables that were set from cards hidden from some players.
    secrets: Vec<leaks_by_value::Secret>,
    /// The variables that the options of questions depend on.
    wanted: Vec<leaks_by_value::OptionReads>,
    /// The rule being compiled.
    rule: Option<String>,
    /// The result that the rule itself stores: the span of the action that gives it, its name, and how long it is kept.
    /// `None` if the rule stores none.
    rule_stores: Option<(Span, String, Option<Keep>)>,
    kept: Vec<KeptValue>,
    messages: Vec<Message>,
    /// Number of rules with `once_per`.
    onces: usize,
    states: Vec<String>,
    phases: Vec<String>,
    in_setup: bool,
    /// Whether this rule can prevent its event.
    can_prevent: bool,
    /// Number of branches around the current action, inside the innermost loop.
    forks: usize,
    /// Values stored in the innermost loop that a round may leave unset. Such a value may be from the previous round.
    loose: Vec<(value::Ty, u16)>,
    /// Whether this code belongs to a `canPerform`.
    dry: bool,
    /// The action that the `canPerform` tests.
    tried: Option<Span>,
    /// The player of the enclosing simultaneous loop.
    lane: Option<SlotId>,
    /// The start of the enclosing simultaneous loop: the numbers of instructions, scalars and lists before it.
    lane_start: (usize, u16, u16),
    /// The player of the innermost loop.
    loop_player: Option<crate::code::Expr>,
    makes_cards: bool,
    /// Variables that are read.
    read: BTreeSet<String>,
    /// Zones that cards can enter.
    filled: BTreeSet<usize>,
    /// Number of reads of `$currentPhase`, and number of comparisons of `$currentPhase` with a name.
    phase_reads: usize,
    phase_compared: usize,
    /// The names that `$currentPhase` is compared with.
    phase_names: BTreeSet<String>,
}

impl<'a> Compiler<'a> {
    fn new(
        parts: &'a Parts<'a>,
        seats: usize,
        mut learned: InferredTypes,
        learning: bool,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Compiler<'a>> {
        let Parts { document, survey, symbols, faces, zones } = parts;
        let mut diags = Vec::new();
        let variables = variables::variables(&document.components, &mut learned, &mut diags);
        let wants = TableDemands { made: !survey.made.is_empty(), destroyed: survey.destroys };
        let game = Game::of(document, seats, (faces, symbols, zones, variables), wants, &mut diags);
        let Some(game) = game else {
            found.append(&mut diags);
            return None;
        };
        let mut check = Compiler {
            document,
            survey,
            game,
            learned,
            learning,
            diags: if learning { Vec::new() } else { diags },
            mistakes: 0,
            scope: Vec::new(),
            temps: 0,
            temp_lists: 0,
            left: Limits::EXPRESSIONS,
            spent: false,
            unfolded: 0,
            computing: Vec::new(),
            applied: BTreeSet::new(),
            unit: Emitter::default(),
            pending: None,
            shown: Vec::new(),
            secrets: Vec::new(),
            wanted: Vec::new(),
            rule: None,
            rule_stores: None,
            kept: Vec::new(),
            messages: Vec::new(),
            onces: 0,
            states: Vec::new(),
            phases: Vec::new(),
            in_setup: false,
            can_prevent: false,
            forks: 0,
            loose: Vec::new(),
            dry: false,
            tried: None,
            lane: None,
            lane_start: (0, 0, 0),
            loop_player: None,
            makes_cards: wants.made,
            read: BTreeSet::new(),
            filled: BTreeSet::new(),
            phase_reads: 0,
            phase_compared: 0,
            phase_names: BTreeSet::new(),
        };
        check.keep_values();
        Some(check)
    }

    /// Assigns storage to values that outlive their rule.
    fn keep_values(&mut self) {
        for (name, game) in &self.survey.kept {
            if self.kept.iter().any(|kept| kept.name == name.text) {
                continue;
            }
            let ty = self.learned.get(&format!("ref:{name}"));
            let (slot, list) = (SlotId(self.game.globals.len() as u16), ListId(self.game.global_lists.len() as u16));
            let info = |kind| SlotInfo { name: name.text.clone(), kind };
            match ty {
                Some(Ty::One(kind)) => self.game.globals.push(info(kind)),
                Some(Ty::List(kind)) => self.game.global_lists.push(info(kind)),
                // Only variables hold groups.
                Some(Ty::Group(..) | Ty::Groups(..)) | None => {}
            }
            self.kept.push(KeptValue { name: name.text.clone(), ty, slot, list, game: *game });
        }
    }

    /// Reports a diagnostic, unless this pass only infers types.
    fn report(&mut self, found: Diagnostic) {
        self.mistakes += usize::from(found.severity == Severity::Error);
        if !self.learning {
            self.diags.push(found);
        }
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    /// Compiles the document.
    fn run(&mut self) -> Program {
        self.name_flow();
        let setup = self.setup();
        let mut rules = self.compile_rules();
        let flow = self.flow();
        let events = self.events();
        let card_events = self.card_listeners();
        // Recaps come last, so that they do not change the numbers of other items.
        rules.extend(self.recaps());
        let mut presentation = self.presentation();
        presentation.computed = self.computed_variables();
        let zones = self.game.zone_codes();
        let game = &self.game;
        let mut marks = 0;
        let properties = game.faces.properties.iter().map(|property| {
            let learned = self.learned.get(&format!("property:{}", property.name)).map(Ty::kind);
            let mark = property.marked.then(|| {
                marks += 1;
                marks - 1
            });
            Property {
                name: property.name.clone(),
                kind: property.kind.or(learned).unwrap_or(crate::code::Kind::Text),
                by_face: property.by_face.clone(),
                by_entry: Vec::new(),
                mark,
            }
        });
        let symbol = |text: &str| game.symbols.find(text).unwrap_or(MISSING);
        let place = |symbol| game.faces.rank_of.get(&symbol).copied().flatten().unwrap_or(MISSING);
        let ending = self.kept.iter().filter(|kept| !kept.game);
        let (turn_slots, turn_lists): (Vec<&KeptValue>, Vec<&KeptValue>) =
            ending.filter(|kept| kept.ty.is_some()).partition(|kept| matches!(kept.ty, Some(Ty::One(_))));
        let properties: Vec<Property> = properties.collect();
        let (cell_audiences, list_audiences) = game.kept_audiences();
        Program {
            properties,
            kept_cells: game.globals.len() + marks * game.shape.entries(),
            shape: game.shape.clone(),
            seats: game.seats,
            teams: game.teams.clone(),
            team_names: game.team_names.clone(),
            seat_names: game.seat_names.clone(),
            seat_ids: game.seat_ids.clone(),
            face_decks: game.faces.deck_of.iter().map(|deck| symbol(&game.faces.decks[*deck].name)).collect(),
            face_ids: game.faces.ids.iter().map(|id| symbol(id)).collect(),
            rank_of_face: game.faces.ranks.clone(),
            rank_of_entry: Vec::new(),
            rank_of_symbol: (0..game.symbols.len() as i32).map(place).collect(),
            zones,
            vars: game.vars.clone(),
            var_defs: game.var_defs(),
            globals: game.globals.clone(),
            cell_audiences,
            turn_globals: turn_slots.iter().map(|kept| kept.slot).collect(),
            global_lists: game.global_lists.clone(),
            list_audiences,
            turn_lists: turn_lists.iter().map(|kept| kept.list).collect(),
            limbo: game.limbo,
            setup,
            rules,
            card_events,
            events,
            flow,
            presentation,
            messages: std::mem::take(&mut self.messages),
            linear: crate::code::linear::Linear::default(),
            symbols: game.symbols.clone(),
            suits: Vec::new(),
            columns: Columns::default(),
            notes: false,
            keeps_lore: false,
        }
    }
}
