//! The pictures of cards: image files in the folder of a game, named by the property `art`.

use crate::report::shown;
use crate::{Report, codes, source};
use rulebook_cgml::syntax::{At, CardGroup, Composition, Document, Entries, Literal};
use rulebook_diag::Diagnostic;
use std::collections::BTreeSet;
use std::path::{Component, Path};

/// The property with the path of the picture.
const ART: &str = "art";

/// Maximum size of a picture in bytes. A larger file is not shown.
pub(crate) const MOST_BYTES: usize = 4 << 20;

/// The formats of pictures: file ending, media type, and the first bytes of a file. SVG is missing because it can
/// contain scripts.
const FORMATS: [(&str, &str, &[u8]); 4] = [
    ("png", "image/png", b"\x89PNG\r\n\x1a\n"),
    ("jpg", "image/jpeg", b"\xff\xd8\xff"),
    ("jpeg", "image/jpeg", b"\xff\xd8\xff"),
    ("webp", "image/webp", b"RIFF"),
];

/// The media type and the bytes of a picture in the folder of a game.
///
/// # Errors
/// Returns the reason why there is no such picture, as the end of a sentence.
pub(crate) fn read(folder: &Path, path: &str) -> Result<(&'static str, Vec<u8>), String> {
    let end = path.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).unwrap_or_default();
    let Some((_, kind, first)) = FORMATS.iter().find(|(known, ..)| *known == end) else {
        return Err("is not a PNG, JPEG or WebP file".to_owned());
    };
    // The folder of a bare file name is empty, and that cannot be read.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let within = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    if !within || path.contains(['\\', ':']) {
        return Err("is not a path inside the folder of the game".to_owned());
    }
    let whole = source::whole(&folder.join(path)).map_err(|_| "does not exist".to_owned())?;
    let root = source::whole(folder).map_err(|error| error.to_string())?;
    if !whole.starts_with(root) {
        return Err("is a link out of the folder of the game".to_owned());
    }
    let bytes = source::read(&whole, MOST_BYTES + 1).map_err(|error| format!("cannot be read: {error}"))?;
    match bytes.len() {
        size if size > MOST_BYTES => Err(format!("has more than {MOST_BYTES} bytes")),
        _ if !bytes.starts_with(first) => Err(format!("is not a {} file", end.to_uppercase())),
        _ => Ok((kind, bytes)),
    }
}

/// Warns about each card whose picture cannot be shown.
pub(crate) fn check(document: &Document, folder: &Path, report: &mut Report) {
    let types = document.components.types.iter().flat_map(|types| types.deck_types.iter());
    let mut seen = BTreeSet::new();
    let mut look = |properties: &Entries<At<Literal>>| {
        let Some(At { value: Literal::Text(path), span }) = properties.get(ART) else { return };
        if !seen.insert(path.clone()) {
            return;
        }
        if let Err(why) = read(folder, path) {
            let message = format!("the picture `{path}` {why}");
            let found = Diagnostic::warning(codes::NO_PICTURE, *span, message);
            let place = if folder.as_os_str().is_empty() { "this folder".to_owned() } else { shown(folder) };
            let help = format!("put the file into {place}, or leave `art` empty; the table then draws a picture");
            report.diagnostics.push(found.help(help));
        }
    };
    for (_, kind) in types {
        look(&kind.default_properties);
        for CardGroup { cards, copies } in &kind.composition {
            look(&copies.properties);
            if let Composition::Cards(listed) = cards {
                listed.cards.iter().for_each(|card| look(&card.properties));
            }
        }
    }
}
