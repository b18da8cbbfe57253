//! Runs JSON scenarios in the card engine's format: a game and a seed, the moves to try, and the expectations at the
//! end. The runner uses only [`AnyRules`], so it works for every family of games.
//!
//! ```json
//! {
//!   "id": "the-first-column-fills-up", "rulesId": "connect-four", "seed": "1", "mode": "scripted",
//!   "intents": [
//!     {"type": "text", "text": "1"},
//!     {"type": "text", "playerId": "P1", "text": "1", "expectedError": "not asked"}
//!   ],
//!   "expect": {"winner": null, "currentPlayer": "P2"}
//! }
//! ```
//!
//! Players are `P1`, `P2` … by seat, or have the names in `players`. A pile is named as in the initial state (`P1-hand`)
//! or as in a scene (`hand.0`). A card is named by its id in the initial state (`17`) or by its face (`4D`, `4d` or `4♦`). A match is
//! dealt when it is created, so a leading `start-game` does nothing.

mod expect;
mod format;
mod intent;
pub mod page;

pub use format::{
    Auto, CardId, Expect, Intent, IntentKind, Mode, Names, PileExpect, Players, Policy, Scenario, StopWhen,
};

use rulebook_kernel::{Key, MAX_SEATS, Rng, Seat, Setup};
use rulebook_matches::{AnyMatch, AnyRules};
use rulebook_scene::{EngineIds, Scene, ZoneScene};

/// Reads a scenario. Fields that the format does not have are errors.
///
/// # Errors
/// The mistake, with its line and column, or with the number of the intent.
pub fn parse(json: &str) -> Result<Scenario, String> {
    let scenario: Scenario = serde_json::from_str(json).map_err(|error| error.to_string())?;
    for (nth, intent) in scenario.intents.iter().enumerate() {
        intent.check().map_err(|message| format!("intent {}: {message}", nth + 1))?;
    }
    Ok(scenario)
}

/// Runs a scenario.
///
/// # Errors
/// The scenario, the step, and the expectation that does not hold.
pub fn run(rules: &dyn AnyRules, scenario: &Scenario) -> Result<(), String> {
    run_steps(rules, scenario).map_err(|message| format!("scenario {}: {message}", scenario.id))
}

fn run_steps(rules: &dyn AnyRules, scenario: &Scenario) -> Result<(), String> {
    if scenario.rules_id != rules.info().id {
        return Err(format!("it is for {:?}, not for {:?}", scenario.rules_id, rules.info().id));
    }
    let seats = Seats::new(scenario, rules);
    let mut setup = Setup::seats(seats.names.len());
    setup.options.clone_from(&scenario.options);
    let mut game = rules.start(&setup, Key::from_seed(&scenario.seed)).map_err(|why| why.to_string())?;
    for (nth, intent) in scenario.intents.iter().enumerate() {
        let step = |message| format!("intent {} ({}): {message}", nth + 1, intent.words());
        intent::try_one(&mut *game, &seats, nth, intent).map_err(step)?;
    }
    match (&scenario.mode, &scenario.auto) {
        (Mode::Scripted, None) => {}
        (Mode::Auto, Some(auto)) => {
            play_on(&mut *game, &seats, auto, &scenario.seed).map_err(|message| format!("auto: {message}"))?;
        }
        (Mode::Scripted, Some(_)) => return Err("a scripted scenario has no `auto`".to_owned()),
        (Mode::Auto, None) => return Err("mode `auto` needs `auto`".to_owned()),
    }
    expect::check(&*game, &seats, &scenario.expect).map_err(|message| format!("at the end: {message}"))
}

/// The names of seats, piles and cards in the scenario.
pub(crate) struct Seats {
    names: Vec<String>,
    /// The ids of the initial state.
    ids: EngineIds,
}

impl Seats {
    fn new(scenario: &Scenario, rules: &dyn AnyRules) -> Seats {
        let numbered = |count| (1..=count).map(|n| format!("P{n}")).collect();
        let names = match &scenario.players {
            None => numbered(rules.info().min_seats),
            // A count above the limit is refused when the match starts.
            Some(Players::Count(count)) => numbered((*count).min(MAX_SEATS + 1)),
            Some(Players::Names(names)) => names.clone(),
        };
        Seats { names, ids: rules.engine_ids() }
    }

    /// The id of the zone with this pile name. The owner in the name, such as `P1` in `P1-hand`, is a player or team of
    /// the initial state, otherwise a player of the scenario.
    fn zone<'z>(&self, zones: &'z [ZoneScene], pile: &str) -> Option<&'z str> {
        let named = || EngineIds { players: self.names.clone(), ..EngineIds::default() };
        self.ids.zone(zones, pile).or_else(|| named().zone(zones, pile))
    }

    /// The id of the zone that a player means by a pile name, which may lack its owner.
    fn zone_of<'z>(&self, zones: &'z [ZoneScene], pile: &str, seat: Seat) -> Option<&'z str> {
        self.zone(zones, pile).or_else(|| self.ids.zone_of(zones, pile, seat))
    }

    /// The face of a card. `scene` is a scene of the god view.
    fn face(&self, scene: &Scene, card: &CardId) -> String {
        self.ids.face_in(scene, &card.text()).to_owned()
    }

    fn find(&self, name: &str) -> Result<Seat, String> {
        let found = self.names.iter().position(|other| other == name);
        found.map(Seat::new).ok_or_else(|| format!("there is no player {name:?}, only {}", self.names.join(", ")))
    }

    fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("?", String::as_str)
    }
}

/// Lets the policy play until the game is over, a stop condition holds, or the maximum number of moves is made.
fn play_on(game: &mut dyn AnyMatch, seats: &Seats, auto: &Auto, seed: &str) -> Result<(), String> {
    let mut draws = Rng::seeded(&format!("auto {seed}")).draws();
    for _ in 0..auto.max_moves {
        if expect::stops(game, seats, &auto.stop_when)? {
            return Ok(());
        }
        let Some(seat) = game.turn().seats().lowest() else { break };
        let nth = match auto.policy {
            Policy::FirstLegal => 0,
            Policy::Random => draws.below(game.legal_count(seat).max(1) as u32) as usize,
        };
        let text = game.nth_text(seat, nth).ok_or_else(|| format!("{seat} is due and has no move"))?;
        game.play(seat, &text).map_err(|why| format!("{seat} may not {text:?}, which is listed: {why}"))?;
    }
    let wanted = auto.stop_when != StopWhen::default();
    if wanted && !expect::stops(game, seats, &auto.stop_when)? {
        let why = if game.turn().is_over() { "the match is over" } else { "the moves are used up" };
        return Err(format!("{why}, but the stop condition was not reached"));
    }
    Ok(())
}
