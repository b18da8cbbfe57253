//! `rulebook perft`: counts move sequences of a board game.

use crate::failure::Failure;
use crate::games::Games;
use crate::numbers::{grouped, rate};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};
use rulebook_boards::{BoardState, Boards, VisitBoards, visit_boards};
use rulebook_kernel::{Notation, Rng, Rules, Setup};
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

/// Counts the move sequences from a position of a board game, to test a move generator
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook perft chess --depth 5\n  rulebook perft chess --depth 3 --divide \\\n    \
                        --position 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'"
)]
pub struct Perft {
    /// Game id or path
    game: String,
    /// Depth in turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// Position to start from, as text [default: the start position of the game]
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Show the count after each first move
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    games: Games,
}

impl Perft {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let game = self.games.catalog(before).find(&self.game)?;
        let Some(board) = game.board() else {
            return Err(Failure::Input(format!(
                "{} is not a board game, and perft counts only board positions",
                game.id
            )));
        };
        visit_boards(board, Count { perft: &self, out })
    }
}

struct Count<'a> {
    perft: &'a Perft,
    out: &'a mut dyn Write,
}

impl VisitBoards for Count<'_> {
    type Out = Result<(), Failure>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
        let Count { perft: Perft { depth, position, divide, .. }, out } = self;
        let state = match position {
            Some(text) => rules.position_from(text).map_err(|why| Failure::Input(format!("--position: {why}")))?,
            None => rules.start(&Setup::seats(rules.info().min_seats), Rng::seeded("perft"), &mut ()),
        };
        let begin = Instant::now();
        let parts = parts(&rules, &state, *depth);
        let nodes: u64 = parts.iter().map(|(_, nodes)| nodes).sum();
        let seconds = begin.elapsed().as_secs_f64();
        if *divide && *depth > 0 {
            for (mv, nodes) in &parts {
                writeln!(out, "{mv}: {nodes}")?;
            }
        }
        let nodes = if *depth == 0 { 1 } else { nodes };
        writeln!(
            out,
            "depth {depth}: {nodes} ({} in {seconds:.2} s, {} per second)",
            grouped(nodes),
            rate(nodes, seconds)
        )?;
        Ok(())
    }
}

/// The count after each first move. First moves are counted one after the other, so that progress can be shown.
fn parts<const W: usize, const N: usize>(
    rules: &Boards<W, N>,
    state: &BoardState<W, N>,
    depth: u32,
) -> Vec<(String, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let Some(seat) = rules.turn(state).seats().lowest() else { return Vec::new() };
    let mut moves = Vec::new();
    rules.moves(state, seat, &mut moves);
    let bar = ProgressBar::with_draw_target(Some(moves.len() as u64), ProgressDrawTarget::stderr_with_hz(10));
    if !io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let count = |mv| {
        let mut next = state.clone();
        rules.play(&mut next, seat, mv, &mut ());
        bar.inc(1);
        (rules.text(state, seat, mv), rules.perft(&next, rest, true))
    };
    let counted = moves.iter().map(count).collect();
    bar.finish_and_clear();
    counted
}
