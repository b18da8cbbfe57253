//! Tests the largest board with many kinds of pieces. If a position does not fit the small type, a larger type is used.

use rulebook_boards::{BoardState, Boards, VisitBoards, visit_boards};
use rulebook_kernel::{Heuristic, Notation, Rng, Rules, Seat, Setup};
use serde_json::{Value, json};

/// A file in which every kind leaps by a different step. Each of three players has one piece of every kind, and a
/// leader that moves by single steps.
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

/// The number of first moves, computed from the steps alone. Only own pieces block a leap.
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

/// Plays moves, and checks in every position that its text has the right pieces and player to move.
struct Reread;

impl VisitBoards for Reread {
    type Out = ();

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) {
        let mut state = rules.start(&Setup::seats(rules.info().min_seats), Rng::seeded("text"), &mut ());
        let (mut draws, mut moves) = (Rng::seeded("moves").draws(), Vec::new());
        for _ in 0..16 {
            let Some(seat) = rules.turn(&state).seats().lowest() else { return };
            moves.clear();
            rules.moves(&state, seat, &mut moves);
            let mv = moves[draws.below(moves.len() as u32) as usize];
            rules.play(&mut state, seat, &mv, &mut ());
            let short =
                |state: &BoardState<W, N>| rules.position_text(state).split(' ').take(2).collect::<Vec<_>>().join(" ");
            let text = short(&state);
            let read = rules.position_from(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!(short(&read), text);
        }
    }
}

/// `23:K` is two empty squares and a king of the third player.
#[test]
fn positions_of_several_players_are_read_as_they_are_written() {
    visit_boards(&crate::common::shipped("four-player-chess"), Reread);
}

/// The value of a move by the first player: for that player and for the next player.
struct Worth(&'static str);

impl VisitBoards for Worth {
    type Out = [i32; 2];

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> [i32; 2] {
        let rows = "***3:K7***/***3:Q7***/***4:Q7***/14/14/2:R13/4:K13/2:K13/14/14/1:Q13/***8***/***1:P7***/***1:K7***";
        let mut state = rules.position_from(&format!("{rows} 1 - - 0 1")).expect("a position");
        let red = Seat::new(0);
        let mv = rules.parse(&state, red, self.0).expect("a move");
        rules.play(&mut state, red, &mv, &mut ());
        [0, 1].map(|seat| rules.value(&state, Seat::new(seat)))
    }
}

/// Blue has a rook, and the others have queens. After Blue is eliminated, the remaining rivals have more pieces on
/// average. Eliminating Blue must still count as a gain.
#[test]
fn eliminating_a_weak_player_is_a_gain_and_being_eliminated_a_loss() {
    let game = crate::common::shipped("four-player-chess");
    let worth = |text: &'static str| visit_boards(&game, Worth(text));
    let [quiet, blue] = worth("a4a6");
    for takes in ["a4a5", "a4a7"] {
        let [red, out] = worth(takes);
        assert!(red > quiet, "{takes}: {red} and {quiet}");
        assert!(out < -1_000_000 && out < blue, "{takes}: {out} and {blue}");
    }
}
