//! The largest board with many kinds of pieces: what does not fit a small position gets a large one.

use rulebook_boards::{Boards, VisitBoards, visit_boards};
use rulebook_kernel::{Rng, Rules, Setup};
use serde_json::{Value, json};

/// Every kind leaps by another step; twenty of them for each of three players, and a leader that steps.
fn file(kinds: usize) -> Value {
    let act = json!([{"state": "EMPTY", "action": "MOVE"}, {"state": "ENEMY", "action": "CAPTURE"}]);
    let step = |kind: usize| [1 + kind % 5, 1 + kind / 5];
    let leaper = |kind: usize| json!({"code": format!("{kind}LEAPER"), "moves": [{"id": 0, "step": step(kind), "actions": act}]});
    let mut pieces: Vec<Value> = (0..kinds).map(leaper).collect();
    pieces.push(json!({"code": "KING", "moves": [{"id": 0, "step": [0, 1], "actions": act}]}));
    let player = |at: usize| {
        let mut start: Vec<Value> = (0..kinds)
            .map(|kind| json!({"piece": format!("{kind}LEAPER"), "positions": [[kind % 16, 4 * at + kind / 16]]}))
            .collect();
        start.push(json!({"piece": "KING", "positions": [[15, 4 * at + 3]]}));
        json!({"name": format!("P{at}"), "direction": [[1, 0], [0, 1]], "starting_positions": start})
    };
    json!({
        "name": "LARGE", "version": 2, "leader": "KING", "board": {"dimensions": [16, 16]},
        "players": [player(0), player(1), player(2)], "turns": {"order": ["P0", "P1", "P2"]}, "pieces": pieces
    })
}

/// First moves, counted from the steps alone: the board has nothing in the way of a leap but own pieces.
fn expected(kinds: usize) -> u64 {
    let at = |kind: usize| (kind % 16, kind / 16);
    let own: Vec<(usize, usize)> = (0..kinds).map(at).chain([(15, 3)]).collect();
    let free = |kind: &usize| {
        let ((x, y), (dx, dy)) = (at(*kind), (1 + kind % 5, 1 + kind / 5));
        x + dx < 16 && y + dy < 16 && !own.contains(&(x + dx, y + dy))
    };
    (0..kinds).filter(free).count() as u64 + 1
}

struct Count;

impl VisitBoards for Count {
    type Out = (u64, usize);

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> (u64, usize) {
        let state = rules.start(&Setup::seats(3), Rng::seeded("large"), &mut ());
        (rules.perft(&state, 1, true), Boards::<W, N>::POSITION_BYTES)
    }
}

#[test]
fn many_kinds_fit_the_largest_board() {
    for kinds in [5, 20, 40] {
        let game = crate::common::written(&file(kinds).to_string()).unwrap_or_else(|report| panic!("{report}"));
        let (found, bytes) = visit_boards(&game, Count);
        assert_eq!(found, expected(kinds), "{kinds} kinds");
        assert!(kinds > 5 || bytes <= 512, "{bytes} bytes for a usual number of kinds");
    }
}
