//! Tests of the text that people and language models read.

use super::*;
use crate::*;
use rulebook_kernel::{Outcome, Seat, Viewer};

fn playing(rank: &str, suit: &str) -> CardScene {
    let face = FaceScene {
        id: format!("{rank}{suit}"),
        rank: Some(rank.into()),
        suit: Some(suit.into()),
        ..FaceScene::default()
    };
    CardScene { face: Some(face), ..CardScene::default() }
}

fn named(name: &str) -> CardScene {
    let face = FaceScene { id: name.to_lowercase(), name: name.into(), ..FaceScene::default() };
    CardScene { face: Some(face), ..CardScene::default() }
}

fn cards(text: &str) -> Vec<CardScene> {
    let card = |text: &str| match text {
        "?" => CardScene::default(),
        text => playing(&text[..text.len() - 1], &text[text.len() - 1..]),
    };
    text.split_whitespace().map(card).collect()
}

fn zone(name: &str, owner: Option<usize>, ordered: bool, cards: Vec<CardScene>) -> ZoneScene {
    let owner = owner.map(Seat::new);
    ZoneScene {
        id: name.into(),
        name: name.into(),
        owner,
        ordered,
        count: Some(cards.len()),
        cards,
        ..ZoneScene::default()
    }
}

fn rummy() -> Scene {
    let mut stock = zone("stock", None, true, vec![]);
    stock.count = Some(21);
    Scene {
        viewer: Some(Viewer::Seat(Seat::new(0))),
        seats: 3,
        phase: Some("draw".into()),
        zones: vec![
            stock,
            zone("discard", None, true, cards("3C 4D QH")),
            zone("hand", Some(0), false, cards("AS 10H KD")),
            zone("melds", Some(0), true, vec![]),
            zone("hand", Some(1), false, cards("? ? ?")),
            zone("hand", Some(2), false, cards("? ? ? ? ? ? ? ? ? ? ?")),
        ],
        scoreboards: vec![Scoreboard {
            title: "Points".into(),
            columns: vec!["player".into(), "points".into(), "bid".into()],
            rows: vec![vec!["you".into(), "7".into(), "two".into()], vec!["Bob".into(), "120".into()]],
        }],
        buttons: vec![Button { id: "knock".into(), label: "Knock".into() }],
        prompt: "Draw from the stock or take the discard.".into(),
        due: vec![Seat::new(0)],
        announcements: vec!["Bob discarded Q♥".into()],
        ..Scene::default()
    }
}

#[test]
fn a_card_table() {
    assert_eq!(
        text_scene_named(&rummy(), &["Ann".into(), "Bob".into()]),
        "\
Phase: draw

Table
  stock    [21 cards]
  discard  3♣ 4♦ Q♥

Bob
  hand     ▒▒ ▒▒ ▒▒

Seat 3
  hand     [11 cards]

You
  hand     A♠ 10♥ K♦
  melds    empty

Points
  player  points  bid
  you          7  two
  Bob        120

* Bob discarded Q♥

Buttons: [Knock]
Your turn. Draw from the stock or take the discard.
"
    );
}

#[test]
fn who_is_waited_for() {
    let question = |viewer: Viewer, due: &[usize]| {
        let due = due.iter().map(|&seat| Seat::new(seat)).collect();
        let scene = Scene { viewer: Some(viewer), due, prompt: "Bid.".into(), ..Scene::default() };
        text_scene(&scene)
    };
    let you = Viewer::Seat(Seat::new(0));
    assert_eq!(question(you, &[0]), "Your turn. Bid.\n");
    assert_eq!(question(you, &[0, 1, 2]), "Your turn, at the same time as seat 2 and seat 3. Bid.\n");
    assert_eq!(question(you, &[1]), "Waiting for seat 2. Bid.\n");
    assert_eq!(question(Viewer::Spectator, &[0, 1, 2]), "Waiting for seat 1, seat 2 and seat 3. Bid.\n");
    assert_eq!(question(you, &[]), "Bid.\n");
    assert_eq!(text_scene(&Scene::default()), "");
}

#[test]
fn a_board_with_a_hole_and_a_last_move() {
    let piece = |x, y, glyph: &str| PieceScene { at: Square { x, y }, glyph: glyph.into(), ..PieceScene::default() };
    let board = BoardScene {
        width: 4,
        height: 3,
        holes: vec![Square { x: 0, y: 2 }],
        pieces: vec![piece(1, 0, "R"), piece(3, 2, "k"), piece(2, 1, "p")],
        marks: vec![(Square { x: 2, y: 1 }, "last".into()), (Square { x: 3, y: 1 }, "last".into())],
        ..BoardScene::default()
    };
    let scene = Scene { board: Some(board), prompt: "Move.".into(), due: vec![Seat::new(1)], ..Scene::default() };
    assert_eq!(
        text_scene(&scene),
        "\
3   . . k
2 . .[p|.]
1 . R . .
  a b c d

Waiting for seat 2. Move.
"
    );
}

#[test]
fn a_line_divides_two_boards() {
    let board = BoardScene { width: 4, height: 1, cuts: vec![2], ..BoardScene::default() };
    let text = text_scene(&Scene { board: Some(board), ..Scene::default() });
    assert_eq!(text, "1 . .│. .\n  a b c d\n");
}

#[test]
fn signs_that_do_not_say_whose_they_are_have_a_mark() {
    let piece = |x, y, glyph: &str, kind: &str, owner| PieceScene {
        at: Square { x, y },
        kind: kind.into(),
        glyph: glyph.into(),
        letter: kind.get(..1).map(str::to_uppercase),
        owner: Some(Seat::new(owner)),
    };
    let pieces = vec![piece(0, 0, "歩", "pawn", 0), piece(1, 1, "歩", "pawn", 1), piece(2, 1, "玉", "king", 1)];
    let sides = vec!["sente".into(), "gote".into()];
    let board = BoardScene { width: 3, height: 2, pieces, sides, ..BoardScene::default() };
    let scene =
        Scene { viewer: Some(Viewer::Seat(Seat::new(0))), seats: 2, board: Some(board.clone()), ..Scene::default() };
    assert_eq!(
        text_scene(&scene),
        "\
2   . 歩▽ 玉▽
1 歩▲   .   .
    a   b   c
▲ you (sente), ▽ seat 2 (gote)
歩 P pawn, 玉 K king
"
    );
    let stone = |x, owner| piece(x, 0, if owner == 0 { "●" } else { "○" }, "stone", owner);
    let board = BoardScene { pieces: vec![stone(0, 0), stone(1, 1)], height: 1, ..board };
    let text = text_scene(&Scene { board: Some(board), ..scene });
    assert_eq!(text, "1 ● ○ .\n  a b c\n", "different pieces need no mark of their owner");
}

#[test]
fn a_stolen_permanent_lies_on_the_side_of_its_controller() {
    let mut bear = named("Bear");
    bear.controller = Some(Seat::new(1));
    let field = |owner: usize, cards: Vec<CardScene>| ZoneScene {
        role: Some(crate::ZoneRole::Battlefield),
        ..zone("battlefield", Some(owner), false, cards)
    };
    let scene = Scene { zones: vec![field(0, vec![bear]), field(1, vec![named("Wolf")])], ..Scene::default() };
    let text = text_scene(&scene);
    let side = text.find("Seat 2").unwrap();
    assert!(text[side..].contains("Wolf, Bear (owned by seat 1)"), "{text}");
    assert!(!text[..side].contains("Bear"), "{text}");
}

#[test]
fn a_battlefield_with_a_stack() {
    let mut bears = named("Grizzly Bears");
    bears.rotation = 90;
    bears.counters = vec![("+1/+1".into(), 2)];
    let printed = [("type", "Creature"), ("rules", "Haste\nIt is slow."), ("size", "2/2")];
    bears.face.as_mut().unwrap().text = printed.map(|(name, text)| (name.to_owned(), text.to_owned())).to_vec();
    let mut wolf = named("Grey Wolf");
    wolf.rotation = 90;
    wolf.notes = ["#7", "tapped", "attacking seat 2"].map(str::to_owned).to_vec();
    let mut forest = named("Forest");
    forest.controller = Some(Seat::new(1));
    forest.marked = true;
    let scene = Scene {
        viewer: Some(Viewer::Seat(Seat::new(1))),
        zones: vec![
            zone("battlefield", Some(0), false, vec![bears, wolf, forest]),
            ZoneScene { name: "exile".into(), ..ZoneScene::default() },
        ],
        stack: vec![
            StackItem {
                text: "Lightning Bolt".into(),
                controller: Some(Seat::new(1)),
                targets: vec![(0, 0), (9, 9)],
                ..StackItem::default()
            },
            StackItem { text: "Giant Growth".into(), ..StackItem::default() },
        ],
        ..Scene::default()
    };
    assert_eq!(
        text_scene(&scene),
        "\
Table
  exile        [hidden]

Seat 1
  battlefield  Grizzly Bears (turned, +1/+1: 2), Grey Wolf #7 (tapped, attacking seat 2), *Forest (controlled by you)*

Stack, next first
  1. Giant Growth
  2. Lightning Bolt (you) -> Grizzly Bears

Cards
  Grizzly Bears  type: Creature; rules: Haste It is slow.; size: 2/2
"
    );
}

#[test]
fn endings() {
    let text = |outcome: Outcome, viewer: usize| {
        let viewer = Some(Viewer::Seat(Seat::new(viewer)));
        text_scene(&Scene { viewer, outcome: Some(outcome), prompt: "old".into(), ..Scene::default() })
    };
    assert_eq!(text(Outcome::win(2, Seat::new(0), "four in a row"), 0), "You win: four in a row.\n");
    assert_eq!(text(Outcome::win(2, Seat::new(0), "four in a row"), 1), "Seat 1 wins: four in a row.\n");
    assert_eq!(text(Outcome::draw(2, "the board is full"), 0), "A draw: the board is full.\n");
    assert_eq!(text(Outcome::ranked(&[2], "stuck"), 0), "Lost: stuck.\n");
    assert_eq!(text(Outcome::fault(2, "out of fuel"), 0), "The game broke off: out of fuel.\n");
    let points = Outcome::highest(&[3, 9, 9], "points");
    assert_eq!(text(points, 2), "Seat 2 and you win: points.\nScores: seat 1 3, seat 2 9, you 9.\n");
}

#[test]
fn piles_are_cut_and_odd_cards_are_named() {
    let nobody = |_: Seat| String::new();
    let long = zone("pile", None, true, cards(&"2C ".repeat(30)));
    assert_eq!(cards::zone(&long, &nobody), format!("[18 below]{}", " 2♣".repeat(12)));
    let mixed = zone("column", None, true, cards("? ? 7H"));
    assert_eq!(cards::zone(&mixed, &nobody), "▒▒ ▒▒ 7♥");
    let mut covered = mixed.clone();
    covered.cards.iter_mut().for_each(|card| card.face_up = true);
    assert_eq!(cards::zone(&covered, &nobody), "[2 below] 7♥");
    let mut queue = ZoneScene { top_first: true, ..zone("queue", None, true, cards("7H ? ?")) };
    queue.cards.iter_mut().for_each(|card| card.face_up = true);
    assert_eq!(cards::zone(&queue, &nobody), "[2 below] 7♥", "the top of a queue is its first card");
    assert_eq!(cards::zone(&zone("deck", None, true, cards("?")), &nobody), "[1 card]");
    let uno = FaceScene {
        id: "7r".into(),
        name: "red seven".into(),
        rank: Some("7".into()),
        suit: Some("red".into()),
        ..FaceScene::default()
    };
    assert_eq!(cards::face_name(&uno), "red seven");
    let queen = FaceScene { rank: Some("queen".into()), suit: Some("Hearts".into()), ..FaceScene::default() };
    assert_eq!(cards::face_name(&queen), "Q♥");
    // In a pack with swords, clubs are not the French clubs. So the name is written in words, without the symbol `♣`.
    let four = FaceScene {
        name: "4 of Clubs".into(),
        rank: Some("4".into()),
        suit: Some("Clubs".into()),
        ..FaceScene::default()
    };
    assert_eq!(cards::face_name(&four), "4 of Clubs");
}

#[test]
fn offers_are_listed() {
    let offer =
        |text: &str, label: &str| Offer { text: text.into(), ..Offer::new(label, Gesture::Button { id: "x".into() }) };
    let ask = Ask { number: 3, offers: vec![offer("play QH", "play the queen of hearts"), offer("draw", "draw")] };
    assert_eq!(text_offers(&ask), "  play QH   play the queen of hearts\n  draw\n");
}

#[test]
fn zones_of_a_team_are_listed_under_its_members() {
    let team = |name: &str, seats: [usize; 2], cards: Vec<CardScene>| ZoneScene {
        team: seats.map(Seat::new).to_vec(),
        ..zone(name, None, true, cards)
    };
    let ten = || CardScene {
        face: Some(FaceScene { rank: Some("10".into()), suit: Some("H".into()), ..FaceScene::default() }),
        ..CardScene::default()
    };
    let led = |by: usize| CardScene { controller: Some(Seat::new(by)), ..ten() };
    let mut zones = vec![zone("trick", None, true, vec![led(2), led(3)])];
    for seats in [[0, 2], [1, 3]] {
        zones.push(team("tens", seats, if seats[0] == 1 { vec![ten()] } else { Vec::new() }));
        zones.extend(["jacks", "queens", "kings", "aces"].map(|name| team(name, seats, Vec::new())));
    }
    zones.extend([zone("hand", Some(2), false, vec![ten()]), zone("hand", Some(3), false, vec![ten()])]);
    let scene = Scene { viewer: Some(Viewer::Seat(Seat::new(3))), seats: 4, zones, ..Scene::default() };
    assert_eq!(
        text_scene(&scene),
        "\
Table
  trick   10♥ (seat 3), 10♥ (you)

Seat 1 and seat 3
  nothing yet

Seat 3
  hand    10♥

You and seat 2
  tens    10♥

You
  hand    10♥
"
    );
}
