//! Source text to one merged tree (CGML 3 and 5): read, include, inherit, merge.
//!
//! ```
//! use rulebook_cgml::load::{MemoryFiles, load, print};
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
//! - `!include 'x'` puts a file at its place, anywhere; a list included as an item of a list is more items of it.
//!   `imports:` is a list of documents, `inherit:` (or `!inherit`) names one: these are *bases*.
//! - The layers of a game are its imports in order, then what it inherits, then itself, each behind its own bases, and
//!   each once. A layer is laid over those before it by the rules of `merge_policy.rs`.
//! - Entries with an identity (rules, decks, zones, types, variables, states, transitions, events, teams) are laid over
//!   the entry of the same identity field by field; new ones follow. `disabled: true` deletes; an entry that is given
//!   again after that is a new one. `setup`, `win_condition` and every field are replaced whole.
//! - Every node of the merged tree has the span of where it was written; a map made of several has the span of the last.
//!
//! No IO, no network: a [`FileSource`] hands in the files, packages are part of the engine. No text panics, hangs, or
//! gets past [`Limits`]. No tag, `imports`, `inherit`, `disabled` or `extends` is left for the stages behind.

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
pub use print::{print, same};
pub use source_cache::Loaded;
pub use version::VERSION;

use budget::Stop;
use draft::Draft;
use loader::Loader;
use merge::Notes;
use merge_policy::MergeRule;
use path::Target;
use source_cache::Texts;

/// A game as one tree, and what it was made of.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The document, a map.
    pub node: Node,
    /// The files, in the order in which they were first read; the game itself is the first.
    pub files: Vec<Loaded>,
    /// The entries of bases that were changed or deleted, in the order in which that was done.
    pub overrides: Vec<Override>,
}

/// What there is of a game of which a part is missing: enough to say what else is wrong with it.
#[derive(Clone, Debug)]
pub struct Rest {
    /// The document, a map.
    pub node: Node,
    /// Where something is missing: there is nothing in its place.
    pub holes: Vec<Span>,
}

/// Loads the game in the file `path`, which is relative to the root of `files`. `None` if a part of it is missing or a
/// limit is passed: then the diagnostics say so, and to go on would only find what follows from that. After other
/// mistakes there is a tree *and* there are diagnostics.
pub fn load(path: &str, files: &mut dyn FileSource, sources: &mut Sources, diags: &mut Diagnostics) -> Option<Merged> {
    load_within(path, files, sources, diags, &Limits::default())
}

/// [`load`]; of a game of which a part is missing the rest, for [`syntax::read_rest`](crate::syntax::read_rest).
pub fn load_or_rest(
    path: &str,
    files: &mut dyn FileSource,
    sources: &mut Sources,
    diags: &mut Diagnostics,
) -> Result<Merged, Option<Box<Rest>>> {
    within(path, files, sources, diags, &Limits::default())
}

/// [`load`], within other limits.
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
) -> Result<Merged, Option<Box<Rest>>> {
    let mut texts = Texts::new(files, sources, limits);
    let root = Target::root(path, rulebook_diag::Span::new(rulebook_diag::FileId(0), 0..0)).map_err(|mut found| {
        // Only a path that is wrong needs a place to be shown at.
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
) -> Result<Result<Merged, Option<Box<Rest>>>, Stop> {
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
            // What is missing may have what is not found here: nothing is said about that.
            let node = draft_to_tree::finish(draft, &mut budget, &mut Notes::default())?;
            return Ok(Err(Some(Box::new(Rest { node, holes }))));
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
