//! Checks published perft counts (numbers of move sequences) of every shipped game.

use rulebook_boards::{Boards, VisitBoards, visit_boards};
use rulebook_kernel::{Rng, Rules, Setup};

/// Counts up to this number are checked by `cargo test`. `cargo xtask perft` checks larger counts.
const MOST_NODES: u64 = 5_000_000;

struct Check<'a>(&'a str);

impl VisitBoards for Check<'_> {
    type Out = Result<usize, String>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
        let mut state = rules.start(&Setup::seats(rules.info().min_seats), Rng::seeded("perft"), &mut ());
        let most = if std::env::var_os("RULEBOOK_PERFT").is_some() { u64::MAX } else { MOST_NODES };
        let mut checked = 0;
        for line in self.0.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
            if let Some(text) = line.strip_prefix("position:") {
                state = rules.position_from(text.trim())?;
                continue;
            }
            let Some((depth, nodes)) = line.split_once(' ') else { continue };
            let (depth, nodes): (u32, u64) = (depth.parse().unwrap(), nodes.trim().parse().unwrap());
            if nodes > most {
                continue;
            }
            let found = rules.perft(&state, depth, true);
            let singly = if nodes < MOST_NODES / 20 { rules.perft(&state, depth, false) } else { found };
            if found != nodes || singly != found {
                let parts = rules.divide(&state, depth);
                let parts: Vec<String> = parts.iter().map(|(text, count)| format!("{text} {count}")).collect();
                let text = rules.position_text(&state);
                return Err(format!(
                    "{text}: depth {depth} has {found} ({singly} singly), not {nodes}\n{}",
                    parts.join("\n")
                ));
            }
            checked += 1;
        }
        Ok(checked)
    }
}

#[test]
fn every_published_count_is_exact() {
    let mut wrong = Vec::new();
    for id in crate::common::ids() {
        let text = std::fs::read_to_string(crate::common::games().join(&id).join("perft.txt")).expect("perft.txt");
        match visit_boards(&crate::common::shipped(&id), Check(&text)) {
            Ok(0) => wrong.push(format!("{id}: nothing to check")),
            Ok(_) => {}
            Err(why) => wrong.push(format!("{id}: {why}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
