//! The plan of a game: everything that can be computed before the first move.

mod atom;
mod attacks;
mod build;
mod compile;
mod enemy_attacks;
mod geometry;
mod group;
mod lines;
mod names;
mod planes;
mod prepared_atoms;
mod rights;

pub use atom::{AfterTest, Atom, ChangePlan, Effect, Form, Given, Promotion, Safe, Test, Want};
pub use attacks::Attacks;
pub use enemy_attacks::{Foes, Owners};
pub use geometry::Geometry;
pub use lines::Class;
pub use names::Names;
pub use planes::Planes;
pub use prepared_atoms::{CastlingPartner, Promotes, Shift, Special};

use crate::bits::Set;
use crate::spec::{Clauses, DropNeighbours, Kinds, Pass};

/// A game, planned for bit sets of `W` words.
#[derive(Clone, Debug)]
pub struct Plan<const W: usize> {
    pub(crate) geometry: Geometry<W>,
    pub(crate) planes: Planes,
    pub(crate) names: Names,
    /// The order of turns, as a cycle of players.
    pub(crate) order: Vec<u8>,
    pub(crate) start_at: u8,
    pub(crate) leaders: Vec<u8>,
    /// For each kind in `leaders`: its pieces lead only while their owner has at most this number of them.
    pub(crate) leads_while: Vec<u8>,
    /// Whether every piece of the kinds in `leaders` always leads.
    pub(crate) always_lead: bool,
    /// Whether a player is also in check if all pieces of the kinds in `leaders` are attacked at once.
    pub(crate) check_on_all: bool,
    /// For each square: the neighbouring squares whose leaders are removed by a capture on this square. A piece does
    /// not attack a square if capturing there would remove a leader of its own side. `None` if captures remove no
    /// leaders.
    pub(crate) ring: Option<Vec<Set<W>>>,
    pub(crate) mode: Mode,
    /// Whether a piece of a kind may have two moves to the same square, at the index `player · kinds + kind`.
    pub(crate) alike: Vec<bool>,
    /// Whether any piece has a conditional capture or a hop ([`Attacks::odd`]).
    pub(crate) odd: bool,
    /// Whether attacks depend only on the attackers and on the occupied squares.
    pub(crate) steady: bool,
    pub(crate) atoms: Vec<Atom<W>>,
    pub(crate) classes: Vec<Class<W>>,
    pub(crate) sides: Vec<Side<W>>,
    /// The number of the atom that represents a pass.
    pub(crate) pass: u16,
    pub(crate) clauses: Clauses,
    /// For each way to win in `clauses.wins`: the zone of each player, or the rows of squares that win.
    pub(crate) win_zones: Vec<Vec<Set<W>>>,
    /// The goal squares of each player, if a game is won only by reaching them or by having no pieces. In such a game,
    /// a player who has pieces, but no piece on the goal squares, has not won. Empty if there are other ways to win.
    pub(crate) goals: Vec<Set<W>>,
    /// For each player: the players of the same team, with the player, as bits. Empty if there are no teams.
    pub(crate) teams: Vec<u16>,
    /// The players who start with a leader, as bits. The other players have no leader to lose.
    pub(crate) led: u16,
    /// Whether a leader can ever be captured. With two alternating players it usually cannot, because no player may
    /// leave a leader attacked.
    pub(crate) beheads: bool,
    /// Whether each position must be tested for the end of the game. If this is `false`, a game ends only when a player
    /// has no moves.
    pub(crate) watched: bool,
    /// Whether the player to move can already have a winning line. This can happen only if other players can move
    /// pieces for that player, or if a player has two turns in a row.
    pub(crate) due_lines: bool,
    /// For each kind: the kind that it becomes in the hand of its captor.
    pub(crate) demoted: Vec<u8>,
    /// For each kind: its value, if the file gives one.
    pub(crate) values: Vec<Option<i32>>,
    /// The counter of each kind in each hand, at the index `player · kinds + kind`. `None` for kinds that are never in
    /// a hand.
    pub(crate) held: Vec<Option<u8>>,
    /// The first counter of checks. The counters follow in the order of the players.
    pub(crate) checks: Option<u8>,
    /// The first counter of the clause `checkmate.without`. The counter of a player is one if one of its pieces has
    /// given check since the player was last out of check.
    pub(crate) check_series: Option<u8>,
    /// Whether checks are counted after each turn, by `checks` or by `check_series`.
    pub(crate) counts_checks: bool,
    /// The counter of passes in a row. `None` if passes are not counted.
    pub(crate) passes: Option<u8>,
    /// The zone of walls of each player. Empty if players place no walls.
    pub(crate) wall_zones: Vec<Set<W>>,
    /// The zone of gating of each player. Empty if there is no gating.
    pub(crate) gates: Vec<Set<W>>,
    /// Whether a move can have a further choice: a wall or a gated piece.
    pub(crate) extended: bool,
    /// Whether a player chooses a move and its wall in two decisions.
    pub(crate) staged: bool,
    /// For each player and kind, at the index `player · kinds + kind`: the squares from which the piece could move on
    /// an empty board. Empty if pieces may arrive anywhere.
    pub(crate) movable: Vec<Set<W>>,
    /// The atoms by which a kind moves to empty squares, at the index `player · kinds + kind`. The lists are filled
    /// only if walls must be placed on squares that the moved piece could reach.
    pub(crate) strides: Vec<Vec<u16>>,
    /// The atoms by which a kind captures, at the index `player · kinds + kind`. The lists are filled only if a
    /// condition asks what a piece attacks after its move.
    pub(crate) captures: Vec<Vec<u16>>,
    /// The pieces at the start: player, kind, square.
    pub(crate) start: Vec<(u8, u8, u8)>,
    /// The pieces in hands at the start: the counter and its value.
    pub(crate) start_held: Vec<(u8, u8)>,
    /// The squares on which the repetition rule distinguishes moved and unmoved pieces.
    pub(crate) rights: Set<W>,
    /// Castling pairs. For such a pair of squares, the repetition rule only tests whether both pieces are unmoved.
    pub(crate) pairs: Vec<(u8, Set<W>)>,
    /// The drop rules of each kind. `None` if the kind cannot be dropped.
    pub(crate) drops: Vec<Option<DropPlan<W>>>,
    /// For each square: the squares of its file. Files are the columns of the board for all players.
    pub(crate) files: Vec<Set<W>>,
    /// For each square: the squares of its row.
    pub(crate) rows: Vec<Set<W>>,
    /// The squares with the colour of the square at the bottom left.
    pub(crate) dark: Set<W>,
    /// Whether a kind must be dropped on squares of both colours.
    pub(crate) coloured: bool,
    /// The squares on which a dropped piece counts as unmoved.
    pub(crate) unmoved_drops: Set<W>,
    /// For each of the eight directions, the rotation that moves a set one step in this direction, and the squares from
    /// which the step stays on the board.
    pub(crate) around: Vec<(u8, Set<W>)>,
    /// The Zobrist keys of pieces, at the index `(kind · players + player) · squares + square`.
    pub(crate) keys: Vec<u64>,
}

/// The rules for dropping a kind.
#[derive(Clone, Debug)]
pub struct DropPlan<const W: usize> {
    pub(crate) one_a_file: bool,
    pub(crate) not_mate: bool,
    pub(crate) flips: bool,
    pub(crate) file_limit: u8,
    pub(crate) not_check: bool,
    pub(crate) beside: Option<DropNeighbours>,
    pub(crate) colours: bool,
    pub(crate) becomes: Vec<u8>,
    /// The zone of the first drops, for each player.
    pub(crate) first: Vec<Set<W>>,
    pub(crate) free: bool,
    pub(crate) from_edge: bool,
    /// For drops that need an occupied neighbour: the rotation from the neighbour to the square of the drop, and the
    /// squares that have such a neighbour. A neighbour off the board counts as occupied.
    pub(crate) supported: Option<(u8, Set<W>)>,
}

/// The method that tests whether a move leaves a leader attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// There are no leaders, so every move is safe.
    Free,
    /// There is one leader, and every attack is an unconditional leap or ray. So checks and pins decide which moves are
    /// legal.
    Pins,
    /// Each move is made and tested. A move is not tested if its squares cannot affect an attack on a leader.
    Tested,
}

/// The moves of one player.
#[derive(Clone, Debug)]
pub struct Side<const W: usize> {
    pub(crate) kinds: Vec<KindPlan<W>>,
    /// The atoms that change other squares, test attacks, or move a leader conditionally.
    pub(crate) specials: Vec<Special<W>>,
    /// The number of specials up to the last plain castling move.
    pub(crate) castling_end: usize,
    pub(crate) attacks: Attacks<W>,
    /// The attacks of all other players on this player.
    pub(crate) foes: Foes<W>,
    /// For a leader on each square: the squares whose content can decide whether the leader is attacked.
    pub(crate) influence: Vec<Set<W>>,
    /// The other players.
    pub(crate) enemies: Vec<u8>,
    /// The atoms of drops.
    pub(crate) drops: Vec<u16>,
    /// The atoms of castling by the clause `castling`.
    pub(crate) castles: Vec<u16>,
    /// Whether any kind has a chain of jumps.
    pub(crate) jumps: bool,
}

/// The generators of one kind.
#[derive(Clone, Debug)]
pub struct KindPlan<const W: usize> {
    pub(crate) kind: u8,
    pub(crate) plains: Vec<Plain<W>>,
    /// Leaps, generated for all pieces at once.
    pub(crate) shifts: Vec<Shift<W>>,
    /// Slides and hops, generated for each piece.
    pub(crate) walks: Vec<u16>,
    /// The jumps of chains.
    pub(crate) jumps: Vec<u16>,
}

/// The merged plain moves of a kind. A piece moves to every square of its table or lines that has no friendly piece.
#[derive(Clone, Debug)]
pub struct Plain<const W: usize> {
    pub(crate) atom: u16,
    /// For each source: the targets of the leaps. Empty if the kind has no leaps.
    pub(crate) table: Vec<Set<W>>,
    /// The class of lines along which the kind slides. `None` if it does not slide.
    pub(crate) class: Option<usize>,
    /// Whether the kind may promote.
    pub(crate) promotes: bool,
}

impl<const W: usize> Atom<W> {
    /// Whether the move is castling by the clause `castling`. Its target holds a friendly piece that is not captured.
    #[inline(always)]
    pub(crate) fn is_castle(&self) -> bool {
        matches!(self.form, Form::Castle(_))
    }

    /// Whether the piece stays on its square.
    #[inline(always)]
    pub(crate) fn stays(&self) -> bool {
        matches!(self.form, Form::Leap { step: (0, 0), .. })
    }
}

impl<const W: usize> Plan<W> {
    /// Number of squares, including disabled ones.
    pub(crate) fn squares(&self) -> usize {
        (self.geometry.cols * self.geometry.rows) as usize
    }

    /// The players of a player's team, with the player, as bits.
    pub(crate) fn team_of(&self, player: u8) -> u16 {
        self.teams.get(player as usize).copied().unwrap_or(1 << player)
    }

    /// The player whose hand gets the pieces that a player captures.
    pub(crate) fn receiver(&self, captor: u8) -> u8 {
        if !self.clauses.hands_to_partner {
            return captor;
        }
        (self.team_of(captor) & !(1 << captor)).trailing_zeros() as u8
    }

    /// Whether there are two players who take turns.
    pub(crate) fn alternates(&self) -> bool {
        self.planes.players == 2 && matches!(self.order[..], [one, other] if one != other)
    }

    /// Whether a piece can become a leader.
    pub(crate) fn crowns(&self) -> bool {
        let promotions = self.atoms.iter().flat_map(|atom| &atom.promotions);
        let becomes = promotions.flat_map(|promotion| &promotion.options).any(|kind| self.leaders.contains(kind));
        becomes || self.leaders.iter().any(|kind| self.drops[*kind as usize].is_some())
    }

    /// Whether this player starts with a leader.
    #[inline(always)]
    pub(crate) fn is_led(&self, player: u8) -> bool {
        self.led >> player & 1 == 1
    }

    /// The squares on which a piece may arrive without promoting.
    pub(crate) fn movable_of(&self, player: u8, kind: u8) -> Set<W> {
        let at = player as usize * self.planes.kinds + kind as usize;
        self.movable.get(at).copied().unwrap_or(self.geometry.all)
    }

    /// Whether a piece may keep its kind on this square.
    pub(crate) fn may_stay(&self, player: u8, kind: u8, square: u8) -> bool {
        self.movable_of(player, kind).has(square)
    }

    /// The set of all kinds.
    #[inline(always)]
    pub(crate) fn all_kinds(&self) -> Kinds {
        if self.planes.kinds == 64 { Kinds::MAX } else { (1 << self.planes.kinds) - 1 }
    }

    /// When a player may pass.
    #[inline(always)]
    pub(crate) fn pass_of(&self, player: u8) -> Pass {
        self.clauses.pass.get(player as usize).copied().unwrap_or_default()
    }

    /// The limits on promotions to this kind: each set of kinds in `clauses.limits` that contains the kind, with its
    /// limit.
    pub(crate) fn limits_of(&self, kind: u8) -> impl Iterator<Item = (Kinds, u8)> + '_ {
        self.clauses.limits.iter().copied().filter(move |(kinds, _)| kinds >> kind & 1 == 1)
    }

    /// The counter for pieces of a kind in a player's hand. `None` if such pieces are never in a hand.
    #[inline]
    pub(crate) fn held(&self, player: u8, kind: u8) -> Option<u8> {
        self.held[player as usize * self.planes.kinds + kind as usize]
    }

    /// Whether the table shows the hands piece by piece: captured pieces go there, or a player can hold several kinds.
    pub(crate) fn shows_hands(&self) -> bool {
        let several = |kinds: &[Option<u8>]| kinds.iter().flatten().count() > 1;
        self.clauses.hands || self.held.chunks(self.planes.kinds).any(several)
    }

    /// The Zobrist key of a wall.
    pub(crate) fn wall_key(&self, square: u8) -> u64 {
        self.keys[self.planes.kinds * self.planes.players * self.squares() + square as usize]
    }

    #[inline]
    pub(crate) fn key(&self, kind: u8, player: u8, square: u8) -> u64 {
        let piece = kind as usize * self.planes.players + player as usize;
        self.keys[piece * self.squares() + square as usize]
    }
}
