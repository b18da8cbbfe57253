//! What an AI seat is told beside its view and its candidates (card engine 8.7 to 8.9).

use super::{Action, Candidates, Fact, Intent, Native, RuleModule, State};
use rulebook_kernel::{Hidden, Illegal, Rules, Seat, Sink};

/// The longest line of a recap or value of a fact, in characters.
const LINE: usize = 200;
/// The most facts.
const FACTS: usize = 40;

/// Memory and facts for one seat: bounded, and nothing that the seat does not see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AiContext {
    /// What happened, the oldest first.
    pub recap: Vec<String>,
    /// Objective facts by name.
    pub facts: Vec<(String, String)>,
}

/// Rules that support AI seats.
pub trait AiSupport: Hidden {
    /// Recap and facts for the viewer of this view. Made from the view, so it cannot leak.
    fn context(&self, view: &Self::View) -> AiContext;

    /// What a bot in this seat chooses from; empty where only people decide (`start-game`).
    fn candidates(&self, state: &Self::State, seat: Seat, into: &mut Candidates);

    /// Commits a candidate whole: all its intents, or none.
    ///
    /// # Errors
    /// Which intent is not legal when its turn comes; then nothing has changed.
    fn commit<S: Sink<Self::Fact>>(
        &self,
        state: &mut Self::State,
        seat: Seat,
        row: &[Intent],
        out: &mut S,
    ) -> Result<(), Illegal>;
}

impl<M: RuleModule> AiSupport for Native<M> {
    fn context(&self, view: &Self::View) -> AiContext {
        let cut = |text: String| text.chars().take(LINE).collect::<String>();
        let facts = self.module.facts(&self.shown(view)).into_iter().take(FACTS);
        AiContext {
            recap: view.notes.iter().map(|note| cut(self.module.words(note))).collect(),
            facts: facts.map(|(name, value)| (name.to_owned(), cut(value))).collect(),
        }
    }

    fn candidates(&self, state: &State<M>, seat: Seat, into: &mut Candidates) {
        if state.winner.is_none() && state.core.current == Some(seat) && state.core.dealt {
            self.module.candidates(&self.seat_state(state, seat), into);
        }
    }

    fn commit<S: Sink<Fact<M::Public, M::Private, M::Note>>>(
        &self,
        state: &mut State<M>,
        seat: Seat,
        row: &[Intent],
        out: &mut S,
    ) -> Result<(), Illegal> {
        // First on a copy: what an intent is worth shows only when those before it are played.
        let mut copy = state.clone();
        for intent in row {
            if *intent == Intent::Action(Action::START) {
                return Err(Illegal::new("a hand is started by people"));
            }
            self.check(&copy, seat, intent)?;
            self.play(&mut copy, seat, intent, &mut ());
        }
        row.iter().for_each(|intent| self.play(state, seat, intent, out));
        Ok(())
    }
}
