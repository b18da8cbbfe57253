//! The match of `rulebook dev`. Whenever the rules change, it is dealt again and its moves are replayed.

use super::bot_thread::{Bot, Thought, pick};
use super::fault_diagnostic::fault;
use super::files::{DEEPEST, folder_of, gather};
use crate::failure::paint;
use crate::seed;
use rulebook_catalog::{Catalog, Game, Report};
use rulebook_cgml::load::split_sheet;
use rulebook_diag::Paint;
use rulebook_kernel::{Key, Seat, Setup, Turn};
use rulebook_matches::{AnyMatch, Played};
use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// A move of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    pub seat: Seat,
    pub text: String,
    /// Whether the user made the move, and not a bot.
    pub by_hand: bool,
}

pub struct Session {
    catalog: Catalog,
    name: String,
    seats: Option<usize>,
    bot: String,
    everybody: bool,
    pub seed: String,
    /// The rules file. It is kept after the file disappears, because editors remove a file while they save it.
    rules: Option<PathBuf>,
    /// The files that the rules file includes, now or in an earlier version.
    included: BTreeSet<PathBuf>,
    /// The game as of the last save without errors.
    pub game: Option<Game>,
    pub table: Option<Box<dyn AnyMatch>>,
    bots: Vec<Bot>,
    pub moves: Vec<Made>,
    /// The entries of the match: the deal, then each move.
    pub played: Vec<Played>,
    /// Moves that could not be replayed because the current rules refuse one of them, and the number of moves before
    /// them. The next save tries them again.
    waiting: Option<(usize, Vec<Made>)>,
    /// The current problems of the files: errors and warnings.
    report: Report,
    /// A message about the match, for the user.
    pub note: String,
    /// A counter that rises with every change of the session.
    pub version: u64,
    /// A counter that rises with every deal. A page that knows an older deal must load the whole match again.
    pub deals: u64,
    /// A counter that rises whenever the files are loaded without errors.
    pub edition: u64,
}

/// Maximum number of consecutive bot moves. After that, the game probably loops.
pub const MOST_IN_A_ROW: usize = 20_000;

impl Session {
    pub fn new(
        catalog: Catalog,
        name: String,
        seats: Option<usize>,
        bot: String,
        everybody: bool,
        seed: String,
    ) -> Session {
        Session {
            catalog,
            name,
            seats,
            bot,
            everybody,
            seed,
            rules: None,
            included: BTreeSet::new(),
            game: None,
            table: None,
            bots: Vec::new(),
            moves: Vec::new(),
            played: Vec::new(),
            waiting: None,
            report: Report::new(),
            note: String::new(),
            version: 0,
            deals: 0,
            edition: 0,
        }
    }

    /// The report if the game cannot be opened because no game or path has this name. `None` if only its files have
    /// mistakes, because the user can fix these.
    pub fn nothing(&self) -> Option<&Report> {
        (self.game.is_none() && self.files().is_empty()).then_some(&self.report)
    }

    /// The file whose name is shown to the user: the rules file, or the first file of the game if its rules are built
    /// in. `None` if the whole game is built in.
    pub fn follows(&self) -> Option<PathBuf> {
        let on_disk = self.rules.clone().filter(|file| !file.starts_with("embedded:"));
        on_disk.or_else(|| self.files().into_iter().next())
    }

    /// The files whose changes cause a reload.
    pub fn files(&self) -> Vec<PathBuf> {
        let known = self.game.as_ref().map(|game| game.folder.clone());
        let known = known.or_else(|| self.rules.as_deref().map(folder_of));
        let path = PathBuf::from(&self.name);
        let folder = known.or_else(|| match path.is_dir() {
            true => Some(path.clone()),
            false => path.is_file().then(|| path.parent().map(PathBuf::from).unwrap_or_default()),
        });
        let folder = folder.or_else(|| self.catalog.folder(&self.name));
        let Some(folder) = folder else { return Vec::new() };
        let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
        let mut files = Vec::new();
        // A rules file may lie outside a game folder. Then subfolders are not watched, because they could be a whole
        // disk.
        let depth = if folder.join("meta.json").is_file() { DEEPEST } else { 0 };
        gather(&folder, depth, &mut files);
        files.extend(self.included.iter().cloned());
        files.sort();
        files.dedup();
        files
    }

    /// Loads the game again. If it has no errors, restarts the match and replays its moves.
    pub fn reload(&mut self) {
        self.version += 1;
        let rules = self.catalog.rules_file(&self.name);
        // Editors remove a file for a moment while they save. In that moment, built-in rules of the same name must not
        // replace it.
        let gone = self.rules.clone().filter(|_| rules.is_none());
        let (mut games, report) = match &gone {
            Some(gone) => (Vec::new(), Catalog::gone(gone)),
            None => self.catalog.check(std::slice::from_ref(&self.name)),
        };
        self.rules = gone.or(rules);
        self.report = report;
        if let Some(folder) = self.rules.as_deref().map(folder_of) {
            let files = self.report.sources.names().map(|name| split_sheet(name).0);
            let named = files.flat_map(|name| [PathBuf::from(name), folder.join(name)]);
            self.included.extend(named.filter(|file| file.is_file()));
        }
        let Some(game) = games.pop() else {
            // While the files have errors, only the problems are shown. The message about the match follows later.
            self.note.clear();
            return;
        };
        self.game = Some(game);
        self.edition += 1;
        let mut moves = std::mem::take(&mut self.moves);
        if let Some((after, waiting)) = self.waiting.take() {
            moves.truncate(after);
            moves.extend(waiting);
        }
        self.again(moves);
    }

    /// Deals the cards again, then replays these moves until one is illegal.
    fn again(&mut self, moves: Vec<Made>) {
        self.note.clear();
        self.moves.clear();
        self.played.clear();
        self.deals += 1;
        self.waiting = None;
        self.table = None;
        let seats = self.seats();
        let Some(game) = &self.game else { return };
        let key = Key::from_seed(&self.seed);
        let minds = seed::for_bots(&key);
        let bot = |seat: u64| game.bot(&self.bot, minds.child(seat)).map(|bot| Arc::new(Mutex::new(bot)));
        let bots: Result<Vec<Bot>, String> = (0..seats as u64).map(bot).collect();
        match (game.rules.start(&Setup::seats(seats), key), bots) {
            (Ok(table), Ok(bots)) => (self.table, self.bots) = (Some(table), bots),
            (Err(why), _) => self.note = why.to_string(),
            (_, Err(why)) => self.note = why,
        }
        let Some(table) = &mut self.table else { return };
        self.played.push(table.opening());
        let all = moves.len();
        let mut moves = moves.into_iter();
        while let Some(made) = moves.next() {
            let why = match table.play(made.seat, &made.text) {
                Ok(played) => {
                    self.played.push(played);
                    self.moves.push(made);
                    continue;
                }
                Err(why) => why,
            };
            let done = self.moves.len();
            // The reason of a fault is already listed among the problems, so it needs no message.
            if matches!(table.turn(), Turn::Over(outcome) if outcome.is_fault()) {
                self.waiting = Some((done, std::iter::once(made).chain(moves).collect()));
                break;
            }
            let after = match all - done - 1 {
                0 => String::new(),
                1 => " The move after it is left out, too.".to_owned(),
                left => format!(" The {left} moves after it are left out, too."),
            };
            let (at, text, seat) = (done + 1, &made.text, made.seat);
            self.note = format!(
                "Move {at} of {all} ({seat}: {text}) is no longer legal: {why}.{after} The next save tries again."
            );
            self.waiting = Some((done, std::iter::once(made).chain(moves).collect()));
            break;
        }
        self.bots_move();
    }

    /// Plays a move of the user, then the moves of the bots.
    pub fn play(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        self.play_alone(seat, text)?;
        self.bots_move();
        Ok(())
    }

    /// Plays a move of the user. The caller lets the bots move.
    pub fn play_alone(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        let table = self.table.as_mut().ok_or("no match has started yet")?;
        let played = table.play(seat, text).map_err(|why| why.to_string())?;
        self.moves.push(Made { seat, text: played.text.clone(), by_hand: true });
        self.played.push(played);
        // After a new move of the user, the moves that could not be replayed are discarded.
        self.waiting = None;
        self.note.clear();
        self.version += 1;
        Ok(())
    }

    /// Undoes the last move of the user and all moves after it.
    pub fn back(&mut self) {
        let Some(last) = self.moves.iter().rposition(|made| made.by_hand) else { return };
        self.to(last);
    }

    /// Undoes all moves except the first `moves`.
    pub fn to(&mut self, moves: usize) {
        self.version += 1;
        let mut kept = std::mem::take(&mut self.moves);
        kept.truncate(moves);
        self.again(kept);
    }

    /// Restarts the match, with another seed if one is given.
    pub fn restart(&mut self, seed: Option<String>) {
        self.version += 1;
        if let Some(seed) = seed {
            self.seed = seed;
        }
        self.again(Vec::new());
    }

    /// Sets whether the user plays all seats or only the first seat.
    pub fn play_all(&mut self, all: bool) {
        self.version += 1;
        self.everybody = all;
        self.bots_move();
    }

    /// Number of seats.
    pub fn seats(&self) -> usize {
        let Some(info) = self.game.as_ref().map(|game| game.rules.info()) else { return 0 };
        self.seats.unwrap_or(info.min_seats).clamp(info.min_seats, info.max_seats)
    }

    /// The bot that plays the other seats.
    pub fn bot(&self) -> &str {
        &self.bot
    }

    /// Whether the user plays this seat.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.everybody || seat.index() == 0
    }

    /// The first seat that has to move and belongs to a bot.
    fn next_bot(&self) -> Option<Seat> {
        let due = self.table.as_ref()?.turn().seats();
        Seat::all(self.bots.len()).find(|seat| due.has(*seat) && !self.is_person(*seat))
    }

    fn bots_move(&mut self) {
        for _ in 0..MOST_IN_A_ROW {
            let (Some(seat), Some(table)) = (self.next_bot(), &self.table) else { return };
            let choice = pick(&self.bots[seat.index()], &**table, seat);
            if !self.bot_plays(seat, choice) {
                return;
            }
        }
        self.in_circles();
    }

    /// Plays a move of a bot, given by its index among the legal moves. Returns false if the move is not possible.
    fn bot_plays(&mut self, seat: Seat, choice: usize) -> bool {
        let Some(table) = &mut self.table else { return false };
        let Some(text) = table.nth_text(seat, choice) else {
            self.note = format!("{seat} has to move and has no legal move.");
            return false;
        };
        match table.play(seat, &text) {
            Ok(played) => self.played.push(played),
            Err(why) => {
                self.note = format!("{seat} cannot move: {why}.");
                return false;
            }
        }
        self.moves.push(Made { seat, text, by_hand: false });
        true
    }

    /// Tells the user that the bots made [`MOST_IN_A_ROW`] moves without a decision of the user.
    pub fn in_circles(&mut self) {
        self.version += 1;
        self.note = "The bots have played too long without a decision for you: the game may loop.".to_owned();
    }

    /// The bot move that has to be computed next, or `None` if no bot has to move.
    pub fn to_think(&self) -> Option<Thought> {
        let (seat, table) = (self.next_bot()?, self.table.as_ref()?);
        let bot = Arc::clone(&self.bots[seat.index()]);
        Some(Thought { seat, table: table.fork(), bot, stands: (self.deals, self.moves.len()) })
    }

    /// Plays the move that a bot has chosen. Skips it if the match has changed meanwhile. Returns false if the move is
    /// not possible.
    pub fn thought(&mut self, thought: &Thought, choice: usize) -> bool {
        if thought.stands != (self.deals, self.moves.len()) {
            return true;
        }
        self.version += 1;
        self.bot_plays(thought.seat, choice)
    }

    /// The problems as text, with colours on a terminal.
    pub fn wrong(&self) -> String {
        self.report().to_text(paint(&io::stdout()))
    }

    /// The problems without colours.
    pub fn wrong_plainly(&self) -> String {
        self.report().to_text(Paint::Plain)
    }

    /// The result of the last load as text for the terminal: the problems, or `ok`.
    pub fn status(&self) -> String {
        let file = self.follows().map_or_else(String::new, |file| file.display().to_string());
        let mut text = self.wrong();
        text += &match self.is_behind() {
            true => "The page shows the last version without errors.\n".to_owned(),
            false => format!("ok: {file}\n"),
        };
        if !self.note.is_empty() {
            text += &format!("{}\n", crate::show::plain(&self.note));
        }
        text
    }

    /// All problems: the mistakes in the files, and the fault of the match if the match runs with these files.
    pub fn report(&self) -> Report {
        let mut report = self.report.clone();
        let played = self.game.as_ref().zip(self.table.as_ref()).filter(|_| !self.is_behind());
        let broken = played.and_then(|(game, table)| fault(game, &table.turn()));
        if let Some(broken) = broken {
            report.diagnostics.push(broken);
        }
        report
    }

    /// Whether the files have errors, so that the table still runs the last version without errors.
    pub fn is_behind(&self) -> bool {
        self.report.has_errors()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    const GAME: &str = include_str!("../../templates/cgml/games/starter/game.cgml");

    fn session(folder: &Path) -> Session {
        let path = folder.join("my-game.cgml").display().to_string();
        let mut session = Session::new(Catalog::open(folder), path, None, "first".into(), false, "1".into());
        session.reload();
        session
    }

    /// A folder without files of an earlier run.
    fn empty(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("rulebook-dev-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn folder(name: &str) -> PathBuf {
        let folder = empty(name);
        fs::write(folder.join("my-game.cgml"), GAME).unwrap();
        folder
    }

    #[test]
    fn the_moves_are_made_again_and_mistakes_change_nothing() {
        let folder = folder("again");
        let mut session = session(&folder);
        let seat = Seat::new(0);
        for _ in 0..2 {
            let text = session.table.as_ref().unwrap().nth_text(seat, 1).unwrap();
            session.play(seat, &text).unwrap();
        }
        let before = session.moves.clone();
        assert!(before.len() >= 4, "two moves of the player and two of the bot: {before:?}");
        fs::write(folder.join("my-game.cgml"), GAME.replace("$.zones.discard", "$.zones.discrad")).unwrap();
        session.reload();
        assert!(session.is_behind() && session.wrong_plainly().contains("discrad"), "{}", session.wrong_plainly());
        assert!(session.table.is_some() && session.moves == before, "the table stays as it was");
        let status = session.status();
        assert!(status.contains("discrad") && status.ends_with("last version without errors.\n"), "{status}");
        fs::write(folder.join("my-game.cgml"), GAME.replace("points: 1 }", "points: 5 }")).unwrap();
        session.reload();
        assert!(!session.is_behind());
        let ok = format!("ok: {}\n", folder.join("my-game.cgml").display());
        assert!(session.status().ends_with(&ok), "{}", session.status());
        assert_eq!((&session.moves, session.note.as_str()), (&before, ""));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn moves_that_are_no_longer_legal_are_reported() {
        let folder = folder("told");
        let mut session = session(&folder);
        let seat = Seat::new(0);
        for _ in 0..2 {
            let text = session.table.as_ref().unwrap().nth_text(seat, 0).unwrap();
            session.play(seat, &text).unwrap();
        }
        let before = session.moves.clone();
        // With one card in hand, a player cannot play two.
        let save = |text: &str| fs::write(folder.join("my-game.cgml"), text).unwrap();
        save(&GAME.replace("initial_value: 5", "initial_value: 1"));
        session.reload();
        assert!(session.note.contains("is no longer legal"), "{:?} {}", session.moves, session.note);
        assert!(session.moves.len() < before.len(), "{:?}", session.moves);
        // After a mistake only the problem is shown, and no move is lost.
        save(&GAME.replace("$.zones.discard", "$.zones.discrad"));
        session.reload();
        assert!(session.is_behind() && session.note.is_empty(), "{}", session.note);
        save(GAME);
        session.reload();
        assert_eq!((&session.moves, session.note.as_str()), (&before, ""), "they are possible again");
        // A different move discards the moves that could not be replayed.
        save(&GAME.replace("initial_value: 5", "initial_value: 1"));
        session.reload();
        session.restart(None);
        let text = session.table.as_ref().unwrap().nth_text(seat, 0).unwrap();
        session.play(seat, &text).unwrap();
        let other = session.moves.clone();
        save(GAME);
        session.reload();
        assert_eq!(session.moves.first(), other.first());
        session.restart(Some("2".into()));
        assert!(session.moves.is_empty() && session.note.is_empty());
        fs::remove_dir_all(folder).unwrap();
    }

    /// Copies the folder of Crazy Eights. The copy has the same id as the game in the engine.
    fn copy(name: &str) -> PathBuf {
        let from = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/crazy-eights"));
        let to = empty(name).join("crazy-eights");
        for folder in ["", "scenarios"] {
            fs::create_dir_all(to.join(folder)).unwrap();
            for entry in from.join(folder).read_dir().unwrap().flatten().filter(|entry| entry.path().is_file()) {
                fs::copy(entry.path(), to.join(folder).join(entry.file_name())).unwrap();
            }
        }
        to
    }

    #[test]
    fn removed_rules_are_reported_and_not_replaced() {
        let folder = copy("gone");
        let catalog = Catalog::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games"));
        let name = folder.display().to_string();
        let mut session = Session::new(catalog, name, None, "first".into(), false, "1".into());
        session.reload();
        assert!(!session.is_behind(), "{}", session.wrong_plainly());
        let before = session.table.as_ref().unwrap().digest();
        fs::rename(folder.join("game.cgml"), folder.join("game.cgml~")).unwrap();
        session.reload();
        assert!(session.is_behind() && session.wrong_plainly().contains("game.cgml"), "{}", session.wrong_plainly());
        assert!(session.game.as_ref().unwrap().cgml().is_some(), "the engine's own rules are others");
        assert_eq!(session.table.as_ref().unwrap().digest(), before);
        fs::rename(folder.join("game.cgml~"), folder.join("game.cgml")).unwrap();
        session.reload();
        assert!(!session.is_behind() && session.note.is_empty(), "{}{}", session.wrong_plainly(), session.note);
        fs::remove_dir_all(folder.parent().unwrap()).unwrap();
    }

    #[test]
    fn every_file_of_the_folder_counts() {
        let folder = copy("watched");
        fs::create_dir_all(folder.join("parts/more")).unwrap();
        fs::write(folder.join("parts/more/deck.yaml"), "").unwrap();
        fs::create_dir_all(folder.join(".hidden")).unwrap();
        fs::write(folder.join(".hidden/old.cgml"), "").unwrap();
        let session =
            Session::new(Catalog::open(&folder), folder.display().to_string(), None, "first".into(), false, "1".into());
        let files = session.files();
        for file in ["game.cgml", "scenarios/an-eight-names-the-suit.json", "scenarios/the-stock.md"] {
            assert!(files.contains(&folder.join(file)), "{file}: {files:?}");
        }
        assert!(files.contains(&folder.join("parts/more/deck.yaml")), "{files:?}");
        assert!(!files.iter().any(|file| file.ends_with("old.cgml")), "{files:?}");
        fs::remove_dir_all(folder.parent().unwrap()).unwrap();
    }

    #[test]
    fn only_included_files_of_a_single_file_are_watched() {
        let folder = folder("included");
        fs::create_dir_all(folder.join("parts")).unwrap();
        for part in ["used.yaml", "other.yaml"] {
            fs::write(folder.join("parts").join(part), "components: {}\n").unwrap();
        }
        let text = GAME.replacen("imports:\n", "imports:\n  - !include parts/used.yaml\n", 1);
        fs::write(folder.join("my-game.cgml"), text).unwrap();
        let files = session(&folder).files();
        assert!(files.contains(&folder.join("parts/used.yaml")), "{files:?}");
        assert!(!files.contains(&folder.join("parts/other.yaml")), "{files:?}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_saved_sheet_changes_the_table() {
        let folder = folder("sheet");
        let types = "  component_types: { deck_types: { trees: { composition: [ { type: cards, cards: !include cards.csv } ] } } }\n";
        let zone = "    - { name: wood, type: deck, of_deck: trees }\n";
        let text = GAME.replacen("  decks:\n", &format!("{types}  decks:\n    trees: {{ type: trees }}\n"), 1);
        fs::write(folder.join("my-game.cgml"), text.replacen("  zones:\n", &format!("  zones:\n{zone}"), 1)).unwrap();
        fs::write(folder.join("cards.csv"), "name,count\nOak,2\n").unwrap();
        let mut session = session(&folder);
        assert!(!session.is_behind(), "{}", session.wrong_plainly());
        assert!(session.files().contains(&folder.join("cards.csv")), "{:?}", session.files());
        let before = session.edition;
        let cards = |session: &Session| {
            let scene = session.table.as_ref().unwrap().scene(rulebook_kernel::Viewer::Spectator);
            scene.zones.iter().find(|zone| zone.id == "wood").and_then(|zone| zone.count)
        };
        assert_eq!(cards(&session), Some(2));
        let mut watch = super::super::watch::Watch::of(&session.files());
        fs::write(folder.join("cards.csv"), "name,count\nOak,2\nFir,3\n").unwrap();
        assert!(watch.changed(&session.files()));
        session.reload();
        assert!(session.edition > before && cards(&session) == Some(5), "{:?}", cards(&session));
        fs::write(folder.join("cards.csv"), "name,count\nOak,many\n").unwrap();
        session.reload();
        assert!(
            session.is_behind() && session.wrong_plainly().contains("cards.csv:2:5"),
            "{}",
            session.wrong_plainly()
        );
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn rules_that_break_down_are_a_mistake_with_a_line() {
        let folder = copy("fault");
        let path = folder.join("game.cgml");
        let text = fs::read_to_string(&path).unwrap();
        let rule = "  - id: round_and_round\n    trigger: on.phase.TurnUp\n    effect:\n";
        let loops = format!("rules:\n{rule}      - {{ action: SET_PHASE, phase: TurnUp }}\n");
        fs::write(&path, text.replacen("rules:\n", &loops, 1)).unwrap();
        let mut session =
            Session::new(Catalog::open(&folder), folder.display().to_string(), None, "first".into(), false, "1".into());
        session.reload();
        assert!(!session.is_behind() && session.table.is_some(), "{}", session.wrong_plainly());
        let wrong = session.wrong_plainly();
        assert!(wrong.contains("G0022") && wrong.contains("game.cgml:"), "{wrong}");
        fs::remove_dir_all(folder.parent().unwrap()).unwrap();
    }

    #[test]
    fn an_own_move_is_seen_before_the_bots_have_thought() {
        let folder = folder("own");
        let mut session = session(&folder);
        let text = session.table.as_ref().unwrap().nth_text(Seat::new(0), 0).unwrap();
        session.play_alone(Seat::new(0), &text).unwrap();
        assert_eq!(session.moves.len(), 1, "{:?}", session.moves);
        let thought = session.to_think().expect("the other seat is asked");
        let choice = thought.think();
        assert!(session.thought(&thought, choice) && session.moves.len() == 2);
        // The choice was made for another match, so it is not played in this one.
        session.restart(None);
        assert!(session.thought(&thought, choice) && session.moves.is_empty(), "{:?}", session.moves);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn moves_are_taken_back() {
        let folder = folder("back");
        let mut session = session(&folder);
        let seat = Seat::new(0);
        let before = session.table.as_ref().unwrap().digest();
        let text = session.table.as_ref().unwrap().nth_text(seat, 0).unwrap();
        session.play(seat, &text).unwrap();
        assert_eq!(session.played.len(), session.moves.len() + 1, "one entry for the deal and one for each move");
        let deals = session.deals;
        session.back();
        assert_eq!(session.table.as_ref().unwrap().digest(), before);
        assert!(session.deals > deals && session.played.len() == 1);
        assert!(session.play(seat, "nonsense").is_err());
        session.play_all(true);
        let text = session.table.as_ref().unwrap().nth_text(seat, 0).unwrap();
        session.play(seat, &text).unwrap();
        assert_eq!(session.moves.len(), 1, "nobody else moves: {:?}", session.moves);
        session.play_all(false);
        assert!(session.moves.len() > 1, "{:?}", session.moves);
        fs::remove_dir_all(folder).unwrap();
    }
}
