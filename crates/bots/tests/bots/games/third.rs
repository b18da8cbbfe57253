//! Three seats make one choice each. Seat 3 decides who wins.

use rulebook_kernel::*;
use serde::{Deserialize, Serialize};

pub struct Third(Info);

/// The choices so far.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Choices(pub Vec<u8>);

impl Third {
    pub fn new() -> Third {
        Third(super::info("third", 3, 3))
    }
}

impl Rules for Third {
    type State = Choices;
    type Move = u8;
    type Fact = (Seat, u8);

    fn info(&self) -> &Info {
        &self.0
    }
    fn seats(&self, _: &Choices) -> usize {
        3
    }
    fn start<S: Sink<(Seat, u8)>>(&self, _: &Setup, _: Rng, _: &mut S) -> Choices {
        Choices::default()
    }
    fn validate_state(&self, s: &Choices) -> Result<(), Corrupt> {
        if s.0.len() <= 3 { Ok(()) } else { Err(Corrupt::new("more than three choices")) }
    }
    /// Seat 1 may choose a draw. Otherwise seat 3 chooses whether it wins itself or seat 1 wins.
    fn turn(&self, s: &Choices) -> Turn {
        match s.0[..] {
            [0, _, 0] => Turn::Over(Outcome::win(3, Seat::new(2), "the third took it")),
            [0, _, _] => Turn::Over(Outcome::win(3, Seat::new(0), "the third gave it away")),
            [_, _, _] => Turn::Over(Outcome::draw(3, "the first wanted no more")),
            _ => Turn::of(Seat::new(s.0.len())),
        }
    }
    fn moves(&self, s: &Choices, seat: Seat, into: &mut Vec<u8>) {
        if s.0.len() < 3 && seat.index() == s.0.len() {
            into.extend([0, 1]);
        }
    }
    fn check(&self, s: &Choices, seat: Seat, choice: &u8) -> Result<(), Illegal> {
        let legal = s.0.len() < 3 && seat.index() == s.0.len() && *choice < 2;
        if legal { Ok(()) } else { Err(Illegal::new("choose nought or one in your turn")) }
    }
    fn play<S: Sink<(Seat, u8)>>(&self, s: &mut Choices, seat: Seat, choice: &u8, out: &mut S) {
        s.0.push(*choice);
        out.tell(|| (seat, *choice));
    }
}

open_information!(Third);

/// A heuristic that values all positions equally.
impl Heuristic for Third {
    fn value(&self, _: &Choices, _: Seat) -> i32 {
        0
    }
    fn noisy(&self, _: &Choices, _: &u8) -> bool {
        false
    }
    fn key(&self, s: &Choices) -> u64 {
        s.0.iter().fold(1, |key, choice| 2 * key + u64::from(*choice))
    }
}
