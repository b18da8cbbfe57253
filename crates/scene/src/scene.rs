//! Defines the scene of one viewer at one moment. A scene is complete: a client can draw it without any earlier scene.
//!
//! The same types serve all games. A scene is made from the view of one viewer, so it contains nothing that the viewer
//! may not see.

use rulebook_kernel::{Outcome, Seat, Viewer};
use serde::{Deserialize, Serialize};

/// Identifies a card in the scenes of one viewer. See the module `keys`. At most 53 bits, which JavaScript represents
/// exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct CardKey(pub u64);

/// The scene of one viewer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Scene {
    /// The viewer. `None` until `Hosted` sets it.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::json_schemas::Viewer>"))]
    pub viewer: Option<Viewer>,
    /// The number of seats.
    pub seats: usize,
    /// The zones, in the order of the rules.
    pub zones: Vec<ZoneScene>,
    /// The board with its pieces, if the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardScene>,
    /// The items on the stack that wait to resolve. The last item resolves next.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<StackItem>,
    /// Tables of text and numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scoreboards: Vec<Scoreboard>,
    /// The buttons that are shown now. A button may be pressed if an offer has it as its gesture.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buttons: Vec<Button>,
    /// The question to the viewer, or the decision that the table waits for.
    pub prompt: String,
    /// The current phase of the turn, if the game has phases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// All phases of a turn in order, if players should see the progress of the turn. `phase` is one of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<String>,
    /// The phases in which the viewer is asked even if nothing has happened. Clients may let players pass in some of
    /// them automatically.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stops: Vec<String>,
    /// The current turn, if the game counts turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnScene>,
    /// Whether a hand has ended and the table waits for a player to deal the next hand.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub between_hands: bool,
    /// The seats that are due.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub due: Vec<Seat>,
    /// Announcements to all viewers since the last decision.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub announcements: Vec<String>,
    /// The result, after the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::json_schemas::Outcome>"))]
    pub outcome: Option<Outcome>,
}

impl Scene {
    /// The phase as text, with the turn if the game counts turns: `turn 3, seat 1: draw`. `None` without a phase.
    #[must_use]
    pub fn phase_text(&self) -> Option<String> {
        let phase = self.phase.as_ref()?;
        Some(match &self.turn {
            Some(turn) => format!("turn {}, {}: {phase}", turn.number, turn.seat),
            None => phase.clone(),
        })
    }
}

/// A turn of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TurnScene {
    /// The number of the turn, from 1.
    pub number: usize,
    /// The player whose turn it is.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub seat: Seat,
}

/// One zone as the viewer sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ZoneScene {
    /// The id of the zone: `deck`, or `hand.2` for the hand of the third seat. Layouts and gestures use it.
    pub id: String,
    /// The name of the zone that players see.
    pub name: String,
    /// The seat that owns the zone. `None` for a shared zone or a zone of a team.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u8>"))]
    pub owner: Option<Seat>,
    /// The seats of the team that owns the zone. Empty if the zone does not belong to a team. It may then have an
    /// `owner`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub team: Vec<Seat>,
    /// The category of the zone for layouts and prompts: `hand`, `deck`, `battlefield`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The use of the zone in play, if it is known. The commentary chooses its verbs by this role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<crate::ZoneRole>,
    /// Whether the order of the cards has a meaning. If not, the listed order reveals nothing about hidden cards.
    pub ordered: bool,
    /// Whether the zone is a queue. The top card of a queue is the first card. In any other zone it is the last card.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub top_first: bool,
    /// The cards. In an ordered zone, the last card was placed last. Empty if the viewer sees only the number of cards.
    pub cards: Vec<CardScene>,
    /// The number of cards. `None` if the viewer may not know it.
    pub count: Option<usize>,
    /// The id of the button that means the same as the zone, so that a click on the zone can press it. `Hosted` fills
    /// it in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button: Option<String>,
}

impl ZoneScene {
    /// Whether the zone belongs to this seat or to its team.
    #[must_use]
    pub fn is_of(&self, seat: Seat) -> bool {
        self.owner == Some(seat) || self.team.contains(&seat)
    }
}

/// One card, face up or face down.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct CardScene {
    /// The key of the card. A game leaves it at zero, and `Hosted` fills it in.
    pub key: CardKey,
    /// The face, if the viewer may see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<FaceScene>,
    /// The name of the card's back. Cards of different packs may have different backs.
    pub back: String,
    /// Whether the card lies face up.
    pub face_up: bool,
    /// The rotation in degrees clockwise: 90 is tapped.
    #[serde(skip_serializing_if = "is_zero")]
    pub rotation: i32,
    /// Counters and marks by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<(String, i32)>,
    /// The place (zone index, card index) of the card that this card is attached to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attached_to: Option<(usize, usize)>,
    /// The places (zone index, card index) of the cards that this card attacks or blocks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points_at: Vec<(usize, usize)>,
    /// The seats that this card attacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub points_at_seats: Vec<Seat>,
    /// The name that is printed on the card, if the card is a copy of another card and shows the face of that card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copy_by: Option<String>,
    /// The seat that controls the card, if it is not the owner of the zone. In a shared zone, the seat that put the
    /// card there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u8>"))]
    pub controller: Option<Seat>,
    /// Whether the card is highlighted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
    /// The current properties of the card in the words of the game: `tapped`, `attacking seat 2`, or `#12` if moves
    /// refer to the card by a number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Pairs of a note and its short form of one or two characters, for small pictures of cards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signs: Vec<(String, String)>,
}

/// The printed face of a card.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct FaceScene {
    /// The id of the face, as used in move texts: `QH`.
    pub id: String,
    /// The name that players see: `queen of hearts`.
    pub name: String,
    /// The rank symbol, if the card has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<String>,
    /// The suit symbol, if the card has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suit: Option<String>,
    /// Other texts that are printed on the card, as pairs of a name and a text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<(String, String)>,
}

/// A rectangular board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct BoardScene {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// Squares that do not exist.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<Square>,
    /// The columns before which a line divides the board into several boards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cuts: Vec<usize>,
    /// The pieces.
    pub pieces: Vec<PieceScene>,
    /// Highlighted squares, each with the reason, such as the last move or a check.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<(Square, String)>,
    /// The names of the sides, by seat: `white`. A name that is a colour is drawn in that colour.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<String>,
    /// For each seat, the number of anticlockwise quarter turns that bring its side of the board to the bottom. Empty
    /// if the board is not rotated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facing: Vec<u8>,
    /// For each seat, the pieces that it has lost for good. Empty if lost pieces can come back.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub captured: Vec<CapturedScene>,
}

impl BoardScene {
    /// The seat whose lost pieces are shown beside `seat`. With two seats this is the opponent, so each seat shows the
    /// pieces that it captured. With more seats it is `seat` itself, because the board does not say which opponent
    /// captured a piece.
    #[must_use]
    pub fn losses_beside(&self, seat: Seat) -> usize {
        if self.captured.len() == 2 { 1 - seat.index().min(1) } else { seat.index() }
    }
}

/// The pieces that a side has lost, and its material lead.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct CapturedScene {
    /// The lost pieces by kind, the most valuable first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<CapturedPieces>,
    /// The lead over the other side, in hundredths of the value of a weak piece such as a pawn. Zero if the side does
    /// not lead, or if the game gives no values to pieces.
    #[serde(skip_serializing_if = "is_zero")]
    pub ahead: i32,
}

/// Lost pieces of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct CapturedPieces {
    /// The kind: `knight`.
    pub kind: String,
    /// One or two characters for text boards.
    pub glyph: String,
    /// The letter in move texts, if the piece has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<String>,
    /// The number of pieces.
    pub count: usize,
}

/// A square: column from the left, row from the bottom, as the first seat sees the board.
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
    /// The square.
    pub at: Square,
    /// The kind: `knight`.
    pub kind: String,
    /// One or two characters for text boards.
    pub glyph: String,
    /// The letter in move texts, if the piece has one. Clients show it if their font lacks the glyph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<String>,
    /// The owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u8>"))]
    pub owner: Option<Seat>,
}

/// An item on the stack that waits to resolve, such as a spell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct StackItem {
    /// The text of the item.
    pub text: String,
    /// The card of the item: the spell itself, or the source of an ability.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<FaceScene>,
    /// The seat that controls the item.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u8>"))]
    pub controller: Option<Seat>,
    /// The places (zone index, card index) of the item's targets.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<(usize, usize)>,
    /// The seats that are targets of the item.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub target_seats: Vec<Seat>,
    /// The place (zone index, card index) of the item's own card. `None` for an ability or a copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<(usize, usize)>,
    /// The place (zone index, card index) of the source of an ability. `None` for a spell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<(usize, usize)>,
}

/// A table of text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Scoreboard {
    /// The title.
    pub title: String,
    /// The column heads.
    pub columns: Vec<String>,
    /// Rows of cells.
    pub rows: Vec<Vec<String>>,
}

/// A button.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Button {
    /// The id in gestures.
    pub id: String,
    /// The label.
    pub label: String,
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}
