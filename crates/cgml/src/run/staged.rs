//! Presents a match: scenes, steps and offers, made from a view and from the presentation in the file.

use super::choice::{Move, Picked, Which};
use super::fact::Fact;
use super::rules::Cgml;
use super::state::Frame;
use super::view::View;
use super::{message, notation, observe, player_facts, suit_symbols};
use crate::code::walk::each;
use crate::code::{Ask, Expr, Kind, MISSING, Op, Program};
use rulebook_kernel::Seat;
use rulebook_matches::{Brief, Staged};
use rulebook_scene::{Button, FaceScene, Gesture, Offer, OfferKind, Scene, Scoreboard, Step, ZoneScene};
use rulebook_spaces::{Row, Spaces};
use rulebook_table::{CardView, Face, Fact as TableFact, VarId, ZoneId};

impl Staged for Cgml {
    fn spaces(&self, seats: usize) -> Spaces {
        observe::spaces(self.program(seats))
    }

    fn number(&self, seats: usize, seat: Seat, mv: &Move) -> Option<u32> {
        observe::number(self.program(seats), seat, mv)
    }

    fn observe(&self, state: &Self::State, seat: Seat, row: &mut Row<'_>) {
        observe::write(self.of(state.seats), state, seat, row);
    }

    fn brief(&self, view: &View) -> Brief {
        player_facts::brief(self.of(view.seats), view)
    }

    fn scene(&self, view: &View) -> Scene {
        let p = self.of(view.seats);
        let label = |text: &String| view.labels.get(text).cloned().unwrap_or_else(|| suit_symbols::label(p, text));
        let button = |text: &String| Button { id: text.clone(), label: label(text) };
        let mut zones = zones(p, view);
        for &card in &view.picked {
            let spot = p.shape.card_spot(&view.table, card);
            if let Some(card) = zones.get_mut(spot.zone).and_then(|zone| zone.cards.get_mut(spot.at)) {
                card.marked = true;
            }
        }
        Scene {
            seats: view.seats as usize,
            zones,
            scoreboards: scoreboards(p, view),
            buttons: view.buttons.iter().map(button).collect(),
            prompt: view.prompt.clone(),
            phase: phase(p, view),
            due: view.due.iter().collect(),
            ..Scene::default()
        }
    }

    fn offer(&self, view: &View, mv: &Move) -> Offer {
        if let Move::Back(picked) = mv {
            return self.offer_back(view, *picked);
        }
        let mut offer = self.unlabelled_offer(view, mv);
        let p = self.of(view.seats);
        if Picked::by(*mv).is_some()
            && !view.labels.is_empty()
            && let Some(label) = view.labels.get(&notation::text(p, ask(p, view), mv))
        {
            offer.label.clone_from(label);
        }
        offer
    }

    fn steps(&self, witnessed: &Fact) -> Vec<Step> {
        let p = self.widest();
        let words = |text: String| vec![Step::say(text)];
        let seat_name = |seat: Seat| p.seat_names.get(seat.index()).map_or("", |&name| p.symbols.text(name));
        match witnessed {
            Fact::Table(fact) => {
                let mut steps =
                    p.shape.steps(fact, |face| message::card_name(p, face), |var, value| variable(p, var, value));
                if let (TableFact::Turned { spot, .. }, [Step::Change { text, .. }]) = (fact, steps.as_mut_slice())
                    && let Some(at) = spot.at
                {
                    *text = at_its_place(text, at);
                }
                if let (TableFact::Said { .. }, [Step::Say { text, .. }]) = (fact, steps.as_mut_slice()) {
                    *text = suit_symbols::said(p, text);
                }
                steps
            }
            Fact::Answered { seat, rule, at, values: Some(values), .. } => {
                let unit = (*rule as usize) < p.rules.len() || *rule == super::state::SETUP;
                let step = unit.then(|| p.unit(*rule).code.get(*at as usize)).flatten();
                let Some(Op::Ask(ask)) = step.map(|step| &step.op) else { return Vec::new() };
                let kind = super::answer::kind(ask);
                let chosen = match (&values[..], ask.buttons.first()) {
                    ([MISSING, pressed], _) => p.symbols.text(*pressed).to_owned(),
                    ([], Some(button)) => p.symbols.text(button.text).to_owned(),
                    ([], None) => "nothing".to_owned(),
                    _ => {
                        let chosen = values.iter().map(|&value| suit_symbols::shown(p, value, kind));
                        chosen.collect::<Vec<String>>().join(", ")
                    }
                };
                vec![Step::choice(*seat, seat_name(*seat), chosen)]
            }
            Fact::Failed { rule, action, reason, seat } => {
                let known = (*rule as usize) < p.rules.len() || *rule == super::state::SETUP;
                let name = if known { p.rule_name(*rule) } else { "?" };
                let whose = seat.map_or_else(String::new, |seat| format!(" for {}", seat_name(seat)));
                words(format!("rule `{name}`, action {action}{whose}: {}", reason.text()))
            }
            Fact::Turn { .. } | Fact::Entered { .. } | Fact::Asked { .. } | Fact::Answered { .. } => Vec::new(),
        }
    }
}

impl Cgml {
    /// The offer of a move other than a put back, without the label that the file declares.
    fn unlabelled_offer(&self, view: &View, mv: &Move) -> Offer {
        let p = self.of(view.seats);
        let text = notation::text(p, ask(p, view), mv);
        match *mv {
            Move::Card(zone, which) => {
                let mut cards = view.table.zone(zone).filter(|(number, _)| !view.picked.contains(number));
                let card = cards.find(|(_, card)| is_this(card, which));
                let name = match which {
                    Which::Face(face) => face_name(p, face),
                    Which::At(at) => format!("card {}", u32::from(at) + 1),
                    Which::Any => "a card".to_owned(),
                };
                // A card is shown with its zone, unless all options lie in one zone and that zone belongs to the
                // viewer.
                let own = p.zones.get(zone.index()).and_then(|code| code.owner).map(usize::from);
                let mine = own.is_some() && own == view.table.who.seat().map(Seat::index);
                let name = match mine && notation::one_zone(ask(p, view)) {
                    true => name,
                    false => format!("{name} from {}", place(p, zone, view.table.who.seat())),
                };
                match card {
                    Some((number, _)) => {
                        Offer::new(name, Gesture::Card { card: p.shape.card_spot(&view.table, number) })
                    }
                    None => Offer::new(name, zone_gesture(p, zone)),
                }
            }
            Move::Seat(seat) => Offer::new(text, Gesture::Seat { seat: seat as usize }),
            Move::Zone(zone) => Offer::new(zone_label(p, zone), zone_gesture(p, zone)),
            Move::Value(_) => Offer::new(suit_symbols::label(p, &text), Gesture::Button { id: text }),
            Move::Back(_) | Move::Done | Move::Button(_) | Move::Continue => {
                let kind = match *mv {
                    Move::Back(_) => OfferKind::PutBack,
                    Move::Done => OfferKind::Done,
                    Move::Button(_) => OfferKind::Pass,
                    _ => OfferKind::Act,
                };
                Offer::new(text.clone(), Gesture::Button { id: text }).with_kind(kind)
            }
        }
    }

    /// The offer to put back a pick. The player puts a picked card back with the gesture that picked it, and a value
    /// with a button.
    fn offer_back(&self, view: &View, picked: Picked) -> Offer {
        let p = self.of(view.seats);
        let text = notation::text(p, ask(p, view), &Move::Back(picked));
        let mut offer = self.unlabelled_offer(view, &picked.again());
        if let Picked::Value(_) = picked {
            return Offer::new(text.clone(), Gesture::Button { id: text }).with_kind(OfferKind::PutBack);
        }
        // Several cards may look alike, so use one of the picked cards.
        if let Picked::Card(zone, which) = picked {
            let mut cards = view.table.zone(zone).filter(|(number, _)| view.picked.contains(number));
            if let Some((number, _)) = cards.find(|(_, card)| is_this(card, which)) {
                offer.gesture = Gesture::Card { card: p.shape.card_spot(&view.table, number) };
            }
        }
        offer.label = format!("put {} back", offer.label);
        offer.with_kind(OfferKind::PutBack)
    }
}

fn is_this(card: &CardView, which: Which) -> bool {
    match which {
        Which::Face(face) => card.face == Some(face),
        Which::At(at) => card.at == Some(at),
        Which::Any => card.face.is_none(),
    }
}

/// The zones as drawn. The name of a team's zone includes the name of the team.
fn zones(p: &Program, view: &View) -> Vec<ZoneScene> {
    let mut zones = p.shape.zone_scenes(&view.table, |face| face_scene(p, face));
    for zone in zones.iter_mut().filter(|zone| zone.owner.is_none()) {
        if let Some(team) = message::team_of(p, &zone.id) {
            zone.name = format!("{} of {}", zone.name, p.symbols.text(team));
        }
    }
    zones
}

/// The ask at which the machine of a view waits. In lanes it is the ask of the viewer's own lane.
fn ask<'a>(p: &'a Program, view: &View) -> Option<&'a Ask> {
    let (rule, at) = match view.frames[..] {
        [.., Frame::Effect { rule, at, .. }] => (rule, at),
        [.., Frame::Effect { rule, .. }, Frame::Lanes { base, shared, .. }] => {
            // Each lane has a header. The viewer's own lane is at its ask.
            let unit = p.unit(rule);
            let who = view.table.who.seat()?;
            let slots = if shared { 0 } else { unit.slots.len() };
            let headers = (0..).map(|i| base as usize + i * (1 + slots));
            let mut headers = headers.take_while(|&at| at < view.cells.len());
            let lane = headers.find_map(|at| match view.cells[at] {
                super::view::CellView::Open(word) => {
                    let asked = |lane: &super::state::Lane| lane.standing == super::state::LaneStanding::Asked;
                    Some(super::state::Lane::of(word))
                        .filter(|lane| lane.seat as usize == who.index() && (!shared || asked(lane)))
                }
                _ => None,
            })?;
            (rule, lane.at)
        }
        _ => return None,
    };
    match &p.unit(rule).code.get(at as usize)?.op {
        // New instruction: only `Op::Ask` asks a player. Extend it rather than add a second instruction that asks.
        Op::Ask(ask) => Some(ask),
        _ => None,
    }
}

/// A zone in the words of the viewer: `your hand`, `Ann's hand`, or `deck` for a shared zone.
fn place(p: &Program, zone: ZoneId, viewer: Option<Seat>) -> String {
    let Some(code) = p.zones.get(zone.index()) else { return String::new() };
    let name = spaced(p.symbols.text(code.name));
    match code.owner.map(|owner| owner as usize) {
        Some(owner) if viewer.is_some_and(|seat| seat.index() == owner) => format!("your {name}"),
        Some(owner) => format!("{}'s {name}", p.symbols.text(p.seat_names[owner])),
        None => name,
    }
}

/// The label of a zone that can be chosen, with its owner.
fn zone_label(p: &Program, zone: ZoneId) -> String {
    let whole = message::zone_name(p, zone);
    match whole.rsplit_once(" of ") {
        Some((name, owner)) => format!("{} of {owner}", spaced(name)),
        None => spaced(&whole),
    }
}

/// The name of a zone as people write it: `pile7` becomes `pile 7`.
fn spaced(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 1);
    let mut before = ' ';
    for letter in name.chars() {
        if letter.is_ascii_digit() && before.is_alphabetic() {
            words.push(' ');
        }
        words.push(if letter == '_' { ' ' } else { letter });
        before = letter;
    }
    words
}

/// The card as shown to players: rank and suit (`K♦`), or the card's own name if it has one.
pub(super) fn face_name(p: &Program, face: Face) -> String {
    let scene = face_scene(p, face);
    let sign = match scene.suit.as_deref() {
        Some("S") => "♠",
        Some("H") => "♥",
        Some("D") => "♦",
        Some("C") => "♣",
        _ => return scene.name,
    };
    match scene.rank {
        Some(rank) if scene.name == scene.id => format!("{rank}{sign}"),
        _ => scene.name,
    }
}

fn zone_gesture(p: &Program, zone: ZoneId) -> Gesture {
    Gesture::Zone { zone: p.shape.zone(zone).id.clone() }
}

/// The face of a card as drawn: name, rank, suit and the other printed properties.
fn face_scene(p: &Program, face: Face) -> FaceScene {
    let mut scene =
        FaceScene { id: p.shape.face_id(face).to_owned(), name: message::card_name(p, face), ..FaceScene::default() };
    for property in &p.properties {
        let value = property.by_face[face.index()];
        if value == MISSING {
            continue;
        }
        let text = message::plain(p, value, property.kind);
        match property.name.as_str() {
            "rank" => scene.rank = Some(text),
            "suit" => scene.suit = Some(text),
            "name" => scene.name = text,
            _ => scene.text.push((property.name.clone(), text)),
        }
    }
    if let (true, Some(rank), Some(suit)) = (scene.name == scene.id, &scene.rank, &scene.suit)
        && is_own_suit(p, suit)
    {
        scene.name = in_full(rank, suit);
    }
    scene
}

/// Returns whether a suit is not one of the four French suits. A deck with clubs and swords has no French suits.
fn is_own_suit(p: &Program, suit: &str) -> bool {
    let usual = |suit: &str| {
        let word = suit.to_lowercase();
        matches!(word.as_str(), "clubs" | "diamonds" | "hearts" | "spades") || suit.chars().count() == 1
    };
    if !usual(suit) {
        return true;
    }
    // A suit that is written as one letter needs no full name. A word is a French suit only if all suits of the game
    // are French.
    suit.chars().count() > 1
        && p.properties.iter().filter(|property| property.name == "suit").any(|property| {
            let values = property.by_face.iter().filter(|&&value| value != MISSING);
            values.map(|&value| message::plain(p, value, property.kind)).any(|suit| !usual(&suit))
        })
}

/// Joins rank and suit. Writes `King of Swords` if the suit is a plural, and `Red 7` otherwise.
fn in_full(rank: &str, suit: &str) -> String {
    if suit.len() > 1 && suit.ends_with('s') { format!("{rank} of {suit}") } else { format!("{suit} {rank}") }
}

/// The phase as shown to players: its declared name, or its id as words.
fn phase(p: &Program, view: &View) -> Option<String> {
    let phases = super::state::phases(p, view.flow.state, view.detours.as_deref());
    let phase = *phases.get(view.flow.phase as usize).filter(|_| view.over.is_none())?;
    let called = p.presentation.phases.iter().find(|(known, _)| *known == phase).map(|(_, text)| text.clone());
    Some(called.unwrap_or_else(|| in_words(p.symbols.text(p.flow.phases[phase as usize].name))))
}

/// An id as words: `LayAway` becomes `Lay away`.
fn in_words(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    let mut before = ' ';
    for letter in name.chars() {
        match letter {
            '_' => words.push(' '),
            _ if letter.is_uppercase() && before.is_lowercase() => {
                words.push(' ');
                words.extend(letter.to_lowercase());
            }
            _ => words.push(letter),
        }
        before = letter;
    }
    words
}

/// The declared scoreboards. If there are none, one scoreboard with all variables that belong to a player or team.
fn scoreboards(p: &Program, view: &View) -> Vec<Scoreboard> {
    let declared = p.presentation.scoreboards.iter().zip(&view.boards).map(|(board, rows)| {
        let (title, heads) = (board.title.clone(), board.columns.iter().map(|column| column.name.clone()));
        if board.of_table {
            let lines = heads.zip(rows.iter().flatten()).map(|(head, cell)| vec![head, cell.clone()]);
            return Scoreboard { title, columns: vec![String::new(); 2], rows: lines.collect() };
        }
        let columns = std::iter::once("player".to_owned()).chain(heads).collect();
        let names = p.seat_names.iter().map(|name| p.symbols.text(*name).to_owned());
        let rows = names.zip(rows).map(|(name, cells)| std::iter::once(name).chain(cells.clone()).collect());
        Scoreboard { title, columns, rows: rows.collect() }
    });
    let declared: Vec<Scoreboard> = declared.collect();
    if !declared.is_empty() {
        return declared;
    }
    let seats = p.seats;
    // The id of a variable that belongs to a player or team contains this owner. So such an id differs from the name,
    // in solo and team games too.
    let each = |def: usize| p.shape.var_id(p.shape.var_of(def, Seat::new(0))) != p.vars[def].name;
    let shown: Vec<usize> = (0..p.vars.len()).filter(|&def| each(def)).collect();
    if shown.is_empty() {
        return Vec::new();
    }
    let cell = |def: usize, seat: Seat| match view.table.var(p.shape.var_of(def, seat)) {
        Some(MISSING) => String::new(),
        Some(value) => suit_symbols::shown(p, value, p.vars[def].kind),
        None => "?".to_owned(),
    };
    let rows = Seat::all(seats).map(|seat| {
        let name = p.symbols.text(p.seat_names[seat.index()]).to_owned();
        std::iter::once(name).chain(shown.iter().map(|&def| cell(def, seat))).collect()
    });
    let names = shown.iter().map(|&def| p.vars[def].name.clone());
    vec![Scoreboard {
        title: "Players".into(),
        columns: std::iter::once("player".to_owned()).chain(names).collect(),
        rows: rows.collect(),
    }]
}

/// Adds the position of a turned card in an ordered zone to the text: `7H at 5 is turned face up`.
fn at_its_place(text: &str, at: u16) -> String {
    match text.split_once(" is ") {
        Some((card, what)) => format!("{card} at {} is {what}", u32::from(at) + 1),
        None => text.to_owned(),
    }
}

/// Returns whether the log mentions changes of this variable. The log mentions a variable if a scoreboard shows the
/// variable. In a game without scoreboards, the log mentions each number variable of a player or team. Other variables
/// are internal; the file can announce them with `ANNOUNCE` or `recap`.
fn is_told(p: &Program, def: usize, of_somebody: bool) -> bool {
    let boards = &p.presentation.scoreboards;
    if boards.is_empty() {
        return of_somebody && p.vars[def].kind == Kind::Number;
    }
    let mut columns = boards.iter().flat_map(|board| &board.columns);
    columns.any(|column| {
        let mut shown = false;
        each::expr(&column.cell.value, &mut |part| {
            shown |= match part {
                each::Node::Expr(Expr::VarOf(other, _)) => *other == def,
                each::Node::Expr(Expr::Var(var)) => p.var_defs[var.index()] == def,
                _ => false,
            }
        });
        shown
    })
}

/// Returns whether each team has an instance of this variable.
pub(super) fn of_teams(p: &Program, def: usize) -> bool {
    let var = |seat: Seat| p.shape.var_of(def, seat);
    let mates = |a: Seat, b: Seat| a != b && p.teams[a.index()] == p.teams[b.index()];
    let shared = |a: Seat| Seat::all(p.seats).any(|b| mates(a, b) && var(a) == var(b));
    !p.team_names.is_empty() && Seat::all(p.seats).any(shared)
}

/// The new value of a variable as text. `None` if the log does not mention it.
fn variable(p: &Program, var: VarId, value: i32) -> Option<String> {
    let def = *p.var_defs.get(var.index())?;
    let code = &p.vars[def];
    let owner = p.shape.var_id(var).rsplit_once('.').and_then(|(_, owner)| owner.parse::<usize>().ok());
    let empty = value == MISSING || code.kind == Kind::Text && p.symbols.text(value).is_empty();
    let worth = !empty && !matches!(code.kind, Kind::Card | Kind::Zone | Kind::Bool);
    (worth && is_told(p, def, owner.is_some())).then(|| {
        let team = of_teams(p, def);
        let names = if team { &p.team_names } else { &p.seat_names };
        let owner = owner.and_then(|owner| names.get(owner)).map(|&name| p.symbols.text(name));
        // Names of players are used unchanged; names of teams are ids and become words.
        let owner = owner.map(|owner| if team { in_words(owner) } else { owner.to_owned() });
        let value = suit_symbols::shown(p, value, code.kind);
        match owner {
            Some(owner) => format!("{} of {owner} is {value}", code.name),
            None => format!("{} is {value}", code.name),
        }
    })
}
