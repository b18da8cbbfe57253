//! Invariants: conditions that every state must meet while it waits for an answer.

use super::compiled_cards::{CompiledAbility, Op};
use super::state::{DuelState, Question, Zone};
use super::{Duel, Engine, Match};
use crate::ir::Act;
use rulebook_kernel::Seat;
use rulebook_table::Entry;

impl Duel {
    /// Checks the invariants of a state. Zones contain each card once, the cached characteristics match the layers, and
    /// no player has priority while a state-based action is due (CR 704.3).
    ///
    /// # Errors
    ///
    /// A description of the first violation.
    pub fn consistent(&self, Match(s): &Match) -> Result<(), String> {
        self.sound(s)
    }

    /// Checks that no mana stayed in a pool beyond its step or phase (CR 106.4).
    ///
    /// # Errors
    ///
    /// Names the player who kept the mana.
    pub fn follows(&self, Match(before): &Match, Match(after): &Match) -> Result<(), String> {
        // A new step begins with empty pools, unless a triggered ability adds mana.
        let gives = |ab: &CompiledAbility| match ab {
            CompiledAbility::Triggered { code, .. } => {
                let adds = |op: &Op| matches!(op, Op::Act(Act::AddMana { .. }, _));
                self.cards.codes[*code as usize].ops.iter().any(adds)
            }
            _ => false,
        };
        let same = (before.turn, before.step) == (after.turn, after.step);
        if same || after.over.is_some() || self.cards.abilities.iter().any(gives) {
            return Ok(());
        }
        match Seat::all(after.seats()).find(|seat| after.player(*seat).pool != [0; 6]) {
            Some(seat) => Err(format!("{seat} has mana from the step before")),
            None => Ok(()),
        }
    }

    /// The number of permanents.
    #[must_use]
    pub fn permanents(&self, Match(s): &Match) -> usize {
        s.field.len()
    }

    pub(crate) fn sound(&self, s: &DuelState) -> Result<(), String> {
        if s.over.is_some() {
            return Ok(());
        }
        self.zones_agree(s)?;
        // While attackers or blockers are being declared, they do not count as attacking or blocking (CR 508.1, 509.1).
        if s.ask.is_some_and(|ask| matches!(ask.what, Question::Attack | Question::Block)) {
            return Ok(());
        }
        let mut again = s.clone();
        self.layers(&mut again);
        for (id, o) in s.permanents() {
            let fresh = &again.objs[id.slot as usize].chars;
            if o.chars != *fresh {
                return Err(format!("{} is {:?}, not {fresh:?}", self.name_of(s, id), o.chars));
            }
        }
        if again.granted != s.granted {
            return Err("the granted abilities do not match the layers".to_owned());
        }
        if s.ask.is_some_and(|ask| ask.what == Question::Priority) {
            if Engine::new(self, &mut again, None).state_based() {
                return Err("a state-based action waits while somebody has priority".to_owned());
            }
            if !s.waiting.is_empty() {
                return Err("a trigger waits while somebody has priority".to_owned());
            }
        }
        Ok(())
    }

    /// Checks that every card in a public zone has exactly one object. Checks also that every object with a card is in
    /// the zone of its card.
    fn zones_agree(&self, s: &DuelState) -> Result<(), String> {
        let (shape, board) = (self.shape(s), self.board(s));
        let mut seen: Vec<Entry> = Vec::new();
        for (id, o) in s.all() {
            let Some(entry) = o.entry else { continue };
            let i = o.owner.index();
            let wanted = match o.zone {
                Zone::Battlefield => board.battlefield[i],
                Zone::Stack => board.stack,
                Zone::Graveyard => board.graveyard[i],
                _ => board.exile,
            };
            if s.table.zone(entry) != Some(wanted) {
                return Err(format!("{} is not where its card lies", self.name_of(s, id)));
            }
            seen.push(entry);
        }
        seen.sort_unstable();
        if seen.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("a card is two objects".to_owned());
        }
        let open = board.battlefield.iter().chain(&board.graveyard).chain([&board.exile, &board.stack]);
        let cards: usize = open.map(|zone| s.table.count(shape, *zone)).sum();
        if cards != seen.len() {
            return Err(format!("{cards} cards lie open, {} objects have one", seen.len()));
        }
        let hidden = board.hand.iter().chain(&board.library).map(|zone| s.table.count(shape, *zone));
        let all = cards + hidden.sum::<usize>();
        if all != shape.entries() {
            return Err(format!("{all} cards lie in zones, there are {}", shape.entries()));
        }
        let on_field = s.all().filter(|(_, o)| o.zone == Zone::Battlefield).count();
        if on_field != s.field.len() {
            return Err(format!("{on_field} permanents, {} in the list", s.field.len()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{List, duel};
    use crate::rules::state::{Id, Ids, Occasion, TurnStep, Waiting};
    use crate::rules::{Fact, Move};
    use rulebook_kernel::{Rng, Rules, Setup, Turn};

    fn rules() -> Duel {
        let deck = include_str!("../../../../games/duel/decks/mossgarth.txt");
        let lists = ["a", "b"].map(|name| List { name: name.to_owned(), text: deck.to_owned() });
        duel("duel", "duel", include_str!("../../../../games/duel/cards.json"), &lists)
            .expect("the shipped deck is good")
    }

    /// A state in which a player has priority and a creature is on the battlefield.
    fn position(r: &Duel) -> DuelState {
        let mut rng = Rng::seeded("sound");
        let mut state = r.start(&Setup::seats(2), Rng::seeded("sound"), &mut ());
        loop {
            let Turn::Seats(seats) = r.turn(&state) else { panic!("over before there was a creature") };
            let s = &state.0;
            let asked = s.ask.is_some_and(|ask| ask.what == Question::Priority);
            if asked && s.stack.is_empty() && s.permanents().any(|(id, _)| r.is_creature(s, id)) {
                return state.0;
            }
            let mut moves = Vec::new();
            r.shortlist(&state, seats.lowest().unwrap_or(Seat::new(0)), &mut moves);
            let mv = moves[rng.below(moves.len() as u32) as usize];
            r.play(&mut state, seats.lowest().unwrap_or(Seat::new(0)), &mv, &mut ());
        }
    }

    fn creature(r: &Duel, s: &DuelState) -> Id {
        s.permanents().map(|(id, _)| id).find(|id| r.is_creature(s, *id)).expect("one was looked for")
    }

    /// The violation that is reported after `breaks` has damaged a state.
    fn broken(breaks: impl FnOnce(&Duel, &mut DuelState, Id)) -> String {
        let r = rules();
        let mut s = position(&r);
        assert_eq!(r.sound(&s), Ok(()));
        let id = creature(&r, &s);
        breaks(&r, &mut s, id);
        r.sound(&s).expect_err("what is broken is noticed")
    }

    #[test]
    fn a_waiting_state_based_action_is_reported() {
        let told = broken(|_, s, id| s.objs[id.slot as usize].damage = 99);
        assert!(told.contains("a state-based action waits"), "{told}");
        let told = broken(|_, s, _| s.players[1].life = 0);
        assert!(told.contains("a state-based action waits"), "{told}");
    }

    #[test]
    fn a_waiting_trigger_is_reported() {
        let told = broken(|_, s, id| {
            let (ability, controller, occasion) = (None, Seat::new(0), Occasion::default());
            s.waiting.push(Waiting {
                ability,
                code: 0,
                source: id,
                controller,
                occasion,
                x: 0,
                kicked: 0,
                last: Ids::new(),
                born: 0,
            });
        });
        assert!(told.contains("a trigger waits"), "{told}");
    }

    #[test]
    fn a_card_in_two_places_or_none_is_reported() {
        let told = broken(|_, s, id| s.objs[id.slot as usize].zone = Zone::Exile);
        assert!(told.contains("not where its card lies"), "{told}");
        let told = broken(|_, s, id| {
            let copy = s.objs[id.slot as usize];
            s.objs.push(copy);
        });
        assert!(told.contains("two objects"), "{told}");
        let told = broken(|_, s, id| s.objs[id.slot as usize].entry = None);
        assert!(told.contains("cards lie open"), "{told}");
        let told = broken(|_, s, id| s.field.retain(|slot| *slot != id.slot));
        assert!(told.contains("in the list"), "{told}");
    }

    #[test]
    fn stale_characteristics_are_reported() {
        let told = broken(|_, s, id| s.objs[id.slot as usize].chars.power += 1);
        assert!(told.contains("not Characteristics"), "{told}");
        let told = broken(|_, s, id| s.granted.push((id.slot, 0, false)));
        assert!(told.contains("the granted abilities"), "{told}");
    }

    #[test]
    fn a_land_is_never_on_the_stack() {
        let r = rules();
        let (mut rng, mut state) = (Rng::seeded("land"), r.start(&Setup::seats(2), Rng::seeded("land"), &mut ()));
        let mut seen = 0;
        while seen < 5 {
            let Turn::Seats(seats) = r.turn(&state) else { panic!("over before lands were played") };
            let seat = seats.lowest().unwrap_or(Seat::new(0));
            let mut moves = Vec::new();
            r.shortlist(&state, seat, &mut moves);
            let land = moves.iter().copied().find(|mv| matches!(mv, Move::Land(_)));
            let mv = land.unwrap_or(moves[rng.below(moves.len() as u32) as usize]);
            let mut facts = Vec::new();
            r.play(&mut state, seat, &mv, &mut facts);
            if land.is_some() {
                let stack = r.board(&state.0).stack;
                let on_stack = |fact: &Fact| match fact {
                    Fact::Table(rulebook_table::Fact::Moved(list)) => list.iter().any(|way| way.spot.zone == stack),
                    _ => false,
                };
                assert!(!facts.is_empty() && !facts.iter().any(on_stack));
                seen += 1;
            }
        }
    }

    #[test]
    fn mana_that_outlasts_its_step_is_reported() {
        let r = rules();
        let before = position(&r);
        let mut after = before.clone();
        after.players[0].pool[4] = 1;
        let follows = |after: &DuelState| r.follows(&Match(before.clone()), &Match(after.clone()));
        assert_eq!(follows(&after), Ok(()), "in the same step it may stay");
        after.step = if before.step == TurnStep::End { TurnStep::Upkeep } else { TurnStep::End };
        assert_eq!(follows(&after), Err("seat 1 has mana from the step before".to_owned()));
        after.players[0].pool[4] = 0;
        assert_eq!(follows(&after), Ok(()));
    }
}
