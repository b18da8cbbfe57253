//! The instructions of a step.

use super::{
    Amount, Choice, CounterKind, DamageTo, Dig, Duration, Entering, Mana, Mod, Obj, Prevention, Rule, Search,
    SpendOnly, Token, Where, Who,
};
use serde::{Deserialize, Serialize};

/// An atomic instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// Modify objects for a while (CR 611.2). The set is fixed as it begins (CR 611.2c).
    Modify {
        /// What.
        what: Obj,
        /// How, in this order of wording.
        mods: Vec<Mod>,
        /// How long.
        until: Duration,
    },
    /// Deal damage (CR 120). From the source of the ability, or from what is named.
    Damage {
        /// What deals it.
        from: Obj,
        /// How much; for [`DamageTo::Divided`] in all.
        amount: Amount,
        /// To what or whom.
        to: DamageTo,
        /// Wording: `damage equal to …` (and where that stands), or a number.
        say: DamageSay,
    },
    /// Each deals damage equal to its power to the other.
    Fight {
        /// The one.
        a: Obj,
        /// The other; `None`: `a` are two that fight each other.
        b: Option<Obj>,
    },
    /// Destroy.
    Destroy {
        /// What.
        what: Obj,
    },
    /// Exile. `until`: returned when that ends (CR 610.3).
    Exile {
        /// Who does it, and chooses.
        who: Who,
        /// What.
        what: Obj,
        /// Comes back when this ends.
        until: Option<Duration>,
        /// Face down.
        face_down: bool,
    },
    /// Counter a spell or ability. With `TextStep::Unless` it can be paid off.
    Counter {
        /// What.
        what: Obj,
    },
    /// Move objects to a zone.
    Move {
        /// Who does it, and chooses.
        who: Who,
        /// Wording: return or put.
        verb: MoveVerb,
        /// What; its filter says from where.
        what: Obj,
        /// Where to.
        to: Where,
    },
    /// Draw cards, one after the other.
    Draw {
        /// Who.
        who: Who,
        /// How many.
        amount: Amount,
        /// Wording.
        say: AmountSay,
    },
    /// Discard.
    Discard {
        /// Who.
        who: Who,
        /// What: [`Obj::Choose`] among the hand, or the whole hand.
        what: Obj,
        /// By chance.
        random: bool,
    },
    /// Mill.
    Mill {
        /// Who.
        who: Who,
        /// How many.
        amount: Amount,
    },
    /// Gain life.
    GainLife {
        /// Who.
        who: Who,
        /// How much.
        amount: Amount,
        /// Wording.
        say: AmountSay,
    },
    /// Lose life.
    LoseLife {
        /// Who.
        who: Who,
        /// How much.
        amount: Amount,
        /// Wording.
        say: AmountSay,
    },
    /// Life total becomes.
    SetLife {
        /// Whose.
        who: Who,
        /// To.
        to: Amount,
    },
    /// Scry (CR 701.22).
    Scry(Who, Amount),
    /// Surveil (CR 701.25).
    Surveil(Who, Amount),
    /// Put counters on objects.
    PutCounters {
        /// How many on each.
        count: Amount,
        /// Of which kind.
        kind: CounterKind,
        /// On what.
        on: Obj,
        /// Wording: `a number of counters equal to`.
        say: AmountSay,
        /// Who puts them.
        who: Who,
    },
    /// Remove counters from objects.
    RemoveCounters {
        /// How many from each.
        count: Choice,
        /// Of which kind; of any if `None`.
        kind: Option<CounterKind>,
        /// From what.
        from: Obj,
    },
    /// Distribute counters as the player likes, at least one on each target.
    Distribute {
        /// How many in all.
        count: Amount,
        /// Of which kind.
        kind: CounterKind,
        /// Among what.
        among: Obj,
    },
    /// Double the counters of the kind on it.
    DoubleCounters(Option<CounterKind>, Obj),
    /// A player gets counters: energy, poison, experience.
    GetCounters {
        /// Who.
        who: Who,
        /// How many.
        count: Amount,
        /// Which; energy if `None`.
        kind: Option<CounterKind>,
    },
    /// Create tokens.
    Create {
        /// Who.
        who: Who,
        /// How many.
        count: Amount,
        /// Which.
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
    /// Tap or untap, by choice.
    TapOrUntap(Obj),
    /// Sacrifice: the player chooses among what they control.
    Sacrifice {
        /// Who.
        who: Who,
        /// What.
        what: Obj,
    },
    /// Regenerate (CR 701.19): a shield.
    Regenerate(Obj),
    /// Add mana to the pool.
    AddMana {
        /// Who.
        who: Who,
        /// What.
        mana: Mana,
        /// May be spent only so.
        spend: Option<SpendOnly>,
    },
    /// Search a library (CR 701.23).
    Search(Box<Search>),
    /// Shuffle a library.
    Shuffle(Who),
    /// Shuffle objects into their owner's library.
    ShuffleInto {
        /// What.
        what: Obj,
        /// Whose library.
        into: Who,
        /// Who does it.
        who: Who,
    },
    /// Look at or reveal the top cards and divide them.
    Dig(Box<Dig>),
    /// Reveal cards until one matches.
    DigUntil(Box<super::DigUntil>),
    /// Look at a hand.
    LookAtHand(Who),
    /// Reveal a hand.
    RevealHand(Who),
    /// Reveal objects.
    Reveal {
        /// Who.
        who: Who,
        /// What.
        what: Obj,
    },
    /// Look at the top cards of a library; they stay in order.
    LookTop {
        /// How many.
        count: Amount,
        /// Whose.
        of: Who,
    },
    /// Choose objects, for the steps that follow ([`Link::Last`](super::Link::Last)).
    ChooseObj {
        /// Who.
        who: Who,
        /// What.
        what: Obj,
    },
    /// Attach the one to the other (CR 701.3).
    Attach {
        /// The Aura or Equipment.
        what: Obj,
        /// To this.
        to: Obj,
    },
    /// Take an extra turn after this one.
    ExtraTurn(Who),
    /// An additional combat phase after this one, and a main phase if `main`.
    ExtraCombat {
        /// Followed by another main phase.
        main: bool,
    },
    /// Play an additional land this turn.
    ExtraLand(Amount),
    /// Goad (CR 701.15).
    Goad(Obj),
    /// Copy a spell on the stack, with new targets if `retarget` (CR 707.10).
    CopySpell {
        /// Which.
        what: Obj,
        /// The controller may choose new targets.
        retarget: bool,
    },
    /// Prevent damage (CR 615).
    Prevent(Prevention),
    /// Damage can't be prevented this turn (CR 615.12).
    Unpreventable,
    /// The game is won.
    Win(Who),
    /// The game is lost.
    Lose(Who),
    /// Change the target of a spell.
    ChooseNewTargets(Obj),
    /// End the turn (CR 723).
    EndTurn,
    /// Choose a creature type, a colour for the source.
    ChooseType,
    /// Choose a colour for the source.
    ChooseColor,
    /// A named action without a parameter.
    Keyword(KeywordAct),
    /// A named action with a number.
    KeywordNumber(NumberAct, Amount),
    /// The players exchange control, or objects swap: `exchange control of`.
    ExchangeControl(Obj),
    /// The card exiled may be played for the duration.
    MayPlay {
        /// What.
        what: Obj,
        /// How long.
        until: Duration,
        /// Without paying its mana cost.
        free: bool,
        /// Wording: cast (spells only) or play.
        cast: bool,
    },
    /// Transform the permanent (CR 701.27).
    Transform(Obj),
    /// If the object would die this turn, it is exiled instead.
    ExileIfDies(Obj),
    /// Put the cards that were looked at back on top, in any order.
    PutBack,
    /// The object explores (CR 701.44).
    Explores(Obj),
    /// The object connives (CR 701.50).
    Connives(Obj),
    /// An emblem with abilities (CR 114).
    Emblem(Vec<super::Ability>),
    /// Skip the next draw step and the like is no replacement of a text, but one of a step.
    SkipNext(Who, super::Phase),
}

/// Named actions without a parameter (CR 701).
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
    /// `It can't be regenerated.`: said of what was destroyed just before (CR 701.19c).
    pub fn forbids_regeneration(&self) -> bool {
        match self {
            Act::Modify { what: Obj::Back { .. }, mods, until: Duration::Always } => {
                mods[..] == [Mod::Rule(Rule::CantBeRegenerated)]
            }
            _ => false,
        }
    }
}

/// Named actions with a number (CR 701).
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
    /// `equal to`, behind the object.
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
    /// `… and 2 damage to …`: the source and the verb of the clause before hold on.
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
