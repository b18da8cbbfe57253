//! The dialogue. One thread reads, one thinks, and this one answers.

use super::go;
use super::usi::{self, Size};
use crate::failure::Failure;
use crate::show::plain;
use rulebook_boards::{Boards, Move, State};
use rulebook_bots::{Advice, AlphaBeta, Limits, Worth};
use rulebook_kernel::{Key, Notation, Rng, Rules, Seat, Setup};
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;
use std::time::{Duration, Instant};

/// Positions that are remembered in a megabyte.
const A_MEGABYTE: usize = 1 << 20 >> 5;
/// Megabytes, unless told otherwise, and at most.
const HASH: usize = 32;
const MOST_HASH: usize = 4096;

/// What can happen.
enum Event<B> {
    Said(String),
    /// Nobody says anything any more.
    Left,
    Info(String),
    /// The bot comes back with its choice.
    Chose(Box<B>, String),
}

/// Sits at the board of these rules until the other program leaves.
pub fn talk<const W: usize, const N: usize>(
    rules: &Boards<W, N>,
    name: &str,
    input: impl BufRead + Send,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (send, events) = channel();
    std::thread::scope(|scope| {
        let heard = send.clone();
        scope.spawn(move || {
            for line in input.lines().map_while(Result::ok) {
                let quits = line.trim() == "quit";
                if heard.send(Event::Said(line)).is_err() || quits {
                    break;
                }
            }
            // Whoever listened may be gone.
            let _ = heard.send(Event::Left);
        });
        let mut engine = Engine::new(rules, name, send);
        let result = engine.listen(scope, &events, out);
        engine.stop();
        result
    })
}

type Bot<const W: usize, const N: usize> = AlphaBeta<Boards<W, N>>;

struct Engine<'r, const W: usize, const N: usize> {
    rules: &'r Boards<W, N>,
    name: &'r str,
    state: State<W, N>,
    /// Away while it thinks.
    bot: Option<Box<Bot<W, N>>>,
    megabytes: usize,
    stop: Arc<AtomicBool>,
    events: Sender<Event<Bot<W, N>>>,
    /// Does the other program speak USI?
    usi: bool,
    /// Does it think until it is told to stop?
    endless: bool,
    /// Asked to leave after the choice.
    leaving: bool,
}

impl<'r, const W: usize, const N: usize> Engine<'r, W, N> {
    fn new(rules: &'r Boards<W, N>, name: &'r str, events: Sender<Event<Bot<W, N>>>) -> Engine<'r, W, N> {
        let mut engine = Engine {
            rules,
            name,
            state: first(rules),
            bot: None,
            megabytes: HASH,
            stop: Arc::default(),
            events,
            usi: false,
            endless: false,
            leaving: false,
        };
        engine.bot = Some(engine.fresh());
        engine
    }

    fn fresh(&self) -> Box<Bot<W, N>> {
        let mut bot = AlphaBeta::new(Key::from_seed("uci"));
        bot.remember(self.megabytes * A_MEGABYTE);
        Box::new(bot)
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn listen<'scope>(
        &mut self,
        scope: &'scope Scope<'scope, '_>,
        events: &Receiver<Event<Bot<W, N>>>,
        out: &mut dyn Write,
    ) -> Result<(), Failure>
    where
        'r: 'scope,
    {
        while let Ok(event) = events.recv() {
            match event {
                Event::Said(line) => self.answer(line.trim(), scope, out)?,
                Event::Left => {
                    // A search that nobody can stop any more is finished all the same, unless it has no end.
                    self.leaving = true;
                    if self.endless {
                        self.stop();
                    }
                }
                Event::Info(line) => writeln!(out, "{line}")?,
                Event::Chose(bot, text) => {
                    self.bot = Some(bot);
                    writeln!(out, "bestmove {text}")?;
                }
            }
            out.flush()?;
            if self.leaving && self.bot.is_some() {
                break;
            }
        }
        Ok(())
    }

    fn answer<'scope>(
        &mut self,
        line: &str,
        scope: &'scope Scope<'scope, '_>,
        out: &mut dyn Write,
    ) -> Result<(), Failure>
    where
        'r: 'scope,
    {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["uci" | "usi"] => {
                self.usi = words == ["usi"];
                writeln!(out, "id name {}\nid author Rulebook", plain(self.name))?;
                let hash = if self.usi { "USI_Hash" } else { "Hash" };
                writeln!(out, "option name {hash} type spin default {HASH} min 1 max {MOST_HASH}")?;
                writeln!(out, "{}ok", words[0])?;
            }
            ["isready"] => writeln!(out, "readyok")?,
            ["ucinewgame" | "usinewgame"] => {
                if self.bot.is_some() {
                    self.bot = Some(self.fresh());
                }
                self.state = first(self.rules);
            }
            ["setoption", "name", "Hash" | "USI_Hash", "value", value] => {
                if let (Ok(megabytes), Some(bot)) = (value.parse::<usize>(), &mut self.bot) {
                    self.megabytes = megabytes.clamp(1, MOST_HASH);
                    bot.remember(self.megabytes * A_MEGABYTE);
                }
            }
            ["position", rest @ ..] => match self.position(rest) {
                Ok(state) => self.state = state,
                Err(why) => writeln!(out, "info string {}", plain(&why).replace('\n', " "))?,
            },
            ["go", rest @ ..] => self.go(rest, scope, out)?,
            ["stop" | "gameover", ..] => self.stop(),
            ["quit"] => {
                self.leaving = true;
                self.stop();
            }
            // An engine says nothing about what it does not know.
            _ => {}
        }
        Ok(())
    }

    fn position(&self, words: &[&str]) -> Result<State<W, N>, String> {
        let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(split);
        let mut state = match place {
            ["startpos"] => first(self.rules),
            ["fen", rest @ ..] => self.rules.position_from(&rest.join(" "))?,
            ["sfen", rest @ ..] => {
                let text = usi::position_in(rest).ok_or("this is no position")?;
                self.rules.position_from(&text)?
            }
            _ => return Err("a position is startpos, fen or sfen".to_owned()),
        };
        for theirs in moves.iter().skip(1) {
            let Some(seat) = due(self.rules, &state) else { return Err(format!("the game is over before {theirs}")) };
            let text = self.ours(&state, seat, theirs).ok_or_else(|| format!("{theirs} is no move"))?;
            let mv = self.rules.parse(&state, seat, &text).map_err(|why| format!("{theirs}: {why}"))?;
            self.rules.check(&state, seat, &mv).map_err(|why| format!("{theirs}: {why}"))?;
            self.rules.play(&mut state, seat, &mv, &mut ());
        }
        Ok(state)
    }

    fn ours(&self, state: &State<W, N>, seat: Seat, text: &str) -> Option<String> {
        if !self.usi {
            return Some(text.to_owned());
        }
        let mut moves = Vec::new();
        self.rules.moves(state, seat, &mut moves);
        let legal: Vec<String> = moves.iter().map(|mv| self.rules.text(state, seat, mv)).collect();
        usi::move_in(text, size(self.rules), &legal)
    }

    fn go<'scope>(
        &mut self,
        words: &[&str],
        scope: &'scope Scope<'scope, '_>,
        out: &mut dyn Write,
    ) -> Result<(), Failure>
    where
        'r: 'scope,
    {
        let Some(mut bot) = self.bot.take() else {
            writeln!(out, "info string still thinking")?;
            return Ok(());
        };
        let (rules, state, usi) = (self.rules, self.state.clone(), self.usi);
        let Some(seat) = due(rules, &state) else {
            self.bot = Some(bot);
            writeln!(out, "bestmove {}", if usi { "resign" } else { "(none)" })?;
            return Ok(());
        };
        self.stop = Arc::default();
        let mut words = words.to_vec();
        if usi {
            words.push("usi");
        }
        let waits = words.contains(&"infinite") || words.contains(&"ponder");
        self.endless = waits;
        let mut limits = go::limits(&words, seat.index() == 0);
        if limits.time.is_none() && limits.nodes.is_none() && limits.depth.is_none() && !waits {
            limits.time = Some(Duration::from_secs(1));
        }
        limits.stop = Some(Arc::clone(&self.stop));
        let (events, stop) = (self.events.clone(), Arc::clone(&self.stop));
        scope.spawn(move || {
            let text = think(rules, &mut bot, &state, seat, limits, usi, &events);
            // A search without end answers when it is told to, not before.
            while waits && !stop.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(2));
            }
            let _ = events.send(Event::Chose(bot, text));
        });
        Ok(())
    }
}

fn first<const W: usize, const N: usize>(rules: &Boards<W, N>) -> State<W, N> {
    rules.start(&Setup::seats(rules.info().min_seats), Rng::seeded("uci"), &mut ())
}

fn due<const W: usize, const N: usize>(rules: &Boards<W, N>, state: &State<W, N>) -> Option<Seat> {
    rules.turn(state).seats().lowest()
}

fn size<const W: usize, const N: usize>(rules: &Boards<W, N>) -> Size {
    let (columns, rows) = rules.size();
    Size { columns, rows }
}

/// The choice as the other program writes it.
fn think<const W: usize, const N: usize>(
    rules: &Boards<W, N>,
    bot: &mut Bot<W, N>,
    state: &State<W, N>,
    seat: Seat,
    limits: Limits,
    usi: bool,
    events: &Sender<Event<Bot<W, N>>>,
) -> String {
    let mut moves = Vec::new();
    rules.moves(state, seat, &mut moves);
    let theirs = |text: String| if usi { usi::move_out(&text, size(rules)).unwrap_or(text) } else { text };
    let begin = Instant::now();
    let mut report = |advice: &Advice<Move>| {
        let Some(line) = advice.lines.first() else { return };
        let score = match line.worth {
            Worth::Mate(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
            Worth::Mate(plies) => format!("mate {}", plies / 2),
            Worth::Points(points) => format!("cp {points}"),
            _ => "cp 0".to_owned(),
        };
        let mut at = state.clone();
        let mut texts = Vec::new();
        for (seat, mv) in &line.moves {
            texts.push(theirs(rules.text(&at, *seat, mv)));
            rules.play(&mut at, *seat, mv, &mut ());
        }
        let (millis, depth) = (begin.elapsed().as_millis() as u64, advice.depth.unwrap_or(0));
        let speed = advice.effort * 1000 / millis.max(1);
        let text = format!(
            "info depth {depth} score {score} nodes {} nps {speed} time {millis} pv {}",
            advice.effort,
            texts.join(" ")
        );
        let _ = events.send(Event::Info(text));
    };
    let choice = bot.think(rules, seat, state, &moves, limits, 1, &mut report).choice;
    theirs(rules.text(state, seat, &moves[choice]))
}

#[cfg(test)]
mod tests;
