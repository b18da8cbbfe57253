//! A second, slow implementation of the plain language (version 1). It follows the words of the document and shares no
//! code with the planner. Tests compare the engine with it.

mod conditions;
pub mod invent;

use serde_json::Value;
use std::collections::BTreeMap;

pub type BoardSquare = (i64, i64);

/// A piece with its owner, kind and flags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub owner: usize,
    /// The index of the kind in the file. `None` for the imagined enemy in attack tests.
    pub kind: Option<usize>,
    pub moved: bool,
    /// The flags of the piece, each with the number of opponents' turns that it lasts. `None` if the flag is permanent.
    pub flags: BTreeMap<String, Option<i64>>,
}

/// The state of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub pieces: BTreeMap<BoardSquare, Piece>,
    pub turn: usize,
    pub out: Vec<bool>,
}

/// A whole turn: source, move, action, target, promotion.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Turn {
    pub from: BoardSquare,
    pub to: BoardSquare,
    pub becomes: Option<usize>,
    pub id: i64,
    pub action: usize,
}

/// The player to move, or the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Due(usize),
    /// The game is over. Contains the winner, or `None` for a draw.
    Over(Option<usize>),
}

/// A game as its file describes it.
pub struct Game {
    file: Value,
    cols: i64,
    rows: i64,
    disabled: Vec<BoardSquare>,
    kinds: Vec<String>,
    players: Vec<String>,
    order: Vec<usize>,
    leader: Option<usize>,
}

fn pair(value: &Value) -> BoardSquare {
    (value[0].as_i64().expect("a number"), value[1].as_i64().expect("a number"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn names(value: &Value, key: &str) -> Vec<String> {
    list(value).iter().map(|item| item[key].as_str().expect("a name").to_owned()).collect()
}

impl Game {
    pub fn new(file: &Value) -> Game {
        let (kinds, players) = (names(&file["pieces"], "code"), names(&file["players"], "name"));
        let (cols, rows) = pair(&file["board"]["dimensions"]);
        let player = |name: &Value| players.iter().position(|other| name == other.as_str()).expect("a player");
        Game {
            cols,
            rows,
            disabled: list(&file["board"]["disabled_positions"]).iter().map(pair).collect(),
            order: list(&file["turns"]["order"]).iter().map(player).collect(),
            leader: kinds.iter().position(|code| file["leader"] == code.as_str()),
            file: file.clone(),
            kinds,
            players,
        }
    }

    pub fn start(&self) -> Table {
        let mut pieces = BTreeMap::new();
        for (owner, player) in list(&self.file["players"]).iter().enumerate() {
            for entry in list(&player["starting_positions"]) {
                let kind = self.kind(&entry["piece"]);
                for place in list(&entry["positions"]) {
                    pieces.insert(pair(place), Piece { owner, kind, moved: false, flags: BTreeMap::new() });
                }
            }
        }
        let turn = self.file["turns"]["start_at"].as_u64().unwrap_or(0) as usize;
        Table { pieces, turn, out: vec![false; self.players.len()] }
    }

    fn kind(&self, code: &Value) -> Option<usize> {
        self.kinds.iter().position(|other| code == other.as_str())
    }

    /// An offset from the view of a player: the row vector times the player's matrix.
    fn turned(&self, player: usize, offset: &Value) -> BoardSquare {
        let matrix = &self.file["players"][player]["direction"];
        let ((x, y), (a, b), (c, d)) = (pair(offset), pair(&matrix[0]), pair(&matrix[1]));
        (x * a + y * c, x * b + y * d)
    }

    fn at(&self, player: usize, from: BoardSquare, offset: &Value) -> BoardSquare {
        let (x, y) = self.turned(player, offset);
        (from.0 + x, from.1 + y)
    }

    fn exists(&self, (x, y): BoardSquare) -> bool {
        x >= 0 && y >= 0 && x < self.cols && y < self.rows && !self.disabled.contains(&(x, y))
    }

    fn moves_of(&self, kind: Option<usize>) -> &[Value] {
        kind.map_or(&[], |kind| list(&self.file["pieces"][kind]["moves"]))
    }

    fn is_leader(&self, piece: &Piece) -> bool {
        self.leader.is_some() && piece.kind == self.leader
    }

    /// The maximum number of times that the step of a move repeats.
    fn times(mv: &Value) -> i64 {
        match mv.get("repeat") {
            None => 1,
            Some(repeat) if repeat["loop"] == true => 99,
            Some(repeat) => repeat["times"].as_i64().unwrap_or(1),
        }
    }

    /// The targets of a move by its conditions and by the content of the squares, each with the index of its action. If
    /// `quiet` is set, conditions about attacks are ignored.
    fn landings(&self, table: &Table, from: BoardSquare, mv: &Value, quiet: bool) -> Vec<(usize, BoardSquare)> {
        let owner = table.pieces[&from].owner;
        let step = self.turned(owner, &mv["step"]);
        let mut found = Vec::new();
        for n in 1..=Game::times(mv) {
            let to = (from.0 + n * step.0, from.1 + n * step.1);
            if !self.exists(to) {
                break;
            }
            let there = table.pieces.get(&to);
            let state = match there {
                None => "EMPTY",
                Some(piece) if piece.owner == owner => "ALLY",
                Some(_) => "ENEMY",
            };
            for (number, action) in list(&mv["actions"]).iter().enumerate() {
                let asked = conditions::Asked { game: self, table, from, to, mv, action, quiet };
                if action["state"] == state && asked.all_hold() && self.after(table, from, to, mv, action).is_some() {
                    found.push((number, to));
                }
            }
            if there.is_some() {
                break;
            }
        }
        found
    }

    /// The table after a move, before the next player's turn. `None` if a side effect makes the move illegal.
    fn after(&self, table: &Table, from: BoardSquare, to: BoardSquare, mv: &Value, action: &Value) -> Option<Table> {
        let mut after = table.clone();
        let mut mover = after.pieces.remove(&from)?;
        let owner = mover.owner;
        self.remove(&mut after, to);
        mover.moved = true;
        after.pieces.insert(to, mover);
        for effect in list(&mv["side_effects"]).iter().chain(list(&action["side_effects"])) {
            match effect["action"].as_str()? {
                "SET_STATE" => {
                    let (name, lasts) = (effect["state"].as_str()?, effect["duration"].as_i64());
                    after.pieces.get_mut(&to)?.flags.insert(name.to_owned(), lasts);
                }
                "CAPTURE" => {
                    let place = self.at(owner, from, &effect["target"]);
                    if place != to {
                        self.remove(&mut after, place);
                    }
                }
                _ => {
                    let start = self.at(owner, from, &effect["from"]);
                    let end = self.at(owner, from, &effect["to"]);
                    let wanted = |piece: &Piece| effect["piece"].is_null() || piece.kind == self.kind(&effect["piece"]);
                    if start == to || !after.pieces.get(&start).is_some_and(wanted) {
                        continue;
                    }
                    let mut piece = after.pieces.remove(&start)?;
                    if !self.exists(end) || after.pieces.contains_key(&end) {
                        return None;
                    }
                    piece.moved = true;
                    after.pieces.insert(end, piece);
                }
            }
        }
        Some(after)
    }

    /// Removes a piece. If the piece is a leader, its owner is eliminated at once.
    fn remove(&self, table: &mut Table, place: BoardSquare) {
        if let Some(piece) = table.pieces.remove(&place)
            && self.is_leader(&piece)
        {
            table.out[piece.owner] = true;
        }
    }

    /// The table after a whole turn: the piece is promoted, flags count down, and it is the next player's turn.
    pub fn play(&self, table: &Table, turn: &Turn) -> Option<Table> {
        let piece = &table.pieces[&turn.from];
        let owner = piece.owner;
        let mv = self.moves_of(piece.kind).iter().find(|mv| mv["id"] == turn.id)?;
        let mut after = self.after(table, turn.from, turn.to, mv, &mv["actions"][turn.action])?;
        if turn.becomes.is_some() {
            let fresh = Piece { owner, kind: turn.becomes, moved: false, flags: BTreeMap::new() };
            after.pieces.insert(turn.to, fresh);
        }
        for piece in after.pieces.values_mut().filter(|piece| piece.owner != owner) {
            for left in piece.flags.values_mut().flatten() {
                *left -= 1;
            }
            piece.flags.retain(|_, left| *left != Some(0));
        }
        self.pass(&mut after);
        Some(after)
    }

    fn pass(&self, table: &mut Table) {
        for _ in 0..self.order.len() {
            table.turn = (table.turn + 1) % self.order.len();
            if !table.out[self.order[table.turn]] {
                return;
            }
        }
    }

    /// Every legal turn of a player.
    fn legal_for(&self, table: &Table, player: usize) -> Vec<Turn> {
        let mut turns = Vec::new();
        for (&from, piece) in table.pieces.iter().filter(|(_, piece)| piece.owner == player) {
            for mv in self.moves_of(piece.kind) {
                for (action, to) in self.landings(table, from, mv, false) {
                    let id = mv["id"].as_i64().expect("an id");
                    let turn = |becomes| Turn { from, to, becomes, id, action };
                    let fires = |modifier: &&Value| {
                        let action = &mv["actions"][action];
                        conditions::Asked { game: self, table, from, to, mv, action, quiet: false }
                            .hold(list(&modifier["conditions"]))
                    };
                    match list(&mv["modifiers"]).iter().find(fires) {
                        None => turns.push(turn(None)),
                        Some(modifier) => turns.extend(self.options(modifier).into_iter().map(|kind| turn(Some(kind)))),
                    }
                }
            }
        }
        turns.retain(|turn| self.is_safe(table, turn, player));
        turns.sort();
        turns
    }

    fn options(&self, modifier: &Value) -> Vec<usize> {
        let mut kinds: Vec<usize> = list(&modifier["options"]).iter().filter_map(|code| self.kind(code)).collect();
        let mut seen = Vec::new();
        kinds.retain(|kind| {
            !seen.contains(kind) && {
                seen.push(*kind);
                true
            }
        });
        kinds
    }

    /// Whether the turn keeps all friendly leaders on the board and not attacked.
    fn is_safe(&self, table: &Table, turn: &Turn, player: usize) -> bool {
        let Some(after) = self.play(table, turn) else { return false };
        let mut leaders = after.pieces.iter().filter(|(_, piece)| piece.owner == player && self.is_leader(piece));
        !after.out[player] && leaders.all(|(place, _)| !conditions::is_attacked(self, &after, player, *place))
    }

    /// The player to move. Players without a move are eliminated first.
    pub fn settle(&self, table: &mut Table) -> Status {
        let players = self.players.len();
        loop {
            let alive: Vec<usize> = (0..players).filter(|player| !table.out[*player]).collect();
            if players > 1 && alive.len() == 1 {
                return Status::Over(Some(alive[0]));
            }
            if table.out[self.order[table.turn]] {
                self.pass(table);
                continue;
            }
            let due = self.order[table.turn];
            if !self.legal_for(table, due).is_empty() {
                return Status::Due(due);
            }
            if players <= 2 {
                let leaders = table.pieces.iter().filter(|(_, piece)| piece.owner == due && self.is_leader(piece));
                let mut attacked = leaders.map(|(place, _)| conditions::is_attacked(self, table, due, *place));
                return Status::Over((players == 2 && attacked.any(|attacked| attacked)).then(|| 1 - due));
            }
            // Without leaders there is no checkmate. If no player can move, the game has no winner.
            if self.leader.is_none() && alive.iter().all(|player| self.legal_for(table, *player).is_empty()) {
                return Status::Over(None);
            }
            table.out[due] = true;
        }
    }

    /// The legal turns of the player to move.
    pub fn legal(&self, table: &Table) -> Vec<Turn> {
        let mut settled = table.clone();
        match self.settle(&mut settled) {
            Status::Due(player) => self.legal_for(&settled, player),
            Status::Over(_) => vec![],
        }
    }

    pub fn perft(&self, table: &Table, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut settled = table.clone();
        let Status::Due(due) = self.settle(&mut settled) else { return 0 };
        let turns = self.legal_for(&settled, due);
        if depth == 1 {
            return turns.len() as u64;
        }
        turns.iter().filter_map(|turn| self.play(&settled, turn)).map(|next| self.perft(&next, depth - 1)).sum()
    }

    /// The rows of the board, as in the first field of a position text. Every kind must have a letter in the file.
    pub fn rows(&self, table: &Table) -> String {
        let cell = |place: BoardSquare| match table.pieces.get(&place) {
            None if self.exists(place) => " ".to_owned(),
            None => "*".to_owned(),
            Some(piece) => {
                let kind = piece.kind.expect("a real piece");
                let letter = self.file["pieces"][kind]["letter"].as_str().expect("a letter").to_uppercase();
                match (self.players.len(), piece.owner) {
                    (1 | 2, 0) => letter,
                    (1 | 2, _) => letter.to_lowercase(),
                    (_, owner) => format!("{}:{letter}", owner + 1),
                }
            }
        };
        let row = |y: i64| {
            let (mut text, mut empty) = (String::new(), 0);
            for cell in (0..self.cols).map(|x| cell((x, y))).chain(["end".to_owned()]) {
                if cell == " " {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                if cell != "end" {
                    text += &cell;
                }
            }
            text
        };
        (0..self.rows).rev().map(row).collect::<Vec<_>>().join("/")
    }
}
