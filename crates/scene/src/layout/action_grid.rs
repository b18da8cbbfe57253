//! Reads the grid of the buttons (card engine 5): rows, columns and cells.

use super::codes;
use super::read::{LayoutParts, MAX_SIDE};
use rulebook_diag::{Diagnostic, Diagnostics, Fields, Node, nearest};
use serde::{Deserialize, Serialize};

/// Maximum number of cells in a grid of buttons.
const MAX_CELLS: usize = 256;

/// The arrangement of the buttons. Buttons without a cell are shown after the grid, as without a grid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActionGrid {
    /// The number of rows.
    pub rows: u8,
    /// The number of columns.
    pub cols: u8,
    /// The cells, each with one button.
    pub cells: Vec<ActionCell>,
}

/// A cell of the grid. If the game does not show its button now, the cell is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActionCell {
    /// The first row, from zero at the top.
    pub row: u8,
    /// The first column, from zero at the left.
    pub col: u8,
    /// The number of rows.
    pub row_span: u8,
    /// The number of columns.
    pub col_span: u8,
    /// The id of the button.
    pub action_id: String,
}

/// Reads and checks a grid. `None` if its size or a cell is wrong.
pub(super) fn read(node: &Node, game: &LayoutParts, diags: &mut Diagnostics) -> Option<ActionGrid> {
    let mut fields = Fields::of(node, diags);
    let rows = fields.required("rows").int(1..=MAX_SIDE);
    let cols = fields.required("cols").int(1..=MAX_SIDE);
    let cells = fields.required("cells").seq().unwrap_or_default();
    fields.finish();
    if let Some(extra) = cells.get(MAX_CELLS) {
        let message = format!("more than {MAX_CELLS} cells");
        diags.push(Diagnostic::error(codes::TOO_MANY, extra.span, message));
        return None;
    }
    if game.buttons == Some(false) {
        let message = "this game has no buttons";
        diags.push(Diagnostic::error(codes::UNKNOWN_ACTION, node.span, message));
    }
    let read: Vec<(ActionCell, &Node)> =
        cells.iter().filter_map(|cell| Some((read_cell(cell, game, diags)?, cell))).collect();
    let (rows, cols) = (rows?, cols?);
    for (at, (cell, node)) in read.iter().enumerate() {
        if cell.row + cell.row_span > rows || cell.col + cell.col_span > cols {
            let message = format!("the cell of `{}` reaches outside the grid of the buttons", cell.action_id);
            let help = format!("the grid has rows 0 to {} and columns 0 to {}", rows - 1, cols - 1);
            diags.push(Diagnostic::error(codes::OUTSIDE, node.span, message).help(help));
        }
        for (other, first) in &read[..at] {
            if other.action_id == cell.action_id {
                let message = format!("the button `{}` has two cells", cell.action_id);
                let found = Diagnostic::error(codes::SHOWN_TWICE, node.span, message);
                diags.push(found.secondary(first.span, "the other one"));
                break;
            } else if overlap(cell, other) {
                let message = format!("the cells of `{}` and `{}` overlap", other.action_id, cell.action_id);
                let found = Diagnostic::error(codes::OVERLAP, node.span, message);
                diags.push(found.secondary(first.span, "the other one"));
                break;
            }
        }
    }
    Some(ActionGrid { rows, cols, cells: read.into_iter().map(|(cell, _)| cell).collect() })
}

fn read_cell(node: &Node, game: &LayoutParts, diags: &mut Diagnostics) -> Option<ActionCell> {
    let mut fields = Fields::of(node, diags);
    let row = fields.required("row").int(0..=MAX_SIDE - 1);
    let col = fields.required("col").int(0..=MAX_SIDE - 1);
    let row_span = fields.optional_any(&["rowSpan", "row_span"]).int(1..=MAX_SIDE).unwrap_or(1);
    let col_span = fields.optional_any(&["colSpan", "col_span"]).int(1..=MAX_SIDE).unwrap_or(1);
    let action = fields.required("actionId").line();
    fields.finish();
    if let (Some(id), Some(at)) = (action, node.get("actionId"))
        && !game.actions.is_empty()
        && !game.actions.iter().any(|known| known == id)
    {
        let found = Diagnostic::error(codes::UNKNOWN_ACTION, at.span, format!("there is no button `{id}`"));
        let near = nearest(id, game.actions.iter().map(String::as_str));
        diags.push(found.label("no button of this game").did_you_mean(near, at.quoted));
    }
    Some(ActionCell { row: row?, col: col?, row_span, col_span, action_id: action?.to_owned() })
}

fn overlap(a: &ActionCell, b: &ActionCell) -> bool {
    let meet = |a: u8, a_span: u8, b: u8, b_span: u8| a < b + b_span && b < a + a_span;
    meet(a.row, a.row_span, b.row, b.row_span) && meet(a.col, a.col_span, b.col, b.col_span)
}
