//! Tests with recorded answers of models.

use super::*;
use rulebook_kernel::{Seat, Viewer};
use rulebook_scene::{Scene, ZoneScene};

// clause: Cards 8.5-5 8.8-2 8.8-3 8.9-4
#[test]
fn answers_are_read_strictly() {
    let read = |text: &str| chosen(text, 12);
    for good in [
        r#"<answer>{"id": "c3"}</answer>"#,
        r#"{"id":"c3"}"#,
        "  {\"id\": \"c3\"}\n",
        "```json\n{\"id\": \"c3\"}\n```",
        "I would play the queen, because it is high.\n<answer>{\"id\": \"c3\"}</answer>\n",
        r#"<think>The form is <answer>{"id": "cX"}</answer>.</think> <answer>{"id": "c3"}</answer>"#,
        r#"<think>One way is <answer>{"id": "c4"}</answer>.</think> {"id": "c3"}"#,
        r#"It is <answer>{"id": "c4"}</answer>, no.</think>{"id": "c3"}"#,
        r#"<answer>{"id": "c3"}</answer><think>c3, or <answer>{"id": "c4"}</answer>?</think>"#,
        r#"<answer>{"id": "c3"}</answer><thinking>or <answer>{"id": "c4"}</answer>?"#,
        r#"<answer> {"id": "c3", "why": "it is high"} </answer> I hope that helps!"#,
        r#"<answer>{"id": "c3"}"#,
        "<answer>```json\n{\"id\": \"c3\"}```</answer>",
        "I would play the queen:\n\n```json\n{\"id\": \"c3\"}\n```\nGood luck!",
        "```\n{\"id\": \"c3\"}\n```",
        r#"{"id": "c3", "why": "as in ```c4```"}"#,
        r#"<Answer>{"id": "c3"}</ANSWER>"#,
        r#"<THINK>Ünsure: <answer>{"id": "c4"}</answer>.</Think> {"id": "c3"}"#,
    ] {
        assert_eq!(read(good), Ok(3), "{good}");
    }
    for (bad, why) in [
        ("", Refused::Empty),
        ("  \n ", Refused::Empty),
        ("c3", Refused::NoAnswer),
        (r#"I choose {"id": "c3"}"#, Refused::NoAnswer),
        (r#"[{"id": "c3"}]"#, Refused::NoAnswer),
        ("This\n```\n{\"id\": \"c3\"}\n```\nor\n```\n{\"id\": \"c4\"}\n```", Refused::NoAnswer),
        ("This\n```\n{\"id\": \"c3\"}", Refused::NoAnswer),
        ("```\nc3\n```", Refused::NoAnswer),
        (r#"<think>maybe <answer>{"id":"c1"}</answer> no wait"#, Refused::NoAnswer),
        (r#"<think>maybe <answer>{"id":"c1"}</answer> no</think>"#, Refused::NoAnswer),
        (r#"<think>{"id":"c1"}"#, Refused::NoAnswer),
        (r#"{"id":"c1"}</thinking> I pass"#, Refused::NoAnswer),
        (r#"{"id":"c1"}<think>or?</think>{"id":"c2"}"#, Refused::NoAnswer),
        ("<answer>c3</answer>", Refused::NoId),
        ("<answer></answer>", Refused::NoId),
        (r#"<answer>{"id": 3}</answer>"#, Refused::NoId),
        (r#"<answer>{"choice": "c3"}</answer>"#, Refused::NoId),
        (r#"{"id": "c3"} {"id": "c4"}"#, Refused::NoId),
        (r#"<answer>{"id": "c12"}</answer>"#, Refused::NoCandidate("c12".into())),
        (r#"<answer>{"id": "c03"}</answer>"#, Refused::NoCandidate("c03".into())),
        (r#"<answer>{"id": "C3"}</answer>"#, Refused::NoCandidate("C3".into())),
        (r#"<answer>{"id": "c-1"}</answer>"#, Refused::NoCandidate("c-1".into())),
        (r#"<answer>{"id": "c"}</answer>"#, Refused::NoCandidate("c".into())),
        (r#"<answer>{"id": "c99999999999999999999"}</answer>"#, Refused::NoCandidate("c99999999999999999999".into())),
        (r#"<answer>{"id": "c3"}</answer> no: <answer>{"id": "cX"}</answer>"#, Refused::NoCandidate("cX".into())),
    ] {
        assert_eq!(read(bad), Err(why), "{bad}");
    }
    assert_eq!(read(&"x".repeat(1 << 19)), Err(Refused::TooLong));
    assert_eq!(chosen(r#"{"id":"c0"}"#, 0), Err(Refused::NoCandidate("c0".into())));
}

// clause: Cards 8.5-9 8.5-10 8.7-7
#[test]
fn strategy_is_not_told() {
    let rules = "# Game\nDeal.\n## Strategy\nKeep aces.\n### More tips\nSmile.\n## Scoring\nCount.\n\
                 ```\n# Strategy in a listing\n```\n#hashtag tips\n";
    let told = without_strategy(rules);
    assert_eq!(told, "# Game\nDeal.\n## Scoring\nCount.\n```\n# Strategy in a listing\n```\n#hashtag tips\n");
    assert_eq!(without_strategy("# Tips\nall"), "");
    let underlined = "Game\n====\nDeal.\n\nTactical advice\n---------------\nKeep aces.\n\n---\nSmile.\n\nScoring\n-------\nCount.\n";
    assert_eq!(without_strategy(underlined), "Game\n====\nDeal.\n\nScoring\n-------\nCount.\n");
}

fn turn(recap: &[String]) -> ModelTurn {
    let hand = ZoneScene { id: "hand".into(), name: "hand".into(), owner: Some(Seat::new(1)), ..ZoneScene::default() };
    let scene = Scene {
        viewer: Some(Viewer::Seat(Seat::new(1))),
        seats: 3,
        zones: vec![hand],
        phase: Some("draw".into()),
        prompt: "Draw or pass.".into(),
        due: vec![Seat::new(1)],
        ..Scene::default()
    };
    let facts = [("phase", "draw"), ("ourMelds", ""), ("cardsInStock", "12"), ("phase", "second round")];
    let facts = facts.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let context = Context { game: "Rummy", rules: "# Rummy\nDraw.\n# Tips\nCheat.\n", recap, facts: &facts };
    let candidate =
        |text: &str, summary: &str| Candidate { moves: vec![text.into()], summary: summary.into(), kinds: Vec::new() };
    ModelTurn::new(&scene, context, vec![candidate("draw", "draw a card"), candidate("pass", "pass")])
}

// clause: Cards 8.3-2 8.5-3 8.5-4 8.5-7 8.5-8 8.5-10 8.8-1 8.9-1 8.9-6
#[test]
fn the_question_has_the_scene_the_recap_the_rules_and_the_candidates() {
    let recap: Vec<String> = (0..130).map(|n| format!("line {n}")).collect();
    let turn = turn(&recap);
    let [system, user] = turn.messages() else { panic!("two messages") };
    assert!(system.content.contains("The rules:\n\n# Rummy\nDraw.") && !system.content.contains("Cheat"));
    assert!(user.content.contains("## now\n\nPhase: draw") && user.content.contains("Your turn. Draw or pass."));
    assert!(
        user.content.contains("- you are seat 2 of 3\n- cardsInStock: 12\n- phase: second round\n"),
        "{}",
        user.content
    );
    assert!(user.content.contains("- line 129\n") && !user.content.contains("- line 39\n"), "{}", user.content);
    assert!(user.content.ends_with("## candidates\n\nc0: draw a card\nc1: pass\n"), "{}", user.content);
    assert!(!user.content.contains("rummy"));
}

#[test]
fn after_one_repair_the_players_see_the_failure() {
    let mut one = turn(&[]);
    assert_eq!(one.hear(Ok("I pass".into()), None), Verdict::Again);
    assert_eq!(one.messages().len(), 4);
    assert_eq!(one.messages()[2], Message { role: Role::Assistant, content: "I pass".into() });
    assert!(one.messages()[3].content.contains("there is no <answer> in it"));
    assert_eq!(one.hear(Ok(r#"<answer>{"id":"c1"}</answer>"#.into()), None), Verdict::Chosen(1));
    assert_eq!(one.log().len(), 2);
    assert_eq!(one.log()[0].asked.len(), 2);
    assert_eq!(one.log()[1].asked.len(), 1);
    assert_eq!(one.log()[1].meaning, "c1: pass");

    let mut two = turn(&[]);
    assert_eq!(two.hear(Err("500".into()), None), Verdict::Again);
    assert_eq!(two.messages().len(), 2, "a model that said nothing is asked the same again");
    assert_eq!(two.hear(Err("timeout".into()), None), Verdict::Fatal("timeout".into()));
    assert_eq!(two.log()[1].meaning, "gave up: timeout");
}

#[test]
fn a_truncated_answer_is_requested_again() {
    let mut one = turn(&[]);
    assert_eq!(one.hear_part(r#"<answer>{"id":"c0"}</answer> But"#.into()), Verdict::Again);
    assert!(one.messages()[3].content.contains("it was cut off before its end"));
    assert_eq!(one.hear(Ok(r#"{"id":"c1"}"#.into()), None), Verdict::Chosen(1));
    assert_eq!(one.log()[0].meaning, "asked again: it was cut off before its end");
}

#[test]
fn a_surface_may_read_sloppy_answers_but_only_to_a_candidate() {
    let sloppy: &Normalise = &|text, candidates| candidates.iter().position(|one| text.contains(&one.summary));
    assert_eq!(turn(&[]).hear(Ok("I pass".into()), Some(sloppy)), Verdict::Chosen(1));
    let wild: &Normalise = &|_, _| Some(77);
    assert_eq!(turn(&[]).hear(Ok("I pass".into()), Some(wild)), Verdict::Again);
    assert_eq!(turn(&[]).hear(Ok(r#"{"id":"c0"}"#.into()), Some(wild)), Verdict::Chosen(0));
}

// clause: Cards 8.7-3
#[test]
fn the_story_has_the_cards_and_what_was_noted_before_them() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let notes = lines("seat 1 deals\nseat 2 wins the trick\nseat 2 wins the trick");
    let seen = lines(
        "QH: your hand to trick
2H: seat 2's hand to trick
seat 2 wins the trick
QH, 2H: trick to seat 2's tricks
9C: seat 2's played to your taken
a card: seat 3's played to your taken
North: 3 to 5
South: 4 to 5
Ann and Bo: home to bed
Cy and Di: home to bed",
    );
    let told = lines(
        "seat 1 deals
seat 2 wins the trick
to trick: QH from your hand; 2H from seat 2's hand
seat 2 wins the trick
QH, 2H: trick to seat 2's tricks
to your taken: 9C from seat 2's played; a card from seat 3's played
North: 3 to 5
South: 4 to 5
Ann and Bo: home to bed
Cy and Di: home to bed",
    );
    assert_eq!(history(&notes, &seen), told);
    assert_eq!(history(&notes, &[]), notes);
    let many = vec!["7C: a to b".to_owned(); 20];
    assert_eq!(history(&[], &many).len(), 3);
}

/// With 300 moves, a model first chooses a kind of move, then a card, then the move.
#[test]
fn many_candidates_are_chosen_in_stages() {
    let candidate = |n: usize| Candidate {
        moves: vec![format!("move {n}")],
        summary: format!("do {n}"),
        kinds: match n {
            0 => vec!["a button".to_owned()],
            _ => vec![format!("to pile {}", n % 2), format!("card {}", n % 30)],
        },
    };
    let scene = Scene { viewer: Some(Viewer::Seat(Seat::new(0))), seats: 2, ..Scene::default() };
    let start = || ModelTurn::new(&scene, Context::default(), (0..300).map(candidate).collect());
    let says = |turn: &mut ModelTurn, id: &str| turn.hear(Ok(format!(r#"{{"id": "{id}"}}"#)), None);
    let last = |turn: &ModelTurn| turn.messages().last().unwrap().content.clone();

    let mut turn = start();
    assert!(turn.messages()[0].content.contains("is a kind of move"), "{}", turn.messages()[0].content);
    let list = "c0: do 0\nc1: to pile 1 (150 moves)\nc2: to pile 0 (149 moves)\n";
    assert!(last(&turn).ends_with(list), "{}", last(&turn));
    assert_eq!(says(&mut turn, "c3"), Verdict::Again, "there is no fourth kind");
    assert_eq!(says(&mut turn, "c1"), Verdict::Narrowed);
    assert!(last(&turn).contains("c0: card 1 (10 moves)\nc1: card 3 (10 moves)\n"), "{}", last(&turn));
    assert_eq!(says(&mut turn, "c77"), Verdict::Again, "each stage has its own repair");
    assert_eq!(says(&mut turn, "c1"), Verdict::Narrowed);
    assert!(last(&turn).ends_with("c8: do 243\nc9: do 273\n"), "{}", last(&turn));
    assert_eq!(says(&mut turn, "c9"), Verdict::Chosen(273));
    assert_eq!(turn.log().last().unwrap().meaning, "c9: do 273");

    assert_eq!(says(&mut start(), "c0"), Verdict::Chosen(0), "a kind with one move is that move");
    let direct: &Normalise = &|_, candidates| candidates.iter().position(|one| one.summary == "do 299");
    assert_eq!(start().hear(Ok("299".into()), Some(direct)), Verdict::Chosen(299));
}

/// Every candidate can be reached, also if the kinds do not divide the candidates. No list is longer than 96 lines.
#[test]
fn every_candidate_can_be_reached_through_short_lists() {
    for count in [1, 96, 97, 500, 20_000] {
        let candidate = |n: usize| Candidate { moves: vec![n.to_string()], summary: n.to_string(), kinds: Vec::new() };
        let candidates: Vec<Candidate> = (0..count).map(candidate).collect();
        let (mut found, mut open) = (vec![false; count], vec![(0..count).collect::<Vec<usize>>()]);
        while let Some(members) = open.pop() {
            let lines = stages::listed(&candidates, &members);
            assert!(lines.len() <= stages::MOST_LISTED, "{} lines of {count}", lines.len());
            for line in lines {
                match line.members[..] {
                    [only] => found[only] = true,
                    _ => open.push(line.members),
                }
            }
        }
        assert!(found.iter().all(|found| *found), "{count}");
    }
}

// clause: Cards 8.7-4
#[test]
fn an_earlier_hand_is_one_line() {
    let lines = |text: &str| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>();
    let first = "deck is shuffled
        QH, 2C: deck to your hand
        2 cards: deck to seat 2's hand
        QH: your hand to trick
        5H: seat 2's hand to trick
        you win trick 1 with the queen of hearts
        QH, 5H: trick to gone
        2C: your hand to trick
        9C: seat 2's hand to trick
        seat 2 wins the last trick with the nine of clubs
        seat 2: 1 point";
    // A hand that is not over keeps all its moves in the history.
    assert!(history(&[], &lines(first)).contains(&"you win trick 1 with the queen of hearts".to_owned()));
    let second = "2 cards: gone to deck
        deck is shuffled
        3S, 4S: deck to your hand
        2 cards: deck to seat 2's hand
        4S: your hand to trick";
    let told = lines(
        "hand 1: seat 2 wins the last trick with the nine of clubs; seat 2: 1 point
        3S, 4S: deck to your hand
        2 cards: deck to seat 2's hand
        4S: your hand to trick",
    );
    // Games in Rust announce the end of a hand. In other games, the cards are gathered, shuffled and dealt.
    for between in ["", "\nthe hand is over\nhand 2 is dealt"] {
        assert_eq!(history(&[], &lines(&format!("{first}{between}\n{second}"))), told, "{between}");
    }
    assert_eq!(history(&[], &lines(&format!("{first}\nthe hand is over"))), told[..1], "it closes at once");
    // A pile that is shuffled during a hand does not end it.
    let reshuffled =
        "8 cards: discard to deck\ndeck is shuffled\na card: deck to seat 2's hand\n7C: your hand to discard";
    assert_eq!(history(&[], &lines(reshuffled)), lines(reshuffled));
}

// clause: Cards 8.7-4
#[test]
fn a_long_result_keeps_its_scores() {
    let mut seen: Vec<String> = (0..20).map(|n| format!("most cards of kind {n}: a point for seat 2")).collect();
    seen.push("seat 1 gets 1 and has 10".to_owned());
    seen.push("the hand is over".to_owned());
    let [told] = &history(&[], &seen)[..] else { panic!("one line for the hand") };
    assert!(told.starts_with("hand 1: most cards of kind ") && told.ends_with("; seat 1 gets 1 and has 10"), "{told}");
    assert!(told.chars().count() <= 250, "{told}");
    let long = ["x".repeat(300), "the hand is over".to_owned()];
    assert_eq!(history(&[], &long), [format!("hand 1: {}…", "x".repeat(240))]);
}

// clause: Cards 8.7-5
#[test]
fn many_hands_leave_room_for_the_current_one() {
    let mut seen = Vec::new();
    for hand in 1..=60 {
        seen.push(format!("seat 1 wins hand {hand}"));
        seen.push("the hand is over".to_owned());
        seen.push(format!("hand {} is dealt", hand + 1));
    }
    seen.extend((0..200).map(|n| format!("bid {n}")));
    let told = history(&[], &seen);
    assert_eq!(told.len(), MAX_RECAP);
    assert_eq!(told[0], "hand 31: seat 1 wins hand 31");
    assert_eq!(told[29], "hand 60: seat 1 wins hand 60");
    assert_eq!((told[30].as_str(), told[MAX_RECAP - 1].as_str()), ("bid 140", "bid 199"));
}
