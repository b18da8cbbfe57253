//! Seats 1 and 2 each hide a coin, heads or tails; seat 3 watches. Seat 1 wins if the coins are equal, and seat 2 wins
//! if they differ. Seat 1 may also duck: then all three share the win.
//!
//! With sealed coins, seat 1 wins half the games, which is better than a third for ducking. If seat 2 could react to
//! the coin of seat 1, ducking would look best. So the choice shows whether a search reacts to a sealed answer.

use rulebook_kernel::*;
use serde::{Deserialize, Serialize};

pub struct Sealed(Info);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Hand {
    Duck,
    Heads,
    Tails,
}

/// The answers of seats 1 and 2 so far. No other seat sees an answer until both seats have answered.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Hands(pub [Option<Hand>; 2]);

impl Sealed {
    pub fn new() -> Sealed {
        Sealed(super::info("sealed", 3, 2))
    }

    fn options(s: &Hands, seat: Seat) -> &'static [Hand] {
        match (seat.index(), s.0.get(seat.index())) {
            (0, Some(None)) => &[Hand::Duck, Hand::Heads, Hand::Tails],
            (1, Some(None)) => &[Hand::Heads, Hand::Tails],
            _ => &[],
        }
    }
}

impl Rules for Sealed {
    type State = Hands;
    type Move = Hand;
    type Fact = [Hand; 2];

    fn info(&self) -> &Info {
        &self.0
    }
    fn seats(&self, _: &Hands) -> usize {
        3
    }
    fn start<S: Sink<[Hand; 2]>>(&self, _: &Setup, _: Rng, _: &mut S) -> Hands {
        Hands::default()
    }
    fn validate_state(&self, s: &Hands) -> Result<(), Corrupt> {
        if s.0[1] == Some(Hand::Duck) { Err(Corrupt::new("seat 2 cannot duck")) } else { Ok(()) }
    }
    fn turn(&self, s: &Hands) -> Turn {
        match s.0 {
            [Some(Hand::Duck), Some(_)] => Turn::Over(Outcome::draw(3, "ducked")),
            [Some(a), Some(b)] => Turn::Over(Outcome::win(3, Seat::new(usize::from(a != b)), "the coins are shown")),
            _ => Turn::Seats(Seat::all(2).filter(|seat| s.0[seat.index()].is_none()).collect()),
        }
    }
    fn moves(&self, s: &Hands, seat: Seat, into: &mut Vec<Hand>) {
        into.extend(Sealed::options(s, seat));
    }
    fn check(&self, s: &Hands, seat: Seat, mv: &Hand) -> Result<(), Illegal> {
        if Sealed::options(s, seat).contains(mv) { Ok(()) } else { Err(Illegal::new("not now")) }
    }
    fn play<S: Sink<[Hand; 2]>>(&self, s: &mut Hands, seat: Seat, mv: &Hand, out: &mut S) {
        s.0[seat.index()] = Some(*mv);
        if let [Some(a), Some(b)] = s.0 {
            out.tell(|| [a, b]);
        }
    }
}

impl Hidden for Sealed {
    type View = Hands;

    fn view(&self, s: &Hands, who: Viewer) -> Hands {
        if who == Viewer::God || self.turn(s).is_over() {
            return s.clone();
        }
        // A seat does not see whether the other seat has answered.
        let mut own = Hands::default();
        if let Some(slot) = who.seat().and_then(|seat| own.0.get_mut(seat.index())) {
            *slot = who.seat().and_then(|seat| s.0[seat.index()]);
        }
        own
    }
    fn sample(&self, v: &Hands, _: &mut Rng) -> Hands {
        v.clone()
    }
    fn witness(&self, fact: &[Hand; 2], _: Viewer) -> Option<[Hand; 2]> {
        Some(*fact)
    }
}
