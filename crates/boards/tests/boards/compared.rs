//! Compares the engine with the reference implementation on shipped and on random games. Moves, boards, players to move
//! and results must agree. `RULEBOOK_FUZZ=N` generates N times as many random games.

use crate::common::written;
use crate::reference::invent::Inventor;
use crate::reference::{Game, Status, Table, Turn};
use rulebook_boards::{BoardState, Boards, VisitBoards, visit_boards};
use rulebook_kernel::{Draws, Rng, Rules, Seat, Setup};
use serde_json::Value;

struct Compare<'a> {
    game: &'a Game,
    draws: Draws,
    /// The number of turns of a random match. The test compares every position of the match.
    plies: usize,
    /// The maximum number of move sequences that are counted and compared.
    most: u64,
}

type Key = ((i64, i64), (i64, i64), Option<usize>);

impl VisitBoards for Compare<'_> {
    /// The number of compared positions. The error describes the first difference.
    type Out = Result<usize, String>;

    fn visit<const W: usize, const N: usize>(mut self, rules: Boards<W, N>) -> Self::Out {
        let mut state = rules.start(&Setup::seats(rules.info().min_seats), Rng::seeded("compare"), &mut ());
        let mut table = self.game.start();
        for depth in 1..=3 {
            let expected = self.game.perft(&table, depth);
            for bulk in [true, false] {
                let found = rules.perft(&state, depth, bulk);
                if found != expected {
                    return Err(format!("depth {depth} has {found}, not {expected}; bulk: {bulk}"));
                }
            }
            if expected * 12 > self.most {
                break;
            }
        }
        for ply in 0..self.plies {
            let text = rules.position_text(&state);
            self.same(&rules, &state, &mut table).map_err(|why| format!("ply {ply}, {text}: {why}"))?;
            let Some((mv, turn)) = self.pick(&rules, &state, &table) else { return Ok(ply + 1) };
            let seat = rules.turn(&state).seats().lowest().expect("somebody is due");
            rules.play(&mut state, seat, &mv, &mut ());
            rules.validate_state(&state).map_err(|why| format!("ply {ply}, {text}, {turn:?}: {why}"))?;
            table = self.game.play(&table, &turn).expect("a legal turn");
        }
        Ok(self.plies)
    }
}

impl Compare<'_> {
    fn key<const W: usize, const N: usize>(rules: &Boards<W, N>, mv: rulebook_boards::Move) -> Key {
        let cols = i64::from(rules.size().0);
        let place = |square: u8| (i64::from(square) % cols, i64::from(square) / cols);
        (place(mv.from()), place(mv.to()), (mv.promotion() > 0).then(|| usize::from(mv.promotion()) - 1))
    }

    fn moves<const W: usize, const N: usize>(
        rules: &Boards<W, N>,
        state: &BoardState<W, N>,
    ) -> Vec<(Key, rulebook_boards::Move)> {
        let mut moves = Vec::new();
        rules.turn(state).seats().iter().for_each(|seat| rules.moves(state, seat, &mut moves));
        let mut moves: Vec<_> = moves.into_iter().map(|mv| (Compare::key(rules, mv), mv)).collect();
        moves.sort_by_key(|(key, _)| *key);
        moves
    }

    fn same<const W: usize, const N: usize>(
        &self,
        rules: &Boards<W, N>,
        state: &BoardState<W, N>,
        table: &mut Table,
    ) -> Result<(), String> {
        let status = self.game.settle(table);
        let (rows, text) = (self.game.rows(table), rules.position_text(state));
        if text.split(' ').next() != Some(&rows) {
            return Err(format!("the board should be {rows}"));
        }
        let turn = rules.turn(state);
        let fits = match status {
            Status::Due(player) => turn.seats().lowest() == Some(Seat::new(player)),
            Status::Over(winner) => match &turn {
                rulebook_kernel::Turn::Over(end) => end.winners().single().map(|seat| seat.index()) == winner,
                rulebook_kernel::Turn::Seats(_) => false,
            },
        };
        if !fits {
            return Err(format!("{status:?}, not {turn:?}"));
        }
        let found: Vec<Key> = Compare::moves(rules, state).into_iter().map(|(key, _)| key).collect();
        let expected: Vec<Key> =
            self.game.legal(table).into_iter().map(|turn| (turn.from, turn.to, turn.becomes)).collect();
        if found == expected { Ok(()) } else { Err(format!("moves {found:?}\nshould be {expected:?}")) }
    }

    /// A random move whose text is unique.
    fn pick<const W: usize, const N: usize>(
        &mut self,
        rules: &Boards<W, N>,
        state: &BoardState<W, N>,
        table: &Table,
    ) -> Option<(rulebook_boards::Move, Turn)> {
        let turns = self.game.legal(table);
        let mut moves = Compare::moves(rules, state);
        let known = |key: Key| turns.iter().filter(move |turn| (turn.from, turn.to, turn.becomes) == key);
        moves.retain(|(key, _)| known(*key).count() == 1);
        if moves.is_empty() {
            return None;
        }
        let (key, mv) = moves[self.draws.below(moves.len() as u32) as usize];
        let turn = known(key).next()?.clone();
        Some((mv, turn))
    }
}

fn compare(file: &Value, seed: &str, plies: usize, most: u64) -> Result<Option<usize>, String> {
    let Ok(game) = written(&file.to_string()) else { return Ok(None) };
    let draws = Rng::seeded(seed).draws();
    visit_boards(&game, Compare { game: &Game::new(file), draws, plies, most }).map(Some)
}

/// Gives every piece its own letter, so that both implementations write the same board texts.
fn lettered(mut file: Value) -> Value {
    let mut free = ('A'..='Z').map(String::from);
    for piece in file["pieces"].as_array_mut().into_iter().flatten() {
        piece["letter"] = free.next().into();
    }
    file
}

/// Removes the clauses about the end of a game. `None` if the file still needs extensions of version 2.
fn plain(text: &str) -> Option<Value> {
    let mut file: Value = serde_json::from_str(text).ok()?;
    for clause in ["win_conditions", "draw_conditions", "stalemate", "eliminated", "max_turns", "shuffled"] {
        file.as_object_mut()?.remove(clause);
    }
    file["version"] = 1.into();
    written(&file.to_string()).ok()?;
    Some(lettered(file))
}

// clause: Boards 1-3
// departs: Cards P6-2: boards are a family of their own
#[test]
fn games_that_nobody_wrote_mean_what_the_document_says() {
    let more = std::env::var("RULEBOOK_FUZZ").ok().and_then(|text| text.parse::<usize>().ok()).unwrap_or(1);
    let (mut compared, mut positions, mut wrong) = (0, 0, Vec::new());
    for seed in 0..80 * more {
        let name = format!("invented {seed}");
        let mut draws = Rng::seeded(&name).draws();
        let file = Inventor::new(&mut draws).game();
        match compare(&file, &name, 24, 4_000) {
            Ok(Some(found)) => {
                compared += 1;
                positions += found;
            }
            Ok(None) => {}
            Err(why) => wrong.push(format!("{name}: {why}\n{file}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong[..wrong.len().min(3)].join("\n\n"));
    assert!(compared > 60 * more && positions > 600 * more, "{compared} games, {positions} positions");
}

// clause: Boards 1-1
#[test]
fn games_in_the_plain_language_mean_what_the_document_says() {
    let root = crate::common::games();
    let read = |path: std::path::PathBuf| std::fs::read_to_string(path).expect("a readable file");
    let mut texts: Vec<(String, String)> =
        crate::common::ids().into_iter().map(|id| (id.clone(), read(root.join(id).join("game.json")))).collect();
    let folder = |path: &str| root.join("..").join(path).read_dir().expect("a folder");
    for entry in
        folder("conformance/boards").chain(folder("crates/boards/tests/data")).map(|entry| entry.expect("an entry"))
    {
        let text = read(entry.path());
        let block = text.split_once("```json game").map_or(text.as_str(), |(_, rest)| rest);
        let block = block.split("\n```").next().unwrap_or_default().to_owned();
        texts.push((entry.file_name().to_string_lossy().into_owned(), block));
    }
    texts.sort();
    let (mut compared, mut wrong) = (0, Vec::new());
    for (name, text) in texts {
        let Some(file) = plain(&text) else { continue };
        match compare(&file, &name, 16, 4_000) {
            Ok(found) => compared += usize::from(found.is_some()),
            Err(why) => wrong.push(format!("{name}: {why}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared >= 40, "{compared} games");
}
