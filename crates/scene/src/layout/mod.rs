//! Layout files: the places of zones on the table (card engine 6.2). A layout is only presentation. It does not change
//! the digest of the rules.
//!
//! A layout is a grid. Each of its zones shows piles of the game, or a widget. A pile is named by the id of its zone in
//! a scene, such as `deck` or `hand.0`, or by its id in the initial state, such as `P1-hand`. Three patterns name the
//! zones that each seat or team has: `hand.*`, `hand.self` and `hand.others`. `actions` arranges the buttons in a grid of
//! their own.
//!
//! `layout.json` is for all screens. If they exist, `layout-wide.json` replaces it on wide screens and
//! `layout-portrait.json` on tall screens.

mod action_grid;
mod check;
mod drawing;
mod phase_strip;
mod piles;
mod read;
mod sort;
#[cfg(test)]
mod tests;

pub use action_grid::{ActionCell, ActionGrid};
pub use drawing::{BoardStyle, BoardText, Coordinates, Drawing, NotationStyle};
pub use phase_strip::PhaseEntry;
pub use piles::Pile;
pub use read::{LayoutParts, read_layout};

use crate::ZoneScene;
use rulebook_kernel::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The codes of layout diagnostics.
pub mod codes {
    /// A zone reaches outside the grid.
    pub const OUTSIDE: &str = "L0001";
    /// Two zones lie on the same cell.
    pub const OVERLAP: &str = "L0002";
    /// A zone must have either piles or a widget.
    pub const PILES_OR_WIDGET: &str = "L0003";
    /// The game has no such pile.
    pub const UNKNOWN_PILE: &str = "L0004";
    /// Two zones of the layout have the same id.
    pub const SAME_ID: &str = "L0005";
    /// A pile is shown in two places.
    pub const SHOWN_TWICE: &str = "L0006";
    /// The default sorter is not among the options, or two options have the same id.
    pub const SORTER: &str = "L0007";
    /// The order of a sorter is wrong: an explicit sorter has no order, or a sorter of another kind has one. Or an
    /// entry matches no card or repeats an earlier entry.
    pub const ORDER: &str = "L0008";
    /// Warning: the layout does not show a pile or the board of the game.
    pub const NOT_SHOWN: &str = "L0009";
    /// The layout has a place for a board, but the game has no board.
    pub const NO_BOARD: &str = "L0010";
    /// The layout has no zones, or more than the maximum.
    pub const TOO_MANY: &str = "L0011";
    /// The game has buttons, but the layout does not show them.
    pub const NO_ACTIONS: &str = "L0012";
    /// The layout does not show players their own hands.
    pub const HIDDEN_HAND: &str = "L0013";
    /// A line of the board ends outside the board, or the layout draws lines for a game without a board.
    pub const DRAWING: &str = "L0014";
    /// A cell of the grid of buttons shows a button that the game does not have.
    pub const UNKNOWN_ACTION: &str = "L0015";
    /// The strip of phases is too long, or a phase is in two entries.
    pub const PHASE_STRIP: &str = "L0016";
}

/// The arrangement of the table on a screen. Layout files are JSON of this type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Layout {
    /// The places of the players. `None` if clients choose by the roles of the zones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<SeatPlaces>,
    /// The number of rows of the grid.
    pub rows: u8,
    /// The number of columns of the grid.
    pub cols: u8,
    /// The zones of the grid.
    pub zones: Vec<LayoutZone>,
    /// The style of piles, by pile or pattern.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pile_styles: BTreeMap<String, PileStyle>,
    /// Piles that the layout omits on purpose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<String>,
    /// The drawing style of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Drawing>,
    /// The grid of the buttons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actions: Option<ActionGrid>,
    /// The short names of the phases of a turn. Empty if clients show the names of the phases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<PhaseEntry>,
}

/// A rectangle of the grid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LayoutZone {
    /// The id of the zone within the layout.
    pub id: String,
    /// The first row, from zero at the top.
    pub row: u8,
    /// The first column, from zero at the left.
    pub col: u8,
    /// The number of rows.
    pub row_span: u8,
    /// The number of columns.
    pub col_span: u8,
    /// A heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The piles that the zone shows. Empty for a widget.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub piles: Vec<String>,
    /// The widget that the zone shows instead of piles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub widget: Option<Widget>,
}

/// A part of the table that is not a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Widget {
    /// The buttons.
    Actions,
    /// The scoreboards.
    Scoreboards,
    /// The board with its pieces.
    Board,
}

/// The arrangement of the cards in a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PileLayout {
    /// The cards are fanned from left to right.
    Horizontal,
    /// The cards are fanned from top to bottom.
    Vertical,
    /// The cards lie on top of each other, so that only the top card is visible.
    Complete,
    /// The cards lie side by side without overlap.
    Spread,
    /// Each card lies before the player who played it.
    Trick,
    /// The cards lie open in a row before their owner.
    Mat,
    /// One row for each kind of card.
    Rows,
    /// One column for each suit.
    Columns,
}

/// The places of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SeatPlaces {
    /// The players sit round the table, and clients place zones by their roles. The default for games without a board.
    Around,
    /// The grid places all zones.
    Rows,
}

/// The style of a pile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PileStyle {
    /// The arrangement of the cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<PileLayout>,
    /// The sorters that players can choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sort: Option<Sort>,
}

/// Ways to sort a pile for display. The order in the game does not change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sort {
    /// The id of the sorter that is active at first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// The sorters.
    pub options: Vec<Sorter>,
}

/// One way to sort.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sorter {
    /// The id of the sorter.
    pub id: String,
    /// The label that players see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The criterion.
    #[serde(rename = "type")]
    pub by: SortBy,
    /// The order of an explicit sorter. Empty for other sorters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<SortEntry>,
    /// Whether the sorter also applies to piles with face-down cards.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub include_face_down: bool,
    /// The sorter applies only to piles with one of these arrangements. If the list is empty, it applies to all piles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apply_to_layouts: Vec<PileLayout>,
}

/// The criterion of a sorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SortBy {
    /// Sorts by suit, then by rank.
    BySuitRank,
    /// Sorts by rank.
    ByRank,
    /// Sorts by suit.
    BySuit,
    /// Sorts by a listed order.
    Explicit,
}

/// A card in an explicit order. A missing field matches any card.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SortEntry {
    /// The rank, as printed on the cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<String>,
    /// The suit, as printed on the cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suit: Option<String>,
}

/// The shape of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Shape {
    /// Screens of any shape.
    Plain,
    /// Screens that are wider than high.
    Wide,
    /// Screens that are higher than wide.
    Portrait,
}

impl Shape {
    /// All shapes, each with the name of its layout file.
    pub const FILES: [(Shape, &str); 3] =
        [(Shape::Plain, "layout.json"), (Shape::Wide, "layout-wide.json"), (Shape::Portrait, "layout-portrait.json")];
}

/// The layouts of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layouts {
    /// The layout for any screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plain: Option<Layout>,
    /// The layout for wide screens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wide: Option<Layout>,
    /// The layout for tall screens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portrait: Option<Layout>,
}

impl Layouts {
    /// Sets the layout of a shape.
    pub fn set(&mut self, shape: Shape, layout: Layout) {
        *match shape {
            Shape::Plain => &mut self.plain,
            Shape::Wide => &mut self.wide,
            Shape::Portrait => &mut self.portrait,
        } = Some(layout);
    }

    /// The layout for a shape. If there is none, the layout for any screen.
    #[must_use]
    pub fn get(&self, shape: Shape) -> Option<&Layout> {
        let own = match shape {
            Shape::Plain => None,
            Shape::Wide => self.wide.as_ref(),
            Shape::Portrait => self.portrait.as_ref(),
        };
        own.or(self.plain.as_ref())
    }
}

impl Layout {
    /// The style of a zone in a scene of `viewer`. If several styles fit, returns the most specific style.
    #[must_use]
    pub fn style(&self, zone: &ZoneScene, viewer: Option<Seat>) -> Option<&PileStyle> {
        let fits = |(name, _): &(&String, &PileStyle)| Pile::parse(name).shows(zone, viewer);
        let exactness = |(name, _): &(&String, &PileStyle)| Pile::parse(name).exactness();
        self.pile_styles.iter().filter(fits).max_by_key(exactness).map(|(_, style)| style)
    }
}
