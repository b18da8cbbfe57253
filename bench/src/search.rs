//! Measures how many playouts or positions a bot searches per second on one core.

use rulebook_catalog::Catalog;
use rulebook_kernel::{Key, Setup};
use std::time::Instant;

/// One measurement: a game, its number of seats, an option with its value, and the bot.
pub type Job = (&'static str, usize, Option<(&'static str, &'static str)>, &'static str);

pub const JOBS: [Job; 20] = [
    ("tic-tac-toe", 2, None, "mcts"),
    ("connect-four", 2, None, "mcts"),
    ("breakthrough", 2, None, "mcts"),
    ("reversi", 2, None, "mcts"),
    ("chess", 2, None, "mcts"),
    ("chess", 2, None, "alphabeta"),
    ("shogi", 2, None, "alphabeta"),
    ("crazy-eights", 2, None, "ismcts"),
    ("crazy-eights", 4, None, "ismcts"),
    ("durak", 2, None, "ismcts"),
    ("scopa", 2, None, "ismcts"),
    ("katko", 4, None, "ismcts"),
    ("canasta", 4, None, "ismcts"),
    ("gin-rummy", 2, None, "ismcts"),
    // This row plays a single hand, as the published figures of other engines do.
    ("gin-rummy", 2, Some(("length", "hand")), "ismcts"),
    ("bridge", 4, Some(("scoring", "duplicate")), "ismcts"),
    ("hearts", 4, None, "ismcts"),
    ("whist", 4, None, "ismcts"),
    ("oh-hell", 4, None, "ismcts"),
    ("oh-hell", 3, None, "ismcts"),
];

/// Thinking time for one decision, in milliseconds.
const MILLIS: u32 = 400;
/// Number of measured decisions in one game. Only every second decision is measured.
const DECISIONS: usize = 5;

/// One row of text: the measured speed, or the reason why the measurement failed.
pub fn row(catalog: &Catalog, (id, seats, option, bot): Job) -> String {
    let chosen = option.map(|(_, value)| format!(", {value}")).unwrap_or_default();
    let name = format!("{id} ({seats}{chosen})");
    let setup = option.iter().fold(Setup::seats(seats), |setup, (name, value)| setup.with(name, value));
    let Ok(game) = catalog.find(id) else { return format!("{name:<24} {bot:<10}  not on the shelf") };
    let spec = format!("{bot}:{MILLIS}ms");
    let made =
        game.bot(&spec, Key::from_seed("bench")).and_then(|bot| Ok((bot, game.bot("random", Key::from_seed("r"))?)));
    let (Ok((mut bot_, mut random)), Ok(mut table)) = (made, game.rules.start(&setup, Key::from_seed("bench"))) else {
        return format!("{name:<24} {bot:<10}  cannot be played like that");
    };
    let (mut effort, mut seconds, mut measured, mut seen) = (0, 0.0, 0, 0);
    while let Some(seat) = table.turn().seats().lowest().filter(|_| measured < DECISIONS) {
        // The first decisions of a game are measured, because playouts are longest there. Forced moves are skipped,
        // because the bot does not search them.
        if table.legal_count(seat) > 1 && seen % 2 == 0 {
            let begin = Instant::now();
            effort += bot_.advise(&*table, seat).effort;
            seconds += begin.elapsed().as_secs_f64();
            measured += 1;
        }
        seen += 1;
        let choice = random.pick(&*table, seat);
        if table.play_nth(seat, choice).is_err() {
            break;
        }
    }
    let what = if bot == "alphabeta" { "positions" } else { "playouts" };
    format!("{name:<24} {bot:<10} {:>12.0} {what}/s", effort as f64 / f64::max(seconds, 1e-9))
}
