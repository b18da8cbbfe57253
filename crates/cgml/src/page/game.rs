//! A match of a page: plays moves by their texts and tests assertions.

use super::lines::ids;
use crate::code::{Kind, MISSING, Program};
use crate::run::{Cgml, CgmlState, Fact, Reason};
use rulebook_kernel::{Fold, Hidden, Notation, Outcome, Rng, Rules, Seat, SeatSet, Setup, Turn, Viewer};
use rulebook_matches::Staged;
use rulebook_scene::Step;
use rulebook_table::{Entry, Fact as TableFact, Table, VarId, ZoneId};

/// A match played by the lines of a page.
pub struct Game {
    rules: Cgml,
    seats: usize,
    state: CgmlState,
    /// The facts since the last move, or since the start.
    facts: Vec<Fact>,
    /// The seat whose turn it is. This field and `entered` are updated from the facts.
    turn: Option<Seat>,
    entered: Option<u16>,
    /// The number of setup actions that place the given cards.
    before: usize,
}

/// Number of samples that are drawn to find the cards that a viewer considers possible.
const GUESSES: usize = 40;

/// A zone or variable.
enum ZoneOrVariable {
    Zone(ZoneId),
    Variable(VarId, usize),
}

impl Game {
    /// Starts the match. The first `before` actions of the setup place given cards.
    pub fn start(rules: Cgml, before: usize, seats: Option<usize>, seed: &str) -> Result<Game, String> {
        let (fewest, most) = (rules.info().min_seats, rules.info().max_seats);
        let seats = seats.unwrap_or(fewest);
        if !(fewest..=most).contains(&seats) {
            return Err(format!("{fewest} to {most} players can play this game, not {seats}"));
        }
        let mut facts = Vec::new();
        let state = rules.start(&Setup::seats(seats), Rng::seeded(seed), &mut facts);
        let given = |fact: &Fact| matches!(fact, Fact::Failed { action, .. } if (*action as usize) < before);
        if facts.iter().take_while(|fact| !matches!(fact, Fact::Entered { .. })).any(given) {
            return Err("a given card is not in the deck, or it is given twice".into());
        }
        let mut game = Game { rules, seats, state, facts, turn: None, entered: None, before };
        game.follow();
        Ok(game)
    }

    fn program(&self) -> &Program {
        self.rules.program(self.seats)
    }

    fn follow(&mut self) {
        for fact in &self.facts {
            match fact {
                Fact::Turn { seat, .. } => self.turn = Some(*seat),
                Fact::Entered { state } => self.entered = Some(*state),
                _ => {}
            }
        }
    }

    /// Runs a line. Returns whether it was a move rather than an assertion.
    pub fn line(&mut self, line: &str) -> Result<bool, String> {
        if let Some((seat, moves)) = line.split_once(" > ") {
            let seat = self.seat(seat.trim())?;
            return match moves.split_once(" is refused") {
                None => self.moves(seat, &ids(moves)).map(|()| true),
                Some((text, why)) => {
                    self.refused(seat, &ids(text.trim()), why.trim_start_matches(':').trim()).map(|()| false)
                }
            };
        }
        let (what, value) = line.split_once(':').ok_or_else(|| format!("`{line}` is not a line of a match"))?;
        self.assert(what.trim(), value.trim()).map(|()| false)
    }

    fn moves(&mut self, seat: Seat, texts: &str) -> Result<(), String> {
        self.facts.clear();
        for text in texts.split(',').map(str::trim) {
            if let Turn::Over(outcome) = self.rules.turn(&self.state) {
                return Err(format!("`{text}`: the match is over: {}", self.ending(&outcome)));
            }
            let mv = self.rules.parse(&self.state, seat, text).map_err(|why| format!("`{text}`: {why}"))?;
            self.rules.play(&mut self.state, seat, &mv, &mut self.facts);
        }
        self.follow();
        Ok(())
    }

    fn refused(&self, seat: Seat, text: &str, words: &str) -> Result<(), String> {
        match self.rules.parse(&self.state, seat, text) {
            Ok(_) => Err(format!("`{text}` is not refused")),
            Err(why) if why.to_string().contains(words) => Ok(()),
            Err(why) => Err(format!("`{text}` is refused with these words: {why}")),
        }
    }

    fn assert(&self, what: &str, value: &str) -> Result<(), String> {
        let words: Vec<&str> = what.split_whitespace().collect();
        let found = match words[..] {
            ["turn"] => self.turn.map_or_else(nothing, name),
            ["state"] => {
                self.entered.map_or_else(nothing, |state| self.text(self.program().flow.states[state as usize].name))
            }
            ["phase"] => match self.rules.turn(&self.state).is_over() {
                true => nothing(),
                false => self.rules.inspect(&self.state).phase.unwrap_or_else(nothing),
            },
            ["phase", "shown"] => self.scene(Viewer::Spectator).phase.unwrap_or_else(nothing),
            ["due"] => listed(self.rules.turn(&self.state).seats().iter().map(name), " "),
            [seat, "options"] => return self.options(self.seat(seat)?, value),
            [seat, "prompt"] => self.scene(self.seat(seat)?.into()).prompt,
            [seat, "facts"] => self.facts_of(self.seat(seat)?),
            [seat, "outlook"] => {
                let seat = self.seat(seat)?;
                let fact_score = self.rules.fact_score(&self.rules.view(&self.state, seat.into()), seat);
                fact_score.map_or_else(nothing, |value| value.to_string())
            }
            ["said"] => self.said(Viewer::God),
            [who, "hears"] => self.said(self.viewer(who)?),
            [who, "watches"] => self.watched(self.viewer(who)?),
            ["failed"] => self.failed(),
            ["over"] => return self.over(value),
            ["places"] => {
                self.outcome(|outcome| listed((0..self.seats).map(|i| outcome.places()[i].to_string()), " "))?
            }
            ["scores"] => self.outcome(|outcome| match outcome.scores() {
                Some(scores) => listed(scores.iter().map(i32::to_string), " "),
                None => nothing(),
            })?,
            [who, "sees", ref thing @ ..] => self.seen(self.viewer(who)?, thing)?,
            [who, "knows", ref thing @ ..] => self.known(self.viewer(who)?, thing)?,
            [who, how @ ("never" | "sometimes" | "always"), "guesses", ref thing @ ..] => {
                return self.guesses(self.viewer(who)?, thing, value, how);
            }
            [ref thing @ .., "holds"] => self.cards(thing)?.len().to_string(),
            [ref thing @ .., "face", "up"] => {
                let (table, shape) = (self.table(), &self.program().shape);
                let up = self.cards(thing)?.into_iter().filter(|&card| table.is_up(shape, card));
                listed(up.map(|card| self.face(&table, card)), " ")
            }
            [ref thing @ .., "in", "any", "order"] => {
                let table = self.table();
                let found: Vec<String> = self.cards(thing)?.into_iter().map(|card| self.face(&table, card)).collect();
                return same_cards(&found, &ids(value), true);
            }
            ref thing => match self.thing(thing)? {
                ZoneOrVariable::Zone(zone) => {
                    let (table, shape) = (self.table(), &self.program().shape);
                    let found: Vec<String> = table.order(shape, zone).map(|card| self.face(&table, card)).collect();
                    return same_cards(&found, &ids(value), !shape.zone(zone).ordered);
                }
                ZoneOrVariable::Variable(var, def) => self.value(self.table().var(&self.program().shape, var), def),
            },
        };
        if found == value { Ok(()) } else { Err(format!("it is `{found}`")) }
    }

    // ---- names of zones, variables and players ----

    fn seat(&self, text: &str) -> Result<Seat, String> {
        let p = self.program();
        if let Some(seat) = p.seat_ids.iter().position(|&id| p.symbols.text(id) == text) {
            return Ok(Seat::new(seat));
        }
        let number = text.strip_prefix('p').and_then(|number| number.parse::<usize>().ok());
        let number = number.filter(|number| (1..=self.seats).contains(number));
        number.map(|number| Seat::new(number - 1)).ok_or_else(|| format!("there is no player `{text}`"))
    }

    fn viewer(&self, text: &str) -> Result<Viewer, String> {
        if text == "spectator" { Ok(Viewer::Spectator) } else { self.seat(text).map(Viewer::Seat) }
    }

    /// A zone or variable: `deck`, `p1 hand`, or `red pile` for a team.
    fn thing(&self, words: &[&str]) -> Result<ZoneOrVariable, String> {
        let p = self.program();
        let (owner, id) = match *words {
            [id] => (Seat::new(0), id),
            [owner, id] => (self.seat(owner).or_else(|wrong| self.member(owner).ok_or(wrong))?, id),
            _ => return Err(format!("`{}` cannot be asserted", words.join(" "))),
        };
        let shared = words.len() == 1;
        // A shared zone or variable can have the same name as a zone or variable of each player.
        let named = || (0..p.zones.len()).filter(|&zone| p.symbols.text(p.zones[zone].name) == id);
        let is_shared = |zone: usize| !p.shape.zones()[zone].id.contains('.');
        let zone = named().find(|&zone| is_shared(zone) == shared).or_else(|| named().next());
        if let Some(zone) = zone {
            let of = |seat: usize| p.shape.zone_of(p.shape.zones()[zone].def, Seat::new(seat));
            if shared && of(0) != of(self.seats - 1) {
                return Err(format!("whose `{id}`?"));
            }
            return Ok(ZoneOrVariable::Zone(of(owner.index())));
        }
        let def = p.vars.iter().position(|var| var.name == id);
        let def = def.ok_or_else(|| format!("there is no zone or variable `{id}`"))?;
        Ok(ZoneOrVariable::Variable(p.shape.var_of(def, owner), def))
    }

    /// The first seat of a team.
    fn member(&self, team: &str) -> Option<Seat> {
        let p = self.program();
        let number = p.team_names.iter().position(|&name| p.symbols.text(name) == team)?;
        p.teams.iter().position(|&own| usize::from(own) == number).map(Seat::new)
    }

    fn cards(&self, words: &[&str]) -> Result<Vec<Entry>, String> {
        match self.thing(words)? {
            ZoneOrVariable::Zone(zone) => Ok(self.table().order(&self.program().shape, zone).collect()),
            ZoneOrVariable::Variable(..) => Err(format!("`{}` is not a zone", words.join(" "))),
        }
    }

    // ---- cards and variables ----

    fn table(&self) -> Table {
        self.rules.folded(&self.state)
    }

    fn face(&self, table: &Table, card: Entry) -> String {
        let shape = &self.program().shape;
        shape.face_id(table.face(shape, card)).to_owned()
    }

    fn text(&self, symbol: i32) -> String {
        self.program().symbols.text(symbol).to_owned()
    }

    fn value(&self, value: i32, def: usize) -> String {
        let p = self.program();
        if value == MISSING {
            return nothing();
        }
        match p.vars[def].kind {
            Kind::Number | Kind::Card => value.to_string(),
            Kind::Text => self.text(value),
            Kind::Bool => (value == 1).to_string(),
            Kind::Seat => name(Seat::new(value as usize)),
            Kind::Team => self.text(p.team_names[value as usize]),
            Kind::Zone => p.shape.zones()[value as usize].id.clone(),
        }
    }

    fn scene(&self, who: Viewer) -> rulebook_scene::Scene {
        self.rules.scene(&self.rules.view(&self.state, who))
    }

    // ---- views of players ----

    fn seen(&self, who: Viewer, thing: &[&str]) -> Result<String, String> {
        let shape = &self.program().shape;
        Ok(match self.thing(thing)? {
            ZoneOrVariable::Zone(zone) => {
                let id = &shape.zone(zone).id;
                let scene = self.scene(who);
                let zone = scene.zones.iter().find(|zone| zone.id == *id).ok_or("it is not in the scene")?;
                match zone.count {
                    None => "hidden".to_owned(),
                    Some(_) => {
                        let cards = zone.cards.iter();
                        listed(cards.map(|card| card.face.as_ref().map_or("?".to_owned(), |face| face.id.clone())), " ")
                    }
                }
            }
            ZoneOrVariable::Variable(var, def) => {
                let table = self.table();
                let seen = table.var_audience(shape, var).admits(who);
                if seen { self.value(table.var(shape, var), def) } else { "?".to_owned() }
            }
        })
    }

    /// The declared facts that a language model in this seat gets, as text.
    fn facts_of(&self, seat: Seat) -> String {
        let brief = self.rules.brief(&self.rules.view(&self.state, seat.into()));
        listed(brief.facts.into_iter().map(|(name, value)| format!("{name} {value}")), " | ")
    }

    fn known(&self, who: Viewer, thing: &[&str]) -> Result<String, String> {
        let (table, shape) = (self.table(), &self.program().shape);
        let cards = self.cards(thing)?.into_iter();
        let mut texts: Vec<String> = cards
            .map(|card| if table.names(shape, who, card) { self.face(&table, card) } else { "?".to_owned() })
            .collect();
        if let ZoneOrVariable::Zone(zone) = self.thing(thing)?
            && !shape.zone(zone).ordered
        {
            texts.sort_by_key(|text| text == "?");
        }
        Ok(listed(texts, " "))
    }

    /// Tests where one of these cards is in samples of a viewer's view: in this zone in all samples, in some of them,
    /// or in none.
    fn guesses(&self, who: Viewer, thing: &[&str], cards: &str, how: &str) -> Result<(), String> {
        let ZoneOrVariable::Zone(zone) = self.thing(thing)? else {
            return Err(format!("`{}` is not a zone", thing.join(" ")));
        };
        let (shape, view, mut rng) = (&self.program().shape, self.rules.view(&self.state, who), Rng::seeded("guesses"));
        let found = (0..GUESSES).filter(|_| {
            let guess = self.rules.folded(&self.rules.sample(&view, &mut rng));
            guess
                .order(shape, zone)
                .any(|card| cards.split_whitespace().any(|wanted| wanted == self.face(&guess, card)))
        });
        let found = found.count();
        let fits = match how {
            "never" => found == 0,
            "always" => found == GUESSES,
            _ => (1..GUESSES).contains(&found),
        };
        if fits { Ok(()) } else { Err(format!("{found} of {GUESSES} guesses have one of these cards there")) }
    }

    fn said(&self, who: Viewer) -> String {
        let witnessed = self.facts.iter().filter_map(|fact| self.rules.witness(fact, who));
        let said = witnessed.filter_map(|fact| match fact {
            // Viewers who may not know all values get a text with gaps instead. The god view skips the text with gaps,
            // because it also gets the complete text.
            Fact::Table(TableFact::Said { text, .. }) if who == Viewer::God && text.contains('…') => None,
            Fact::Table(TableFact::Said { text, .. }) => Some(text),
            _ => None,
        });
        listed(said, " | ")
    }

    /// Tests that exactly this text was announced to everybody.
    pub fn has_said(&self, text: &str) -> Result<(), String> {
        let said = self.said(Viewer::Spectator);
        let head = text.split(':').next().unwrap_or_default();
        match said.split(" | ").find(|line| line.split(':').next() == Some(head)) {
            Some(line) if line.trim_end() == text => Ok(()),
            Some(line) => Err(format!("it is `{}`", line.trim_start_matches(head).trim_start_matches(':').trim())),
            None => Err("it was not evaluated".into()),
        }
    }

    fn watched(&self, who: Viewer) -> String {
        let witnessed = self.facts.iter().filter_map(|fact| self.rules.witness(fact, who));
        let steps = witnessed.flat_map(|fact| self.rules.steps(&fact));
        let face = |face: Option<String>| face.unwrap_or_else(|| "a card".to_owned());
        let heard = |step: &Step| !matches!(step, Step::Mix { text: Some(text), .. } if text.is_empty());
        let told = steps.filter(heard).map(|step| match step {
            Step::Move { from, to, face: seen } => format!("{} {} to {}", face(seen), from.zone, to.zone),
            Step::Mix { zone, text: None } => format!("{zone} is mixed"),
            Step::Mix { zone, text: Some(text) } => format!("{zone} {text}"),
            Step::Change { at, text, .. } => format!("{}: {text}", at.zone),
            Step::Create { at, face: seen } => format!("{} is made in {}", face(seen), at.zone),
            Step::Remove { at } => format!("a card is removed from {}", at.zone),
            Step::Say { text, .. } => text,
        });
        listed(told, " | ")
    }

    fn failed(&self) -> String {
        let p = self.program();
        let failures = self.facts.iter().filter_map(|fact| match fact {
            Fact::Failed { rule, action, reason, seat } => {
                let (id, action) = match p.rules.get(*rule as usize) {
                    Some(rule) => (rule.id.as_str(), *action as usize),
                    None => ("setup", *action as usize - self.before),
                };
                let why = match reason {
                    Reason::Said(_) => "it cannot be done",
                    other => other.text(),
                };
                let whose = seat.map_or_else(String::new, |seat| format!(" for {}", name(seat)));
                Some(format!("{id}, action {action}{whose}: {why}"))
            }
            _ => None,
        });
        listed(failures, " | ")
    }

    fn options(&self, seat: Seat, value: &str) -> Result<(), String> {
        let mut moves = Vec::new();
        self.rules.moves(&self.state, seat, &mut moves);
        let found: Vec<String> = moves.iter().map(|mv| self.rules.text(&self.state, seat, mv)).collect();
        let mut sorted = (found.clone(), value.split(',').map(|text| text.trim().to_owned()).collect::<Vec<_>>());
        if value == "nothing" {
            sorted.1.clear();
        }
        sorted.0.sort();
        sorted.1.sort();
        if sorted.0 == sorted.1 { Ok(()) } else { Err(format!("they are `{}`", listed(found, ", "))) }
    }

    // ---- the end of the match ----

    fn outcome<T>(&self, f: impl FnOnce(&Outcome) -> T) -> Result<T, String> {
        match self.rules.turn(&self.state) {
            Turn::Over(outcome) => Ok(f(&outcome)),
            Turn::Seats(seats) => Err(format!("it is not over: {} is asked", listed(seats.iter().map(name), " "))),
        }
    }

    fn ending(&self, outcome: &Outcome) -> String {
        let winners: SeatSet = outcome.winners();
        let head = match () {
            () if outcome.is_fault() => "fault".to_owned(),
            () if outcome.is_draw() => "draw".to_owned(),
            () if winners.len() == 1 => format!("{} wins", listed(winners.iter().map(name), " and ")),
            () => format!("{} win", listed(winners.iter().map(name), " and ")),
        };
        format!("{head}: {}", outcome.reason())
    }

    fn over(&self, value: &str) -> Result<(), String> {
        if value == "no" {
            return match self.rules.turn(&self.state) {
                Turn::Over(outcome) => Err(format!("it is over: {}", self.ending(&outcome))),
                Turn::Seats(_) => Ok(()),
            };
        }
        let found = self.outcome(|outcome| self.ending(outcome))?;
        let same = if value.contains(':') { found == value } else { found.split(':').next() == Some(value) };
        if same { Ok(()) } else { Err(format!("it is `{found}`")) }
    }
}

fn name(seat: Seat) -> String {
    format!("p{}", seat.index() + 1)
}

fn nothing() -> String {
    "nothing".to_owned()
}

fn listed(items: impl IntoIterator<Item = String>, between: &str) -> String {
    let items: Vec<String> = items.into_iter().collect();
    if items.is_empty() { nothing() } else { items.join(between) }
}

fn same_cards(found: &[String], value: &str, any_order: bool) -> Result<(), String> {
    let mut wanted: Vec<String> = value.split_whitespace().map(str::to_owned).collect();
    if wanted == ["nothing"] {
        wanted.clear();
    }
    let told = listed(found.iter().cloned(), " ");
    let mut found = found.to_vec();
    if any_order {
        found.sort();
        wanted.sort();
    }
    if found == wanted { Ok(()) } else { Err(format!("there lies `{told}`")) }
}
