//! Tests of seats during a match: a player who takes a seat sees its cards.

use crate::host::{Host, cruel, open_game, seat};
use rulebook_room::{Driver, Input, Phase, ProposalKind, RefusalCode, Sender, Terms};

fn sit(index: usize, name: &str) -> Input {
    Input::Sit { seat: seat(index), name: name.to_owned() }
}

fn with_a_bot(terms: Terms) -> Host {
    let mut host = Host::lobby(cruel(), 3, "takeover", terms);
    host.ok(Sender::Guest, sit(0, "Ann"));
    host.ok(Sender::Guest, sit(1, "Bob"));
    host.ok(Sender::Host, Input::Drive { seat: seat(2), driver: Host::bot("random") });
    host.ok(Sender::Host, Input::Start);
    host
}

#[test]
fn nobody_sits_down_at_a_match_that_runs() {
    let mut host = with_a_bot(Terms::default());
    assert_eq!(host.refused(Sender::Guest, sit(2, "Eve")), RefusalCode::NotAllowed, "a bot's cards are not to be had");
    assert_eq!(
        host.refused(Sender::Host, Input::Stand { seat: seat(1) }),
        RefusalCode::NotAllowed,
        "nobody is sent away"
    );
    host.ok(Sender::Seat(seat(1)), Input::Stand { seat: seat(1) });
    assert_eq!(host.refused(Sender::Guest, sit(1, "Eve")), RefusalCode::NotAllowed, "nor those of somebody who got up");
    // A bot can continue for the empty seat.
    host.ok(Sender::Host, Input::Drive { seat: seat(1), driver: Host::bot("random") });
    // A player can hand over to a bot and take the seat back.
    let ann = Sender::Seat(seat(0));
    host.ok(ann, Input::Drive { seat: seat(0), driver: Host::bot("random") });
    host.ok(ann, Input::Drive { seat: seat(0), driver: Driver::Person });
}

#[test]
fn a_new_player_takes_over_if_the_terms_allow_it() {
    let mut host = with_a_bot(Terms { newcomers: true, ..Terms::default() });
    assert!(host.room.status().warnings[0].contains("may take over a free seat"), "everybody is warned");
    assert_eq!(host.refused(Sender::Guest, sit(2, "Ann")), RefusalCode::NotAllowed, "Ann sits there already");
    host.ok(Sender::Seat(seat(1)), Input::Stand { seat: seat(1) });
    assert_eq!(
        host.refused(Sender::Guest, sit(2, "Bob")),
        RefusalCode::NotAllowed,
        "Bob has seen the cards of another seat"
    );
    assert_eq!(host.refused(Sender::Guest, sit(1, "Bob")), RefusalCode::NotAllowed);
    host.ok(Sender::Guest, sit(2, "Cid"));
    host.ok(Sender::Guest, sit(1, "Dot"));
    assert!(host.room.sits(seat(1), 2) && !host.room.sits(seat(1), 1), "the earlier player has left");
    host.ok(Sender::Seat(seat(1)), Input::Stand { seat: seat(1) });
    let mut again = host.restored();
    assert_eq!(again.status(), host.room.status());
    let effects = again.handle(Sender::Guest, sit(1, "Dot"), host.now);
    assert!(crate::host::reply(&effects).is_err(), "remembered after a restart");
    let text = host.room.snapshot().unwrap();
    let none = std::iter::empty();
    let mut again =
        rulebook_room::Room::resume_from(host.room.rules().clone(), host.secret.clone(), &text, none).unwrap();
    assert!(crate::host::reply(&again.handle(Sender::Guest, sit(1, "Dot"), host.now)).is_err(), "and after a snapshot");
}

#[test]
fn a_player_who_left_returns_to_the_reserved_seat() {
    let mut host = with_a_bot(Terms::default());
    let back = |sitting| Input::Return { seat: seat(1), sitting };
    assert_eq!(host.refused(Sender::Guest, back(1)), RefusalCode::NotYours, "Bob sits there");
    host.ok(Sender::Seat(seat(1)), Input::Stand { seat: seat(1) });
    assert_eq!(host.room.place(seat(1)).unwrap().left.as_deref(), Some("Bob"));
    assert!(!host.room.sits(seat(1), 1), "until then the seat is nobody's");
    for sitting in [0, 2] {
        assert_eq!(host.refused(Sender::Guest, back(sitting)), RefusalCode::NotYours, "as somebody else");
    }
    // A bot plays for the player who left. When the player returns, the player decides again.
    host.ok(Sender::Host, Input::Drive { seat: seat(1), driver: Host::bot("random") });
    host.ok(Sender::Guest, back(1));
    let place = host.room.place(seat(1)).unwrap();
    assert_eq!((place.owner.as_deref(), &place.driver, &place.left), (Some("Bob"), &Driver::Person, &None));
    assert!(host.room.sits(seat(1), 1));
    assert_eq!(host.restored().status(), host.room.status());
    assert_eq!(host.refused(Sender::Guest, back(1)), RefusalCode::NotYours, "once");
}

#[test]
fn a_seat_taken_by_a_new_player_is_not_reserved() {
    let mut host = with_a_bot(Terms { newcomers: true, ..Terms::default() });
    let back = Input::Return { seat: seat(1), sitting: 1 };
    host.ok(Sender::Seat(seat(1)), Input::Stand { seat: seat(1) });
    host.ok(Sender::Guest, sit(1, "Dot"));
    assert_eq!(host.refused(Sender::Guest, back.clone()), RefusalCode::NotYours);
    host.ok(Sender::Seat(seat(1)), Input::Stand { seat: seat(1) });
    assert_eq!(host.refused(Sender::Guest, back), RefusalCode::NotYours, "it is kept for Dot");
    host.ok(Sender::Guest, Input::Return { seat: seat(1), sitting: 2 });
    // Before the start and after the end, a seat is not reserved for a player who left.
    let mut host = Host::lobby(cruel(), 2, "lobby", Terms::default());
    host.ok(Sender::Guest, sit(0, "Ann"));
    host.ok(Sender::Host, Input::Stand { seat: seat(0) });
    assert_eq!(host.room.place(seat(0)).unwrap().left, None);
    assert_eq!(host.refused(Sender::Guest, Input::Return { seat: seat(0), sitting: 1 }), RefusalCode::WrongPhase);
}

#[test]
fn an_empty_seat_wins_nothing_and_agrees_to_nothing() {
    let mut host = Host::begun(open_game(), 2, "alone", Terms::default());
    host.play_first();
    host.play_first();
    host.ok(Sender::Seat(seat(1)), Input::Stand { seat: seat(1) });
    for deal in [ProposalKind::Draw, ProposalKind::Undo] {
        assert_eq!(host.refused(Sender::Seat(seat(0)), Input::Agree(deal)), RefusalCode::NotAllowed, "{deal:?}");
    }
    host.ok(Sender::Seat(seat(0)), Input::Resign);
    let status = host.room.status();
    assert_eq!((status.phase, &status.outcome), (Phase::Over, &None), "nobody has won");
    assert!(status.closed.unwrap().contains("All players have left"));
    assert_eq!(host.restored().status(), host.room.status());
    // If the last player resigns, a seat without a player does not win together with the bot.
    let mut host = with_a_bot(Terms::default());
    host.ok(Sender::Seat(seat(1)), Input::Stand { seat: seat(1) });
    host.ok(Sender::Seat(seat(0)), Input::Resign);
    let status = host.room.status();
    assert_eq!((status.phase, status.outcome), (Phase::Over, None), "the absent player did not win");
    assert!(status.closed.is_some());
    // Resigning against a seated player or a bot is a defeat.
    for machine in [false, true] {
        let mut host = Host::begun(open_game(), 2, "defeat", Terms::default());
        if machine {
            host.ok(Sender::Seat(seat(1)), Input::Stand { seat: seat(1) });
            host.ok(Sender::Host, Input::Drive { seat: seat(1), driver: Host::bot("random") });
        }
        host.ok(Sender::Seat(seat(0)), Input::Resign);
        assert_eq!(host.room.status().closed, None);
        assert!(host.room.status().outcome.is_some());
    }
}

#[test]
fn a_player_who_resigned_cannot_take_another_seat() {
    let mut host = with_a_bot(Terms { newcomers: true, ..Terms::default() });
    host.ok(Sender::Host, Input::Drive { seat: seat(2), driver: Driver::Person });
    host.ok(Sender::Guest, sit(2, "Cid"));
    host.ok(Sender::Seat(seat(1)), Input::Resign);
    host.ok(Sender::Seat(seat(1)), Input::Stand { seat: seat(1) });
    let place = host.room.place(seat(1)).unwrap();
    assert!(place.resigned && place.driver.is_hosted(), "a bot plays on: {place:?}");
    for name in ["Bob", "Bob's brother"] {
        assert_eq!(host.refused(Sender::Guest, sit(1, name)), RefusalCode::NotAllowed);
    }
    assert_eq!(
        host.refused(Sender::Host, Input::Drive { seat: seat(1), driver: Driver::Person }),
        RefusalCode::NotAllowed
    );
}
