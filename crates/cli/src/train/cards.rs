//! Learns the policy of a game with hidden information.

use super::Train;
use crate::failure::Failure;
use rulebook_catalog::policy::{POLICY_FILE, text};
use rulebook_catalog::{Game, Training};
use rulebook_kernel::Key;
use std::io::Write;
use std::time::Duration;

/// The training time if the command names none, in minutes.
const MINUTES: u32 = 3;

/// Learns a policy and writes it.
pub(super) fn train(args: &Train, game: &Game, out: &mut dyn Write) -> Result<(), Failure> {
    let path = args.out.clone().unwrap_or_else(|| game.folder.join(POLICY_FILE));
    let training = Training {
        key: Key::from_seed(&args.seed),
        time: args.playouts.is_none().then(|| Duration::from_secs(60 * u64::from(args.minutes.unwrap_or(MINUTES)))),
        playouts: args.playouts,
        threads: args.threads(),
    };
    let trained = game.train(&training, &mut |line| eprintln!("{line}"));
    let trained = trained.map_err(|why| Failure::Input(format!("{}: {why}", game.id)))?;
    let written = text(&trained, game.rules.info().source, &args.seed);
    std::fs::write(&path, &written).map_err(|why| Failure::Input(format!("cannot write {}: {why}", path.display())))?;
    writeln!(out, "{} playouts, {} weights", trained.playouts, trained.weights.len())?;
    writeln!(out, "wrote {} ({} bytes)", path.display(), written.len())?;
    Ok(())
}
