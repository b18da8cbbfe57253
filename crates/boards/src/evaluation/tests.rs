//! Tests of the evaluation, on games of the shelf.

use super::*;
use crate::{Boards, load};
use rulebook_diag::Sources;
use rulebook_kernel::{Heuristic, Info, Rng, Rules, Seat, Setup};

fn game(id: &str) -> crate::Game {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(id).join("game.json");
    let mut sources = Sources::default();
    let file = sources.add("game.json", std::fs::read_to_string(path).unwrap());
    load(&sources, file, id).0.unwrap()
}

fn chess() -> Boards<1, 10> {
    game("chess").rules().unwrap()
}

/// The count of a feature of both players in a position of chess: the first player's minus the second's.
fn count(rules: &Boards<1, 10>, position: &str, index: usize) -> i32 {
    let features = rules.features(&rules.position_from(position).unwrap()).unwrap();
    features.counts.iter().filter(|(at, _)| *at as usize == index).map(|(_, count)| count).sum()
}

#[test]
fn the_features_add_up_to_the_value() {
    let mut rules = chess();
    // Every weight differs, so that no feature can stand for another.
    let weights = (0..rules.weights().len() as i32).map(|at| [at * 37 % 101 - 50, at * 53 % 97 - 48]).collect();
    rules.set_weights(weights);
    let mut draws = Rng::seeded("features").draws();
    let mut state = rules.start(&Setup::seats(2), Rng::seeded("features"), &mut ());
    let mut seen = 0;
    while let Some(seat) = rules.turn(&state).seats().lowest() {
        let features = rules.features(&state).unwrap();
        let sum = |phase: usize| -> i32 {
            features.counts.iter().map(|(at, count)| rules.weights()[*at as usize][phase] * count).sum()
        };
        let early = rules.evaluation.mix(&rules.plan, &state.position);
        let whole = (sum(0) * early + sum(1) * (FULL - early)) / FULL;
        let value = rules.evaluation.value(&rules.plan, &state.position, 0);
        assert!(whole.abs_diff(value) <= 1, "{whole} and {value}");
        assert_eq!(value, -rules.evaluation.value(&rules.plan, &state.position, 1));
        let mut moves = Vec::new();
        rules.moves(&state, seat, &mut moves);
        let mv = moves[draws.below(moves.len() as u32) as usize];
        rules.play(&mut state, seat, &mv, &mut ());
        seen += 1;
    }
    assert!(seen > 20);
}

#[test]
fn both_players_see_the_same_board() {
    let mut rules = chess();
    let weights = (0..rules.weights().len() as i32).map(|at| [at * 37 % 101, at * 53 % 97]).collect();
    rules.set_weights(weights);
    let value = |text: &str| {
        let state = rules.position_from(text).unwrap();
        rules.value(&state, rules.turn(&state).seats().lowest().unwrap())
    };
    let white = value("r1bqk2r/ppp2ppp/2n5/3p4/3Pn3/5N2/PP3PPP/R2QKB1R w KQkq - 0 1");
    assert_eq!(white, value("r2qkb1r/pp3ppp/5n2/3pN3/3P4/2N5/PPP2PPP/R1BQK2R b KQkq - 0 1"));
    assert_eq!(rules.weights().len(), rules.evaluation.layout.len, "one block of weights for both players");
    let horde = crate::visit_boards(&game("horde"), Blocks);
    assert_eq!(horde, 2, "the players differ");
}

/// Visitor that counts the blocks of weights.
struct Blocks;

impl crate::VisitBoards for Blocks {
    type Out = usize;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> usize {
        rules.evaluation.block_count()
    }
}

#[test]
fn a_pawn_that_no_pawn_can_stop_is_passed() {
    let rules = chess();
    let passed = rules.evaluation.layout.of_side(OfSide::Passed);
    let free = rules.evaluation.layout.of_side(OfSide::Free);
    let on = |position: &str, index: usize| count(&rules, position, index);
    assert_eq!(on("4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", passed + 3), 1);
    assert_eq!(on("4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", free + 3), 1);
    assert_eq!(on("3k4/8/8/3P4/8/8/8/4K3 w - - 0 1", free + 3), 0, "the king stands in the way");
    assert_eq!(on("4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", passed + 2), 0);
    for stopped in ["4k3/4p3/8/3P4/8/8/8/4K3 w - - 0 1", "4k3/3p4/8/3P4/8/8/8/4K3 w - - 0 1"] {
        assert_eq!(on(stopped, passed + 3), 0, "{stopped}");
    }
    assert_eq!(on("4k3/8/8/3P4/4p3/8/8/4K3 w - - 0 1", passed + 3), 0, "both pawns are passed: 1 - 1");
    let (backward, doubled) = (OfSide::Backward, OfSide::Doubled);
    let of = |what| rules.evaluation.layout.of_side(what);
    assert_eq!(on("4k3/8/8/3P4/4P3/8/8/4K3 w - - 0 1", of(backward)), 1, "the pawn on d5 is protected");
    assert_eq!(on("4k3/8/8/3P4/3P4/8/8/4K3 w - - 0 1", of(doubled)), 1);
}

#[test]
fn threats_and_protection_are_counted_by_kind() {
    let rules = chess();
    let layout = &rules.evaluation.layout;
    let [knight, rook] =
        ["KNIGHT", "ROOK"].map(|code| rules.plan.names.codes.iter().position(|at| at == code).unwrap());
    let fork = "4k3/8/8/3r4/5N2/8/8/4K3 w - - 0 1";
    assert_eq!(count(&rules, fork, layout.of_kind(OfKind::Threatened, rook)), -1, "the knight attacks the rook");
    assert_eq!(count(&rules, fork, layout.of_kind(OfKind::Hanging, rook)), -1);
    assert_eq!(count(&rules, fork, layout.of_kind(OfKind::Threatened, knight)), 0);
    let protected = "4k3/8/2p5/3r4/5N2/4P3/8/4K3 w - - 0 1";
    assert_eq!(count(&rules, protected, layout.of_kind(OfKind::Hanging, rook)), 0);
    assert_eq!(count(&rules, protected, layout.of_kind(OfKind::Supported, knight)), 1);
}

#[test]
fn values_are_read_back_and_belong_to_one_version_of_the_game() {
    let mut rules = chess();
    let weights: Vec<Weight> = (0..rules.weights().len() as i32).map(|at| [at % 7, -(at % 5)]).collect();
    let text = rules.values_text(&weights);
    rules.take_values(&Values::read(&text, &rules.info().source).unwrap()).unwrap();
    assert_eq!(rules.weights(), weights);
    let start = rules.start(&Setup::seats(2), Rng::seeded("x"), &mut ());
    assert_ne!(rules.value(&start, Seat::new(0)), chess().value(&start, Seat::new(0)));

    let read = |text: &str| game("chess").with_values(text).map(|_| ()).unwrap_err();
    assert!(game("chess").with_values(&text).is_ok());
    assert!(read("{").contains("EOF"), "{}", read("{"));
    let other = text.replacen(&Info::clone(rules.info()).source.to_string(), "00", 1);
    assert!(read(&other).contains("another version of the game"), "{}", read(&other));
    let unknown = text.replace("\"tempo\"", "\"temper\"");
    assert!(read(&unknown).contains("a name that this game does not use"), "{}", read(&unknown));
    let short = text.replace("\"tempo\": [[", "\"tempo\": [[1,");
    assert!(read(&short).contains("two lists"), "{}", read(&short));
}

#[test]
fn without_a_file_the_weights_follow_from_the_rules() {
    let rules = chess();
    let [pawn, queen] = ["PAWN", "QUEEN"].map(|code| rules.plan.names.codes.iter().position(|at| at == code).unwrap());
    let material = |kind| rules.weights()[rules.evaluation.layout.of_kind(OfKind::Material, kind)];
    assert_eq!(material(pawn), [rules.worth.kinds[pawn]; 2]);
    assert!(material(queen)[0] > 5 * material(pawn)[0]);
    assert_eq!(rules.weights()[rules.evaluation.layout.of_side(OfSide::Tempo)], [0, 0]);
}

/// A network with random weights for a game.
fn random_network(inputs: usize) -> Weights {
    let mut draws = Rng::seeded("network").draws();
    let mut random = |most: u32| draws.below(2 * most + 1) as i32 - most as i32;
    let hidden = 16;
    Weights {
        inputs,
        hidden,
        scale: 174,
        rows: (0..inputs * hidden).map(|_| random(40) as i8).collect(),
        bias: (0..hidden).map(|_| random(60) as i16).collect(),
        outs: (0..2 * hidden * BUCKETS).map(|_| random(200) as i16).collect(),
        out_bias: (0..BUCKETS).map(|_| random(500)).collect(),
    }
}

/// Plays random games with a network whose hidden layers are updated, and compares each value with the value of the
/// same network without stored layers.
struct Updates;

impl crate::VisitBoards for Updates {
    type Out = ();

    fn visit<const W: usize, const N: usize>(self, mut rules: Boards<W, N>) {
        let weights = random_network(rules.network_inputs().unwrap().count());
        let mut fresh = rules.clone();
        rules.set_network(Some(&weights)).unwrap();
        let mut draws = Rng::seeded("updates").draws();
        let mut state = rules.start(&Setup::seats(2), Rng::seeded("updates"), &mut ());
        let (mut values, mut different) = (vec![], 0);
        for _ in 0..120 {
            let Some(seat) = rules.turn(&state).seats().lowest() else { break };
            let mut moves = Vec::new();
            rules.moves(&state, seat, &mut moves);
            // A search evaluates several positions of the same ply one after the other.
            let mut next = state.clone();
            for _ in 0..3 {
                next = state.clone();
                let mv = moves[draws.below(moves.len() as u32) as usize];
                rules.play(&mut next, seat, &mv, &mut ());
                values.push((next.clone(), rules.value(&next, Seat::new(0))));
            }
            state = next;
        }
        for (state, value) in &values {
            fresh.set_network(Some(&weights)).unwrap();
            assert_eq!(fresh.value(state, Seat::new(0)), *value);
            assert_eq!(fresh.value(state, Seat::new(1)), -*value);
            different += i32::from(*value != values[0].1);
        }
        assert!(values.len() > 40 && different > 20, "{} values, {different} different", values.len());
    }
}

#[test]
fn updated_hidden_layers_are_those_of_the_position() {
    for id in ["chess", "crazyhouse", "three-check", "breakthrough", "xiangqi", "shogi", "draughts"] {
        crate::visit_boards(&game(id), Updates);
    }
}

#[test]
fn both_players_and_both_mirrors_have_the_same_network() {
    let mut rules = chess();
    rules.set_network(Some(&random_network(rules.network_inputs().unwrap().count()))).unwrap();
    let value = |text: &str| {
        let state = rules.position_from(text).unwrap();
        rules.value(&state, rules.turn(&state).seats().lowest().unwrap())
    };
    let one = value("4k3/p7/8/3q4/8/2N5/1P3P2/5K2 w - - 0 1");
    assert_eq!(one, value("5k2/1p3p2/2n5/8/3Q4/8/P7/4K3 b - - 0 1"), "the other player");
    assert_eq!(one, value("3k4/7p/8/4q3/8/5N2/2P3P1/2K5 w - - 0 1"), "the mirror");
    assert_ne!(one, value("4k3/p7/8/3q4/8/3N4/1P3P2/5K2 w - - 0 1"));
}

#[test]
fn a_file_with_a_network_is_verified() {
    let board = game("chess");
    let source = board.info().source;
    let weights = random_network(chess().network_inputs().unwrap().count());
    let file = weights.file(&source);
    assert_eq!(Weights::read(&file, &source).as_ref(), Ok(&weights));
    assert!(board.with_network(&file).is_ok());
    let refused = |file: &[u8], why: &str| {
        let error = board.with_network(file).unwrap_err();
        assert!(error.contains(why), "{error}");
    };
    let mut damaged = file.clone();
    damaged[2_000] ^= 1;
    refused(&damaged, "damaged");
    refused(&file[..file.len() - 1], "damaged");
    refused(&file[..20], "not a network");
    refused(b"{}", "not a network");
    refused(&weights.file(&rulebook_kernel::Digest::of_bytes(b"another")), "another version");
    let mut large = weights.clone();
    large.outs[0] = 600;
    refused(&large.file(&source), "too large");
    let mut small = random_network(weights.inputs - 1);
    refused(&small.file(&source), "inputs");
    small.rows.pop();
    refused(&small.file(&source), "size");
}
