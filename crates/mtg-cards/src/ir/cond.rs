//! Conditions: the clauses after `if`, `as long as`, `unless` and `only if`.

use super::{Amount, Cmp, CounterKind, Filter, Obj, Pred, Stat, Who};
use serde::{Deserialize, Serialize};

/// A condition of an ability or a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cond {
    /// The player controls this many permanents that match the filter.
    Controls(Who, Count, Filter),
    /// The player controls no permanent that matches the filter.
    ControlsNo(Who, Filter),
    /// The same as `ControlsNo`, written as `you don't control a Food`.
    ControlsNone(Who, Filter),
    /// The player controls a permanent that matches one of the nouns, each with an article: `a Plains or a Swamp`.
    ControlsEither(Who, Filter),
    /// The object is in its owner's graveyard. The ability functions there (CR 113.6).
    InGraveyard(Obj),
    /// The player gained at least this much life this turn.
    GainedAtLeast(Who, u16),
    /// A creature died under the player's control this turn.
    DiedUnder(Who),
    /// The controller has this many opponents.
    Opponents(Count),
    /// The player has drawn this many cards this turn.
    Drawn(Who, Count),
    /// The player has this many poison counters.
    Poison(Who, Count),
    /// The player has this many cards in the graveyard.
    Graveyard(Who, Count),
    /// The sum of the values of all objects that match the filter is at least the amount.
    Total(Filter, Stat, Amount),
    /// A permanent that matches the filter left the battlefield this turn. If a player is given, that player controlled
    /// the permanent (revolt). The flag says whether the text also has `or a spell was warped this turn`. The engine
    /// supports no card with warp, so no spell is ever warped.
    LeftThisTurn(Option<Who>, Filter, bool),
    /// X is at least this number.
    XAtLeast(u16),
    /// The first player controls more permanents that match the filter than the second player.
    ControlsMore(Who, Filter, Who),
    /// This many objects match the filter (`there are seven or more cards in your graveyard`).
    Exists(Count, Filter),
    /// The object is of this kind or has this property: `if it's attacking`, `if it's a land card`.
    Is(Obj, Is),
    /// The object is not of this kind. The flag says whether the text has `it's not` or `it isn't` (wording only).
    IsNot(Obj, Is, bool),
    /// The object has this many counters of this kind. `None` means counters of any kind.
    HasCounters(Obj, Option<CounterKind>, Count),
    /// The object's power, toughness or mana value compares to the amount in this way.
    StatOf(Obj, Stat, Cmp, Amount),
    /// The player's life total compares to the amount in this way.
    Life(Who, Cmp, Amount),
    /// The player has this many cards in hand.
    Hand(Who, Count),
    /// It is your turn.
    YourTurn,
    /// It is not your turn.
    NotYourTurn,
    /// The object was kicked when it was cast.
    Kicked(Obj),
    /// The player cast the object; no effect put it onto the battlefield: `if you cast it`.
    WasCast(Obj),
    /// The object was cast from this zone.
    CastFrom(Obj, super::ZoneOf),
    /// A creature that matches the filter died this turn.
    DiedThisTurn(Filter),
    /// The player gained life this turn.
    GainedLife(Who),
    /// The player lost life this turn.
    LostLife(Who),
    /// The player attacked this turn (raid).
    Attacked(Who),
    /// The player cast this many spells that match the filter this turn.
    CastThisTurn(Who, Count, Filter),
    /// This many permanents that match the filter entered under the player's control this turn.
    EnteredThisTurn(Who, Count, Filter),
    /// The object had this many counters of this kind when it left its zone. `None` means counters of any kind.
    HadCounters(Obj, Option<CounterKind>, Count),
    /// The object of the event was of this kind when it left its zone.
    Was(Obj, Is),
    /// `If you do`: the player performed the optional step just before this one.
    Did {
        /// The player who had the option.
        who: Who,
        /// Whether the condition is negated: `if you don't`.
        not: bool,
    },
    /// `If you can't`: the player was unable to perform the step just before this one.
    Cannot(Who),
    /// The object is on the battlefield.
    OnBattlefield(Obj),
    /// The player is the monarch (CR 724).
    Monarch(Who),
    /// The comparison of the first amount with the second holds. Texts about devotion use it, for example.
    Compare(Amount, Cmp, Amount),
    /// The object attacked or blocked this turn.
    AttackedOrBlocked(Obj),
    /// The object entered the battlefield this turn.
    EnteredObj(Obj),
    /// The player was dealt damage this turn.
    DealtDamage(Who),
    /// The object came under the controller's control after the beginning of that player's last upkeep (echo).
    NewlyYours(Obj),
    /// The first object has greater power or greater toughness than the second (evolve).
    Greater(Obj, Obj),
    /// The player has the city's blessing (CR 702.131c).
    Blessing(Who),
    /// This many different card types are among the cards in the controller's graveyard (delirium).
    TypesInGraveyard(Count),
    /// No spells were cast in the previous turn.
    NoSpellsLastTurn,
    /// Some player cast two or more spells in the previous turn.
    TwoSpellsLastTurn,
    /// Both conditions hold.
    And(Box<Cond>, Box<Cond>),
}

/// A property of an object in a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Is {
    /// The object matches the filter: `a creature card`.
    A(Filter),
    /// The object has this property: `tapped`, `attacking`.
    Being(Pred),
}

/// The number that a condition asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Count {
    /// At least one: `a creature`.
    One,
    /// This many or more.
    OrMore(Amount),
    /// This many or fewer.
    OrFewer(Amount),
    /// Exactly this many.
    Exactly(Amount),
    /// Zero: `no cards`.
    No,
}
