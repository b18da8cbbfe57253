//! Fast path for notes at a table with one pack of cards: a note is three words, and card numbers are face numbers. The
//! result is the same as in `note_merge.rs` and `pools.rs`. The extra code pays off, because some games add a note with
//! almost every move.

use crate::hint_rows::RULED_OUT;
use crate::note_merge::{MANY, NoteRelation};

/// The relation between a new note and an old note. `left` is the number of remaining old notes.
#[inline(always)]
pub(crate) fn relation(old: &[u64], new: &[u64], public: u64, left: usize) -> NoteRelation {
    let (&[own, faces, then], &[cards, wanted, now]) = (old, new) else { return NoteRelation::Apart };
    let better = |better: bool| if better { NoteRelation::Better } else { NoteRelation::Apart };
    let hidden = own & !public;
    let seen = own & public & faces;
    if hidden & cards == 0 && hidden != 0 {
        // Most old notes are about other hands. If there are many notes, drop the notes that public cards already
        // satisfy.
        return better(then != RULED_OUT && left >= MANY && is_at_least(seen, then));
    }
    let inside = hidden & !cards == 0;
    if then == RULED_OUT {
        if now != RULED_OUT {
            return better(hidden == 0);
        }
        let covers = cards & !hidden == 0;
        return match () {
            () if covers && wanted & !faces == 0 => NoteRelation::Noted,
            () if covers && inside => NoteRelation::Merged,
            () => better(hidden == 0 || inside && faces & !wanted == 0),
        };
    }
    let alike = now != RULED_OUT && faces == wanted;
    let nearer = alike && hidden & cards != 0;
    if !(alike && inside || nearer || left >= MANY) {
        return better(hidden == 0);
    }
    let unseen = then.saturating_sub(u64::from(seen.count_ones()));
    if alike && inside && unseen >= now {
        return NoteRelation::Noted;
    }
    better(hidden == 0 || (nearer || left >= MANY) && unseen == 0 || nearer && unseen <= now)
}

/// Whether a set has at least `least` elements. For small numbers, clearing the lowest bit repeatedly is faster than
/// counting all bits.
#[inline(always)]
fn is_at_least(mut set: u64, least: u64) -> bool {
    if least > 2 {
        return u64::from(set.count_ones()) >= least;
    }
    for _ in 1..least {
        set &= set.wrapping_sub(1);
    }
    least == 0 || set != 0
}

/// Weakens a note, because the entries in `members` can no longer be told apart. A note about all of these entries
/// stays unchanged. Otherwise, a note that rules out faces no longer covers the entries, and a note with a count then
/// covers all of them. Returns whether the note still says anything.
#[inline]
pub(crate) fn blur(note: &mut [u64; 3], members: u64, public: u64) -> bool {
    let [entries, faces, least] = note;
    let others = members & !*entries;
    if *entries & members != 0 && others != 0 {
        if *least == RULED_OUT {
            *entries &= !members;
        } else {
            let more = u64::from((others & public & *faces).count_ones());
            *least = least.saturating_add(more).min(RULED_OUT - 1);
            *entries |= members;
        }
    }
    *entries != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::note_merge::settle_rows;
    use crate::pools::{Few, Hint};
    use crate::{Ordering, Shape, Table, ZoneDef, ZoneVisibility};
    use rulebook_kernel::{Rng, Seat};

    /// A table with few cards, so that notes often concern the same cards. Some cards are public. No viewer knows the
    /// other cards.
    fn table(rng: &mut Rng) -> (Shape, Table) {
        let mut build = Shape::build(2);
        let hidden = ZoneDef::shared("deck")
            .ordered(Ordering::Shuffled)
            .levels(ZoneVisibility::CountOnly, ZoneVisibility::CountOnly);
        let (deck, back) = (build.zone(hidden), build.back("blue"));
        for id in 0..8 {
            let face = build.face(&id.to_string(), back);
            build.card(face, deck, Seat::new(0), None);
        }
        let shape = build.finish();
        let mut table = Table::new(&shape);
        table.words[shape.at.known + shape.seats] &= u64::from(rng.below(256));
        (shape, table)
    }

    fn some(rng: &mut Rng) -> u64 {
        u64::from(rng.below(256) & rng.below(256))
    }

    fn add_note(shape: &Shape, table: &mut Table, rng: &mut Rng) {
        let mut not = Few::from_slice(&[some(rng)]);
        let least = u64::from(rng.below(4));
        not.extend(Some(least).filter(|_| rng.below(2) == 0));
        table.hints.push(shape, &Hint { entries: Few::from_slice(&[some(rng)]), not });
    }

    #[test]
    fn notes_of_one_pack_are_settled_and_blurred_as_at_any_table() {
        let mut rng = Rng::seeded("notes of one pack");
        let mut kinds = [0; 2];
        for round in 0..4_000 {
            let (shape, mut table) = table(&mut rng);
            for _ in 0..=rng.below(24) {
                add_note(&shape, &mut table, &mut rng);
            }
            assert!(shape.plain && table.hints.are_triples());
            let public = table.public(&shape)[0];
            let rows: Vec<u64> = table.hints.triples().concat();
            let (mut one, mut any) = (rows.clone(), rows);
            let new = settle_rows(&mut one, 1, 1, |old, new, left| relation(old, new, public, left));
            assert_eq!((new, &one), (table.settle_any(&shape, &mut any), &any), "{round}");
            kinds[usize::from(new)] += 1;

            let (mut other, members) = (table.clone(), [some(&mut rng)]);
            table.blur_hints(&shape, &members);
            other.blur_rows(&shape, &members);
            assert!(table == other, "{round}");
        }
        assert!(kinds.iter().all(|&kind| kind > 400), "{kinds:?}");
    }
}
