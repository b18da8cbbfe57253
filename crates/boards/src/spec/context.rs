//! The context of the reader: declared names, the size of the board, and the places where flags are tested.

use rulebook_diag::{Diagnostic, Diagnostics, Key, Kind, Node, Value, nearest};

use super::{Board, BoardSquare, Flag, Kinds, Offset, Zone};
use crate::codes;
use crate::limits::{MAX_FLAGS, MAX_SIDE};

/// The names and sizes that were read so far. Each name and size is read before everything that depends on it.
#[derive(Default)]
pub(super) struct Context {
    pub board: Board,
    pub pieces: Vec<String>,
    pub players: Vec<String>,
    pub zones: Vec<Zone>,
    pub flags: Vec<Flag>,
    /// The places where a condition tests a flag. The reader of the file uses them to report flags that no move sets.
    pub asked_flags: Vec<(u8, rulebook_diag::Span)>,
    /// Whether the file declares version 1, which has no extensions.
    pub strict: bool,
}

/// A key of a map, as a node that can be looked up as a name.
pub(super) fn named(key: &Key) -> Node {
    let mut node = Node::new(Kind::Text(key.text.clone()), key.span);
    node.quoted = key.quoted;
    node
}

impl Context {
    /// Reads a pair of whole numbers from `-most` to `most`.
    fn pair(&self, node: &Node, diags: &mut Diagnostics, most: i64) -> Option<(i64, i64)> {
        let items = Value::of(node, diags).seq()?;
        if let [x, y] = items
            && let (Some(x), Some(y)) = (x.as_int(), y.as_int())
        {
            if x.unsigned_abs() <= most.unsigned_abs() && y.unsigned_abs() <= most.unsigned_abs() {
                return Some((x, y));
            }
            let found =
                Diagnostic::error(codes::BAD_STEP, node.span, format!("a step of [{x}, {y}] leads off any board"));
            diags.push(found.label(format!("use numbers from -{most} to {most}")));
            return None;
        }
        let found = Diagnostic::error(codes::BAD_POSITION, node.span, "a position is a pair of whole numbers");
        diags.push(found.label("write it like [4, 0]"));
        None
    }

    /// Reads a step or a relative position.
    pub fn offset(&self, node: Option<&Node>, diags: &mut Diagnostics) -> Option<Offset> {
        self.pair(node?, diags, MAX_SIDE).map(|(x, y)| (x as i16, y as i16))
    }

    /// Reads a list of relative positions.
    pub fn offsets(&self, node: Option<&Node>, diags: &mut Diagnostics) -> Option<Vec<Offset>> {
        let items = Value::of(node?, diags).seq()?;
        items.iter().map(|item| self.offset(Some(item), diags)).collect()
    }

    /// Reads a square of the board.
    pub fn square(&self, node: &Node, diags: &mut Diagnostics) -> Option<BoardSquare> {
        let (x, y) = self.pair(node, diags, i64::MAX)?;
        let (cols, rows) = (self.board.cols, self.board.rows);
        if x < 0 || y < 0 || x >= i64::from(cols) || y >= i64::from(rows) {
            let message = format!("[{x}, {y}] is off the board");
            let found = Diagnostic::error(codes::OFF_BOARD, node.span, message);
            diags.push(found.label(format!("columns are 0 to {}, rows 0 to {}", cols.max(1) - 1, rows.max(1) - 1)));
            return None;
        }
        let place = (x as u8, y as u8);
        if self.board.disabled.contains(&place) {
            let found = Diagnostic::error(codes::DISABLED, node.span, format!("[{x}, {y}] is a disabled position"));
            diags.push(found.label("this square does not exist"));
            return None;
        }
        Some(place)
    }

    /// Reads a list of squares without duplicates.
    pub fn squares(&self, node: Option<&Node>, diags: &mut Diagnostics) -> Vec<BoardSquare> {
        let Some(items) = node.and_then(|node| Value::of(node, diags).seq()) else { return vec![] };
        let mut places = Vec::new();
        for item in items {
            let Some(place) = self.square(item, diags) else { continue };
            if places.contains(&place) {
                let message = format!("the square [{}, {}] is listed twice", place.0, place.1);
                diags.push(Diagnostic::warning(codes::DUPLICATE_SQUARE, item.span, message).label("second use"));
            } else {
                places.push(place);
            }
        }
        places
    }

    /// The index of a declared name. If the name is unknown, reports it with the most similar known name.
    fn find(names: &[String], node: &Node, diags: &mut Diagnostics, code: &'static str, what: &str) -> Option<u8> {
        let name = Value::of(node, diags).text()?;
        if let Some(index) = names.iter().position(|other| other == name) {
            return Some(index as u8);
        }
        diags.push(
            Diagnostic::error(code, node.span, format!("no {what} is called `{name}`"))
                .label("not declared in this file")
                .did_you_mean(nearest(name, names.iter().map(String::as_str)), node.quoted),
        );
        None
    }

    pub fn piece(&self, node: Option<&Node>, diags: &mut Diagnostics) -> Option<u8> {
        Context::find(&self.pieces, node?, diags, codes::UNKNOWN_PIECE, "piece")
    }

    pub fn pieces(&self, node: Option<&Node>, diags: &mut Diagnostics) -> Vec<u8> {
        let items = node.and_then(|node| Value::of(node, diags).seq()).unwrap_or_default();
        items.iter().filter_map(|item| self.piece(Some(item), diags)).collect()
    }

    /// Reads a list of kinds, or one kind, as a set.
    pub fn kinds(&self, node: Option<&Node>, diags: &mut Diagnostics) -> Option<Kinds> {
        let node = node?;
        if node.as_seq().is_none() {
            return self.piece(Some(node), diags).map(|kind| 1 << kind);
        }
        Some(self.pieces(Some(node), diags).into_iter().fold(0, |all, kind| all | 1 << kind))
    }

    /// The set of all kinds.
    pub fn all_kinds(&self) -> Kinds {
        if self.pieces.len() == 64 { Kinds::MAX } else { (1 << self.pieces.len()) - 1 }
    }

    pub fn player(&self, node: &Node, diags: &mut Diagnostics) -> Option<u8> {
        Context::find(&self.players, node, diags, codes::UNKNOWN_PLAYER, "player")
    }

    /// Reads the name of a zone that moves can use.
    pub fn zone(&self, node: Option<&Node>, diags: &mut Diagnostics) -> Option<u8> {
        let node = node?;
        let codes: Vec<String> = self.zones.iter().map(|zone| zone.code.clone()).collect();
        let zone = Context::find(&codes, node, diags, codes::UNKNOWN_CONDITION, "global condition")?;
        if self.zones[zone as usize].squares.is_none() {
            let message = "moves cannot use a condition of the type STATE";
            let found = Diagnostic::error(codes::STATE_CONDITION, node.span, message);
            diags.push(found.help("to test a flag, use CHECK_STATE"));
            return None;
        }
        Some(zone)
    }

    /// The index of a flag. The first use of a name declares the flag.
    pub fn flag(&mut self, node: Option<&Node>, diags: &mut Diagnostics) -> Option<u8> {
        let node = node?;
        let name = Value::of(node, diags).text()?;
        if let Some(index) = self.flags.iter().position(|flag| flag.name == name) {
            return Some(index as u8);
        }
        if self.flags.len() == MAX_FLAGS {
            let message = format!("a game has at most {MAX_FLAGS} different flags");
            diags.push(Diagnostic::error(codes::TOO_MANY, node.span, message));
            return None;
        }
        self.flags.push(Flag { name: name.to_owned(), longest: 0, permanent: false });
        Some(self.flags.len() as u8 - 1)
    }

    /// Reports an extension in a file that declares version 1.
    pub fn extension(&self, span: rulebook_diag::Span, what: &str, diags: &mut Diagnostics) {
        if self.strict {
            let message = format!("{what} is an extension of version 2");
            let found = Diagnostic::error(codes::NEEDS_VERSION, span, message);
            diags.push(found.help("declare \"version\": 2 at the top of the file"));
        }
    }
}
