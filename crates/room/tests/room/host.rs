//! A test host without IO. It keeps written records, passes the time, and collects the effects.

use rulebook_kernel::{Key, Rng, Seat, Setup, Viewer};
use rulebook_matches::{AnyMatch, AnyRules, Hosted};
use rulebook_room::{Answer, Driver, Effect, Entry, Input, Refusal, RefusalCode, Room, Sender, Show, Terms};
use rulebook_testkit::connect_four::ConnectFour;
use rulebook_testkit::cruel::Cruel;
use std::sync::Arc;

pub struct Host {
    pub room: Room,
    pub lines: Vec<String>,
    pub now: u64,
    pub sent: u32,
    pub secret: Key,
}

pub fn cruel() -> Arc<dyn AnyRules> {
    Arc::new(Hosted::new(Cruel::new()))
}

pub fn open_game() -> Arc<dyn AnyRules> {
    Arc::new(Hosted::new(ConnectFour::new()))
}

pub const fn seat(index: usize) -> Seat {
    Seat::new(index)
}

impl Host {
    pub fn lobby(rules: Arc<dyn AnyRules>, seats: usize, seed: &str, terms: Terms) -> Host {
        let secret = Key::from_seed(seed);
        let (room, first) = Room::open(rules, secret.clone(), Setup::seats(seats), terms, Vec::new(), 1000).unwrap();
        let mut host = Host { room, lines: Vec::new(), now: 1000, sent: 0, secret };
        host.keep(std::slice::from_ref(&first));
        host
    }

    /// A started table with a player in every seat and all viewers connected.
    pub fn begun(rules: Arc<dyn AnyRules>, seats: usize, seed: &str, terms: Terms) -> Host {
        let mut host = Host::lobby(rules, seats, seed, terms);
        for index in 0..seats {
            host.ok(Sender::Guest, Input::Sit { seat: seat(index), name: format!("P{index}") });
        }
        for viewer in Viewer::limited(seats) {
            host.room.join(viewer, None).unwrap();
        }
        host.ok(Sender::Seat(seat(0)), Input::Start);
        host
    }

    pub fn cruel(seats: usize, seed: &str) -> Host {
        Host::begun(cruel(), seats, seed, Terms::default())
    }

    pub fn open(seed: &str) -> Host {
        Host::begun(open_game(), 2, seed, Terms::default())
    }

    fn keep(&mut self, effects: &[Effect]) {
        let mut others = false;
        for effect in effects {
            match effect {
                Effect::Write(entry) => {
                    assert!(!others, "records come before all other effects");
                    self.lines.push(entry.line());
                }
                _ => others = true,
            }
        }
    }

    pub fn handle(&mut self, who: Sender, input: Input) -> Vec<Effect> {
        self.now += 10;
        let effects = self.room.handle(who, input, self.now);
        self.keep(&effects);
        assert_eq!(self.room.version(), self.lines.len() as u64);
        effects
    }

    pub fn ok(&mut self, who: Sender, input: Input) -> Vec<Effect> {
        let effects = self.handle(who, input.clone());
        assert_eq!(reply(&effects), Ok(()), "{input:?}");
        effects
    }

    pub fn refused(&mut self, who: Sender, input: Input) -> RefusalCode {
        let before = self.lines.len();
        let effects = self.handle(who, input.clone());
        let refusal = reply(&effects).expect_err(&format!("{input:?}"));
        assert_eq!(self.lines.len(), before, "a refusal writes nothing");
        refusal.code
    }

    pub fn game(&self) -> &dyn AnyMatch {
        self.room.game().unwrap()
    }

    pub fn answer(&mut self, index: usize, moves: &[&str]) -> Input {
        self.sent += 1;
        let ask = self.game().answered(seat(index));
        let moves = moves.iter().map(|text| (*text).to_owned()).collect();
        Input::Answer(Answer { ask, moves, key: self.sent.to_string() })
    }

    pub fn send(&mut self, index: usize, moves: &[&str]) -> Vec<Effect> {
        let input = self.answer(index, moves);
        self.handle(Sender::Seat(seat(index)), input)
    }

    /// The first legal move of a seat.
    pub fn first(&self, index: usize) -> String {
        self.game().legal_texts(seat(index)).remove(0)
    }

    pub fn play_first(&mut self) -> Vec<Effect> {
        let due = self.game().turn().seats().lowest().unwrap().index();
        let text = self.first(due);
        let effects = self.send(due, &[&text]);
        assert_eq!(reply(&effects), Ok(()));
        effects
    }

    /// Plays a random legal move of a seat that is due.
    pub fn play_any(&mut self, rng: &mut Rng) -> Vec<Effect> {
        let due: Vec<Seat> = self.game().turn().seats().iter().collect();
        let who = due[rng.below(due.len() as u32) as usize];
        let texts = self.game().legal_texts(who);
        let text = texts[rng.below(texts.len() as u32) as usize].clone();
        self.send(who.index(), &[&text])
    }

    /// The written records.
    pub fn entries(&self) -> Vec<Entry> {
        self.lines.iter().map(|line| Entry::parse(line).unwrap()).collect()
    }

    /// The room restored from the written records.
    pub fn restored(&self) -> Room {
        Room::restore(Arc::clone(self.room.rules()), self.secret.clone(), self.entries()).unwrap()
    }

    pub fn bot(spec: &str) -> Driver {
        Driver::Bot { spec: spec.to_owned() }
    }
}

pub fn reply(effects: &[Effect]) -> Result<(), Refusal> {
    let mut replies = effects.iter().filter_map(|effect| match effect {
        Effect::Reply(result) => Some(result.clone()),
        _ => None,
    });
    let reply = replies.next().expect("every input has a reply");
    assert!(replies.next().is_none(), "an input has only one reply");
    reply
}

pub fn shows(effects: &[Effect]) -> Vec<&Show> {
    effects.iter().filter_map(|effect| if let Effect::Show(show) = effect { Some(&**show) } else { None }).collect()
}

pub fn shown(effects: &[Effect]) -> Vec<Viewer> {
    shows(effects).iter().map(|show| show.viewer).collect()
}

pub fn thinks(effects: &[Effect]) -> Vec<(usize, u32)> {
    let think = |effect: &Effect| match effect {
        Effect::Think { seat, ask } => Some((seat.index(), *ask)),
        _ => None,
    };
    effects.iter().filter_map(think).collect()
}
