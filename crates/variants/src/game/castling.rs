//! Writes castling: the moves, and the wins by castling.

use super::kinds::{Kind, Origin};
use super::{SIDES, Writer};
use crate::variant::{Square, Types};
use serde_json::{Value, json};
use std::collections::BTreeSet;

impl Writer<'_> {
    /// For each castling right of the start: the starting squares of the castling piece and of its partner.
    pub(super) fn castling_pairs(&self) -> Vec<(usize, bool, Square, Square)> {
        let v = self.variant;
        let mut found = Vec::new();
        let rank = |side: usize| {
            let rank = (v.number("castlingRank").clamp(1, 16) - 1) as u8;
            if side == 0 { rank } else { v.ranks.saturating_sub(1 + rank) }
        };
        let typed = |sign: char| v.types.iter().find(|own| own.letter == sign).map(|own| own.name.as_str());
        if v.is("castlingDroppedPiece") {
            let file = (v.number("castlingKingFile").clamp(1, 16) - 1) as u8;
            for side in 0..2 {
                let king = (file, rank(side));
                found.push((side, true, king, (v.files - 1, rank(side))));
                found.push((side, false, king, (0, rank(side))));
            }
            return found;
        }
        for letter in self.start.rights.chars() {
            let side = usize::from(letter.is_ascii_lowercase());
            let kings = v.set(&format!("castlingKingPiece{}", SIDES[side]));
            let rooks = v.set(&format!("castlingRookPieces{}", SIDES[side]));
            let on_rank = |types: &Types| -> Vec<u8> {
                let there = self.start.pieces.iter().filter(|(player, sign, _, square)| {
                    *player == side && square.1 == rank(side) && typed(*sign).is_some_and(|name| types.contains(name))
                });
                let mut files: Vec<u8> = there.map(|(.., square)| square.0).collect();
                files.sort_unstable();
                files
            };
            let files = on_rank(&kings);
            let usual = (v.number("castlingKingFile").clamp(1, 16) - 1) as u8;
            let king = files.iter().copied().find(|file| *file == usual && files.len() > 1).or(files.first().copied());
            let Some(king) = king else { continue };
            let partners = on_rank(&rooks);
            let rook = match letter.to_ascii_uppercase() {
                'K' => partners.iter().copied().rfind(|file| *file > king),
                'Q' => partners.iter().copied().find(|file| *file < king),
                letter => partners.iter().copied().find(|file| b'A' + file == letter as u8),
            };
            if let Some(rook) = rook {
                found.push((side, rook > king, (king, rank(side)), (rook, rank(side))));
            }
        }
        found
    }

    /// Adds castling as explicit moves. For shuffled pieces, the clause `castling` describes it instead.
    pub(super) fn castling(&mut self, kind: &Kind, moves: &mut Vec<Value>) {
        let v = self.variant;
        let ours = |side: &str| v.set(&format!("castlingKingPiece{side}")).contains(&kind.type_name);
        if !v.is("castling") || v.is("chess960") || kind.origin != Origin::Plain || !SIDES.iter().any(|side| ours(side))
        {
            return;
        }
        let mut seen: Vec<Value> = Vec::new();
        for (side, right, king, rook) in self.castling_pairs() {
            let key = if right { "castlingKingsideFile" } else { "castlingQueensideFile" };
            let target = v.number(key) - 1;
            let beside = if right { target - 1 } else { target + 1 };
            let turn = |file: i64| {
                let offset = file as i16 - i16::from(king.0);
                if self.turned && side == 1 { -offset } else { offset }
            };
            let (to, from, lands) = (turn(target), turn(i64::from(rook.0)), turn(beside));
            let span = |one: i16, other: i16| one.min(other)..=one.max(other);
            let between: BTreeSet<i16> =
                span(0, to).chain(span(from, lands)).filter(|x| *x != 0 && *x != from).collect();
            let rooks = v.set(&format!("castlingRookPieces{}", SIDES[side]));
            let there = self.start.pieces.iter().find(|(player, .., square)| (*player, *square) == (side, rook));
            let there = there.and_then(|(_, sign, ..)| v.types.iter().find(|own| own.letter == *sign));
            let partner = there.map(|own| &own.name).filter(|name| rooks.contains(*name));
            let partner = partner.into_iter().chain(&rooks).find_map(|name| self.code(name, &Origin::Plain));
            let Some(partner) = partner else { continue };
            let mut conditions = vec![
                json!({ "condition": "FIRST_MOVE" }),
                json!({ "condition": "SQUARES_EMPTY", "positions": between.iter().map(|x| (*x, 0)).collect::<Vec<_>>() }),
                json!({ "condition": "ROOK_FIRST_MOVE", "position": [from, 0] }),
            ];
            if self.is_leader(&kind.type_name) {
                conditions.push(json!({ "condition": "PATH_NOT_ATTACKED" }));
            }
            let mut effects = vec![json!({ "action": "MOVE", "piece": partner, "from": [from, 0], "to": [lands, 0] })];
            if v.is("oppositeCastling") {
                // The effect marks the partners of both players as moved, so the opponent cannot castle on this
                // side. The player's own partner has just moved, so the mark changes nothing for it.
                let same_side = self.castling_pairs().into_iter().filter(|(_, other, ..)| *other == right);
                effects.extend(same_side.map(|(.., rook)| json!({ "action": "MOVED", "square": rook })));
            }
            let written = json!({
                "step": [to, 0],
                "actions": [{ "state": "EMPTY", "action": "MOVE" }],
                "conditions": conditions,
                "side_effects": effects,
            });
            if !seen.contains(&written) {
                seen.push(written);
            }
        }
        for mut written in seen {
            written["id"] = json!(moves.len());
            moves.push(written);
        }
    }

    /// Adds the wins by castling: the king reaches its castling square, or the opponent has lost the right to castle.
    pub(super) fn castling_wins(&mut self, wins: &mut Vec<Value>) {
        let v = self.variant;
        let Some(letters) = v.word("castlingWins").map(str::to_owned) else { return };
        let (mut goals, mut homes): ([BTreeSet<Square>; 2], [BTreeSet<Square>; 2]) = Default::default();
        let mut pieces = Types::new();
        for (side, right, king, rook) in self.castling_pairs() {
            let letter = if right { 'K' } else { 'Q' };
            let letter = if side == 0 { letter } else { letter.to_ascii_lowercase() };
            if !letters.contains(letter) {
                continue;
            }
            let key = if right { "castlingKingsideFile" } else { "castlingQueensideFile" };
            goals[side].insert(((v.number(key).clamp(1, 16) - 1) as u8, king.1));
            homes[side].extend([king, rook]);
            pieces.extend(v.set(&format!("castlingKingPiece{}", SIDES[side])));
        }
        if homes.iter().any(|homes| !homes.is_empty()) {
            let (goal, home) = (self.zone("CASTLED", goals), self.zone("CASTLING_HOMES", homes));
            wins.push(json!({ "win": "REACH", "zone": goal, "pieces": self.codes_of(&pieces) }));
            wins.push(json!({ "win": "LEFT_HOME", "zone": home }));
        }
    }
}
