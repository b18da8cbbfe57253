//! Seats of a match that runs: who sits down there is shown what the seat holds.

use crate::host::{Host, cruel, seat};
use rulebook_room::{Code, Driver, Input, Terms, Who};

fn sit(index: usize, name: &str) -> Input {
    Input::Sit { seat: seat(index), name: name.to_owned() }
}

fn with_a_bot(terms: Terms) -> Host {
    let mut host = Host::lobby(cruel(), 3, "takeover", terms);
    host.ok(Who::Guest, sit(0, "Ann"));
    host.ok(Who::Guest, sit(1, "Bob"));
    host.ok(Who::Host, Input::Drive { seat: seat(2), driver: Host::bot("random") });
    host.ok(Who::Host, Input::Start);
    host
}

#[test]
fn nobody_sits_down_at_a_match_that_runs() {
    let mut host = with_a_bot(Terms::default());
    assert_eq!(host.refused(Who::Guest, sit(2, "Eve")), Code::NotAllowed, "a bot's cards are not to be had");
    assert_eq!(host.refused(Who::Host, Input::Stand { seat: seat(1) }), Code::NotAllowed, "nobody is sent away");
    host.ok(Who::Seat(seat(1)), Input::Stand { seat: seat(1) });
    assert_eq!(host.refused(Who::Guest, sit(1, "Eve")), Code::NotAllowed, "nor those of somebody who got up");
    // A machine can go on there.
    host.ok(Who::Host, Input::Drive { seat: seat(1), driver: Host::bot("random") });
    // People hand over to a machine and come back themselves.
    let ann = Who::Seat(seat(0));
    host.ok(ann, Input::Drive { seat: seat(0), driver: Host::bot("random") });
    host.ok(ann, Input::Drive { seat: seat(0), driver: Driver::Person });
}

#[test]
fn where_it_was_announced_somebody_new_takes_over() {
    let mut host = with_a_bot(Terms { newcomers: true, ..Terms::default() });
    assert!(host.room.status().warnings[0].contains("may be taken over"), "everybody is told");
    assert_eq!(host.refused(Who::Guest, sit(2, "Ann")), Code::NotAllowed, "who sits there already");
    host.ok(Who::Seat(seat(1)), Input::Stand { seat: seat(1) });
    assert_eq!(host.refused(Who::Guest, sit(2, "Bob")), Code::NotAllowed, "who has seen the cards of another seat");
    assert_eq!(host.refused(Who::Guest, sit(1, "Bob")), Code::NotAllowed);
    host.ok(Who::Guest, sit(2, "Cid"));
    host.ok(Who::Guest, sit(1, "Dot"));
    assert!(host.room.sits(seat(1), 2) && !host.room.sits(seat(1), 1), "who got up sits there no more");
    host.ok(Who::Seat(seat(1)), Input::Stand { seat: seat(1) });
    let mut again = host.restored();
    assert_eq!(again.status(), host.room.status());
    let effects = again.handle(Who::Guest, sit(1, "Dot"), host.now);
    assert!(crate::host::reply(&effects).is_err(), "remembered after a restart");
    let text = host.room.snapshot().unwrap();
    let none = std::iter::empty();
    let mut again =
        rulebook_room::Room::resume_from(host.room.rules().clone(), host.secret.clone(), &text, none).unwrap();
    assert!(crate::host::reply(&again.handle(Who::Guest, sit(1, "Dot"), host.now)).is_err(), "and after a snapshot");
}

#[test]
fn who_has_resigned_does_not_come_back_by_another_door() {
    let mut host = with_a_bot(Terms { newcomers: true, ..Terms::default() });
    host.ok(Who::Host, Input::Drive { seat: seat(2), driver: Driver::Person });
    host.ok(Who::Guest, sit(2, "Cid"));
    host.ok(Who::Seat(seat(1)), Input::Resign);
    host.ok(Who::Seat(seat(1)), Input::Stand { seat: seat(1) });
    let place = host.room.place(seat(1)).unwrap();
    assert!(place.resigned && place.driver.is_hosted(), "a bot plays on: {place:?}");
    for name in ["Bob", "Bob's brother"] {
        assert_eq!(host.refused(Who::Guest, sit(1, name)), Code::NotAllowed);
    }
    assert_eq!(host.refused(Who::Host, Input::Drive { seat: seat(1), driver: Driver::Person }), Code::NotAllowed);
}
