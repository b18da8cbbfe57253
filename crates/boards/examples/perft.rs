//! `perft GAME DEPTH [POSITION]`: counts move sequences and measures the time, with and without bulk counting (the last
//! moves are counted but not made).

use rulebook_boards::{Boards, VisitBoards, load, visit_boards};
use rulebook_diag::{Paint, Sources};
use rulebook_kernel::{Rng, Rules, Setup};
use std::time::Instant;

struct Run {
    depth: u32,
    position: Option<String>,
    divide: bool,
}

impl VisitBoards for Run {
    type Out = ();

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) {
        let state = match &self.position {
            Some(text) => rules.position_from(text).expect("a position"),
            None => rules.start(&Setup::seats(rules.info().min_seats), Rng::seeded("perft"), &mut ()),
        };
        println!("{} · {} bytes a position", rules.position_text(&state), Boards::<W, N>::POSITION_BYTES);
        if self.divide {
            rules.divide(&state, self.depth).iter().for_each(|(text, count)| println!("{text} {count}"));
        }
        for depth in 1..=self.depth {
            for bulk in [true, false] {
                let start = Instant::now();
                let nodes = rules.perft(&state, depth, bulk);
                let seconds = start.elapsed().as_secs_f64();
                let rate = nodes as f64 / seconds / 1e6;
                println!("{depth} {nodes} {} {rate:.1} M nodes/s", if bulk { "bulk" } else { "each" });
            }
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("a file");
    let depth = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(4);
    let position = arguments.next().filter(|text| text != "-");
    let divide = arguments.next().is_some();
    let mut sources = Sources::new();
    let file = sources.add(path.clone(), std::fs::read_to_string(&path).expect("a readable file"));
    let start = Instant::now();
    let (game, diags) = load(&sources, file, "game");
    print!("{}", diags.to_text(&sources, Paint::Plain));
    println!("loaded in {:?}", start.elapsed());
    visit_boards(&game.expect("a game"), Run { depth, position, divide });
}
