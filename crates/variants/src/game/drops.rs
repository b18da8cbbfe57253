//! Writes the rules for dropping a piece.

use super::kinds::{Kind, Origin};
use super::{SIDES, Writer};
use serde_json::{Map, Value, json};

impl Writer<'_> {
    /// The rules for dropping a kind. `None` if it is never dropped.
    pub(super) fn drop(&mut self, kind: &Kind) -> Option<Value> {
        let v = self.variant;
        let letter = v.type_of(&kind.type_name)?.letter;
        let held = self.start.hands.iter().flatten().any(|sign| *sign == letter);
        if kind.origin != Origin::Plain || (kind.type_name == "king" && !held) {
            return None;
        }
        if v.is("seirawanGating") && !v.is("pieceDrops") {
            return held.then(|| json!({ "gate_only": true }));
        }
        if !v.is("pieceDrops") {
            return None;
        }
        let free = v.is("freeDrops");
        if !held && !v.is("capturesToHand") && !free {
            return None;
        }
        let mut drop = Map::new();
        let mut squares = SIDES.map(|side| self.region(v.region(&format!("dropRegion{side}"))));
        let mut capital = kind.type_name.clone();
        capital[..1].make_ascii_uppercase();
        for (side, squares) in squares.iter_mut().enumerate() {
            if let Some(area) = v.region(&format!("mobilityRegion{}{capital}", SIDES[side])).filter(|r| !r.is_empty()) {
                squares.retain(|square| area.contains(square));
            }
            if kind.type_name == "pawn" {
                let promotion = self.region(v.region(&format!("promotionRegion{}", SIDES[side])));
                let first = if side == 0 { 0 } else { v.ranks - 1 };
                squares.retain(|square| {
                    (v.is("promotionZonePawnDrops") || !promotion.contains(square))
                        && (v.is("firstRankPawnDrops") || square.1 != first)
                });
            }
            if kind.type_name == "rook" && v.is("sittuyinRookDrop") {
                let first = if side == 0 { 0 } else { v.ranks - 1 };
                squares.retain(|square| square.1 == first);
            }
        }
        let all = self.all_squares();
        if squares != [all.clone(), all] {
            let zone = self.zone("DROPS", squares);
            drop.insert("zones".to_owned(), json!([zone]));
        }
        if v.set("dropNoDoubled").contains(&kind.type_name) {
            match v.number("dropNoDoubledCount") {
                1 => drop.insert("one_a_file".to_owned(), json!(true)),
                count => drop.insert("file_limit".to_owned(), json!(count)),
            };
        }
        let word = |drop: &mut Map<String, Value>, key: &str, value: Value| drop.insert(key.to_owned(), value);
        if v.is("shogiPawnDropMateIllegal") && (kind.type_name == "shogiPawn" || kind.type_name == "soldier") {
            word(&mut drop, "not_mate", json!(true));
        }
        // In this format, the rules about checks apply only to kings.
        if !v.is("dropChecks") && v.type_of("king").is_some() {
            word(&mut drop, "not_check", json!(true));
        }
        if v.is("dropOppositeColoredBishop") && kind.type_name == "bishop" {
            word(&mut drop, "both_colours", json!(true));
        }
        if free {
            word(&mut drop, "free", json!(true));
        }
        match v.word("enclosingDrop") {
            Some("reversi") => drop.insert("flips".to_owned(), json!(true)),
            Some("ataxx" | "quadwrangle") => drop.insert("beside".to_owned(), json!({ "owner": "ALLY" })),
            Some("snort") => {
                drop.insert("beside".to_owned(), json!({ "owner": "ENEMY", "straight": true, "not": true }))
            }
            Some("top") => drop.insert("supported".to_owned(), json!([0, -1])),
            Some("anyside") => drop.insert("from_edge".to_owned(), json!(true)),
            _ => None,
        };
        if v.word("enclosingDrop").is_some()
            && let Some(region) = v.region("enclosingDropStart").filter(|region| !region.is_empty())
        {
            let zone = self.zone("FIRST_DROPS", [region.clone(), region]);
            drop.insert("first".to_owned(), json!(zone));
        }
        if v.is("dropPromoted")
            && let Some(to) = self.promoted_type(&kind.type_name)
        {
            let origin = if self.remembers() { Origin::Type(kind.type_name.clone()) } else { Origin::Plain };
            if let Some(code) = self.code(&to, &origin) {
                drop.insert("becomes".to_owned(), json!([code]));
            }
        }
        Some(Value::Object(drop))
    }
}
