//! Monte Carlo tree search over information sets, single observer (Cowling, Powley and Whitehouse 2012).

use crate::allowance::Allowance;
use crate::playout::{out_of_moves, playout};
use crate::rewards;
use crate::tree::{NodeId, Tree};
use rulebook_kernel::{Bot, Budget, Draws, Hidden, Key, Outcome, Rng, Seat, SeatSet, Turn};

/// Searches one tree through many states that fit its view: each iteration samples a state, descends with the moves
/// that are legal in it, plays out at random and credits every seat on the way with its share of the win.
///
/// It never has a state of the match: what it does not know, it guesses anew in every iteration. With a budget of
/// playouts the same key gives the same choices. A forced move costs nothing.
pub struct Ismcts<R: Hidden> {
    /// For the samples.
    rng: Rng,
    /// For everything else.
    draws: Draws,
    tree: Tree<R::Move>,
    /// The nodes to credit at the end of an iteration.
    path: Vec<NodeId>,
    moves: Vec<R::Move>,
    impossible: u64,
}

impl<R: Hidden> Ismcts<R> {
    /// A bot with this key.
    #[must_use]
    pub fn new(key: Key) -> Ismcts<R> {
        let mut rng = Rng::new(key);
        let draws = rng.split().draws();
        Ismcts { rng, draws, tree: Tree::new(), path: Vec::new(), moves: Vec::new(), impossible: 0 }
    }

    /// How many samples were impossible: they did not offer exactly the moves that the bot was offered. Anything but
    /// zero is a bug of the game's [`Hidden::sample`]. Such a sample is skipped; in a debug build it panics.
    #[must_use]
    pub fn impossible(&self) -> u64 {
        self.impossible
    }

    /// One sample, one way down the tree, one playout.
    fn iterate(&mut self, rules: &R, observer: Seat, view: &R::View, offered: &[R::Move]) {
        let mut state = rules.sample(view, &mut self.rng);
        self.moves.clear();
        rules.moves(&state, observer, &mut self.moves);
        if self.moves != offered {
            self.impossible += 1;
            debug_assert_eq!(
                self.moves,
                offered,
                "a bug of {}: a sample of the view of {observer} offers it other moves (left) than the match does (right)",
                rules.info().id,
            );
            return;
        }
        self.path.clear();
        let outcome = self.descend(rules, observer, &mut state);
        let rewards = rewards(&outcome);
        for &node in &self.path {
            self.tree.record(node, &rewards);
        }
    }

    /// Follows the tree to a move never tried, and plays out from there.
    fn descend(&mut self, rules: &R, observer: Seat, state: &mut R::State) -> Outcome {
        let mut round = Round::new(observer);
        for left in (0..rules.info().max_moves).rev() {
            let due = match rules.turn(state) {
                Turn::Over(outcome) => return outcome,
                Turn::Seats(due) => due,
            };
            let seat = round.next(due);
            self.moves.clear();
            rules.moves(state, seat, &mut self.moves);
            let selected = self.tree.select(round.known, seat, &self.moves, &mut self.draws);
            let mv = &self.moves[selected.index];
            self.path.push(selected.node);
            rules.play(state, seat, mv, &mut ());
            if selected.fresh {
                return playout(rules, state, &mut self.draws, &mut self.moves, left);
            }
            round.at = if round.at == round.known { selected.node } else { self.tree.step(round.at, seat, mv) };
            round.known = selected.node;
        }
        match rules.turn(state) {
            Turn::Over(outcome) => outcome,
            Turn::Seats(_) => out_of_moves(rules, state),
        }
    }
}

impl<R: Hidden> Bot<R> for Ismcts<R> {
    fn pick(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> usize {
        if moves.len() == 1 {
            return 0;
        }
        self.tree.clear();
        let mut allowance = Allowance::new(budget);
        while allowance.spend() {
            self.iterate(rules, seat, view, moves);
        }
        // Without a single playout, one move is as good as another.
        self.tree.favourite(seat, moves).unwrap_or_else(|| self.draws.below(moves.len() as u32) as usize)
    }
}

/// Who answers next inside the search, and what that seat knows of the answers before.
///
/// Seats that are due at once answer one after another: the observer first, so that its choice is never made at a node
/// beyond a sealed answer, then the others in seat order. Each chooses at the node where the round began, followed by
/// its own answers only: nobody replies to a sealed answer.
struct Round {
    observer: Seat,
    /// After all answers.
    at: NodeId,
    /// After the answers that the seat knows.
    known: NodeId,
    /// Where the round began.
    began: NodeId,
    /// Who was due last time, and who of them answered.
    due: SeatSet,
    seat: Seat,
}

impl Round {
    fn new(observer: Seat) -> Round {
        let root = NodeId::ROOT;
        Round { observer, at: root, known: root, began: root, due: SeatSet::NONE, seat: observer }
    }

    /// The seat that answers now; `known` is where it chooses.
    fn next(&mut self, due: SeatSet) -> Seat {
        let lowest = due.lowest().expect("somebody is due until the game is over");
        let seat = if due.has(self.observer) { self.observer } else { lowest };
        if !due.minus(self.due).is_empty() {
            // Somebody new is asked, so the seals are broken.
            self.began = self.at;
            self.known = self.at;
        } else if seat != self.seat {
            self.known = self.began;
        }
        self.due = due;
        self.seat = seat;
        seat
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(indices: &[usize]) -> SeatSet {
        indices.iter().map(|&index| Seat::new(index)).collect()
    }

    /// As `descend` does: the answer leads on from what all know and from what the seat knows.
    fn answer(round: &mut Round, tree: &mut Tree<u8>, seat: Seat, mv: u8) {
        (round.at, round.known) = (tree.step(round.at, seat, &mv), tree.step(round.known, seat, &mv));
    }

    #[test]
    fn a_seat_knows_its_own_sealed_answers_and_no_others() {
        let mut tree = Tree::new();
        let mut round = Round::new(Seat::new(1));

        // The observer answers in two picks, then the others in seat order.
        let everybody = seats(&[0, 1, 2]);
        assert_eq!((round.next(everybody), round.known), (Seat::new(1), NodeId::ROOT));
        answer(&mut round, &mut tree, Seat::new(1), 10);
        let first_pick = round.at;
        assert_eq!((round.next(everybody), round.known), (Seat::new(1), first_pick));
        answer(&mut round, &mut tree, Seat::new(1), 11);
        assert_eq!((round.next(seats(&[0, 2])), round.known), (Seat::new(0), NodeId::ROOT));
        answer(&mut round, &mut tree, Seat::new(0), 20);
        assert_eq!((round.next(seats(&[2])), round.known), (Seat::new(2), NodeId::ROOT));
        answer(&mut round, &mut tree, Seat::new(2), 30);

        // The seals are broken: whoever is asked next knows all of it.
        assert_eq!((round.next(seats(&[0])), round.known), (Seat::new(0), round.at));
        let all = [(1, 10), (1, 11), (0, 20), (2, 30)];
        let joint = all.iter().fold(NodeId::ROOT, |at, &(seat, mv)| tree.step(at, Seat::new(seat), &mv));
        assert_eq!(round.at, joint);
    }
}
