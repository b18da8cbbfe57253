//! Tests of seats: the names of players, and whether a seat has a player or a bot.

use crate::host::{Host, open_game, reply, seat};
use rulebook_room::{Driver, Input, RefusalCode, SeatInfo, Sender, Terms};

/// The name of a player who sits down with this name.
fn name_of(name: &str) -> Result<String, RefusalCode> {
    let mut host = Host::lobby(open_game(), 2, "names", Terms::default());
    let effects = host.handle(Sender::Guest, Input::Sit { seat: seat(0), name: name.to_owned() });
    reply(&effects).map_err(|refusal| refusal.code)?;
    Ok(host.room.status().seats[0].owner.clone().unwrap())
}

#[test]
fn names_are_one_line_that_can_be_seen() {
    assert_eq!(name_of("  Ann ").unwrap(), "Ann");
    let unseen = ["\u{3164}", "\u{ad}", "\u{e0041}", "\u{34f}", "\u{2800}", "a\u{61c}"];
    for bad in ["", "  ", "a\nb", "a\u{202e}b", &"x".repeat(41)].into_iter().chain(unseen) {
        assert_eq!(name_of(bad), Err(RefusalCode::Malformed), "{bad:?}");
    }
    let heap = format!("a{}", "\u{301}".repeat(39));
    for bad in ["\u{fe0f}", "\u{301}", "\u{301}a", "\u{1d159}", "\u{f0000}", "\u{e000}", &*heap, "Seat 2", "nobody"] {
        assert_eq!(name_of(bad), Err(RefusalCode::Malformed), "{bad:?}");
    }
    for good in ["Ann", "e\u{302}\u{301}", "\u{2764}\u{fe0f}", "1\u{fe0f}\u{20e3}", "Seat", "Seatle 2", "\u{5b57}"] {
        assert_eq!(name_of(good).as_deref(), Ok(good), "{good:?}");
    }
}

#[test]
fn an_empty_place_has_neither_person_nor_machine() {
    assert!(SeatInfo::default().is_empty());
    let bot = SeatInfo { driver: Driver::Bot { spec: "random".into() }, ..SeatInfo::default() };
    assert!(!bot.is_empty() && !bot.has_voice());
    let sponsor = SeatInfo { driver: Driver::Sponsored, ..SeatInfo::default() };
    assert!(sponsor.is_empty(), "a sponsored seat needs its sponsor");
}
