//! Reads the list of pieces.

use rulebook_diag::{Diagnostic, Diagnostics, Fields, Node, Value};

use super::context::Context;
use super::{Drop, DropNeighbours, Owner, Piece, betza, conditions, moves};
use crate::codes;
use crate::limits::{MAX_MOVES, MAX_NAME, MAX_PIECES, MAX_VALUE};

/// Reads only the codes. They are needed first, because every part of the file can refer to a piece.
pub(super) fn codes(node: &Node, diags: &mut Diagnostics) -> Option<Vec<String>> {
    let items = Value::of(node, diags).seq()?;
    if items.len() > MAX_PIECES {
        let message = format!("this game has {} kinds of pieces; the limit is {MAX_PIECES}", items.len());
        diags.push(Diagnostic::error(codes::TOO_MANY, node.span, message));
        return None;
    }
    if items.is_empty() {
        diags.push(Diagnostic::error(codes::NOTHING_THERE, node.span, "a game needs at least one piece"));
        return None;
    }
    let mut known: Vec<String> = Vec::new();
    for item in items {
        // The function `one` reports a missing code.
        let written = item.get("code").filter(|node| node.as_text().is_some());
        let code = written.and_then(Node::as_text).unwrap_or_default();
        if let Some(node) = written {
            if code.is_empty() {
                diags.push(Diagnostic::error(codes::NOTHING_THERE, node.span, "the code of this piece is empty"));
            } else if code.chars().count() > MAX_NAME {
                let message = format!("this code is too long; the limit is {MAX_NAME} letters");
                diags.push(Diagnostic::error(codes::TOO_MANY, node.span, message));
                return None;
            } else if known.iter().any(|other| other == code) {
                let message = format!("two pieces have the code `{code}`");
                diags.push(Diagnostic::error(codes::DUPLICATE_NAME, node.span, message).label("second use"));
            }
        }
        known.push(code.to_owned());
    }
    prefixes(items, &known, diags);
    Some(known)
}

/// Reports codes that look alike. A text board shows the first three letters of a code if the file gives no glyph.
fn prefixes(items: &[Node], known: &[String], diags: &mut Diagnostics) {
    let prefix = |code: &str| code.chars().take(3).collect::<String>();
    let letter = |item: &Node| item.get("letter").and_then(Node::as_text).map(str::to_uppercase);
    for (at, item) in items.iter().enumerate().filter(|(_, item)| item.get("glyphs").is_none()) {
        let earlier = (0..at).find(|&other| {
            items[other].get("glyphs").is_none()
                && known[other] != known[at]
                && prefix(&known[other]) == prefix(&known[at])
                && (letter(&items[other]).is_none() || letter(item).is_none())
        });
        if let (Some(other), Some(code)) = (earlier, item.get("code")) {
            let message = format!("`{}` and `{}` look alike on a text board", known[other], known[at]);
            let found = Diagnostic::warning(codes::AMBIGUOUS_PREFIX, code.span, message);
            diags.push(found.label("the same first three letters").help("give the pieces \"glyphs\", or rename one"));
        }
    }
}

/// Reads everything about the pieces except their codes.
pub(super) fn list(node: &Node, cx: &mut Context, diags: &mut Diagnostics) -> Vec<Piece> {
    let items = node.as_seq().unwrap_or_default();
    items.iter().map(|item| one(item, cx, diags)).collect()
}

fn one(node: &Node, cx: &mut Context, diags: &mut Diagnostics) -> Piece {
    let mut fields = Fields::of(node, diags);
    let code = fields.required("code").text().unwrap_or_default().to_owned();
    let name = fields.optional("name").text().map_or_else(|| code.to_lowercase(), str::to_owned);
    let shorthand = fields.optional("betza").node();
    let listed = if shorthand.is_some() { fields.optional("moves") } else { fields.required("moves") }.node();
    let mut moves = moves::list(listed, cx, fields.diags());
    if let Some(node) = shorthand {
        cx.extension(node.span, "`betza`", fields.diags());
        let first = moves.iter().map(|mv| mv.id).max().map_or(0, |id| id.saturating_add(1));
        match Value::of(node, fields.diags()).text().map(|text| betza::expand(text, first)) {
            Some(Ok(more)) if moves.len() + more.moves.len() <= MAX_MOVES => {
                if more.overlaps {
                    let found =
                        Diagnostic::warning(codes::REPEATED_BETZA, node.span, "this notation gives a move twice");
                    fields
                        .diags()
                        .push(found.label("the piece has it once").help("remove the part that repeats the move"));
                }
                moves.extend(more.moves);
            }
            Some(Ok(_)) => {
                fields.diags().push(Diagnostic::error(codes::TOO_MANY, node.span, "this notation gives too many moves"))
            }
            Some(Err(why)) => fields.diags().push(Diagnostic::error(codes::BAD_BETZA, node.span, why)),
            None => {}
        }
    }
    let shared = fields.optional("conditions").node();
    if let Some(node) = shared {
        cx.extension(node.span, "`conditions` of a piece", fields.diags());
        let shared = conditions::list(shared, &[], cx, fields.diags());
        moves.iter_mut().for_each(|mv| mv.conditions.extend(shared.iter().cloned()));
    }
    let shared = fields.optional("modifiers").node();
    if let Some(node) = shared {
        cx.extension(node.span, "`modifiers` of a piece", fields.diags());
        let shared = moves::modifiers(shared, &[], cx, fields.diags());
        moves.iter_mut().for_each(|mv| mv.modifiers.extend(shared.iter().cloned()));
    }
    let letter = fields.optional("letter").text().unwrap_or_default().to_owned();
    let aliases = fields.optional("aliases").node();
    if let Some(node) = aliases {
        cx.extension(node.span, "`aliases`", fields.diags());
    }
    let aliases = aliases.and_then(|node| Value::of(node, fields.diags()).seq()).unwrap_or_default();
    let aliases = aliases.iter().filter_map(|alias| Value::of(alias, fields.diags()).text());
    let aliases = aliases.filter(|alias| !alias.is_empty()).map(str::to_uppercase).collect();
    let glyphs = fields.optional("glyphs").seq().unwrap_or_default();
    let glyphs = glyphs.iter().filter_map(|glyph| Value::of(glyph, fields.diags()).text()).map(str::to_owned).collect();
    let drop = fields.optional("drop").node();
    let drop = drop.map(|node| self::drop(node, cx, fields.diags()));
    let demotes_to = fields.optional("demotes_to").node();
    let demotes_to = cx.piece(demotes_to, fields.diags());
    let value = fields.optional("value").node();
    let value = value.and_then(|node| {
        cx.extension(node.span, "`value`", fields.diags());
        Value::of(node, fields.diags()).int(0..=MAX_VALUE)
    });
    fields.finish();
    Piece { code, name, letter, aliases, glyphs, moves, drop, demotes_to, value }
}

fn drop(node: &Node, cx: &Context, diags: &mut Diagnostics) -> Drop {
    cx.extension(node.span, "`drop`", diags);
    let mut fields = Fields::of(node, diags);
    let zones = fields.optional("zones").seq().unwrap_or_default();
    let zones = zones.iter().filter_map(|zone| cx.zone(Some(zone), fields.diags())).collect();
    let one_a_file = fields.optional("one_a_file").bool().unwrap_or(false);
    let not_mate = fields.optional("not_mate").bool().unwrap_or(false);
    let supported = fields.optional("supported").node();
    let supported = cx.offset(supported, fields.diags());
    let flips = fields.optional("flips").bool().unwrap_or(false);
    let file_limit = fields.optional("file_limit").int(0..=16_u8);
    let not_check = fields.optional("not_check").bool().unwrap_or(false);
    let beside = fields.optional("beside").node();
    let beside = beside.map(|node| self::beside(node, fields.diags()));
    let colours = fields.optional("both_colours").bool().unwrap_or(false);
    let becomes = fields.optional("becomes").node();
    let becomes = cx.pieces(becomes, fields.diags());
    let first = fields.optional("first").node();
    let first = cx.zone(first, fields.diags());
    let free = fields.optional("free").bool().unwrap_or(false);
    let gate_only = fields.optional("gate_only").bool().unwrap_or(false);
    let from_edge = fields.optional("from_edge").bool().unwrap_or(false);
    fields.finish();
    Drop {
        zones,
        one_a_file: one_a_file || file_limit.is_some(),
        not_mate,
        supported,
        flips,
        file_limit: file_limit.unwrap_or(1),
        not_check,
        beside,
        colours,
        becomes,
        first,
        free,
        gate_only,
        from_edge,
    }
}

/// Reads the neighbours that a drop requires or forbids.
fn beside(node: &Node, diags: &mut Diagnostics) -> DropNeighbours {
    let mut fields = Fields::of(node, diags);
    let owners = [("ANY", Owner::Any), ("ALLY", Owner::Ally), ("ENEMY", Owner::Enemy)];
    let owner = fields.required("owner").choice(&owners).unwrap_or(Owner::Any);
    let straight = fields.optional("straight").bool().unwrap_or(false);
    let negated = fields.optional("not").bool().unwrap_or(false);
    fields.finish();
    DropNeighbours { owner, straight, negated }
}

/// Reports two kinds with the same letter, because a position text could not tell them apart.
pub(super) fn same_letters(node: &Node, pieces: &[Piece], diags: &mut Diagnostics) {
    let items = node.as_seq().unwrap_or_default();
    for (at, (piece, item)) in pieces.iter().zip(items).enumerate() {
        let Some(given) = item.get("letter").filter(|_| !piece.letter.is_empty()) else { continue };
        if let Some(other) = pieces[..at].iter().find(|other| other.letter.eq_ignore_ascii_case(&piece.letter)) {
            let message = format!("`{}` and `{}` have the letter `{}`", other.code, piece.code, piece.letter);
            let found = Diagnostic::error(codes::DUPLICATE_NAME, given.span, message);
            diags.push(found.label("second use").help("give each kind of piece its own letter"));
        }
    }
    for (at, (piece, item)) in pieces.iter().zip(items).enumerate() {
        let Some(given) = item.get("aliases") else { continue };
        let means = |other: &Piece, alias: &String| {
            other.letter.eq_ignore_ascii_case(alias) || other.aliases.iter().any(|own| own == alias)
        };
        let others = || pieces.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other);
        if let Some(alias) = piece.aliases.iter().find(|alias| others().any(|other| means(other, alias))) {
            let message = format!("the alias `{alias}` of `{}` stands for another piece, too", piece.code);
            diags.push(Diagnostic::error(codes::DUPLICATE_NAME, given.span, message).label("used twice"));
        }
    }
}

/// Assigns the letters for texts: the given letter, or the first free letter of the code, or the whole code. Leaders
/// get their letters first, then kinds with short codes. So a king gets `K` and a knight `N`.
pub(super) fn letters(pieces: &mut [Piece], leaders: &[u8]) {
    let mut taken: Vec<String> = pieces.iter().map(|piece| piece.letter.to_uppercase()).collect();
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by_key(|at| (!leaders.contains(&(*at as u8)), pieces[*at].code.len(), *at));
    for at in order {
        if pieces[at].letter.is_empty() {
            let code = pieces[at].code.to_uppercase();
            let mut letters = code.chars().filter(char::is_ascii_alphabetic).map(String::from);
            pieces[at].letter = letters.find(|letter| !taken.contains(letter)).unwrap_or_else(|| format!("({code})"));
        }
        pieces[at].letter = pieces[at].letter.to_uppercase();
        taken[at] = pieces[at].letter.clone();
    }
}
