//! Turns steps into lines of the commentary, such as "seat 2 plays QS" or "each player is dealt 13 cards". A line is a
//! [`Verb`] with its arguments, so that clients can translate it.
//!
//! Works in two passes. The first groups consecutive moves of cards and chooses a verb by the [`ZoneRole`]s of the two
//! zones. The second drops announcements that repeat a line about cards.
//!
//! A line is made only from the steps and the scene of one viewer, so it reveals nothing that this viewer may not see.

use crate::{Place, Scene, SeatChoice, Step, ZoneRole, ZoneScene};
use rulebook_kernel::Seat;
use serde::{Deserialize, Serialize};

/// The event that a line of the match log reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Verb {
    /// `seat` plays the cards.
    Plays,
    /// `seat` puts the cards on the stack.
    Casts,
    /// `seat` discards the cards.
    Discards,
    /// `seat` draws the cards from a deck.
    Draws,
    /// `seat` takes the cards from the discard pile `from`.
    PicksUp,
    /// `seat` wins the cards, or takes them from the table.
    Takes,
    /// `seat`, or the seats of `team`, take the trick.
    TakesTrick,
    /// `seat` lays the cards down.
    Melds,
    /// `seat` gives the cards to `to_seat`.
    Gives,
    /// `seat` puts the cards from its hand back into the deck `to`.
    Returns,
    /// `seat` puts the cards from its hand into the zone `to`. Used if no other verb fits the zone.
    Puts,
    /// `seat` is dealt the cards.
    IsDealt,
    /// Each player is dealt `hidden` cards.
    EachIsDealt,
    /// `hidden` cards are dealt to the piles of a patience (solitaire).
    LaysOut,
    /// The cards are turned up from a deck.
    TurnsUp,
    /// Cards go back to the deck `to`.
    Gathers,
    /// The zone `to` is shuffled.
    Shuffles,
    /// The zone `to` is reordered. `text` says how: `is turned round`.
    Mixes,
    /// The zone `to` now has the order in which the cards are listed.
    Arranges,
    /// `seat` shows the cards of its zone `from`. `text` names the audience: `everybody`.
    Shows,
    /// A change of the cards of zone `from`. `text` describes the change: `turned face up`.
    Changes,
    /// The cards were created in zone `to`.
    Appears,
    /// A card ceased to exist in zone `from`.
    Vanishes,
    /// `seat` chooses `text`.
    Chooses,
    /// An announcement of the game, in `text`.
    Says,
    /// A new value that scoreboards show, in `text`.
    Notes,
    /// The cards go from zone `from` to zone `to`. If `seat` is set, that player moves them. `from` is `None` if the
    /// cards come from several zones.
    Moves,
}

/// One line of the match log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LogLine {
    /// The event that the line reports.
    pub verb: Verb,
    /// The player who acts. `None` if no single player acts.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u8>"))]
    pub seat: Option<Seat>,
    /// The players who act together. Empty if `seat` is set.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub team: Vec<Seat>,
    /// The cards that the viewer can identify.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub cards: Vec<String>,
    /// The number of cards that `cards` does not list.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub hidden: usize,
    /// The id of the zone that the cards came from.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub from: Option<String>,
    /// The id of the zone that the cards went to.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub to: Option<String>,
    /// The player who receives the cards.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u8>"))]
    pub to_seat: Option<Seat>,
    /// A text of the game. Its meaning depends on the [`Verb`].
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub text: String,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl LogLine {
    fn new(verb: Verb) -> LogLine {
        LogLine {
            verb,
            seat: None,
            team: Vec::new(),
            cards: Vec::new(),
            hidden: 0,
            from: None,
            to: None,
            to_seat: None,
            text: String::new(),
        }
    }

    fn text(verb: Verb, text: &str) -> LogLine {
        LogLine { text: text.to_owned(), ..LogLine::new(verb) }
    }
}

/// Makes the lines for the steps of one decision. `scene` is a scene of the same viewer, and names the zones.
#[must_use]
pub fn commentary(steps: &[Step], scene: &Scene) -> Vec<LogLine> {
    let mut writer = Writer { scene, lines: Vec::new(), run: Vec::new() };
    steps.iter().for_each(|step| writer.add(step));
    writer.end_run();
    without_repeats(writer.lines, scene)
}

/// Cards that move to the same zone and are reported in one line.
struct CardMove {
    from: Vec<String>,
    to: String,
    cards: Vec<String>,
    hidden: usize,
}

impl CardMove {
    fn count(&self) -> usize {
        self.cards.len() + self.hidden
    }
}

struct Writer<'a> {
    scene: &'a Scene,
    lines: Vec<LogLine>,
    /// The consecutive moves that are not written yet.
    run: Vec<CardMove>,
}

impl Writer<'_> {
    fn zone(&self, id: &str) -> Option<&ZoneScene> {
        self.scene.zones.iter().find(|zone| zone.id == id)
    }

    fn role(&self, id: &str) -> Option<ZoneRole> {
        self.zone(id)?.role
    }

    fn owner(&self, id: &str) -> Option<Seat> {
        self.zone(id)?.owner
    }

    fn team(&self, id: &str) -> Vec<Seat> {
        self.zone(id).map(|zone| zone.team.clone()).unwrap_or_default()
    }

    fn add(&mut self, step: &Step) {
        if let Step::Move { from, to, face } = step {
            return self.add_move(from, to, face.as_ref());
        }
        self.end_run();
        match step {
            Step::Move { .. } => {}
            Step::Mix { zone, text: None } => {
                self.lines.push(LogLine { to: Some(zone.clone()), ..LogLine::new(Verb::Shuffles) });
            }
            Step::Mix { text: Some(text), .. } if text.is_empty() => {}
            Step::Mix { zone, text: Some(text) } => {
                self.lines.push(LogLine { to: Some(zone.clone()), ..LogLine::text(Verb::Mixes, text) });
            }
            Step::Change { at, text, .. } => self.add_change(at, text),
            Step::Create { at, face } => {
                let line = LogLine { to: Some(at.zone.clone()), ..LogLine::new(Verb::Appears) };
                self.lines.push(with_card(line, face.as_deref()));
            }
            Step::Remove { at } => {
                let from = Some(at.zone.clone());
                self.lines.push(LogLine { from, hidden: 1, ..LogLine::new(Verb::Vanishes) });
            }
            Step::Say { text, quiet: true, .. } => self.lines.push(LogLine::text(Verb::Notes, text)),
            Step::Say { choice: Some(SeatChoice { seat, chosen }), .. } => {
                self.lines.push(LogLine { seat: Some(*seat), ..LogLine::text(Verb::Chooses, chosen) });
            }
            Step::Say { text, .. } => self.lines.push(LogLine::text(Verb::Says, text)),
        }
    }

    /// Adds a change of a card. If several cards of a zone have the same change, they share one line.
    fn add_change(&mut self, at: &Place, text: &str) {
        let Some((card, what)) = text.split_once(" is ") else {
            self.lines.push(LogLine { from: Some(at.zone.clone()), ..LogLine::text(Verb::Changes, text) });
            return;
        };
        let owner = self.owner(&at.zone);
        let audience = what.strip_prefix("shown to ").filter(|who| owner.is_some_and(|seat| *who != seat.to_string()));
        let line = match audience {
            Some(audience) => LogLine { seat: owner, ..LogLine::text(Verb::Shows, audience) },
            None => LogLine::text(Verb::Changes, what),
        };
        let line = LogLine { from: Some(at.zone.clone()), ..line };
        let card = Some(card).filter(|card| *card != BACK);
        let same = |last: &LogLine| {
            last.verb == line.verb
                && last.from == line.from
                && last.text == line.text
                && last.cards.len() + last.hidden > 0
        };
        match self.lines.pop() {
            Some(last) if same(&last) => self.lines.push(with_card(last, card)),
            last => {
                self.lines.extend(last);
                self.lines.push(with_card(line, card));
            }
        }
    }

    fn add_move(&mut self, from: &Place, to: &Place, face: Option<&String>) {
        let (from, to) = (&from.zone, &to.zone);
        // In a deal round the table, a card joins the earlier cards that were dealt to the same hand.
        let dealing = self.run.last().is_some_and(|last| self.is_deal(&last.from, &last.to));
        let joined = if dealing && self.is_deal(std::slice::from_ref(from), to) {
            self.run.iter().position(|other| self.is_deal(&other.from, &other.to) && other.to == *to)
        } else {
            let last = self.run.last().filter(|last| last.to == *to && self.together(last, from));
            last.map(|_| self.run.len() - 1)
        };
        let at = joined.unwrap_or_else(|| {
            self.run.push(CardMove { from: Vec::new(), to: to.clone(), cards: Vec::new(), hidden: 0 });
            self.run.len() - 1
        });
        let joined = &mut self.run[at];
        match face {
            Some(face) => joined.cards.push(face.clone()),
            None => joined.hidden += 1,
        }
        if !joined.from.contains(from) {
            joined.from.push(from.clone());
        }
    }

    /// Whether cards go from decks to a hand or to the piles of a patience.
    fn is_deal(&self, from: &[String], to: &str) -> bool {
        matches!(self.role(to), Some(ZoneRole::Hand | ZoneRole::Tableau))
            && from.iter().all(|from| self.role(from) == Some(ZoneRole::Deck))
    }

    /// Whether a card from zone `from` is reported in the same line as this move. Cards that several players play to a
    /// shared zone get separate lines. Cards that one player takes from several zones share a line.
    fn together(&self, other: &CardMove, from: &String) -> bool {
        other.from.contains(from)
            || self.owner(&other.to).is_some()
            || !self.team(&other.to).is_empty()
            || self.role(&other.to) == Some(ZoneRole::Deck)
            || other.from.iter().chain([from]).all(|zone| self.owner(zone).is_none())
    }

    /// Writes the lines for the collected moves.
    fn end_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        let this = &*self;
        let deals = |role: ZoneRole| {
            let is = move |one: &&CardMove| this.is_deal(&one.from, &one.to) && this.role(&one.to) == Some(role);
            run.iter().filter(is)
        };
        let (hands, piles) = (deals(ZoneRole::Hand).count(), deals(ZoneRole::Tableau).count());
        let sizes: Vec<usize> = deals(ZoneRole::Hand).map(CardMove::count).collect();
        let each = hands > 1 && hands == this.scene.seats && sizes.iter().all(|size| *size == sizes[0]);
        // If all hands get a card, or some hand gets several cards, it is a deal. If only some players get one card
        // each, they may have drawn it.
        let dealt = each || hands > 1 && sizes.iter().any(|size| *size > 1);
        let laid: usize = deals(ZoneRole::Tableau).map(CardMove::count).sum();
        let mut lines = Vec::new();
        let (mut said_each, mut said_laid) = (false, false);
        for one in &run {
            let line = this.line(one, dealt);
            let is_deal = this.is_deal(&one.from, &one.to);
            if is_deal && piles > 1 && this.role(&one.to) == Some(ZoneRole::Tableau) {
                if !std::mem::replace(&mut said_laid, true) {
                    lines.push(LogLine { hidden: laid, ..LogLine::new(Verb::LaysOut) });
                }
                continue;
            }
            if is_deal && each && line.verb == Verb::IsDealt {
                if !std::mem::replace(&mut said_each, true) {
                    lines.push(LogLine { hidden: sizes[0], ..LogLine::new(Verb::EachIsDealt) });
                }
                // If the viewer sees the cards of a hand, they are listed as well.
                if !line.cards.is_empty() {
                    lines.push(line);
                }
                continue;
            }
            lines.push(line);
        }
        self.lines.extend(lines);
    }

    /// The line for cards that moved together.
    fn line(&self, one: &CardMove, dealt: bool) -> LogLine {
        use ZoneRole::{Battlefield, Deck, Discard, Hand, Meld, Stack, Table, Tableau, Taken, Trick};
        let (from, to) = (&one.from[0], &one.to);
        let (giver, taker) = (self.owner(from), self.owner(to));
        let to_role = self.role(to);
        let sources: Vec<Option<ZoneRole>> = one.from.iter().map(|from| self.role(from)).collect();
        let from_role = sources[0].filter(|_| sources.iter().all(|role| *role == sources[0]));
        let line = |verb: Verb, seat: Option<Seat>| LogLine {
            seat,
            cards: one.cards.clone(),
            hidden: one.hidden,
            from: Some(from.clone()).filter(|_| one.from.len() == 1),
            to: Some(to.clone()),
            ..LogLine::new(verb)
        };
        if one.from.len() == 1 && from == to {
            return line(Verb::Arranges, None);
        }
        if to_role == Some(Taken) && from_role == Some(Trick) && one.count() > 1 {
            let team = if taker.is_none() { self.team(to) } else { Vec::new() };
            if taker.is_some() || !team.is_empty() {
                return LogLine { team, ..line(Verb::TakesTrick, taker) };
            }
        }
        if to_role == Some(Deck) && taker.is_none() && (one.from.len() > 1 || giver.is_none()) {
            return line(Verb::Gathers, None);
        }
        if matches!(to_role, Some(Taken | Meld)) && taker.is_some() {
            let open = |role: &Option<ZoneRole>| matches!(role, Some(Table | Trick));
            if sources.iter().any(open) || one.from.len() > 1 {
                return line(Verb::Takes, taker);
            }
        }
        // In a game for one player, that player moves every card.
        let alone = Some(Seat::new(0)).filter(|_| self.scene.seats == 1);
        let patience = |line: LogLine| LogLine { seat: alone, ..line };
        if one.from.len() > 1 {
            return patience(line(Verb::Moves, None));
        }
        match (from_role, giver, to_role, taker) {
            (Some(Hand), Some(_), Some(Discard), _) => line(Verb::Discards, giver),
            (Some(Hand), Some(_), Some(Trick | Table | Battlefield), _) => line(Verb::Plays, giver),
            (Some(Deck | Tableau), Some(_), Some(Trick | Table), _) => line(Verb::Plays, giver),
            (Some(Hand), Some(_), Some(Stack), _) => line(Verb::Casts, giver),
            (Some(Hand), Some(_), Some(Meld), _) => line(Verb::Melds, giver),
            (Some(Hand), Some(_), Some(Deck), _) => line(Verb::Returns, giver),
            (Some(Hand), Some(_), Some(Hand), Some(_)) if giver != taker => {
                LogLine { to_seat: taker, ..line(Verb::Gives, giver) }
            }
            (Some(Hand), Some(_), _, _) => line(Verb::Puts, giver),
            (Some(Deck), _, Some(Hand), Some(_)) => line(if dealt { Verb::IsDealt } else { Verb::Draws }, taker),
            (Some(Discard), None, Some(Hand), Some(_)) => line(Verb::PicksUp, taker),
            (Some(Table | Trick), None, Some(Hand), Some(_)) => line(Verb::Takes, taker),
            (Some(Deck), None, Some(Discard | Table | Trick), None) if one.hidden == 0 => line(Verb::TurnsUp, None),
            _ => patience(line(Verb::Moves, None)),
        }
    }
}

/// The words for a card that the viewer cannot identify, in the texts of steps.
const BACK: &str = "a card";

fn with_card(mut line: LogLine, card: Option<&str>) -> LogLine {
    match card {
        Some(card) => line.cards.push(card.to_owned()),
        None => line.hidden += 1,
    }
    line
}

/// Splits a sentence such as `seat 2 knocks` or `p2 knocks` into the seat and the rest. `None` if it does not start
/// with a seat.
fn subject(text: &str, seats: usize) -> Option<(Seat, &str)> {
    let rest = text.strip_prefix("seat ").or_else(|| text.strip_prefix("Seat ")).or_else(|| text.strip_prefix('p'))?;
    let (number, rest) = rest.split_once(' ')?;
    let seat = number.parse::<usize>().ok()?.checked_sub(1)?;
    (seat < seats).then(|| (Seat::new(seat), rest))
}

/// If a choice or an announcement and the line about its cards say the same, drops one of the two.
fn without_repeats(lines: Vec<LogLine>, scene: &Scene) -> Vec<LogLine> {
    let mut kept: Vec<LogLine> = Vec::with_capacity(lines.len());
    for line in lines {
        // There may be lines about values between an announcement and the line about its cards.
        let last = kept.iter().rposition(|last| last.verb != Verb::Notes);
        let found = last.and_then(|at| {
            let last = &kept[at];
            let last_said = repeat(last, &line, scene).map(|keep| keep == Keep::Said);
            Some((at, last_said.or_else(|| repeat(&line, last, scene).map(|keep| keep == Keep::Shown))?))
        });
        match found {
            Some((_, true)) => {}
            Some((at, false)) => {
                kept.remove(at);
                kept.push(line);
            }
            None => kept.push(line),
        }
    }
    kept
}

/// The line that is kept if two lines say the same: the announcement or the line about cards.
#[derive(PartialEq)]
enum Keep {
    Said,
    Shown,
}

/// Compares an announcement `said` with a line `shown` about cards. If the two lines say the same, returns the line to
/// keep. `None` if the lines differ.
fn repeat(said: &LogLine, shown: &LogLine, scene: &Scene) -> Option<Keep> {
    let word = shown.verb.word()?;
    let same = match said.verb {
        Verb::Chooses => {
            let named = |zone: &Option<String>| {
                let zone = scene.zones.iter().find(|one| Some(&one.id) == zone.as_ref());
                let chosen = || letters(&said.text);
                zone.is_some_and(|zone| chosen().next().is_some() && letters(&zone.name).eq(chosen()))
            };
            let by_nobody_else = shown.seat == said.seat || shown.seat.is_none();
            let acts = by_nobody_else && stem(&said.text.to_lowercase()) == stem(word);
            let picks =
                !shown.cards.is_empty() && said.text.split(", ").all(|card| shown.cards.iter().any(|c| c == card));
            acts || picks || named(&shown.from) || named(&shown.to)
        }
        Verb::Says => {
            let (seat, rest) = subject(&said.text, scene.seats)?;
            let first = rest.split(' ').next();
            match shown.verb {
                _ if shown.seat != Some(seat) => false,
                Verb::TakesTrick if rest == "wins the trick" => true,
                Verb::TakesTrick if rest.starts_with("wins trick ") || rest.starts_with("wins the trick ") => {
                    return Some(Keep::Said);
                }
                // Keep the announcement of a spell, because it names the targets.
                Verb::Casts if first == Some(word) => return Some(Keep::Said),
                // If the viewer does not see the taken cards, keep the announcement: it may say more.
                Verb::Takes if first == Some(word) => return Some(Keep::Said).filter(|_| shown.hidden > 0),
                _ => first == Some(word),
            }
        }
        _ => false,
    };
    same.then_some(Keep::Shown)
}

/// The letters and digits of a name in lower case. They are the same for `pile2` and `Pile 2`.
fn letters(name: &str) -> impl Iterator<Item = char> + '_ {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// The base form of a verb: `draw` for `draws`.
fn stem(verb: &str) -> &str {
    verb.strip_suffix('s').unwrap_or(verb)
}

impl Verb {
    /// The English word for a verb that moves cards, such as `plays`. `None` for all other verbs.
    fn word(self) -> Option<&'static str> {
        Some(match self {
            Verb::Plays => "plays",
            Verb::Casts => "casts",
            Verb::Discards => "discards",
            Verb::Draws => "draws",
            Verb::PicksUp => "picks",
            Verb::Takes | Verb::TakesTrick => "takes",
            Verb::Melds => "melds",
            Verb::Gives => "gives",
            Verb::Returns => "returns",
            Verb::Puts => "puts",
            Verb::Moves => "moves",
            Verb::TurnsUp => "turns",
            _ => return None,
        })
    }
}
