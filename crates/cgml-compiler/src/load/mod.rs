//! The loader: reads the files of a game and merges them into one tree (CGML 3 and 5).
//!
//! ```
//! use rulebook_cgml_compiler::load::{MemoryFiles, load, print};
//! use rulebook_diag::{Diagnostics, Sources};
//!
//! let mut files = MemoryFiles::from_iter([
//!     ("base.cgml", "cgml_version: '1.3'\nrules:\n  - {id: draw, priority: 1, trigger: on.turn.begin}\n"),
//!     ("game.cgml", "inherit: base.cgml\nrules:\n  - {id: draw, priority: 2}\n"),
//! ]);
//! let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
//! let merged = load("game.cgml", &mut files, &mut sources, &mut diags).expect("nothing is missing");
//!
//! assert!(diags.is_empty());
//! assert_eq!(print(&merged.node), "\
//! cgml_version: \"1.3\"
//! rules:
//!   - id: draw
//!     priority: 2
//!     trigger: on.turn.begin
//! ");
//! ```
//!
//! - `!include 'x'` inserts a file at any place. The items of a list that is included as a list item become items of
//!   the outer list. `imports:` takes a list of documents, and `inherit:` (or `!inherit`) takes one. These documents
//!   are *bases*.
//! - The layers of a game are its imports in order, then the document it inherits, then itself. Each layer comes after
//!   its own bases and occurs once. `merge_policy.rs` says how a layer merges with the layers before it.
//! - Entries with an identity merge field by field with the entry of the same identity; new entries follow. Rules, decks,
//!   zones, types, variables, states, transitions, events and teams have an identity. `disabled: true` deletes an entry,
//!   and a later entry of that identity is new. `setup`, `win_condition` and every field are replaced completely.
//! - Every node of the merged tree keeps its source span. A map merged from several has the span of the last one.
//!
//! - `!include 'cards.csv'` inserts the cards of a sheet: one item for each row. A sheet is a list of cards, so it can
//!   only stand below the key `cards`.
//!
//! The loader does no IO and uses no network: a [`FileSource`] supplies the files, and packages are part of the engine.
//! No text causes a panic or a hang, or exceeds [`Limits`]. The merged tree contains no tag and no `imports`,
//! `inherit`, `disabled` or `extends`.

mod budget;
pub mod codes;
mod draft;
mod draft_to_tree;
mod extends;
mod files;
mod fix;
mod limits;
mod loader;
mod merge;
mod merge_policy;
mod packages;
mod path;
mod print;
mod source_cache;
mod version;

use rulebook_diag::{Diagnostics, Node, Sources, Span};

pub use files::{FileSource, MemoryFiles, Missing};
pub use fix::fix;
pub use limits::Limits;
pub use merge::Override;
pub use packages::{PACKAGES, Package};
pub use path::{is_sheet, split_sheet};
pub use print::{print, same};
pub use source_cache::{Loaded, version_of_text};
pub use version::VERSION;

use budget::Stop;
use draft::Draft;
use loader::Loader;
use merge::Notes;
use merge_policy::MergeRule;
use path::Target;
use source_cache::Texts;

/// A game as one merged tree, with its origin.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The document. Always a map.
    pub node: Node,
    /// The files in the order in which they were first read. The file of the game comes first.
    pub files: Vec<Loaded>,
    /// Entries of bases that a later file changed or deleted, in the order of the changes.
    pub overrides: Vec<Override>,
}

/// The readable part of a game with missing files. It is enough to find other mistakes.
#[derive(Clone, Debug)]
pub struct PartialGame {
    /// The document. Always a map.
    pub node: Node,
    /// The spans of missing parts, which are empty in the tree.
    pub holes: Vec<Span>,
}

/// Loads the game in the file `path`, relative to the root of `files`.
///
/// Returns `None` if a file is missing or a limit is exceeded. The diagnostics then give the reason. Further checks
/// would only find mistakes that follow from the reported ones. After other mistakes, the result is a tree, and the
/// diagnostics list the mistakes.
pub fn load(path: &str, files: &mut dyn FileSource, sources: &mut Sources, diags: &mut Diagnostics) -> Option<Merged> {
    load_within(path, files, sources, diags, &Limits::default())
}

/// Like [`load`]. If a part of the game is missing, returns the rest for
/// [`syntax::read_rest`](crate::syntax::read_rest).
pub fn load_or_rest(
    path: &str,
    files: &mut dyn FileSource,
    sources: &mut Sources,
    diags: &mut Diagnostics,
) -> Result<Merged, Option<Box<PartialGame>>> {
    within(path, files, sources, diags, &Limits::default())
}

/// Like [`load`], with other limits.
pub fn load_within(
    path: &str,
    files: &mut dyn FileSource,
    sources: &mut Sources,
    diags: &mut Diagnostics,
    limits: &Limits,
) -> Option<Merged> {
    within(path, files, sources, diags, limits).ok()
}

fn within(
    path: &str,
    files: &mut dyn FileSource,
    sources: &mut Sources,
    diags: &mut Diagnostics,
    limits: &Limits,
) -> Result<Merged, Option<Box<PartialGame>>> {
    let mut texts = Texts::new(files, sources, limits);
    let root = Target::root(path, rulebook_diag::Span::new(rulebook_diag::FileId(0), 0..0)).map_err(|mut found| {
        // The path of the game is written in no file, so an error in it is shown at an empty span.
        found.primary.span = texts.nowhere("the game");
        diags.push(*found);
    });
    let Ok(root) = root else { return Err(None) };
    merged(&root, texts, diags).unwrap_or(Err(None))
}

fn merged<'a>(
    root: &Target,
    texts: Texts<'a>,
    diags: &'a mut Diagnostics,
) -> Result<Result<Merged, Option<Box<PartialGame>>>, Stop> {
    let mut loader = Loader::new(texts, diags);
    loader.document(root, None)?;
    let Loader { texts, diags, mut budget, layers, has_holes, holes, .. } = loader;
    let mut notes = Notes::default();
    let drafts: Vec<Draft> =
        layers.into_iter().map(|layer| Draft::of(layer, MergeRule::Document, &mut notes)).collect();
    let draft = drafts.into_iter().reduce(|base, over| merge::merge(base, over, &mut notes));
    let node = match draft {
        Some(draft) if !has_holes => draft_to_tree::finish(draft, &mut budget, &mut notes),
        Some(draft) => {
            diags.extend(notes.diags);
            // The missing part may declare a name that is unknown here, so drop these diagnostics.
            let node = draft_to_tree::finish(draft, &mut budget, &mut Notes::default())?;
            return Ok(Err(Some(Box::new(PartialGame { node, holes }))));
        }
        None => {
            diags.extend(notes.diags);
            return Ok(Err(None));
        }
    };
    diags.extend(notes.diags);
    let node = node?;
    version::require(&node, texts.sources, diags);
    Ok(Ok(Merged { node, files: texts.loaded, overrides: notes.overrides }))
}
