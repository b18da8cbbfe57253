//! Gives each move a number, and encodes what a seat knows as numbers, for machine learning. Works for any module.

use super::native::ModuleState;
use super::{Action, CARDS, Fields, Intent, Native, RuleModule};
use rulebook_kernel::{MAX_SEATS, Rng, Rules, Seat, Setup};
use rulebook_spaces::{Block, Row, Spaces};

/// The number of action numbers for moves of several cards. A hash of the move selects its number, because there are
/// too many sets of cards to give each its own number.
const SETS: usize = 2048;

impl<M: RuleModule> Native<M> {
    pub(crate) fn spaces_for(&self, seats: usize) -> Spaces {
        let shape = &self.board(seats as u8).shape;
        let zones = shape.zones().len();
        let buttons = M::ACTIONS.iter().map(|(id, _)| *id).collect::<Vec<_>>().join(", ");
        let mut observation = shape.observed();
        observation.extend([
            shape.noted(),
            Block::new(
                "turn",
                &[3],
                "the seat whose turn it is, 1 for the observing seat, 0 for no seat; the number of the deal; 1 if a hand is in progress",
            ),
            Block::new("scores", &[seats], "points, the observing seat first; at most 32767"),
        ]);
        // The fields are the same in every match, so any match can supply their names.
        let any = self.start(&Setup::seats(seats), Rng::seeded("fields"), &mut ());
        let looks = Seat::new(0);
        self.module.fields(&self.seat_state(&any, looks), &mut Fields::naming(&mut observation, looks, seats));
        let card = "one card: from a pile × to a pile × card; the piles of the moving seat come first, and the unseen top card is the last card";
        let actions = vec![
            Block::new("buttons", &[M::ACTIONS.len() + 1], &format!("start-game, {buttons}")),
            Block::new("card", &[zones, zones, CARDS + 1], card),
        ];
        Spaces { actions, shared: SETS, observation }
    }

    pub(crate) fn number_of(&self, seats: usize, seat: Seat, mv: &Intent) -> Option<u32> {
        let buttons = M::ACTIONS.len() + 1;
        match mv {
            Intent::Action(Action::START) => Some(0),
            Intent::Action(action) => Some(u32::from(action.0) + 1),
            Intent::Move { from, to, cards } => {
                let shape = &self.board(seats as u8).shape;
                let zone = |pile: &super::Pile| shape.zone_from(pile.zone(), seat).index();
                let card = if cards.is_blind() { CARDS } else { cards.single()?.index() };
                let number = (zone(from) * shape.zones().len() + zone(to)) * (CARDS + 1) + card;
                Some((buttons + number) as u32)
            }
        }
    }

    pub(crate) fn write(&self, state: &ModuleState<M>, seat: Seat, row: &mut Row<'_>) {
        let seats = self.seats(state);
        let shape = &self.board(state.core.seats).shape;
        state.table.observe(shape, seat, row, |_, value| value);
        state.table.observe_notes(shape, seat, row);
        let turned = |other: Seat| (other.index() + seats - seat.index()) % seats;
        row.put(state.core.current.map_or(0, |current| turned(current) as i32 + 1));
        row.put(state.core.deal.into());
        row.put(state.core.dealt.into());
        (0..seats).for_each(|after| row.put(state.core.scores[(seat.index() + after) % seats % MAX_SEATS]));
        self.module.fields(&self.seat_state(state, seat), &mut Fields::writing(row, seat, seats));
    }
}
