//! Where things lie on the table: layout files (card engine 6.2). Presentation only, no digest knows them.
//!
//! A layout is a grid. Each of its zones shows piles of the game, by the ids that zones have in scenes, or a widget. A pile is
//! `deck`, `hand.0`, or one of three patterns over zones that each seat or each team has: `hand.*`, `hand.self`,
//! `hand.others`.
//! `layout.json` is for everybody; `layout-wide.json` and `layout-portrait.json` stand in for it where they exist.

mod check;
mod drawing;
mod piles;
mod read;
mod sort;
#[cfg(test)]
mod tests;

pub use drawing::{BoardStyle, Drawing};
pub use piles::Pile;
pub use read::{LayoutParts, read_layout};

use crate::ZoneScene;
use rulebook_kernel::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The codes of layout diagnostics.
pub mod codes {
    /// A zone reaches out of the grid.
    pub const OUTSIDE: &str = "L0001";
    /// Two zones lie on the same cell.
    pub const OVERLAP: &str = "L0002";
    /// A zone has neither piles nor a widget, or both.
    pub const PILES_OR_WIDGET: &str = "L0003";
    /// The game has no such pile.
    pub const UNKNOWN_PILE: &str = "L0004";
    /// Two zones of the layout have one id.
    pub const SAME_ID: &str = "L0005";
    /// A pile is shown in two places.
    pub const SHOWN_TWICE: &str = "L0006";
    /// The default sorter is none of the options, or two options have one id.
    pub const SORTER: &str = "L0007";
    /// An explicit sorter without an order, an order without an explicit sorter, or an entry that means no card or an
    /// earlier one.
    pub const ORDER: &str = "L0008";
    /// A pile or the board of the game is shown nowhere. A warning.
    pub const NOT_SHOWN: &str = "L0009";
    /// A place for the board of a game that has none.
    pub const NO_BOARD: &str = "L0010";
    /// More zones than a layout may have, or none.
    pub const TOO_MANY: &str = "L0011";
    /// Nothing shows the buttons of a game that has some.
    pub const NO_ACTIONS: &str = "L0012";
    /// What players hold in their hands is hidden from themselves.
    pub const HIDDEN_HAND: &str = "L0013";
    /// A line of a board that leads nowhere, or a board that has no lines.
    pub const DRAWING: &str = "L0014";
}

/// A table for one shape of screen. Written in JSON as it is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Layout {
    /// Rows of the grid.
    pub rows: u8,
    /// Columns of the grid.
    pub cols: u8,
    /// What lies where.
    pub zones: Vec<LayoutZone>,
    /// How piles look, by pile or pattern.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pile_styles: BTreeMap<String, PileStyle>,
    /// Piles that are left out on purpose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<String>,
    /// How the board is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Drawing>,
}

/// A rectangle of the grid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LayoutZone {
    /// Names it within the layout.
    pub id: String,
    /// Its first row, from zero at the top.
    pub row: u8,
    /// Its first column, from zero at the left.
    pub col: u8,
    /// How many rows it covers.
    pub row_span: u8,
    /// How many columns it covers.
    pub col_span: u8,
    /// A heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The piles it shows; empty if it is a widget.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub piles: Vec<String>,
    /// What it shows instead of piles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub widget: Option<Widget>,
}

/// What a zone shows that is no pile.
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

/// How the cards of a pile lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PileLayout {
    /// Fanned from left to right.
    Horizontal,
    /// Fanned from top to bottom.
    Vertical,
    /// On top of each other: only the top is seen.
    Complete,
    /// Side by side without overlap.
    Spread,
}

/// How a pile looks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PileStyle {
    /// How its cards lie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<PileLayout>,
    /// How they can be sorted for the eye.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sort: Option<Sort>,
}

/// Ways to sort a pile for the eye; the order in the game stays what it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sort {
    /// The id of the sorter that is on at first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// The sorters.
    pub options: Vec<Sorter>,
}

/// One way to sort.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sorter {
    /// Names it.
    pub id: String,
    /// What people read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// By what.
    #[serde(rename = "type")]
    pub by: SortBy,
    /// The order of an explicit sorter; empty for the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<SortEntry>,
    /// Sort also piles in which some card lies face down?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub include_face_down: bool,
    /// Only for piles that lie like this; empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apply_to_layouts: Vec<PileLayout>,
}

/// What a sorter goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SortBy {
    /// Suits together, ranks within.
    BySuitRank,
    /// Ranks alone.
    ByRank,
    /// Suits alone.
    BySuit,
    /// As listed.
    Explicit,
}

/// A card in an explicit order; what is left out matches any.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SortEntry {
    /// Its rank, as printed on the cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<String>,
    /// Its suit, as printed on the cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suit: Option<String>,
}

/// The shape of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Shape {
    /// Any.
    Plain,
    /// Wider than high.
    Wide,
    /// Higher than wide.
    Portrait,
}

impl Shape {
    /// All shapes, and the file of each.
    pub const FILES: [(Shape, &str); 3] =
        [(Shape::Plain, "layout.json"), (Shape::Wide, "layout-wide.json"), (Shape::Portrait, "layout-portrait.json")];
}

/// The layouts of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layouts {
    /// For any screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plain: Option<Layout>,
    /// For wide screens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wide: Option<Layout>,
    /// For high screens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portrait: Option<Layout>,
}

impl Layouts {
    /// Puts a layout in its place.
    pub fn set(&mut self, shape: Shape, layout: Layout) {
        *match shape {
            Shape::Plain => &mut self.plain,
            Shape::Wide => &mut self.wide,
            Shape::Portrait => &mut self.portrait,
        } = Some(layout);
    }

    /// The layout for a shape, else the one for any.
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
    /// The style of a zone of a scene as `viewer` looks at it: the most exact one that is given.
    #[must_use]
    pub fn style(&self, zone: &ZoneScene, viewer: Option<Seat>) -> Option<&PileStyle> {
        let fits = |(name, _): &(&String, &PileStyle)| Pile::parse(name).shows(zone, viewer);
        let exactness = |(name, _): &(&String, &PileStyle)| Pile::parse(name).exactness();
        self.pile_styles.iter().filter(fits).max_by_key(exactness).map(|(_, style)| style)
    }
}
