//! Tests of the shipped decks as `games/duel` plays them, of small test decks, and of the scenarios.

mod actions;
mod scenarios;
mod small_decks;
mod visible_state;

use rulebook_kernel::{Outcome, Rng, Rules, Seat, Setup, Turn};
use rulebook_mtg::compile::compile;
use rulebook_mtg::database::{RawCard, read_cards};
use rulebook_mtg::lexicon::Lexicon;
use rulebook_mtg::load::{Fault, List, duel};
use rulebook_mtg::rules::{Duel, supported};
use rulebook_testkit::{play_file, soak};
use std::path::{Path, PathBuf};

const CARDS: &str = include_str!("../../../../../games/duel/cards.json");
/// The names and the texts of the shipped decks.
const DECKS: [(&str, &str); 6] = [
    ("duskmere", include_str!("../../../../../games/duel/decks/duskmere.txt")),
    ("emberhold", include_str!("../../../../../games/duel/decks/emberhold.txt")),
    ("mossgarth", include_str!("../../../../../games/duel/decks/mossgarth.txt")),
    ("palewatch", include_str!("../../../../../games/duel/decks/palewatch.txt")),
    ("tidewick", include_str!("../../../../../games/duel/decks/tidewick.txt")),
    ("two-vows", include_str!("../../../../../games/duel/decks/two-vows.txt")),
];

fn rules() -> Duel {
    let lists = DECKS.map(|(name, text)| List { name: name.to_owned(), text: text.to_owned() });
    duel("duel", "duel", CARDS, &lists).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn plays() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/duel/plays")
}

/// The number of shipped cards that the engine can play. It may only rise.
const RUN: usize = 193;

// clause: Magic 4-1
#[test]
fn a_card_is_read_with_the_fields_of_scryfall() {
    let file = r#"[{
        "id": "lancer", "name": "Lancer", "type_line": "Creature — Knight", "mana_cost": "{1}{W}", "colors": ["W"],
        "color_identity": ["W"], "oracle_text": "First strike", "power": "2", "toughness": "1", "artist": "nobody"
    }]"#;
    let text = |text: &str| Some(text.to_owned());
    let white = Some(vec!["W".to_owned()]);
    let expected = RawCard {
        card_id: text("lancer"),
        name: "Lancer".to_owned(),
        type_line: "Creature — Knight".to_owned(),
        mana_cost: text("{1}{W}"),
        colors: white.clone(),
        color_identity: white,
        oracle_text: text("First strike"),
        power: text("2"),
        toughness: text("1"),
        ..RawCard::default()
    };
    assert_eq!(read_cards(file).0, [expected]);
}

// clause: Magic 13-9
#[test]
fn the_engine_plays_the_shipped_cards() {
    let (raw, _) = read_cards(CARDS);
    let lexicon = Lexicon::of(&raw);
    let why = |card: &RawCard| supported(&compile(card, &lexicon).expect("shipped cards compile")).err();
    let refused: Vec<String> =
        raw.iter().filter_map(|card| why(card).map(|why| format!("{}: {why}", card.name))).collect();
    assert_eq!(raw.len() - refused.len(), RUN, "{refused:#?}");
}

/// Cards with several faces are read with all faces. If the engine does not support them, it gives the reason.
#[test]
fn cards_with_several_faces_are_played_or_refused_with_a_reason() {
    let face = |name: &str, line: &str| {
        let size = r#""power": "1", "toughness": "1""#;
        format!(r#"{{"name": "{name}", "type_line": "{line}", "mana_cost": "{{G}}", {size}}}"#)
    };
    for (layout, lines, why) in [
        ("transform", ["Enchantment", "Enchantment"], None),
        ("transform", ["Creature", "Planeswalker"], Some("double-faced cards with a planeswalker on the back")),
        ("modal_dfc", ["Enchantment", "Land"], None),
        ("modal_dfc", ["Sorcery", "Land"], Some("double-faced cards with an instant or sorcery")),
        ("split", ["Instant", "Sorcery"], None),
        ("split", ["Enchantment", "Enchantment"], Some("split cards with permanents")),
        ("adventure", ["Creature", "Instant"], None),
        ("adventure", ["Creature", "Enchantment"], Some("this kind of Adventure card")),
        ("flip", ["Creature", "Creature"], Some("flip cards")),
    ] {
        let faces = [face("Day", lines[0]), face("Night", lines[1])].join(",");
        let text = format!(
            r#"[{{"name": "Day // Night", "type_line": "Enchantment // Enchantment", "layout": "{layout}", "card_faces": [{faces}]}}]"#
        );
        let (raw, bad) = read_cards(&text);
        assert!(bad.is_empty(), "{bad:?}");
        let card = compile(&raw[0], &Lexicon::of(&raw)).unwrap_or_else(|why| panic!("{layout}: {why}"));
        assert_eq!(card.faces.len(), 2);
        assert_eq!(supported(&card).err().map(|refused| refused.0), why, "{layout} {lines:?}");
    }
}

/// A creature without power or toughness is refused (CR 208.1).
#[test]
fn a_creature_without_a_size_is_refused() {
    for (sizes, why) in [
        ("", Some("its power is not understood")),
        (r#", "power": "1""#, Some("its toughness is not understood")),
        (r#", "power": "1", "toughness": "*""#, None),
    ] {
        let text = format!(r#"[{{"name": "Shapeless", "type_line": "Creature — Bear", "mana_cost": "{{W}}"{sizes}}}]"#);
        let (raw, bad) = read_cards(&text);
        assert!(bad.is_empty(), "{bad:?}");
        let refused = compile(&raw[0], &Lexicon::of(&raw)).err().map(|refused| refused.to_string());
        match why {
            Some(why) => assert!(refused.as_ref().is_some_and(|told| told.contains(why)), "{refused:?}"),
            None => assert_eq!(refused, None),
        }
    }
}

/// If the name of a card is also an ordinary word, the word in a text means the card only if the text can be parsed
/// with this meaning.
#[test]
fn a_card_name_may_be_a_word_of_its_text() {
    for (name, text, runs) in [
        ("Regenerate", "Regenerate target creature.", true),
        ("Battle", "Creatures you control gain battle cry until end of turn.", true),
        ("Target", "Target creature gets +1/+1 until end of turn.", true),
        ("Draw", "Sing, then draw a card.", false),
    ] {
        let text =
            format!(r#"[{{"name": "{name}", "type_line": "Instant", "mana_cost": "{{G}}", "oracle_text": "{text}"}}]"#);
        let (raw, bad) = read_cards(&text);
        assert!(bad.is_empty(), "{bad:?}");
        assert_eq!(compile(&raw[0], &Lexicon::of(&raw)).is_ok(), runs, "{text}");
    }
}

/// Cards are refused if the parser accepts them but the engine would play them wrongly.
// departs: Magic 1-7: all texts that the grammar reads are compiled; a card that would be played wrongly is refused
#[test]
fn cards_that_would_be_played_wrongly_are_refused() {
    let alone = "\"can't be regenerated\" without a destruction before it";
    let given = "granting this kind of static ability";
    let elsewhere = "an effect on objects outside the battlefield";
    for (line, text, why) in [
        ("Instant", "Target creature gains flying until end of turn. It can't be regenerated.", alone),
        ("Enchantment", "Instant and sorcery spells you control have deathtouch.", elsewhere),
        ("Enchantment", "Creature cards in your graveyard have flying.", elsewhere),
        ("Instant", "Target creature spell gains haste until end of turn.", elsewhere),
        ("Instant", "Target spell or permanent becomes green.", elsewhere),
        ("Enchantment", "Whenever you cast a creature spell, it gains haste until end of turn.", elsewhere),
        ("Sorcery", "Target creature card in your graveyard gains flying until end of turn.", elsewhere),
        ("Enchantment", "This spell has flash as long as you control a creature.", "granting this keyword"),
        ("Instant", "Target creature loses prowess until end of turn.", "losing this keyword"),
        (
            "Enchantment",
            "As long as this enchantment is in your graveyard and you control a Swamp, creatures you control have flying.",
            "an ability that functions in a graveyard",
        ),
        (
            "Sorcery",
            "Create two 1/1 white Soldier creature tokens. Destroy all other creatures.",
            "other objects than those of an earlier instruction",
        ),
        ("Sorcery", "Discard any number of cards at random.", "a number of random cards that a player chooses"),
        (
            "Sorcery",
            "Exile target creature card from a graveyard. You may cast it without paying its mana cost.",
            "casting a card while an effect resolves",
        ),
        (
            "Enchantment",
            "The first creature spell you cast each turn costs {2} less to cast.",
            "cost changes for the first spell each turn",
        ),
        (
            "Sorcery",
            "Put all creatures on the bottom of their owners' libraries.",
            "several cards put into a library at once",
        ),
        ("Sorcery", "Each creature you control fights target creature.", "a fight of several creatures"),
        (
            "Sorcery",
            "Each player loses X life, where X is the number of cards in their hand.",
            "an X that differs for each player",
        ),
        (
            "Instant",
            "Prevent all damage that would be dealt by creatures this turn.",
            "preventing damage from or to all objects of a kind",
        ),
        (
            "Enchantment",
            "When Odd Card leaves the battlefield, return the exiled card to its owner's hand.",
            "a reference to a card exiled by another ability",
        ),
        (
            "Enchantment",
            "At the beginning of your upkeep, target creature gets +X/+X until end of turn, where X is the power of the exiled card.",
            "a reference to a card exiled by another ability",
        ),
        (
            "Enchantment",
            "{3}: Exile target creature card from a graveyard. When you do, put X +1/+1 counters on target creature, where X is the exiled card's toughness.",
            "a reference to a card exiled by another ability",
        ),
        (
            "Enchantment",
            "At the beginning of each end step, each player gains control of all nontoken permanents they own.",
            "several players gaining control",
        ),
        (
            "Instant",
            "Odd Card deals 1 damage to target creature and 1 damage to target player. When that creature dies this turn, that player loses 2 life.",
            "a delayed trigger that refers to a targeted player",
        ),
        (
            "Sorcery",
            "Choose target creature an opponent controls. Target creature you control fights that creature.",
            "a fight with a creature named before",
        ),
        (
            "Enchantment",
            "Whenever a creature you control enters, you may pay {X}. If you do, you gain X life.",
            "X in a cost that is paid on resolution",
        ),
        (
            "Enchantment",
            "When Odd Card enters, you may pay {X}. When you do, Odd Card deals X damage to any target.",
            "X in a cost that is paid on resolution",
        ),
        (
            "Enchantment — Aura",
            "Enchant creature\\nWhenever a creature dealt damage by enchanted creature this turn dies, put a +1/+1 counter on that creature.",
            "counters on the creature that dealt lethal damage",
        ),
        (
            "Enchantment",
            "Sacrifice X creatures: Add X mana of any one color.",
            "a mana ability with X in a non-mana cost",
        ),
        ("Enchantment", "Sacrifice a creature with mana value X: Draw X cards.", "this use of X in a cost"),
        (
            "Sorcery",
            "Each player discards a creature card.",
            "several players discarding a chosen card of a certain kind",
        ),
        (
            "Sorcery",
            "Choose one —\\n• Destroy target creature with mana value X or less.\\n• Draw X cards.",
            "targets that depend on X and on a mode or kicker",
        ),
        (
            "Instant",
            "Target player draws a card at the beginning of the next end step.",
            "a delayed trigger with its own targets",
        ),
        (
            "Enchantment",
            "At the beginning of your upkeep, sacrifice a creature unless you pay {2}. If you do, you gain 1 life.",
            "\"if you do\" after this kind of payment",
        ),
        (
            "Enchantment",
            "Discard a card, Exile a card from your hand: You gain 1 life.",
            "a cost with two parts that take cards from a hand",
        ),
        ("Instant", "Remove any number of +1/+1 counters from target creature.", "this kind of instruction"),
        ("Enchantment", r#"Creatures you control have \"All creatures are white.\""#, given),
        (
            "Enchantment",
            r#"Creatures you control have \"This creature's power and toughness are each equal to the number of lands you control.\""#,
            given,
        ),
    ] {
        let text = format!(
            r#"[{{"name": "Odd Card", "type_line": "{line}", "mana_cost": "{{G}}", "oracle_text": "{text}"}}]"#
        );
        let (raw, bad) = read_cards(&text);
        assert!(bad.is_empty(), "{bad:?}");
        let card = compile(&raw[0], &Lexicon::of(&raw)).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(supported(&card).unwrap_err().0, why, "{text}");
    }
}

// clause: Magic 4-9
#[test]
fn a_card_file_need_not_hold_the_basic_lands() {
    let cards =
        r#"[{"name": "Bear", "type_line": "Creature — Bear", "mana_cost": "{1}{G}", "power": "2", "toughness": "2"}]"#;
    let list = |text: &str| List { name: "bears".to_owned(), text: text.to_owned() };
    assert!(duel("d", "d", cards, &[list("4 Bear\n50 forest\n6 Island")]).is_ok());
    let faults = duel("d", "d", cards, &[list("4 Bear\n56 Wastes")]).unwrap_err();
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["`Wastes` is not in the card file"], "only the unknown name is a fault");
}

#[test]
fn random_games_of_the_shipped_decks_end() {
    play_games(36);
}

/// Plays 20,000 random games, and checks all invariants after every decision.
#[test]
#[ignore = "the long tier: cargo xtask soak"]
fn twenty_thousand_games() {
    play_games(20_000);
}

type State = <Duel as Rules>::State;
type Move = <Duel as Rules>::Move;

/// Plays a random game with the moves that are offered to bots. Calls `look` for each decision. Returns the outcome and
/// the number of decisions.
fn random_game(duel: &Duel, setup: &Setup, game: usize, mut look: impl FnMut(&State, Seat, &Move)) -> (Outcome, u32) {
    let mut rng = Rng::seeded(&format!("moves {game}"));
    let mut state = duel.start(setup, Rng::seeded(&format!("game {game}")), &mut ());
    let (mut moves, mut made) = (Vec::new(), 0);
    loop {
        let seat = match duel.turn(&state) {
            Turn::Over(outcome) => return (outcome, made),
            Turn::Seats(seats) => seats.single().unwrap(),
        };
        moves.clear();
        duel.shortlist(&state, seat, &mut moves);
        assert!(!moves.is_empty(), "nothing to answer: {state:#?}");
        let mv = moves[rng.below(moves.len() as u32) as usize];
        look(&state, seat, &mv);
        duel.play(&mut state, seat, &mv, &mut ());
        made += 1;
    }
}

fn play_games(games: usize) {
    let duel = rules();
    let mut ends = std::collections::BTreeMap::new();
    let mut decisions = 0;
    for game in 0..games {
        let (a, b) = (DECKS[game % 6].0, DECKS[game / 6 % 6].0);
        let setup = Setup::seats(2).with("deck-1", a).with("deck-2", b);
        let mut last: Option<State> = None;
        let (outcome, made) = random_game(&duel, &setup, game, |now, _, _| {
            let follows = last.as_ref().map_or(Ok(()), |last| duel.follows(last, now));
            if let Err(why) = duel.consistent(now).and(follows) {
                panic!("{a} against {b}, game {game}: {why}");
            }
            match &mut last {
                Some(last) => last.clone_from(now),
                None => last = Some(now.clone()),
            }
        });
        decisions += made;
        *ends.entry(outcome.reason().to_owned()).or_insert(0) += 1;
    }
    println!("{ends:?}, {decisions} decisions");
    assert!(ends.keys().all(|reason| !reason.contains("too long")), "{ends:?}");
}

// clause: Magic 1-2
#[test]
fn the_plays_are_as_recorded() {
    let duel = rules();
    soak::check(&duel, &plays().join("soak.hashes")).unwrap();
    play_file::check_folder(&duel, &plays()).unwrap();
}

// clause: Magic 1-6
#[test]
fn a_deck_is_refused_with_every_reason() {
    let cards = r#"[
        {"name": "Forest", "type_line": "Basic Land — Forest", "oracle_text": ""},
        {"name": "Odd", "type_line": "Instant", "mana_cost": "{G}", "oracle_text": "Frobnicate the bar."},
        {"name": "Old", "type_line": "Creature — Ape", "mana_cost": "{G}", "power": "1", "toughness": "1",
         "oracle_text": "Banding"}
    ]"#;
    let list = |name: &str, text: &str| List { name: name.to_owned(), text: text.to_owned() };
    let faults = |lists: &[List]| {
        let told: Vec<String> = duel("d", "d", cards, lists).unwrap_err().iter().map(Fault::to_string).collect();
        told.join("\n")
    };
    assert!(faults(&[list("a", "5 Forest\n6 Odd\n2 Nothing\nwhat")]).lines().count() == 4);
    let told = faults(&[list("a", "58 Forest\n4 Odd\n1 Old"), list("a", "60 Forest")]);
    assert!(told.contains("`Odd`: its text is not understood") && told.contains("`Old`:"), "{told}");
    assert!(told.contains("another list has the same name"), "{told}");
    assert_eq!(faults(&[]), "there is no deck list; add at least one");
    assert!(duel("d", "d", "nothing", &[]).unwrap_err()[0].to_string().starts_with("no cards"));
    assert!(duel("d", "d", cards, &[list("a", "60 Forest")]).is_ok());
}
