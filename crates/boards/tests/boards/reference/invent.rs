//! Invents random games in the plain language (version 1), which use all of its features.

use rulebook_kernel::Draws;
use serde_json::{Value, json};

const CODES: [(&str, &str); 6] = [("KING", "K"), ("APE", "A"), ("BEAR", "B"), ("CAT", "C"), ("DOG", "D"), ("EEL", "E")];
const PLAYERS: [&str; 4] = ["NORTH", "EAST", "SOUTH", "WEST"];
const FLAGS: [&str; 2] = ["HOT", "SLEEPY"];
const ZONES: [&str; 2] = ["SHORE", "WOODS"];

pub struct Inventor<'a> {
    pub draws: &'a mut Draws,
    cols: i64,
    rows: i64,
    kinds: usize,
    players: usize,
    /// The number of moves out of ten that have an unusual feature.
    odd: u32,
}

impl<'a> Inventor<'a> {
    pub fn new(draws: &'a mut Draws) -> Inventor<'a> {
        Inventor { draws, cols: 0, rows: 0, kinds: 0, players: 0, odd: 0 }
    }

    fn below(&mut self, n: u32) -> u32 {
        self.draws.below(n)
    }

    /// Returns `true` at random, with a probability of `of_ten` tenths.
    fn chance(&mut self, of_ten: u32) -> bool {
        self.below(10) < of_ten
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }

    fn number(&mut self, low: i64, high: i64) -> i64 {
        low + i64::from(self.below((high - low + 1) as u32))
    }

    pub fn game(&mut self) -> Value {
        self.odd = self.pick(&[1, 3, 6]);
        // Choose a board that needs one, two or four words for a set.
        (self.cols, self.rows) = match self.below(10) {
            0 => (self.number(9, 11), self.number(8, 11)),
            1 => (self.number(12, 16), self.number(11, 16)),
            2 => (self.number(1, 3), self.number(5, 9)),
            _ => (self.number(3, 6), self.number(3, 6)),
        };
        self.players = self.pick(&[2, 2, 2, 2, 3, 3, 4]);
        self.kinds = self.number(2, CODES.len() as i64) as usize;
        let led = self.chance(7);
        let mut places: Vec<Value> = (0..self.rows).flat_map(|y| (0..self.cols).map(move |x| json!([x, y]))).collect();
        for last in (1..places.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            places.swap(last, other);
        }
        let holes = if self.chance(4) { self.below(4).min(places.len() as u32 / 4) } else { 0 };
        let disabled: Vec<Value> = places.drain(..holes as usize).collect();
        let zones: Vec<Value> = ZONES.iter().map(|code| self.zone(code, &places)).collect();
        let most = (places.len() / self.players).clamp(1, 6) as u32;
        let players: Vec<Value> = (0..self.players)
            .map(|player| {
                let mut start: Vec<Value> = Vec::new();
                let kings = if led && !self.chance(1) { 1 + usize::from(self.chance(1)) } else { 0 };
                for at in 0..(1 + self.below(most) as usize) {
                    let kind = if at < kings { 0 } else { self.number(i64::from(led), self.kinds as i64 - 1) as usize };
                    let Some(place) = places.pop() else { break };
                    start.push(json!({"piece": CODES[kind].0, "positions": [place]}));
                }
                json!({"name": PLAYERS[player], "direction": self.direction(), "starting_positions": start})
            })
            .collect();
        let mut order: Vec<&str> = PLAYERS[..self.players].to_vec();
        if self.chance(3) {
            let again = self.pick(&PLAYERS[..self.players]);
            let at = self.below(order.len() as u32 + 1) as usize;
            order.insert(at, again);
        }
        let start_at = self.below(order.len() as u32);
        let pieces: Vec<Value> = (0..self.kinds).map(|kind| self.piece(kind)).collect();
        let mut game = json!({
            "name": "INVENTED",
            "board": {"dimensions": [self.cols, self.rows], "disabled_positions": disabled},
            "players": players,
            "turns": {"order": order, "start_at": start_at},
            "conditions": zones,
            "pieces": pieces,
        });
        if led {
            game["leader"] = json!(CODES[0].0);
        }
        game
    }

    fn direction(&mut self) -> Value {
        let (a, b) = (self.pick(&[1, -1]), self.pick(&[1, -1]));
        if self.chance(7) { json!([[a, 0], [0, b]]) } else { json!([[0, a], [b, 0]]) }
    }

    fn zone(&mut self, code: &str, places: &[Value]) -> Value {
        let mut check = json!({});
        for player in &PLAYERS[..self.players] {
            if self.chance(9) {
                let squares: Vec<&Value> = places.iter().filter(|_| self.chance(4)).collect();
                check[player] = json!(squares);
            }
        }
        json!({"code": code, "type": "POSITION", "check": check})
    }

    fn piece(&mut self, kind: usize) -> Value {
        // The leader usually steps in all directions, so that games last longer.
        let mut moves: Vec<Value> = if kind == 0 && self.chance(8) {
            let steps = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
            let usual = json!([{"state": "EMPTY", "action": "MOVE"}, {"state": "ENEMY", "action": "CAPTURE"}]);
            (0..).zip(steps).map(|(id, (x, y))| json!({"id": id, "step": [x, y], "actions": usual})).collect()
        } else {
            vec![]
        };
        let more = if moves.is_empty() { 1 + self.below(5) } else { self.below(3) };
        for _ in 0..more {
            moves.push(self.one_move(moves.len() as i64));
        }
        json!({"code": CODES[kind].0, "letter": CODES[kind].1, "moves": moves})
    }

    fn offset(&mut self, most: i64) -> Value {
        json!([self.number(-most, most), self.number(-most, most)])
    }

    fn step(&mut self) -> Value {
        let most = self.pick(&[1, 1, 1, 2, 2, 3]);
        loop {
            let step = if self.chance(3) { json!([0, self.number(-most, most)]) } else { self.offset(most) };
            if step != json!([0, 0]) {
                return step;
            }
        }
    }

    fn one_move(&mut self, id: i64) -> Value {
        let mut mv = json!({"id": id, "step": self.step(), "actions": []});
        let mut states = vec!["EMPTY", "ENEMY"];
        match self.below(10) {
            0 => drop(states.pop()),
            1 => drop(states.remove(0)),
            2 if self.chance(self.odd) => states.push("ALLY"),
            3 if self.chance(self.odd) => states.push("EMPTY"),
            _ => {}
        }
        let actions: Vec<Value> = states.into_iter().map(|state| self.action(state, id)).collect();
        mv["actions"] = json!(actions);
        if self.chance(3) {
            mv["repeat"] = match self.below(3) {
                0 => json!({"times": self.number(1, 3)}),
                1 => json!({"until": "NOT_EMPTY", "loop": true}),
                _ => json!({"loop": true}),
            };
        }
        if self.chance(self.odd) {
            let effects = self.effects();
            // A castling move also needs the condition on its partner.
            let from = effects.iter().find(|effect| effect["action"] == "MOVE").map(|effect| effect["from"].clone());
            let mut conditions = self.conditions(id);
            if let Some(from) = from.filter(|_| self.chance(5)) {
                conditions.push(json!({"condition": "ROOK_FIRST_MOVE", "position": from}));
            }
            mv["conditions"] = json!(conditions);
            mv["side_effects"] = json!(effects);
        }
        if self.chance(2) {
            let mut modifiers = Vec::new();
            for _ in 0..self.number(1, 2) {
                // A promotion may depend on its own move.
                let conditions = if self.chance(7) {
                    vec![json!({"condition": self.pick(&ZONES)})]
                } else {
                    self.conditions(id + 1)
                };
                let first = i64::from(!self.chance(1));
                let options: Vec<&str> = (0..self.number(1, 3))
                    .map(|_| CODES[self.number(first, self.kinds as i64 - 1) as usize].0)
                    .collect();
                modifiers.push(json!({"action": "TRANSFORM", "conditions": conditions, "options": options}));
            }
            mv["modifiers"] = json!(modifiers);
        }
        mv
    }

    fn action(&mut self, state: &str, id: i64) -> Value {
        let mut action = json!({"state": state, "action": if state == "EMPTY" { "MOVE" } else { "CAPTURE" }});
        if self.chance(self.odd / 3) {
            action["conditions"] = json!(self.conditions(id));
        }
        if self.chance(self.odd / 3) {
            action["side_effects"] = json!(self.effects());
        }
        action
    }

    fn conditions(&mut self, id: i64) -> Vec<Value> {
        (0..self.below(3)).map(|_| self.condition(id)).collect()
    }

    fn condition(&mut self, id: i64) -> Value {
        match self.below(9) {
            0 => json!({"condition": "FIRST_MOVE"}),
            1 if id > 0 => json!({"condition": "DEPENDS_ON", "move_id": self.number(0, id - 1)}),
            2 => json!({"condition": "PIECE_FIRST_MOVE", "position": self.offset(2)}),
            3 => json!({"condition": "CHECK_STATE", "state": self.pick(&FLAGS), "position": self.offset(1)}),
            4 => json!({"condition": "NOT_ATTACKED"}),
            5 => json!({"condition": "PATH_NOT_ATTACKED"}),
            6 => json!({"condition": self.pick(&ZONES)}),
            _ => json!({"condition": "PATH_EMPTY"}),
        }
    }

    fn effects(&mut self) -> Vec<Value> {
        (0..self.below(3)).map(|_| self.effect()).collect()
    }

    fn effect(&mut self) -> Value {
        match self.below(4) {
            0 => json!({"action": "CAPTURE", "target": self.offset(2)}),
            1 => {
                let mut effect = json!({"action": "MOVE", "from": self.offset(2), "to": self.offset(2)});
                if self.chance(5) {
                    effect["piece"] = json!(CODES[self.number(0, self.kinds as i64 - 1) as usize].0);
                }
                effect
            }
            _ => {
                let mut effect = json!({"action": "SET_STATE", "state": self.pick(&FLAGS)});
                if self.chance(8) {
                    effect["duration"] = json!(self.number(1, 5));
                }
                effect
            }
        }
    }
}
