//! Tests of the arrangement: where each part is drawn, and which parts are left out if there is little room.

use super::screen::{card, cards, chess, drawn, offer, zone};
use super::small_terminals::{shown as shown_to, text};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Modifier;
use rulebook_kernel::{Seat, Viewer};
use rulebook_scene::layout::{Layout, LayoutZone, Layouts, PileLayout, PileStyle};
use rulebook_scene::{
    BoardScene, Button, CardKey, CardScene, CardSpot, Gesture, Offer, PieceScene, Scene, Scoreboard, Square,
};
use rulebook_tui::{Reader, Screen};
use std::sync::Arc;

fn back(key: u64) -> CardScene {
    CardScene { key: CardKey(key), ..CardScene::default() }
}

/// Layouts that place these piles. Each pile is a name, a row, a column, a number of columns and an arrangement.
fn layouts(piles: &[(&str, u8, u8, u8, PileLayout)]) -> Arc<Layouts> {
    let zones = piles.iter().map(|&(pile, row, col, col_span, _)| LayoutZone {
        id: pile.into(),
        row,
        col,
        row_span: 1,
        col_span,
        piles: vec![pile.into()],
        ..LayoutZone::default()
    });
    let style = |lying| PileStyle { layout: Some(lying), ..PileStyle::default() };
    let layout = Layout {
        rows: 8,
        cols: 8,
        zones: zones.collect(),
        pile_styles: piles.iter().map(|&(pile, .., lying)| (pile.to_owned(), style(lying))).collect(),
        ..Layout::default()
    };
    Arc::new(Layouts { plain: Some(layout), ..Layouts::default() })
}

fn shown(layouts: Arc<Layouts>, scene: Scene, offers: Vec<Offer>) -> Screen {
    shown_to(layouts, 2, scene, offers)
}

fn mine(scene: Scene) -> Scene {
    Scene { viewer: Some(Viewer::Seat(Seat::new(0))), due: vec![Seat::new(0)], ..scene }
}

fn memory() -> Screen {
    let mut lying: Vec<CardScene> = (1..=36).map(back).collect();
    lying[4] = CardScene { key: CardKey(5), ..card("7H") };
    let full = mine(Scene { seats: 2, zones: vec![zone("table", "table", None, true, lying)], ..Scene::default() });
    let mut fewer = full.clone();
    fewer.zones[0].cards.drain(1..3);
    fewer.zones[0].count = Some(34);
    let pick = |at: usize| {
        let gesture = Gesture::Card { card: CardSpot { zone: 0, at, key: fewer.zones[0].cards[at].key } };
        offer(&format!("#{at}"), &format!("card {} from table", at + 1), gesture)
    };
    let offers = vec![pick(0), pick(1), pick(33)];
    let mut reader = Reader::new(layouts(&[("table", 0, 0, 8, PileLayout::Horizontal)]));
    reader.look(&full, &[]);
    reader.look(&fewer, &offers);
    let mut screen = Screen::new("Pairs", &["human".to_owned()], "");
    screen.show_to(&reader, fewer, offers);
    screen
}

#[test]
fn cards_at_their_places() {
    insta::assert_snapshot!(drawn(&mut memory(), 80, 24).backend());
    let small = text(&mut memory(), 60, 20);
    for sign in ["[1]", "7♥", "[36]", "card 4 from table", "card 36 from table"] {
        assert!(small.contains(sign), "{sign}: {small}");
    }
    assert!(!small.contains("[2]") && !small.contains("[3]"), "removed cards leave their numbers free: {small}");
}

fn patience() -> Screen {
    let open = |ids: &[&str]| ids.iter().map(|id| card(id)).collect::<Vec<_>>();
    let column = |covered: usize, ids: &[&str]| [vec![CardScene::default(); covered], open(ids)].concat();
    let pile = |id: &str, cards| zone(id, id, None, true, cards);
    let scene = mine(Scene {
        seats: 1,
        prompt: "Move a card, or turn the next one".into(),
        zones: vec![
            pile("stock", vec![CardScene::default(); 20]),
            pile("waste", open(&["4C", "9D"])),
            pile("hearts", vec![]),
            pile("spades", open(&["AS"])),
            pile("pile1", column(0, &["QS"])),
            pile("pile2", column(1, &["7C", "6H"])),
            pile("pile3", column(6, &["KH", "QC", "JD", "10C"])),
            pile("pile4", vec![]),
        ],
        ..Scene::default()
    });
    let heap = PileLayout::Complete;
    let fan = PileLayout::Vertical;
    let places = layouts(&[
        ("stock", 0, 0, 1, heap),
        ("waste", 0, 1, 1, heap),
        ("hearts", 0, 2, 1, heap),
        ("spades", 0, 3, 1, heap),
        ("pile1", 1, 0, 1, fan),
        ("pile2", 1, 1, 1, fan),
        ("pile3", 1, 2, 1, fan),
        ("pile4", 1, 3, 1, fan),
    ]);
    let drag = Gesture::Drag { cards: vec![CardSpot::new(5, 2)], to: "hearts".into() };
    shown(places, scene, vec![offer("6H", "6H to hearts", drag)])
}

#[test]
fn columns_of_a_patience() {
    insta::assert_snapshot!(drawn(&mut patience(), 80, 24).backend());
    let large = text(&mut patience(), 120, 40);
    assert_eq!(large.matches("▏▒▒").count(), 7, "with room every covered card is drawn: {large}");
    let small = text(&mut patience(), 60, 18);
    assert!(small.contains("▒6") && small.contains("10♣") && small.contains("hearts"), "{small}");
}

#[test]
fn left_out_cards_and_covered_cards_have_different_signs() {
    let ids = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC"];
    let all: Vec<CardScene> = ids.iter().chain(&ids).map(|id| card(id)).collect();
    let covered = [vec![CardScene::default(); 3], all[..2].to_vec()].concat();
    let zones = vec![zone("unused", "unused", None, true, all), zone("run", "run", None, true, covered)];
    let screen = &mut shown(Arc::default(), mine(Scene { seats: 2, zones, ..Scene::default() }), vec![]);
    let text = text(screen, 80, 24);
    assert!(text.contains("…10 ▏") && text.contains("▒3 ▏2♣"), "{text}");
}

/// At the usual size of a terminal, the scores and the last messages are visible.
#[test]
fn scores_and_what_happened_have_room() {
    let mut screen = super::screen::screen(cards());
    screen.tell(["Seat 2 draws a card".to_owned()]);
    insta::assert_snapshot!(drawn(&mut screen, 80, 24).backend());
    let (mut scene, offers) = cards();
    // Add many piles. The scores must still be visible.
    for at in 0..12 {
        scene.zones.push(zone(&format!("tricks.{at}"), "tricks", None, true, vec![card("2C"), card("KH")]));
    }
    scene.scoreboards = vec![Scoreboard {
        title: "Players".into(),
        columns: ["player", "life", "hand"].map(str::to_owned).to_vec(),
        rows: [["p1", "20", "7"], ["p2", "13", "5"]].map(|row| row.map(str::to_owned).to_vec()).to_vec(),
    }];
    let mut screen = shown(Arc::default(), scene, offers);
    for (width, height) in [(80, 24), (60, 20)] {
        let text = text(&mut screen, width, height);
        assert!(text.contains("You life 20 hand 7 · Seat 2 life 13 hand 5") || text.contains("13     5"), "{text}");
    }
}

#[test]
fn many_buttons_are_in_rows_and_left_out_ones_are_counted() {
    let (mut scene, _) = cards();
    let names: Vec<String> =
        (1..=7).flat_map(|level| ["♣", "♦", "♥", "♠", "NT"].map(|suit| format!("{level}{suit}"))).collect();
    scene.buttons = names.iter().map(|name| Button { id: name.clone(), label: name.clone() }).collect();
    let press = |name: &String| offer(name, name, Gesture::Button { id: name.clone() });
    let offers: Vec<Offer> = names.iter().map(press).collect();
    let text = text(&mut shown(Arc::default(), scene.clone(), offers), 80, 24);
    assert!(text.contains(" 1♣ ") && text.contains("more in the list"), "{text}");
    let few: Vec<Offer> = names[30..].iter().map(press).collect();
    let text = self::text(&mut shown(Arc::default(), scene, few), 80, 24);
    assert!(text.contains(" 7NT ") && !text.contains("more in the list"), "enabled buttons come first: {text}");
}

fn key(screen: &mut Screen, code: KeyCode) {
    screen.input(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

#[test]
fn without_colours_sides_and_targets_differ() {
    let mut screen = Screen::new("A game", &["human".to_owned()], "").without_colours(true);
    let (scene, offers) = chess();
    screen.show(scene, offers);
    let terminal = drawn(&mut screen, 80, 24);
    let text = format!("{}", terminal.backend());
    assert!(text.contains('♔') && text.contains('♚'), "white is outlined, black is filled: {text}");
    let lit = terminal.backend().buffer().content.iter().filter(|cell| cell.modifier.contains(Modifier::REVERSED));
    assert!(lit.count() > 8, "the chosen move is seen");
    insta::assert_snapshot!(terminal.backend());
    key(&mut screen, KeyCode::F(5));
    let stones = [(0, "●", 0, 0), (1, "○", 1, 0)].map(|(owner, glyph, x, y)| PieceScene {
        at: Square { x, y },
        kind: "stone".into(),
        glyph: glyph.into(),
        letter: None,
        owner: Some(Seat::new(owner)),
    });
    let board = BoardScene { width: 3, height: 2, pieces: stones.to_vec(), ..BoardScene::default() };
    let put = offer("c1", "c1", Gesture::Square { at: Square { x: 2, y: 0 } });
    let scene = mine(Scene { seats: 2, board: Some(board.clone()), ..Scene::default() });
    for mono in [true, false] {
        let mut screen = Screen::new("Stones", &[], "").without_colours(mono);
        screen.show(scene.clone(), vec![put.clone()]);
        let text = text_of(&mut screen);
        assert!(text.contains('+') && text.matches('●').count() == if mono { 1 } else { 2 }, "{text}");
    }
    // If the pieces of both sides have the same symbol, the owner is written beside the symbol.
    let mut alike = board;
    alike.pieces.iter_mut().for_each(|piece| piece.glyph = "歩".into());
    let mut screen = Screen::new("Stones", &[], "").without_colours(true);
    screen.show(Scene { board: Some(alike), ..scene }, vec![]);
    let text = text_of(&mut screen);
    assert!(text.contains('▲') && text.contains('▽'), "{text}");
}

fn text_of(screen: &mut Screen) -> String {
    text(screen, 80, 24)
}
