//! The instructions that a step performs.

use super::{
    Amount, Choice, CounterKind, DamageTo, Dig, Duration, Entering, Mana, Mod, Obj, Prevention, Rule, Search,
    SpendOnly, Token, Where, Who,
};
use serde::{Deserialize, Serialize};

/// One instruction, such as `draw a card`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// Modifies objects for a duration (CR 611.2). An object that begins to match after the effect has begun is not
    /// affected (CR 611.2c).
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
        /// The amount of damage. With [`DamageTo::Divided`], this is the total amount.
        amount: Amount,
        /// The recipients.
        to: DamageTo,
        /// How the text writes the amount (wording only).
        say: DamageSay,
    },
    /// Two creatures fight: each deals damage equal to its power to the other creature.
    Fight {
        /// The first creature.
        a: Obj,
        /// The second creature. `None` if `a` names both creatures.
        b: Option<Obj>,
    },
    /// Destroy permanents.
    Destroy {
        /// The permanents.
        what: Obj,
    },
    /// Exile objects. With `until`, the objects return when this duration ends (CR 610.3).
    Exile {
        /// The player who exiles the objects, and who chooses them if there is a choice.
        who: Who,
        /// The objects.
        what: Obj,
        /// The duration after which the objects return. `None` if they stay in exile.
        until: Option<Duration>,
        /// Whether the objects are exiled face down.
        face_down: bool,
    },
    /// Counter spells or abilities. Inside a `TextStep::Unless`, a player can pay to prevent the countering.
    Counter {
        /// The spells or abilities.
        what: Obj,
    },
    /// Move objects to a zone.
    Move {
        /// The player who moves the objects, and who chooses them if there is a choice.
        who: Who,
        /// The verb in the text: `return` or `put` (wording only).
        verb: MoveVerb,
        /// The objects. The filter of the phrase names the zone from which they are moved.
        what: Obj,
        /// The destination.
        to: Where,
    },
    /// Draw cards one at a time.
    Draw {
        /// The players who draw.
        who: Who,
        /// The number of cards.
        amount: Amount,
        /// How the text writes the amount (wording only).
        say: AmountSay,
    },
    /// Discard cards.
    Discard {
        /// The players who discard.
        who: Who,
        /// The cards: [`Obj::Choose`] for chosen cards, or [`Obj::HandOf`] for the whole hand.
        what: Obj,
        /// Whether the cards are chosen at random and not by the player.
        random: bool,
    },
    /// Mill: put the top cards of the library into the graveyard.
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
        /// How the text writes the amount (wording only).
        say: AmountSay,
    },
    /// Lose life.
    LoseLife {
        /// The players who lose life.
        who: Who,
        /// The amount.
        amount: Amount,
        /// How the text writes the amount (wording only).
        say: AmountSay,
    },
    /// Set life totals to a number.
    SetLife {
        /// The players whose life total changes.
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
        /// The number of counters for each object.
        count: Amount,
        /// The kind of counter.
        kind: CounterKind,
        /// The objects.
        on: Obj,
        /// How the text writes the number (wording only).
        say: AmountSay,
        /// The player who puts the counters.
        who: Who,
    },
    /// Remove counters from objects.
    RemoveCounters {
        /// The number of counters for each object.
        count: Choice,
        /// The kind of counter. `None` means counters of any kind.
        kind: Option<CounterKind>,
        /// The objects.
        from: Obj,
    },
    /// Distribute counters among targets as the player chooses, at least one on each.
    Distribute {
        /// The total number of counters.
        count: Amount,
        /// The kind of counter.
        kind: CounterKind,
        /// The targets.
        among: Obj,
    },
    /// Double the number of counters of this kind on an object. `None` for every kind.
    DoubleCounters(Option<CounterKind>, Obj),
    /// A player gets counters: energy, poison, experience.
    GetCounters {
        /// The players who get the counters.
        who: Who,
        /// The number of counters.
        count: Amount,
        /// The kind of counter. `None` for energy counters.
        kind: Option<CounterKind>,
    },
    /// Create tokens.
    Create {
        /// The players who create the tokens.
        who: Who,
        /// The number of tokens.
        count: Amount,
        /// The kind of token.
        token: Token,
        /// How the tokens enter the battlefield.
        entering: Entering,
        /// How the text writes the number (wording only).
        say: AmountSay,
    },
    /// Tap permanents.
    Tap(Obj),
    /// Untap permanents.
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
        /// The players whose library the objects are shuffled into.
        into: Who,
        /// The player who shuffles.
        who: Who,
    },
    /// Look at or reveal the top cards of a library, then put some into one place and the rest into another.
    Dig(Box<Dig>),
    /// Reveal cards from the top of a library until a card matches.
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
    /// Look at the top cards of a library. The cards stay there in the same order.
    LookTop {
        /// The number of cards.
        count: Amount,
        /// The owner of the library.
        of: Who,
    },
    /// Choose objects to which later steps refer as [`Link::Last`](super::Link::Last).
    ChooseObj {
        /// The player who chooses.
        who: Who,
        /// The objects from which the player chooses, and how many.
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
    /// Add a combat phase after this phase, and a main phase after it if `main` is set.
    ExtraCombat {
        /// Whether a main phase follows the additional combat phase.
        main: bool,
    },
    /// Allow the player to play this many additional lands this turn.
    ExtraLand(Amount),
    /// Goad (CR 701.15).
    Goad(Obj),
    /// Copy a spell on the stack (CR 707.10).
    CopySpell {
        /// The spell.
        what: Obj,
        /// Whether the copy's controller may choose new targets for it.
        retarget: bool,
    },
    /// Prevent damage (CR 615).
    Prevent(Prevention),
    /// Prevents the damage that a source of the player's choice would deal the next time this turn (CR 615.8).
    PreventNext {
        /// The sources from which the player chooses. The properties are tested again when the damage would be dealt
        /// (CR 609.7b).
        by: super::Filter,
        /// The recipient of the damage.
        to: DamageTo,
    },
    /// Damage can't be prevented this turn (CR 615.12).
    Unpreventable,
    /// A player wins the game.
    Win(Who),
    /// A player loses the game.
    Lose(Who),
    /// Choose new targets for a spell.
    ChooseNewTargets(Obj),
    /// End the turn (CR 723).
    EndTurn,
    /// Choose a creature type, which is stored on the source.
    ChooseType,
    /// Choose a color, which is stored on the source.
    ChooseColor,
    /// A keyword action without a number, such as `proliferate`.
    Keyword(KeywordAct),
    /// A keyword action with a number, such as `bolster 2`.
    KeywordNumber(NumberAct, Amount),
    /// Amass (CR 701.47): the number of counters, and the subtype that the Army gets.
    Amass(super::SubtypeId, Amount),
    /// Exchange control of objects.
    ExchangeControl(Obj),
    /// Allow a player to play cards for a duration, for example cards that were exiled.
    MayPlay {
        /// The cards.
        what: Obj,
        /// The duration.
        until: Duration,
        /// Whether the player plays the cards without paying their mana cost.
        free: bool,
        /// Whether the text says `cast` and not `play`. If so, lands cannot be played.
        cast: bool,
    },
    /// Transform permanents (CR 701.27).
    Transform(Obj),
    /// Exile the object instead if it would die this turn.
    ExileIfDies(Obj),
    /// Put the cards that a player just looked at back on top of the library, in any order.
    PutBack,
    /// Have the object explore (CR 701.44).
    Explores(Obj),
    /// Have the object connive (CR 701.50).
    Connives(Obj),
    /// Get an emblem with abilities (CR 114).
    Emblem(Vec<super::Ability>),
    /// A player skips the next step or phase of this kind.
    SkipNext(Who, super::Phase),
}

/// Keyword actions without a number, each with the section of the Comprehensive Rules that defines it.
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
    /// Whether this is the sentence `It can't be regenerated`, which belongs to the destruction before it (CR 701.19c).
    pub fn forbids_regeneration(&self) -> bool {
        match self {
            Act::Modify { what: Obj::Back { .. }, mods, until: Duration::Always } => {
                mods[..] == [Mod::Rule(Rule::CantBeRegenerated)]
            }
            _ => false,
        }
    }
}

/// Keyword actions with a number, each with the section of the Comprehensive Rules that defines it.
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

/// How the text writes an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AmountSay {
    /// A number before the noun: `draw two cards`, `you gain X life`.
    Number,
    /// The words `equal to` and the amount: `draw cards equal to its power`.
    EqualTo,
    /// The words `equal to` and the amount after the object.
    EqualAfter,
    /// The words `for each`. The amount is [`Amount::Times`] of a count.
    ForEach,
    /// The same as `ForEach`, with `for each …,` before the verb.
    ForEachFirst,
}

/// How the text writes an amount of damage.
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
    /// `… and 2 damage to …`, without a source and a verb of its own. Source and verb come from the previous clause.
    Again,
}

/// The verb of an instruction that moves objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MoveVerb {
    /// `Return`.
    Return,
    /// `Put`.
    Put,
}
