//! Changes shipped files, positions and games at random (fuzzing). Each changed text must either be refused with a
//! message or play normally. `RULEBOOK_FUZZ=N` tries N times as many texts.

use crate::common::{games, ids, written};
use rulebook_boards::{BoardState, Boards, Pgn, VisitBoards, visit_boards};
use rulebook_kernel::{Draws, Rng, Rules, Setup, Turn};
use serde_json::Value;

fn times(usual: u32) -> u32 {
    let more = std::env::var("RULEBOOK_FUZZ").ok().and_then(|text| text.parse::<u32>().ok());
    usual * more.unwrap_or(1)
}

fn pick<'a, T>(draws: &mut Draws, from: &'a [T]) -> Option<&'a T> {
    if from.is_empty() { None } else { Some(&from[draws.below(from.len() as u32) as usize]) }
}

/// Collects every scalar value of a tree. The tests insert these values in other places.
fn leaves(value: &Value, into: &mut Vec<Value>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| leaves(item, into)),
        Value::Object(fields) => fields.values().for_each(|field| leaves(field, into)),
        leaf => into.push(leaf.clone()),
    }
}

fn nodes(value: &Value) -> u32 {
    match value {
        Value::Array(items) => 1 + items.iter().map(nodes).sum::<u32>(),
        Value::Object(fields) => 1 + fields.values().map(nodes).sum::<u32>(),
        _ => 1,
    }
}

/// Changes the node with this number, counted through the whole tree.
fn change(value: &mut Value, number: &mut u32, leaves: &[Value], draws: &mut Draws) {
    if *number == 0 {
        *number = u32::MAX;
        let odd = [0, 1, -1, 2, 3, 7, 8, 9, 15, 16, 17, 63, 64, 255, 256, 65_536, i64::MAX, i64::MIN];
        match (&mut *value, draws.below(4)) {
            (Value::Array(items), 0) if !items.is_empty() => {
                drop(items.remove(draws.below(items.len() as u32) as usize))
            }
            (Value::Array(items), 1) if !items.is_empty() => {
                let twice = items[draws.below(items.len() as u32) as usize].clone();
                items.push(twice);
            }
            (Value::Array(items), 2) => items.reverse(),
            (Value::Object(fields), 0 | 1) if !fields.is_empty() => {
                let names: Vec<String> = fields.keys().cloned().collect();
                fields.remove(&names[draws.below(names.len() as u32) as usize]);
            }
            (Value::Number(_), 0 | 1) => *value = Value::from(odd[draws.below(odd.len() as u32) as usize]),
            (Value::Number(old), 2) => *value = Value::from(old.as_i64().unwrap_or(0).wrapping_neg()),
            _ => *value = pick(draws, leaves).cloned().unwrap_or(Value::Null),
        }
        return;
    }
    let mut visit = |inner: &mut Value| {
        if *number != u32::MAX {
            *number -= 1;
            change(inner, number, leaves, draws);
        }
    };
    match value {
        Value::Array(items) => items.iter_mut().for_each(&mut visit),
        Value::Object(fields) => fields.values_mut().for_each(&mut visit),
        _ => {}
    }
}

/// The texts of all turns. Empty if the game is over.
fn turns_of<const W: usize, const N: usize>(rules: &Boards<W, N>, state: &BoardState<W, N>) -> Vec<String> {
    let mut open = state.clone();
    rules.go_on(&mut open);
    rules.turn_texts(&open).into_iter().map(|(_, text)| text).collect()
}

/// Plays random moves for a while. Every listed move must be accepted. Every position, written as text and read again,
/// must be the same.
struct Wander(u32);

impl VisitBoards for Wander {
    type Out = usize;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> usize {
        let mut draws = Rng::seeded(&self.0.to_string()).draws();
        let setup = Setup::seats(rules.info().min_seats);
        let mut state = rules.start(&setup, Rng::seeded("fuzz"), &mut ());
        let (mut moves, mut played) = (Vec::new(), 0);
        while played < 40
            && let Turn::Seats(due) = rules.turn(&state)
        {
            let seat = due.lowest().expect("somebody is due");
            moves.clear();
            rules.moves(&state, seat, &mut moves);
            // A move and the wall after it are two decisions, but one turn.
            let turns = rules.turns(&state).len() as u64;
            if rules.chosen(&state).is_none() {
                assert_eq!(turns, rules.perft(&state, 1, true), "{}", rules.position_text(&state));
            }
            assert!(moves.len() as u64 <= turns, "{}", rules.position_text(&state));
            let mv = moves[draws.below(moves.len() as u32) as usize];
            assert_eq!(rules.check(&state, seat, &mv), Ok(()));
            rules.play(&mut state, seat, &mv, &mut ());
            rules.validate_state(&state).expect("a state reached by play is valid");
            let text = rules.position_text(&state);
            if let Ok(read) = rules.position_from(&text) {
                // Ignore the number of the round in position texts. The reader lowers a number that exceeds the turn
                // limit of the file.
                let without_round = |text: &str| {
                    let fields = text.split(' ').filter(|field| !field.bytes().all(|byte| byte.is_ascii_digit()));
                    fields.map(str::to_owned).collect::<Vec<_>>()
                };
                assert_eq!(without_round(&rules.position_text(&read)), without_round(&text));
                assert_eq!(turns_of(&rules, &read), turns_of(&rules, &state), "{text}");
            }
            played += 1;
        }
        played
    }
}

#[test]
fn changed_files_are_refused_or_play() {
    let (mut loaded, mut refused, mut played) = (0, 0, 0);
    for id in ids() {
        let text = std::fs::read_to_string(games().join(&id).join("game.json")).expect("game.json");
        let whole: Value = serde_json::from_str(&text).expect("JSON");
        let mut all = Vec::new();
        leaves(&whole, &mut all);
        let mut draws = Rng::seeded(&id).draws();
        for seed in 0..times(40) {
            let mut changed = whole.clone();
            for _ in 0..=draws.below(3) {
                let mut number = draws.below(nodes(&changed));
                change(&mut changed, &mut number, &all, &mut draws);
            }
            let text = changed.to_string();
            match written(&text) {
                Ok(game) => {
                    loaded += 1;
                    played += visit_boards(&game, Wander(seed));
                }
                Err(report) => {
                    refused += 1;
                    assert!(report.contains("error"), "{report}");
                }
            }
        }
    }
    assert!(loaded > 40 && refused > 50 && played > 500, "{loaded} loaded, {refused} refused, {played} turns");
}

/// A text with some characters changed at random.
fn scrambled(text: &str, draws: &mut Draws) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    for _ in 0..=draws.below(4) {
        let at = draws.below(signs.len() as u32 + 1) as usize;
        let odd =
            ['/', '9', '0', 'K', 'k', '-', ' ', '[', ']', ':', '*', '+', 'é', '\u{0}', '\u{1F600}', 'w', '(', '{', '#'];
        match draws.below(4) {
            0 if at < signs.len() => drop(signs.remove(at)),
            1 if at < signs.len() => signs[at] = odd[draws.below(odd.len() as u32) as usize],
            2 if at < signs.len() => signs.truncate(at),
            _ => signs.insert(at.min(signs.len()), odd[draws.below(odd.len() as u32) as usize]),
        }
    }
    signs.into_iter().collect()
}

struct Positions;

impl VisitBoards for Positions {
    type Out = u32;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> u32 {
        let mut draws = Rng::seeded("positions").draws();
        let start = rules.start(&Setup::seats(rules.info().min_seats), Rng::seeded("fuzz"), &mut ());
        let text = rules.position_text(&start);
        let mut fine = 0;
        for _ in 0..times(60) {
            let changed = scrambled(&text, &mut draws);
            match rules.position_from(&changed) {
                Ok(state) => {
                    fine += 1;
                    rules.validate_state(&state).expect("a state read from a text is valid");
                    let _ = rules.perft(&state, 2, true);
                    let again = rules.position_text(&state);
                    let read = rules.position_from(&again).unwrap_or_else(|why| panic!("{changed}: {again}: {why}"));
                    assert_eq!(rules.position_text(&read), again, "{changed}");
                }
                Err(why) => assert!(!why.is_empty()),
            }
        }
        fine
    }
}

#[test]
fn changed_positions_are_refused_or_play() {
    let fine: u32 = ids().iter().map(|id| visit_boards(&crate::common::shipped(id), Positions)).sum();
    assert!(fine > 20, "only {fine} could be played");
}

#[test]
fn changed_games_are_refused_or_followed() {
    let rules: Boards<1, 10> = crate::common::shipped("chess").rules().expect("chess");
    let text = "[Event \"a\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=Q {x} (1. Kb2) Kg7 $1 2. Qb8 Kf6 1/2-1/2\n1. e4 e5 *";
    let mut draws = Rng::seeded("games").draws();
    let mut fine = 0;
    for _ in 0..times(1500) {
        let Ok(games) = Pgn::read_all(&scrambled(text, &mut draws)) else { continue };
        for game in &games {
            let Ok(followed) = rules.follow(game) else { continue };
            fine += 1;
            let written = rules.pgn(&game.tags, &followed, game.result.as_deref());
            let again = Pgn::read_all(&written).unwrap_or_else(|why| panic!("{why}\n{written}"));
            assert_eq!(rules.follow(&again[0]).map(|game| game.end.clone()), Ok(followed.end), "{written}");
        }
    }
    assert!(fine > 100, "{fine}");
}
