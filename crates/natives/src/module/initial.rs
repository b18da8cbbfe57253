//! Reads initial states (card engine 6.1): players, piles and cards as data.
//!
//! ```json
//! { "rulesId": "war", "players": ["P1", "P2"],
//!   "cards": { "1": { "rank": "A", "suit": "S" } },
//!   "piles": { "deck":    { "visibility": "hidden", "shuffle": true, "cardIds": [1] },
//!              "P1-hand": { "ownerId": "P1", "visibility": "owner" },
//!              "P2-hand": { "ownerId": "P2", "visibility": "owner" } },
//!   "rulesState": { "hasDealt": false }, "actions": { "rows": 0, "cols": 0, "cells": [] }, "scoreboards": [] }
//! ```
//!
//! `players` lists all players who can take part. A match with fewer seats omits the last players and their piles.
//! Every player has the same piles, named `<player>-<name>`. If `teams` lists partners, every team has the same piles
//! too.
//!
//! Our extensions: `teams`, `name`, `ordered`, and the visibility `top`. The default of `ordered` is false for piles
//! that only their owner sees, and true for others.

mod admit;
mod check;

pub use admit::{admit, same_cards};

use super::{Card, Visibility};
use rulebook_diag::{Diagnostic, Diagnostics, Fields, FileId, Key, Limits, Node, Sources, Span, Value, parse_json};
use rulebook_scene::plain_card;
use std::collections::BTreeMap;

/// The codes of initial-state diagnostics.
pub mod codes {
    /// A card lies in no pile.
    pub const NOWHERE: &str = "N0001";
    /// A card lies in two piles, or twice in one.
    pub const TWICE: &str = "N0002";
    /// A pile holds a card that does not exist.
    pub const NO_CARD: &str = "N0003";
    /// A card has an unknown rank or suit.
    pub const NO_FACE: &str = "N0004";
    /// The owner of a pile is not a player.
    pub const NO_OWNER: &str = "N0005";
    /// The name of a player's pile does not start with the id of the player.
    pub const NAME: &str = "N0006";
    /// The piles of two players differ. All players must have the same piles.
    pub const UNEQUAL: &str = "N0007";
    /// The initial state has buttons or scoreboards. Only modules create them.
    pub const ACTIONS: &str = "N0008";
    /// A card starts in a player's pile. Cards must be dealt instead.
    pub const DEALT: &str = "N0009";
    /// There are too many players, piles or cards.
    pub const LIMIT: &str = "N0010";
    /// The file names other rules than this module.
    pub const OTHER_RULES: &str = "N0011";
    /// A player is in no team, or in two.
    pub const TEAMS: &str = "N0012";
    /// Two players have the same id.
    pub const SAME_PLAYER: &str = "N0013";
    /// The rules state has a value that only the rules set.
    pub const RULES_STATE: &str = "N0014";
}

/// Maximum number of piles in one match, counted over all seats.
pub(crate) const MOST_PILES: usize = 250;
/// Maximum number of cards in one match.
pub(crate) const MOST_CARDS: usize = 600;

/// A valid initial state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Initial {
    /// The players, in seat order.
    pub players: Vec<String>,
    /// For each player: the number of the team. Empty if every player plays alone.
    pub teams: Vec<u8>,
    /// The ids of the teams. Empty if every player plays alone.
    pub team_ids: Vec<String>,
    /// The shared piles. For a pile that all players or teams have: one common definition.
    pub piles: Vec<PileDef>,
    /// The face of each card, by its id.
    pub cards: BTreeMap<String, Card>,
}

/// One pile as defined in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PileDef {
    /// The name of the pile, without the id of its player.
    pub name: String,
    /// The name shown to players.
    pub title: String,
    /// Whether the pile is shared, or each player or team has one.
    pub owner: PileOwner,
    /// The viewers who see the cards of the pile. `None` if all viewers see only the top card.
    pub visibility: Option<Visibility>,
    /// Whether the order of the cards matters.
    pub ordered: bool,
    /// Whether the pile is shuffled before the first deal.
    pub shuffle: bool,
    /// The cards that start in the pile.
    pub cards: Vec<Card>,
}

/// Who owns a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileOwner {
    /// The pile is shared by all players.
    Nobody,
    /// Each player has such a pile.
    Seat,
    /// Each team has such a pile.
    Team,
}

/// A pile as it is in the file, before it is compared with the piles of the other players.
struct Written {
    id: String,
    span: Span,
    /// The id of the owner, and its place in the file.
    owner: Option<(String, Span)>,
    pile: PileDef,
    ids: Vec<(String, Span)>,
}

/// Reads an initial state. If there are mistakes, reports them to `diags` and returns `None`.
pub fn read_initial(sources: &Sources, file: FileId, rules_id: &str, diags: &mut Diagnostics) -> Option<Initial> {
    let (node, found) = parse_json(sources, file, &Limits::default());
    let mut own = Diagnostics::from(found);
    let initial = node.and_then(|node| read(&node, rules_id, &mut own));
    let good = !own.has_errors();
    diags.extend(own);
    initial.filter(|_| good)
}

fn read(node: &Node, rules_id: &str, diags: &mut Diagnostics) -> Option<Initial> {
    let mut fields = Fields::of(node, diags);
    let id = fields.required("rulesId").text();
    let players = fields.required("players").seq().unwrap_or_default();
    let teams = fields.optional("teams").node();
    let cards = fields.required("cards").map().unwrap_or_default();
    let piles = fields.required("piles").map().unwrap_or_default();
    let rules_state = fields.optional("rulesState").map().unwrap_or_default();
    let actions = fields.optional("actions").node();
    let scoreboards = fields.optional("scoreboards").seq().unwrap_or_default();
    fields.finish();
    if let (Some(id), Some(at)) = (id.filter(|id| *id != rules_id), node.get("rulesId")) {
        let message = format!("this is the initial state of `{id}`, not of `{rules_id}`");
        diags.push(Diagnostic::error(codes::OTHER_RULES, at.span, message));
    }
    check::empty(actions, scoreboards, rules_state, diags);
    let players: Vec<(String, Span)> = players.iter().filter_map(|player| read_player(player, diags)).collect();
    let faces = read_cards(cards, diags);
    let written: Vec<Written> =
        piles.iter().filter_map(|(key, pile)| read_pile(&key.text, key.span, pile, diags)).collect();
    // Stop here. Otherwise each card of an unreadable pile would also be reported as a card without a pile.
    if written.len() < piles.len() {
        return None;
    }
    check::whole(node, players, teams, &faces, written, diags)
}

/// Reads a player: an id, or a map that contains the id.
fn read_player(node: &Node, diags: &mut Diagnostics) -> Option<(String, Span)> {
    if node.as_map().is_none() {
        return Value::of(node, diags).text().map(|id| (id.to_owned(), node.span));
    }
    let mut fields = Fields::of(node, diags);
    let id = fields.required("id").text();
    fields.optional("name").text();
    fields.finish();
    Some((id?.to_owned(), node.span))
}

fn read_cards(cards: &[(Key, Node)], diags: &mut Diagnostics) -> BTreeMap<String, (Card, Span)> {
    let mut faces = BTreeMap::new();
    for (key, node) in cards {
        let mut fields = Fields::of(node, diags);
        let rank = fields.required("rank").scalar();
        let suit = fields.required("suit").scalar();
        fields.finish();
        let (Some(rank), Some(suit)) = (rank, suit) else { continue };
        match face(rank, suit) {
            Some(card) => {
                faces.insert(key.text.clone(), (card, key.span));
            }
            None => {
                let message = format!("there is no card with rank `{rank}` and suit `{suit}`");
                let help = "ranks are A, 2 to 10, J, Q, K of C, D, H, S, or `joker` of `red` and `black`";
                diags.push(Diagnostic::error(codes::NO_FACE, node.span, message).help(help));
            }
        }
    }
    faces
}

fn face(rank: &str, suit: &str) -> Option<Card> {
    if rank.eq_ignore_ascii_case("joker") {
        return match suit {
            "red" => Some(Card::RED_JOKER),
            "black" => Some(Card::BLACK_JOKER),
            _ => None,
        };
    }
    let among = |words: &[(&str, &str)], word: &str| {
        let plain = plain_card(word);
        words.iter().position(|(short, name)| plain == *short || word == *name)
    };
    let suit = among(&crate::cards::SUITS, suit)?;
    let rank = among(&crate::cards::RANKS, rank)?;
    Some(Card::new(suit, rank))
}

fn read_pile(id: &str, span: Span, node: &Node, diags: &mut Diagnostics) -> Option<Written> {
    let mut fields = Fields::of(node, diags);
    let owner = fields.optional("ownerId").node();
    let title = fields.optional("name").text();
    let visibility = fields.required("visibility").choice(&[
        ("public", Some(Visibility::Public)),
        ("owner", Some(Visibility::Owner)),
        ("hidden", Some(Visibility::Hidden)),
        ("top", None),
    ]);
    let ordered = fields.optional("ordered").bool();
    let shuffle = fields.optional("shuffle").bool().unwrap_or(false);
    let cards = fields.optional("cardIds").seq().unwrap_or_default();
    let ids = cards
        .iter()
        .filter_map(|card| Some((Value::of(card, fields.diags()).scalar()?.to_owned(), card.span)))
        .collect();
    let owner = owner.and_then(|owner| Some((Value::of(owner, fields.diags()).text()?.to_owned(), owner.span)));
    fields.finish();
    let visibility = visibility?;
    let pile = PileDef {
        name: id.to_owned(),
        title: title.unwrap_or_default().to_owned(),
        owner: PileOwner::Nobody,
        visibility,
        ordered: ordered.unwrap_or(visibility != Some(Visibility::Owner)),
        shuffle,
        cards: Vec::new(),
    };
    Some(Written { id: id.to_owned(), span, owner, pile, ids })
}
