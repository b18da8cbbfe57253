//! Implements the kernel traits for a compiled CGML game.

use super::choice::{self, Move};
use super::fact::Fact;
use super::list_store::Lists;
use super::machine::Machine;
use super::move_traits::ProgramTraits;
use super::state::{CgmlState, EMPTY, Offered, Pending, Stage, Standing, pack};
use super::view::View;
use super::{limits, notation, player_facts, sample, validate_state, view, win};
use crate::code::{Program, Win};
use rulebook_kernel::{
    Corrupt, Digest, Fold, Hidden, Illegal, Info, MAX_SEATS, MoveTraits, Notation, Outcome, Policy, Rng, Rules, Seat,
    SeatSet, Setup, Sink, Turn, Viewer,
};
use rulebook_scene::plain_card;
use rulebook_table::Table;
use smallvec::SmallVec;
use std::sync::Arc;

/// The version of the rules interpreter. It is raised when the same moves could give other facts.
pub(crate) const SEMANTICS: u32 = 11;

/// A compiled game.
#[derive(Debug)]
pub struct Cgml {
    info: Info,
    /// One program for each number of seats.
    programs: Vec<Program>,
    /// The traits of moves, for each program.
    traits: Vec<ProgramTraits>,
    policy: Option<Arc<Policy>>,
}

impl Cgml {
    /// Creates rules from programs, one for each number of seats in ascending order.
    ///
    /// # Panics
    /// Panics if there is no program.
    pub fn new(id: &str, name: &str, source: Digest, programs: Vec<Program>) -> Cgml {
        let (first, last) = (programs.first().expect("a game has seats"), programs.last().expect("a game has seats"));
        let info = Info {
            id: id.to_owned(),
            name: name.to_owned(),
            min_seats: first.seats,
            max_seats: last.seats,
            source,
            semantics: SEMANTICS,
            max_moves: (limits::ANSWERS + MAX_SEATS as u32) * (limits::PICKS + 2 * limits::BACKS as u32 + 1),
            few_points: matches!(first.flow.win, Some(Win::ByNumber { least: true, .. })),
            options: Vec::new(),
        };
        let programs: Vec<Program> = programs.into_iter().map(Program::folded).collect();
        let traits = programs.iter().map(ProgramTraits::new).collect();
        Cgml { info, programs, traits, policy: None }
    }

    /// The game with a learned policy.
    #[must_use]
    pub fn with_policy(self, policy: Arc<Policy>) -> Cgml {
        Cgml { policy: Some(policy), ..self }
    }

    /// The program for a number of seats.
    pub fn program(&self, seats: usize) -> &Program {
        &self.programs[seats - self.info.min_seats]
    }

    pub(super) fn of(&self, seats: u8) -> &Program {
        self.program(seats as usize)
    }

    /// The program for the most seats. The zones and variables of every other program have the same numbers here.
    pub(super) fn widest(&self) -> &Program {
        &self.programs[self.programs.len() - 1]
    }

    pub(super) fn plays(&self, seats: u8) -> bool {
        (self.info.min_seats..=self.info.max_seats).contains(&(seats as usize))
    }
}

/// The state before the setup.
fn fresh(p: &Program, rng: Rng) -> CgmlState {
    let table = Table::new(&p.shape);
    let mut cells = SmallVec::from_elem(EMPTY, p.kept_cells);
    for property in &p.properties {
        let Some(mark) = property.mark else { continue };
        for card in (0..p.shape.deck_entries()).map(|e| rulebook_table::Entry(e as u16)) {
            cells[p.mark_cell(mark, card)] = pack(property.by_face[table.face(&p.shape, card).index()], SeatSet::NONE);
        }
    }
    let flow = Standing {
        stage: Stage::Enter,
        state: p.flow.initial,
        phase: 0,
        current: 0,
        reversed: false,
        asked: false,
        next: None,
        turn: 0,
        answers: 0,
        pending: Pending::None,
        fired: 0,
        skips: [0; MAX_SEATS],
    };
    CgmlState {
        seats: p.seats as u8,
        table,
        rng,
        flow,
        detours: None,
        frames: SmallVec::new(),
        cells,
        lists: Lists::empty(p.global_lists.len()),
        saved: Vec::new(),
        looks: Vec::new(),
        over: None,
        offered: Offered::default(),
    }
}

impl Rules for Cgml {
    type State = CgmlState;
    type Move = Move;
    type Fact = Fact;

    fn info(&self) -> &Info {
        &self.info
    }

    fn start<S: Sink<Fact>>(&self, setup: &Setup, rng: Rng, out: &mut S) -> CgmlState {
        let p = self.program(setup.seats);
        let mut state = fresh(p, rng);
        Machine::new(p, &mut state, out).set_up();
        state
    }

    fn validate_state(&self, state: &CgmlState) -> Result<(), Corrupt> {
        if !self.plays(state.seats) {
            return Err(Corrupt::new("this game cannot be played with that number of seats"));
        }
        validate_state::validate_state(self.of(state.seats), state)
    }

    fn seats(&self, state: &CgmlState) -> usize {
        state.seats as usize
    }

    #[inline]
    fn turn(&self, state: &CgmlState) -> Turn {
        match &state.over {
            Some(outcome) => Turn::Over((**outcome).clone()),
            None => Turn::Seats(choice::due(self.of(state.seats), state)),
        }
    }

    #[inline]
    fn moves(&self, state: &CgmlState, seat: Seat, into: &mut Vec<Move>) {
        let p = self.of(state.seats);
        if state.over.is_some() {
            return;
        }
        match choice::open(p, state, seat) {
            Some(open) => choice::moves(p, state, seat, &open, into),
            None if state.frames.is_empty() && choice::due(p, state).has(seat) => into.push(Move::Continue),
            None => {}
        }
    }

    #[inline]
    fn shortlist(&self, state: &CgmlState, seat: Seat, into: &mut Vec<Move>) {
        let p = self.of(state.seats);
        match choice::open(p, state, seat).filter(|_| state.over.is_none()) {
            Some(open) => choice::shortlist(p, state, seat, &open, into),
            None => self.moves(state, seat, into),
        }
    }

    fn check(&self, state: &CgmlState, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        if state.over.is_some() {
            return Err(Illegal::new("the game is over"));
        }
        let mut moves = Vec::new();
        self.moves(state, seat, &mut moves);
        if moves.is_empty() {
            return Err(Illegal::new("it is not your turn"));
        }
        if moves.contains(mv) {
            return Ok(());
        }
        let prompt = view::prompt(self.of(state.seats), state, seat);
        let what = match mv {
            Move::Card(..) => "you cannot choose that card",
            Move::Seat(_) => "you cannot choose that player",
            Move::Zone(_) => "you cannot choose that zone",
            Move::Value(_) => "you cannot choose that value",
            Move::Back(_) => "you have not picked that",
            Move::Done => "your picks are not complete yet",
            Move::Button(_) => "you must choose something",
            Move::Continue => "you must make a choice first",
        };
        Err(Illegal::new(if prompt.is_empty() { what.to_owned() } else { format!("{what}: {prompt}") }))
    }

    #[inline]
    fn play<S: Sink<Fact>>(&self, state: &mut CgmlState, seat: Seat, mv: &Move, out: &mut S) {
        debug_assert_eq!(self.check(state, seat, mv), Ok(()));
        Machine::new(self.of(state.seats), state, out).answer(seat, *mv);
    }

    fn policy(&self) -> Option<&Policy> {
        self.policy.as_deref()
    }

    fn move_traits(&self, state: &CgmlState, seat: Seat, moves: &[Move], into: &mut MoveTraits) {
        let traits = &self.traits[state.seats as usize - self.info.min_seats];
        traits.write(self.of(state.seats), state, seat, moves, into);
    }

    fn drop_lore(&self, state: &mut CgmlState) {
        let p = self.of(state.seats);
        if !p.keeps_lore {
            state.drop_lore(p);
        }
    }

    fn outcome_if_ended_now(&self, state: &CgmlState) -> Option<Outcome> {
        win::so_far(self.of(state.seats), state)
    }

    #[inline]
    fn play_in_playout<S: Sink<Fact>>(
        &self,
        state: &mut CgmlState,
        seat: Seat,
        mv: &Move,
        out: &mut S,
    ) -> Option<Outcome> {
        debug_assert_eq!(self.check(state, seat, mv), Ok(()));
        let mut machine = Machine::rehearsing(self.of(state.seats), state, out);
        machine.answer(seat, *mv);
        machine.stands()
    }
}

impl Hidden for Cgml {
    type View = View;

    fn view(&self, state: &CgmlState, who: Viewer) -> View {
        view::view(self.of(state.seats), state, who)
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> CgmlState {
        sample::sample(self.of(view.seats), view, rng)
    }

    fn witness(&self, fact: &Fact, who: Viewer) -> Option<Fact> {
        fact.witness(who)
    }

    fn fact_score(&self, view: &View, seat: Seat) -> Option<i32> {
        player_facts::fact_score(self.of(view.seats), view, seat)
    }
}

impl Notation for Cgml {
    fn text(&self, state: &CgmlState, seat: Seat, mv: &Move) -> String {
        let p = self.of(state.seats);
        notation::text(p, choice::open(p, state, seat).map(|open| open.ask), mv)
    }

    fn parse(&self, state: &CgmlState, seat: Seat, text: &str) -> Result<Move, Illegal> {
        let text = text.trim();
        let mut moves = Vec::new();
        self.moves(state, seat, &mut moves);
        let texts: Vec<String> = moves.iter().map(|mv| self.text(state, seat, mv)).collect();
        let found = texts.iter().position(|known| known == text);
        let found = found.or_else(|| {
            let plain = plain_card(text);
            texts.iter().position(|known| plain_card(known) == plain)
        });
        // A player can also be named by the id in the file.
        let p = self.of(state.seats);
        let is = |mv: &Move| matches!(mv, Move::Seat(seat) if p.symbols.text(p.seat_ids[*seat as usize]) == text);
        let found = found.or_else(|| moves.iter().position(is));
        found.map(|at| moves[at]).ok_or_else(|| match texts.len() {
            0 => Illegal::new("it is not your turn"),
            n => {
                let some = texts.iter().take(6).map(String::as_str).collect::<Vec<_>>().join(", ");
                let more = if n > 6 { ", …" } else { "" };
                Illegal::new(format!("that is not a legal move; choose one of {some}{more}"))
            }
        })
    }
}

impl Fold for Cgml {
    type Folded = Table;

    fn folded(&self, state: &CgmlState) -> Table {
        state.table.clone()
    }

    fn fold(&self, setup: &Setup, facts: &[Fact]) -> Table {
        let shape = &self.program(setup.seats).shape;
        let of_table = facts.iter().filter_map(|fact| if let Fact::Table(fact) = fact { Some(fact) } else { None });
        Table::folded(shape, of_table)
    }
}
