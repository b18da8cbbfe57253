//! Writes the promotions of a piece.

use super::kinds::{Kind, Origin};
use super::{SIDES, Writer};
use crate::moves::{self, Stride};
use serde_json::{Value, json};
use std::collections::BTreeSet;

impl Writer<'_> {
    /// The promotions of a kind.
    pub(super) fn modifiers(&mut self, kind: &Kind) -> Vec<Value> {
        let v = self.variant;
        let mut modifiers = Vec::new();
        if kind.type_name == "king" || (kind.type_name == "pawn" && v.is("sittuyinPromotion")) {
            return modifiers;
        }
        let regions = SIDES.map(|side| self.region(v.region(&format!("promotionRegion{side}"))));
        let hands = v.is("capturesToHand") && !v.is("dropLoop");
        let pawns = self.promotes_as_pawn(&kind.type_name);
        let options = [0, 1].map(|side| {
            let mut codes: Vec<String> = Vec::new();
            if pawns[side] {
                for option in v.set(&format!("promotionPieceTypes{}", SIDES[side])) {
                    let origin = if hands { Origin::Pawn } else { Origin::Plain };
                    codes.extend(self.code(&option, &origin).map(str::to_owned));
                }
            }
            codes
        });
        let up = self.promoted_type(&kind.type_name).and_then(|to| {
            let origin = if self.remembers() { Origin::Type(kind.type_name.clone()) } else { Origin::Plain };
            self.code(&to, &origin).map(str::to_owned)
        });
        let down = match &kind.origin {
            Origin::Type(from) if v.is("pieceDemotion") => self.code(from, &Origin::Plain).map(str::to_owned),
            _ => None,
        };
        for side in 0..2 {
            let mut list = options[side].clone();
            list.extend(up.clone());
            if !pawns[side] || list.is_empty() {
                continue;
            }
            if !v.is("mandatoryPawnPromotion") {
                list.push(kind.code.clone());
            }
            let mut squares = [BTreeSet::new(), BTreeSet::new()];
            let both = side == 0 && options[0] == options[1] && pawns[0] == pawns[1];
            squares[side].clone_from(&regions[side]);
            if both {
                squares[1].clone_from(&regions[1]);
            }
            let zone = self.zone("PROMOTION", squares);
            modifiers.push(json!({ "action": "TRANSFORM", "conditions": [{ "condition": zone }], "options": list }));
            if both {
                break;
            }
        }
        let mut changes: Vec<String> = if pawns == [false; 2] { up.into_iter().collect() } else { vec![] };
        changes.extend(down);
        if !changes.is_empty() {
            if !v.is("mandatoryPiecePromotion") {
                changes.push(kind.code.clone());
            }
            let zone = self.zone("PROMOTION", regions);
            let mut when = vec![];
            if v.is("piecePromotionOnCapture") {
                when.push(json!({ "condition": "CAPTURES" }));
            }
            for place in [json!({ "condition": zone }), json!({ "condition": "SOURCE_IN", "zone": zone })] {
                let conditions: Vec<Value> = when.iter().cloned().chain([place]).collect();
                modifiers.push(json!({ "action": "TRANSFORM", "conditions": conditions, "options": changes }));
            }
        }
        modifiers
    }

    /// Adds the moves with which a pawn promotes on its square, or while it moves as the new piece. The new piece may
    /// attack nothing. The last pawn of a player promotes anywhere.
    pub(super) fn quiet_promotions(&mut self, kind: &Kind, moves: &mut Vec<Value>) {
        let v = self.variant;
        if kind.type_name != "pawn" || !v.is("sittuyinPromotion") {
            return;
        }
        let regions = SIDES.map(|side| self.region(v.region(&format!("promotionRegion{side}"))));
        let zone = self.zone("PROMOTION", regions);
        let pawns: Vec<String> = self.codes("pawn").into_iter().map(str::to_owned).collect();
        let here = json!({ "condition": "SOURCE_IN", "zone": zone });
        let elsewhere = json!({ "condition": "SOURCE_IN", "zone": zone, "not": true });
        let last = json!({ "condition": "PIECE_COUNT", "pieces": pawns, "owner": "ALLY", "max": 1 });
        let calm = ["GIVES_CHECK", "ATTACKS"].map(|name| json!({ "condition": name, "not": true }));
        let origin = if v.is("capturesToHand") && !v.is("dropLoop") { Origin::Pawn } else { Origin::Plain };
        for option in v.set("promotionPieceTypesWhite") {
            let Some(code) = self.code(&option, &origin).map(str::to_owned) else { continue };
            let Some(own) = v.type_of(&option) else { continue };
            let parts = moves::read(&own.betza).unwrap_or_default();
            let strides = parts.into_iter().flat_map(|part| part.strides).filter(|stride| stride.captures);
            let mut ways: Vec<Value> =
                vec![json!({ "step": [0, 0], "actions": [{ "state": "EMPTY", "action": "MOVE" }] })];
            ways.extend(
                strides.map(|stride| Stride { moves: true, captures: false, ..stride }.explicit(0, vec![], vec![])),
            );
            for way in ways {
                for place in [vec![here.clone()], vec![elsewhere.clone(), last.clone()]] {
                    let mut conditions = way["conditions"].as_array().cloned().unwrap_or_default();
                    conditions.extend(place);
                    conditions.extend(calm.clone());
                    let mut written = way.clone();
                    written["id"] = json!(moves.len());
                    written["conditions"] = json!(conditions);
                    written["modifiers"] = json!([{ "action": "TRANSFORM", "options": [code] }]);
                    moves.push(written);
                }
            }
        }
    }
}
