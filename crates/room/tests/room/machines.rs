//! Machines at the table: woken when they are asked, toggled at any time, asked again after a failure.

use crate::host::{Host, open_game, reply, seat, thinks};
use rulebook_room::{Answer, Code, Driver, Input, Terms, Who};

fn against_a_bot() -> Host {
    let mut host = Host::lobby(open_game(), 2, "bots", Terms::default());
    host.ok(Who::Guest, Input::Sit { seat: seat(0), name: "Ann".into() });
    host.ok(Who::Host, Input::Drive { seat: seat(1), driver: Host::bot("random") });
    host.ok(Who::Host, Input::Start);
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
    assert!(thinks(&host.ok(Who::Clock, Input::Tick)).is_empty(), "once");
    assert_eq!(thinks(&host.room.resume()), [(1, 0)], "and again after a restart");
    let text = host.first(1);
    let input = machine(&mut host, 1, &text);
    assert_eq!(host.refused(Who::Seat(seat(1)), input), Code::NotYours, "a bot decides there");
    let input = machine(&mut host, 1, &text);
    host.ok(Who::Machine(seat(1)), input);
}

#[test]
fn machines_come_and_go_at_any_time() {
    let mut host = against_a_bot();
    let me = Who::Seat(seat(0));
    let effects = host.ok(me, Input::Drive { seat: seat(0), driver: Host::bot("first") });
    assert_eq!(thinks(&effects), [(0, 0)], "it is its turn");
    let text = host.first(0);
    let input = machine(&mut host, 0, &text);
    assert_eq!(host.refused(me, input), Code::NotYours);
    host.ok(me, Input::Drive { seat: seat(0), driver: Driver::Person });
    host.play_first();
    assert_eq!(host.refused(me, Input::Drive { seat: seat(1), driver: Driver::Person }), Code::NotYours);
    host.ok(Who::Host, Input::Drive { seat: seat(1), driver: Driver::Person });
    host.ok(Who::Guest, Input::Sit { seat: seat(1), name: "Bob".into() });
    host.play_first();
}

#[test]
fn a_machine_that_fails_is_reported_and_asked_again() {
    let mut host = against_a_bot();
    host.play_first();
    let bot = Who::Machine(seat(1));
    assert_eq!(host.refused(Who::Seat(seat(0)), Input::Retry), Code::WrongPhase);
    host.ok(bot, Input::Fault("no answer in time".into()));
    assert_eq!(host.room.status().fault.unwrap().text, "no answer in time");
    let effects = host.ok(Who::Seat(seat(0)), Input::Retry);
    assert_eq!(thinks(&effects), [(1, 0)]);
    assert!(host.room.status().fault.is_none());
    // An answer that is refused is a failure too.
    let wrong = Answer { ask: 0, moves: vec!["nonsense".into()], key: "ai".into() };
    assert!(reply(&host.handle(bot, Input::Answer(wrong))).is_err());
    assert!(host.room.status().fault.unwrap().text.contains("refused"));
    assert_eq!(host.refused(Who::Guest, Input::Retry), Code::NotYours);
    host.ok(Who::Host, Input::Retry);
    assert_eq!(host.refused(Who::Seat(seat(0)), Input::Fault("me".into())), Code::NotYours);
}

#[test]
fn a_sponsored_seat_is_answered_by_its_sponsors_machine() {
    let mut host = Host::open("sponsored");
    host.ok(Who::Seat(seat(0)), Input::Drive { seat: seat(0), driver: Driver::Sponsored });
    let text = host.first(0);
    let input = machine(&mut host, 0, &text);
    assert_eq!(host.refused(Who::Seat(seat(0)), input), Code::NotYours);
    let input = machine(&mut host, 0, &text);
    assert!(thinks(&host.ok(Who::Machine(seat(0)), input)).is_empty(), "the host runs no machine for it");
}

#[test]
fn no_machine_starts_a_hand() {
    let mut host = against_a_bot();
    host.play_first();
    let input = machine(&mut host, 1, rulebook_room::START);
    assert_eq!(reply(&host.handle(Who::Machine(seat(1)), input)).unwrap_err().code, Code::NotYours);
    assert_eq!(host.refused(Who::Seat(seat(0)), Input::Start), Code::WrongPhase, "nobody is asked to");
}
