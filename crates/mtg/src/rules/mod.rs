//! The rules of a duel: a match of two decks by the Comprehensive Rules (edition of 2025-09-19). Comments cite them as
//! `CR` with the rule number.
//!
//! `DuelState` is a plain value. `Engine` changes it: it runs frames until a player must decide. `moves` computes the
//! legal answers from the top frame. `layers` updates the cached characteristics.

mod ability_index;
pub mod action;
mod action_watch;
mod amount_references;
mod amounts;
mod announce;
mod blocks;
mod cache_validity;
mod cast;
mod combat;
mod compile;
mod compiled_cards;
mod conditions;
mod continuous_effects;
mod convoke;
mod copy_exceptions;
mod cost;
mod cost_changes;
mod costly_mana;
mod create;
mod damage;
mod damage_effects;
mod destroy_replacement;
mod entering;
mod enters_keywords;
mod eval;
mod fact;
mod frames;
mod if_you_do;
mod instructions;
pub mod keyword_text;
mod lands;
mod layer_dependencies;
mod layers;
mod learning_spaces;
mod library;
mod mana;
mod mid_step_choices;
mod modifications;
mod move_text;
mod moves;
mod multi_face;
mod nonmana_costs;
mod object_references;
mod observe;
mod pay;
mod prevention;
mod printed_names;
mod resolve;
mod saga;
mod save;
pub mod scenario;
mod scene;
mod state;
mod state_invariants;
mod step_references;
mod supported;
mod target_dependencies;
mod targets;
mod timing;
mod trigger_index;
mod triggers;
mod turn;
mod turn_history;
mod upkeep_keywords;
mod useless_spells;
mod view;
mod zone_changes;
mod zones;

pub use compiled_cards::Words;
pub use fact::{Fact, HitRecipient, Note};
pub use frames::CastWay;
pub use moves::Move;
pub use save::SealedState;
use state::DuelState;
pub use state::{Id, TurnStep};
pub use supported::{Unsupported, supported};
pub use view::View;

use crate::ir::{Act, Amount, Card, DigTo, Duration, Event, Limit, Node, Pred, Replacement, Rule, Static, Visit};
use crate::lexicon::Lexicon;
use compiled_cards::{AbilityId, Code, CodeId, CompiledAbility, CompiledCards, DefId, Op, Operand};
use rulebook_kernel::{
    Corrupt, Digest, Fold, GameOption, Illegal, Info, Notation, Outcome, Rng, Rules, Seat, Setup, Sink, Turn,
};
use rulebook_table::{Face, Ordering, Shape, Table, ZoneDef, ZoneId, ZoneVisibility};
use smallvec::SmallVec;
use state::{Flow, Over, Player, Question, Reason};
use std::collections::BTreeMap;

/// Maximum number of decisions in a match. A match with this many decisions ends as a draw.
pub(crate) const MAX_MOVES: u32 = 20_000;
const SEMANTICS: u32 = 7;

/// A deck.
#[derive(Clone, Debug)]
pub struct Deck {
    /// The name under which players choose the deck.
    pub name: String,
    /// For each different card, its index in the cards of [`Duel::new`], and the number of copies.
    pub cards: Vec<(usize, u8)>,
}

/// The table for one pair of decks.
#[derive(Debug)]
pub(crate) struct Board {
    pub shape: Shape,
    pub library: Vec<ZoneId>,
    pub hand: Vec<ZoneId>,
    pub battlefield: Vec<ZoneId>,
    pub graveyard: Vec<ZoneId>,
    pub exile: ZoneId,
    pub stack: ZoneId,
    /// For each face on the table, the owner and the definition of the card.
    pub faces: Vec<(Seat, DefId)>,
}

/// The rules for matches between these decks.
#[derive(Debug)]
pub struct Duel {
    info: Info,
    pub(crate) cards: CompiledCards,
    decks: Vec<Deck>,
    boards: Vec<Board>,
    /// The code of the effect `draw a card`.
    pub(crate) draw_code: CodeId,
    /// Whether a card refers to tapped or untapped permanents.
    pub(crate) tap_matters: bool,
    /// Whether a card changes costs, or has a rule for players.
    pub(crate) cost_matters: bool,
    /// Whether a card has an ability that any player may activate.
    pub(crate) anybody: bool,
    /// Whether a card makes players pay to attack.
    pub(crate) taxes: bool,
    /// Whether a card has an ability that functions in a graveyard.
    pub(crate) graves: bool,
    /// Whether several replacement effects can apply to the same event such that their order matters (CR 616.1).
    pub(crate) reorders: bool,
    /// Whether a permanent can need a choice as it enters (CR 614.12b).
    pub(crate) enters_choosing: bool,
    /// Whether a card has a mana ability that costs more than its own permanent and life (see `costly_mana`).
    pub(crate) has_detours: bool,
    /// Whether a card has a state trigger (CR 603.8).
    pub(crate) watches_states: bool,
    /// Whether a card has a continuous effect that depends on a count or a condition.
    pub(crate) volatile: bool,
    /// Whether a replacement effect depends on the power, toughness or keywords of an entering permanent.
    pub(crate) enters_by_size: bool,
    /// Whether an effect can grant replacement effects to permanents.
    pub(crate) gives_replacements: bool,
    /// The events of a turn that the cards need to know.
    pub(crate) asked: turn_history::HistoryNeeds,
    /// The ids of the cards in the card file, in lower case, with the names of the cards.
    pub(crate) card_ids: BTreeMap<String, String>,
    /// The cost of each ability as text, for display. The text of an ability that is not activated is empty.
    pub(crate) ability_costs: Vec<String>,
}

/// Changes a state. Reports facts to `out`, if it is set.
pub(crate) struct Engine<'a> {
    pub r: &'a Duel,
    pub s: &'a mut DuelState,
    pub out: Option<&'a mut Vec<Fact>>,
    /// The answers to choices in the middle of the current step.
    pub amid: mid_step_choices::MidStepAnswers,
    /// The instructions to watch. `None` except in the audit of cards.
    pub watch: Option<action_watch::ActionWatch>,
    /// The index in `s.waiting` at which the triggers of the current simultaneous events begin. The triggers before this
    /// index come from events that happened before.
    pub fresh: usize,
}

impl<'a> Engine<'a> {
    pub(crate) fn new(r: &'a Duel, s: &'a mut DuelState, out: Option<&'a mut Vec<Fact>>) -> Engine<'a> {
        Engine { r, s, out, amid: mid_step_choices::MidStepAnswers::default(), watch: None, fresh: 0 }
    }
}

/// Whether this node refers to tapped or untapped permanents.
fn speaks_of_tapping(node: Node<'_>) -> bool {
    let tapped = |to: DigTo| to == DigTo::BattlefieldTapped;
    match node {
        Node::Pred(pred) => matches!(pred, Pred::Tapped | Pred::Untapped),
        Node::Rule(rule) => matches!(rule, Rule::EntersTapped | Rule::MayStayTapped),
        Node::Event(event) => matches!(event, Event::BecomesTapped(_) | Event::BecomesUntapped(_)),
        Node::Duration(until) => matches!(until, Duration::WhileTapped(_)),
        Node::Replacement(replacement) => {
            matches!(replacement, Replacement::EntersTapped { .. } | Replacement::EntersTappedUnlessPaid { .. })
        }
        Node::Act(Act::Dig(dig)) => tapped(dig.to) || dig.rest.is_some_and(tapped),
        Node::Act(Act::DigUntil(dig)) => tapped(dig.to) || tapped(dig.rest),
        _ => false,
    }
}

/// Whether this node counts something, or refers to events of this turn.
fn counts_or_remembers(node: Node<'_>) -> bool {
    match node {
        Node::Amount(amount) => matches!(
            amount,
            Amount::CountOf(_)
                | Amount::LifeOf(_)
                | Amount::Players(_)
                | Amount::Domain
                | Amount::TypesInGraveyard(_)
                | Amount::ColorsAmong(_)
                | Amount::ColorsOf(_)
                | Amount::Party
                | Amount::CreaturesDied
                | Amount::Greatest(..)
                | Amount::Total(..)
        ),
        Node::Pred(pred) => {
            matches!(pred, Pred::DamagedThisTurn | Pred::EnteredThisTurn | Pred::AttackedThisTurn)
        }
        _ => false,
    }
}

impl Duel {
    /// Stores the printed mana cost and rules text of each card. `printed` returns them by name. They are only for
    /// display.
    pub(crate) fn print_on(&mut self, printed: impl Fn(&str) -> Option<(String, String)>) {
        for def in &mut self.cards.defs {
            def.printed = printed(&def.name).unwrap_or_default();
        }
    }

    /// Stores the ids of cards, by which actions may name them.
    pub(crate) fn set_card_ids(&mut self, ids: impl Iterator<Item = (String, String)>) {
        self.card_ids = ids.map(|(id, name)| (id.to_lowercase(), name)).collect();
    }

    /// Stores the costs of activated abilities as texts. They are only for display.
    pub(crate) fn print_costs(&mut self, lexicon: &Lexicon) {
        let text = |ability: &CompiledAbility| match ability {
            CompiledAbility::Activated { cost, .. } => crate::print::cost_text(cost, lexicon),
            _ => String::new(),
        };
        self.ability_costs = self.cards.abilities.iter().map(text).collect();
    }

    /// Sets the source digest to the digest of the files from which the rules were made.
    pub(crate) fn made_from(mut self, source: Digest) -> Duel {
        self.info.source = source;
        self
    }

    /// Rules for matches of these decks.
    ///
    /// # Panics
    /// Panics if a deck names a card that is not in `cards`. The deck reader refuses such decks.
    #[must_use]
    pub fn new(id: &str, name: &str, cards: &[Card], decks: Vec<Deck>, words: &dyn Words) -> Duel {
        let mut compiled = CompiledCards::new();
        let defs: Vec<DefId> = cards.iter().map(|card| compiled.card(card, words)).collect();
        compiled.vary(words);
        compiled.part_subtypes(words);
        compiled.counter_mods();
        compiled.name_kinds(words);
        compiled.find_statics();
        compiled.find_grave();
        let draw = Act::Draw { who: crate::ir::Who::You, amount: Amount::Number(1), say: crate::ir::AmountSay::Number };
        compiled.codes.push(Code { ops: vec![Op::Act(draw, Operand::None)], ..Code::default() });
        let draw_code = (compiled.codes.len() - 1) as CodeId;
        compiled.find_marks();
        compiled.find_hearing();
        let boards = (0..decks.len() * decks.len())
            .map(|pair| Board::new(&compiled, &defs, &[&decks[pair / decks.len()], &decks[pair % decks.len()]]))
            .collect();
        let names: Vec<String> = decks.iter().map(|deck| deck.name.clone()).collect();
        let option = |name: &str, values: Vec<String>| GameOption { name: name.to_owned(), values };
        let mut second = names.clone();
        second.rotate_left(usize::from(names.len() > 1));
        let info = Info {
            id: id.to_owned(),
            name: name.to_owned(),
            min_seats: 2,
            max_seats: 2,
            source: Digest::of(&(compiled.digest(), decks.iter().map(|d| (&d.name, &d.cards)).collect::<Vec<_>>())),
            semantics: SEMANTICS,
            max_moves: MAX_MOVES,
            few_points: false,
            options: vec![
                option("deck-1", names),
                option("deck-2", second),
                option("stops", vec!["usual".to_owned(), "all".to_owned()]),
            ],
        };
        Duel {
            info,
            draw_code,
            tap_matters: compiled.abilities.any(&speaks_of_tapping),
            cost_matters: compiled
                .abilities
                .iter()
                .any(|ab| matches!(ab, CompiledAbility::Static(Static::CostChange(_) | Static::Player(..)))),
            anybody: compiled.abilities.iter().any(|ab| match ab {
                CompiledAbility::Activated { limits, .. } => limits.contains(&Limit::AnyPlayer),
                _ => false,
            }),
            volatile: compiled.abilities.iter().any(|ab| match ab {
                CompiledAbility::Continuous { what, mods, cond, x } => {
                    let counts = |change: &compiled_cards::Change| match change {
                        compiled_cards::Change::Define { .. } => true,
                        compiled_cards::Change::Get { power, toughness, each } => {
                            let fixed = |amount: &Amount| matches!(amount, Amount::Number(_));
                            each.is_some() || !fixed(&power.1) || !fixed(&toughness.1)
                        }
                        _ => false,
                    };
                    let by_count = what.any(&counts_or_remembers);
                    by_count || cond.is_some() || x.is_some() || compiled.mods[*mods as usize].iter().any(counts)
                }
                _ => false,
            }),
            graves: compiled.grave.contains(&true),
            reorders: mid_step_choices::reorders(&compiled),
            enters_choosing: mid_step_choices::enters_choosing(&compiled),
            enters_by_size: entering::by_size(&compiled),
            gives_replacements: entering::gives(&compiled),
            has_detours: costly_mana::has_detours(&compiled),
            watches_states: triggers::watches_states(&compiled),
            asked: turn_history::HistoryNeeds::of(&compiled),
            ability_costs: Vec::new(),
            card_ids: BTreeMap::new(),
            taxes: compiled.abilities.iter().any(|ab| matches!(ab, CompiledAbility::Static(Static::AttackTax(_)))),
            cards: compiled,
            decks,
            boards,
        }
    }

    /// The noun for a kind of data, such as `subtypes`, of which the decks contain more than the engine can number.
    /// `None` if everything fits. Rules with such an excess must not be played.
    pub(crate) fn excess(&self) -> Option<&'static str> {
        let CompiledCards { defs, abilities, codes, mods, kinds, subtypes, .. } = &self.cards;
        let most = usize::from(u16::MAX);
        if subtypes.len() > compiled_cards::MOST_SUBTYPES {
            return Some("subtypes");
        }
        if self.cards.too_varied {
            return Some("copies that differ from what they copy");
        }
        if kinds.len() > usize::from(u8::MAX) {
            return Some("kinds of counters");
        }
        let large = [defs.len(), abilities.len(), codes.len(), mods.len()].into_iter().any(|n| n > most);
        (large || defs.len() * self.decks.len() > most).then_some("abilities")
    }

    pub(crate) fn board(&self, s: &DuelState) -> &Board {
        &self.boards[usize::from(s.decks[0]) * self.decks.len() + usize::from(s.decks[1])]
    }

    pub(crate) fn shape(&self, s: &DuelState) -> &Shape {
        &self.board(s).shape
    }

    pub(crate) fn face(&self, s: &DuelState, face: Face) -> (Seat, DefId) {
        self.board(s).faces[face.index()]
    }

    pub(crate) fn uncounterable(&self, s: &DuelState, id: Id) -> bool {
        let rule = |ab: AbilityId| match &self.cards.abilities[ab as usize] {
            CompiledAbility::Static(Static::SpellRule(rule)) => *rule == crate::ir::Rule::CantBeCountered,
            _ => false,
        };
        s.known(id).is_some_and(|o| o.entry.is_some() && self.abilities(s, id).any(rule))
    }

    /// The state before the match begins: all cards are in the libraries.
    pub(crate) fn fresh(&self, decks: SmallVec<[u8; 4]>, stops: bool, rng: Rng) -> DuelState {
        let board = &self.boards[usize::from(decks[0]) * self.decks.len() + usize::from(decks[1])];
        let player = Player {
            life: 20,
            poison: 0,
            energy: 0,
            lost: false,
            drew_from_nothing: false,
            pool: [0; 6],
            bound: SmallVec::new(),
            lands: 0,
            extra_lands: 0,
            mulligans: 0,
            kept: false,
            drawn: 0,
            cast: 0,
            before: 0,
            gained: 0,
            lost_life: 0,
            attacked: false,
            yields: false,
            skips_combat: false,
            died: 0,
            blessed: false,
        };
        DuelState {
            table: Table::new(&board.shape),
            rng,
            stops,
            players: SmallVec::from_elem(player, decks.len()),
            decks,
            objs: Vec::new(),
            free: Vec::new(),
            field: Vec::new(),
            granted: Vec::new(),
            stack: Vec::new(),
            effects: Vec::new(),
            waiting: Vec::new(),
            delayed: Vec::new(),
            shields: Vec::new(),
            attackers: Vec::new(),
            blocks: Vec::new(),
            struck: Vec::new(),
            past: turn_history::TurnHistory::default(),
            uses: Vec::new(),
            crowd: Vec::new(),
            frames: Vec::new(),
            ask: None,
            active: Seat::new(0),
            first: Seat::new(0),
            priority: Seat::new(0),
            passes: 0,
            step: TurnStep::Untap,
            flow: Flow::Opening,
            turn: 0,
            clock: 0,
            moves: 0,
            extra_turns: SmallVec::new(),
            emblems: Vec::new(),
            permits: Vec::new(),
            extra: SmallVec::new(),
            resume: None,
            skip_combat: false,
            again: false,
            dirty: false,
            over: None,
        }
    }

    fn deck(&self, setup: &Setup, name: &str) -> u8 {
        let wanted = setup.option(&self.info, name).unwrap_or_default();
        self.decks.iter().position(|deck| deck.name == wanted).unwrap_or(0) as u8
    }
}

impl Board {
    fn new(cards: &CompiledCards, defs: &[DefId], decks: &[&Deck]) -> Board {
        let mut b = Shape::build(decks.len());
        let secret = |id: &str| ZoneDef::per_seat(id).levels(ZoneVisibility::CountOnly, ZoneVisibility::CountOnly);
        let library = b.zone(secret("library").ordered(Ordering::Shuffled).category("deck"));
        let hand = b.zone(
            ZoneDef::per_seat("hand")
                .ordered(Ordering::Unordered)
                .levels(ZoneVisibility::All, ZoneVisibility::CountOnly)
                .category("hand"),
        );
        let open =
            |id: &str| ZoneDef::per_seat(id).ordered(Ordering::Lifo).levels(ZoneVisibility::All, ZoneVisibility::All);
        let battlefield = b.zone(open("battlefield").category("battlefield"));
        let graveyard = b.zone(open("graveyard").category("discard"));
        let shared =
            |id: &str| ZoneDef::shared(id).ordered(Ordering::Lifo).levels(ZoneVisibility::All, ZoneVisibility::All);
        let exile = b.zone(shared("exile"));
        let stack = b.zone(shared("stack"));
        let mut faces = Vec::new();
        for (at, deck) in decks.iter().enumerate() {
            let seat = Seat::new(at);
            let back = b.back(&format!("deck {}", at + 1));
            // Every card has a face for each seat, even if the deck does not contain it. So a face has the same number
            // for all pairs of decks.
            for (card, def) in defs.iter().enumerate() {
                let face = b.face(&format!("{}.{at}", cards.defs[*def as usize].name), back);
                faces.push((seat, *def));
                let count: u8 = deck.cards.iter().filter(|(which, _)| *which == card).map(|(_, n)| *n).sum();
                for _ in 0..count {
                    b.card(face, library, seat, Some(seat));
                }
            }
        }
        let shape = b.finish();
        let each = |def: usize| Seat::all(decks.len()).map(|seat| shape.zone_of(def, seat)).collect::<Vec<_>>();
        let (library, hand, battlefield, graveyard) = (each(library), each(hand), each(battlefield), each(graveyard));
        let first = Seat::new(0);
        let (exile, stack) = (shape.zone_of(exile, first), shape.zone_of(stack, first));
        Board { shape, library, hand, battlefield, graveyard, exile, stack, faces }
    }
}

impl Rules for Duel {
    type State = SealedState;
    type Move = Move;
    type Fact = Fact;

    fn info(&self) -> &Info {
        &self.info
    }

    fn start<S: Sink<Fact>>(&self, setup: &Setup, rng: Rng, out: &mut S) -> SealedState {
        let decks: SmallVec<[u8; 4]> = [self.deck(setup, "deck-1"), self.deck(setup, "deck-2")].into_iter().collect();
        let mut state = self.fresh(decks, setup.option(&self.info, "stops") == Some("all"), rng);
        let first = state.rng.below(2) as usize;
        (state.first, state.active, state.priority) = (Seat::new(first), Seat::new(first), Seat::new(first));
        self.tell(&mut state, out, |g| {
            for seat in Seat::all(2) {
                g.shuffle(seat);
                g.deal_hand(seat);
            }
            g.run();
        });
        SealedState(state)
    }

    fn validate_state(&self, SealedState(s): &SealedState) -> Result<(), Corrupt> {
        view::validate_state(self, s)
    }

    fn drop_lore(&self, SealedState(s): &mut SealedState) {
        let shape = self.shape(s);
        s.table.drop_lore(shape);
    }

    fn seats(&self, SealedState(s): &SealedState) -> usize {
        s.players.len()
    }

    fn turn(&self, SealedState(s): &SealedState) -> Turn {
        let why = |reason: Reason| match reason {
            Reason::Life => "the other has no life left",
            Reason::Library => "the other drew from an empty library",
            Reason::Poison => "the other has ten poison counters",
            Reason::Effect => "a card says so",
            Reason::Scoop => "the other gave up",
            Reason::Length => "the game has gone on for too long",
            Reason::Together => "nobody is left",
        };
        match (s.over, s.ask) {
            (Some(Over::Won(seat, reason)), _) => Turn::Over(Outcome::win(s.seats(), seat, why(reason))),
            (Some(Over::Draw(reason)), _) => Turn::Over(Outcome::draw(s.seats(), why(reason))),
            (None, Some(ask)) => Turn::of(ask.seat),
            (None, None) => Turn::Over(Outcome::draw(s.seats(), "nobody is asked")),
        }
    }

    fn moves(&self, SealedState(s): &SealedState, seat: Seat, into: &mut Vec<Move>) {
        if s.over.is_none() && s.ask.is_some_and(|ask| ask.seat == seat) {
            let start = into.len();
            if start == 0 {
                self.list(s, into);
            } else {
                let mut list = Vec::new();
                self.list(s, &mut list);
                into.extend(list);
            }
            debug_assert!(into.len() > start, "somebody is asked and has an answer");
        }
    }

    fn shortlist(&self, SealedState(s): &SealedState, seat: Seat, into: &mut Vec<Move>) {
        if s.over.is_none() && s.ask.is_some_and(|ask| ask.seat == seat) {
            let mut list = Vec::new();
            self.brief(s, &mut list);
            into.extend(list);
        }
    }

    fn check(&self, SealedState(s): &SealedState, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        if s.over.is_some() {
            return Err(Illegal::new("the game is over"));
        }
        if s.ask.is_none_or(|ask| ask.seat != seat) {
            return Err(Illegal::new("another player must decide now"));
        }
        // A player may concede at any time (CR 104.3a). The list of moves contains this move only with all stops, so
        // accept it before the list is checked.
        if *mv == Move::Scoop {
            return Ok(());
        }
        let mut list = Vec::new();
        self.list(s, &mut list);
        if list.contains(mv) { Ok(()) } else { Err(Illegal::new(self.why_not(s))) }
    }

    fn play<S: Sink<Fact>>(&self, SealedState(s): &mut SealedState, _: Seat, mv: &Move, out: &mut S) {
        let mv = *mv;
        self.tell(s, out, |g| {
            g.answer(mv);
            g.run();
        });
    }
}

impl Duel {
    /// Runs `f` on the state and reports the facts to `out`.
    fn tell<S: Sink<Fact>>(&self, s: &mut DuelState, out: &mut S, f: impl FnOnce(&mut Engine<'_>)) {
        if !S::ON {
            f(&mut Engine::new(self, s, None));
            return;
        }
        let mut facts = Vec::new();
        f(&mut Engine::new(self, s, Some(&mut facts)));
        for fact in facts {
            out.tell(|| fact);
        }
    }

    fn why_not(&self, s: &DuelState) -> &'static str {
        match s.ask.map(|ask| ask.what) {
            Some(Question::Priority) => "you cannot do that now",
            Some(Question::Attack) => "this creature cannot attack, or another creature must attack first",
            Some(Question::Block) => "this creature cannot block that attacker",
            Some(Question::Target) => "that is not a legal target",
            Some(Question::Pay) => "you cannot pay this cost with that",
            _ => "choose one of the offered options",
        }
    }
}

impl Notation for Duel {
    fn text(&self, SealedState(s): &SealedState, _: Seat, mv: &Move) -> String {
        self.move_text(s, *mv)
    }

    fn parse(&self, state: &SealedState, seat: Seat, text: &str) -> Result<Move, Illegal> {
        if action::is_action(text) {
            return match self.action_row(state, seat, text)?[..] {
                [mv] => Ok(mv),
                ref row => {
                    Err(Illegal::new(format!("this action contains {} moves; send one move at a time", row.len())))
                }
            };
        }
        let SealedState(s) = state;
        let mut list = Vec::new();
        self.moves(state, seat, &mut list);
        list.extend((!list.is_empty()).then_some(Move::Scoop));
        list.into_iter()
            .find(|mv| self.move_text(s, *mv).eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| Illegal::new("you cannot make that move now"))
    }
}

impl Fold for Duel {
    type Folded = Table;

    fn folded(&self, SealedState(s): &SealedState) -> Table {
        s.table.clone()
    }

    fn fold(&self, setup: &Setup, facts: &[Fact]) -> Table {
        let (a, b) = (self.deck(setup, "deck-1"), self.deck(setup, "deck-2"));
        let shape = &self.boards[usize::from(a) * self.decks.len() + usize::from(b)].shape;
        let of_table = facts.iter().filter_map(|fact| if let Fact::Table(fact) = fact { Some(fact) } else { None });
        Table::folded(shape, of_table)
    }
}
