//! Reads a [`Spec`] from the parsed file: first names, then everything that uses the names.

use rulebook_diag::{Diagnostic, Diagnostics, Fields, FileId, Kind, Limits, Node, Sources, Span, Value, parse_json};

use super::context::{Context, named};
use super::{Board, Change, Clauses, Effect, Occupant, Spec, Zone, clauses, conditions, pieces, players, verify};
use crate::codes;
use crate::limits::{MAX_SIDE, MAX_ZONES};

/// Reads a game. Returns a spec if and only if there is no error.
pub fn read(sources: &Sources, file: FileId) -> (Option<Spec>, Diagnostics) {
    let (node, found) = parse_json(sources, file, &Limits::default());
    let mut diags = Diagnostics::from(found);
    node.iter().for_each(|node| unseen(node, &mut diags));
    let spec = node.and_then(|node| game(&node, &mut diags));
    (spec.filter(|_| !diags.has_errors()), diags)
}

fn game(node: &Node, diags: &mut Diagnostics) -> Option<Spec> {
    let mut fields = Fields::of(node, diags);
    let version = fields.optional("version").int(1..=2_u8);
    let mut cx = Context { strict: version == Some(1), ..Context::default() };
    let name = fields.required("name").text().map(str::to_owned);
    let board_node = fields.required("board").node();
    let pieces_node = fields.required("pieces").node();
    let players_node = fields.required("players").node();
    let turns_node = fields.required("turns").node();
    // Stop here if the board or a name is missing, because everything else would only report errors that follow from
    // it.
    cx.board = board(board_node?, &mut cx, fields.diags())?;
    cx.pieces = pieces::codes(pieces_node?, fields.diags())?;
    cx.players = players::names(players_node?, fields.diags())?;
    let zones_node = fields.optional("conditions").node();
    zones(zones_node, &mut cx, fields.diags());
    let mut pieces = pieces::list(pieces_node?, &mut cx, fields.diags());
    let players = players::list(players_node?, &mut cx, fields.diags());
    let (order, start_at) = players::turns(turns_node?, &cx, fields.diags());
    let leader_node = fields.optional("leader").node();
    let Leaders { leaders, leads_while, check_on_all } = leaders(leader_node, &cx, fields.diags());
    pieces::same_letters(pieces_node?, &pieces, fields.diags());
    pieces::letters(&mut pieces, &leaders);
    let clauses = clauses::read(&mut fields, &cx);
    fields.finish();
    verify::flags(&cx, diags);
    let spec = Spec {
        name: name?,
        board: cx.board,
        players,
        order,
        start_at,
        zones: cx.zones,
        pieces,
        flags: cx.flags,
        leaders,
        leads_while,
        check_on_all,
        clauses,
    };
    let spec = with_common_effects(spec);
    if diags.has_errors() {
        return None;
    }
    verify::spec(&spec, node, diags);
    Some(spec)
}

/// The leaders of a game.
#[derive(Default)]
struct Leaders {
    leaders: Vec<u8>,
    leads_while: Vec<u8>,
    check_on_all: bool,
}

/// Reads the leaders: a code, an object with conditions, or a list of both.
fn leaders(node: Option<&Node>, cx: &Context, diags: &mut Diagnostics) -> Leaders {
    let mut found = Leaders::default();
    let Some(node) = node else { return found };
    if node.as_text().is_none() {
        cx.extension(node.span, "several leaders", diags);
    }
    let items = node.as_seq().unwrap_or(std::slice::from_ref(node));
    for item in items {
        let (kind, most) = if item.as_map().is_some() {
            let mut fields = Fields::of(item, diags);
            let piece = fields.required("piece").node();
            let kind = cx.piece(piece, fields.diags());
            let most = fields.optional("while_at_most").int(1..=u8::MAX).unwrap_or(u8::MAX);
            found.check_on_all |= fields.optional("check_on_all").bool().unwrap_or(false);
            fields.finish();
            (kind, most)
        } else {
            (cx.piece(Some(item), diags), u8::MAX)
        };
        if let Some(kind) = kind.filter(|kind| !found.leaders.contains(kind)) {
            found.leaders.push(kind);
            found.leads_while.push(most);
        }
    }
    found
}

/// Copies the effects of `after_capture` and `after_move` into the actions of all pieces.
fn with_common_effects(mut spec: Spec) -> Spec {
    let Clauses { after_capture, after_move, .. } = &spec.clauses;
    let concerns = |change: &&Change, kind: usize| change.by >> kind & 1 == 1;
    for (kind, piece) in spec.pieces.iter_mut().enumerate() {
        for mv in &mut piece.moves {
            let takes = mv.effects.iter().any(|effect| matches!(effect, Effect::Capture(_)));
            for action in &mut mv.actions {
                let aside = takes || action.effects.iter().any(|effect| matches!(effect, Effect::Capture(_)));
                let captures = aside || action.state != Occupant::Empty;
                let after: &[Change] = if captures { after_capture } else { &[] };
                let all = after.iter().chain(after_move).filter(|change| concerns(change, kind));
                action.effects.extend(all.cloned().map(Effect::Change));
            }
        }
    }
    spec
}

/// Reports control characters in texts, because names are printed to terminals and logs.
fn unseen(node: &Node, diags: &mut Diagnostics) {
    let steers = |sign: char| {
        sign.is_control()
            || matches!(sign, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let mut look = |text: &str, span: Span| {
        if let Some(sign) = text.chars().find(|sign| steers(*sign)) {
            let message = format!("this text contains the invisible character U+{:04X}", u32::from(sign));
            diags.push(Diagnostic::error(codes::UNSEEN_TEXT, span, message).label("remove it"));
        }
    };
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        match &node.kind {
            Kind::Text(text) => look(text, node.span),
            Kind::Seq(items) => open.extend(items),
            Kind::Map(entries) => {
                entries.iter().for_each(|(key, _)| look(&key.text, key.span));
                open.extend(entries.iter().map(|(_, value)| value));
            }
            _ => {}
        }
    }
}

fn board(node: &Node, cx: &mut Context, diags: &mut Diagnostics) -> Option<Board> {
    let mut fields = Fields::of(node, diags);
    let size = fields.required("dimensions").node()?;
    let disabled = fields.optional("disabled_positions").node();
    let cuts_node = fields.optional("cuts").node();
    let side = |node: &Node| node.as_int().filter(|side| (1..=MAX_SIDE).contains(side)).map(|side| side as u8);
    let sides = match size.as_seq() {
        Some([cols, rows]) => side(cols).zip(side(rows)),
        _ => None,
    };
    let Some((cols, rows)) = sides else {
        let found = Diagnostic::error(codes::BOARD_SIZE, size.span, "this is not a board size");
        fields.diags().push(found.label(format!("write [columns, rows], each from 1 to {MAX_SIDE}")));
        return None;
    };
    if let Some(node) = cuts_node {
        cx.extension(node.span, "`cuts`", fields.diags());
    }
    let items = cuts_node.and_then(|node| Value::of(node, fields.diags()).seq()).unwrap_or_default();
    let cuts = items.iter().filter_map(|item| Value::of(item, fields.diags()).int(1..=cols.max(2) - 1)).collect();
    fields.finish();
    cx.board = Board { cols, rows, disabled: vec![], cuts };
    let disabled = cx.squares(disabled, diags);
    if disabled.len() == usize::from(cols) * usize::from(rows) {
        diags.push(Diagnostic::error(codes::NOTHING_THERE, node.span, "every square of the board is disabled"));
        return None;
    }
    Some(Board { disabled, ..std::mem::take(&mut cx.board) })
}

fn zones(node: Option<&Node>, cx: &mut Context, diags: &mut Diagnostics) {
    let Some(node) = node else { return };
    let items = Value::of(node, diags).seq().unwrap_or_default();
    if items.len() > MAX_ZONES {
        let message = format!("this game has {} global conditions; the limit is {MAX_ZONES}", items.len());
        diags.push(Diagnostic::error(codes::TOO_MANY, node.span, message));
        return;
    }
    for item in items {
        let mut fields = Fields::of(item, diags);
        let code_node = fields.required("code").node();
        let code = code_node.and_then(|node| Value::of(node, fields.diags()).text());
        let kind = fields.required("type").one_of(&["POSITION", "STATE"]);
        let mut squares = None;
        if kind == Some("POSITION") {
            let mut by_player = vec![vec![]; cx.players.len()];
            for (key, places) in fields.required("check").map().unwrap_or_default() {
                if let Some(player) = cx.player(&named(key), fields.diags()) {
                    by_player[player as usize] = cx.squares(Some(places), fields.diags());
                }
            }
            squares = Some(by_player);
            fields.finish();
        }
        let (Some(code), Some(at)) = (code, code_node) else { continue };
        if conditions::is_built_in(code, cx) {
            let message = format!("`{code}` is a condition of the language");
            let found = Diagnostic::error(codes::BUILT_IN_NAME, at.span, message);
            diags.push(found.label("already has a meaning").help("give this condition another code"));
            continue;
        }
        if cx.zones.iter().any(|zone| zone.code == code) {
            let message = format!("two global conditions have the code `{code}`");
            diags.push(Diagnostic::error(codes::DUPLICATE_NAME, at.span, message).label("second use"));
            continue;
        }
        cx.zones.push(Zone { code: code.to_owned(), squares });
    }
}
