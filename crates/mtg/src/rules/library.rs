//! Hands and libraries: discard, mill, search, dig and scry (CR 701). Players choose cards there by face, because
//! copies of a card are interchangeable.

use super::compiled_cards::Op;
use super::eval::EvalContext;
use super::resolve::Progress;
use super::state::{DuelState, Id, Ids, Pick, Question, Resolving, Zone};
use super::triggers::GameEvent;
use super::zones::{Destination, Enter};
use super::{Duel, Engine, Fact};
use crate::ir::{Act, Dig, DigTo, DigUntil, Obj, Search, ShuffleWhen, Where, Who};
use rulebook_kernel::{Seat, SeatSet, Via};
use rulebook_table::Entry;

impl Engine<'_> {
    pub(crate) fn mill(&mut self, seat: Seat, n: i32) -> Ids {
        let mut ids = Ids::new();
        for entry in self.r.top_of(self.s, seat, n.max(0) as usize) {
            ids.push(self.lift_to_grave(entry, Zone::Library));
        }
        ids
    }

    pub(crate) fn show_hand(&mut self, f: &Resolving, who: &Who, everyone: bool) {
        let shape = self.r.shape(self.s);
        let to = if everyone { shape.everyone() } else { SeatSet::one(f.item.controller) };
        for seat in self.r.players(self.s, &f.cx(), who) {
            let hand: Vec<Entry> = self.s.table.entries(shape, self.r.board(self.s).hand[seat.index()]).collect();
            for entry in hand {
                self.reveal(entry, to);
            }
        }
    }

    /// Finds the option that the last pick of the player means. `None` if the last pick is not a card.
    fn picked_card(&self, f: &Resolving, options: &[Entry]) -> Option<Entry> {
        let Some(Pick::Face(face)) = f.picks.last() else { return None };
        let shape = self.r.shape(self.s);
        options.iter().copied().find(|entry| self.s.table.face(shape, *entry) == *face)
    }

    /// Lets the player choose cards from the revealed hand, one after the other.
    pub(crate) fn choose_shown(&mut self, f: &mut Resolving, act: &Act, what: &Obj) -> Progress {
        let Obj::Choose { count, .. } = what else { return Progress::Done };
        if f.stage == 0 {
            f.chosen.clear();
            f.stage = 1;
        }
        let done = f.picks.contains(&Pick::Done);
        if let Some(Pick::Face(face)) = f.picks.last() {
            f.chosen.push(*face);
            f.picks.clear();
        }
        let (least, most) = self.r.range(self.s, &f.cx(), count);
        if done || f.chosen.len() >= most || self.r.card_choosable(self.s, f, act).is_empty() {
            return Progress::Done;
        }
        self.ask(f.item.controller, Question::Card { done: f.chosen.len() >= least });
        Progress::Asked
    }

    /// Moves each card that was chosen from a hand, by calling `go`.
    pub(crate) fn chosen_go(&mut self, f: &mut Resolving, go: impl Fn(&mut Self, Seat, Entry) -> Id) {
        let (r, chosen) = (self.r, std::mem::take(&mut f.chosen));
        let Some(seat) = r.shown_hand(self.s, f) else { return };
        f.last = Ids::new();
        for face in chosen {
            let (shape, hand) = (r.shape(self.s), r.board(self.s).hand[seat.index()]);
            let entry = self.s.table.entries(shape, hand).find(|entry| self.s.table.face(shape, *entry) == face);
            if let Some(entry) = entry {
                let id = go(self, seat, entry);
                f.last.push(id);
                f.done += 1;
                f.did = true;
            }
        }
    }

    pub(crate) fn discards(&mut self, f: &mut Resolving, act: &Act) -> Progress {
        let r = self.r;
        let Act::Discard { what, random, .. } = act else { return Progress::Done };
        if f.subject == 0 && f.stage == 0 && f.picks.is_empty() {
            f.did = false;
        }
        if let Obj::Back { .. } = what {
            self.chosen_go(f, |g, seat, entry| g.discard(seat, entry));
            return Progress::Done;
        }
        let seats = r.subjects(self.s, f, act);
        // If several players choose, their choices are hidden until all have chosen. Then all cards move at the same
        // time (CR 101.4).
        let sealed = seats.len() > 1 && !*random && matches!(what, Obj::Choose { .. });
        while let Some(&seat) = seats.get(usize::from(f.subject)) {
            let options = r.card_choosable(self.s, f, act);
            let (least, most) = match what {
                Obj::Choose { count, .. } => r.range(self.s, &EvalContext { subject: Some(seat), ..f.cx() }, count),
                _ => (usize::MAX, usize::MAX),
            };
            let stop = f.picks.contains(&Pick::Done);
            if let Some(entry) = self.picked_card(f, &options) {
                f.picks.clear();
                self.let_go(f, seat, entry, sealed);
                continue;
            }
            let have = usize::from(f.stage);
            if stop || have >= most || options.is_empty() {
                f.picks.clear();
                f.stage = 0;
                f.subject += 1;
                continue;
            }
            if f.stage == 0 {
                f.last = Ids::new();
            }
            let all = options.len() <= least.saturating_sub(have);
            let chosen = if all {
                Some(options[0])
            } else if *random {
                Some(options[self.s.rng.below(options.len() as u32) as usize])
            } else {
                None
            };
            if let Some(entry) = chosen {
                self.let_go(f, seat, entry, sealed);
                continue;
            }
            self.ask(seat, Question::Card { done: have >= least });
            return Progress::Asked;
        }
        if sealed {
            self.discard_together(f);
        }
        Progress::Done
    }

    /// Discards a card, or sets it aside until all players have chosen.
    fn let_go(&mut self, f: &mut Resolving, seat: Seat, entry: Entry, sealed: bool) {
        if sealed {
            f.chosen.push(self.s.table.face(self.r.shape(self.s), entry));
        } else {
            let id = self.discard(seat, entry);
            f.last.push(id);
        }
        f.did = true;
        f.done += 1;
        f.stage += 1;
    }

    /// Discards the cards that several players have chosen, all at the same time.
    fn discard_together(&mut self, f: &mut Resolving) {
        let (r, chosen) = (self.r, std::mem::take(&mut f.chosen));
        f.last = Ids::new();
        for face in chosen {
            let (seat, _) = r.face(self.s, face);
            let (shape, hand) = (r.shape(self.s), r.board(self.s).hand[seat.index()]);
            let entry = self.s.table.entries(shape, hand).find(|entry| self.s.table.face(shape, *entry) == face);
            if let Some(entry) = entry {
                let id = self.discard(seat, entry);
                f.last.push(id);
            }
        }
    }

    /// Moves cards from the hand to the place that the text names.
    pub(crate) fn hand_cards_go(&mut self, f: &mut Resolving, act: &Act, what: &Obj, to: &Where) -> Progress {
        let r = self.r;
        let seat = f.acting.unwrap_or(f.item.controller);
        let Obj::Choose { count, .. } = what else { return Progress::Done };
        if f.stage == 0 && f.picks.is_empty() {
            f.did = false;
        }
        let (least, most) = r.range(self.s, &f.cx(), count);
        loop {
            let options = r.card_choosable(self.s, f, act);
            if let Some(entry) = self.picked_card(f, &options) {
                f.picks.clear();
                f.stage += 1;
                f.done += 1;
                f.did = true;
                self.move_card(f, seat, entry, to);
                continue;
            }
            let have = usize::from(f.stage);
            if f.picks.contains(&Pick::Done) || have >= most || options.is_empty() {
                return Progress::Done;
            }
            self.ask(seat, Question::Card { done: have >= least });
            return Progress::Asked;
        }
    }

    fn move_card(&mut self, f: &mut Resolving, seat: Seat, entry: Entry, to: &Where) {
        self.take_up(seat, entry);
        let board = self.r.board(self.s);
        match to {
            Where::Battlefield { entering, .. } => {
                let from_hand = self.s.table.zone(entry) == Some(board.hand[seat.index()]);
                let id = self.lift(entry, Zone::Exile);
                // The card enters with its back face up, if it has one (CR 712.14a).
                let back = self.s.live(id).and_then(|o| self.r.cards.defs[o.def as usize].back);
                let copy = back.filter(|_| entering.transformed);
                let how = Enter { tapped: entering.tapped, copy, ..Enter::under(seat) };
                let stays = entering.transformed && back.is_none();
                let new = if stays { Id::NONE } else { self.enter(id, how) };
                if new.is_none() {
                    self.take_back(id, if from_hand { Destination::Hand } else { Destination::Top });
                }
                f.last = if new.is_none() { Ids::new() } else { Ids::from_slice(&[new]) };
            }
            Where::Hand(_) => self.atom(entry, board.hand[seat.index()], None),
            Where::LibraryTop(_) => self.atom(entry, board.library[seat.index()], None),
            Where::LibraryBottom(..) => self.atom(entry, board.library[seat.index()], Some(0)),
            Where::Graveyard(_) => {
                let id = self.lift(entry, Zone::Graveyard);
                f.last = Ids::from_slice(&[id]);
            }
            Where::Exile => {
                let id = self.lift(entry, Zone::Exile);
                f.last = Ids::from_slice(&[id]);
            }
            Where::TopOrBottom(_) | Where::LibraryFromTop(..) => {
                self.atom(entry, board.library[seat.index()], None);
            }
        }
    }

    pub(crate) fn search(&mut self, f: &mut Resolving, act: &Act, search: &Search) -> Progress {
        let r = self.r;
        let seats = r.subjects(self.s, f, act);
        let Some(&seat) = seats.get(usize::from(f.subject)) else { return Progress::Done };
        let shape = r.shape(self.s);
        if f.stage == 0 && f.picks.is_empty() {
            // Reveal the cards by their position, which is public. The order of the entries would tell other players
            // where each card was in the library.
            let library: Vec<Entry> = self.s.table.order(shape, r.board(self.s).library[seat.index()]).collect();
            for entry in library {
                self.reveal(entry, SeatSet::one(seat));
            }
        }
        let (_, most) = r.range(self.s, &f.cx(), &search.count);
        let options = r.card_choosable(self.s, f, act);
        if let Some(entry) = self.picked_card(f, &options) {
            f.picks.clear();
            f.stage += 1;
            if search.reveal {
                self.reveal(entry, shape.everyone());
            }
            // Shuffle the library while the found card is still in it. The card is moved to the top afterwards.
            if search.shuffle == ShuffleWhen::Before {
                self.shuffle(seat);
            }
            self.move_card(f, seat, entry, &search.to);
            if search.shuffle == ShuffleWhen::Before {
                return self.next_search(f, act, search);
            }
            return self.search(f, act, search);
        }
        let have = usize::from(f.stage);
        if !f.picks.contains(&Pick::Done) && have < most && !options.is_empty() {
            // The player may decide not to find a card (CR 701.23b).
            self.ask(seat, Question::Card { done: true });
            return Progress::Asked;
        }
        self.shuffle(seat);
        self.next_search(f, act, search)
    }

    /// Continues with the next player who searches.
    fn next_search(&mut self, f: &mut Resolving, act: &Act, search: &Search) -> Progress {
        f.subject += 1;
        f.stage = 0;
        f.picks.clear();
        self.search(f, act, search)
    }

    pub(crate) fn dig(&mut self, f: &mut Resolving, act: &Act, dig: &Dig) -> Progress {
        let r = self.r;
        let seat = f.item.controller;
        let n = r.amount(self.s, &f.cx(), &dig.count).max(0) as usize;
        let shape = r.shape(self.s);
        if f.stage == 0 && f.picks.is_empty() {
            let to = if dig.reveal { shape.everyone() } else { SeatSet::one(seat) };
            for entry in r.top_of(self.s, seat, n) {
                self.reveal(entry, to);
            }
        }
        if let Some(rest) = dig.rest.filter(|_| f.order > 0) {
            return self.put_in_order(f, act, seat, rest);
        }
        let (least, most) = r.range(self.s, &f.cx(), &dig.take);
        let least = if dig.may || dig.filter.is_some() { 0 } else { least };
        let options = r.card_choosable(self.s, f, act);
        if let Some(entry) = self.picked_card(f, &options) {
            f.picks.clear();
            f.stage += 1;
            if dig.show {
                self.reveal(entry, shape.everyone());
            }
            self.dig_to(seat, entry, dig.to);
            return self.dig(f, act, dig);
        }
        let have = usize::from(f.stage);
        if !f.picks.contains(&Pick::Done) && have < most && !options.is_empty() {
            self.ask(seat, Question::Card { done: have >= least });
            return Progress::Asked;
        }
        if let Some(rest) = dig.rest {
            let mut rest_cards = r.top_of(self.s, seat, n.saturating_sub(have));
            let same = |entry: &Entry| self.s.table.face(shape, *entry) == self.s.table.face(shape, rest_cards[0]);
            if rest.in_any_order() && !rest_cards.iter().all(same) {
                f.picks.clear();
                f.order = 1;
                self.ask(seat, Question::Card { done: true });
                return Progress::Asked;
            }
            if rest == DigTo::BottomRandom {
                self.s.rng.shuffle(&mut rest_cards);
            }
            for entry in rest_cards {
                self.dig_to(seat, entry, rest);
            }
        }
        Progress::Done
    }

    /// Reveals cards from the top until a card matches. That card goes to one zone, and the other revealed cards go to
    /// another.
    pub(crate) fn dig_until(&mut self, f: &Resolving, dig: &DigUntil) {
        let (r, seat) = (self.r, f.item.controller);
        let all = r.library_size(self.s, seat);
        let (mut found, mut others) = (None, Vec::new());
        for entry in r.top_of(self.s, seat, all) {
            self.reveal(entry, r.shape(self.s).everyone());
            if r.fits(self.s, &f.cx(), &dig.filter, &r.card_thing(self.s, entry, Zone::Library)) {
                found = Some(entry);
                break;
            }
            others.push(entry);
        }
        if dig.rest == DigTo::BottomRandom {
            self.s.rng.shuffle(&mut others);
        }
        for entry in found.map(|entry| (entry, dig.to)).into_iter().chain(others.into_iter().map(|e| (e, dig.rest))) {
            self.dig_to(seat, entry.0, entry.1);
        }
    }

    /// Puts cards back onto a library in the order that their owner chooses (CR 401.4). Each picked card goes above (or
    /// below) the cards picked before. Cards that are not picked keep their order.
    fn put_in_order(&mut self, f: &mut Resolving, act: &Act, seat: Seat, to: DigTo) -> Progress {
        let options = self.r.card_choosable(self.s, f, act);
        let picked = self.picked_card(f, &options);
        f.picks.clear();
        if let Some(entry) = picked {
            f.order += 1;
            self.lay_back(seat, entry, to);
            if options.len() > 2 {
                self.ask(seat, Question::Card { done: true });
                return Progress::Asked;
            }
        }
        let last = options.into_iter().filter(|other| Some(*other) != picked);
        // If the cards go to the top and no card was picked, the remaining cards already lie there in their order.
        if !to.is_top() || picked.is_some() {
            last.for_each(|entry| self.lay_back(seat, entry, to));
        }
        f.order = 0;
        Progress::Done
    }

    fn lay_back(&mut self, seat: Seat, entry: Entry, to: DigTo) {
        if to.is_top() { self.take_up(seat, entry) } else { self.dig_to(seat, entry, to) }
    }

    /// Moves a card to the top of its library before it leaves, so that other players do not learn where it was.
    fn take_up(&mut self, seat: Seat, entry: Entry) {
        let shape = self.r.shape(self.s);
        let zone = self.r.board(self.s).library[seat.index()];
        if self.s.table.zone(entry) != Some(zone) {
            return;
        }
        let rest = self.s.table.order(shape, zone).filter(|other| *other != entry);
        let order: Vec<Entry> = rest.chain([entry]).collect();
        let saw = SeatSet::one(seat);
        match &mut self.out {
            Some(out) => {
                let mut via: Via<'_, Vec<Fact>, Fact> = Via::new(out);
                self.s.table.atoms(shape, &mut via).arrange(zone, &order, saw);
            }
            None => self.s.table.atoms(shape, &mut ()).arrange(zone, &order, saw),
        }
    }

    fn dig_to(&mut self, seat: Seat, entry: Entry, to: DigTo) {
        self.take_up(seat, entry);
        let board = self.r.board(self.s);
        let (hand, library) = (board.hand[seat.index()], board.library[seat.index()]);
        match to {
            DigTo::Hand => self.atom(entry, hand, None),
            DigTo::BottomAny | DigTo::BottomRandom | DigTo::Bottom => self.atom(entry, library, Some(0)),
            DigTo::Graveyard => {
                self.lift_to_grave(entry, Zone::Library);
            }
            DigTo::Battlefield | DigTo::BattlefieldTapped => {
                let id = self.lift(entry, Zone::Exile);
                let tapped = to == DigTo::BattlefieldTapped;
                if self.enter(id, Enter { tapped, ..Enter::under(seat) }).is_none() {
                    self.take_back(id, Destination::Bottom);
                }
            }
            // The cards already lie on top.
            DigTo::TopAny | DigTo::BackAny | DigTo::Top => {}
        }
    }

    /// Performs scry or surveil. Each picked card goes to the bottom, or to the graveyard. Then the player puts the
    /// other cards back on top one by one, or leaves them in their order.
    pub(crate) fn scry(&mut self, f: &mut Resolving, act: &Act, surveil: bool) -> Progress {
        let r = self.r;
        let seats = r.subjects(self.s, f, act);
        while let Some(&seat) = seats.get(usize::from(f.subject)) {
            let options = r.card_choosable(self.s, f, act);
            if f.stage == 0 && f.picks.is_empty() {
                for entry in &options {
                    self.reveal(*entry, SeatSet::one(seat));
                }
            }
            if let Some(entry) = self.picked_card(f, &options).filter(|_| f.order > 0) {
                f.picks.clear();
                f.order += 1;
                self.take_up(seat, entry);
                if options.len() > 2 {
                    self.ask(seat, Question::Card { done: true });
                    return Progress::Asked;
                }
                for other in options.into_iter().filter(|other| *other != entry) {
                    self.take_up(seat, other);
                }
                f.picks.push(Pick::Done);
            }
            if let Some(entry) = self.picked_card(f, &r.card_choosable(self.s, f, act)) {
                f.picks.clear();
                f.stage += 1;
                if surveil {
                    self.dig_to(seat, entry, DigTo::Graveyard);
                } else {
                    self.dig_to(seat, entry, DigTo::Bottom);
                }
                continue;
            }
            let options = r.card_choosable(self.s, f, act);
            if f.picks.contains(&Pick::Done) && f.order == 0 && options.len() > 1 {
                f.picks.clear();
                f.order = 1;
                self.ask(seat, Question::Card { done: true });
                return Progress::Asked;
            }
            if f.picks.contains(&Pick::Done) || options.is_empty() {
                f.picks.clear();
                (f.stage, f.order) = (0, 0);
                f.subject += 1;
                self.emit(if surveil { GameEvent::Surveils(seat) } else { GameEvent::Scries(seat) });
                continue;
            }
            self.ask(seat, Question::Card { done: true });
            return Progress::Asked;
        }
        Progress::Done
    }

    /// Puts a card of the opening hand on the bottom of the library, after a mulligan (CR 103.5).
    pub(crate) fn bottom(&mut self, seat: Seat, entry: Entry) {
        let library = self.r.board(self.s).library[seat.index()];
        self.atom(entry, library, Some(0));
    }
}

impl Duel {
    /// The player whose hand the resolving spell or ability revealed last. `None` if it revealed no hand.
    pub(crate) fn shown_hand(&self, s: &DuelState, f: &Resolving) -> Option<Seat> {
        let code = *f.item.parts.get(usize::from(f.part))?;
        let before = &self.cards.codes[code as usize].ops[..usize::from(f.at)];
        let who = before.iter().rev().find_map(|op| match op {
            Op::Act(Act::RevealHand(who) | Act::LookAtHand(who), _) => Some(who),
            _ => None,
        })?;
        self.players(s, &f.cx(), who).first().copied()
    }
}
