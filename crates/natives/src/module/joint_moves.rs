//! Handles moves that play cards of several piles together: `4D hand 3S AC table->won` captures two cards of the table
//! with a card of the hand. The game takes such a move step by step. The engine plays all steps or none.

use super::{Card, Cards, Intent, ModuleState, Native, Pile, RuleModule, SeatState};
use rulebook_kernel::{Hidden, Illegal, Rng, Rules, Seat, Viewer};
use rulebook_table::ZoneId;

/// The ways to play cards of several piles together, each as a row of intents, or the reason why there is none.
pub type JointMoves = Result<Vec<Vec<Intent>>, Illegal>;

/// Cards with the piles in which they lie.
type Placed = Vec<(Pile, Card)>;

impl<M: RuleModule> Native<M> {
    /// The steps of a text that names cards of several piles. A text without a target pile must have one possible
    /// target. `None` if the text is not such a move.
    pub(super) fn joint(&self, state: &ModuleState<M>, seat: Seat, text: &str) -> Option<Result<Vec<Intent>, Illegal>> {
        if !self.is_due(state, seat) {
            return None;
        }
        let (before, to) = match text.split_once("->").or_else(|| text.split_once('→')) {
            Some((before, to)) => (before, Some(self.find_pile(state, seat, to.trim())?)),
            None => (text, None),
        };
        let seen = self.seat_state(state, seat);
        let placed = self.placed(state, &seen, before, to)?;
        if placed.iter().all(|(pile, _)| *pile == placed[0].0) {
            return None;
        }
        let targets = match to {
            Some(to) => vec![to],
            None => self.targets(state, seat),
        };
        let (mut rows, mut why) = (Vec::new(), None);
        for to in targets {
            match self.module.joint_moves(&seen, &placed, to)? {
                Ok(found) => rows.extend(found),
                Err(other) => why = why.or(Some(other)),
            }
        }
        match (rows.len(), why) {
            (1, _) => Some(self.steps_are_legal(state, seat, rows.swap_remove(0))),
            (0, why) => why.map(Err),
            _ => Some(Err(Illegal::new("these cards can be played in several ways: play them step by step"))),
        }
    }

    /// The cards of a text, each with its pile. The name of a pile follows its cards. A card without a pile lies in the
    /// only pile in which the seat sees it. `None` if the text contains other words, or if a card does not lie there.
    fn placed(&self, state: &ModuleState<M>, seen: &SeatState<'_, M>, text: &str, to: Option<Pile>) -> Option<Placed> {
        let (mut placed, mut open): (Placed, Vec<Card>) = (Vec::new(), Vec::new());
        let words = text.split(|sign: char| sign.is_whitespace() || matches!(sign, ',' | '+'));
        for word in words.filter(|word| !word.is_empty()) {
            match self.card(word) {
                Some(card) => open.push(card),
                None => {
                    let pile = self.find_pile(state, seen.seat(), word)?;
                    placed.extend(open.drain(..).map(|card| (pile, card)));
                }
            }
        }
        let piles = self.board(state.core.seats).shape.zones().len();
        for card in open {
            let lies = |pile: &Pile| Some(*pile) != to && seen.count(*pile, card) > 0;
            let mut found = (0..piles).map(|zone| Pile::from(ZoneId(zone as u16))).filter(lies);
            let pile = found.next()?;
            if found.next().is_some() {
                return None;
            }
            placed.push((pile, card));
        }
        let lies = |&(pile, card): &(Pile, Card)| {
            let named = placed.iter().filter(|other| **other == (pile, card)).count();
            seen.count(pile, card) >= named
        };
        (placed.len() > 1 && placed.iter().all(lies)).then_some(placed)
    }

    /// The target piles of the legal moves.
    fn targets(&self, state: &ModuleState<M>, seat: Seat) -> Vec<Pile> {
        let (mut moves, mut targets) = (Vec::new(), Vec::new());
        self.moves(state, seat, &mut moves);
        for intent in &moves {
            if let Intent::Move { to, .. } = intent
                && !targets.contains(to)
            {
                targets.push(*to);
            }
        }
        targets
    }

    /// Plays the steps on a sampled state, so the result depends only on what the seat knows.
    fn steps_are_legal(&self, state: &ModuleState<M>, seat: Seat, row: Vec<Intent>) -> Result<Vec<Intent>, Illegal> {
        let mut sample = self.sample(&self.view(state, Viewer::Seat(seat)), &mut Rng::seeded("joint"));
        for intent in &row {
            self.admits(&sample, seat, intent)?;
            self.play(&mut sample, seat, intent, &mut ());
        }
        Ok(row)
    }
}

/// The cards among `placed` that lie in this pile.
#[must_use]
pub fn cards_in(placed: &[(Pile, Card)], pile: Pile) -> Cards {
    placed.iter().filter(|(from, _)| *from == pile).map(|(_, card)| *card).collect()
}
