//! Implements a game with five cards and two seats, which is the smallest game with every feature. Each seat is dealt
//! two cards and passes one to the other seat; both choose in secret at the same time. Then each seat in turn plays a
//! card openly, hides one face down, or draws. When two cards are hidden, they are shuffled back into the deck, but
//! only once.

use rulebook_kernel::*;
use rulebook_matches::{Hosted, Staged};
use rulebook_scene::{CardScene, CardSpot, FaceScene, Gesture, Offer, Place, Scene, Step, ZoneScene};
use serde::{Deserialize, Serialize};

pub struct Five(pub Info);

pub fn five() -> Hosted<Five> {
    edition(|_| ())
}

/// The game with a changed `Info`, for example another version.
pub fn edition(change: impl FnOnce(&mut Info)) -> Hosted<Five> {
    let mut info = Info {
        id: "five".into(),
        name: "Five".into(),
        min_seats: 2,
        max_seats: 2,
        source: Digest::of_bytes(b"five"),
        semantics: 1,
        max_moves: 30,
        few_points: false,
        options: vec![GameOption { name: "mood".into(), values: vec!["calm".into(), "wild".into()] }],
    };
    change(&mut info);
    Hosted::new(Five(info))
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub rng: Rng,
    pub deck: Vec<u8>,
    pub hands: [Vec<u8>; 2],
    pub passed: [Option<u8>; 2],
    pub piles: [Vec<u8>; 2],
    pub hidden: Vec<(u8, Seat)>,
    pub mixed: bool,
    pub passing: bool,
    pub due: Seat,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    Pass(u8),
    Play(u8),
    Hide(u8),
    Draw,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Fact {
    Drew { seat: Seat, card: Option<u8>, left: usize },
    Passed { from: Seat, card: Option<u8> },
    Played { seat: Seat, card: u8, at: usize },
    Hid { seat: Seat, card: Option<u8>, at: usize },
    Mixed,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    who: Viewer,
    deck: usize,
    hands: [Vec<Option<u8>>; 2],
    passed: [Option<u8>; 2],
    piles: [Vec<u8>; 2],
    hidden: Vec<(Option<u8>, Seat)>,
    mixed: bool,
    passing: bool,
    due: Seat,
}

fn sees(who: Viewer, seat: Seat) -> bool {
    SeatSet::one(seat).admits(who)
}

impl Five {
    fn draw<S: Sink<Fact>>(s: &mut State, seat: Seat, out: &mut S) {
        if let Some(card) = s.deck.pop() {
            s.hands[seat.index()].push(card);
            s.hands[seat.index()].sort_unstable();
            out.tell(|| Fact::Drew { seat, card: Some(card), left: s.deck.len() });
        }
    }

    fn over(s: &State) -> bool {
        s.hands.iter().all(Vec::is_empty) && s.deck.is_empty()
    }
}

impl Rules for Five {
    type State = State;
    type Move = Move;
    type Fact = Fact;

    fn info(&self) -> &Info {
        &self.0
    }

    fn start<S: Sink<Fact>>(&self, _: &Setup, rng: Rng, out: &mut S) -> State {
        let mut s = State {
            rng,
            deck: vec![1, 2, 3, 4, 5],
            hands: Default::default(),
            passed: [None; 2],
            piles: Default::default(),
            hidden: vec![],
            mixed: false,
            passing: true,
            due: Seat::new(0),
        };
        s.rng.shuffle(&mut s.deck);
        for seat in [0, 1, 0, 1].map(Seat::new) {
            Five::draw(&mut s, seat, out);
        }
        s
    }

    fn validate_state(&self, s: &State) -> Result<(), Corrupt> {
        let mut all: Vec<u8> = s.deck.iter().chain(s.hands.iter().flatten()).copied().collect();
        all.extend(s.piles.iter().flatten().chain(s.hidden.iter().map(|(card, _)| card)).copied());
        all.sort_unstable();
        let due = s.due.index() < 2 && s.hidden.iter().all(|(_, seat)| seat.index() < 2);
        let passed = s.passed.iter().zip(&s.hands).all(|(p, hand)| p.is_none_or(|p| s.passing && hand.contains(&p)));
        if all == [1, 2, 3, 4, 5] && due && passed && (Five::over(s) || !s.passing || s.hands[0].len() == 2) {
            Ok(())
        } else {
            Err(Corrupt::new("these are not the five cards"))
        }
    }

    fn seats(&self, _: &State) -> usize {
        2
    }

    fn turn(&self, s: &State) -> Turn {
        if Five::over(s) {
            let scores = [0, 1].map(|i| s.piles[i].iter().map(|&c| i32::from(c)).sum());
            return Turn::Over(Outcome::highest(&scores, "all cards are out"));
        }
        if s.passing {
            return Turn::Seats(Seat::all(2).filter(|seat| s.passed[seat.index()].is_none()).collect());
        }
        let can = |seat: Seat| !s.hands[seat.index()].is_empty() || !s.deck.is_empty();
        Turn::of(if can(s.due) { s.due } else { s.due.after(1, 2) })
    }

    fn moves(&self, s: &State, seat: Seat, into: &mut Vec<Move>) {
        if !self.turn(s).seats().has(seat) {
            return;
        }
        let hand = &s.hands[seat.index()];
        if s.passing {
            into.extend(hand.iter().map(|&c| Move::Pass(c)));
        } else {
            into.extend(hand.iter().map(|&c| Move::Play(c)));
            into.extend(hand.iter().map(|&c| Move::Hide(c)));
            into.extend((!s.deck.is_empty()).then_some(Move::Draw));
        }
    }

    fn check(&self, s: &State, seat: Seat, m: &Move) -> Result<(), Illegal> {
        let mut moves = vec![];
        self.moves(s, seat, &mut moves);
        if moves.contains(m) { Ok(()) } else { Err(Illegal::new("you cannot do that")) }
    }

    fn play<S: Sink<Fact>>(&self, s: &mut State, seat: Seat, m: &Move, out: &mut S) {
        let i = seat.index();
        match *m {
            Move::Pass(card) => {
                s.passed[i] = Some(card);
                if let [Some(a), Some(b)] = s.passed {
                    s.passing = false;
                    s.passed = [None; 2];
                    s.hands[0].retain(|&c| c != a);
                    s.hands[1].retain(|&c| c != b);
                    s.hands[0].push(b);
                    s.hands[1].push(a);
                    s.hands.iter_mut().for_each(|hand| hand.sort_unstable());
                    out.tell(|| Fact::Passed { from: Seat::new(0), card: Some(a) });
                    out.tell(|| Fact::Passed { from: Seat::new(1), card: Some(b) });
                }
                return;
            }
            Move::Play(card) => {
                s.hands[i].retain(|&c| c != card);
                s.piles[i].push(card);
                out.tell(|| Fact::Played { seat, card, at: s.piles[i].len() - 1 });
            }
            Move::Hide(card) => {
                s.hands[i].retain(|&c| c != card);
                s.hidden.push((card, seat));
                out.tell(|| Fact::Hid { seat, card: Some(card), at: s.hidden.len() - 1 });
                if s.hidden.len() == 2 && !s.mixed {
                    s.mixed = true;
                    s.deck.extend(s.hidden.drain(..).map(|(card, _)| card));
                    s.rng.shuffle(&mut s.deck);
                    out.tell(|| Fact::Mixed);
                }
            }
            Move::Draw => Five::draw(s, seat, out),
        }
        s.due = seat.after(1, 2);
    }
}

impl Hidden for Five {
    type View = View;

    fn view(&self, s: &State, who: Viewer) -> View {
        let see = |seat: Seat, card: u8| sees(who, seat).then_some(card);
        let seats = [Seat::new(0), Seat::new(1)];
        View {
            who,
            deck: s.deck.len(),
            hands: seats.map(|seat| s.hands[seat.index()].iter().map(|&c| see(seat, c)).collect()),
            passed: seats.map(|seat| s.passed[seat.index()].and_then(|c| see(seat, c))),
            piles: s.piles.clone(),
            hidden: s.hidden.iter().map(|&(c, seat)| (see(seat, c), seat)).collect(),
            mixed: s.mixed,
            passing: s.passing,
            due: s.due,
        }
    }

    fn sample(&self, v: &View, rng: &mut Rng) -> State {
        let known = v.hands.iter().flatten().chain(v.hidden.iter().map(|(c, _)| c)).flatten();
        let known: Vec<u8> = known.chain(v.piles.iter().flatten()).copied().collect();
        let mut rest: Vec<u8> = (1..=5).filter(|c| !known.contains(c)).collect();
        rng.shuffle(&mut rest);
        let mut fill = |card: &Option<u8>| card.unwrap_or_else(|| rest.pop().expect("five cards"));
        let mut hands = [0, 1].map(|i: usize| v.hands[i].iter().map(&mut fill).collect::<Vec<_>>());
        hands.iter_mut().for_each(|hand| hand.sort_unstable());
        let hidden = v.hidden.iter().map(|(c, seat)| (fill(c), *seat)).collect();
        State {
            rng: rng.split(),
            deck: rest,
            hands,
            passed: v.passed,
            piles: v.piles.clone(),
            hidden,
            mixed: v.mixed,
            passing: v.passing,
            due: v.due,
        }
    }

    fn witness(&self, f: &Fact, who: Viewer) -> Option<Fact> {
        let see = |seat: Seat, card: Option<u8>| card.filter(|_| sees(who, seat));
        Some(match f.clone() {
            Fact::Drew { seat, card, left } => Fact::Drew { seat, card: see(seat, card), left },
            Fact::Passed { from, card } => Fact::Passed { from, card: card.filter(|_| who != Viewer::Spectator) },
            Fact::Hid { seat, card, at } => Fact::Hid { seat, card: see(seat, card), at },
            other => other,
        })
    }
}

impl Notation for Five {
    fn text(&self, _: &State, _: Seat, m: &Move) -> String {
        match m {
            Move::Pass(c) => format!("pass {c}"),
            Move::Play(c) => format!("play {c}"),
            Move::Hide(c) => format!("hide {c}"),
            Move::Draw => "draw".into(),
        }
    }

    fn parse(&self, _: &State, _: Seat, text: &str) -> Result<Move, Illegal> {
        let text = text.trim().to_lowercase();
        let (verb, card) = text.split_once(' ').unwrap_or((&text, "0"));
        let card = card.parse().map_err(|_| Illegal::new("which card is that?"))?;
        match verb {
            "pass" => Ok(Move::Pass(card)),
            "play" => Ok(Move::Play(card)),
            "hide" => Ok(Move::Hide(card)),
            "draw" => Ok(Move::Draw),
            _ => Err(Illegal::new("pass, play, hide or draw")),
        }
    }
}

fn card(face: Option<u8>) -> CardScene {
    let face = face.map(|n| FaceScene { id: n.to_string(), name: n.to_string(), ..FaceScene::default() });
    CardScene { face, back: "blue".into(), ..CardScene::default() }
}

fn zone(id: String, owner: Option<Seat>, ordered: bool, cards: impl Iterator<Item = Option<u8>>) -> ZoneScene {
    let cards: Vec<_> = cards.map(card).collect();
    ZoneScene { name: id.clone(), id, owner, ordered, count: Some(cards.len()), cards, ..ZoneScene::default() }
}

impl Staged for Five {
    fn scene(&self, v: &View) -> Scene {
        let mut zones = vec![zone("deck".into(), None, true, (0..v.deck).map(|_| None))];
        for seat in Seat::all(2) {
            let i = seat.index();
            zones.push(zone(format!("hand.{i}"), Some(seat), false, v.hands[i].iter().copied()));
            zones.push(zone(format!("pile.{i}"), Some(seat), true, v.piles[i].iter().map(|&c| Some(c))));
        }
        zones.push(zone("hidden".into(), None, true, v.hidden.iter().map(|_| None)));
        Scene { zones, seats: 2, prompt: "Play, hide or draw.".into(), ..Scene::default() }
    }

    fn offer(&self, v: &View, m: &Move) -> Offer {
        let i = v.who.seat().map_or(0, Seat::index);
        let spot = |card: u8| {
            let at = v.hands[i].iter().position(|&c| c == Some(card)).expect("a card of the hand");
            CardSpot::new(1 + 2 * i, at)
        };
        match *m {
            Move::Pass(c) => Offer::new(format!("pass the {c}"), Gesture::Card { card: spot(c) }),
            Move::Play(c) => {
                Offer::new(format!("play the {c}"), Gesture::Drag { cards: vec![spot(c)], to: format!("pile.{i}") })
            }
            Move::Hide(c) => {
                Offer::new(format!("hide the {c}"), Gesture::Drag { cards: vec![spot(c)], to: "hidden".into() })
            }
            Move::Draw => Offer::new("draw", Gesture::Zone { zone: "deck".into() }),
        }
    }

    fn steps(&self, f: &Fact) -> Vec<Step> {
        let place = |zone: &str, at| Place { zone: zone.to_owned(), at };
        let hand = |seat: Seat| place(&format!("hand.{}", seat.index()), None);
        let text = |card: Option<u8>| card.map(|c| c.to_string());
        match *f {
            Fact::Drew { seat, card, left } => {
                vec![Step::Move { from: place("deck", Some(left)), to: hand(seat), face: text(card) }]
            }
            Fact::Passed { from, card } => {
                vec![Step::Move { from: hand(from), to: hand(from.after(1, 2)), face: text(card) }]
            }
            Fact::Played { seat, card, at } => {
                let to = place(&format!("pile.{}", seat.index()), Some(at));
                vec![Step::Move { from: hand(seat), to, face: text(Some(card)) }]
            }
            Fact::Hid { seat, card, at } => {
                vec![Step::Move { from: hand(seat), to: place("hidden", Some(at)), face: text(card) }]
            }
            Fact::Mixed => {
                let mut steps: Vec<Step> = (0..2)
                    .map(|_| Step::Move { from: place("hidden", Some(0)), to: place("deck", None), face: None })
                    .collect();
                steps.push(Step::Mix { zone: "deck".into(), text: None });
                steps
            }
        }
    }
}
