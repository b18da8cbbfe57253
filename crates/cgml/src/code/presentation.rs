//! How a game is shown. Lines about what happened are rules that say something (see `compile/presentation.rs`), names of options
//! are in [`Ask::label`](super::Ask::label).

use super::expr::{Expr, Item};
use super::value::{Kind, TempId};
pub use crate::syntax::Audience;

/// What is shown beside the table.
#[derive(Clone, Debug, Default)]
pub struct Presentation {
    /// Tables with a row a player.
    pub scoreboards: Vec<Board>,
    /// Numbers that tell how well a player stands.
    pub facts: Vec<Standing>,
    /// What people read of a phase, by its number; of others it is the name in words.
    pub phases: Vec<(u16, String)>,
    /// Variables that are computed, for whoever writes the game: players see what is made of them.
    pub computed: Vec<Computed>,
}

/// A variable that is computed whenever it is read.
#[derive(Clone, Debug)]
pub struct Computed {
    /// Its name.
    pub name: String,
    /// The player, where each has one.
    pub seat: Option<TempId>,
    /// From what. It has no frame.
    pub from: Source,
    /// What it is, or what its items are.
    pub kind: Kind,
}

/// From what a variable is computed.
#[derive(Clone, Debug)]
pub enum Source {
    /// A scalar.
    One(Expr),
    /// A list.
    Many(Item),
}

/// A table with a row a player.
#[derive(Clone, Debug)]
pub struct Board {
    /// What it is called.
    pub title: String,
    /// Is it about what belongs to nobody? Then each column is a line.
    pub of_table: bool,
    /// Its columns, behind the one with the players.
    pub columns: Vec<Column>,
}

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its head.
    pub name: String,
    /// What a player's cell shows.
    pub cell: Shown,
}

/// A value for each player.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The player.
    pub seat: TempId,
    /// The value. It has no frame.
    pub value: Expr,
    /// What it is.
    pub kind: Kind,
    /// Who sees it, of those who know what it was computed from.
    pub audience: Option<Audience>,
}

/// A number that tells how well a player stands.
#[derive(Clone, Debug)]
pub struct Standing {
    /// What it is called.
    pub name: String,
    /// How much it counts.
    pub weight: i32,
    /// The number.
    pub number: Shown,
}
