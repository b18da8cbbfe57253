//! Tests against a local server that behaves well or badly.

use rulebook_kernel::{Seat, Viewer};
use rulebook_llm::{Config, Decision, Endpoint, Mode, Model};
use rulebook_policy::{Candidate, Context, ModelTurn, Style};
use rulebook_scene::Scene;
use rulebook_testkit::endpoint::{Reply, listen};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const KEY: &str = "a-very-secret-key";

fn says(content: &str) -> Reply {
    let body = serde_json::json!({"choices": [{"finish_reason": "stop", "message": {"content": content}}]});
    Reply::Answer(200, body.to_string())
}

/// A server that gives these replies in order. Returns its base URL and a channel with the requests that it received.
fn server(things: Vec<Reply>) -> (String, Receiver<String>) {
    let (send, received) = channel();
    let mut things = things.into_iter();
    let addr = listen(move |request| {
        let _ = send.send(request.head + &request.body);
        things.next().unwrap_or(Reply::Nothing)
    });
    (format!("http://{}/v1/", addr.unwrap()), received)
}

fn turn() -> ModelTurn {
    turn_of(&["hit", "stay"])
}

fn turn_of(moves: &[&str]) -> ModelTurn {
    let scene = Scene { viewer: Some(Viewer::Seat(Seat::new(0))), seats: 2, ..Scene::default() };
    let candidate =
        |text: &&str| Candidate { moves: vec![(*text).to_owned()], summary: (*text).to_owned(), kinds: Vec::new() };
    ModelTurn::new(&scene, Context::default(), moves.iter().map(candidate).collect())
}

fn decide(things: Vec<Reply>) -> (Decision, Vec<String>) {
    decide_at(things, "")
}

/// Lets a model decide. `rest` is added to the base URL of the server.
fn decide_at(things: Vec<Reply>, rest: &str) -> (Decision, Vec<String>) {
    let (base_url, received) = server(things);
    // The timeout is long enough for a busy machine.
    let decision = model(base_url + rest, Duration::from_secs(60)).decide(turn(), None);
    (decision, received.try_iter().collect())
}

/// A model at this base URL with this timeout.
fn model(base_url: String, timeout: Duration) -> Model {
    let endpoint = Endpoint { base_url, api_key: KEY.into(), model: "small".into(), temperature: 0.0 };
    let timeout = Some(timeout);
    Model::new(Config {
        mode: Mode::Llm(endpoint),
        timeout,
        min_think: None,
        show_exceptions: true,
        style: Style::Candidates,
    })
}

fn fails(things: Vec<Reply>) -> String {
    let (decision, _) = decide(things);
    let told = format!("{decision:?}");
    assert!(!told.contains(KEY), "{told}");
    decision.choice.unwrap_err().detail.unwrap()
}

// clause: Cards 7-12
#[test]
fn a_good_server_is_asked_once_and_as_the_protocol_says() {
    let (decision, sent) = decide(vec![says(r#"<answer>{"id": "c1"}</answer>"#)]);
    assert_eq!(decision.choice, Ok(1));
    assert_eq!(sent.len(), 1);
    assert!(sent[0].starts_with("POST /v1/chat/completions HTTP/1.1\r\n"), "{}", sent[0]);
    assert!(sent[0].contains(&format!("Bearer {KEY}")));
    let body: serde_json::Value = serde_json::from_str(&sent[0][sent[0].find('{').unwrap()..]).unwrap();
    assert_eq!((body["model"].as_str(), body["temperature"].as_f64()), (Some("small"), Some(0.0)));
    assert_eq!(body["messages"][0]["role"], "system");
    assert!(body["messages"][1]["content"].as_str().unwrap().ends_with("c0: hit\nc1: stay\n"));
}

#[test]
fn the_address_may_be_written_whole() {
    for rest in ["chat/completions", "/", "chat/completions/"] {
        let (decision, sent) = decide_at(vec![says(r#"{"id": "c1"}"#)], rest);
        assert_eq!(decision.choice, Ok(1));
        assert!(sent[0].starts_with("POST /v1/chat/completions HTTP/1.1\r\n"), "{}", sent[0]);
    }
}

#[test]
fn odd_servers_are_understood() {
    let odd = [
        r#"{"choices":[{"finish_reason":"","message":{"content":"{\"id\":\"c1\"}"}}]}"#,
        r#"{"choices":[{"finish_reason":null,"message":{"role":"assistant","content":"{\"id\":\"c1\"}"}}],"extra":[1]}"#,
        r#"{"choices":[{"message":{"content":[{"type":"text","text":"{\"id\":"},{"type":"text","text":"\"c1\"}"}]}}]}"#,
        r#"{"choices":[{"text":"<answer>{\"id\":\"c1\"}</answer>"}]}"#,
        r#"{"choices":[{"message":{"reasoning_content":"hm","content":"Well: <answer>{\"id\":\"c1\"}</answer>"}}]}"#,
    ];
    for body in odd {
        assert_eq!(decide(vec![Reply::Answer(200, body.into())]).0.choice, Ok(1), "{body}");
    }
}

#[test]
fn a_bad_answer_is_requested_again_with_the_reason() {
    let (decision, sent) = decide(vec![says("I stay."), says(r#"{"id": "c1"}"#)]);
    assert_eq!(decision.choice, Ok(1));
    assert_eq!(decision.log.len(), 2);
    assert!(sent[1].contains("I stay.") && sent[1].contains("there is no <answer> in it"), "{}", sent[1]);
    let begin = Instant::now();
    let (decision, _) = decide(vec![Reply::Answer(500, "down".into()), says(r#"{"id": "c0"}"#)]);
    assert_eq!(decision.choice, Ok(0));
    assert!(begin.elapsed() >= Duration::from_millis(80), "it is not asked again at once: {:?}", begin.elapsed());
}

#[test]
fn retry_after_of_an_endpoint_is_obeyed() {
    let busy = Reply::Babble("HTTP/1.1 429 X\r\nRetry-After: 1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    let begin = Instant::now();
    let (decision, sent) = decide(vec![busy, says(r#"{"id": "c0"}"#)]);
    assert_eq!((decision.choice, sent.len()), (Ok(0), 2));
    assert!(begin.elapsed() >= Duration::from_secs(1), "it said a second: {:?}", begin.elapsed());
    // The retry delay is longer than the timeout. So the model fails at once, and the endpoint is not asked again.
    let closed = "HTTP/1.1 503 X\r\nRetry-After: 3600\r\ncontent-length: 6\r\nconnection: close\r\n\r\nclosed";
    let (begin, answers) = (Instant::now(), vec![Reply::Babble(closed), says(r#"{"id": "c0"}"#)]);
    let (decision, sent) = decide(answers);
    assert_eq!(decision.choice.unwrap_err().detail.as_deref(), Some("the endpoint answers 503: closed"));
    assert_eq!(sent.len(), 1);
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
}

#[test]
fn two_bad_answers_are_fatal_and_nothing_is_played() {
    assert_eq!(fails(vec![says("no"), says(r#"{"id": "c7"}"#)]), "no candidate is called \"c7\"");
    let echo = format!("bad key {KEY}");
    let told = fails(vec![Reply::Answer(500, "x".into()), Reply::Answer(401, echo)]);
    assert_eq!(told, "the endpoint answers 401: bad key …");
    let twice = |body: &str| fails(vec![Reply::Answer(200, body.into()), Reply::Answer(200, body.into())]);
    assert_eq!(twice("{}"), "the completion has no choices");
    assert_eq!(twice(r#"{"choices":[],"error":null}"#), "the completion has no choices");
    let failed = "the endpoint answers with an error: model not loaded";
    assert_eq!(twice(r#"{"error":{"message":"model not loaded","code":7}}"#), failed);
    assert_eq!(twice(r#"{"error":"model not loaded"}"#), failed);
    assert_eq!(twice(r#"{"choices":[],"error":{"code":7}}"#), "the endpoint answers with an error: {\"code\":7}");
    assert_eq!(twice(r#"{"choices":[{}]}"#), "the completion has no message");
    assert_eq!(twice(r#"{"choices":[{"message":{}}]}"#), "the completion has no content");
    assert_eq!(twice(r#"{"choices":[{"message":{"content":"  "}}]}"#), "the completion is empty");
    assert!(twice("<html>").starts_with("the endpoint does not answer in JSON"));
    assert!(fails(vec![Reply::Nothing, Reply::Nothing]).starts_with("the endpoint cannot be reached"));
    assert!(fails(vec![Reply::Babble("hello\n"), Reply::Babble("")]).starts_with("the endpoint cannot be reached"));
    let huge = "x".repeat(3 << 20);
    assert!(fails(vec![Reply::Answer(200, huge.clone()), Reply::Answer(200, huge)]).contains("cannot be reached"));
}

#[test]
fn a_truncated_completion_is_no_answer() {
    let cut = |content: &str| {
        let body = serde_json::json!({"choices": [{"finish_reason": "length", "message": {"content": content}}]});
        Reply::Answer(200, body.to_string())
    };
    let (decision, sent) = decide(vec![cut(r#"<answer>{"id": "c0"}</answer> But if"#), says(r#"{"id": "c1"}"#)]);
    assert_eq!(decision.choice, Ok(1));
    assert!(sent[1].contains("it was cut off before its end"), "{}", sent[1]);
    let thinks = says(r#"<think>maybe <answer>{"id":"c1"}</answer> no wait"#);
    assert_eq!(fails(vec![thinks.clone(), thinks]), "there is no <answer> in it");
    assert_eq!(fails(vec![cut(""), cut(" ")]), "the model was cut off before it answered");
}

#[test]
fn no_part_of_the_api_key_is_shown() {
    let twice = |does: Reply| fails(vec![does.clone(), does]);
    for before in (150..260).step_by(5) {
        let told = twice(Reply::Answer(500, format!("{}{KEY}", "x".repeat(before))));
        assert!(!told.contains("a-very"), "{told}");
    }
    let told = twice(Reply::Answer(200, format!(r#"{{"choices":"{}Bearer {KEY}"}}"#, "y".repeat(160))));
    assert!(told.starts_with("the endpoint does not answer in JSON") && !told.contains("a-very"), "{told}");
    // `fails` also checks that the log of the decision does not contain the key.
    assert_eq!(twice(says(&format!("my key is {KEY}"))), "there is no <answer> in it");
}

#[test]
fn a_slow_server_is_not_waited_for_longer_than_the_settings_say() {
    let addr = listen(|_| {
        std::thread::sleep(Duration::from_secs(300));
        Reply::Nothing
    });
    let begin = Instant::now();
    let model = model(format!("http://{}/v1/", addr.unwrap()), Duration::from_millis(700));
    let fatal = model.decide(turn(), None).choice.unwrap_err();
    assert_eq!(fatal.detail.as_deref(), Some("it took too long"));
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
}

#[test]
fn the_first_candidate_and_the_least_time() {
    let least = Duration::from_millis(60);
    let config = Config {
        mode: Mode::FirstCandidate,
        timeout: None,
        min_think: Some(least),
        show_exceptions: false,
        style: Style::Candidates,
    };
    let begin = Instant::now();
    assert_eq!(Model::new(config).decide(turn(), None).choice, Ok(0));
    assert!(begin.elapsed() >= least);
}

#[test]
fn a_single_legal_move_needs_no_request() {
    // No server listens at this address, so a request would fail.
    let endpoint =
        Endpoint { base_url: "http://127.0.0.1:9".into(), api_key: KEY.into(), model: "m".into(), temperature: 0.0 };
    let least = Some(Duration::from_secs(60));
    let config = Config {
        mode: Mode::Llm(endpoint),
        timeout: None,
        min_think: least,
        show_exceptions: false,
        style: Style::Candidates,
    };
    let begin = Instant::now();
    let decision = Model::new(config).decide(turn_of(&["stay"]), None);
    assert_eq!((decision.choice, decision.log), (Ok(0), vec![]));
    assert!(begin.elapsed() < Duration::from_secs(30));
}

// clause: Cards 7-9
#[test]
fn people_see_no_details_unless_the_settings_say_so() {
    let endpoint =
        Endpoint { base_url: "http://127.0.0.1:9".into(), api_key: KEY.into(), model: "m".into(), temperature: 0.0 };
    let config = Config {
        mode: Mode::Llm(endpoint),
        timeout: None,
        min_think: None,
        show_exceptions: false,
        style: Style::Candidates,
    };
    let fatal = Model::new(config).decide(turn(), None).choice.unwrap_err();
    assert_eq!((fatal.message.as_str(), fatal.detail), ("the model did not choose a move", None));
}

/// A model that has too many moves to choose from is asked for a kind of move, and then for a move of this kind.
#[test]
fn a_long_list_is_asked_for_in_stages() {
    let scene = Scene { viewer: Some(Viewer::Seat(Seat::new(0))), seats: 2, ..Scene::default() };
    let candidate = |n: usize| Candidate {
        moves: vec![format!("m{n}")],
        summary: format!("move {n}"),
        kinds: vec![format!("to pile {}", n % 3)],
    };
    let turn = ModelTurn::new(&scene, Context::default(), (0..120).map(candidate).collect());
    let (base_url, received) = server(vec![says(r#"{"id": "c2"}"#), says("hm"), says(r#"{"id": "c39"}"#)]);
    let decision = model(base_url, Duration::from_secs(60)).decide(turn, None);
    assert_eq!(decision.choice, Ok(119));
    let sent: Vec<String> = received.try_iter().collect();
    assert_eq!((sent.len(), decision.log.len()), (3, 3));
    assert!(sent[0].contains("c2: to pile 2 (40 moves)") && !sent[0].contains("c3:"), "{}", sent[0]);
    assert!(sent[1].contains("You chose: to pile 2 (40 moves)") && sent[1].contains("c39: move 119"), "{}", sent[1]);
}
