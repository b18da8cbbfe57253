//! What a continuous effect does to objects (CR 611, 613), for a while or as long as a static ability holds.

use super::{
    Ability, Amount, CardType, Color, Colors, Cost, Filter, Keyword, ManaCost, Obj, Quality, SubtypeId, Supertype, Who,
};
use serde::{Deserialize, Serialize};

/// One modification. Layers follow from the kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mod {
    /// `gets +1/-1` (layer 7c).
    Get(Change, Change),
    /// As before, once for each that is counted. Wording: the duration stands before `for each`.
    GetEach(Change, Change, Amount, bool),
    /// `has base power and toughness` (layer 7b).
    Base(Amount, Amount),
    /// Power and toughness are each so much: a characteristic-defining ability on the object itself (layer 7a).
    Defined {
        /// Sets the power.
        power: bool,
        /// Sets the toughness.
        toughness: bool,
        /// To this; toughness one more if it is [`Amount::Plus`] by the wording.
        to: Amount,
    },
    /// Switch power and toughness (layer 7d).
    Switch,
    /// Gains keywords (layer 6).
    Gain(Vec<Keyword>),
    /// Gains an ability that is written out.
    GainAbility(Box<Ability>),
    /// Gains keywords and an ability that is written out.
    GainBoth(Vec<Keyword>, Box<Ability>),
    /// Loses keywords.
    Lose(Vec<Keyword>),
    /// Loses all abilities.
    LoseAll,
    /// Becomes something (layers 4, 5, 7b and 6).
    Become(Box<Become>),
    /// Is every creature type.
    EveryCreatureType,
    /// Is of the colours and no others (layer 5); colourless if empty.
    Color(Colors),
    /// Becomes a colour that the controller chooses.
    ColorOfChoice,
    /// Becomes a basic land type that the controller chooses.
    LandTypeOfChoice,
    /// Changes who controls it (layer 2).
    Control(Who),
    /// A rule about it.
    Rule(Rule),
    /// Its activated abilities can't be activated. Wording: with a comma before `and`.
    NoAbilities(bool),
}

/// A signed change of power or toughness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// `+2`, `-1`. The sign of zero is kept for the wording: `-0`.
    By {
        /// Negative.
        minus: bool,
        /// How much.
        by: Amount,
    },
}

/// What something becomes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Become {
    /// Base power and toughness.
    pub base: Option<(Amount, Amount)>,
    /// Colours it has instead of its own.
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
    /// Keeps its other types (`in addition to its other types`, `that's still a land`). Else types that it becomes replace
    /// the ones of the same set (CR 205.1a).
    pub keep: Keep,
    /// Wording: with an article.
    pub article: bool,
    /// Wording: `with base power and toughness` behind the types.
    pub base_after: bool,
}

/// Whether other types are kept, and how it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keep {
    /// Nothing said: new types replace the old, where there are any in that set.
    No,
    /// `in addition to its other types`.
    Addition,
    /// `that's still a land`.
    StillLand,
    /// In a sentence of its own: `It's still a land.`
    StillLandStop,
    /// `in addition to its other creature types`.
    CreatureTypes,
    /// `in addition to its other land types`.
    LandTypes,
    /// `in addition to its other colors and types`.
    ColorsAndTypes,
}

/// A rule that holds for objects: restrictions, requirements, permissions.
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
    /// Can't attack unless the condition holds; `block`: nor block.
    CantUnless {
        /// Attacking is restricted.
        attack: bool,
        /// Blocking is restricted.
        block: bool,
        /// Unless this is so.
        cond: super::Cond,
    },
    /// Can't be blocked.
    CantBeBlocked,
    /// Can't be blocked by what matches.
    CantBeBlockedBy(Filter),
    /// Can't be blocked except by what matches.
    CantBeBlockedExceptBy(Filter),
    /// Can't be blocked except by so many or more.
    CantBeBlockedExceptByCount(u8),
    /// Can't be blocked by more than one creature.
    CantBeBlockedByMoreThan(u8),
    /// Can block only what matches.
    BlockOnly(Filter),
    /// Can't block what matches.
    CantBlockObj(Filter),
    /// Can block so many more attackers each combat; any number if `None`.
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
    /// Doesn't untap during its controller's untap step. `next`: only the next one.
    DoesntUntap {
        /// Wording: `your`, not `its controller's`.
        your: bool,
        /// The next one only.
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
    /// Can't be the target of what matches (spells or abilities).
    CantBeTargeted,
    /// Assigns combat damage equal to its toughness.
    AssignsToughness,
    /// Its controller may have it assign its combat damage as though it weren't blocked.
    MayAssignUnblocked,
    /// Assigns no combat damage.
    AssignsNone,
    /// Enters tapped.
    EntersTapped,
    /// Attached Auras and Equipment aside, can't be enchanted.
    CantBeEnchanted,
    /// Can't be sacrificed.
    CantBeSacrificed,
    /// Legend rule doesn't apply.
    NoLegendRule,
    /// If it would leave the battlefield, it is exiled instead of going anywhere else.
    ExiledIfLeaves,
    /// Can't transform.
    CantTransform,
    /// Has flash for its controller: `you may cast … as though they had flash`.
    CastAsFlash,
}

/// Whom a cost change concerns, and by how much (CR 601.2f).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CostChange {
    /// Spells that match.
    pub what: Filter,
    /// Cast by whom.
    pub by: Who,
    /// More, not less.
    pub more: bool,
    /// By this mana.
    pub mana: ManaCost,
    /// Once for each.
    pub each: Option<Amount>,
    /// Only the first of them that is cast each turn.
    pub first: bool,
}

/// A price on doing something: `creatures can't attack you unless their controller pays {2} for each`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tax {
    /// Who must pay.
    pub what: Obj,
    /// How much for each.
    pub cost: Cost,
}

impl Mod {
    /// Does it leave a colour to choose as it is applied?
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

    /// The same with the colour chosen.
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
