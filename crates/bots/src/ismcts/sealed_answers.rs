//! Keeps sealed answers hidden from other seats inside a search.

use super::tree::NodeId;
use rulebook_kernel::{Seat, SeatSet};

/// The next seat that answers inside the search, and the earlier answers that this seat knows.
///
/// In the search, seats that are due at the same time answer one after the other. The observer answers first, so its
/// choice is never below a sealed answer. The others follow in seat order. Each seat chooses at the node where the
/// round began, or below its own answers. So no seat reacts to a sealed answer.
pub(super) struct Round {
    observer: Seat,
    /// The node after all answers.
    pub at: NodeId,
    /// The node after the answers that the current seat knows.
    pub known: NodeId,
    /// The node where the round began.
    began: NodeId,
    /// The seats that were due when the last seat answered.
    due: SeatSet,
    seat: Seat,
}

impl Round {
    pub(super) fn new(observer: Seat) -> Round {
        let root = NodeId::ROOT;
        Round { observer, at: root, known: root, began: root, due: SeatSet::NONE, seat: observer }
    }

    /// Returns the seat that answers now. Sets `known` to the node where it chooses.
    pub(super) fn next(&mut self, due: SeatSet) -> Seat {
        let lowest = due.lowest().expect("somebody is due until the game is over");
        let seat = if due.has(self.observer) { self.observer } else { lowest };
        if !due.minus(self.due).is_empty() {
            // A seat is due that was not due before. So the round is over, and its answers are revealed.
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
    use super::super::tree::Tree;
    use super::*;

    fn seats(indices: &[usize]) -> SeatSet {
        indices.iter().map(|&index| Seat::new(index)).collect()
    }

    /// Makes an answer as `descend` does: moves to the child both from the common node and from the node that the seat
    /// knows.
    fn answer(round: &mut Round, tree: &mut Tree<u8>, seat: Seat, mv: u8) {
        (round.at, round.known) = (tree.step(round.at, seat, &mv), tree.step(round.known, seat, &mv));
    }

    #[test]
    fn a_seat_knows_its_own_sealed_answers_and_no_others() {
        let mut tree = Tree::new();
        let mut round = Round::new(Seat::new(1));

        // The observer answers with two picks. Then the others answer in seat order.
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

        // The answers are revealed: the next seat knows all of them.
        assert_eq!((round.next(seats(&[0])), round.known), (Seat::new(0), round.at));
        let all = [(1, 10), (1, 11), (0, 20), (2, 30)];
        let joint = all.iter().fold(NodeId::ROOT, |at, &(seat, mv)| tree.step(at, Seat::new(seat), &mv));
        assert_eq!(round.at, joint);
    }
}
