//! `meta.json`: the name of a game and its description for the lobby. It does not affect the rules.

use crate::{Report, codes, files};
use rulebook_diag::{Diagnostic, Diagnostics, Fields, FileId, Node, Span, is_plain, nearest};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The content of `meta.json`, completed from the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Meta {
    /// The id. It equals the name of the folder. Without a rules file, it is also the id of the native rules.
    pub rules_id: String,
    /// Display name.
    pub game_name: String,
    /// A sentence or two for the lobby.
    pub description: String,
    /// Minimum number of seats.
    pub min_players: usize,
    /// Maximum number of seats.
    pub max_players: usize,
    /// A word that groups games in the lobby.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// Whether the game ever has buttons. Clients then reserve space for them from the start.
    pub supports_actions: bool,
    /// Approximate duration of a game between people in minutes, as estimated by the author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u16>,
    /// Other names of the game, and names of games that are much like it. The search in the lobby finds them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// The place of the game among the popular ones in the lobby. 1 is the first. `None` if the lobby does not recommend
    /// the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub popular: Option<u16>,
    /// The picture in the lobby. By default it is made from the first scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// Translations of the texts of the game, by language code and English text.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub translations: Translations,
    /// The rules for people in other languages, by language code. They come from files such as `rules.de.md`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rules_texts: BTreeMap<String, String>,
}

/// Texts in another language, by language code and English text.
pub type Translations = BTreeMap<String, BTreeMap<String, String>>;

/// A picture of a game for the lobby: cards or pieces on a coloured ground.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Picture {
    /// The colour of the ground.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tint: Option<String>,
    /// How the cards lie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// The cards, such as `QS`. `back` is a card that lies face down.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<String>,
    /// The symbols of pieces, such as `♞`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
    /// A short text, such as `3+`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign: Option<String>,
}

const TINTS: [&str; 10] = ["green", "wine", "blue", "slate", "purple", "brown", "amber", "teal", "rust", "pink"];
const FORMS: [&str; 5] = ["fan", "row", "cross", "columns", "grid"];
/// Maximum number of cards or pieces in a picture.
const MAX_PICTURED: usize = 12;

/// The content of the file. Some values have a span, so that later checks can point to them.
pub(crate) struct Written {
    pub id: Option<(String, Span)>,
    pub name: Option<String>,
    pub description: Option<String>,
    pub min: Option<(usize, Span)>,
    pub max: Option<(usize, Span)>,
    pub category: Option<String>,
    pub supports_actions: Option<(bool, Span)>,
    pub minutes: Option<u16>,
    pub aliases: Vec<String>,
    pub popular: Option<u16>,
    pub picture: Option<Picture>,
    pub translations: Translations,
}

const NAME_CHARS: usize = 60;
const DESCRIPTION_CHARS: usize = 600;
const CATEGORY_CHARS: usize = 30;
/// Maximum length of an id, in bytes.
const ID_BYTES: usize = 60;
/// Maximum value of `minutes`: one day.
const MAX_MINUTES: u16 = 1440;
/// Maximum number of languages in `translations`.
const MAX_LANGUAGES: usize = 50;
/// Maximum number of texts of one language.
const MAX_TRANSLATED: usize = 2000;
/// Maximum number of aliases.
const MAX_ALIASES: usize = 30;

/// Reads the file. An unknown key is an error.
pub(crate) fn read(file: FileId, report: &mut Report) -> Option<Written> {
    let node = files::json(file, report)?;
    let diags = &mut report.diagnostics;
    let mut fields = Fields::of(&node, diags);
    let id = text(&mut fields, "rulesId", true, ID_BYTES);
    let name = text(&mut fields, "gameName", true, NAME_CHARS);
    let description = text(&mut fields, "description", false, DESCRIPTION_CHARS);
    let mut min = seats(&mut fields, "minPlayers");
    let mut max = seats(&mut fields, "maxPlayers");
    let category = text(&mut fields, "category", false, CATEGORY_CHARS);
    let supports_actions = fields.optional("supportsActions").bool();
    let supports_actions = supports_actions.zip(node.get("supportsActions").map(|node| node.span));
    let minutes = fields.optional("minutes").int(1..=MAX_MINUTES);
    let aliases = texts(&mut fields, "aliases", MAX_ALIASES, NAME_CHARS);
    let popular = fields.optional("popular").int(1..=u16::MAX);
    let picture = fields.optional("picture").node().map(|node| picture(node, fields.diags()));
    let translations = fields.optional("translations").node().map(|node| translations(node, fields.diags()));
    fields.finish();
    if let (Some((fewest, at)), Some((most, other))) = (min, max)
        && fewest > most
    {
        let message = format!("`minPlayers` is {fewest}, more than `maxPlayers`, which is {most}");
        diags.push(Diagnostic::error(codes::SEATS_CROSSED, at, message).secondary(other, "the most players"));
        // The contradiction between the two numbers is reported here. So they are not compared with the rules as well.
        (min, max) = (None, None);
    }
    Some(Written {
        id,
        name: name.map(|(name, _)| name),
        description: description.map(|(text, _)| text),
        min,
        max,
        category: category.map(|(text, _)| text),
        supports_actions,
        minutes,
        aliases,
        popular,
        picture,
        translations: translations.unwrap_or_default(),
    })
}

fn picture(node: &Node, diags: &mut Diagnostics) -> Picture {
    let mut fields = Fields::of(node, diags);
    let tint = fields.optional("tint").one_of(&TINTS).map(str::to_owned);
    let form = fields.optional("form").one_of(&FORMS).map(str::to_owned);
    let cards = texts(&mut fields, "cards", MAX_PICTURED, 4);
    let pieces = texts(&mut fields, "pieces", MAX_PICTURED, 4);
    let sign = text(&mut fields, "sign", false, 4).map(|(text, _)| text);
    fields.finish();
    Picture { tint, form, cards, pieces, sign }
}

/// Whether this is the code of a language, such as `de`.
pub(crate) fn is_language(code: &str) -> bool {
    (2..=3).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Reads `translations`: an object of language codes, each with English texts and their translations.
fn translations(node: &Node, diags: &mut Diagnostics) -> Translations {
    let mut found = Translations::new();
    let languages = rulebook_diag::Value::of(node, diags).map().unwrap_or_default();
    if languages.len() > MAX_LANGUAGES {
        let message = format!("`translations` has {} languages; the limit is {MAX_LANGUAGES}", languages.len());
        diags.push(Diagnostic::error(codes::BAD_TEXT, node.span, message));
    }
    for (language, texts) in languages {
        let code = language.text.as_str();
        if !is_language(code) {
            let message = format!("`{code}` is not a language code such as `de`");
            diags.push(Diagnostic::error(codes::BAD_TEXT, language.span, message));
            continue;
        }
        let pairs = rulebook_diag::Value::of(texts, diags).map().unwrap_or_default();
        if pairs.len() > MAX_TRANSLATED {
            let message = format!("`{code}` has {} texts; the limit is {MAX_TRANSLATED}", pairs.len());
            diags.push(Diagnostic::error(codes::BAD_TEXT, texts.span, message));
        }
        let known = found.entry(code.to_owned()).or_default();
        for (english, other) in pairs {
            if let Some(text) = rulebook_diag::Value::of(other, diags).text() {
                check_text(code, text, other, DESCRIPTION_CHARS, diags);
                known.insert(english.text.to_string(), text.to_owned());
            }
        }
    }
    found
}

/// A list of short texts.
fn texts(fields: &mut Fields<'_, '_>, key: &'static str, most: usize, chars: usize) -> Vec<String> {
    let Some(node) = fields.optional(key).node() else { return vec![] };
    let list = rulebook_diag::Value::of(node, fields.diags()).seq().unwrap_or_default();
    if list.len() > most {
        let message = format!("`{key}` has {} entries; the limit is {most}", list.len());
        fields.diags().push(Diagnostic::error(codes::BAD_TEXT, node.span, message));
    }
    let mut found = Vec::with_capacity(list.len().min(most));
    for node in list {
        if let Some(text) = rulebook_diag::Value::of(node, fields.diags()).text() {
            check_text(key, text, node, chars, fields.diags());
            found.push(text.to_owned());
        }
    }
    found
}

fn seats(fields: &mut Fields<'_, '_>, key: &'static str) -> Option<(usize, Span)> {
    let node = fields.optional(key).node()?;
    let count = rulebook_diag::Value::of(node, fields.diags()).int(1..=rulebook_kernel::MAX_SEATS as u32)?;
    Some((count as usize, node.span))
}

fn text(fields: &mut Fields<'_, '_>, key: &'static str, required: bool, most: usize) -> Option<(String, Span)> {
    let value = if required { fields.required(key) } else { fields.optional(key) };
    let node = value.node()?;
    let text = rulebook_diag::Value::of(node, fields.diags()).text()?;
    check_text(key, text, node, most, fields.diags());
    Some((text.to_owned(), node.span))
}

/// Checks a text that is shown in lists and terminals: it must be one line, not too long, without control characters.
fn check_text(key: &str, text: &str, node: &Node, most: usize, diags: &mut Diagnostics) {
    let chars = text.chars().count();
    if text.trim().is_empty() {
        diags.push(Diagnostic::error(codes::EMPTY, node.span, format!("`{key}` is empty")));
    } else if chars > most {
        let message = format!("`{key}` has {chars} characters; the limit is {most}");
        diags.push(Diagnostic::error(codes::BAD_TEXT, node.span, message));
    }
    if !text.chars().all(is_plain) {
        let message = format!("`{key}` contains a line break or an invisible character");
        diags.push(Diagnostic::error(codes::BAD_TEXT, node.span, message));
    }
}

/// Whether a text is an id: lower-case words and numbers joined by single hyphens. Ids are used in folders, URLs and
/// logs.
#[must_use]
pub fn is_id(text: &str) -> bool {
    let word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    text.len() <= ID_BYTES && text.split('-').all(word)
}

/// Checks that the id is well formed and equals the name of the folder.
pub(crate) fn check_id(id: &(String, Span), folder: &str, diags: &mut Diagnostics) {
    let (id, span) = id;
    if !is_id(id) {
        let message = format!("`{id}` is not an id; use lower-case letters and digits, in words joined by hyphens");
        diags.push(Diagnostic::error(codes::BAD_ID, *span, message));
    }
    if id != folder {
        let found =
            Diagnostic::error(codes::OTHER_ID, *span, format!("the rules id is `{id}`, the folder is `{folder}`"))
                .label("must be the name of the folder");
        let meant = nearest(id, [folder]).filter(|name| is_id(name));
        diags.push(found.did_you_mean(meant, true));
    }
}
