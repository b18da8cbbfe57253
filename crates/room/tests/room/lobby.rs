//! Tests of the lobby: seats, options and texts for the shuffle.

use crate::host::{Host, cruel, open_game, seat};
use rulebook_kernel::{Key, Setup};
use rulebook_matchlog::{replay, verify};
use rulebook_room::{
    CardIntent, Clock, Driver, Effect, Input, IntentAction, MOST_TALK, MOST_WORDS, Phase, RefusalCode, RematchSetup,
    Room, Sender, Terms,
};
use rulebook_scene::START_HAND;

fn sit(index: usize, name: &str) -> Input {
    Input::Sit { seat: seat(index), name: name.to_owned() }
}

#[test]
fn a_match_begins_when_every_seat_is_taken() {
    let mut host = Host::lobby(cruel(), 2, "begin", Terms::default());
    assert_eq!(host.refused(Sender::Host, Input::Start), RefusalCode::WrongPhase);
    host.ok(Sender::Guest, sit(0, "Ann"));
    assert_eq!(host.refused(Sender::Guest, sit(0, "Bob")), RefusalCode::NotAllowed);
    assert_eq!(host.refused(Sender::Guest, sit(1, "Ann")), RefusalCode::NotAllowed);
    assert_eq!(host.refused(Sender::Guest, sit(1, "\n")), RefusalCode::Malformed);
    assert_eq!(host.refused(Sender::Guest, sit(7, "Bob")), RefusalCode::Malformed);
    host.ok(Sender::Guest, sit(1, "Bob"));
    assert_eq!(host.refused(Sender::Guest, Input::Start), RefusalCode::NotYours);
    host.ok(Sender::Seat(seat(1)), Input::Start);
    assert_eq!(host.room.phase(), Phase::Playing);
    assert_eq!(host.refused(Sender::Host, Input::Setup(Setup::seats(3))), RefusalCode::WrongPhase);
}

/// A client that gets no reply repeats the intent. Another key is a second intent.
// clause: Cards 6.1-16
#[test]
fn an_intent_that_starts_the_match_may_be_repeated() {
    let mut host = Host::lobby(cruel(), 2, "begin", Terms::default());
    let start = |key: &str| {
        let action = IntentAction::Press(START_HAND.to_owned());
        Input::Intent(CardIntent { ask: None, player: None, action, key: key.to_owned() })
    };
    let ann = Sender::Seat(seat(0));
    host.ok(Sender::Guest, sit(0, "Ann"));
    assert_eq!(host.refused(ann, start("first")), RefusalCode::WrongPhase, "a seat is empty");
    host.ok(Sender::Guest, sit(1, "Bob"));
    assert_eq!(host.refused(ann, start(&"k".repeat(65))), RefusalCode::Malformed);
    host.ok(ann, start("first"));
    let records = host.lines.len();
    host.ok(ann, start("first"));
    assert_eq!(host.lines.len(), records, "the match starts once");
    host.room = host.restored();
    host.ok(ann, start("first"));
    host.refused(ann, start("second"));
}

#[test]
fn a_table_that_nobody_needs_ends_and_a_match_that_has_begun_does_not() {
    let mut host = Host::lobby(cruel(), 2, "expire", Terms::default());
    host.ok(Sender::Guest, sit(0, "Ann"));
    assert_eq!(host.refused(Sender::Host, Input::Expire), RefusalCode::NotYours, "time is the clock's to tell");
    host.ok(Sender::Clock, Input::Expire);
    assert_eq!(host.room.phase(), Phase::Over);
    assert_eq!(host.restored().status(), host.room.status());
    assert_eq!(host.refused(Sender::Clock, Input::Expire), RefusalCode::WrongPhase, "once");
    let mut host = Host::cruel(2, "expire");
    assert_eq!(host.refused(Sender::Clock, Input::Expire), RefusalCode::WrongPhase, "somebody was faster");
    assert_eq!(host.room.phase(), Phase::Playing);
}

#[test]
fn a_match_that_nobody_plays_any_more_ends_unless_it_has_gone_on() {
    let mut host = Host::cruel(2, "abandon");
    let version = host.room.version();
    let left = |version| Input::Abandon { version };
    assert_eq!(host.refused(Sender::Host, left(version)), RefusalCode::NotYours, "time is the clock's to tell");
    host.play_first();
    assert_eq!(host.refused(Sender::Clock, left(version)), RefusalCode::WrongPhase, "somebody has come meanwhile");
    assert!(!host.room.is_due(), "it waits for people");
    host.ok(Sender::Clock, left(host.room.version()));
    let status = host.room.status();
    assert!(status.closed.as_ref().unwrap().contains("Nobody has played"), "{status:?}");
    assert!(status.outcome.is_none() && status.key.is_some() && status.secret.is_some());
    assert_eq!(host.restored().status(), status);
    let mut host = Host::lobby(cruel(), 2, "abandon", Terms::default());
    assert_eq!(
        host.refused(Sender::Clock, left(host.room.version())),
        RefusalCode::WrongPhase,
        "a lobby has a time of its own"
    );
    let clock = Clock { move_ms: 1000, ..Clock::default() };
    let mut host = Host::begun(cruel(), 2, "abandon", Terms { clock, ..Terms::default() });
    assert_eq!(host.refused(Sender::Clock, left(host.room.version())), RefusalCode::WrongPhase, "somebody's time runs");
    host.now += 2000;
    host.ok(Sender::Clock, Input::Tick);
    assert!(host.room.status().outcome.is_some(), "and ends it with a result");
}

#[test]
fn the_lobby_warns_that_the_host_may_close_the_table() {
    let mut host = Host::lobby(cruel(), 2, "close", Terms::default());
    let warned = |host: &Host| host.room.status().warnings.iter().any(|words| words.contains("may close this table"));
    assert!(warned(&host));
    host.ok(Sender::Host, Input::Drive { seat: seat(1), driver: Host::bot("random") });
    assert!(!warned(&host), "a single player has no opponents to warn");
    for (reason, told) in [("", "The host closed the table"), ("it is late", "The host closed the table: it is late")] {
        let mut host = Host::cruel(2, "close");
        assert!(!warned(&host), "the players have read the warning");
        host.ok(Sender::Host, Input::Close(reason.to_owned()));
        assert_eq!(host.room.status().closed.as_deref(), Some(told));
    }
}

// clause: Cards 5-7
#[test]
fn bots_cannot_start_a_match() {
    let mut host = Host::lobby(cruel(), 2, "machines", Terms::default());
    host.ok(Sender::Guest, sit(0, "Ann"));
    host.ok(Sender::Host, Input::Drive { seat: seat(1), driver: Host::bot("random") });
    assert_eq!(host.refused(Sender::Machine(seat(1)), Input::Start), RefusalCode::NotYours);
    assert_eq!(host.refused(Sender::Clock, Input::Start), RefusalCode::NotYours);
    host.ok(Sender::Seat(seat(0)), Input::Drive { seat: seat(0), driver: Driver::Sponsored });
    assert_eq!(host.refused(Sender::Seat(seat(0)), Input::Start), RefusalCode::NotYours, "a model in a browser");
    host.ok(Sender::Host, Input::Start);
}

#[test]
fn the_host_chooses_seats_and_nobody_is_swept_away() {
    let mut host = Host::lobby(cruel(), 2, "options", Terms::default());
    host.ok(Sender::Host, Input::Setup(Setup::seats(3)));
    host.ok(Sender::Guest, sit(2, "Cid"));
    assert_eq!(host.refused(Sender::Host, Input::Setup(Setup::seats(2))), RefusalCode::NotAllowed);
    assert_eq!(host.refused(Sender::Seat(seat(2)), Input::Setup(Setup::seats(3))), RefusalCode::NotYours);
    assert_eq!(host.refused(Sender::Host, Input::Setup(Setup::seats(99))), RefusalCode::Illegal);
    assert_eq!(host.refused(Sender::Seat(seat(0)), Input::Stand { seat: seat(2) }), RefusalCode::NotYours);
    host.ok(Sender::Seat(seat(2)), Input::Stand { seat: seat(2) });
    host.ok(Sender::Host, Input::Setup(Setup::seats(2)));
}

// clause: Cards 8.1-4
#[test]
fn everybody_is_warned_of_a_sponsored_seat() {
    let mut host = Host::lobby(cruel(), 2, "sponsor", Terms::default());
    host.ok(Sender::Guest, sit(0, "Ann"));
    let sponsored = Input::Drive { seat: seat(0), driver: Driver::Sponsored };
    assert_eq!(host.refused(Sender::Host, sponsored.clone()), RefusalCode::NotYours, "not the host's to choose");
    host.ok(Sender::Seat(seat(0)), sponsored);
    assert!(host.room.status().warnings[0].contains("Ann can see its cards"));
}

#[test]
fn words_of_the_players_change_the_deal_and_the_log_proves_it() {
    let deal = |words: &[&str]| {
        let mut host = Host::lobby(cruel(), 2, "one secret", Terms::default());
        let commitment = host.room.status().commitment;
        assert_eq!(commitment, Key::from_seed("one secret").commitment(), "told before anybody sits");
        host.ok(Sender::Guest, sit(0, "Ann"));
        host.ok(Sender::Guest, sit(1, "Bob"));
        for (index, words) in words.iter().enumerate() {
            host.ok(Sender::Seat(seat(index)), Input::Entropy((*words).to_owned()));
        }
        host.ok(Sender::Host, Input::Start);
        assert_eq!(host.refused(Sender::Seat(seat(0)), Input::Entropy("late".into())), RefusalCode::WrongPhase);
        assert!(host.room.status().secret.is_none());
        host
    };
    assert_eq!(deal(&["a", "b"]).game().digest(), deal(&["a", "b"]).game().digest());
    assert_ne!(deal(&["a", "b"]).game().digest(), deal(&["a", "c"]).game().digest());
    let mut host = deal(&["a", "b"]);
    host.ok(Sender::Seat(seat(0)), Input::Resign);
    let log = host.room.log().unwrap().to_owned();
    assert!(verify(&log, &*cruel()).unwrap().replayed);
    let status = host.room.status();
    assert_eq!(
        status.secret.unwrap().parse(),
        Ok(rulebook_kernel::Digest::from_bytes(*Key::from_seed("one secret").bytes()))
    );
    // The verification fails if the texts for the shuffle in the log are changed after the deal.
    let other = log.replace("\"entropy\":[\"a\",\"b\"]", "\"entropy\":[\"a\",\"x\"]");
    assert!(verify(&other, &*cruel()).unwrap_err().to_string().contains("not computed from"), "{log}");
    assert!(replay(&other, &*cruel()).is_err());
}

#[test]
fn a_practice_deal_is_the_same_deal_and_says_so() {
    let mut host = Host::lobby(cruel(), 2, "practice", Terms::default());
    host.ok(Sender::Guest, sit(0, "Ann"));
    host.ok(Sender::Guest, sit(1, "Bob"));
    host.ok(Sender::Seat(seat(0)), Input::Entropy("words".into()));
    host.ok(Sender::Host, Input::Start);
    let first = host.game().digest();
    let RematchSetup { setup, terms, entropy, .. } = host.room.again(true);
    let (room, _) = Room::open(cruel(), Key::from_seed("practice"), setup, terms, entropy, 5).unwrap();
    host.room = room;
    host.lines.truncate(1);
    host.ok(Sender::Guest, sit(0, "Ann"));
    host.ok(Sender::Guest, sit(1, "Bob"));
    assert_eq!(host.refused(Sender::Seat(seat(0)), Input::Entropy("other".into())), RefusalCode::NotAllowed);
    host.ok(Sender::Host, Input::Start);
    assert_eq!(host.game().digest(), first);
    assert!(host.room.status().warnings[0].contains("practice"));
    let RematchSetup { terms, entropy, .. } = host.room.again(false);
    assert!(!terms.practice && entropy.is_empty());
    let words = vec!["x".to_owned()];
    assert!(Room::open(open_game(), Key::from_seed("x"), Setup::seats(2), terms, words, 5).is_err());
}

#[test]
fn names_that_look_alike_are_refused_at_one_table() {
    let mut host = Host::lobby(cruel(), 2, "alike", Terms::default());
    host.ok(Sender::Guest, sit(0, "Irina"));
    // These names look like `Irina`: other case, a Cyrillic `а`, an `l` for the `I`, spaces, full-width letters.
    for name in ["irina", "IRINA", "Irin\u{430}", "lrina", "I rina", "\u{ff29}rina"] {
        assert_eq!(host.refused(Sender::Guest, sit(1, name)), RefusalCode::NotAllowed, "{name}");
    }
    for name in ["Nob\u{43e}dy", "s\u{435}at 2", "SEAT2", "Seat 12"] {
        assert_eq!(host.refused(Sender::Guest, sit(1, name)), RefusalCode::Malformed, "{name}: a name of seats");
    }
    host.ok(Sender::Guest, sit(1, "Irene"));
    assert_eq!(host.restored().status(), host.room.status());
}

#[test]
fn nobody_fills_a_match_with_words_for_the_shuffle() {
    let mut host = Host::lobby(cruel(), 2, "words", Terms::default());
    host.ok(Sender::Guest, sit(0, "Ann"));
    let words = |at: u32| Input::Entropy(format!("words {at}"));
    for at in 0..MOST_WORDS {
        host.ok(Sender::Seat(seat(0)), words(at));
    }
    let version = host.room.version();
    assert_eq!(host.refused(Sender::Seat(seat(0)), words(99)), RefusalCode::NotAllowed);
    assert_eq!(host.room.version(), version);
    let mut restored = host.restored();
    let effects = restored.handle(Sender::Seat(seat(0)), words(99), 0);
    assert!(effects.iter().all(|effect| !matches!(effect, Effect::Write(_))), "a restart does not start again");
}

#[test]
fn nobody_fills_a_match_with_changes() {
    let mut host = Host::cruel(2, "talk");
    let pause = |at: u32| Input::Pause(at.is_multiple_of(2));
    let mut at = 0;
    while host.room.version() < u64::from(MOST_TALK) + 100 {
        let effects = host.room.handle(Sender::Host, pause(at), 0);
        if !effects.iter().any(|effect| matches!(effect, Effect::Write(_))) {
            break;
        }
        at += 1;
    }
    assert!(at > MOST_TALK / 2 && at <= MOST_TALK, "{at} changes");
    let status = host.room.status();
    assert_eq!(status.phase, Phase::Playing);
    // The match can still be closed.
    let effects = host.room.handle(Sender::Host, Input::Close("enough".to_owned()), 0);
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Write(_))));
}
