//! A game as its file describes it, with all names resolved and every mistake reported. Steps are given from the view
//! of a player who moves up the board.

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
/// A step or relative position, as seen by a player who moves up the board.
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
    /// The named sets of squares.
    pub zones: Vec<Zone>,
    /// The kinds of pieces.
    pub pieces: Vec<Piece>,
    /// The flags. Conditions and effects refer to a flag by its index.
    pub flags: Vec<Flag>,
    /// The kinds of pieces that are leaders: a player who loses a leader is out.
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
    /// The squares that do not exist.
    pub disabled: Vec<Place>,
}

/// A player.
#[derive(Clone, Debug)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The direction of the player as a matrix. A step, as a row vector, is multiplied by this matrix.
    pub direction: [[i16; 2]; 2],
    /// The pieces on the board at the start: kind and square.
    pub start: Vec<(u8, Place)>,
    /// The pieces in hand at the start: kind and number.
    pub hand: Vec<(u8, u8)>,
}

/// A named set of squares for each player.
#[derive(Clone, Debug)]
pub struct Zone {
    /// The name.
    pub code: String,
    /// The squares of the zone for each player. `None` for the type `STATE`, which no move can use.
    pub squares: Option<Vec<Vec<Place>>>,
}

/// A named flag.
#[derive(Clone, Debug)]
pub struct Flag {
    /// The name.
    pub name: String,
    /// The longest countdown that a move sets. Zero if no move sets one.
    pub longest: u8,
    /// Whether a move sets the flag permanently.
    pub permanent: bool,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The code by which the file refers to the piece.
    pub code: String,
    /// Display name.
    pub name: String,
    /// The letter in texts of positions and moves.
    pub letter: String,
    /// The sign on a text board for each player. Empty if the file gives none.
    pub glyphs: Vec<String>,
    /// The moves of the piece.
    pub moves: Vec<Move>,
    /// The rules for dropping the piece from the hand. `None` if it may not be dropped.
    pub drop: Option<Drop>,
    /// The kind that the piece becomes in the hand of its captor. `None` if it keeps its kind.
    pub demotes_to: Option<u8>,
    /// The value of the piece for bots, in centipawns. If it is `None`, the planner computes a value from the rules.
    pub value: Option<i32>,
}

/// The rules for dropping a piece from the hand onto an empty square.
#[derive(Clone, Debug, Default)]
pub struct Drop {
    /// The zones in which the square must be.
    pub zones: Vec<u8>,
    /// Whether the file of the square must not have another own piece of this kind.
    pub one_a_file: bool,
    /// Whether the drop may not give checkmate.
    pub not_mate: bool,
    /// If given: the square in this direction must be occupied or off the board.
    pub supported: Option<Offset>,
    /// Whether the drop must flip at least one enemy piece. Enemy pieces in a line between the dropped piece and
    /// another own piece change sides.
    pub flips: bool,
}

/// One move of a piece.
#[derive(Clone, Debug)]
pub struct Move {
    /// The id of the move in the file.
    pub id: i64,
    /// The step.
    pub step: Offset,
    /// The actions of the move, one for each possible content of the target.
    pub actions: Vec<Action>,
    /// The conditions of the move. All of them must hold.
    pub conditions: Vec<Condition>,
    /// The promotions. If several apply, the first is used.
    pub modifiers: Vec<Modifier>,
    /// The side effects of the move.
    pub effects: Vec<Effect>,
    /// How often the step repeats. `None` means once.
    pub repeat: Option<Repeat>,
    /// Whether a piece that has made such a move must make another one if it can.
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

/// The effect of a move on a target with a certain content.
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
    /// Whether the step repeats exactly `most` times, not up to `most` times.
    pub exact: bool,
}

/// The owner of the piece that a condition asks for.
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
    /// Another move of the same piece has a target. Contains the index of that move.
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
    /// The source is a square on which a piece of this kind and player started.
    Home,
    /// All of these squares exist and are empty.
    SquaresEmpty(Vec<Offset>),
    /// A piece of this kind and owner stands at the offset. If negated, no such piece stands there.
    PieceAt { at: Offset, piece: Option<u8>, owner: Owner, negated: bool },
    /// Between `min` and `max` pieces stand between source and target. A slide jumps over them and goes at most
    /// `beyond` squares past the last one.
    PathCount { min: u8, max: u8, beyond: Option<u8> },
}

/// A side effect of a move.
#[derive(Clone, Debug)]
pub enum Effect {
    /// The piece gets a flag: for a number of opponents' turns, or permanently if there is no duration.
    SetFlag { flag: u8, duration: Option<u8> },
    /// Removes the piece at the offset.
    Capture(Offset),
    /// Moves the piece at `from` to `to`, if it has this kind.
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
    /// A player may pass only if there is no other move. If no player has a move, the game ends.
    Forced,
}

/// A way to win.
#[derive(Clone, Debug)]
pub enum Win {
    /// An own piece stands in the zone. With `reply`, later players of the round may still reach their zone too, and
    /// then the game is drawn.
    Reach { piece: Option<u8>, zone: u8, reply: bool },
    /// The opponent has only leaders.
    Bare,
    /// The opponent was in check this number of times.
    Checks(u8),
    /// The opponent has no piece of this kind.
    Extinct(u8),
    /// The opponent has no piece on the board.
    NoPieces,
    /// The player itself has no piece on the board.
    OwnNoPieces,
    /// This number of own pieces in a row, column or diagonal.
    Line(u8),
}

/// The clauses about the whole game. The default values are the rules of the plain language (version 1).
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    /// The ways to win.
    pub wins: Vec<Win>,
    /// The number of times that a position must occur for a draw. Zero if repetition is no draw.
    pub repetition: u8,
    /// The number of turns without progress after which the game is drawn. Zero if there is no such rule.
    pub no_progress: u16,
    /// The kinds whose moves count as progress. A capture is always progress.
    pub progress: Vec<u8>,
    /// The game is drawn if the pieces of all players together, without leaders, are one of these lists.
    pub material: Vec<Vec<u8>>,
    /// The number of turns after which the game is drawn.
    pub max_plies: u16,
    /// The result of stalemate.
    pub stalemate: Stalemate,
    /// When a player may pass.
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
    /// The kinds whose start squares are shuffled by the seed. All players get the same order, mirrored.
    pub shuffled: Vec<u8>,
}
