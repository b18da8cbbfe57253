//! Tests of clients that speak the intents of the card engine, and of undo at tables with hidden cards.

use crate::client::Client;
use crate::host::{Folder, Host};
use serde_json::{Value, json};

/// The page that describes a client of the card engine. The test plays a match with the messages that this page shows.
const PAGE: &str = include_str!("../../../../docs/card-engine.md");

/// The message with this name on the page. Each placeholder is replaced by its value.
fn message(name: &str, words: &[(&str, &str)]) -> Value {
    let start = format!("```json {name}\n");
    let after = &PAGE[PAGE.find(&start).unwrap_or_else(|| panic!("no message {name}")) + start.len()..];
    let mut text = after[..after.find("```").unwrap()].trim().to_owned();
    for (word, value) in words {
        // A card key is a number, so the quotes around it are removed.
        text = match *word {
            "$card" => text.replace("\"$card\"", value),
            _ => text.replace(word, value),
        };
    }
    assert!(!text.contains('$'), "{text}");
    serde_json::from_str(&text).unwrap()
}

/// A player with the newest view.
struct Player {
    client: Client,
    id: String,
    seat: usize,
    view: Value,
    keys: u32,
}

impl Player {
    async fn join(host: &Host, id: &str, seat: usize) -> Player {
        let token = host.sit(id, seat, &format!("Player {}", seat + 1)).await;
        let mut client = Client::connect(host.addr).await.unwrap();
        let ack = client.ask("game:join", message("join", &[("$match", id), ("$token", &token)])).await.unwrap();
        assert_eq!(ack["accepted"], true, "{ack}");
        Player { client, id: id.to_owned(), seat, view: Value::Null, keys: 0 }
    }

    /// Reads all views that were sent so far. The server sends views before the acknowledgement of a later message.
    async fn look(&mut self) -> &Value {
        self.client.command(&self.id, json!({"kind": "retry"})).await;
        while let Some((name, data)) = self.client.heard.pop_front() {
            if name == "game:view" {
                self.view = data["view"].clone();
            }
        }
        &self.view["scene"]
    }

    fn name(&self) -> String {
        format!("P{}", self.seat + 1)
    }

    /// A message of the page with a new key.
    fn message(&mut self, name: &str, card: &str) -> Value {
        self.keys += 1;
        let (player, key) = (self.name(), format!("{}-{}", self.seat, self.keys));
        message(name, &[("$match", &self.id), ("$player", &player), ("$card", card), ("$key", &key)])
    }

    async fn send(&mut self, intent: Value) -> Value {
        self.client.ask("game:intent", intent).await.unwrap()
    }

    /// The keys and faces of the cards in the zone of this player.
    fn hand(&self) -> Vec<(String, Value)> {
        let zones = self.view["scene"]["zones"].as_array().unwrap();
        let hand = zones.iter().find(|zone| zone["id"] == format!("hand.{}", self.seat)).unwrap();
        hand["cards"].as_array().unwrap().iter().map(|card| (card["key"].to_string(), card["face"].clone())).collect()
    }

    fn is_due(&self) -> bool {
        self.view["scene"]["due"].as_array().is_some_and(|due| due.contains(&json!(self.seat)))
    }

    async fn text(&mut self, text: &str) -> Value {
        self.keys += 1;
        let (ask, key) = (self.view["ask"]["number"].clone(), format!("text-{}-{}", self.seat, self.keys));
        self.client.intent(&self.id.clone(), &ask, text, &key).await.unwrap()
    }

    async fn undo(&mut self) -> Value {
        self.client.command(&self.id.clone(), json!({"kind": "agree", "deal": "undo"})).await
    }
}

async fn table(host: &Host, game: &str) -> [Player; 2] {
    let opened = host.open(json!({"game": game, "seats": 2})).await;
    let id = opened["match"].as_str().unwrap();
    [Player::join(host, id, 0).await, Player::join(host, id, 1).await]
}

/// The index of the player who is due.
async fn due(players: &mut [Player; 2]) -> usize {
    for player in players.iter_mut() {
        player.look().await;
    }
    players.iter().position(Player::is_due).expect("somebody is due")
}

// clause: Cards 1.1-4 1.1-6 P4-5
#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_the_card_engine_plays_katko() {
    let folder = Folder::new("card-engine");
    let host = Host::start(&folder).await;
    let mut players = table(&host, "katko").await;
    let start = players[0].message("start", "");
    assert_eq!(players[0].send(start).await["accepted"], true);
    let (mut hands, mut refused) = (1, 0);
    'game: loop {
        for player in &mut players {
            player.look().await;
            let scene = &player.view["scene"];
            if scene["outcome"].is_object() {
                break 'game;
            }
            if scene["betweenHands"] == true {
                let start = player.message("start", "");
                assert_eq!(player.send(start).await["accepted"], true);
                hands += 1;
                continue 'game;
            }
            // The client does not know the rules. It tries its cards until the server accepts one.
            while player.is_due() {
                let mut played = false;
                for (card, _) in player.hand() {
                    let play = player.message("play", &card);
                    let ack = player.send(play).await;
                    played = ack["accepted"] == true;
                    if played {
                        break;
                    }
                    assert_eq!(ack["code"], "illegal", "{ack}");
                    assert!(ack["reason"].as_str().unwrap().contains("follow suit"), "{ack}");
                    refused += 1;
                }
                assert!(played, "one card can always be played");
                player.look().await;
                if player.view["scene"]["outcome"].is_object() || player.view["scene"]["betweenHands"] == true {
                    break;
                }
            }
        }
    }
    assert!(hands >= 3, "five points take at least three hands, not {hands}");
    assert!(refused > 0, "some tried card did not follow suit");
    host.stop().await;
}

// clause: Cards 1.1-4 1.1-5 1.1-6 1.1-7 2.1-2 2.1-4 P4-5
#[tokio::test(flavor = "multi_thread")]
async fn an_intent_with_cards_is_checked_and_played_once() {
    let folder = Folder::new("intents");
    let host = Host::start(&folder).await;
    let mut players = table(&host, "katko").await;
    // A player cannot deal in the name of another player.
    let mut start = players[1].message("start", "");
    start["playerId"] = json!("P1");
    assert_eq!(players[1].send(start).await["code"], "not-yours");
    let start = players[1].message("start", "");
    assert_eq!(players[1].send(start).await["accepted"], true);
    let at = due(&mut players).await;
    let foreign = players[1 - at].hand()[0].0.clone();
    let player = &mut players[at];
    let (card, second) = (player.hand()[0].0.clone(), player.hand()[1].0.clone());
    let good = player.message("play", &card);
    let with = |change: &dyn Fn(&mut Value)| {
        let mut intent = good.clone();
        intent["key"] = json!("another");
        change(&mut intent);
        intent
    };
    let number = |key: &str| serde_json::from_str::<Value>(key).unwrap();
    for (intent, code, reason) in [
        (with(&|i| i["cardIds"] = json!([number(&card)])), "malformed", "cardId and cardIds exclude each other"),
        (with(&|i| i["playerId"] = json!("P9")), "not-yours", "You do not play P9."),
        (with(&|i| i["cardId"] = number(&foreign)), "illegal", "not in that pile"),
        (with(&|i| i["fromPileId"] = json!("attic")), "illegal", "There is no pile attic."),
        (with(&|i| i["toPileId"] = json!("deck")), "illegal", "play the card to the trick"),
        (with(&|i| i["toPileId"] = i["fromPileId"].clone()), "illegal", "The cards lie there already."),
        (with(&|i| i["ask"] = json!(7)), "stale-ask", "no longer possible"),
        (with(&|i| i["colour"] = json!("red")), "malformed", "not a valid game:intent"),
        (json!({"type": "action", "gameId": player.id, "actionId": "fly", "key": "x"}), "illegal", "no button fly"),
    ] {
        // If the server has refused an intent, it answers the same key from its cache. So each intent here needs its
        // own key.
        let mut intent = intent;
        intent["key"] = json!(format!("{code} {reason}").chars().take(40).collect::<String>());
        let ack = player.send(intent.clone()).await;
        assert_eq!((&ack["accepted"], &ack["code"]), (&json!(false), &json!(code)), "{intent} {ack}");
        assert!(ack["reason"].as_str().unwrap().contains(reason), "{ack}");
    }
    let several = with(&|i| {
        i.as_object_mut().unwrap().remove("cardId");
        i["cardIds"] = json!([number(&card), number(&second)]);
    });
    assert_eq!(player.send(several).await["reason"], "play one card");
    // An intent with the same key is played only once, although the card has left the hand.
    assert_eq!(player.send(good.clone()).await["accepted"], true);
    assert_eq!(player.send(good).await["accepted"], true);
    player.look().await;
    assert_eq!(player.hand().len(), 4);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undo_is_refused_only_if_a_hidden_card_was_seen() {
    let folder = Folder::new("harmless");
    let host = Host::start(&folder).await;
    let mut players = table(&host, "gin-rummy").await;
    let start = players[0].message("start", "");
    assert_eq!(players[0].send(start).await["accepted"], true);
    // Declining the upcard reveals nothing, because everybody has already seen this card.
    let first = due(&mut players).await;
    for _ in 0..2 {
        assert_eq!(players[first].text("pass").await["accepted"], true);
        let ack = players[first].undo().await;
        assert_eq!(ack["accepted"], true, "{ack}");
        assert_eq!(players[1 - first].undo().await["accepted"], true);
        assert_eq!(due(&mut players).await, first, "the move is undone");
    }
    // Taking the upcard moves a card that everybody sees.
    let offers = players[first].view["ask"]["offers"].as_array().unwrap().clone();
    let texts: Vec<&str> = offers.iter().map(|offer| offer["text"].as_str().unwrap()).collect();
    let take = texts.iter().find(|text| text.contains("discard->hand")).unwrap_or_else(|| panic!("{texts:?}"));
    assert_eq!(players[first].text(take).await["accepted"], true);
    let ack = players[first].undo().await;
    assert_eq!(ack["accepted"], true, "{ack}");
    assert_eq!(players[1 - first].undo().await["accepted"], true);
    assert_eq!(due(&mut players).await, first);
    // Both decline, and the first player draws a hidden card.
    assert_eq!(players[first].text("pass").await["accepted"], true);
    assert_eq!(due(&mut players).await, 1 - first);
    assert_eq!(players[1 - first].text("pass").await["accepted"], true);
    assert_eq!(due(&mut players).await, first);
    let before: Vec<Value> = players[first].hand().into_iter().map(|(_, face)| face["id"].clone()).collect();
    let drawn = players[first].text("? stock->hand").await;
    assert_eq!(drawn["accepted"], true, "{drawn}");
    due(&mut players).await;
    let drawn = players[first].hand().into_iter().map(|(_, face)| face).find(|face| !before.contains(&face["id"]));
    let drawn = drawn.unwrap()["name"].as_str().unwrap().to_owned();
    let ack = players[first].undo().await;
    assert_eq!(ack["code"], "would-peek", "{ack}");
    assert_eq!(ack["reason"], format!("You cannot undo: you have seen the {drawn}."));
    // The other player learns that a card was seen, but not which one.
    let ack = players[1 - first].undo().await;
    assert_eq!(ack["code"], "would-peek", "{ack}");
    assert_eq!(ack["reason"], format!("You cannot undo: Player {} has seen a hidden card.", first + 1));
    // Everybody knows a card that was played from a hand.
    let mut players = table(&host, "katko").await;
    let start = players[0].message("start", "");
    assert_eq!(players[0].send(start).await["accepted"], true);
    let at = due(&mut players).await;
    let (card, face) = players[at].hand()[0].clone();
    let play = players[at].message("play", &card);
    assert_eq!(players[at].send(play).await["accepted"], true);
    let ack = players[at].undo().await;
    assert_eq!(ack["reason"], format!("You cannot undo: everybody has seen the {}.", face["name"].as_str().unwrap()));
    host.stop().await;
}
