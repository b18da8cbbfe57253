//! Tests of the reader, which puts a match into words for one viewer.

use super::screen::{card, offer, zone};
use rulebook_kernel::{Outcome, Seat, Viewer};
use rulebook_scene::{
    BoardScene, Button, CardKey, CardScene, CardSpot, FaceScene, Gesture, Offer, Place, Scene, Scoreboard, Step,
    ZoneScene,
};
use rulebook_tui::Reader;
use std::sync::Arc;

fn table(zones: Vec<ZoneScene>) -> Scene {
    Scene { viewer: Some(Viewer::Seat(Seat::new(0))), seats: 3, zones, ..Scene::default() }
}

fn looking(scene: &Scene, offers: &[Offer]) -> Reader {
    let mut reader = Reader::new(Arc::default());
    reader.look(scene, offers);
    reader
}

fn back(key: u64) -> CardScene {
    CardScene { key: CardKey(key), ..CardScene::default() }
}

fn open(key: u64, id: &str) -> CardScene {
    CardScene { key: CardKey(key), ..card(id) }
}

fn place(zone: &str, at: Option<usize>) -> Place {
    Place { zone: zone.into(), at }
}

fn turned(zone: &str, at: usize, text: &str) -> Step {
    let (card, what) = text.split_once(" is ").unwrap();
    let face = card.split(' ').next().filter(|card| *card != "a").map(Into::into);
    Step::Change { at: place(zone, Some(at)), text: text.into(), face, up: Some(what.ends_with("up")) }
}

fn seen(scene: &Scene, zone: usize) -> Vec<String> {
    let face = |card: &CardScene| card.face.as_ref().map_or_else(|| "?".to_owned(), |face| face.id.clone());
    scene.zones[zone].cards.iter().map(face).collect()
}

#[test]
fn cards_are_spoken_of_as_they_are_drawn() {
    let odd = FaceScene { id: "wild-1".into(), name: "wild".into(), ..FaceScene::default() };
    let odd = CardScene { face: Some(odd), ..CardScene::default() };
    let reader = looking(&table(vec![zone("pile", "pile", None, true, vec![card("JH"), odd])]), &[]);
    assert_eq!(reader.say("Where to with JH?"), "Where to with J♥?");
    assert_eq!(reader.say("6D or 10S, not P6D or 6DX; wild-1"), "6♦ or 10♠, not P6D or 6DX; wild");
    assert_eq!(reader.say("Vitamin C or D"), "Vitamin C or D", "a letter is a letter");
    assert_eq!(looking(&table(vec![]), &[]).say("JH"), "JH", "without cards it may be anything");
    let mut spectator = looking(&table(vec![]), &[]);
    let shown = Step::Change {
        at: place("deck", None),
        text: "3S is shown to everybody".into(),
        face: Some("3S".into()),
        up: None,
    };
    let lines = spectator.see(&[shown], &table(vec![])).lines;
    assert_eq!(
        lines,
        ["3♠ in the deck is shown to everybody"],
        "the text is read as a card, even if no zone shows the card"
    );
    let clubs = FaceScene {
        id: "4Clubs".into(),
        name: "4 of Clubs".into(),
        rank: Some("4".into()),
        suit: Some("Clubs".into()),
        ..FaceScene::default()
    };
    let clubs = CardScene { face: Some(clubs), ..CardScene::default() };
    let reader = looking(&table(vec![zone("pile", "pile", None, true, vec![clubs])]), &[]);
    assert_eq!(reader.say("Play 4Clubs"), "Play 4 of Clubs", "beside swords and cups they are not the French ones");
}

#[test]
fn sentences_address_the_reader() {
    let reader = looking(&table(vec![]), &[]);
    for (told, read) in [
        ("p1 wins the trick; p1's score is 3", "You win the trick; your score is 3"),
        ("Pass three cards to p2", "Pass three cards to seat 2"),
        ("p2 takes from p1, p4 and step1 stay", "Seat 2 takes from you, p4 and step1 stay"),
        ("Two cards into the crib of p1", "Two cards into your crib"),
        ("score of p1 is 3", "Your score is 3"),
        ("seat 1 passes. seat 3's hand", "You pass. seat 3's hand"),
        ("p1 ties with p2; p1 carries on", "You tie with seat 2; you carry on"),
        ("Bid for 1 points; 11 points, 1 cards", "Bid for 1 point; 11 points, 1 card"),
    ] {
        assert_eq!(reader.say(told), read);
    }
}

#[test]
fn only_changed_values_are_reported() {
    let with = |bid: &str| Scene {
        scoreboards: vec![Scoreboard {
            title: String::new(),
            columns: vec!["player".into(), "lastBid".into()],
            rows: vec![vec!["p1".into(), "0".into()], vec!["p2".into(), bid.into()]],
        }],
        ..table(vec![])
    };
    let mut reader = looking(&with("0"), &[]);
    let set = |value: u32| Step::Say { text: format!("lastBid of p2 is {value}"), quiet: true, choice: None };
    let said = Step::say("p2 passes");
    assert_eq!(reader.see(&[set(3)], &with("3")).lines, ["Last bid of seat 2 is 3"]);
    assert_eq!(reader.see(&[set(3), said.clone()], &with("3")).lines, ["Seat 2 passes"]);
    assert_eq!(reader.see(&[said, set(0), set(3)], &with("")).lines.len(), 3, "words are not values; it changed twice");
    assert_eq!(reader.see(&[set(3)], &with("3")).lines.len(), 1, "it was nothing for a while, which no line told");
    assert_eq!(reader.see_late(&[set(3)], &with("3")).lines.len(), 1, "how it was before is not known");
    let mix = Step::Mix { zone: "deck".into(), text: None };
    assert_eq!(reader.see(&[mix.clone(), mix], &with("3")).lines, ["The deck is shuffled"]);
    let other = Step::Say { text: "dealer is p1".into(), quiet: true, choice: None };
    assert_eq!(reader.see(&[other.clone(), other], &with("3")).lines, ["Dealer is you"]);
}

#[test]
fn internal_names_are_shown_as_words() {
    let mut scene = table(vec![zone("pile6", "pile6", None, true, vec![card("JH")])]);
    scene.phase = Some("LayAway".into());
    scene.outcome = Some(Outcome::win(3, Seat::new(0), "Most pairs."));
    let text = looking(&scene, &[]).text(scene.clone());
    assert_eq!(text, "Phase: Lay away\n\nTable\n  pile 6  J♥\n\nYou win: Most pairs.\n");
    let pick = offer("JH@pile6", "JH from pile6", Gesture::Card { card: CardSpot::new(0, 0) });
    assert_eq!(looking(&scene, &[]).offers(&scene, vec![pick])[0].label, "J♥ from pile 6");
}

#[test]
fn a_scoreboard_names_people_and_sides() {
    let rows = |one: [&str; 2], other: [&str; 2]| [one, other].map(|row| row.map(str::to_owned).to_vec()).to_vec();
    let score = |rows| vec![Scoreboard { title: "Score".into(), rows, ..Scoreboard::default() }];
    let people = Scene { scoreboards: score(rows(["p1", "3"], ["p3", "4"])), ..table(vec![]) };
    assert_eq!(looking(&people, &[]).text(people), "Score\n  You     3\n  Seat 3  4\n");
    let board = BoardScene { sides: vec!["red".into(), "yellow".into()], ..BoardScene::default() };
    let mut sides = Scene { scoreboards: score(rows(["RED", "p1"], ["YELLOW", "p2"])), ..table(vec![]) };
    sides.board = Some(board);
    let text = looking(&sides, &[]).text(sides);
    assert!(text.contains("Red     p1\n  Yellow  p2"), "on a board p1 is a square: {text}");
}

#[test]
fn the_list_follows_the_hand() {
    let scene = table(vec![zone("hand.0", "hand", Some(0), false, ["4C", "9C", "6S"].map(card).to_vec())]);
    let pick = |at: usize, text: &str| offer(text, text, Gesture::Card { card: CardSpot::new(0, at) });
    let back = offer("back 9C", "put 9C back", Gesture::Card { card: CardSpot::new(0, 1) });
    let pass = offer("pass", "pass", Gesture::Button { id: "pass".into() });
    let offers = vec![pass.clone(), pick(2, "6S"), pick(0, "4C"), back.clone(), pass, pick(1, "9C"), back];
    let listed = looking(&scene, &[]).offers(&scene, offers);
    let texts: Vec<&str> = listed.iter().map(|offer| offer.text.as_str()).collect();
    assert_eq!(
        texts,
        ["pass", "4C", "6S", "back 9C", "pass", "9C", "back 9C"],
        "offers of other kinds keep their places"
    );
}

#[test]
fn only_enabled_buttons_are_listed() {
    let button = |id: &str| Button { id: id.into(), label: id.into() };
    let scene = Scene { buttons: vec![button("pass"), button("draw")], ..table(vec![]) };
    let draw = offer("draw", "draw", Gesture::Button { id: "draw".into() });
    let mut reader = looking(&scene, &[]);
    assert_eq!(reader.text_asked(scene.clone(), &[draw], false), "Buttons: [draw]\n\n");
    assert_eq!(reader.text_asked(scene, &[], false), "");
}

#[test]
fn a_card_is_read_by_its_name() {
    let face = |name: &str, rules: &str| FaceScene {
        id: name.into(),
        name: name.into(),
        text: vec![("cost".into(), "2".into()), ("rules".into(), rules.into())],
        ..FaceScene::default()
    };
    let open = |face| CardScene { face: Some(face), ..CardScene::default() };
    let cards = vec![open(face("Red Fox", "It is quick.\nIt bites.")), open(face("Fox", "It sleeps.")), card("2C")];
    let scene = table(vec![zone("hand.0", "hand", Some(0), false, cards)]);
    let mut reader = looking(&scene, &[]);
    let texts = |text: &str| ["It is quick.", "It sleeps."].map(|rules| text.contains(rules));
    assert_eq!(texts(&reader.text_asked(scene.clone(), &[], false)), [true; 2]);
    assert_eq!(texts(&reader.text_asked(scene.clone(), &[], false)), [false; 2], "nobody reads it at every move");
    assert_eq!(texts(&reader.text_asked(scene.clone(), &[], true)), [true; 2]);
    let read = |name: &str| reader.card(&scene, name);
    assert_eq!(read("red").unwrap(), ["Red Fox", "cost: 2", "rules: It is quick.", "It bites."]);
    assert_eq!(read("fox").unwrap()[0], "Fox", "the whole name is meant first");
    assert_eq!(read("d F").unwrap()[0], "Red Fox", "a part is enough");
    assert_eq!((read("2C"), read("bear")), (None, None));
}

fn memory(keys: &[u64]) -> Scene {
    table(vec![zone("table", "table", None, true, keys.iter().map(|&key| back(key)).collect())])
}

fn pick(at: usize) -> Offer {
    let gesture = Gesture::Card { card: CardSpot::new(0, at) };
    offer(&format!("#{at}"), &format!("card {} from table", at + 1), gesture)
}

#[test]
fn a_place_keeps_its_number_when_others_go() {
    let mut reader = looking(&memory(&[11, 12, 13, 14]), &[pick(0)]);
    let fewer = memory(&[11, 14]);
    reader.look(&fewer, &[]);
    assert_eq!(reader.offers(&fewer, vec![pick(1)])[0].label, "card 4 from table");
    let text = reader.text(fewer.clone());
    assert!(text.contains("  table  [1]   ·   · [4]\n"), "{text}");
    let told = reader.see(&[turned("table", 1, "7H at 2 is turned face up")], &fewer);
    assert_eq!(told.lines, ["7♥ at 4 is turned face up"]);
}

#[test]
fn a_pile_has_no_places() {
    let pile = memory(&[11, 12]);
    let mut reader = looking(&pile, &[pick(1)]);
    assert!(reader.text(pile.clone()).contains("[2 cards]"), "the top card can be taken from any pile");
    let told = reader.see(&[turned("table", 1, "7H at 2 is turned face up")], &pile);
    assert_eq!(told.lines, ["7♥ is turned face up"]);
}

#[test]
fn a_card_turned_up_and_down_again_gets_a_frame() {
    let before = table(vec![zone("table", "table", None, true, vec![back(1), open(2, "7H"), back(3)])]);
    let after = table(vec![zone("table", "table", None, true, vec![back(1), back(2), back(3)])]);
    let steps = [
        turned("table", 0, "9S at 1 is turned face up"),
        turned("table", 1, "7H at 2 is turned face down"),
        turned("table", 0, "9S at 1 is turned face down"),
    ];
    let told = looking(&before, &[pick(0)]).see(&steps, &after);
    assert_eq!(told.pictures.len(), 1);
    assert_eq!(seen(&told.pictures[0].scene, 0), ["9S", "7H", "?"]);
    assert_eq!(told.lines, ["9♠ at 1 is turned face up", "7♥ at 2 and 9♠ at 1 are turned face down"]);
}

#[test]
fn the_last_card_of_a_trick_is_seen() {
    let zones = |hand: Vec<CardScene>, trick: Vec<CardScene>, taken: Vec<CardScene>| {
        table(vec![
            zone("hand.1", "hand", Some(1), false, hand),
            zone("trick", "trick", None, true, trick),
            zone("taken", "taken", None, true, taken),
        ])
    };
    let before = zones(vec![back(1)], vec![open(2, "3C")], vec![]);
    let after = zones(vec![], vec![], vec![open(2, "3C"), open(1, "KC")]);
    let go = |from: &str, at, to: &str, face: &str| Step::Move {
        from: place(from, at),
        to: place(to, None),
        face: Some(face.into()),
    };
    let steps = [
        go("hand.1", None, "trick", "KC"),
        Step::say("p2 wins the trick"),
        go("trick", Some(0), "taken", "3C"),
        go("trick", Some(0), "taken", "KC"),
    ];
    let told = looking(&before, &[]).see(&steps, &after);
    assert_eq!(told.pictures.len(), 1);
    assert_eq!(seen(&told.pictures[0].scene, 1), ["3C", "KC"]);
    assert_eq!(told.pictures[0].said, ["Seat 2 wins the trick"]);
    assert_eq!(told.lines.last().map(String::as_str), Some("3♣ and K♣ go from the trick to the taken"));
}

#[test]
fn unchanged_tables_get_no_frame() {
    let zones = |stock: Vec<CardScene>, hand: Vec<CardScene>| {
        table(vec![zone("stock", "stock", None, true, stock), zone("hand.0", "hand", Some(0), false, hand)])
    };
    let draw = |at, face: &str| Step::Move {
        from: place("stock", Some(at)),
        to: place("hand.0", None),
        face: Some(face.into()),
    };
    let after = zones(vec![], vec![open(2, "2C"), open(1, "3C")]);
    let steps = [draw(1, "2C"), draw(0, "3C")];
    let told = looking(&zones(vec![back(1), back(2)], vec![]), &[]).see(&steps, &after);
    assert!(told.pictures.is_empty());
}
