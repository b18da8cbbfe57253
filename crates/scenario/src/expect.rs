//! Checks the expectations of a scenario. Uses only scenes. The scene of the god view shows every face.

use super::format::{ScoreboardExpect, Visibility};
use super::{Expect, Names, PileExpect, Seats, StopWhen};
use rulebook_kernel::{SeatSet, Viewer};
use rulebook_matches::AnyMatch;
use rulebook_scene::{Scene, ZoneScene};
use std::collections::BTreeMap;

pub(super) fn check(game: &dyn AnyMatch, seats: &Seats, expect: &Expect) -> Result<(), String> {
    if let Some(winner) = &expect.winner {
        let won = game.outcome().map(|outcome| outcome.winners()).unwrap_or_default();
        same_seats("winner", winner, won, seats)?;
    }
    if let Some(player) = &expect.current_player {
        same_seats("currentPlayer", player, game.turn().seats(), seats)?;
    }
    let public = game.scene(Viewer::Spectator);
    expect.scoreboards.iter().try_for_each(|board| scoreboard(&public, board))?;
    piles(game, seats, &expect.piles)
}

/// Whether all stop conditions hold. `false` if the scenario has no stop conditions.
pub(super) fn stops(game: &dyn AnyMatch, seats: &Seats, stop: &StopWhen) -> Result<bool, String> {
    if *stop == StopWhen::default() {
        return Ok(false);
    }
    let scene = game.scene(Viewer::Spectator);
    let phase = stop.phase.is_none() || stop.phase == scene.phase;
    let prompt = stop.prompt.as_ref().is_none_or(|words| scene.prompt.contains(words.as_str()));
    let said = |words: &String| scene.announcements.iter().any(|line| line.contains(words.as_str()));
    let announced = stop.announcement.as_ref().is_none_or(said);
    Ok(phase && prompt && announced && piles(game, seats, &stop.piles).is_ok())
}

fn same_seats(what: &str, expected: &Names, found: SeatSet, seats: &Seats) -> Result<(), String> {
    let names: Vec<&str> = match expected {
        Names::None => vec![],
        Names::One(name) => vec![name],
        Names::Several(names) => names.iter().map(String::as_str).collect(),
    };
    let wanted: SeatSet = names.iter().map(|name| seats.find(name)).collect::<Result<_, _>>()?;
    if wanted == found {
        return Ok(());
    }
    let words = |set: SeatSet| match set.is_empty() {
        true => "nobody".to_owned(),
        false => set.iter().map(|seat| seats.name(seat)).collect::<Vec<_>>().join(", "),
    };
    Err(format!("{what} is {}, not {}", words(found), words(wanted)))
}

fn scoreboard(scene: &Scene, expect: &ScoreboardExpect) -> Result<(), String> {
    let title = &expect.title;
    let Some(board) = scene.scoreboards.iter().find(|board| board.title == *title) else {
        let titles: Vec<&str> = scene.scoreboards.iter().map(|board| board.title.as_str()).collect();
        return Err(format!("there is no scoreboard {title:?}, only [{}]", titles.join(", ")));
    };
    if let Some(columns) = expect.columns.as_ref().filter(|columns| **columns != board.columns) {
        return Err(format!("scoreboard {title:?} has the columns {:?}, not {columns:?}", board.columns));
    }
    if let Some(rows) = expect.rows.as_ref().filter(|rows| **rows != board.rows) {
        return Err(format!("scoreboard {title:?} has the rows {:?}, not {rows:?}", board.rows));
    }
    Ok(())
}

fn piles(game: &dyn AnyMatch, seats: &Seats, expected: &BTreeMap<String, PileExpect>) -> Result<(), String> {
    let god = game.scene(Viewer::God);
    expected.iter().try_for_each(|(id, expect)| {
        let found = seats.zone(&god.zones, id);
        let Some(zone) = god.zones.iter().find(|zone| Some(zone.id.as_str()) == found) else {
            let ids: Vec<&str> = god.zones.iter().map(|zone| zone.id.as_str()).collect();
            return Err(format!("there is no pile {id:?}, only [{}]", ids.join(", ")));
        };
        pile(game, seats, &god, zone, expect).map_err(|message| format!("pile {id:?} {message}"))
    })
}

fn pile(game: &dyn AnyMatch, seats: &Seats, god: &Scene, zone: &ZoneScene, expect: &PileExpect) -> Result<(), String> {
    let size = zone.count.unwrap_or(zone.cards.len());
    if let Some(wanted) = expect.size.filter(|wanted| *wanted != size) {
        return Err(format!("has {size} cards, not {wanted}"));
    }
    if let Some(wanted) = expect.min_size.filter(|wanted| *wanted > size) {
        return Err(format!("has {size} cards, not at least {wanted}"));
    }
    if let Some(wanted) = &expect.card_ids {
        let mut wanted: Vec<String> = wanted.iter().map(|card| seats.face(god, card)).collect();
        let faces = zone.cards.iter().map(|card| card.face.as_ref().map_or("?", |face| face.id.as_str()).to_owned());
        let mut faces: Vec<String> = faces.collect();
        if !zone.ordered {
            wanted.sort();
            faces.sort();
        }
        if faces != wanted {
            return Err(format!("is [{}], not [{}]", faces.join(" "), wanted.join(" ")));
        }
    }
    match expect.visibility {
        Some(wanted) => visibility(game, zone, wanted),
        None => Ok(()),
    }
}

fn visibility(game: &dyn AnyMatch, zone: &ZoneScene, wanted: Visibility) -> Result<(), String> {
    for who in Viewer::limited(game.seats()) {
        let scene = game.scene(who);
        let cards = scene.zones.iter().find(|other| other.id == zone.id).map_or(&[][..], |zone| &zone.cards);
        let faces = cards.iter().filter(|card| card.face.is_some()).count();
        let owner = zone.owner.is_some() && who.seat() == zone.owner;
        let sees = match wanted {
            Visibility::Public => true,
            Visibility::Owner => owner,
            Visibility::Hidden => false,
        };
        if sees && faces < zone.cards.len() {
            return Err(format!("is not {wanted:?}: {who} sees {faces} of {} faces", zone.cards.len()));
        }
        if !sees && faces > 0 {
            return Err(format!("is not {wanted:?}: {who} sees {faces} faces"));
        }
    }
    Ok(())
}
