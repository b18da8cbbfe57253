//! Writes the texts of Canasta for players.

use super::count::{Meld, is_wild, minimum, value};
use super::legal::Sight;
use super::{Canasta, Decision, MOST_BACKS, Note, Round, STOP, TARGET, meld_ranks, side};
use crate::cards::RANKS;
use crate::module::{Card, Intent, Pile, Shown};
use rulebook_kernel::Seat;
use rulebook_scene::Scoreboard;

/// The plural of a rank: `sixes`.
fn plural(rank: usize) -> String {
    let name = RANKS.get(rank).map_or("card", |rank| rank.1);
    if name == "six" { "sixes".to_owned() } else { format!("{name}s") }
}

pub(super) fn words(note: &Note) -> String {
    match note {
        Note::RedThree(seat, card) => format!("{seat} lays the {} aside", card.name()),
        Note::Took(seat, card, 1) => format!("{seat} takes the {} from the discard pile", card.name()),
        Note::Took(seat, card, count) => format!("{seat} takes the pile of {count} cards for the {}", card.name()),
        Note::Melded(seat, rank, 1) => format!("{seat} adds a card to the {}", plural(*rank as usize)),
        Note::Melded(seat, rank, count) => format!("{seat} melds {count} cards as {}", plural(*rank as usize)),
        Note::Completed(seat, rank, natural) => {
            let kind = if *natural { "natural" } else { "mixed" };
            format!("{seat} completes a {kind} canasta of {}", plural(*rank as usize))
        }
        Note::Discarded(seat, card) => format!("{seat} discards the {}", card.name()),
        Note::Frozen => "the discard pile is frozen".to_owned(),
        Note::Asked(seat) => format!("{seat} asks: may I go out?"),
        Note::Answered(seat, true) => format!("{seat} says yes"),
        Note::Answered(seat, false) => format!("{seat} says no"),
        Note::Out(seat, false) => format!("{seat} goes out"),
        Note::Out(seat, true) => format!("{seat} goes out with a concealed hand"),
        Note::Stopped(seat) => format!("{seat} does not take the pile: the hand is over"),
        Note::NoStock => "there is no card left for the red three: the hand is over".to_owned(),
        Note::Total(seat, gained, score) => format!("{seat}'s side gets {gained} and has {score}"),
    }
}

/// The points of the staged cards.
fn staged_points(game: &Canasta, shown: &Shown<'_, Canasta>, team: usize) -> i32 {
    let round = shown.rules();
    let points = |rank: usize| {
        let pile = game.meld(rank, team);
        let at = shown.size(pile).saturating_sub(round.staged[rank] as usize);
        shown.cards(pile).skip(at).map(value).sum::<i32>()
    };
    meld_ranks().map(points).sum()
}

fn first_meld(game: &Canasta, shown: &Shown<'_, Canasta>, round: &Round, team: usize) -> String {
    if round.melded[team] {
        return String::new();
    }
    let least = minimum(shown.scores()[team]);
    match staged_points(game, shown, team) {
        0 => format!(" Your first meld must count {least}."),
        points => format!(" Your first meld counts {points} of {least}."),
    }
}

pub(super) fn prompt(game: &Canasta, shown: &Shown<'_, Canasta>) -> String {
    let round = shown.rules();
    let Some(seat) = shown.current_player() else { return String::new() };
    let mut cards = shown.cards(game.hand.of(seat));
    if round.step != Decision::Ask && cards.any(super::count::is_red_three) {
        return "Lay your red three aside.".to_owned();
    }
    let first = first_meld(game, shown, round, side(seat));
    match round.step {
        Decision::Draw => {
            let sight = Sight::shown(game, shown, seat);
            let stop = sight.check_action(STOP).is_ok();
            match (sight.can_take(), shown.size(game.stock) == 0) {
                (true, true) if stop => "There is no stock: take the discard pile, or end the hand.",
                (true, true) => "There is no stock, and the top fits your meld: take the discard pile.",
                (false, true) => "There is no stock, and you cannot take the discard pile: end the hand.",
                (true, false) => "Draw a card, or take the discard pile.",
                (false, false) => "Draw a card.",
            }
            .to_owned()
        }
        Decision::Take { rank, .. } => {
            format!("Lay the cards that take the pile, {} first.{first}", plural(rank as usize))
        }
        Decision::Meld if shown.size(game.hand.of(seat)) == 0 => "Go out, or take your cards back.".to_owned(),
        Decision::Meld if round.backs >= MOST_BACKS => {
            "You have taken cards back twice in this turn: discard a card.".to_owned()
        }
        Decision::Meld if round.backs + 1 == MOST_BACKS && round.is_staged() => {
            format!("Meld what you like, then discard.{first} If you take cards back again, you can only discard.")
        }
        Decision::Meld => format!("Meld what you like, then discard.{first}"),
        Decision::Ask => "Your partner asks: may I go out?".to_owned(),
    }
}

fn rank_of(game: &Canasta, pile: Pile) -> Option<usize> {
    meld_ranks().find(|&rank| (0..2).any(|side| game.meld(rank, side) == pile))
}

pub(super) fn label(game: &Canasta, shown: &Shown<'_, Canasta>, intent: &Intent) -> String {
    let Intent::Move { from, to, cards } = intent else { return shown.plain_label(intent) };
    let name = cards.single().map_or_else(|| "a card".to_owned(), |card| format!("the {}", card.name()));
    match rank_of(game, *to) {
        _ if *from == game.stock => "draw a card".to_owned(),
        Some(rank) if *from == game.discard => format!("take the pile: {name} goes to your {}", plural(rank)),
        Some(rank) if cards.single().is_some_and(is_wild) => format!("lay {name} with the {}", plural(rank)),
        Some(_) => format!("meld {name}"),
        None if *to == game.discard => format!("discard {name}"),
        None => format!("lay {name} aside"),
    }
}

fn melds(game: &Canasta, shown: &Shown<'_, Canasta>, team: usize) -> impl Iterator<Item = (usize, Meld)> {
    meld_ranks().filter_map(move |rank| {
        let pile = game.meld(rank, team);
        let wilds = shown.cards(pile).filter(|&card| is_wild(card)).count() as u8;
        let size = shown.size(pile) as u8;
        (size > 0).then_some((rank, Meld { naturals: size.saturating_sub(wilds), wilds }))
    })
}

pub(super) fn scoreboards(game: &Canasta, shown: &Shown<'_, Canasta>) -> Vec<Scoreboard> {
    let row = |team: usize| {
        let canastas = melds(game, shown, team).filter(|(_, meld)| meld.is_canasta()).count();
        let score = shown.scores()[team];
        let seats = format!("{} and {}", Seat::new(team), Seat::new(team + 2));
        let first = if shown.rules().melded[team] { "-".to_owned() } else { minimum(score).to_string() };
        vec![seats, score.to_string(), first, canastas.to_string(), shown.size(game.threes.nth(team)).to_string()]
    };
    vec![Scoreboard {
        title: format!("To {TARGET} points"),
        columns: ["side", "points", "first meld", "canastas", "red threes"].map(str::to_owned).to_vec(),
        rows: (0..2).map(row).collect(),
    }]
}

pub(super) fn facts(game: &Canasta, shown: &Shown<'_, Canasta>) -> Vec<(&'static str, String)> {
    let round = shown.rules();
    let told = |team: usize| {
        let tell = |(rank, meld): (usize, Meld)| format!("{} {}+{}", RANKS[rank].0, meld.naturals, meld.wilds);
        melds(game, shown, team).map(tell).collect::<Vec<_>>().join(", ")
    };
    let own = shown.viewer().seat().map(side);
    let mut facts = vec![
        ("topDiscardCard", shown.cards(game.discard).last().map_or_else(String::new, Card::id)),
        ("discardPile", shown.size(game.discard).to_string()),
        ("discardPileFrozen", round.frozen.to_string()),
        ("stock", shown.size(game.stock).to_string()),
    ];
    if let Some(team) = own {
        facts.extend([
            ("ourMelds", told(team)),
            ("theirMelds", told(1 - team)),
            (
                "firstMeldMinimum",
                if round.melded[team] { "0".to_owned() } else { minimum(shown.scores()[team]).to_string() },
            ),
            ("stagedPoints", staged_points(game, shown, team).to_string()),
        ]);
    }
    let answer = round.answer.map_or("", |yes| if yes { "yes" } else { "no" });
    facts.push(("partnerAnswered", answer.to_owned()));
    facts
}
