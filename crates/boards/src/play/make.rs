//! Makes moves.

use super::Position;
use super::sink::Move;
use crate::bits::Set;
use crate::plan::{ChangePlan, Effect, Form, Given, Plan};
use crate::spec::{Base, ChangeTo, Owner};

impl<const W: usize, const N: usize> Position<W, N> {
    /// Makes a legal move: changes pieces, hands, flags and the turn. Unlike [`Position::play`], it does not update the
    /// hash key and the clock.
    #[inline]
    pub(crate) fn make(&mut self, plan: &Plan<W>, mv: Move) {
        let me = plan.order[self.turn as usize];
        if let Some(counter) = plan.passes {
            self.count_passes(plan, counter, mv);
        }
        self.place(plan, mv);
        self.pass_turn(plan, me);
    }

    /// Counts the passes in a row.
    fn count_passes(&mut self, plan: &Plan<W>, counter: u8, mv: Move) {
        let passes = matches!(plan.atoms[mv.atom() as usize].form, Form::Pass) && mv.choice().is_none();
        let count = &mut self.counters[counter as usize];
        *count = if passes { count.saturating_add(1) } else { 0 };
    }

    /// Makes a legal move and updates the hash key and the clock.
    pub(crate) fn play(&mut self, plan: &Plan<W>, mv: Move) {
        let atom = &plan.atoms[mv.atom() as usize];
        let me = self.mover(plan);
        let occupied = self.occupied(plan);
        let progress = match atom.form {
            Form::Pass => mv.tail() != 0,
            Form::Castle(_) => plan.clauses.progress.contains(&atom.kind),
            Form::Drop(_) => plan.clauses.hands || !plan.start_held.is_empty(),
            _ => {
                occupied.has(mv.to()) && mv.from() != mv.to()
                    || atom.captures_aside
                    || mv.path() != 0
                    || plan.clauses.progress.contains(&atom.kind)
            }
        };
        if let Some(counter) = plan.passes {
            self.count_passes(plan, counter, mv);
        }
        if atom.simple && mv.tail() == 0 && !plan.clauses.hands {
            if occupied.has(mv.to())
                && let Some((owner, kind)) = self.at(plan, mv.to())
            {
                self.hash ^= plan.key(kind, owner, mv.to());
            }
            let after = if mv.promotion() > 0 { mv.promotion() - 1 } else { atom.kind };
            self.hash ^= plan.key(atom.kind, me, mv.from()) ^ plan.key(after, me, mv.to());
            self.place(plan, mv);
        } else if let Form::Drop(kind) = atom.form
            && !plan.drops[kind as usize].as_ref().is_some_and(|rule| rule.flips)
            && atom.effects.is_empty()
            && mv.promotion() == 0
            && mv.tail() == 0
        {
            self.hash ^= plan.key(kind, me, mv.to());
            self.place(plan, mv);
        } else {
            self.place(plan, mv);
            self.hash = self.full_hash(plan);
        }
        self.pass_turn(plan, me);
        self.clock = if progress { 0 } else { self.clock.saturating_add(1) };
    }

    /// Computes the hash key of the pieces from scratch.
    pub(crate) fn full_hash(&self, plan: &Plan<W>) -> u64 {
        let mut hash = 0;
        for kind in 0..plan.planes.kinds as u8 {
            for player in 0..plan.planes.players as u8 {
                for square in self.kind(kind) & self.player(plan, player) {
                    hash ^= plan.key(kind, player, square);
                }
            }
        }
        for square in self.walls(plan) {
            hash ^= plan.wall_key(square);
        }
        hash
    }

    /// Moves the pieces. The turn does not change.
    #[inline(always)]
    pub(crate) fn place(&mut self, plan: &Plan<W>, mv: Move) {
        let atom = &plan.atoms[mv.atom() as usize];
        if atom.simple && mv.tail() == 0 && !plan.clauses.hands {
            let flags = if plan.planes.carried { self.flags_at(plan, mv.from()) } else { 0 };
            if plan.beheads {
                self.behead(plan, mv.to());
            }
            let keep = !(Set::one(mv.from()) | Set::one(mv.to()));
            self.sets.iter_mut().for_each(|set| *set &= keep);
            self.sets[plan.planes.kinds + atom.player as usize].insert(mv.to());
            if mv.promotion() > 0 {
                self.sets[mv.promotion() as usize - 1].insert(mv.to());
                // A piece counts as unmoved after a promotion.
                self.sets[plan.planes.unmoved].insert(mv.to());
            } else {
                self.sets[atom.kind as usize].insert(mv.to());
                self.set_flags(plan, mv.to(), flags);
            }
        } else {
            self.place_special(plan, mv);
        }
        if mv.promotion() == 0 {
            // An effect can have taken the piece away from its target.
            let there = atom.simple || self.player(plan, atom.player).has(mv.to());
            for given in atom.flags.iter().filter(|_| there) {
                self.set_flag(plan, given, mv.to());
            }
        }
    }

    /// Gives the piece on a square a flag. If the piece already has the flag, its countdown starts again.
    #[inline]
    fn set_flag(&mut self, plan: &Plan<W>, given: &Given, square: u8) {
        if plan.planes.carried {
            let flag = &plan.planes.flags[given.flag as usize];
            let keep = !Set::one(square);
            self.sets[flag.first..flag.first + flag.digits].iter_mut().for_each(|set| *set &= keep);
            flag.permanent.iter().for_each(|plane| self.sets[*plane] &= keep);
        }
        given.planes.iter().for_each(|plane| self.sets[*plane].insert(square));
    }

    #[inline(never)]
    fn place_special(&mut self, plan: &Plan<W>, mv: Move) {
        let atom = &plan.atoms[mv.atom() as usize];
        match &atom.form {
            Form::Pass => {}
            Form::Drop(kind) => self.place_drop(plan, mv, *kind),
            Form::Castle(castle) => {
                let partner = self.kind_at(plan, castle.partner);
                let keep = !(Set::one(castle.piece) | Set::one(castle.partner));
                self.sets.iter_mut().for_each(|set| *set &= keep);
                let arrivals = [(Some(atom.kind), castle.piece_to), (partner, castle.partner_to)];
                for (kind, square) in arrivals.into_iter().filter_map(|(kind, square)| Some((kind?, square))) {
                    self.sets[kind as usize].insert(square);
                    self.sets[plan.planes.kinds + atom.player as usize].insert(square);
                }
            }
            _ if mv.path() != 0 => self.place_chain(plan, mv),
            _ => {
                self.arrive(plan, mv);
                if mv.promotion() > 0 {
                    self.transform(plan, mv.to(), mv.promotion() - 1);
                }
            }
        }
        if let Some((square, kind)) = mv.choice() {
            let player = if matches!(atom.form, Form::Pass) { self.mover(plan) } else { atom.player };
            self.place_choice(plan, player, square, kind);
        }
    }

    /// Puts a wall or a piece on a square that the player has chosen.
    fn place_choice(&mut self, plan: &Plan<W>, player: u8, square: u8, kind: Option<u8>) {
        if let Some(kind) = kind {
            if let Some(counter) = plan.held(player, kind) {
                self.counters[counter as usize] = self.counters[counter as usize].saturating_sub(1);
            }
            self.sets[kind as usize].insert(square);
            self.sets[plan.planes.kinds + player as usize].insert(square);
        } else if let Some(kind) = plan.clauses.walls.as_ref().and_then(|walls| walls.piece) {
            if plan.clauses.walls.as_ref().is_some_and(|walls| walls.single) {
                let old = self.kind(kind) & self.player(plan, player);
                self.sets.iter_mut().for_each(|set| *set = set.minus(old));
            }
            self.sets[kind as usize].insert(square);
            self.sets[plan.planes.kinds + player as usize].insert(square);
        } else if let Some(plane) = plan.planes.walls {
            if plan.clauses.walls.as_ref().is_some_and(|walls| walls.single) {
                self.sets[plane] = Set::EMPTY;
            }
            self.sets[plane].insert(square);
        }
    }

    /// Changes the pieces on the squares that an effect names.
    pub(super) fn change(&mut self, plan: &Plan<W>, player: u8, mv: Move, change: &ChangePlan<W>) {
        let base = match change.base {
            Base::Source => mv.from(),
            Base::Target => mv.to(),
            Base::Square(_) => change.square,
        };
        let enclosed = if change.enclosed { self.enclosed(plan, player, base) } else { Set::EMPTY };
        let spots = if change.enclosed { &[][..] } else { &change.spots[..] };
        for square in spots.iter().filter_map(|spot| spot.from(base)).chain(enclosed) {
            let piece = self.at(plan, square);
            let fits = piece.is_some_and(|(owner, kind)| {
                change.kinds >> kind & 1 == 1
                    && match change.owner {
                        Owner::Any => true,
                        Owner::Ally => owner == player,
                        Owner::Enemy => owner != player,
                    }
            });
            match change.change {
                ChangeTo::Gone | ChangeTo::Kind(_) | ChangeTo::Moved | ChangeTo::Side | ChangeTo::Back if !fits => {}
                ChangeTo::Gone => self.destroy(plan, player, square),
                ChangeTo::Kind(kind) => self.transform(plan, square, kind),
                ChangeTo::Moved => self.sets[plan.planes.unmoved] &= !Set::one(square),
                ChangeTo::Back => {
                    if !self.occupied(plan).has(mv.from()) {
                        self.carry(plan, square, mv.from());
                    }
                }
                ChangeTo::Side => self.turn_over(plan, player, Set::one(square)),
                ChangeTo::Wall => {
                    if fits || piece.is_none() {
                        self.destroy(plan, player, square);
                        plan.planes.walls.iter().for_each(|plane| self.sets[*plane].insert(square));
                    }
                }
                ChangeTo::Put(kind) => {
                    if piece.is_none() && !self.walls(plan).has(square) {
                        self.sets[kind as usize].insert(square);
                        self.sets[plan.planes.kinds + player as usize].insert(square);
                    }
                }
            }
        }
    }

    /// Removes a piece by an effect. In a game with hands, a friendly piece goes to the hand of an enemy.
    fn destroy(&mut self, plan: &Plan<W>, player: u8, square: u8) {
        let own = self.player(plan, player).has(square);
        let enemy = plan.sides[player as usize].enemies.first().copied().unwrap_or(player);
        self.take(plan, if own { enemy } else { player }, square);
    }

    /// Moves the piece and applies all effects, in the order in which the game file lists them. Returns `false` if the
    /// move is illegal, because a carried piece would arrive on an occupied square or off the board.
    pub(super) fn arrive(&mut self, plan: &Plan<W>, mv: Move) -> bool {
        let atom = &plan.atoms[mv.atom() as usize];
        if mv.from() != mv.to() {
            self.take(plan, atom.player, mv.to());
        }
        self.carry(plan, mv.from(), mv.to());
        for effect in &atom.effects {
            match effect {
                Effect::Capture(at) => {
                    if let Some(square) = at.from(mv.from()).filter(|square| *square != mv.to()) {
                        self.take(plan, atom.player, square);
                    }
                }
                Effect::Shift { kind, from, to } => {
                    let start = from.from(mv.from()).filter(|square| *square != mv.to());
                    let Some(start) = start.filter(|square| self.is_kind(plan, *square, *kind)) else { continue };
                    let Some(end) = to.from(mv.from()) else { return false };
                    if start != end && self.occupied(plan).has(end) {
                        return false;
                    }
                    self.carry(plan, start, end);
                }
                Effect::Change(change) => self.change(plan, atom.player, mv, change),
            }
        }
        true
    }

    /// If a leader stands on the square, eliminates its owner at once.
    #[inline]
    fn behead(&mut self, plan: &Plan<W>, square: u8) {
        if self.all_leaders(plan).has(square) {
            let owner = (0..plan.planes.players as u8).find(|player| self.player(plan, *player).has(square));
            let leads = |player: &u8| self.leaders(plan, *player).has(square);
            if let Some(player) = owner.filter(leads) {
                self.alive &= !(1 << player);
            }
        }
    }

    /// Changes the kind of the piece on a square. The piece then counts as unmoved.
    pub(super) fn transform(&mut self, plan: &Plan<W>, square: u8, kind: u8) {
        if let Some((player, _)) = self.at(plan, square) {
            let keep = !Set::one(square);
            self.sets.iter_mut().for_each(|set| *set &= keep);
            self.sets[plan.planes.kinds + player as usize].insert(square);
            self.sets[kind as usize].insert(square);
            self.sets[plan.planes.unmoved].insert(square);
        }
    }

    /// Moves the piece on a square to an empty square, and marks it as moved.
    pub(super) fn carry(&mut self, plan: &Plan<W>, from: u8, to: u8) {
        let Some((player, kind)) = self.at(plan, from) else { return };
        let flags = self.flags_at(plan, from);
        let keep = !(Set::one(from) | Set::one(to));
        self.sets.iter_mut().for_each(|set| *set &= keep);
        self.sets[plan.planes.kinds + player as usize].insert(to);
        self.sets[kind as usize].insert(to);
        self.set_flags(plan, to, flags);
    }

    /// Removes the piece on a square. If the game has hands, the piece goes to the captor's hand.
    pub(super) fn take(&mut self, plan: &Plan<W>, captor: u8, square: u8) {
        let Some((owner, kind)) = self.at(plan, square) else { return };
        if plan.beheads {
            self.behead(plan, square);
        }
        let keep = !Set::one(square);
        self.sets.iter_mut().for_each(|set| *set &= keep);
        if plan.clauses.hands
            && owner != captor
            && let Some(counter) = plan.held(plan.receiver(captor), plan.demoted[kind as usize])
        {
            self.counters[counter as usize] = self.counters[counter as usize].saturating_add(1);
        }
    }

    /// The flags of the piece on a square: one bit for each set of flags.
    fn flags_at(&self, plan: &Plan<W>, square: u8) -> u64 {
        let sets = &self.sets[plan.planes.first_flag..plan.planes.count];
        sets.iter().enumerate().fold(0, |bits, (at, set)| bits | u64::from(set.has(square)) << at)
    }

    #[inline(always)]
    fn set_flags(&mut self, plan: &Plan<W>, square: u8, flags: u64) {
        if flags != 0 {
            let sets = &mut self.sets[plan.planes.first_flag..plan.planes.count];
            for (_, set) in sets.iter_mut().enumerate().filter(|(at, _)| flags >> at & 1 == 1) {
                set.insert(square);
            }
        }
    }

    /// Ends the turn of the player to move without a move. Searches use this to test threats.
    pub(crate) fn skip_turn(&mut self, plan: &Plan<W>) {
        let me = self.mover(plan);
        self.pass_turn(plan, me);
    }

    /// Ends the turn of `me`: the flags of the other players count down, and the next player in the game has the turn.
    #[inline(always)]
    fn pass_turn(&mut self, plan: &Plan<W>, me: u8) {
        self.count_down(plan, me);
        self.ply = self.ply.saturating_add(1);
        self.next_turn(plan);
        if plan.counts_checks {
            self.count_checks(plan);
        }
    }

    /// Counts down the flags of the other players.
    #[inline(always)]
    pub(super) fn count_down(&mut self, plan: &Plan<W>, me: u8) {
        let own = self.player(plan, me);
        for flag in &plan.planes.flags {
            // Subtracts one from every countdown that is not zero, for all pieces at once, digit by digit.
            let digits = &mut self.sets[flag.first..flag.first + flag.digits];
            if let [single] = digits {
                *single &= own;
                continue;
            }
            let counting = digits.iter().fold(Set::EMPTY, |all, set| all | *set).minus(own);
            let mut borrow = counting;
            for digit in digits {
                let before = *digit;
                *digit = before ^ borrow;
                borrow = borrow.minus(before);
            }
        }
    }

    /// Passes the turn to the next player in the order who is still in the game.
    #[inline(always)]
    pub(crate) fn next_turn(&mut self, plan: &Plan<W>) {
        for _ in 0..plan.order.len() {
            self.turn += 1;
            if self.turn as usize == plan.order.len() {
                self.turn = 0;
            }
            if self.is_in(plan.order[self.turn as usize]) {
                break;
            }
        }
    }

    /// Counts a check against the player to move, and notes whether the pieces of `checkmate.without` give it.
    fn count_checks(&mut self, plan: &Plan<W>) {
        let due = self.mover(plan);
        let checked = self.is_threatened(plan, due);
        if let Some(first) = plan.checks.filter(|_| checked) {
            let counter = &mut self.counters[(first + due) as usize];
            *counter = counter.saturating_add(1);
        }
        self.note_series(plan, due, checked);
    }

    /// Notes whether the pieces of `checkmate.without` give check to a player, if the game asks for that. `checked`
    /// says whether the player is in check.
    pub(crate) fn note_series(&mut self, plan: &Plan<W>, player: u8, checked: bool) {
        if let (Some(first), Some((kinds, _))) = (plan.check_series, plan.clauses.mate_without) {
            let counter = (first + player) as usize;
            if !checked {
                self.counters[counter] = 0;
            } else if (self.checkers(plan, player) & self.of_kinds(plan, kinds)).any() {
                self.counters[counter] = 1;
            }
        }
    }
}
