//! The dialogue with a chess program. One thread reads commands, one searches, and the calling thread answers.

use super::usi::{self, Size};
use super::{go_limits, moves, perft, strength};
use rulebook_boards::{BoardState, Boards, Move};
use rulebook_bots::{Advice, AlphaBeta, Level, Limits, Worth};
use rulebook_diag::plain;
use rulebook_kernel::{Key, Notation, Rng, Rules, Seat, Setup};
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;
use std::time::{Duration, Instant};

/// Default size of the transposition table in megabytes. `MOST_HASH` is the maximum.
const HASH: usize = 32;
const MOST_HASH: usize = 4096;
/// Maximum depth of `go perft`.
const MOST_TURNS: u32 = 64;
/// Maximum value of the option `MultiPV`.
const MOST_LINES: usize = 64;
/// How often a waiting thread checks whether it must stop.
const MOMENT: Duration = Duration::from_millis(2);

/// A message to the thread that writes all output to the chess program.
enum Event<B> {
    Said(String),
    /// The input has ended.
    Left,
    Info(String),
    /// A search has ended: the bot, and the line with its move.
    Done(Box<B>, String),
}

/// Runs the dialogue for a game until the other program quits.
pub fn talk<const W: usize, const N: usize>(
    rules: &Boards<W, N>,
    name: &str,
    input: &mut (dyn BufRead + Send),
    out: &mut dyn Write,
) -> io::Result<()> {
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
            // Ignore the error, because the answering thread may have ended already.
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
    /// The current position. `None` after an invalid `position` command, so that the engine makes no move in an old
    /// position.
    state: Option<BoardState<W, N>>,
    /// The bot. `None` while it is searching in another thread.
    bot: Option<Box<Bot<W, N>>>,
    megabytes: usize,
    /// The level to which the bot is limited. `None` means full strength.
    level: Option<Level>,
    /// The value of `MultiPV`: how many best lines are reported.
    lines: usize,
    /// The time for the search that remains after `ponderhit`, when the opponent has made the expected move.
    after_pondering: Duration,
    stop: Arc<AtomicBool>,
    events: Sender<Event<Bot<W, N>>>,
    /// Whether the other program speaks USI.
    usi: bool,
    /// Whether the current search runs until `stop`.
    endless: bool,
    /// Whether to quit after the current search.
    leaving: bool,
}

impl<'r, const W: usize, const N: usize> Engine<'r, W, N> {
    fn new(rules: &'r Boards<W, N>, name: &'r str, events: Sender<Event<Bot<W, N>>>) -> Engine<'r, W, N> {
        let mut engine = Engine {
            rules,
            name,
            state: Some(first(rules)),
            bot: None,
            megabytes: HASH,
            level: None,
            lines: 1,
            after_pondering: Duration::ZERO,
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
        bot.remember(self.megabytes);
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
    ) -> io::Result<()>
    where
        'r: 'scope,
    {
        while let Ok(event) = events.recv() {
            match event {
                Event::Said(line) => self.answer(line.trim(), scope, out)?,
                Event::Left => {
                    // The input has ended. A running search may finish, unless it would run until `stop`.
                    self.leaving = true;
                    if self.endless {
                        self.stop();
                    }
                }
                Event::Info(line) => writeln!(out, "{line}")?,
                Event::Done(bot, line) => {
                    self.bot = Some(bot);
                    writeln!(out, "{line}")?;
                }
            }
            out.flush()?;
            if self.leaving && self.bot.is_some() {
                break;
            }
        }
        Ok(())
    }

    fn answer<'scope>(&mut self, line: &str, scope: &'scope Scope<'scope, '_>, out: &mut dyn Write) -> io::Result<()>
    where
        'r: 'scope,
    {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["uci" | "usi"] => {
                self.usi = words == ["usi"];
                writeln!(out, "id name {}\nid author Rulebook", plain(self.name))?;
                let (hash, ponder) = if self.usi { ("USI_Hash", "USI_Ponder") } else { ("Hash", "Ponder") };
                writeln!(out, "option name {hash} type spin default {HASH} min 1 max {MOST_HASH}")?;
                writeln!(out, "option name {ponder} type check default false")?;
                writeln!(out, "option name MultiPV type spin default 1 min 1 max {MOST_LINES}")?;
                writeln!(out, "{}", strength::option())?;
                if !self.usi {
                    // Chess programs ask for the variants that an engine plays. This engine plays only one variant.
                    let variant = variant(&self.rules.info().id);
                    writeln!(out, "option name UCI_Variant type combo default {variant} var {variant}")?;
                    if self.rules.castles_by_partner() {
                        writeln!(out, "option name UCI_Chess960 type check default true")?;
                    }
                }
                writeln!(out, "{}ok", words[0])?;
            }
            ["isready"] => writeln!(out, "readyok")?,
            ["ucinewgame" | "usinewgame"] => {
                if self.bot.is_some() {
                    self.bot = Some(self.fresh());
                }
                self.state = Some(first(self.rules));
            }
            ["setoption", "name", name, "value", value] => {
                if let Some(why) = self.set(&name.to_lowercase(), value) {
                    writeln!(out, "info string {}", plain(&why))?;
                }
            }
            ["setoption", ..] => writeln!(out, "info string unknown option")?,
            ["position", rest @ ..] => match self.position(rest) {
                Ok(state) => self.state = Some(state),
                Err(why) => {
                    self.state = None;
                    writeln!(out, "info string {}", plain(&why).replace('\n', " "))?;
                }
            },
            // `go mate` asks for a search that looks only for checkmate. USI does not require engines to have such a
            // search.
            ["go", "mate", ..] if self.usi => writeln!(out, "checkmate notimplemented")?,
            ["go", "perft", rest @ ..] => self.count(rest, scope, out)?,
            ["go", rest @ ..] => self.go(rest, scope, out)?,
            ["ponderhit"] => {
                let (time, stop) = (self.after_pondering, Arc::clone(&self.stop));
                let begin = Instant::now();
                scope.spawn(move || {
                    while begin.elapsed() < time && !stop.load(Ordering::Relaxed) {
                        std::thread::sleep(MOMENT);
                    }
                    stop.store(true, Ordering::Relaxed);
                });
            }
            ["stop" | "gameover", ..] => self.stop(),
            ["quit"] => {
                self.leaving = true;
                self.stop();
            }
            // UCI engines ignore unknown commands.
            _ => {}
        }
        Ok(())
    }

    /// Sets an option. Returns a message if the option is unknown or its value is not accepted.
    fn set(&mut self, name: &str, value: &str) -> Option<String> {
        let number = value.parse::<usize>().ok();
        match (name, number) {
            ("hash" | "usi_hash", Some(megabytes)) => {
                self.megabytes = megabytes.clamp(1, MOST_HASH);
                if let Some(bot) = &mut self.bot {
                    bot.remember(self.megabytes);
                }
                (self.megabytes != megabytes)
                    .then(|| format!("{name} must be 1 to {MOST_HASH}; using {}", self.megabytes))
            }
            ("multipv", Some(lines)) => {
                self.lines = lines.clamp(1, MOST_LINES);
                (self.lines != lines).then(|| format!("{name} must be 1 to {MOST_LINES}; using {}", self.lines))
            }
            ("hash" | "usi_hash" | "multipv", None) => Some(format!("{value} is not a number; {name} is unchanged")),
            ("level", _) => {
                let Some(level) = strength::named(value) else {
                    return Some(format!("{value} is not a level; the level is unchanged"));
                };
                self.level = level.at();
                // Make a new bot. Results that a stronger level has stored would make this level stronger.
                if self.bot.is_some() {
                    self.bot = Some(self.fresh());
                }
                None
            }
            ("uci_variant", _) => {
                let own = variant(&self.rules.info().id);
                (!own.eq_ignore_ascii_case(value)).then(|| format!("this engine plays {own}, not {value}"))
            }
            // This option is announced only if the king castles with a partner on any square.
            ("uci_chess960", _) if self.rules.castles_by_partner() => None,
            ("uci_chess960", _) => {
                let asked = value.eq_ignore_ascii_case("true");
                asked.then(|| "Chess960 castling is not supported; e1h1 for e1g1 is accepted".to_owned())
            }
            ("ponder" | "usi_ponder", _) => None,
            _ => Some(format!("unknown option {name}")),
        }
    }

    fn position(&self, words: &[&str]) -> Result<BoardState<W, N>, String> {
        let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(split);
        let mut state = match place {
            ["startpos"] => first(self.rules),
            ["fen", rest @ ..] => self.rules.position_from(&rest.join(" "))?,
            ["sfen", rest @ ..] => {
                let text = usi::position_in(rest).ok_or("invalid position")?;
                self.rules.position_from(&text)?
            }
            _ => return Err("write position startpos, fen or sfen".to_owned()),
        };
        // A draw that a player could claim is not claimed. The engine continues to play while there are moves.
        self.rules.go_on(&mut state);
        for theirs in moves.iter().skip(1).flat_map(|turn| self.rules.decision_texts(turn)) {
            let theirs = theirs.as_str();
            let Some(seat) = due(self.rules, &state) else { return Err(format!("the game ends before {theirs}")) };
            let text = self.ours(&state, seat, theirs).ok_or_else(|| format!("{theirs} is not a legal move"))?;
            let mv = self.rules.parse(&state, seat, &text).map_err(|why| match self.becomes(&state, seat, theirs) {
                Some(options) => format!("{theirs} needs a promotion: write {options}"),
                None => format!("{theirs}: {why}"),
            })?;
            self.rules.check(&state, seat, &mv).map_err(|why| format!("{theirs}: {why}"))?;
            self.rules.play(&mut state, seat, &mv, &mut ());
            self.rules.go_on(&mut state);
        }
        Ok(state)
    }

    /// The legal moves that this text means if a promotion letter is added, joined by "or". The error message contains
    /// this text. `None` if there is no such move.
    fn becomes(&self, state: &BoardState<W, N>, seat: Seat, text: &str) -> Option<String> {
        let mut legal = Vec::new();
        self.rules.moves(state, seat, &mut legal);
        let all = legal.iter().map(|mv| moves::move_out(&self.rules.text(state, seat, mv)));
        let lacks = |ours: &String| {
            let letter = ours.strip_prefix(text).filter(|rest| rest.len() == 1);
            letter.is_some_and(|letter| letter.chars().all(char::is_alphabetic))
        };
        let options: Vec<String> = all.filter(lacks).collect();
        (!self.usi && !options.is_empty()).then(|| options.join(" or "))
    }

    fn ours(&self, state: &BoardState<W, N>, seat: Seat, text: &str) -> Option<String> {
        if !self.usi && self.rules.parse(state, seat, text).is_ok() {
            return Some(text.to_owned());
        }
        let mut moves = Vec::new();
        self.rules.moves(state, seat, &mut moves);
        let legal: Vec<String> = moves.iter().map(|mv| self.rules.text(state, seat, mv)).collect();
        if self.usi {
            return usi::move_in(text, size(self.rules), &legal);
        }
        // Some programs write castling as the king taking its own rook, as in Chess960. No other move takes a piece of
        // the same side.
        let castles = |mv: &&Move| self.rules.castling_text(state, mv).as_deref() == Some(text);
        if let Some(castling) = moves.iter().find(castles) {
            return Some(self.rules.text(state, seat, castling));
        }
        Some(moves::move_in(text, legal))
    }

    /// Handles `go perft`: counts the move sequences after each legal move.
    fn count<'scope>(&mut self, words: &[&str], scope: &'scope Scope<'scope, '_>, out: &mut dyn Write) -> io::Result<()>
    where
        'r: 'scope,
    {
        let turns = words.first().and_then(|word| word.parse::<u32>().ok()).filter(|turns| *turns <= MOST_TURNS);
        let (Some(turns), Some(state)) = (turns, self.state.clone()) else {
            writeln!(out, "info string perft needs a position and a depth of 0 to {MOST_TURNS}")?;
            return Ok(());
        };
        let Some(bot) = self.bot.take() else {
            writeln!(out, "info string still searching")?;
            return Ok(());
        };
        (self.stop, self.endless) = (Arc::default(), false);
        let (rules, usi, events, stop) = (self.rules, self.usi, self.events.clone(), Arc::clone(&self.stop));
        scope.spawn(move || {
            let told = |mv: String, rows: u64| {
                let _ = events.send(Event::Info(format!("{}: {rows}", theirs(rules, usi, mv))));
            };
            let line = match perft::divide(rules, &state, turns, &stop, told) {
                Some(rows) => format!("\nNodes searched: {rows}"),
                None => "info string perft was stopped".to_owned(),
            };
            let _ = events.send(Event::Done(bot, line));
        });
        Ok(())
    }

    fn go<'scope>(&mut self, words: &[&str], scope: &'scope Scope<'scope, '_>, out: &mut dyn Write) -> io::Result<()>
    where
        'r: 'scope,
    {
        let Some(mut bot) = self.bot.take() else {
            writeln!(out, "info string still searching")?;
            return Ok(());
        };
        let (rules, usi) = (self.rules, self.usi);
        let mut words = words.to_vec();
        if usi {
            words.push("usi");
        }
        let (infinite, ponders) = (words.contains(&"infinite"), words.contains(&"ponder"));
        (self.stop, self.endless) = (Arc::default(), infinite || ponders);
        let (events, stop, waits) = (self.events.clone(), Arc::clone(&self.stop), self.endless);
        let due = self.state.clone().and_then(|state| due(rules, &state).map(|seat| (state, seat)));
        let Some((state, seat)) = due else {
            let why = if self.state.is_some() { "no side has to move in this position" } else { "no position is set" };
            writeln!(out, "info string {why}")?;
            let line = if usi { "bestmove resign" } else { "bestmove (none)" };
            if !waits {
                self.bot = Some(bot);
                writeln!(out, "{line}")?;
                return Ok(());
            }
            scope.spawn(move || {
                wait_for(&stop);
                let _ = events.send(Event::Done(bot, line.to_owned()));
            });
            return Ok(());
        };
        let mut limits = go_limits::limits(&words, seat.index() == 0);
        if limits.time.is_none() && limits.nodes.is_none() && limits.depth.is_none() && !infinite {
            limits.time = Some(Duration::from_secs(1));
        }
        if let Some(level) = self.level {
            strength::at_most(&mut limits, level);
        }
        if ponders {
            // While pondering, the clock does not run. It starts when the opponent makes the expected move.
            self.after_pondering = limits.time.take().unwrap_or_default();
        }
        limits.stop = Some(Arc::clone(&self.stop));
        let only = words.iter().skip_while(|word| **word != "searchmoves").skip(1);
        let only: Vec<String> = only.map_while(|word| self.ours(&state, seat, word)).collect();
        let lines = self.lines;
        scope.spawn(move || {
            let asked = Asked { state, seat, only, lines, usi };
            let text = think(rules, &mut bot, &asked, limits, &events);
            // An infinite search may finish early, but its answer must wait for `stop`.
            if waits {
                wait_for(&stop);
            }
            let _ = events.send(Event::Done(bot, format!("bestmove {text}")));
        });
        Ok(())
    }
}

fn first<const W: usize, const N: usize>(rules: &Boards<W, N>) -> BoardState<W, N> {
    rules.start(&Setup::seats(rules.info().min_seats), Rng::seeded("uci"), &mut ())
}

/// Waits until `stop`.
fn wait_for(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        std::thread::sleep(MOMENT);
    }
}

/// Converts a move from our notation to the notation of the chess program.
fn theirs<const W: usize, const N: usize>(rules: &Boards<W, N>, usi: bool, text: String) -> String {
    match usi {
        true => usi::move_out(&text, size(rules)).unwrap_or(text),
        false => moves::move_out(&text),
    }
}

fn due<const W: usize, const N: usize>(rules: &Boards<W, N>, state: &BoardState<W, N>) -> Option<Seat> {
    rules.turn(state).seats().lowest()
}

fn size<const W: usize, const N: usize>(rules: &Boards<W, N>) -> Size {
    let (columns, rows) = rules.size();
    Size { columns, rows }
}

/// The UCI name of the variant: the game id without hyphens, and with digits for numbers. `three-check` is `3check`.
fn variant(id: &str) -> String {
    const NUMBERS: [&str; 9] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let written = |word: &str| match NUMBERS.iter().position(|number| *number == word) {
        Some(at) => (at + 1).to_string(),
        None => word.to_owned(),
    };
    id.split('-').map(written).collect()
}

/// A request to search.
struct Asked<const W: usize, const N: usize> {
    state: BoardState<W, N>,
    seat: Seat,
    /// The moves to which the search is restricted. If the list is empty, the bot searches all moves.
    only: Vec<String>,
    lines: usize,
    usi: bool,
}

/// Searches. Returns the chosen move and the expected reply, in the notation of the chess program.
fn think<const W: usize, const N: usize>(
    rules: &Boards<W, N>,
    bot: &mut Bot<W, N>,
    asked: &Asked<W, N>,
    limits: Limits,
    events: &Sender<Event<Bot<W, N>>>,
) -> String {
    let Asked { state, seat, only, lines, usi } = asked;
    let mut moves = Vec::new();
    rules.moves(state, *seat, &mut moves);
    if moves.iter().any(|mv| only.contains(&rules.text(state, *seat, mv))) {
        moves.retain(|mv| only.contains(&rules.text(state, *seat, mv)));
    }
    let theirs = |text: String| theirs(rules, *usi, text);
    let texts = |line: &[(Seat, Move)]| -> Vec<String> {
        let (mut at, mut texts) = (state.clone(), Vec::new());
        for (seat, mv) in line {
            // A move and its wall are two decisions, but one move of the chess program.
            if rules.chosen(&at).is_some() {
                texts.pop();
            }
            texts.push(theirs(rules.turn_text(&at, mv)));
            rules.play(&mut at, *seat, mv, &mut ());
        }
        texts
    };
    let begin = Instant::now();
    let mut report = |advice: &Advice<Move>| {
        let (millis, depth) = (begin.elapsed().as_millis() as u64, advice.depth.unwrap_or(0));
        let (nodes, speed) = (advice.effort, advice.effort * 1000 / millis.max(1));
        for (line, nth) in advice.lines.iter().zip(1..=*lines) {
            let (score, line) = (score(line.worth, *usi), texts(&line.moves).join(" "));
            let nth = if *lines > 1 { format!(" multipv {nth}") } else { String::new() };
            let text =
                format!("info depth {depth}{nth} score {score} nodes {nodes} nps {speed} time {millis} pv {line}");
            let _ = events.send(Event::Info(text));
        }
    };
    let advice = bot.think(rules, *seat, state, &moves, limits.clone(), *lines, &mut report);
    let best = advice.lines.iter().find(|line| line.index == advice.choice);
    let mut next = state.clone();
    rules.play(&mut next, *seat, &moves[advice.choice], &mut ());
    if rules.chosen(&next).is_some() && best.is_none_or(|line| line.moves.len() < 2) {
        let mut walls = Vec::new();
        rules.moves(&next, *seat, &mut walls);
        let advice = bot.think(rules, *seat, &next, &walls, limits, 1, &mut |_: &Advice<Move>| {});
        return theirs(rules.turn_text(&next, &walls[advice.choice]));
    }
    match best.map(|line| texts(&line.moves)).as_deref() {
        Some([best, reply, ..]) => format!("{best} ponder {reply}"),
        Some([best]) => best.clone(),
        _ => theirs(rules.text(state, *seat, &moves[advice.choice])),
    }
}

/// The score of a position as text. UCI counts the moves of one side until mate, USI the moves of both sides.
fn score(worth: Worth, usi: bool) -> String {
    match worth {
        Worth::Mate(plies) if usi => format!("mate {plies}"),
        Worth::Mate(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        Worth::Mate(plies) => format!("mate {}", plies / 2),
        Worth::Points(points) => format!("cp {points}"),
        _ => "cp 0".to_owned(),
    }
}
