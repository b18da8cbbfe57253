//! Parses `--players` and `--seats`, and creates the players.

use super::model::ModelSeat;
use crate::failure::Failure;
use crate::games::note;
use rulebook_catalog::{AnyBot, Game};
use rulebook_kernel::{Budget, Key};

/// The bot of seats for which no player is listed.
const USUAL_BOT: &str = "medium";

/// The player of a seat.
pub enum SeatPlayer {
    Human,
    Bot(Box<dyn AnyBot>),
    Model(ModelSeat),
}

impl SeatPlayer {
    /// Whether the player makes the same moves again for the same seed. A model, or a bot with a time budget, may make
    /// other moves.
    pub fn is_repeatable(&self) -> bool {
        match self {
            SeatPlayer::Human => true,
            SeatPlayer::Bot(bot) => matches!(bot.budget(), Budget::Playouts(_)),
            SeatPlayer::Model(_) => false,
        }
    }
}

/// The listed players and the number of seats. An older version listed the players in `--seats`; this is still accepted
/// for one version.
pub fn asked(players: &[String], seats: &[String]) -> Result<(Vec<String>, Option<usize>), Failure> {
    match seats {
        [] => Ok((players.to_vec(), None)),
        [count] if count.trim().bytes().all(|byte| byte.is_ascii_digit()) => match count.trim().parse() {
            Ok(count @ 1..=16) => Ok((players.to_vec(), Some(count))),
            _ => Err(Failure::Usage(format!("--seats: {count} is not in 1..=16"))),
        },
        _ if !players.is_empty() => {
            Err(Failure::Usage("--seats is the number of seats; list players in --players".into()))
        }
        listed => {
            note(&format!("`--seats` is now the number of seats; write --players {}", listed.join(",")));
            Ok((listed.to_vec(), None))
        }
    }
}

/// The listed players, and bots for the remaining seats up to `fewest`. If no player is listed, the first seat is
/// human.
pub fn who(listed: &[String], fewest: usize) -> Vec<String> {
    let mut who: Vec<String> = listed.iter().map(|name| name.trim().to_owned()).collect();
    if who.is_empty() {
        who.push("human".to_owned());
    }
    while who.len() < fewest {
        who.push(USUAL_BOT.to_owned());
    }
    who
}

/// Creates the players with these names. Each bot gets its own key for random numbers.
pub fn seat(game: &Game, who: &[String], key: &Key) -> Result<Vec<SeatPlayer>, String> {
    let chair = |(name, seat): (&String, u64)| match name.as_str() {
        "human" => Ok(SeatPlayer::Human),
        "llm" => Ok(SeatPlayer::Model(ModelSeat::new())),
        spec => match game.bot(spec, key.child(seat)) {
            Ok(bot) => Ok(SeatPlayer::Bot(bot)),
            Err(why) => Err(format!("--players: {why} You can also write human or llm.")),
        },
    };
    who.iter().zip(0..).map(chair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_filled_with_bots() {
        let listed =
            |names: &[&str], fewest| who(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>(), fewest);
        assert_eq!(listed(&[], 2), ["human", USUAL_BOT]);
        assert_eq!(listed(&["random"], 3), ["random", USUAL_BOT, USUAL_BOT]);
        assert_eq!(listed(&["human", " human", "random"], 2), ["human", "human", "random"]);
    }
}
