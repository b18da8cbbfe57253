//! Move texts and scenes.

use super::{Board, Cruel, Move, PauseView, State, View};
use rulebook_kernel::{Illegal, Notation, Seat};
use rulebook_matches::Staged;
use rulebook_scene::{Button, FaceScene, Gesture, Offer, Scene, Step};
use rulebook_table::{Face, Fact};

const WORDS: [(&str, Move); 12] = [
    ("done", Move::Done),
    ("draw", Move::Draw),
    ("coin", Move::Coin),
    ("copy", Move::Copy),
    ("burn", Move::Burn),
    ("peek", Move::Peek),
    ("keep", Move::Keep),
    ("sink", Move::Sink),
    ("shout", Move::Shout),
    ("gamble", Move::Gamble),
    ("stand", Move::Stand),
    ("undo", Move::Undo),
];

impl Board {
    fn text(&self, mv: &Move) -> String {
        match mv {
            Move::Give(face) => format!("give {}", self.shape.face_id(*face)),
            Move::Drop(face) => format!("drop {}", self.shape.face_id(*face)),
            Move::Build(face) => format!("build {}", self.shape.face_id(*face)),
            Move::Steal(from) => format!("steal {}", from.index() + 1),
            _ => WORDS.iter().find(|(_, word)| word == mv).map_or_else(String::new, |(word, _)| (*word).to_owned()),
        }
    }

    fn face(&self, face: Face) -> FaceScene {
        let id = self.shape.face_id(face).to_owned();
        FaceScene { name: id.clone(), id, ..FaceScene::default() }
    }
}

impl Notation for Cruel {
    fn text(&self, state: &State, _: Seat, mv: &Move) -> String {
        self.board(state.seats).text(mv)
    }

    fn parse(&self, state: &State, _: Seat, text: &str) -> Result<Move, Illegal> {
        let board = self.board(state.seats);
        if let Some((_, mv)) = WORDS.iter().find(|(word, _)| *word == text) {
            return Ok(*mv);
        }
        let (verb, what) = text.split_once(' ').ok_or_else(|| Illegal::new("that is no move"))?;
        let face = || board.shape.find_face(what).ok_or_else(|| Illegal::new("there is no such card"));
        match verb {
            "give" => face().map(Move::Give),
            "drop" => face().map(Move::Drop),
            "build" => face().map(Move::Build),
            "steal" => match what {
                "1" | "2" | "3" => Ok(Move::Steal(Seat::new(what.as_bytes()[0] as usize - b'1' as usize))),
                _ => Err(Illegal::new("there is no such seat")),
            },
            _ => Err(Illegal::new("that is no move")),
        }
    }
}

impl Staged for Cruel {
    fn scene(&self, view: &View) -> Scene {
        let board = self.board(view.seats);
        let mut zones = board.shape.zone_scenes(&view.table, |face| board.face(face));
        if let PauseView::Peek { card, .. } = view.pause {
            let spot = board.shape.card_spot(&view.table, card);
            zones[spot.zone].cards[spot.at].marked = true;
        }
        let picks = view.sealed.iter().flatten().flat_map(|sealed| &sealed.picks);
        let picks: Vec<&str> = picks.map(|face| board.shape.face_id(*face)).collect();
        let steal = Seat::all(board.seats).map(Move::Steal);
        let buttons = WORDS.iter().map(|(_, mv)| *mv).chain(steal).map(|mv| board.text(&mv));
        let buttons = buttons.map(|text| Button { id: text.clone(), label: text }).collect();
        Scene { seats: board.seats, zones, buttons, prompt: picks.join(" "), ..Scene::default() }
    }

    fn offer(&self, view: &View, mv: &Move) -> Offer {
        let board = self.board(view.seats);
        let text = board.text(mv);
        let card = match mv {
            Move::Give(face) | Move::Drop(face) | Move::Build(face) => {
                let hand = view.table.who.seat().map(|seat| board.hand[seat.index()]);
                hand.and_then(|hand| view.table.zone(hand).find(|(_, card)| card.face == Some(*face)))
            }
            _ => None,
        };
        let gesture = match card {
            Some((number, _)) => Gesture::Card { card: board.shape.card_spot(&view.table, number) },
            None => Gesture::Button { id: text.clone() },
        };
        Offer::new(text, gesture)
    }

    fn steps(&self, witnessed: &Fact) -> Vec<Step> {
        let board = &self.boards[self.boards.len() - 1];
        board.shape.steps(witnessed, |face| format!("card {}", face.index()), |_, _| None)
    }
}
