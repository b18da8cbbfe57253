//! Performs the moves of a scenario.

use super::super::compiled_cards::CompiledAbility;
use super::super::move_text::step_name;
use super::super::moves::Move;
use super::super::state::{Id, Question};
use super::super::{Engine, SealedState};
use super::ScenarioMatch;
use super::read::seat;
use rulebook_kernel::Seat;

/// Maximum number of answers for one line of a scenario. A line that needs more fails.
const MOST: usize = 600;

/// The choices that a line gives for announcing a spell or ability.
#[derive(Debug, Default)]
struct Announced<'t> {
    aims: Vec<&'t str>,
    modes: Vec<&'t str>,
    paying: Vec<&'t str>,
    split: Vec<&'t str>,
    x: Option<&'t str>,
    kicked: bool,
    way: Option<&'t str>,
}

impl<'t> Announced<'t> {
    /// Parses the name and the choices:
    /// `NAME at A + B | kicked | x 3 | modes 1 2 | paying A + B | split 2 1 | with flashback`.
    fn read(text: &'t str) -> Result<(&'t str, Announced<'t>), String> {
        let mut parts = text.split(" | ");
        let first = parts.next().unwrap_or_default();
        let (name, aims) = first.split_once(" at ").unwrap_or((first, ""));
        let list = |text: &'t str| text.split(" + ").filter(|part| !part.is_empty()).collect::<Vec<_>>();
        let words = |text: &'t str| text.split_whitespace().collect::<Vec<_>>();
        let mut how = Announced { aims: list(aims), ..Announced::default() };
        for part in parts {
            match part.split_once(' ').unwrap_or((part, "")) {
                ("kicked", _) => how.kicked = true,
                ("x", n) => how.x = Some(n),
                ("modes", rest) => how.modes = words(rest),
                ("split", rest) => how.split = words(rest),
                ("paying", rest) => how.paying = list(rest),
                ("with" | "for", _) => how.way = Some(part),
                _ => return Err(format!("`{part}` is not a note for a spell or ability")),
            }
        }
        Ok((name, how))
    }
}

impl ScenarioMatch<'_> {
    /// The legal answers with their texts.
    pub(super) fn texts(&self) -> Vec<(String, Move)> {
        let mut moves = Vec::new();
        self.r.list(&self.s, &mut moves);
        moves.into_iter().map(|mv| (self.r.move_text(&self.s, mv), mv)).collect()
    }

    /// The answers that are offered to a bot, with their texts.
    pub(super) fn brief_texts(&self) -> Vec<(String, Move)> {
        let mut moves = Vec::new();
        self.r.brief(&self.s, &mut moves);
        moves.into_iter().map(|mv| (self.r.move_text(&self.s, mv), mv)).collect()
    }

    fn question(&self) -> String {
        let texts: Vec<String> = self.texts().into_iter().map(|(text, _)| text).collect();
        match self.s.ask {
            Some(ask) => format!("p{} is asked {:?}: {}", ask.seat.index() + 1, ask.what, texts.join(", ")),
            None => format!("nobody is asked: {:?}", self.s.over),
        }
    }

    fn play(&mut self, mv: Move) {
        self.run(|g: &mut Engine<'_>| {
            g.answer(mv);
            g.run();
        });
    }

    fn what(&self) -> Option<Question> {
        self.s.ask.map(|ask| ask.what)
    }

    fn due(&self, who: Seat) -> Result<(), String> {
        if self.s.ask.is_some_and(|ask| ask.seat == who) { Ok(()) } else { Err(self.question()) }
    }

    /// The legal answer that a word means: the text of a move, or the name of an object.
    fn meant(&self, word: &str) -> Result<Move, String> {
        let texts = self.texts();
        if let Some((_, mv)) = texts.iter().find(|(text, _)| text == word || super::expect::bare(text) == word) {
            return Ok(*mv);
        }
        if let Some(seat) = seat(word) {
            let player = Move::Player(seat);
            return texts.iter().any(|(_, mv)| *mv == player).then_some(player).ok_or_else(|| self.question());
        }
        if let Some((_, mv)) = texts.iter().find(|(text, _)| *text == format!("card {word}")) {
            return Ok(*mv);
        }
        // If several objects have this name, take the first that is a legal answer. A number such as `#12` names one of
        // them.
        let ids = if word.contains(" #") { vec![self.find(word)?] } else { self.candidates(word) };
        let found = ids.into_iter().map(Move::Object).find(|wanted| texts.iter().any(|(_, mv)| mv == wanted));
        found.ok_or_else(|| format!("`{word}` does not answer the question: {}", self.question()))
    }

    pub(super) fn act(&mut self, text: &str) -> Result<(), String> {
        match text {
            "pass" => return self.pass_once(),
            "resolve" => return self.resolve(),
            "resolve all" => {
                for _ in 0..MOST {
                    match self.what() {
                        Some(Question::Order) => self.play(Move::Trigger(0)),
                        Some(Question::Priority) if !self.s.stack.is_empty() => self.resolve()?,
                        _ => return Ok(()),
                    }
                }
                return Err("the stack does not empty".to_owned());
            }
            _ => {}
        }
        if let Some(step) = text.strip_prefix("to ") {
            return self.go_to(step);
        }
        let (who, rest) = text.split_once(' ').ok_or("who does what?")?;
        let who = seat(who).ok_or_else(|| format!("`{text}` is no known line of play"))?;
        let (verb, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        match verb {
            "attacks" => self.attack(who, rest),
            "blocks" => self.block(who, rest),
            "casts" | "plays" | "cycles" | "uses" | "taps" => {
                self.due(who)?;
                self.announce(who, verb, rest)
            }
            "answers" => {
                self.due(who)?;
                let mv = self.meant(rest)?;
                self.play(mv);
                Ok(())
            }
            "acts" => {
                self.due(who)?;
                let row = self.acted(who, rest)?;
                row.into_iter().for_each(|mv| self.play(mv));
                Ok(())
            }
            _ => Err(format!("`{text}` is no known line of play")),
        }
    }

    /// The moves of an action in JSON, or the reason why it is refused.
    pub(super) fn acted(&self, who: Seat, json: &str) -> Result<Vec<Move>, String> {
        self.r.action_row(&SealedState(self.s.clone()), who, json).map_err(|why| why.reason().to_owned())
    }

    fn pass_once(&mut self) -> Result<(), String> {
        if self.what() != Some(Question::Priority) {
            return Err(self.question());
        }
        self.play(Move::Pass);
        Ok(())
    }

    /// Resolves the top of the stack, until it has resolved or a player is asked.
    fn resolve(&mut self) -> Result<(), String> {
        let top = self.s.stack.last().ok_or("the stack is empty")?.id;
        for _ in 0..MOST {
            let there = self.s.stack.iter().any(|item| item.id == top);
            match self.what() {
                Some(Question::Priority) if there => self.play(Move::Pass),
                _ => return Ok(()),
            }
        }
        Err("it does not resolve".to_owned())
    }

    /// Passes priority until a step begins, for example `end step` or `p2 upkeep`. No creature attacks or blocks on the
    /// way.
    fn go_to(&mut self, text: &str) -> Result<(), String> {
        let (whose, step) = match text.split_once(' ') {
            Some((who, step)) if seat(who).is_some() => (seat(who), step),
            _ => (None, text),
        };
        let begun = self.s.turn;
        let same = self.s.step;
        for at in 0..MOST {
            let there = step_name(self.s.step) == step && whose.is_none_or(|seat| seat == self.s.active);
            // If the match is already in this step, go to the next such step.
            let moved = at > 0 && (self.s.step != same || self.s.turn != begun);
            match self.what() {
                None => return Ok(()),
                Some(Question::Order) => self.play(Move::Trigger(0)),
                Some(Question::Attack | Question::Block)
                    if !matches!(step, "declare attackers" | "declare blockers") =>
                {
                    self.nobody()?;
                }
                Some(_) if there && moved => return Ok(()),
                Some(Question::Attack) if there && step == "declare attackers" => return Ok(()),
                Some(Question::Block) if there && step == "declare blockers" => return Ok(()),
                Some(Question::Discard) if step == "cleanup" => return Ok(()),
                Some(Question::Priority) => self.play(Move::Pass),
                Some(Question::Attack | Question::Block | Question::Discard) => self.nobody()?,
                Some(_) => return Err(format!("on the way to {text}: {}", self.question())),
            }
        }
        Err(format!("{text} never comes"))
    }

    /// Declares no creature: answers Done, or the first legal answer if Done is not legal.
    fn nobody(&mut self) -> Result<(), String> {
        let texts = self.texts();
        let done = texts.iter().find(|(_, mv)| *mv == Move::Done).or(texts.first());
        let mv = done.map(|(_, mv)| *mv).ok_or("no answer")?;
        self.play(mv);
        Ok(())
    }

    /// Passes priority until this player is asked this question.
    fn until(&mut self, who: Seat, what: Question) -> Result<(), String> {
        for _ in 0..MOST {
            match self.s.ask {
                Some(ask) if ask.what == what && ask.seat == who => return Ok(()),
                Some(ask) if ask.what == Question::Priority => self.play(Move::Pass),
                _ => break,
            }
        }
        Err(self.question())
    }

    /// Parses and declares attackers: `with A + B`, or `Walker with A`.
    fn attack(&mut self, who: Seat, text: &str) -> Result<(), String> {
        self.until(who, Question::Attack)?;
        let (walker, list) = text.split_once("with ").ok_or("attacks with what?")?;
        let walker = if walker.is_empty() { None } else { Some(self.find(walker.trim())?) };
        let mut ids: Vec<Id> = list.split(" + ").map(|name| self.find(name)).collect::<Result<_, _>>()?;
        ids.sort_by_key(|id| self.s.field.iter().position(|slot| *slot == id.slot));
        for id in ids {
            let mv = match walker {
                Some(walker) => Move::AttackWalker(id, walker),
                None => Move::Attack(id, Seat::new(1 - who.index())),
            };
            if !self.texts().iter().any(|(_, legal)| *legal == mv) {
                return Err(format!("{} cannot make this attack: {}", self.r.name_of(&self.s, id), self.question()));
            }
            self.play(mv);
        }
        self.done()
    }

    /// Parses and declares blocks: `A with B + C; D with E`, or `nothing`.
    fn block(&mut self, who: Seat, text: &str) -> Result<(), String> {
        self.until(who, Question::Block)?;
        let mut pairs: Vec<(Id, Id)> = Vec::new();
        for group in text.split("; ").filter(|_| text != "nothing") {
            let (attacker, blockers) = group.split_once(" with ").ok_or("blocks what with what?")?;
            let attacker = self.find(attacker)?;
            for blocker in blockers.split(" + ") {
                pairs.push((self.find(blocker)?, attacker));
            }
        }
        pairs.sort_by_key(|(id, _)| self.s.field.iter().position(|slot| *slot == id.slot));
        for (blocker, attacker) in pairs {
            let mv = Move::Block(blocker, attacker);
            if !self.texts().iter().any(|(_, legal)| *legal == mv) {
                return Err(format!(
                    "{} cannot make this block: {}",
                    self.r.name_of(&self.s, blocker),
                    self.question()
                ));
            }
            self.play(mv);
        }
        self.done()
    }

    fn done(&mut self) -> Result<(), String> {
        if !self.texts().iter().any(|(_, mv)| *mv == Move::Done) {
            return Err(format!("the line does not answer the open question: {}", self.question()));
        }
        self.play(Move::Done);
        Ok(())
    }

    fn announce(&mut self, who: Seat, verb: &str, text: &str) -> Result<(), String> {
        let (name, how) = Announced::read(text)?;
        let mv = match verb {
            "uses" | "taps" => self.ability(name, verb == "taps")?,
            _ => self.spell(verb, name, how.way)?,
        };
        self.play(mv);
        let Announced { aims, modes, paying, split, x, kicked, .. } = how;
        let (mut aims, mut modes, mut paying, mut split) =
            (aims.into_iter(), modes.into_iter(), paying.into_iter(), split.into_iter());
        for _ in 0..MOST {
            let Some(ask) = self.s.ask.filter(|ask| ask.seat == who) else { break };
            let mv = match ask.what {
                Question::Mode => modes.next().map_or(Ok(Move::Done), |mode| self.meant(&format!("mode {mode}"))),
                Question::Kicker => Ok(if kicked { Move::Yes } else { Move::No }),
                Question::X => self.meant(x.unwrap_or("0")),
                Question::Target => aims.next().map_or(Ok(Move::Done), |aim| self.meant(aim)),
                Question::Share => split.next().map_or_else(|| Err(self.question()), |n| self.meant(n)),
                Question::Cost => paying.next().map_or_else(|| Err(self.question()), |what| self.meant(what)),
                Question::Card { .. } if matches!(self.s.frames.last(), Some(super::super::state::Frame::Cast(_))) => {
                    paying.next().map_or_else(|| Err(self.question()), |what| self.meant(what))
                }
                // If the cost cannot be paid directly, use the first mana ability that is offered.
                Question::Pay => Ok(self.texts().first().map_or(Move::Auto, |(_, mv)| *mv)),
                _ => break,
            }?;
            if !self.texts().iter().any(|(_, legal)| *legal == mv) {
                return Err(format!("the line does not answer the open question: {}", self.question()));
            }
            self.play(mv);
        }
        let announced = self.s.ask.is_some_and(|ask| ask.what == Question::Priority);
        if kicked && announced && self.s.stack.iter().all(|item| item.kicked == 0) {
            return Err("the game did not ask whether the spell is kicked".to_owned());
        }
        // Given targets may be left over, because the engine chooses the only legal target without asking. But if the
        // spell or ability has no targets at all, they are an error.
        match aims.next() {
            Some(aim) if announced => {
                let chosen = self.s.stack.last().map_or(0, |item| item.targets.len());
                if chosen == 0 { Err(format!("the game did not ask for the target `{aim}`")) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    fn spell(&self, verb: &str, name: &str, way: Option<&str>) -> Result<Move, String> {
        let verb = verb.trim_end_matches('s');
        let plain = format!("{verb} {name}");
        let fits = |text: &str| match way {
            Some(way) => text.starts_with(&plain) && text.ends_with(way),
            None => text == plain || text.starts_with(&format!("{plain} #")),
        };
        let found = self.texts().into_iter().find(|(text, _)| fits(text)).map(|(_, mv)| mv);
        found.ok_or_else(|| format!("`{plain}` is not a legal move: {}", self.question()))
    }

    /// Finds the move for `NAME`, or `NAME ability 2` for the second ability that can be activated now.
    fn ability(&self, text: &str, mana: bool) -> Result<Move, String> {
        let (name, nth) = match text.split_once(" ability ") {
            Some((name, n)) => (name, n.parse::<usize>().map_err(|_| format!("`{text}`: no number"))?),
            None => (text, 1),
        };
        let fits = |mv: &Move, id: Id| match mv {
            Move::Activate(of, at) if *of == id => {
                let ab = self.r.abilities(&self.s, id).nth(usize::from(*at));
                ab.is_some_and(
                    |ab| matches!(self.cards().abilities[ab as usize], CompiledAbility::Activated { mana: m, .. } if m == mana),
                )
            }
            _ => false,
        };
        let ids = if name.contains(" #") { vec![self.find(name)?] } else { self.candidates(name) };
        let texts = self.texts();
        let mut found = ids.iter().flat_map(|id| texts.iter().filter(|(_, mv)| fits(mv, *id)).map(|(_, mv)| *mv));
        found.nth(nth - 1).ok_or_else(|| format!("`{text}` cannot be used: {}", self.question()))
    }
}
