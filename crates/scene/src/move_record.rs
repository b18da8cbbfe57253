//! Defines the record of one move of a board game: its notation, and the change that it made.

use crate::{FaceScene, PieceScene, Square};
use rulebook_kernel::Seat;
use serde::{Deserialize, Serialize};

/// One move of a board game. With the records, a client can write a move list in the notation of the game, and can show
/// every earlier position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MoveRecord {
    /// The number of moves before this move.
    pub number: u32,
    /// The seat that moved.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub seat: Seat,
    /// The move in short algebraic notation: `Nxd5+`.
    pub text: String,
    /// The piece that moved, before a promotion. `None` for a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceScene>,
    /// The square that the piece left. `None` for a drop or a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Square>,
    /// The square that the piece reached. `None` for a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Square>,
    /// Whether the move captured a piece.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub takes: bool,
    /// Whether the piece was promoted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub promotes: bool,
    /// Whether the piece could have been promoted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_promote: bool,
    /// Whether the player to move next is in check.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub check: bool,
    /// The squares whose piece changed.
    pub squares: Vec<SquareChange>,
    /// The changes of pieces in hand. Empty if the game has no hands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<HandChange>,
}

/// A square whose piece changed in a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SquareChange {
    /// The square.
    pub at: Square,
    /// The piece before the move. `None` if the square was empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<PieceScene>,
    /// The piece after the move. `None` if the square is empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<PieceScene>,
}

/// A change of the number of pieces of one kind in a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandChange {
    /// The owner of the hand.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub seat: Seat,
    /// The kind of piece, as the scene shows it.
    pub face: FaceScene,
    /// The number of pieces after the move, minus the number before it.
    pub by: i8,
}
