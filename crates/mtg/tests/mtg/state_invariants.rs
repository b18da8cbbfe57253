//! Tests of the invariants: a damaged state is reported. The tests damage the JSON form of a state.

use rulebook_kernel::{Notation, Rng, Rules, Seat, Setup, Turn};
use rulebook_matches::Staged;
use rulebook_mtg::load::{List, duel};
use rulebook_mtg::rules::{Duel, Fact, Move, SealedState};
use serde_json::{Value, json};

fn rules() -> Duel {
    let deck = include_str!("../../../../games/duel/decks/mossgarth.txt");
    let lists = ["a", "b"].map(|name| List { name: name.to_owned(), text: deck.to_owned() });
    duel("duel", "duel", include_str!("../../../../games/duel/cards.json"), &lists).expect("the shipped deck is good")
}

/// The state in its JSON form, without the digest.
fn written(state: &SealedState) -> Value {
    serde_json::to_value(state).expect("a state can be written")[1].take()
}

/// The state of a JSON form.
fn read(state: &Value) -> SealedState {
    let digest = serde_json::to_value(rulebook_kernel::Digest::of_bytes(b"")).expect("a digest can be written");
    SealedState::read_unchecked(json!([digest, state])).expect("a damaged state can be read")
}

/// The slot of a creature on the battlefield. The function looks for a toughness, because only creatures have one.
fn creature(state: &Value) -> Option<usize> {
    let objects = state["objs"].as_array().expect("a list of objects");
    let here = |object: &Value| object["zone"] == "Battlefield" && object["gone"] == false;
    objects.iter().position(|object| here(object) && object["chars"]["toughness"].as_i64() > Some(0))
}

/// A state in which a player has priority, the stack is empty, and a creature is on the battlefield.
fn position(r: &Duel) -> Value {
    let mut rng = Rng::seeded("sound");
    let mut state = r.start(&Setup::seats(2), Rng::seeded("sound"), &mut ());
    loop {
        let Turn::Seats(seats) = r.turn(&state) else { panic!("over before there was a creature") };
        let s = written(&state);
        if s["ask"]["what"] == "Priority" && s["stack"] == json!([]) && creature(&s).is_some() {
            return s;
        }
        let mut moves = Vec::new();
        r.shortlist(&state, seats.lowest().unwrap_or(Seat::new(0)), &mut moves);
        let mv = moves[rng.below(moves.len() as u32) as usize];
        r.play(&mut state, seats.lowest().unwrap_or(Seat::new(0)), &mv, &mut ());
    }
}

/// The violation that is reported after `breaks` has damaged a state. The function `breaks` gets the state and the slot
/// of a creature.
fn broken(breaks: impl FnOnce(&mut Value, usize)) -> String {
    let r = rules();
    let mut s = position(&r);
    assert_eq!(r.consistent(&read(&s)), Ok(()));
    let slot = creature(&s).expect("the position has a creature");
    breaks(&mut s, slot);
    r.consistent(&read(&s)).expect_err("the damage is noticed")
}

fn push(list: &mut Value, item: Value) {
    list.as_array_mut().expect("a list").push(item);
}

// clause: Magic 3-6
#[test]
fn a_waiting_state_based_action_is_reported() {
    let told = broken(|s, slot| s["objs"][slot]["damage"] = json!(99));
    assert!(told.contains("a state-based action is pending"), "{told}");
    let told = broken(|s, _| s["players"][1]["life"] = json!(0));
    assert!(told.contains("a state-based action is pending"), "{told}");
}

#[test]
fn a_waiting_trigger_is_reported() {
    let told = broken(|s, slot| {
        let none = json!({"slot": u16::MAX, "age": 0});
        let waiting = json!({
            "ability": null,
            "code": 0,
            "source": {"slot": slot, "age": s["objs"][slot]["age"]},
            "controller": 0,
            "occasion": {"obj": none, "other": none, "seat": null, "amount": 0},
            "x": 0,
            "kicked": 0,
            "last": [],
            "born": 0,
        });
        push(&mut s["waiting"], waiting);
    });
    assert!(told.contains("a trigger is pending"), "{told}");
}

// clause: Magic 4-11
#[test]
fn a_card_in_two_places_or_none_is_reported() {
    let told = broken(|s, slot| s["objs"][slot]["zone"] = json!("Exile"));
    assert!(told.contains("another zone than its card"), "{told}");
    let told = broken(|s, slot| {
        let copy = s["objs"][slot].clone();
        push(&mut s["objs"], copy);
    });
    assert!(told.contains("two objects"), "{told}");
    let told = broken(|s, slot| s["objs"][slot]["entry"] = json!(null));
    assert!(told.contains("cards lie open"), "{told}");
    let told = broken(|s, slot| s["field"].as_array_mut().expect("a list").retain(|other| *other != json!(slot)));
    assert!(told.contains("in the list"), "{told}");
}

// clause: Magic 4-13
#[test]
fn a_state_holds_its_pending_decision_its_extra_turns_and_its_result() {
    let r = rules();
    let mut rng = Rng::seeded("pending");
    let mut state = r.start(&Setup::seats(2), Rng::seeded("pending"), &mut ());
    let listed = |state: &SealedState, seat: Seat| {
        let mut moves = Vec::new();
        r.moves(state, seat, &mut moves);
        moves
    };
    let mut decisions = 0;
    while let Turn::Seats(seats) = r.turn(&state) {
        let seat = seats.lowest().unwrap_or(Seat::new(0));
        let (s, moves) = (written(&state), listed(&state, seat));
        if s["ask"]["what"] != "Priority" {
            // A state that was written and read asks the same player for the same decision.
            let again = read(&s);
            assert_eq!((r.turn(&again), listed(&again, seat)), (r.turn(&state), moves), "{}", s["ask"]);
            decisions += 1;
        }
        let mut short = Vec::new();
        r.shortlist(&state, seat, &mut short);
        let mv = short[rng.below(short.len() as u32) as usize];
        r.play(&mut state, seat, &mv, &mut ());
    }
    assert!(decisions > 10, "{decisions}");
    let s = written(&state);
    assert!(!s["over"].is_null() && s["ask"].is_null(), "{}", s["over"]);
    assert_eq!(r.turn(&read(&s)), r.turn(&state));
    // The two states differ only in the extra turn, which decides whose turn is next.
    let mut s = position(&r);
    let active = s["active"].clone();
    let next = |s: &Value| {
        let mut state = read(s);
        let turn = s["turn"].clone();
        loop {
            let now = written(&state);
            if now["turn"] != turn {
                return now["active"].clone();
            }
            let Turn::Seats(seats) = r.turn(&state) else { panic!("over before the next turn") };
            let seat = seats.lowest().unwrap_or(Seat::new(0));
            let moves = listed(&state, seat);
            let texts: Vec<String> = moves.iter().map(|mv| r.text(&state, seat, mv)).collect();
            let at = texts.iter().position(|text| text == "pass").unwrap_or(0);
            r.play(&mut state, seat, &moves[at], &mut ());
        }
    };
    assert_ne!(next(&s), active);
    push(&mut s["extra_turns"], active.clone());
    assert_eq!(next(&s), active);
}

// clause: Magic 2-3 12-1
#[test]
fn stale_characteristics_are_reported() {
    let told = broken(|s, slot| {
        let power = &mut s["objs"][slot]["chars"]["power"];
        *power = json!(power.as_i64().expect("a number") + 1);
    });
    assert!(told.contains("not Characteristics"), "{told}");
    let told = broken(|s, slot| push(&mut s["granted"], json!([slot, 0, false])));
    assert!(told.contains("the granted abilities"), "{told}");
}

#[test]
fn a_land_is_never_on_the_stack() {
    let r = rules();
    let (mut rng, mut state) = (Rng::seeded("land"), r.start(&Setup::seats(2), Rng::seeded("land"), &mut ()));
    let (mut lands, mut spells) = (0, 0);
    while lands < 5 || spells == 0 {
        let Turn::Seats(seats) = r.turn(&state) else { panic!("over before lands were played") };
        let seat = seats.lowest().unwrap_or(Seat::new(0));
        let mut moves = Vec::new();
        r.shortlist(&state, seat, &mut moves);
        let land = moves.iter().copied().find(|mv| matches!(mv, Move::Land(_)));
        let mv = land.unwrap_or(moves[rng.below(moves.len() as u32) as usize]);
        let mut facts: Vec<Fact> = Vec::new();
        r.play(&mut state, seat, &mv, &mut facts);
        let on_stack =
            facts.iter().flat_map(|fact| r.steps(fact)).any(|step| format!("{step:?}").contains("\"stack\""));
        if land.is_some() {
            assert!(!facts.is_empty() && !on_stack);
            lands += 1;
        } else {
            spells += usize::from(on_stack);
        }
    }
}

#[test]
fn mana_that_outlasts_its_step_is_reported() {
    let r = rules();
    let before = position(&r);
    let mut after = before.clone();
    after["players"][0]["pool"][4] = json!(1);
    let follows = |after: &Value| r.follows(&read(&before), &read(after));
    assert_eq!(follows(&after), Ok(()), "in the same step it may stay");
    after["step"] = json!(if before["step"] == "End" { "Upkeep" } else { "End" });
    assert_eq!(follows(&after), Err("seat 1 has mana from the step before".to_owned()));
    after["players"][0]["pool"][4] = json!(0);
    assert_eq!(follows(&after), Ok(()));
}
