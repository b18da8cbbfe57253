//! Asks with several picks: the player picks one item after the other, then confirms.
//!
//! Picks are stored in the order of the options, so equal sets give equal states. People pick in any order and may put
//! picks back. Bots are offered ascending picks only, so that each set is reached in one way.

use super::choice::{self, Move, Open, Picked, Which, by_face, move_of, numbers};
use super::eval::Eval;
use super::limits;
use super::set_condition::{Reserve, Scratch, SetCondition, Tally};
use super::sets::{Bits, Set, WORDS};
use super::state::{Offered, value};
use super::subset_sums::Sums;
use super::work_budget::Limit;
use crate::code::{MISSING, Many, Options, Value};
use rulebook_kernel::Seat;
use rulebook_table::Entry;
use smallvec::SmallVec;

/// Options or picks in order. Up to 64 of them need no allocation.
pub(super) type Picks = SmallVec<[Value; 64]>;

/// The options of an ask with several picks, and the picks so far.
pub(super) struct OpenPicks {
    /// The options as values (entries for cards), in order.
    options: Picks,
    /// The picks so far.
    picks: Picks,
    min: usize,
    max: usize,
}

fn open_picks(eval: &mut Eval<'_>, seat: Seat, open: &Open<'_>, many: &Many) -> OpenPicks {
    let picks = Picks::from_slice(eval.s.lists.values(open.here.lists + many.into.0 as usize));
    let options: Picks = match &open.ask.options {
        Options::Cards(cards) => {
            let set = eval.set(cards);
            let mut options: Picks = set.iter().map(crate::code::card).collect();
            // The cards are already in order if the mover knows them.
            if !eval.s.table.knows_all(&eval.p.shape, seat, set.words()) {
                options.sort_unstable_by_key(|&card| key(eval, seat, Entry(card as u16)));
            }
            options
        }
        Options::Seats(seats) => Picks::from_slice(&eval.seats(seats)),
        Options::Zones(zones) => Picks::from_slice(&eval.zones(zones)),
        Options::Values(list, _) => {
            let mut distinct = Picks::new();
            for value in eval.list(list) {
                if !distinct.contains(&value) {
                    distinct.push(value);
                }
            }
            distinct
        }
        Options::Number(from, to) => {
            let (from, to) = (eval.scalar(from), eval.scalar(to));
            let there = from != MISSING && to != MISSING;
            if there { numbers(eval, from, to).collect() } else { Picks::new() }
        }
        Options::YesNo => Picks::from_slice(&[1, 0]),
    };
    let (min, max) = limits_of(eval, many, options.len());
    OpenPicks { options, picks, min, max }
}

fn limits_of(eval: &mut Eval<'_>, many: &Many, options: usize) -> (usize, usize) {
    let min = eval.operand(&many.min).max(0) as usize;
    let max = many.max.as_ref().map_or(options, |max| eval.operand(max).max(0) as usize).min(options);
    (min, max)
}

/// The sort key of a card. Cards that the seat names by face come first, by entry number. Others follow by zone and
/// position.
fn key(eval: &Eval<'_>, seat: Seat, card: Entry) -> (u8, u16, usize, usize) {
    let (shape, table) = (&eval.p.shape, &eval.s.table);
    let zone = table.zone(card).map_or(0, |zone| zone.0);
    if by_face(eval, seat, card) {
        return (0, 0, card.index(), 0);
    }
    (1, zone, table.position(shape, card).unwrap_or(0), card.index())
}

impl OpenPicks {
    /// The options not yet picked, in order.
    fn rest(&self) -> Picks {
        self.options.iter().copied().filter(|option| !self.picks.contains(option)).collect()
    }

    /// The index of the first option that comes after all picks.
    fn behind(&self) -> usize {
        let last = self.options.iter().rposition(|option| self.picks.contains(option));
        last.map_or(0, |at| at + 1)
    }
}

/// The simple case: the options are cards, the mover knows all of them, no two are alike, and there is no constraint.
/// It needs no search.
struct Plain<const W: usize> {
    options: Bits<W>,
    picks: Bits<W>,
    min: usize,
    max: usize,
}

/// Returns the simple case, or `None` if the ask is not a simple case.
fn plain<const W: usize>(eval: &mut Eval<'_>, seat: Seat, open: &Open<'_>, many: &Many) -> Option<Plain<W>> {
    let Options::Cards(cards) = &open.ask.options else { return None };
    if many.constraint.is_some() || eval.p.copies() {
        return None;
    }
    let options = eval.bits::<W>(cards);
    if !eval.s.table.knows_all(&eval.p.shape, seat, options.words()) {
        return None;
    }
    let mut picks = Bits::EMPTY;
    let picked = eval.s.lists.values(open.here.lists + many.into.0 as usize);
    picked.iter().for_each(|&card| picks.put(Entry(card as u16)));
    let (min, max) = limits_of(eval, many, options.len());
    Some(Plain { options, picks, min, max })
}

impl<const W: usize> Plain<W> {
    fn moves(&self, eval: &mut Eval<'_>, seat: Seat, open: &Open<'_>, ascending: bool, into: &mut Vec<Move>) {
        let (picked, start) = (self.picks.len(), into.len());
        let rest = self.options.minus(self.picks);
        let mut left = rest.len();
        let possible = picked < self.max && picked + left >= self.min;
        if let Some(zone) = choice::lying(eval, &rest).filter(|_| possible && !ascending) {
            choice::name_all(eval, zone, &rest, into);
        } else if possible {
            let last = self.picks.iter().last().filter(|_| ascending);
            for card in rest.first(eval.words()) {
                // An ascending pick can be completed with later cards only.
                let enough = !ascending || picked + left >= self.min;
                left -= 1;
                if enough && last.is_none_or(|last| card > last) {
                    into.push(choice::named_known(eval, seat, card));
                }
            }
        }
        if picked >= self.min {
            into.push(Move::Done);
        }
        if picked == 0 {
            let some = into.len() > start;
            choice::buttons(eval, open.ask, some, into);
        }
    }
}

/// Adds all moves of a simple case. Returns `false` if the ask is not a simple case.
fn plain_moves<const W: usize>(
    eval: &mut Eval<'_>,
    seat: Seat,
    open: &Open<'_>,
    many: &Many,
    into: &mut Vec<Move>,
) -> bool {
    let Some(plain) = plain::<W>(eval, seat, open, many) else { return false };
    plain.moves(eval, seat, open, false, into);
    if value(eval.s.cells[open.here.base + open.ask.into.0 as usize]) < limits::BACKS {
        for &card in eval.s.lists.values(open.here.lists + many.into.0 as usize) {
            let named = choice::named_known(eval, seat, Entry(card as u16));
            into.extend(Picked::by(named).map(Move::Back));
        }
    }
    true
}

/// Adds all moves of a seat that picks.
#[inline(never)]
pub(super) fn moves(eval: &mut Eval<'_>, seat: Seat, open: &Open<'_>, many: &Many, into: &mut Vec<Move>) {
    let plain = match eval.words() {
        0 | 1 => plain_moves::<1>(eval, seat, open, many, into),
        2 => plain_moves::<2>(eval, seat, open, many, into),
        _ => plain_moves::<WORDS>(eval, seat, open, many, into),
    };
    if plain {
        return;
    }
    let start = into.len();
    let asked = open_picks(eval, seat, open, many);
    offer(eval, seat, open, many, &asked, false, into);
    end(eval, open, many, &asked, start, into);
    if value(eval.s.cells[open.here.base + open.ask.into.0 as usize]) >= limits::BACKS {
        return;
    }
    let back = into.len();
    for &pick in &asked.picks {
        let back_it = Picked::by(move_of(eval, seat, &open.ask.options, pick)).map(Move::Back);
        into.extend(back_it.filter(|mv| !into[back..].contains(mv)));
    }
}

/// Adds the moves offered to a bot: picks in ascending order, or all picks if no ascending pick is possible.
pub(super) fn shortlist(eval: &mut Eval<'_>, seat: Seat, open: &Open<'_>, many: &Many, into: &mut Vec<Move>) {
    let start = into.len();
    if let Some(plain) = plain::<WORDS>(eval, seat, open, many) {
        plain.moves(eval, seat, open, !many.ordered, into);
        if into.len() == start {
            plain.moves(eval, seat, open, false, into);
        }
        return;
    }
    let asked = open_picks(eval, seat, open, many);
    offer(eval, seat, open, many, &asked, !many.ordered, into);
    end(eval, open, many, &asked, start, into);
    if into.len() == start {
        offer(eval, seat, open, many, &asked, false, into);
    }
}

/// Adds each pick that can be completed. If `ascending` is set, adds only options after all earlier picks.
fn offer(
    eval: &mut Eval<'_>,
    seat: Seat,
    open: &Open<'_>,
    many: &Many,
    asked: &OpenPicks,
    ascending: bool,
    into: &mut Vec<Move>,
) {
    if asked.picks.len() >= asked.max {
        return;
    }
    let cards = matches!(open.ask.options, Options::Cards(_));
    let copies = cards && eval.p.copies();
    let behind = if ascending { asked.behind() } else { 0 };
    let cached: Option<Set> = if open.here.lane.is_none() { eval.s.offered.cards() } else { None };
    // The search is built only if the cache does not have the answer.
    let mut completable: Option<Completable<'_>> = None;
    let mut seen: SmallVec<[Move; 64]> = SmallVec::new();
    for (at, &option) in asked.options.iter().enumerate() {
        if asked.picks.contains(&option) {
            continue;
        }
        let mv = move_of(eval, seat, &open.ask.options, option);
        // All unknown cards of one unordered zone share one move. Cards with the same face share one move, too.
        if copies || matches!(mv, Move::Card(_, Which::Any)) || !cards {
            if seen.contains(&mv) {
                continue;
            }
            seen.push(mv);
        }
        // Cards that the mover cannot tell apart have no order, so they may be picked at any time.
        let blank = matches!(mv, Move::Card(_, Which::Any));
        if at < behind && !blank {
            continue;
        }
        if cards && cached.as_ref().is_some_and(|cached| !cached.has(Entry(option as u16))) {
            continue;
        }
        let later = ascending && !blank;
        if cards && cached.is_some() {
            if !later || eval.s.offered.ascending::<WORDS>().has(Entry(option as u16)) {
                into.push(mv);
            }
            continue;
        }
        let completable = completable.get_or_insert_with(|| Completable::new(eval, many, asked));
        let legal = if later { completable.has_later(eval, at) } else { completable.has(eval, option) };
        if legal {
            into.push(mv);
        }
    }
}

/// Adds "done" and the buttons that are legal.
fn end(eval: &mut Eval<'_>, open: &Open<'_>, many: &Many, asked: &OpenPicks, start: usize, into: &mut Vec<Move>) {
    if asked.picks.len() >= asked.min && fits(eval, many, &asked.picks) {
        into.push(Move::Done);
    }
    if asked.picks.is_empty() {
        let some = into.len() > start;
        choice::buttons(eval, open.ask, some, into);
    }
}

/// Returns whether any legal set exists.
pub(super) fn possible(eval: &mut Eval<'_>, seat: Seat, open: &Open<'_>, many: &Many) -> bool {
    let asked = open_picks(eval, seat, open, many);
    let mut search = Search::new(eval, many, &asked);
    search.finds(eval, &[], &asked.options)
}

/// Tests whether each pick can be completed, before the options are shown. If the test exceeds the work limit, the
/// match ends with a fault, so that no player gets an incomplete list of options. Returns a cache of the cards that can
/// be picked.
pub(super) fn survey(eval: &mut Eval<'_>, seat: Seat, open: &Open<'_>) -> Offered {
    let none = Offered::default();
    let Some(many) = open.ask.many.as_ref().filter(|many| many.constraint.is_some()) else { return none };
    let asked = open_picks(eval, seat, open, many);
    if asked.picks.len() >= asked.max {
        return none;
    }
    let (mut completable, mut ascending) = (Completable::new(eval, many, &asked), Set::EMPTY);
    // Find the ascending picks of bots first, because each legal set found here also answers later questions.
    for at in asked.behind()..asked.options.len() {
        if !many.ordered && !asked.picks.contains(&asked.options[at]) && completable.has_later(eval, at) {
            ascending.put(Entry(asked.options[at] as u16));
        }
    }
    for &option in &asked.rest() {
        completable.has(eval, option);
    }
    let two = |set: &Set| Bits::<2>::of(set.words());
    match eval.words() {
        0..=2 => Offered::with_ascending(two(&completable.yes), two(&ascending)),
        _ => none,
    }
}

/// The options that can be picked next, found one after the other. If a search finds a legal set, every option in this
/// set can be picked next. An option that cannot be completed is in no legal set, so later searches leave it out.
struct Completable<'a> {
    search: Search<'a>,
    asked: &'a OpenPicks,
    rest: Picks,
    yes: Set,
}

impl<'a> Completable<'a> {
    fn new(eval: &mut Eval<'_>, many: &'a Many, asked: &'a OpenPicks) -> Completable<'a> {
        Completable { search: Search::new(eval, many, asked), asked, rest: asked.rest(), yes: Set::EMPTY }
    }

    /// Returns whether the picks and this option can be completed.
    fn has(&mut self, eval: &mut Eval<'_>, option: Value) -> bool {
        let cards = self.search.many.constraint.is_some();
        if cards && self.yes.has(Entry(option as u16)) {
            return true;
        }
        let others: Picks = self.rest.iter().copied().filter(|&other| other != option).collect();
        let found = self.search.completes(eval, &self.asked.picks, option, &others);
        // Only sets of cards have a constraint.
        if cards && found {
            self.note_found(option);
        } else if cards {
            self.rest.retain(|other| *other != option);
        }
        found
    }

    /// Returns whether the picks and the option with this index can be completed with later options.
    fn has_later(&mut self, eval: &mut Eval<'_>, at: usize) -> bool {
        let OpenPicks { options, picks, .. } = self.asked;
        let others: Picks = options[at + 1..].iter().copied().filter(|other| !picks.contains(other)).collect();
        let found = self.search.completes(eval, picks, options[at], &others);
        if found && self.search.many.constraint.is_some() {
            self.note_found(options[at]);
        }
        found
    }

    fn note_found(&mut self, option: Value) {
        self.search.found.iter().for_each(|&card| self.yes.put(Entry(card as u16)));
        self.yes.put(Entry(option as u16));
    }
}

/// The search for sets that satisfy a constraint.
struct Search<'a> {
    many: &'a Many,
    min: usize,
    max: usize,
    options: Picks,
    sums: Option<Sums>,
    condition: Option<SetCondition>,
    scratch: Scratch,
    reserves: Vec<Reserve>,
    /// The set that the last successful search found. Empty if that search could answer without finding a set.
    found: Picks,
}

/// The sets that one search tries. Each set consists of all picks and some of the cards in `others`.
struct SearchSpace<'s> {
    /// Indices of options.
    others: &'s [usize],
    reserves: &'s [Reserve],
    /// The number of cards with which the search began.
    before: usize,
    /// The least and the greatest number of cards.
    least: usize,
    most: usize,
    tries: u32,
}

impl<'a> Search<'a> {
    fn new(eval: &mut Eval<'_>, many: &'a Many, asked: &OpenPicks) -> Search<'a> {
        let OpenPicks { options, min, max, .. } = asked;
        let sums = many.constraint.as_ref().and_then(|constraint| Sums::of(eval, constraint, options));
        let searched = many.constraint.as_ref().filter(|_| !sums.as_ref().is_some_and(Sums::is_all));
        let condition = searched.map(|constraint| SetCondition::new(eval, constraint, options));
        let (options, found) = (options.clone(), Picks::new());
        let (scratch, reserves) = (Scratch::default(), Vec::new());
        Search { many, min: *min, max: *max, options, sums, condition, scratch, reserves, found }
    }

    /// Returns whether the picks and one more can be completed with some of the other options.
    fn completes(&mut self, eval: &mut Eval<'_>, picks: &[Value], pick: Value, others: &[Value]) -> bool {
        let mut all = Picks::from_slice(picks);
        all.push(pick);
        self.finds(eval, &all, others)
    }

    /// Returns whether the picks can be completed with some of the other options. `others` has these options in their
    /// original order.
    fn finds(&mut self, eval: &mut Eval<'_>, picks: &[Value], others: &[Value]) -> bool {
        self.found.clear();
        if picks.len() > self.max || picks.len() + others.len() < self.min {
            return false;
        }
        let Some(condition) = self.condition.take() else {
            let sums = self.sums.as_ref().map(|sums| sums.may_hold(picks, others, self.min, self.max));
            return sums.unwrap_or(true);
        };
        let mut indices = 0..self.options.len();
        let others: SmallVec<[usize; 64]> =
            others.iter().filter_map(|card| indices.find(|&at| self.options[at] == *card)).collect();
        let mut tallies = condition.nothing();
        let picked = picks.iter().filter_map(|card| self.options.iter().position(|option| option == card));
        picked.for_each(|option| condition.add(&mut tallies, option));
        let mut reserves = std::mem::take(&mut self.reserves);
        condition.reserves(&others, &mut reserves);
        let (least, most) = (self.min.max(picks.len()), self.max.min(picks.len() + others.len()));
        let before = picks.len();
        let mut space = SearchSpace { others: &others, reserves: &reserves, before, least, most, tries: limits::SETS };
        let found = self.search(eval, &condition, &mut Picks::from_slice(picks), &tallies, 0, &mut space);
        (self.condition, self.reserves) = (Some(condition), reserves);
        found
    }

    /// Looks for a set that consists of the picks and options from the index `from` on.
    fn search(
        &mut self,
        eval: &mut Eval<'_>,
        condition: &SetCondition,
        picks: &mut Picks,
        tallies: &[Tally],
        from: usize,
        space: &mut SearchSpace<'_>,
    ) -> bool {
        if space.tries == 0 {
            eval.hit(Limit::Sets);
            return false;
        }
        space.tries -= 1;
        if !eval.burn(1) {
            return false;
        }
        if picks.len() >= space.least {
            let known = condition.holds(tallies, &mut self.scratch);
            if known.unwrap_or_else(|| fits(eval, self.many, picks)) {
                self.found.clone_from(picks);
                return true;
            }
        }
        let others = space.others;
        let most = (space.most - picks.len()).min(others.len() - from);
        let fewest = space.least.saturating_sub(picks.len()).max(1);
        let reserve = condition.reserve(space.reserves, from);
        if fewest > most || !condition.may_hold(tallies, reserve, (fewest, most), &mut self.scratch) {
            return false;
        }
        if let Some(sums) = &self.sums {
            let others: Picks = others[from..].iter().map(|&option| self.options[option]).collect();
            if !sums.may_hold(picks, &others, self.min, self.max) {
                return false;
            }
        }
        // The bounds are tight if the number of cards is known, so search each size separately. Do this only after the
        // first added card, because the check above has already refused most first cards for all sizes.
        if condition.reads_size && space.least < space.most && picks.len() > space.before {
            let (least, most, left) = (space.least, space.most, space.tries);
            let found =
                (picks.len() + fewest..=picks.len() + (most - picks.len()).min(others.len() - from)).any(|size| {
                    (space.least, space.most, space.tries) = (size, size, left);
                    self.search(eval, condition, picks, tallies, from, space)
                });
            (space.least, space.most) = (least, most);
            return found;
        }
        let last = others.len() - fewest;
        for (at, &other) in others.iter().enumerate().take(last + 1).skip(from) {
            let mut more: SmallVec<[Tally; 8]> = SmallVec::from_slice(tallies);
            condition.add(&mut more, other);
            picks.push(self.options[other]);
            let found = self.search(eval, condition, picks, &more, at + 1, space);
            picks.pop();
            if found {
                return true;
            }
        }
        false
    }
}

/// Returns whether the picks satisfy the constraint.
fn fits(eval: &mut Eval<'_>, many: &Many, picks: &[Value]) -> bool {
    let Some(constraint) = &many.constraint else { return true };
    let mut set = Set::EMPTY;
    picks.iter().for_each(|&card| set.put(Entry(card as u16)));
    let mut inner = eval.of_picked(&set);
    inner.burn(1) && inner.test(constraint)
}

/// The index of a new pick among the earlier picks, in the order of the options. Cards that the mover cannot tell apart
/// come last, in the order in which they were picked, because the mover sees no other order.
pub(super) fn place(eval: &mut Eval<'_>, seat: Seat, open: &Open<'_>, many: &Many, pick: Value) -> usize {
    let (p, s) = (eval.p, eval.s);
    let picks = s.lists.values(open.here.lists + many.into.0 as usize);
    if many.ordered {
        return picks.len();
    }
    if matches!(open.ask.options, Options::Cards(_)) {
        // Cards that the mover knows in one unordered zone are in the order of their entries.
        let mut all = Set::EMPTY;
        picks.iter().chain([&pick]).for_each(|&card| all.put(Entry(card as u16)));
        if s.table.knows_all(&p.shape, seat, &all.words()[..eval.words()]) && choice::lying(eval, &all).is_some() {
            return picks.iter().position(|&other| other > pick).unwrap_or(picks.len());
        }
        let rank = |card: Value| match key(eval, seat, Entry(card as u16)) {
            (1, ..) if s.table.position(&p.shape, Entry(card as u16)).is_none() => (2, 0, 0, 0),
            key => key,
        };
        let own = rank(pick);
        return picks.iter().position(|&other| rank(other) > own).unwrap_or(picks.len());
    }
    let options = open_picks(eval, seat, open, many).options;
    let rank = |value: Value| options.iter().position(|&option| option == value);
    picks.iter().position(|&other| rank(other) > rank(pick)).unwrap_or(picks.len())
}

/// The index of the pick that a move puts back. If several picks are equal, the move puts back the last of them.
pub(super) fn found(eval: &mut Eval<'_>, seat: Seat, open: &Open<'_>, many: &Many, picked: Picked) -> Option<usize> {
    let picks = eval.s.lists.values(open.here.lists + many.into.0 as usize);
    let named = picked.again();
    picks.iter().rposition(|&pick| move_of(eval, seat, &open.ask.options, pick) == named)
}

/// The progress after the first pick, such as `1 of 3 picked`. `None` before the first pick.
pub(super) fn progress(eval: &mut Eval<'_>, seat: Seat, open: &Open<'_>) -> Option<String> {
    let many = open.ask.many.as_ref()?;
    let OpenPicks { options, picks, min, max } = open_picks(eval, seat, open, many);
    let n = picks.len();
    if n == 0 {
        return None;
    }
    Some(match () {
        () if min == max => format!("{n} of {max} picked"),
        () if max < options.len() => format!("{n} picked, {min} to {max} wanted"),
        () if n < min => format!("{n} picked, at least {min} wanted"),
        () => format!("{n} picked"),
    })
}
