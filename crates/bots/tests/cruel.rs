//! The search plays a game with many kinds of hidden information. It never samples an impossible state, and it beats
//! random play.

use rulebook_bots::{Ismcts, RandomBot};
use rulebook_kernel::{Bot, Budget, Corrupt, Hidden, Illegal, Info, Key, Rng, Rules, Seat, Setup, Sink, Turn, Viewer};
use rulebook_testkit::cruel::{Cruel, Move, State, View};
use std::sync::atomic::{AtomicU64, Ordering};

/// The cruel game, with a check of every sampled state.
struct Watched {
    cruel: Cruel,
    samples: AtomicU64,
}

impl Rules for Watched {
    type State = State;
    type Move = Move;
    type Fact = <Cruel as Rules>::Fact;

    fn info(&self) -> &Info {
        self.cruel.info()
    }
    fn start<S: Sink<Self::Fact>>(&self, setup: &Setup, rng: Rng, out: &mut S) -> State {
        self.cruel.start(setup, rng, out)
    }
    fn validate_state(&self, state: &State) -> Result<(), Corrupt> {
        self.cruel.validate_state(state)
    }
    fn seats(&self, state: &State) -> usize {
        self.cruel.seats(state)
    }
    fn turn(&self, state: &State) -> Turn {
        self.cruel.turn(state)
    }
    fn moves(&self, state: &State, seat: Seat, into: &mut Vec<Move>) {
        self.cruel.moves(state, seat, into);
    }
    fn check(&self, state: &State, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        self.cruel.check(state, seat, mv)
    }
    fn play<S: Sink<Self::Fact>>(&self, state: &mut State, seat: Seat, mv: &Move, out: &mut S) {
        self.cruel.play(state, seat, mv, out);
    }
}

impl Hidden for Watched {
    type View = View;

    fn view(&self, state: &State, who: Viewer) -> View {
        self.cruel.view(state, who)
    }
    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        let state = self.cruel.sample(view, rng);
        self.samples.fetch_add(1, Ordering::Relaxed);
        self.cruel.consistent(&state).expect("a sampled state is possible");
        state
    }
    fn witness(&self, fact: &Self::Fact, who: Viewer) -> Option<Self::Fact> {
        self.cruel.witness(fact, who)
    }
}

#[test]
fn a_search_never_sees_an_impossible_state_and_beats_chance() {
    let rules = Watched { cruel: Cruel::new(), samples: AtomicU64::new(0) };
    let mut searcher = Ismcts::<Watched>::new(Key::from_seed("searcher"));
    let mut random = RandomBot::new(Key::from_seed("random"));
    let (mut won, mut games) = (0, 0);
    for seats in [2, 3] {
        for game in 0..6 {
            let mut state = rules.start(&Setup::seats(seats), Rng::seeded(&game.to_string()), &mut ());
            while let Some(seat) = rules.turn(&state).seats().lowest() {
                let mut moves = Vec::new();
                rules.shortlist(&state, seat, &mut moves);
                let view = rules.view(&state, seat.into());
                let pick = if seat.index() == game % seats {
                    searcher.pick(&rules, seat, &view, &moves, Budget::Playouts(100))
                } else {
                    random.pick(&rules, seat, &view, &moves, Budget::Playouts(0))
                };
                rules.play(&mut state, seat, &moves[pick], &mut ());
            }
            let Turn::Over(outcome) = rules.turn(&state) else { unreachable!("nobody is due") };
            won += usize::from(outcome.winners().has(Seat::new(game % seats)));
            games += 1;
        }
    }
    assert_eq!(searcher.impossible(), 0);
    assert!(rules.samples.load(Ordering::Relaxed) > 5_000);
    assert!(won * 3 > games * 2, "won {won} of {games}");
}
