//! Writes a match as text: the questions, the moves, the facts that viewers witness, and the changes in their scenes.

use super::{Header, Policy};
use crate::scene_lines::scene_lines;
use rulebook_kernel::{Digest, Draws, Rng, Seat, Turn, Viewer};
use rulebook_matches::Staged;
use rulebook_scene::{Place, Step};
use std::collections::BTreeMap;
use std::fmt::{Display, Write};

/// If a seat has more legal moves than this, the transcript gives only their number.
const LISTED: usize = 16;

/// Plays the match that the header describes, and writes the transcript.
///
/// # Errors
/// If the header names another game, if the rules do not allow its setup, or if one of its moves is illegal.
pub fn transcript<R: Staged>(rules: &R, header: &Header) -> Result<String, String> {
    if header.game != rules.info().id {
        return Err(format!("a playthrough of {:?}, not of {:?}", header.game, rules.info().id));
    }
    rules.info().admits(&header.setup).map_err(|illegal| illegal.to_string())?;
    let mut facts = Vec::new();
    let mut state = rules.start(&header.setup, Rng::seeded(&header.seed), &mut facts);
    let mut writer = Writer { rules, seats: header.setup.seats, text: format!("{header}\n"), seen: BTreeMap::new() };
    let mut chooser = Chooser { policy: &header.policy, draws: Rng::seeded(&format!("play {}", header.seed)).draws() };
    writer.line("opening");
    writer.happened(&facts, &state);
    let mut moves = Vec::new();
    for number in 1.. {
        let due = match rules.turn(&state) {
            Turn::Over(outcome) => {
                let places: Vec<String> = outcome.places().iter().map(u8::to_string).collect();
                let fault = if outcome.is_fault() { "a fault: " } else { "" };
                writer.line(format!("\nover: {fault}{}; places {}", outcome.reason(), places.join(" ")));
                break;
            }
            Turn::Seats(_) if header.limit.is_some_and(|limit| number > limit) => {
                writer.line("\nnot over: the limit is reached");
                break;
            }
            Turn::Seats(due) => due,
        };
        let seat = chooser.seat(&due.iter().collect::<Vec<_>>()).ok_or("no seat is due, but the match is not over")?;
        moves.clear();
        rules.moves(&state, seat, &mut moves);
        let texts: Vec<String> = moves.iter().map(|mv| rules.text(&state, seat, mv)).collect();
        let chosen = chooser.text(number, &texts).ok_or_else(|| format!("{seat} is due and has no move"))?;
        let mv = rules.parse(&state, seat, &chosen);
        let mv = mv.and_then(|mv| rules.check(&state, seat, &mv).map(|()| mv));
        let mv = mv.map_err(|why| format!("move {number}, {seat}: {chosen:?} is illegal: {why}"))?;
        let together = if due.len() > 1 { format!(", {} are asked", due.len()) } else { String::new() };
        writer.line(format!("\n{number}. {seat}{together}: {}", listed(&texts)));
        writer.line(format!("> {chosen}"));
        facts.clear();
        rules.play(&mut state, seat, &mv, &mut facts);
        writer.happened(&facts, &state);
    }
    Ok(writer.text)
}

fn listed(texts: &[String]) -> String {
    match texts.len() {
        0..=LISTED => texts.join(" | "),
        n => format!("{} | ... {} in all", texts[..LISTED / 2].join(" | "), n),
    }
}

struct Chooser<'a> {
    policy: &'a Policy,
    draws: Draws,
}

impl Chooser<'_> {
    fn seat(&mut self, due: &[Seat]) -> Option<Seat> {
        match self.policy {
            Policy::Random if !due.is_empty() => Some(due[self.draws.below(due.len() as u32) as usize]),
            _ => due.first().copied(),
        }
    }

    fn text(&mut self, number: usize, texts: &[String]) -> Option<String> {
        match self.policy {
            Policy::Random if !texts.is_empty() => Some(texts[self.draws.below(texts.len() as u32) as usize].clone()),
            Policy::Moves(moves) if number <= moves.len() => Some(moves[number - 1].clone()),
            _ => texts.first().cloned(),
        }
    }
}

struct Writer<'a, R: Staged> {
    rules: &'a R,
    seats: usize,
    text: String,
    /// The lines of the last scene of each viewer.
    seen: BTreeMap<Viewer, Vec<(String, String)>>,
}

impl<R: Staged> Writer<'_, R> {
    fn line(&mut self, line: impl Display) {
        writeln!(self.text, "{line}").expect("text");
    }

    fn happened(&mut self, facts: &[R::Fact], state: &R::State) {
        for fact in facts {
            self.fact(fact);
        }
        self.changes(state);
        self.line(format!("  state {}", Digest::of(state).short()));
    }

    /// Writes what viewers witness of a fact. Viewers who witness the same share a line.
    fn fact(&mut self, fact: &R::Fact) {
        let mut ways = self.grouped(|who| self.rules.witness(fact, who).map(|fact| self.told(&fact)));
        ways.retain(|(_, way)| way.is_some());
        if ways.is_empty() {
            ways.push(("nobody".to_owned(), Some(self.told(fact))));
        }
        for (who, way) in ways {
            self.line(format!("  [{who}] {}", way.unwrap_or_default()));
        }
    }

    /// The steps that a fact shows. A fact without steps is written as JSON, as in a log.
    fn told(&self, fact: &R::Fact) -> String {
        let steps: Vec<String> = self.rules.steps(fact).iter().map(step_line).collect();
        if steps.is_empty() { serde_json::to_string(fact).expect("a fact can be written") } else { steps.join("; ") }
    }

    /// Writes the lines of each viewer's scene that have changed.
    fn changes(&mut self, state: &R::State) {
        let mut changes: BTreeMap<Viewer, Vec<String>> = BTreeMap::new();
        for who in Viewer::limited(self.seats) {
            let now = scene_lines(&self.rules.scene(&self.rules.view(state, who)));
            let before = self.seen.insert(who, now.clone()).unwrap_or_default();
            let gone = before.iter().filter(|(label, _)| !now.iter().any(|(other, _)| other == label));
            let gone = gone.map(|(label, _)| format!("{label}:"));
            let new =
                now.iter().filter(|line| !before.contains(line)).map(|(label, value)| format!("{label}: {value}"));
            changes.insert(who, new.chain(gone).collect());
        }
        for (who, lines) in self.grouped(|who| changes[&who].clone()) {
            if !lines.is_empty() {
                let see = if who == "all" || who.contains(',') { "see" } else { "sees" };
                self.line(format!("  {who} {see}"));
                lines.iter().for_each(|line| self.line(format!("    {line}")));
            }
        }
    }

    /// Groups the viewers by the value that they have. The name of a group is `all`, or the names of its viewers.
    fn grouped<T: PartialEq>(&self, what: impl Fn(Viewer) -> T) -> Vec<(String, T)> {
        let mut groups: Vec<(Vec<Viewer>, T)> = Vec::new();
        for who in Viewer::limited(self.seats) {
            let value = what(who);
            match groups.iter_mut().find(|(_, other)| *other == value) {
                Some((viewers, _)) => viewers.push(who),
                None => groups.push((vec![who], value)),
            }
        }
        let everybody = groups.len() == 1;
        let name = |viewers: Vec<Viewer>| match everybody {
            true => "all".to_owned(),
            false => viewers.iter().map(Viewer::to_string).collect::<Vec<_>>().join(", "),
        };
        groups.into_iter().map(|(viewers, value)| (name(viewers), value)).collect()
    }
}

fn step_line(step: &Step) -> String {
    let place = |place: &Place| match place.at {
        Some(at) => format!("{}@{at}", place.zone),
        None => place.zone.clone(),
    };
    let card = |face: &Option<String>| face.clone().unwrap_or_else(|| "?".to_owned());
    match step {
        Step::Move { from, to, face } => format!("{}: {} to {}", card(face), place(from), place(to)),
        Step::Mix { zone, .. } => format!("{zone} is mixed"),
        Step::Change { at, text, .. } => format!("{}: {text}", place(at)),
        Step::Create { at, face } => format!("{} is made in {}", card(face), place(at)),
        Step::Remove { at } => format!("{} is removed", place(at)),
        Step::Say { text, .. } => text.clone(),
    }
}
