//! The state of a match: a plain value that is complete even in the middle of an effect.
//!
//! Cards lie on the [`Table`], which records which player knows which card. Everything in a public zone (battlefield,
//! stack, graveyard, exile) is also a [`GameObject`] in one flat list. The number of an object reveals nothing, because
//! numbers follow the order of public events. An object that changes zones becomes a new object (CR 400.7). The old
//! object stays as a *ghost*, which holds its last known information (CR 608.2h). Ghosts are removed when no effect can
//! refer to them.

use super::compiled_cards::{AbilityId, CodeId, DefId, ModsId, Subs};
pub(crate) use super::frames::*;
use super::turn_history::TurnHistory;
use rulebook_kernel::{Rng, Seat};
use rulebook_table::{Entry, Table};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The index of an object in `DuelState::objs`.
pub(crate) type ObjectSlot = u16;

/// Names an object in a public zone: its slot in the list of objects, and how often the slot was reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Id {
    pub(crate) slot: ObjectSlot,
    pub(crate) age: u16,
}

impl Id {
    pub(crate) const NONE: Id = Id { slot: ObjectSlot::MAX, age: 0 };

    pub(crate) fn is_none(self) -> bool {
        self.slot == ObjectSlot::MAX
    }
}

/// The zone of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Zone {
    Nowhere,
    Battlefield,
    Stack,
    Graveyard,
    Exile,
    Command,
    Hand,
    Library,
}

/// The characteristics after all layers (CR 613). This is a cache, which can be computed again at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Characteristics {
    pub types: u16,
    pub supers: u8,
    pub colors: u8,
    pub subs: Subs,
    pub keywords: u128,
    pub rules: u32,
    pub power: i16,
    pub toughness: i16,
    pub controller: Seat,
    /// Whether the object has lost its printed abilities.
    pub lost: bool,
    /// Whether the object has lost all abilities, including the mana abilities of basic land types (CR 305.6, 613.1f).
    pub bare: bool,
}

/// A kind of counter: its index in `CompiledCards::kinds`.
pub(crate) type CounterId = u8;
/// The number of kinds of counters that an object stores itself. Counters of further kinds are in `DuelState::crowd`.
pub(crate) const COUNTERS: usize = 4;

/// Counters of one kind on an object that already has `COUNTERS` other kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct MoreCounters {
    pub slot: ObjectSlot,
    pub kind: CounterId,
    pub n: i16,
    /// The timestamp of the last counter of this kind (CR 613.7c).
    pub stamp: u32,
}

/// An object in a public zone, or the ghost of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct GameObject {
    pub age: u16,
    pub zone: Zone,
    /// Whether this is a ghost: the object has left its zone.
    pub gone: bool,
    /// The card on the table. `None` for a token, a copy of a spell, or an ability.
    pub entry: Option<Entry>,
    /// The definition of the printed card.
    pub def: DefId,
    /// The definition whose copiable values the object has (CR 707.2). Differs from `def` if the object is a copy or
    /// shows another face.
    pub face: DefId,
    pub owner: Seat,
    /// The player who controls the object if no continuous effect changes that.
    pub controller: Seat,
    pub token: bool,
    pub tapped: bool,
    /// Whether the object came under its controller's control this turn (CR 302.6).
    pub sick: bool,
    pub damage: i16,
    /// Whether a source with deathtouch has dealt damage to the object since the last check of state-based actions
    /// (CR 704.5h).
    pub deadly: bool,
    /// The object to which this object is attached.
    pub host: Id,
    /// The player whom this Aura enchants.
    pub on_seat: Option<Seat>,
    pub time: u32,
    pub counters: [(CounterId, i16); COUNTERS],
    /// For each kind of counter, the timestamp of the last counter put on the object. It counts for all counters of
    /// that kind (CR 613.7c).
    pub stamps: [u32; COUNTERS],
    /// Whether the object has counters in `DuelState::crowd`.
    pub crowded: bool,
    /// The power and toughness with which a token was created.
    pub made: Option<(i16, i16)>,
    /// The turn in which the object entered.
    pub entered: u16,
    /// The turn in which the object last attacked.
    pub attacked: u16,
    /// The turn in which the object was last dealt damage.
    pub damaged: u16,
    /// The number of regeneration shields.
    pub shields: u8,
    /// One more than the number of the color or subtype that was chosen for the object. 0 if none was chosen.
    pub chosen: u16,
    pub x: i16,
    pub kicked: u8,
    pub cast: bool,
    /// The zone from which the object was cast (CR 400.7d).
    pub from: Zone,
    /// Whether the spell is exiled when it leaves the stack, for example after flashback.
    pub exiles: bool,
    /// The role of a ghost in combat when it left, as a set of the bits in [`fought`].
    pub fought: u8,
    /// The new object of the card that a ghost represents.
    pub next: Id,
    /// The timestamp at which a ghost left its zone.
    pub left: u32,
    /// The seats that goad the object until their next turn, one bit for each seat.
    pub goaded: u8,
    pub chars: Characteristics,
}

/// The bits of `GameObject::fought` (CR 608.2h).
pub(crate) mod fought {
    pub(crate) const ATTACKING: u8 = 1;
    pub(crate) const BLOCKING: u8 = 2;
    pub(crate) const BLOCKED: u8 = 4;
}

/// How often an ability with a limit was used this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct AbilityUses {
    pub id: Id,
    /// The ability. `UNLISTED` for all loyalty abilities of a planeswalker together (CR 606.3).
    pub ability: AbilityId,
    pub times: u8,
}

/// One mana that may be spent only in certain ways. The instruction that added it holds the restriction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct BoundMana {
    /// The color, as an index into `Player::pool`.
    pub color: u8,
    /// The code and the index of the operation that added it.
    pub code: CodeId,
    pub op: u16,
    /// The source of that instruction.
    pub source: Id,
}

/// The state of a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Player {
    pub life: i32,
    pub poison: i16,
    pub energy: i16,
    pub lost: bool,
    pub drew_from_nothing: bool,
    pub pool: [u8; 6],
    /// Mana that may be spent only in certain ways (CR 106.6). It is not in `pool`.
    pub bound: SmallVec<[BoundMana; 2]>,
    pub lands: u8,
    pub extra_lands: u8,
    pub mulligans: u8,
    pub kept: bool,
    pub drawn: u8,
    pub cast: u8,
    /// The number of spells that the player cast in the previous turn.
    pub before: u8,
    pub gained: u16,
    pub lost_life: u16,
    pub attacked: bool,
    /// Whether the player passes automatically until the turn ends or another player acts.
    pub yields: bool,
    /// Whether the player passes automatically until the second main phase or until another player acts, and declares
    /// no attackers.
    pub skips_combat: bool,
    /// The number of creatures that died under this player's control this turn.
    pub died: u8,
    /// Whether the player has the city's blessing, which lasts for the rest of the game (CR 702.131c).
    pub blessed: bool,
}

/// The steps and main phases of a turn (CR 500.1), each with its section of the Comprehensive Rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum TurnStep {
    /// CR 502.
    Untap,
    /// CR 503.
    Upkeep,
    /// CR 504.
    Draw,
    /// CR 505.
    Main,
    /// CR 507.
    BeginCombat,
    /// CR 508.
    Attackers,
    /// CR 509.
    Blockers,
    /// CR 510.4. Exists only if a creature has first strike or double strike.
    FirstDamage,
    /// CR 510.
    Damage,
    /// CR 511.
    EndCombat,
    /// CR 505.
    SecondMain,
    /// CR 513.
    End,
    /// CR 514.
    Cleanup,
}

impl TurnStep {
    /// All steps and main phases in the order of a turn.
    pub const ALL: [TurnStep; 13] = [
        TurnStep::Untap,
        TurnStep::Upkeep,
        TurnStep::Draw,
        TurnStep::Main,
        TurnStep::BeginCombat,
        TurnStep::Attackers,
        TurnStep::Blockers,
        TurnStep::FirstDamage,
        TurnStep::Damage,
        TurnStep::EndCombat,
        TurnStep::SecondMain,
        TurnStep::End,
        TurnStep::Cleanup,
    ];
}

/// The work that the engine must do next if no frame is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Flow {
    /// Start the match: mulligans and the first turn.
    Opening,
    /// Perform the turn-based actions of the step.
    Begin,
    /// Perform state-based actions, then put triggered abilities on the stack (CR 704.3).
    Settle,
    /// Give priority to a player.
    Priority,
    /// End the step.
    Leave,
}

/// An object or a player, as a target or as the recipient of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum ObjectOrPlayer {
    Obj(Id),
    Seat(Seat),
}

/// A chosen target. `part` is an index in `Item::parts`, and `slot` is a target slot of that part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct ChosenTarget {
    pub part: u8,
    pub slot: u8,
    pub aim: ObjectOrPlayer,
    /// The share of divided damage or counters. The value 0 means that the player has not chosen yet, and -1 means that
    /// the player chose zero.
    pub share: i16,
}

/// The event that triggered an ability: its objects, its player and its amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct TriggerEvent {
    pub obj: Id,
    pub other: Id,
    pub seat: Option<Seat>,
    pub amount: i32,
}

impl Default for TriggerEvent {
    fn default() -> Self {
        TriggerEvent { obj: Id::NONE, other: Id::NONE, seat: None, amount: 0 }
    }
}

pub(crate) type Ids = SmallVec<[Id; 4]>;

/// A spell or ability that is on the stack or is being announced.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Item {
    pub id: Id,
    /// The ability. `None` for a spell.
    pub ability: Option<AbilityId>,
    pub source: Id,
    pub controller: Seat,
    pub parts: SmallVec<[CodeId; 1]>,
    pub targets: SmallVec<[ChosenTarget; 2]>,
    pub x: i16,
    pub kicked: u8,
    pub paid: Ids,
    pub occasion: TriggerEvent,
    /// Whether this is a copy of a spell (CR 707.10).
    pub copy: bool,
    /// The timestamp at which the cost was paid or the ability triggered.
    pub born: u32,
}

/// A triggered ability that waits to be put on the stack, or a delayed one that has not triggered yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Waiting {
    pub ability: Option<AbilityId>,
    pub code: CodeId,
    pub source: Id,
    pub controller: Seat,
    pub occasion: TriggerEvent,
    pub x: i16,
    pub kicked: u8,
    /// The objects to which its effect refers.
    pub last: Ids,
    /// The timestamp at which it triggered or was created.
    pub born: u32,
}

/// How long an effect lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Until {
    Always,
    EndOfTurn,
    EndOfCombat,
    /// Until this seat's next turn begins.
    TurnOf(Seat),
    /// Until the end of this seat's next turn. The flag is `true` after that turn has begun.
    EndOfTurnOf(Seat, bool),
    /// While the object is on the battlefield.
    There(Id),
    /// While the seat controls the object.
    Controlled(Seat, Id),
    Tapped(Id),
}

/// A continuous effect that a resolution created. The objects in `on` are fixed (CR 611.2c).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Effect {
    pub mods: ModsId,
    pub on: Ids,
    pub until: Until,
    pub time: u32,
    pub source: Id,
    pub controller: Seat,
    pub x: i32,
    pub amount: i32,
}

/// A delayed triggered ability (CR 603.7).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Delayed {
    pub when: Moment,
    pub wait: Waiting,
    pub until: Until,
}

/// When a delayed triggered ability triggers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Moment {
    Step(TurnStep, Option<Seat>),
    /// When the event that the delayed ability names happens.
    Event,
    /// When this object leaves the battlefield. At that time, the cards that were exiled until it leaves return (CR
    /// 610.3).
    Return(Id),
}

/// A prevention shield (CR 615.7).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Shield {
    /// The source of the shield.
    pub source: Id,
    pub to: Option<ObjectOrPlayer>,
    pub by: Id,
    pub combat: bool,
    /// The amount of damage that the shield can still prevent. `None` for all damage.
    pub left: Option<i32>,
    /// Whether this entry is not a shield but an effect that makes all damage unpreventable (CR 615.12).
    pub bars: bool,
    /// Set if the shield prevents damage only once, from a source with certain properties (CR 615.8). Holds the code
    /// and the index of the operation that names these properties.
    pub once: Option<(CodeId, u16)>,
}

/// A permission to play a card in exile.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Permit {
    pub id: Id,
    pub seat: Seat,
    pub until: Until,
    /// Whether the player may play the card without paying its mana cost.
    pub free: bool,
    /// Whether the permission is only for spells, so that lands cannot be played.
    pub cast: bool,
}

/// An attacking creature and the player or planeswalker it attacks.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Attacker {
    pub id: Id,
    pub whom: ObjectOrPlayer,
    pub blocked: bool,
}

/// The result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Over {
    Won(Seat, Reason),
    Draw(Reason),
}

/// The reason for the end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Reason {
    Life,
    Library,
    Poison,
    Effect,
    Scoop,
    Length,
    Together,
}

/// The complete state of a match.
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DuelState {
    pub(crate) table: Table,
    pub(crate) rng: Rng,
    pub(crate) decks: SmallVec<[u8; 4]>,
    /// Whether players are asked in every step. If not, they are asked only in the steps in which players usually act.
    pub(crate) stops: bool,
    pub(crate) players: SmallVec<[Player; 2]>,
    pub(crate) objs: Vec<GameObject>,
    /// The slots that new objects may reuse.
    pub(crate) free: Vec<ObjectSlot>,
    /// The slots of the permanents, in the order in which they entered.
    pub(crate) field: Vec<ObjectSlot>,
    /// The slots of emblems (CR 114).
    pub(crate) emblems: Vec<ObjectSlot>,
    /// Permissions to play cards in exile.
    pub(crate) permits: Vec<Permit>,
    /// Extra phases after the current phase (CR 500.8). The next phase is the last in the list.
    pub(crate) extra: SmallVec<[TurnStep; 2]>,
    /// The step that follows after the extra phases.
    pub(crate) resume: Option<TurnStep>,
    /// The abilities that effects grant to objects. An entry has the slot of the object, the number of the ability, and
    /// a flag. If the flag is set, the number means a rule instead of an ability. Like the characteristics, this is a
    /// cache. Ghosts keep the abilities that they had.
    pub(crate) granted: Vec<(ObjectSlot, AbilityId, bool)>,
    pub(crate) stack: Vec<Item>,
    pub(crate) effects: Vec<Effect>,
    pub(crate) waiting: Vec<Waiting>,
    pub(crate) delayed: Vec<Delayed>,
    pub(crate) shields: Vec<Shield>,
    pub(crate) attackers: Vec<Attacker>,
    /// The declared blocks: a blocker and the attacker that it blocks.
    pub(crate) blocks: Vec<(Id, Id)>,
    /// The creatures that had first strike or double strike when the first damage step began (CR 510.4).
    pub(crate) struck: Vec<Id>,
    pub(crate) past: TurnHistory,
    /// The uses of abilities with a limit for each turn.
    pub(crate) uses: Vec<AbilityUses>,
    /// The counters for which objects have no place of their own.
    pub(crate) crowd: Vec<MoreCounters>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) ask: Option<Ask>,
    pub(crate) active: Seat,
    pub(crate) first: Seat,
    pub(crate) priority: Seat,
    pub(crate) passes: u8,
    pub(crate) step: TurnStep,
    pub(crate) flow: Flow,
    pub(crate) turn: u16,
    pub(crate) clock: u32,
    pub(crate) moves: u32,
    pub(crate) extra_turns: SmallVec<[Seat; 2]>,
    pub(crate) skip_combat: bool,
    /// Whether another cleanup step follows (CR 514.3a).
    pub(crate) again: bool,
    pub(crate) dirty: bool,
    pub(crate) over: Option<Over>,
}

impl Clone for DuelState {
    fn clone(&self) -> DuelState {
        DuelState {
            table: self.table.clone(),
            rng: self.rng.clone(),
            decks: self.decks.clone(),
            players: self.players.clone(),
            objs: self.objs.clone(),
            free: self.free.clone(),
            field: self.field.clone(),
            emblems: self.emblems.clone(),
            permits: self.permits.clone(),
            extra: self.extra.clone(),
            granted: self.granted.clone(),
            stack: self.stack.clone(),
            effects: self.effects.clone(),
            waiting: self.waiting.clone(),
            delayed: self.delayed.clone(),
            shields: self.shields.clone(),
            attackers: self.attackers.clone(),
            blocks: self.blocks.clone(),
            struck: self.struck.clone(),
            past: self.past.clone(),
            uses: self.uses.clone(),
            crowd: self.crowd.clone(),
            frames: self.frames.clone(),
            extra_turns: self.extra_turns.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &DuelState) {
        self.table.clone_from(&other.table);
        self.rng.clone_from(&other.rng);
        self.decks.clone_from(&other.decks);
        self.players.clone_from(&other.players);
        self.objs.clone_from(&other.objs);
        self.free.clone_from(&other.free);
        self.field.clone_from(&other.field);
        self.emblems.clone_from(&other.emblems);
        self.permits.clone_from(&other.permits);
        self.extra.clone_from(&other.extra);
        self.granted.clone_from(&other.granted);
        self.stack.clone_from(&other.stack);
        self.effects.clone_from(&other.effects);
        self.waiting.clone_from(&other.waiting);
        self.delayed.clone_from(&other.delayed);
        self.shields.clone_from(&other.shields);
        self.attackers.clone_from(&other.attackers);
        self.blocks.clone_from(&other.blocks);
        self.struck.clone_from(&other.struck);
        self.past.clone_from(&other.past);
        self.uses.clone_from(&other.uses);
        self.crowd.clone_from(&other.crowd);
        self.frames.clone_from(&other.frames);
        self.extra_turns.clone_from(&other.extra_turns);
        let DuelState {
            stops,
            ask,
            active,
            first,
            priority,
            passes,
            step,
            flow,
            turn,
            clock,
            moves,
            resume,
            skip_combat,
            again,
            dirty,
            over,
            ..
        } = *other;
        self.stops = stops;
        (self.ask, self.active, self.first, self.priority, self.passes) = (ask, active, first, priority, passes);
        (self.step, self.flow, self.turn, self.clock, self.moves) = (step, flow, turn, clock, moves);
        (self.resume, self.skip_combat) = (resume, skip_combat);
        (self.again, self.dirty, self.over) = (again, dirty, over);
    }
}

impl GameObject {
    pub(crate) fn on_field(&self) -> bool {
        self.zone == Zone::Battlefield && !self.gone
    }

    /// The number of counters of a kind, without those in `DuelState::crowd`.
    fn own_count(&self, kind: CounterId) -> i16 {
        self.counters.iter().find(|(k, n)| *k == kind && *n > 0).map_or(0, |(_, n)| *n)
    }
}

impl DuelState {
    /// The number of counters of a kind on an object.
    pub(crate) fn count(&self, id: Id, kind: CounterId) -> i16 {
        let obj = self.obj(id);
        match obj.own_count(kind) {
            0 if obj.crowded => self.crowd_of(id.slot).find(|more| more.kind == kind).map_or(0, |more| more.n),
            n => n,
        }
    }

    /// The counters on the object in this slot, with the timestamp of each kind.
    pub(crate) fn counters(&self, slot: ObjectSlot) -> impl Iterator<Item = (CounterId, i16, u32)> + '_ {
        let obj = &self.objs[slot as usize];
        let own = obj.counters.iter().zip(obj.stamps).filter(|((_, n), _)| *n > 0);
        let more = if obj.crowded { &self.crowd[..] } else { &[] };
        let more = more.iter().filter(move |more| more.slot == slot).map(|more| (more.kind, more.n, more.stamp));
        own.map(|((kind, n), stamp)| (*kind, *n, stamp)).chain(more)
    }

    fn crowd_of(&self, slot: ObjectSlot) -> impl Iterator<Item = &MoreCounters> {
        self.crowd.iter().filter(move |more| more.slot == slot)
    }

    /// Sets the timestamp for the counters of a kind.
    pub(crate) fn stamp(&mut self, slot: ObjectSlot, kind: CounterId, time: u32) {
        let obj = &mut self.objs[slot as usize];
        if let Some(at) = obj.counters.iter().position(|(k, n)| *k == kind && *n > 0) {
            obj.stamps[at] = time;
        } else if let Some(more) = self.crowd.iter_mut().find(|more| more.slot == slot && more.kind == kind) {
            more.stamp = time;
        }
    }

    /// Adds counters, or removes them if `by` is negative.
    pub(crate) fn add_counters(&mut self, slot: ObjectSlot, kind: CounterId, by: i16) {
        let obj = &mut self.objs[slot as usize];
        let own = obj.counters.iter().position(|(k, n)| *k == kind && *n > 0);
        if own.is_none()
            && obj.crowded
            && let Some(at) = self.crowd.iter().position(|more| more.slot == slot && more.kind == kind)
        {
            let n = self.crowd[at].n.saturating_add(by).max(0);
            self.crowd[at].n = n;
            if n == 0 {
                self.crowd.remove(at);
            }
        } else if let Some(at) = own.or_else(|| obj.counters.iter().position(|(_, n)| *n <= 0)) {
            let had = if own.is_some() { obj.counters[at].1 } else { 0 };
            let n = had.saturating_add(by).max(0);
            obj.counters[at] = if n == 0 { (0, 0) } else { (kind, n) };
        } else if by > 0 {
            obj.crowded = true;
            self.crowd.push(MoreCounters { slot, kind, n: by, stamp: 0 });
        }
    }

    /// Forgets the counters of an object whose slot is reused.
    pub(crate) fn clear_crowd(&mut self, slot: ObjectSlot) {
        if self.objs[slot as usize].crowded {
            self.crowd.retain(|more| more.slot != slot);
        }
    }

    /// How often the ability was used this turn. `ability` as in [`AbilityUses`].
    pub(crate) fn uses_of(&self, id: Id, ability: AbilityId) -> u8 {
        self.uses.iter().find(|of| of.id == id && of.ability == ability).map_or(0, |of| of.times)
    }

    /// Counts a use of an ability with a limit.
    pub(crate) fn count_use(&mut self, id: Id, ability: AbilityId) {
        match self.uses.iter_mut().find(|of| of.id == id && of.ability == ability) {
            Some(of) => of.times = of.times.saturating_add(1),
            None => self.uses.push(AbilityUses { id, ability, times: 1 }),
        }
    }
}

impl DuelState {
    pub(crate) fn obj(&self, id: Id) -> &GameObject {
        &self.objs[id.slot as usize]
    }

    /// The object, or its ghost if it has left its zone. `None` if the ghost was removed.
    pub(crate) fn known(&self, id: Id) -> Option<&GameObject> {
        self.objs.get(id.slot as usize).filter(|obj| obj.age == id.age && obj.zone != Zone::Nowhere)
    }

    /// The object. `None` if it has left its zone.
    pub(crate) fn live(&self, id: Id) -> Option<&GameObject> {
        self.known(id).filter(|obj| !obj.gone)
    }

    /// The object. `None` if it is not on the battlefield.
    pub(crate) fn there(&self, id: Id) -> Option<&GameObject> {
        self.known(id).filter(|obj| obj.on_field())
    }

    pub(crate) fn id(&self, slot: ObjectSlot) -> Id {
        Id { slot, age: self.objs[slot as usize].age }
    }

    /// The permanents, in the order in which they entered.
    pub(crate) fn permanents(&self) -> impl Iterator<Item = (Id, &GameObject)> + '_ {
        self.field.iter().map(|&slot| (self.id(slot), &self.objs[slot as usize]))
    }

    pub(crate) fn emblems(&self) -> impl Iterator<Item = (Id, &GameObject)> + '_ {
        self.emblems.iter().map(|&slot| (self.id(slot), &self.objs[slot as usize]))
    }

    /// All objects in public zones, without ghosts.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Id, &GameObject)> + '_ {
        let there = |(slot, obj): (usize, &'_ GameObject)| (Id { slot: slot as u16, age: obj.age }, slot);
        let live = self.objs.iter().enumerate().filter(|(_, obj)| !obj.gone && obj.zone != Zone::Nowhere);
        live.map(there).map(|(id, slot)| (id, &self.objs[slot]))
    }

    pub(crate) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    pub(crate) fn seats(&self) -> usize {
        self.players.len()
    }

    /// The players who are still in the game, in turn order from this seat.
    pub(crate) fn from(&self, seat: Seat) -> SmallVec<[Seat; 4]> {
        let n = self.seats();
        (0..n).map(|i| seat.after(i, n)).filter(|s| !self.player(*s).lost).collect()
    }

    pub(crate) fn opponents(&self, seat: Seat) -> SmallVec<[Seat; 4]> {
        self.from(seat).into_iter().filter(|other| *other != seat).collect()
    }

    pub(crate) fn is_attacking(&self, id: Id) -> bool {
        self.attackers.iter().any(|a| a.id == id)
    }

    pub(crate) fn is_blocking(&self, id: Id) -> bool {
        self.blocks.iter().any(|(blocker, _)| *blocker == id)
    }
}
