//! Compiles a card of the card file to its typed form, or explains why that is impossible.

use crate::database::{FaceRef, RawCard};
use crate::ir::{Ability, Card, CardType, Colors, Face, Layout, Supertype};
use crate::lexicon::Lexicon;
use crate::parse::{Refusal, Why, parse_face};
use crate::print::print_face;
use crate::text::{lex, tokens};

/// The reason why a card was refused, with its face and the position in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The index of the face on the card, from zero.
    pub face: usize,
    /// The byte offset in the printed text at which parsing failed.
    pub byte: Option<u32>,
    /// The reason. Its position counts tokens of the normal text, which the lexer makes from the printed text.
    pub refusal: Refusal,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Refusal { why, clause, .. } = &self.refusal;
        if self.face > 0 {
            write!(f, "on face {}: ", self.face + 1)?;
        }
        match why {
            Why::NotUnderstood => write!(f, "its text is not understood: `{clause}`"),
            Why::Ambiguous => write!(f, "its text can be read in two ways: `{clause}`"),
            Why::NotPrintedBack => write!(f, "its text was read differently from what is printed: `{clause}`"),
            Why::Pronoun => write!(f, "a pronoun can mean two objects: `{clause}`"),
            Why::Characteristic => write!(f, "its {clause} is not understood"),
        }
    }
}

/// Compiles a card. Prints the typed form as text again, and refuses the card if the printed text differs from the text
/// of the card.
pub fn compile(card: &RawCard, lexicon: &Lexicon) -> Result<Card, Refused> {
    let lexicon = &lexicon.for_card(card);
    let mut faces = Vec::new();
    for (at, face) in card.faces().into_iter().enumerate() {
        faces.push(compile_face(face, lexicon).map_err(|(refusal, byte)| Refused { face: at, byte, refusal })?);
    }
    let odd = |clause: &str| Refused {
        face: 0,
        byte: None,
        refusal: Refusal { why: Why::Characteristic, at: 0, clause: clause.into() },
    };
    let layout = layout(card, faces.len()).ok_or_else(|| odd("layout"))?;
    let name = lexicon.name_id(&card.name).ok_or_else(|| odd("name"))?;
    Ok(Card { name, layout, faces })
}

fn layout(card: &RawCard, faces: usize) -> Option<Layout> {
    let word = card.layout.as_deref().unwrap_or("normal").to_lowercase();
    Some(match word.as_str() {
        "transform" | "doublefaced" => Layout::Transform,
        "modal" | "modal_dfc" => Layout::Modal,
        "split" => Layout::Split,
        "adventure" => Layout::Adventure,
        "flip" => Layout::Flip,
        _ if faces == 1 && !matches!(word.as_str(), "meld" | "prepare" | "specialize" | "omen") => Layout::Normal,
        _ => return None,
    })
}

/// The names by which the text may mention the card itself, longest first. Legendary cards also have short names.
fn own_names(face: FaceRef<'_>) -> Vec<String> {
    let full = face.name().to_string();
    let mut names = vec![full.clone()];
    if face.type_line().contains("Legendary") {
        for part in
            [full.split(", ").next(), full.split(" of ").next(), full.split(" the ").next(), full.split(' ').next()]
        {
            let part = part.unwrap_or_default().to_string();
            if part.len() > 2 && part != "The" && !names.contains(&part) {
                names.push(part);
            }
        }
    }
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names
}

fn compile_face(face: FaceRef<'_>, lexicon: &Lexicon) -> Result<Face, (Refusal, Option<u32>)> {
    let odd = |clause: &str| (Refusal { why: Why::Characteristic, at: 0, clause: clause.into() }, None);
    let types = types(face.type_line()).ok_or_else(|| odd("type line"))?;
    let spell = types.iter().any(|card_type| matches!(card_type, CardType::Instant | CardType::Sorcery));
    let names = own_names(face);
    // A name of one word may also be an ordinary word of the text. If the text cannot be parsed with this word as the
    // card's name, parse the word as an ordinary word.
    let longer: Vec<String> = names.iter().filter(|name| name.contains(' ')).cloned().collect();
    let abilities = match read(face.text(), &names, spell, lexicon) {
        Err(refused) if longer.len() < names.len() => {
            read(face.text(), &longer, spell, lexicon).map_err(|_| refused)?
        }
        other => other?,
    };
    let mana_cost = match face.raw_mana_cost() {
        None | Some("") => None,
        Some(printed) => Some(crate::mana::cost(printed).ok_or_else(|| odd("mana cost"))?),
    };
    let number = |printed: Option<&str>, what: &str| match printed {
        None => Ok(None),
        // A `*` means that an ability defines the value. The value is zero if that ability does not apply (CR 208.2a).
        Some(star) if star.contains('*') => Ok(Some(0)),
        Some(digits) => digits.parse::<i16>().map(Some).map_err(|_| odd(what)),
    };
    // Every creature has power and toughness (CR 208.1).
    let creature = types.contains(&CardType::Creature);
    let sized = |printed: Option<&str>, what: &str| {
        number(printed, what).and_then(|size| if creature && size.is_none() { Err(odd(what)) } else { Ok(size) })
    };
    let (power, toughness) = (sized(face.power(), "power")?, sized(face.toughness(), "toughness")?);
    Ok(Face {
        name: lexicon.name_id(face.name()).ok_or_else(|| odd("name"))?,
        colors: colors(face, mana_cost.as_deref().unwrap_or_default()),
        mana_cost,
        supertypes: supertypes(face.type_line()),
        subtypes: subtypes(face.type_line(), lexicon),
        types,
        power,
        toughness,
        loyalty: number(face.loyalty(), "loyalty")?,
        abilities,
    })
}

/// Parses the abilities of a text. Each of `names` in the text means the card itself.
fn read(text: &str, names: &[String], spell: bool, lexicon: &Lexicon) -> Result<Vec<Ability>, (Refusal, Option<u32>)> {
    let lexed = lex(text, names, lexicon);
    let placed = |refusal: Refusal| {
        let byte = lexed.starts.get(refusal.at).copied();
        (refusal, byte)
    };
    let abilities = parse_face(&tokens(&lexed.text), lexicon, spell).map_err(placed)?;
    let printed = print_face(&abilities, lexicon);
    if printed != lexed.text {
        return Err(placed(difference(&printed, &lexed.text)));
    }
    match crate::second_reading::disagreement(&abilities, lexicon) {
        None => Ok(abilities),
        Some(at) => Err(placed(pronoun(&tokens(&lexed.text), at))),
    }
}

/// The refusal of a pronoun with two meanings, with the words around it.
fn pronoun(words: &[&str], at: usize) -> Refusal {
    let near = |from: usize, to: usize| words[from..to.min(words.len())].join(" ");
    let clause = format!("{} > {}", near(at.saturating_sub(8), at), near(at, at + 6));
    Refusal { why: Why::Pronoun, at, clause }
}

/// The first difference between the text of the card and the text that the printer made from the typed form.
fn difference(printed: &str, normal: &str) -> Refusal {
    let (ours, theirs) = (tokens(printed), tokens(normal));
    let at = ours.iter().zip(&theirs).take_while(|(one, other)| one == other).count();
    let near = |list: &[&str]| {
        let from = at.saturating_sub(4).min(list.len());
        list[from..(at + 6).min(list.len())].join(" ")
    };
    let clause = format!("{} | {}", near(&theirs), near(&ours));
    Refusal { why: Why::NotPrintedBack, at, clause }
}

fn colors(face: FaceRef<'_>, cost: &[crate::ir::ManaSymbol]) -> Colors {
    let listed = face.colors().unwrap_or_default();
    let letters = listed.iter().filter_map(|letter| letter.chars().next());
    letters.fold(crate::mana::colors(cost), |colors, letter| {
        let color = crate::ir::Color::ALL.into_iter().find(|color| color.letter() == letter);
        color.map_or(colors, |color| colors.with(color))
    })
}

fn before_dash(line: &str) -> &str {
    line.split('—').next().unwrap_or_default()
}

fn supertypes(line: &str) -> Vec<Supertype> {
    let words: Vec<String> = before_dash(line).split_whitespace().map(str::to_lowercase).collect();
    Supertype::ALL.into_iter().filter(|known| words.iter().any(|word| word == known.word())).collect()
}

/// The card types of a type line. `None` if the line names a type that is not supported.
fn types(line: &str) -> Option<Vec<CardType>> {
    let mut types = Vec::new();
    for word in before_dash(line).split_whitespace() {
        let word = word.to_lowercase();
        if Supertype::ALL.iter().any(|known| known.word() == word) {
            continue;
        }
        let word = if word == "tribal" { "kindred" } else { &word };
        types.push(CardType::ALL.into_iter().find(|known| known.word() == word)?);
    }
    Some(types)
}

fn subtypes(line: &str, lexicon: &Lexicon) -> Vec<crate::ir::SubtypeId> {
    let Some((_, after)) = line.split_once('—') else { return Vec::new() };
    after.split_whitespace().filter_map(|word| lexicon.line_subtype(&word.to_lowercase())).collect()
}
