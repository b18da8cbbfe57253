//! A game as its file describes it. Names are resolved, and every mistake is reported. Steps are given from the view of
//! a player who moves up the board.

mod betza;
mod clauses;
mod conditions;
mod context;
mod moves;
mod pieces;
mod players;
mod read;
mod verify;

pub use read::read;

/// A square of the board: column and row.
pub type Place = (u8, u8);
/// A step, as seen by a player who moves up the board.
pub type Offset = (i16, i16);

/// A whole game.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Display name.
    pub name: String,
    /// The board.
    pub board: Board,
    /// The players, one for each seat.
    pub players: Vec<Player>,
    /// The order of turns: a cycle of player indices.
    pub order: Vec<u8>,
    /// The index in the cycle at which the first turn starts.
    pub start_at: u8,
    /// Named sets of squares.
    pub zones: Vec<Zone>,
    /// The kinds of pieces.
    pub pieces: Vec<Piece>,
    /// Names of flags; conditions and effects use the index.
    pub flags: Vec<Flag>,
    /// The leaders: kinds whose loss loses the game.
    pub leaders: Vec<u8>,
    /// The clauses about the whole game.
    pub clauses: Clauses,
}

/// The board.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Columns.
    pub cols: u8,
    /// Rows.
    pub rows: u8,
    /// Squares that do not exist.
    pub disabled: Vec<Place>,
}

/// A player.
#[derive(Clone, Debug)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The matrix of the player's direction; a step is a row vector times this matrix.
    pub direction: [[i16; 2]; 2],
    /// Pieces at the start.
    pub start: Vec<(u8, Place)>,
    /// Pieces in hand at the start.
    pub hand: Vec<(u8, u8)>,
}

/// A named set of squares for each player.
#[derive(Clone, Debug)]
pub struct Zone {
    /// The name.
    pub code: String,
    /// The squares of each player; `None` for the type `STATE`, which no move can use.
    pub squares: Option<Vec<Vec<Place>>>,
}

/// A named flag.
#[derive(Clone, Debug)]
pub struct Flag {
    /// The name.
    pub name: String,
    /// The longest countdown that a move sets; zero if none does.
    pub longest: u8,
    /// Whether a move sets it permanently.
    pub permanent: bool,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The code.
    pub code: String,
    /// Display name.
    pub name: String,
    /// The letter in texts of positions and moves.
    pub letter: String,
    /// The glyph on a text board for each player; empty if the file gives none.
    pub glyphs: Vec<String>,
    /// The moves of the piece.
    pub moves: Vec<Move>,
    /// The rules for dropping the piece from the hand. `None` if it may not be dropped.
    pub drop: Option<Drop>,
    /// The kind that it becomes in the hand of its captor.
    pub demotes_to: Option<u8>,
    /// The value of the piece for bots, in centipawns. If the file gives none, the planner computes it from the rules.
    pub value: Option<i32>,
}

/// The rules for dropping a piece from the hand onto an empty square.
#[derive(Clone, Debug, Default)]
pub struct Drop {
    /// The zones that must contain the square.
    pub zones: Vec<u8>,
    /// Whether the piece may not be dropped on a file with an own piece of the same kind.
    pub one_a_file: bool,
    /// Whether the drop may not give checkmate.
    pub not_mate: bool,
    /// The square in this direction must be occupied or off the board.
    pub supported: Option<Offset>,
    /// Whether the drop must flip at least one enemy piece. All enemies in line between the dropped piece and an own
    /// piece change sides.
    pub flips: bool,
}

/// One move of a piece.
#[derive(Clone, Debug)]
pub struct Move {
    /// The id of the move in the file.
    pub id: i64,
    /// The step.
    pub step: Offset,
    /// The actions on arrival, by the content of the target.
    pub actions: Vec<Action>,
    /// The conditions, all of which must hold.
    pub conditions: Vec<Condition>,
    /// The promotions, of which the first that applies counts.
    pub modifiers: Vec<Modifier>,
    /// Side effects.
    pub effects: Vec<Effect>,
    /// The repetition of the step, if it repeats.
    pub repeat: Option<Repeat>,
    /// Whether the piece must continue with such a move while it can.
    pub again: bool,
}

/// The content of the target square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// Empty.
    Empty,
    /// A piece of another player.
    Enemy,
    /// A piece of the same player.
    Ally,
}

/// An action on arrival.
#[derive(Clone, Debug)]
pub struct Action {
    /// The required content of the target.
    pub state: Occupant,
    /// Further conditions of the action.
    pub conditions: Vec<Condition>,
    /// The side effects of the action.
    pub effects: Vec<Effect>,
}

/// A promotion.
#[derive(Clone, Debug)]
pub struct Modifier {
    /// The conditions of the promotion.
    pub conditions: Vec<Condition>,
    /// The kinds from which the player chooses.
    pub options: Vec<u8>,
}

/// The repetition of a step.
#[derive(Clone, Copy, Debug)]
pub struct Repeat {
    /// The maximum number of repetitions.
    pub most: u8,
    /// Whether the step repeats exactly `most` times.
    pub exact: bool,
}

/// The owner of the piece that a condition means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A piece of any player.
    Any,
    /// A piece of the mover.
    Ally,
    /// A piece of another player.
    Enemy,
}

/// A condition of a move, an action or a promotion.
#[derive(Clone, Debug)]
pub enum Condition {
    /// The piece has never moved.
    FirstMove,
    /// Another move of the piece, given by index, has a target.
    DependsOn(usize),
    /// A piece that has never moved stands at the offset.
    PieceFirstMove(Offset),
    /// The square is empty, or holds the own unmoved piece that a side effect of this move carries away.
    PartnerFirstMove(Offset),
    /// The piece at the offset has the flag.
    Flag(u8, Offset),
    /// All squares between source and target are empty.
    PathEmpty,
    /// No enemy attacks the target.
    NotAttacked,
    /// No enemy attacks the source, the target or a square between them.
    PathNotAttacked,
    /// The target is in the zone.
    Zone(u8),
    /// The source is in the zone.
    SourceIn(u8),
    /// The source is on one of these ranks, counted from the player's own side.
    OnRank(Vec<u8>),
    /// The source is a start square of this kind and player.
    Home,
    /// All of these squares exist and are empty.
    SquaresEmpty(Vec<Offset>),
    /// A piece of this kind and owner stands at the offset. If negated, no such piece stands there.
    PieceAt { at: Offset, piece: Option<u8>, owner: Owner, negated: bool },
    /// This many pieces stand between source and target. A slide jumps over them, and goes at most `beyond` squares
    /// past the last piece.
    PathCount { min: u8, max: u8, beyond: Option<u8> },
}

/// A side effect of a move.
#[derive(Clone, Debug)]
pub enum Effect {
    /// The piece gets a flag, for a number of opponents' turns or permanently.
    SetFlag { flag: u8, duration: Option<u8> },
    /// Removes the piece at the offset.
    Capture(Offset),
    /// Moves the piece at the offset, if it is of this kind.
    Shift { piece: Option<u8>, from: Offset, to: Offset },
}

/// The result if the player to move has no move and is not in check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stalemate {
    /// A draw.
    #[default]
    Draw,
    /// The player to move loses.
    Loss,
    /// The player to move wins.
    Win,
    /// The player with more pieces on the board wins.
    Count,
}

/// When a player may pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pass {
    /// Never.
    #[default]
    Never,
    /// The player may pass only without another move. If no player has a move, the game ends.
    Forced,
}

/// A way to win.
#[derive(Clone, Debug)]
pub enum Win {
    /// An own piece stands in the zone. With `reply`, each later player of the round may still reach the zone and draw
    /// level.
    Reach { piece: Option<u8>, zone: u8, reply: bool },
    /// The opponent has only leaders.
    Bare,
    /// The opponent was in check this many times.
    Checks(u8),
    /// The opponent has no piece of this kind.
    Extinct(u8),
    /// The opponent has no piece on the board.
    NoPieces,
    /// The player itself has no piece on the board.
    OwnNoPieces,
    /// This many own pieces in a row, column or diagonal.
    Line(u8),
}

/// The clauses about the whole game. The default values are those of the plain language.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    /// Ways to win.
    pub wins: Vec<Win>,
    /// A position that occurs this often is a draw; zero for never.
    pub repetition: u8,
    /// This many turns without progress are a draw; zero for never.
    pub no_progress: u16,
    /// Kinds whose moves count as progress. A capture is always progress.
    pub progress: Vec<u8>,
    /// A draw if the pieces of all players together, without leaders, are one of these lists.
    pub material: Vec<Vec<u8>>,
    /// The game ends after this many turns.
    pub max_plies: u16,
    /// The result of stalemate.
    pub stalemate: Stalemate,
    /// Whether players may pass.
    pub pass: Pass,
    /// Whether the pieces of an eliminated player are removed.
    pub remove_eliminated: bool,
    /// Whether captures are compulsory.
    pub must_capture: bool,
    /// Whether a move may not give check.
    pub no_checks: bool,
    /// Whether leaders may not face each other along a file.
    pub facing: bool,
    /// Whether captured pieces go to the captor's hand.
    pub hands: bool,
    /// Kinds whose start squares are shuffled by the seed. All players get the same order, mirrored.
    pub shuffled: Vec<u8>,
}
