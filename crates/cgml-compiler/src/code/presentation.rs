//! The scoreboards, facts and names that a game shows. Recaps are rules that announce something (see
//! `compile/presentation.rs`); names of options are in [`Ask::label`](super::Ask::label).

use super::expr::{Expr, Item};
use super::value::{Kind, TempId};
pub use crate::syntax::Audience;

/// All values shown beside the table.
#[derive(Clone, Debug, Default)]
pub struct Presentation {
    /// Tables with one row for each player or for each shared value.
    pub scoreboards: Vec<Board>,
    /// A number for each player that says how well the player stands.
    pub facts: Vec<Standing>,
    /// The displayed name of a phase, by its number. A phase without an entry shows its id as words.
    pub phases: Vec<(u16, String)>,
    /// Computed variables, for the author of the game. Players do not see this list.
    pub computed: Vec<Computed>,
}

/// A variable that is computed whenever it is read.
#[derive(Clone, Debug)]
pub struct Computed {
    /// The name.
    pub name: String,
    /// The temporary for the player, if each player has a value.
    pub seat: Option<TempId>,
    /// The expression. The expression reads no frame.
    pub from: Source,
    /// The kind of the value, or of its items.
    pub kind: Kind,
}

/// The expression of a computed variable.
#[derive(Clone, Debug)]
pub enum Source {
    /// A scalar.
    One(Expr),
    /// A list.
    Many(Item),
}

/// A table with one row for each player, or with one row for each shared value.
#[derive(Clone, Debug)]
pub struct Board {
    /// The title.
    pub title: String,
    /// Whether the values are shared by all players. If so, each column is shown as one line.
    pub of_table: bool,
    /// The columns after the column of players.
    pub columns: Vec<Column>,
}

/// A column of a scoreboard.
#[derive(Clone, Debug)]
pub struct Column {
    /// The heading.
    pub name: String,
    /// The value in a player's cell.
    pub cell: Shown,
}

/// A value for each player.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The temporary that holds the player.
    pub seat: TempId,
    /// The value. The expression reads no frame.
    pub value: Expr,
    /// The kind of the value.
    pub kind: Kind,
    /// The declared audience. A viewer must also know everything the value is computed from.
    pub audience: Option<Audience>,
}

/// A number that measures the standing of a player.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The name.
    pub name: String,
    /// The weight of the number in the score of a player.
    pub weight: i32,
    /// The number.
    pub number: Shown,
}
