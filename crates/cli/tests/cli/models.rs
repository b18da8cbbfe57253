//! Tests of language models as players: settings, answers and the log of requests.

use crate::run::{Folder, Ran, games, rulebook, rulebook_with};
use rulebook_testkit::endpoint::{Reply, listen};
use serde_json::{Value, json};

const KEY: &str = "a-very-secret-key";

/// A model endpoint that gives these answers in order. All further requests get the last answer.
fn endpoint(answers: Vec<(u16, &'static str)>) -> String {
    let mut nth = 0;
    let addr = listen(move |_| {
        let (status, said) = answers[nth.min(answers.len() - 1)];
        nth += 1;
        Reply::Answer(status, json!({"choices": [{"message": {"content": said}}]}).to_string())
    });
    format!("http://{}/v1", addr.unwrap())
}

/// Plays Crazy Eights with a fixed deal and a model at this endpoint. Returns the output and the logged requests.
fn played(url: &str, seats: &str) -> (Ran, Vec<Value>) {
    played_game(url, &["crazy-eights", "--players", seats])
}

/// Plays a game with a fixed deal and a model at this endpoint. Returns the output and the logged requests.
fn played_game(url: &str, game: &[&str]) -> (Ran, Vec<Value>) {
    let folder = Folder::new("cli");
    let log = folder.path("asked.jsonl");
    let variables = [
        ("BACKEND_LLM_ENABLED", "1"),
        ("LLM_BASE_URL", url),
        ("LLM_API_KEY", KEY),
        ("LLM_MODEL", "small"),
        ("LLM_MIN_THINK_TIME_MS", "0"),
        ("LLM_POLICY_MODE", "llm"),
    ];
    let args = [&["play"], game, &["--seed", "1", "--llm-log", &log]].concat();
    let ran = rulebook_with(&variables, &games(), &args, "");
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(!text.contains(KEY) && !ran.out.contains(KEY) && !ran.err.contains(KEY));
    (ran, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// The text of a logged request: what the model was asked.
fn question(line: &Value) -> &str {
    let asked = line["exchange"]["asked"].as_array().unwrap();
    asked.iter().find(|message| message["role"] == "user").and_then(|message| message["content"].as_str()).unwrap()
}

const FIRST: (u16, &str) = (200, r#"<answer>{"id": "c0"}</answer>"#);

#[test]
fn no_model_plays_unless_the_environment_says_which() {
    let run = rulebook(&["play", "tic-tac-toe", "--players", "llm,random"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("BACKEND_LLM_ENABLED"), "{}", run.err);
}

#[test]
fn the_first_candidate_needs_no_endpoint_and_plays_the_same_match_again() {
    let variables =
        [("BACKEND_LLM_ENABLED", "1"), ("LLM_POLICY_MODE", "firstCandidate"), ("LLM_MIN_THINK_TIME_MS", "0")];
    let args = ["play", "crazy-eights", "--players", "llm,first", "--seed", "1"];
    let play = || rulebook_with(&variables, &games(), &args, "").fine();
    let text = play();
    assert!(text.contains("wins") && text == play(), "{text}");
}

/// Two matches have the same hand for the model and different hands for the other seat. The requests must not differ.
// clause: Cards 8.1-2 8.9-2 8.9-3
#[test]
fn a_prompt_contains_no_hidden_information() {
    let url = endpoint(vec![FIRST]);
    let (ran, first) = played(&url, "llm,first");
    ran.fine();
    let (ran, second) = played(&url, "first,llm");
    ran.fine();
    let dealt = question(&second[0]).lines().find_map(|line| line.strip_suffix(": stock to your hand")).unwrap();
    let cards: Vec<&str> = dealt.trim_start_matches("- ").split(", ").collect();
    assert_eq!(cards.len(), 7, "{dealt}");
    let question = question(&first[0]);
    for card in cards {
        let shown = card.replace('C', "♣").replace('D', "♦").replace('H', "♥").replace('S', "♠");
        let words = |c: char| c.is_whitespace() || c == ',' || c == ':';
        let told = question.split(words).any(|word| word == card || word == shown);
        assert!(!told, "{card} is in the other hand:\n{question}");
    }
    assert!(first.iter().all(|line| line["seat"] == 1) && second.iter().all(|line| line["seat"] == 2));
}

#[test]
fn an_endpoint_that_fails_once_is_asked_once_more_and_both_are_in_the_log() {
    let (ran, asked) = played(&endpoint(vec![(500, "busy"), FIRST]), "llm,first");
    ran.fine();
    assert_eq!(asked[0]["ask"], asked[1]["ask"]);
    assert!(asked[0]["exchange"]["meaning"].as_str().unwrap().starts_with("asked again: the endpoint answers 500"));
    assert!(asked[1]["exchange"]["meaning"].as_str().unwrap().starts_with("c0: "));
}

// clause: Cards 8.5-6
#[test]
fn a_model_that_names_no_candidate_makes_no_move() {
    let (ran, asked) = played(&endpoint(vec![(200, r#"<answer>{"id": "c77"}</answer>"#)]), "llm,first");
    ran.failed(1, "seat 1: the model did not choose a move (to see why, use --llm-log FILE");
    assert_eq!(asked.len(), 2, "once, and once more: {asked:?}");
    assert_eq!(asked[1]["exchange"]["meaning"], "gave up: no candidate is called \"c77\"");
}

/// A model chooses among all legal calls in Bridge. With the short list, it chooses among few, or is not asked at all.
#[test]
fn a_model_gets_all_legal_moves_unless_the_short_list_is_asked_for() {
    let url = endpoint(vec![FIRST]);
    let calls = |list: &[&str]| {
        let game = [&["bridge", "--players", "llm,llm,llm,llm"], list].concat();
        let (ran, asked) = played_game(&url, &game);
        ran.fine();
        let count = |line: &Value| question(line).lines().filter(|line| line.starts_with('c')).count();
        asked.iter().map(count).max().unwrap_or(0)
    };
    assert_eq!(calls(&[]), 36, "35 bids and a pass");
    assert_eq!(calls(&["--llm-candidates", "all"]), 36);
    assert!(calls(&["--llm-candidates", "short"]) < 20);
    let run = rulebook(&["play", "bridge", "--llm-candidates", "some"]);
    assert!(run.code == 2 && run.err.contains("all") && run.err.contains("short"), "{}", run.err);
}

// clause: Magic 2-12
#[test]
fn the_log_of_models_is_appended_to() {
    let folder = Folder::new("trace");
    let log = folder.path("trace.jsonl");
    let url = endpoint(vec![FIRST]);
    let variables = [
        ("BACKEND_LLM_ENABLED", "1"),
        ("LLM_BASE_URL", url.as_str()),
        ("LLM_API_KEY", KEY),
        ("LLM_MODEL", "small"),
        ("LLM_MIN_THINK_TIME_MS", "0"),
        ("LLM_POLICY_MODE", "llm"),
    ];
    let args = ["play", "high-card", "--players", "llm,first", "--seed", "1", "--llm-log", &log];
    let lines = || std::fs::read_to_string(&log).unwrap().lines().map(str::to_owned).collect::<Vec<_>>();
    rulebook_with(&variables, &games(), &args, "").fine();
    let once = lines();
    rulebook_with(&variables, &games(), &args, "").fine();
    let twice = lines();
    assert_eq!(twice[..once.len()], once, "the lines of the first match stay");
    assert_eq!(twice.len(), 2 * once.len());
    let line: Value = serde_json::from_str(&once[0]).unwrap();
    assert_eq!((&line["game"], &line["seat"], &line["match"]), (&"high-card".into(), &1.into(), &Value::Null));
}
