//! The moves of the duel as text.

use super::duel::{Duel, Move, State};
use super::fault::Fault;
use rulebook_kernel::{Illegal, Notation, Seat};

impl Notation for Duel {
    fn text(&self, _: &State, _: Seat, mv: &Move) -> String {
        match mv {
            Move::Draw => "draw".to_owned(),
            Move::Keep if self.has(Fault::TextOfTwoLines) => "keep\n".to_owned(),
            Move::Keep => "keep".to_owned(),
            Move::Toss => "toss".to_owned(),
            Move::Play(card) if self.has(Fault::AmbiguousText) => format!("play {}", card % 10),
            Move::Play(card) => format!("play {card}"),
        }
    }

    fn parse(&self, state: &State, seat: Seat, text: &str) -> Result<Move, Illegal> {
        if self.has(Fault::ParsePanics) && text.len() > 2 {
            let _ = &text[..2];
        }
        match (text, text.strip_prefix("play ").and_then(|card| card.parse().ok())) {
            ("draw", _) => Ok(Move::Draw),
            ("keep", _) if self.has(Fault::ParsesOther) => Ok(Move::Toss),
            ("keep" | "keep\n", _) => Ok(Move::Keep),
            ("toss", _) => Ok(Move::Toss),
            (_, Some(card)) if self.has(Fault::AmbiguousText) => {
                let hand = &state.table.hands[seat.index()];
                Ok(Move::Play(hand.iter().copied().find(|held| held % 10 == card).unwrap_or(card)))
            }
            (_, Some(card)) => Ok(Move::Play(card)),
            _ => {
                self.count();
                Err(Illegal::new(if self.has(Fault::RefusesSilently) { "" } else { "draw, keep, toss or play a card" }))
            }
        }
    }
}
