//! The shipped decks as `games/duel` plays them, small decks made for tests, and the scenarios.

mod actions;
mod scenarios;
mod small;

use rulebook_kernel::{Outcome, Rng, Rules, Seat, Setup, Turn};
use rulebook_mtg::compile::compile;
use rulebook_mtg::database::{RawCard, read_cards};
use rulebook_mtg::lexicon::Lexicon;
use rulebook_mtg::load::{Fault, List, duel};
use rulebook_mtg::rules::{Duel, supported};
use rulebook_testkit::{play_file, soak};
use std::path::{Path, PathBuf};

const CARDS: &str = include_str!("../../../../games/duel/cards.json");
/// As the catalog finds them: by name.
const DECKS: [(&str, &str); 6] = [
    ("duskmere", include_str!("../../../../games/duel/decks/duskmere.txt")),
    ("emberhold", include_str!("../../../../games/duel/decks/emberhold.txt")),
    ("mossgarth", include_str!("../../../../games/duel/decks/mossgarth.txt")),
    ("palewatch", include_str!("../../../../games/duel/decks/palewatch.txt")),
    ("tidewick", include_str!("../../../../games/duel/decks/tidewick.txt")),
    ("two-vows", include_str!("../../../../games/duel/decks/two-vows.txt")),
];

fn rules() -> Duel {
    let lists = DECKS.map(|(name, text)| List { name: name.to_owned(), text: text.to_owned() });
    duel("duel", "duel", CARDS, &lists).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn plays() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/duel/plays")
}

/// How many of the shipped cards the engine runs. It may only rise.
const RUN: usize = 183;

#[test]
fn the_engine_runs_the_shipped_cards() {
    let (raw, _) = read_cards(CARDS);
    let lexicon = Lexicon::of(&raw);
    let why = |card: &RawCard| supported(&compile(card, &lexicon).expect("shipped cards compile")).err();
    let refused: Vec<String> =
        raw.iter().filter_map(|card| why(card).map(|why| format!("{}: {why}", card.name))).collect();
    assert_eq!(raw.len() - refused.len(), RUN, "{refused:#?}");
}

/// Cards of several faces are read whole, and those that are not played are refused for what they are.
#[test]
fn cards_of_several_faces_are_played_or_refused_with_a_reason() {
    let face = |name: &str, line: &str| format!(r#"{{"name": "{name}", "type_line": "{line}", "mana_cost": "{{G}}"}}"#);
    for (layout, lines, why) in [
        ("transform", ["Enchantment", "Enchantment"], None),
        ("transform", ["Creature", "Planeswalker"], Some("a planeswalker on the back")),
        ("modal_dfc", ["Enchantment", "Land"], None),
        ("modal_dfc", ["Sorcery", "Land"], Some("a permanent with a spell on its back")),
        ("split", ["Instant", "Sorcery"], None),
        ("split", ["Enchantment", "Enchantment"], Some("a split card of permanents")),
        ("adventure", ["Creature", "Instant"], None),
        ("adventure", ["Creature", "Enchantment"], Some("such an adventure")),
        ("flip", ["Creature", "Creature"], Some("a card that flips")),
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

/// What is understood but would be played otherwise than it is meant is refused.
#[test]
fn cards_that_would_be_played_otherwise_are_refused() {
    let alone = "a ban on regeneration by itself";
    let (counted, kicked) = ("targets or shares by an X that is counted", "targets that depend on a kicker");
    let given = "such a static ability that is given";
    let elsewhere = "an effect on what is not on the battlefield";
    for (line, text, why) in [
        ("Instant", "Target creature gains flying until end of turn. It can't be regenerated.", alone),
        ("Enchantment", "Instant and sorcery spells you control have deathtouch.", elsewhere),
        ("Enchantment", "Creature cards in your graveyard have flying.", elsewhere),
        ("Instant", "Target creature spell gains haste until end of turn.", elsewhere),
        ("Instant", "Target spell or permanent becomes green.", elsewhere),
        ("Enchantment", "Whenever you cast a creature spell, it gains haste until end of turn.", elsewhere),
        ("Sorcery", "Target creature card in your graveyard gains flying until end of turn.", elsewhere),
        ("Enchantment", "This spell has flash as long as you control a creature.", "such a keyword that is given"),
        ("Instant", "Target creature loses prowess until end of turn.", "such a loss"),
        (
            "Enchantment",
            "The first creature spell you cast each turn costs {2} less to cast.",
            "the first spell of a turn",
        ),
        ("Sorcery", "Put all creatures on the bottom of their owners' libraries.", "an order in a library"),
        ("Sorcery", "Each creature you control fights target creature.", "a fight of many"),
        ("Sorcery", "Each player loses X life, where X is the number of cards in their hand.", "an X of each player"),
        ("Instant", "Prevent all damage that would be dealt by creatures this turn.", "a shield for all of a kind"),
        (
            "Enchantment",
            "When Odd Card leaves the battlefield, return the exiled card to its owner's hand.",
            "a card that another ability exiled",
        ),
        (
            "Enchantment",
            "At the beginning of each end step, each player gains control of all nontoken permanents they own.",
            "control that several players gain",
        ),
        (
            "Instant",
            "Odd Card deals 1 damage to target creature and 1 damage to target player. When that creature dies this turn, that player loses 2 life.",
            "a player who was a target before",
        ),
        ("Instant", "Destroy target creature at the beginning of the next end step.", "a target of what happens later"),
        (
            "Sorcery",
            "Choose target creature an opponent controls. Target creature you control fights that creature.",
            "a fight with another that was named before",
        ),
        ("Enchantment", "Sacrifice X creatures: You gain X life.", "an X that is no mana"),
        (
            "Instant",
            "You may exile a black card with mana value X from your hand rather than pay this spell's mana cost.\\nTarget \
             creature gets -X/-X until end of turn.",
            "an X that is no mana",
        ),
        ("Sorcery", "Each player discards a card.", "cards that several players choose in their hands"),
        ("Sorcery", "Destroy target creature with mana value X or less.", "a target that depends on X"),
        (
            "Enchantment",
            "When Odd Card is put into a graveyard from the battlefield, draw X cards.",
            "an X that was paid long ago",
        ),
        ("Sorcery", "Destroy X target creatures, where X is the number of Swamps you control.", counted),
        (
            "Sorcery",
            "Odd Card deals X damage divided as you choose among one, two, or three targets, where X is the number of \
             Mountains you control.",
            counted,
        ),
        (
            "Sorcery",
            "Kicker {2}\\nDestroy target creature with mana value 2 or less. If this spell was kicked, instead destroy target \
             creature.",
            kicked,
        ),
        ("Sorcery", "Kicker {2}\\nDestroy target creature. If this spell was kicked, destroy target land.", kicked),
        (
            "Enchantment",
            "At the beginning of your upkeep, sacrifice a creature unless you pay {2}. If you do, you gain 1 life.",
            "whether a price was paid",
        ),
        (
            "Enchantment",
            "Whenever a land you control enters, other creatures you control get +1/+0 until end of turn. If that land is a \
             Swamp, those creatures get +2/+0 until end of turn instead.",
            "all of those that another sentence spoke of",
        ),
        (
            "Enchantment",
            "Discard a card, Exile a card from your hand: You gain 1 life.",
            "a cost that takes cards of a hand twice",
        ),
        ("Instant", "Remove any number of +1/+1 counters from target creature.", "such an instruction"),
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

#[test]
fn a_card_file_need_not_hold_the_basic_lands() {
    let cards =
        r#"[{"name": "Bear", "type_line": "Creature — Bear", "mana_cost": "{1}{G}", "power": "2", "toughness": "2"}]"#;
    let list = |text: &str| List { name: "bears".to_owned(), text: text.to_owned() };
    assert!(duel("d", "d", cards, &[list("4 Bear\n50 forest\n6 Island")]).is_ok());
    let faults = duel("d", "d", cards, &[list("4 Bear\n56 Wastes")]).unwrap_err();
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["`Wastes` is not in the card file"], "what is unknown counts");
}

#[test]
fn random_games_of_the_shipped_decks_end() {
    play_games(36);
}

/// With everything that must hold looked at after every decision.
#[test]
#[ignore = "the long tier: cargo xtask soak"]
fn twenty_thousand_games() {
    play_games(20_000);
}

type State = <Duel as Rules>::State;
type Move = <Duel as Rules>::Move;

/// Plays by chance from the short lists to the end, after a look at each decision; and how many there were.
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

#[test]
fn the_plays_are_as_recorded() {
    let duel = rules();
    soak::check(&duel, &plays().join("soak.hashes")).unwrap();
    play_file::check_folder(&duel, &plays()).unwrap();
}

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
    assert_eq!(faults(&[]), "no deck list, and nobody can play without a deck");
    assert!(duel("d", "d", "nothing", &[]).unwrap_err()[0].to_string().starts_with("no cards"));
    assert!(duel("d", "d", cards, &[list("a", "60 Forest")]).is_ok());
}
