//! Writes a variant as a board game.

mod castling;
mod clauses;
mod drops;
mod ends;
mod kinds;
mod pieces;
mod pretty_json;
mod promotion;
mod start;
mod two_boards;

pub(crate) use kinds::Kind;

use crate::moves::Stride;
use crate::page;
use crate::variant::{Region, Square, Variant};
use crate::{Imported, Note};
use kinds::Origin;
use serde_json::{Map, Value, json};
use start::Start;
use std::collections::BTreeSet;

const SIDES: [&str; 2] = ["White", "Black"];
const PLAYERS: [&str; 2] = ["WHITE", "BLACK"];
const STATE: &str = "EN_PASSANT";

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
    /// Whether the second player's moves are rotated by 180 degrees. Otherwise they are mirrored.
    turned: bool,
    jumps: Vec<Jump>,
    notes: Vec<Note>,
}

/// Writes a variant.
pub(crate) fn write(name: &str, variant: &Variant, notes: Vec<Note>) -> Result<Imported, String> {
    let mut single = variant.clone();
    // On two boards, captured pieces go to the hand of the partner.
    let pairs = single.has_pairs();
    if pairs {
        single.flags.insert("capturesToHand".to_owned());
    }
    let variant = &single;
    let start = start::start(variant)?;
    let mut writer = Writer { variant, start, kinds: vec![], zones: vec![], turned: false, jumps: vec![], notes };
    writer.unsupported();
    writer.find_kinds()?;
    let parts = writer.parts()?;
    let all: Vec<Vec<Stride>> =
        parts.iter().map(|parts| parts.iter().flat_map(|part| part.strides.clone()).collect()).collect();
    writer.turned = all.iter().any(|strides| Stride::is_lopsided(strides));
    writer.find_jumps(&all);
    let pieces: Vec<Value> = (0..writer.kinds.len()).map(|at| writer.piece(at, &parts[at])).collect();
    let mut game = writer.game(name, pieces);
    if pairs {
        let (doubled, lost) = two_boards::doubled(game, variant.files, variant.ranks)?;
        game = doubled;
        lost.into_iter().for_each(|why| writer.note("twoBoards", why, true));
    }
    let players = if pairs { 4 } else { 2 };
    let title = page::title(name);
    let meta = json!({
        "rulesId": page::id(name),
        "gameName": title,
        "description": page::summary(variant),
        "minPlayers": players,
        "maxPlayers": players,
        "category": "board",
        "supportsActions": false,
    });
    Ok(Imported {
        name: name.to_owned(),
        id: page::id(name),
        rules: page::rules(&title, variant, &writer.kinds, &writer.notes),
        game: pretty_json::text(&game),
        meta: serde_json::to_string_pretty(&meta).unwrap_or_default() + "\n",
        notes: writer.notes,
    })
}

impl Writer<'_> {
    fn note(&mut self, key: &str, text: impl Into<String>, matters: bool) {
        let line = self.variant.lines.get(key).copied().unwrap_or(0);
        self.notes.push(Note { line, text: text.into(), matters });
    }

    /// Adds a note for each option that the board language cannot express.
    fn unsupported(&mut self) {
        let v = self.variant;
        if v.has_pairs() {
            self.note("twoBoards", "`twoBoards`: the game has two boards and four players, who move in turn", false);
        } else if v.is("twoBoards") {
            let why = format!("`twoBoards`: two boards of {} files do not fit on a board of 16 files", v.files);
            self.note("twoBoards", why, true);
        }
        let quiet = [
            ("perpetualCheckIllegal", "perpetual check has the same result as any repetition"),
            ("moveRepetitionIllegal", "moving back and forth has the same result as any repetition"),
            ("sittuyinPromotion", "a game in which a player can only promote is not drawn"),
        ];
        for (flag, what) in quiet {
            if v.is(flag) {
                self.note(flag, format!("`{flag}`: {what}"), false);
            }
        }
        for word in ["countingRule", "chasingRule"] {
            if let Some(rule) = v.word(word) {
                self.note(word, format!("`{word} = {rule}`: the game is not drawn by counting or chasing"), false);
            }
        }
        if v.word("materialCounting").is_some_and(|rule| rule.ends_with("drawodds")) {
            self.note("materialCounting", "draw odds are ignored, so a draw is not a win for either player", false);
        }
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

    /// Returns the code of a zone with these squares. Adds the zone if it does not exist.
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

    /// The zone of a region for both sides. `None` if the region covers the whole board for both sides.
    fn zone_of(&mut self, name: &str, key: &str) -> Option<String> {
        let squares = SIDES.map(|side| self.region(self.variant.region(&format!("{key}{side}"))));
        let all = self.all_squares();
        (squares != [all.clone(), all]).then(|| self.zone(name, squares))
    }

    fn is_leader(&self, type_name: &str) -> bool {
        let v = self.variant;
        type_name == "king" || (v.is("extinctionPseudoRoyal") && v.set("extinctionPieceTypes").contains(type_name))
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
}
