//! Tests of bots at the table. The room tells the server to run a bot when the seat of the bot is asked. A bot can be
//! switched on and off at any time, and is asked again after a failure.

use crate::host::{Host, open_game, reply, seat, thinks};
use rulebook_room::{Answer, Clock, Driver, Input, RefusalCode, Sender, Terms};

fn against_a_bot() -> Host {
    let terms = Terms { newcomers: true, clock: Clock { move_ms: 60_000, ..Clock::default() }, ..Terms::default() };
    let mut host = Host::lobby(open_game(), 2, "bots", terms);
    host.ok(Sender::Guest, Input::Sit { seat: seat(0), name: "Ann".into() });
    host.ok(Sender::Host, Input::Drive { seat: seat(1), driver: Host::bot("random") });
    host.ok(Sender::Host, Input::Start);
    host
}

fn machine(host: &mut Host, index: usize, text: &str) -> Input {
    host.answer(index, &[text])
}

#[test]
fn a_bot_is_woken_once_when_it_is_asked() {
    let mut host = against_a_bot();
    let effects = host.play_first();
    assert_eq!(thinks(&effects), [(1, 0)]);
    assert!(thinks(&host.ok(Sender::Clock, Input::Tick)).is_empty(), "once");
    assert_eq!(thinks(&host.room.resume()), [(1, 0)], "and again after a restart");
    let text = host.first(1);
    let input = machine(&mut host, 1, &text);
    assert_eq!(host.refused(Sender::Seat(seat(1)), input), RefusalCode::NotYours, "a bot decides there");
    let input = machine(&mut host, 1, &text);
    host.ok(Sender::Machine(seat(1)), input);
}

// clause: Cards 8.1-1
#[test]
fn bots_can_be_added_and_removed_at_any_time() {
    let mut host = against_a_bot();
    let me = Sender::Seat(seat(0));
    let effects = host.ok(me, Input::Drive { seat: seat(0), driver: Host::bot("first") });
    assert_eq!(thinks(&effects), [(0, 0)], "it is its turn");
    let text = host.first(0);
    let input = machine(&mut host, 0, &text);
    assert_eq!(host.refused(me, input), RefusalCode::NotYours);
    host.ok(me, Input::Drive { seat: seat(0), driver: Driver::Person });
    host.play_first();
    assert_eq!(host.refused(me, Input::Drive { seat: seat(1), driver: Driver::Person }), RefusalCode::NotYours);
    host.ok(Sender::Host, Input::Drive { seat: seat(1), driver: Driver::Person });
    host.ok(Sender::Guest, Input::Sit { seat: seat(1), name: "Bob".into() });
    host.play_first();
}

// clause: Cards 4-9 8.6-1
#[test]
fn a_failed_bot_is_reported_and_can_retry() {
    let mut host = against_a_bot();
    host.play_first();
    let bot = Sender::Machine(seat(1));
    assert_eq!(host.refused(Sender::Seat(seat(0)), Input::Retry), RefusalCode::WrongPhase);
    let fault = |ask| Input::Fault { ask, text: "no answer in time".into() };
    assert_eq!(host.refused(bot, fault(1)), RefusalCode::StaleAsk, "this ask is not open");
    host.ok(bot, fault(0));
    assert_eq!(host.room.deadline(), None, "nobody loses time by a machine of the host");
    assert_eq!(host.room.status().fault.unwrap().text, "no answer in time");
    let effects = host.ok(Sender::Seat(seat(0)), Input::Retry);
    assert_eq!(thinks(&effects), [(1, 0)]);
    assert!(host.room.status().fault.is_none());
    // A refused answer of a bot counts as a failure.
    let wrong = Answer { ask: 0, moves: vec!["nonsense".into()], key: "ai".into() };
    assert!(reply(&host.handle(bot, Input::Answer(wrong))).is_err());
    assert!(host.room.status().fault.unwrap().text.contains("refused"));
    assert_eq!(host.refused(Sender::Guest, Input::Retry), RefusalCode::NotYours);
    host.ok(Sender::Host, Input::Retry);
    assert_eq!(host.refused(Sender::Seat(seat(0)), fault(0)), RefusalCode::NotYours);
    assert_eq!(host.refused(Sender::Machine(seat(0)), fault(1)), RefusalCode::NotYours, "no machine plays there");
}

#[test]
fn a_late_fault_of_a_bot_is_ignored() {
    let mut host = against_a_bot();
    let me = Sender::Seat(seat(0));
    host.ok(me, Input::Drive { seat: seat(0), driver: Host::bot("first") });
    host.ok(me, Input::Drive { seat: seat(0), driver: Driver::Person });
    host.play_first();
    let late = Input::Fault { ask: 0, text: "too late".into() };
    assert_eq!(host.refused(Sender::Machine(seat(0)), late.clone()), RefusalCode::NotYours);
    let text = host.first(1);
    let input = machine(&mut host, 1, &text);
    host.ok(Sender::Machine(seat(1)), input);
    assert_eq!(host.refused(Sender::Machine(seat(1)), late), RefusalCode::StaleAsk);
    assert!(host.room.status().fault.is_none() && host.room.deadline().is_some());
}

#[test]
fn a_fault_of_a_browser_model_neither_stops_clocks_nor_shows_its_text() {
    let mut host = against_a_bot();
    let me = Sender::Seat(seat(0));
    host.ok(me, Input::Drive { seat: seat(0), driver: Driver::Sponsored });
    let before = host.room.deadline();
    host.ok(Sender::Machine(seat(0)), Input::Fault { ask: 0, text: "buy at example.org".into() });
    assert_eq!(host.room.status().fault.unwrap().text, "The AI in the browser did not answer");
    assert_eq!(host.room.deadline(), before, "time goes on");
    assert_eq!(host.restored().deadline(), before);
    host.ok(me, Input::Pause(true));
    host.ok(me, Input::Pause(false));
    assert!(host.room.deadline().is_some());
}

#[test]
fn other_bots_continue_beside_a_failed_bot() {
    let mut host = Host::lobby(crate::host::cruel(), 3, "beside", Terms::default());
    host.ok(Sender::Guest, Input::Sit { seat: seat(0), name: "Ann".into() });
    for at in [1, 2] {
        host.ok(Sender::Host, Input::Drive { seat: seat(at), driver: Host::bot("random") });
    }
    let effects = host.ok(Sender::Host, Input::Start);
    assert_eq!(thinks(&effects), [(1, 0), (2, 0)], "all are asked at once");
    let failed = |ask| Input::Fault { ask, text: "no answer".into() };
    host.ok(Sender::Machine(seat(1)), failed(0));
    let text = host.first(2);
    let input = machine(&mut host, 2, &text);
    let effects = host.ok(Sender::Machine(seat(2)), input);
    let goes_on = host.game().turn().seats().has(seat(2));
    assert_eq!(thinks(&effects), if goes_on { vec![(2, 1)] } else { vec![] });
    if goes_on {
        // Both bots have failed. One retry asks both bots again.
        host.ok(Sender::Machine(seat(2)), failed(1));
        assert_eq!(thinks(&host.ok(Sender::Seat(seat(0)), Input::Retry)), [(1, 0), (2, 1)]);
    }
}

#[test]
fn a_bot_answer_during_a_pause_is_no_fault_and_the_bot_is_asked_again() {
    let mut host = against_a_bot();
    host.play_first();
    host.ok(Sender::Seat(seat(0)), Input::Pause(true));
    let text = host.first(1);
    let input = machine(&mut host, 1, &text);
    assert_eq!(host.refused(Sender::Machine(seat(1)), input), RefusalCode::Paused);
    assert!(host.room.status().fault.is_none());
    assert_eq!(thinks(&host.ok(Sender::Seat(seat(0)), Input::Pause(false))), [(1, 0)]);
}

#[test]
fn a_sponsored_seat_is_answered_by_its_sponsors_machine() {
    let mut host = Host::open("sponsored");
    host.ok(Sender::Seat(seat(0)), Input::Drive { seat: seat(0), driver: Driver::Sponsored });
    let text = host.first(0);
    let input = machine(&mut host, 0, &text);
    assert_eq!(host.refused(Sender::Seat(seat(0)), input), RefusalCode::NotYours);
    let input = machine(&mut host, 0, &text);
    assert!(thinks(&host.ok(Sender::Machine(seat(0)), input)).is_empty(), "the host runs no machine for it");
}

// clause: Cards 6.1-18
#[test]
fn bots_cannot_deal_the_next_hand() {
    let mut host = against_a_bot();
    host.play_first();
    let input = machine(&mut host, 1, rulebook_scene::START_HAND);
    assert_eq!(reply(&host.handle(Sender::Machine(seat(1)), input)).unwrap_err().code, RefusalCode::NotYours);
    assert_eq!(host.refused(Sender::Seat(seat(0)), Input::Start), RefusalCode::WrongPhase, "nobody is asked to");
}
