//! Modifications of objects by continuous effects (CR 611, 613), with a duration or from a static ability.

use super::{
    Ability, Amount, CardType, Color, Colors, Cost, Filter, Keyword, ManaCost, Obj, Quality, SubtypeId, Supertype, Who,
};
use serde::{Deserialize, Serialize};

/// One modification. Its kind determines the layers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mod {
    /// `gets +1/-1` (layer 7c).
    Get(Change, Change),
    /// `gets +1/-1 for each …`. Wording: the duration comes before `for each`.
    GetEach(Change, Change, Amount, bool),
    /// `has base power and toughness` (layer 7b).
    Base(Amount, Amount),
    /// Power or toughness is set by a characteristic-defining ability of the object itself (layer 7a).
    Defined {
        /// Sets the power.
        power: bool,
        /// Sets the toughness.
        toughness: bool,
        /// The value. If it is [`Amount::Plus`], toughness is one more, as the wording says.
        to: Amount,
    },
    /// Switch power and toughness (layer 7d).
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
    /// Becomes something else (layers 4, 5, 6 and 7b).
    Become(Box<Become>),
    /// Is every creature type.
    EveryCreatureType,
    /// Has exactly these colors (layer 5); colorless if empty.
    Color(Colors),
    /// Becomes a color that the controller chooses.
    ColorOfChoice,
    /// Becomes a basic land type that the controller chooses.
    LandTypeOfChoice,
    /// Changes its controller (layer 2).
    Control(Who),
    /// A rule for the object.
    Rule(Rule),
    /// Its activated abilities can't be activated. Wording: with a comma before `and`.
    NoAbilities(bool),
}

/// A signed change of power or toughness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// `+2`, `-1`. Zero keeps its sign for the wording: `-0`.
    By {
        /// Whether the change is negative.
        minus: bool,
        /// The absolute value.
        by: Amount,
    },
}

/// The characteristics that an object gets from "becomes".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Become {
    /// Base power and toughness.
    pub base: Option<(Amount, Amount)>,
    /// The new colors, replacing the old ones.
    pub colors: Option<Colors>,
    /// Supertypes it gains.
    pub supertypes: Vec<Supertype>,
    /// Subtypes it gains.
    pub subtypes: Vec<SubtypeId>,
    /// Types it gains.
    pub types: Vec<CardType>,
    /// Keywords it gains.
    pub with: Vec<Keyword>,
    /// An ability it gains.
    pub ability: Option<Box<Ability>>,
    /// Whether the object keeps its other types (`in addition to its other types`, `that's still a land`). Otherwise
    /// new types replace types of the same kind, such as creature types (CR 205.1a).
    pub keep: Keep,
    /// Wording: with an article.
    pub article: bool,
    /// Wording: `with base power and toughness` comes after the types.
    pub base_after: bool,
}

/// Whether other types are kept, with the wording.
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
    /// Can't be blocked except by this many creatures or more.
    CantBeBlockedExceptByCount(u8),
    /// Can't be blocked by more than this many creatures.
    CantBeBlockedByMoreThan(u8),
    /// Can block only matching creatures.
    BlockOnly(Filter),
    /// Can't block matching creatures.
    CantBlockObj(Filter),
    /// Can block this many additional attackers each combat; any number if `None`.
    BlockMore(Option<u8>),
    /// Can attack as though it didn't have defender.
    AttackDespiteDefender,
    /// Attacks each combat if able.
    MustAttack,
    /// Blocks each combat if able.
    MustBlock,
    /// Must be blocked if able.
    MustBeBlocked,
    /// All creatures able to block it do so.
    Lure,
    /// Attacks a player other than the controller of the effect if able: goad (CR 701.15).
    Goaded,
    /// Doesn't untap during its controller's untap step.
    DoesntUntap {
        /// Wording: `your` instead of `its controller's`.
        your: bool,
        /// Whether the rule applies only during the next untap step.
        next: bool,
        /// Wording: `their controllers' untap steps`.
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
    /// Can't be enchanted by other Auras.
    CantBeEnchanted,
    /// Can't be sacrificed.
    CantBeSacrificed,
    /// The legend rule doesn't apply.
    NoLegendRule,
    /// Is exiled if it would leave the battlefield.
    ExiledIfLeaves,
    /// Can't transform.
    CantTransform,
    /// Has flash for its controller: `you may cast … as though they had flash`.
    CastAsFlash,
}

/// A change of the cost of spells (CR 601.2f).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CostChange {
    /// The spells.
    pub what: Filter,
    /// The players who cast them.
    pub by: Who,
    /// Whether the spells cost more instead of less.
    pub more: bool,
    /// The mana.
    pub mana: ManaCost,
    /// Applied once for each counted object.
    pub each: Option<Amount>,
    /// Whether the change applies only to the first such spell each turn.
    pub first: bool,
}

/// A cost for doing something: "creatures can't attack you unless their controller pays {2} for each".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tax {
    /// The objects for which a player must pay.
    pub what: Obj,
    /// The cost for each.
    pub cost: Cost,
}

impl Mod {
    /// Whether a player must choose a color when the modification is applied.
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

    /// The modification with this color in place of the choice.
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
