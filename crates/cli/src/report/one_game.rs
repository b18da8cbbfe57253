//! Plays one game of a report.

use super::parallel_games::Games;
use crate::seed;
use rulebook_catalog::{AnyBot, Game};
use rulebook_cgml::run::{CardMove, Cgml, Profile};
use rulebook_cgml::syntax::Role;
use rulebook_kernel::{Outcome, Rng, Seat, Turn};
use rulebook_matches::{AnyMatch, Match};
use rulebook_report::{Contact, End, Pick, Record};

/// The bots at the table in one game.
pub struct Seating {
    /// One bot for each seat.
    pub specs: Vec<String>,
    /// The seats whose choices are recorded.
    pub watched: Vec<bool>,
    /// Whether the cards that the players have are recorded.
    pub cards: bool,
    /// The number of the deal. `u64::MAX` means the number of the game, so that each game has its own deal.
    pub deal: u64,
}

impl Seating {
    /// A table with these bots in every game. Each game has its own deal.
    pub fn of(specs: &[String], watched: bool) -> Seating {
        Seating { specs: specs.to_vec(), watched: vec![watched; specs.len()], cards: true, deal: u64::MAX }
    }

    /// A table with these bots in every game, whose choices and cards are not recorded.
    pub fn without_cards(specs: &[String]) -> Seating {
        Seating { cards: false, ..Seating::of(specs, false) }
    }
}

/// The record of a game, and how often it used each rule.
pub struct Played {
    pub record: Record,
    pub teams: Option<Vec<u8>>,
    pub profile: Profile,
}

/// Plays the game with this number.
pub fn play(game: &Game, games: &Games, table: &Seating, index: u64) -> Played {
    let deal = games.key.child(if table.deal == u64::MAX { index } else { table.deal });
    let minds = seed::for_bots(&games.key).child(index);
    let profile = if table.cards { Profile::watching() } else { Profile::default() };
    let mut played = Played { record: Record::default(), teams: None, profile };
    let begun = game.rules.start(&games.setup, deal.clone());
    let mut bots = Vec::new();
    for (spec, seat) in table.specs.iter().zip(0..) {
        match game.bot(spec, minds.child(seat)) {
            Ok(bot) => bots.push(bot),
            Err(why) => return broken(played, why),
        }
    }
    match begun {
        Ok(begun) => {
            if let Some((rules, _)) = game.cgml() {
                rules.start_counted(&games.setup, Rng::new(deal), &mut played.profile);
            }
            let mut going = RunningGame { begun, played, bots, open_turn: None };
            // No player chooses the cards of the deal, so these cards do not count as taken.
            going.watch(game.cgml().map(|(rules, _)| rules), games.setup.seats, |contact| contact != Contact::Took);
            going.played.record.end = going.play_out(game, games, table);
            going.played
        }
        Err(why) => broken(played, why.to_string()),
    }
}

fn broken(mut played: Played, why: String) -> Played {
    played.record.end = End::Bug(why);
    played
}

struct RunningGame {
    begun: Box<dyn AnyMatch>,
    played: Played,
    bots: Vec<Box<dyn AnyBot>>,
    /// The seat whose turn it is, and the number of its real choices in this turn.
    open_turn: Option<(Seat, u32)>,
}

impl RunningGame {
    fn play_out(&mut self, game: &Game, games: &Games, table: &Seating) -> End {
        let rules = game.cgml().map(|(rules, _)| rules);
        loop {
            self.look(rules);
            let due = match self.begun.turn() {
                Turn::Over(outcome) => return self.over(&outcome),
                Turn::Seats(_) if self.played.record.widths.len() >= games.max_moves as usize => {
                    return End::Unfinished;
                }
                Turn::Seats(due) => due,
            };
            let Some(seat) = due.lowest() else { return End::Stuck };
            let width = self.begun.legal_count(seat);
            if width == 0 {
                return End::Stuck;
            }
            let record = &mut self.played.record;
            if record.widths.is_empty() {
                record.first = due.single().map(Seat::index);
            }
            record.widths.push(width as u32);
            let chosen = if width == 1 { 0 } else { self.bots[seat.index()].pick(&*self.begun, seat) };
            if let Some((_, choices)) = self.open_turn.as_mut().filter(|(of, _)| *of == seat && width > 1) {
                *choices += 1;
            }
            if width > 1 && table.watched[seat.index()] && game.board().is_none() {
                self.keep(rules, seat, chosen);
            }
            if let Err(why) = self.make(rules, seat, chosen) {
                return End::Bug(format!("the rules refuse a move that they offer: {why}"));
            }
            self.watch(rules, games.setup.seats, |_| true);
        }
    }

    /// Between two hands of a CGML game, records the seats in first place.
    fn look(&mut self, rules: Option<&Cgml>) {
        let Some((rules, state)) = rules.zip(state(&*self.begun)) else { return };
        if let Some(standing) = rules.outcome_between_hands(state) {
            let first = standing.places().iter().enumerate().filter(|(_, place)| **place == 1);
            self.played.record.ahead.push(first.fold(0, |set, (seat, _)| set | 1 << seat));
        }
    }

    /// After the deal or a move: records the turns that began, and the contacts with cards that `counts` accepts.
    fn watch(&mut self, rules: Option<&Cgml>, seats: usize, counts: impl Fn(Contact) -> bool) {
        let Some(rules) = rules else { return };
        let events = self.played.profile.take_events();
        for moved in events.moves {
            for (seat, contact) in contacts(rules, seats, moved).into_iter().filter(|(_, contact)| counts(*contact)) {
                self.played.record.contacts.add(moved.card as u32, seat.index(), contact);
            }
        }
        for seat in events.turns {
            if let Some((_, choices)) = self.open_turn.replace((seat, 0)) {
                let (turns, dead) = &mut self.played.record.turns;
                *turns += 1;
                *dead += u32::from(choices == 0);
            }
        }
    }

    fn keep(&mut self, rules: Option<&Cgml>, seat: Seat, chosen: usize) {
        let asked = rules.zip(state(&*self.begun)).and_then(|(rules, state)| rules.question(state, seat));
        let question = asked.map_or_else(
            || "a move".to_owned(),
            |asked| if asked.prompt.is_empty() { asked.rule } else { format!("{} ({})", asked.prompt, asked.rule) },
        );
        let (mut offered, mut chosen) = (self.begun.legal_texts(seat), chosen);
        // Moves that bots are never offered, such as returning a picked card, are left out. They say nothing about
        // preferences.
        if let Some(known) = self.begun.as_any().downcast_ref::<Match<Cgml>>() {
            let short = known.shortlist(seat);
            let kept: Vec<bool> = known.moves(seat).iter().map(|mv| short.contains(mv)).collect();
            let before = kept.iter().take(chosen).filter(|kept| **kept).count();
            let mut kept = kept.into_iter();
            offered.retain(|_| kept.next().unwrap_or(true));
            chosen = before;
        }
        self.played.record.picks.push(Pick { question, offered, chosen, seat: seat.index(), watched: true });
    }

    /// Plays a move. In a CGML game, also plays it on a copy of the state that counts the rules used.
    fn make(&mut self, rules: Option<&Cgml>, seat: Seat, chosen: usize) -> Result<(), String> {
        if let Some((rules, known)) = rules.zip(self.begun.as_any().downcast_ref::<Match<Cgml>>())
            && let Some(mv) = known.moves(seat).get(chosen)
        {
            rules.play_counted(&mut known.state().clone(), seat, mv, &mut self.played.profile);
        }
        self.begun.play_nth(seat, chosen).map_err(|why| why.to_string())
    }

    fn over(&mut self, outcome: &Outcome) -> End {
        if outcome.is_fault() {
            return End::Fault(outcome.reason().to_owned());
        }
        // The engine ended the game because it was too long. The game did not end by its rules, so the result is not
        // counted.
        if outcome.reason() == rulebook_cgml::run::limits::TOO_LONG {
            return End::Unfinished;
        }
        self.played.teams = Some(outcome.teams().to_vec());
        End::Over {
            places: outcome.places().to_vec(),
            scores: outcome.scores().map(<[i32]>::to_vec),
            reason: outcome.reason().to_owned(),
        }
    }
}

/// The players to whom a move of a card means something, and what it means.
fn contacts(rules: &Cgml, seats: usize, moved: CardMove) -> Vec<(Seat, Contact)> {
    let (giver, from) = rules.zone_use(seats, moved.from);
    let (taker, to) = rules.zone_use(seats, moved.to);
    let mut found = Vec::new();
    if let Some(seat) = taker {
        let hand = to == Some(Role::Hand);
        found.extend((giver != taker).then_some((seat, Contact::Held)));
        found.extend(hand.then_some((seat, Contact::Drew)));
        found.extend((giver.is_none() && !hand).then_some((seat, Contact::Took)));
    }
    if let Some(seat) = giver.filter(|_| from == Some(Role::Hand)) {
        // A card on a shared pile is played even if the pile is a discard pile.
        let played = to == Some(Role::Play) || taker.is_none() && to != Some(Role::Deck);
        found.extend(played.then_some((seat, Contact::Played)));
    }
    found
}

fn state(begun: &dyn AnyMatch) -> Option<&rulebook_cgml::run::CgmlState> {
    begun.as_any().downcast_ref::<Match<Cgml>>().map(Match::state)
}
