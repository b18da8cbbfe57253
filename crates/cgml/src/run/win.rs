//! The outcome of a match (CGML 16.2, decision 5).

use super::eval::{Eval, Memo};
use super::machine::Here;
use super::state::CgmlState;
use super::{limits, message};
use crate::code::{Change, List, MISSING, Program, Seats, Value, Win};
use rulebook_kernel::{MAX_SEATS, Outcome, Seat, SeatSet};

/// The outcome by the win condition.
pub(super) fn outcome(p: &Program, s: &CgmlState) -> Outcome {
    super::flow::without_frame(p, s, |eval, p| {
        let outcome = by_condition(eval, p);
        let outcome = alone(eval, outcome);
        match eval.work().beyond() {
            Some(limit) => Outcome::fault(p.seats, format!("the win condition: {}", limit.text())),
            None => outcome,
        }
    })
}

/// The outcome after a hand of a match with several hands. A search calls this function often, so it writes no reason
/// text.
pub(super) fn standing(p: &Program, s: &CgmlState) -> Outcome {
    match &p.flow.win {
        Some(Win::ByNumber { numbers, least, .. }) => {
            super::flow::without_frame(p, s, |eval, _| by_number(eval, numbers, *least, None))
        }
        _ => outcome(p, s),
    }
}

/// The outcome in the middle of a hand, if the win condition has a number for each seat.
pub(super) fn so_far(p: &Program, s: &CgmlState) -> Option<Outcome> {
    matches!(p.flow.win, Some(Win::ByNumber { .. })).then(|| standing(p, s))
}

/// The rank of every player if all players, or a solo player, have lost. No player has rank 1 then.
const LOST: u8 = 2;

/// The outcome of a match that the engine stopped because it was too long: a draw, or a loss if there are no opponents.
pub(super) fn given_up(p: &Program) -> Outcome {
    if are_together(p) {
        return teams(p, Outcome::ranked(&vec![LOST; p.seats], limits::TOO_LONG));
    }
    Outcome::draw(p.seats, limits::TOO_LONG)
}

fn are_together(p: &Program) -> bool {
    p.teams.iter().all(|team| *team == p.teams[0])
}

/// If there are no opponents and the condition `won` is false, turns the outcome into a loss. The scores stay the same.
fn alone(eval: &mut Eval<'_>, outcome: Outcome) -> Outcome {
    let p = eval.p;
    match &p.flow.won {
        Some(won) if are_together(p) && !eval.test(won) => {
            let lost = Outcome::ranked(&vec![LOST; p.seats], outcome.reason().to_owned());
            teams(p, outcome.scores().map_or(lost.clone(), |scores| lost.with_scores(scores)))
        }
        _ => outcome,
    }
}

fn by_condition(eval: &mut Eval<'_>, p: &Program) -> Outcome {
    match &p.flow.win {
        None => won_by(eval, &Seats::These(Vec::new()), None),
        Some(Win::Winners(seats, reason)) => won_by(eval, seats, *reason),
        Some(Win::Ranking(seats, reason)) => ranked(eval, seats, *reason),
        Some(Win::ByNumber { numbers, least, reason }) => by_number(eval, numbers, *least, *reason),
    }
}

fn by_number(eval: &mut Eval<'_>, numbers: &List, least: bool, reason: Option<usize>) -> Outcome {
    let mut scores = [0; MAX_SEATS];
    // A missing number counts as 0. If it were left out, the later numbers would belong to the wrong seats.
    let values: Vec<Value> = match numbers {
        List::Of(items) => items.iter().map(|item| eval.scalar(item)).collect(),
        list => eval.list(list).to_vec(),
    };
    for (score, &value) in scores.iter_mut().zip(&values) {
        *score = if value == MISSING { 0 } else { value };
    }
    let p = eval.p;
    let scores = &scores[..p.seats];
    let better = |a: i32, b: i32| if least { a < b } else { a > b };
    let place = |score: i32| 1 + scores.iter().filter(|&&other| better(other, score)).count() as u8;
    let places: Vec<u8> = scores.iter().map(|&score| place(score)).collect();
    let text = words(eval, reason);
    teams(p, Outcome::ranked(&places, text).with_scores(scores))
}

/// The outcome that an action declares.
pub(super) fn ended(p: &Program, s: &CgmlState, here: Here, change: &Change) -> Outcome {
    let memo = Memo::default();
    let mut eval = Eval::new(p, s, &memo, here.base, here.lists);
    match change {
        Change::Won(seats, reason) => won_by(&mut eval, seats, *reason),
        Change::Ranked(seats, reason) => ranked(&mut eval, seats, *reason),
        _ => outcome(p, s),
    }
}

fn won_by(eval: &mut Eval<'_>, seats: &Seats, reason: Option<usize>) -> Outcome {
    let winners: SeatSet = eval.seats(seats).iter().map(|&seat| Seat::new(seat as usize)).collect();
    let text = words(eval, reason);
    let p = eval.p;
    if winners.is_empty() && are_together(p) {
        return teams(p, Outcome::ranked(&vec![LOST; p.seats], text));
    }
    if winners.is_empty() {
        return teams(p, Outcome::draw(p.seats, text));
    }
    teams(p, Outcome::won_by(p.seats, winners, text))
}

/// The outcome of a ranking. Seats that the ranking leaves out share the last rank.
fn ranked(eval: &mut Eval<'_>, seats: &Seats, reason: Option<usize>) -> Outcome {
    let order = eval.seats(seats);
    let last = order.len() as u8 + 1;
    let place = |seat: usize| order.iter().position(|&other| other == seat as Value).map_or(last, |at| at as u8 + 1);
    let places: Vec<u8> = (0..eval.p.seats).map(place).collect();
    let text = words(eval, reason);
    teams(eval.p, Outcome::ranked(&places, text))
}

fn words(eval: &mut Eval<'_>, reason: Option<usize>) -> String {
    reason.map_or_else(|| "the game is over".to_owned(), |message| message::text(eval, message, None))
}

fn teams(p: &Program, outcome: Outcome) -> Outcome {
    if p.team_names.is_empty() { outcome } else { outcome.in_teams(&p.teams) }
}
