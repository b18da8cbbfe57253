//! Follows `!include`, `imports` and `inherit` from file to file (CGML 5).
//!
//! Turns a game into a list of *layers*, one for each document: its imports in order, then the document it inherits,
//! then itself. Each document comes after its own bases. A document that is reached twice is one layer, at its first
//! position. So two bases that share a third one do not undo each other's changes to it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rulebook_diag::{Diagnostic, Diagnostics, Key, Kind, Node, Span, nearest};

use super::budget::{self, Budget, Stop};
use super::codes;
use super::path::{RULES, Target, is_sheet, is_short_name, split_version};
use super::source_cache::Texts;

const INCLUDE: &str = "!include";
const INHERIT: &str = "!inherit";
/// The key below which a sheet can stand.
const CARDS: &str = "cards";

/// The keys of `components`. A base with only these keys is a fragment of that section.
const COMPONENTS: [&str; 6] = ["component_types", "decks", "zones", "variables", "events", "teams"];

pub(super) struct Loader<'a> {
    pub texts: Texts<'a>,
    pub diags: &'a mut Diagnostics,
    pub budget: Budget,
    /// The files being read, outermost first, each with the span of the reference to it.
    open: Vec<(Target, Option<Span>)>,
    /// Included files with their own includes resolved. `None` for a missing file.
    included: BTreeMap<Target, Option<Rc<IncludedFile>>>,
    /// The documents that are already layers.
    done: BTreeSet<Target>,
    /// The layers, lowest first.
    pub layers: Vec<Node>,
    /// Whether a part is missing. If so, it is unknown whether names in the remaining parts are wrong.
    pub has_holes: bool,
    /// The spans of missing parts inside documents.
    pub holes: Vec<Span>,
}

/// An included file with its own includes resolved, and its size for the limits.
struct IncludedFile {
    node: Node,
    weight: usize,
    height: usize,
}

impl<'a> Loader<'a> {
    pub fn new(texts: Texts<'a>, diags: &'a mut Diagnostics) -> Loader<'a> {
        let budget = Budget::new(texts.limits);
        let (open, included) = (Vec::new(), BTreeMap::new());
        let (done, layers, holes) = (BTreeSet::new(), Vec::new(), Vec::new());
        Loader { texts, diags, budget, open, included, done, layers, has_holes: false, holes }
    }

    /// Adds the layers of a document: first its bases, then itself.
    pub fn document(&mut self, target: &Target, asked: Option<Span>) -> Result<(), Stop> {
        if self.done.contains(target) || !self.enter(target, asked)? {
            return Ok(());
        }
        match self.texts.tree(target, asked, self.diags)? {
            Some(tree) => self.layer(&tree, target, asked)?,
            None => self.has_holes = true,
        }
        self.open.pop();
        self.done.insert(target.clone());
        Ok(())
    }

    fn layer(&mut self, tree: &Node, from: &Target, asked: Option<Span>) -> Result<(), Stop> {
        // The whole file is a reference to another file.
        if tag(tree).is_some_and(|tag| tag == INCLUDE || tag == INHERIT) {
            return self.base(tree, from);
        }
        let Kind::Map(entries) = &tree.kind else {
            self.not_a_document(tree, asked);
            return Ok(());
        };
        self.check_tag(tree);
        let value = |key: &str| entries.iter().find(|(k, _)| k.text == key).map(|(_, value)| value);
        match value("imports") {
            None => {}
            Some(imports) if imports.is_null() => {}
            Some(Node { kind: Kind::Seq(items), tag: None, .. }) => {
                for item in items {
                    self.base(item, from)?;
                }
            }
            Some(one) => self.base(one, from)?,
        }
        match value("inherit") {
            None => {}
            Some(base) if base.is_null() => {}
            Some(Node { kind: Kind::Seq(_), span, .. }) => {
                self.has_holes = true;
                self.diags.push(
                    Diagnostic::error(codes::BAD_IMPORTS, *span, "`inherit` takes one file, not a list").help(
                        "list the other files under `imports`; they are merged in order, before the inherited file",
                    ),
                );
            }
            Some(base) => self.base(base, from)?,
        }
        self.budget.spend(budget::own_weight(tree), tree.span, self.diags)?;
        let mut own = Vec::new();
        for (key, value) in entries.iter().filter(|(key, _)| !matches!(key.text.as_str(), "imports" | "inherit")) {
            let whole = match self.misplaced_sheet(key, value) {
                true => self.hole(value.span),
                false => self.inline(value, from, 1)?,
            };
            own.push((key.clone(), whole));
        }
        let is_fragment = own.iter().all(|(key, _)| COMPONENTS.contains(&key.text.as_str())) && !own.is_empty();
        if asked.is_some() && is_fragment {
            let components = Key { text: "components".into(), span: tree.span, quoted: false };
            own = vec![(components, Node::new(Kind::Map(own), tree.span))];
        }
        self.layers.push(Node::new(Kind::Map(own), tree.span));
        Ok(())
    }

    fn not_a_document(&mut self, tree: &Node, asked: Option<Span>) {
        self.has_holes = true;
        let message = match tree.is_null() {
            true => "this file is empty".to_owned(),
            false => format!("a document must be a map of sections, not {}", tree.describe()),
        };
        let found = Diagnostic::error(codes::NOT_A_DOCUMENT, tree.span, message);
        self.diags.push(match asked {
            Some(span) => found
                .secondary(span, "used as a base here")
                .help("to include a part of a section, write `!include` in its place: `rules: !include 'rules.yaml'`"),
            None => {
                found.help("a game has the sections `cgml_version`, `meta`, `components`, `setup`, `flow` and `rules`")
            }
        });
    }

    /// Adds the layers of a base. The reference is `!include`, `!inherit` or a bare path.
    fn base(&mut self, node: &Node, from: &Target) -> Result<(), Stop> {
        if tag(node).is_some_and(|tag| tag != INCLUDE && tag != INHERIT) {
            self.check_tag(node);
        }
        match self.target(node, from) {
            Some(target) => self.document(&target, Some(node.span)),
            None => Ok(()),
        }
    }

    /// Resolves a reference. Reports an invalid reference and returns `None`.
    fn target(&mut self, node: &Node, from: &Target) -> Option<Target> {
        let Some(text) = node.scalar().filter(|_| !node.is_null()) else {
            self.has_holes = true;
            let code = if node.tag.is_some() { codes::BAD_INCLUDE } else { codes::BAD_IMPORTS };
            let message = format!("expected the path of a file or the name of a package, found {}", node.describe());
            self.diags.push(Diagnostic::error(code, node.span, message).help("write `!include 'file.yaml'`"));
            return None;
        };
        let (name, version) = split_version(text);
        let target = match Target::of(name, from, node.span) {
            Ok(target) => target,
            Err(_) if is_short_name(name) && self.texts.has_game(name) => {
                Target::Game(name.to_owned(), RULES.to_owned())
            }
            Err(found) => {
                self.diags.push(*found);
                self.has_holes = true;
                return None;
            }
        };
        if let Some(version) = version {
            self.check_version(&target, name, version, node);
        }
        Some(target)
    }

    /// Reports a game or package with another version than the file was written for.
    fn check_version(&mut self, target: &Target, name: &str, version: &str, node: &Node) {
        let Some(here) = self.texts.version_of(target).filter(|here| here != version) else { return };
        let message = format!("this is `{name}@{here}`, but the file was written for `{name}@{version}`");
        let found = Diagnostic::error(codes::OTHER_VERSION, node.span, message).label("another version");
        let found = found.help(format!(
            "check that the rules still fit, then write `{name}@{here}`; a copy in `packages.kept` keeps the old version"
        ));
        self.diags.push(match node.tag {
            Some(_) => found,
            None => found.suggest(node.span, format!("{name}@{here}")),
        });
    }

    /// Copies a node of the file `from` and resolves all includes in it. `depth` is the number of enclosing
    /// collections.
    fn inline(&mut self, node: &Node, from: &Target, depth: usize) -> Result<Node, Stop> {
        if tag(node) == Some(INCLUDE) {
            return self.include(node, from, depth);
        }
        self.check_tag(node);
        self.budget.spend(budget::own_weight(node), node.span, self.diags)?;
        match &node.kind {
            Kind::Seq(items) => {
                self.check_nesting(depth + 1, node.span)?;
                let mut all = Vec::with_capacity(items.len());
                for item in items {
                    let whole = self.inline(item, from, depth + 1)?;
                    match whole.kind {
                        // The items of an included list become items of the outer list.
                        Kind::Seq(more) if tag(item) == Some(INCLUDE) => all.extend(more),
                        _ => all.push(whole),
                    }
                }
                Ok(Node::new(Kind::Seq(all), node.span))
            }
            Kind::Map(entries) => {
                self.check_nesting(depth + 1, node.span)?;
                let mut all = Vec::with_capacity(entries.len());
                for (key, value) in entries {
                    let whole = match self.misplaced_sheet(key, value) {
                        true => self.hole(value.span),
                        false => self.inline(value, from, depth + 1)?,
                    };
                    all.push((key.clone(), whole));
                }
                Ok(Node::new(Kind::Map(all), node.span))
            }
            // A scalar with an invalid tag becomes a hole.
            _ if node.tag.is_some() => Ok(self.hole(node.span)),
            _ => Ok(node.clone()),
        }
    }

    fn include(&mut self, node: &Node, from: &Target, depth: usize) -> Result<Node, Stop> {
        let target = self.target(node, from);
        // When the file was first included, its nodes were already counted.
        let is_paid = target.as_ref().is_some_and(|target| !self.included.contains_key(target));
        let file = match target {
            Some(target) => self.file(&target, node.span, depth)?,
            None => None,
        };
        let Some(file) = file else { return Ok(self.hole(node.span)) };
        self.check_nesting(depth + file.height, node.span)?;
        if !is_paid {
            self.budget.spend(file.weight, node.span, self.diags)?;
        }
        Ok(file.node.clone())
    }

    /// Reports a sheet of cards, alone or in a list, that is not the value of `cards`.
    fn misplaced_sheet(&mut self, key: &Key, value: &Node) -> bool {
        let of_sheet = |node: &Node| tag(node) == Some(INCLUDE) && node.scalar().is_some_and(is_sheet);
        let sheet = match &value.kind {
            Kind::Seq(items) => items.iter().find(|item| of_sheet(item)),
            _ => Some(value).filter(|value| of_sheet(value)),
        };
        let Some(sheet) = sheet.filter(|_| key.text != CARDS) else { return false };
        let message = format!("a sheet is a list of cards, so it cannot stand below `{}`", key.text);
        let help = "write `composition: [ { type: cards, cards: !include 'cards.csv' } ]` in a deck type";
        self.diags.push(Diagnostic::error(codes::SHEET_PLACE, sheet.span, message).help(help));
        true
    }

    /// A placeholder for a missing part.
    fn hole(&mut self, span: Span) -> Node {
        self.has_holes = true;
        self.holes.push(span);
        Node::new(Kind::Null, span)
    }

    /// An included file. `None` if it is missing.
    fn file(&mut self, target: &Target, asked: Span, depth: usize) -> Result<Option<Rc<IncludedFile>>, Stop> {
        if let Some(file) = self.included.get(target) {
            return Ok(file.clone());
        }
        if !self.enter(target, Some(asked))? {
            return Ok(None);
        }
        let file = match self.texts.tree(target, Some(asked), self.diags)? {
            None => None,
            Some(tree) => {
                let node = self.inline(&tree, target, depth)?;
                let (weight, height) = (budget::weight(&node), budget::height(&node));
                Some(Rc::new(IncludedFile { node, weight, height }))
            }
        };
        self.open.pop();
        self.included.insert(target.clone(), file.clone());
        Ok(file)
    }

    /// Starts reading a file. Returns `false` and reports a cycle if the file is already being read.
    fn enter(&mut self, target: &Target, asked: Option<Span>) -> Result<bool, Stop> {
        if let Some(first) = self.open.iter().position(|(open, _)| open == target) {
            self.has_holes = true;
            let found = self.cycle(first, target, asked);
            self.diags.push(found);
            return Ok(false);
        }
        let limit = self.texts.limits.depth;
        if self.open.len() >= limit {
            let span = asked.unwrap_or_else(|| self.texts.nowhere("the game"));
            let message = format!("files include one another more than {limit} levels deep");
            self.diags.push(Diagnostic::error(codes::TOO_DEEP, span, message));
            return Err(Stop);
        }
        self.open.push((target.clone(), asked));
        Ok(true)
    }

    fn cycle(&mut self, first: usize, target: &Target, asked: Option<Span>) -> Diagnostic {
        let span = asked.unwrap_or_else(|| self.texts.nowhere("the game"));
        let ring = &self.open[first..];
        let way: Vec<String> = ring.iter().map(|(open, _)| open.name()).chain([target.name()]).collect();
        let message = format!("this file includes itself: {}", way.join(" → "));
        let found =
            Diagnostic::error(codes::CYCLE, span, message).label("leads back to a file that is already being read");
        let links = ring.iter().zip(ring.iter().skip(1));
        links.fold(found, |found, ((by, _), (of, at))| match at {
            Some(at) => found.secondary(*at, format!("`{}` includes `{}` here", by.name(), of.name())),
            None => found,
        })
    }

    fn check_nesting(&mut self, depth: usize, span: Span) -> Result<(), Stop> {
        let limit = self.texts.limits.nesting;
        if depth <= limit {
            return Ok(());
        }
        let message = format!("after includes, lists and maps are nested more than {limit} levels deep");
        self.diags.push(Diagnostic::error(codes::NESTED_TOO_DEEPLY, span, message));
        Err(Stop)
    }

    /// Reports a node that still has a tag. No tag may reach the later stages.
    fn check_tag(&mut self, node: &Node) {
        let Some(tag) = &node.tag else { return };
        let found = Diagnostic::error(codes::BAD_TAG, tag.span, format!("the tag `{}` is not valid here", tag.text));
        self.diags.push(match tag.text.as_str() {
            INHERIT => {
                found.help("write `inherit: 'base.cgml'` at the top of the file, or `!include` for a part of a file")
            }
            INCLUDE => found.help("write `!include` in front of the path of a file"),
            other => found.did_you_mean(nearest(other, [INCLUDE, INHERIT]), false),
        });
    }
}

fn tag(node: &Node) -> Option<&str> {
    node.tag.as_ref().map(|tag| tag.text.as_str())
}
