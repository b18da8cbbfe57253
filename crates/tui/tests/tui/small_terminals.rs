//! Tests of small terminals: the decision and the key to leave are always visible.

use super::screen::{card, cards, drawn, offer, zone};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use rulebook_kernel::{Seat, Viewer};
use rulebook_scene::layout::{Layout, LayoutZone, Layouts, PileLayout, PileStyle};
use rulebook_scene::{
    BoardScene, Button, CapturedPieces, CapturedScene, CardScene, CardSpot, FaceScene, Gesture, Offer, PieceScene,
    Scene, Scoreboard, Square, ZoneScene,
};
use rulebook_tui::{Reader, Screen};
use std::sync::Arc;

fn words(row: &[&str]) -> Vec<String> {
    row.iter().map(|&cell| cell.to_owned()).collect()
}

fn board(title: &str, columns: &[&str], rows: &[&[&str]]) -> Scoreboard {
    let rows = rows.iter().map(|row| words(row)).collect();
    Scoreboard { title: title.into(), columns: words(columns), rows }
}

/// A scene with four players, seen by the first: each player has this many card backs, and the viewer has a hand.
fn four(backs: usize, hand: &[&str]) -> Scene {
    let theirs =
        |seat: usize| zone(&format!("hand.{seat}"), "hand", Some(seat), false, vec![CardScene::default(); backs]);
    let own = zone("hand.0", "hand", Some(0), false, hand.iter().map(|id| card(id)).collect());
    Scene {
        viewer: Some(Viewer::Seat(Seat::new(0))),
        seats: 4,
        due: vec![Seat::new(0)],
        zones: [vec![own], (1..4).map(theirs).collect()].concat(),
        ..Scene::default()
    }
}

/// A screen with this many players.
pub fn shown(layouts: Arc<Layouts>, people: usize, scene: Scene, offers: Vec<Offer>) -> Screen {
    let names: Vec<String> = (0..people).map(|at| if at == 0 { "human" } else { "medium" }.to_owned()).collect();
    let mut screen = Screen::new("A game", &names, "");
    let mut reader = Reader::new(layouts);
    reader.look(&scene, &offers);
    screen.show_to(&reader, scene, offers);
    screen
}

pub fn text(screen: &mut Screen, width: u16, height: u16) -> String {
    format!("{}", drawn(screen, width, height).backend())
}

fn has(text: &str, signs: &[&str]) {
    for sign in signs {
        assert!(text.contains(sign), "{sign}: {text}");
    }
}

#[test]
fn stock_and_discard_are_seen() {
    let hand = ["3S", "4D", "8S", "9H", "10C", "QC", "QH", "KS", "AS", "2C", "2D"];
    let mut scene = four(11, &[hand, hand].concat());
    scene.zones.push(zone("stock", "stock", None, true, vec![CardScene::default(); 63]));
    scene.zones.push(zone("discard", "discard pile", None, true, vec![card("7C"), card("5D")]));
    let kings = ["KH", "KD", "KC"].map(card).to_vec();
    scene.zones.push(ZoneScene { team: [1, 3].map(Seat::new).to_vec(), ..zone("k.1", "kings", None, true, kings) });
    let rows: &[&[&str]] = &[&["You and seat 3", "0", "50", "0", "0"], &["seat 2 and seat 4", "0", "50", "0", "0"]];
    scene.scoreboards = vec![board("Score", &["side", "points", "first meld", "canastas", "red threes"], rows)];
    scene.prompt = "Meld what you like, then discard. Your first meld must be worth fifty points.".into();
    let draw = offer("draw", "draw a card", Gesture::Zone { zone: "stock".into() });
    let screen = &mut shown(Arc::default(), 4, scene, vec![draw]);
    let text = text(screen, 60, 20);
    has(&text, &["stock ▒63", "discard pile", "5♦", "Seat 2 hand ▒11", "Seat 3 hand ▒11", "Seat 4 hand ▒11"]);
    has(&text, &["seat 2, seat 4: kings K♥ K♦ K♣", "seat 3: 0 / 50 / 0 / 0", "2♦", "q quit"]);
    has(&text, &["Your turn. Meld what you like", "worth fifty points."]);
    assert!(!text.contains("(medium"), "a name that would be cut is left out: {text}");
}

/// Empty zones of the viewer leave their space to the pile from which cards are drawn.
#[test]
fn empty_places_give_way_to_the_upcard() {
    let mut scene = four(10, &["7C", "9C", "JC", "4D", "9D", "QS", "KS", "5H", "6H", "7H"]);
    scene.zones.extend((0..4).map(|n| zone(&format!("meld{n}.0"), &format!("meld{n}"), Some(0), true, Vec::new())));
    scene.zones.push(zone("stock", "stock", None, true, vec![CardScene::default(); 31]));
    scene.zones.push(zone("discard", "discard", None, true, vec![card("JH")]));
    let rows: &[&[&str]] = &[&["p1", "100", "2"], &["p2", "75", "1"], &["p3", "20", "0"], &["p4", "0", "0"]];
    scene.scoreboards = vec![board("Score", &["seat", "points", "hands won"], rows)];
    let take = offer("JH", "take the jack of hearts", Gesture::Card { card: CardSpot::new(9, 0) });
    let text = text(&mut shown(Arc::default(), 4, scene, vec![take]), 60, 20);
    has(&text, &["J♥", "100", "Seat 4", "7♥"]);
    assert!(!text.contains("meld 1"), "{text}");
}

#[test]
fn the_auction_is_seen() {
    let mut scene = four(13, &["4C", "6C", "KC", "AC", "8D", "AD", "2S", "6S", "7S", "8S", "JS", "8H", "KH"]);
    let calls: Vec<String> =
        (1..=7).flat_map(|level| ["♣", "♦", "♥", "♠", "NT"].map(|suit| format!("{level} {suit}"))).collect();
    scene.buttons = calls.iter().map(|call| Button { id: call.clone(), label: call.clone() }).collect();
    let offers = calls.iter().map(|call| offer(call, &format!("bid {call}"), Gesture::Button { id: call.clone() }));
    let offers: Vec<Offer> = offers.collect();
    let said: &[&[&str]] = &[&["", "pass", "1 ♣", "double"], &["2 ♣", "", "", ""]];
    let sides = ["", "seats 1 and 3", "seats 2 and 4"];
    let rubber: &[&[&str]] =
        &[&["vulnerable", "no", "yes"], &["games", "0", "1"], &["below the line", "0", "60"], &["points", "0", "90"]];
    scene.scoreboards =
        vec![board("Auction", &["seat 1", "seat 2", "seat 3", "seat 4"], said), board("Rubber", &sides, rubber)];
    let screen = &mut shown(Arc::default(), 4, scene, offers);
    for (width, height) in [(60, 20), (80, 24)] {
        let text = text(screen, width, height);
        has(&text, &["Auction, from Seat 2: pass, 1 ♣, double · 2 ♣", "Seat 2", "Seat 3", "Seat 4", "K♥", "q quit"]);
        has(&text, &["Rubber (seats 1 and 3 / seats 2 and 4): vulnerable no", "points 0 / 90"]);
    }
}

fn patience() -> (Arc<Layouts>, Scene) {
    let heaps = ["stock", "waste", "clubs", "diamonds", "hearts", "spades"];
    let piles: Vec<String> = (1..=7).map(|n| format!("pile{n}")).collect();
    let place = |id: &str, row, col| LayoutZone {
        id: id.into(),
        row,
        col,
        row_span: 1,
        col_span: 1,
        piles: vec![id.into()],
        ..LayoutZone::default()
    };
    let style = |lying| PileStyle { layout: Some(lying), ..PileStyle::default() };
    let above = heaps.iter().zip([0, 1, 3, 4, 5, 6]).map(|(id, col)| place(id, 0, col));
    let layout = Layout {
        rows: 2,
        cols: 7,
        zones: above.chain(piles.iter().zip(0..).map(|(id, col)| place(id, 1, col))).collect(),
        pile_styles: heaps
            .iter()
            .map(|id| ((*id).to_owned(), style(PileLayout::Complete)))
            .chain(piles.iter().map(|id| (id.clone(), style(PileLayout::Vertical))))
            .collect(),
        ..Layout::default()
    };
    let column = |n: usize| [vec![CardScene::default(); n], vec![card("9D")]].concat();
    let heap = |id: &&str| match *id {
        "stock" => zone(id, id, None, true, vec![CardScene::default(); 23]),
        "waste" => zone(id, id, None, true, vec![card("4S")]),
        _ => zone(id, id, None, true, Vec::new()),
    };
    let zones = heaps.iter().map(heap).chain(piles.iter().zip(0..).map(|(id, n)| zone(id, id, None, true, column(n))));
    let scene = Scene {
        viewer: Some(Viewer::Seat(Seat::new(0))),
        seats: 1,
        due: vec![Seat::new(0)],
        zones: zones.collect(),
        ..Scene::default()
    };
    (Arc::new(Layouts { plain: Some(layout), ..Layouts::default() }), scene)
}

#[test]
fn waste_and_foundations_of_a_patience_are_seen() {
    let (layouts, scene) = patience();
    let turn = offer("turn", "turn", Gesture::Zone { zone: "stock".into() });
    let text = text(&mut shown(layouts, 1, scene, vec![turn]), 60, 20);
    has(&text, &["stock 23", "waste", "4♠", "clubs", "diamonds", "hearts", "spades", "pile 1", "pile 7"]);
    assert_eq!(text.matches("9♦").count(), 7, "every column shows its last card: {text}");
}

fn creature(name: &str, cost: &str, size: &str) -> CardScene {
    let pairs =
        [("cost", cost), ("type", "Creature — Human Warlock"), ("rules", "Lifelink\nIt is slow."), ("size", size)];
    let text = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let face = FaceScene { id: name.into(), name: name.into(), text, ..FaceScene::default() };
    CardScene { face: Some(face), face_up: true, ..CardScene::default() }
}

fn duel() -> (Scene, Vec<Offer>) {
    let names =
        ["Hollow Mourner", "Bog Reveler", "Bonefield Ghoul", "Grave Notary", "Rat", "Leech Barber", "Mire Beast"];
    let hand = names.map(|name| creature(name, "{2}{B}", "2/2")).to_vec();
    let backs = |count| vec![CardScene::default(); count];
    let tapped = CardScene { rotation: 90, ..creature("Ember Fox", "{R}", "3/1") };
    let scene = Scene {
        viewer: Some(Viewer::Seat(Seat::new(0))),
        seats: 2,
        due: vec![Seat::new(0)],
        zones: vec![
            zone("library.0", "library", Some(0), true, backs(53)),
            zone("hand.0", "hand", Some(0), false, hand),
            zone("battlefield.0", "battlefield", Some(0), false, vec![creature("Duskmere Rat", "{B}", "1/1")]),
            zone("library.1", "library", Some(1), true, backs(52)),
            zone("hand.1", "hand", Some(1), false, backs(5)),
            zone("battlefield.1", "battlefield", Some(1), false, vec![tapped.clone(), tapped]),
        ],
        buttons: vec![Button { id: "pass".into(), label: "pass".into() }],
        scoreboards: vec![board(
            "Players",
            &["seat", "life", "hand", "library", "mana"],
            &[&["p1", "17", "7", "53", ""], &["p2", "20", "5", "52", "R"]],
        )],
        ..Scene::default()
    };
    let cast = Gesture::Drag { cards: vec![CardSpot::new(1, 5)], to: "stack".into() };
    let offers = vec![
        offer("pass", "pass", Gesture::Button { id: "pass".into() }),
        offer("cast Leech Barber", "cast Leech Barber", cast),
    ];
    (scene, offers)
}

#[test]
fn life_and_the_opponents_cards_are_visible() {
    let (scene, offers) = duel();
    let screen = &mut shown(Arc::default(), 2, scene, offers);
    for (width, height) in [(60, 20), (80, 24)] {
        let text = text(screen, width, height);
        has(&text, &["life 17", "life 20", "Ember Fox {R} 3/1↷×2", "Duskmere Rat", "Leech Barber", "F6 card"]);
    }
    let wide = text(screen, 120, 40);
    has(&wide, &["{2}{B} Creature… 2/2", "q quit"]);
}

/// Two lands have the same name, so both the list and the table number them.
#[test]
fn numbered_cards_show_their_number_in_list_and_table() {
    let (mut scene, mut offers) = duel();
    let swamp = |number: &str| CardScene { notes: words(&[number]), ..card("Swamp") };
    scene.zones[2].cards = vec![swamp("#14"), swamp("#15"), swamp("#16")];
    for (at, number) in [14, 15].into_iter().enumerate() {
        let tap = Gesture::Card { card: CardSpot::new(2, at) };
        offers.push(offer(&format!("tap {number}"), &format!("tap Swamp #{number} for B"), tap));
    }
    let screen = &mut shown(Arc::default(), 2, scene, offers);
    for (width, height) in [(60, 20), (120, 40)] {
        let text = text(screen, width, height);
        has(&text, &["Swamp #14 ", "Swamp #15 ", "Swamp"]);
        assert!(!text.contains("#16"), "no move is about it: {text}");
        assert_eq!(text.matches("#14").count(), 2, "in the list and on the table: {text}");
    }
}

fn key(screen: &mut Screen, code: KeyCode) {
    screen.input(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

#[test]
fn an_attacking_card_names_its_target() {
    let (mut scene, offers) = duel();
    let fox = &mut scene.zones[5].cards[0];
    (fox.marked, fox.notes) = (true, words(&["#9", "3/1", "tapped", "attacking seat 1"]));
    let text = text(&mut shown(Arc::default(), 2, scene, offers), 60, 20);
    has(&text, &["Ember Fox {R} 3/1↷ (tapped, attacking you)", "life 17"]);
}

#[test]
fn a_key_shows_all_that_is_printed_on_a_card() {
    let (scene, offers) = duel();
    let screen = &mut shown(Arc::default(), 2, scene, offers);
    key(screen, KeyCode::Down);
    key(screen, KeyCode::F(6));
    has(&text(screen, 60, 20), &[" Leech Barber ", "type: Creature — Human Warlock", "rules: Lifelink", "It is slow."]);
    key(screen, KeyCode::Down);
    has(&text(screen, 60, 20), &[" Mire Beast ─"]);
    key(screen, KeyCode::Up);
    key(screen, KeyCode::Up);
    has(&text(screen, 60, 20), &["╭ Rat ─"]);
    key(screen, KeyCode::Esc);
    assert!(!text(screen, 60, 20).contains("It is slow."));
    // A right click shows the card.
    let terminal = drawn(screen, 80, 24);
    let buffer = terminal.backend().buffer();
    let line = |y: u16| (0..80).map(|x| buffer[(x, y)].symbol()).collect::<Vec<_>>();
    let find = |y: u16| (0..80usize).find(|&x| line(y)[x..].concat().starts_with("Ember Fox")).map(|x| (x as u16, y));
    let (column, row) = (0..24).find_map(find).expect("it is on the screen");
    let kind = MouseEventKind::Down(MouseButton::Right);
    screen.input(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    has(&text(screen, 60, 20), &["╭ Ember Fox ─", "size: 3/1"]);
    // If no card has more text, a message says so.
    let screen = &mut super::screen::screen(cards());
    key(screen, KeyCode::F(6));
    let text = text(screen, 80, 24);
    assert!(text.contains("These cards have no more text.") && !text.contains("F6 card"), "{text}");
}

#[test]
fn the_help_of_a_small_screen_has_its_words_below_each_other() {
    let screen = &mut super::screen::screen(cards());
    key(screen, KeyCode::F(1));
    let first = text(screen, 60, 20);
    has(&first, &["q, Ctrl-C    leave", "│ type         search moves", "Down: more"]);
    assert!(first.lines().any(|line| line.contains("│              filter moves")), "{first}");
    for _ in 0..6 {
        key(screen, KeyCode::Down);
    }
    has(&text(screen, 60, 20), &["Esc          clear", "pipes and screen readers."]);
}

/// A board of nine by nine shows its column letters at the usual size of a terminal, with or without pieces in hand.
#[test]
fn a_board_has_its_letters() {
    let piece = |x, owner| PieceScene {
        at: Square { x, y: 8 * owner as u8 },
        kind: "pawn".into(),
        glyph: "歩".into(),
        letter: None,
        owner: Some(Seat::new(owner)),
    };
    let board = BoardScene {
        width: 9,
        height: 9,
        pieces: (0..9).flat_map(|x| [piece(x, 0), piece(x, 1)]).collect(),
        sides: words(&["sente", "gote"]),
        facing: vec![0, 2],
        ..BoardScene::default()
    };
    for held in [0, 3] {
        let hand = |seat| zone(&format!("hand.{seat}"), "in hand", Some(seat), false, vec![card("2C"); held]);
        let scene = Scene {
            viewer: Some(Viewer::Seat(Seat::new(0))),
            seats: 2,
            due: vec![Seat::new(0)],
            zones: vec![hand(0), hand(1)],
            board: Some(board.clone()),
            ..Scene::default()
        };
        let go = Gesture::Squares { from: Square { x: 0, y: 0 }, to: Square { x: 0, y: 1 } };
        let screen = &mut shown(Arc::default(), 2, scene, vec![offer("a1a2", "a2", go)]);
        for (width, height) in [(80, 24), (60, 20)] {
            let text = text(screen, width, height);
            has(&text, &[" a  b  c  d  e  f  g  h  i", " 9 歩", " 1 歩"]);
            assert_eq!(text.matches("2♣").count() > 0, held > 0, "{text}");
        }
    }
}

/// A board is higher than the screen. The viewer's side, the column letters and the target of the chosen move are
/// visible.
#[test]
fn the_own_side_of_a_large_board_stays_visible() {
    let piece = |y, owner| PieceScene {
        at: Square { x: 3, y },
        kind: "rook".into(),
        glyph: "♜".into(),
        letter: None,
        owner: Some(Seat::new(owner)),
    };
    let board = BoardScene { width: 14, height: 14, pieces: vec![piece(0, 0), piece(13, 1)], ..BoardScene::default() };
    let scene = Scene { zones: Vec::new(), board: Some(board), ..four(0, &[]) };
    let go = |y| Gesture::Squares { from: Square { x: 3, y: 0 }, to: Square { x: 3, y } };
    let offers = vec![offer("near", "near", go(1)), offer("far", "far", go(13))];
    let screen = &mut shown(Arc::default(), 4, scene, offers);
    let low = text(screen, 60, 20);
    has(&low, &[" a  b  c  d  e  f  g  h  i  j  k  l  m  n", " 1           ♜", " 2 ", "↑", "q quit"]);
    assert!(!low.contains("14 ") && !low.contains('↓'), "the far side has no room: {low}");
    key(screen, KeyCode::Down);
    let far = text(screen, 60, 20);
    has(&far, &["14           ♜", "↓", " a  b  c  d"]);
    assert!(!far.contains('↑'), "{far}");
    let whole = text(screen, 80, 30);
    has(&whole, &["14           ♜", " 1           ♜"]);
    assert!(!whole.contains('↑') && !whole.contains('↓'), "{whole}");
}

#[test]
fn a_line_divides_two_boards_for_both_sides() {
    let piece = |x, owner| PieceScene {
        at: Square { x, y: 0 },
        kind: "rook".into(),
        glyph: "♜".into(),
        letter: None,
        owner: Some(Seat::new(owner)),
    };
    let facing = vec![0, 2];
    let pieces = vec![piece(1, 0), piece(2, 1)];
    let board = BoardScene { width: 14, height: 14, cuts: vec![2], pieces, facing, ..BoardScene::default() };
    let far = format!("1{}♜ │ ♜", " ".repeat(35));
    for (own, row, names) in [(0, "1     ♜ │ ♜", " a  b   c  d  e"), (1, far.as_str(), " e  d  c   b  a")] {
        let viewer = Some(Viewer::Seat(Seat::new(own)));
        let scene = Scene { viewer, zones: Vec::new(), board: Some(board.clone()), ..four(0, &[]) };
        let screen = &mut shown(Arc::default(), 4, scene, vec![]);
        has(&text(screen, 80, 30), &[row, names]);
    }
}

#[test]
fn buttons_that_cannot_be_pressed_are_not_shown() {
    let (mut scene, offers) = cards();
    scene.buttons.push(Button { id: "pass".into(), label: "Pass it on".into() });
    let screen = &mut super::screen::screen((scene, offers));
    let text = text(screen, 80, 24);
    assert!(text.contains(" Draw ") && !text.contains("Pass it on"), "{text}");
}

/// With four sides and a thinking bot, the name of every player is still visible.
#[test]
fn everybody_round_the_table_is_named() {
    let sides = words(&["red", "blue", "yellow", "green"]);
    let board = BoardScene { width: 3, height: 3, sides, ..BoardScene::default() };
    let scene = Scene { board: Some(board), due: vec![Seat::new(1)], ..four(0, &[]) };
    let screen = &mut shown(Arc::default(), 4, scene, Vec::new());
    screen.think(Some(Seat::new(1)));
    has(&text(screen, 60, 20), &["You", "▸Seat 2", "Seat 3", "Seat 4"]);
    has(&text(screen, 100, 24), &["Seat 2, blue ⠙ thinking", "Seat 4, green"]);
    has(&text(screen, 140, 24), &["▸Seat 2 (medium), blue"]);
}

/// Captured pieces are drawn beside the player who captured them, if there is room. The captured pieces take no line of
/// their own.
#[test]
fn captured_pieces_are_shown_beside_their_captor() {
    let gone = |glyph: &str, count| CapturedPieces { glyph: glyph.into(), count, ..CapturedPieces::default() };
    let captured = vec![
        CapturedScene { pieces: vec![gone("♖", 1)], ahead: 250 },
        CapturedScene { pieces: vec![gone("♛", 1), gone("♟", 3)], ahead: 0 },
    ];
    let sides = words(&["white", "black"]);
    let board = BoardScene { width: 3, height: 3, sides, captured, ..BoardScene::default() };
    let plain = BoardScene { captured: Vec::new(), ..board.clone() };
    let scene = |board| Scene {
        viewer: Some(Viewer::Seat(Seat::new(0))),
        seats: 2,
        board: Some(board),
        due: vec![Seat::new(1)],
        ..Scene::default()
    };
    let screen = &mut shown(Arc::default(), 2, scene(board), Vec::new());
    has(&text(screen, 100, 24), &["You, white ♛ ♟×3 +2.5 ", "▸Seat 2 (medium), black ♖ "]);
    has(&text(screen, 45, 24), &["You, white ♛ ♟×3 +2.5 ", "▸Seat 2, black ♖ "]);
    has(&text(screen, 40, 24), &["You, white  ▸Seat 2, black "]);
    let before = text(&mut shown(Arc::default(), 2, scene(plain), Vec::new()), 100, 24);
    assert!(text(screen, 100, 24).lines().skip(2).eq(before.lines().skip(2)), "the board stays where it was");
}

/// A message of two lines is not shown if only one line is left.
#[test]
fn a_message_is_shown_whole_or_not_at_all() {
    let screen = &mut shown(Arc::default(), 4, four(13, &["4C", "6C", "KC"]), Vec::new());
    let long = "the four of clubs, the six of clubs and the king of clubs: the stock to your hand";
    screen.tell([long.to_owned(), "You deal".to_owned()]);
    for height in 12..24 {
        let text = text(screen, 60, height);
        let (begun, ended) = (text.contains("the four of clubs, the six"), text.contains("to your hand"));
        assert!(begun == ended, "at {height} lines: {text}");
    }
    let screen = &mut shown(Arc::default(), 4, four(13, &["4C", "6C", "KC"]), Vec::new());
    screen.tell([long.repeat(9)]);
    let text = text(screen, 60, 20);
    assert!(text.contains("the four of clubs, the six") && text.contains('…'), "{text}");
}
