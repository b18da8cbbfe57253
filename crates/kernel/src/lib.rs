#![warn(missing_docs)]
//! The narrow waist of Rulebook: the traits that define a game for every program that runs games.
//!
//! > A game file is compiled once into [`Rules`]. Rules advance a plain [`Rules::State`] by one [`Rules::Move`] and
//! > report [`Rules::Fact`]s to a [`Sink`]. A [`Hidden::View`] holds the knowledge of one seat.
//!
//! Search, servers and tests are written against these traits and nothing else. The crate has no IO, clock, thread or
//! float. The traits have no undo, because a search copies states instead.
//!
//! # A whole game
//!
//! Nim: seven matches lie on the table. A player takes one to three. The player who takes the last match wins.
//!
//! ```
//! use rulebook_kernel::*;
//! use serde::{Deserialize, Serialize};
//!
//! struct Nim(Info);
//!
//! #[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
//! struct Heap { matches: u8, due: Seat }
//!
//! impl Rules for Nim {
//!     type State = Heap;
//!     type Move = u8;             // how many to take
//!     type Fact = (Seat, u8);     // who took how many
//!
//!     fn info(&self) -> &Info { &self.0 }
//!     fn seats(&self, _: &Heap) -> usize { 2 }
//!     fn start<S: Sink<(Seat, u8)>>(&self, _: &Setup, _: Rng, _: &mut S) -> Heap {
//!         Heap { matches: 7, due: Seat::new(0) }
//!     }
//!     fn validate_state(&self, s: &Heap) -> Result<(), Corrupt> {
//!         if s.matches <= 7 && s.due.index() < 2 { Ok(()) } else { Err(Corrupt::new("more than seven matches")) }
//!     }
//!     fn turn(&self, s: &Heap) -> Turn {
//!         if s.matches > 0 { return Turn::of(s.due) }
//!         Turn::Over(Outcome::win(2, s.due.after(1, 2), "took the last match"))
//!     }
//!     fn moves(&self, s: &Heap, seat: Seat, into: &mut Vec<u8>) {
//!         if seat == s.due { into.extend(1..=s.matches.min(3)) }
//!     }
//!     fn check(&self, s: &Heap, seat: Seat, take: &u8) -> Result<(), Illegal> {
//!         if seat != s.due { return Err(Illegal::new("it is not your turn")) }
//!         if (1..=s.matches.min(3)).contains(take) { Ok(()) } else { Err(Illegal::new("take one to three matches")) }
//!     }
//!     fn play<S: Sink<(Seat, u8)>>(&self, s: &mut Heap, seat: Seat, take: &u8, out: &mut S) {
//!         s.matches -= take;
//!         s.due = seat.after(1, 2);
//!         out.tell(|| (seat, *take));
//!     }
//! }
//! open_information!(Nim);
//!
//! let nim = Nim(Info {
//!     id: "nim".into(), name: "Nim".into(), min_seats: 2, max_seats: 2, source: Digest::of_bytes(b"nim"),
//!     semantics: 1, max_moves: 7, few_points: false, options: vec![],
//! });
//! let mut facts = Vec::new();
//! let mut state = nim.start(&Setup::seats(2), Rng::seeded("any"), &mut facts);
//! for take in [3, 3, 1] {
//!     let seat = nim.turn(&state).seats().single().unwrap();
//!     nim.check(&state, seat, &take).unwrap();
//!     nim.play(&mut state, seat, &take, &mut facts);
//! }
//! assert_eq!(outcome(&nim, &state).unwrap().winners().single(), Some(Seat::new(0)));
//! assert_eq!(facts.len(), 3);
//! ```
//!
//! Card games build on the crate `table`, which owns zones, their order, and which viewer knows which card. The crate
//! `matches` connects a game with people.

mod digest;
mod hidden;
mod outcome;
mod outcome_text;
mod policy;
mod rng;
mod rules;
mod seat;
mod sink;

pub use digest::Digest;
pub use hidden::{Bot, Budget, Heuristic, Hidden, Open};
pub use outcome::{Outcome, Turn};
pub use policy::{MoveTraits, Policy, TRAITS};
pub use rng::{Draws, Key, Rng};
pub use rules::{Corrupt, Fold, GameOption, Illegal, Info, Notation, Rules, Setup, outcome};
pub use seat::{MAX_SEATS, Seat, SeatSet, Viewer};
pub use sink::{Sink, Via};
