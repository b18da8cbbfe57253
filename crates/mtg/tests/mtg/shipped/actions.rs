//! Tests of actions: every legal move and every whole decision can be written as an action and read back.

use super::{DECKS, Move, State, rules};
use rulebook_kernel::{Hidden, Notation, Rng, Rules, Seat, Setup, Turn, Viewer};
use rulebook_matches::Staged;
use rulebook_mtg::rules::Duel;
use rulebook_mtg::rules::action::{Action, Kind, schema};
use rulebook_scene::{CardScene, Step};
use std::collections::BTreeSet;

fn legal(duel: &Duel, state: &State, seat: Seat) -> Vec<Move> {
    let mut moves = Vec::new();
    duel.moves(state, seat, &mut moves);
    moves
}

/// Plays random games, and calls `look` for every decision.
fn walk(duel: &Duel, games: usize, stops: &str, mut look: impl FnMut(&State, Seat, &[Move], &mut Rng)) {
    for game in 0..games {
        let (a, b) = (DECKS[game % 6].0, DECKS[(game * 5 + 1) % 6].0);
        let setup = Setup::seats(2).with("deck-1", a).with("deck-2", b).with("stops", stops);
        let mut rng = Rng::seeded(&format!("actions {stops} {game}"));
        let mut state = duel.start(&setup, Rng::seeded(&format!("deal {game}")), &mut ());
        for _ in 0..400 {
            let Turn::Seats(seats) = duel.turn(&state) else { break };
            let seat = seats.single().unwrap();
            let moves = legal(duel, &state, seat);
            look(&state, seat, &moves, &mut rng);
            let kept: Vec<Move> = moves.iter().copied().filter(|mv| *mv != Move::Scoop).collect();
            let mv = kept[rng.below(kept.len() as u32) as usize];
            duel.play(&mut state, seat, &mv, &mut ());
        }
    }
}

#[test]
fn every_legal_move_round_trips_as_an_action() {
    let duel = rules();
    let mut kinds = BTreeSet::new();
    for (stops, games) in [("usual", 8), ("all", 5)] {
        walk(&duel, games, stops, |state, seat, moves, _| {
            let mut told = BTreeSet::new();
            for mv in moves {
                let action = duel.action(state, seat, mv).unwrap();
                let row = duel.row(state, seat, &action);
                assert_eq!(row.as_deref(), Ok(&[*mv][..]), "{action}");
                assert!(told.insert(action.clone()), "two moves are told as {action}");
                assert!(duel.row(state, Seat::new(1 - seat.index()), &action).is_err(), "{action}");
                let kind = serde_json::from_str::<Action>(&action).unwrap().kind;
                kinds.insert(kind);
            }
        });
    }
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), Kind::ALL, "every kind of the document occurs");
}

/// Makes random moves until the spell or declaration that `first` began is complete. Returns the moves and the state
/// after them.
fn complete(duel: &Duel, state: &State, seat: Seat, first: Move, rng: &mut Rng) -> (Vec<Move>, State) {
    let (mut row, mut after) = (vec![first], state.clone());
    duel.play(&mut after, seat, &first, &mut ());
    while duel.turn(&after).seats().has(seat) && duel.told_whole(state, seat, &row).is_none() && row.len() < 30 {
        let moves = legal(duel, &after, seat);
        let goes_on = |mv: &&Move| !matches!(mv, Move::Cancel | Move::Scoop | Move::Activate(..));
        let moves: Vec<Move> = moves.iter().filter(goes_on).copied().collect();
        let mv = moves[rng.below(moves.len() as u32) as usize];
        duel.play(&mut after, seat, &mv, &mut ());
        row.push(mv);
    }
    (row, after)
}

#[test]
fn whole_decisions_are_one_action() {
    let duel = rules();
    let (mut spells, mut abilities, mut attacks, mut blocks, mut aimed, mut several) = (0, 0, 0, 0, 0, 0);
    walk(&duel, 30, "usual", |state, seat, moves, rng| {
        for first in moves {
            let action = duel.told(state, seat, *first);
            let kind = action.kind;
            let wanted = [Kind::CastSpell, Kind::ActivateAbility, Kind::DeclareAttackers, Kind::DeclareBlockers];
            if !wanted.contains(&kind) {
                continue;
            }
            let (row, after) = complete(&duel, state, seat, *first, rng);
            let Some(whole) = duel.told_whole(state, seat, &row) else { continue };
            let read = duel.row(state, seat, &whole.json());
            assert_eq!(read.as_deref(), Ok(&row[..]), "{}", whole.json());
            let mut again = state.clone();
            for mv in read.unwrap() {
                duel.check(&again, seat, &mv).unwrap();
                duel.play(&mut again, seat, &mv, &mut ());
            }
            assert!(again == after, "{}", whole.json());
            match kind {
                Kind::CastSpell => spells += 1,
                Kind::ActivateAbility => abilities += 1,
                Kind::DeclareAttackers => attacks += 1,
                _ => blocks += 1,
            }
            let targets = whole.targets.iter().flatten().flatten().count();
            aimed += usize::from(targets > 0);
            several += usize::from(row.len() > 1);
        }
    });
    let found = [spells, abilities, attacks, blocks, aimed, several];
    assert!(found.iter().all(|n| *n > 20), "{found:?}");
}

#[test]
fn sloppy_actions_are_understood_and_wrong_ones_are_refused() {
    let duel = rules();
    let setup = Setup::seats(2).with("deck-1", "mossgarth").with("deck-2", "emberhold");
    let mut state = duel.start(&setup, Rng::seeded("sloppy"), &mut ());
    let who = |state: &State| duel.turn(state).seats().single().unwrap();
    let why = |state: &State, text: &str| duel.row(state, who(state), text).unwrap_err().reason().to_owned();
    assert!(why(&state, r#"{"type": "PASS_PRIORITY"}"#).contains("you can: KEEP_HAND, MULLIGAN"));
    assert!(why(&state, r#"{"type": "NAP"}"#).contains("does not match the schema"));
    assert!(why(&state, r#"{"type": "KEEP_HAND", "x": 1}"#).contains("does not match the schema"));
    assert!(why(&state, r#"{"type": "KEEP_HAND", "payload": {"x": 1}}"#).contains("KEEP_HAND has no x"));
    assert!(why(&state, "{").contains("does not match the schema"));
    let other = 2 - who(&state).index();
    assert!(
        why(&state, &format!(r#"{{"type": "KEEP_HAND", "actor": {other}}}"#))
            .contains("the actor of the action is not")
    );
    for _ in 0..2 {
        let seat = who(&state);
        let row = duel.row(&state, seat, r#"{"type":"KEEP_HAND"}"#).unwrap();
        duel.play(&mut state, seat, &row[0], &mut ());
    }
    let seat = who(&state);
    let lands = legal(&duel, &state, seat).into_iter().filter(|mv| matches!(mv, Move::Land(_)));
    let lands: Vec<Move> = lands.collect();
    let bare = duel.row(&state, seat, r#"{"type": "PLAY_LAND"}"#);
    assert_eq!(bare.is_ok(), lands.len() == 1, "one land needs no name, several do: {bare:?}");
    let land = duel.told(&state, seat, lands[0]);
    let shouted = serde_json::to_string(&land).unwrap().replace("Forest", "FOREST").replace("Mountain", "MOUNTAIN");
    assert_eq!(duel.row(&state, seat, &shouted), Ok(vec![lands[0]]));
    assert!(why(&state, r#"{"type": "PLAY_LAND", "object_id": "Nothing"}"#).contains("not possible with that"));
    for wrong in ["99999999999999999999", "-1", "[1]"] {
        let why = why(&state, &format!(r#"{{"type": "PLAY_LAND", "object_id": {wrong}}}"#));
        assert!(why.contains("its number after #") && !why.contains("untagged"), "{why}");
    }
    assert!(why(&state, r#"{"type": "DECLARE_ATTACKERS", "payload": {"attackers": []}}"#).contains("not possible now"));
}

#[test]
fn combat_can_be_skipped() {
    let duel = rules();
    let mut skipped = 0;
    walk(&duel, 12, "usual", |state, seat, moves, _| {
        if !moves.contains(&Move::SkipCombat) {
            return;
        }
        let row = duel.row(state, seat, r#"{"type": "SKIP_COMBAT"}"#).unwrap();
        assert_eq!(row, [Move::SkipCombat]);
        let mut after = state.clone();
        duel.play(&mut after, seat, &row[0], &mut ());
        // While no other player acts, this seat is asked again only in its second main phase, or if a creature must
        // attack.
        while duel.turn(&after).seats().single().is_some_and(|due| due != seat) {
            let due = duel.turn(&after).seats().single().unwrap();
            if !legal(&duel, &after, due).contains(&Move::Pass) {
                return;
            }
            duel.play(&mut after, due, &Move::Pass, &mut ());
        }
        if duel.turn(&after).seats().has(seat) {
            let now = legal(&duel, &after, seat);
            let may_rest = now.contains(&Move::Done) && now.iter().any(|mv| matches!(mv, Move::Attack(..)));
            assert!(!may_rest, "asked for attackers after combat was skipped");
            skipped += usize::from(now.contains(&Move::Pass) && !now.contains(&Move::SkipCombat));
        }
    });
    assert!(skipped > 20, "{skipped}");
}

#[test]
fn the_schema_names_every_kind_and_field() {
    let schema = schema();
    let kinds: Vec<&str> =
        schema["properties"]["type"]["enum"].as_array().unwrap().iter().flat_map(|k| k.as_str()).collect();
    assert_eq!(kinds, Kind::ALL.map(Kind::name));
    for kind in Kind::ALL {
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
    }
    // The actions must contain only fields of the schema.
    let duel = rules();
    let known = |part: &str, value: &serde_json::Value| {
        let properties = if part.is_empty() { &schema["properties"] } else { &schema["$defs"][part]["properties"] };
        for (field, _) in value.as_object().into_iter().flatten() {
            assert!(properties.get(field).is_some(), "{part}.{field}");
        }
    };
    walk(&duel, 3, "all", |state, seat, moves, _| {
        for mv in moves {
            let action = serde_json::to_value(duel.told(state, seat, *mv)).unwrap();
            known("", &action);
            known("payload", &action["payload"]);
            let choices = action["payload"]["choices"].as_array().into_iter().flatten();
            choices.for_each(|choice| known("target", choice));
        }
    });
}

/// Two permanents with the same name have different numbers, in the scene and in the texts of moves.
#[test]
fn object_numbers_of_moves_are_visible() {
    let duel = rules();
    let mut words = BTreeSet::new();
    walk(&duel, 8, "usual", |state, seat, moves, _| {
        let scene = duel.scene(&duel.view(state, Viewer::Seat(seat)));
        let cards: Vec<&CardScene> = scene.zones.iter().flat_map(|zone| &zone.cards).collect();
        for card in &cards {
            let says = |word: &str| card.notes.iter().any(|note| note == word);
            assert_eq!(card.rotation != 0, says("tapped"), "{card:?}");
            let signs: Vec<&str> = card.signs.iter().map(|(note, _)| note.as_str()).collect();
            assert_eq!(
                signs == ["summoning sick"],
                says("summoning sick"),
                "it has a sign for small pictures: {card:?}"
            );
            words.extend(card.notes.iter().filter_map(|note| note.split(' ').next()).map(str::to_owned));
        }
        for mv in moves.iter().filter(|mv| matches!(mv, Move::Attack(..) | Move::Block(..))) {
            let text = duel.text(state, seat, mv);
            for rest in text.split(" #").skip(1) {
                let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
                let called = |card: &&CardScene| card.notes.first() == Some(&format!("#{number}"));
                assert_eq!(cards.iter().copied().filter(called).count(), 1, "{text}");
            }
        }
    });
    for word in ["tapped", "summoning", "attacking", "blocking"] {
        assert!(words.contains(word), "{word} was never told");
    }
}

#[test]
fn damage_facts_name_the_recipient() {
    let duel = rules();
    let setup = Setup::seats(2).with("deck-1", "emberhold").with("deck-2", "mossgarth");
    let mut rng = Rng::seeded("who is hit");
    let (mut players, mut creatures) = (0, 0);
    for game in 0..4 {
        let mut state = duel.start(&setup, Rng::seeded(&format!("damage {game}")), &mut ());
        while let Turn::Seats(seats) = duel.turn(&state) {
            let seat = seats.single().unwrap();
            let moves = legal(&duel, &state, seat);
            let kept: Vec<Move> = moves.iter().copied().filter(|mv| *mv != Move::Scoop).collect();
            let mut facts = Vec::new();
            duel.play(&mut state, seat, &kept[rng.below(kept.len() as u32) as usize], &mut facts);
            for step in facts.iter().flat_map(|fact| duel.steps(fact)) {
                let Step::Say { text, .. } = step else { continue };
                if let Some((_, whom)) = text.split_once(" deals ") {
                    let (_, whom) = whom.split_once(" damage to ").unwrap_or_else(|| panic!("whom? {text}"));
                    let player = whom.starts_with("seat ");
                    players += usize::from(player);
                    creatures += usize::from(!player);
                }
            }
        }
    }
    assert!(players > 0 && creatures > 0, "{players} hits of players, {creatures} of creatures");
}
