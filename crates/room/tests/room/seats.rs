//! Tests of seats: the names of players, and whether a seat has a player or a bot.

use crate::host::{Host, open_game, reply, seat, shows};
use rulebook_kernel::Viewer;
use rulebook_room::{Driver, Effect, Input, ProposalKind, RefusalCode, SeatInfo, Sender, Show, Terms};

/// Seats a player under this name. Returns the name that the room stores, or the code of its refusal.
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
    for bad in [
        "\u{fe0f}",
        "\u{301}",
        "\u{301}a",
        "\u{1d159}",
        "\u{f0000}",
        "\u{e000}",
        &*heap,
        "Seat 2",
        "nobody",
        "Bot 2",
        "B0T3",
    ] {
        assert_eq!(name_of(bad), Err(RefusalCode::Malformed), "{bad:?}");
    }
    for good in ["Ann", "e\u{302}\u{301}", "\u{2764}\u{fe0f}", "1\u{fe0f}\u{20e3}", "Seat", "Seatle 2", "\u{5b57}"] {
        assert_eq!(name_of(good).as_deref(), Ok(good), "{good:?}");
    }
}

#[test]
fn an_empty_seat_has_neither_person_nor_bot() {
    assert!(SeatInfo::default().is_empty());
    let bot = SeatInfo { driver: Driver::Bot { spec: "random".into() }, ..SeatInfo::default() };
    assert!(!bot.is_empty() && !bot.has_voice());
    let sponsor = SeatInfo { driver: Driver::Sponsored, ..SeatInfo::default() };
    assert!(sponsor.is_empty(), "a sponsored seat needs its sponsor");
}

#[test]
fn a_player_who_disconnects_is_away_until_the_next_join() {
    let mut host = Host::open("away");
    let effects = host.room.leave(Viewer::Seat(seat(1)), 5000);
    assert!(matches!(&effects[..], [Effect::Status(status)] if status.away.len() == 1 && status.away[0].since == 5000));
    assert!(host.room.is_away(seat(1)) && !host.room.is_away(seat(0)));
    host.room.join(Viewer::Seat(seat(1)), None).unwrap();
    assert!(host.room.status().away.is_empty());
    assert!(host.room.leave(Viewer::Spectator, 6000).is_empty(), "a spectator is nobody's opponent");
    host.room.leave(Viewer::Seat(seat(0)), 7000);
    host.ok(Sender::Seat(seat(1)), Input::Resign);
    assert!(host.room.status().away.is_empty(), "after the match nobody waits");
}

#[test]
fn viewers_get_the_moves_and_after_an_undo_all_of_them_again() {
    let mut host = Host::open("moves");
    let numbers = |show: &Show| show.moves.iter().map(|record| record.number).collect::<Vec<_>>();
    for expected in 0..3 {
        let effects = host.play_first();
        assert!(shows(&effects).into_iter().all(|show| show.follows && numbers(show) == [expected]));
    }
    let joined = host.room.join(Viewer::Spectator, None).unwrap();
    assert_eq!(numbers(shows(&joined)[0]), [0, 1, 2]);
    host.ok(Sender::Seat(seat(0)), Input::Agree(ProposalKind::Undo));
    let effects = host.ok(Sender::Seat(seat(1)), Input::Agree(ProposalKind::Undo));
    let undone = shows(&effects);
    assert!(!undone.is_empty() && undone.iter().all(|show| !show.follows && numbers(show) == [0, 1]));
}
