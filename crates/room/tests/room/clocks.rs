//! Tests of clocks. The tests set the time themselves.

use crate::host::{Host, cruel, open_game, reply, seat};
use rulebook_matchlog::verify;
use rulebook_room::{Clock, Input, Phase, RefusalCode, Sender, Terms};

fn timed(clock: Clock) -> Host {
    Host::begun(open_game(), 2, "clock", Terms { clock, ..Terms::default() })
}

#[test]
fn a_seat_out_of_time_loses_and_the_log_verifies() {
    let mut host = timed(Clock { move_ms: 1000, ..Clock::default() });
    let deadline = host.room.deadline().unwrap();
    assert_eq!(deadline, host.now + 1000);
    host.now = deadline - 11;
    host.ok(Sender::Clock, Input::Tick);
    assert_eq!(host.room.phase(), Phase::Playing);
    host.now = deadline;
    host.ok(Sender::Clock, Input::Tick);
    let outcome = host.room.status().outcome.unwrap();
    assert_eq!(outcome.winners().single(), Some(seat(1)));
    assert!(outcome.reason().contains("seat 1 ran out of time"));
    assert!(verify(host.room.log().unwrap(), &*open_game()).unwrap().closed);
    assert_eq!(host.room.deadline(), None);
}

#[test]
fn a_player_who_resigned_does_not_win_on_time() {
    let clock = Clock { move_ms: 1000, ..Clock::default() };
    let mut host = Host::begun(cruel(), 3, "late", Terms { clock, ..Terms::default() });
    let due = host.game().turn().seats();
    let gone = (0..3).find(|index| !due.has(seat(*index))).unwrap_or(0);
    host.ok(Sender::Seat(seat(gone)), Input::Resign);
    assert_eq!(host.room.phase(), Phase::Playing);
    host.now += 2000;
    host.ok(Sender::Clock, Input::Tick);
    let outcome = host.room.status().outcome.unwrap();
    assert_eq!(outcome.places()[gone], 2, "{outcome:?}");
    assert!(outcome.places().contains(&1) && outcome.reason().contains("had resigned"), "{outcome:?}");
    assert!(verify(host.room.log().unwrap(), &*cruel()).unwrap().closed);
    assert_eq!(host.restored().status(), host.room.status());
}

#[test]
fn an_empty_seat_does_not_win_on_time() {
    let mut host = timed(Clock { move_ms: 1000, ..Clock::default() });
    host.ok(Sender::Seat(seat(1)), Input::Stand { seat: seat(1) });
    host.now += 2000;
    host.ok(Sender::Clock, Input::Tick);
    let status = host.room.status();
    assert_eq!((status.phase, &status.outcome), (Phase::Over, &None));
    assert!(status.closed.unwrap().contains("Time ran out and no opponent was left at the table"));
    assert_eq!(host.restored().status(), host.room.status());
    // A player who left the seat loses on time against an opponent who stayed.
    let mut host = timed(Clock { move_ms: 1000, ..Clock::default() });
    host.ok(Sender::Seat(seat(0)), Input::Stand { seat: seat(0) });
    host.now += 2000;
    host.ok(Sender::Clock, Input::Tick);
    assert_eq!(host.room.status().outcome.unwrap().winners().single(), Some(seat(1)));
}

#[test]
fn an_answer_that_comes_too_late_has_lost() {
    let mut host = timed(Clock { move_ms: 1000, ..Clock::default() });
    host.now += 2000;
    let text = host.first(0);
    let effects = host.send(0, &[&text]);
    assert_eq!(reply(&effects).unwrap_err().code, RefusalCode::WrongPhase);
    assert_eq!(host.room.phase(), Phase::Over);
}

#[test]
fn the_time_of_the_match_is_charged_and_increments_come_back() {
    let mut host = timed(Clock { game_ms: 10_000, increment_ms: 300, ..Clock::default() });
    host.now += 990;
    host.play_first();
    let face = host.room.status().clocks.unwrap();
    assert_eq!(face.left_ms, [9300, 10_000]);
    assert_eq!(face.running, [seat(1)]);
}

#[test]
fn a_pause_stops_the_clocks_and_the_answers() {
    let terms = Terms { clock: Clock { move_ms: 1000, ..Clock::default() }, ..Terms::default() };
    let mut host = Host::lobby(open_game(), 2, "clock", terms);
    host.ok(Sender::Guest, Input::Sit { seat: seat(0), name: "Ann".into() });
    host.ok(Sender::Host, Input::Drive { seat: seat(1), driver: Host::bot("random") });
    host.ok(Sender::Host, Input::Start);
    host.ok(Sender::Seat(seat(0)), Input::Pause(true));
    assert_eq!(host.room.deadline(), None);
    let input = host.answer(0, &["1"]);
    assert_eq!(host.refused(Sender::Seat(seat(0)), input), RefusalCode::Paused);
    assert_eq!(host.refused(Sender::Guest, Input::Pause(false)), RefusalCode::NotYours);
    host.now += 1_000_000;
    host.ok(Sender::Host, Input::Pause(false));
    assert!(host.room.deadline().unwrap() > host.now);
    host.play_first();
}

#[test]
fn a_timed_match_between_people_cannot_be_paused() {
    let clock = Clock { game_ms: 3000, ..Clock::default() };
    let mut host = Host::begun(open_game(), 2, "clock", Terms { clock, assistance: true, ..Terms::default() });
    for who in [Sender::Seat(seat(0)), Sender::Seat(seat(1)), Sender::Host] {
        assert_eq!(host.refused(who, Input::Pause(true)), RefusalCode::NotAllowed);
    }
    // A player cannot get around this by handing a seat to a bot for a moment.
    host.ok(Sender::Seat(seat(1)), Input::Drive { seat: seat(1), driver: Host::bot("random") });
    assert_eq!(host.refused(Sender::Seat(seat(0)), Input::Pause(true)), RefusalCode::NotAllowed);
    assert!(host.room.deadline().is_some());
    // A player cannot pause after an opponent has left the seat.
    host.ok(Sender::Seat(seat(1)), Input::Stand { seat: seat(1) });
    for who in [Sender::Seat(seat(0)), Sender::Host] {
        assert_eq!(host.refused(who, Input::Pause(true)), RefusalCode::NotAllowed);
    }
    // In a match without clocks, every player may pause.
    let mut host = timed(Clock::default());
    host.ok(Sender::Seat(seat(1)), Input::Pause(true));
    host.ok(Sender::Seat(seat(0)), Input::Pause(false));
}

#[test]
fn downtime_of_the_server_is_refunded_once() {
    let mut host = timed(Clock { game_ms: 10_000, ..Clock::default() });
    let (began, deadline) = (host.now, host.room.deadline().unwrap());
    assert_eq!(host.refused(Sender::Host, Input::Downtime { from: 0, to: began }), RefusalCode::NotYours);
    host.now += 60_000;
    let gap = host.now - (began + 2000);
    let away = Input::Downtime { from: began + 2000, to: host.now };
    // The server must give the downtime back before it checks the clocks. Otherwise a table that was just loaded would
    // time out.
    host.ok(Sender::Clock, away.clone());
    assert_eq!(host.room.deadline(), Some(deadline + gap));
    let written = host.lines.len();
    host.ok(Sender::Clock, away);
    assert_eq!((host.room.deadline(), host.lines.len()), (Some(deadline + gap), written), "another node says it too");
    assert_eq!(host.restored().deadline(), Some(deadline + gap));
    host.play_first();
    assert_eq!(host.room.status().clocks.unwrap().left_ms, [10_000 - 2000 - 30, 10_000]);
}

#[test]
fn clocks_without_sense_are_refused() {
    use rulebook_kernel::{Key, Setup};
    let bad = [Clock { increment_ms: 5, ..Clock::default() }, Clock { game_ms: u64::MAX, ..Clock::default() }];
    for clock in bad {
        let terms = Terms { clock, ..Terms::default() };
        let opened = rulebook_room::Room::open(open_game(), Key::from_seed("x"), Setup::seats(2), terms, vec![], 0);
        assert!(opened.is_err(), "{clock:?}");
    }
}

#[test]
fn a_timed_match_between_people_has_no_hints_and_no_bots_unless_the_terms_allow_them() {
    let clock = Clock { game_ms: 60_000, ..Clock::default() };
    let take_over = || Input::Drive { seat: seat(0), driver: Host::bot("random") };
    let mut host = timed(clock);
    assert!(host.room.may_assist().is_err());
    assert_eq!(host.refused(Sender::Seat(seat(0)), take_over()), RefusalCode::NotAllowed);
    let mut host = Host::begun(open_game(), 2, "clock", Terms { clock, assistance: true, ..Terms::default() });
    assert!(host.room.may_assist().is_ok());
    host.ok(Sender::Seat(seat(0)), take_over());
    // A match without clocks allows help. A match of one person against bots allows help even with clocks.
    let mut host = Host::open("clock");
    host.ok(Sender::Seat(seat(0)), take_over());
    let mut host = Host::lobby(open_game(), 2, "clock", Terms { clock, ..Terms::default() });
    host.ok(Sender::Guest, Input::Sit { seat: seat(0), name: "Ann".to_owned() });
    host.ok(Sender::Host, Input::Drive { seat: seat(1), driver: Host::bot("random") });
    host.ok(Sender::Seat(seat(0)), Input::Start);
    assert!(host.room.may_assist().is_ok());
    host.ok(Sender::Seat(seat(0)), take_over());
}
