//! Groups a hand into sets and runs, and counts the cards that are left (deadwood). Aces are low and count 1, court
//! cards count 10. The web table groups hands in the same way (`web/src/logic/melds.ts`).

use crate::cards::face_text;
use rulebook_scene::{CardScene, Scene, ZoneRole};

/// The largest hand that is grouped. The search tries all combinations of melds, so it is too slow for larger hands.
const MOST: usize = 16;
/// Zones that hold books or pairs. Their games have no deadwood.
const BOOKS: [&str; 3] = ["books", "pairs", "threes"];

/// The groups of a hand, as indexes into its cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Melds {
    /// Each meld, and whether it is a run.
    pub melds: Vec<(bool, Vec<usize>)>,
    /// The other cards, the lowest first.
    pub rest: Vec<usize>,
    /// The points of the other cards.
    pub deadwood: u32,
}

impl Melds {
    /// The groups on one line: `7♥ 8♥ 9♥ | Q♣ Q♦ Q♠ | deadwood 4: A♠ 3♦`.
    pub fn text(&self, cards: &[CardScene]) -> String {
        let name = |at: &usize| cards[*at].face.as_ref().map(|face| face_text(face).0).unwrap_or_default();
        let listed = |group: &[usize]| group.iter().map(name).collect::<Vec<_>>().join(" ");
        let mut groups: Vec<String> = self.melds.iter().map(|(_, meld)| listed(meld)).collect();
        if !self.rest.is_empty() {
            groups.push(format!("deadwood {}: {}", self.deadwood, listed(&self.rest)));
        }
        groups.join(" | ")
    }
}

/// Rank (ace is 1) and suit of a card of the French pack.
fn standard(card: &CardScene) -> Option<(u32, char)> {
    let text = face_text(card.face.as_ref()?).0;
    let suit = text.chars().last().filter(|suit| matches!(suit, '♠' | '♥' | '♦' | '♣'))?;
    let rank = match text.strip_suffix(suit)? {
        "A" => 1,
        "J" => 11,
        "Q" => 12,
        "K" => 13,
        number => number.parse().ok().filter(|rank| (2..=10).contains(rank))?,
    };
    Some((rank, suit))
}

fn value(rank: u32) -> u32 {
    rank.min(10)
}

/// The groups with the least deadwood. `None` if the game has no melds of single players, or if the hand has cards of
/// another pack.
pub(crate) fn of_hand(scene: &Scene, cards: &[CardScene]) -> Option<Melds> {
    let lays = |zone: &&rulebook_scene::ZoneScene| {
        let name = zone.id.split(['-', '.']).next().unwrap_or_default();
        zone.role == Some(ZoneRole::Meld) && zone.team.is_empty() && !BOOKS.contains(&name)
    };
    if cards.is_empty() || cards.len() > MOST || !scene.zones.iter().any(|zone| lays(&zone)) {
        return None;
    }
    let cards: Vec<(u32, char)> = cards.iter().map(standard).collect::<Option<_>>()?;
    let all = candidates(&cards);
    let mut best = Best { saved: 0, melds: Vec::new() };
    search(&cards, &all, 0, &mut Vec::new(), 0, &mut best);
    let mut rest: Vec<usize> =
        (0..cards.len()).filter(|at| !best.melds.iter().any(|(_, meld)| meld.contains(at))).collect();
    rest.sort_by_key(|at| (cards[*at].0, *at));
    let deadwood = rest.iter().map(|at| value(cards[*at].0)).sum();
    Some(Melds { melds: best.melds, rest, deadwood })
}

/// All sets and runs that the hand contains.
fn candidates(cards: &[(u32, char)]) -> Vec<(bool, Vec<usize>)> {
    let mut found = Vec::new();
    for rank in 1..=13 {
        let same: Vec<usize> = (0..cards.len()).filter(|at| cards[*at].0 == rank).collect();
        if same.len() >= 3 {
            found.push((false, same.clone()));
        }
        if same.len() == 4 {
            found.extend(same.iter().map(|left| (false, same.iter().copied().filter(|at| at != left).collect())));
        }
    }
    for suit in ['♣', '♦', '♠', '♥'] {
        let at = |rank: u32| cards.iter().position(|card| *card == (rank, suit));
        for from in 1..=11 {
            let run: Vec<usize> = (from..=13).map_while(at).collect();
            found.extend((3..=run.len()).map(|length| (true, run[..length].to_vec())));
        }
    }
    found
}

struct Best {
    saved: u32,
    melds: Vec<(bool, Vec<usize>)>,
}

/// Tries all combinations of the melds from `from` on that share no card with the chosen ones.
fn search(
    cards: &[(u32, char)],
    all: &[(bool, Vec<usize>)],
    from: usize,
    chosen: &mut Vec<usize>,
    saved: u32,
    best: &mut Best,
) {
    if saved > best.saved {
        *best = Best { saved, melds: chosen.iter().map(|at| all[*at].clone()).collect() };
    }
    for at in from..all.len() {
        let meld = &all[at].1;
        if chosen.iter().any(|other| all[*other].1.iter().any(|card| meld.contains(card))) {
            continue;
        }
        chosen.push(at);
        search(cards, all, at + 1, chosen, saved + meld.iter().map(|card| value(cards[*card].0)).sum::<u32>(), best);
        chosen.pop();
    }
}
