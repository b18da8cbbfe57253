//! A game as its file describes it, with all names resolved and every mistake reported. Steps are given from the view
//! of a player who moves up the board.

mod betza;
mod clauses;
mod conditions;
mod context;
mod effects;
mod moves;
mod pieces;
mod players;
mod read;
mod verify;

pub(crate) use betza::PATTERN as BETZA;
pub(crate) use clauses::KEYS as CLAUSE_KEYS;
pub(crate) use conditions::{KNOWN as KNOWN_CONDITIONS, PLAIN as PLAIN_CONDITIONS};
pub use read::read;

/// A square of the board: column and row.
pub type BoardSquare = (u8, u8);
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
    /// For each kind in `leaders`: its pieces lead only while their owner has at most this number of them.
    pub leads_while: Vec<u8>,
    /// Whether a player is also in check if all pieces of the kinds in `leaders` are attacked at once.
    pub check_on_all: bool,
    /// The clauses about the whole game.
    pub clauses: Clauses,
}

impl Spec {
    /// Whether a square can become a wall during the game.
    pub fn has_walls(&self) -> bool {
        let effects = self.pieces.iter().flat_map(|piece| &piece.moves);
        let mut effects =
            effects.flat_map(|mv| mv.effects.iter().chain(mv.actions.iter().flat_map(|action| &action.effects)));
        let walls = |change: &Change| change.change == ChangeTo::Wall;
        self.clauses.walls.as_ref().is_some_and(|walls| walls.piece.is_none())
            || effects.any(|effect| matches!(effect, Effect::Change(change) if walls(change)))
            || self.clauses.after_move.iter().any(walls)
    }

    /// Whether a player can ever hold a piece of this kind.
    pub fn is_held(&self, kind: u8) -> bool {
        let piece = |kind: u8| &self.pieces[kind as usize];
        let becomes = |other: u8| piece(other).demotes_to.unwrap_or(other);
        let given = self.players.iter().any(|player| player.hand.iter().any(|(held, _)| *held == kind));
        let kinds = 0..self.pieces.len() as u8;
        let taken = self.clauses.hands && kinds.into_iter().any(|other| becomes(other) == kind);
        piece(kind).drop.as_ref().is_some_and(|drop| !drop.free) || (given && !taken)
    }
}

/// The board.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Columns.
    pub cols: u8,
    /// Rows.
    pub rows: u8,
    /// The squares that do not exist.
    pub disabled: Vec<BoardSquare>,
    /// The columns before which the board is cut: no step, offset or line leads across.
    pub cuts: Vec<u8>,
}

/// A player.
#[derive(Clone, Debug)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The direction of the player as a matrix. A step, as a row vector, is multiplied by this matrix.
    pub direction: [[i16; 2]; 2],
    /// The pieces on the board at the start: kind and square.
    pub start: Vec<(u8, BoardSquare)>,
    /// The pieces in hand at the start: kind and number.
    pub hand: Vec<(u8, u8)>,
}

/// A named set of squares for each player.
#[derive(Clone, Debug)]
pub struct Zone {
    /// The name.
    pub code: String,
    /// The squares of the zone for each player. `None` for the type `STATE`, which no move can use.
    pub squares: Option<Vec<Vec<BoardSquare>>>,
}

/// A named flag.
#[derive(Clone, Debug)]
pub struct Flag {
    /// The name.
    pub name: String,
    /// The longest countdown that a move sets. Zero if no move sets a countdown.
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
    /// Other texts that stand for the piece in positions that other programs have written.
    pub aliases: Vec<String>,
    /// The characters on a text board for each player. Empty if the file gives none.
    pub glyphs: Vec<String>,
    /// The moves of the piece.
    pub moves: Vec<MoveSpec>,
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
    /// For `one_a_file`: the number of friendly pieces of this kind on a file that closes the file for drops.
    pub file_limit: u8,
    /// Whether the drop may not give check.
    pub not_check: bool,
    /// If given: the square must have, or must not have, such a neighbour.
    pub beside: Option<DropNeighbours>,
    /// Whether at most half of the player's pieces of this kind may stand on squares of one colour.
    pub colours: bool,
    /// The kinds that the piece may become when it is dropped.
    pub becomes: Vec<u8>,
    /// While a square of this zone is empty, the piece may only be dropped there, and `flips` does not matter.
    pub first: Option<u8>,
    /// Whether the piece need not be in hand.
    pub free: bool,
    /// Whether the piece is placed only by `gating`, never by a drop.
    pub gate_only: bool,
    /// Whether the square must be the end of a slide from an edge of the board.
    pub from_edge: bool,
}

/// The neighbours that a drop requires or forbids.
#[derive(Clone, Copy, Debug)]
pub struct DropNeighbours {
    /// The owner of the neighbours.
    pub owner: Owner,
    /// Whether only the four neighbours along rows and columns count.
    pub straight: bool,
    /// Whether such a neighbour is forbidden.
    pub negated: bool,
}

/// A kind of move of a piece, as the file describes it.
#[derive(Clone, Debug)]
pub struct MoveSpec {
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
    /// The square is empty, or holds the player's unmoved piece that a side effect of this move carries away.
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
    /// `beyond` squares past the last one. None of them is of a kind in `never_over`.
    PathCount { min: u8, max: u8, beyond: Option<u8>, never_over: Kinds },
    /// A leader of the player is attacked.
    InCheck,
    /// The only piece that gives check stands on the target.
    TakesChecker,
    /// The action of the move captures a piece.
    Captures,
    /// The piece on the target is of one of these kinds.
    TargetIs(Kinds),
    /// Between `min` and `max` pieces of these kinds and this owner are on the board, or on the squares at these
    /// offsets.
    PieceCount { kinds: Kinds, owner: Owner, min: u8, max: u8, at: Option<Vec<Offset>> },
    /// The move attacks a leader of an enemy.
    GivesCheck,
    /// After the move, the piece could capture an enemy piece of these kinds.
    Attacks(Kinds),
    /// The condition does not hold.
    Not(Box<Condition>),
}

impl Condition {
    /// The condition without its negation.
    pub fn plain(&self) -> &Condition {
        if let Condition::Not(inner) = self { inner.plain() } else { self }
    }

    /// Whether the condition is tested on the board after the move.
    pub fn is_after(&self) -> bool {
        matches!(self.plain(), Condition::GivesCheck | Condition::Attacks(_))
    }

    /// The index of the move on which this condition depends.
    pub fn needs(&self) -> Option<usize> {
        if let Condition::DependsOn(other) = self.plain() { Some(*other) } else { None }
    }
}

/// A set of kinds of pieces, one bit for each kind.
pub type Kinds = u64;

/// A side effect of a move.
#[derive(Clone, Debug)]
pub enum Effect {
    /// The piece gets a flag: for a number of opponents' turns, or permanently if there is no duration.
    SetFlag { flag: u8, duration: Option<u8> },
    /// Removes the piece at the offset.
    Capture(Offset),
    /// Moves the piece at `from` to `to`, if it has this kind.
    Shift { piece: Option<u8>, from: Offset, to: Offset },
    /// Changes the pieces on some squares.
    Change(Change),
}

/// A change of the pieces on some squares.
#[derive(Clone, Debug)]
pub struct Change {
    /// The square from which the offsets count.
    pub base: Base,
    /// The offsets of the changed squares.
    pub offsets: Vec<Offset>,
    /// The kinds of pieces that change.
    pub kinds: Kinds,
    /// The owner of the pieces that change.
    pub owner: Owner,
    /// What happens to them.
    pub change: ChangeTo,
    /// The kinds of moving pieces for which the change happens.
    pub by: Kinds,
    /// Whether the change needs a friendly neighbour of the target if the move is a drop.
    pub drop_beside_own: bool,
    /// Whether the changed squares are the rows of enemy pieces between the base square and a piece of the mover.
    pub enclosed: bool,
}

/// The square from which the offsets of a change count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The square where the move started. For a drop it is the target.
    Source,
    /// The square where the move ended.
    Target,
    /// A fixed square.
    Square(BoardSquare),
}

impl ChangeTo {
    /// Whether a piece leaves the board.
    pub fn removes(self) -> bool {
        matches!(self, ChangeTo::Gone | ChangeTo::Wall)
    }
}

/// The result of a change on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeTo {
    /// The piece is removed like a captured piece.
    Gone,
    /// The piece becomes a piece of this kind.
    Kind(u8),
    /// The piece changes to the side of the mover.
    Side,
    /// The square becomes a wall. A piece on it is removed.
    Wall,
    /// A piece of this kind of the mover is put on the square if it is empty.
    Put(u8),
    /// The piece counts as moved.
    Moved,
    /// The piece goes to the square where the move started, if that square is empty.
    Back,
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
    /// The player with fewer pieces on the board wins.
    Fewest,
}

/// When a player may pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pass {
    /// Never.
    #[default]
    Never,
    /// A player may pass only if there is no other move. If no player has a move, the game ends.
    Forced,
    /// A player may always pass, except in check.
    Allowed,
}

/// Whether leaders may face each other along a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Facing {
    /// Leaders may face each other.
    #[default]
    Allowed,
    /// After a move, leaders must not face each other.
    Forbidden,
    /// If a move makes leaders face each other, the opponent must end this or pass. If they still face each other then,
    /// the game ends.
    Answered,
}

/// The result of a game for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// The player loses.
    #[default]
    Loss,
    /// The player wins.
    Win,
    /// Nobody wins.
    Draw,
}

/// When a player who reached a goal wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reply {
    /// At once.
    #[default]
    None,
    /// When the round is over. Later players of the round may still reach their goal, for a draw.
    Round,
    /// At the start of the next turn of the same player, if the goal is still held.
    Turn,
}

/// How walls are placed.
#[derive(Clone, Debug)]
pub struct Walls {
    /// The squares that a player may choose after a move.
    pub place: WallPlace,
    /// The zone in which walls are placed.
    pub zone: Option<u8>,
    /// Whether the wall that is on the board is removed first.
    pub single: bool,
    /// Whether a player places a wall instead of a move, not after it.
    pub instead: bool,
    /// The kind of piece that a player puts on the chosen square. `None` means a wall.
    pub piece: Option<u8>,
    /// The name for display. `None` means `wall`.
    pub name: Option<String>,
    /// The character on a text board. `None` means a filled square.
    pub glyph: Option<String>,
}

/// The squares on which a wall may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallPlace {
    /// Any empty square.
    Anywhere,
    /// The square that the piece left.
    Source,
    /// A square to which the piece could move next.
    Reach,
    /// A square at the edge of the board or beside a wall.
    Edge,
}

/// The random start of a game.
#[derive(Clone, Debug, Default)]
pub struct Shuffled {
    /// The kinds whose start squares are shuffled by the seed. All players get the same order, mirrored.
    pub kinds: Vec<u8>,
    /// For each of these kinds, half of a player's pieces must stand on each square colour.
    pub colours: Vec<u8>,
    /// Pairs of kinds. A piece of the first kind must stand between two pieces of the second kind.
    pub between: Vec<(u8, u8)>,
}

/// Castling with any unmoved partner on the same rank.
#[derive(Clone, Debug)]
pub struct Castling {
    /// The kind that castles.
    pub piece: u8,
    /// The kinds of its partners.
    pub partners: Kinds,
    /// The rank, counted from zero at the player's side.
    pub rank: u8,
    /// The columns on which the piece and its partner arrive, if the partner stands to the left.
    pub left: (u8, u8),
    /// The columns on which the piece and its partner arrive, if the partner stands to the right.
    pub right: (u8, u8),
}

/// A way to win.
#[derive(Clone, Debug)]
pub enum Win {
    /// Pieces of the player stand in the zone.
    Reach(Reach),
    /// The opponent has only leaders.
    Bare,
    /// The opponent was in check this number of times.
    Checks(u8),
    /// A player has few pieces of some kinds.
    Extinct(Extinct),
    /// The opponent has no piece on the board.
    NoPieces,
    /// The player itself has no piece on the board.
    OwnNoPieces,
    /// Pieces of the player form a pattern.
    Pattern(Pattern),
    /// A piece of the opponent has left its square of this zone, or was captured there.
    LeftHome(u8),
}

/// A goal that pieces must reach.
#[derive(Clone, Debug)]
pub struct Reach {
    /// The kinds that count.
    pub kinds: Kinds,
    /// The zone.
    pub zone: u8,
    /// When the player wins.
    pub reply: Reply,
    /// The number of pieces that must stand in the zone.
    pub count: u8,
    /// Whether one piece suffices if no square of the zone is empty.
    pub full: bool,
    /// Whether no enemy may attack the pieces in the zone.
    pub safe: bool,
}

/// The end of a game because a player has few pieces.
#[derive(Clone, Debug)]
pub struct Extinct {
    /// The sets of kinds. The pieces of each set are counted together.
    pub groups: Vec<Kinds>,
    /// The game ends if a player has at most this number of pieces of one set.
    pub at_most: u8,
    /// The opponent needs at least this number of pieces of the same set.
    pub opponent: u8,
    /// Whether pieces in hand count.
    pub hand: bool,
    /// Whether the player may first make the opponent's number fall below `opponent` within one turn.
    pub reply: bool,
    /// The result for the player with few pieces.
    pub verdict: Verdict,
}

/// A pattern of friendly pieces.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The shape.
    pub shape: Shape,
    /// The kinds that count.
    pub kinds: Kinds,
    /// The directions that count, as bits: row, column, both diagonals.
    pub directions: u8,
    /// The result for the player who has the pattern.
    pub verdict: Verdict,
}

/// The shape of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// This number of neighbouring squares in a line.
    Line(u8),
    /// A square with this side.
    Square(u8),
    /// This number of pieces on one line, with anything between them.
    Collinear(u8),
    /// A chain of neighbours from the first zone to the second.
    Chain(u8, u8),
}

/// The clauses about the whole game. The default values are the rules of the plain language (version 1).
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    /// The ways to win.
    pub wins: Vec<Win>,
    /// The number of times that a position must occur for a draw. Zero if repetition does not draw the game.
    pub repetition: u8,
    /// The number of turns without progress after which the game is drawn. Zero if there is no such rule.
    pub no_progress: u16,
    /// The kinds whose moves count as progress. A capture is always progress.
    pub progress: Vec<u8>,
    /// The game is drawn if the pieces of all players together, without leaders, are one of these lists.
    pub material: Vec<Vec<u8>>,
    /// The number of turns after which the game is drawn.
    pub max_plies: u16,
    /// The result of the repetition for the player to move.
    pub repeated: Repeated,
    /// The result of stalemate.
    pub stalemate: Stalemate,
    /// The result of checkmate for the player who is mated.
    pub mate: Verdict,
    /// The result of a checkmate in which only pieces of these kinds give check.
    pub mate_only_by: Option<(Kinds, Verdict)>,
    /// The result of a checkmate if no piece of these kinds has given check since the player was last out of check.
    pub mate_without: Option<(Kinds, Verdict)>,
    /// When each player may pass. Empty if nobody may.
    pub pass: Vec<Pass>,
    /// The result if two turns in a row are passes. `None` if that does not end the game.
    pub double_pass: Option<Tally>,
    /// The result if no square is empty. `None` if that does not end the game.
    pub full_board: Option<Tally>,
    /// The values of kinds for `Tally::Points`, and the extra points of each player, in tenths.
    pub points: (Vec<(u8, u16)>, Vec<u16>),
    /// Whether the pieces of an eliminated player are removed.
    pub remove_eliminated: bool,
    /// Whether captures are compulsory.
    pub must_capture: bool,
    /// Whether a move may not give check.
    pub no_checks: bool,
    /// Whether leaders may face each other along a file.
    pub facing: Facing,
    /// Whether leaders also face each other along a row.
    pub facing_rows: bool,
    /// Whether captured pieces go to a hand.
    pub hands: bool,
    /// Whether this is the hand of the captor's partner.
    pub hands_to_partner: bool,
    /// The team of each player. Empty if there are no teams.
    pub teams: Vec<u8>,
    /// The random start.
    pub shuffled: Shuffled,
    /// The effects of every capture.
    pub after_capture: Vec<Change>,
    /// The effects of every move and drop.
    pub after_move: Vec<Change>,
    /// How walls are placed. `None` if players place no walls.
    pub walls: Option<Walls>,
    /// The zone in which a held piece may replace a piece that moves for the first time. `None` if there is no gating.
    pub gating: Option<u8>,
    /// Sets of kinds, each with the number of such pieces above which a player cannot promote to them. The kinds of one
    /// set are counted together.
    pub limits: Vec<(Kinds, u8)>,
    /// The kinds that a player must drop if such a piece is in hand and can be dropped. Zero if there are no such
    /// kinds.
    pub must_drop: Kinds,
    /// Whether a piece may not arrive on a square from which it could never move.
    pub no_stuck_pieces: bool,
    /// Castling with any unmoved partner.
    pub castling: Option<Castling>,
    /// The zone in which a dropped piece counts as unmoved.
    pub unmoved_drops: Option<u8>,
}

impl Clauses {
    /// The players in the team of a player, with the player, as bits.
    pub fn team_of(&self, player: usize) -> u16 {
        let Some(own) = self.teams.get(player) else { return 1 << player };
        self.teams.iter().enumerate().filter(|(_, team)| *team == own).fold(0, |all, (other, _)| all | 1 << other)
    }

    /// Whether a player chooses a move, and then the square of its wall. There is no choice if the wall is placed on
    /// the source of the move.
    pub fn walls_follow(&self) -> bool {
        self.walls.as_ref().is_some_and(|walls| !walls.instead && walls.place != WallPlace::Source)
    }
}

/// The result of a repeated position for the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repeated {
    /// A draw.
    #[default]
    Draw,
    /// The player to move loses.
    Loss,
    /// The player to move wins.
    Win,
    /// The first player loses.
    FirstLoses,
}

/// How the winner of a game without a natural end is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tally {
    /// Nobody wins.
    Draw,
    /// The player with more pieces on the board wins.
    Pieces,
    /// The player with more points wins.
    Points,
}
