//! Learns a policy from self-play, by policy gradients.
//!
//! Each step plays the rest of one hand several times from the same state, always by the current policy. A seat that
//! scores more than its average in this group makes its moves of this playout more likely (Williams 1992; the average
//! of the group is the baseline). All playouts of a group have the same cards, so luck cancels out.
//!
//! In half of the groups, the first decision tries several moves, even unlikely ones. Otherwise a move that was bad in
//! the beginning, such as a high bid, would never be tried again, although later play has become better.
//!
//! Training uses floats. The result is rounded to the integers of a [`Policy`](rulebook_kernel::Policy).

use crate::playout::{End, last};
use crate::playout_score::{lead, together};
use crate::rewards::rewards;
use crate::shares::DOUBLING;
use crate::threads;
use rulebook_kernel::{Draws, Hidden, Key, MAX_SEATS, MoveTraits, Outcome, Rng, Rules, Seat, Setup, TRAITS, Turn};
use std::time::{Duration, Instant};

/// The settings of a training run.
#[derive(Clone, Debug)]
pub struct Training {
    /// The key of all random numbers.
    pub key: Key,
    /// The run ends after this time.
    pub time: Option<Duration>,
    /// The run ends after this number of playouts. With the same key, the same number gives the same policy.
    pub playouts: Option<u64>,
    /// The number of threads.
    pub threads: usize,
}

/// The result of a training run.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The traits that matter, in ascending order, with their weights.
    pub weights: Vec<(u16, i8)>,
    /// The number of playouts.
    pub playouts: u64,
}

/// The number of playouts from the same state.
const GROUP: usize = 8;
/// The number of moves that the first decision of a group tries.
const TRIED: usize = 4;
/// The part of the probability that tried moves share equally when they are compared.
const EVEN: f32 = 0.3;
/// The number of states in each step of the optimizer.
const STATES: usize = 64;
/// A playout of a game that cannot be scored before its end stops after this number of decisions.
const LONGEST: u32 = 600;
/// A playout of a game that can be scored at any time stops after this number of decisions.
const SOON: u32 = 200;
/// The first step size of the optimizer, in natural logarithms of odds.
const STEP: f32 = 0.08;
/// The step size halves when the number of steps grows fourfold, from this number on.
const SLOWER: f32 = 100.0;
/// The decay of the running means of the gradient and of its square, as in Adam (Kingma and Ba 2015). Adam divides the
/// gradient by the root of the mean square of each weight. Here it is divided by the geometric mean of that root and
/// the largest root, because the gradients of rare traits are mostly noise.
const DECAY: (f32, f32) = (0.9, 0.99);
/// The weight of the entropy in the objective. It keeps the probabilities of moves from reaching zero too early.
const ENTROPY: f32 = 0.01;
/// An advantage counts at most this many standard deviations.
const FAR: f32 = 3.0;
/// How strongly weights are pulled towards zero.
const SHRINK: f32 = 0.02;
/// The result is an average of the weights over about this part of all steps, as a divisor.
const WINDOW: f32 = 4.0;

/// One decision of a playout.
struct Decision {
    seat: Seat,
    chosen: usize,
    traits: MoveTraits,
    chances: Vec<f32>,
}

/// A place in which matches are played one after another.
struct Place<R: Rules> {
    nth: u64,
    matches: u64,
    state: Option<R::State>,
    draws: Draws,
    moves: Vec<R::Move>,
}

/// What a place contributes to a step.
struct Share {
    /// The gradient: traits and values. A trait can occur several times.
    gradient: Vec<(u16, f32)>,
    /// The sum of the squared deviations of the values, and their number.
    spread: (f32, u32),
}

/// Learns a policy for a game with these rules. `progress` is called with a line of text from time to time.
///
/// # Errors
/// Returns a sentence if the game has no traits.
pub fn train<R: Hidden>(rules: &R, training: &Training, progress: &mut dyn FnMut(&str)) -> Result<Trained, String> {
    let place = |nth: u64| Place {
        nth,
        matches: 0,
        state: None,
        draws: Rng::new(training.key.child(nth)).draws(),
        moves: Vec::new(),
    };
    let mut places: Vec<Place<R>> = (0..STATES as u64).map(place).collect();
    let mut play = |weights: &[f32], spread| {
        threads::map(&mut places, |place: &mut Place<R>| step(rules, training, place, weights, spread))
    };
    optimize(training, &mut play, progress)
}

/// Plays one group of playouts in each place, with these weights and this spread of values.
type Play<'a> = dyn FnMut(&[f32], f32) -> Vec<Share> + Send + 'a;

/// Finds the weights. Knows no rules, so it is compiled once and not for each game.
fn optimize(training: &Training, play: &mut Play<'_>, progress: &mut dyn FnMut(&str)) -> Result<Trained, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(training.threads).build().map_err(|why| why.to_string())?;
    let begin = Instant::now();
    let mut weights = vec![0f32; TRAITS];
    let (mut slope, mut square, mut average) = (weights.clone(), weights.clone(), weights.clone());
    let mut gradient = weights.clone();
    let mut counts = vec![0u32; TRAITS];
    let (mut spread, mut steps, mut playouts) = (0f32, 0u32, 0u64);
    let mut told = begin;
    loop {
        let shares = pool.install(|| play(&weights, spread));
        gradient.fill(0.0);
        let (mut squares, mut count) = (0.0, 0);
        for share in &shares {
            for &(index, value) in &share.gradient {
                gradient[index as usize] += value;
                counts[index as usize] = counts[index as usize].saturating_add(1);
            }
            squares += share.spread.0;
            count += share.spread.1;
        }
        if shares.iter().all(|share| share.gradient.is_empty()) && steps == 0 {
            return Err("the moves of this game have no traits, so a policy cannot be learned".to_owned());
        }
        if count > 0 {
            let now = (squares / count as f32).sqrt();
            spread = if spread == 0.0 { now } else { 0.95 * spread + 0.05 * now };
        }
        steps += 1;
        playouts += (STATES * GROUP) as u64;
        let size = STEP / (1.0 + steps as f32 / SLOWER).sqrt();
        for index in 0..TRAITS {
            let by = gradient[index] / (STATES * GROUP) as f32;
            slope[index] = DECAY.0 * slope[index] + (1.0 - DECAY.0) * by;
            square[index] = DECAY.1 * square[index] + (1.0 - DECAY.1) * by * by;
        }
        let rest = (1.0 - DECAY.1.powi(steps as i32)).sqrt() / (1.0 - DECAY.0.powi(steps as i32));
        let most = square.iter().copied().fold(1e-12, f32::max).sqrt();
        let newer = (WINDOW / steps as f32).min(1.0);
        for index in 0..TRAITS {
            if square[index] > 0.0 {
                let usual = (square[index].sqrt() * most).sqrt();
                weights[index] += size * (rest * slope[index] / usual - SHRINK * weights[index]);
            }
            average[index] += newer * (weights[index] - average[index]);
        }
        if told.elapsed() > Duration::from_secs(15) {
            told = Instant::now();
            let used = counts.iter().filter(|count| **count > 0).count();
            progress(&format!("{playouts} playouts, {used} traits, spread {spread:.3}"));
        }
        let over = training.time.is_some_and(|time| begin.elapsed() >= time);
        if over || training.playouts.is_some_and(|most| playouts >= most) {
            break;
        }
    }
    let scale = DOUBLING as f32 / std::f32::consts::LN_2;
    let rounded = average.iter().zip(0u16..).map(|(weight, index)| (index, (weight * scale).round() as i8));
    Ok(Trained { weights: rounded.filter(|(_, weight)| *weight != 0).collect(), playouts })
}

/// Plays one group of playouts, and moves on to the next state of the match.
fn step<R: Hidden>(rules: &R, training: &Training, place: &mut Place<R>, weights: &[f32], spread: f32) -> Share {
    let mut share = Share { gradient: Vec::new(), spread: (0.0, 0) };
    let start = match place.state.take() {
        Some(state) => state,
        None => begin(rules, training, place),
    };
    let mut group: Vec<(Vec<Decision>, Option<End>)> = Vec::with_capacity(GROUP);
    let mut row: Vec<(Seat, R::Move)> = Vec::new();
    let tried = if place.draws.below(2) == 0 { tried(rules, &start, place, weights) } else { Vec::new() };
    for nth in 0..GROUP {
        let mut state = start.clone();
        let keep = if nth == 0 { Some(&mut row) } else { None };
        let first = if tried.is_empty() { None } else { Some(tried[nth % tried.len()]) };
        group.push(play_out(rules, &mut state, place, weights, first, keep));
    }
    // Go on with the first playout: at a random decision, or at the next hand.
    let stop = place.draws.below(2 * row.len() as u32 + 1) as usize;
    place.state = advance(rules, start, &row, stop);
    let ends: Option<Vec<&Outcome>> = group
        .iter()
        .map(|(_, end)| match end {
            Some(End::Over(outcome) | End::Stands(outcome)) if !outcome.is_fault() => Some(outcome),
            _ => None,
        })
        .collect();
    let Some(ends) = ends else { return share };
    let all_over = group.iter().all(|(_, end)| matches!(end, Some(End::Over(_))));
    let values: Vec<[f32; MAX_SEATS]> =
        ends.iter().map(|outcome| values(outcome, all_over, rules.info().few_points)).collect();
    let seats = ends[0].seats();
    // The playouts with the same first move have a common average.
    let kinds = tried.len().max(1);
    let mut means = vec![[0f32; MAX_SEATS]; kinds];
    let mut counts = vec![0f32; kinds];
    for (nth, value) in values.iter().enumerate() {
        counts[nth % kinds] += 1.0;
        means[nth % kinds].iter_mut().zip(value).for_each(|(mean, value)| *mean += value);
    }
    means.iter_mut().zip(&counts).for_each(|(mean, count)| mean.iter_mut().for_each(|mean| *mean /= count));
    for (nth, value) in values.iter().enumerate() {
        for seat in 0..seats {
            share.spread.0 += (value[seat] - means[nth % kinds][seat]).powi(2);
        }
    }
    share.spread.1 = ((GROUP - kinds) * seats) as u32;
    let spread = if spread > 0.0 { spread } else { (share.spread.0 / share.spread.1.max(1) as f32).sqrt() };
    if spread <= 0.0 {
        return share;
    }
    let mut from = 0;
    if kinds > 1 {
        from = 1;
        compare(&group, &means, spread, &mut share.gradient);
    }
    for (nth, ((decisions, _), value)) in group.iter().zip(&values).enumerate() {
        let count = counts[nth % kinds];
        // The average contains the playout itself, so the difference is too small by this factor.
        let factor = count / (count - 1.0) / spread * (GROUP as f32 - 1.0) / GROUP as f32;
        for decision in decisions.iter().skip(from) {
            let seat = decision.seat.index();
            let advantage = ((value[seat] - means[nth % kinds][seat]) * factor).clamp(-FAR, FAR);
            learn(decision, advantage, &mut share.gradient);
        }
    }
    share
}

/// Chooses the moves that the first decision of a group tries: one by the policy, and others at random. Empty if the
/// first decision is forced or has no traits.
fn tried<R: Hidden>(rules: &R, start: &R::State, place: &mut Place<R>, weights: &[f32]) -> Vec<usize> {
    let Turn::Seats(due) = rules.turn(start) else { return Vec::new() };
    let seat = due.lowest().expect("a seat has to move until the game is over");
    place.moves.clear();
    rules.shortlist(start, seat, &mut place.moves);
    if place.moves.len() < 2 {
        return Vec::new();
    }
    let mut traits = MoveTraits::default();
    rules.move_traits(start, seat, &place.moves, &mut traits);
    if traits.is_empty() {
        return Vec::new();
    }
    let mut tried = vec![draw(&chances(&traits, weights, place.moves.len()), &mut place.draws)];
    while tried.len() < TRIED.min(place.moves.len()) {
        let other = place.draws.below(place.moves.len() as u32) as usize;
        if !tried.contains(&other) {
            tried.push(other);
        }
    }
    tried
}

/// Adds the gradient of a first decision whose moves were compared. Each tried move counts by its probability, but at
/// least by a part of `EVEN`, so an unlikely move can become likely again.
fn compare<E>(group: &[(Vec<Decision>, E)], means: &[[f32; MAX_SEATS]], spread: f32, into: &mut Vec<(u16, f32)>) {
    let kinds = means.len();
    let firsts: Vec<&Decision> = group.iter().take(kinds).filter_map(|(decisions, _)| decisions.first()).collect();
    if firsts.len() < kinds {
        return;
    }
    let seat = firsts[0].seat.index();
    let chance: f32 = firsts.iter().map(|first| first.chances[first.chosen]).sum();
    let part = |first: &Decision| (1.0 - EVEN) * first.chances[first.chosen] / chance.max(1e-9) + EVEN / kinds as f32;
    let total: f32 = firsts.iter().map(|first| part(first)).sum();
    let usual: f32 = firsts.iter().zip(means).map(|(first, mean)| part(first) / total * mean[seat]).sum();
    for (first, mean) in firsts.iter().zip(means) {
        let advantage = ((mean[seat] - usual) / spread).clamp(-FAR, FAR);
        let by = GROUP as f32 * part(first) / total * advantage;
        into.extend(first.traits.iter().nth(first.chosen).unwrap_or_default().iter().map(|&id| (id, by)));
    }
}

/// Adds the gradient of one decision.
fn learn(decision: &Decision, advantage: f32, into: &mut Vec<(u16, f32)>) {
    let entropy: f32 = -decision.chances.iter().map(|chance| chance * chance.max(1e-9).ln()).sum::<f32>();
    for (index, (traits, &chance)) in decision.traits.iter().zip(&decision.chances).enumerate() {
        let chosen = if index == decision.chosen { 1.0 } else { 0.0 };
        let by = advantage * (chosen - chance) - ENTROPY * chance * (chance.max(1e-9).ln() + entropy);
        if by.abs() > 1e-6 {
            into.extend(traits.iter().map(|&id| (id, by)));
        }
    }
}

/// Begins the next match of a place. The matches of a place have all numbers of seats in turn.
fn begin<R: Hidden>(rules: &R, training: &Training, place: &mut Place<R>) -> R::State {
    let info = rules.info();
    let key = training.key.child(place.nth << 32 | place.matches | 1 << 63);
    let seats = info.min_seats + ((place.nth + place.matches) % (info.max_seats - info.min_seats + 1) as u64) as usize;
    place.matches += 1;
    let mut state = rules.start(&Setup::seats(seats), Rng::new(key), &mut ());
    rules.drop_lore(&mut state);
    state
}

/// Plays the first `stop` moves of a row. If the row is shorter, plays the whole row and thus begins the next hand.
/// `None` if the match is over.
fn advance<R: Hidden>(rules: &R, mut state: R::State, row: &[(Seat, R::Move)], stop: usize) -> Option<R::State> {
    for (seat, mv) in row.iter().take(stop.min(row.len())) {
        rules.play(&mut state, *seat, mv, &mut ());
    }
    matches!(rules.turn(&state), Turn::Seats(_)).then_some(state).filter(|_| !row.is_empty())
}

/// Plays to the end of the hand by the policy. `first` is the index of the first move, if the policy does not choose it.
/// The end is `None` if the playout is too long to be scored.
fn play_out<R: Hidden>(
    rules: &R,
    state: &mut R::State,
    place: &mut Place<R>,
    weights: &[f32],
    mut first: Option<usize>,
    mut keep: Option<&mut Vec<(Seat, R::Move)>>,
) -> (Vec<Decision>, Option<End>) {
    let mut decisions = Vec::new();
    for nth in 0..LONGEST {
        let due = match rules.turn(state) {
            Turn::Over(outcome) => return (decisions, Some(End::Over(outcome))),
            Turn::Seats(due) => due,
        };
        if nth == SOON
            && let Some(standing) = rules.outcome_if_ended_now(state)
        {
            return (decisions, Some(End::Stands(standing)));
        }
        let seat = due.lowest().expect("a seat has to move until the game is over");
        place.moves.clear();
        rules.shortlist(state, seat, &mut place.moves);
        let mut chosen = 0;
        match place.moves.len() {
            0 => return (decisions, Some(last(rules, state))),
            1 => {}
            _ => {
                let mut traits = MoveTraits::default();
                rules.move_traits(state, seat, &place.moves, &mut traits);
                let chances = chances(&traits, weights, place.moves.len());
                chosen = first.take().unwrap_or_else(|| draw(&chances, &mut place.draws));
                if !traits.is_empty() {
                    decisions.push(Decision { seat, chosen, traits, chances });
                }
            }
        }
        let mv = place.moves[chosen].clone();
        if let Some(keep) = &mut keep {
            keep.push((seat, mv.clone()));
        }
        if let Some(standing) = rules.play_in_playout(state, seat, &mv, &mut ()) {
            return (decisions, Some(End::Stands(standing)));
        }
    }
    (decisions, None)
}

/// The probability of each move.
fn chances(traits: &MoveTraits, weights: &[f32], moves: usize) -> Vec<f32> {
    let mut chances: Vec<f32> =
        traits.iter().map(|traits| traits.iter().map(|&id| weights[id as usize]).sum()).collect();
    chances.resize(moves, 0.0);
    let best = chances.iter().copied().fold(f32::MIN, f32::max);
    chances.iter_mut().for_each(|chance| *chance = (*chance - best).exp());
    let total: f32 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= total);
    chances
}

fn draw(chances: &[f32], draws: &mut Draws) -> usize {
    const PARTS: u32 = 1 << 24;
    let mut left = draws.below(PARTS) as f32 / PARTS as f32;
    for (index, chance) in chances.iter().enumerate() {
        left -= chance;
        if left < 0.0 {
            return index;
        }
    }
    chances.len() - 1
}

/// The value of an end for each seat. If every playout of the group ended the match, the win counts for three quarters.
/// Otherwise only points count.
fn values(outcome: &Outcome, all_over: bool, few: bool) -> [f32; MAX_SEATS] {
    let mut values = [0.0; MAX_SEATS];
    if let Some(points) = together(outcome, few) {
        values[..outcome.seats()].fill(points);
        return values;
    }
    match (lead(outcome), all_over) {
        (Some(lead), false) => lead,
        (Some(lead), true) => {
            let won = rewards(outcome);
            let margin = |lead: f32| 0.25 * lead.signum() * (1.0 + lead.abs()).ln();
            (0..outcome.seats()).for_each(|seat| values[seat] = 3.0 * won[seat] + margin(lead[seat]));
            values
        }
        (None, _) => rewards(outcome),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A decision between a move with trait 1, which the policy nearly always chooses, and a move with trait 2.
    fn decision(chosen: usize) -> Decision {
        let mut traits = MoveTraits::default();
        for id in [1u32, 2] {
            traits.put(id << 17);
            traits.end_move();
        }
        Decision { seat: Seat::new(0), chosen, traits, chances: vec![0.999, 0.001] }
    }

    #[test]
    fn a_move_that_was_given_up_becomes_likely_again_if_it_is_better() {
        let group = [(vec![decision(0)], ()), (vec![decision(1)], ())];
        let mut gradient = Vec::new();
        compare(&group, &[[0.0; MAX_SEATS], [1.0; MAX_SEATS]], 1.0, &mut gradient);
        let [(1, usual), (2, unlikely)] = gradient[..] else { panic!("{gradient:?}") };
        assert!(usual < -0.5 && unlikely > 0.5, "{gradient:?}");
    }
}
