//! Nim, as in the documentation of the kernel. A player takes one to three matches. The player who takes the last match
//! wins.

use rulebook_kernel::*;
use serde::{Deserialize, Serialize};

pub struct Nim(Info, Option<Policy>);

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Heap {
    pub matches: u8,
    pub due: Seat,
}

impl Nim {
    pub fn new() -> Nim {
        Nim::ending_within(7)
    }

    pub fn ending_within(max_moves: u32) -> Nim {
        Nim(super::info("nim", 2, max_moves), None)
    }

    pub fn with_policy(policy: Policy) -> Nim {
        Nim(super::info("nim", 2, 7), Some(policy))
    }
}

impl Rules for Nim {
    type State = Heap;
    type Move = u8;
    type Fact = (Seat, u8);

    fn info(&self) -> &Info {
        &self.0
    }
    fn seats(&self, _: &Heap) -> usize {
        2
    }
    fn policy(&self) -> Option<&Policy> {
        self.1.as_ref()
    }
    /// A move has one trait: the matches before and after it.
    fn move_traits(&self, s: &Heap, _: Seat, moves: &[u8], into: &mut MoveTraits) {
        for take in moves {
            into.put((u32::from(s.matches) << 3 | u32::from(s.matches - take)) << 17);
            into.end_move();
        }
    }
    fn start<S: Sink<(Seat, u8)>>(&self, _: &Setup, _: Rng, _: &mut S) -> Heap {
        Heap { matches: 7, due: Seat::new(0) }
    }
    fn validate_state(&self, s: &Heap) -> Result<(), Corrupt> {
        if s.matches <= 7 && s.due.index() < 2 { Ok(()) } else { Err(Corrupt::new("more than seven matches")) }
    }
    fn turn(&self, s: &Heap) -> Turn {
        if s.matches > 0 {
            return Turn::of(s.due);
        }
        Turn::Over(Outcome::win(2, s.due.after(1, 2), "took the last match"))
    }
    fn moves(&self, s: &Heap, seat: Seat, into: &mut Vec<u8>) {
        if seat == s.due {
            into.extend(1..=s.matches.min(3));
        }
    }
    fn check(&self, s: &Heap, seat: Seat, take: &u8) -> Result<(), Illegal> {
        let legal = seat == s.due && (1..=s.matches.min(3)).contains(take);
        if legal { Ok(()) } else { Err(Illegal::new("take one to three matches in your turn")) }
    }
    fn play<S: Sink<(Seat, u8)>>(&self, s: &mut Heap, seat: Seat, take: &u8, out: &mut S) {
        s.matches -= take;
        s.due = seat.after(1, 2);
        out.tell(|| (seat, *take));
    }
}

open_information!(Nim);

/// A heuristic with a single rule: the seat to move loses if the number of matches is a multiple of four.
impl Heuristic for Nim {
    fn value(&self, heap: &Heap, seat: Seat) -> i32 {
        let lost = heap.matches.is_multiple_of(4);
        if lost == (heap.due == seat) { -1 } else { 1 }
    }
    fn noisy(&self, _: &Heap, _: &u8) -> bool {
        false
    }
    fn key(&self, heap: &Heap) -> u64 {
        u64::from(heap.matches) * 2 + heap.due.index() as u64
    }
}
