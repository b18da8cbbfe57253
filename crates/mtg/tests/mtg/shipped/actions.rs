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

// clause: Cards 8.9-7, Magic 1-1 3-3 5-1 5-2 5-3 5-4 5-5 5-6 5-7 5-8 5-10 5-12
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
                assert!(told.insert(action.clone()), "two moves have the action {action}");
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

// clause: Magic 2-5 3-5 5-3 5-4 5-5 5-6 8-4 8-6
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

// clause: Magic 1-5 3-4 9-5
// departs: Magic 1-3: mulligans are decisions of the match, so that people and bots make them in the same way
#[test]
fn sloppy_actions_are_understood_and_wrong_ones_are_refused() {
    let duel = rules();
    let setup = Setup::seats(2).with("deck-1", "mossgarth").with("deck-2", "emberhold");
    let mut state = duel.start(&setup, Rng::seeded("sloppy"), &mut ());
    let who = |state: &State| duel.turn(state).seats().single().unwrap();
    let why = |state: &State, text: &str| duel.row(state, who(state), text).unwrap_err().reason().to_owned();
    assert!(why(&state, r#"{"type": "PASS_PRIORITY"}"#).contains("you can: KEEP_HAND, MULLIGAN"));
    assert!(why(&state, r#"{"type": "NAP"}"#).contains("does not match the schema"));
    assert!(why(&state, r#"{"type": "KEEP_HAND", "speed": 1}"#).contains("does not match the schema"));
    assert!(why(&state, r#"{"type": "KEEP_HAND", "x": 1}"#).contains("KEEP_HAND has no x"));
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
    let refused = why(&state, r#"{"type": "PLAY_LAND", "object_id": "Nothing"}"#);
    assert!(refused.contains("not possible with that") && refused.contains("accepted: "), "{refused}");
    for wrong in ["99999999999999999999", "-1", "[1, 2]"] {
        let why = why(&state, &format!(r#"{{"type": "PLAY_LAND", "object_id": {wrong}}}"#));
        assert!(why.contains("its number after #") && !why.contains("untagged"), "{why}");
    }
    assert!(why(&state, r#"{"type": "DECLARE_ATTACKERS", "payload": {"attackers": []}}"#).contains("not possible now"));
}

/// A duel of these decks in which both players have kept their hands.
fn begun(duel: &Duel, decks: [&str; 2], seed: &str) -> State {
    let setup = Setup::seats(2).with("deck-1", decks[0]).with("deck-2", decks[1]);
    let mut state = duel.start(&setup, Rng::seeded(seed), &mut ());
    for _ in 0..2 {
        let seat = duel.turn(&state).seats().single().unwrap();
        duel.play(&mut state, seat, &Move::Keep, &mut ());
    }
    state
}

/// A duel of these decks in which the first player can play at least this many kinds of lands. Tries many seeds, and
/// returns the first duel that has them.
fn with_lands(duel: &Duel, deck: &str, kinds: usize) -> (State, Seat, Vec<Move>) {
    for seed in 0..200 {
        let state = begun(duel, [deck, deck], &format!("lands {seed}"));
        let seat = duel.turn(&state).seats().single().unwrap();
        let lands: Vec<Move> = legal(duel, &state, seat).into_iter().filter(|mv| matches!(mv, Move::Land(_))).collect();
        if lands.len() >= kinds {
            return (state, seat, lands);
        }
    }
    panic!("{deck} has no {kinds} kinds of lands");
}

// clause: Magic 9-5
#[test]
fn a_land_is_named_in_every_way() {
    let duel = rules();
    let (state, seat, lands) = with_lands(&duel, "two-vows", 2);
    for (at, land) in lands.iter().enumerate() {
        let name = duel.told(&state, seat, *land);
        let name = serde_json::to_value(&name).unwrap()["object_id"].as_str().unwrap().to_owned();
        let basic = ["Plains", "Island", "Swamp", "Mountain", "Forest"].contains(&name.as_str());
        let slug = name.to_lowercase().replace(' ', "_");
        let id = if basic { format!("basic_{slug}") } else { slug };
        let (shouted, n) = (name.to_uppercase(), at + 1);
        for action in [
            format!(r#"{{"type": "PLAY_LAND", "object_id": "{shouted}"}}"#),
            format!(r#"{{"type": "play land", "object_id": "{id}"}}"#),
            format!(r#"{{"type": "PLAY_LAND", "card_id": "{id}"}}"#),
            format!(r#"{{"type": "PLAY_LAND", "name": "{name}"}}"#),
            format!(r#"{{"type": "PLAY_LAND", "index": {n}}}"#),
            format!(r#"{{"type": "PLAY_LAND", "object_id": {n}}}"#),
            format!(r#"{{"type": "PLAY_LAND", "object_id": "{n}"}}"#),
            format!(r#"{{"action": "land", "payload": {{"object_id": "{name}"}}}}"#),
        ] {
            assert_eq!(duel.row(&state, seat, &action), Ok(vec![*land]), "{action}");
        }
        let wrong = format!(r#"{{"type": "PLAY_LAND", "object_id": "{name}", "card_id": "cinder_lance"}}"#);
        assert!(duel.row(&state, seat, &wrong).is_err(), "the names contradict each other");
    }
    let far = duel.row(&state, seat, r#"{"type": "PLAY_LAND", "index": 9}"#).unwrap_err();
    assert!(far.reason().contains("accepted: "), "{far}");
}

// clause: Magic 2-9 9-1 9-2 9-3
#[test]
fn a_list_of_cards_for_the_bottom_is_made_to_fit() {
    let duel = rules();
    let setup = Setup::seats(2).with("deck-1", "two-vows").with("deck-2", "two-vows");
    let mut state = duel.start(&setup, Rng::seeded("bottom"), &mut ());
    let seat = duel.turn(&state).seats().single().unwrap();
    while legal(&duel, &state, seat).len() > 1 && duel.turn(&state).seats().has(seat) {
        duel.play(&mut state, seat, &Move::Mulligan, &mut ());
        if duel.turn(&state).seats().single() != Some(seat) {
            let other = duel.turn(&state).seats().single().unwrap();
            duel.play(&mut state, other, &Move::Keep, &mut ());
        }
        if duel.scene(&duel.view(&state, Viewer::Seat(seat))).phase.as_deref() != Some("opening hands") {
            panic!("the match has begun");
        }
        let mut kept = state.clone();
        duel.play(&mut kept, seat, &Move::Keep, &mut ());
        let scene = duel.scene(&duel.view(&kept, Viewer::Seat(seat)));
        let hand = scene.zones.iter().find(|zone| zone.id == format!("hand.{}", seat.index())).unwrap();
        let names: Vec<String> = hand.cards.iter().map(|card| card.face.as_ref().unwrap().name.clone()).collect();
        let mut count = 0;
        let mut rest = kept.clone();
        while duel.turn(&rest).seats().has(seat) && matches!(legal(&duel, &rest, seat)[0], Move::Card(_)) {
            let first = legal(&duel, &rest, seat)[0];
            duel.play(&mut rest, seat, &first, &mut ());
            count += 1;
        }
        let texts = |action: String| -> Vec<String> {
            let mut now = kept.clone();
            let row = duel.row(&now, seat, &action).unwrap_or_else(|why| panic!("{action}: {why}"));
            let mut told = Vec::new();
            for mv in row {
                told.push(duel.text(&now, seat, &mv));
                duel.play(&mut now, seat, &mv, &mut ());
            }
            assert!(!matches!(legal(&duel, &now, seat).first(), Some(Move::Card(_))), "{action}: enough are put below");
            told
        };
        assert_eq!(texts(r#"{"bottom": []}"#.into()).len(), count, "too few are filled up");
        let all = serde_json::to_string(&names).unwrap();
        let expected: Vec<String> = names.iter().take(count).map(|name| format!("card {name}")).collect();
        assert_eq!(texts(format!(r#"{{"type": "BOTTOM_CARD", "bottom": {all}}}"#)), expected, "too many are cut");
        let last = names.len();
        let twice = texts(format!(r#"{{"bottom": [{last}, {last}, "{last}"]}}"#));
        assert_eq!((twice.len(), &twice[0]), (count, &format!("card {}", names[last - 1])), "places count from one");
        let keep = format!(r#"{{"type": "KEEP_HAND", "bottom": ["{}"]}}"#, names[0].to_uppercase());
        assert_eq!(duel.row(&state, seat, &keep).unwrap().len(), count + 1);
        let why = duel.row(&kept, seat, r#"{"bottom": ["Nothing"]}"#).unwrap_err();
        assert!(why.reason().contains("not a card of your hand; accepted: "), "{why}");
        if count == 3 {
            return;
        }
    }
    panic!("three mulligans are possible");
}

// clause: Magic 2-6 8-4 9-6
#[test]
fn legal_actions_list_their_targets() {
    let duel = rules();
    let (mut at, mut spells, mut refused, mut costs, mut modes) = (0, 0, 0, 0, 0);
    walk(&duel, 12, "usual", |state, seat, moves, _| {
        at += 1;
        if at % 6 != 0 {
            return;
        }
        let listed = duel.actions(state, seat, moves);
        assert_eq!(listed.len(), moves.len() + 1, "a concession is always possible");
        assert_eq!(duel.row(state, seat, listed.last().unwrap()), Ok(vec![Move::Scoop]));
        for (text, mv) in listed.iter().zip(moves) {
            assert_eq!(duel.row(state, seat, text).as_deref(), Ok(&[*mv][..]), "{text}");
            let action: Action = serde_json::from_str(text).unwrap();
            let Some(options) = &action.options else { continue };
            costs += usize::from(options.cost.is_some() || !options.costs.is_empty());
            modes += usize::from(!options.modes.is_empty());
            let [group] = &options.targets[..] else { continue };
            spells += 1;
            for target in group {
                let mut whole = action.clone();
                whole.payload.x = options.x.map(|x| x.most);
                whole.targets = Some(vec![vec![target.clone()]]);
                let read = duel.row(state, seat, &whole.json());
                // A refusal is allowed in two cases. The spell may need more targets, or the target may be legal only
                // with another X or with the kicker.
                let depends = options.x.is_some() || options.kicker;
                let more = read.as_ref().is_err_and(|why| why.reason().contains("another target"));
                let fine = read.is_ok() || depends || more;
                assert!(fine, "{}: {read:?}", whole.json());
            }
            let mut wrong: serde_json::Value = serde_json::from_str(text).unwrap();
            wrong["targets"] = serde_json::json!([[{"instance_id": "Nothing at all"}]]);
            if options.x.is_none() && !options.kicker {
                let why = duel.row(state, seat, &wrong.to_string()).unwrap_err();
                assert!(why.reason().contains("target") && why.reason().contains("accepted: "), "{why}");
                refused += 1;
            }
        }
    });
    assert!(
        spells > 30 && refused > 20 && costs > 5,
        "{spells} spells, {refused} refusals, {costs} costs, {modes} modes"
    );
}

// clause: Magic 5-11
#[test]
fn a_player_may_concede_at_every_question() {
    let duel = rules();
    let mut asked = BTreeSet::new();
    for stops in ["usual", "all"] {
        walk(&duel, 3, stops, |state, seat, moves, _| {
            assert_eq!(moves.contains(&Move::Scoop), stops == "all");
            let other = Seat::new(1 - seat.index());
            assert!(duel.check(state, other, &Move::Scoop).is_err(), "only the player who is asked");
            for text in [r#"{"type": "SCOOP"}"#, r#"{"type": "concede"}"#, "scoop"] {
                assert_eq!(duel.row(state, seat, text), Ok(vec![Move::Scoop]), "{text}");
            }
            let mut after = state.clone();
            duel.check(&after, seat, &Move::Scoop).unwrap();
            duel.play(&mut after, seat, &Move::Scoop, &mut ());
            let Turn::Over(outcome) = duel.turn(&after) else { panic!("the match goes on") };
            assert_eq!(outcome.winners().single(), Some(other));
            asked.insert(duel.scene(&duel.view(state, Viewer::Seat(seat))).prompt);
        });
    }
    assert!(asked.len() > 5, "{asked:?}");
}

// clause: Magic 16-5
#[test]
fn the_scene_has_the_lands_played_this_turn() {
    let duel = rules();
    let (mut state, seat, lands) = with_lands(&duel, "mossgarth", 1);
    let scene = |state: &State| duel.scene(&duel.view(state, Viewer::Spectator));
    let played = |state: &State| {
        let board = &scene(state).scoreboards[0];
        let at = board.columns.iter().position(|name| name == "lands played").unwrap();
        board.rows.iter().map(|row| row[at].clone()).collect::<Vec<_>>()
    };
    assert_eq!(played(&state), ["0", "0"]);
    duel.play(&mut state, seat, &lands[0], &mut ());
    assert_eq!(played(&state)[seat.index()], "1");
    for _ in 0..300 {
        if scene(&state).turn.is_some_and(|turn| turn.number == 2) {
            assert_eq!(played(&state), ["0", "0"], "a new turn begins");
            return;
        }
        let due = duel.turn(&state).seats().single().unwrap();
        let moves = legal(&duel, &state, due);
        let mv = if moves.contains(&Move::Pass) { Move::Pass } else { moves[0] };
        duel.play(&mut state, due, &mv, &mut ());
    }
    panic!("the second turn does not begin");
}

// clause: Magic 5-9
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

// clause: Magic 2-1 8-5
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
// clause: Magic 4-14 16-6
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
