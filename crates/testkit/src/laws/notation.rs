//! **Notation.** Every legal move has its own text, and `parse` turns the text back into the move. The text fits into a
//! log line and can be typed: it is not empty, and it has no control characters and no spaces at its ends.

use super::{Plan, Verdict, Walk};
use rulebook_matches::Staged;
use std::collections::HashMap;

pub const NAME: &str = "notation";

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    for at in walk.looks(plan.asks) {
        let state = &walk.states[at];
        for seat in rules.turn(state).seats().iter() {
            let mut moves = Vec::new();
            rules.moves(state, seat, &mut moves);
            let mut texts: HashMap<String, &R::Move> = HashMap::new();
            for mv in &moves {
                let text = rules.text(state, seat, mv);
                let wrong = |what: String| walk.broken(NAME, at, format!("{seat}, {mv:?} is {text:?}: {what}"));
                if text.is_empty() || text.trim() != text || text.chars().any(char::is_control) {
                    return wrong("the text does not fit into a log line, or cannot be typed".to_owned());
                }
                match rules.parse(state, seat, &text) {
                    Ok(parsed) if parsed == *mv => {}
                    Ok(parsed) => return wrong(format!("parsed as {parsed:?}")),
                    Err(why) => return wrong(format!("not parsed: {why}")),
                }
                if let Some(other) = texts.insert(text.clone(), mv) {
                    return wrong(format!("the text of {other:?} too"));
                }
            }
        }
    }
    Ok(())
}
