//! Keyword abilities (CR 702). Each keyword names the section of the Comprehensive Rules (CR) that defines it.

use super::{Amount, Colors, Cost, Filter, ManaCost, NameId, SubtypeId};
use serde::{Deserialize, Serialize};

/// A keyword ability with its parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keyword {
    /// A keyword without a parameter.
    Plain(PlainKeyword),
    /// A keyword with a cost, such as `equip {2}`.
    Cost(KeywordCost, Cost),
    /// A keyword with a number, such as `crew 3`.
    Number(KeywordCount, Amount),
    /// `Enchant creature`: the Aura can enchant objects that match the filter (CR 702.5).
    Enchant(Filter),
    /// `Enchant player` or `enchant opponent`.
    EnchantPlayer(super::Players),
    /// `Protection from` these qualities (CR 702.16).
    Protection(Vec<Quality>),
    /// `Hexproof from` these qualities (CR 702.11d).
    HexproofFrom(Vec<Quality>),
    /// Landwalk: it can't be blocked if the defending player controls a land that matches the filter (CR 702.14).
    Landwalk(Filter),
    /// Typecycling: search for a card with this subtype instead of drawing (CR 702.29e). `None` means basic land cards.
    Typecycling(Option<SubtypeId>, Cost),
    /// Affinity: the spell costs {1} less for each matching permanent that the player controls (CR 702.41).
    Affinity(Filter),
    /// Suspend: the number of time counters, then the cost (CR 702.62).
    Suspend(Amount, ManaCost),
    /// Equip with this cost, but only to creatures that match the filter (CR 702.6e).
    EquipOnly(Filter, Cost),
    /// Partner with a card of this name (CR 702.124j).
    PartnerWith(NameId),
    /// Two kickers: `kicker {A} and/or {B}` (CR 702.33b).
    KickerTwo(ManaCost, ManaCost),
}

/// The word or phrase after `protection from` or `hexproof from`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Quality {
    /// One or more colors in one phrase.
    Color(Colors),
    /// `all colors`: each of the five colors.
    AllColors,
    /// `everything`: every object, whatever its characteristics.
    Everything,
    /// Objects with exactly one color.
    Monocolored,
    /// Objects with two or more colors.
    Multicolored,
    /// Objects that match the filter, in the plural: `artifacts`, `Dragons`.
    Objects(Filter),
    /// The color that was chosen for the source.
    ChosenColor,
    /// A color that the controller chooses when the object gains the keyword.
    ColorOfChoice,
}

macro_rules! plain_keywords {
    ($($(#[$doc:meta])* $name:ident = $word:literal,)*) => {
        /// Keywords without a parameter, each with the section of the Comprehensive Rules that defines it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum PlainKeyword { $($(#[$doc])* $name,)* }

        impl PlainKeyword {
            /// All keywords.
            pub const ALL: &'static [PlainKeyword] = &[$(PlainKeyword::$name,)*];
            /// The keyword in the text, in lower case.
            pub const fn words(self) -> &'static str {
                match self { $(PlainKeyword::$name => $word,)* }
            }
        }
    };
}

plain_keywords! {
    /// CR 702.2.
    Deathtouch = "deathtouch",
    /// CR 702.3.
    Defender = "defender",
    /// CR 702.4.
    DoubleStrike = "double strike",
    /// CR 702.7.
    FirstStrike = "first strike",
    /// CR 702.8.
    Flash = "flash",
    /// CR 702.9.
    Flying = "flying",
    /// CR 702.10.
    Haste = "haste",
    /// CR 702.11.
    Hexproof = "hexproof",
    /// CR 702.12.
    Indestructible = "indestructible",
    /// CR 702.15.
    Lifelink = "lifelink",
    /// CR 702.17.
    Reach = "reach",
    /// CR 702.18.
    Shroud = "shroud",
    /// CR 702.19.
    Trample = "trample",
    /// CR 702.20.
    Vigilance = "vigilance",
    /// CR 702.111.
    Menace = "menace",
    /// CR 702.108.
    Prowess = "prowess",
    /// CR 702.13.
    Intimidate = "intimidate",
    /// CR 702.36.
    Fear = "fear",
    /// CR 702.28.
    Shadow = "shadow",
    /// CR 702.31.
    Horsemanship = "horsemanship",
    /// CR 702.118.
    Skulk = "skulk",
    /// CR 702.25.
    Flanking = "flanking",
    /// CR 702.26.
    Phasing = "phasing",
    /// CR 702.40.
    Storm = "storm",
    /// CR 702.51.
    Convoke = "convoke",
    /// CR 702.61.
    SplitSecond = "split second",
    /// CR 702.66.
    Delve = "delve",
    /// CR 702.73.
    Changeling = "changeling",
    /// CR 702.78.
    Conspire = "conspire",
    /// CR 702.79.
    Persist = "persist",
    /// CR 702.80.
    Wither = "wither",
    /// CR 702.81.
    Retrace = "retrace",
    /// CR 702.83.
    Exalted = "exalted",
    /// CR 702.85.
    Cascade = "cascade",
    /// CR 702.88.
    Rebound = "rebound",
    /// CR 702.89.
    UmbraArmor = "umbra armor",
    /// CR 702.90.
    Infect = "infect",
    /// CR 702.91.
    BattleCry = "battle cry",
    /// CR 702.92.
    LivingWeapon = "living weapon",
    /// CR 702.93.
    Undying = "undying",
    /// CR 702.95.
    Soulbond = "soulbond",
    /// CR 702.98.
    Unleash = "unleash",
    /// CR 702.99.
    Cipher = "cipher",
    /// CR 702.100.
    Evolve = "evolve",
    /// CR 702.101.
    Extort = "extort",
    /// CR 702.105.
    Dethrone = "dethrone",
    /// CR 702.110.
    Exploit = "exploit",
    /// CR 702.114.
    Devoid = "devoid",
    /// CR 702.115.
    Ingest = "ingest",
    /// CR 702.116.
    Myriad = "myriad",
    /// CR 702.121.
    Melee = "melee",
    /// CR 702.125.
    Undaunted = "undaunted",
    /// CR 702.126.
    Improvise = "improvise",
    /// CR 702.127.
    Aftermath = "aftermath",
    /// CR 702.131.
    Ascend = "ascend",
    /// CR 702.132.
    Assist = "assist",
    /// CR 702.133.
    JumpStart = "jump-start",
    /// CR 702.134.
    Mentor = "mentor",
    /// CR 702.136.
    Riot = "riot",
    /// CR 702.44.
    Sunburst = "sunburst",
    /// CR 702.145.
    Daybound = "daybound",
    /// CR 702.145.
    Nightbound = "nightbound",
    /// CR 702.147.
    Decayed = "decayed",
    /// CR 702.149.
    Training = "training",
    /// CR 702.154.
    Enlist = "enlist",
    /// CR 702.39.
    Provoke = "provoke",
    /// CR 702.22.
    Banding = "banding",
    /// CR 702.102.
    Fuse = "fuse",
    /// CR 702.166.
    Bargain = "bargain",
    /// CR 702.124.
    Partner = "partner",
    /// CR 702.179.
    StartYourEngines = "start your engines!",
    /// CR 702.182.
    JobSelect = "job select",
    /// CR 702.163.
    ForMirrodin = "for mirrodin!",
    /// CR 702.161.
    LivingMetal = "living metal",
    /// CR 702.124m.
    DoctorsCompanion = "doctor 's companion",
    /// CR 702.124k.
    ChooseABackground = "choose a background",
}

macro_rules! word_enum {
    ($(#[$outer:meta])* $enum:ident { $($(#[$doc:meta])* $name:ident = $word:literal,)* }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $enum { $($(#[$doc])* $name,)* }

        impl $enum {
            /// All keywords.
            pub const ALL: &'static [$enum] = &[$($enum::$name,)*];
            /// The keyword in the text, in lower case.
            pub const fn words(self) -> &'static str {
                match self { $($enum::$name => $word,)* }
            }
        }
    };
}

word_enum! {
    /// Keywords with a cost.
    KeywordCost {
        /// CR 702.6.
        Equip = "equip",
        /// CR 702.21.
        Ward = "ward",
        /// CR 702.24.
        CumulativeUpkeep = "cumulative upkeep",
        /// CR 702.27.
        Buyback = "buyback",
        /// CR 702.29.
        Cycling = "cycling",
        /// CR 702.30.
        Echo = "echo",
        /// CR 702.33.
        Kicker = "kicker",
        /// CR 702.33c.
        Multikicker = "multikicker",
        /// CR 702.34.
        Flashback = "flashback",
        /// CR 702.35.
        Madness = "madness",
        /// CR 702.37.
        Morph = "morph",
        /// CR 702.37b.
        Megamorph = "megamorph",
        /// CR 702.42.
        Entwine = "entwine",
        /// CR 702.49.
        Ninjutsu = "ninjutsu",
        /// CR 702.53.
        Transmute = "transmute",
        /// CR 702.56.
        Replicate = "replicate",
        /// CR 702.59.
        Recover = "recover",
        /// CR 702.67.
        Fortify = "fortify",
        /// CR 702.74.
        Evoke = "evoke",
        /// CR 702.76.
        Prowl = "prowl",
        /// CR 702.84.
        Unearth = "unearth",
        /// CR 702.87.
        LevelUp = "level up",
        /// CR 702.94.
        Miracle = "miracle",
        /// CR 702.96.
        Overload = "overload",
        /// CR 702.97.
        Scavenge = "scavenge",
        /// CR 702.103.
        Bestow = "bestow",
        /// CR 702.107.
        Outlast = "outlast",
        /// CR 702.109.
        Dash = "dash",
        /// CR 702.117.
        Surge = "surge",
        /// CR 702.119.
        Emerge = "emerge",
        /// CR 702.120.
        Escalate = "escalate",
        /// CR 702.128.
        Embalm = "embalm",
        /// CR 702.129.
        Eternalize = "eternalize",
        /// CR 702.137.
        Spectacle = "spectacle",
        /// CR 702.138.
        Escape = "escape",
        /// CR 702.141.
        Encore = "encore",
        /// CR 702.143.
        Foretell = "foretell",
        /// CR 702.146.
        Disturb = "disturb",
        /// CR 702.148.
        Cleave = "cleave",
        /// CR 702.151.
        Reconfigure = "reconfigure",
        /// CR 702.152.
        Blitz = "blitz",
        /// CR 702.157.
        Squad = "squad",
        /// CR 702.168.
        Disguise = "disguise",
        /// CR 702.170.
        Plot = "plot",
        /// CR 702.175.
        Offspring = "offspring",
        /// CR 702.180.
        Harmonize = "harmonize",
        /// CR 702.185.
        Warp = "warp",
    }
}

word_enum! {
    /// Keywords with a number.
    KeywordCount {
        /// CR 702.122.
        Crew = "crew",
        /// CR 702.23.
        Rampage = "rampage",
        /// CR 702.32.
        Fading = "fading",
        /// CR 702.38.
        Amplify = "amplify",
        /// CR 702.43.
        Modular = "modular",
        /// CR 702.45.
        Bushido = "bushido",
        /// CR 702.46.
        Soulshift = "soulshift",
        /// CR 702.52.
        Dredge = "dredge",
        /// CR 702.54.
        Bloodthirst = "bloodthirst",
        /// CR 702.58.
        Graft = "graft",
        /// CR 702.60.
        Ripple = "ripple",
        /// CR 702.63.
        Vanishing = "vanishing",
        /// CR 702.64.
        Absorb = "absorb",
        /// CR 702.68.
        Frenzy = "frenzy",
        /// CR 702.70.
        Poisonous = "poisonous",
        /// CR 702.75.
        Hideaway = "hideaway",
        /// CR 702.82.
        Devour = "devour",
        /// CR 702.86.
        Annihilator = "annihilator",
        /// CR 702.104.
        Tribute = "tribute",
        /// CR 702.112.
        Renown = "renown",
        /// CR 702.123.
        Fabricate = "fabricate",
        /// CR 702.130.
        Afflict = "afflict",
        /// CR 702.135.
        Afterlife = "afterlife",
        /// CR 702.153.
        Casualty = "casualty",
        /// CR 702.164.
        Toxic = "toxic",
        /// CR 702.165.
        Backup = "backup",
        /// CR 702.171.
        Saddle = "saddle",
        /// CR 702.181.
        Mobilize = "mobilize",
        /// CR 702.189.
        Firebending = "firebending",
    }
}
