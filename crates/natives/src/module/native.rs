//! The adapter that makes a module a game of the engine, and the state of its matches.

use super::board::Board;
use super::core::Core;
use super::initial::{Initial, read_initial};
use super::{Action, Events, FullState, Intent, Piles, RuleModule, SeatState, Visibility};
use rulebook_diag::{Diagnostics, Paint, Sources};
use rulebook_kernel::{Digest, Illegal, Info, MAX_SEATS, Outcome, Policy, Rng, Seat};
use rulebook_scene::EngineIds;
use rulebook_table::Table;
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

/// A game of the engine, made from a rule module.
#[derive(Debug)]
pub struct Native<M> {
    pub(crate) info: Info,
    pub(crate) module: M,
    pub(crate) boards: Vec<Board>,
    pub(crate) ids: EngineIds,
    pub(crate) policy: Option<Arc<Policy>>,
}

/// The maximum number of notes that are kept for the recap. Older notes are dropped.
pub(crate) const MOST_NOTES: usize = 60;

/// The state of a match.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub struct ModuleState<M: RuleModule> {
    pub(crate) core: Core,
    pub(crate) table: Table,
    pub(crate) rng: Rng,
    pub(crate) public: M::Public,
    #[serde(deserialize_with = "a_few")]
    pub(crate) private: Vec<M::Private>,
    pub(crate) notes: Vec<M::Note>,
    /// The rotations of cards: the number of the card, and the degrees. Only cards that all players know are rotated.
    pub(crate) visuals: Vec<(u16, i16)>,
    /// The piles whose visibility the rules have changed, with the new visibility.
    pub(crate) seen: Vec<(u8, Visibility)>,
    pub(crate) winner: Option<Box<Outcome>>,
    /// Buffers for the consequences of the next move. They are not part of the value of the state.
    #[serde(skip)]
    pub(crate) scratch: Scratch<M>,
}

/// Reads a list with at most one value for each seat. A damaged save can claim any length. If the values take no bytes
/// (`()`), reading a list of that length would take years.
fn a_few<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    struct Few<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Few<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "at most {MAX_SEATS} values")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Vec<T>, A::Error> {
            let mut few = Vec::new();
            while let Some(value) = values.next_element()? {
                if few.len() == MAX_SEATS {
                    return Err(de::Error::invalid_length(MAX_SEATS + 1, &self));
                }
                few.push(value);
            }
            Ok(few)
        }
    }
    from.deserialize_seq(Few(PhantomData))
}

/// Buffers that every move reuses.
pub(crate) struct Scratch<M: RuleModule> {
    pub(crate) events: Events<M>,
    pub(crate) ids: Vec<super::CardId>,
}

impl<M: RuleModule> Default for Scratch<M> {
    fn default() -> Self {
        Scratch { events: Events::default(), ids: Vec::new() }
    }
}

/// The parts of a state that count for equality and for its hash.
type Parts<'a, M> = (
    (&'a Core, &'a Table, &'a Rng, &'a <M as RuleModule>::Public, &'a Vec<<M as RuleModule>::Private>),
    (&'a Vec<<M as RuleModule>::Note>, &'a Vec<(u16, i16)>, &'a Vec<(u8, Visibility)>, &'a Option<Box<Outcome>>),
);

impl<M: RuleModule> ModuleState<M> {
    fn parts(&self) -> Parts<'_, M> {
        let ModuleState { core, table, rng, public, private, notes, visuals, seen, winner, scratch: _ } = self;
        ((core, table, rng, public, private), (notes, visuals, seen, winner))
    }
}

impl<M: RuleModule> Clone for ModuleState<M> {
    fn clone(&self) -> Self {
        ModuleState {
            core: self.core,
            table: self.table.clone(),
            rng: self.rng.clone(),
            public: self.public.clone(),
            private: self.private.clone(),
            notes: self.notes.clone(),
            visuals: self.visuals.clone(),
            seen: self.seen.clone(),
            winner: self.winner.clone(),
            scratch: Scratch::default(),
        }
    }

    /// Copies `other` into the existing buffers.
    fn clone_from(&mut self, other: &Self) {
        self.core = other.core;
        self.table.clone_from(&other.table);
        self.rng.clone_from(&other.rng);
        self.public.clone_from(&other.public);
        self.private.clone_from(&other.private);
        self.notes.clone_from(&other.notes);
        self.visuals.clone_from(&other.visuals);
        self.seen.clone_from(&other.seen);
        self.winner.clone_from(&other.winner);
    }
}

impl<M: RuleModule> PartialEq for ModuleState<M> {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl<M: RuleModule> Eq for ModuleState<M> {}

impl<M: RuleModule> Hash for ModuleState<M> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.parts().hash(hasher);
    }
}

impl<M: RuleModule> fmt::Debug for ModuleState<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts().fmt(f)
    }
}

impl<M: RuleModule> Default for Native<M> {
    fn default() -> Self {
        Native::new()
    }
}

impl<M: RuleModule> Native<M> {
    /// The game of a module with its embedded initial state.
    ///
    /// # Panics
    /// If the embedded initial state is invalid. The file is part of the engine, so this is a bug. The message contains
    /// the report.
    #[must_use]
    pub fn new() -> Native<M> {
        Native::with_initial(&Native::<M>::own_initial(), M::INITIAL.as_bytes())
    }

    /// The embedded initial state of the module.
    ///
    /// # Panics
    /// If the embedded initial state is invalid.
    #[must_use]
    pub fn own_initial() -> Initial {
        let mut sources = Sources::new();
        let file = sources.add("initial-state.json", M::INITIAL);
        let mut diags = Diagnostics::new();
        let initial = read_initial(&sources, file, M::about().id, &mut diags);
        initial.unwrap_or_else(|| panic!("{}", diags.to_text(&sources, Paint::Plain)))
    }

    /// The game of a module with this initial state. `source` is the text of the initial state, as bytes.
    ///
    /// # Panics
    /// If the module cannot be played from it: see [`super::initial::admit`].
    #[must_use]
    pub fn with_initial(initial: &Initial, source: &[u8]) -> Native<M> {
        let about = M::about();
        let most = initial.players.len();
        assert!(M::ACTIONS.len() <= 128, "a game has at most 128 buttons");
        assert!((1..=most).contains(&about.min_seats), "the initial state has fewer players than the game needs");
        let boards: Vec<Board> = (about.min_seats..=most).map(|seats| Board::new(initial, seats)).collect();
        // A pile has the same number for every number of seats. The board for the most seats has all piles.
        let module = M::build(&Piles(&boards[boards.len() - 1]));
        let info = Info {
            id: about.id.to_owned(),
            name: about.name.to_owned(),
            min_seats: about.min_seats,
            max_seats: most,
            source: Digest::of(&("rulebook native", about.id, source)),
            semantics: about.semantics,
            max_moves: about.max_moves,
            few_points: false,
            options: about.options,
        };
        let cards = initial.cards.iter().map(|(id, card)| (id.clone(), card.id())).collect();
        let ids = EngineIds { players: initial.players.clone(), teams: initial.team_ids.clone(), cards };
        Native { info, module, boards, ids, policy: None }
    }

    /// The game with a learned policy.
    #[must_use]
    pub fn with_policy(self, policy: Option<Arc<Policy>>) -> Native<M> {
        Native { policy, ..self }
    }

    /// The rule module.
    #[must_use]
    pub fn module(&self) -> &M {
        &self.module
    }

    pub(crate) fn board(&self, seats: u8) -> &Board {
        &self.boards[seats as usize - self.info.min_seats]
    }

    #[inline]
    pub(crate) fn full<'a>(&'a self, state: &'a ModuleState<M>) -> FullState<'a, M> {
        FullState::new(self.board(state.core.seats), state)
    }

    /// The part of a state that this seat knows.
    #[inline]
    #[must_use]
    pub fn seat_state<'a>(&'a self, state: &'a ModuleState<M>, seat: Seat) -> SeatState<'a, M> {
        self.full(state).as_seen_by(seat)
    }

    /// Checks the turn, the result and the engine's own conditions (card engine 2.1). Then calls the check of the
    /// module.
    pub(crate) fn admits(&self, state: &ModuleState<M>, seat: Seat, intent: &Intent) -> Result<(), Illegal> {
        let no = |why: &'static str| Err(Illegal::new(why));
        if state.winner.is_some() {
            return no("the game is over");
        }
        if state.core.current != Some(seat) {
            return no("it is not your turn");
        }
        match intent {
            Intent::Action(Action::START) if state.core.dealt => return no("the cards are dealt already"),
            Intent::Action(Action::START) => return Ok(()),
            _ if !state.core.dealt => return no("the hand is over: start the next one first"),
            Intent::Action(action) if action.0 as usize >= M::ACTIONS.len() => return no("there is no such button"),
            Intent::Action(_) => {}
            Intent::Move { from, to, cards } => {
                let seen = self.seat_state(state, seat);
                if cards.is_empty() {
                    return no("the move names no card");
                }
                if !seen.exists(*from) || !seen.exists(*to) {
                    return no("there is no such pile");
                }
                if from == to {
                    return no("the cards lie there already");
                }
                if !seen.holds(*from, cards) {
                    return Err(Illegal::new(self.not_there(&seen, *from, cards)));
                }
            }
        }
        self.module.check(&self.seat_state(state, seat), intent)
    }

    fn not_there(&self, seen: &SeatState<'_, M>, from: super::Pile, cards: &super::Cards) -> String {
        let title = self.boards[self.boards.len() - 1].shape.def(from.zone()).name.clone();
        // If the seat does not know all cards of the pile, the message must not reveal that a card is missing.
        let unseen = seen.known(from).count() < seen.size(from);
        match cards.single() {
            Some(card) if unseen => format!("you do not see the {} in the {title}", card.name()),
            None if unseen && !cards.is_blind() => format!("you do not see all of these cards in the {title}"),
            Some(card) => format!("the {} is not in the {title}", card.name()),
            None if cards.is_blind() => format!("there is no unseen card to take from the {title}"),
            None => format!("these cards are not all in the {title}"),
        }
    }

    /// The `validate` of the card-engine document: checks an intent and writes its consequences to `events`. The state
    /// does not change, because a copy of the generator is used.
    ///
    /// # Errors
    /// The reason why the intent is illegal. `events` is then empty.
    pub fn validate(
        &self,
        state: &ModuleState<M>,
        seat: Seat,
        intent: &Intent,
        events: &mut Events<M>,
    ) -> Result<(), Illegal> {
        events.clear();
        self.admits(state, seat, intent)?;
        let mut copy = state.clone();
        copy.core.begin(intent);
        self.consequences(&copy, seat, intent, &mut copy.rng.clone(), &mut Vec::new(), events);
        Ok(())
    }
}
