//! What one viewer is shown at one moment. Complete by itself: a client that has only the newest scene can draw it.
//!
//! Nothing here knows a game. A scene is made from a view, so what a viewer may not look at is not in it.

use rulebook_kernel::{Outcome, Seat, Viewer};
use serde::{Deserialize, Serialize};

/// Names a card within scenes of one viewer; see `keys`. At most 53 bits, so that it survives JavaScript.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct CardKey(pub u64);

/// Everything one viewer is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Scene {
    /// Whose eyes these are; `None` until `Hosted` says so.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::json_schemas::Viewer>"))]
    pub viewer: Option<Viewer>,
    /// How many seats take part.
    pub seats: usize,
    /// The zones, in the order of the rules.
    pub zones: Vec<ZoneScene>,
    /// A board with pieces, where the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardScene>,
    /// What waits to happen, the next to resolve last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<StackItem>,
    /// Tables of text and numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scoreboards: Vec<Scoreboard>,
    /// Buttons that exist now; which of them may be pressed is in the offers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buttons: Vec<Button>,
    /// What the viewer is asked, or what everybody waits for.
    pub prompt: String,
    /// The named part of the turn, where the game has such.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// All named parts of a turn in their order, where players should see how far it has come; `phase` is one of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<String>,
    /// Whether a hand has ended and the table waits for a player to deal the next one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub between_hands: bool,
    /// Those who are due.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub due: Vec<Seat>,
    /// Lines said to everybody since the last decision.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub announcements: Vec<String>,
    /// The result, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::json_schemas::Outcome>"))]
    pub outcome: Option<Outcome>,
}

/// One zone as the viewer sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ZoneScene {
    /// The zone's id: `deck`, or `hand.2` for the third seat's. Layouts and gestures use it.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u8>"))]
    pub owner: Option<Seat>,
    /// Whose it is, where several share it; then there is no `owner`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub team: Vec<Seat>,
    /// A word for layouts and prompts (`hand`, `deck`, `battlefield` ...).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// What players use it for, if that is known. The commentary chooses its verbs by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<crate::ZoneRole>,
    /// Does the order mean something? Cards of an unordered zone stand in an order that tells nothing.
    pub ordered: bool,
    /// Is it a queue, whose top is the first card? Else the last one is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub top_first: bool,
    /// The cards, the one placed last at the end. Empty where the viewer does not see them singly.
    pub cards: Vec<CardScene>,
    /// How many there are; `None` where even that is hidden.
    pub count: Option<usize>,
}

impl ZoneScene {
    /// Is it this seat's, alone or with others?
    #[must_use]
    pub fn is_of(&self, seat: Seat) -> bool {
        self.owner == Some(seat) || self.team.contains(&seat)
    }
}

/// One card, face or back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct CardScene {
    /// Filled in by `Hosted`; a game leaves it at zero.
    pub key: CardKey,
    /// What is printed on it, for those who may look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<FaceScene>,
    /// Which back it has.
    pub back: String,
    /// Does it lie face up?
    pub face_up: bool,
    /// Degrees clockwise: 90 is tapped.
    #[serde(skip_serializing_if = "is_zero")]
    pub rotation: i32,
    /// Counters and marks by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<(String, i32)>,
    /// The place (zone index, card index) of the card this one is attached to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attached_to: Option<(usize, usize)>,
    /// The places (zone index, card index) of cards it has to do with now: whom it attacks, whom it blocks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points_at: Vec<(usize, usize)>,
    /// Who controls it, where that is not the owner of the zone; in a zone of nobody's, who laid it there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u8>"))]
    pub controller: Option<Seat>,
    /// Drawn with emphasis: the card in question.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
    /// What is true of it now, in the game's words: `tapped`, `attacking seat 2`; `#12` where moves call it by a number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Of the notes those that a character or two say as well, and these: a small picture has room for no more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signs: Vec<(String, String)>,
}

/// What is printed on a card.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct FaceScene {
    /// A short unique text, as in move texts: `QH`.
    pub id: String,
    /// For people: `queen of hearts`.
    pub name: String,
    /// Rank symbol, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<String>,
    /// Suit symbol, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suit: Option<String>,
    /// Anything else that is printed, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<(String, String)>,
}

/// A rectangular board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct BoardScene {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Squares that do not exist.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<Square>,
    /// The pieces.
    pub pieces: Vec<PieceScene>,
    /// Squares with emphasis: the last move, a check.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<(Square, String)>,
    /// What the sides are called, by seat: `white`. Words that are colours are drawn in them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<String>,
    /// By seat, how many quarter turns anticlockwise bring its own side to the bottom; empty if the board is not turned.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facing: Vec<u8>,
    /// By seat, what it has lost for good; empty where pieces come and go.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub captured: Vec<CapturedScene>,
}

impl BoardScene {
    /// Whose losses are told beside a seat. Between two that is what it has taken from the other; among more its own, since
    /// it is not known who took them.
    #[must_use]
    pub fn losses_beside(&self, seat: Seat) -> usize {
        if self.captured.len() == 2 { 1 - seat.index().min(1) } else { seat.index() }
    }
}

/// What a side has lost, and by how much it is ahead all the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct CapturedScene {
    /// What is gone, a kind each, the dearest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<CapturedPieces>,
    /// How much more it has left than the other side, in hundredths of a weak piece; zero where it has not, or where the game
    /// does not say what pieces are worth.
    #[serde(skip_serializing_if = "is_zero")]
    pub ahead: i32,
}

/// Pieces of a kind that a side has lost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct CapturedPieces {
    /// What they are: `knight`.
    pub kind: String,
    /// One or two characters for text boards.
    pub glyph: String,
    /// What stands for them in move texts, where that is a letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<String>,
    /// How many.
    pub count: usize,
}

/// A square: column from the left, row from the bottom, as the first seat sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Square {
    /// Column, zero at the left.
    pub x: u8,
    /// Row, zero at the bottom.
    pub y: u8,
}

/// A piece on a square.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct PieceScene {
    /// Where it stands.
    pub at: Square,
    /// What it is: `knight`.
    pub kind: String,
    /// One or two characters for text boards.
    pub glyph: String,
    /// What stands for it in move texts, where that is a letter: for those whose fonts lack the character.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<String>,
    /// Whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u8>"))]
    pub owner: Option<Seat>,
}

/// Something that waits to happen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct StackItem {
    /// What it says.
    pub text: String,
    /// The card that it is or came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<FaceScene>,
    /// Who controls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u8>"))]
    pub controller: Option<Seat>,
    /// Cards it points at, by (zone index, card index).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<(usize, usize)>,
}

/// A table of text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Scoreboard {
    /// Its title.
    pub title: String,
    /// Column heads.
    pub columns: Vec<String>,
    /// Rows of cells.
    pub rows: Vec<Vec<String>>,
}

/// A button.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Button {
    /// Names it in gestures.
    pub id: String,
    /// What is written on it.
    pub label: String,
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}
