//! Checks that an initial state is consistent.

use super::{Initial, MOST_CARDS, MOST_PILES, PileDef, PileOwner, Written, codes};
use crate::module::{CARDS, Card, MOST_COPIES};
use rulebook_diag::{Diagnostic, Diagnostics, Key, Node, Span, nearest};
use rulebook_kernel::MAX_SEATS;
use std::collections::BTreeMap;

/// Checks that the initial state has no buttons or scoreboards, because the module makes them (card engine 5). Also
/// checks that no hand is dealt, and that the rules state has no value that the module would ignore.
pub(super) fn empty(actions: Option<&Node>, boards: &[Node], rules_state: &[(Key, Node)], diags: &mut Diagnostics) {
    let cells = actions.and_then(|actions| actions.get("cells").or(Some(actions)));
    if let Some(cells) = cells.filter(|cells| cells.as_seq().is_some_and(|cells| !cells.is_empty())) {
        let message = "an initial state has no buttons: the rules make them";
        diags.push(Diagnostic::error(codes::ACTIONS, cells.span, message).help("write `\"cells\": []`"));
    }
    if let Some(first) = boards.first() {
        let message = "an initial state has no scoreboards: the rules make them";
        diags.push(Diagnostic::error(codes::ACTIONS, first.span, message));
    }
    for (key, value) in rules_state {
        if key.text != "hasDealt" {
            let message = format!("the rules set `{}` themselves", key.text);
            let help = "remove it: the rules state of an initial state has only `hasDealt`";
            diags.push(Diagnostic::error(codes::RULES_STATE, key.span, message).help(help));
        } else if value.as_bool() != Some(false) {
            let message = "nothing is dealt in an initial state";
            diags.push(Diagnostic::error(codes::DEALT, value.span, message).label("must be `false`"));
        }
    }
}

pub(super) fn whole(
    node: &Node,
    players: Vec<(String, Span)>,
    teams: Option<&Node>,
    faces: &BTreeMap<String, (Card, Span)>,
    mut written: Vec<Written>,
    diags: &mut Diagnostics,
) -> Option<Initial> {
    for (at, (id, span)) in players.iter().enumerate() {
        if players[..at].iter().any(|(other, _)| other == id) {
            diags.push(Diagnostic::error(codes::SAME_PLAYER, *span, format!("two players are called `{id}`")));
        }
    }
    let (team_ids, team_of) = read_teams(&players, teams, diags);
    place_cards(faces, &mut written, diags);
    let piles = merge(&players, &team_ids, written, diags);
    let count = |owner: PileOwner| piles.iter().filter(|pile| pile.owner == owner).count();
    let owned = count(PileOwner::Seat) + count(PileOwner::Team);
    let total = count(PileOwner::Nobody) + owned * players.len();
    if players.is_empty() || players.len() > MAX_SEATS || total > MOST_PILES || faces.len() > MOST_CARDS {
        let message =
            format!("a game has 1 to {MAX_SEATS} players, and at most {MOST_PILES} piles and {MOST_CARDS} cards");
        diags.push(Diagnostic::error(codes::LIMIT, node.span, message));
        return None;
    }
    let mut copies = [0; CARDS];
    faces.values().for_each(|(card, _)| copies[card.index()] += 1);
    if copies.iter().any(|&copies| copies > MOST_COPIES) {
        let message = format!("at most {MOST_COPIES} copies of a card");
        diags.push(Diagnostic::error(codes::LIMIT, node.span, message));
        return None;
    }
    let cards = faces.iter().map(|(id, (card, _))| (id.clone(), *card)).collect();
    let players = players.into_iter().map(|(id, _)| id).collect();
    Some(Initial { players, teams: team_of, team_ids, piles, cards })
}

/// Reads the ids of the teams and the team of each player.
fn read_teams(players: &[(String, Span)], node: Option<&Node>, diags: &mut Diagnostics) -> (Vec<String>, Vec<u8>) {
    let Some(entries) = node.and_then(Node::as_map) else { return (Vec::new(), Vec::new()) };
    let members = |team: &Node| -> Vec<String> {
        let list = team.as_seq().unwrap_or_default();
        list.iter().filter_map(Node::scalar).map(str::to_owned).collect()
    };
    let teams: Vec<(String, Vec<String>)> =
        entries.iter().map(|(key, team)| (key.text.clone(), members(team))).collect();
    let mut team_of = Vec::new();
    for (player, span) in players {
        let of: Vec<usize> = (0..teams.len()).filter(|&t| teams[t].1.contains(player)).collect();
        if of.len() != 1 {
            let message = format!("`{player}` plays in {} teams, not in one", of.len());
            diags.push(Diagnostic::error(codes::TEAMS, *span, message));
        }
        team_of.push(of.first().copied().unwrap_or_default() as u8);
    }
    (teams.into_iter().map(|(id, _)| id).collect(), team_of)
}

/// Puts every card into its pile, and checks that each card lies in exactly one pile.
fn place_cards(faces: &BTreeMap<String, (Card, Span)>, written: &mut [Written], diags: &mut Diagnostics) {
    let mut placed: BTreeMap<String, Span> = BTreeMap::new();
    for pile in written {
        for (id, span) in std::mem::take(&mut pile.ids) {
            let Some((card, _)) = faces.get(&id) else {
                diags.push(Diagnostic::error(codes::NO_CARD, span, format!("there is no card `{id}`")));
                continue;
            };
            if let Some(first) = placed.insert(id.clone(), span) {
                let found = Diagnostic::error(codes::TWICE, span, format!("card `{id}` lies in two places"));
                diags.push(found.secondary(first, "the other one"));
            }
            if let Some((owner, _)) = &pile.owner {
                let message =
                    format!("the card `{id}` starts in a pile of `{owner}`, but only the rules deal cards to players");
                diags.push(Diagnostic::error(codes::DEALT, span, message));
            }
            pile.pile.cards.push(*card);
        }
    }
    for (id, (_, span)) in faces.iter().filter(|(id, _)| !placed.contains_key(*id)) {
        diags.push(Diagnostic::error(codes::NOWHERE, *span, format!("card `{id}` lies in no pile")));
    }
}

/// Merges all piles with the same name into one definition. Checks that every player or team has each pile.
fn merge(players: &[(String, Span)], teams: &[String], written: Vec<Written>, diags: &mut Diagnostics) -> Vec<PileDef> {
    let mut piles: Vec<(PileDef, Vec<String>, Span)> = Vec::new();
    for Written { id, span, owner, mut pile, .. } in written {
        let Some((owner, at)) = owner else {
            title(&mut pile);
            piles.push((pile, Vec::new(), span));
            continue;
        };
        let is_player = players.iter().any(|(player, _)| *player == owner);
        if !is_player && !teams.contains(&owner) {
            let known = players.iter().map(|(id, _)| id).chain(teams).map(String::as_str);
            let found = Diagnostic::error(codes::NO_OWNER, at, format!("nobody is called `{owner}`"));
            diags.push(found.did_you_mean(nearest(&owner, known), true));
            continue;
        }
        let Some(name) = id.strip_prefix(&format!("{owner}-")).filter(|name| !name.is_empty()) else {
            let message = format!("`{id}` belongs to `{owner}`, so its name must start with `{owner}-`");
            diags.push(Diagnostic::error(codes::NAME, span, message));
            continue;
        };
        pile.name = name.to_owned();
        pile.owner = if is_player { PileOwner::Seat } else { PileOwner::Team };
        title(&mut pile);
        match piles.iter_mut().find(|(other, ..)| other.name == pile.name && other.owner == pile.owner) {
            None => piles.push((pile, vec![owner], span)),
            Some((first, owners, at)) if *first == pile => {
                owners.push(owner);
                let _ = at;
            }
            Some((first, owners, at)) => {
                owners.push(owner);
                let message = format!("the pile `{}` differs from the piles `{}` of the other owners", id, first.name);
                diags.push(Diagnostic::error(codes::UNEQUAL, span, message).secondary(*at, "the first one"));
            }
        }
    }
    for (pile, owners, span) in &piles {
        let all: Vec<&String> = match pile.owner {
            PileOwner::Nobody => continue,
            PileOwner::Seat => players.iter().map(|(id, _)| id).collect(),
            PileOwner::Team => teams.iter().collect(),
        };
        if let Some(without) = all.iter().find(|id| !owners.contains(id)) {
            let message = format!("`{without}` has no pile `{without}-{}`, but the others have one", pile.name);
            diags.push(Diagnostic::error(codes::UNEQUAL, *span, message).label("one of the others"));
        }
    }
    piles.into_iter().map(|(pile, ..)| pile).collect()
}

fn title(pile: &mut PileDef) {
    if pile.title.is_empty() {
        pile.title = pile.name.replace(['-', '_'], " ");
    }
}
