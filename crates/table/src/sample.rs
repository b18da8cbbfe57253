//! Draws samples: random tables that are consistent with a view. A *blank* is a card that the viewer cannot name. The
//! live table and its saved copies share one assignment of entries to blanks.

use crate::bits;
use crate::hint_rows::Hints;
use crate::pools::Few;
use crate::table::{NONE, Table, pack};
use crate::view::{CardView, TableView};
use crate::{Entry, Face, Hint, Shape, VarId};
use rulebook_kernel::{Rng, Seat};

/// The maximum number of attempts to assign a live table and its saved copies. If all these attempts fail, sampling
/// panics. One attempt is nearly always enough.
const TRIES: usize = 100;
/// The number of attempts that try to satisfy the notes with a count. Later attempts ignore these notes. One attempt is
/// nearly always enough.
const PROMISES: usize = 20;
/// The number of attempts that reject biased assignments: see `is_fair`. Later attempts accept any assignment.
const FAIR: usize = 12;
/// The number of random swaps for each blank, to remove bias from an assignment.
const ROUNDS: usize = 6;

/// A table drawn from a view, and everything drawn together with it.
#[derive(Clone, Debug)]
pub struct Sampled {
    /// The live table.
    pub table: Table,
    /// The saved copies, in the order of their views.
    pub copies: Vec<Table>,
    /// The entry behind each card number of the view.
    pub entries: Vec<Entry>,
    /// Variables that the viewer does not know. They are zero until the game sets them.
    pub holes: Vec<VarId>,
}

/// Draws a random table that fits a view, and saved copies that fit their views.
///
/// # Panics
/// If no table fits. Then the view has another shape, or the knowledge of the viewer contradicts itself.
#[must_use]
pub fn sample(shape: &Shape, live: &TableView, copies: &[&TableView], rng: &mut Rng) -> Sampled {
    let (assigned, copied) = assign_all(shape, live, copies, rng);
    let clock = copies.len() as u16;
    let table = build(shape, live, &assigned, clock, |_| 0);
    let copied = copies.iter().zip(copied).enumerate().map(|(i, (copy, assigned))| {
        // If the viewer could not follow a card from the copy to the live table, the card gets different time stamps in
        // the two tables.
        build(shape, copy, &assigned, clock, |card| if card.same_as.is_some() { 0 } else { 1 + i as u16 })
    });
    let holes = (0..live.vars.len()).filter(|&v| live.vars[v].0.is_none()).map(|v| VarId(v as u16)).collect();
    Sampled { table, copies: copied.collect(), entries: assigned.entries, holes }
}

/// Draws a random table that fits a view and reuses the buffers of `table`. Returns the entry of each card number.
///
/// # Panics
/// As [`sample`].
pub fn sample_into(shape: &Shape, live: &TableView, rng: &mut Rng, table: &mut Table) -> Vec<Entry> {
    let (assigned, _) = assign_all(shape, live, &[], rng);
    build_into(shape, live, &assigned, 0, |_| 0, table);
    assigned.entries
}

/// Assigns entries to the live table first, and then to the copies. If a card of a copy is tied to a live card, both
/// get the same entry. The tied cards can use up the entries that the blanks of a copy need. Then one of these entries
/// is reserved for the copy, and everything is assigned again.
fn assign_all(shape: &Shape, live: &TableView, copies: &[&TableView], rng: &mut Rng) -> (Assignment, Vec<Assignment>) {
    for attempt in 0..TRIES {
        let mut assigner = Assigner::live(shape, live, copies, attempt > 0, rng);
        if attempt < PROMISES && !assigner.promise(rng) {
            continue;
        }
        'again: while let Ok(assigned) = assigner.solve(rng) {
            if attempt < FAIR && !assigner.is_fair(&assigned, rng) {
                break;
            }
            let mut copied = Vec::new();
            for (i, copy) in copies.iter().enumerate() {
                let assigned_copy = Assigner::copy(shape, copy, &assigned);
                match assigned_copy.solve(rng) {
                    Ok(assigned) => copied.push(assigned),
                    Err(stuck) if assigner.reserve(i, &stuck, &assigned, rng) => continue 'again,
                    Err(_) => break 'again,
                }
            }
            return (assigned, copied);
        }
    }
    panic!("no table fits this view: its knowledge contradicts itself");
}

/// The entry of a token or a copy, its face and its owner.
type Spare = (Entry, Face, Option<Seat>);

/// An assignment of entries to the cards of a view.
struct Assignment {
    /// The entry of each card of the view.
    entries: Vec<Entry>,
    spares: Vec<Spare>,
}

/// Builds an assignment.
struct Assigner<'a> {
    shape: &'a Shape,
    view: &'a TableView,
    assigned: Vec<Option<Entry>>,
    spares: Vec<Spare>,
    /// Free entries with their faces.
    free: Vec<(Entry, Face)>,
    /// For each saved copy: the restrictions on the live cards that are tied to it.
    copies: Vec<TiedCopy<'a>>,
    /// For each card that was chosen to satisfy notes: its number, and the faces that satisfy all these notes.
    wanted: Vec<(usize, Few)>,
    /// The notes for which this attempt has chosen cards. Each note has two numbers: how many cards already had such a
    /// face, and how many cards were chosen.
    promised: Vec<SatisfiedNote<'a>>,
}

/// A note with a count. To satisfy the note, this attempt chose some of its cards and requires that they have one of
/// its faces.
struct SatisfiedNote<'a> {
    cards: &'a [u16],
    faces: &'a [u64],
    had: usize,
    chosen: usize,
}

/// A saved copy, and its restrictions on the live cards.
struct TiedCopy<'a> {
    view: &'a TableView,
    /// For each live card: its number in the copy, if the cards are tied.
    number: Vec<Option<u16>>,
    /// For each entry: whether it belongs to a card of the copy that is not tied to a live card.
    taken: Vec<bool>,
}

impl<'a> Assigner<'a> {
    fn live(
        shape: &'a Shape,
        view: &'a TableView,
        copies: &[&'a TableView],
        vary: bool,
        rng: &mut Rng,
    ) -> Assigner<'a> {
        let mut assigner = Assigner::new(shape, view);
        assigner.name_cards(view.loose.clone());
        for copy in copies {
            let tied = assigner.tied(copy, vary, rng);
            assigner.copies.push(tied);
        }
        assigner
    }

    /// Starts the assignment of a copy. Each card that is tied to a live card gets the entry of that card. All other
    /// cards are assigned again.
    fn copy(shape: &'a Shape, view: &'a TableView, live: &Assignment) -> Assigner<'a> {
        let mut assigner = Assigner::new(shape, view);
        let mut loose = view.loose.clone();
        for (i, card) in view.cards.iter().enumerate() {
            let Some(number) = card.same_as else { continue };
            let entry = live.entries[number as usize];
            assigner.assigned[i] = Some(entry);
            assigner.free.retain(|&(free, _)| free != entry);
            if let Some(&spare) = live.spares.iter().find(|spare| spare.0 == entry) {
                assigner.spares.push(spare);
                if card.face.is_none() {
                    take(&mut loose, (spare.1, spare.2));
                }
            }
        }
        assigner.name_cards(loose);
        assigner
    }

    fn new(shape: &'a Shape, view: &'a TableView) -> Assigner<'a> {
        let free = shape.cards.iter().enumerate().map(|(e, card)| (Entry(e as u16), card.face)).collect();
        let assigned = vec![None; view.cards.len()];
        let (spares, copies, wanted, promised) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Assigner { shape, view, assigned, spares, free, copies, wanted, promised }
    }

    /// Satisfies the notes with a count. Chooses the missing cards at random, starting with the note that has the
    /// fewest candidates. Returns whether there were enough candidates.
    fn promise(&mut self, rng: &mut Rng) -> bool {
        let (fw, view) = (self.shape.at.fw, self.view);
        let notes = view.hints.iter().filter(|(_, about)| about.len() > fw);
        let mut notes: Vec<(&'a [u16], &'a [u64], usize)> =
            notes.map(|(cards, about)| (cards.as_slice(), &about[..fw], about[fw] as usize)).collect();
        if notes.len() > 1 {
            notes.sort_by_cached_key(|&(cards, faces, least)| {
                let (missing, could) = self.choice(cards, faces, least);
                could.len().saturating_sub(missing)
            });
        }
        for (cards, faces, least) in notes {
            let (missing, mut could) = self.choice(cards, faces, least);
            if could.len() < missing {
                return false;
            }
            if missing > 0 {
                self.promised.push(SatisfiedNote { cards, faces, had: least - missing, chosen: missing });
            }
            rng.shuffle(&mut could);
            for number in could.into_iter().take(missing) {
                match self.wanted.iter_mut().find(|(other, _)| *other == number) {
                    Some((_, own)) => own.iter_mut().zip(faces).for_each(|(own, face)| *own &= face),
                    None => self.wanted.push((number, Few::from_slice(faces))),
                }
            }
        }
        true
    }

    /// Whether to keep this assignment (rejection sampling for notes with a count). Example: one of three cards in a
    /// hand must have a face. If all three have it, each of them could have been the chosen card. So a hand with three
    /// such cards is drawn three times as often as it should be, and this function keeps such a hand only one time in
    /// three.
    fn is_fair(&self, assigned: &Assignment, rng: &mut Rng) -> bool {
        self.promised.iter().all(|promised| {
            let such = |&&number: &&u16| {
                let entry = assigned.entries[number as usize];
                let spare = || assigned.spares.iter().find(|spare| spare.0 == entry).map(|spare| spare.1);
                let face = self.shape.cards.get(entry.index()).map(|card| card.face).or_else(spare);
                face.is_some_and(|face| bits::has(promised.faces, face.index()))
            };
            let more = promised.cards.iter().filter(such).count().saturating_sub(promised.had);
            let ways = ways(more, promised.chosen);
            ways <= 1 || rng.below(ways) == 0
        })
    }

    /// The number of these cards that still need one of these faces, and the cards that could have one.
    fn choice(&self, cards: &[u16], faces: &[u64], least: usize) -> (usize, Vec<usize>) {
        let has = |number: usize| match self.assigned[number] {
            Some(_) => self.view.cards[number].face.is_some_and(|face| bits::has(faces, face.index())),
            None => self.wanted(number).is_some_and(|own| own.iter().zip(faces).all(|(own, face)| own & !face == 0)),
        };
        let numbers = || cards.iter().map(|&number| number as usize);
        let missing = least.saturating_sub(numbers().filter(|&number| has(number)).count());
        if missing == 0 {
            return (0, Vec::new());
        }
        let such = |item: &&(Entry, Face)| bits::has(faces, item.1.index());
        let could = |number: usize| {
            let blank = self.assigned[number].is_none() && !has(number);
            blank && self.free.iter().filter(such).any(|&item| self.fits(number, item))
        };
        (missing, numbers().filter(|&number| could(number)).collect())
    }

    fn wanted(&self, number: usize) -> Option<&Few> {
        self.wanted.iter().find(|(other, _)| *other == number).map(|(_, faces)| faces)
    }

    /// Gives every named card an entry with its face. Adds the entries of loose tokens to the free entries.
    fn name_cards(&mut self, loose: Vec<(Face, Option<Seat>)>) {
        for (i, card) in self.view.cards.iter().enumerate() {
            let (None, Some(face)) = (self.assigned[i], card.face) else { continue };
            self.assigned[i] = Some(if card.token {
                self.spare(face, card.owner)
            } else {
                // A binary search finds the first entry with this face, because deck entries are in the order of their
                // faces.
                let start = self.free.partition_point(|&(_, other)| other < face);
                let alike = |&(entry, other): &(Entry, Face)| {
                    other == face && self.shape.cards[entry.index()].owner == card.owner
                };
                let first = self.free[start..].iter().position(alike).expect("a named card exists");
                self.free.remove(start + first).0
            });
        }
        for (face, owner) in loose {
            let entry = self.spare(face, owner);
            self.free.push((entry, face));
        }
    }

    fn spare(&mut self, face: Face, owner: Option<Seat>) -> Entry {
        let deck = self.shape.cards.len() as u16;
        let unused = |e: &u16| self.spares.iter().all(|spare| spare.0.0 != *e);
        let entry = Entry((deck..).find(unused).expect("a number that is not in use"));
        self.spares.push((entry, face, owner));
        entry
    }

    /// The restrictions of a copy on the live cards that are tied to its blanks. The entry of such a live card cannot
    /// belong to a card that the copy names in another place. The entry also cannot belong to a token that the copy
    /// does not have. Entries with the same face and owner are interchangeable. `vary` chooses among interchangeable
    /// entries at random, because several copies may need different ones.
    fn tied(&self, copy: &'a TableView, vary: bool, rng: &mut Rng) -> TiedCopy<'a> {
        let mut tied =
            TiedCopy { view: copy, number: vec![None; self.assigned.len()], taken: vec![false; self.shape.entries()] };
        let mut held = vec![false; self.shape.entries()];
        let mut loose = copy.loose.clone();
        for (i, card) in copy.cards.iter().enumerate() {
            let Some(live) = card.same_as else { continue };
            tied.number[live as usize] = Some(i as u16);
            let Some(entry) = self.assigned[live as usize] else { continue };
            held[entry.index()] = true;
            let spare = self.spares.iter().find(|spare| card.face.is_none() && spare.0 == entry);
            if let Some(&(_, face, owner)) = spare {
                take(&mut loose, (face, owner));
            }
        }
        let mut is_free = vec![false; self.shape.entries()];
        self.free.iter().for_each(|&(entry, _)| is_free[entry.index()] = true);
        for card in copy.cards.iter().filter(|card| card.same_as.is_none() && !card.token) {
            let Some(face) = card.face else { continue };
            let alike = self.shape.deck_range(face).filter(|&e| self.shape.cards[e].owner == card.owner);
            let mut alike: Vec<usize> = alike.filter(|&e| !held[e] && !tied.taken[e]).collect();
            if vary {
                rng.shuffle(&mut alike);
            }
            // Prefer an entry that cannot be assigned to any blank.
            alike.sort_by_key(|&e| is_free[e]);
            tied.taken[*alike.first().expect("a named card exists")] = true;
        }
        for &(entry, face, owner) in self.spares.iter().filter(|spare| is_free[spare.0.index()]) {
            tied.taken[entry.index()] = !take(&mut loose, (face, owner));
        }
        tied
    }

    fn fits(&self, number: usize, (entry, face): (Entry, Face)) -> bool {
        possible(self.shape, self.view, number, face)
            && (self.wanted.is_empty() || self.wanted(number).is_none_or(|faces| bits::has(faces, face.index())))
            && self.copies.iter().all(|copy| {
                let Some(tied) = copy.number[number] else { return true };
                let card = &copy.view.cards[tied as usize];
                match card.face {
                    Some(named) => named == face && (card.token, card.owner) == self.kind(entry),
                    None => !copy.taken[entry.index()] && possible(self.shape, copy.view, tied as usize, face),
                }
            })
    }

    /// Whether the entry is a token or a copy, and its owner.
    fn kind(&self, entry: Entry) -> (bool, Option<Seat>) {
        match self.shape.cards.get(entry.index()) {
            Some(card) => (false, card.owner),
            None => (true, self.spares.iter().find(|spare| spare.0 == entry).and_then(|spare| spare.2)),
        }
    }

    /// Reserves an entry for a blank of a copy that finds no entry. Live cards tied to that copy may not take the
    /// reserved entry. Returns whether there was such an entry.
    fn reserve(&mut self, copy: usize, stuck: &[usize], assigned: &Assignment, rng: &mut Rng) -> bool {
        let tied = &self.copies[copy];
        let wanted = |face: Face| stuck.iter().any(|&blank| possible(self.shape, tied.view, blank, face));
        let held = self.free.iter().filter(|&&(entry, face)| {
            let number = assigned.entries.iter().position(|&other| other == entry);
            let by_tied = number.and_then(|number| tied.number[number]);
            let by_tied = by_tied.is_some_and(|tied_card| tied.view.cards[tied_card as usize].face.is_none());
            by_tied && !self.shape.is_spare(entry) && wanted(face)
        });
        let held: Vec<Entry> = held.map(|&(entry, _)| entry).collect();
        if held.is_empty() {
            return false;
        }
        let chosen = held[rng.below(held.len() as u32) as usize];
        self.copies[copy].taken[chosen.index()] = true;
        true
    }

    /// The faces that a card can have: the faces of its pool, without the faces that notes rule out. If the card must
    /// satisfy a note, only faces that satisfy it.
    fn faces(&self, number: usize) -> Few {
        let (fw, pool) = (self.shape.at.fw, self.view.cards[number].pool as usize);
        let mut faces = Few::from_slice(&self.view.pools[pool * fw..(pool + 1) * fw]);
        for (cards, not) in self.view.hints.iter().filter(|(_, not)| not.len() == fw) {
            if cards.binary_search(&(number as u16)).is_ok() {
                faces.iter_mut().zip(not).for_each(|(face, not)| *face &= !not);
            }
        }
        if let Some(wanted) = self.wanted(number) {
            faces.iter_mut().zip(wanted).for_each(|(face, wanted)| *face &= wanted);
        }
        faces
    }

    /// Gives every blank a random entry that fits, starting with the blanks that have the fewest possible faces. If a
    /// blank finds no entry, another blank gives up its entry and takes a different one (an augmenting path). So the
    /// search finds an assignment if there is one. `Err` lists blanks that together have too few entries.
    fn solve(&self, rng: &mut Rng) -> Result<Assignment, Vec<usize>> {
        let blanks = (0..self.assigned.len()).filter(|&i| self.assigned[i].is_none());
        let mut blanks: Vec<(usize, Few)> = blanks.map(|i| (i, self.faces(i))).collect();
        assert_eq!(blanks.len(), self.free.len(), "as many blanks as cards that are not placed");
        let mut free = self.free.clone();
        rng.shuffle(&mut free);
        blanks.sort_by_key(|(_, faces)| bits::count(faces));
        let open = (0..free.len() as u16).rev().collect();
        let mut holders = Holders { of: vec![NONE; free.len()], open, skipped: false };
        let mut before: Option<&Few> = None;
        for (blank, faces) in &blanks {
            // Skipped entries stay at the front of the list of free entries. Shuffle them, because otherwise the next
            // blanks would get exactly these entries.
            if holders.skipped && before != Some(faces) {
                rng.shuffle(&mut holders.open);
                holders.skipped = false;
            }
            before = Some(faces);
            let blank = *blank;
            if self.settle(blank, &free, &mut holders) {
                continue;
            }
            let mut visited = vec![false; free.len()];
            if !self.augment(blank, &free, &mut holders, &mut visited) {
                let moved =
                    holders.of.iter().zip(visited).filter(|(_, visited)| *visited).map(|(&blank, _)| blank as usize);
                return Err(moved.chain([blank]).collect());
            }
        }
        // If notes rule out faces in several hands, the hand that was filled first had more entries to choose from.
        // Random swaps remove this bias.
        if self.view.hints.iter().filter(|(_, not)| not.len() == self.shape.at.fw).count() > 1 {
            self.mix(&free, &mut holders, rng);
        }
        let mut assigned = self.assigned.clone();
        for (free, &number) in free.iter().zip(&holders.of) {
            assigned[number as usize] = Some(free.0);
        }
        let entries = assigned.into_iter().map(|entry| entry.expect("every blank has found an entry"));
        Ok(Assignment { entries: entries.collect(), spares: self.spares.clone() })
    }

    /// Picks two blanks at random and swaps their entries, if each blank can have the entry of the other. Repeats the
    /// swap many times. With more repetitions, the possible assignments become more equally likely.
    fn mix(&self, free: &[(Entry, Face)], holders: &mut Holders, rng: &mut Rng) {
        let n = free.len() as u32;
        rng.draw(|draws| {
            for _ in 0..ROUNDS * free.len() {
                let (one, other) = (draws.below(n) as usize, draws.below(n) as usize);
                let (a, b) = (holders.of[one] as usize, holders.of[other] as usize);
                if self.fits(a, free[other]) && self.fits(b, free[one]) {
                    holders.of.swap(one, other);
                }
            }
        });
    }

    /// Gives a blank the first free entry that fits. Returns `false` if no free entry fits. Then another blank must
    /// give up its entry.
    fn settle(&self, blank: usize, free: &[(Entry, Face)], holders: &mut Holders) -> bool {
        let fits = |&item: &u16| self.fits(blank, free[item as usize]);
        let Some(at) = holders.open.iter().rposition(fits) else { return false };
        let item = holders.open.remove(at);
        holders.skipped |= at < holders.open.len();
        holders.of[item as usize] = blank as u16;
        true
    }

    fn augment(&self, blank: usize, free: &[(Entry, Face)], holders: &mut Holders, visited: &mut [bool]) -> bool {
        if self.settle(blank, free, holders) {
            return true;
        }
        for (item, &entry) in free.iter().enumerate() {
            if visited[item] || !self.fits(blank, entry) {
                continue;
            }
            visited[item] = true;
            let other = holders.of[item] as usize;
            if self.augment(other, free, holders, visited) {
                holders.of[item] = blank as u16;
                return true;
            }
        }
        false
    }
}

/// The blank that holds each entry, by index in the list of free entries.
struct Holders {
    of: Vec<u16>,
    /// The entries that no blank holds, in reverse order.
    open: Vec<u16>,
    /// Whether a blank skipped the next entry of `open`. If so, the order of the remaining entries is no longer random.
    skipped: bool,
}

/// Whether this blank of a view can have this face.
fn possible(shape: &Shape, view: &TableView, number: usize, face: Face) -> bool {
    let card = &view.cards[number];
    let pool = &view.pools[card.pool as usize * shape.at.fw..];
    let ruled_out = |(cards, not): &(Vec<u16>, Vec<u64>)| {
        // A hint with one more word has a count, so it does not rule out faces.
        let rules_out = not.len() == shape.at.fw && bits::has(not, face.index());
        rules_out && cards.binary_search(&(number as u16)).is_ok()
    };
    bits::has(pool, face.index()) && shape.back_of(face) == card.back as usize && !view.hints.iter().any(ruled_out)
}

/// The binomial coefficient: the number of ways to choose `chosen` of `of` elements, limited to about a million.
fn ways(of: usize, chosen: usize) -> u32 {
    let ways = (0..chosen.min(of)).fold(1u64, |ways, n| (ways * (of - n) as u64 / (n as u64 + 1)).min(1 << 20));
    ways as u32
}

/// Removes an element from a list. Returns whether the list contained it.
fn take<T: PartialEq>(list: &mut Vec<T>, wanted: T) -> bool {
    let at = list.iter().position(|item| *item == wanted);
    at.map(|at| list.swap_remove(at)).is_some()
}

/// Builds the table of a view with this assignment.
fn build(
    shape: &Shape,
    view: &TableView,
    assigned: &Assignment,
    clock: u16,
    mixed: impl Fn(&CardView) -> u16,
) -> Table {
    let mut table = Table { words: Vec::new(), cells: Vec::new(), hints: Hints::default(), bare: false };
    build_into(shape, view, assigned, clock, mixed, &mut table);
    table
}

fn build_into(
    shape: &Shape,
    view: &TableView,
    assigned: &Assignment,
    clock: u16,
    mixed: impl Fn(&CardView) -> u16,
    table: &mut Table,
) {
    table.words.clear();
    table.words.resize(shape.at.words, 0);
    table.cells.clear();
    table.cells.resize(shape.at.cells, NONE);
    table.hints.clear();
    table.bare = false;
    let pools = shape.at.pools;
    table.words[pools..pools + view.pools.len()].copy_from_slice(&view.pools);
    for per_entry in [shape.at.pool, shape.at.age, shape.at.mixed] {
        table.cells[per_entry..per_entry + shape.entries()].fill(0);
    }
    table.cells[shape.at.clock] = clock;
    for &(entry, face, owner) in &assigned.spares {
        table.fill_spare(shape, entry, face, owner);
    }
    for (card, &entry) in view.cards.iter().zip(&assigned.entries) {
        table.link(shape, entry, card.zone, None);
        bits::put(table.up_mut(shape), entry.index(), card.up);
        table.set_mask(shape, shape.at.known, entry, card.known);
        table.set_mask(shape, shape.at.shown, entry, card.shown);
        table.cells[shape.at.pool + entry.index()] = card.pool;
        table.cells[shape.at.mixed + entry.index()] = mixed(card);
    }
    for (v, &(value, audience)) in view.vars.iter().enumerate() {
        table.words[shape.at.vars + v] = pack(value.unwrap_or(0), audience);
    }
    for (cards, not) in &view.hints {
        let mut set = Few::from_elem(0, shape.at.w);
        cards.iter().for_each(|&number| bits::put(&mut set, assigned.entries[number as usize].index(), true));
        table.hints.push(shape, &Hint { entries: set, not: Few::from_slice(not) });
    }
}
