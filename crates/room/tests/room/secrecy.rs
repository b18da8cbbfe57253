//! Tests of secrecy: no viewer can tell which seats have answered, and a viewer that reconnects gets only the missed
//! steps.

use crate::host::{Host, seat, shown, shows};
use rulebook_kernel::Viewer;
use rulebook_room::{Clock, Driver, Effect, Input, ProposalKind, RefusalCode, Sender, Since, Terms};

fn whole_pass(host: &Host, index: usize) -> Vec<String> {
    let mut game = host.game().fork();
    let mut picks = Vec::new();
    loop {
        let text = game.legal_texts(seat(index)).remove(0);
        game.play(seat(index), &text).unwrap();
        let done = text == "done";
        picks.push(text);
        if done {
            return picks;
        }
    }
}

// departs: Cards P3-4: CGML has sealed simultaneous answers, and rooms have clocks
#[test]
fn a_sealed_answer_reaches_nobody_else_before_the_last() {
    let clock = Clock { game_ms: 60_000, move_ms: 0, increment_ms: 500 };
    let mut host = Host::begun(crate::host::cruel(), 3, "sealed", Terms { clock, ..Terms::default() });
    let status = host.room.status();
    for index in [2, 0] {
        for text in whole_pass(&host, index) {
            let effects = host.send(index, &[&text]);
            assert_eq!(shown(&effects), [Viewer::Seat(seat(index))], "{text}");
            assert!(!effects.iter().any(|effect| matches!(effect, Effect::Status(_))), "the table looks the same");
            assert_eq!(host.room.status(), status, "the clocks too");
        }
    }
    let last = whole_pass(&host, 1);
    let last: Vec<&str> = last.iter().map(String::as_str).collect();
    let effects = host.send(1, &last);
    assert_eq!(shown(&effects).len(), 4, "three seats and the spectators");
    assert_ne!(host.room.status().clocks, status.clocks, "now the time is charged");
}

#[test]
fn a_sealed_answer_of_a_failed_bot_is_not_visible() {
    let mut host = Host::cruel(3, "after all");
    let machine = Sender::Machine(seat(0));
    host.ok(Sender::Seat(seat(0)), Input::Drive { seat: seat(0), driver: Driver::Sponsored });
    host.ok(machine, Input::Fault { ask: 0, text: String::new() });
    let status = host.room.status();
    assert!(status.fault.is_some());
    for text in whole_pass(&host, 0) {
        let input = host.answer(0, &[&text]);
        host.ok(machine, input);
        assert_eq!(host.room.status(), status);
    }
    assert_eq!(host.restored().status(), status);
    for index in [1, 2] {
        for text in whole_pass(&host, index) {
            host.send(index, &[&text]);
        }
    }
    assert!(host.room.status().fault.is_none(), "the fault is cleared");
    assert_eq!(host.restored().status(), host.room.status());
}

#[test]
fn sent_numbers_do_not_count_sealed_answers() {
    let mut host = Host::cruel(3, "numbers");
    let watch = Viewer::Spectator;
    let before = host.room.join(watch, None).unwrap();
    let since = shows(&before)[0].since;
    let bytes = format!("{:?}", shows(&before)[0]);
    for text in whole_pass(&host, 1) {
        host.send(1, &[&text]);
    }
    let after = host.room.join(watch, Some(since)).unwrap();
    assert_eq!(shows(&after)[0].since, since);
    assert!(shows(&after)[0].steps.is_empty());
    let fresh = host.room.join(watch, None).unwrap();
    assert_eq!(format!("{:?}", shows(&fresh)[0]), bytes, "somebody who comes now sees the same");
}

#[test]
fn a_returning_viewer_gets_the_missed_steps() {
    let mut host = Host::open("back");
    let me = Viewer::Seat(seat(0));
    let first = host.room.join(me, None).unwrap();
    let since = shows(&first)[0].since;
    host.room.leave(me, 0);
    let mut missed = Vec::new();
    let mut other = Vec::new();
    for _ in 0..4 {
        for show in shows(&host.play_first()) {
            if show.viewer == Viewer::Seat(seat(1)) {
                other.extend(show.steps.clone());
            }
        }
        missed.push(());
    }
    let back = host.room.join(me, Some(since)).unwrap();
    let show = shows(&back)[0];
    assert!(show.follows);
    assert_eq!(show.steps, other, "in a game without secrets both players see the same steps");
    assert_eq!(show.since.seen, since.seen + missed.len() as u32);
    assert_eq!(show.scene, host.game().scene(me));
    // If a viewer claims to have seen more entries than the match has, it gets only the scene.
    let lie = Since { seen: 99, ..since };
    let back = host.room.join(me, Some(lie)).unwrap();
    assert!(!shows(&back)[0].follows && shows(&back)[0].steps.is_empty());
}

#[test]
fn moves_taken_back_are_not_sent_as_missed() {
    let mut host = Host::open("epoch");
    host.play_first();
    let joined = host.room.join(Viewer::Spectator, None).unwrap();
    let since = shows(&joined)[0].since;
    host.ok(Sender::Seat(seat(0)), Input::Agree(ProposalKind::Undo));
    host.ok(Sender::Seat(seat(1)), Input::Agree(ProposalKind::Undo));
    let back = host.room.join(Viewer::Spectator, Some(since)).unwrap();
    assert!(!shows(&back)[0].follows);
}

/// Sits down in this seat as a player with this name.
fn sit(index: usize, name: &str) -> Input {
    Input::Sit { seat: seat(index), name: name.to_owned() }
}

#[test]
fn nobody_sees_all_cards_while_two_people_play() {
    let terms = Terms { god_view: true, newcomers: true, ..Terms::default() };
    let mut host = Host::lobby(crate::host::cruel(), 2, "two", terms.clone());
    host.room.join(Viewer::God, None).unwrap();
    host.ok(Sender::Guest, sit(0, "Ann"));
    host.room.join(Viewer::Seat(seat(0)), None).unwrap();
    host.ok(Sender::Guest, sit(1, "Bob"));
    assert!(!host.room.sees(Viewer::God) && host.room.status().warnings.iter().all(|told| !told.contains("all cards")));
    let effects = host.ok(Sender::Seat(seat(0)), Input::Start);
    assert!(shows(&effects).iter().all(|show| show.viewer != Viewer::God), "the host joined before Bob");
    // A player who has left may come back, so the player still counts.
    host.ok(Sender::Seat(seat(1)), Input::Stand { seat: seat(1) });
    assert_eq!(host.room.join(Viewer::God, None).unwrap_err().code, RefusalCode::NotAllowed);
    host.ok(Sender::Host, Input::Close("enough".into()));
    assert!(host.room.join(Viewer::God, None).is_ok(), "the match is over");

    let mut host = Host::lobby(crate::host::cruel(), 2, "one", terms);
    host.ok(Sender::Guest, sit(0, "Ann"));
    host.ok(Sender::Host, Input::Drive { seat: seat(1), driver: Driver::Bot { spec: "random".into() } });
    host.ok(Sender::Seat(seat(0)), Input::Start);
    let shown = host.room.join(Viewer::God, None).unwrap();
    assert_eq!(shows(&shown)[0].viewer, Viewer::God);
    assert_eq!(host.refused(Sender::Guest, sit(1, "Bob")), RefusalCode::NotAllowed, "the host has seen the cards");
    host.ok(Sender::Seat(seat(0)), Input::Stand { seat: seat(0) });
    host.ok(Sender::Guest, sit(0, "Cid"));
    assert!(host.room.sees(Viewer::God), "there is still one person");
}

#[test]
fn the_god_view_is_there_only_where_it_was_announced() {
    let mut host = Host::cruel(2, "god");
    assert_eq!(host.room.join(Viewer::God, None).unwrap_err().code, RefusalCode::NotAllowed);
    let terms = Terms { god_view: true, ..Terms::default() };
    let mut host = Host::lobby(crate::host::cruel(), 2, "god", terms);
    assert!(host.room.join(Viewer::God, None).is_ok());
    assert!(host.room.status().warnings[0].contains("see all cards"));
    let terms = Terms { spectators: false, ..Terms::default() };
    let mut host = Host::lobby(crate::host::cruel(), 2, "alone", terms);
    let told = host.room.join(Viewer::Spectator, None).unwrap();
    assert!(matches!(told[..], [Effect::Status(_)]), "the players, but no cards");
    assert_eq!(host.room.join(Viewer::Seat(seat(2)), None).unwrap_err().code, RefusalCode::NotAllowed);
}
