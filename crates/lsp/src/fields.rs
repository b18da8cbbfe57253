//! Finds the fields that can follow a dot, from the last step of the path before the dot.

use crate::mention::{Owner, is_word};

const GAME: &[&str] = &["zones", "players", "teams", "turn_index", "card", "player", "zone"];
const PLAYER: &[&str] = &["id", "index", "name", "team", "zones"];
const CARD: &[&str] = &["id", "properties", "face", "owner", "zone"];
const ZONE: &[&str] = &["top_card", "bottom_card", "card_count", "owner", "name"];
/// The card properties that most decks have.
const PROPERTIES: &[&str] = &["suit", "rank"];
/// The fields of a value whose type only the compiler knows, such as a stored value or a variable.
const ANYTHING: &[&str] = &["id", "properties", "zones", "team", "owner", "face"];

/// The fields of the value that a path denotes, and the owners whose variables are also fields of this value.
pub fn of(path: &str) -> (&'static [&'static str], &'static [Owner]) {
    let (step, chosen) = last_step(path);
    let word = step.rsplit(|c| !is_word(c)).next().unwrap_or_default();
    let before = &step[..step.len() - word.len()];
    match word {
        "" if before.ends_with('$') => (GAME, &[Owner::Game]),
        "player" | "currentPlayer" | "players" | "turnOrder" | "teammates" | "owner" => (PLAYER, &[Owner::Player]),
        "card" | "cards" | "top_card" | "bottom_card" | "top" | "bottom" => (CARD, &[Owner::Card]),
        "properties" => (PROPERTIES, &[]),
        // A zone with brackets selects a card of the zone.
        _ if before.ends_with("zones.") && chosen => (CARD, &[Owner::Card]),
        "zone" => (ZONE, &[]),
        _ if before.ends_with("zones.") => (ZONE, &[]),
        _ => (ANYTHING, &[Owner::Player, Owner::Card]),
    }
}

/// The path without brackets at its end, and whether it had brackets there.
fn last_step(path: &str) -> (&str, bool) {
    let mut depth = 0;
    for (at, c) in path.char_indices().rev() {
        match c {
            ']' | ')' => depth += 1,
            '[' | '(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let chosen = matches!(c, '[' | '(');
            return (if chosen { &path[..at] } else { path }, chosen);
        }
    }
    (path, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completions_depend_on_the_path_before_the_cursor() {
        for (path, first) in [
            ("value: $", "zones"),
            ("$player", "id"),
            ("max($.players, $player", "id"),
            ("$.players[current]", "id"),
            ("$.players[($player.index + 1)]", "id"),
            ("$.card", "id"),
            ("top($.zones.deck)", "id"),
            ("$.zones.deck", "top_card"),
            ("$.zones.deck[0]", "id"),
            ("$.card.properties", "suit"),
            ("ref:chosen", "id"),
            ("", "id"),
            (")", "id"),
        ] {
            assert_eq!(of(path).0.first(), Some(&first), "{path}");
        }
        assert_eq!(of("$.card").1, [Owner::Card]);
        assert_eq!(of("$").1, [Owner::Game]);
        assert_eq!(of("$currentPlayer").1, [Owner::Player]);
    }
}
