//! Tests of layout diagnostics.

use super::*;
use crate::{CardScene, FaceScene, Scene};
use rulebook_diag::{Diagnostics, Paint, Sources};
use rulebook_kernel::Viewer;

fn rummy() -> LayoutParts {
    let zones = ["deck", "discard", "hand.0", "hand.1", "hand.2"].map(str::to_owned).to_vec();
    LayoutParts { zones, ..LayoutParts::default() }
}

fn read(text: &str, game: &LayoutParts) -> (Option<Layout>, String) {
    let mut sources = Sources::new();
    let file = sources.add("layout.json", text);
    let mut diags = Diagnostics::new();
    let layout = read_layout(&sources, file, game, &mut diags);
    assert_eq!(layout.is_none(), diags.has_errors());
    (layout, diags.to_text(&sources, Paint::Plain))
}

fn zone(id: &str) -> ZoneScene {
    ZoneScene { id: id.to_owned(), ..ZoneScene::default() }
}

fn hand(owner: usize) -> ZoneScene {
    ZoneScene { owner: Some(Seat::new(owner)), ..zone(&format!("hand.{owner}")) }
}

/// Reads a complete layout with one additional zone.
fn with(zone: &str) -> (Option<Layout>, String) {
    let text = format!(
        r#"{{"rows": 4, "cols": 3, "zones": [
{{"id": "stock", "row": 0, "col": 0, "piles": ["deck", "discard"]}},
{{"id": "hands", "row": 1, "col": 0, "colSpan": 3, "piles": ["hand.*"]}},
{zone}]}}"#
    );
    read(&text, &rummy())
}

/// The codes in a report.
fn found(report: &str) -> Vec<&str> {
    let lines = report.lines().filter(|line| line.starts_with("error[") || line.starts_with("warning["));
    lines.map(|line| &line[line.find('[').unwrap() + 1..line.find(']').unwrap()]).collect()
}

const GOOD: &str = r#"{
  "rows": 3, "cols": 4,
  "zones": [
    { "id": "others", "row": 0, "col": 0, "colSpan": 4, "piles": ["hand.others"] },
    { "id": "middle", "row": 1, "col": 1, "label": "Table", "piles": ["deck", "discard"] },
    { "id": "scores", "row": 1, "col": 2, "widget": "scoreboards" },
    { "id": "me", "row": 2, "col": 0, "colSpan": 4, "piles": ["hand.self"] }
  ],
  "pileStyles": {
    "deck": { "layout": "complete" },
    "hand.*": { "layout": "spread" },
    "hand.self": {
      "layout": "horizontal",
      "sort": { "default": "suits", "options": [
        { "id": "suits", "label": "By suit", "type": "bySuitRank", "applyToLayouts": ["horizontal"] },
        { "id": "mine", "type": "explicit", "order": [{ "rank": "A", "suit": "S" }, { "rank": 10 }], "includeFaceDown": true }
      ] }
    }
  }
}"#;

// clause: Cards 6.2-1 6.2-2 P2-2 P8-1
#[test]
fn a_valid_layout_is_read_and_written_unchanged() {
    let (layout, report) = read(GOOD, &rummy());
    assert_eq!(report, "");
    let layout = layout.unwrap();
    assert_eq!((layout.zones.len(), layout.zones[0].col_span, layout.zones[1].row_span), (4, 4, 1));
    let json = serde_json::to_string(&layout).unwrap();
    assert_eq!(serde_json::from_str::<Layout>(&json).unwrap(), layout);
    assert_eq!(read(&json, &rummy()), (Some(layout.clone()), String::new()));
    let sort = layout.style(&hand(1), Some(Seat::new(1))).unwrap().sort.as_ref().unwrap();
    assert_eq!(sort.options[1].order[1].rank.as_deref(), Some("10"));
    assert_eq!(layout.style(&hand(1), Some(Seat::new(0))).unwrap().layout, Some(PileLayout::Spread));
    assert_eq!(layout.style(&zone("discard"), None), None);
}

#[test]
fn patterns_are_relative_to_the_viewer() {
    let shows =
        |pile: &str, zone: &ZoneScene, viewer: Option<usize>| Pile::parse(pile).shows(zone, viewer.map(Seat::new));
    assert!(shows("hand.self", &hand(2), Some(2)) && !shows("hand.self", &hand(2), None));
    assert!(shows("hand.others", &hand(2), None) && !shows("hand.others", &hand(2), Some(2)));
    assert!(shows("hand.*", &hand(11), None) && !shows("hand.*", &zone("deck"), None));
    assert!(!shows("hand.*", &zone("hand.x"), None));
    // `melds.1` is the pile of the second team, which consists of the second and the fourth seat.
    let melds = ZoneScene { team: [1, 3].map(Seat::new).to_vec(), ..zone("melds.1") };
    assert!(shows("melds.self", &melds, Some(3)) && !shows("melds.others", &melds, Some(3)));
    assert!(shows("melds.others", &melds, Some(0)) && shows("melds.others", &melds, None));
}

// clause: Cards 6.2-7 6.2-8 6.2-9 6.2-10
#[test]
fn piles_are_sorted_for_the_eye_and_nothing_else_changes() {
    let (layout, _) = read(GOOD, &rummy());
    let layout = layout.unwrap();
    let card = |id: &str| {
        let (rank, suit) = id.split_at(id.len() - 1);
        let face =
            FaceScene { rank: Some(rank.into()), suit: Some(suit.into()), id: id.into(), ..FaceScene::default() };
        CardScene { face: Some(face), ..CardScene::default() }
    };
    let cards: Vec<CardScene> = ["AC", "2C", "10H", "9H", "KS", "3D"].map(card).to_vec();
    let mut scene = Scene { viewer: Some(Viewer::Seat(Seat::new(1))), ..Scene::default() };
    scene.zones = [hand(0), hand(1)].map(|zone| ZoneScene { cards: cards.clone(), ..zone }).to_vec();
    scene.zones[0].cards[0].points_at.push((1, 0));
    let ids = |zone: &ZoneScene| -> Vec<String> {
        zone.cards.iter().map(|card| card.face.as_ref().map_or_else(|| "?".into(), |face| face.id.clone())).collect()
    };
    let sorted = layout.sorted(scene.clone());
    assert_eq!(ids(&sorted.zones[1]), ["2C", "AC", "3D", "KS", "9H", "10H"], "the ace is high");
    assert_eq!(ids(&sorted.zones[0]), ids(&scene.zones[0]), "not what others hold");
    assert_eq!(sorted.zones[0].cards[0].points_at, [(1, 1)], "the same card is meant");
    let mut queue = scene.clone();
    queue.zones[0].top_first = true;
    let queue = queue.top_last();
    assert_eq!(ids(&queue.zones[0]), ["3D", "KS", "9H", "10H", "2C", "AC"], "the top is last");
    assert_eq!(queue.zones[0].cards[5].points_at, [(1, 0)]);
    assert_eq!(queue.clone().top_last(), queue);
    scene.zones[1].cards[3].face = None;
    assert_eq!(layout.sorted(scene.clone()), scene, "a back is not sorted");
    // The listed order: the ace of spades, then tens, then all others in their old order.
    let mut listed = layout;
    let style = listed.pile_styles.get_mut("hand.self").unwrap();
    style.sort.as_mut().unwrap().default = Some("mine".to_owned());
    assert_eq!(ids(&listed.sorted(scene).zones[1]), ["10H", "AC", "2C", "?", "KS", "3D"]);
}

#[test]
fn suits_of_other_packs_lie_together_in_the_order_of_their_ranks() {
    let layout = read(GOOD, &rummy()).0.unwrap();
    let card = |(rank, suit): (&str, &str)| {
        let id = format!("{rank} of {suit}");
        let face = FaceScene { rank: Some(rank.into()), suit: Some(suit.into()), id, ..FaceScene::default() };
        CardScene { face: Some(face), ..CardScene::default() }
    };
    let held =
        [("King", "Swords"), ("7", "Cups"), ("10", "Swords"), ("Jack", "Swords"), ("2", "Swords"), ("Ace", "Cups")];
    let mut scene = Scene { viewer: Some(Viewer::Seat(Seat::new(1))), ..Scene::default() };
    scene.zones = vec![ZoneScene { cards: held.map(card).to_vec(), ..hand(1) }];
    let sorted = layout.sorted(scene);
    let ids: Vec<&str> = sorted.zones[0].cards.iter().map(|card| card.face.as_ref().unwrap().id.as_str()).collect();
    let (cups, swords) = ids.split_at(2);
    assert_eq!(cups, ["7 of Cups", "Ace of Cups"]);
    assert_eq!(swords, ["2 of Swords", "10 of Swords", "Jack of Swords", "King of Swords"]);
}

#[test]
fn a_layout_without_hands_or_buttons_is_an_error() {
    let hands = ["hand.0", "hand.1", "hand.2"].map(str::to_owned).to_vec();
    let face = |rank: &str, suit: &str| (Some(rank.to_owned()), Some(suit.to_owned()));
    let faces = vec![face("A", "S"), face("10", "H")];
    let game = LayoutParts { buttons: Some(true), hands, faces, ..rummy() };
    let actions = r#"{ "id": "scores", "row": 1, "col": 2, "widget": "actions" }"#;
    let good = GOOD.replace(r#"{ "id": "scores", "row": 1, "col": 2, "widget": "scoreboards" }"#, actions);
    assert_eq!(read(&good, &game).1, "");
    assert_eq!(found(&read(GOOD, &game).1), ["L0012"], "nobody can press a button");
    let hidden = good.replace(r#""piles": ["hand.self"]"#, r#""piles": []"#);
    let hidden = hidden.replacen(r#""rows": 3"#, r#""hidden": ["hand.self"], "rows": 3"#, 1);
    assert_eq!(found(&read(&hidden, &game).1), ["L0013"], "nobody sees their cards");
    assert_eq!(found(&read(&good.replace(r#""rank": 10"#, r#""rank": "ZZ""#), &game).1), ["L0008"]);
    let twice = good.replace(r#"{ "rank": 10 }"#, r#"{ "rank": "A", "suit": "S" }"#);
    assert_eq!(found(&read(&twice, &game).1), ["L0008"]);
    let nothing = r#"{"rows": 1, "cols": 1, "zones": []}"#;
    assert!(read(nothing, &rummy()).0.is_none());
}

#[test]
fn a_misspelt_pile_is_pointed_at_with_the_right_one() {
    let (_, report) = with(r#"{"id": "x", "row": 3, "col": 0, "piles": ["hand.slef"]}"#);
    assert_eq!(
        report,
        r#"error[L0004]: there is no pile `hand.slef`
 --> layout.json:4:43
  |
4 | {"id": "x", "row": 3, "col": 0, "piles": ["hand.slef"]}]}
  |                                           ^^^^^^^^^^^ no zone of this game
  |
help: did you mean `hand.self`?
  |
4 - {"id": "x", "row": 3, "col": 0, "piles": ["hand.slef"]}]}
4 + {"id": "x", "row": 3, "col": 0, "piles": ["hand.self"]}]}
  |

1 error
"#
    );
}

#[test]
fn zones_that_overlap_say_where() {
    let (_, report) = with(r#"{"id": "x", "row": 0, "col": 2, "rowSpan": 2, "widget": "actions"}"#);
    assert_eq!(found(&report), ["L0002"]);
    assert!(report.contains("zones `hands` and `x` overlap"), "{report}");
    assert!(report.contains("covers rows 0 to 1, column 2") && report.contains("covers row 1, columns 0 to 2"));
}

#[test]
fn each_mistake_has_its_code() {
    let cases = [
        (r#"{"id": "x", "row": 3, "col": 2, "colSpan": 2, "widget": "actions"}"#, "L0001"),
        (r#"{"id": "x", "row": 3, "col": 0}"#, "L0003"),
        (r#"{"id": "x", "row": 3, "col": 0, "piles": [], "widget": "actions"}"#, "L0003"),
        (r#"{"id": "hands", "row": 3, "col": 0, "widget": "actions"}"#, "L0005"),
        (r#"{"id": "x", "row": 3, "col": 0, "piles": ["hand.1"]}"#, "L0006"),
        (r#"{"id": "x", "row": 3, "col": 0, "widget": "board"}"#, "L0010"),
        (r#"{"id": "x", "row": 3, "col": 0, "widget": "action"}"#, "D0025"),
        (r#"{"id": "x", "row": 3, "cols": 0, "widget": "actions"}"#, "D0023"),
        (r#"{"id": "x", "row": 64, "col": 0, "widget": "actions"}"#, "D0024"),
    ];
    for (zone, code) in cases {
        let (layout, report) = with(zone);
        assert_eq!(layout, None, "{zone}");
        assert!(found(&report).contains(&code), "{zone}\n{report}");
    }
    assert!(with(cases[7].0).1.contains("did you mean `col`?"));
}

// clause: Cards 6.2-7
#[test]
fn sorters_are_checked() {
    let sort = |sort: &str| {
        let text = GOOD.replace(r#""deck": { "layout": "complete" }"#, &format!(r#""deck": {{ "sort": {sort} }}"#));
        found(&read(&text, &rummy()).1).concat()
    };
    assert_eq!(sort(r#"{ "options": [{ "id": "a", "type": "byRank" }] }"#), "");
    assert_eq!(sort(r#"{ "default": "b", "options": [{ "id": "a", "type": "byRank" }] }"#), "L0007");
    let twice = r#"{ "options": [{ "id": "a", "type": "byRank" }, { "id": "a", "type": "bySuit" }] }"#;
    assert_eq!(sort(twice), "L0007");
    assert_eq!(sort(r#"{ "options": [{ "id": "a", "type": "explicit" }] }"#), "L0008");
    assert_eq!(sort(r#"{ "options": [{ "id": "a", "type": "byRank", "order": [{ "rank": "A" }] }] }"#), "L0008");
    assert_eq!(sort(r#"{ "options": [{ "id": "a", "type": "explicit", "order": [{}] }] }"#), "L0008");
    assert_eq!(sort(r#"{ "options": [{ "id": "a", "type": "byrank" }] }"#), "D0025");
}

// clause: Cards 6.2-4
#[test]
fn a_part_that_no_layout_zone_shows_is_a_warning() {
    let short = r#"{"rows": 1, "cols": 1, "zones": [{"id": "x", "row": 0, "col": 0, "piles": ["hand.self"]}]}"#;
    let (layout, report) = read(short, &LayoutParts { board: true, ..rummy() });
    assert!(layout.is_some());
    assert!(report.contains("nothing shows `deck`, `discard`, `hand.others`"), "{report}");
    assert!(report.contains("nothing shows the board"));
    let told = short.replace("]}]}", r#"]}], "hidden": ["deck", "discard", "hand.others"]}"#);
    assert_eq!(read(&told, &rummy()).1, "");
    let alone = LayoutParts { zones: vec!["hand.0".to_owned()], ..LayoutParts::default() };
    assert_eq!(read(short, &alone).1, "", "nobody else plays");
}

#[test]
fn hostile_files_are_only_diagnostics() {
    for text in ["", "[]", "3", "{", "{\"rows\": {}}", &"[".repeat(5000), r#"{"rows":1,"cols":1,"zones":[[],null,{}]}"#]
    {
        let (layout, report) = read(text, &rummy());
        assert!(layout.is_none() && !report.is_empty(), "{text}");
    }
    let (layout, report) = read(
        r#"{"rows":64,"cols":64,"zones":[{"id":"x","row":63,"col":63,"rowSpan":64,"colSpan":64,"piles":[]}]}"#,
        &rummy(),
    );
    assert!(layout.is_none() && report.contains("L0001"));
    let (_, report) =
        read(r#"{"rows":1,"cols":1,"zones":[{"id":"x\u001b[31m","row":0,"col":0,"piles":[]}]}"#, &rummy());
    assert!(report.contains("D0026"), "{report}");
}

/// 40,000 zones lie in the same place. Reporting every pair would give 800 million diagnostics.
#[test]
fn many_zones_in_one_place_are_few_mistakes() {
    let zone = r#"{"id": "a", "row": 0, "col": 0, "piles": []}"#;
    let text = format!(r#"{{"rows": 3, "cols": 6, "zones": [{}]}}"#, [zone; 40_000].join(","));
    let mut sources = Sources::new();
    let file = sources.add("layout.json", text);
    let mut diags = Diagnostics::new();
    assert!(read_layout(&sources, file, &rummy(), &mut diags).is_none());
    assert!(diags.sorted().len() < 600, "{}", diags.summary());
    assert!(diags.sorted().iter().any(|found| found.code == codes::TOO_MANY));
}

// clause: Cards 6.2-5 6.2-6
#[test]
fn a_missing_shape_falls_back_to_the_plain_one() {
    let layout = |rows| Layout { rows, ..Layout::default() };
    let mut layouts = Layouts::default();
    assert_eq!(layouts.get(Shape::Wide), None);
    layouts.set(Shape::Plain, layout(1));
    layouts.set(Shape::Portrait, layout(2));
    assert_eq!([Shape::Plain, Shape::Wide, Shape::Portrait].map(|shape| layouts.get(shape).unwrap().rows), [1, 1, 2]);
}

#[test]
fn boards_are_drawn_as_they_say() {
    let board = LayoutParts { board: true, squares: Some((9, 10)), ..LayoutParts::default() };
    let drawn = |board: &str| {
        format!(
            r#"{{"rows": 1, "cols": 1, "zones": [{{"id": "b", "row": 0, "col": 0, "widget": "board"}}], "board": {board}}}"#
        )
    };
    let good = r#"{"style": "points", "river": 5, "diagonals": [["d1", "f3"], ["f8", "d10"]]}"#;
    let (layout, report) = read(&drawn(good), &board);
    let drawing = layout.and_then(|layout| layout.board).expect(&report);
    assert_eq!((drawing.style, drawing.river, drawing.diagonals.len()), (Some(BoardStyle::Points), Some(5), 2));
    let names = r#"{"coordinates": {"columns": ["9", "8", "7", "6", "5", "4", "3", "2", "1"], "topRight": true},
        "notation": "kifu", "texts": [{"text": "楚河", "from": "b5", "to": "d6"}]}"#;
    let (layout, report) = read(&drawn(names), &board);
    let drawing = layout.and_then(|layout| layout.board).expect(&report);
    let coordinates = drawing.coordinates.expect("they were read");
    assert_eq!((&*coordinates.columns[0], coordinates.rows.len(), coordinates.top_right), ("9", 0, true));
    assert_eq!((drawing.notation, &*drawing.texts[0].to), (Some(NotationStyle::Kifu), "d6"));
    for (wrong, code) in [
        (r#"{"coordinates": {"columns": ["a", "b"]}}"#, codes::DRAWING),
        (r#"{"texts": [{"text": "river", "from": "b5", "to": "z9"}]}"#, codes::DRAWING),
        (r#"{"texts": [{"text": "", "from": "b5", "to": "c5"}]}"#, codes::DRAWING),
        (r#"{"style": "points", "diagonals": [["d1", "f11"]]}"#, codes::DRAWING),
        (r#"{"style": "points", "diagonals": [["d1"]]}"#, codes::DRAWING),
        (r#"{"style": "squares", "river": 5}"#, codes::DRAWING),
        (r#"{"diagonals": [["a1", "b2"]]}"#, codes::DRAWING),
    ] {
        assert_eq!(found(&read(&drawn(wrong), &board).1), [code], "{wrong}");
    }
    assert!(read(&drawn(r#"{"style": "points", "river": 10}"#), &board).0.is_none(), "no row is above the last");
    assert!(read(&drawn(r#"{"style": "hexes"}"#), &board).0.is_none());
    let none = read(r#"{"rows": 1, "cols": 1, "zones": [], "board": {"style": "points"}}"#, &LayoutParts::default()).1;
    assert_eq!(found(&none), [codes::NO_BOARD]);
}

#[test]
fn a_layout_can_name_the_places_of_players_and_the_forms_of_a_card_table() {
    let text = |seats: &str, lying: &str| {
        format!(
            r#"{{"seats": "{seats}", "rows": 1, "cols": 1, "zones": [
{{"id": "all", "row": 0, "col": 0, "piles": ["deck", "discard", "hand.*"]}}],
"pileStyles": {{"hand.*": {{"layout": "{lying}"}}}}}}"#
        )
    };
    let words = [
        ("trick", PileLayout::Trick),
        ("mat", PileLayout::Mat),
        ("rows", PileLayout::Rows),
        ("columns", PileLayout::Columns),
    ];
    for (word, lying) in words {
        let layout = read(&text("around", word), &rummy()).0.unwrap();
        assert_eq!(layout.seats, Some(SeatPlaces::Around));
        assert_eq!(layout.style(&hand(1), None).unwrap().layout, Some(lying));
    }
    assert_eq!(read(&text("rows", "mat"), &rummy()).0.unwrap().seats, Some(SeatPlaces::Rows));
    let (layout, report) = read(&text("arround", "mat"), &rummy());
    assert!(layout.is_none() && report.contains("around"), "{report}");
}

/// Card engine 5: the buttons are a grid of rows, columns and cells.
// clause: Cards 5-2
#[test]
fn buttons_are_arranged_in_a_grid() {
    let game = LayoutParts { actions: ["pass", "1C", "1D"].map(str::to_owned).to_vec(), ..rummy() };
    let grid = |cells: &str| {
        let actions = format!(r#"{{ "actions": {{ "rows": 2, "cols": 2, "cells": [{cells}] }},"#);
        read(&GOOD.replacen('{', &actions, 1), &game)
    };
    let (layout, report) = grid(r#"{"row":0,"col":0,"colSpan":2,"actionId":"pass"},{"row":1,"col":1,"actionId":"1D"}"#);
    assert_eq!(report, "");
    let layout = layout.unwrap();
    let cells = &layout.actions.as_ref().unwrap().cells;
    assert_eq!((cells[0].col_span, cells[1].row_span, cells[1].action_id.as_str()), (2, 1, "1D"));
    let json = serde_json::to_string(&layout).unwrap();
    assert!(
        json.contains(r#""actions":{"rows":2,"cols":2,"cells":[{"row":0,"col":0,"rowSpan":1,"colSpan":2,"#),
        "{json}"
    );
    assert_eq!(serde_json::from_str::<Layout>(&json).unwrap(), layout);
    for (cells, code) in [
        (r#"{"row":2,"col":0,"actionId":"pass"}"#, codes::OUTSIDE),
        (r#"{"row":0,"col":1,"colSpan":2,"actionId":"pass"}"#, codes::OUTSIDE),
        (r#"{"row":0,"col":0,"actionId":"pass"},{"row":0,"col":0,"actionId":"1C"}"#, codes::OVERLAP),
        (r#"{"row":0,"col":0,"actionId":"pass"},{"row":0,"col":1,"actionId":"pass"}"#, codes::SHOWN_TWICE),
        (r#"{"row":0,"col":0,"actionId":"1H"}"#, codes::UNKNOWN_ACTION),
    ] {
        let (layout, report) = grid(cells);
        assert!(layout.is_none());
        assert_eq!(found(&report), [code], "{report}");
    }
    assert!(grid(r#"{"row":0,"col":0,"actionId":"1CC"}"#).1.contains("1C"), "the nearest id is suggested");
    assert!(grid(&vec![r#"{"row":0,"col":0,"actionId":"pass"}"#; 300].join(",")).1.contains("more than 256 cells"));
}

#[test]
fn a_strip_of_phases_names_each_phase_once() {
    let text = |phases: &str| {
        format!(
            r#"{{"rows": 1, "cols": 1, "zones": [
{{"id": "all", "row": 0, "col": 0, "piles": ["deck", "discard", "hand.*"]}}], "phases": {phases}}}"#
        )
    };
    let good = r#"[{"label": "Main", "phases": ["main phase"]}, {"label": "Fight", "phases": ["attack", "block"]}]"#;
    let layout = read(&text(good), &rummy()).0.unwrap();
    assert_eq!(layout.phases[1], PhaseEntry { label: "Fight".into(), phases: vec!["attack".into(), "block".into()] });
    let twice = r#"[{"label": "Main", "phases": ["attack"]}, {"label": "Fight", "phases": ["attack"]}]"#;
    assert_eq!(found(&read(&text(twice), &rummy()).1), [codes::PHASE_STRIP]);
    assert_eq!(found(&read(&text(r#"[{"label": "Main", "phases": []}]"#), &rummy()).1), [codes::PHASE_STRIP]);
    let many = format!(
        "[{}]",
        (0..17).map(|n| format!(r#"{{"label": "{n}", "phases": ["{n}"]}}"#)).collect::<Vec<_>>().join(",")
    );
    assert_eq!(found(&read(&text(&many), &rummy()).1), [codes::PHASE_STRIP]);
}
