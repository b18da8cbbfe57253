//! Makes the files of a deck for Tabletop Simulator: sheets of faces, backs, and a saved object that refers to them.

use crate::Components;
use crate::face::Artist;
use crate::pictures::Pictures;
use crate::raster;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Columns and rows of a sheet. The program reads at most ten columns and seven rows.
const COLUMNS: usize = 10;
const ROWS: usize = 7;
/// Maximum number of faces on a sheet. The last place holds the picture that other players see of a card in a hand.
const FACES: usize = COLUMNS * ROWS - 1;
/// The width of a card in pixels. Ten of them are just below the limit of 4,096 pixels.
const CARD: u32 = 409;

/// Returns the names and bytes of all files. The file `NAME.json` is the saved object. It finds the other files below
/// `folder`, which is an address such as `file:///C:/trees`.
///
/// # Errors
/// If a sheet cannot be drawn.
pub fn tabletop(
    components: &Components,
    name: &str,
    folder: &str,
    read: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut artist = Artist::default();
    let mut pictures = Pictures::new(read);
    let mut files = Vec::new();
    let mut objects = Vec::new();
    let failed = || "a sheet of cards cannot be drawn".to_owned();
    let mut decks: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, card) in components.cards.iter().enumerate() {
        decks.entry(&card.deck).or_default().push(at);
    }
    // The numbers of sheets are unique in a save.
    let mut next = 1;
    for (nth, (deck, cards)) in decks.into_iter().enumerate() {
        let drawn = artist.back((nth > 0).then_some(deck));
        let back = raster::pixels(&drawn, CARD, &mut pictures).ok_or_else(failed)?;
        let back_name = format!("{name}-back-{}.png", nth + 1);
        let mut sheets = serde_json::Map::new();
        let mut contained = Vec::new();
        for faces in cards.chunks(FACES) {
            let mut cells = Vec::new();
            for at in faces {
                let drawn = artist.face(&components.cards[*at].face);
                cells.push(raster::pixels(&drawn, CARD, &mut pictures).ok_or_else(failed)?);
            }
            cells.resize(FACES, back.clone());
            cells.push(back.clone());
            let sheet = raster::sheet(&cells, COLUMNS as u32, ROWS as u32).ok_or_else(failed)?;
            let sheet_name = format!("{name}-cards-{next}.png");
            let about = json!({
                "FaceURL": format!("{folder}/{sheet_name}"), "BackURL": format!("{folder}/{back_name}"),
                "NumWidth": COLUMNS, "NumHeight": ROWS, "BackIsHidden": true, "UniqueBack": false,
            });
            for (place, at) in faces.iter().enumerate() {
                let card = &components.cards[*at];
                let words =
                    |key: &str| card.face.text.iter().find(|(known, _)| known == key).map(|(_, text)| text.clone());
                let one = json!({
                    "Name": "Card", "Nickname": card.face.name, "Description": words("text").unwrap_or_default(),
                    "CardID": next * 100 + place, "CustomDeck": { next.to_string(): about }, "Transform": transform(0.0),
                });
                contained.extend(std::iter::repeat_n(one, card.count));
            }
            sheets.insert(next.to_string(), about);
            files.push((sheet_name, sheet.encode_png().map_err(|error| error.to_string())?));
            next += 1;
        }
        files.push((back_name, back.encode_png().map_err(|error| error.to_string())?));
        objects.push(object(deck, contained, sheets, nth));
    }
    let save = json!({
        "SaveName": components.title, "GameMode": "", "Note": "", "Table": "", "Sky": "", "Rules": components.rules,
        "ObjectStates": objects,
    });
    let text = serde_json::to_string_pretty(&save).map_err(|error| error.to_string())?;
    files.push((format!("{name}.json"), text.into_bytes()));
    Ok(files)
}

/// A deck, or a single card, because the program knows no deck with one card.
fn object(deck: &str, mut contained: Vec<Value>, sheets: serde_json::Map<String, Value>, nth: usize) -> Value {
    let place = transform(nth as f32 * 3.0);
    if contained.len() == 1 {
        let mut card = contained.remove(0);
        card["Transform"] = place;
        return card;
    }
    let ids: Vec<Value> = contained.iter().map(|card| card["CardID"].clone()).collect();
    json!({
        "Name": "Deck", "Nickname": deck, "Description": "", "DeckIDs": ids, "CustomDeck": sheets,
        "ContainedObjects": contained, "Transform": place,
    })
}

fn transform(x: f32) -> Value {
    json!({
        "posX": x, "posY": 1.5, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0,
        "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PrintedCard;
    use rulebook_scene::FaceScene;

    #[test]
    fn a_deck_refers_to_its_sheets() {
        let card = |number: usize, count| {
            let name = format!("Card {number}");
            let face = FaceScene {
                id: name.clone(),
                name,
                text: vec![("text".into(), "Draw.".into())],
                ..FaceScene::default()
            };
            PrintedCard { face, deck: "trees".into(), count }
        };
        let cards = (0..70).map(|number| card(number, 1 + number % 2)).collect();
        let components = Components { title: "Trees".into(), cards, ..Components::default() };
        let files = tabletop(&components, "trees", "file:///x", &|_| None).expect("files");
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["trees-cards-1.png", "trees-cards-2.png", "trees-back-1.png", "trees.json"]);
        let save: Value = serde_json::from_slice(&files[3].1).expect("JSON");
        let deck = &save["ObjectStates"][0];
        assert_eq!((deck["DeckIDs"].as_array().map(Vec::len), deck["Nickname"].as_str()), (Some(105), Some("trees")));
        let last = &deck["ContainedObjects"][104];
        assert_eq!(
            (last["CardID"].as_i64(), last["Nickname"].as_str()),
            (Some(200), Some("Card 69")),
            "the 70th face begins a sheet"
        );
        assert_eq!(last["CustomDeck"]["2"]["FaceURL"], "file:///x/trees-cards-2.png");
        let sheet = tiny_skia::Pixmap::decode_png(&files[0].1).expect("a picture");
        assert_eq!((sheet.width(), sheet.height() / 7), (4090, 573));
    }
}
