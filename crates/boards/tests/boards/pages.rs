//! Runs the pages of `conformance/boards`. They show and check the meaning of each clause.
//!
//! ` ```json game ` declares a game. ` ```report ` lists the codes of all diagnostics of the game. ` ```assert ` has
//! one assertion on each line:
//!
//! - `position TEXT` continues from a position, and `play TEXTS` makes moves.
//! - `moves TEXTS` lists all legal moves, `has TEXTS` some of them, and `lacks TEXTS` moves that are not legal.
//! - `perft DEPTH COUNT` counts move sequences.
//! - `best TEXTS` lists the moves with the best value for the player to move.
//! - `due NAME` is the player to move. `over NAME REASON` is the end of the game, with `-` for no winner.

use rulebook_boards::{BoardState, Boards, Game, Move, VisitBoards, load, visit_boards};
use rulebook_diag::{Paint, Sources};
use rulebook_kernel::{Heuristic, Notation, Rng, Rules, Setup, Turn};
use rulebook_matches::Staged;
use rulebook_testkit::pages::{self, Page};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_page_is_true() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/boards");
    let pages = pages::run(&folder, &["assert", "report"], check).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(pages >= 40, "there are {pages} pages");
}

fn check(page: &Page) -> Result<(), String> {
    let written = page.block("game")?;
    let mut sources = Sources::new();
    let file = sources.add("game.json", written.text.clone());
    let (game, diags) = load(&sources, file, "page");
    let report = diags.to_text(&sources, Paint::Plain);
    let found: Vec<&str> = diags.sorted().iter().map(|diagnostic| diagnostic.code).collect();
    let expected: Vec<&str> = page.blocks("report").flat_map(|block| block.text.split_whitespace()).collect();
    if found != expected {
        return Err(page.at(written, 0, &format!("the report is {found:?}, not {expected:?}\n{report}")));
    }
    for block in page.blocks("assert") {
        let game: &Game = game.as_ref().ok_or_else(|| page.at(written, 0, &report))?;
        visit_boards(game, Assert(&block.text)).map_err(|(line, why)| page.at(block, line, &why))?;
    }
    Ok(())
}

struct Assert<'a>(&'a str);

impl VisitBoards for Assert<'_> {
    type Out = Result<(), (usize, String)>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
        let mut state = rules.start(&Setup::seats(rules.info().min_seats), Rng::seeded("page"), &mut ());
        for (number, line) in self.0.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            one(&rules, &mut state, line.trim()).map_err(|why| (number, why))?;
        }
        Ok(())
    }
}

fn one<const W: usize, const N: usize>(
    rules: &Boards<W, N>,
    state: &mut BoardState<W, N>,
    line: &str,
) -> Result<(), String> {
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    let words = || rest.split_whitespace().map(str::to_owned).collect::<BTreeSet<String>>();
    let turn = rules.turn(state);
    let legal = || {
        let mut moves = Vec::new();
        turn.seats().iter().for_each(|seat| rules.moves(state, seat, &mut moves));
        let seat = turn.seats().lowest();
        moves.iter().filter_map(|mv| Some(rules.text(state, seat?, mv))).collect::<BTreeSet<String>>()
    };
    let same = |found: String| if found == rest { Ok(()) } else { Err(format!("it is {found:?}")) };
    match verb {
        "position" => *state = rules.position_from(rest)?,
        "text" => same(rules.position_text(state))?,
        "play" => {
            for text in rest.split_whitespace() {
                let seat = rules.turn(state).seats().lowest().ok_or_else(|| format!("{text}: it is over"))?;
                let mv = rules.parse(state, seat, text).map_err(|why| format!("{text}: {why}"))?;
                rules.play(state, seat, &mv, &mut ());
            }
        }
        "moves" if legal() != words() => return Err(format!("the moves are {:?}", legal())),
        "has" if !legal().is_superset(&words()) => return Err(format!("the moves are {:?}", legal())),
        "lacks" if !legal().is_disjoint(&words()) => return Err(format!("the moves are {:?}", legal())),
        "moves" | "has" | "lacks" => {}
        "best" => {
            let seat = turn.seats().lowest().ok_or("it is over")?;
            let mut moves = Vec::new();
            rules.moves(state, seat, &mut moves);
            let worth = |mv: &Move| {
                let mut next = state.clone();
                rules.play(&mut next, seat, mv, &mut ());
                rules.value(&next, seat)
            };
            let judged: Vec<(i32, &Move)> = moves.iter().map(|mv| (worth(mv), mv)).collect();
            let most = judged.iter().map(|(worth, _)| *worth).max();
            let best = judged.iter().filter(|(worth, _)| Some(*worth) == most);
            let best: BTreeSet<String> = best.map(|(_, mv)| rules.text(state, seat, mv)).collect();
            if best != words() {
                return Err(format!("the best moves are {best:?}"));
            }
        }
        "perft" => {
            let (depth, count) = rest.split_once(' ').ok_or("`perft DEPTH COUNT`")?;
            let found = rules.perft(state, depth.parse().map_err(|_| "no depth")?, true);
            if found.to_string() != count {
                return Err(format!("it is {found}"));
            }
        }
        "due" => {
            let found = rules.scene(state).prompt.trim_end_matches(" to move").to_owned();
            same(if found.eq_ignore_ascii_case(rest) { rest.to_owned() } else { found })?;
        }
        "over" => {
            let Turn::Over(outcome) = turn else { return Err(format!("it is not over: {:?}", legal())) };
            let winner =
                outcome.winners().single().map_or_else(|| "-".to_owned(), |seat| (seat.index() + 1).to_string());
            same(format!("{winner} {}", outcome.reason()))?;
        }
        _ => return Err(format!("no such assertion: {verb}")),
    }
    Ok(())
}
