//! Writes the moves of the pieces: strides, first moves, captures in passing, palaces.

use super::kinds::{Kind, Origin};
use super::{Jump, SIDES, STATE, Writer};
use crate::moves::{self, Part, Stride};
use crate::variant::Square;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

impl Writer<'_> {
    /// The notation of each kind, in parts.
    pub(super) fn parts(&mut self) -> Result<Vec<Vec<Part>>, String> {
        let mut all = Vec::new();
        for kind in &self.kinds {
            let Some(own) = self.variant.type_of(&kind.type_name) else { continue };
            all.push(moves::read(&own.betza).map_err(|why| format!("the piece `{}`: {why}", own.letter))?);
        }
        Ok(all)
    }

    /// Finds the first moves that pass over squares on which they can be captured.
    pub(super) fn find_jumps(&mut self, strides: &[Vec<Stride>]) {
        let mut found: Vec<Jump> = Vec::new();
        let some = (0..2).any(|side| !self.double_region(side).is_empty());
        for (kind, strides) in self.kinds.iter().zip(strides) {
            if kind.type_name == "pawn" {
                let triple = SIDES.iter().any(|side| {
                    self.variant.region(&format!("tripleStepRegion{side}")).is_some_and(|region| !region.is_empty())
                });
                let lengths = [(2, some), (3, triple)];
                found.extend(lengths.into_iter().filter(|(_, there)| *there).map(|(length, _)| Jump {
                    unit: (0, 1),
                    length,
                    state: String::new(),
                }));
            }
            for stride in strides.iter().filter(|stride| stride.initial && some) {
                let plain = |other: &Stride| !other.initial && other.step == stride.step && other.most == stride.most;
                let (x, y) = stride.step;
                let length = x.abs().max(y.abs());
                let straight = x == 0 || y == 0 || x.abs() == y.abs();
                if straight && length > 1 && stride.most == 1 && !strides.iter().any(plain) {
                    found.push(Jump { unit: (x.signum(), y.signum()), length, state: String::new() });
                }
            }
        }
        found.dedup();
        let mut jumps: Vec<Jump> = Vec::new();
        for jump in found {
            if !jumps.contains(&Jump { state: String::new(), ..jump.clone() }) {
                jumps.push(jump);
            }
        }
        let capturers = SIDES.iter().any(|side| {
            let types = self.variant.set(&format!("enPassantTypes{side}"));
            let region = self.variant.region(&format!("enPassantRegion{side}"));
            !region.is_some_and(|region| region.is_empty()) && types.iter().any(|name| !self.codes(name).is_empty())
        });
        if !capturers {
            return;
        }
        for (at, jump) in jumps.iter_mut().enumerate() {
            jump.state = if at == 0 { STATE.to_owned() } else { format!("{STATE}_{}", at + 1) };
        }
        self.jumps = jumps;
    }

    pub(super) fn state_of(&self, unit: (i16, i16), length: i16) -> Vec<Value> {
        let jump = self.jumps.iter().find(|jump| jump.unit == unit && jump.length == length);
        let state = |jump: &Jump| json!({ "action": "SET_STATE", "state": jump.state, "duration": 1 });
        jump.map(state).into_iter().collect()
    }

    /// The signs of a piece of chess. `None` for other kinds: they are shown by their names.
    fn glyphs(&self, kind: &Kind) -> Option<[&'static str; 2]> {
        let king = self.variant.type_of("king").is_none();
        match kind.type_name.as_str() {
            _ if !matches!(kind.origin, Origin::Plain) => None,
            "king" => Some(["♔", "♚"]),
            "commoner" if king => Some(["♔", "♚"]),
            "queen" => Some(["♕", "♛"]),
            "rook" => Some(["♖", "♜"]),
            "bishop" => Some(["♗", "♝"]),
            "knight" => Some(["♘", "♞"]),
            "pawn" => Some(["♙", "♟"]),
            _ => None,
        }
    }

    /// Writes one kind of piece.
    pub(super) fn piece(&mut self, at: usize, parts: &[Part]) -> Value {
        let v = self.variant;
        let kind = self.kinds[at].clone();
        let name = kind.type_name.as_str();
        let mut betza = String::new();
        let mut explicit: Vec<Value> = Vec::new();
        let trapped = name == "king" && v.is("makpongRule");
        let soldier = name == "soldier" && v.number("soldierPromotionRank") > 1;
        // A capture in passing does not promote. If it can end in a promotion zone, each of the other moves
        // gets its own copy of the promotions.
        let modifiers = self.modifiers(&kind);
        let apart = !modifiers.is_empty() && self.passes_into_promotion(&kind);
        for part in parts {
            let janggi = name == "janggiCannon";
            // The same letter again would make a rider of the part before.
            let repeats = part.text.as_ref().is_some_and(|text| betza.chars().last() == text.chars().next());
            match &part.text {
                Some(text) if !soldier && !janggi && !apart && !repeats && !trapped => betza.push_str(text),
                _ => {
                    for stride in &part.strides {
                        self.stride(&kind, stride, &mut explicit);
                    }
                }
            }
        }
        if name == "pawn" {
            self.pawn_steps(&mut explicit);
        }
        self.first_leaps(&kind, &mut explicit);
        self.quiet_promotions(&kind, &mut explicit);
        self.palace(&kind, &mut explicit);
        if trapped {
            explicit = stand_in_check(&explicit);
        }
        if apart {
            explicit.iter_mut().for_each(|written| written["modifiers"] = json!(modifiers));
        }
        self.passing(&kind, parts, &mut explicit);
        self.castling(&kind, &mut explicit);
        let mut piece = Map::new();
        piece.insert("code".to_owned(), json!(kind.code));
        piece.insert("name".to_owned(), json!(kind.name));
        piece.insert("letter".to_owned(), json!(kind.letter));
        let aliases = self.promoted_letters(&kind);
        if !aliases.is_empty() {
            piece.insert("aliases".to_owned(), json!(aliases));
        }
        if let Some(glyphs) = self.glyphs(&kind) {
            piece.insert("glyphs".to_owned(), json!(glyphs));
        }
        if !betza.is_empty() {
            piece.insert("betza".to_owned(), json!(betza));
        }
        if !explicit.is_empty() || betza.is_empty() {
            piece.insert("moves".to_owned(), Value::Array(explicit));
        }
        let conditions = self.conditions(&kind);
        if !conditions.is_empty() {
            piece.insert("conditions".to_owned(), Value::Array(conditions));
        }
        if !modifiers.is_empty() && !apart {
            piece.insert("modifiers".to_owned(), Value::Array(modifiers));
        }
        if let Some(drop) = self.drop(&kind) {
            piece.insert("drop".to_owned(), drop);
        }
        let becomes = match &kind.origin {
            Origin::Plain => None,
            Origin::Pawn => self.code(&self.main_pawn(0), &Origin::Plain),
            Origin::Type(from) => self.code(from, &Origin::Plain),
        };
        if let Some(code) = becomes.filter(|_| v.is("capturesToHand") && !v.is("dropLoop")) {
            piece.insert("demotes_to".to_owned(), json!(code));
        }
        Value::Object(piece)
    }

    /// The conditions of all moves of a kind.
    pub(super) fn conditions(&mut self, kind: &Kind) -> Vec<Value> {
        let v = self.variant;
        let mut conditions = Vec::new();
        let mut capital = kind.type_name.clone();
        capital[..1].make_ascii_uppercase();
        let keys = SIDES.map(|side| format!("mobilityRegion{side}{capital}"));
        let given = |key: &String| v.region(key).filter(|region| !region.is_empty());
        if keys.iter().any(|key| given(key).is_some()) {
            let squares = [0, 1].map(|side| self.region(given(&keys[side])));
            let zone = self.zone(&format!("{}_AREA", kind.code), squares);
            conditions.push(json!({ "condition": zone }));
        }
        // A pawn that must promote, but has no kind to promote to, cannot enter the promotion zone.
        let pawns = self.promotes_as_pawn(&kind.type_name);
        let stuck = [0, 1].map(|side| {
            let mut options = v.set(&format!("promotionPieceTypes{}", SIDES[side])).into_iter();
            let none = !options.any(|option| v.type_of(&option).is_some());
            pawns[side] && none && v.is("mandatoryPawnPromotion") && self.promoted_type(&kind.type_name).is_none()
        });
        if stuck != [false; 2] {
            let region = |side: usize| self.region(v.region(&format!("promotionRegion{}", SIDES[side])));
            let squares = [0, 1].map(|side| if stuck[side] { region(side) } else { BTreeSet::new() });
            let zone = self.zone("PROMOTION", squares);
            conditions.push(json!({ "condition": zone, "not": true }));
        }
        if v.set("mutuallyImmuneTypes").contains(&kind.type_name) {
            let pieces = self.codes(&kind.type_name);
            conditions.push(json!({ "condition": "TARGET_IS", "pieces": pieces, "not": true }));
        }
        conditions
    }

    /// Writes a stride as an explicit move.
    pub(super) fn stride(&mut self, kind: &Kind, stride: &Stride, moves: &mut Vec<Value>) {
        let v = self.variant;
        let mut conditions = Vec::new();
        let mut effects = Vec::new();
        if stride.initial {
            let squares = [0, 1].map(|side| self.double_region(side));
            if squares.iter().all(BTreeSet::is_empty) {
                return;
            }
            let zone = self.zone("FIRST_STEPS", squares);
            conditions.push(json!({ "condition": "SOURCE_IN", "zone": zone }));
            let (x, y) = stride.step;
            effects = self.state_of((x.signum(), y.signum()), x.abs().max(y.abs()));
        }
        if kind.type_name == "soldier" && v.number("soldierPromotionRank") > 1 && stride.step.0 != 0 {
            let rank = v.number("soldierPromotionRank");
            let beyond = |side: usize, square: &Square| {
                let (own, ranks) = (i64::from(square.1), i64::from(v.ranks));
                (if side == 0 { own } else { ranks - 1 - own }) >= rank - 1
            };
            let all = self.all_squares();
            let squares = [0, 1].map(|side| all.iter().copied().filter(|square| beyond(side, square)).collect());
            let zone = self.zone("BEYOND_THE_RIVER", squares);
            conditions.push(json!({ "condition": "SOURCE_IN", "zone": zone }));
        }
        if kind.type_name == "janggiCannon" {
            moves.push(self.cannon(stride.step, moves.len(), conditions));
            return;
        }
        moves.push(stride.explicit(moves.len(), conditions, effects));
    }

    /// A hop that neither passes over a piece of the same kind nor captures one.
    pub(super) fn cannon(&self, step: (i16, i16), id: usize, mut conditions: Vec<Value>) -> Value {
        let own = self.codes("janggiCannon");
        conditions.push(json!({ "condition": "PATH_PIECE_COUNT", "min": 1, "never_over": own }));
        json!({
            "id": id,
            "step": step,
            "actions": [
                { "state": "EMPTY", "action": "MOVE" },
                { "state": "ENEMY", "action": "CAPTURE", "conditions": [
                    { "condition": "TARGET_IS", "pieces": own, "not": true },
                ] },
            ],
            "conditions": conditions,
            "repeat": { "loop": true },
        })
    }

    /// The moves along the diagonals of a palace.
    pub(super) fn palace(&mut self, kind: &Kind, moves: &mut Vec<Value>) {
        let v = self.variant;
        let lines = match v.region("diagonalLines") {
            Some(lines) if !lines.is_empty() => self.region(Some(lines)),
            _ => return,
        };
        let royal = kind.type_name == "king" && v.type_of("king").is_some_and(|own| own.betza == "W");
        let zone = self.zone("DIAGONALS", [lines.clone(), lines]);
        let inside = |moves: &mut Vec<Value>, steps: &[(i16, i16)], repeat: bool| {
            for step in steps {
                let mut written = json!({
                    "id": moves.len(),
                    "step": step,
                    "actions": [{ "state": "EMPTY", "action": "MOVE" }, { "state": "ENEMY", "action": "CAPTURE" }],
                    "conditions": [{ "condition": "SOURCE_IN", "zone": zone }, { "condition": zone }],
                });
                if repeat {
                    written["repeat"] = json!({ "loop": true });
                }
                moves.push(written);
            }
        };
        let diagonals = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
        match kind.type_name.as_str() {
            "wazir" => inside(moves, &diagonals, false),
            "king" if royal => inside(moves, &diagonals, false),
            "soldier" => inside(moves, &diagonals[..2], false),
            "rook" => inside(moves, &diagonals, true),
            "janggiCannon" => {
                for step in diagonals {
                    let conditions =
                        vec![json!({ "condition": "SOURCE_IN", "zone": zone }), json!({ "condition": zone })];
                    moves.push(self.cannon(step, moves.len(), conditions));
                }
            }
            _ => {}
        }
    }

    pub(super) fn double_region(&self, side: usize) -> BTreeSet<Square> {
        self.region(self.variant.region(&format!("doubleStepRegion{}", SIDES[side])))
    }

    /// The double and triple steps of the plain pawn.
    pub(super) fn pawn_steps(&mut self, moves: &mut Vec<Value>) {
        let regions = [
            (2, [0, 1].map(|side| self.double_region(side))),
            (
                3,
                SIDES.map(|side| match self.variant.region(&format!("tripleStepRegion{side}")) {
                    Some(region) => self.region(Some(region)),
                    None => BTreeSet::new(),
                }),
            ),
        ];
        for (length, squares) in regions {
            if squares.iter().all(BTreeSet::is_empty) {
                continue;
            }
            let zone = self.zone(if length == 2 { "FIRST_STEPS" } else { "LONG_FIRST_STEPS" }, squares);
            let mut written = json!({
                "id": moves.len(),
                "step": [0, length],
                "actions": [{ "state": "EMPTY", "action": "MOVE" }],
                "conditions": [{ "condition": "SOURCE_IN", "zone": zone }, { "condition": "PATH_EMPTY" }],
            });
            let effects = self.state_of((0, 1), length);
            if !effects.is_empty() {
                written["side_effects"] = Value::Array(effects);
            }
            moves.push(written);
        }
    }

    /// The leaps that a king and a fers of Cambodian chess may make as their first moves.
    fn first_leaps(&self, kind: &Kind, moves: &mut Vec<Value>) {
        // A promoted piece counts as unmoved, but does not stand on its starting square.
        let (first, home) = (json!({ "condition": "FIRST_MOVE" }), json!({ "condition": "HOME" }));
        let (steps, conditions) = match kind.type_name.as_str() {
            "king" => (&[(-2, 1), (2, 1)][..], json!([first, { "condition": "IN_CHECK", "not": true }])),
            "fers" => (&[(0, 2)][..], json!([first, home])),
            _ => return,
        };
        for step in steps.iter().filter(|_| self.variant.is("cambodianMoves")) {
            moves.push(json!({
                "id": moves.len(),
                "step": step,
                "actions": [{ "state": "EMPTY", "action": "MOVE" }],
                "conditions": conditions,
            }));
        }
    }

    /// Whether a capture in passing by this kind can end on a square of the promotion zone.
    fn passes_into_promotion(&self, kind: &Kind) -> bool {
        (0..2).any(|side| {
            let types = self.variant.set(&format!("enPassantTypes{}", SIDES[side]));
            let zone = self.region(self.variant.region(&format!("promotionRegion{}", SIDES[side])));
            let ahead: i16 = if side == 0 { -1 } else { 1 };
            let passed = |(file, rank): &Square| {
                let at = |jump: &Jump, steps: i16| {
                    let (file, rank) =
                        (i16::from(*file) + jump.unit.0 * steps, i16::from(*rank) + ahead * jump.unit.1 * steps);
                    Some((u8::try_from(file).ok()?, u8::try_from(rank).ok()?))
                };
                let squares =
                    |jump: &Jump| (1..jump.length).any(|steps| at(jump, steps).is_some_and(|s| zone.contains(&s)));
                self.jumps.iter().any(squares)
            };
            types.contains(&kind.type_name) && self.double_region(1 - side).iter().any(passed)
        })
    }

    /// Adds the captures in passing: captures of pieces that passed over the target square.
    pub(super) fn passing(&mut self, kind: &Kind, parts: &[Part], moves: &mut Vec<Value>) {
        let v = self.variant;
        let sides = SIDES.map(|side| v.set(&format!("enPassantTypes{side}")).contains(&kind.type_name));
        if sides == [false, false] || self.jumps.is_empty() {
            return;
        }
        let regions = [0, 1].map(|side| {
            let region = v.region(&format!("enPassantRegion{}", SIDES[side]));
            if sides[side] { self.region(region) } else { BTreeSet::new() }
        });
        let all = self.all_squares();
        let zone = (regions != [all.clone(), all]).then(|| self.zone("EN_PASSANT_AREA", regions));
        let strides: Vec<&Stride> = parts.iter().flat_map(|part| &part.strides).collect();
        let quiet = |step: (i16, i16)| strides.iter().any(|stride| stride.moves && stride.step == step);
        let leaps = strides.iter().filter(|stride| stride.captures && !stride.initial && stride.most == 1);
        for (x, y) in leaps.map(|stride| stride.step).filter(|step| !quiet(*step)) {
            for jump in self.jumps.clone() {
                // The step of the enemy, as the capturing player sees it.
                let unit = (if self.turned { -jump.unit.0 } else { jump.unit.0 }, -jump.unit.1);
                for passed in 1..jump.length {
                    let victim = (x + unit.0 * passed, y + unit.1 * passed);
                    if victim == (0, 0) {
                        continue;
                    }
                    let mut conditions = vec![
                        json!({
                            "condition": "CHECK_STATE", "state": jump.state, "position": victim,
                        }),
                        json!({ "condition": "PIECE_AT", "position": victim, "owner": "ENEMY" }),
                    ];
                    conditions.extend(zone.iter().map(|zone| json!({ "condition": zone })));
                    moves.push(json!({
                        "id": moves.len(),
                        "step": [x, y],
                        "actions": [{ "state": "EMPTY", "action": "MOVE" }],
                        "conditions": conditions,
                        "side_effects": [{ "action": "CAPTURE", "target": victim }],
                    }));
                }
            }
        }
    }
}

/// The moves of a king that may leave its square in check only to capture the piece that gives check.
fn stand_in_check(moves: &[Value]) -> Vec<Value> {
    let with = |written: &Value, condition: Value| {
        let mut written = written.clone();
        let mut conditions = written["conditions"].as_array().cloned().unwrap_or_default();
        conditions.push(condition);
        written["conditions"] = Value::Array(conditions);
        written
    };
    let captures = |written: &Value| {
        let mut written = with(written, json!({ "condition": "TAKES_CHECKER" }));
        let actions = written["actions"].as_array().cloned().unwrap_or_default();
        written["actions"] = actions.into_iter().filter(|action| action["action"] == "CAPTURE").collect();
        written
    };
    let calm = moves.iter().map(|written| with(written, json!({ "condition": "IN_CHECK", "not": true })));
    let takes = moves.iter().map(captures).filter(|written| written["actions"] != json!([]));
    let mut all: Vec<Value> = calm.chain(takes).collect();
    (0..).zip(&mut all).for_each(|(id, written): (usize, _)| written["id"] = json!(id));
    all
}
