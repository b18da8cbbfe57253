//! Tests of the drawn screen, and of what keys and clicks do.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::style::Color;
use rulebook_kernel::{Seat, Viewer};
use rulebook_scene::{
    BoardScene, Button, CardKey, CardScene, CardSpot, FaceScene, Gesture, Offer, PieceScene, Scene, Scoreboard, Square,
    ZoneScene,
};
use rulebook_tui::{PlayerRequest, Screen};

pub(crate) fn card(id: &str) -> CardScene {
    let (rank, suit) = id.split_at(id.len() - 1);
    let face = FaceScene { id: id.into(), rank: Some(rank.into()), suit: Some(suit.into()), ..FaceScene::default() };
    CardScene { face: Some(face), face_up: true, ..CardScene::default() }
}

pub(crate) fn zone(id: &str, name: &str, owner: Option<usize>, ordered: bool, cards: Vec<CardScene>) -> ZoneScene {
    let (owner, count) = (owner.map(Seat::new), Some(cards.len()));
    let role = rulebook_scene::ZoneRole::of_name(name);
    ZoneScene { id: id.into(), name: name.into(), owner, role, ordered, count, cards, ..ZoneScene::default() }
}

pub(crate) fn offer(text: &str, label: &str, gesture: Gesture) -> Offer {
    Offer { text: text.into(), ..Offer::new(label, gesture) }
}

pub(crate) fn cards() -> (Scene, Vec<Offer>) {
    let hand = ["3C", "KD", "KH", "10S"].map(card).to_vec();
    let scene = Scene {
        viewer: Some(Viewer::Seat(Seat::new(0))),
        seats: 2,
        due: vec![Seat::new(0)],
        phase: Some("Play".into()),
        prompt: "Play diamonds, or draw".into(),
        zones: vec![
            zone("stock", "stock", None, true, vec![CardScene::default(); 30]),
            zone("discard", "discard", None, true, ["2C", "10D"].map(card).to_vec()),
            zone("hand.0", "hand", Some(0), false, hand),
            zone("hand.1", "hand", Some(1), false, vec![CardScene::default(); 5]),
        ],
        buttons: vec![Button { id: "draw".into(), label: "Draw".into() }],
        scoreboards: vec![Scoreboard {
            title: "Points".into(),
            columns: vec!["player".into(), "points".into()],
            rows: vec![vec!["p1".into(), "12".into()], vec!["p2".into(), "7".into()]],
        }],
        ..Scene::default()
    };
    let drag = |at| Gesture::Drag { cards: vec![CardSpot::new(2, at)], to: "discard".into() };
    let offers = vec![
        offer("KD", "play the king of diamonds", drag(1)),
        offer("draw", "draw", Gesture::Button { id: "draw".into() }),
    ];
    (scene, offers)
}

pub(crate) fn chess() -> (Scene, Vec<Offer>) {
    let piece = |kind: &str, glyph: &str, owner, x, y| PieceScene {
        at: Square { x, y },
        kind: kind.into(),
        glyph: glyph.into(),
        owner: Some(Seat::new(owner)),
        letter: None,
    };
    let board = BoardScene {
        width: 5,
        height: 4,
        pieces: vec![piece("king", "♔", 0, 2, 0), piece("pawn", "♙", 0, 1, 1), piece("king", "♚", 1, 2, 3)],
        marks: vec![(Square { x: 2, y: 3 }, "last".into())],
        sides: vec!["white".into(), "black".into()],
        facing: vec![0, 2],
        ..BoardScene::default()
    };
    let scene = Scene {
        viewer: Some(Viewer::Seat(Seat::new(0))),
        seats: 2,
        due: vec![Seat::new(0)],
        prompt: "White to move".into(),
        board: Some(board),
        ..Scene::default()
    };
    let go = |from: (u8, u8), to: (u8, u8)| Gesture::Squares {
        from: Square { x: from.0, y: from.1 },
        to: Square { x: to.0, y: to.1 },
    };
    let offers = vec![
        offer("b2b3", "b3", go((1, 1), (1, 2))),
        offer("c1c2", "Kc2", go((2, 0), (2, 1))),
        offer("c1d1", "Kd1", go((2, 0), (3, 0))),
    ];
    (scene, offers)
}

pub(crate) fn screen((scene, offers): (Scene, Vec<Offer>)) -> Screen {
    let people = ["human", "medium"].map(str::to_owned);
    let mut screen = Screen::new("A game", &people, "# A game\n\nWho has no cards left wins.");
    screen.tell(["Seat 2 discards 10D".to_owned()]);
    screen.show(scene, offers);
    screen
}

pub(crate) fn drawn(screen: &mut Screen, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    terminal
}

fn key(screen: &mut Screen, code: KeyCode) -> Option<PlayerRequest> {
    screen.input(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

fn types(screen: &mut Screen, text: &str) {
    text.chars().for_each(|letter| assert_eq!(key(screen, KeyCode::Char(letter)), None));
}

/// Clicks the first occurrence of this text.
fn click(screen: &mut Screen, text: &str) -> Option<PlayerRequest> {
    let terminal = drawn(screen, 100, 30);
    let buffer = terminal.backend().buffer();
    let find = |y: u16| {
        let line: Vec<&str> = (0..100).map(|x| buffer[(x, y)].symbol()).collect();
        (0..100usize).find(|&x| line[x..].concat().starts_with(text)).map(|x| (x as u16, y))
    };
    let (column, row) = (0..30).find_map(find).unwrap_or_else(|| panic!("{text} is not on the screen"));
    let kind = MouseEventKind::Down(MouseButton::Left);
    screen.input(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
}

#[test]
fn a_card_table() {
    let terminal = drawn(&mut screen(cards()), 100, 24);
    insta::assert_snapshot!(terminal.backend());
    let buffer = terminal.backend().buffer();
    let at = |text: &str| buffer.content.iter().position(|cell| cell.symbol() == text).unwrap();
    assert_eq!(buffer.content[at("♦")].fg, Color::Indexed(160), "diamonds are red");
    assert_eq!(buffer.content[at("♠")].fg, Color::Indexed(16), "spades are black");
}

#[test]
fn a_board() {
    insta::assert_snapshot!(drawn(&mut screen(chess()), 100, 24).backend());
}

#[test]
fn a_small_screen_has_the_list_below() {
    insta::assert_snapshot!(drawn(&mut screen(cards()), 60, 24).backend());
    for (width, height) in [(1, 1), (10, 3), (30, 8), (85, 4)] {
        drawn(&mut screen(cards()), width, height);
        drawn(&mut screen(chess()), width, height);
    }
}

#[test]
fn typing_finds_moves_and_enter_plays() {
    let mut table = screen(chess());
    types(&mut table, "kd");
    assert_eq!(key(&mut table, KeyCode::Enter), Some(PlayerRequest::Play("c1d1".into())));
    key(&mut table, KeyCode::Esc);
    types(&mut table, "b2b3");
    assert_eq!(key(&mut table, KeyCode::Enter), Some(PlayerRequest::Play("b2b3".into())));
    key(&mut table, KeyCode::Esc);
    key(&mut table, KeyCode::Down);
    assert_eq!(key(&mut table, KeyCode::Enter), Some(PlayerRequest::Play("c1c2".into())));
    key(&mut table, KeyCode::Esc);
    types(&mut table, "a1a8");
    assert_eq!(
        key(&mut table, KeyCode::Enter),
        Some(PlayerRequest::Play("a1a8".into())),
        "an illegal move is sent, because the rules can say why it is illegal"
    );
    assert_eq!(key(&mut table, KeyCode::F(3)), Some(PlayerRequest::Undo));
    assert_eq!(key(&mut table, KeyCode::F(10)), None, "the first press asks");
    assert_eq!(key(&mut table, KeyCode::Char('r')), Some(PlayerRequest::Resign));
    table.ask_reason();
    assert_eq!(
        [KeyCode::Char('o'), KeyCode::Char('h'), KeyCode::Char('x'), KeyCode::Backspace]
            .map(|code| key(&mut table, code)),
        [None, None, None, None]
    );
    assert_eq!(key(&mut table, KeyCode::Enter), Some(PlayerRequest::Reason("oh".into())));
    table.ask_reason();
    assert_eq!(key(&mut table, KeyCode::Esc), Some(PlayerRequest::Reason(String::new())));
    assert_eq!(key(&mut table, KeyCode::F(2)), Some(PlayerRequest::Hint));
}

#[test]
fn clicks_leave_the_moves_that_have_it() {
    let mut table = screen(cards());
    assert_eq!(click(&mut table, "K♦"), None);
    assert_eq!(click(&mut table, "K♦"), Some(PlayerRequest::Play("KD".into())));
    table.forget();
    assert_eq!(click(&mut table, " Draw "), Some(PlayerRequest::Play("draw".into())));
    table.forget();
    assert_eq!(click(&mut table, "3♣"), None);
    let mut table = screen(chess());
    assert_eq!(click(&mut table, "♟"), None);
    assert_eq!(click(&mut table, "+"), Some(PlayerRequest::Play("b2b3".into())));
}

/// The hand is sorted for display, and a click means the card that is shown at that place.
#[test]
fn a_click_is_about_the_card_that_is_drawn_there() {
    let (mut scene, mut offers) = cards();
    for (card, key) in scene.zones[2].cards.iter_mut().zip(1..) {
        card.key = CardKey(key);
    }
    if let Gesture::Drag { cards, .. } = &mut offers[0].gesture {
        cards[0].key = CardKey(2);
    }
    scene.zones[2].cards.reverse();
    let mut table = screen((scene, offers));
    assert_eq!(click(&mut table, "K♥"), None, "no move has it");
    table.forget();
    assert_eq!(click(&mut table, "K♦"), None);
    assert_eq!(click(&mut table, "K♦"), Some(PlayerRequest::Play("KD".into())));
}

/// If there is little room, each other player takes one line, and the viewer's hand is shown completely.
#[test]
fn the_own_hand_is_always_seen() {
    let (mut scene, offers) = cards();
    scene.zones[2].cards = (0..26).map(|at| card(["3C", "KD", "KH", "10S"][at % 4])).collect();
    scene.zones[2].cards.push(card("AS"));
    for (width, height) in [(60, 20), (80, 24), (50, 20)] {
        let text = format!("{}", drawn(&mut screen((scene.clone(), offers.clone())), width, height).backend());
        assert!(text.contains("A♠"), "{text}");
    }
}

#[test]
fn dialogs_over_the_table_take_the_keys() {
    let mut table = screen(cards());
    key(&mut table, KeyCode::Char('?'));
    insta::assert_snapshot!(drawn(&mut table, 100, 24).backend());
    assert_eq!(key(&mut table, KeyCode::Enter), None);
    key(&mut table, KeyCode::F(4));
    assert!(format!("{}", drawn(&mut table, 100, 24).backend()).contains("Who has no cards left wins."));
    key(&mut table, KeyCode::Esc);
    table.cover("Seat 2: press Enter when you have the screen.");
    let covered = format!("{}", drawn(&mut table, 100, 24).backend());
    assert!(covered.contains("press Enter") && !covered.contains("K♦"), "nothing of the hand is left on the screen");
    assert_eq!(key(&mut table, KeyCode::Enter), Some(PlayerRequest::Next));
    assert_eq!(key(&mut table, KeyCode::F(10)), None);
    assert_eq!(key(&mut table, KeyCode::Esc), None);
    assert_eq!(key(&mut table, KeyCode::F(10)), None);
    assert_eq!(key(&mut table, KeyCode::Enter), Some(PlayerRequest::Quit));
}

/// At 80 by 24 all moves of a chess position are visible, in columns. Arrow keys move between columns.
#[test]
fn many_moves_stand_in_columns() {
    let (mut scene, _) = chess();
    scene.board.as_mut().unwrap().width = 8;
    scene.board.as_mut().unwrap().height = 8;
    let square = |at: u8| Gesture::Square { at: Square { x: at % 8, y: at / 8 } };
    let offers: Vec<Offer> = (0..30).map(|at| offer(&format!("m{at}"), &format!("Na{at}"), square(at))).collect();
    let mut table = screen((scene, offers));
    let text = format!("{}", drawn(&mut table, 80, 24).backend());
    for at in 0..30 {
        assert!(text.contains(&format!("{:>3} Na{at}", at + 1)), "Na{at} is missing:\n{text}");
    }
    let rows = text.lines().filter(|line| line.contains(" Na")).count();
    key(&mut table, KeyCode::Right);
    assert_eq!(
        key(&mut table, KeyCode::Enter),
        Some(PlayerRequest::Play(format!("m{rows}"))),
        "the first move of the next column"
    );
    key(&mut table, KeyCode::Left);
    assert_eq!(key(&mut table, KeyCode::Enter), Some(PlayerRequest::Play("m0".into())));
}

/// A trick is drawn as a trick: each card before its player, the viewer below, and the winning card is named in text.
#[test]
fn a_trick_lies_before_its_players() {
    let (mut scene, _) = cards();
    scene.seats = 4;
    for (seat, id) in [(1, "9D"), (2, "KD"), (3, "4D")] {
        scene.zones.push(zone(&format!("played.{seat}"), "played", Some(seat), true, vec![card(id)]));
    }
    scene.zones.push(zone("played.0", "played", Some(0), true, Vec::new()));
    scene.zones[5].cards[0].marked = true;
    let text = format!("{}", drawn(&mut screen((scene, Vec::new())), 80, 24).backend());
    let find = |what: &str| {
        let (y, line) =
            text.lines().enumerate().find(|(_, line)| line.contains(what)).unwrap_or_else(|| panic!("{what}:\n{text}"));
        (y, line.find(what).unwrap())
    };
    let (left, top, right, own) = (find("Seat 2 ▏9♦"), find("Seat 3 ▏K♦  wins"), find("Seat 4 ▏4♦"), find("You ··"));
    assert!(top.0 < left.0 && left.0 == right.0 && left.0 < own.0, "{text}");
    assert!(left.1 < top.1 && top.1 < right.1, "{text}");
    assert!(!text.contains("played"), "the zones are not drawn a second time:\n{text}");
}

/// The prompt and the last announcement are on one line, without full stops.
#[test]
fn the_last_announcement_follows_the_prompt() {
    let line = |prompt: &str, said: &str| {
        let (mut scene, offers) = cards();
        (scene.prompt, scene.announcements) = (prompt.into(), vec![said.into()]);
        let text = format!("{}", drawn(&mut screen((scene, offers)), 80, 24).backend());
        let line = text.lines().find_map(|line| line.split_once("Your turn. "));
        line.map(|(_, rest)| rest.trim_end_matches('"').trim_end().to_owned()).unwrap_or(text)
    };
    assert_eq!(line("Make a call: nobody has bid.", "You deal"), "Make a call: nobody has bid · You deal");
    assert_eq!(line("Play or draw", "Seat 2 passes."), "Play or draw · Seat 2 passes");
    assert_eq!(line("Choose...", "You deal"), "Choose... · You deal");
    assert_eq!(line("", "You deal."), "You deal.");
}

/// Melds lie together, and the other cards are counted.
#[test]
fn melds_and_deadwood_are_grouped_and_counted() {
    let (mut scene, _) = cards();
    scene.zones.push(zone("meld.0", "melds", Some(0), true, Vec::new()));
    scene.zones[2] =
        zone("hand.0", "hand", Some(0), false, ["QS", "7H", "AS", "9H", "QC", "3D", "8H", "QD"].map(card).to_vec());
    let text = format!("{}", drawn(&mut screen((scene, Vec::new())), 80, 24).backend());
    assert!(text.contains("hand 8 · deadwood 4"), "{text}");
    let set = text.contains("▏Q♠ ▏Q♣ ▏Q♦   ▏7♥ ▏8♥ ▏9♥   ▏A♠ ▏3♦");
    assert!(set, "{text}");
}

/// Picked cards are marked in text, not only by colour.
#[test]
fn picked_cards_are_marked_in_text() {
    let (scene, mut offers) = cards();
    let back = Gesture::Card { card: CardSpot::new(2, 2) };
    offers.push(Offer { kind: rulebook_scene::OfferKind::PutBack, ..offer("KH", "put K♥ back", back) });
    for (width, height) in [(80, 24), (160, 50), (40, 12)] {
        let text = format!("{}", drawn(&mut screen((scene.clone(), offers.clone())), width, height).backend());
        assert!(text.contains("✓K♥"), "{text}");
    }
}

/// `q` asks, and `y` leaves. A capital `Q` searches.
#[test]
fn q_leaves_and_y_confirms() {
    let mut table = screen(cards());
    types(&mut table, "Q");
    key(&mut table, KeyCode::Esc);
    assert_eq!(key(&mut table, KeyCode::Char('q')), None, "it asks first");
    assert!(format!("{}", drawn(&mut table, 80, 24).backend()).contains("y: leave, r: resign, n: stay"));
    assert_eq!(key(&mut table, KeyCode::Char('n')), None);
    assert_eq!(key(&mut table, KeyCode::Char('q')), None);
    assert_eq!(key(&mut table, KeyCode::Char('y')), Some(PlayerRequest::Quit));
}

/// On a wide screen the hand is drawn with large cards in the middle, and the rows are spread over the height.
#[test]
fn a_wide_screen_is_filled() {
    let text = format!("{}", drawn(&mut screen(cards()), 160, 50).backend());
    let lines: Vec<&str> = text.lines().collect();
    let hand = lines.iter().position(|line| line.contains("▏K♥")).unwrap();
    assert!(lines[hand + 1..hand + 4].iter().all(|line| line.matches('▏').count() >= 4), "four lines high:\n{text}");
    assert!(lines[hand].find("▏3♣").unwrap() > 30, "in the middle:\n{text}");
    let stock = lines.iter().position(|line| line.contains("stock")).unwrap();
    assert!(stock > 6, "spread over the height:\n{text}");
}
