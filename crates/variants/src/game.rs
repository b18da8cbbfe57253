//! Writes a variant as a board game.

use crate::moves::{self, Part, Stride};
use crate::page;
use crate::variant::{Region, Square, Type, Types, Variant};
use crate::{Imported, Note};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

const SIDES: [&str; 2] = ["White", "Black"];
const PLAYERS: [&str; 2] = ["WHITE", "BLACK"];
const STATE: &str = "EN_PASSANT";

/// Why a piece of a kind is not simply of its type.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    Plain,
    /// It was a pawn, and becomes one again in a hand.
    Pawn,
    /// It was a piece of this type.
    Type(String),
}

/// A kind of piece of the board game.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub code: String,
    pub name: String,
    pub letter: String,
    pub type_name: String,
    origin: Origin,
}

/// The position at the start.
struct Start {
    /// The player, the letter, whether a plus stands before it, and the square.
    pieces: Vec<(usize, char, bool, Square)>,
    hands: [Vec<char>; 2],
    walls: Vec<Square>,
    turn: usize,
    rights: String,
    checks: Option<i64>,
}

/// A way to jump over squares on a first move: its unit step and its length in units.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Jump {
    unit: (i16, i16),
    length: i16,
    state: String,
}

struct Writer<'a> {
    variant: &'a Variant,
    start: Start,
    kinds: Vec<Kind>,
    zones: Vec<(String, [BTreeSet<Square>; 2])>,
    /// Whether the second player's moves are turned by half a turn, not mirrored.
    turned: bool,
    jumps: Vec<Jump>,
    notes: Vec<Note>,
}

/// Writes a variant.
pub(crate) fn write(name: &str, variant: &Variant, notes: Vec<Note>) -> Result<Imported, String> {
    let start = start(variant)?;
    let mut writer = Writer { variant, start, kinds: vec![], zones: vec![], turned: false, jumps: vec![], notes };
    writer.unsupported();
    writer.find_kinds()?;
    let parts = writer.parts()?;
    let all: Vec<Vec<Stride>> =
        parts.iter().map(|parts| parts.iter().flat_map(|part| part.strides.clone()).collect()).collect();
    writer.turned = all.iter().any(|strides| Stride::is_lopsided(strides));
    writer.find_jumps(&all);
    let pieces: Vec<Value> = (0..writer.kinds.len()).map(|at| writer.piece(at, &parts[at])).collect();
    let game = writer.game(name, pieces);
    let title = page::title(name);
    let meta = json!({
        "rulesId": page::id(name),
        "gameName": title,
        "description": page::summary(variant),
        "minPlayers": 2,
        "maxPlayers": 2,
        "category": "board",
        "supportsActions": false,
    });
    Ok(Imported {
        name: name.to_owned(),
        id: page::id(name),
        rules: page::rules(&title, variant, &writer.kinds, &writer.notes),
        game: pretty(&game),
        meta: serde_json::to_string_pretty(&meta).unwrap_or_default() + "\n",
        notes: writer.notes,
    })
}

/// Reads the start of a variant.
fn start(variant: &Variant) -> Result<Start, String> {
    let mut fields = variant.start.split_whitespace();
    let board = fields.next().ok_or("the start has no board")?;
    let (rows, hand) = match board.split_once('[') {
        Some((rows, hand)) => (rows, hand.trim_end_matches(']')),
        None => (board, ""),
    };
    let mut start =
        Start { pieces: vec![], hands: [vec![], vec![]], walls: vec![], turn: 0, rights: String::new(), checks: None };
    let lines: Vec<&str> = rows.split('/').collect();
    if lines.len() > usize::from(variant.ranks) {
        return Err(format!("the start has {} ranks, but the board has {}", lines.len(), variant.ranks));
    }
    for (at, line) in lines.iter().enumerate() {
        let rank = variant.ranks - 1 - at as u8;
        let (mut file, mut number, mut plus) = (0usize, 0usize, false);
        for sign in line.chars() {
            if let Some(digit) = sign.to_digit(10) {
                number = (number * 10 + digit as usize).min(99);
                continue;
            }
            file += std::mem::take(&mut number);
            if sign == '+' {
                plus = true;
                continue;
            }
            if sign == '~' {
                continue;
            }
            if file >= usize::from(variant.files) {
                return Err(format!("the rank `{line}` of the start is wider than the board"));
            }
            let square = (file as u8, rank);
            if sign == '*' {
                start.walls.push(square);
            } else if sign.is_ascii_alphabetic() {
                let player = usize::from(sign.is_ascii_lowercase());
                start.pieces.push((player, sign.to_ascii_lowercase(), std::mem::take(&mut plus), square));
            } else {
                return Err(format!("the start contains the sign `{sign}`"));
            }
            file += 1;
        }
    }
    for sign in hand.chars().filter(char::is_ascii_alphabetic) {
        start.hands[usize::from(sign.is_ascii_lowercase())].push(sign.to_ascii_lowercase());
    }
    for field in fields {
        match field {
            "w" => start.turn = 0,
            "b" if start.rights.is_empty() => start.turn = 1,
            _ if field.contains('+') => start.checks = field.split('+').next().and_then(|n| n.parse().ok()),
            _ if field.chars().all(|c| c.is_ascii_alphabetic()) => start.rights = field.to_owned(),
            _ => {}
        }
    }
    Ok(start)
}

impl Writer<'_> {
    fn note(&mut self, key: &str, text: impl Into<String>, matters: bool) {
        let line = self.variant.lines.get(key).copied().unwrap_or(0);
        self.notes.push(Note { line, text: text.into(), matters });
    }

    /// Notes the options that the board language cannot say.
    fn unsupported(&mut self) {
        let v = self.variant;
        let flags = [
            ("twoBoards", "pieces from a second board"),
            ("sittuyinPromotion", "promotion without a move"),
            ("cambodianMoves", "first leaps that a rook can end"),
            ("oppositeCastling", "castling that depends on the opponent's castling"),
            ("shatarMateRule", "mates that depend on the kind of the checks"),
        ];
        for (flag, what) in flags {
            if v.is(flag) {
                self.note(flag, format!("`{flag}`: the board language has no {what}"), true);
            }
        }
        let quiet = [
            ("perpetualCheckIllegal", "perpetual check is judged like any repetition"),
            ("moveRepetitionIllegal", "moving back and forth is judged like any repetition"),
        ];
        for (flag, what) in quiet {
            if v.is(flag) {
                self.note(flag, format!("`{flag}`: {what}"), false);
            }
        }
        if v.words.contains_key("castlingWins") && v.words["castlingWins"] != "-" {
            self.note("castlingWins", "`castlingWins`: the board language has no win by castling", true);
        }
        for word in ["countingRule", "chasingRule"] {
            if let Some(rule) = v.word(word) {
                self.note(word, format!("`{word} = {rule}`: the game is not drawn by counting or chasing"), false);
            }
        }
        if v.word("materialCounting").is_some_and(|rule| rule.ends_with("drawodds")) {
            self.note("materialCounting", "draw odds: a draw stays a draw", false);
        }
    }

    /// Whether a promoted piece differs from a plain one.
    fn remembers(&self) -> bool {
        let v = self.variant;
        (v.is("capturesToHand") && !v.is("dropLoop")) || v.is("pieceDemotion")
    }

    fn promoted_type(&self, name: &str) -> Option<String> {
        let pairs = self.variant.pairs.get("promotedPieceType")?;
        let (_, to) = pairs.iter().find(|(from, to)| from == name && !to.is_empty())?;
        self.variant.type_of(to).map(|own| own.name.clone())
    }

    /// Finds the kinds of pieces that the game can have.
    fn find_kinds(&mut self) -> Result<(), String> {
        let v = self.variant;
        let mut open: Vec<(String, Origin)> = Vec::new();
        let signs = self.start.pieces.iter().map(|(_, sign, plus, _)| (*sign, *plus));
        let held = self.start.hands.iter().flatten().map(|sign| (*sign, false));
        for (sign, plus) in signs.chain(held).collect::<Vec<_>>() {
            let Some(own) = v.types.iter().find(|own| own.letter == sign) else {
                return Err(format!("the start has the letter `{sign}`, but no piece has it"));
            };
            let name = own.name.clone();
            match self.promoted_type(&name).filter(|_| plus) {
                Some(to) if self.remembers() => open.extend([(name.clone(), Origin::Plain), (to, Origin::Type(name))]),
                Some(to) => open.push((to, Origin::Plain)),
                None => open.push((name, Origin::Plain)),
            }
        }
        let mut found: Vec<(String, Origin)> = Vec::new();
        while let Some(kind) = open.pop() {
            if found.contains(&kind) {
                continue;
            }
            let (name, origin) = kind.clone();
            found.push(kind);
            for side in SIDES {
                if v.set(&format!("promotionPawnTypes{side}")).contains(&name) {
                    for option in v.set(&format!("promotionPieceTypes{side}")) {
                        if v.type_of(&option).is_some() {
                            let hands = v.is("capturesToHand") && !v.is("dropLoop");
                            open.push((option, if hands { Origin::Pawn } else { Origin::Plain }));
                        }
                    }
                }
            }
            if let Some(to) = self.promoted_type(&name) {
                open.push((to, if self.remembers() { Origin::Type(name.clone()) } else { Origin::Plain }));
            }
            match origin {
                Origin::Pawn => open.push((self.main_pawn(0), Origin::Plain)),
                Origin::Type(from) => open.push((from, Origin::Plain)),
                Origin::Plain => {}
            }
        }
        let order = |name: &str| v.types.iter().position(|own| own.name == name);
        found.sort_by_key(|(name, origin)| match origin {
            Origin::Plain => (0, order(name)),
            Origin::Pawn => (1, order(name)),
            Origin::Type(from) => (2, order(from)),
        });
        for (type_name, origin) in found {
            let Some(own) = v.type_of(&type_name) else { continue };
            let (code, name) = words(own);
            let upper = own.letter.to_ascii_uppercase();
            let (code, name, letter) = match &origin {
                Origin::Plain => (code, name, upper.to_string()),
                Origin::Pawn => (format!("{code}_PROMOTED"), format!("promoted {name}"), format!("{upper}~")),
                Origin::Type(from) => {
                    let Some(from) = v.type_of(from) else { continue };
                    let (base, base_name) = words(from);
                    let plus = from.letter.to_ascii_uppercase();
                    (format!("{base}_PROMOTED_TO_{code}"), format!("promoted {base_name}"), format!("+{plus}"))
                }
            };
            self.kinds.push(Kind { code, name, letter, type_name, origin });
        }
        if self.kinds.len() > 48 {
            return Err(format!("the game needs {} kinds of pieces; the limit is 48", self.kinds.len()));
        }
        Ok(())
    }

    fn main_pawn(&self, side: usize) -> String {
        let set = self.variant.set(&format!("mainPawn{}", SIDES[side]));
        set.into_iter().next().unwrap_or_else(|| "pawn".to_owned())
    }

    /// The codes of the kinds of a type.
    fn codes(&self, type_name: &str) -> Vec<&str> {
        self.kinds.iter().filter(|kind| kind.type_name == type_name).map(|kind| kind.code.as_str()).collect()
    }

    fn codes_of(&self, types: &Types) -> Vec<&str> {
        if types.contains("*") {
            return self.kinds.iter().map(|kind| kind.code.as_str()).collect();
        }
        types.iter().flat_map(|name| self.codes(name)).collect()
    }

    fn code(&self, type_name: &str, origin: &Origin) -> Option<&str> {
        let kind = self.kinds.iter().find(|kind| kind.type_name == type_name && kind.origin == *origin);
        kind.map(|kind| kind.code.as_str())
    }

    fn all_squares(&self) -> BTreeSet<Square> {
        let walls = &self.start.walls;
        let (files, ranks) = (self.variant.files, self.variant.ranks);
        let all = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
        all.filter(|square| !walls.contains(square)).collect()
    }

    fn region(&self, region: Region) -> BTreeSet<Square> {
        let all = self.all_squares();
        region.map_or_else(|| all.clone(), |squares| squares.intersection(&all).copied().collect())
    }

    /// The code of a zone with these squares. Adds the zone if there is none.
    fn zone(&mut self, name: &str, squares: [BTreeSet<Square>; 2]) -> String {
        if let Some((code, _)) = self.zones.iter().find(|(_, known)| *known == squares) {
            return code.clone();
        }
        let taken = |code: &str| self.zones.iter().any(|(known, _)| known == code);
        let mut code = name.to_owned();
        let mut number = 2;
        while taken(&code) {
            code = format!("{name}_{number}");
            number += 1;
        }
        self.zones.push((code.clone(), squares));
        code
    }

    /// The zone of a region for both sides. `None` if it has every square for both.
    fn zone_of(&mut self, name: &str, key: &str) -> Option<String> {
        let squares = SIDES.map(|side| self.region(self.variant.region(&format!("{key}{side}"))));
        let all = self.all_squares();
        (squares != [all.clone(), all]).then(|| self.zone(name, squares))
    }

    /// The notation of each kind, in parts.
    fn parts(&mut self) -> Result<Vec<Vec<Part>>, String> {
        let mut all = Vec::new();
        for kind in &self.kinds {
            let Some(own) = self.variant.type_of(&kind.type_name) else { continue };
            all.push(moves::read(&own.betza).map_err(|why| format!("the piece `{}`: {why}", own.letter))?);
        }
        Ok(all)
    }

    fn is_leader(&self, type_name: &str) -> bool {
        let v = self.variant;
        type_name == "king" || (v.is("extinctionPseudoRoyal") && v.set("extinctionPieceTypes").contains(type_name))
    }

    fn double_region(&self, side: usize) -> BTreeSet<Square> {
        if !self.variant.is("doubleStep") {
            return BTreeSet::new();
        }
        self.region(self.variant.region(&format!("doubleStepRegion{}", SIDES[side])))
    }

    /// Finds the first moves that pass over squares on which they can be captured.
    fn find_jumps(&mut self, strides: &[Vec<Stride>]) {
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

    fn state_of(&self, unit: (i16, i16), length: i16) -> Vec<Value> {
        let jump = self.jumps.iter().find(|jump| jump.unit == unit && jump.length == length);
        let state = |jump: &Jump| json!({ "action": "SET_STATE", "state": jump.state, "duration": 1 });
        jump.map(state).into_iter().collect()
    }

    /// Writes one kind of piece.
    fn piece(&mut self, at: usize, parts: &[Part]) -> Value {
        let v = self.variant;
        let kind = self.kinds[at].clone();
        let name = kind.type_name.as_str();
        let mut betza = String::new();
        let mut explicit: Vec<Value> = Vec::new();
        let soldier = name == "soldier" && v.number("soldierPromotionRank") > 1;
        for part in parts {
            let janggi = name == "janggiCannon";
            match &part.text {
                Some(text) if !soldier && !janggi => betza.push_str(text),
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
        self.palace(&kind, &mut explicit);
        self.passing(&kind, parts, &mut explicit);
        self.castling(&kind, &mut explicit);
        let mut piece = Map::new();
        piece.insert("code".to_owned(), json!(kind.code));
        piece.insert("name".to_owned(), json!(kind.name));
        piece.insert("letter".to_owned(), json!(kind.letter));
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
        let modifiers = self.modifiers(&kind);
        if !modifiers.is_empty() {
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
    fn conditions(&mut self, kind: &Kind) -> Vec<Value> {
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
        if v.set("mutuallyImmuneTypes").contains(&kind.type_name) {
            let pieces = self.codes(&kind.type_name);
            conditions.push(json!({ "condition": "TARGET_IS", "pieces": pieces, "not": true }));
        }
        conditions
    }

    /// Writes a stride as an explicit move.
    fn stride(&mut self, kind: &Kind, stride: &Stride, moves: &mut Vec<Value>) {
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
    fn cannon(&self, step: (i16, i16), id: usize, mut conditions: Vec<Value>) -> Value {
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
    fn palace(&mut self, kind: &Kind, moves: &mut Vec<Value>) {
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

    /// The double and triple steps of the plain pawn.
    fn pawn_steps(&mut self, moves: &mut Vec<Value>) {
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

    /// The captures of pieces that passed over the target.
    fn passing(&mut self, kind: &Kind, parts: &[Part], moves: &mut Vec<Value>) {
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

    /// The squares of a castling piece and its partner at the start, for each right of the start.
    fn castling_pairs(&self) -> Vec<(usize, bool, Square, Square)> {
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

    /// Castling as explicit moves. With pieces on any squares, the clause `castling` says it.
    fn castling(&mut self, kind: &Kind, moves: &mut Vec<Value>) {
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
            if to == 0 {
                self.note("castling", "castling in which the king stays on its square", true);
                continue;
            }
            let span = |one: i16, other: i16| one.min(other)..=one.max(other);
            let between: BTreeSet<i16> =
                span(0, to).chain(span(from, lands)).filter(|x| *x != 0 && *x != from).collect();
            let rooks = v.set(&format!("castlingRookPieces{}", SIDES[side]));
            let Some(partner) = rooks.iter().find_map(|name| self.code(name, &Origin::Plain)) else { continue };
            let mut conditions = vec![
                json!({ "condition": "FIRST_MOVE" }),
                json!({ "condition": "SQUARES_EMPTY", "positions": between.iter().map(|x| (*x, 0)).collect::<Vec<_>>() }),
                json!({ "condition": "ROOK_FIRST_MOVE", "position": [from, 0] }),
            ];
            if self.is_leader(&kind.type_name) {
                conditions.push(json!({ "condition": "PATH_NOT_ATTACKED" }));
            }
            let written = json!({
                "step": [to, 0],
                "actions": [{ "state": "EMPTY", "action": "MOVE" }],
                "conditions": conditions,
                "side_effects": [{ "action": "MOVE", "piece": partner, "from": [from, 0], "to": [lands, 0] }],
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

    /// The promotions of a kind.
    fn modifiers(&mut self, kind: &Kind) -> Vec<Value> {
        let v = self.variant;
        let mut modifiers = Vec::new();
        if kind.type_name == "king" {
            return modifiers;
        }
        let regions = SIDES.map(|side| self.region(v.region(&format!("promotionRegion{side}"))));
        let hands = v.is("capturesToHand") && !v.is("dropLoop");
        let pawns = SIDES.map(|side| v.set(&format!("promotionPawnTypes{side}")).contains(&kind.type_name));
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
        let plain_pawn = kind.type_name == "pawn";
        for side in 0..2 {
            let mut list = options[side].clone();
            if plain_pawn {
                list.extend(up.clone());
            }
            if !pawns[side] && !plain_pawn || list.is_empty() {
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
        let mut changes: Vec<String> = if plain_pawn { vec![] } else { up.into_iter().collect() };
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

    /// The rules for dropping a kind. `None` if it is never dropped.
    fn drop(&mut self, kind: &Kind) -> Option<Value> {
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
        // Only a king can be in check by the rules about checks of this format.
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

    /// Writes the whole game.
    fn game(&mut self, name: &str, pieces: Vec<Value>) -> Value {
        let v = self.variant;
        let mut game = Map::new();
        game.insert("version".to_owned(), json!(2));
        game.insert("name".to_owned(), json!(page::title(name)));
        let leaders = self.leaders();
        if !leaders.is_empty() {
            game.insert("leader".to_owned(), Value::Array(leaders));
        }
        let mut board = json!({ "dimensions": [v.files, v.ranks] });
        if !self.start.walls.is_empty() {
            board["disabled_positions"] = json!(self.start.walls);
        }
        game.insert("board".to_owned(), board);
        game.insert("players".to_owned(), json!([self.player(0), self.player(1)]));
        let mut turns = json!({ "order": PLAYERS });
        if self.start.turn == 1 {
            turns["start_at"] = json!(1);
        }
        game.insert("turns".to_owned(), turns);
        let clauses = self.clauses();
        let zones: Vec<Value> = (self.zones.iter())
            .map(|(code, squares)| {
                let check = json!({ "WHITE": squares[0], "BLACK": squares[1] });
                json!({ "code": code, "type": "POSITION", "check": check })
            })
            .collect();
        if !zones.is_empty() {
            game.insert("conditions".to_owned(), Value::Array(zones));
        }
        game.extend(clauses);
        game.insert("pieces".to_owned(), Value::Array(pieces));
        Value::Object(game)
    }

    fn leaders(&self) -> Vec<Value> {
        let v = self.variant;
        let mut leaders: Vec<Value> = self.codes("king").iter().map(|code| json!(code)).collect();
        if v.is("extinctionPseudoRoyal") {
            let most = v.number("extinctionPieceCount") + 1;
            for code in self.codes_of(&v.set("extinctionPieceTypes")) {
                let mut leader = json!({ "piece": code });
                if most < 60 {
                    leader["while_at_most"] = json!(most);
                }
                if v.is("dupleCheck") {
                    leader["check_on_all"] = json!(true);
                }
                leaders.push(if leader.as_object().is_some_and(|map| map.len() == 1) { json!(code) } else { leader });
            }
        }
        leaders
    }

    fn player(&self, side: usize) -> Value {
        let v = self.variant;
        let direction = match (side, self.turned) {
            (0, _) => json!([[1, 0], [0, 1]]),
            (_, true) => json!([[-1, 0], [0, -1]]),
            (_, false) => json!([[1, 0], [0, -1]]),
        };
        let code_of = |sign: char, plus: bool| {
            let own = v.types.iter().find(|own| own.letter == sign)?;
            match self.promoted_type(&own.name).filter(|_| plus) {
                Some(to) if self.remembers() => self.code(&to, &Origin::Type(own.name.clone())),
                Some(to) => self.code(&to, &Origin::Plain),
                None => self.code(&own.name, &Origin::Plain),
            }
        };
        let mut starts: Vec<(String, Vec<Square>)> = Vec::new();
        for (player, sign, plus, square) in &self.start.pieces {
            let Some(code) = code_of(*sign, *plus).filter(|_| *player == side) else { continue };
            match starts.iter_mut().find(|(known, _)| known == code) {
                Some((_, squares)) => squares.push(*square),
                None => starts.push((code.to_owned(), vec![*square])),
            }
        }
        let starts: Vec<Value> =
            starts.into_iter().map(|(piece, positions)| json!({ "piece": piece, "positions": positions })).collect();
        let mut player = json!({ "name": PLAYERS[side], "direction": direction, "starting_positions": starts });
        let mut hand = Map::new();
        for sign in &self.start.hands[side] {
            if let Some(code) = code_of(*sign, false) {
                let count = hand.get(code).and_then(Value::as_i64).unwrap_or(0);
                hand.insert(code.to_owned(), json!(count + 1));
            }
        }
        if !hand.is_empty() && (v.is("pieceDrops") || v.is("seirawanGating")) {
            player["hand"] = Value::Object(hand);
        }
        player
    }

    fn clauses(&mut self) -> Map<String, Value> {
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
        if let Some(word) = v.word("checkmateValue").filter(|word| *word != "loss") {
            put("checkmate", json!(word));
        }
        if v.is("capturesToHand") {
            put("captured", json!("to_hand"));
        }
        for (flag, key) in [("mustCapture", "compulsory_capture"), ("immobilityIllegal", "no_stuck_pieces")] {
            if v.is(flag) {
                put(key, json!(true));
            }
        }
        if !v.is("checking") && v.type_of("king").is_some() {
            put("no_checks", json!(true));
        }
        if v.is("mustDrop") {
            let types = v.set("mustDropType");
            let some = !types.is_empty() && !types.contains("*");
            put("compulsory_drop", if some { json!(self.codes_of(&types)) } else { json!(true) });
        }
        let pass = SIDES.map(|side| {
            if v.is(&format!("pass{side}")) {
                "allowed"
            } else if v.is(&format!("passOnStalemate{side}")) {
                "forced"
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
        if v.is("flyingGeneral") {
            put("facing_leaders", json!({ "rule": "forbidden", "rows": true }));
        } else if v.is("bikjangRule") {
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

    /// The clauses with zones: walls, gating, dropped castling pieces, castling of shuffled pieces.
    fn places(&mut self, clauses: &mut Map<String, Value>) {
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

    /// The effects of captures, and of all moves.
    fn effects(&self) -> (Vec<Value>, Vec<Value>) {
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
        match v.word("flipEnclosedPieces") {
            Some("ataxx") => always.push(json!({ "action": "FLIP", "around": true })),
            Some("quadwrangle") => {
                always.push(json!({ "action": "FLIP", "around": true, "drop_beside_own": true }));
            }
            _ => {}
        }
        (capture, always)
    }

    fn wins(&mut self) -> Vec<Value> {
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
        self.patterns(&mut wins);
        wins
    }

    fn flags(&mut self, regions: [BTreeSet<Square>; 2], wins: &mut Vec<Value>) {
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
                win["count"] = json!(v.number("flagPieceCount"));
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

    fn patterns(&mut self, wins: &mut Vec<Value>) {
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
        if v.number("connectN") > 1 {
            found.push(finish(json!({ "win": "LINE", "length": v.number("connectN") }), true));
        }
        if v.number("connectNxN") > 1 {
            found.push(finish(json!({ "win": "SQUARE", "side": v.number("connectNxN") }), false));
        }
        if v.number("collinearN") > 1 {
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

    fn draws(&self) -> Vec<Value> {
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

/// The code and the name of a piece type.
fn words(own: &Type) -> (String, String) {
    if own.name.starts_with("customPiece") {
        let letter = own.letter.to_ascii_uppercase();
        return (format!("PIECE_{letter}"), format!("piece {letter}"));
    }
    let mut code = String::new();
    for sign in own.name.chars() {
        if sign.is_ascii_uppercase() {
            code.push('_');
        }
        code.push(sign.to_ascii_uppercase());
    }
    let name = code.to_lowercase().replace('_', " ");
    (code, name)
}

/// JSON with one line for each small value, so that people can read and edit it.
fn pretty(value: &Value) -> String {
    let mut text = String::new();
    line(value, 0, &mut text);
    text.push('\n');
    text
}

/// The order in which keys are written. Other keys follow by name.
const ORDER: [&str; 32] = [
    "version",
    "name",
    "leader",
    "board",
    "dimensions",
    "players",
    "turns",
    "conditions",
    "win",
    "draw",
    "code",
    "type",
    "check",
    "WHITE",
    "BLACK",
    "win_conditions",
    "draw_conditions",
    "stalemate",
    "id",
    "step",
    "direction",
    "starting_positions",
    "condition",
    "state",
    "action",
    "actions",
    "letter",
    "betza",
    "moves",
    "piece",
    "positions",
    "hand",
];

/// The entries of an object in the order in which people read them. The pieces of a game come last.
fn entries(map: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut entries: Vec<(&String, &Value)> = map.iter().collect();
    let rank = |key: &str| match key {
        "pieces" if map.contains_key("players") => usize::MAX,
        "name" if map.contains_key("letter") => 11,
        "conditions" if map.contains_key("actions") => 26,
        _ => ORDER.iter().position(|known| *known == key).unwrap_or(ORDER.len()),
    };
    entries.sort_by_key(|(key, _)| rank(key));
    entries
}

/// The width beyond which a value is broken into lines.
const WIDTH: usize = 120;

fn line(value: &Value, depth: usize, text: &mut String) {
    let short = flat(value);
    let top = depth == 0;
    if !top && short.len() + 2 * depth <= WIDTH {
        return text.push_str(&short);
    }
    let indent = "  ".repeat(depth + 1);
    let items: Vec<(Option<&String>, &Value)> = match value {
        Value::Array(items) => items.iter().map(|item| (None, item)).collect(),
        Value::Object(map) => entries(map).into_iter().map(|(key, item)| (Some(key), item)).collect(),
        _ => return text.push_str(&short),
    };
    text.push_str(if value.is_array() { "[\n" } else { "{\n" });
    let count = items.len();
    for (at, (key, item)) in items.into_iter().enumerate() {
        text.push_str(&indent);
        if let Some(key) = key {
            text.push_str(&format!("{}: ", json!(key)));
        }
        line(item, depth + 1, text);
        text.push_str(if at + 1 < count { ",\n" } else { "\n" });
    }
    text.push_str(&"  ".repeat(depth));
    text.push_str(if value.is_array() { "]" } else { "}" });
}

fn flat(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(flat).collect::<Vec<_>>().join(", ")),
        Value::Object(map) => {
            let fields: Vec<String> =
                entries(map).iter().map(|(key, item)| format!("{}: {}", json!(key), flat(item))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        other => other.to_string(),
    }
}
