//! Tests of prompts in the style `schema`: a model sees legal actions and answers with an action.

use rulebook_catalog::Catalog;
use rulebook_kernel::{Key, Seat, Setup, Viewer};
use rulebook_matches::AnyMatch;
use rulebook_policy::{CandidateList, Context, ModelTurn, Verdict, acted, candidates};
use std::path::Path;

fn turn(game: &dyn AnyMatch, seat: Seat, schema: &str) -> ModelTurn {
    let context = Context { game: "Duel", rules: "# Duel\n", recap: &[], facts: &[] };
    let turn = ModelTurn::new(&game.scene(Viewer::Seat(seat)), context, candidates(game, seat, CandidateList::All));
    turn.with_actions(game, seat, context, schema)
}

// clause: Magic 2-10
#[test]
fn a_model_answers_with_an_action() {
    let catalog = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let game = catalog.find("duel").map_err(|report| report.to_string()).unwrap();
    let schema = game.rules.action_schema().unwrap();
    let mut the_match = game.rules.start(&Setup::seats(2), Key::from_seed("schema")).unwrap();
    let seat = the_match.turn().seats().lowest().unwrap();
    let mut first = turn(&*the_match, seat, &schema);
    let [system, question] = first.messages() else { panic!("two messages") };
    assert!(system.content.contains("Action of a duel") && !system.content.contains("\"id\": \"cX\""));
    let listed = question.content.split_once("## legal actions\n\n").unwrap().1;
    assert!(listed.contains(r#"{"type":"KEEP_HAND""#) && !question.content.contains("c0:"), "{listed}");
    // A refusal tells the model what it can do instead.
    assert_eq!(first.hear(Ok(r#"<answer>{"type": "PASS_PRIORITY"}</answer>"#.into()), None), Verdict::Again);
    let repair = &first.messages()[3].content;
    assert!(repair.contains("you can: KEEP_HAND, MULLIGAN") && !repair.contains("cX"), "{repair}");
    let verdict = first.hear(Ok(r#"I keep. <answer>{"type": "keep hand"}</answer>"#.into()), None);
    let Verdict::Chosen(index) = verdict else { panic!("{verdict:?}") };
    assert_eq!(first.candidates()[index].moves, ["keep"]);
    let action = acted(&*the_match, seat, first.log()).unwrap();
    assert_eq!(the_match.row(seat, &action).unwrap(), ["keep"]);
    for _ in 0..2 {
        let due = the_match.turn().seats().lowest().unwrap();
        the_match.play(due, "keep").unwrap();
    }
    // An answer may be a move that bots are not offered.
    let seat = the_match.turn().seats().lowest().unwrap();
    let mut next = turn(&*the_match, seat, &schema);
    assert!(matches!(next.hear(Ok(r#"{"type": "PASS_PRIORITY", "until": "turn"}"#.into()), None), Verdict::Chosen(_)));
    // A game without actions has candidates.
    let other = catalog.find("tic-tac-toe").map_err(|report| report.to_string()).unwrap();
    let plain = other.rules.start(&Setup::seats(2), Key::from_seed("schema")).unwrap();
    let plain = turn(&*plain, Seat::new(0), "{}");
    assert!(plain.messages()[1].content.contains("## candidates"));
}
