//! Writes the clauses about the whole game.

use super::kinds::{Kind, Origin};
use super::{SIDES, Writer};
use crate::variant::{Square, Types};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

impl Writer<'_> {
    pub(super) fn clauses(&mut self) -> Map<String, Value> {
        let v = self.variant;
        let mut clauses = Map::new();
        let mut put = |key: &str, value: Value| {
            clauses.insert(key.to_owned(), value);
        };
        let wins = self.wins();
        if !wins.is_empty() {
            put("win_conditions", Value::Array(wins));
        }
        let draws = self.draws();
        if !draws.is_empty() {
            put("draw_conditions", Value::Array(draws));
        }
        let result = |word: Option<&str>| match word {
            Some("win") => "win",
            Some("loss") => "loss",
            _ => "draw",
        };
        let stalemate = result(v.word("stalemateValue"));
        match (stalemate, v.is("stalematePieceCount")) {
            ("loss", true) => put("stalemate", json!("count")),
            ("win", true) => put("stalemate", json!("fewest")),
            ("draw", _) => {}
            (word, _) => put("stalemate", json!(word)),
        }
        let mate = v.word("checkmateValue").unwrap_or("loss");
        if v.is("shatarMateRule") {
            let strong: Vec<&str> = ["knight", "rook", "bers"].into_iter().flat_map(|name| self.codes(name)).collect();
            put(
                "checkmate",
                json!({
                    "result": mate,
                    "only_by": { "pieces": self.codes("knight"), "result": "win" },
                    "without": { "pieces": strong, "result": "draw" },
                }),
            );
        } else if mate != "loss" {
            put("checkmate", json!(mate));
        }
        if v.is("capturesToHand") {
            put("captured", json!("to_hand"));
        }
        for (flag, key) in [("mustCapture", "compulsory_capture"), ("immobilityIllegal", "no_stuck_pieces")] {
            if v.is(flag) {
                put(key, json!(true));
            }
        }
        if !v.is("checking") && !self.codes("king").is_empty() {
            put("no_checks", json!(true));
        }
        if v.is("mustDrop") {
            let types = v.set("mustDropType");
            let some = !types.is_empty() && !types.contains("*");
            put("compulsory_drop", if some { json!(self.codes_of(&types)) } else { json!(true) });
        }
        let pass = SIDES.map(|side| {
            if v.is(&format!("passOnStalemate{side}")) {
                "forced"
            } else if v.is(&format!("pass{side}")) {
                "allowed"
            } else {
                "never"
            }
        });
        let tally = match v.word("materialCounting") {
            Some("unweighted") => "pieces",
            Some("janggi") => "points",
            _ => "draw",
        };
        if pass != ["never", "never"] {
            if pass[0] == pass[1] {
                put("pass", json!(pass[0]));
            } else {
                put("pass", json!({ "WHITE": pass[0], "BLACK": pass[1] }));
            }
            put("double_pass", json!(tally));
        }
        if v.is("adjudicateFullBoard") {
            put("full_board", json!(tally));
        }
        if tally == "points" {
            let values =
                [("rook", 13), ("janggiCannon", 7), ("horse", 5), ("janggiElephant", 3), ("wazir", 3), ("soldier", 2)];
            let mut points = Map::new();
            for (name, value) in values {
                for code in self.codes(name) {
                    points.insert(code.to_owned(), json!(value));
                }
            }
            put("points", json!({ "pieces": points, "extra_tenths": { "BLACK": 15 } }));
        }
        let kings = !self.codes("king").is_empty();
        if v.is("flyingGeneral") && kings {
            put("facing_leaders", json!({ "rule": "forbidden", "rows": true }));
        } else if v.is("bikjangRule") && kings {
            put("facing_leaders", json!({ "rule": "answered", "rows": true }));
        }
        if let Some(pairs) = v.pairs.get("promotionLimit") {
            let limits: Vec<Value> = (pairs.iter())
                .filter_map(|(name, most)| Some((self.codes(name), most.parse::<u8>().ok().filter(|most| *most > 0)?)))
                .filter(|(codes, _)| !codes.is_empty())
                .map(|(codes, most)| json!({ "pieces": codes, "most": most }))
                .collect();
            if !limits.is_empty() {
                put("promotion_limits", Value::Array(limits));
            }
        }
        let (capture, always) = self.effects();
        if !capture.is_empty() {
            put("after_capture", Value::Array(capture));
        }
        if !always.is_empty() {
            put("after_move", Value::Array(always));
        }
        self.places(&mut clauses);
        clauses
    }

    /// Adds the clauses `walls`, `gating`, `unmoved_drops` and, for shuffled pieces, `castling`.
    pub(super) fn places(&mut self, clauses: &mut Map<String, Value>) {
        let v = self.variant;
        if let Some(rule) = v.word("wallingRule") {
            let place = match rule {
                "arrow" => "reach",
                "past" => "source",
                "edge" => "edge",
                _ => "anywhere",
            };
            let mut walls = json!({ "place": place });
            if rule == "duck" {
                walls["single"] = json!(true);
            }
            if v.is("wallOrMove") {
                walls["instead"] = json!(true);
            }
            if let Some(zone) = self.zone_of("WALLS", "wallingRegion") {
                walls["zone"] = json!(zone);
            }
            clauses.insert("walls".to_owned(), walls);
        }
        let rank = |rank: u8| (0..v.files).map(|file| (file, rank)).collect::<BTreeSet<Square>>();
        if v.is("seirawanGating") {
            let zone = self.zone("GATES", [rank(0), rank(v.ranks - 1)]);
            clauses.insert("gating".to_owned(), json!({ "zone": zone }));
        }
        if v.is("castling") && v.is("castlingDroppedPiece") {
            let mut squares = [BTreeSet::new(), BTreeSet::new()];
            for (side, _, king, rook) in self.castling_pairs() {
                squares[side].extend([king, rook]);
            }
            let zone = self.zone("CASTLING_SQUARES", squares);
            clauses.insert("unmoved_drops".to_owned(), json!({ "zone": zone }));
        }
        if v.is("castling") && v.is("chess960") {
            let kings = v.set("castlingKingPieceWhite");
            let king = kings.iter().find_map(|name| self.code(name, &Origin::Plain));
            let rooks = self.codes_of(&v.set("castlingRookPiecesWhite"));
            if let Some(king) = king {
                let (right, left) = (v.number("castlingKingsideFile") - 1, v.number("castlingQueensideFile") - 1);
                let castling = json!({
                    "piece": king,
                    "partners": rooks,
                    "rank": v.number("castlingRank") - 1,
                    "right": [right, right - 1],
                    "left": [left, left + 1],
                });
                clauses.insert("castling".to_owned(), castling);
            }
        }
    }

    /// Returns two lists: the effects after a capture, and the effects after every move.
    pub(super) fn effects(&self) -> (Vec<Value>, Vec<Value>) {
        let v = self.variant;
        let (mut capture, mut always) = (Vec::new(), Vec::new());
        let petrified = self.codes_of(&v.set("petrifyOnCaptureTypes"));
        if v.is("blastOnCapture") {
            let immune = self.codes_of(&v.set("blastImmuneTypes"));
            let mut spared = immune.clone();
            spared.extend(self.codes("pawn"));
            let around = if v.is("petrifyBlastPieces") { "WALL" } else { "REMOVE" };
            let mut blast = json!({ "action": around, "around": true });
            if !spared.is_empty() {
                blast["except"] = json!(spared);
            }
            if around == "WALL" {
                let others: Vec<&str> =
                    self.kinds.iter().map(|kind| kind.code.as_str()).filter(|code| !spared.contains(code)).collect();
                blast = json!({ "action": "WALL", "around": true, "pieces": others });
            }
            capture.push(blast);
            if !petrified.is_empty() {
                capture.push(json!({ "action": "WALL", "by": petrified }));
            }
            let mut centre = json!({ "action": "REMOVE" });
            if !immune.is_empty() {
                centre["except"] = json!(immune);
            }
            capture.push(centre);
        } else if !petrified.is_empty() {
            capture.push(json!({ "action": "WALL", "by": petrified }));
        }
        if v.is("cambodianMoves") && !self.codes("rook").is_empty() && !self.codes("king").is_empty() {
            // A rook on the row or column of the enemy king ends the king's right to leap, whatever stands between.
            let (files, ranks) = (i16::from(v.files), i16::from(v.ranks));
            let along = |length: i16| (1 - length..length).filter(|n| *n != 0);
            let offsets: Vec<(i16, i16)> = along(files).map(|x| (x, 0)).chain(along(ranks).map(|y| (0, y))).collect();
            always.push(json!({
                "action": "MOVED",
                "by": self.codes("rook"),
                "pieces": self.codes("king"),
                "owner": "ENEMY",
                "offsets": offsets,
            }));
        }
        match v.word("flipEnclosedPieces") {
            // A drop that must enclose pieces also flips them, so only moves need the effect.
            Some("reversi") if v.word("enclosingDrop") != Some("reversi") || self.moves_pieces() => {
                always.push(json!({ "action": "FLIP", "enclosed": true }));
            }
            Some("ataxx") => always.push(json!({ "action": "FLIP", "around": true })),
            Some("quadwrangle") => {
                always.push(json!({ "action": "FLIP", "around": true, "drop_beside_own": true }));
            }
            _ => {}
        }
        (capture, always)
    }

    /// Whether some piece can move.
    fn moves_pieces(&self) -> bool {
        let moves = |kind: &Kind| self.variant.type_of(&kind.type_name).is_some_and(|own| !own.betza.is_empty());
        self.kinds.iter().any(moves)
    }

    pub(super) fn draws(&self) -> Vec<Value> {
        let v = self.variant;
        let mut draws = Vec::new();
        if v.number("nFoldRule") > 1 {
            let mut draw = json!({ "draw": "REPETITION", "times": v.number("nFoldRule").min(20) });
            match v.word("nFoldValue") {
                Some("loss") if v.is("nFoldValueAbsolute") => draw["result"] = json!("first_loses"),
                Some(value @ ("loss" | "win")) => draw["result"] = json!(value),
                _ => {}
            }
            draws.push(draw);
        }
        if v.number("nMoveRule") > 0 {
            let types: Types = SIDES.iter().flat_map(|side| v.set(&format!("nMoveRuleTypes{side}"))).collect();
            let mut draw = json!({ "draw": "NO_PROGRESS", "turns": 2 * v.number("nMoveRule").min(5000) });
            let pieces = self.codes_of(&types);
            if !pieces.is_empty() {
                draw["pieces"] = json!(pieces);
            }
            draws.push(draw);
        }
        draws
    }
}
