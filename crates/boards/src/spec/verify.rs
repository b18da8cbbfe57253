//! Reports mistakes that are visible only in the complete spec.

use rulebook_diag::{Diagnostic, Diagnostics, Node, nearest};

use super::context::Context;
use super::{Condition, Effect, MoveSpec, Piece, Spec, Win};
use crate::codes;

/// Reports flags that a condition tests but no move sets.
pub(super) fn flags(cx: &Context, diags: &mut Diagnostics) {
    let set = || cx.flags.iter().filter(|flag| flag.longest > 0 || flag.permanent);
    for (flag, span) in &cx.asked_flags {
        let flag = &cx.flags[*flag as usize];
        if flag.longest == 0 && !flag.permanent {
            let message = format!("no move sets the flag `{}`", flag.name);
            let found = Diagnostic::warning(codes::UNKNOWN_FLAG, *span, message).label("this condition is never true");
            diags.push(found.did_you_mean(nearest(&flag.name, set().map(|flag| flag.name.as_str())), true));
        }
    }
}

/// Runs all other checks. `node` is the root of the file.
pub(super) fn spec(spec: &Spec, node: &Node, diags: &mut Diagnostics) {
    let pieces = node.get("pieces").and_then(Node::as_seq).unwrap_or_default();
    for (piece, written) in spec.pieces.iter().zip(pieces) {
        let moves = written.get("moves").and_then(Node::as_seq).unwrap_or_default();
        overlaps(piece, moves, diags);
        for (mv, written) in piece.moves.iter().zip(moves) {
            promotions(spec, piece, mv, written, diags);
        }
    }
    leaders(spec, node, diags);
    idle_drops(spec, pieces, diags);
    idle_wins(spec, node, diags);
    extensions(spec, node, diags);
}

/// Warns about a player without a leader, because the author may have forgotten the leader. A player who has a leader
/// in hand, or who loses by running out of pieces, needs no leader on the board.
fn leaders(spec: &Spec, node: &Node, diags: &mut Diagnostics) {
    let players = node.get("players").and_then(Node::as_seq).unwrap_or_default();
    let counted = spec.clauses.wins.iter().any(|win| matches!(win, Win::Extinct(_) | Win::NoPieces));
    for (player, written) in spec.players.iter().zip(players) {
        let mut own = player.start.iter().map(|(piece, _)| piece).chain(player.hand.iter().map(|(piece, _)| piece));
        if !spec.leaders.is_empty() && !counted && !own.any(|piece| spec.leaders.contains(piece)) {
            let message = format!("`{}` starts without a leader", player.name);
            let found = Diagnostic::warning(codes::NO_LEADER, written.span, message);
            diags.push(found.label("this player cannot be checkmated").help("if this is a mistake, place a leader"));
        }
    }
}

/// Warns about the rules for dropping a kind that no player can ever hold.
fn idle_drops(spec: &Spec, written: &[Node], diags: &mut Diagnostics) {
    let becomes = |piece: &Piece, kind: u8| piece.demotes_to.unwrap_or(kind);
    for (kind, (piece, written)) in spec.pieces.iter().zip(written).enumerate() {
        let kind = kind as u8;
        let given =
            spec.players.iter().any(|player| player.hand.iter().any(|(held, count)| *held == kind && *count > 0));
        let mut others = (0..).zip(&spec.pieces);
        let taken = spec.clauses.hands && others.any(|(other, piece)| becomes(piece, other) == kind);
        let free = piece.drop.as_ref().is_some_and(|drop| drop.free);
        if let Some(drop) = written.get("drop").filter(|_| !given && !taken && !free) {
            let message = format!("no player can ever hold a `{}`", piece.code);
            let found = Diagnostic::warning(codes::IDLE_DROP, drop.span, message);
            diags.push(
                found
                    .label("this piece is never dropped")
                    .help("give it to a `hand`, or set \"captured\": \"to_hand\""),
            );
        }
    }
}

/// Warns about win conditions that do nothing, because the game is not for two players.
fn idle_wins(spec: &Spec, node: &Node, diags: &mut Diagnostics) {
    let written = node.get("win_conditions").and_then(Node::as_seq).unwrap_or_default();
    for (win, written) in spec.clauses.wins.iter().zip(written).filter(|_| spec.players.len() != 2) {
        let name = match win {
            Win::Bare => "BARE",
            Win::Checks(_) => "CHECKS",
            Win::Extinct(_) => "EXTINCT",
            Win::NoPieces => "NO_PIECES",
            Win::LeftHome(_) => "LEFT_HOME",
            Win::Reach(_) | Win::OwnNoPieces | Win::Pattern(_) => continue,
        };
        let message = format!("`{name}` is only for two players, but this game has {}", spec.players.len());
        let found = Diagnostic::warning(codes::IDLE_WIN, written.span, message);
        diags.push(found.label("this condition does nothing").help("a player who loses the leader is out in any game"));
    }
}

/// Reports clauses that contradict other clauses.
fn extensions(spec: &Spec, node: &Node, diags: &mut Diagnostics) {
    // A slide with long steps may need one atom for every square that it reaches.
    let reach = |mv: &MoveSpec| mv.repeat.map_or(1, |repeat| usize::from(repeat.most));
    let long = |mv: &MoveSpec| mv.step.0.abs().max(mv.step.1.abs()) > 1;
    let ways = |mv: &MoveSpec| mv.actions.len() * if long(mv) { reach(mv) } else { 1 };
    let atoms = spec.pieces.iter().flat_map(|piece| &piece.moves).map(ways).sum::<usize>() * spec.players.len();
    if atoms > crate::limits::MAX_ATOMS {
        let message =
            format!("all pieces and players together have {atoms} moves; the limit is {}", crate::limits::MAX_ATOMS);
        let span = node.get("pieces").map_or(node.span, |node| node.span);
        diags.push(Diagnostic::error(codes::TOO_MANY, span, message));
        return;
    }
    let mut conflict = |key: &str, message: &str| {
        let span = node.get(key).map_or(node.span, |node| node.span);
        diags.push(Diagnostic::error(codes::CONFLICT, span, message));
    };
    if spec.leaders.is_empty() {
        if spec.clauses.no_checks {
            conflict("no_checks", "a game without a leader has no checks");
        }
        if spec.clauses.mate_only_by.is_some() || spec.clauses.mate_without.is_some() {
            conflict("checkmate", "a game without a leader has no checkmate");
        }
        if spec.clauses.facing != super::Facing::Allowed {
            conflict("facing_leaders", "a game without a leader has no facing leaders");
        }
    }
    let pairs = (0..spec.players.len()).all(|player| spec.clauses.team_of(player).count_ones() == 2);
    if spec.clauses.hands_to_partner && !pairs {
        conflict("captured", "`to_partner` needs teams of two players");
    }
    if spec.clauses.double_pass.is_some() && spec.clauses.pass.is_empty() {
        conflict("double_pass", "nobody may pass in this game");
    }
    let tallied = [spec.clauses.double_pass, spec.clauses.full_board].contains(&Some(super::Tally::Points));
    if tallied && spec.clauses.points.0.is_empty() {
        conflict("points", "a result by points needs the points of the pieces");
    }
    let droppable = (0..spec.pieces.len() as u8).filter(|kind| spec.is_held(*kind)).count();
    let checked = spec.clauses.wins.iter().any(|win| matches!(win, super::Win::Checks(_)));
    let series = spec.clauses.mate_without.is_some();
    let passes = usize::from(spec.clauses.double_pass.is_some());
    if (droppable + usize::from(checked) + usize::from(series)) * spec.players.len() + passes > crate::limits::COUNTERS
    {
        let most = crate::limits::COUNTERS;
        let message = format!("pieces in hands and counts of checks need more than {most} counters, over all players");
        conflict("pieces", &message);
    }
}

/// Reports a promotion in a zone that no player's piece can reach by this move.
fn promotions(spec: &Spec, piece: &Piece, mv: &MoveSpec, written: &Node, diags: &mut Diagnostics) {
    let modifiers = written.get("modifiers").and_then(Node::as_seq).unwrap_or_default();
    for (modifier, written) in mv.modifiers.iter().zip(modifiers) {
        let zones: Vec<u8> = modifier
            .conditions
            .iter()
            .filter_map(|condition| if let Condition::Zone(zone) = condition { Some(*zone) } else { None })
            .collect();
        let reachable = zones.is_empty()
            || (0..spec.players.len()).any(|player| {
                let all = piece.moves.iter().flat_map(|mv| landings(spec, player, mv));
                all.into_iter().any(|place| {
                    zones.iter().all(|zone| {
                        let squares = spec.zones[*zone as usize].squares.as_ref();
                        squares.is_some_and(|squares| squares[player].contains(&place))
                    })
                })
            });
        if !reachable {
            let found =
                Diagnostic::error(codes::UNREACHABLE_PROMOTION, written.span, "no piece can reach this promotion");
            diags.push(
                found
                    .label("no landing square of this piece is in its zone")
                    .help("check the zones of the promotion and of the moves"),
            );
        }
    }
}

/// Every square on which this move could end on an empty board, for this player.
fn landings<'a>(spec: &'a Spec, player: usize, mv: &'a MoveSpec) -> impl Iterator<Item = super::BoardSquare> + 'a {
    let [[a, b], [c, d]] = spec.players[player].direction;
    let (x, y) = mv.step;
    let step = (x * a + y * c, x * b + y * d);
    let most = mv.repeat.map_or(1, |repeat| i16::from(repeat.most));
    let (cols, rows) = (i16::from(spec.board.cols), i16::from(spec.board.rows));
    let sources = (0..rows).flat_map(move |y| (0..cols).map(move |x| (x, y)));
    sources.flat_map(move |(x, y)| {
        let on_board = move |&(x, y): &(i16, i16)| x >= 0 && y >= 0 && x < cols && y < rows;
        (1..=most).map(move |n| (x + n * step.0, y + n * step.1)).filter(on_board).map(|(x, y)| (x as u8, y as u8))
    })
}

/// Warns about two moves that can land on the same square with different effects. The player is offered both moves.
fn overlaps(piece: &Piece, written: &[Node], diags: &mut Diagnostics) {
    let reach = |mv: &MoveSpec| -> Vec<(i16, i16)> {
        let repeat = mv.repeat.map_or((1, false), |repeat| (i16::from(repeat.most), repeat.exact));
        let first = if repeat.1 { repeat.0 } else { 1 };
        (first..=repeat.0).map(|n| (mv.step.0 * n, mv.step.1 * n)).collect()
    };
    let special = |mv: &MoveSpec| {
        let effects = mv.effects.iter().chain(mv.actions.iter().flat_map(|action| &action.effects));
        effects.count() > 0 || !mv.modifiers.is_empty()
    };
    let same_state = |a: &MoveSpec, b: &MoveSpec| {
        a.actions
            .iter()
            .any(|x| x.conditions.is_empty() && b.actions.iter().any(|y| y.conditions.is_empty() && x.state == y.state))
    };
    // Only effects on other squares count. Neighbouring moves often have the same flags and promotions.
    let touches =
        |mv: &MoveSpec| mv.effects.iter().any(|effect| !matches!(effect, Effect::SetFlag { .. })) || special(mv);
    for (at, mv) in piece.moves.iter().enumerate().take(written.len()) {
        for other in &piece.moves[..at] {
            let meets = reach(mv).iter().any(|step| reach(other).contains(step));
            if meets && same_state(mv, other) && touches(mv) != touches(other) {
                let message = format!("moves {} and {} can land on the same square", other.id, mv.id);
                let found = Diagnostic::warning(codes::OVERLAPPING_MOVES, written[at].span, message);
                diags.push(found.label("they have different effects, so both are offered"));
            }
        }
    }
}
