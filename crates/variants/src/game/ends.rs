//! Writes the ways to win.

use super::{SIDES, Writer};
use crate::variant::Square;
use serde_json::{Value, json};
use std::collections::BTreeSet;

impl Writer<'_> {
    pub(super) fn wins(&mut self) -> Vec<Value> {
        let v = self.variant;
        let mut wins = Vec::new();
        let types = v.set("extinctionPieceTypes");
        if let Some(value) = v.word("extinctionValue")
            && !types.is_empty()
            && (!v.is("extinctionPseudoRoyal") || v.is("blastOnCapture"))
        {
            let mut win = json!({ "win": "EXTINCT" });
            if !types.contains("*") {
                let groups: Vec<Value> = (types.iter())
                    .map(|name| self.codes(name))
                    .filter(|codes| !codes.is_empty())
                    .map(|codes| if let [code] = codes[..] { json!(code) } else { json!(codes) })
                    .collect();
                win["pieces"] = json!(groups);
            }
            for (key, number) in
                [("extinctionPieceCount", "at_most"), ("extinctionOpponentPieceCount", "opponent_at_least")]
            {
                if v.number(key) > 0 {
                    win[number] = json!(v.number(key).min(250));
                }
            }
            if v.is("extinctionClaim") {
                win["reply"] = json!(true);
            }
            if v.is("pieceDrops") || v.is("seirawanGating") {
                win["hand"] = json!(true);
            }
            if value != "loss" {
                win["result"] = json!(value);
            }
            wins.push(win);
        }
        let regions = SIDES.map(|side| match v.region(&format!("flagRegion{side}")) {
            Some(region) => self.region(Some(region)),
            None => BTreeSet::new(),
        });
        if regions.iter().any(|region| !region.is_empty()) {
            self.flags(regions, &mut wins);
        }
        if v.is("checkCounting") {
            wins.push(json!({ "win": "CHECKS", "times": self.start.checks.unwrap_or(1).clamp(1, 100) }));
        }
        self.castling_wins(&mut wins);
        self.patterns(&mut wins);
        self.nothing_to_pass_with(&mut wins);
        wins
    }

    /// In this format, a pass is written as a move of a piece to its own square. So a player without pieces cannot pass,
    /// and has the result of a stalemate.
    fn nothing_to_pass_with(&self, wins: &mut Vec<Value>) {
        let v = self.variant;
        let passes = SIDES.iter().any(|side| v.is(&format!("pass{side}")) || v.is(&format!("passOnStalemate{side}")));
        let beside_own = matches!(v.word("enclosingDrop"), Some("reversi" | "ataxx" | "quadwrangle"));
        let starts = (0..2).all(|side| self.start.pieces.iter().any(|(player, ..)| *player == side));
        if !passes || !starts || (v.is("pieceDrops") && !beside_own) || !self.codes("king").is_empty() {
            return;
        }
        let result = v.word("stalemateValue").filter(|value| matches!(*value, "win" | "loss")).unwrap_or("draw");
        wins.push(json!({ "win": "EXTINCT", "result": result }));
    }

    pub(super) fn flags(&mut self, regions: [BTreeSet<Square>; 2], wins: &mut Vec<Value>) {
        let v = self.variant;
        let pieces = SIDES.map(|side| v.set(&format!("flagPiece{side}")));
        let mut parts = vec![(regions.clone(), pieces[0].clone())];
        if pieces[0] != pieces[1] {
            let [white, black] = regions;
            parts = vec![([white, BTreeSet::new()], pieces[0].clone()), ([BTreeSet::new(), black], pieces[1].clone())];
        }
        for (squares, types) in parts {
            if squares.iter().all(BTreeSet::is_empty) {
                continue;
            }
            let zone = self.zone("GOAL", squares);
            let mut win = json!({ "win": "REACH", "zone": zone });
            if !types.is_empty() && !types.contains("*") {
                win["pieces"] = json!(self.codes_of(&types));
            }
            if v.number("flagPieceCount") > 1 {
                win["count"] = json!(v.number("flagPieceCount").min(250));
            }
            if v.is("flagPieceBlockedWin") {
                win["or_full"] = json!(true);
            }
            if v.is("flagPieceSafe") {
                win["safe"] = json!(true);
            }
            if v.is("flagMove") {
                let king = types.len() == 1 && types.contains("king");
                win["reply"] = json!(if king && !v.is("flagPieceSafe") { "round" } else { "turn" });
            }
            wins.push(win);
        }
    }

    pub(super) fn patterns(&mut self, wins: &mut Vec<Value>) {
        let v = self.variant;
        let mut directions = Vec::new();
        for (flag, word) in
            [("connectHorizontal", "row"), ("connectVertical", "column"), ("connectDiagonal", "diagonal")]
        {
            if v.is(flag) {
                directions.push(word);
            }
        }
        let types = v.set("connectPieceTypes");
        let pieces = (!types.is_empty() && !types.contains("*"))
            .then(|| self.codes_of(&types).into_iter().map(str::to_owned).collect::<Vec<_>>());
        let finish = |mut win: Value, lines: bool| {
            if lines && directions.len() < 3 {
                win["directions"] = json!(directions);
            }
            if let Some(pieces) = &pieces {
                win["pieces"] = json!(pieces);
            }
            if let Some(value) = v.word("connectValue").filter(|value| *value != "win") {
                win["result"] = json!(value);
            }
            win
        };
        let mut found = Vec::new();
        // A longer line than the board can hold is never complete.
        let fits = |key: &str| (2..=i64::from(v.files.max(v.ranks))).contains(&v.number(key));
        if fits("connectN") {
            found.push(finish(json!({ "win": "LINE", "length": v.number("connectN") }), true));
        }
        if fits("connectNxN") {
            found.push(finish(json!({ "win": "SQUARE", "side": v.number("connectNxN") }), false));
        }
        if fits("collinearN") {
            found.push(finish(json!({ "win": "COLLINEAR", "length": v.number("collinearN") }), true));
        }
        let ends = ["1", "2"].map(|end| {
            SIDES.map(|side| match v.region(&format!("connectRegion{end}{side}")) {
                Some(region) => self.region(Some(region)),
                None => BTreeSet::new(),
            })
        });
        if ends.iter().flatten().any(|region| !region.is_empty()) {
            let [from, to] = ends;
            let (from, to) = (self.zone("FIRST_EDGE", from), self.zone("SECOND_EDGE", to));
            found.push(finish(json!({ "win": "CHAIN", "from": from, "to": to }), true));
        }
        wins.extend(found);
    }
}
