//! Writes the rules page of an imported game from its options.

use crate::Note;
use crate::game::Kind;
use crate::variant::Variant;

/// The name of a section as the id of a game: lower-case letters, digits and hyphens.
pub(crate) fn id(name: &str) -> String {
    let sign = |sign: char| if sign.is_ascii_alphanumeric() { sign.to_ascii_lowercase() } else { '-' };
    let id: String = name.chars().map(sign).collect();
    let id = id.trim_matches('-').to_owned();
    if id.is_empty() { "variant".to_owned() } else { id }
}

/// The name of a section as a title.
pub(crate) fn title(name: &str) -> String {
    let mut title = String::new();
    for (at, word) in name.split(['-', '_', ' ']).filter(|word| !word.is_empty()).enumerate() {
        if at > 0 {
            title.push(' ');
        }
        let mut signs = word.chars();
        title.extend(signs.next().map(|first| first.to_ascii_uppercase()));
        title.extend(signs);
    }
    title
}

/// One sentence about the game.
pub(crate) fn summary(variant: &Variant) -> String {
    let players = if variant.has_pairs() { "two pairs on two boards with" } else { "two players on" };
    format!("A game for {players} {} files and {} ranks.", variant.files, variant.ranks)
}

/// The rules page.
pub(crate) fn rules(title: &str, v: &Variant, kinds: &[Kind], notes: &[Note]) -> String {
    let mut page = format!("# {title}\n\n{}\n\n## Pieces\n\n| letter | piece | moves |\n|---|---|---|\n", summary(v));
    for kind in kinds {
        let moves = v.type_of(&kind.type_name).map_or("", |own| own.betza.as_str());
        let moves = if moves.is_empty() { "does not move".to_owned() } else { format!("`{moves}`") };
        page += &format!("| {} | {} | {moves} |\n", kind.letter, kind.name);
    }
    page += "\n## Rules\n\n";
    let mut say = |given: bool, sentence: &str| {
        if given {
            page += &format!("- {sentence}\n");
        }
    };
    let king = v.type_of("king").is_some();
    say(king, "A player whose king is attacked and who has no legal move is mated and loses.");
    let pairs = v.has_pairs();
    say(pairs, "A captured piece goes to the hand of the captor's partner, who may drop it on the own board later.");
    say(pairs, "Partners have different colours. They win and lose together.");
    say(v.is("capturesToHand") && !pairs, "A captured piece goes to the hand of the captor, who may drop it later.");
    say(v.is("pieceDrops") && !v.is("capturesToHand"), "Each player holds pieces at the start and drops them later.");
    say(v.is("mustCapture"), "A player who can capture must capture.");
    say(v.is("mustDrop"), "A player who can drop a held piece must drop it.");
    say(!v.is("checking"), "No move may give check.");
    say(v.is("blastOnCapture"), "A capture removes both pieces and all pieces around them, except pawns.");
    say(!v.set("petrifyOnCaptureTypes").is_empty(), "A capturing piece turns into a wall.");
    say(v.word("wallingRule").is_some(), "A player places a wall after the move.");
    say(
        v.is("seirawanGating"),
        "When a piece leaves the first rank for the first time, a held piece may take its place.",
    );
    say(v.is("oppositeCastling"), "A player cannot castle on the side on which the opponent has castled.");
    say(v.word("castlingWins").is_some(), "A player who castles wins. A player who loses the right to castle loses.");
    say(v.is("flyingGeneral"), "The kings may not face each other on an open line.");
    say(v.is("checkCounting"), "A player who has given check often enough wins.");
    let few = v.number("extinctionPieceCount");
    if let Some(value) = v.word("extinctionValue").filter(|_| !v.is("extinctionPseudoRoyal")) {
        let outcome = match value {
            "win" => "wins",
            "draw" => "draws",
            _ => "loses",
        };
        say(true, &format!("A player with at most {few} pieces of a counted kind {outcome}."));
    }
    let goal =
        ["White", "Black"].iter().any(|side| v.region(&format!("flagRegion{side}")).is_some_and(|r| !r.is_empty()));
    say(goal, "A player whose piece reaches the goal wins.");
    say(v.number("connectN") > 1, &format!("A player with {} pieces in a row ends the game.", v.number("connectN")));
    match v.word("stalemateValue") {
        Some("loss") => say(true, "A player without a legal move loses."),
        Some("win") => say(true, "A player without a legal move wins."),
        _ => say(true, "If a player has no legal move and is not in check, the game is drawn."),
    }
    let open: Vec<&Note> = notes.iter().filter(|note| note.matters).collect();
    if !open.is_empty() {
        page += "\n## Not imported\n\n";
        for note in open {
            page += &format!("- {}\n", note.text);
        }
    }
    page
}
