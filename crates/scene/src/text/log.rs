//! Writes lines of the commentary in English: `Seat 2 takes the trick`.

use super::{capital, list};
use crate::{LogLine, Scene, Verb, ZoneRole, ZoneScene};
use rulebook_kernel::Seat;

/// Writes the lines of the match log as sentences without a full stop. All seats, including the viewer's own, are
/// written as numbers: `Seat 2`.
#[must_use]
pub fn text_log(lines: &[LogLine], scene: &Scene) -> Vec<String> {
    lines.iter().map(|line| sentence(line, scene)).filter(|line| !line.is_empty()).collect()
}

/// Button labels that are verbs, each with its third person. `Seat 2 chooses pass` is written `Seat 2 passes`.
const VERBS: [(&str, &str); 12] = [
    ("pass", "passes"),
    ("knock", "knocks"),
    ("fold", "folds"),
    ("draw", "draws"),
    ("stand", "stands"),
    ("hit", "hits"),
    ("double", "doubles"),
    ("redouble", "redoubles"),
    ("split", "splits"),
    ("stop", "stops"),
    ("give up", "gives up"),
    ("put it back", "puts it back"),
];

fn sentence(line: &LogLine, scene: &Scene) -> String {
    let who = subject(line);
    let what = cards(line);
    let one = line.cards.len() + line.hidden == 1;
    let is = if one { "is" } else { "are" };
    let zone = |id: &Option<String>| zone(id.as_deref().unwrap_or_default(), line.seat, scene);
    let (from, to) = (zone(&line.from), zone(&line.to));
    let text = &line.text;
    let told = match line.verb {
        Verb::Plays => format!("{who} plays {what}"),
        Verb::Casts => format!("{who} casts {what}"),
        Verb::Discards => format!("{who} discards {what}"),
        Verb::Draws => format!("{who} draws {what}"),
        Verb::PicksUp => format!("{who} picks up {what} from {from}"),
        Verb::Takes if line.from.is_some() && role(&line.from, scene) != Some(ZoneRole::Trick) => {
            format!("{who} takes {what} from {from}")
        }
        Verb::Takes => format!("{who} takes {what}"),
        Verb::TakesTrick if line.seat.is_none() => format!("{who} take the trick"),
        Verb::TakesTrick => format!("{who} takes the trick"),
        Verb::Melds => format!("{who} melds {what}"),
        Verb::Gives => {
            format!("{who} gives {what} to {}", line.to_seat.map(|seat| seat.to_string()).unwrap_or_default())
        }
        Verb::Returns => format!("{who} returns {what} to {to}"),
        Verb::Puts => format!("{who} puts {what} into {to}"),
        Verb::IsDealt => format!("{who} gets {what}"),
        Verb::EachIsDealt => format!("each player gets {what}"),
        Verb::LaysOut => format!("{what} {is} dealt to the table"),
        Verb::TurnsUp => format!("{what} {is} turned up"),
        Verb::Gathers => format!("the cards go back to {to}"),
        Verb::Shuffles => format!("{to} is shuffled"),
        Verb::Mixes => format!("{to} {text}"),
        Verb::Arranges => format!("{to} now has the order {what}"),
        Verb::Shows if text == "everybody" => format!("{who} shows {what}"),
        Verb::Shows => format!("{who} shows {what} to {text}"),
        Verb::Changes if line.cards.len() + line.hidden == 0 => format!("{from}: {text}"),
        Verb::Changes if role(&line.from, scene) == Some(ZoneRole::Table) => format!("{what} {is} {text}"),
        Verb::Changes => format!("{what} in {from} {is} {text}"),
        Verb::Appears => format!("{what} appears in {to}"),
        Verb::Vanishes => format!("{what} leaves {from}"),
        Verb::Chooses => match VERBS.iter().find(|(label, _)| text.eq_ignore_ascii_case(label)) {
            Some((_, verb)) => format!("{who} {verb}"),
            None => format!("{who} chooses {text}"),
        },
        Verb::Says | Verb::Notes => return opened(text),
        Verb::Moves if line.seat.is_some() && line.from.is_some() => format!("{who} moves {what} from {from} to {to}"),
        Verb::Moves if line.seat.is_some() => format!("{who} moves {what} to {to}"),
        Verb::Moves if line.from.is_some() => format!("{what} {} from {from} to {to}", if one { "goes" } else { "go" }),
        Verb::Moves => format!("{what} {} to {to}", if one { "goes" } else { "go" }),
    };
    opened(&told)
}

/// The sentence with a capital first letter. The first word stays unchanged if it is a card, a square or a value. Such
/// words contain a digit, a capital or an underscore.
fn opened(text: &str) -> String {
    let word = text.split(' ').next().unwrap_or_default();
    let is_code = word.contains(|c: char| !c.is_ascii_lowercase() && !matches!(c, '\'' | ',' | ':' | '-'));
    if is_code { text.to_owned() } else { capital(text) }
}

fn subject(line: &LogLine) -> String {
    let seats: Vec<String> = line.seat.iter().chain(&line.team).map(ToString::to_string).collect();
    list(&seats)
}

/// The cards of a line as a list: `QH, 2C and 3 cards`.
fn cards(line: &LogLine) -> String {
    let hidden = match line.hidden {
        0 => None,
        1 => Some("a card".to_owned()),
        n if line.cards.is_empty() => Some(format!("{n} cards")),
        n => Some(format!("{n} more cards")),
    };
    let cards: Vec<String> = line.cards.iter().cloned().chain(hidden).collect();
    list(&cards)
}

fn role(id: &Option<String>, scene: &Scene) -> Option<ZoneRole> {
    scene.zones.iter().find(|zone| Some(&zone.id) == id.as_ref())?.role
}

/// The name of a zone with its article or its owner. For a zone of the player `by`: `their hand`.
fn zone(id: &str, by: Option<Seat>, scene: &Scene) -> String {
    // A zone that no scene shows has only its id: `out_of_the_game`.
    let Some(zone) = scene.zones.iter().find(|zone| zone.id == id) else {
        let name = id.replace('_', " ");
        return if name.starts_with("out of ") { name } else { article(&name) };
    };
    let name = zone_name(zone, id);
    let viewer = scene.viewer.and_then(|viewer| viewer.seat());
    if viewer.is_some_and(|seat| zone.is_of(seat)) {
        return format!("your {name}");
    }
    match zone.owner {
        Some(owner) if by == Some(owner) => format!("their {name}"),
        Some(owner) => format!("{owner}'s {name}"),
        None if by.is_some_and(|by| zone.team.contains(&by)) => format!("their {name}"),
        None if zone.team.is_empty() || name.contains(" of ") => article(&name),
        None => {
            let seats: Vec<String> = zone.team.iter().map(ToString::to_string).collect();
            format!("the {name} of {}", list(&seats))
        }
    }
}

fn zone_name(zone: &ZoneScene, id: &str) -> String {
    let name = if zone.name.is_empty() { id } else { &zone.name };
    match zone.role {
        Some(ZoneRole::Foundation) if !name.contains("foundation") => format!("{name} foundation"),
        _ => name.to_owned(),
    }
}

/// The name with its article: `the stock`. A name that ends in a number, such as `pile 3`, gets no article.
fn article(name: &str) -> String {
    if name.starts_with("the ") || name.ends_with(|c: char| c.is_ascii_digit()) {
        return name.to_owned();
    }
    format!("the {name}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Place, Step, commentary};
    use rulebook_kernel::Viewer;

    fn scene() -> Scene {
        let zone = |id: &str, owner: Option<usize>| ZoneScene {
            id: id.to_owned(),
            name: id.split('.').next().unwrap_or(id).to_owned(),
            owner: owner.map(Seat::new),
            role: ZoneRole::of_name(id.split('.').next().unwrap_or(id)),
            ..ZoneScene::default()
        };
        let shared = ["stock", "discard", "oven"].map(|id| zone(id, None));
        let own = ["hand", "trick", "taken"].iter();
        let own = own.flat_map(|id| (0..2).map(move |seat| zone(&format!("{id}.{seat}"), Some(seat))));
        let team = ZoneScene { team: [0, 2].map(Seat::new).to_vec(), ..zone("tricks-ns", None) };
        let viewer = Some(Viewer::Seat(Seat::new(0)));
        Scene { viewer, seats: 2, zones: shared.into_iter().chain(own).chain([team]).collect(), ..Scene::default() }
    }

    fn moved(from: &str, to: &str, face: Option<&str>) -> Step {
        let place = |zone: &str| Place { zone: zone.to_owned(), at: None };
        Step::Move { from: place(from), to: place(to), face: face.map(str::to_owned) }
    }

    fn told(steps: &[Step]) -> Vec<String> {
        text_log(&commentary(steps, &scene()), &scene())
    }

    #[test]
    fn a_deal_is_one_line_and_the_cards_of_the_viewer() {
        let deal = [
            moved("stock", "hand.0", Some("QH")),
            moved("stock", "hand.1", None),
            moved("stock", "hand.0", Some("2C")),
            moved("stock", "hand.1", None),
            moved("stock", "discard", Some("10D")),
        ];
        assert_eq!(told(&deal), ["Each player gets 2 cards", "Seat 1 gets QH and 2C", "10D is turned up"]);
    }

    #[test]
    fn the_cards_of_a_trick_are_one_line() {
        let trick = [moved("trick.0", "taken.1", Some("QH")), moved("trick.1", "taken.1", Some("KH"))];
        assert_eq!(told(&trick), ["Seat 2 takes the trick"]);
        let team = [moved("trick.0", "tricks-ns", Some("QH")), moved("trick.1", "tricks-ns", Some("KH"))];
        assert_eq!(told(&team), ["Seat 1 and seat 3 take the trick"]);
    }

    #[test]
    fn players_who_play_at_once_have_a_line_each() {
        let both = [moved("hand.0", "discard", Some("QH")), moved("hand.1", "discard", Some("KH"))];
        assert_eq!(told(&both), ["Seat 1 discards QH", "Seat 2 discards KH"]);
    }

    #[test]
    fn a_choice_that_the_cards_show_is_not_repeated() {
        let draws = [Step::choice(Seat::new(1), "p2", "draw"), moved("stock", "hand.1", None)];
        assert_eq!(told(&draws), ["Seat 2 draws a card"]);
        let zone = [Step::choice(Seat::new(1), "p2", "stock"), moved("stock", "hand.1", None)];
        assert_eq!(told(&zone), ["Seat 2 draws a card"]);
        let turns = [Step::choice(Seat::new(1), "p2", "turn"), moved("stock", "discard", Some("10D"))];
        assert_eq!(told(&turns), ["10D is turned up"]);
        let said = [Step::say("seat 2 discards the queen"), moved("hand.1", "discard", Some("QH"))];
        assert_eq!(told(&said), ["Seat 2 discards QH"]);
        assert_eq!(told(&[Step::choice(Seat::new(1), "p2", "pass")]), ["Seat 2 passes"]);
        assert_eq!(told(&[Step::choice(Seat::new(1), "p2", "put it back")]), ["Seat 2 puts it back"]);
        assert_eq!(told(&[Step::choice(Seat::new(1), "p2", "hearts")]), ["Seat 2 chooses hearts"]);
    }

    #[test]
    fn a_zone_without_a_role_is_named() {
        assert_eq!(told(&[moved("hand.1", "oven", None)]), ["Seat 2 puts a card into the oven"]);
        assert_eq!(told(&[moved("oven", "out_of_the_game", Some("QH"))]), ["QH goes from the oven to out of the game"]);
        assert_eq!(
            told(&[moved("oven", "discard", None), moved("oven", "discard", None)]),
            ["2 cards go from the oven to the discard"]
        );
    }

    #[test]
    fn cards_that_are_shown_together_are_a_line() {
        let change = |zone: &str, text: &str| Step::change(Place { zone: zone.to_owned(), at: None }, text);
        let all = [
            change("hand.1", "6C is shown to everybody"),
            change("hand.1", "7D is shown to everybody"),
            change("hand.1", "a card is shown to seat 1"),
            change("oven", "8H is hidden from seat 1"),
        ];
        let expected =
            ["Seat 2 shows 6C and 7D", "Seat 2 shows a card to seat 1", "8H in the oven is hidden from seat 1"];
        assert_eq!(told(&all), expected);
    }

    #[test]
    fn a_value_keeps_its_case() {
        let quiet = Step::Say { text: "next_player is p2".into(), quiet: true, choice: None };
        assert_eq!(told(&[quiet, Step::say("e4 is attacked")]), ["next_player is p2", "e4 is attacked"]);
    }
}
