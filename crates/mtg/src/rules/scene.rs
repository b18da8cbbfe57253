//! Describes the table as it is drawn (the scene), with tapped cards, counters, attachments, tokens and the stack, and
//! the gestures for moves.

use super::action::{Action, is_action, schema};
use super::compiled_cards::DefId;
use super::move_text::step_name;
use super::moves::Move;
use super::state::{Ask, DuelState, Frame, Id, ObjectOrPlayer, Question, TurnStep};
use super::view::View;
use super::{Board, Duel, Fact, SealedState};
use crate::ir::{Color, CounterKind};
use rulebook_kernel::{Illegal, Notation, Seat};
use rulebook_matches::Staged;
use rulebook_scene::{
    Aim, Button, CardScene, CardSpot, FaceScene, Gesture, Offer, OfferKind, Place, Scene, Scoreboard, StackItem, Step,
    TurnScene, ZoneRole, ZoneScene,
};
use rulebook_spaces::{Row, Spaces};
use rulebook_table::{Face, ZoneId};

/// The note for summoning sickness, and its short form for small cards.
const SICK: (&str, &str) = ("summoning sick", "zz");

/// Number of buttons for modes. No supported card has more modes.
const MODES: usize = 9;

impl Duel {
    fn face_scene(&self, def: DefId) -> FaceScene {
        let d = &self.cards.defs[def as usize];
        let (cost, rules) = &d.printed;
        let pairs = [("cost", cost), ("type", &d.line), ("rules", rules)];
        let told = pairs.into_iter().filter(|(_, value)| !value.is_empty());
        let mut text: Vec<(String, String)> = told.map(|(name, value)| (name.to_owned(), value.clone())).collect();
        if d.types & super::compiled_cards::type_bit(crate::ir::CardType::Creature) != 0 {
            text.push(("size".to_owned(), format!("{}/{}", d.power, d.toughness)));
        }
        FaceScene { id: d.name.clone(), name: d.name.clone(), rank: None, suit: None, text }
    }

    fn board_of(&self, view: &View) -> &Board {
        self.board(&view.open)
    }

    /// The place of an object in the scene. `None` if it is not shown.
    fn spot(&self, view: &View, id: Id) -> Option<CardSpot> {
        let shape = &self.board_of(view).shape;
        let obj = view.open.live(id)?;
        if let Some(number) = obj.entry {
            return Some(shape.card_spot(&view.table, number.0));
        }
        let tokens = view.open.permanents().filter(|(_, o)| o.token && o.owner == obj.owner);
        let at = tokens.map(|(id, _)| id).position(|other| other == id)?;
        Some(CardSpot::new(shape.zones().len() + obj.owner.index(), at))
    }

    /// The place of a card in the viewer's hand, or in a library that the viewer looks through.
    fn card(&self, view: &View, face: Face) -> Option<CardSpot> {
        let board = self.board_of(view);
        // A face belongs to one seat, so search the hand and the library of that seat.
        let found = board
            .hand
            .iter()
            .chain(&board.library)
            .find_map(|zone| view.table.zone(*zone).find(|(_, card)| card.face == Some(face)));
        let (number, card) = found?;
        // If the viewer knows a card but its zone is not shown, it has no place in the scene.
        card.shown.admits(view.who).then(|| board.shape.card_spot(&view.table, number))
    }

    fn zones(&self, view: &View) -> Vec<ZoneScene> {
        let s = &view.open;
        let board = self.board_of(view);
        let mut zones = board.shape.zone_scenes(&view.table, |face| self.face_scene(self.face(s, face).1));
        for seat in Seat::all(s.seats()) {
            let tokens = s.permanents().filter(|(_, o)| o.token && o.owner == seat);
            let cards: Vec<CardScene> = tokens
                .map(|(_, o)| CardScene {
                    face: Some(self.face_scene(o.face)),
                    back: "token".to_owned(),
                    face_up: true,
                    ..CardScene::default()
                })
                .collect();
            zones.push(ZoneScene {
                id: format!("tokens.{}", seat.index()),
                name: "tokens".to_owned(),
                owner: Some(seat),
                category: Some("battlefield".to_owned()),
                role: Some(ZoneRole::Battlefield),
                ordered: true,
                count: Some(cards.len()),
                cards,
                ..ZoneScene::default()
            });
        }
        for (id, obj) in s.permanents() {
            let Some(spot) = self.spot(view, id) else { continue };
            let place = |id: Id| self.spot(view, id).map(|spot| (spot.zone, spot.at));
            let host = place(obj.host);
            let Some(card) = zones.get_mut(spot.zone).and_then(|zone| zone.cards.get_mut(spot.at)) else { continue };
            card.rotation = if obj.tapped { 90 } else { 0 };
            card.notes = self.notes(s, id, obj);
            if card.notes.iter().any(|note| note == SICK.0) {
                card.signs.push((SICK.0.to_owned(), SICK.1.to_owned()));
            }
            card.attached_to = host;
            card.controller = (obj.chars.controller != obj.owner).then_some(obj.chars.controller);
            card.marked = s.is_attacking(id) || s.is_blocking(id);
            if obj.face != obj.def && !obj.token {
                // A copy shows the copied face. The other side of a double-faced card is not a copy.
                let def = &self.cards.defs[obj.def as usize];
                let side = def.sides.contains(&obj.face) || def.back == Some(obj.face);
                card.copy_by = (!side).then(|| def.name.clone());
                card.face = Some(self.face_scene(obj.face));
            }
            for attacker in s.attackers.iter().filter(|attacker| attacker.id == id) {
                match attacker.whom {
                    ObjectOrPlayer::Seat(seat) => card.points_at_seats.push(seat),
                    ObjectOrPlayer::Obj(walker) => card.points_at.extend(place(walker)),
                }
            }
            card.points_at.extend(s.blocks.iter().filter(|(b, _)| *b == id).filter_map(|(_, a)| place(*a)));
            for (kind, n, _) in s.counters(id.slot) {
                card.counters.push((self.counter_name(kind), i32::from(n)));
            }
            if obj.damage > 0 {
                card.counters.push(("damage".to_owned(), i32::from(obj.damage)));
            }
            let Some(face) = &mut card.face else { continue };
            face.text.retain(|(name, _)| name != "size");
            if self.is_creature(s, id) {
                let size = format!("{}/{}", obj.chars.power, obj.chars.toughness);
                let def = &self.cards.defs[obj.face as usize];
                let printed = obj.made.map_or((def.power, def.toughness), |(power, toughness)| (power, toughness));
                let printed = format!("{}/{}", printed.0, printed.1);
                if printed != size {
                    face.text.push(("printed size".to_owned(), printed));
                }
                face.text.push(("size".to_owned(), size));
            }
        }
        zones
    }

    /// The notes on a permanent. The first note is the number by which moves name the permanent.
    fn notes(&self, s: &DuelState, id: Id, obj: &super::state::GameObject) -> Vec<String> {
        use crate::ir::PlainKeyword;
        let mut notes = vec![format!("#{}", id.slot)];
        if self.is_creature(s, id) {
            notes.push(format!("{}/{}", obj.chars.power, obj.chars.toughness));
        }
        notes.extend(self.changed_keywords(obj));
        if obj.tapped {
            notes.push("tapped".to_owned());
        }
        if obj.sick && self.is_creature(s, id) && !self.has(s, id, PlainKeyword::Haste) {
            notes.push(SICK.0.to_owned());
        }
        for attacker in s.attackers.iter().filter(|attacker| attacker.id == id) {
            let whom = match attacker.whom {
                ObjectOrPlayer::Seat(seat) => seat.to_string(),
                ObjectOrPlayer::Obj(walker) => self.name_of(s, walker),
            };
            notes.push(format!("attacking {whom}"));
        }
        let blocked = s.blocks.iter().filter(|(blocker, _)| *blocker == id);
        notes.extend(blocked.map(|(_, attacker)| format!("blocking {}", self.name_of(s, *attacker))));
        if s.live(obj.host).is_some() {
            notes.push(format!("on {}", self.name_of(s, obj.host)));
        }
        notes
    }

    /// The keywords that a permanent has gained, and those that it has lost (`no flying`). Printed keywords are in its text.
    fn changed_keywords(&self, obj: &super::state::GameObject) -> impl Iterator<Item = String> {
        let (now, printed) = (obj.chars.keywords, self.cards.defs[obj.face as usize].keywords);
        crate::ir::PlainKeyword::ALL.iter().filter_map(move |keyword| {
            let bit = super::compiled_cards::bit(*keyword);
            match (now & bit != 0, printed & bit != 0) {
                (true, false) => Some(keyword.words().to_owned()),
                (false, true) => Some(format!("no {}", keyword.words())),
                _ => None,
            }
        })
    }

    fn counter_name(&self, kind: u8) -> String {
        match self.cards.kinds[kind as usize] {
            CounterKind::PlusOne => "+1/+1".to_owned(),
            CounterKind::MinusOne => "-1/-1".to_owned(),
            CounterKind::MinusToughness => "-0/-1".to_owned(),
            CounterKind::MinusPower => "-1/-0".to_owned(),
            CounterKind::Loyalty => "loyalty".to_owned(),
            CounterKind::Stun => "stun".to_owned(),
            CounterKind::Shield => "shield".to_owned(),
            CounterKind::Finality => "finality".to_owned(),
            CounterKind::Poison => "poison".to_owned(),
            CounterKind::Age => "age".to_owned(),
            CounterKind::Time => "time".to_owned(),
            CounterKind::Fade => "fade".to_owned(),
            CounterKind::Lore => "lore".to_owned(),
            CounterKind::Keyword(keyword) => keyword.words().to_owned(),
            CounterKind::PowerToughness(p, t) => format!("{p:+}/{t:+}"),
            CounterKind::Named(_) => {
                let name = self.cards.kind_names.get(usize::from(kind)).filter(|name| !name.is_empty());
                name.map_or_else(|| "counter".to_owned(), Clone::clone)
            }
        }
    }

    /// The steps in which the seat is asked even if the stack is empty. Empty for a spectator.
    fn stops_of(&self, s: &DuelState, seat: Option<Seat>) -> Vec<String> {
        let Some(seat) = seat else { return Vec::new() };
        let asked = |step: &TurnStep| match step {
            TurnStep::Untap | TurnStep::Cleanup => false,
            _ if s.stops => true,
            TurnStep::Main | TurnStep::SecondMain => s.active == seat,
            TurnStep::Attackers | TurnStep::Blockers => true,
            TurnStep::End => s.active != seat,
            _ => false,
        };
        TurnStep::ALL.iter().filter(|step| asked(step)).map(|step| step_name(*step).to_owned()).collect()
    }

    fn prompt(&self, view: &View) -> String {
        let Some(Ask { seat, what }) = view.open.ask else { return String::new() };
        if view.who.seat() != Some(seat) {
            return String::new();
        }
        self.question_text(&view.open, what)
    }

    /// The question as the asked player reads it.
    pub(super) fn question_text(&self, s: &DuelState, what: Question) -> String {
        match what {
            Question::Mulligan => "Keep this hand?",
            Question::Bottom => "Put a card on the bottom of your library.",
            Question::Priority if s.stack.is_empty() => "You have priority.",
            Question::Priority => "Respond, or pass.",
            Question::Attack => "Choose attackers.",
            Question::Block => "Choose blocks.",
            Question::Assign | Question::Share | Question::Number { .. } => return self.amount_text(s),
            Question::Discard => "Discard a card.",
            Question::Legend => "Choose the legendary permanent to keep.",
            Question::Order => "Which trigger goes onto the stack next?",
            Question::Mode => "Choose a mode.",
            Question::Kicker => "Pay the kicker?",
            Question::X => "Choose X.",
            Question::Target => "Choose a target.",
            Question::Cost => "Choose what to pay with.",
            Question::Pay => "Pay the cost.",
            Question::May => "Do you want to do this?",
            Question::Object { .. } => "Choose one.",
            Question::Card { .. } => "Choose a card.",
            Question::Player => "Choose a player.",
            Question::Color => "Choose a color.",
            Question::Subtype => "Choose a type.",
            Question::Either => "Choose yes for the first option, or no for the second.",
            Question::Replacement => "Which effect applies first?",
        }
        .to_owned()
    }

    /// The question for an amount. It names the objects that the amount is about.
    fn amount_text(&self, s: &DuelState) -> String {
        let named = |one: ObjectOrPlayer| match one {
            ObjectOrPlayer::Obj(id) => self.name_of(s, id),
            ObjectOrPlayer::Seat(seat) => seat.to_string(),
        };
        match s.frames.last() {
            Some(Frame::Assign(assign)) => {
                let from = assign.from[usize::from(assign.at)];
                let to = named(self.recipients(s, from)[usize::from(assign.to)]);
                format!("How much combat damage does {} assign to {to}?", self.name_of(s, from))
            }
            Some(Frame::Cast(casting)) => match self.next_share(&casting.item) {
                Some(next) => format!("How much goes to {}?", named(casting.item.targets[next].aim)),
                None => "Choose a number.".to_owned(),
            },
            Some(Frame::MidStep(wanted)) if wanted.options.len() == 1 => {
                format!("How much of the damage from {} is prevented?", self.name_of(s, wanted.options[0]))
            }
            _ => "Choose a number.".to_owned(),
        }
    }

    fn buttons(&self, view: &View) -> Vec<Button> {
        let Some(Ask { seat, what }) = view.open.ask else { return Vec::new() };
        if view.who.seat() != Some(seat) {
            return Vec::new();
        }
        let mut ids: Vec<String> = match what {
            Question::Mulligan => vec!["keep".into(), "mulligan".into()],
            Question::Priority => vec!["pass".into(), "skip combat".into(), "pass this turn".into()],
            Question::Pay => vec!["pay".into()],
            Question::Kicker | Question::May | Question::Either => vec!["yes".into(), "no".into()],
            Question::Color => Color::ALL.iter().map(|c| c.word().to_owned()).chain(["colorless".to_owned()]).collect(),
            Question::Mode => (1..=MODES).map(|n| format!("mode {n}")).chain(["done".to_owned()]).collect(),
            Question::Subtype => self.cards.subtype_names.clone(),
            _ => vec!["done".into()],
        };
        if self.can_cancel(&view.open) {
            ids.push("cancel".into());
        }
        if view.open.stops {
            ids.push("scoop".into());
        }
        let named = |id: String| Button { label: id.clone(), id };
        let mut buttons: Vec<Button> = ids.into_iter().map(named).collect();
        if what == Question::Mode {
            for (mode, button) in buttons.iter_mut().take(MODES).enumerate() {
                button.label = self.mode_text(&view.open, mode).unwrap_or_else(|| button.id.clone());
            }
        }
        buttons
    }

    /// The printed text of a mode of the spell or ability that is being announced, counted from zero. `None` if the card
    /// prints no list of as many modes.
    fn mode_text(&self, s: &DuelState, mode: usize) -> Option<String> {
        let Some(Frame::Cast(casting)) = s.frames.last() else { return None };
        let item = &casting.item;
        let modes = self.cards.codes[item.parts[0] as usize].modes.as_ref()?.modes.len();
        let (_, rules) = &self.cards.defs[s.known(item.id)?.face as usize].printed;
        let lines: Vec<Option<&str>> = rules.lines().map(|line| line.trim().strip_prefix('•')).collect();
        let mut lists = lines.split(Option::is_none).filter(|list| list.len() == modes);
        lists.next()?.get(mode)?.map(|text| text.trim().to_owned())
    }
}

impl Staged for Duel {
    fn spaces(&self, _: usize) -> Spaces {
        self.numbers()
    }

    fn number(&self, _: usize, seat: Seat, mv: &Move) -> Option<u32> {
        self.number_of(seat, *mv)
    }

    fn observe(&self, SealedState(state): &SealedState, seat: Seat, row: &mut Row<'_>) {
        self.write(state, seat, row);
    }

    fn scene(&self, view: &View) -> Scene {
        let s = &view.open;
        let life = Scoreboard {
            title: "Players".to_owned(),
            columns: ["seat", "life", "hand", "library", "mana", "lands played"].map(str::to_owned).to_vec(),
            rows: Seat::all(s.seats())
                .map(|seat| {
                    let player = s.player(seat);
                    let board = self.board_of(view);
                    let mana: String = player
                        .pool
                        .iter()
                        .zip(['W', 'U', 'B', 'R', 'G', 'C'])
                        .flat_map(|(n, letter)| std::iter::repeat_n(letter, usize::from(*n)))
                        .chain(player.bound.iter().map(|mana| b"WUBRGC"[usize::from(mana.color)].into()))
                        .collect();
                    vec![
                        seat.to_string(),
                        player.life.to_string(),
                        view.table.count(board.hand[seat.index()]).to_string(),
                        view.table.count(board.library[seat.index()]).to_string(),
                        mana,
                        // The number of lands is reset when the player's next turn begins.
                        if seat == s.active { player.lands } else { 0 }.to_string(),
                    ]
                })
                .collect(),
        };
        let place = |id: Id| self.spot(view, id).map(|spot| (spot.zone, spot.at));
        let stack = s.stack.iter().map(|item| StackItem {
            text: s.known(item.id).map_or_else(String::new, |o| {
                let name = &self.cards.defs[o.face as usize].name;
                if item.ability.is_some() { format!("ability of {name}") } else { name.clone() }
            }),
            face: s.known(item.id).map(|o| self.face_scene(o.face)),
            controller: Some(item.controller),
            targets: item
                .targets
                .iter()
                .filter_map(|t| if let ObjectOrPlayer::Obj(id) = t.aim { place(id) } else { None })
                .collect(),
            target_seats: item
                .targets
                .iter()
                .filter_map(|t| if let ObjectOrPlayer::Seat(seat) = t.aim { Some(seat) } else { None })
                .collect(),
            card: if item.ability.is_none() { place(item.id) } else { None },
            source: if item.ability.is_some() { place(item.source) } else { None },
        });
        let begun = s.turn > 0;
        let phase = if begun { step_name(s.step) } else { "opening hands" };
        Scene {
            seats: s.seats(),
            zones: self.zones(view),
            stack: stack.collect(),
            scoreboards: vec![life],
            buttons: self.buttons(view),
            prompt: self.prompt(view),
            phase: Some(phase.to_owned()),
            phases: if begun { TurnStep::ALL.map(|step| step_name(step).to_owned()).to_vec() } else { Vec::new() },
            stops: if begun { self.stops_of(s, view.who.seat()) } else { Vec::new() },
            turn: begun.then(|| TurnScene { number: usize::from(s.turn), seat: s.active }),
            due: s.ask.iter().map(|ask| ask.seat).collect(),
            ..Scene::default()
        }
    }

    fn offer(&self, view: &View, mv: &Move) -> Offer {
        let s = &view.open;
        let label = self.move_text(s, *mv);
        let board = self.board_of(view);
        let number = Gesture::Number { value: 0 };
        let object = |id: Id| {
            let value = i64::from(id.slot);
            self.spot(view, id).map_or(Gesture::Number { value }, |card| Gesture::Card { card })
        };
        let drag = |spot: Option<CardSpot>, to: String| match spot {
            Some(card) => Gesture::Drag { cards: vec![card], to },
            None => Gesture::Number { value: 0 },
        };
        let zone_id = |zone: ZoneId| board.shape.zone(zone).id.clone();
        let gesture = match *mv {
            Move::Land(face) => {
                let seat = view.who.seat().unwrap_or(Seat::new(0));
                drag(self.card(view, face), zone_id(board.battlefield[seat.index()]))
            }
            Move::Cast(face, _) => drag(self.card(view, face), zone_id(board.stack)),
            Move::CastFrom(id, _) => drag(self.spot(view, id), zone_id(board.stack)),
            Move::Card(face) => self.card(view, face).map_or(number, |card| Gesture::Card { card }),
            Move::Activate(id, _) | Move::Object(id) | Move::LandFrom(id) => object(id),
            Move::Attack(id, _) | Move::AttackWalker(id, _) | Move::Block(id, _) => object(id),
            Move::Player(seat) => Gesture::Seat { seat: seat.index() },
            Move::Number(n) => Gesture::Number { value: i64::from(n) },
            Move::Trigger(n) | Move::First(n) => Gesture::Number { value: i64::from(n) },
            _ => Gesture::Button { id: label.clone() },
        };
        let aim = match *mv {
            Move::Attack(_, seat) => Some(Aim::Seat { seat: seat.index() }),
            Move::AttackWalker(_, aimed) | Move::Block(_, aimed) => {
                self.spot(view, aimed).map(|card| Aim::Card { card })
            }
            _ => None,
        };
        let kind = match mv {
            Move::Pass => OfferKind::Pass,
            Move::Done => OfferKind::Done,
            _ => OfferKind::Act,
        };
        let label = match *mv {
            Move::Mode(n) => self.mode_text(s, usize::from(n)).unwrap_or(label),
            _ => label,
        };
        Offer::new(label, gesture).with_kind(kind).with_aim(aim)
    }

    fn row(&self, state: &SealedState, seat: Seat, text: &str) -> Result<Vec<Move>, Illegal> {
        if is_action(text) {
            self.action_row(state, seat, text)
        } else {
            self.parse(state, seat, text).map(|mv| vec![mv])
        }
    }

    fn action(&self, state: &SealedState, seat: Seat, mv: &Move) -> Option<String> {
        Some(self.told(state, seat, *mv).json())
    }

    fn actions(&self, state: &SealedState, seat: Seat, moves: &[Move]) -> Vec<String> {
        self.surface(state, seat, moves).iter().map(Action::json).collect()
    }

    fn action_schema(&self) -> Option<String> {
        Some(schema().to_string())
    }

    fn steps(&self, witnessed: &Fact) -> Vec<Step> {
        // Faces have the same numbers for all pairs of decks, so the shape of any board works.
        let shape = &self.boards[0].shape;
        let name = |face: Face| {
            let def = self.boards[0].faces.get(face.index()).map_or(0, |(_, def)| *def);
            self.cards.defs[def as usize].name.clone()
        };
        match witnessed {
            Fact::Table(fact) => shape.steps(fact, name, |_, _| None),
            Fact::Note(note) => {
                let mut steps = vec![Step::say(self.note_text(note))];
                match note {
                    super::Note::TokenMade(seat, def) => {
                        let at = Place { zone: format!("tokens.{}", seat.index()), at: None };
                        let face = self.cards.defs.get(*def as usize).map(|d| d.name.clone());
                        steps.push(Step::Create { at, face });
                    }
                    super::Note::TokenGone(seat, at) => {
                        let at = Place { zone: format!("tokens.{}", seat.index()), at: Some(usize::from(*at)) };
                        steps.push(Step::Remove { at });
                    }
                    _ => {}
                }
                steps
            }
        }
    }
}
