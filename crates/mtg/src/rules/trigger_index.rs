//! An index from kinds of events to the abilities that wait for them. So the engine compares an event only with these
//! abilities.

use super::Duel;
use super::compiled_cards::{AbilityId, Change, CompiledAbility, CompiledCards};
use super::state::{DuelState, Id};
use super::triggers::GameEvent;
use crate::ir::Event;

/// A bit set of kinds of events, with one bit for each kind.
type Kinds = u32;

const ENTERS: Kinds = 1;
const LEAVES: Kinds = 1 << 1;
const TO_GRAVEYARD: Kinds = 1 << 2;
const ATTACKS: Kinds = 1 << 3;
const PLAYER_ATTACKS: Kinds = 1 << 4;
const BLOCKS: Kinds = 1 << 5;
const BLOCKED: Kinds = 1 << 6;
const UNBLOCKED: Kinds = 1 << 7;
const DAMAGE: Kinds = 1 << 8;
const TAPPED: Kinds = 1 << 9;
const UNTAPPED: Kinds = 1 << 10;
const TARGETED: Kinds = 1 << 11;
const CAST: Kinds = 1 << 12;
const LAND: Kinds = 1 << 13;
const BEGINS: Kinds = 1 << 14;
const GAINS_LIFE: Kinds = 1 << 15;
const LOSES_LIFE: Kinds = 1 << 16;
const DRAWS: Kinds = 1 << 17;
const DISCARDS: Kinds = 1 << 18;
const CYCLES: Kinds = 1 << 19;
const SACRIFICES: Kinds = 1 << 20;
const COUNTERS: Kinds = 1 << 21;
const ATTACHED: Kinds = 1 << 22;
/// The bit for all rare kinds of events together.
const OTHER: Kinds = 1 << 23;
/// All bits, for abilities whose event the index does not know.
const ANY: Kinds = u32::MAX;

/// The kinds of events for which abilities wait.
#[derive(Clone, Debug, Default)]
pub(crate) struct TriggerIndex {
    /// For each definition, the kinds of events for which its abilities wait.
    defs: Vec<Kinds>,
    /// For all abilities that effects can grant, the kinds of events for which they wait.
    given: Kinds,
    /// All kinds of events for which some ability waits.
    all: Kinds,
}

/// The kinds of game events that can trigger an ability with this event in its text.
fn kinds_of(event: &Event) -> Kinds {
    match event {
        Event::Or(list) => list.iter().fold(0, |kinds, event| kinds | kinds_of(event)),
        Event::During(event, _) | Event::While(event, _) => kinds_of(event),
        Event::Enters(_) | Event::EntersOrRoom(_) => ENTERS,
        Event::Dies(_) | Event::Leaves(_) => LEAVES,
        Event::ToGraveyard { .. } => LEAVES | TO_GRAVEYARD,
        Event::Attacks { .. } | Event::AttacksOrWalker(..) => ATTACKS,
        Event::PlayerAttacks(..) => PLAYER_ATTACKS,
        Event::Blocks(..) => BLOCKS,
        Event::BecomesBlocked(..) => BLOCKED,
        Event::Unblocked(_) => UNBLOCKED,
        Event::DealsDamage { .. } | Event::DealtDamage { .. } | Event::PlayerDamaged(_) => DAMAGE,
        Event::BecomesTapped(_) => TAPPED,
        Event::BecomesUntapped(_) => UNTAPPED,
        Event::Targeted { .. } => TARGETED,
        Event::Cast { .. } => CAST,
        Event::PlaysLand(..) => LAND,
        Event::Begins(..) => BEGINS,
        Event::GainsLife(_) => GAINS_LIFE,
        Event::LosesLife(_) => LOSES_LIFE,
        Event::Draws(..) => DRAWS,
        Event::Discards(..) | Event::CyclesOrDiscards(..) => DISCARDS,
        Event::Cycles(..) => CYCLES,
        Event::Sacrifices(..) => SACRIFICES,
        Event::CountersPut { .. } => COUNTERS,
        Event::BecomesAttached(..) => ATTACHED,
        Event::Scries(_) | Event::Surveils(_) => OTHER,
        _ => ANY,
    }
}

fn kind_of(happened: &GameEvent) -> Kinds {
    match happened {
        GameEvent::Enters(_) => ENTERS,
        GameEvent::Leaves { .. } => LEAVES,
        GameEvent::ToGraveyard { .. } => TO_GRAVEYARD,
        GameEvent::Attacks { .. } => ATTACKS,
        GameEvent::PlayerAttacks(_) => PLAYER_ATTACKS,
        GameEvent::Blocks { .. } => BLOCKS,
        GameEvent::Blocked { .. } => BLOCKED,
        GameEvent::Unblocked(_) => UNBLOCKED,
        GameEvent::Damage { .. } => DAMAGE,
        GameEvent::Tapped(_) => TAPPED,
        GameEvent::Untapped(_) => UNTAPPED,
        GameEvent::Targeted { .. } => TARGETED,
        GameEvent::Cast { .. } => CAST,
        GameEvent::Land(..) => LAND,
        GameEvent::Begins(_) => BEGINS,
        GameEvent::GainsLife(..) => GAINS_LIFE,
        GameEvent::LosesLife(..) => LOSES_LIFE,
        GameEvent::Draws(..) => DRAWS,
        GameEvent::Discards(..) => DISCARDS,
        GameEvent::Cycles(..) => CYCLES,
        GameEvent::Sacrifices(..) => SACRIFICES,
        GameEvent::Counters { .. } => COUNTERS,
        GameEvent::Attached(..) => ATTACHED,
        _ => ANY,
    }
}

impl CompiledCards {
    /// Computes the index.
    pub(super) fn find_hearing(&mut self) {
        let of = |ab: AbilityId| match &self.abilities[ab as usize] {
            CompiledAbility::Triggered { event, .. } => kinds_of(event),
            _ => 0,
        };
        let given = self.mods.iter().flatten().map(|change| if let Change::Ability(ab) = change { of(*ab) } else { 0 });
        let given = given.fold(0, |all, kinds| all | kinds);
        let defs: Vec<Kinds> =
            self.defs.iter().map(|def| def.abilities.iter().fold(0, |kinds, ab| kinds | of(*ab))).collect();
        let all = defs.iter().fold(given, |all, kinds| all | kinds);
        self.hearing = TriggerIndex { defs, given, all };
    }
}

impl Duel {
    /// Whether an ability of some card may trigger on this event. A debug build always returns `true`, and asserts
    /// later that the index was right.
    pub(super) fn is_heard(&self, happened: &GameEvent) -> bool {
        cfg!(debug_assertions) || self.cards.hearing.all & kind_of(happened) != 0
    }

    /// Whether an ability of the object, printed or granted, may trigger on this event.
    pub(super) fn may_hear(&self, s: &DuelState, id: Id, happened: &GameEvent) -> bool {
        let kind = kind_of(happened);
        self.cards.hearing.defs[s.obj(id).face as usize] & kind != 0
            || self.cards.hearing.given & kind != 0 && s.granted.iter().any(|(at, ..)| *at == id.slot)
    }
}
