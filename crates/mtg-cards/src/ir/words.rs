//! Colors, types, mana symbols, zones, kinds of counters, and ids of words in the lexicon.

use serde::{Deserialize, Serialize};

/// A subtype, as an index into the lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SubtypeId(pub u16);

/// A card name, as an index into the lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NameId(pub u16);

/// A kind of counter or an ability word, as an index into the lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct WordId(pub u16);

/// One of the five colors (CR 105.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Color {
    /// White.
    White,
    /// Blue.
    Blue,
    /// Black.
    Black,
    /// Red.
    Red,
    /// Green.
    Green,
}

impl Color {
    /// All colors in the order of the color wheel: white, blue, black, red, green.
    pub const ALL: [Color; 5] = [Color::White, Color::Blue, Color::Black, Color::Red, Color::Green];

    /// The color as a word, in lower case.
    pub const fn word(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Blue => "blue",
            Color::Black => "black",
            Color::Red => "red",
            Color::Green => "green",
        }
    }

    /// The letter of the color's mana symbol.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'W',
            Color::Blue => 'U',
            Color::Black => 'B',
            Color::Red => 'R',
            Color::Green => 'G',
        }
    }
}

/// A set of colors, with one bit for each color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Colors(pub u8);

impl Colors {
    /// The set with this color added.
    #[must_use]
    pub const fn with(self, color: Color) -> Self {
        Colors(self.0 | 1 << color as u8)
    }

    /// Whether the set contains the color.
    pub const fn has(self, color: Color) -> bool {
        self.0 & (1 << color as u8) != 0
    }

    /// The colors of the set in the order of [`Color::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |color| self.has(*color))
    }

    /// The number of colors.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Card types (CR 300.1). Types that never occur in decks, such as planes, are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CardType {
    /// Artifact.
    Artifact,
    /// Battle.
    Battle,
    /// Creature.
    Creature,
    /// Enchantment.
    Enchantment,
    /// Instant.
    Instant,
    /// Kindred, which older cards call tribal.
    Kindred,
    /// Land.
    Land,
    /// Planeswalker.
    Planeswalker,
    /// Sorcery.
    Sorcery,
}

impl CardType {
    /// All card types.
    pub const ALL: [CardType; 9] = [
        CardType::Artifact,
        CardType::Battle,
        CardType::Creature,
        CardType::Enchantment,
        CardType::Instant,
        CardType::Kindred,
        CardType::Land,
        CardType::Planeswalker,
        CardType::Sorcery,
    ];

    /// The type as a word, in lower case.
    pub const fn word(self) -> &'static str {
        match self {
            CardType::Artifact => "artifact",
            CardType::Battle => "battle",
            CardType::Creature => "creature",
            CardType::Enchantment => "enchantment",
            CardType::Instant => "instant",
            CardType::Kindred => "kindred",
            CardType::Land => "land",
            CardType::Planeswalker => "planeswalker",
            CardType::Sorcery => "sorcery",
        }
    }

    /// Whether an object of this type can be a permanent (CR 110.4).
    pub const fn is_permanent(self) -> bool {
        !matches!(self, CardType::Instant | CardType::Sorcery | CardType::Kindred)
    }
}

/// Supertypes (CR 205.4a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Supertype {
    /// Basic.
    Basic,
    /// Legendary.
    Legendary,
    /// Snow.
    Snow,
    /// World.
    World,
}

impl Supertype {
    /// All supertypes.
    pub const ALL: [Supertype; 4] = [Supertype::Basic, Supertype::Legendary, Supertype::Snow, Supertype::World];

    /// The supertype as a word, in lower case.
    pub const fn word(self) -> &'static str {
        match self {
            Supertype::Basic => "basic",
            Supertype::Legendary => "legendary",
            Supertype::Snow => "snow",
            Supertype::World => "world",
        }
    }
}

/// Zones (CR 400.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Zone {
    /// The battlefield.
    Battlefield,
    /// A player's hand.
    Hand,
    /// A player's library.
    Library,
    /// A player's graveyard.
    Graveyard,
    /// Exile.
    Exile,
    /// The stack.
    Stack,
}

/// One mana symbol of a cost, or of mana that is added (CR 107.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ManaSymbol {
    /// `{2}`: generic mana in a cost.
    Generic(u8),
    /// `{X}`: an amount of generic mana that the player chooses.
    X,
    /// `{W}`, `{U}`, `{B}`, `{R}` or `{G}`: one mana of this color.
    Color(Color),
    /// `{C}`: one colorless mana.
    Colorless,
    /// `{S}`: one mana from a snow source.
    Snow,
    /// `{W/U}`: one mana of either color.
    Hybrid(Color, Color),
    /// `{2/W}`: two generic mana, or one mana of the color.
    TwoOr(Color),
    /// `{C/W}`: one colorless mana, or one mana of the color.
    ColorlessOr(Color),
    /// `{W/P}`: one mana of the color, or two life.
    Phyrexian(Color),
    /// `{W/U/P}`: one mana of either color, or two life.
    HybridPhyrexian(Color, Color),
}

/// A mana cost, with its symbols in printed order.
pub type ManaCost = Vec<ManaSymbol>;

/// A kind of counter (CR 122).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CounterKind {
    /// +1/+1.
    PlusOne,
    /// -1/-1.
    MinusOne,
    /// Another counter that changes power and toughness by these numbers.
    PowerToughness(i8, i8),
    /// -0/-1. The zero is written with a minus.
    MinusToughness,
    /// -1/-0. The zero is written with a minus.
    MinusPower,
    /// Loyalty (CR 306.5b).
    Loyalty,
    /// A keyword counter (CR 122.1b).
    Keyword(super::PlainKeyword),
    /// Stun: if the permanent would untap, a stun counter is removed instead (CR 122.1d).
    Stun,
    /// Shield: removed instead if the permanent would be destroyed or dealt damage (CR 122.1c).
    Shield,
    /// Finality: the permanent is exiled instead if it would die (CR 122.1h).
    Finality,
    /// Poison, which players get (CR 122.1f).
    Poison,
    /// Age, for cumulative upkeep (CR 702.24a).
    Age,
    /// Time, for vanishing (CR 702.63a) and other abilities.
    Time,
    /// Fade, for fading (CR 702.32a).
    Fade,
    /// Lore, for Sagas (CR 714).
    Lore,
    /// Any other kind. The id gives its word in the lexicon.
    Named(WordId),
}
