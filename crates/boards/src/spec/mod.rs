//! A game as its file says it, names resolved and every mistake reported. Nothing is planned yet: steps are still those
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

/// A place on the board: column and row.
pub type Place = (u8, u8);
/// A step from a place, as a player who moves up the board sees it.
pub type Offset = (i16, i16);

/// A whole game.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Its name for people.
    pub name: String,
    /// The board.
    pub board: Board,
    /// The players, a seat each.
    pub players: Vec<Player>,
    /// Who moves when: indexes of players, in a circle.
    pub order: Vec<u8>,
    /// Where the circle starts.
    pub start_at: u8,
    /// Named sets of squares.
    pub zones: Vec<Zone>,
    /// The kinds of pieces.
    pub pieces: Vec<Piece>,
    /// Names of flags; index is what conditions and effects use.
    pub flags: Vec<Flag>,
    /// The kinds whose loss is the loss of the game.
    pub leaders: Vec<u8>,
    /// Everything that is said about the game as a whole.
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
    /// A step is a row vector times this.
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
    /// The squares by player; `None` for the type `STATE`, which no move can use.
    pub squares: Option<Vec<Vec<Place>>>,
}

/// A named flag.
#[derive(Clone, Debug)]
pub struct Flag {
    /// The name.
    pub name: String,
    /// The longest countdown that a move sets, zero if none does.
    pub longest: u8,
    /// Does a move set it for ever?
    pub permanent: bool,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The code.
    pub code: String,
    /// For people.
    pub name: String,
    /// The letter of position and move texts.
    pub letter: String,
    /// What a text board shows, by player; empty where the file says nothing.
    pub glyphs: Vec<String>,
    /// Its moves.
    pub moves: Vec<Move>,
    /// May it be placed from the hand?
    pub drop: Option<Drop>,
    /// What it becomes in the hand of its captor.
    pub demotes_to: Option<u8>,
    /// What bots take it to be worth, in hundredths of a weak piece; worked out from the rules where the file says nothing.
    pub value: Option<i32>,
}

/// How a piece comes from the hand onto an empty square.
#[derive(Clone, Debug, Default)]
pub struct Drop {
    /// The zones that the square must be in.
    pub zones: Vec<u8>,
    /// Not on a file with an own piece of its kind.
    pub one_a_file: bool,
    /// Not if it mates at once.
    pub not_mate: bool,
    /// The square in this direction must be occupied, or off the board.
    pub supported: Option<Offset>,
    /// Must turn at least one enemy piece; all enemies in line between it and an own piece change sides.
    pub flips: bool,
}

/// One move of a piece.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its number in the file.
    pub id: i64,
    /// The step.
    pub step: Offset,
    /// What happens on arrival, by what stands there.
    pub actions: Vec<Action>,
    /// All must hold.
    pub conditions: Vec<Condition>,
    /// Promotions, the first that fits.
    pub modifiers: Vec<Modifier>,
    /// What else happens.
    pub effects: Vec<Effect>,
    /// Does the step repeat?
    pub repeat: Option<Repeat>,
    /// Must the same piece go on with such a move while it can?
    pub again: bool,
}

/// What stands on the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// Nothing.
    Empty,
    /// A piece of another player.
    Enemy,
    /// A piece of the same player.
    Ally,
}

/// What happens on arrival.
#[derive(Clone, Debug)]
pub struct Action {
    /// If this stands there.
    pub state: Occupant,
    /// Only if these hold too.
    pub conditions: Vec<Condition>,
    /// And this happens.
    pub effects: Vec<Effect>,
}

/// A promotion.
#[derive(Clone, Debug)]
pub struct Modifier {
    /// If these hold.
    pub conditions: Vec<Condition>,
    /// One of these, the choice of the player.
    pub options: Vec<u8>,
}

/// How a step repeats.
#[derive(Clone, Copy, Debug)]
pub struct Repeat {
    /// At most so often.
    pub most: u8,
    /// Exactly so often.
    pub exact: bool,
}

/// Whose piece a condition means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Anybody's.
    Any,
    /// The mover's.
    Ally,
    /// Somebody else's.
    Enemy,
}

/// A condition of a move, an action or a promotion.
#[derive(Clone, Debug)]
pub enum Condition {
    /// The piece has never moved.
    FirstMove,
    /// Another move of the piece (by its index) could land somewhere.
    DependsOn(usize),
    /// An unmoved piece stands there.
    PieceFirstMove(Offset),
    /// Nothing stands there, or the own unmoved piece that the move's side effect takes from there.
    PartnerFirstMove(Offset),
    /// The piece there has the flag.
    Flag(u8, Offset),
    /// Nothing stands between.
    PathEmpty,
    /// No enemy attacks the target.
    NotAttacked,
    /// No enemy attacks the source, the target or a square between.
    PathNotAttacked,
    /// The target is in the zone.
    Zone(u8),
    /// The source is in the zone.
    SourceIn(u8),
    /// The source is on one of these ranks, counted from the player's own side.
    OnRank(Vec<u8>),
    /// The source is a square where a piece of this kind and player starts.
    Home,
    /// Nothing stands on any of these squares, and they exist.
    SquaresEmpty(Vec<Offset>),
    /// Such a piece stands there (or, negated, does not).
    PieceAt { at: Offset, piece: Option<u8>, owner: Owner, negated: bool },
    /// So many pieces stand between; a slide goes over them, and at most `beyond` squares past the last.
    PathCount { min: u8, max: u8, beyond: Option<u8> },
}

/// What else happens with a move.
#[derive(Clone, Debug)]
pub enum Effect {
    /// The piece gets a flag, for a number of opponents' turns or for ever.
    SetFlag { flag: u8, duration: Option<u8> },
    /// The piece there is removed.
    Capture(Offset),
    /// The piece there, if it is of this kind, goes elsewhere.
    Shift { piece: Option<u8>, from: Offset, to: Offset },
}

/// What becomes of a player who is to move and cannot, without being in check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stalemate {
    /// Nobody wins.
    #[default]
    Draw,
    /// That player loses.
    Loss,
    /// That player wins.
    Win,
    /// Who has more pieces on the board wins.
    Count,
}

/// When may a player do nothing?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pass {
    /// Never.
    #[default]
    Never,
    /// When there is no other move; if nobody has one, the game is over.
    Forced,
}

/// A way to win.
#[derive(Clone, Debug)]
pub enum Win {
    /// An own piece stands in the zone. With `reply`, each later player of the round who can may still draw level.
    Reach { piece: Option<u8>, zone: u8, reply: bool },
    /// The opponent has leaders only.
    Bare,
    /// The opponent was checked so often.
    Checks(u8),
    /// The opponent has no piece of this kind.
    Extinct(u8),
    /// The opponent has nothing on the board.
    NoPieces,
    /// One has nothing on the board oneself.
    OwnNoPieces,
    /// So many own pieces in a row, column or diagonal.
    Line(u8),
}

/// Everything that is said about the game as a whole. The default is the plain language.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    /// Ways to win.
    pub wins: Vec<Win>,
    /// A position that occurs so often is a draw, zero for never.
    pub repetition: u8,
    /// So many turns without progress are a draw, zero for never.
    pub no_progress: u16,
    /// Moves of these are progress; a capture always is.
    pub progress: Vec<u8>,
    /// A draw when nobody can have more than one of these lists of pieces beside the leader.
    pub material: Vec<Vec<u8>>,
    /// The game ends after so many turns.
    pub max_plies: u16,
    /// No move and no check.
    pub stalemate: Stalemate,
    /// When a board is full or nobody can move.
    pub pass: Pass,
    /// A player who is out: are the pieces removed?
    pub remove_eliminated: bool,
    /// Who can capture must.
    pub must_capture: bool,
    /// No move may give check.
    pub no_checks: bool,
    /// Leaders may not see each other along a file.
    pub facing: bool,
    /// Captured pieces go to the hand of the captor.
    pub hands: bool,
    /// Start squares of these kinds are dealt anew from the seed: the same order for everybody, mirrored.
    pub shuffled: Vec<u8>,
}
