//! What alpha-beta must be able to do at chess: won endings from random positions, and mates in two that a search made.

use rulebook_boards::{Boards, State, VisitBoards, visit_boards};
use rulebook_bots::{Advise, AlphaBeta, Worth};
use rulebook_catalog::Catalog;
use rulebook_kernel::{Bot, Budget, Draws, Key, Rng, Rules, Seat, Setup, Turn};

/// How much is asked.
pub struct Skill {
    pub endings: usize,
    pub mates: usize,
    pub budget: Budget,
}

/// What was managed.
#[derive(Debug, PartialEq, Eq)]
pub struct Managed {
    /// Won endings, by the pieces of the winner.
    pub endings: Vec<(&'static str, usize)>,
    /// Mates in two that were found.
    pub mates: usize,
}

/// The winner's pieces besides the king.
const ENDINGS: [(&str, char); 2] = [("K+Q v K", 'Q'), ("K+R v K", 'R')];

pub fn measure(catalog: &Catalog, skill: Skill) -> Result<Managed, String> {
    let game = catalog.find("chess").map_err(|report| report.to_string())?;
    let board = game.board().ok_or("chess is a board game")?;
    Ok(visit_boards(board, skill))
}

impl VisitBoards for Skill {
    type Out = Managed;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Managed {
        let ending = |(name, piece): (&'static str, char)| {
            let mut draws = Rng::seeded(name).draws();
            let starts: Vec<_> = (0..self.endings).map(|_| random_ending(&rules, piece, &mut draws)).collect();
            let won = starts.into_iter().zip(0..).filter(|(start, nth)| wins(&rules, start.clone(), *nth, self.budget));
            (name, won.count())
        };
        let endings = ENDINGS.into_iter().map(ending).collect();
        let found = mates(&rules, self.mates)
            .into_iter()
            .zip(0..)
            .filter(|(state, nth)| finds(&rules, state, *nth, self.budget));
        Managed { endings, mates: found.count() }
    }
}

fn key(nth: u64) -> Key {
    Key::from_seed("skill").child(nth)
}

/// Kings and one piece anywhere, the strong side to move, and not over.
fn random_ending<const W: usize, const N: usize>(rules: &Boards<W, N>, piece: char, draws: &mut Draws) -> State<W, N> {
    loop {
        let mut squares = [b'1'; 64];
        for letter in ['K', 'k', piece] {
            let free: Vec<usize> = (0..64).filter(|&at| squares[at] == b'1').collect();
            squares[free[draws.below(free.len() as u32) as usize]] = letter as u8;
        }
        let rows: Vec<&str> = squares.chunks(8).filter_map(|row| std::str::from_utf8(row).ok()).collect();
        let text = format!("{} w - - 0 1", rows.join("/"));
        if let Ok(state) = rules.position_from(&text)
            && !rules.turn(&state).is_over()
        {
            return state;
        }
    }
}

/// Does the side to move win against one that defends with the same bot?
fn wins<const W: usize, const N: usize>(
    rules: &Boards<W, N>,
    mut state: State<W, N>,
    nth: u64,
    budget: Budget,
) -> bool {
    let mut bots = [AlphaBeta::new(key(2 * nth)), AlphaBeta::new(key(2 * nth + 1))];
    loop {
        let seat = match rules.turn(&state) {
            Turn::Over(outcome) => return outcome.winners().single() == Some(Seat::new(0)),
            Turn::Seats(due) => due.lowest().expect("somebody is due"),
        };
        let mut moves = Vec::new();
        rules.moves(&state, seat, &mut moves);
        let choice = bots[seat.index()].pick(rules, seat, &state, &moves, budget);
        rules.play(&mut state, seat, &moves[choice], &mut ());
    }
}

/// Positions of random games in which there is a mate in two and none in one.
fn mates<const W: usize, const N: usize>(rules: &Boards<W, N>, count: usize) -> Vec<State<W, N>> {
    let mut found = Vec::new();
    let mut draws = Rng::seeded("mates").draws();
    while found.len() < count {
        let mut state = rules.start(&Setup::seats(2), Rng::seeded("mates"), &mut ());
        while let Some(seat) = rules.turn(&state).seats().lowest().filter(|_| found.len() < count) {
            let mut moves = Vec::new();
            rules.moves(&state, seat, &mut moves);
            if draws.below(8) == 0 && mates_within(rules, &state, 2) && !mates_within(rules, &state, 1) {
                found.push(state.clone());
                break;
            }
            let choice = draws.below(moves.len() as u32) as usize;
            rules.play(&mut state, seat, &moves[choice], &mut ());
        }
    }
    found
}

/// Can who is due mate within so many own moves, whatever the other does?
fn mates_within<const W: usize, const N: usize>(rules: &Boards<W, N>, state: &State<W, N>, own: u32) -> bool {
    let Some(seat) = rules.turn(state).seats().lowest() else { return false };
    let mut moves = Vec::new();
    rules.moves(state, seat, &mut moves);
    moves.iter().any(|mv| {
        let mut after = state.clone();
        rules.play(&mut after, seat, mv, &mut ());
        match rules.turn(&after) {
            Turn::Over(outcome) => outcome.winners().single() == Some(seat),
            Turn::Seats(_) if own < 2 => false,
            Turn::Seats(due) => {
                let other = due.lowest().expect("somebody is due");
                let mut replies = Vec::new();
                rules.moves(&after, other, &mut replies);
                replies.iter().all(|reply| {
                    let mut next = after.clone();
                    rules.play(&mut next, other, reply, &mut ());
                    mates_within(rules, &next, own - 1)
                })
            }
        }
    })
}

/// Does the bot see the mate in two?
fn finds<const W: usize, const N: usize>(rules: &Boards<W, N>, state: &State<W, N>, nth: u64, budget: Budget) -> bool {
    let Some(seat) = rules.turn(state).seats().lowest() else { return false };
    let mut moves = Vec::new();
    rules.moves(state, seat, &mut moves);
    let advice = AlphaBeta::new(key(nth)).advise(rules, seat, state, &moves, budget);
    advice.lines.first().is_some_and(|line| line.worth == Worth::Mate(3) && line.index == advice.choice)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same with fewer positions and a budget that is the same on every machine.
    #[test]
    #[ignore = "minutes without optimisation: `cargo test --release -p rulebook-bench -- --ignored`"]
    fn endings_are_won_and_mates_are_found() {
        let catalog = Catalog::open(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../games"));
        let skill = Skill { endings: 2, mates: 6, budget: Budget::Playouts(10_000) };
        let managed = measure(&catalog, skill).unwrap();
        assert_eq!(managed, Managed { endings: vec![("K+Q v K", 2), ("K+R v K", 2)], mates: 6 });
    }
}
