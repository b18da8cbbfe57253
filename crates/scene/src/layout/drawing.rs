//! The drawing style of a board. Needed only if the client cannot derive it from the pieces.

use super::codes;
use super::read::LayoutParts;
use rulebook_diag::{Diagnostic, Diagnostics, Fields, Node, Value};
use serde::{Deserialize, Serialize};

/// The drawing style of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Drawing {
    /// The style of the squares. By default the client chooses a style that suits the pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<BoardStyle>,
    /// Diagonal lines, each from one square to another. The palace of xiangqi has two.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diagonals: Vec<[String; 2]>,
    /// The row below the river of a xiangqi board. Above this row, the lines along the columns are interrupted, except
    /// at the edges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub river: Option<u8>,
}

/// The style of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum BoardStyle {
    /// Light and dark squares alternate.
    Chequered,
    /// All squares have one colour, with lines between them.
    Squares,
    /// Pieces stand on the crossings of lines.
    Points,
}

const STYLES: [(&str, BoardStyle); 3] =
    [("chequered", BoardStyle::Chequered), ("squares", BoardStyle::Squares), ("points", BoardStyle::Points)];

/// Reads and checks a drawing style.
pub(super) fn read(node: &Node, game: &LayoutParts, diags: &mut Diagnostics) -> Drawing {
    if !game.board {
        diags.push(Diagnostic::error(codes::NO_BOARD, node.span, "this game has no board"));
    }
    let mut fields = Fields::of(node, diags);
    let style = fields.optional("style").choice(&STYLES);
    let lines = fields.optional("diagonals").seq().unwrap_or_default();
    let diagonals = lines.iter().filter_map(|line| diagonal(line, game, fields.diags())).collect();
    let rows = game.squares.map_or(u8::MAX, |(_, rows)| u8::try_from(rows).unwrap_or(u8::MAX));
    let river = fields.optional("river").int(1..=rows.saturating_sub(1).max(1));
    let points = style == Some(BoardStyle::Points);
    if !points && let Some(lines) = node.get("river").or_else(|| node.get("diagonals")) {
        let found = Diagnostic::error(codes::DRAWING, lines.span, "only a board of points has lines to draw");
        fields.diags().push(found.help("say `\"style\": \"points\"`"));
    }
    fields.finish();
    Drawing { style, diagonals, river }
}

fn diagonal(node: &Node, game: &LayoutParts, diags: &mut Diagnostics) -> Option<[String; 2]> {
    let ends = Value::of(node, diags).seq()?;
    let [from, to] = ends else {
        let message = "a line goes from one square to another: `[\"d1\", \"f3\"]`";
        diags.push(Diagnostic::error(codes::DRAWING, node.span, message));
        return None;
    };
    let mut end = |node: &Node| {
        let text = Value::of(node, diags).text()?;
        let there = square(text).is_some_and(|(x, y)| game.squares.is_none_or(|(cols, rows)| x < cols && y < rows));
        if !there {
            let message = format!("the board has no square `{text}`");
            diags.push(Diagnostic::error(codes::DRAWING, node.span, message));
        }
        there.then(|| text.to_owned())
    };
    Some([end(from)?, end(to)?])
}

/// Parses the name of a square into column and row, counted from zero: `d10` is column 3, row 9.
fn square(text: &str) -> Option<(usize, usize)> {
    let column = text.chars().next().filter(char::is_ascii_lowercase)?;
    let row = text[1..].parse::<usize>().ok()?.checked_sub(1)?;
    Some((usize::from(column as u8 - b'a'), row))
}
