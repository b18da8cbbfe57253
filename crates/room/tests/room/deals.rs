//! Tests of proposals: undo, draw, rematch and practice.

use crate::host::{Host, cruel, open_game, reply, seat, shown, shows};
use rulebook_kernel::{SeatSet, Viewer};
use rulebook_matchlog::verify;
use rulebook_room::{CLAIM_MS, Effect, Input, Phase, ProposalKind, RefusalCode, Sender, Terms};

const A: Sender = Sender::Seat(seat(0));
const B: Sender = Sender::Seat(seat(1));

#[test]
fn an_answer_is_taken_back_when_everybody_agrees() {
    let mut host = Host::open("undo");
    let before = host.game().digest();
    assert_eq!(host.refused(A, Input::Agree(ProposalKind::Undo)), RefusalCode::NotAllowed, "nothing yet");
    host.play_first();
    host.ok(A, Input::Agree(ProposalKind::Undo));
    assert_eq!(host.room.status().offers.len(), 1);
    assert_ne!(host.game().digest(), before);
    let effects = host.ok(B, Input::Agree(ProposalKind::Undo));
    assert_eq!(host.game().digest(), before);
    assert_eq!(shown(&effects).len(), 3, "everybody is shown the table as it was");
    // After the undo, the match continues. Its log then equals the log of a match in which the undone move was never
    // made.
    let other = host.game().legal_texts(seat(0))[3].clone();
    assert_eq!(reply(&host.send(0, &[&other])), Ok(()));
    while !host.game().turn().is_over() {
        host.play_first();
    }
    assert!(verify(host.room.log().unwrap(), &*open_game()).unwrap().closed);
    assert_eq!(host.restored().log(), host.room.log());
}

#[test]
fn one_no_is_enough_and_a_move_ends_the_question() {
    let mut host = Host::open("no");
    host.play_first();
    host.ok(A, Input::Agree(ProposalKind::Undo));
    host.ok(B, Input::Decline(ProposalKind::Undo));
    assert!(host.room.status().offers.is_empty());
    assert_eq!(host.refused(B, Input::Decline(ProposalKind::Undo)), RefusalCode::WrongPhase);
    host.ok(A, Input::Agree(ProposalKind::Undo));
    host.play_first();
    assert!(host.room.status().offers.is_empty());
}

#[test]
fn nothing_is_taken_back_once_something_hidden_was_at_stake() {
    let mut host = Host::cruel(2, "peek");
    // Both players give sealed answers. Then the chosen cards are exchanged.
    host.play_first();
    while host.game().turn().seats() != SeatSet::one(seat(0)) {
        host.play_first();
    }
    let before = host.game().digest();
    for who in [A, B] {
        assert_eq!(host.refused(who, Input::Agree(ProposalKind::Undo)), RefusalCode::WouldPeek);
    }
    assert_eq!(host.game().digest(), before);
}

#[test]
fn views_say_whether_an_answer_can_be_undone() {
    let told = |effects: &[Effect], who: usize| {
        shows(effects).into_iter().rfind(|show| show.viewer == Viewer::Seat(seat(who))).map(|show| show.undo)
    };
    let mut host = Host::open("told");
    let first = host.play_first();
    assert_eq!((told(&first, 0), told(&first, 1)), (Some(true), Some(false)), "only who has answered");
    host.play_first();
    host.ok(A, Input::Agree(ProposalKind::Undo));
    let back = host.ok(B, Input::Agree(ProposalKind::Undo));
    assert_eq!((told(&back, 0), told(&back, 1)), (Some(false), Some(false)), "nothing is left");
    // The Undo button is enabled exactly if an undo proposal is not refused.
    for seed in ["a", "b", "c"] {
        let mut host = Host::cruel(2, seed);
        for _ in 0..12 {
            if host.game().turn().is_over() {
                break;
            }
            let effects = host.play_first();
            for (index, who) in [(0, A), (1, B)] {
                if told(&effects, index) == Some(true) {
                    host.ok(who, Input::Agree(ProposalKind::Undo));
                    break;
                }
            }
        }
    }
}

#[test]
fn the_undo_state_survives_a_restart() {
    let undo = |host: &Host| {
        let effects = host.restored().join(Viewer::Seat(seat(0)), None).unwrap();
        shows(&effects)[0].undo
    };
    let mut host = Host::open("restart");
    assert!(!undo(&host), "nothing was answered");
    host.play_first();
    assert!(undo(&host));
    host.play_first();
    assert!(undo(&host), "and what the other answered since");
    // A move made while information was hidden still cannot be undone.
    let mut host = Host::cruel(2, "peek");
    host.play_first();
    while host.game().turn().seats() != SeatSet::one(seat(0)) {
        host.play_first();
    }
    assert!(!undo(&host));
}

#[test]
fn a_pick_of_an_open_decision_goes_back_without_asking_and_unseen() {
    let mut host = Host::cruel(3, "pick");
    let before = host.game().digest();
    let text = host.first(0);
    assert_ne!(text, "done");
    host.send(0, &[&text]);
    let other = host.first(2);
    host.send(2, &[&other]);
    let effects = host.ok(A, Input::Agree(ProposalKind::Undo));
    assert_eq!(shown(&effects), [Viewer::Seat(seat(0))], "only this seat gets an update");
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Status(_))));
    host.ok(Sender::Seat(seat(2)), Input::Agree(ProposalKind::Undo));
    assert_eq!(host.game().digest(), before);
}

#[test]
fn a_sealed_answer_cannot_be_undone() {
    let mut host = Host::cruel(2, "stands");
    while host.game().turn().seats().has(seat(0)) {
        let text = host.first(0);
        host.send(0, &[&text]);
    }
    assert_eq!(host.refused(A, Input::Agree(ProposalKind::Undo)), RefusalCode::NotAllowed);
}

#[test]
fn a_host_may_forbid_taking_back() {
    let mut host = Host::begun(open_game(), 2, "strict", Terms { undo: false, ..Terms::default() });
    host.play_first();
    assert_eq!(host.refused(A, Input::Agree(ProposalKind::Undo)), RefusalCode::NotAllowed);
}

#[test]
fn a_draw_needs_every_person_and_no_bot() {
    let mut host = Host::open("draw");
    host.ok(A, Input::Agree(ProposalKind::Draw));
    assert_eq!(host.room.phase(), Phase::Playing);
    host.ok(B, Input::Agree(ProposalKind::Draw));
    assert!(host.room.status().outcome.unwrap().is_draw());
    assert!(verify(host.room.log().unwrap(), &*open_game()).unwrap().closed);
    let mut host = Host::open("no draw");
    host.ok(B, Input::Drive { seat: seat(1), driver: Host::bot("random") });
    assert_eq!(host.refused(A, Input::Agree(ProposalKind::Draw)), RefusalCode::NotAllowed);
}

#[test]
fn a_seat_cannot_be_emptied_to_win_a_vote() {
    let mut host = Host::open("put out");
    host.play_first();
    host.play_first();
    for at in 0..2 {
        assert_eq!(host.refused(Sender::Host, Input::Stand { seat: seat(at) }), RefusalCode::NotAllowed);
    }
    host.ok(A, Input::Agree(ProposalKind::Undo));
    assert_eq!(host.room.status().offers.len(), 1, "it waits for the other one");
    // A draw is refused after a player has left the seat, because that player has not agreed.
    host.ok(B, Input::Stand { seat: seat(1) });
    assert_eq!(host.refused(A, Input::Agree(ProposalKind::Draw)), RefusalCode::NotAllowed);
    assert_eq!(host.room.phase(), Phase::Playing);
    // After the match, the host may remove players again.
    host.ok(A, Input::Resign);
    host.ok(Sender::Host, Input::Stand { seat: seat(0) });
}

#[test]
fn resigning_ends_it_for_two_and_leaves_a_bot_among_three() {
    let mut host = Host::open("resign");
    host.ok(A, Input::Resign);
    assert_eq!(host.room.status().outcome.unwrap().winners().single(), Some(seat(1)));
    assert_eq!(host.refused(B, Input::Resign), RefusalCode::WrongPhase);
    let mut host = Host::cruel(3, "three");
    host.ok(A, Input::Resign);
    assert_eq!(host.room.phase(), Phase::Playing);
    assert_eq!(host.refused(A, Input::Drive { seat: seat(0), driver: Default::default() }), RefusalCode::NotAllowed);
    assert_eq!(host.refused(A, Input::Agree(ProposalKind::Draw)), RefusalCode::NotYours, "no voice any more");
    host.ok(B, Input::Resign);
    assert_eq!(host.room.status().outcome.unwrap().winners().single(), Some(seat(2)));
    assert!(verify(host.room.log().unwrap(), &*cruel()).unwrap().closed);
}

#[test]
fn nobody_is_asked_anything_when_it_is_over() {
    let mut host = Host::open("asked");
    let asked = |host: &mut Host| {
        let effects = host.room.join(Viewer::Seat(seat(0)), None).unwrap();
        shows(&effects).iter().any(|show| show.ask.is_some())
    };
    assert!(asked(&mut host));
    host.ok(B, Input::Resign);
    assert!(!asked(&mut host), "whatever the rules would ask next");
}

#[test]
fn an_agreed_draw_excludes_players_who_resigned() {
    let mut host = Host::cruel(3, "draw of two");
    host.ok(A, Input::Resign);
    host.ok(B, Input::Agree(ProposalKind::Draw));
    host.ok(Sender::Seat(seat(2)), Input::Agree(ProposalKind::Draw));
    let outcome = host.room.status().outcome.unwrap();
    assert_eq!(outcome.places(), [2, 1, 1], "{outcome:?}");
    assert_eq!(outcome.reason(), "a draw by agreement after seat 1 had resigned");
    assert!(verify(host.room.log().unwrap(), &*cruel()).unwrap().closed);
    assert_eq!(host.restored().status(), host.room.status());
}

#[test]
fn a_rematch_is_agreed_on_after_the_end() {
    let mut host = Host::open("again");
    assert_eq!(host.refused(A, Input::Agree(ProposalKind::Rematch)), RefusalCode::WrongPhase);
    host.ok(A, Input::Resign);
    // A rematch also needs the agreement of the player who resigned. Most two-player matches end with a resignation.
    let again = |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Again { practice: false }));
    assert!(!again(&host.ok(B, Input::Agree(ProposalKind::Rematch))), "one of two");
    assert!(!again(&host.room.resume()));
    assert!(again(&host.ok(A, Input::Agree(ProposalKind::Rematch))));
    // The room asks for the rematch table until it is open: after a restart, and when a player agrees again.
    assert!(again(&host.restored().resume()));
    assert!(again(&host.ok(A, Input::Agree(ProposalKind::Rematch))));
    let next = |id: &str| Input::Next { id: id.into(), seats: vec![seat(1), seat(0)] };
    assert_eq!(host.refused(A, next("there")), RefusalCode::NotYours);
    host.ok(Sender::Clock, next("there"));
    assert_eq!(host.room.status().next.as_deref(), Some("there"));
    host.ok(Sender::Clock, next("elsewhere"));
    assert_eq!(host.restored().status().next.as_deref(), Some("there"), "kept, and once");
    assert_eq!(host.restored().status().next_seats, [seat(1), seat(0)]);
    assert!(!again(&host.ok(B, Input::Agree(ProposalKind::Rematch))) && !again(&host.restored().resume()));
}

/// A practice deal is refused for a game without chance, because all its matches start the same way.
#[test]
fn only_a_deal_is_played_again_in_practice() {
    let mut host = Host::open("nothing dealt");
    host.ok(A, Input::Resign);
    assert_eq!(host.refused(B, Input::Agree(ProposalKind::Practice)), RefusalCode::NotAllowed);
    host.ok(B, Input::Agree(ProposalKind::Rematch));
    let mut host = Host::cruel(2, "dealt");
    host.ok(A, Input::Resign);
    host.ok(B, Input::Agree(ProposalKind::Practice));
}

#[test]
fn a_rematch_needs_the_consent_of_a_player_replaced_by_a_bot() {
    let mut host = Host::open("lent");
    host.ok(B, Input::Drive { seat: seat(1), driver: Host::bot("random") });
    host.ok(A, Input::Resign);
    let again = |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Again { .. }));
    assert!(!again(&host.ok(A, Input::Agree(ProposalKind::Rematch))), "nobody is taken along unasked");
    host.ok(B, Input::Decline(ProposalKind::Rematch));
    host.ok(A, Input::Agree(ProposalKind::Rematch));
    assert!(again(&host.ok(B, Input::Agree(ProposalKind::Rematch))));
}

#[test]
fn players_of_a_rematch_swap_seats_and_it_starts() {
    let mut host = Host::open("on");
    host.ok(A, Input::Drive { seat: seat(0), driver: Host::bot("random") });
    host.ok(B, Input::Resign);
    let practice = host.room.again(true);
    assert_eq!(practice.seats, [seat(0), seat(1)], "a practice deal keeps the seats");
    let again = host.room.again(false);
    assert_eq!(again.seats, [seat(1), seat(0)]);
    assert!(again.starts, "nobody added words to the shuffle");
    let (room, first) = rulebook_room::Room::play_on(open_game(), host.secret.clone(), again, 9).unwrap();
    let status = room.status();
    let names: Vec<_> = status.seats.iter().map(|place| place.owner.as_deref().unwrap()).collect();
    assert_eq!(names, ["P1", "P0"]);
    assert!(status.seats.iter().all(|place| !place.resigned && !place.driver.is_ai()));
    assert!(room.sits(seat(1), 1) && !room.sits(seat(1), 2));
    let Effect::Write(entry) = first else { panic!("it is written") };
    let restored = rulebook_room::Room::restore(open_game(), host.secret.clone(), [entry]).unwrap();
    assert_eq!(restored.status(), status);
}

/// At a table of three, the next player starts the rematch. A player who added words to the shuffle may want to do so
/// again.
#[test]
fn a_rematch_of_three_moves_everybody_by_one_seat() {
    let mut host = Host::cruel(3, "three again");
    host.ok(A, Input::Resign);
    host.ok(B, Input::Resign);
    let again = host.room.again(false);
    assert_eq!(again.seats, [seat(2), seat(0), seat(1)]);
    let names: Vec<_> = again.places.iter().map(|place| place.owner.as_deref().unwrap()).collect();
    assert_eq!(names, ["P1", "P2", "P0"]);
}

/// After two minutes the others may let a bot play for a player who is away. The player may come back at any time.
#[test]
fn a_bot_plays_for_a_player_who_is_gone() {
    let mut host = Host::open("gone");
    let claim = || Input::Drive { seat: seat(1), driver: Host::bot("random") };
    assert_eq!(host.refused(A, claim()), RefusalCode::NotYours, "the player is there");
    let viewer = Viewer::Seat(seat(1));
    host.room.join(viewer, None).unwrap();
    host.room.leave(viewer, 1_000);
    let at = |room: &mut rulebook_room::Room, who, now| {
        let effects = room.handle(who, claim(), now);
        effects
            .into_iter()
            .find_map(|effect| if let Effect::Reply(reply) = effect { Some(reply) } else { None })
            .unwrap()
    };
    let early = at(&mut host.room, A, 1_000 + CLAIM_MS - 1).unwrap_err();
    assert_eq!(early.code, RefusalCode::NotAllowed);
    assert_eq!(at(&mut host.room, Sender::Guest, 1_000 + CLAIM_MS).unwrap_err().code, RefusalCode::NotYours);
    at(&mut host.room, A, 1_000 + CLAIM_MS).unwrap();
    assert!(host.room.status().seats[1].driver.is_hosted());
    assert_eq!(host.room.status().seats[1].owner.as_deref(), Some("P1"), "the seat keeps its player");
    let back = host.room.handle(B, Input::Drive { seat: seat(1), driver: rulebook_room::Driver::Person }, 200_000);
    assert!(back.iter().any(|effect| matches!(effect, Effect::Reply(Ok(())))));
}

#[test]
fn how_a_table_ended_a_match_is_bound_by_its_log() {
    let mut host = Host::open("bound");
    host.play_first();
    host.ok(B, Input::Resign);
    let log = host.room.log().unwrap().to_owned();
    let found = verify(&log, &*open_game()).unwrap();
    assert!(found.closed && found.replayed && found.early);
    assert_eq!(found.to_string(), "verified: 1 entry, every byte; the players ended it: seat 2 resigned");
    assert_eq!(Some(found.head), host.room.head());
    for (from, to) in [
        ("seat 2 resigned", "seat 1 resigned"),
        ("\"resigned\":[1]", "\"resigned\":[0]"),
        ("\"resigned\":[1]", "\"outOfTime\":[1]"),
        ("\"early\":{\"resigned\":[1]}", "\"early\":\"agreed\""),
    ] {
        assert!(log.contains(from), "{log}");
        assert!(verify(&log.replace(from, to), &*open_game()).is_err(), "{from} -> {to}");
    }
}
