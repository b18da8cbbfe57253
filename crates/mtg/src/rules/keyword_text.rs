//! Keywords that are short forms of an ability (CR 702). Their text is parsed like the text of a card.

use crate::ir::{
    Ability, Act, Activated, Amount, Keyword, KeywordCost, KeywordCount, Mod, PlainKeyword, Rule, TextStep, Triggered,
};
use crate::lexicon::Lexicon;
use crate::parse::parse_face;
use crate::text::tokens;

/// The rules text of which the keyword is a short form. `None` if the keyword has no such text.
pub fn text(keyword: &Keyword) -> Option<String> {
    let plain = |text: &str| Some(text.to_owned());
    match keyword {
        Keyword::Plain(keyword) => match keyword {
            PlainKeyword::Flanking => plain(
                "whenever ~ becomes blocked by a creature without flanking , that creature gets -1/-1 until end of turn .",
            ),
            PlainKeyword::BattleCry => {
                plain("whenever ~ attacks , each other attacking creature gets +1/+0 until end of turn .")
            }
            PlainKeyword::Evolve => plain(
                "whenever a creature you control enters , if that creature has greater power or toughness than ~ , put a +1/+1 counter on ~ .",
            ),
            PlainKeyword::Ingest => {
                plain("whenever ~ deals combat damage to a player , that player exiles the top card of their library .")
            }
            PlainKeyword::Persist => plain(
                "when ~ dies , if it had no -1/-1 counters on it , return it to the battlefield under its owner 's control with a -1/-1 counter on it .",
            ),
            PlainKeyword::Undying => plain(
                "when ~ dies , if it had no +1/+1 counters on it , return it to the battlefield under its owner 's control with a +1/+1 counter on it .",
            ),
            PlainKeyword::Decayed => plain("~ can't block .\n\nwhen ~ attacks , sacrifice it at end of combat ."),
            PlainKeyword::Mentor => plain(
                "whenever ~ attacks , put a +1/+1 counter on target attacking creature with power less than ~ 's power .",
            ),
            PlainKeyword::Training => plain(
                "whenever ~ and at least one other creature with power greater than ~ 's power attack , put a +1/+1 counter on ~ .",
            ),
            _ => None,
        },
        Keyword::Number(keyword, Amount::Number(n)) => match keyword {
            KeywordCount::Bushido => {
                Some(format!("whenever ~ blocks or becomes blocked , it gets +{n}/+{n} until end of turn ."))
            }
            KeywordCount::Crew => Some(format!(
                "tap any number of other untapped creatures you control with total power {n} or more : ~ becomes an artifact creature until end of turn ."
            )),
            KeywordCount::Afflict => Some(format!("whenever ~ becomes blocked , defending player loses {n} life .")),
            KeywordCount::Annihilator => {
                let what = if *n == 1 { "a permanent".to_owned() } else { format!("{} permanents", word(*n)?) };
                Some(format!("whenever ~ attacks , defending player sacrifices {what} ."))
            }
            KeywordCount::Bloodthirst => {
                let what = if *n == 1 { "a +1/+1 counter".to_owned() } else { format!("{} +1/+1 counters", word(*n)?) };
                Some(format!("if an opponent was dealt damage this turn , ~ enters with {what} on it ."))
            }
            KeywordCount::Fading => {
                let what = if *n == 1 { "a fade counter".to_owned() } else { format!("{} fade counters", word(*n)?) };
                Some(format!(
                    "~ enters with {what} on it .\n\nat the beginning of your upkeep , remove a fade counter from ~ . if you can't , sacrifice ~ ."
                ))
            }
            KeywordCount::Vanishing => {
                let what = if *n == 1 { "a time counter".to_owned() } else { format!("{} time counters", word(*n)?) };
                Some(format!(
                    "~ enters with {what} on it .\n\nat the beginning of your upkeep , if ~ has a time counter on it , remove a time counter from ~ .\n\nwhen the last time counter is removed from ~ , sacrifice ~ ."
                ))
            }
            KeywordCount::Modular => {
                let what = if *n == 1 { "a +1/+1 counter".to_owned() } else { format!("{} +1/+1 counters", word(*n)?) };
                Some(format!(
                    "~ enters with {what} on it .\n\nwhen ~ dies , you may put a number of +1/+1 counters equal to the number of +1/+1 counters on it on target artifact creature ."
                ))
            }
            _ => None,
        },
        _ => None,
    }
}

fn word(n: u16) -> Option<&'static str> {
    ["two", "three", "four", "five", "six"].get(usize::from(n).checked_sub(2)?).copied()
}

/// The abilities of which the keyword is a short form. Empty if its text cannot be parsed.
pub fn abilities(keyword: &Keyword) -> Vec<Ability> {
    let Some(text) = text(keyword) else { return Vec::new() };
    let lexicon = Lexicon::default();
    let read = |line: &str| parse_face(&tokens(line), &lexicon, false).ok();
    text.split("\n\n").filter_map(read).flatten().collect()
}

/// The activated ability of which a keyword with a cost is a short form. Its cost is {0}; the caller sets the real
/// cost.
pub fn costed(keyword: KeywordCost) -> Option<Activated> {
    let text = match keyword {
        KeywordCost::Scavenge => {
            "{0} , exile ~ from your graveyard : put a number of +1/+1 counters equal to ~ 's power on target creature . activate only as a sorcery ."
        }
        KeywordCost::Unearth => {
            "{0} : return ~ from your graveyard to the battlefield . it gains haste . exile it at the beginning of the next end step . activate only as a sorcery ."
        }
        KeywordCost::Outlast => "{0} , {t} : put a +1/+1 counter on ~ . activate only as a sorcery .",
        _ => return None,
    };
    match parse_face(&tokens(text), &Lexicon::default(), false).ok()?.pop()? {
        Ability::Activated(mut activated) => {
            // An unearthed creature is exiled instead if it would leave the battlefield (CR 702.84a).
            for step in &mut activated.body.steps {
                if let TextStep::Do { act: Act::Modify { mods, .. }, .. } = step
                    && keyword == KeywordCost::Unearth
                {
                    mods.push(Mod::Rule(Rule::ExiledIfLeaves));
                }
            }
            Some(activated)
        }
        _ => None,
    }
}

/// The soulshift ability (CR 702.46a), without the subtype Spirit. The caller adds the subtype.
pub fn soulshift(n: u16) -> Option<Triggered> {
    let text = format!(
        "when ~ dies , you may return target creature card with mana value {n} or less from your graveyard to your hand ."
    );
    match parse_face(&tokens(&text), &Lexicon::default(), false).ok()?.pop()? {
        Ability::Triggered(triggered) => Some(triggered),
        _ => None,
    }
}

/// Whether the text of the keyword can be parsed completely.
pub fn understood(keyword: &Keyword) -> bool {
    text(keyword).is_some_and(|text| text.split("\n\n").count() == abilities(keyword).len())
}
