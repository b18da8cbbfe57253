//! Tests of a designer's work: a new game, its mistakes, its flow, its report, and the steps of the tutorial.

use super::run::{Folder, games, rulebook, rulebook_in, rulebook_with};
use rulebook_testkit::endpoint::{Reply, listen};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

/// A new game in its own folder.
fn begun() -> (Folder, String) {
    let folder = Folder::new("cli");
    let told = rulebook_in(&folder.0, &["new", "gold-rush", "--family", "cgml"], "").fine();
    assert!(told.contains("game.cgml") && told.contains("rulebook report"), "{told}");
    let path = folder.path("games/gold-rush");
    (folder, path)
}

// clause: CGML 1-1
#[test]
fn a_new_card_game_is_fine_and_plays() {
    let (folder, path) = begun();
    let text = fs::read_to_string(folder.0.join("games/gold-rush/game.cgml")).unwrap();
    assert!(text.contains("name: Gold Rush") && text.contains("rulebook report gold-rush"), "{text}");
    assert!(rulebook_in(&folder.0, &["check", &path], "").fine().contains("1 game without errors"));
    for seats in ["2", "4"] {
        let sim = rulebook_in(&folder.0, &["sim", &path, "--games", "50", "--seed", "1", "--seats", seats], "").fine();
        assert!(sim.contains("flags      none"), "{sim}");
    }
}

#[test]
fn failing_rules_and_unused_rules_are_reported() {
    let (folder, path) = begun();
    let file = folder.0.join("games/gold-rush/game.cgml");
    let text = fs::read_to_string(&file).unwrap();
    let with = |failure: &str| {
        let box_ = "  zones:\n    - { name: box, type: public }\n";
        let rules = format!(
            "rules:\n  - {{ id: hopeless, trigger: on.phase.Play, effect: [ {{ action: MOVE, from: $.zones.box, to: $.zones.discard{failure} }} ] }}\n  - {{ id: idle, trigger: on.phase.Play, condition: $.hand_size == 77, effect: [ {{ action: REVERSE_ORDER }} ] }}\n"
        );
        text.replacen("  zones:\n", box_, 1).replacen("rules:\n", &rules, 1)
    };
    fs::write(&file, with("")).unwrap();
    let told = "The rule `hopeless`: MOVE (action 0) fails in 210 of 210 games";
    let args = ["sim", &path, "--games", "210", "--seed", "1"];
    let sim = rulebook_in(&folder.0, &args, "").fine();
    assert!(sim.contains(told) && sim.contains("there is no card to take"), "{sim}");
    assert!(sim.contains("never used in 210 games: `idle`"), "{sim}");
    let out = folder.path("page.html");
    let report = ["report", &path, "--games", "210", "--better", "none", "-o", &out];
    let found = rulebook_in(&folder.0, &report, "").noted();
    assert!(found.contains(told) && found.contains("`idle` never fires"), "{found}");
    fs::write(&file, with(", on_failure: continue")).unwrap();
    let sim = rulebook_in(&folder.0, &args, "").fine();
    assert!(!sim.contains("hopeless"), "a failure with `continue` is expected: {sim}");
}

#[test]
fn actions_after_a_loop_keep_their_numbers() {
    let (folder, path) = begun();
    let file = folder.0.join("games/gold-rush/game.cgml");
    let text = fs::read_to_string(&file).unwrap();
    let box_ = "  zones:\n    - { name: box, type: public }\n";
    // The effect has three actions: 0 is the REPEAT, 1 is the SHUFFLE inside it, 2 is the MOVE that always fails.
    let rules = r#"rules:
  - id: hopeless
    trigger: on.phase.Play
    effect:
      - action: REPEAT
        until: count($.zones.box) == 0
        do: [ { action: SHUFFLE, target: $.zones.deck } ]
      - { action: MOVE, from: $.zones.box, to: $.zones.discard }
"#;
    fs::write(&file, text.replacen("  zones:\n", box_, 1).replacen("rules:\n", rules, 1)).unwrap();
    let sim = rulebook_in(&folder.0, &["sim", &path, "--games", "210", "--seed", "1"], "").fine();
    assert!(sim.contains("The rule `hopeless`: MOVE (action 2) fails in 210 of 210 games"), "{sim}");
    let out = folder.path("page.html");
    rulebook_in(&folder.0, &["report", &path, "--games", "20", "--better", "none", "-o", &out], "").noted();
    let page = fs::read_to_string(&out).unwrap();
    assert!(!page.contains("SHUFFLE (action 1)") && !page.contains("REPEAT (action 0)"), "both are used in each turn");
}

#[test]
fn all_mistakes_are_reported_at_once_and_as_json() {
    let (folder, path) = begun();
    let file = folder.0.join("games/gold-rush/game.cgml");
    let text = fs::read_to_string(&file).unwrap();
    let wrong = text
        .replace("zones.discard", "zones.discrad")
        .replace("on.phase.Play", "on.phase.Pley")
        .replace("$.best", "$.bets");
    fs::write(&file, wrong).unwrap();
    let ran = rulebook_in(&folder.0, &["check", &path, "--json"], "");
    assert_eq!(ran.code, 1);
    let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let told: Vec<&str> = found.as_array().unwrap().iter().filter_map(|one| one["message"].as_str()).collect();
    for name in ["discrad", "Pley", "bets"] {
        assert!(told.iter().any(|message| message.contains(name)), "{name} is not in {told:?}");
    }
}

#[test]
fn a_report_is_a_page_that_the_seed_decides() {
    let (folder, path) = begun();
    let out = folder.path("report.html");
    let args = [
        "report",
        &path,
        "-o",
        &out,
        "--games",
        "60",
        "--better",
        "greedy",
        "--better-games",
        "6",
        "--vary",
        "hand_size=2..3",
        "--against",
        &path,
    ];
    rulebook_in(&folder.0, &args, "").noted();
    let page = fs::read_to_string(&out).unwrap();
    for part in [
        "Who wins",
        "How long it takes",
        "Does better play win?",
        "What is chosen",
        "Which rules are used",
        "hand_size",
        "Compared with",
        "How it goes",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(page.contains("the_highest_takes_a_point") && !page.contains("NaN"));
    rulebook_in(&folder.0, &[&args[..], &["--threads", "1"]].concat(), "").noted();
    assert_eq!(fs::read_to_string(&out).unwrap(), page, "the same command, the same page");
    rulebook_in(&folder.0, &["report", &path, "--games", "5", "--vary", "nothing=1..2"], "").failed(2, "hand_size");
    rulebook_in(&folder.0, &["report", &path, "--games", "5", "--bot", "nobody"], "").failed(2, "--bot");
}

#[test]
fn a_report_warns_in_plain_words() {
    let (folder, path) = begun();
    let file = folder.0.join("games/gold-rush/game.cgml");
    let text = fs::read_to_string(&file).unwrap();
    // A game that the first player always wins, with a rule that never fires.
    let text = text.replace("evaluator: max($.players, $player.score) ", "evaluator: $.players[0] ");
    let dead = "  - { id: in_vain, trigger: on.phase.Compare, condition: \"$.hand_size > 100\", effect: [ { action: SHUFFLE, target: $.zones.deck } ] }\n";
    fs::write(&file, text.replace("\n# Nothing below", &format!("\n{dead}\n# Nothing below"))).unwrap();
    let out = folder.path("report.html");
    let told = rulebook_in(&folder.0, &["report", &path, "-o", &out, "--games", "80", "--better", "none"], "").noted();
    for words in ["Seat 1 always wins", "Seat 2 never wins", "`in_vain` never fires"] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn a_report_is_there_for_every_family() {
    let folder = Folder::new("cli");
    for game in ["tic-tac-toe", "durak", "klondike"] {
        let out = folder.path(&format!("{game}.html"));
        let args = ["report", game, "-o", &out, "--games", "6", "--better", "none", "--max-moves", "300"];
        let ran = super::run::rulebook(&args);
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        assert!(ran.err.starts_with("note: the report takes about "), "{}", ran.err);
        assert!(fs::read_to_string(&out).unwrap().contains("How long it takes"), "{game}");
    }
}

#[test]
fn the_flow_is_explained() {
    let told = rulebook(&["explain", "whist"]).fine();
    assert!(told.contains("[Dealing]  (begins here)") && told.contains("--> [Counting]"), "{told}");
    assert!(rulebook(&["explain", "whist", "--svg"]).fine().starts_with("<svg "));
    // The flow of games that are not written in CGML is observed in random games.
    let drawn = rulebook(&["explain", "tic-tac-toe"]).fine();
    assert!(drawn.contains("board of 3 by 3") && drawn.contains("of 40 random games"), "{drawn}");
    assert!(rulebook(&["explain", "war", "--svg"]).fine().starts_with("<svg"));
    // The flow shows each phase as one state, whatever the turn and the seat.
    let duel = rulebook(&["explain", "duel"]).fine();
    assert!(duel.contains("[main phase]"), "{duel}");
    assert!(duel.lines().filter(|line| line.starts_with('[')).count() < 30, "{duel}");
}

#[test]
fn a_table_follows_its_file_in_the_terminal() {
    let (folder, path) = begun();
    let told = rulebook_in(&folder.0, &["dev", &path, "--terminal"], "1\nb\nnonsense\nq\n").fine();
    assert!(told.contains("Which card do you play?") && told.contains("That is not a legal move"), "{told}");
    rulebook_in(&folder.0, &["dev", "no-such-game"], "").failed(1, "there is no");
}

#[test]
fn every_step_of_the_tutorial_plays() {
    let folder = games().join("../docs/tutorial");
    let mut steps: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".cgml"))
        .collect();
    steps.sort();
    assert_eq!(steps.len(), 9, "{steps:?}");
    steps.push("lanterns".to_owned());
    let all: Vec<&str> = steps.iter().map(String::as_str).collect();
    assert!(
        rulebook_in(&folder, &[&["check"][..], &all[..]].concat(), "").fine().starts_with("10 games without errors")
    );
    for step in &steps {
        let sim = rulebook_in(&folder, &["sim", step, "--games", "40", "--seed", "1", "--seats", "3"], "").fine();
        // The game of the first step has no decision yet.
        let flags = if *step == steps[0] { "ends before the first decision: 40 games" } else { "flags      none" };
        assert!(sim.contains(flags), "{step}: {sim}");
    }
}

#[test]
fn editors_are_answered() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_rulebook"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let (mut to, mut from) = (server.stdin.take().unwrap(), BufReader::new(server.stdout.take().unwrap()));
    let mut ask = |text: &str| {
        write!(to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        to.flush().unwrap();
    };
    let mut answer = || {
        let (mut head, mut gap) = (String::new(), String::new());
        from.read_line(&mut head).unwrap();
        from.read_line(&mut gap).unwrap();
        let length = head.trim().strip_prefix("Content-Length: ").and_then(|text| text.parse().ok());
        let mut text = vec![0; length.unwrap_or_else(|| panic!("a length, not {head:?}"))];
        from.read_exact(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    };
    ask(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#);
    let told = answer();
    for words in ["completionProvider", "hoverProvider", "definitionProvider", "renameProvider"] {
        assert!(told.contains(words), "{words} in {told}");
    }
    ask(r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#);
    assert!(answer().contains(r#""id":2"#));
    ask(r#"{"jsonrpc":"2.0","method":"exit"}"#);
    assert!(server.wait().unwrap().success());
}

#[test]
fn two_sections_never_share_a_folder() {
    let folder = Folder::new("cli");
    fs::write(folder.0.join("two.ini"), "[a b:chess]\n[a-b:chess]\n").unwrap();
    let told = rulebook_in(&folder.0, &["import", "variants", "two.ini", "-o", "out"], "").fine();
    assert!(told.contains("a b: imported\n"), "{told}");
    assert!(told.contains("a-b: not imported: its folder `a-b` already holds the section `a b`"), "{told}");
}

#[test]
fn a_model_writes_a_game_until_all_steps_pass() {
    let folder = Folder::new("write");
    let game = folder.path("fifteen-stones");
    let bench = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/authoring");
    let (task, answers) =
        (format!("{bench}/tasks/04-fifteen-stones.md"), format!("{bench}/recorded/04-fifteen-stones.jsonl"));
    let written = rulebook(&["write", &task, "-o", &game, "--replay", &answers, "--hidden", &task]).fine();
    let rounds: Vec<&str> = written.lines().filter(|line| line.starts_with("round ")).collect();
    assert_eq!(rounds.len(), 4, "{written}");
    assert!(rounds[0].contains("the answer has no file"), "{written}");
    assert!(rounds[1].contains("check: 1 error"), "{written}");
    assert!(rounds[2].contains("scenarios: 1 error"), "{written}");
    assert!(rounds[3].contains("no mistakes, 3 scenarios, 1,000 random games"), "{written}");
    assert!(
        written.contains("- Who begins? The first player.") && written.contains("All hidden scenarios hold"),
        "{written}"
    );
    // The old version in the answer was repaired, and no hidden scenario stays behind.
    assert!(std::fs::read_to_string(format!("{game}/game.cgml")).unwrap().starts_with("cgml_version: \"1.3\""));
    assert_eq!(std::fs::read_dir(format!("{game}/scenarios")).unwrap().count(), 1);
    rulebook(&["write", &task, "-o", &game, "--replay", &answers]).failed(1, "is not empty");
    let other = folder.path("other");
    rulebook(&["write", &task, "-o", &other, "--replay", &answers, "--rounds", "3"]).failed(1, "");
    rulebook(&["write", &task, "-o", &folder.path("Not An Id"), "--replay", &answers]).failed(2, "id of the game");
}

/// An endpoint gives the recorded answers, the last one in two parts.
#[test]
fn a_model_at_an_endpoint_writes_a_game() {
    let folder = Folder::new("write");
    let bench = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/authoring");
    let task = format!("{bench}/tasks/04-fifteen-stones.md");
    let recorded = fs::read_to_string(format!("{bench}/recorded/04-fifteen-stones.jsonl")).unwrap();
    let answer_of = |line: &str| serde_json::from_str::<Value>(line).unwrap()["answer"].as_str().unwrap().to_owned();
    let answers: Vec<String> = recorded.lines().map(answer_of).collect();
    let (first, last) = answers.last().unwrap().split_at(100);
    let mut replies: Vec<(String, &str)> = answers[..3].iter().map(|answer| (answer.clone(), "stop")).collect();
    replies.extend([(first.to_owned(), "length"), (last.to_owned(), "stop")]);
    let asked = Arc::new(Mutex::new(Vec::new()));
    let (requests, mut next) = (asked.clone(), replies.into_iter());
    let address = listen(move |request| {
        requests.lock().unwrap().push(request);
        match next.next() {
            Some((content, reason)) => {
                let choice = json!({ "message": { "role": "assistant", "content": content }, "finish_reason": reason });
                Reply::Answer(200, json!({ "choices": [choice] }).to_string())
            }
            None => Reply::Answer(500, "no more answers".to_owned()),
        }
    });
    let url = format!("http://{}/v1", address.unwrap());
    let variables = [("LLM_BASE_URL", url.as_str()), ("LLM_API_KEY", "the-secret-key"), ("LLM_MODEL", "small")];
    let (game, record) = (folder.path("fifteen-stones"), folder.path("answers.jsonl"));
    let args: [&str; 8] = ["write", &task, "-o", &game, "--hidden", &task, "--record", &record];
    let written = rulebook_with(&variables, &folder.0, &args, "").fine();
    assert!(written.contains("round 4: no mistakes, 3 scenarios"), "{written}");
    assert!(written.contains("All hidden scenarios hold"), "{written}");

    let asked = asked.lock().unwrap();
    let bodies: Vec<Value> = asked.iter().map(|request| serde_json::from_str(&request.body).unwrap()).collect();
    assert_eq!(asked.len(), 5, "three answers, then one in two parts");
    for (request, body) in asked.iter().zip(&bodies) {
        assert!(request.head.starts_with("POST /v1/chat/completions "), "{}", request.head);
        assert!(request.head.contains("Bearer the-secret-key"), "{}", request.head);
        assert_eq!(body["model"], "small");
    }
    let said = |body: &Value, at: usize| body["messages"][at]["content"].as_str().unwrap().to_owned();
    assert!(said(&bodies[0], 0).contains("REQUEST_INPUT") && said(&bodies[0], 1).to_lowercase().contains("fifteen"));
    assert!(!said(&bodies[0], 1).contains("```"), "the model does not see the solution below the rules");
    assert!(said(&bodies[2], 3).contains("\"code\""), "the diagnostics are JSON: {}", said(&bodies[2], 3));
    assert_eq!(said(&bodies[4], 4), first);

    // The record replays the same answers without an endpoint.
    let transcript = fs::read_to_string(&record).unwrap();
    assert_eq!(transcript.lines().map(answer_of).collect::<Vec<_>>(), answers);
    assert!(!transcript.contains("the-secret-key"));
    rulebook(&["write", &task, "-o", &folder.path("again"), "--replay", &record]).fine();
}
