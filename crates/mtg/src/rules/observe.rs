//! Writes the observation of a seat as numbers, for learning programs. `learning_spaces` defines their meaning.
//!
//! An observation contains all public information and the cards that the seat knows. It does not contain hidden choices
//! of other seats. An object keeps its number until it changes zones.

use super::Duel;
use super::compiled_cards::{bit, type_bit};
use super::learning_spaces::{
    AMID, ASSIGNING, CASTING, ITEM, KEYWORDS, PERMANENT, PERMANENTS, PICKS, PLAYER, QUESTIONS, RESOLVING, SEATS, STACK,
    TARGETS, ZONES, question, way,
};
use super::state::{
    Assign, Casting, DuelState, Frame, GameObject, Id, Item, ObjectOrPlayer, PendingChoice, Pick, Resolving, TurnStep,
};
use crate::ir::{CardType, PlainKeyword};
use rulebook_kernel::{Seat, Viewer};
use rulebook_spaces::Row;
use rulebook_table::{Entry, Face, ZoneId};

impl Duel {
    pub(crate) fn write(&self, s: &DuelState, seat: Seat, row: &mut Row<'_>) {
        let observer = Observer { r: self, s, seat };
        observer.players(row);
        observer.turn(row);
        observer.cards(row);
        observer.controlled(row);
        observer.permanents(row);
        let stack = row.block(STACK * ITEM);
        for (places, item) in stack.chunks_mut(ITEM).zip(s.stack.iter().rev()) {
            observer.item(places, item);
        }
        observer.more(row);
        let asked = s.ask.filter(|ask| ask.seat == seat && s.over.is_none());
        let place = row.block(QUESTIONS.len());
        if let Some(place) = asked.and_then(|ask| place.get_mut(question(ask.what))) {
            *place = 1;
        }
        observer.frames(row);
    }
}

/// A state, and the seat that observes it.
struct Observer<'a> {
    r: &'a Duel,
    s: &'a DuelState,
    seat: Seat,
}

/// Writes numbers into the slice, as many as fit.
fn put(places: &mut [i16], numbers: impl IntoIterator<Item = i32>) {
    for (place, number) in places.iter_mut().zip(numbers) {
        *place = number.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
    }
}

/// The numbers, followed by zeros up to this size.
fn padded<'a>(numbers: impl Iterator<Item = i32> + 'a, size: usize) -> impl Iterator<Item = i32> + 'a {
    numbers.chain(std::iter::repeat(0)).take(size)
}

impl Observer<'_> {
    /// The number of a seat for the observer: 0 for itself, 1 for the opponent.
    fn turned(&self, other: Seat) -> usize {
        (other.index() + SEATS - self.seat.index()) % SEATS
    }

    fn is_own(&self, seat: Seat) -> i32 {
        (seat == self.seat).into()
    }

    fn number(&self, id: Id) -> i32 {
        if id.is_none() { 0 } else { i32::from(id.slot) + 1 }
    }

    fn aim(&self, aim: ObjectOrPlayer) -> i32 {
        match aim {
            ObjectOrPlayer::Obj(id) => self.number(id),
            ObjectOrPlayer::Seat(seat) => -(self.turned(seat) as i32) - 1,
        }
    }

    /// The number of a card, from 1. The observer's cards come first, then the opponent's cards.
    fn face(&self, face: Face) -> i32 {
        let cards = self.r.kinds_of_cards().max(1);
        let owner = Seat::new((face.index() / cards).min(SEATS - 1));
        (self.turned(owner) * cards + face.index() % cards) as i32 + 1
    }

    fn pick(&self, pick: Pick) -> [i32; 2] {
        match pick {
            Pick::Obj(id) => [1, self.number(id)],
            Pick::Seat(seat) => [2, self.turned(seat) as i32 + 1],
            Pick::Face(face) => [3, self.face(face)],
            Pick::Number(n) => [4, n.into()],
            Pick::Yes => [5, 0],
            Pick::No => [6, 0],
            Pick::Done => [7, 0],
        }
    }

    fn players(&self, row: &mut Row<'_>) {
        let (shape, board) = (self.r.shape(self.s), self.r.board(self.s));
        for after in 0..SEATS {
            let seat = self.seat.after(after, SEATS);
            let player = self.s.player(seat);
            let size = |zones: &[ZoneId]| self.s.table.count(shape, zones[seat.index()]) as i32;
            let permanents = self.s.permanents().filter(|(_, obj)| obj.chars.controller == seat).count();
            let numbers: [i32; PLAYER.len()] = [
                player.life,
                player.poison.into(),
                player.energy.into(),
                size(&board.hand),
                size(&board.library),
                size(&board.graveyard),
                permanents as i32,
                player.lands.into(),
                player.extra_lands.into(),
                player.mulligans.into(),
                player.kept.into(),
                player.drawn.into(),
                player.cast.into(),
                player.before.into(),
                player.gained.into(),
                player.lost_life.into(),
                player.attacked.into(),
                player.died.into(),
                player.yields.into(),
                player.skips_combat.into(),
            ];
            numbers.into_iter().for_each(|number| row.put(number));
            player.pool.iter().for_each(|&mana| row.put(mana.into()));
        }
    }

    fn turn(&self, row: &mut Row<'_>) {
        let s = self.s;
        let extra = |own: bool| s.extra_turns.iter().filter(|seat| (**seat == self.seat) == own).count() as i32;
        let numbers = [
            self.is_own(s.active),
            self.is_own(s.priority),
            self.is_own(s.first),
            s.turn.into(),
            s.passes.into(),
            s.skip_combat.into(),
            extra(true),
            extra(false),
        ];
        numbers.into_iter().for_each(|number| row.put(number));
        TurnStep::ALL.iter().for_each(|step| row.put((*step == s.step).into()));
    }

    /// Writes the cards that the seat can name: for each card and zone, the number of copies. For a library, writes the
    /// position from the top instead.
    fn cards(&self, row: &mut Row<'_>) {
        let cards = self.r.kinds_of_cards();
        let (shape, board, table) = (self.r.shape(self.s), self.r.board(self.s), &self.s.table);
        let numbers = row.block(SEATS * ZONES * cards);
        let mut tell = |zone: usize, entry: Entry, place: Option<i16>| {
            if !table.names(shape, Viewer::Seat(self.seat), entry) {
                return;
            }
            let face = table.face(shape, entry).index();
            let owner = self.turned(Seat::new((face / cards).min(SEATS - 1)));
            let Some(number) = numbers.get_mut((owner * ZONES + zone) * cards + face % cards) else { return };
            match place {
                None => *number += 1,
                Some(place) if *number == 0 => *number = place,
                Some(_) => {}
            }
        };
        for seat in Seat::all(SEATS) {
            table.entries(shape, board.hand[seat.index()]).for_each(|entry| tell(0, entry, None));
            let library = table.downwards(shape, board.library[seat.index()]).zip(1..);
            library.for_each(|(entry, place)| tell(1, entry, Some(place)));
            table.entries(shape, board.graveyard[seat.index()]).for_each(|entry| tell(2, entry, None));
        }
        table.entries(shape, board.exile).for_each(|entry| tell(3, entry, None));
    }

    fn controlled(&self, row: &mut Row<'_>) {
        let defs = self.r.cards.defs.len();
        let numbers = row.block(SEATS * defs);
        for (_, obj) in self.s.permanents() {
            let at = self.turned(obj.chars.controller) * defs + usize::from(obj.face);
            if let Some(number) = numbers.get_mut(at) {
                *number += 1;
            }
        }
    }

    fn permanents(&self, row: &mut Row<'_>) {
        let width = PERMANENT.len() + KEYWORDS;
        let places = row.block(SEATS * PERMANENTS * width);
        let mut there = [0; SEATS];
        for (id, obj) in self.s.permanents() {
            let side = self.turned(obj.chars.controller);
            let at = there[side];
            there[side] += 1;
            let from = (side * PERMANENTS + at) * width;
            if at < PERMANENTS
                && let Some(places) = places.get_mut(from..from + width)
            {
                self.permanent(places, id, obj);
            }
        }
    }

    fn permanent(&self, places: &mut [i16], id: Id, obj: &GameObject) {
        let is = |card_type: CardType| i32::from(obj.chars.types & type_bit(card_type) != 0);
        let attack = self.s.attackers.iter().find(|attacker| attacker.id == id);
        let whom = attack.map_or(0, |attacker| match attacker.whom {
            ObjectOrPlayer::Seat(_) => 1,
            ObjectOrPlayer::Obj(id) => self.number(id),
        });
        let blocks = self.s.blocks.iter().find(|(blocker, _)| *blocker == id);
        let counters: i32 = self.s.counters(id.slot).map(|(_, n, _)| i32::from(n)).sum();
        let uses: i32 = self.s.uses.iter().filter(|of| of.id == id).map(|of| i32::from(of.times)).sum();
        let numbers: [i32; PERMANENT.len()] = [
            i32::from(obj.face) + 1,
            self.number(id),
            self.is_own(obj.owner),
            obj.token.into(),
            is(CardType::Artifact),
            is(CardType::Creature),
            is(CardType::Enchantment),
            is(CardType::Land),
            is(CardType::Planeswalker),
            obj.chars.power.into(),
            obj.chars.toughness.into(),
            obj.damage.into(),
            obj.tapped.into(),
            obj.sick.into(),
            counters,
            self.number(obj.host),
            whom,
            attack.is_some_and(|attacker| attacker.blocked).into(),
            blocks.map_or(0, |(_, attacker)| self.number(*attacker)),
            uses,
            obj.shields.into(),
            (obj.goaded != 0).into(),
        ];
        let keywords = PlainKeyword::ALL.iter().take(KEYWORDS);
        let keywords = keywords.map(|keyword| i32::from(obj.chars.keywords & bit(*keyword) != 0));
        put(places, numbers.into_iter().chain(keywords));
    }

    fn item(&self, places: &mut [i16], item: &Item) {
        let known = self.s.known(item.id).or_else(|| self.s.known(item.source));
        let numbers = [
            self.number(item.id),
            known.map_or(0, |obj| i32::from(obj.face) + 1),
            self.turned(item.controller) as i32 + 1,
            item.ability.map_or(0, |ability| i32::from(ability) + 1),
            self.number(item.source),
            item.x.into(),
            item.kicked.into(),
            item.parts.last().map_or(0, |code| i32::from(*code) + 1),
        ];
        let targets = item.targets.iter().map(|target| self.aim(target.aim));
        put(places, numbers.into_iter().chain(padded(targets, TARGETS)));
    }

    fn more(&self, row: &mut Row<'_>) {
        let s = self.s;
        let waiting = |own: bool| s.waiting.iter().filter(|wait| (wait.controller == self.seat) == own).count();
        let permits = |own: bool| s.permits.iter().filter(|permit| (permit.seat == self.seat) == own).count();
        let numbers = [
            waiting(true),
            waiting(false),
            s.effects.len(),
            s.delayed.len(),
            s.shields.len(),
            s.emblems.len(),
            permits(true),
            permits(false),
        ];
        numbers.into_iter().for_each(|number| row.put(number as i32));
    }

    /// Writes the current frames: for each kind, the topmost frame.
    fn frames(&self, row: &mut Row<'_>) {
        let frames = || self.s.frames.iter().rev();
        let casting = frames().find_map(|frame| if let Frame::Cast(casting) = frame { Some(&**casting) } else { None });
        let resolving = frames().find_map(|frame| if let Frame::Resolve(of) = frame { Some(&**of) } else { None });
        let assign = frames().find_map(|frame| if let Frame::Assign(assign) = frame { Some(assign) } else { None });
        let mid_step =
            frames().find_map(|frame| if let Frame::MidStep(wanted) = frame { Some(&**wanted) } else { None });
        let item = frames().find_map(|frame| match frame {
            Frame::Cast(casting) => Some(&casting.item),
            Frame::Resolve(of) => Some(&of.item),
            _ => None,
        });
        let places = row.block(ITEM);
        if let Some(item) = item {
            self.item(places, item);
        }
        let places = row.block(CASTING);
        if let Some(casting) = casting {
            self.casting(places, casting);
        }
        let places = row.block(RESOLVING);
        if let Some(of) = resolving {
            self.resolving(places, of);
        }
        let places = row.block(ASSIGNING);
        if let Some(assign) = assign {
            self.assigning(places, assign);
        }
        let places = row.block(AMID);
        if let Some(wanted) = mid_step {
            self.mid_step(places, wanted);
        }
    }

    fn casting(&self, places: &mut [i16], casting: &Casting) {
        let numbers = [
            casting.stage as i32 + 1,
            way(casting.way) as i32 + 1,
            casting.at.into(),
            casting.slot.into(),
            casting.modes_left.into(),
            casting.mana.len() as i32,
            casting.trigger.into(),
        ];
        let mana = casting.mana.iter().map(|symbol| i32::from(*symbol) + 1);
        let picked = casting.picked.iter().map(|id| self.number(*id));
        put(places, numbers.into_iter().chain(padded(mana, PICKS)).chain(padded(picked, TARGETS)));
    }

    fn resolving(&self, places: &mut [i16], of: &Resolving) {
        let numbers = [
            i32::from(of.part),
            of.at.into(),
            of.stage.into(),
            of.x,
            of.amount,
            of.did.into(),
            of.subject.into(),
            of.order.into(),
            of.picks.len() as i32,
            of.quick.into(),
        ];
        let last = of.last.iter().map(|id| self.number(*id));
        // Choices of other players may still be hidden, so a seat sees only its own cards here.
        let own = of.chosen.iter().filter(|face| self.r.face(self.s, **face).0 == self.seat);
        let own = own.map(|face| self.face(*face));
        let picks = of.picks.iter().flat_map(|pick| self.pick(*pick));
        let told = numbers.into_iter().chain(padded(last, TARGETS)).chain(padded(own, TARGETS));
        put(places, told.chain(padded(picks, 2 * PICKS)));
    }

    fn assigning(&self, places: &mut [i16], assign: &Assign) {
        let deals = assign.from.get(usize::from(assign.at)).map_or(0, |id| self.number(*id));
        let unblocked = match assign.unblocked {
            None => 0,
            Some(true) => 1,
            Some(false) => 2,
        };
        let numbers = [deals, assign.to.into(), assign.left.into(), unblocked, assign.dealt.len() as i32];
        let shares = assign.dealt.iter().rev();
        let shares = shares.flat_map(|(from, to, share)| [self.number(*from), self.aim(*to), i32::from(*share)]);
        put(places, numbers.into_iter().chain(padded(shares, 3 * TARGETS)));
    }

    fn mid_step(&self, places: &mut [i16], wanted: &PendingChoice) {
        let options = wanted.options.iter().map(|id| self.number(*id));
        let answers = wanted.answers.iter().flat_map(|pick| self.pick(*pick));
        let count = [wanted.answers.len() as i32];
        put(places, count.into_iter().chain(padded(options, TARGETS)).chain(padded(answers, 2 * TARGETS)));
    }
}
