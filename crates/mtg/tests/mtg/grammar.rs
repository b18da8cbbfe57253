//! Tests of the grammar: noun phrases, pronouns and ambiguous readings.

use rulebook_mtg::database::RawCard;
use rulebook_mtg::ir::{
    Ability, Act, Amount, CardType, Choice, Cmp, Color, Filter, Form, Kind, Link, Loyalty, Obj, Players, Pred, Stat,
    Target, TargetKind, TextStep, Who, Zone,
};
use rulebook_mtg::lexicon::Lexicon;
use rulebook_mtg::parse::{P, Refusal, Why, parse_face};
use rulebook_mtg::print::print_face;
use rulebook_mtg::text::{lex, tokens};

fn lexicon() -> Lexicon {
    let card = |type_line: &str, text: &str| RawCard {
        name: format!("{type_line} {text}"),
        type_line: type_line.into(),
        oracle_text: Some(text.into()),
        ..RawCard::default()
    };
    Lexicon::of(&[
        card("Creature — Elf Soldier", "Elves and Soldiers. Put a charge counter on it."),
        card("Creature — Goblin", "Goblins. Equipment. Create a 1/1 green Saproling creature token."),
        card("Basic Land — Forest", "Forests"),
        card("Artifact — Equipment", ""),
    ])
}

/// Parses a text as one object phrase. `None` if words are left over.
fn object(text: &str) -> Option<(Obj, Vec<Target>)> {
    let lexicon = lexicon();
    let toks = tokens(text);
    let mut p = P::new(&toks, &lexicon);
    p.mention(Link::Source, false);
    let object = p.object()?;
    p.done().then_some((object, p.targets))
}

fn every(text: &str) -> Filter {
    match object(text) {
        Some((Obj::Every { filter, .. }, _)) => filter,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_filter_has_properties_before_and_after_the_noun() {
    let filter = every("nontoken red creatures you control with power 3 or less");
    assert_eq!(filter.nouns.len(), 1);
    assert_eq!(filter.nouns[0].adj, [Pred::Nontoken, Pred::Color(Color::Red)]);
    assert!(filter.nouns[0].head.has(CardType::Creature));
    let power = Pred::Stat(Stat::Power, Cmp::OrLess, Amount::Number(3));
    assert_eq!(filter.post, [Pred::Controlled(Who::You), power]);
}

#[test]
fn nouns_of_a_list_share_the_last_word() {
    let filter = every("instant and sorcery cards in your graveyard");
    assert!(filter.nouns.iter().all(|noun| noun.head.kind == Kind::Card));
    assert!(matches!(&filter.post[..], [Pred::In(zone)] if zone.zone == Zone::Graveyard && zone.of == Some(Who::You)));
    assert_eq!(every("artifacts , creatures , and lands").nouns.len(), 3);
}

#[test]
fn numbers_must_agree() {
    assert!(object("each creature").is_some());
    assert!(object("each creatures").is_none());
    assert!(object("all creature").is_none());
    assert!(object("two creature").is_none());
    assert!(object("a creatures").is_none());
    assert!(matches!(object("all elves"), Some((Obj::Every { say: Form::All, .. }, _))), "a plural seen in the texts");
}

#[test]
fn targets_take_a_slot_and_choices_none() {
    let (what, targets) = object("up to two other target creatures you control").unwrap();
    assert_eq!(what, Obj::Target(0));
    assert_eq!(targets[0].count, Choice::UpTo(Amount::Number(2)));
    assert!(matches!(&targets[0].kind, TargetKind::Object(filter) if filter.nouns[0].adj == [Pred::Other]));
    let (what, targets) = object("another creature you control").unwrap();
    assert!(matches!(what, Obj::Choose { count: Choice::One, .. }) && targets.is_empty());
    let (_, targets) = object("target player or planeswalker").unwrap();
    assert!(matches!(targets[0].kind, TargetKind::PlayerOr(Players::Any, _)));
}

#[test]
fn an_unknown_word_is_no_subtype() {
    assert!(object("target goblin").is_some());
    assert!(object("target gobbler").is_none());
}

fn parse(text: &str, spell: bool) -> Result<Vec<Ability>, Refusal> {
    let lexicon = lexicon();
    let lexed = lex(text, &["Old Thing".into()], &lexicon);
    let toks = tokens(&lexed.text);
    let abilities = parse_face(&toks, &lexicon, spell)?;
    assert_eq!(print_face(&abilities, &lexicon), lexed.text);
    Ok(abilities)
}

fn acts(ability: &Ability) -> Vec<&Act> {
    let Ability::Spell(body) = ability else { panic!("{ability:?}") };
    let steps = body.steps.iter();
    steps.filter_map(|step| if let TextStep::Do { act, .. } = step { Some(act) } else { None }).collect()
}

#[test]
fn a_pronoun_refers_to_the_latest_possible_object() {
    let abilities =
        parse("Tap target creature. It doesn't untap during its controller's next untap step.", true).unwrap();
    assert!(matches!(acts(&abilities[0])[1], Act::Modify { what: Obj::Back { to: Link::Target(0), .. }, .. }));
    // `that creature` is the target, although the spell itself was mentioned last.
    let text = "Old Thing deals 2 damage to target creature. If Old Thing was kicked, it deals 4 damage to that creature instead.";
    let abilities = parse(text, true).unwrap();
    let debug = format!("{abilities:?}");
    assert!(debug.contains("from: Back { to: Source") && debug.contains("Obj(Back { to: Target(0)"), "{debug}");
}

#[test]
fn pronouns_refer_to_the_object_of_a_trigger() {
    let text = "Whenever a creature you control attacks, it gets +1/+0 until end of turn.";
    let debug = format!("{:?}", parse(text, false).unwrap());
    assert!(debug.contains("what: Back { to: Event"), "{debug}");
    let debug = format!("{:?}", parse("Whenever Old Thing attacks, it gets +1/+0 until end of turn.", false).unwrap());
    assert!(debug.contains("what: Back { to: Source"), "{debug}");
}

#[test]
fn loyalty_is_read_with_brackets_and_without() {
    let bare = "+1: You gain 1 life.\n0: Draw a card.\n−2: Draw a card.\n−X: You gain X life.";
    let brackets = "[+1]: You gain 1 life.\n[0]: Draw a card.\n[−2]: Draw a card.\n[-X]: You gain X life.";
    let abilities = parse(bare, false).unwrap();
    assert_eq!(abilities, parse(brackets, false).unwrap());
    let costs: Vec<_> = abilities
        .iter()
        .map(|ability| if let Ability::Activated(activated) = ability { activated.loyalty } else { None })
        .collect();
    let costs_wanted = [Loyalty::Plus(1), Loyalty::Plus(0), Loyalty::Minus(2), Loyalty::MinusX].map(Some);
    assert_eq!(costs, costs_wanted);
    // In the middle of a line, or for a number without a sign, such words are not a loyalty cost.
    assert!(parse("Draw a card. +1: You gain 1 life.", false).is_err());
    assert!(parse("2: You gain 1 life.", false).is_err());
}

#[test]
fn a_refusal_names_its_place() {
    let refusal = parse("Destroy target creature. Sing a song.", true).unwrap_err();
    assert_eq!(refusal.why, Why::NotUnderstood);
    assert!(refusal.clause.contains("> sing a song"), "{}", refusal.clause);
}

#[test]
fn every_token_counts() {
    for text in [
        "Destroy target creature",
        "Destroy target creature. .",
        "Flying flying",
        "Draw a card.\nDraw",
        ": draw a card.",
    ] {
        assert!(parse(text, true).is_err(), "{text}");
    }
}

type Reading<'a> = fn(&mut P<'a>) -> Option<u8>;

fn one(p: &mut P<'_>) -> Option<u8> {
    p.need("draw a card").map(|()| 1)
}

fn two(p: &mut P<'_>) -> Option<u8> {
    p.need("draw a card").map(|()| 2)
}

fn short(p: &mut P<'_>) -> Option<u8> {
    p.need("draw").map(|()| 3)
}

#[test]
fn two_readings_of_the_same_words_are_an_ambiguity() {
    let lexicon = lexicon();
    let toks = tokens("draw a card");
    let mut p = P::new(&toks, &lexicon);
    assert!(p.only(&[one as Reading, two as Reading]).is_some() && p.ambiguous);
    let mut p = P::new(&toks, &lexicon);
    assert_eq!(
        (p.only(&[short as Reading, one as Reading, one as Reading]), p.ambiguous, p.done()),
        (Some(1), false, true),
        "the longer one is meant"
    );
}

#[test]
fn an_ability_that_is_ambiguous_is_refused() {
    let lexicon = lexicon();
    let toks = tokens("flying");
    let mut p = P::new(&toks, &lexicon);
    p.ambiguous = true;
    assert!(p.ability().is_some());
    assert!(p.ambiguous, "the parser never clears the flag");
}
