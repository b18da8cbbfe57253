//! Offers candidate moves to AI seats (card engine 8.8 and 8.9). [`Staged::brief`](rulebook_matches::Staged::brief)
//! gives the description of the match for them.

use super::{Action, Candidates, Fact, Intent, ModuleState, Native, RuleModule};
use rulebook_kernel::{Hidden, Illegal, Rules, Seat, Sink};

/// The rules of a game as a program for AI seats uses them: it asks for candidates and plays one of them.
pub trait AiSupport: Hidden {
    /// Adds the candidates for a bot in this seat. Adds none for `start-game`, because only people decide when a hand
    /// starts.
    fn candidates(&self, state: &Self::State, seat: Seat, into: &mut Candidates);

    /// Plays all intents of a candidate, or none of them.
    ///
    /// # Errors
    /// The reason why one of the intents is not legal after the intents before it. The state is then unchanged.
    fn commit<S: Sink<Self::Fact>>(
        &self,
        state: &mut Self::State,
        seat: Seat,
        row: &[Intent],
        out: &mut S,
    ) -> Result<(), Illegal>;
}

impl<M: RuleModule> AiSupport for Native<M> {
    fn candidates(&self, state: &ModuleState<M>, seat: Seat, into: &mut Candidates) {
        if state.winner.is_none() && state.core.current == Some(seat) && state.core.dealt {
            self.module.candidates(&self.seat_state(state, seat), into);
        }
    }

    fn commit<S: Sink<Fact<M::Public, M::Private, M::Note>>>(
        &self,
        state: &mut ModuleState<M>,
        seat: Seat,
        row: &[Intent],
        out: &mut S,
    ) -> Result<(), Illegal> {
        // Try the intents on a copy first, because an intent can be checked only after the intents before it were
        // played.
        let mut copy = state.clone();
        for intent in row {
            if *intent == Intent::Action(Action::START) {
                return Err(Illegal::new("a bot cannot start a hand"));
            }
            self.check(&copy, seat, intent)?;
            self.play(&mut copy, seat, intent, &mut ());
        }
        row.iter().for_each(|intent| self.play(state, seat, intent, out));
        Ok(())
    }
}
