//! Trains a network for the bots of a board game.

use super::Train;
use crate::failure::Failure;
use rulebook_catalog::Game;
use rulebook_host_boards::train::{Trained, Training, train as learn};
use rulebook_host_boards::tune::Tuning;
use rulebook_kernel::Key;
use std::io::Write;
use std::time::Duration;

/// The smallest share of the match that counts as better, in percent.
const BETTER: f64 = 55.0;
/// The training time if the command names none, in minutes.
const MINUTES: u32 = 60;

/// Trains a network, lets it play a match, and writes it if it wins.
pub(super) fn train(args: &Train, game: &Game, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(board) = game.board() else {
        return Err(Failure::Input(format!("{} is not a board game, and only board games have networks", game.id)));
    };
    let path = args.out.clone().unwrap_or_else(|| game.folder.join("network.bin"));
    let tuning = Tuning {
        time: Duration::from_secs(60 * u64::from(args.minutes.unwrap_or(MINUTES))),
        threads: args.threads(),
        nodes: args.nodes.into(),
        key: Key::from_seed(&args.seed),
    };
    let training = Training { tuning, hidden: args.hidden.next_multiple_of(8) as usize };
    let trained = learn(board, &training, &mut |line| eprintln!("{line}"));
    let Trained { file, games, positions, points, matches } = trained.map_err(Failure::Input)?;
    let share = 100.0 * points / (matches as f64).max(1.0);
    writeln!(out, "{games} games, {positions} positions, {} bytes", file.len())?;
    writeln!(out, "with the network: {points} points of {matches}, {share:.0} %")?;
    if share < BETTER {
        let why = format!("the network does not win {BETTER} %, so no file was written; try more --minutes");
        return Err(Failure::Input(why));
    }
    let wrong = |why| Failure::Input(format!("cannot write {}: {why}", path.display()));
    std::fs::write(&path, file).map_err(wrong)?;
    writeln!(out, "wrote {}", path.display())?;
    Ok(())
}
