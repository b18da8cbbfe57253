//! Conditions and attacks of the reference implementation, written sentence by sentence from the document of the
//! language.

use super::{BoardSquare, Game, Piece, Table, list};
use serde_json::Value;
use std::collections::BTreeMap;

/// A move whose conditions are tested.
pub struct Asked<'a> {
    pub game: &'a Game,
    pub table: &'a Table,
    pub from: BoardSquare,
    pub to: BoardSquare,
    pub mv: &'a Value,
    pub action: &'a Value,
    /// Whether to ignore conditions about attacks. This is set while attacks themselves are computed.
    pub quiet: bool,
}

impl Asked<'_> {
    /// Whether all conditions of the move and of its action hold.
    pub fn all_hold(&self) -> bool {
        self.hold(list(&self.mv["conditions"])) && self.hold(list(&self.action["conditions"]))
    }

    pub fn hold(&self, conditions: &[Value]) -> bool {
        conditions.iter().all(|condition| self.holds(condition))
    }

    fn piece(&self, condition: &Value) -> Option<&Piece> {
        self.table.pieces.get(&self.game.at(self.owner(), self.from, &condition["position"]))
    }

    fn owner(&self) -> usize {
        self.table.pieces[&self.from].owner
    }

    fn holds(&self, condition: &Value) -> bool {
        let Asked { game, table, from, to, .. } = *self;
        let mover = &table.pieces[&from];
        match condition["condition"].as_str().expect("a condition") {
            "FIRST_MOVE" => !mover.moved,
            "DEPENDS_ON" => {
                let other = game.moves_of(mover.kind).iter().find(|mv| mv["id"] == condition["move_id"]);
                !game.landings(table, from, other.expect("a move"), self.quiet).is_empty()
            }
            "PIECE_FIRST_MOVE" => self.piece(condition).is_some_and(|piece| !piece.moved),
            "ROOK_FIRST_MOVE" => self.partner(condition),
            "CHECK_STATE" => {
                let name = condition["state"].as_str().expect("a flag");
                self.piece(condition).is_some_and(|piece| piece.flags.contains_key(name))
            }
            "PATH_EMPTY" => {
                between(from, to).iter().all(|place| game.exists(*place) && !table.pieces.contains_key(place))
            }
            "NOT_ATTACKED" => self.quiet || !is_attacked(game, table, self.owner(), to),
            "PATH_NOT_ATTACKED" => {
                let mut path = between(from, to);
                path.extend([from, to]);
                self.quiet || path.iter().all(|place| !is_attacked(game, table, self.owner(), *place))
            }
            zone => {
                let zone = list(&game.file["conditions"]).iter().find(|other| other["code"] == zone).expect("a zone");
                list(&zone["check"][&game.players[self.owner()]]).iter().any(|place| super::pair(place) == to)
            }
        }
    }

    /// Tests `ROOK_FIRST_MOVE`. The condition holds if the square is empty. Otherwise the square must hold the
    /// friendly, unmoved piece that the MOVE effect with the same `from` names. At least one MOVE effect must find its
    /// piece. Without a MOVE effect, any unmoved piece will do.
    fn partner(&self, condition: &Value) -> bool {
        let effects = || list(&self.mv["side_effects"]).iter().chain(list(&self.action["side_effects"]));
        let moves = || effects().filter(|effect| effect["action"] == "MOVE");
        if moves().next().is_none() {
            return self.piece(condition).is_none_or(|piece| !piece.moved);
        }
        let found = |effect: &Value| {
            let piece = self.table.pieces.get(&self.game.at(self.owner(), self.from, &effect["from"]));
            piece.is_some_and(|piece| effect["piece"].is_null() || piece.kind == self.game.kind(&effect["piece"]))
        };
        let named = moves().find(|effect| effect["from"] == condition["position"]);
        let kind = named.and_then(|effect| self.game.kind(&effect["piece"]));
        let fits = self
            .piece(condition)
            .is_none_or(|piece| piece.owner == self.owner() && !piece.moved && (kind.is_none() || piece.kind == kind));
        fits && moves().any(found)
    }
}

/// The squares strictly between two squares: those whose centres lie on the line between the two centres.
fn between(from: BoardSquare, to: BoardSquare) -> Vec<BoardSquare> {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let long = x.abs().max(y.abs());
    let on_line = |n: &i64| (n * x) % long == 0 && (n * y) % long == 0;
    (1..long).filter(on_line).map(|n| (from.0 + n * x / long, from.1 + n * y / long)).collect()
}

/// Whether an opponent who is still in the game could capture a piece of this player on the square.
pub fn is_attacked(game: &Game, table: &Table, player: usize, place: BoardSquare) -> bool {
    if !game.exists(place) {
        return false;
    }
    let enemies = table.pieces.iter().filter(|(_, piece)| piece.owner != player && !table.out[piece.owner]);
    enemies.clone().any(|(&from, piece)| {
        let mut imagined;
        let there = table.pieces.get(&place);
        let board = if there.is_some_and(|there| there.owner != piece.owner) {
            table
        } else {
            let ghost = Piece { owner: player, kind: None, moved: true, flags: BTreeMap::new() };
            imagined = table.clone();
            imagined.pieces.insert(place, ghost);
            &imagined
        };
        from != place
            && game.moves_of(piece.kind).iter().any(|mv| {
                let captures = list(&mv["actions"]).iter().filter(|action| action["state"] == "ENEMY");
                captures.clone().any(|action| {
                    reaches(game, board, from, mv, place)
                        && Asked { game, table: board, from, to: place, mv, action, quiet: true }.all_hold()
                })
            })
    })
}

/// Whether repeating the step leads to the square over empty squares.
fn reaches(game: &Game, table: &Table, from: BoardSquare, mv: &Value, place: BoardSquare) -> bool {
    let (x, y) = game.turned(table.pieces[&from].owner, &mv["step"]);
    for n in 1..=Game::times(mv) {
        let to = (from.0 + n * x, from.1 + n * y);
        if to == place {
            return true;
        }
        if !game.exists(to) || table.pieces.contains_key(&to) {
            return false;
        }
    }
    false
}
