//! Reads a layout file. Unknown fields are errors.

use super::action_grid;
use super::check;
use super::drawing;
use super::phase_strip;
use super::{Layout, LayoutZone, PileLayout, PileStyle, SeatPlaces, Sort, SortBy, SortEntry, Sorter, Widget, codes};
use rulebook_diag::{
    Diagnostic, Diagnostics, Fields, FileId, Key, Limits, Node, Sources, Span, Value, nearest, parse_json,
};
use std::collections::BTreeMap;

/// The maximum number of rows and of columns of the grid.
pub(super) const MAX_SIDE: u8 = 64;
/// The maximum number of zones in a layout.
const MAX_ZONES: usize = 256;

const SEAT_PLACES: [(&str, SeatPlaces); 2] = [("around", SeatPlaces::Around), ("rows", SeatPlaces::Rows)];

const PILE_LAYOUTS: [(&str, PileLayout); 8] = [
    ("horizontal", PileLayout::Horizontal),
    ("vertical", PileLayout::Vertical),
    ("complete", PileLayout::Complete),
    ("spread", PileLayout::Spread),
    ("trick", PileLayout::Trick),
    ("mat", PileLayout::Mat),
    ("rows", PileLayout::Rows),
    ("columns", PileLayout::Columns),
];

const WIDGETS: [(&str, Widget); 3] =
    [("actions", Widget::Actions), ("scoreboards", Widget::Scoreboards), ("board", Widget::Board)];

const SORT_TYPES: [(&str, SortBy); 4] = [
    ("bySuitRank", SortBy::BySuitRank),
    ("byRank", SortBy::ByRank),
    ("bySuit", SortBy::BySuit),
    ("explicit", SortBy::Explicit),
];

/// The parts of a game that a layout can show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayoutParts {
    /// The ids of the zones in its scenes, with the maximum number of seats.
    pub zones: Vec<String>,
    /// Whether the game has a board.
    pub board: bool,
    /// The columns and rows of the board. `None` if they are unknown.
    pub squares: Option<(usize, usize)>,
    /// Whether the game ever has buttons. `None` if that is unknown.
    pub buttons: Option<bool>,
    /// The ids of all buttons. Empty if they are unknown.
    pub actions: Vec<String>,
    /// Other names of the zones, from the initial state: `P1-hand` for `hand.0`.
    pub aliases: BTreeMap<String, String>,
    /// The ids of the zones that are hands of players.
    pub hands: Vec<String>,
    /// The ranks and suits of the cards.
    pub faces: Vec<(Option<String>, Option<String>)>,
}

/// A name and its place in the file.
#[derive(Clone)]
pub(super) struct Written {
    pub text: String,
    pub span: Span,
    pub quoted: bool,
}

impl Written {
    fn of(node: &Node, text: &str) -> Written {
        Written { text: text.to_owned(), span: node.span, quoted: node.quoted }
    }

    fn of_key(key: &Key) -> Written {
        Written { text: key.text.clone(), span: key.span, quoted: key.quoted }
    }

    /// The same name with the id of the zone, if it is a name of the initial state.
    fn resolved(self, game: &LayoutParts) -> Written {
        match game.aliases.get(&self.text) {
            Some(id) => Written { text: id.clone(), ..self },
            None => self,
        }
    }
}

/// A zone and the places of its parts in the file.
pub(super) struct Placed {
    pub zone: LayoutZone,
    pub id: Written,
    pub piles: Vec<Written>,
    pub widget: Option<Span>,
}

/// Reads and checks a layout. Returns `None` if there was an error. Warnings are allowed.
pub fn read_layout(sources: &Sources, file: FileId, game: &LayoutParts, diags: &mut Diagnostics) -> Option<Layout> {
    let (node, found) = parse_json(sources, file, &Limits::default());
    let mut own = Diagnostics::from(found);
    let layout = node.and_then(|node| read(&node, game, &mut own));
    let good = !own.has_errors();
    diags.extend(own);
    layout.filter(|_| good)
}

fn read(node: &Node, game: &LayoutParts, diags: &mut Diagnostics) -> Option<Layout> {
    let mut fields = Fields::of(node, diags);
    let seats = fields.optional("seats").choice(&SEAT_PLACES);
    let rows = fields.required("rows").int(1..=MAX_SIDE);
    let cols = fields.required("cols").int(1..=MAX_SIDE);
    let mut zones = fields.required("zones").seq().unwrap_or_default();
    if let Some(extra) = zones.get(MAX_ZONES) {
        let message = format!("more than {MAX_ZONES} zones");
        fields.diags().push(Diagnostic::error(codes::TOO_MANY, extra.span, message));
        zones = &zones[..MAX_ZONES];
    }
    if zones.is_empty() && node.get("zones").and_then(Node::as_seq).is_some() && !game.zones.is_empty() {
        let span = node.get("zones").map_or(node.span, |zones| zones.span);
        let found = Diagnostic::error(codes::TOO_MANY, span, "a layout without zones shows nothing");
        fields.diags().push(found.help("without this file, clients choose a layout"));
    }
    let placed: Vec<Placed> = zones.iter().filter_map(|zone| read_zone(zone, game, fields.diags())).collect();
    let styles = fields.optional_any(&["pileStyles", "pile_styles"]).map().unwrap_or_default();
    let hidden = texts(fields.optional("hidden").seq(), game, fields.diags());
    let board = fields.optional("board").node().map(|board| drawing::read(board, game, fields.diags()));
    let actions = fields.optional("actions").node().and_then(|grid| action_grid::read(grid, game, fields.diags()));
    let phases = fields.optional("phases").seq().unwrap_or_default();
    let phases = phase_strip::read(phases, fields.diags());
    fields.finish();

    let mut pile_styles = BTreeMap::new();
    for (key, style) in styles {
        let key = Written::of_key(key).resolved(game);
        check::known(&key, game, diags);
        pile_styles.insert(key.text, read_style(style, game, diags));
    }
    // If the size of the grid is invalid, the places of zones cannot be checked.
    let (Some(rows), Some(cols)) = (rows, cols) else { return None };
    check::places(rows, cols, &placed, diags);
    check::piles(node, &placed, &hidden, game, diags);
    let hidden = hidden.into_iter().map(|pile| pile.text).collect();
    let zones = placed.into_iter().map(|placed| placed.zone).collect();
    Some(Layout { seats, rows, cols, zones, pile_styles, hidden, board, actions, phases })
}

fn read_zone(node: &Node, game: &LayoutParts, diags: &mut Diagnostics) -> Option<Placed> {
    let mut fields = Fields::of(node, diags);
    let id = fields.required("id").line();
    let row = fields.required("row").int(0..=MAX_SIDE - 1);
    let col = fields.required("col").int(0..=MAX_SIDE - 1);
    let row_span = fields.optional_any(&["rowSpan", "row_span"]).int(1..=MAX_SIDE).unwrap_or(1);
    let col_span = fields.optional_any(&["colSpan", "col_span"]).int(1..=MAX_SIDE).unwrap_or(1);
    let label = fields.optional("label").line().map(str::to_owned);
    let piles = fields.optional("piles").seq();
    let widget_node = node.get("widget");
    let widget = fields.optional("widget").choice(&WIDGETS);
    let written = texts(piles, game, fields.diags());
    if piles.is_some() == widget_node.is_some() {
        let both = if piles.is_some() { "both" } else { "neither" };
        let span = node.get("id").map_or(node.span, |id| id.span);
        let message = format!("a zone must have either `piles` or a `widget`; this one has {both}");
        fields.diags().push(Diagnostic::error(codes::PILES_OR_WIDGET, span, message));
    }
    fields.finish();
    let (id, row, col) = (id?, row?, col?);
    let piles = written.iter().map(|pile| pile.text.clone()).collect();
    let zone = LayoutZone { id: id.to_owned(), row, col, row_span, col_span, label, piles, widget };
    let id = Written::of(node.get("id")?, id);
    Some(Placed { zone, id, piles: written, widget: widget_node.map(|node| node.span) })
}

fn texts(nodes: Option<&[Node]>, game: &LayoutParts, diags: &mut Diagnostics) -> Vec<Written> {
    let nodes = nodes.unwrap_or_default().iter();
    nodes.filter_map(|node| Some(Written::of(node, Value::of(node, diags).text()?).resolved(game))).collect()
}

fn read_style(node: &Node, game: &LayoutParts, diags: &mut Diagnostics) -> PileStyle {
    let mut fields = Fields::of(node, diags);
    let layout = fields.optional("layout").choice(&PILE_LAYOUTS);
    let sort = fields.optional("sort").node().map(|sort| read_sort(sort, game, fields.diags()));
    fields.finish();
    PileStyle { layout, sort }
}

fn read_sort(node: &Node, game: &LayoutParts, diags: &mut Diagnostics) -> Sort {
    let mut fields = Fields::of(node, diags);
    let default = fields.optional("default").text();
    let options = fields.required("options").seq().unwrap_or_default();
    let sorters: Vec<Sorter> = options.iter().filter_map(|option| read_sorter(option, game, fields.diags())).collect();
    fields.finish();
    for (at, sorter) in sorters.iter().enumerate() {
        if sorters[..at].iter().any(|other| other.id == sorter.id) {
            let message = format!("two sorters have the id `{}`", sorter.id);
            diags.push(Diagnostic::error(codes::SORTER, node.span, message));
        }
    }
    if let (Some(id), Some(at)) = (default, node.get("default")) {
        // If a sorter could not be read, that was already reported, and it may be the missing sorter.
        if sorters.len() == options.len() && sorters.iter().all(|sorter| sorter.id != id) {
            let ids = sorters.iter().map(|sorter| sorter.id.as_str());
            let found = Diagnostic::error(codes::SORTER, at.span, format!("there is no sorter `{id}`"));
            diags.push(found.label("none of the options").did_you_mean(nearest(id, ids), at.quoted));
        }
    }
    Sort { default: default.map(str::to_owned), options: sorters }
}

fn read_sorter(node: &Node, game: &LayoutParts, diags: &mut Diagnostics) -> Option<Sorter> {
    let mut fields = Fields::of(node, diags);
    let id = fields.required("id").line();
    let label = fields.optional("label").line().map(str::to_owned);
    let by = fields.required("type").choice(&SORT_TYPES);
    let order_node = fields.optional("order").node();
    let entries = order_node.and_then(|order| Value::of(order, fields.diags()).seq()).unwrap_or_default();
    let order: Vec<SortEntry> = entries.iter().map(|entry| read_entry(entry, fields.diags())).collect();
    check::order(entries, &order, game, fields.diags());
    let include_face_down = fields.optional("includeFaceDown").bool().unwrap_or(false);
    let layouts = fields.optional("applyToLayouts").seq().unwrap_or_default();
    let apply_to_layouts =
        layouts.iter().filter_map(|layout| Value::of(layout, fields.diags()).choice(&PILE_LAYOUTS)).collect();
    let type_span = node.get("type").map_or(node.span, |by| by.span);
    match (by, order_node) {
        (Some(SortBy::Explicit), _) if entries.is_empty() => {
            let message = "an explicit sorter needs an `order`";
            let help = "list the cards: `\"order\": [{ \"rank\": \"A\", \"suit\": \"S\" }]`";
            fields.diags().push(Diagnostic::error(codes::ORDER, type_span, message).help(help));
        }
        (Some(by), Some(order)) if by != SortBy::Explicit => {
            let message = "only an explicit sorter has an `order`";
            let found = Diagnostic::error(codes::ORDER, order.span, message);
            fields.diags().push(found.secondary(type_span, "this sorter has another order"));
        }
        _ => {}
    }
    fields.finish();
    Some(Sorter { id: id?.to_owned(), label, by: by?, order, include_face_down, apply_to_layouts })
}

fn read_entry(node: &Node, diags: &mut Diagnostics) -> SortEntry {
    let mut fields = Fields::of(node, diags);
    let rank = fields.optional("rank").scalar().map(str::to_owned);
    let suit = fields.optional("suit").scalar().map(str::to_owned);
    if rank.is_none() && suit.is_none() && node.as_map().is_some() {
        let message = "an entry of an order has a `rank`, a `suit` or both";
        fields.diags().push(Diagnostic::error(codes::ORDER, node.span, message));
    }
    fields.finish();
    SortEntry { rank, suit }
}
