//! Modifications of objects by continuous effects (CR 611, 613). The effect comes from a static ability or lasts for a
//! duration.

use super::{
    Ability, Amount, CardType, Color, Colors, Cost, Filter, Keyword, ManaCost, Obj, Quality, SubtypeId, Supertype, Who,
};
use serde::{Deserialize, Serialize};

/// One modification of an object. Its kind determines the layers in which it applies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mod {
    /// `gets +1/-1` (layer 7c).
    Get(Change, Change),
    /// `gets +1/-1 for each …`. The flag says whether the duration comes before `for each` (wording only).
    GetEach(Change, Change, Amount, bool),
    /// `has base power and toughness 1/1` (layer 7b).
    Base(Amount, Amount),
    /// A characteristic-defining ability sets the power or toughness of the object that has it (layer 7a).
    Defined {
        /// Whether the ability sets the power.
        power: bool,
        /// Whether the ability sets the toughness.
        toughness: bool,
        /// The value. If the ability sets both power and toughness, both get this value.
        to: Amount,
    },
    /// Switches power and toughness (layer 7d).
    Switch,
    /// Gains keywords (layer 6).
    Gain(Vec<Keyword>),
    /// Gains an ability that the text quotes.
    GainAbility(Box<Ability>),
    /// Gains keywords and an ability that the text quotes.
    GainBoth(Vec<Keyword>, Box<Ability>),
    /// Loses keywords.
    Lose(Vec<Keyword>),
    /// Loses all abilities.
    LoseAll,
    /// Becomes something else, for example a creature (layers 4, 5, 6 and 7b).
    Become(Box<Become>),
    /// Has every creature type.
    EveryCreatureType,
    /// Is not of this type: `isn't a creature` (layer 4). It also loses the subtypes of the type (CR 205.1b).
    NotType(CardType),
    /// Has exactly these colors (layer 5). Colorless if the set is empty.
    Color(Colors),
    /// Becomes a color that the controller chooses.
    ColorOfChoice,
    /// Becomes a basic land type that the controller chooses.
    LandTypeOfChoice,
    /// Is controlled by this player (layer 2).
    Control(Who),
    /// A restriction, requirement or permission for the object.
    Rule(Rule),
    /// Its activated abilities can't be activated. The flag says whether a comma is before `and` (wording only).
    NoAbilities(bool),
}

/// An increase or decrease of power or toughness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// `+2`, `-1`. A zero has a sign too, because texts contain both `+0` and `-0`.
    By {
        /// Whether this is a decrease.
        minus: bool,
        /// The size of the change, without its sign.
        by: Amount,
    },
}

/// The characteristics that an object gets when it `becomes` something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Become {
    /// The base power and toughness. `None` if they do not change.
    pub base: Option<(Amount, Amount)>,
    /// The new colors, which replace the old colors. `None` if the colors do not change.
    pub colors: Option<Colors>,
    /// The supertypes that it gains.
    pub supertypes: Vec<Supertype>,
    /// The subtypes that it gains.
    pub subtypes: Vec<SubtypeId>,
    /// The types that it gains.
    pub types: Vec<CardType>,
    /// The keywords that it gains.
    pub with: Vec<Keyword>,
    /// The ability that it gains.
    pub ability: Option<Box<Ability>>,
    /// Whether the object keeps its other types (`in addition to its other types`, `that's still a land`). Otherwise
    /// new types replace types of the same kind, such as creature types (CR 205.1a).
    pub keep: Keep,
    /// Whether the text has an article before the types: `a 1/1 creature` (wording only).
    pub article: bool,
    /// Whether `with base power and toughness` comes after the types (wording only).
    pub base_after: bool,
}

/// Whether an object keeps its other types, and the words that say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keep {
    /// The text says nothing. New types replace the old types of the same kind.
    No,
    /// `in addition to its other types`.
    Addition,
    /// `that's still a land`.
    StillLand,
    /// In a separate sentence: `It's still a land.`
    StillLandStop,
    /// `in addition to its other creature types`.
    CreatureTypes,
    /// `in addition to its other land types`.
    LandTypes,
    /// `in addition to its other colors and types`.
    ColorsAndTypes,
}

/// A rule for objects: a restriction, a requirement or a permission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rule {
    /// Can't attack.
    CantAttack,
    /// Can't block.
    CantBlock,
    /// Can't attack or block.
    CantAttackOrBlock,
    /// Can't attack or block alone.
    CantAttackOrBlockAlone,
    /// Can't attack, or can't block, unless the condition holds.
    CantUnless {
        /// Whether attacking is restricted.
        attack: bool,
        /// Whether blocking is restricted.
        block: bool,
        /// The condition.
        cond: super::Cond,
    },
    /// Can't be blocked.
    CantBeBlocked,
    /// Can't be blocked by matching creatures.
    CantBeBlockedBy(Filter),
    /// Can't be blocked except by matching creatures.
    CantBeBlockedExceptBy(Filter),
    /// Can't be blocked except by at least this many creatures.
    CantBeBlockedExceptByCount(u8),
    /// Can't be blocked by more than this many creatures.
    CantBeBlockedByMoreThan(u8),
    /// Can block only matching creatures.
    BlockOnly(Filter),
    /// Can't block matching creatures.
    CantBlockObj(Filter),
    /// Can block this many additional attackers each combat. `None` for any number.
    BlockMore(Option<u8>),
    /// Can attack as though it didn't have defender.
    AttackDespiteDefender,
    /// Attacks each combat if able.
    MustAttack,
    /// Blocks each combat if able.
    MustBlock,
    /// Must be blocked by at least one creature if able.
    MustBeBlocked,
    /// All creatures that are able to block it must block it.
    Lure,
    /// Must attack, if able a player other than the player who goaded it (CR 701.15).
    Goaded,
    /// Doesn't untap during its controller's untap step.
    DoesntUntap {
        /// Whether the text says `your` and not `its controller's` (wording only).
        your: bool,
        /// Whether the rule applies only during the next untap step.
        next: bool,
        /// Whether the text says `their controllers' untap steps` (wording only).
        steps: bool,
    },
    /// Its controller may choose not to untap it.
    MayStayTapped,
    /// Can't be countered.
    CantBeCountered,
    /// Can't be regenerated.
    CantBeRegenerated,
    /// Can't be the target of spells or abilities.
    CantBeTargeted,
    /// Assigns combat damage equal to its toughness.
    AssignsToughness,
    /// Its controller may have it assign its combat damage as though it weren't blocked.
    MayAssignUnblocked,
    /// Assigns no combat damage.
    AssignsNone,
    /// Enters tapped.
    EntersTapped,
    /// Can't be enchanted.
    CantBeEnchanted,
    /// Can't be sacrificed.
    CantBeSacrificed,
    /// Is exempt from the legend rule.
    NoLegendRule,
    /// Is exiled instead if it would leave the battlefield.
    ExiledIfLeaves,
    /// Can't transform.
    CantTransform,
    /// Its controller may cast it as though it had flash.
    CastAsFlash,
}

/// A change of the cost of spells (CR 601.2f).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CostChange {
    /// The spells whose cost changes.
    pub what: Filter,
    /// The players who cast the spells.
    pub by: Who,
    /// Whether the spells cost more instead of less.
    pub more: bool,
    /// The mana added or removed.
    pub mana: ManaCost,
    /// The change applies this many times. `None` for once.
    pub each: Option<Amount>,
    /// Whether the change applies only to the first matching spell each turn.
    pub first: bool,
}

/// A cost to attack: `creatures can't attack you unless their controller pays {2} for each`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tax {
    /// The creatures whose controller must pay.
    pub what: Obj,
    /// The cost for each creature.
    pub cost: Cost,
}

impl Mod {
    /// Whether a player must choose a color when the modification starts to apply.
    pub fn asks_color(&self) -> bool {
        let asks = |keyword: &Keyword| match keyword {
            Keyword::Protection(list) | Keyword::HexproofFrom(list) => list.contains(&Quality::ColorOfChoice),
            _ => false,
        };
        match self {
            Mod::Gain(list) => list.iter().any(asks),
            Mod::ColorOfChoice => true,
            _ => false,
        }
    }

    /// The same modification with `color` as the chosen color.
    pub fn with_color(&self, color: Color) -> Mod {
        let chosen = |list: &[Quality]| -> Vec<Quality> {
            let of = |quality: &Quality| match quality {
                Quality::ColorOfChoice => Quality::Color(Colors::default().with(color)),
                other => other.clone(),
            };
            list.iter().map(of).collect()
        };
        let keyword = |keyword: &Keyword| match keyword {
            Keyword::Protection(list) => Keyword::Protection(chosen(list)),
            Keyword::HexproofFrom(list) => Keyword::HexproofFrom(chosen(list)),
            other => other.clone(),
        };
        match self {
            Mod::Gain(list) => Mod::Gain(list.iter().map(keyword).collect()),
            Mod::ColorOfChoice => Mod::Color(Colors::default().with(color)),
            other => other.clone(),
        }
    }
}
