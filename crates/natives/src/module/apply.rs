//! Applies engine events to a match in order, and reports a fact for each.

use super::board::Board;
use super::event::{EngineEvent, EventOf, PastEvent, Recent, Visibility};
use super::native::{MOST_NOTES, ModuleState};
use super::{Card, CardId, Fact, Pile, Row, RuleModule};
use rulebook_kernel::{Outcome, Seat, SeatSet, Sink, Via, Viewer};
use rulebook_table::{Entry, Face, Facing, Shape};
use smallvec::SmallVec;

type FactOf<M> = Fact<<M as RuleModule>::Public, <M as RuleModule>::Private, <M as RuleModule>::Note>;

impl<M: RuleModule> ModuleState<M> {
    #[inline]
    pub(crate) fn apply<S: Sink<FactOf<M>>>(
        &mut self,
        board: &Board,
        seat: Option<Seat>,
        event: &mut EventOf<M>,
        (ids, points): (&[CardId], &[i32]),
        out: &mut S,
    ) {
        let row = |row: &Row| &ids[row.start as usize..row.end as usize];
        match event {
            EngineEvent::MoveCards { to, cards } => self.move_cards(board, seat, row(cards), *to, out),
            EngineEvent::Shuffle { pile, order } => self.shuffle(board, seat, row(order), *pile, out),
            &mut EngineEvent::SetCurrentPlayer(current) => {
                if self.core.current != current {
                    self.core.current = current;
                    if let Some(current) = current {
                        self.remember(seat, PastEvent::Turn(current));
                    }
                    out.tell(|| Fact::Turn(current));
                }
            }
            EngineEvent::SetWinner(_) => {
                // Take the outcome out of the event instead of copying it, because it is large. The placeholder event
                // is never read.
                let EngineEvent::SetWinner(outcome) = std::mem::replace(event, EngineEvent::NextRound) else { return };
                self.end(outcome, out);
            }
            EngineEvent::FatalError(reason) => {
                self.end(Box::new(Outcome::fault(self.core.seats as usize, *reason)), out);
            }
            EngineEvent::SetRules(rules) => {
                if S::ON && self.public != *rules {
                    out.tell(|| Fact::Rules(rules.clone()));
                }
                self.public.clone_from(rules);
            }
            EngineEvent::SetPrivate(seat, value) => {
                out.tell(|| Fact::Private { seat: *seat, value: value.clone() });
                self.private[seat.index()].clone_from(value);
            }
            EngineEvent::SetScores(scores) => {
                let scores = &points[scores.start as usize..scores.end as usize];
                let held = &mut self.core.scores[..scores.len()];
                if held != scores {
                    held.copy_from_slice(scores);
                    out.tell(|| Fact::Scores(self.core.scores[..self.core.seats as usize].to_vec()));
                }
            }
            &mut EngineEvent::SetActions(actions) => {
                if self.core.actions != actions {
                    self.core.actions = actions;
                    out.tell(|| Fact::Actions(actions));
                }
            }
            &mut EngineEvent::SetPileVisibility(pile, visibility) => {
                self.set_visibility(board, pile, visibility, out);
            }
            EngineEvent::SetCardVisuals(visuals) => self.set_visuals(board, visuals, out),
            EngineEvent::Announce(note) => {
                if self.notes.len() == MOST_NOTES {
                    self.notes.remove(0);
                }
                out.tell(|| Fact::Note(note.clone()));
                self.notes.push(note.clone());
                self.core.fresh = (self.core.fresh + 1).min(MOST_NOTES as u8);
            }
            EngineEvent::Reveal { cards, to } => {
                let mut out = Via::<S, FactOf<M>>::new(out);
                let mut atoms = self.table.atoms(&board.shape, &mut out);
                row(cards).iter().for_each(|id| atoms.reveal(id.entry(), *to));
            }
            EngineEvent::RuleOut(pile, cards) => {
                let mut out = Via::<S, FactOf<M>>::new(out);
                let faces = cards.iter().map(|card| Face(card.index() as u16));
                self.table.atoms(&board.shape, &mut out).hint(pile.zone(), faces);
            }
            EngineEvent::NextRound => {
                self.core.dealt = false;
                out.tell(|| Fact::HandOver);
            }
        }
    }

    /// Records an event for the recap. A state without lore has no recap.
    pub(crate) fn remember(&mut self, seat: Option<Seat>, what: PastEvent) {
        if self.table.has_lore() {
            self.core.remember(Recent { index: self.core.moves, seat, what });
        }
    }

    /// Drops everything that only views need: the lore of the table, the recent events and the rotations.
    pub(crate) fn drop_lore(&mut self, shape: &Shape) {
        self.table.drop_lore(shape);
        self.core.forget_recent();
        self.visuals.clear();
    }

    fn end<S: Sink<FactOf<M>>>(&mut self, outcome: Box<Outcome>, out: &mut S) {
        out.tell(|| Fact::Over(outcome.clone()));
        self.winner = Some(outcome);
        self.core.current = None;
    }

    #[inline]
    fn move_cards<S: Sink<FactOf<M>>>(
        &mut self,
        board: &Board,
        seat: Option<Seat>,
        cards: &[CardId],
        to: Pile,
        out: &mut S,
    ) {
        let Some(&first) = cards.first() else { return };
        let (shape, zone) = (&board.shape, to.zone());
        let from: Pile = self.table.zone(first.entry()).expect("every card lies in a pile").into();
        let facing = self.facing(board, to);
        {
            let mut out = Via::<S, FactOf<M>>::new(out);
            let mut atoms = self.table.atoms(shape, &mut out);
            if cards.len() == 1 {
                atoms.move_as(first.entry(), zone, None, facing);
            } else {
                atoms.move_each(cards.iter().map(|id| (id.entry(), zone)), facing);
            }
        }
        if !self.seen.is_empty() {
            self.show_pile(board, to, out);
        }
        if !self.visuals.is_empty() {
            self.visuals.retain(|(card, _)| !cards.contains(&CardId(*card)));
        }
        if !self.table.has_lore() {
            return;
        }
        let open = shape.zone(zone).sees_all.admits(Viewer::Spectator) && shape.zone(zone).default_face_up;
        let public = || open && facing == Facing::Default || self.table.is_public(shape, first.entry());
        let card =
            (cards.len() == 1 && public()).then(|| Card::from_index(board.cards[first.entry().index()] as usize));
        let what = PastEvent::Moved { from, to, count: cards.len().min(255) as u8, card };
        self.remember(seat, what);
    }

    fn shuffle<S: Sink<FactOf<M>>>(
        &mut self,
        board: &Board,
        seat: Option<Seat>,
        order: &[CardId],
        pile: Pile,
        out: &mut S,
    ) {
        self.visuals.retain(|(card, _)| !order.contains(&CardId(*card)));
        let order: SmallVec<[Entry; 128]> = order.iter().map(|id| id.entry()).collect();
        let mut told = Via::<S, FactOf<M>>::new(out);
        self.table.atoms(&board.shape, &mut told).shuffle_into(pile.zone(), &order);
        self.show_pile(board, pile, out);
        self.remember(seat, PastEvent::Shuffled(pile));
    }

    fn set_visibility<S: Sink<FactOf<M>>>(&mut self, board: &Board, pile: Pile, visibility: Visibility, out: &mut S) {
        out.tell(|| Fact::Seen { pile: pile.0, visibility });
        note_visibility(&mut self.seen, pile.0, visibility);
        self.show_pile(board, pile, out);
    }

    /// Whether cards that move onto a pile end face up or face down.
    fn facing(&self, board: &Board, to: Pile) -> Facing {
        match self.seen.iter().find(|(pile, _)| *pile == to.0) {
            Some(&(_, visibility)) if Look::new(board, to, visibility).down => Facing::Down,
            _ => Facing::Default,
        }
    }

    /// Shows or hides the cards of a pile whose visibility the rules have set. Does nothing if the rules have not
    /// changed the visibility of this pile.
    fn show_pile<S: Sink<FactOf<M>>>(&mut self, board: &Board, pile: Pile, out: &mut S) {
        let Some(&(_, visibility)) = self.seen.iter().find(|(seen, _)| *seen == pile.0) else { return };
        let (shape, look) = (&board.shape, Look::new(board, pile, visibility));
        let up = !look.down && shape.zone(pile.zone()).default_face_up;
        // Use the order of the pile, so that the order of the facts does not reveal which card is which.
        let cards: SmallVec<[Entry; 64]> = self.table.order(shape, pile.zone()).collect();
        let mut out = Via::<S, FactOf<M>>::new(out);
        let mut atoms = self.table.atoms(shape, &mut out);
        for card in cards {
            if atoms.table().is_up(shape, card) != up {
                atoms.turn(card, up);
            }
            let shown = atoms.table().shown(shape, card);
            if !shown.minus(look.shown).is_empty() {
                atoms.cover(card, shape.everyone().minus(look.shown));
            }
            if !look.shown.minus(atoms.table().shown(shape, card)).is_empty() {
                atoms.show(card, look.shown);
            }
        }
    }

    fn set_visuals<S: Sink<FactOf<M>>>(&mut self, board: &Board, visuals: &[(CardId, i16)], out: &mut S) {
        if !self.table.has_lore() {
            return;
        }
        let public = |id: &CardId| self.table.is_public(&board.shape, id.entry());
        let mut visuals: Vec<(u16, i16)> =
            visuals.iter().filter(|(id, degrees)| *degrees != 0 && public(id)).map(|(id, d)| (id.0, *d)).collect();
        visuals.sort_unstable();
        visuals.dedup_by_key(|(card, _)| *card);
        self.visuals = visuals;
        let (visuals, table) = (&self.visuals, &self.table);
        out.tell(|| {
            let rotated = visuals.iter().map(|&(card, degrees)| {
                let face = Card::from_index(board.cards[card as usize] as usize);
                let pile = table.zone(CardId(card).entry()).expect("every card lies in a pile");
                (Some(card), face, pile.0 as u8, degrees)
            });
            Fact::Rotated(rotated.collect())
        });
    }
}

/// Stores the visibility of a pile in the list. The list stays sorted by pile.
pub(crate) fn note_visibility(seen: &mut Vec<(u8, Visibility)>, pile: u8, visibility: Visibility) {
    match seen.binary_search_by_key(&pile, |(pile, _)| *pile) {
        Ok(at) => seen[at].1 = visibility,
        Err(at) => seen.insert(at, (pile, visibility)),
    }
}

/// The facing of the cards in a pile whose visibility the rules have changed, and the viewers who may see them.
///
/// A zone of the table cannot change its audience. If fewer viewers may see the pile than its zone allows, its cards
/// lie face down. Each card is then shown to the seats that may look at it.
pub(crate) struct Look {
    pub(crate) down: bool,
    pub(crate) shown: SeatSet,
}

impl Look {
    pub(crate) fn new(board: &Board, pile: Pile, visibility: Visibility) -> Look {
        let zone = board.shape.zone(pile.zone());
        let shown = match visibility {
            Visibility::Public => board.shape.everyone(),
            Visibility::Owner => zone.owners,
            Visibility::Hidden => SeatSet::NONE,
        };
        Look { down: !zone.sees_all.or(zone.sees_top).minus(shown).is_empty(), shown }
    }
}
