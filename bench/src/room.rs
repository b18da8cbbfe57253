//! `cargo xtask bench room`: measures how many moves per second a server room handles on one core, including writing
//! the log.

use rulebook_kernel::{Key, Rng, Seat, Setup};
use rulebook_room::{Answer, Effect, Input, Phase, Room, Sender, Terms};
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

const ROUNDS: usize = 10;
const ROUND: Duration = Duration::from_millis(300);

/// Plays tic-tac-toe in rooms and reports moves per second. The fastest of several rounds counts.
pub fn run() -> Result<String, String> {
    let game = crate::shelf().find("tic-tac-toe").map_err(|report| report.to_string())?;
    let mut best = (0.0, 0.0);
    for round in 0..ROUNDS {
        let mut rng = Rng::seeded(&round.to_string());
        let (mut moves, mut in_moves, begun) = (0u32, Duration::ZERO, Instant::now());
        while begun.elapsed() < ROUND {
            let rules = Arc::clone(&game.rules);
            let opened = Room::open(rules, Key::from_seed("bench"), Setup::seats(2), Terms::default(), Vec::new(), 0);
            let (mut room, _) = opened.map_err(|refusal| refusal.reason.to_string())?;
            for (seat, name) in Seat::all(2).zip(["Anna", "Bo"]) {
                room.handle(Sender::Guest, Input::Sit { seat, name: name.to_owned() }, 0);
            }
            room.handle(Sender::Host, Input::Start, 0);
            let texts = room.game().ok_or("the match was not started")?.legal_texts(Seat::new(0));
            // The moves are chosen before the clock starts, because choosing them is not the work of the room.
            let mut order: Vec<usize> = (0..texts.len()).collect();
            rng.shuffle(&mut order);
            let answers: Vec<(Seat, Answer)> = (0u32..)
                .zip(&order)
                .map(|(n, &at)| {
                    let answer = Answer { ask: n / 2, moves: vec![texts[at].clone()], key: n.to_string() };
                    (Seat::new(n as usize % 2), answer)
                })
                .collect();
            let started = Instant::now();
            for (seat, answer) in answers {
                let effects = room.handle(Sender::Seat(seat), Input::Answer(answer), 1);
                for effect in &effects {
                    if let Effect::Write(entry) = effect {
                        black_box(entry.line());
                    }
                }
                moves += 1;
                if room.phase() == Phase::Over {
                    break;
                }
            }
            in_moves += started.elapsed();
        }
        let a_second = f64::from(moves) / in_moves.as_secs_f64();
        if a_second > best.0 {
            best = (a_second, f64::from(moves));
        }
    }
    Ok(format!("room: tic-tac-toe, {:.0} moves/s through a room, written as lines of the store", best.0))
}
