//! Reads the clauses about the whole game. All of them are extensions that version 1 does not have.

use rulebook_diag::{Diagnostic, Diagnostics, Fields, Node, Value};

use super::context::{Context, named};
use super::effects::changes;
use super::{
    Castling, Clauses, Extinct, Facing, Kinds, Pass, Pattern, Reach, Repeated, Reply, Shape, Shuffled, Stalemate,
    Tally, Verdict, WallPlace, Walls, Win,
};
use crate::codes;
use crate::limits::{MAX_HELD, MAX_PLIES, MOST_PLIES};

/// Reads the clauses from the fields of the file.
pub(super) fn read(fields: &mut Fields<'_, '_>, cx: &Context) -> Clauses {
    for key in KEYS {
        if let Some(node) = fields.optional(key).node() {
            cx.extension(node.span, &format!("`{key}`"), fields.diags());
        }
    }
    let mut clauses = Clauses { max_plies: MAX_PLIES, ..Clauses::default() };
    let wins = fields.optional("win_conditions").seq().unwrap_or_default();
    clauses.wins = wins.iter().filter_map(|node| win(node, cx, fields.diags())).collect();
    let draws = fields.optional("draw_conditions").seq().unwrap_or_default();
    draws.iter().for_each(|node| draw(node, cx, &mut clauses, fields.diags()));
    let stalemates = [
        ("draw", Stalemate::Draw),
        ("loss", Stalemate::Loss),
        ("win", Stalemate::Win),
        ("count", Stalemate::Count),
        ("fewest", Stalemate::Fewest),
    ];
    clauses.stalemate = fields.optional("stalemate").choice(&stalemates).unwrap_or_default();
    let mate_node = fields.optional("checkmate").node();
    if let Some(node) = mate_node.filter(|node| node.as_map().is_some()) {
        let mut fields = Fields::of(node, fields.diags());
        clauses.mate = fields.optional("result").choice(&VERDICTS).unwrap_or_default();
        let [only_by, without] = ["only_by", "without"].map(|key| fields.optional(key).node());
        clauses.mate_only_by = only_by.and_then(|node| result_for(node, cx, fields.diags()));
        clauses.mate_without = without.and_then(|node| result_for(node, cx, fields.diags()));
        fields.finish();
    } else {
        clauses.mate = fields.optional("checkmate").choice(&VERDICTS).unwrap_or_default();
    }
    let pass_node = fields.optional("pass").node();
    clauses.pass = pass_node.map_or(vec![], |node| pass(node, cx, fields.diags()));
    clauses.double_pass = fields.optional("double_pass").choice(&TALLIES);
    clauses.full_board = fields.optional("full_board").choice(&TALLIES);
    let points_node = fields.optional("points").node();
    if let Some(node) = points_node {
        clauses.points = points(node, cx, fields.diags());
    }
    let eliminated = fields.optional("eliminated").choice(&[("freeze", false), ("remove", true)]);
    clauses.remove_eliminated = eliminated.unwrap_or(false);
    clauses.must_capture = fields.optional("compulsory_capture").bool().unwrap_or(false);
    let must_drop = fields.optional("compulsory_drop").node();
    clauses.must_drop = must_drop.map_or(0, |node| {
        if node.as_seq().is_some() || node.as_text().is_some() {
            return cx.kinds(Some(node), fields.diags()).unwrap_or(0);
        }
        if Value::of(node, fields.diags()).bool() == Some(true) { cx.all_kinds() } else { 0 }
    });
    clauses.no_checks = fields.optional("no_checks").bool().unwrap_or(false);
    let facing = [("allowed", Facing::Allowed), ("forbidden", Facing::Forbidden), ("answered", Facing::Answered)];
    let facing_node = fields.optional("facing_leaders").node();
    if let Some(node) = facing_node.filter(|node| node.as_map().is_some()) {
        let mut fields = Fields::of(node, fields.diags());
        clauses.facing = fields.required("rule").choice(&facing).unwrap_or_default();
        clauses.facing_rows = fields.optional("rows").bool().unwrap_or(false);
        fields.finish();
    } else {
        clauses.facing = fields.optional("facing_leaders").choice(&facing).unwrap_or_default();
    }
    let captured = [("removed", (false, false)), ("to_hand", (true, false)), ("to_partner", (true, true))];
    (clauses.hands, clauses.hands_to_partner) = fields.optional("captured").choice(&captured).unwrap_or_default();
    let teams_node = fields.optional("teams").node();
    clauses.teams = teams_node.map_or(vec![], |node| teams(node, cx, fields.diags()));
    clauses.max_plies = fields.optional("max_turns").int(1..=MOST_PLIES).map_or(MAX_PLIES, |turns| turns as u16);
    let shuffled_node = fields.optional("shuffled").node();
    clauses.shuffled = shuffled_node.map_or_else(Shuffled::default, |node| shuffled(node, cx, fields.diags()));
    let after = fields.optional("after_capture").seq().unwrap_or_default();
    clauses.after_capture = changes(after, cx, fields.diags());
    let after = fields.optional("after_move").seq().unwrap_or_default();
    clauses.after_move = changes(after, cx, fields.diags());
    let walls_node = fields.optional("walls").node();
    clauses.walls = walls_node.and_then(|node| walls(node, cx, fields.diags()));
    let gating = fields.optional("gating").node();
    clauses.gating = gating.and_then(|node| zone_of(node, cx, fields.diags()));
    let limits_node = fields.optional("promotion_limits").seq().unwrap_or_default();
    clauses.limits = limits_node.iter().filter_map(|node| limit(node, cx, fields.diags())).collect();
    clauses.no_stuck_pieces = fields.optional("no_stuck_pieces").bool().unwrap_or(false);
    let castling_node = fields.optional("castling").node();
    clauses.castling = castling_node.and_then(|node| castling(node, cx, fields.diags()));
    let unmoved = fields.optional("unmoved_drops").node();
    clauses.unmoved_drops = unmoved.and_then(|node| zone_of(node, cx, fields.diags()));
    clauses
}

pub(crate) const KEYS: [&str; 25] = [
    "win_conditions",
    "draw_conditions",
    "stalemate",
    "pass",
    "eliminated",
    "compulsory_capture",
    "no_checks",
    "facing_leaders",
    "captured",
    "max_turns",
    "shuffled",
    "checkmate",
    "double_pass",
    "full_board",
    "points",
    "compulsory_drop",
    "after_capture",
    "after_move",
    "walls",
    "gating",
    "promotion_limits",
    "no_stuck_pieces",
    "castling",
    "unmoved_drops",
    "teams",
];

const VERDICTS: [(&str, Verdict); 3] = [("loss", Verdict::Loss), ("win", Verdict::Win), ("draw", Verdict::Draw)];
const TALLIES: [(&str, Tally); 3] = [("draw", Tally::Draw), ("pieces", Tally::Pieces), ("points", Tally::Points)];

/// Reads the teams: lists of players in which each player is named once. Returns the team of each player.
fn teams(node: &Node, cx: &Context, diags: &mut Diagnostics) -> Vec<u8> {
    let mut found = vec![None; cx.players.len()];
    let lists = Value::of(node, diags).seq().unwrap_or_default();
    for (team, list) in (0..).zip(lists) {
        for name in Value::of(list, diags).seq().unwrap_or_default() {
            let Some(player) = cx.player(name, diags) else { continue };
            if found[player as usize].replace(team).is_some() {
                let message = format!("`{}` is in two teams", cx.players[player as usize]);
                diags.push(Diagnostic::error(codes::DUPLICATE_NAME, name.span, message).label("second use"));
            }
        }
    }
    if let Some(alone) = found.iter().position(Option::is_none) {
        let message = format!("`{}` is in no team", cx.players[alone]);
        diags
            .push(Diagnostic::error(codes::CONFLICT, node.span, message).help("name every player in one of the lists"));
    }
    if lists.len() < 2 || lists.iter().any(|list| list.as_seq().is_some_and(<[Node]>::is_empty)) {
        diags.push(Diagnostic::error(
            codes::NOTHING_THERE,
            node.span,
            "a game has two teams or more, none of them empty",
        ));
    }
    found.into_iter().map(Option::unwrap_or_default).collect()
}

/// Reads some kinds of pieces and the result that belongs to them.
fn result_for(node: &Node, cx: &Context, diags: &mut Diagnostics) -> Option<(Kinds, Verdict)> {
    let mut fields = Fields::of(node, diags);
    let pieces = fields.required("pieces").node();
    let kinds = cx.kinds(pieces, fields.diags());
    let verdict = fields.required("result").choice(&VERDICTS);
    fields.finish();
    kinds.zip(verdict)
}

/// Reads when players may pass: one word for all players, or one word for each player.
fn pass(node: &Node, cx: &Context, diags: &mut Diagnostics) -> Vec<Pass> {
    let words = [("never", Pass::Never), ("forced", Pass::Forced), ("allowed", Pass::Allowed)];
    let mut pass = vec![Pass::Never; cx.players.len()];
    if node.as_map().is_none() {
        let all = Value::of(node, diags).choice(&words).unwrap_or_default();
        pass.fill(all);
    } else {
        for (key, word) in Value::of(node, diags).map().unwrap_or_default() {
            let player = cx.player(&named(key), diags);
            let word = Value::of(word, diags).choice(&words);
            if let (Some(player), Some(word)) = (player, word) {
                pass[player as usize] = word;
            }
        }
    }
    if pass.iter().all(|word| *word == Pass::Never) { vec![] } else { pass }
}

/// Reads the points of kinds, and the extra points of players, in tenths.
fn points(node: &Node, cx: &Context, diags: &mut Diagnostics) -> (Vec<(u8, u16)>, Vec<u16>) {
    let mut fields = Fields::of(node, diags);
    let mut kinds = Vec::new();
    for (key, value) in fields.required("pieces").map().unwrap_or_default() {
        let kind = cx.piece(Some(&named(key)), fields.diags());
        let value = Value::of(value, fields.diags()).int(0..=1000_i64);
        kinds.extend(kind.zip(value.map(|value| value as u16 * 10)));
    }
    let mut extra = vec![0; cx.players.len()];
    for (key, value) in fields.optional("extra_tenths").map().unwrap_or_default() {
        let player = cx.player(&named(key), fields.diags());
        let value = Value::of(value, fields.diags()).int(0..=10_000_i64);
        if let (Some(player), Some(value)) = (player, value) {
            extra[player as usize] = value as u16;
        }
    }
    fields.finish();
    (kinds, extra)
}

fn zone_of(node: &Node, cx: &Context, diags: &mut Diagnostics) -> Option<u8> {
    let mut fields = Fields::of(node, diags);
    let zone = fields.required("zone").node();
    let zone = cx.zone(zone, fields.diags());
    fields.finish();
    zone
}

fn walls(node: &Node, cx: &Context, diags: &mut Diagnostics) -> Option<Walls> {
    let mut fields = Fields::of(node, diags);
    let places = [
        ("anywhere", WallPlace::Anywhere),
        ("source", WallPlace::Source),
        ("reach", WallPlace::Reach),
        ("edge", WallPlace::Edge),
    ];
    let place = fields.required("place").choice(&places);
    let zone = fields.optional("zone").node();
    let zone = if zone.is_some() { Some(cx.zone(zone, fields.diags())?) } else { None };
    let single = fields.optional("single").bool().unwrap_or(false);
    let instead = fields.optional("instead").bool().unwrap_or(false);
    let piece = fields.optional("piece").node();
    let piece = if piece.is_some() { Some(cx.piece(piece, fields.diags())?) } else { None };
    let name = fields.optional("name").text().map(str::to_owned);
    let glyph = fields.optional("glyph").text().map(str::to_owned);
    fields.finish();
    Some(Walls { place: place?, zone, single, instead, piece, name, glyph })
}

fn limit(node: &Node, cx: &Context, diags: &mut Diagnostics) -> Option<(Kinds, u8)> {
    let mut fields = Fields::of(node, diags);
    let pieces = fields.required("pieces").node();
    let kinds = cx.kinds(pieces, fields.diags());
    let most = fields.required("most").int(0..=MAX_HELD).map(|most| most as u8);
    fields.finish();
    kinds.zip(most)
}

/// Reads the random start: a list of kinds, or an object with conditions.
fn shuffled(node: &Node, cx: &Context, diags: &mut Diagnostics) -> Shuffled {
    if node.as_map().is_none() {
        return Shuffled { kinds: cx.pieces(Some(node), diags), ..Shuffled::default() };
    }
    let mut fields = Fields::of(node, diags);
    let kinds = fields.required("pieces").node();
    let kinds = cx.pieces(kinds, fields.diags());
    let colours = fields.optional("both_colours").node();
    let colours = cx.pieces(colours, fields.diags());
    let mut between = Vec::new();
    for (key, outer) in fields.optional("between").map().unwrap_or_default() {
        let inner = cx.piece(Some(&named(key)), fields.diags());
        between.extend(inner.zip(cx.piece(Some(outer), fields.diags())));
    }
    let asked = colours.iter().chain(between.iter().flat_map(|(inner, outer)| [inner, outer]));
    if let Some(kind) = asked.copied().find(|kind| !kinds.contains(kind)) {
        let message = format!("`{}` is not among the shuffled pieces", cx.pieces[kind as usize]);
        let found = Diagnostic::error(codes::CONFLICT, node.span, message);
        fields.diags().push(found.help("add it to `pieces`"));
    }
    fields.finish();
    Shuffled { kinds, colours, between }
}

fn castling(node: &Node, cx: &Context, diags: &mut Diagnostics) -> Option<Castling> {
    let mut fields = Fields::of(node, diags);
    let piece = fields.required("piece").node();
    let piece = cx.piece(piece, fields.diags());
    let partners = fields.required("partners").node();
    let partners = cx.kinds(partners, fields.diags());
    let rank = fields.optional("rank").int(0..=15_u8).unwrap_or(0);
    let columns = |node: Option<&Node>, diags: &mut Diagnostics| {
        let most = cx.board.cols.max(1) - 1;
        let items = Value::of(node?, diags).seq()?;
        let mut columns = items.iter().filter_map(|item| Value::of(item, diags).int(0..=most));
        match (columns.next(), columns.next(), items.len()) {
            (Some(piece), Some(partner), 2) if piece != partner => Some((piece, partner)),
            _ => {
                let found = Diagnostic::error(codes::BAD_POSITION, node?.span, "castling needs two different columns");
                diags.push(found.label("the columns on which the piece and its partner arrive"));
                None
            }
        }
    };
    let left = fields.required("left").node();
    let left = columns(left, fields.diags());
    let right = fields.required("right").node();
    let right = columns(right, fields.diags());
    fields.finish();
    Some(Castling { piece: piece?, partners: partners?, rank, left: left?, right: right? })
}

fn win(node: &Node, cx: &Context, diags: &mut Diagnostics) -> Option<Win> {
    let mut fields = Fields::of(node, diags);
    let kinds = [
        "REACH",
        "BARE",
        "CHECKS",
        "EXTINCT",
        "NO_PIECES",
        "OWN_NO_PIECES",
        "LEFT_HOME",
        "LINE",
        "SQUARE",
        "COLLINEAR",
        "CHAIN",
    ];
    let win = match fields.required("win").one_of(&kinds)? {
        "REACH" => reach(&mut fields, cx).map(Win::Reach),
        "BARE" => Some(Win::Bare),
        "CHECKS" => fields.required("times").int(1..=100_u8).map(Win::Checks),
        "EXTINCT" => extinct(&mut fields, cx).map(Win::Extinct),
        "NO_PIECES" => Some(Win::NoPieces),
        "OWN_NO_PIECES" => Some(Win::OwnNoPieces),
        "LEFT_HOME" => {
            let zone = fields.required("zone").node();
            cx.zone(zone, fields.diags()).map(Win::LeftHome)
        }
        shape => pattern(&mut fields, shape, cx).map(Win::Pattern),
    };
    fields.finish();
    win
}

/// Reads `piece` or `pieces`. Without either key, all kinds count.
fn counted(fields: &mut Fields<'_, '_>, cx: &Context) -> Option<Kinds> {
    let piece = fields.optional("piece").node();
    let pieces = fields.optional("pieces").node();
    match piece.or(pieces) {
        Some(node) => cx.kinds(Some(node), fields.diags()),
        None => Some(cx.all_kinds()),
    }
}

fn reach(fields: &mut Fields<'_, '_>, cx: &Context) -> Option<Reach> {
    let kinds = counted(fields, cx);
    let zone = fields.required("zone").node();
    let zone = cx.zone(zone, fields.diags());
    let reply_node = fields.optional("reply").node();
    let reply = match reply_node {
        Some(node) if node.as_text().is_some() => {
            let words = [("round", Reply::Round), ("turn", Reply::Turn)];
            Value::of(node, fields.diags()).choice(&words)
        }
        Some(node) => {
            let round = Value::of(node, fields.diags()).bool();
            round.map(|round| if round { Reply::Round } else { Reply::None })
        }
        None => Some(Reply::None),
    };
    let count = fields.optional("count").int(1..=250_u8).unwrap_or(1);
    let full = fields.optional("or_full").bool().unwrap_or(false);
    let safe = fields.optional("safe").bool().unwrap_or(false);
    Some(Reach { kinds: kinds?, zone: zone?, reply: reply?, count, full, safe })
}

fn extinct(fields: &mut Fields<'_, '_>, cx: &Context) -> Option<Extinct> {
    let piece = fields.optional("piece").node();
    let pieces = fields.optional("pieces").node();
    let groups = match (piece, pieces) {
        (Some(node), _) => cx.kinds(Some(node), fields.diags()).map(|kinds| vec![kinds]),
        (None, Some(node)) => {
            let items = Value::of(node, fields.diags()).seq();
            items.map(|items| items.iter().filter_map(|item| cx.kinds(Some(item), fields.diags())).collect())
        }
        (None, None) => Some(vec![cx.all_kinds()]),
    };
    let at_most = fields.optional("at_most").int(0..=250_u8).unwrap_or(0);
    let opponent = fields.optional("opponent_at_least").int(0..=250_u8).unwrap_or(0);
    let hand = fields.optional("hand").bool().unwrap_or(false);
    let reply = fields.optional("reply").bool().unwrap_or(false);
    let verdict = fields.optional("result").choice(&VERDICTS).unwrap_or_default();
    Some(Extinct { groups: groups?, at_most, opponent, hand, reply, verdict })
}

fn pattern(fields: &mut Fields<'_, '_>, shape: &str, cx: &Context) -> Option<Pattern> {
    let shape = match shape {
        "LINE" => fields.required("length").int(2..=16_u8).map(Shape::Line),
        "COLLINEAR" => fields.required("length").int(2..=16_u8).map(Shape::Collinear),
        "SQUARE" => fields.required("side").int(2..=16_u8).map(Shape::Square),
        _ => {
            let from = fields.required("from").node();
            let from = cx.zone(from, fields.diags());
            let to = fields.required("to").node();
            let to = cx.zone(to, fields.diags());
            from.zip(to).map(|(from, to)| Shape::Chain(from, to))
        }
    };
    let kinds = counted(fields, cx);
    let words = [("row", 1_u8), ("column", 2), ("diagonal", 4)];
    let directions = match fields.optional("directions").seq() {
        Some(items) => {
            let bits = items.iter().filter_map(|item| Value::of(item, fields.diags()).choice(&words));
            bits.fold(0, |all, bit| all | bit)
        }
        None => 7,
    };
    let verdict = fields.optional("result").choice(&VERDICTS).unwrap_or(Verdict::Win);
    Some(Pattern { shape: shape?, kinds: kinds?, directions, verdict })
}

fn draw(node: &Node, cx: &Context, clauses: &mut Clauses, diags: &mut Diagnostics) {
    let mut fields = Fields::of(node, diags);
    match fields.required("draw").one_of(&["REPETITION", "NO_PROGRESS", "MATERIAL"]) {
        Some("REPETITION") => {
            clauses.repetition = fields.required("times").int(2..=20_u8).unwrap_or(0);
            let results = [
                ("draw", Repeated::Draw),
                ("loss", Repeated::Loss),
                ("win", Repeated::Win),
                ("first_loses", Repeated::FirstLoses),
            ];
            clauses.repeated = fields.optional("result").choice(&results).unwrap_or_default();
        }
        Some("NO_PROGRESS") => {
            clauses.no_progress = fields.required("turns").int(1..=10_000_i64).unwrap_or(0) as u16;
            let pieces = fields.optional("pieces").node();
            clauses.progress = cx.pieces(pieces, fields.diags());
        }
        Some(_) => {
            let lists = fields.required("at_most").seq().unwrap_or_default();
            for list in lists {
                let items = Value::of(list, fields.diags()).seq().unwrap_or_default();
                let pieces = items.iter().filter_map(|item| cx.piece(Some(item), fields.diags())).collect();
                clauses.material.push(pieces);
            }
        }
        None => {}
    }
    fields.finish();
}
