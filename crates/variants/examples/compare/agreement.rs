//! Plays the games of another engine with our rules, and reports the first difference in each section.

use rulebook_boards::{BoardState, Boards, VisitBoards, load, visit_boards};
use rulebook_diag::Sources;
use rulebook_kernel::{Notation, Rng, Rules, Setup, Turn};
use rulebook_variants::Library;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Compares all sections of an ini file. Returns one line for each section that agrees, and one for each section that
/// differs.
pub fn run(ini: &str, positions: &str) -> (Vec<String>, Vec<String>) {
    let library = match Library::read(ini) {
        Ok(library) => library,
        Err(why) => return (vec![], vec![why]),
    };
    let imported = |name: &str| {
        let imported = library.import(name)?;
        match imported.notes.iter().find(|note| note.matters) {
            Some(note) => Err(format!("line {}: {}", note.line, note.text)),
            None => Ok(imported.game),
        }
    };
    run_games(&imported, positions)
}

/// Compares games. `game` returns the file of a game by its name.
pub fn run_games(game: &dyn Fn(&str) -> Result<String, String>, positions: &str) -> (Vec<String>, Vec<String>) {
    let (mut exact, mut wrong) = (Vec::new(), Vec::new());
    for section in positions.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let name = section["name"].as_str().unwrap_or_default();
        let begun = std::time::Instant::now();
        let found = game(name).and_then(|game| compare(&game, &section));
        let seconds = begun.elapsed().as_secs_f32();
        match found {
            Ok((count, read)) => exact.push(format!("{name}: {count} positions are exact, {read} as texts")),
            Err(why) => wrong.push(format!("{name}: {why}")),
        }
        eprintln!("{name}: {seconds:.1} s");
    }
    (exact, wrong)
}

fn compare(game: &str, section: &Value) -> Result<(usize, usize), String> {
    let mut sources = Sources::default();
    let file = sources.add("game.json", game);
    let (game, diags) = load(&sources, file, "imported");
    let Some(game) = game else {
        return Err(format!(
            "does not load: {}",
            diags.sorted().iter().map(|found| found.message.clone()).collect::<Vec<_>>().join("; ")
        ));
    };
    visit_boards(&game, Compare { section })
}

struct Compare<'a> {
    section: &'a Value,
}

impl VisitBoards for Compare<'_> {
    type Out = Result<(usize, usize), String>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
        if rules.info().max_seats > 2 {
            return Err("the other engine plays only one of the boards".to_owned());
        }
        let (mut count, mut read) = (0, 0);
        for game in self.section["games"].as_array().into_iter().flatten() {
            let mut state = match game["start"].as_str() {
                Some(text) => rules.position_from(text)?,
                None => rules.start(&Setup::seats(2), Rng::seeded("compare"), &mut ()),
            };
            let mut past = Vec::new();
            for step in game["steps"].as_array().into_iter().flatten() {
                let theirs = texts_of(&step["moves"]);
                let (ours, texts) = with_pluses(moves(&rules, &mut state), &theirs);
                let fen = step["fen"].as_str().unwrap_or_default();
                if ours != theirs {
                    let more: Vec<&String> = ours.difference(&theirs).take(8).collect();
                    let fewer: Vec<&String> = theirs.difference(&ours).take(8).collect();
                    let own = rules.position_text(&state);
                    let past: Vec<&String> = past.iter().rev().take(4).rev().collect();
                    return Err(format!("{fen} | {own}: only ours {more:?}, only theirs {fewer:?} after {past:?}"));
                }
                count += 1;
                // The other engine may read its own text as another position, because the text lacks earlier turns.
                let reread = step.get("again").map_or_else(|| theirs.clone(), texts_of);
                if let Ok(mut other) = rules.position_from(fen) {
                    let (again, _) = with_pluses(moves(&rules, &mut other), &reread);
                    if again != reread {
                        let more: Vec<&String> = again.difference(&reread).take(8).collect();
                        let fewer: Vec<&String> = reread.difference(&again).take(8).collect();
                        return Err(format!("the text {fen:?} reads as another position: {more:?} {fewer:?}"));
                    }
                    read += 1;
                }
                // The position of a finished game may be unreadable, because a leader can be missing.
                if !theirs.is_empty() {
                    round_trip(&rules, &state, &theirs)?;
                }
                let Some(play) = step["play"].as_str() else { break };
                let Some(text) = texts.get(play) else { return Err(format!("no move {play}")) };
                let seat = rules.turn(&state).seats().lowest().ok_or("the game is over")?;
                for text in rules.decision_texts(text) {
                    let mv = rules.parse(&state, seat, &text).map_err(|why| format!("{text}: {why:?}"))?;
                    rules.play(&mut state, seat, &mv, &mut ());
                }
                past.push(play.to_owned());
            }
        }
        Ok((count, read))
    }
}

/// Writes a position as text, reads it back, and compares the moves and the text.
fn round_trip<const W: usize, const N: usize>(
    rules: &Boards<W, N>,
    state: &BoardState<W, N>,
    theirs: &BTreeSet<String>,
) -> Result<(), String> {
    let own = rules.position_text(state);
    let mut back = rules.position_from(&own).map_err(|why| format!("our own text {own:?} cannot be read: {why}"))?;
    let (again, _) = with_pluses(moves(rules, &mut back), theirs);
    let text = rules.position_text(&back);
    if again != *theirs || text != own {
        return Err(format!("our own text {own:?} reads as another position: {text}"));
    }
    Ok(())
}

/// Legal moves in the notation of the other engine, and the text of each move in ours.
type Translated = (BTreeSet<String>, BTreeMap<String, String>);

fn texts_of(moves: &Value) -> BTreeSet<String> {
    moves.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Matches promotions that the other engine writes with a plus and without a piece. Each is the same move as our
/// promotion with the same squares.
fn with_pluses((mut ours, mut texts): Translated, theirs: &BTreeSet<String>) -> Translated {
    for plus in theirs.difference(&ours.clone()).filter(|text| text.ends_with('+')) {
        let path = plus.trim_end_matches('+');
        let own = |text: &&String| text.strip_prefix(path).is_some_and(|kind| kind.len() == 1);
        let same = ours.iter().filter(own).find(|text| !theirs.contains(*text)).cloned();
        if let Some(text) = same.and_then(|same| ours.remove(&same).then(|| texts.remove(&same))?) {
            ours.insert(plus.clone());
            texts.insert(plus.clone(), text);
        }
    }
    (ours, texts)
}

/// The legal moves in the notation of the other engine, and the text of each move in ours.
fn moves<const W: usize, const N: usize>(rules: &Boards<W, N>, state: &mut BoardState<W, N>) -> Translated {
    // In the other engine, a game continues after a draw that a player could claim.
    rules.go_on(state);
    let mut found = BTreeMap::new();
    if let Turn::Over(_) = rules.turn(state) {
        return (BTreeSet::new(), found);
    }
    let moves = rules.turn_texts(state);
    let board = letters(&rules.position_text(state));
    let all: BTreeSet<String> = moves.iter().map(|(_, text)| text.clone()).collect();
    let steps: BTreeSet<(u8, u8)> = (moves.iter())
        .filter(|(mv, _)| rules.castling_text(state, mv).is_none())
        .map(|(mv, _)| (mv.from(), mv.to()))
        .collect();
    for (mv, text) in &moves {
        let castling = rules.castling_text(state, mv);
        let mut key = translated(text, &board);
        // A gated piece can have the letter of the piece that moves. A promotion to the same kind has no plain twin.
        if text.strip_prefix(&key).is_some_and(|letter| letter.len() == 1) && all.contains(&key) {
            key.clone_from(text);
        }
        // If castling has the same squares as a step of the king, its text names the square of the partner.
        if let Some(castling) = castling.filter(|_| steps.contains(&(mv.from(), mv.to()))) {
            key = castling;
        }
        found.insert(key, text.clone());
    }
    (found.keys().cloned().collect(), found)
}

/// The letter of the piece on each square.
fn letters(position: &str) -> BTreeMap<String, String> {
    let rows: Vec<&str> = position.split([' ', '[']).next().unwrap_or_default().split('/').collect();
    let mut found = BTreeMap::new();
    for (row, rank) in rows.iter().zip((1..=rows.len()).rev()) {
        let (mut file, mut number, mut plus) = (0u8, 0u8, false);
        for sign in row.chars() {
            if let Some(digit) = sign.to_digit(10) {
                number = number * 10 + digit as u8;
                continue;
            }
            file += std::mem::take(&mut number);
            match sign {
                '+' => plus = true,
                '~' => {}
                _ => {
                    let letter = sign.to_ascii_lowercase();
                    let text = if std::mem::take(&mut plus) { format!("+{letter}") } else { letter.to_string() };
                    found.insert(format!("{}{rank}", char::from(b'a' + file)), text);
                    file += 1;
                }
            }
        }
    }
    found
}

/// A move as the other engine writes it.
fn translated(text: &str, board: &BTreeMap<String, String>) -> String {
    let text = text.replace('~', "");
    let text = text.split('#').next().unwrap_or_default();
    if text == "pass" {
        return text.to_owned();
    }
    if text.contains('@') && text.chars().next().is_some_and(|sign| sign.is_ascii_uppercase() || "+*".contains(sign)) {
        return text.to_owned();
    }
    let squares = |text: &str| {
        let mut cut = 0;
        for _ in 0..2 {
            let rest = &text[cut..];
            let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
            cut += 1 + digits;
        }
        cut
    };
    let (body, wall) = text.split_once(',').map_or((text, None), |(body, wall)| (body, Some(wall)));
    let cut = squares(body);
    let (path, suffix) = body.split_at(cut);
    let first = 1 + path.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let own = board.get(&path[..first]).cloned().unwrap_or_default();
    let mut result = match suffix {
        "" => path.to_owned(),
        suffix if suffix == own => path.to_owned(),
        suffix if suffix.starts_with('+') => format!("{path}+"),
        suffix if own.strip_prefix('+') == Some(suffix) => format!("{path}-"),
        suffix => match suffix.split_once('@') {
            Some((letter, square)) => format!("{square}{}{letter}", &path[..first]),
            None => format!("{path}{suffix}"),
        },
    };
    if let Some(wall) = wall {
        result += ",";
        result += wall;
    }
    result
}
