//! The instructions of a step.

use super::{
    Amount, Choice, CounterKind, DamageTo, Dig, Duration, Entering, Mana, Mod, Obj, Prevention, Rule, Search,
    SpendOnly, Token, Where, Who,
};
use serde::{Deserialize, Serialize};

/// An atomic instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// Modifies objects for a duration (CR 611.2). The set of objects is fixed when the effect begins (CR 611.2c).
    Modify {
        /// The affected objects.
        what: Obj,
        /// The modifications in the order of the text.
        mods: Vec<Mod>,
        /// The duration.
        until: Duration,
    },
    /// Deals damage (CR 120).
    Damage {
        /// The source of the damage.
        from: Obj,
        /// The amount; for [`DamageTo::Divided`] the total.
        amount: Amount,
        /// The recipients.
        to: DamageTo,
        /// Wording: `damage equal to …` and its position, or a number.
        say: DamageSay,
    },
    /// Two creatures fight: each deals damage equal to its power to the other.
    Fight {
        /// The first creature.
        a: Obj,
        /// The second creature. `None` if `a` names both.
        b: Option<Obj>,
    },
    /// Destroy.
    Destroy {
        /// The permanents.
        what: Obj,
    },
    /// Exile. With `until`, the objects return when that duration ends (CR 610.3).
    Exile {
        /// The player who exiles, and chooses.
        who: Who,
        /// The objects.
        what: Obj,
        /// The duration after which the objects return.
        until: Option<Duration>,
        /// Whether the objects are exiled face down.
        face_down: bool,
    },
    /// Counter a spell or ability. Inside `TextStep::Unless`, a player can pay to prevent it.
    Counter {
        /// The spells or abilities.
        what: Obj,
    },
    /// Move objects to a zone.
    Move {
        /// The player who moves them, and chooses.
        who: Who,
        /// Wording: `return` or `put`.
        verb: MoveVerb,
        /// The objects. The filter names their zone.
        what: Obj,
        /// The destination.
        to: Where,
    },
    /// Draw cards, one after the other.
    Draw {
        /// The players who draw.
        who: Who,
        /// The number of cards.
        amount: Amount,
        /// Wording.
        say: AmountSay,
    },
    /// Discard.
    Discard {
        /// The players who discard.
        who: Who,
        /// The cards: [`Obj::Choose`] from the hand, or the whole hand.
        what: Obj,
        /// Whether the cards are chosen at random.
        random: bool,
    },
    /// Mill.
    Mill {
        /// The players who mill.
        who: Who,
        /// The number of cards.
        amount: Amount,
    },
    /// Gain life.
    GainLife {
        /// The players who gain life.
        who: Who,
        /// The amount.
        amount: Amount,
        /// Wording.
        say: AmountSay,
    },
    /// Lose life.
    LoseLife {
        /// The players who lose life.
        who: Who,
        /// The amount.
        amount: Amount,
        /// Wording.
        say: AmountSay,
    },
    /// A life total becomes a number.
    SetLife {
        /// The players.
        who: Who,
        /// The new life total.
        to: Amount,
    },
    /// Scry (CR 701.22).
    Scry(Who, Amount),
    /// Surveil (CR 701.25).
    Surveil(Who, Amount),
    /// Put counters on objects.
    PutCounters {
        /// The number for each object.
        count: Amount,
        /// The kind of counter.
        kind: CounterKind,
        /// The objects.
        on: Obj,
        /// Wording: `a number of counters equal to`.
        say: AmountSay,
        /// The player who puts them.
        who: Who,
    },
    /// Remove counters from objects.
    RemoveCounters {
        /// The number for each object.
        count: Choice,
        /// The kind of counter; any kind if `None`.
        kind: Option<CounterKind>,
        /// The objects.
        from: Obj,
    },
    /// Distribute counters among targets as the player chooses, at least one on each.
    Distribute {
        /// The total number.
        count: Amount,
        /// The kind of counter.
        kind: CounterKind,
        /// The targets.
        among: Obj,
    },
    /// Double the number of counters of this kind on an object.
    DoubleCounters(Option<CounterKind>, Obj),
    /// A player gets counters: energy, poison, experience.
    GetCounters {
        /// The players.
        who: Who,
        /// The number.
        count: Amount,
        /// The kind of counter; energy if `None`.
        kind: Option<CounterKind>,
    },
    /// Create tokens.
    Create {
        /// The players who create them.
        who: Who,
        /// The number of tokens.
        count: Amount,
        /// The token.
        token: Token,
        /// How they enter.
        entering: Entering,
        /// Wording.
        say: AmountSay,
    },
    /// Tap.
    Tap(Obj),
    /// Untap.
    Untap(Obj),
    /// Tap or untap, as the player chooses.
    TapOrUntap(Obj),
    /// Sacrifice permanents. Each player chooses among the permanents they control.
    Sacrifice {
        /// The players who sacrifice.
        who: Who,
        /// The permanents.
        what: Obj,
    },
    /// Regenerate (CR 701.19): create a regeneration shield.
    Regenerate(Obj),
    /// Add mana to the mana pool.
    AddMana {
        /// The players who get the mana.
        who: Who,
        /// The mana.
        mana: Mana,
        /// A restriction on spending the mana.
        spend: Option<SpendOnly>,
    },
    /// Search a library (CR 701.23).
    Search(Box<Search>),
    /// Shuffle a library.
    Shuffle(Who),
    /// Shuffle objects into their owner's library.
    ShuffleInto {
        /// The objects.
        what: Obj,
        /// The owner of the library.
        into: Who,
        /// The player who shuffles.
        who: Who,
    },
    /// Look at or reveal the top cards of a library, then put them into two places.
    Dig(Box<Dig>),
    /// Reveal cards until one matches.
    DigUntil(Box<super::DigUntil>),
    /// Look at a hand.
    LookAtHand(Who),
    /// Reveal a hand.
    RevealHand(Who),
    /// Reveal objects.
    Reveal {
        /// The player who reveals.
        who: Who,
        /// The objects.
        what: Obj,
    },
    /// Look at the top cards of a library. They stay in order.
    LookTop {
        /// The number of cards.
        count: Amount,
        /// The owner of the library.
        of: Who,
    },
    /// Choose objects for the following steps ([`Link::Last`](super::Link::Last)).
    ChooseObj {
        /// The player who chooses.
        who: Who,
        /// The objects.
        what: Obj,
    },
    /// Attach one object to another (CR 701.3).
    Attach {
        /// The Aura or Equipment.
        what: Obj,
        /// The object that it becomes attached to.
        to: Obj,
    },
    /// Take an extra turn after this one.
    ExtraTurn(Who),
    /// An additional combat phase after this one, and a main phase if `main`.
    ExtraCombat {
        /// Whether another main phase follows.
        main: bool,
    },
    /// Play an additional land this turn.
    ExtraLand(Amount),
    /// Goad (CR 701.15).
    Goad(Obj),
    /// Copy a spell on the stack, with new targets if `retarget` (CR 707.10).
    CopySpell {
        /// The spell.
        what: Obj,
        /// Whether the controller may choose new targets.
        retarget: bool,
    },
    /// Prevent damage (CR 615).
    Prevent(Prevention),
    /// Damage can't be prevented this turn (CR 615.12).
    Unpreventable,
    /// A player wins the game.
    Win(Who),
    /// A player loses the game.
    Lose(Who),
    /// Change the target of a spell.
    ChooseNewTargets(Obj),
    /// End the turn (CR 723).
    EndTurn,
    /// Choose a creature type for the source.
    ChooseType,
    /// Choose a color for the source.
    ChooseColor,
    /// A keyword action without a parameter.
    Keyword(KeywordAct),
    /// A keyword action with a number.
    KeywordNumber(NumberAct, Amount),
    /// Exchange control of objects.
    ExchangeControl(Obj),
    /// Allows a player to play cards, for example exiled ones, for a duration.
    MayPlay {
        /// The cards.
        what: Obj,
        /// The duration.
        until: Duration,
        /// Whether the player plays the cards without paying their mana cost.
        free: bool,
        /// Wording: `cast` (spells only) instead of `play`.
        cast: bool,
    },
    /// Transform the permanent (CR 701.27).
    Transform(Obj),
    /// If the object would die this turn, it is exiled instead.
    ExileIfDies(Obj),
    /// Put the cards that a player just looked at back on top in any order.
    PutBack,
    /// The object explores (CR 701.44).
    Explores(Obj),
    /// The object connives (CR 701.50).
    Connives(Obj),
    /// Get an emblem with abilities (CR 114).
    Emblem(Vec<super::Ability>),
    /// A player skips the next step or phase of this kind.
    SkipNext(Who, super::Phase),
}

/// Keyword actions without a parameter (CR 701).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum KeywordAct {
    /// CR 701.34.
    Proliferate,
    /// CR 701.16: create a Clue token.
    Investigate,
    /// CR 701.36.
    Populate,
    /// Become the monarch (CR 724).
    BecomeMonarch,
    /// CR 701.54.
    RingTempts,
    /// CR 701.62.
    ManifestDread,
    /// CR 701.49.
    Venture,
    /// Take the initiative (CR 725).
    Initiative,
}

impl Act {
    /// Whether this is "It can't be regenerated", which refers to the destruction just before (CR 701.19c).
    pub fn forbids_regeneration(&self) -> bool {
        match self {
            Act::Modify { what: Obj::Back { .. }, mods, until: Duration::Always } => {
                mods[..] == [Mod::Rule(Rule::CantBeRegenerated)]
            }
            _ => false,
        }
    }
}

/// Keyword actions with a number (CR 701).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NumberAct {
    /// CR 701.37.
    Monstrosity,
    /// CR 701.39.
    Bolster,
    /// CR 701.46.
    Adapt,
    /// CR 701.41.
    Support,
    /// CR 701.29.
    Fateseal,
    /// CR 701.57.
    Discover,
}

/// Wording of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AmountSay {
    /// As a number before the noun: `draw two cards`, `you gain X life`.
    Number,
    /// `equal to`.
    EqualTo,
    /// `equal to`, after the object.
    EqualAfter,
    /// `for each`: the amount is [`Amount::Times`] of a count.
    ForEach,
}

/// Wording of an amount of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DamageSay {
    /// `deals 3 damage to`.
    Number,
    /// `deals damage equal to … to`.
    EqualBefore,
    /// `deals damage to … equal to …`.
    EqualAfter,
    /// `deals 2 damage to … for each …`.
    ForEach,
    /// `… and 2 damage to …`: the source and the verb are those of the previous clause.
    Again,
}

/// Wording of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MoveVerb {
    /// Return.
    Return,
    /// Put.
    Put,
}
