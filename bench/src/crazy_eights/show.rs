//! The scene of the table, and the offers with their gestures.

use super::{Board, CrazyEights, Decision, EIGHT, Move, View};
use rulebook_kernel::Seat;
use rulebook_matches::Staged;
use rulebook_natives::cards;
use rulebook_scene::{Button, Gesture, Offer, Scene, Scoreboard};
use rulebook_table::{Face, Fact};

impl Staged for CrazyEights {
    fn scene(&self, view: &View) -> Scene {
        let board = self.board(view.seats);
        let value = |var| view.table.var(var).unwrap_or(0);
        let step = Decision::from_value(value(board.step)).unwrap_or(Decision::Blocked);
        let due = Seat::new(value(board.due) as usize);
        let mine = view.table.who.seat() == Some(due) && !step.is_over();
        Scene {
            seats: view.seats as usize,
            zones: board.shape.zone_scenes(&view.table, |face| cards::face(face.index() / 13, face.index() % 13)),
            buttons: if mine { board.buttons(view, step) } else { Vec::new() },
            prompt: if mine { board.prompt(view, step) } else { String::new() },
            phase: board.named_suit(view).map(|suit| format!("suit: {}", cards::SUITS[suit].1)),
            due: if step.is_over() { Vec::new() } else { vec![due] },
            scoreboards: if step.is_over() { vec![board.result(view)] } else { Vec::new() },
            ..Scene::default()
        }
    }

    fn offer(&self, view: &View, mv: &Move) -> Offer {
        let board = self.board(view.seats);
        let button = |id: &str| Gesture::Button { id: id.to_owned() };
        match mv {
            Move::Play(face) => {
                let hand = view.table.who.seat().map(|seat| board.hands[seat.index()]);
                let card = hand.and_then(|hand| view.table.zone(hand).find(|(_, card)| card.face == Some(*face)));
                let cards = card.map(|(number, _)| board.shape.card_spot(&view.table, number)).into_iter().collect();
                let label = format!("play the {}", cards::name(face.index() / 13, face.index() % 13));
                Offer::new(label, Gesture::Drag { cards, to: "discard".into() })
            }
            Move::Draw => Offer::new("draw a card", Gesture::Zone { zone: "stock".into() }),
            Move::Pass => Offer::new("pass", button("pass")),
            Move::Name(suit) => {
                let (id, name) = cards::SUITS[*suit as usize];
                Offer::new(format!("name {name}"), button(id))
            }
        }
    }

    fn steps(&self, witnessed: &Fact) -> Vec<rulebook_scene::Step> {
        let board = &self.boards[self.boards.len() - 1];
        let name = |face: Face| cards::id(face.index() / 13, face.index() % 13);
        board.shape.steps(witnessed, name, |var, value| {
            let named = || Some(format!("the suit is {}", cards::SUITS.get(value as usize)?.1));
            if var == board.suit { named() } else { None }
        })
    }
}

impl Board {
    fn buttons(&self, view: &View, step: Decision) -> Vec<Button> {
        let button = |id: &str, label: &str| Button { id: id.to_owned(), label: label.to_owned() };
        let dry = view.table.count(self.stock) == 0 && view.table.count(self.discard) < 2;
        match step {
            Decision::Name => cards::SUITS.iter().map(|(id, name)| button(id, name)).collect(),
            Decision::Act if !dry => Vec::new(),
            _ => vec![button("pass", "pass")],
        }
    }

    /// The suit that was named for the eight on top. `None` if the top card is not an eight, or if no suit was named
    /// yet.
    fn named_suit(&self, view: &View) -> Option<usize> {
        let top = view.table.zone(self.discard).next_back()?.1.face?;
        let step = view.table.var(self.step).and_then(Decision::from_value);
        let named = top.index() % 13 == EIGHT && step != Some(Decision::Name);
        named.then(|| view.table.var(self.suit).unwrap_or(0) as usize)
    }

    fn prompt(&self, view: &View, step: Decision) -> String {
        let top = view.table.zone(self.discard).next_back().and_then(|(_, card)| card.face).map_or(0, Face::index);
        let fits = match self.named_suit(view) {
            Some(suit) => format!("Play {} or an eight", cards::SUITS[suit].1),
            None => format!(
                "Play {}, {} {} or an eight",
                cards::SUITS[top / 13].1,
                cards::article(top % 13),
                cards::RANKS[top % 13].1
            ),
        };
        match step {
            Decision::Name => "Name a suit for your eight.".to_owned(),
            Decision::Drawn => format!("{fits}, or pass."),
            _ => format!("{fits}, or draw."),
        }
    }

    fn result(&self, view: &View) -> Scoreboard {
        let points = |seat: Seat| {
            let hand = view.table.zone(self.hands[seat.index()]);
            hand.filter_map(|(_, card)| card.face).map(|face| super::points(face.index())).sum::<i32>()
        };
        let rows = Seat::all(view.seats as usize).map(|seat| vec![seat.to_string(), points(seat).to_string()]);
        Scoreboard {
            title: "Points left in hand".into(),
            columns: vec!["seat".into(), "points".into()],
            rows: rows.collect(),
        }
    }
}
