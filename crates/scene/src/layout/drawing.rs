//! Reads the drawing style of a board. A layout needs it only if the client cannot derive the style from the pieces.

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
    /// The names of columns and rows at the edge of the board. By default letters below it and numbers at its left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Coordinates>,
    /// The notation of the move list. By default short algebraic notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notation: Option<NotationStyle>,
    /// Texts that are written on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<BoardText>,
}

/// The names of columns and rows in the tradition of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Coordinates {
    /// The names of the columns, from `a`. Empty for letters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
    /// The names of the rows, from `1`. Empty for numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
    /// Whether the names of columns are above the board, and the names of rows at its right.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub top_right: bool,
}

/// The notation of a move list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum NotationStyle {
    /// Short algebraic notation: `Nxd5+`.
    Algebraic,
    /// The target square and the piece, as in shogi: `7六歩`.
    Kifu,
    /// The piece, its column, the direction and the target, as in xiangqi: `C2=5`.
    Columns,
    /// Numbers of the squares that are used, as in draughts: `11-15`.
    Numbers,
    /// The target square alone: `d3`.
    Squares,
    /// The column of the target alone: `d`.
    Drops,
}

const NOTATIONS: [(&str, NotationStyle); 6] = [
    ("algebraic", NotationStyle::Algebraic),
    ("kifu", NotationStyle::Kifu),
    ("columns", NotationStyle::Columns),
    ("numbers", NotationStyle::Numbers),
    ("squares", NotationStyle::Squares),
    ("drops", NotationStyle::Drops),
];

/// A text on a board, centred between two squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardText {
    /// The text.
    pub text: String,
    /// The first square.
    pub from: String,
    /// The second square.
    pub to: String,
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
    /// Pieces lie in round wells of an upright board.
    Wells,
}

const STYLES: [(&str, BoardStyle); 4] = [
    ("chequered", BoardStyle::Chequered),
    ("squares", BoardStyle::Squares),
    ("points", BoardStyle::Points),
    ("wells", BoardStyle::Wells),
];

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
    let coordinates = fields.optional("coordinates").node().map(|node| coordinates(node, game, fields.diags()));
    let notation = fields.optional("notation").choice(&NOTATIONS);
    let texts = fields.optional("texts").seq().unwrap_or_default();
    let texts = texts.iter().filter_map(|text| board_text(text, game, fields.diags())).collect();
    fields.finish();
    Drawing { style, diagonals, river, coordinates, notation, texts }
}

/// Maximum length of a name of a column or row, in characters.
const MAX_NAME: usize = 3;
/// Maximum length of a text on a board, in characters.
const MAX_TEXT: usize = 30;

fn coordinates(node: &Node, game: &LayoutParts, diags: &mut Diagnostics) -> Coordinates {
    let mut fields = Fields::of(node, diags);
    let mut names = |key: &'static str, count: Option<usize>| -> Vec<String> {
        let Some(node) = fields.optional(key).node() else { return vec![] };
        let list = Value::of(node, fields.diags()).seq().unwrap_or_default();
        let names: Vec<String> =
            list.iter().filter_map(|name| one_line(name, MAX_NAME, fields.diags())).map(str::to_owned).collect();
        if let Some(count) = count.filter(|count| *count != list.len()) {
            let message = format!("`{key}` has {} names; the board has {count} {key}", list.len());
            fields.diags().push(Diagnostic::error(codes::DRAWING, node.span, message));
        }
        names
    };
    let columns = names("columns", game.squares.map(|(columns, _)| columns));
    let rows = names("rows", game.squares.map(|(_, rows)| rows));
    let top_right = fields.optional("topRight").bool().unwrap_or_default();
    fields.finish();
    Coordinates { columns, rows, top_right }
}

fn board_text(node: &Node, game: &LayoutParts, diags: &mut Diagnostics) -> Option<BoardText> {
    let mut fields = Fields::of(node, diags);
    let (text, from, to) =
        (fields.required("text").node(), fields.required("from").node(), fields.required("to").node());
    let text = text.and_then(|node| one_line(node, MAX_TEXT, fields.diags())).map(str::to_owned);
    let from = from.and_then(|node| on_board(node, game, fields.diags()));
    let to = to.and_then(|node| on_board(node, game, fields.diags()));
    fields.finish();
    Some(BoardText { text: text?, from: from?, to: to? })
}

/// A short text of one line. `None` if it is empty, too long or has invisible characters.
fn one_line<'n>(node: &'n Node, most: usize, diags: &mut Diagnostics) -> Option<&'n str> {
    let text = Value::of(node, diags).text()?;
    let good = !text.trim().is_empty() && text.chars().count() <= most && text.chars().all(rulebook_diag::is_plain);
    if !good {
        let message = format!("a text on a board has 1 to {most} visible characters");
        diags.push(Diagnostic::error(codes::DRAWING, node.span, message));
    }
    good.then_some(text)
}

fn diagonal(node: &Node, game: &LayoutParts, diags: &mut Diagnostics) -> Option<[String; 2]> {
    let ends = Value::of(node, diags).seq()?;
    let [from, to] = ends else {
        let message = "a line goes from one square to another: `[\"d1\", \"f3\"]`";
        diags.push(Diagnostic::error(codes::DRAWING, node.span, message));
        return None;
    };
    let from = on_board(from, game, diags);
    Some([from?, on_board(to, game, diags)?])
}

/// The name of a square of this board.
fn on_board(node: &Node, game: &LayoutParts, diags: &mut Diagnostics) -> Option<String> {
    let text = Value::of(node, diags).text()?;
    let there = square(text).is_some_and(|(x, y)| game.squares.is_none_or(|(cols, rows)| x < cols && y < rows));
    if !there {
        let message = format!("the board has no square `{text}`");
        diags.push(Diagnostic::error(codes::DRAWING, node.span, message));
    }
    there.then(|| text.to_owned())
}

/// Parses the name of a square into column and row, counted from zero: `d10` is column 3, row 9.
fn square(text: &str) -> Option<(usize, usize)> {
    let column = text.chars().next().filter(char::is_ascii_lowercase)?;
    let row = text[1..].parse::<usize>().ok()?.checked_sub(1)?;
    Some((usize::from(column as u8 - b'a'), row))
}
