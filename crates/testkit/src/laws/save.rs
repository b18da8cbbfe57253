//! **Save.** A state can be saved and loaded at any decision, even in the middle of an effect. The loaded state equals
//! the saved one and is valid. The same moves from the loaded state give the same match.

use super::{Plan, Verdict, Walk};
use rulebook_matches::Staged;

pub const NAME: &str = "save";

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    for (nth, at) in walk.looks(plan.asks).enumerate() {
        let state = &walk.states[at];
        let wrong = |message: String| walk.broken(NAME, at, message);
        let bytes = match postcard::to_stdvec(state) {
            Ok(bytes) => bytes,
            Err(error) => return wrong(format!("it cannot be saved: {error}")),
        };
        let loaded: R::State = match postcard::from_bytes(&bytes) {
            Ok(loaded) => loaded,
            Err(error) => return wrong(format!("the saved state cannot be loaded: {error}")),
        };
        if loaded != *state {
            return wrong(format!("saved and loaded it is {loaded:?}, and was {state:?}"));
        }
        if let Err(corrupt) = rules.validate_state(&loaded) {
            return wrong(format!("`validate_state` refuses a state of the match: {corrupt}"));
        }
        if rules.turn(&loaded) != rules.turn(state) {
            return wrong("another turn after loading".to_owned());
        }
        // Some loaded states are played to the end of the match, because a lost cache may have a late effect.
        let most = if nth % 16 == 1 { usize::MAX } else { 4 };
        walk.follow(rules, loaded, at, most).or_else(|message| wrong(format!("from a loaded state: {message}")))?;
    }
    Ok(())
}
