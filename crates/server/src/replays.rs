//! Replays: turns a log into frames for one viewer.

use crate::malformed::explained;
use rulebook_kernel::{Seat, Viewer};
use rulebook_matches::AnyRules;
use rulebook_matchlog::{Header, names_of, replay};
use rulebook_room::{Refusal, RefusalCode};
use rulebook_scene::{MoveRecord, Scene, Step};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Maximum number of frames in one response. Clients ask again for the rest.
const MOST_FRAMES: usize = 200;

/// The query of a replay.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Part {
    /// `spectator`, `god`, or the number of a seat from zero.
    #[serde(rename = "as")]
    pub eyes: Option<String>,
    /// The number of the first entry to return. Entry zero is the deal.
    pub from: usize,
}

/// A page of a replay.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayPage {
    /// The game.
    pub game: String,
    /// The names of the players.
    pub names: Vec<String>,
    /// The number of entries, including the deal.
    pub entries: usize,
    /// The number of the entry in the first frame.
    pub from: usize,
    /// One frame for each entry.
    pub frames: Vec<Frame>,
}

/// One entry of a match as the viewer saw it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// The seat that answered, if the viewer could know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The move text, if the viewer may know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The steps to animate.
    pub steps: Vec<Step>,
    /// The record of the move, if the game has a move list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<MoveRecord>")]
    pub record: Option<Arc<MoveRecord>>,
    /// The scene after the entry.
    pub scene: Scene,
}

fn malformed(why: impl std::fmt::Display) -> Refusal {
    Refusal::new(RefusalCode::Malformed, explained(&why.to_string()))
}

/// Parses the `as` parameter of the query. Without it, the viewer is a spectator.
pub fn viewer(text: Option<&str>) -> Result<Viewer, Refusal> {
    match text {
        None | Some("spectator") => Ok(Viewer::Spectator),
        Some("god") => Ok(Viewer::God),
        Some(seat) => {
            let seat = seat.parse::<u8>().map_err(|_| malformed("`as` must be a seat number, `spectator` or `god`"))?;
            Seat::try_from(seat).map(Viewer::Seat).map_err(malformed)
        }
    }
}

/// The game of a log, and the digest of its rules.
pub fn rules_of(log: &str) -> Result<(String, String), Refusal> {
    let first = log.lines().next().unwrap_or_default();
    let header: Header = serde_json::from_str(first).map_err(|why| malformed(format!("this is not a log: {why}")))?;
    Ok((header.game, header.source.to_string()))
}

/// Replays a log and returns the requested frames. Fails if `stop` is set during the replay. A log with its key belongs
/// to a finished match, so every view of it is public.
pub fn page(log: &str, rules: &dyn AnyRules, part: &Part, stop: &AtomicBool) -> Result<ReplayPage, Refusal> {
    let who = viewer(part.eyes.as_deref())?;
    let mut replay = replay(log, rules).map_err(malformed)?;
    let header = replay.header();
    let (game, names) = (header.game.clone(), names_of(log));
    if matches!(who, Viewer::Seat(seat) if seat.index() >= names.len()) {
        return Err(malformed("This table has no such seat."));
    }
    let entries = replay.entries() + 1;
    let mut frames = Vec::new();
    if part.from == 0 {
        let steps = replay.game().steps(who, replay.deal());
        frames.push(Frame { seat: None, text: None, steps, record: None, scene: replay.game().scene(who) });
    }
    while frames.len() < MOST_FRAMES {
        if stop.load(Relaxed) {
            return Err(Refusal::new(RefusalCode::Unavailable, "The request was cancelled."));
        }
        let alone = replay.game().turn().seats().len() == 1;
        let Some(played) = replay.next() else { break };
        let played = played.map_err(malformed)?;
        let game = replay.game();
        if replay.played() < part.from {
            // Draw the scene and drop it, because the card keys in later scenes depend on all earlier scenes.
            game.scene(who);
            continue;
        }
        let own = who == Viewer::God || played.seat.is_some_and(|seat| who == Viewer::Seat(seat));
        let seat = played.seat.filter(|_| own || alone).map(u8::from);
        let text = own.then(|| played.text.clone());
        let (steps, scene) = (game.steps(who, &played), game.scene(who));
        frames.push(Frame { seat, text, steps, record: played.record, scene });
    }
    Ok(ReplayPage { game, names, entries, from: part.from, frames })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_catalog::Catalog;
    use rulebook_kernel::{Key, Setup};
    use rulebook_matchlog::LogWriter;
    use std::path::Path;

    #[test]
    fn a_reason_does_not_give_back_all_that_was_sent() {
        let refused = rules_of(&format!("{{\"{}\":1}}", "é".repeat(100_000))).unwrap_err();
        let length = refused.reason.chars().count();
        assert!(refused.reason.starts_with("this is not a log") && length <= 300, "{length}");
    }

    #[test]
    fn a_replay_stops_if_nobody_waits_for_it() {
        let games = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
        let rules = games.find("tic-tac-toe").unwrap().rules;
        let key = Key::from_seed("replays");
        let mut game = rules.start(&Setup::seats(2), key.clone()).unwrap();
        let mut log = LogWriter::open(&mut *game, &["Ann".to_owned(), "Bob".to_owned()], None).unwrap();
        for _ in 0..3 {
            let who = game.turn().seats().lowest().unwrap();
            let text = game.legal_texts(who).remove(0);
            log.record(&game.play(who, &text).unwrap()).unwrap();
        }
        let unfinished = log.text().to_owned();
        log.close_without_result("it is late", &key);
        let log = log.take();
        let stop = AtomicBool::new(false);
        let all = page(&log, &*rules, &Part::default(), &stop).unwrap();
        assert_eq!((all.entries, all.frames.len()), (4, 4), "with the deal");
        let seen_by = |seat: &str| {
            let part = Part { eyes: Some(seat.to_owned()), from: 0 };
            page(&log, &*rules, &part, &stop).map(|page| page.frames.len())
        };
        assert_eq!(seen_by("1").unwrap(), 4);
        assert_eq!(seen_by("2").unwrap_err().code, RefusalCode::Malformed, "Nobody sits in that seat.");
        let unknown = page(&unfinished, &*rules, &Part::default(), &stop);
        assert_eq!(unknown.unwrap_err().code, RefusalCode::Malformed, "the log does not contain its key");
        stop.store(true, Relaxed);
        let stopped = page(&log, &*rules, &Part::default(), &stop);
        assert_eq!(stopped.unwrap_err().code, RefusalCode::Unavailable);
    }
}
