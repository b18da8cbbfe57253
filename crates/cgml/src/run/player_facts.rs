//! Presents `presentation.facts`, the values that the file declares good or bad for a player. Language models get each
//! value by its name, and bots get a weighted sum. Both are computed from a view, so they reveal nothing hidden.

use super::view::View;
use crate::code::Program;
use rulebook_kernel::Seat;
use rulebook_matches::Brief;

/// Maximum number of facts in a brief.
const FACTS: usize = 40;

/// The brief for a model in this seat: its own facts, then the facts about others that it may know.
pub(super) fn brief(p: &Program, view: &View) -> Brief {
    let own = view.table.who.seat();
    let others = Seat::all(p.seats).filter(|&seat| Some(seat) != own);
    let mut told = Vec::new();
    for seat in own.into_iter().chain(others) {
        for (fact, known) in p.presentation.facts.iter().zip(&view.facts) {
            let Some(value) = known.get(seat.index()).copied().flatten() else { continue };
            let name = match Some(seat) == own {
                true => fact.name.clone(),
                false => format!("{} of {}", fact.name, p.symbols.text(p.seat_names[seat.index()])),
            };
            told.push((name, value.to_string()));
        }
    }
    told.truncate(FACTS);
    Brief { facts: told, ..Brief::default() }
}

/// The score of a seat: the average of its own team minus the average of the other players. Values that the viewer does
/// not know are left out. `None` if the file declares no facts.
pub(super) fn fact_score(p: &Program, view: &View, seat: Seat) -> Option<i32> {
    if p.presentation.facts.is_empty() {
        return None;
    }
    let has = |seat: Seat| -> i64 {
        let facts = p.presentation.facts.iter().zip(&view.facts);
        let known = facts.filter_map(|(fact, known)| Some((fact.weight, known.get(seat.index()).copied().flatten()?)));
        known.map(|(weight, value)| i64::from(weight) * i64::from(value)).sum()
    };
    let (mut ours, mut mates, mut theirs, mut others) = (0i64, 0i64, 0i64, 0i64);
    for other in Seat::all(p.seats) {
        let (sum, number) = match p.teams[other.index()] == p.teams[seat.index()] {
            true => (&mut ours, &mut mates),
            false => (&mut theirs, &mut others),
        };
        *sum = sum.saturating_add(has(other));
        *number += 1;
    }
    // Multiply by the denominators of both averages, so that no fraction is needed. A solo player has no opponents to
    // compare with.
    let balance = ours.saturating_mul(others.max(1)).saturating_sub(theirs.saturating_mul(mates));
    Some(balance.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32)
}
