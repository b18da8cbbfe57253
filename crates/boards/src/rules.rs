//! The rules of a planned game: implements the traits of the kernel.

use rulebook_kernel::{Corrupt, Draws, Hidden, Illegal, Info, Outcome, Rng, Rules, Seat, Setup, Sink, Turn, Viewer};
use serde::{Deserialize, Serialize};

use crate::bits::Set;
use crate::evaluation::{self, Evaluation, Features, Inputs, Network, Values, Weight, Weights};
use crate::limits::MOST_PLIES;
use crate::observe::Numbers;
use crate::piece_values::PieceValues;
use crate::plan::{Form, Plan, Test, Want};
use crate::play::{self, End, Move, Moves, Position, Reason};
use crate::spec::Repeated;
use crate::state::BoardState;

/// The rules of a game on a board of at most `64 · W` squares, with `N` bit sets in a position.
#[derive(Clone, Debug)]
pub struct Boards<const W: usize, const N: usize> {
    pub(crate) info: Info,
    pub(crate) plan: Plan<W>,
    /// The start state, if it differs from the file.
    pub(crate) first: Option<Box<BoardState<W, N>>>,
    pub(crate) worth: PieceValues<W>,
    pub(crate) evaluation: Evaluation<W>,
    /// The network that corrects the value of the weights, if the game has one.
    pub(crate) network: Option<Network>,
    pub(crate) numbers: Numbers,
}

/// The name of the option with the start position of a match: see [`crate::Game::from_position`].
pub const POSITION: &str = "position";

/// Maximum number of shuffles of the start. Shuffling stops at the first order that obeys the conditions of the file.
/// If no order obeys them, the last order is used.
const MOST_SHUFFLES: usize = 10_000;

/// An event. All players see every event.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fact {
    /// The pieces were shuffled before the start. Contains the kinds and squares of the first player, in order.
    Dealt(Vec<(u8, u8)>),
    /// A player made a move.
    Moved {
        /// The player.
        seat: Seat,
        /// The move.
        mv: Move,
        /// The kind of piece that moved.
        kind: u8,
        /// The kind of piece that was captured on the target square. `None` if no piece was captured.
        captured: Option<u8>,
    },
    /// A seat was eliminated.
    Out(Seat),
}

/// The inputs of a network, for training.
#[derive(Clone, Debug)]
pub struct NetworkInputs(Inputs);

impl NetworkInputs {
    /// The value of a unit, and the weight of an output, that count as one in a quantised network.
    pub const ONE: [i32; 2] = [evaluation::ONE, evaluation::OUT_ONE];
    /// The maximum of a weight of the hidden layer, of a bias, and of a weight of the output.
    pub const MOST: [i32; 3] = [i8::MAX as i32, evaluation::MOST_BIAS, evaluation::OUT_MOST];
    /// The number of sets of output weights.
    pub const BUCKETS: usize = evaluation::BUCKETS;

    /// The number of inputs.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len
    }

    /// Appends the inputs that are one, as a seat sees the position.
    pub fn list<const W: usize, const N: usize>(
        &self,
        rules: &Boards<W, N>,
        state: &BoardState<W, N>,
        seat: Seat,
        into: &mut Vec<u16>,
    ) {
        self.0.list(&rules.plan, &state.position, seat.index(), into);
    }

    /// The set of output weights for a position.
    #[must_use]
    pub fn bucket<const W: usize, const N: usize>(&self, rules: &Boards<W, N>, state: &BoardState<W, N>) -> usize {
        self.0.bucket(&rules.plan, &state.position)
    }

    /// For each input: the input in the mirror. `None` if a mirror changes the game, or the inputs are mirrored already.
    #[must_use]
    pub fn mirrored<const W: usize, const N: usize>(&self, rules: &Boards<W, N>) -> Option<Vec<u16>> {
        self.0.mirrored(rules.size().0.into())
    }
}

impl<const W: usize, const N: usize> Boards<W, N> {
    pub(crate) fn new(info: Info, mut plan: Plan<W>) -> Boards<W, N> {
        assert!(plan.planes.count <= N && plan.squares() <= 64 * W, "the size of the board was chosen for this game");
        // If the first player can capture a leader at once, every position must be tested for captured leaders.
        let first = Position::<W, N>::start(&plan);
        let mut waiting = plan.sides[first.mover(&plan) as usize].enemies.iter();
        if waiting.any(|enemy| first.is_threatened(&plan, *enemy)) {
            (plan.beheads, plan.watched) = (true, true);
        }
        let (worth, numbers) = (PieceValues::new(&plan), Numbers::new(&plan));
        let evaluation = Evaluation::new(&plan, &worth);
        Boards { info, plan, first: None, worth, evaluation, network: None, numbers }
    }

    /// Evaluates positions with the values of a file from now on.
    ///
    /// # Errors
    /// Returns an error if the values do not fit the game.
    pub(crate) fn take_values(&mut self, values: &Values) -> Result<(), String> {
        self.evaluation.take(&self.plan, values)?;
        self.compare_kinds();
        Ok(())
    }

    /// The weights of the evaluation, in the order of [`Boards::features`].
    #[must_use]
    pub fn weights(&self) -> &[Weight] {
        self.evaluation.weights()
    }

    /// Evaluates positions with these weights from now on.
    pub fn set_weights(&mut self, weights: Vec<Weight>) {
        self.evaluation.set(weights);
        self.compare_kinds();
    }

    /// The text of a `values.json` with these weights.
    #[must_use]
    pub fn values_text(&self, weights: &[Weight]) -> String {
        self.evaluation.text(&self.plan, weights, &self.info.source)
    }

    /// The features of a position that the evaluation counts. `None` if the game does not have two players.
    #[must_use]
    pub fn features(&self, state: &BoardState<W, N>) -> Option<Features> {
        (self.plan.planes.players == 2).then(|| self.evaluation.features(&self.plan, &state.position))
    }

    /// Corrects the value of the weights by this network from now on.
    ///
    /// # Errors
    /// Returns an error if the network does not fit the game.
    pub fn set_network(&mut self, weights: Option<&Weights>) -> Result<(), String> {
        let Some(weights) = weights else {
            self.network = None;
            return Ok(());
        };
        let inputs = self.network_inputs().ok_or("a game with different sides cannot have a network")?;
        self.network = Some(Network::new(inputs.0, weights)?);
        Ok(())
    }

    /// The value of a position for a seat, as the weights judge it.
    #[must_use]
    pub fn value_without_network(&self, state: &BoardState<W, N>, seat: Seat) -> i32 {
        self.evaluation.value(&self.plan, &state.position, seat.index() as u8)
    }

    /// The inputs of a network for this game. `None` unless the game has two players with the same pieces and moves.
    #[must_use]
    pub fn network_inputs(&self) -> Option<NetworkInputs> {
        self.evaluation.inputs(&self.plan, &self.worth).map(NetworkInputs)
    }

    /// Adopts the values of the kinds from the evaluation, for the comparison of captures.
    fn compare_kinds(&mut self) {
        let sign = if self.worth.misere { -1 } else { 1 };
        let kinds = self.evaluation.kinds(&self.plan).into_iter().map(|value| (sign * value).max(0)).collect();
        self.worth.set_kinds(&self.plan, kinds);
    }

    /// The state of a match that starts with this position.
    pub(crate) fn match_from(&self, mut position: Position<W, N>) -> BoardState<W, N> {
        position.hash = position.full_hash(&self.plan);
        let end = self.settled(&mut position);
        let mut state = BoardState { position, past: vec![], end, last: None, chosen: None };
        if self.plan.clauses.repetition > 0 {
            let key = self.repetition_key(&state.position);
            state.past.push(key);
        }
        state.end = end.or_else(|| self.drawn(&state));
        state
    }

    /// Settles a position without assumptions about earlier turns. In a given position, a player may already have won.
    fn settled(&self, position: &mut Position<W, N>) -> Option<End> {
        let ply = std::mem::take(&mut position.ply);
        let end = position.settle(&self.plan);
        position.ply = ply;
        end
    }

    /// The number of move sequences of `depth` turns from this state.
    #[must_use]
    pub fn perft(&self, state: &BoardState<W, N>, depth: u32, bulk: bool) -> u64 {
        crate::perft::perft(&self.plan, &state.position, depth, bulk)
    }

    /// For each first move, by its text: the number of move sequences after it.
    #[must_use]
    pub fn divide(&self, state: &BoardState<W, N>, depth: u32) -> Vec<(String, u64)> {
        let parts = crate::perft::divide(&self.plan, &state.position, depth);
        parts.into_iter().map(|(mv, count)| (self.move_text(state, &mv), count)).collect()
    }

    /// Whether the player to move is in check.
    #[must_use]
    pub fn is_check(&self, state: &BoardState<W, N>) -> bool {
        play::in_check(&self.plan, &state.position)
    }

    /// The number of columns and rows of the board.
    #[must_use]
    pub fn size(&self) -> (u8, u8) {
        (self.plan.geometry.cols as u8, self.plan.geometry.rows as u8)
    }

    /// Size of a position in bytes.
    pub const POSITION_BYTES: usize = std::mem::size_of::<Position<W, N>>();

    /// The key that the repetition rule compares. A flag counts only if a legal move tests the flag.
    fn repetition_key(&self, position: &Position<W, N>) -> u64 {
        let key = position.key(&self.plan);
        let flags = position.flag_key(&self.plan);
        if flags == 0 {
            return key;
        }
        let asks = |atom: &u16| {
            let tests = &self.plan.atoms[*atom as usize].tests;
            tests.iter().any(|test| matches!(test, Test::At { want: Want::Flag(_), .. }))
        };
        if play::could_move(&self.plan, position, asks) { key ^ flags } else { key }
    }

    /// The draw that the draw clauses of the file give, if there is one.
    fn drawn(&self, state: &BoardState<W, N>) -> Option<End> {
        let clauses = &self.plan.clauses;
        let draw = |reason| Some(End { winner: None, reason });
        let due = state.position.mover(&self.plan);
        let other = self.plan.sides[due as usize].enemies.first().copied();
        let repeated = match clauses.repeated {
            Repeated::Draw => None,
            Repeated::Loss => other,
            Repeated::Win => Some(due),
            Repeated::FirstLoses => self.plan.sides[0].enemies.first().copied(),
        };
        if clauses.repetition > 0
            && let Some(last) = state.past.last()
            && state.past.iter().filter(|key| *key == last).count() >= usize::from(clauses.repetition)
        {
            return Some(End { winner: repeated, reason: Reason::Repetition });
        }
        if clauses.no_progress > 0 && state.position.clock >= clauses.no_progress {
            return draw(Reason::NoProgress);
        }
        if !clauses.material.is_empty() && self.is_poor(&state.position) {
            return draw(Reason::Material);
        }
        if state.position.ply >= clauses.max_plies {
            return draw(Reason::TooLong);
        }
        None
    }

    /// Continues a match that ended in a claimable draw. If a counter would end every following turn in the same draw,
    /// resets this counter, so that a search can still see differences between moves.
    pub fn go_on(&self, state: &mut BoardState<W, N>) {
        if !state.end.is_some_and(|end| end.reason.is_claimed()) {
            return;
        }
        state.end = None;
        let (clauses, position) = (&self.plan.clauses, &mut state.position);
        if clauses.no_progress > 0 && position.clock >= clauses.no_progress {
            position.clock = 0;
        }
        if position.ply >= clauses.max_plies {
            position.ply = clauses.max_plies / 2;
        }
    }

    /// Whether the pieces on the board, without leaders, are one of the lists with which no player can win.
    fn is_poor(&self, position: &Position<W, N>) -> bool {
        let leaders = self.plan.leaders.iter().fold(Set::EMPTY, |all, kind| all | position.kind(*kind));
        let rest = position.occupied(&self.plan).minus(leaders);
        let lists = &self.plan.clauses.material;
        if rest.len() as usize > lists.iter().map(Vec::len).max().unwrap_or(0) {
            return false;
        }
        lists.iter().any(|list| {
            list.len() == rest.len() as usize
                && (0..self.plan.planes.kinds as u8).all(|kind| {
                    let wanted = list.iter().filter(|other| **other == kind).count();
                    (position.kind(kind) & rest).len() as usize == wanted
                })
        })
    }

    /// Whether no later moves can undo the effect of this move.
    fn is_final(&self, before: &Position<W, N>, mv: &Move) -> bool {
        let atom = &self.plan.atoms[mv.atom() as usize];
        let captures = before.occupied(&self.plan).has(mv.to()) && mv.from() != mv.to();
        let lasting = |walls: &crate::spec::Walls| !walls.single && walls.piece.is_none();
        let walled = mv.choice().is_some() && self.plan.clauses.walls.as_ref().is_none_or(lasting);
        atom.forward || walled || (!self.plan.clauses.hands && (captures || atom.captures_aside || mv.path() != 0))
    }

    /// Whether this is a move without the wall that must follow it.
    pub(crate) fn needs_wall(&self, mv: &Move) -> bool {
        let passes = |mv: &Move| matches!(self.plan.atoms[mv.atom() as usize].form, Form::Pass);
        self.plan.staged && mv.choice().is_none() && !passes(mv)
    }

    /// The move that ends the turn: a wall together with the chosen move, or the move itself.
    pub(crate) fn whole(&self, state: &BoardState<W, N>, mv: &Move) -> Move {
        match (state.chosen, mv.choice()) {
            (Some(chosen), Some((square, None))) => chosen.walled(square),
            _ => *mv,
        }
    }

    /// The move that the player to move has chosen, while the player chooses the square of its wall. `None` if the next
    /// decision is a move.
    #[must_use]
    pub fn chosen(&self, state: &BoardState<W, N>) -> Option<Move> {
        state.chosen
    }

    /// The legal choices of the next decision. Empty if the game is over.
    pub(crate) fn decisions(&self, state: &BoardState<W, N>) -> Moves {
        let mut moves = Moves::new();
        if !self.plan.staged {
            play::legal(&self.plan, &state.position, &mut moves);
        } else if state.end.is_none() {
            play::decisions(&self.plan, &state.position, state.chosen, &mut moves);
        }
        moves
    }

    /// The legal choices before the wall.
    fn first_choices(&self, state: &BoardState<W, N>) -> Moves {
        let mut moves = Moves::new();
        play::decisions(&self.plan, &state.position, None, &mut moves);
        moves
    }

    /// The legal moves of whole turns. They contain the walls that a player chooses in a second decision. Empty if the
    /// game is over.
    #[must_use]
    pub fn turns(&self, state: &BoardState<W, N>) -> Moves {
        let mut moves = Moves::new();
        match state.chosen {
            None if state.end.is_none() => play::legal(&self.plan, &state.position, &mut moves),
            None => {}
            Some(_) => moves.extend(self.decisions(state).iter().map(|mv| self.whole(state, mv))),
        }
        moves
    }

    /// Makes the move of a whole turn, in one or two decisions.
    pub fn take_turn(&self, state: &mut BoardState<W, N>, seat: Seat, mv: &Move) {
        match mv.choice() {
            Some((square, None)) if self.plan.staged => {
                if state.chosen.is_none() {
                    self.play(state, seat, &mv.bare(), &mut ());
                }
                self.play(state, seat, &Move::new(0, 0, self.plan.pass).walled(square), &mut ());
            }
            _ => self.play(state, seat, mv, &mut ()),
        }
    }

    fn outcome(&self, end: End) -> Outcome {
        let seats = self.plan.planes.players;
        let outcome = match end.winner {
            Some(winner) => {
                let team = self.plan.team_of(winner);
                let winners = (0..seats).filter(|seat| team >> seat & 1 == 1).map(Seat::new).collect();
                Outcome::won_by(seats, winners, end.reason.words())
            }
            None => Outcome::draw(seats, end.reason.words()),
        };
        outcome.in_teams(&self.plan.clauses.teams)
    }

    /// Shuffles the start squares of some kinds, if the file says so. All players get the same order.
    fn deal(&self, rng: Rng) -> (Position<W, N>, Vec<(u8, u8)>) {
        let plan = &self.plan;
        let shuffled = |kind: &u8| plan.clauses.shuffled.kinds.contains(kind);
        let lists: Vec<Vec<(u8, u8)>> = (0..plan.planes.players as u8)
            .map(|player| {
                let mine = plan.start.iter().filter(|(owner, kind, _)| *owner == player && shuffled(kind));
                let mut mine: Vec<(u8, u8)> = mine.map(|(_, kind, square)| (*square, *kind)).collect();
                mine.sort_by_key(|(square, _)| plan.geometry.column_row(*square));
                mine
            })
            .collect();
        let mut order: Vec<usize> = (0..lists[0].len()).collect();
        let mut rng = rng.clone();
        for _ in 0..MOST_SHUFFLES {
            rng.shuffle(&mut order);
            if self.is_fair(&lists[0], &order) {
                break;
            }
        }
        let mut position = Position::start(plan);
        for (player, list) in lists.iter().enumerate() {
            list.iter().for_each(|(square, _)| position.clear(plan, *square));
            for (at, (square, _)) in list.iter().enumerate() {
                let kind = order.get(at).and_then(|from| list.get(*from)).unwrap_or(&list[at]).1;
                position.put(plan, player as u8, kind, *square);
                position.sets[plan.planes.unmoved].insert(*square);
            }
        }
        let dealt = lists[0].iter().enumerate().map(|(at, (square, _))| (lists[0][order[at]].1, *square));
        (position, dealt.collect())
    }
}

impl<const W: usize, const N: usize> Boards<W, N> {
    /// Whether a shuffled order obeys the conditions of the file. `list` has the squares and kinds in the order of the
    /// squares.
    fn is_fair(&self, list: &[(u8, u8)], order: &[usize]) -> bool {
        let plan = &self.plan;
        let kind_at = |at: usize| list[order[at]].1;
        let places = |kind: u8| (0..list.len()).filter(move |at| kind_at(*at) == kind);
        let colours = plan.clauses.shuffled.colours.iter().all(|kind| {
            let dark = places(*kind).filter(|at| plan.dark.has(list[*at].0)).count();
            dark.abs_diff(places(*kind).count() - dark) <= 1
        });
        let between = plan.clauses.shuffled.between.iter().all(|(inner, outer)| {
            let (first, last) = (places(*outer).min(), places(*outer).max());
            places(*inner).all(|at| first.is_some_and(|first| first < at) && last.is_some_and(|last| at < last))
        });
        colours && between
    }
}

impl<const W: usize, const N: usize> Rules for Boards<W, N> {
    type State = BoardState<W, N>;
    type Move = Move;
    type Fact = Fact;

    fn info(&self) -> &Info {
        &self.info
    }

    /// Whether matches start with shuffled pieces. Nothing else in a board game is random.
    fn is_dealt(&self) -> bool {
        self.first.is_none() && !self.plan.clauses.shuffled.kinds.is_empty()
    }

    fn seats(&self, _: &BoardState<W, N>) -> usize {
        self.plan.planes.players
    }

    fn start<S: Sink<Fact>>(&self, _: &Setup, rng: Rng, out: &mut S) -> BoardState<W, N> {
        if let Some(first) = &self.first {
            return (**first).clone();
        }
        if self.plan.clauses.shuffled.kinds.is_empty() {
            return self.match_from(Position::start(&self.plan));
        }
        let (position, dealt) = self.deal(rng);
        out.tell(|| Fact::Dealt(dealt));
        self.match_from(position)
    }

    fn validate_state(&self, state: &BoardState<W, N>) -> Result<(), Corrupt> {
        let plan = &self.plan;
        let position = &state.position;
        let corrupt = |why| Err(Corrupt::new(why));
        let (kinds, rest) = position.sets.split_at(plan.planes.kinds);
        let (players, marks) = rest.split_at(plan.planes.players);
        let (walls, marks) = marks.split_at(plan.planes.unmoved - plan.planes.kinds - plan.planes.players);
        let count = |sets: &[Set<W>]| sets.iter().map(|set| set.len()).sum::<u32>();
        let union = |sets: &[Set<W>]| sets.iter().fold(Set::EMPTY, |all, set| all | *set);
        let pieces = union(kinds);
        if pieces != union(players) || count(kinds) != pieces.len() || count(players) != pieces.len() {
            return corrupt("two pieces on one square, or a piece without an owner");
        }
        if (union(walls) & pieces).any() || union(walls).minus(plan.geometry.all).any() {
            return corrupt("a wall under a piece or off the board");
        }
        if pieces.minus(plan.geometry.all).any() {
            return corrupt("a piece off the board");
        }
        if union(marks).minus(pieces).any() || position.sets[plan.planes.count..].iter().any(|set| set.any()) {
            return corrupt("a mark on a square without a piece");
        }
        if position.turn as usize >= plan.order.len() || position.hash != position.full_hash(plan) {
            return corrupt("the turn or the key does not fit");
        }
        if u32::from(position.alive) >> plan.planes.players != 0 || position.alive == 0 {
            return corrupt("players who do not exist");
        }
        if position.ply > plan.clauses.max_plies || i64::from(position.ply) > MOST_PLIES {
            return corrupt("more turns than the game may have");
        }
        let there = |square: u8| usize::from(square) < plan.squares() && plan.geometry.all.has(square);
        if state.last.is_some_and(|(from, to)| !there(from) || !there(to)) {
            return corrupt("the last move was off the board");
        }
        if state
            .chosen
            .is_some_and(|mv| state.end.is_some() || !self.first_choices(state).contains(&mv) || !self.needs_wall(&mv))
        {
            return corrupt("the chosen move is not legal");
        }
        if state.past.len() > MOST_PLIES as usize + 1 || (plan.clauses.repetition > 0) == state.past.is_empty() {
            return corrupt("a past that does not fit");
        }
        let mut settled = *position;
        let end = self.settled(&mut settled);
        if state.end != end.or_else(|| self.drawn(state)) || (end.is_none() && settled != *position) {
            return corrupt("the result does not fit the position");
        }
        if plan.clauses.repetition > 0 && state.past.last() != Some(&self.repetition_key(position)) {
            return corrupt("the past does not lead to the position");
        }
        Ok(())
    }

    #[inline]
    fn turn(&self, state: &BoardState<W, N>) -> Turn {
        match state.end {
            Some(end) => Turn::Over(self.outcome(end)),
            None => Turn::of(Seat::new(state.position.mover(&self.plan) as usize)),
        }
    }

    #[inline]
    fn moves(&self, state: &BoardState<W, N>, seat: Seat, into: &mut Vec<Move>) {
        if state.end.is_none() && seat.index() == state.position.mover(&self.plan) as usize {
            play::decisions(&self.plan, &state.position, state.chosen, into);
        }
    }

    #[inline]
    fn pick_random(&self, state: &BoardState<W, N>, seat: Seat, draws: &mut Draws, _: &mut Vec<Move>) -> Option<Move> {
        if state.end.is_some() || seat.index() != state.position.mover(&self.plan) as usize {
            return None;
        }
        play::draw_now(&self.plan, &state.position, state.chosen, draws)
    }

    fn check(&self, state: &BoardState<W, N>, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        if state.end.is_some() {
            return Err(Illegal::new("the game is over"));
        }
        if seat.index() != state.position.mover(&self.plan) as usize {
            return Err(Illegal::new("it is not your turn"));
        }
        if self.decisions(state).contains(mv) {
            return Ok(());
        }
        Err(Illegal::new(match play::in_check(&self.plan, &state.position) {
            _ if state.chosen.is_some() && self.plan.planes.walls.is_none() => "you must choose a square for the piece",
            _ if state.chosen.is_some() => "you must choose a square for the wall",
            true => "that is not a legal move: you are in check",
            false => "that is not a legal move",
        }))
    }

    fn play<S: Sink<Fact>>(&self, state: &mut BoardState<W, N>, seat: Seat, mv: &Move, out: &mut S) {
        debug_assert_eq!(self.check(state, seat, mv), Ok(()));
        let plan = &self.plan;
        let atom = &plan.atoms[mv.atom() as usize];
        if S::ON {
            let lands = !matches!(atom.form, Form::Drop(_) | Form::Pass | Form::Castle(_));
            let captured = if lands && mv.from() != mv.to() { state.position.kind_at(plan, mv.to()) } else { None };
            out.tell(|| Fact::Moved { seat, mv: *mv, kind: atom.kind, captured });
        }
        if self.needs_wall(mv) {
            (state.chosen, state.last) = (Some(*mv), Some((mv.from(), mv.to())));
            return;
        }
        let mv = &self.whole(state, mv);
        state.chosen = None;
        let repeats = plan.clauses.repetition > 0;
        if repeats && self.is_final(&state.position, mv) {
            state.past.clear();
        }
        let alive = state.position.alive;
        let passes = matches!(plan.atoms[mv.atom() as usize].form, Form::Pass);
        state.last = (!passes).then_some((mv.from(), mv.to()));
        state.position.play(plan, *mv);
        let end = state.position.settle(plan);
        if S::ON {
            let out_now = alive & !state.position.alive;
            for player in (0..plan.planes.players).filter(|player| out_now >> player & 1 == 1) {
                out.tell(|| Fact::Out(Seat::new(player)));
            }
        }
        if repeats {
            let key = self.repetition_key(&state.position);
            state.past.push(key);
        }
        state.end = end.or_else(|| self.drawn(state));
    }
}

/// All players see everything, so a view is the state.
impl<const W: usize, const N: usize> Hidden for Boards<W, N> {
    type View = BoardState<W, N>;

    fn view(&self, state: &BoardState<W, N>, _: Viewer) -> BoardState<W, N> {
        state.clone()
    }

    fn sample(&self, view: &BoardState<W, N>, _: &mut Rng) -> BoardState<W, N> {
        view.clone()
    }

    fn witness(&self, fact: &Fact, _: Viewer) -> Option<Fact> {
        Some(fact.clone())
    }
}
