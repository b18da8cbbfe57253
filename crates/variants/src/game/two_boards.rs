//! Turns a game on one board into a game of two pairs on two boards that stand side by side.

use serde_json::{Value, json};

/// The players of the four seats in the order of turns: the name, the player of the single board, and whether the
/// player sits at the right board.
const SEATS: [(&str, usize, bool); 4] =
    [("WHITE LEFT", 0, false), ("WHITE RIGHT", 0, true), ("BLACK LEFT", 1, false), ("BLACK RIGHT", 1, true)];

/// The zone of each player's own board.
const OWN: &str = "OWN_BOARD";

/// Doubles a game for two players. Pieces that a player captures go to the partner. Returns the game, and a sentence for
/// each end that it loses, because only games for two players can have it.
///
/// # Errors
/// A sentence that says which part of the game does not fit on two boards.
pub(super) fn doubled(mut game: Value, files: u8, ranks: u8) -> Result<(Value, Vec<String>), String> {
    let mut lost = Vec::new();
    if let Some(wins) = game.get_mut("win_conditions").and_then(Value::as_array_mut) {
        wins.retain(|win| {
            let fits = ["REACH", "LINE", "SQUARE", "COLLINEAR", "CHAIN"].iter().any(|name| win["win"] == *name);
            lost.extend((!fits).then(|| format!("the end {} is only for two players", win["win"])));
            fits
        });
    }
    if game.get("castling").is_some() || has_key(&game, "square") {
        return Err("an effect on a fixed square cannot be on both boards".to_owned());
    }
    game["board"]["dimensions"][0] = json!(2 * files);
    game["board"]["cuts"] = json!([files]);
    let both = |squares: &Value| {
        let right = shifted(squares, files);
        squares
            .as_array()
            .into_iter()
            .flatten()
            .chain(right.as_array().into_iter().flatten())
            .cloned()
            .collect::<Value>()
    };
    if game["board"].get("disabled_positions").is_some() {
        game["board"]["disabled_positions"] = both(&game["board"]["disabled_positions"]);
    }
    let players = SEATS.iter().map(|(name, side, right)| {
        let mut player = game["players"][*side].clone();
        player["name"] = json!(name);
        for list in player["starting_positions"].as_array_mut().into_iter().flatten().filter(|_| *right) {
            list["positions"] = shifted(&list["positions"], files);
        }
        player
    });
    game["players"] = players.collect();
    let starts = game["turns"].get("start_at").is_some();
    game["turns"] = json!({ "order": SEATS.map(|(name, ..)| name) });
    if starts {
        game["turns"]["start_at"] = json!(2);
    }
    for key in ["pass", "points"] {
        let words = game.get_mut(key);
        let words = if key == "points" { words.and_then(|points| points.get_mut("extra_tenths")) } else { words };
        if let Some(words) = words.filter(|words| words.is_object()) {
            *words = for_each(words, |word, _| word.clone());
        }
    }
    for zone in game["conditions"].as_array_mut().into_iter().flatten() {
        zone["check"] =
            for_each(&zone["check"], |squares, right| if right { shifted(squares, files) } else { squares.clone() });
    }
    let all: Value = (0..ranks).flat_map(|rank| (0..files).map(move |file| json!([file, rank]))).collect();
    let check = json!({ "WHITE": all, "BLACK": all });
    let check = for_each(&check, |squares, right| if right { shifted(squares, files) } else { squares.clone() });
    let holes: Vec<Value> = game["board"]["disabled_positions"].as_array().cloned().unwrap_or_default();
    let check: Value = (check.as_object().into_iter().flatten())
        .map(|(name, squares)| {
            let squares = squares.as_array().into_iter().flatten().filter(|square| !holes.contains(square)).cloned();
            (name.clone(), squares.collect::<Value>())
        })
        .collect();
    let zone = json!({ "code": OWN, "type": "POSITION", "check": check });
    match game["conditions"].as_array_mut() {
        Some(zones) => zones.push(zone),
        None => game["conditions"] = json!([zone]),
    }
    for piece in game["pieces"].as_array_mut().into_iter().flatten() {
        if let Some(drop) = piece.get_mut("drop").filter(|drop| drop.get("zones").is_none()) {
            drop["zones"] = json!([OWN]);
        }
        if let Some([white, black]) = piece["glyphs"].as_array().map(Vec::as_slice) {
            piece["glyphs"] = json!([white, white, black, black]);
        }
    }
    double_durations(&mut game);
    game["captured"] = json!("to_partner");
    let [left_white, right_white, left_black, right_black] = SEATS.map(|(name, ..)| name);
    game["teams"] = json!([[left_white, right_black], [right_white, left_black]]);
    Ok((game, lost))
}

/// The squares on the right board.
fn shifted(squares: &Value, files: u8) -> Value {
    let moved = |square: &Value| json!([square[0].as_u64().unwrap_or(0) + u64::from(files), square[1]]);
    squares.as_array().into_iter().flatten().map(moved).collect()
}

/// An object with an entry for each of the four players, from an object with an entry for each of the two.
fn for_each(two: &Value, of: impl Fn(&Value, bool) -> Value) -> Value {
    let entry = |(name, side, right): &(&str, usize, bool)| {
        let own = two.get(super::PLAYERS[*side])?;
        Some(((*name).to_owned(), of(own, *right)))
    };
    SEATS.iter().filter_map(entry).collect()
}

fn has_key(value: &Value, key: &str) -> bool {
    match value {
        Value::Array(items) => items.iter().any(|item| has_key(item, key)),
        Value::Object(fields) => fields.contains_key(key) || fields.values().any(|field| has_key(field, key)),
        _ => false,
    }
}

/// Doubles the countdown of all flags, because a turn of the other board comes between two turns of one board.
fn double_durations(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(double_durations),
        Value::Object(fields) => {
            if let Some(turns) = fields.get("duration").and_then(Value::as_u64) {
                fields.insert("duration".to_owned(), json!(2 * turns));
            }
            fields.values_mut().for_each(double_durations);
        }
        _ => {}
    }
}
