//! Handles moves of several cards that a game takes one card at a time (card engine 1.1): `8C 8D 8H hand->meld-8`. Such
//! a move is legal if the cards can be moved one after the other, in any order. The engine plays all of these moves or
//! none.

use super::{Card, Cards, Intent, ModuleState, Native, Pile, RuleModule};
use rulebook_kernel::{Hidden, Illegal, Notation, Rng, Rules, Seat, Viewer};
use std::collections::HashSet;

/// The maximum number of different sets of remaining cards that the search for an order tries. A group that needs more
/// is refused.
const MOST_TRIED: usize = 1024;

impl<M: RuleModule> Native<M> {
    /// The moves that a text means: one move, or the moves of the single cards of a group.
    pub(crate) fn moves_of(&self, state: &ModuleState<M>, seat: Seat, text: &str) -> Result<Vec<Intent>, Illegal> {
        let parsed = self.parse(state, seat, text);
        let why = match &parsed {
            Ok(intent) => match self.admits(state, seat, intent) {
                Ok(()) => return Ok(vec![*intent]),
                Err(why) => why,
            },
            Err(why) => why.clone(),
        };
        let group = match parsed {
            Ok(Intent::Move { from, to, cards }) => self.group(state, seat, from, to, cards),
            _ => None,
        };
        let joint = || self.joint(state, seat, text).map(|row| row.map_err(Some));
        match group.or_else(|| self.group_without_piles(state, seat, text)).or_else(joint) {
            Some(Ok(row)) => Ok(row),
            Some(Err(better)) => Err(better.unwrap_or(why)),
            None => Err(why),
        }
    }

    /// The moves for the single cards of a group. The inner error says why the cards cannot be moved one after the
    /// other. `None` if this is not a group of cards that the game takes one at a time.
    ///
    /// The moves are tried on a sampled state, so the result depends only on what the seat knows.
    fn group(
        &self,
        state: &ModuleState<M>,
        seat: Seat,
        from: Pile,
        to: Pile,
        cards: Cards,
    ) -> Option<Result<Vec<Intent>, Option<Illegal>>> {
        if cards.len() < 2 || !self.is_due(state, seat) {
            return None;
        }
        let seen = self.seat_state(state, seat);
        if from == to || !seen.exists(from) || !seen.exists(to) || !seen.holds(from, &cards) {
            return None;
        }
        self.module.next_of_group(&seen, from, to)?;
        let sample = self.sample(&self.view(state, Viewer::Seat(seat)), &mut Rng::seeded("group"));
        let mut search = Search { rules: self, seat, from, to, tried: HashSet::new(), row: Vec::new(), why: None };
        Some(if search.completes(&sample, cards) { Ok(search.row) } else { Err(search.why.map(|(_, why)| why)) })
    }

    /// Like [`Native::group`], for a text without piles. The cards must have exactly one way between two piles.
    fn group_without_piles(
        &self,
        state: &ModuleState<M>,
        seat: Seat,
        text: &str,
    ) -> Option<Result<Vec<Intent>, Option<Illegal>>> {
        let cards = self.cards_of(text).ok().filter(|cards| cards.len() > 1)?;
        let mut moves = Vec::new();
        self.moves(state, seat, &mut moves);
        let mut ways: Vec<(Pile, Pile)> = Vec::new();
        for intent in &moves {
            if let Intent::Move { from, to, .. } = intent
                && !ways.contains(&(*from, *to))
            {
                ways.push((*from, *to));
            }
        }
        let rows = ways.into_iter().filter_map(|(from, to)| self.group(state, seat, from, to, cards)?.ok());
        let mut rows: Vec<Vec<Intent>> = rows.collect();
        match rows.len() {
            0 => None,
            1 => rows.pop().map(Ok),
            _ => Some(Err(Some(Illegal::new("say where the cards go, as in `8C 8D hand->meld-8`")))),
        }
    }

    pub(super) fn is_due(&self, state: &ModuleState<M>, seat: Seat) -> bool {
        state.winner.is_none() && state.core.current == Some(seat) && state.core.dealt
    }
}

/// A search for an order in which the cards of a group can be moved.
struct Search<'a, M: RuleModule> {
    rules: &'a Native<M>,
    seat: Seat,
    from: Pile,
    to: Pile,
    /// The sets of remaining cards that were tried. The order in which the other cards were moved does not matter.
    tried: HashSet<Cards>,
    row: Vec<Intent>,
    /// The reason why the longest row could not be extended, and the length of that row.
    why: Option<(usize, Illegal)>,
}

impl<M: RuleModule> Search<'_, M> {
    /// Extends the row until no card is left. Returns `false` if that is impossible; the row is then unchanged.
    fn completes(&mut self, state: &ModuleState<M>, left: Cards) -> bool {
        if left.is_empty() {
            return true;
        }
        if self.tried.len() >= MOST_TRIED || !self.tried.insert(left) {
            return false;
        }
        let next = self.rules.is_due(state, self.seat).then(|| {
            let seen = self.rules.seat_state(state, self.seat);
            self.rules.module.next_of_group(&seen, self.from, self.to)
        });
        // The turn may be over before all cards are moved.
        let Some(next) = next.flatten() else { return false };
        // For the first card, the player has named the target pile.
        let to = if self.row.is_empty() { self.to } else { next };
        let mut before: Option<Card> = None;
        for card in left.iter() {
            if before.replace(card) == Some(card) {
                continue;
            }
            let intent = Intent::card(self.from, to, card);
            if let Err(why) = self.rules.admits(state, self.seat, &intent) {
                self.refused(why);
                continue;
            }
            let mut after = state.clone();
            self.rules.play(&mut after, self.seat, &intent, &mut ());
            self.row.push(intent);
            if self.completes(&after, left.without(card)) {
                return true;
            }
            self.row.pop();
        }
        false
    }

    fn refused(&mut self, why: Illegal) {
        let length = self.row.len();
        if self.why.as_ref().is_none_or(|(longest, _)| length > *longest) {
            self.why = Some((length, why));
        }
    }
}
