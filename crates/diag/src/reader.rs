//! Builds the tree from YAML events. Uses its own stack instead of recursion.

use granit_parser::{Event, ScalarStyle, Span as Place, Tag as YamlTag};

use crate::alias_replay::{AliasReplay, Next};
use crate::map::MapReader;
use crate::{Diagnostic, FileId, Kind, Limits, Node, Span, Tag, codes, scalar, syntax};

/// In an expanded alias, a text counts as one node for each block of this many bytes. Otherwise aliases of a long text
/// could use too much memory.
const BYTES_A_NODE: usize = 64;

/// A mistake after which parsing stops and gives no tree.
type Fatal = Box<Diagnostic>;

pub(crate) struct Reader<'l> {
    file: FileId,
    limits: &'l Limits,
    /// The lists and maps that are not closed yet. The innermost is last.
    open: Vec<Open>,
    root: Option<Node>,
    nodes: usize,
    aliased: usize,
    /// Whether the current event comes from an alias. Its mistakes were already reported at the anchor, so they are not
    /// reported again.
    replayed: bool,
    found: Vec<Diagnostic>,
}

struct Open {
    span: Span,
    tag: Option<Tag>,
    content: Content,
}

enum Content {
    Seq(Vec<Node>),
    Map(MapReader),
}

impl<'l> Reader<'l> {
    pub fn new(file: FileId, limits: &'l Limits) -> Reader<'l> {
        Reader { file, limits, open: Vec::new(), root: None, nodes: 0, aliased: 0, replayed: false, found: Vec::new() }
    }

    pub fn read(mut self, text: &str) -> (Option<Node>, Vec<Diagnostic>) {
        match self.document(text) {
            Ok(()) => {
                let end = Span::new(self.file, text.len()..text.len());
                (Some(self.root.unwrap_or_else(|| Node::new(Kind::Null, end))), self.found)
            }
            Err(fatal) => {
                self.found.push(*fatal);
                (None, self.found)
            }
        }
    }

    fn document(&mut self, text: &str) -> Result<(), Fatal> {
        let limit = self.limits.bytes.min(u32::MAX as usize);
        if text.len() > limit {
            let message = format!("this file has {} bytes, the limit is {limit}", text.len());
            return Err(Diagnostic::error(codes::TOO_LARGE, Span::new(self.file, 0..0), message).into());
        }
        for refused in syntax::control_characters(self.file, text) {
            self.report(refused)?;
        }
        if let Some(last) = self.found.pop() {
            return Err(last.into());
        }
        let mut tape = AliasReplay::new(text, self.depth());
        let mut documents = 0;
        while let Some(next) = tape.next() {
            let Next { event, place, replayed } = next.map_err(|error| syntax::mistake(self.file, text, &error))?;
            self.replayed = replayed;
            if let Event::DocumentStart(..) = event {
                documents += 1;
                if documents > 1 {
                    return self.report(
                        Diagnostic::error(codes::MANY_DOCUMENTS, self.span(place), "a file holds one document")
                            .label("the second document starts here and is ignored"),
                    );
                }
            }
            self.event(&mut tape, event, place)?;
        }
        Ok(())
    }

    fn event<'t>(&mut self, tape: &mut AliasReplay<'t>, event: Event<'t>, place: Place) -> Result<(), Fatal> {
        let span = self.span(place);
        match event {
            Event::Scalar(text, style, _, tag) => self.scalar(&text, style, tag.as_deref(), place),
            Event::SequenceStart(_, _, tag) => self.start(Content::Seq(Vec::new()), tag.as_deref(), place),
            Event::MappingStart(_, _, tag) => self.start(Content::Map(MapReader::default()), tag.as_deref(), place),
            Event::SequenceEnd | Event::MappingEnd => self.end(span),
            Event::Alias(anchor) => {
                // Extend the span of the list or map to the alias itself, because the expanded content lies elsewhere
                // in the file.
                self.reach(span);
                if tape.play(anchor) { Ok(()) } else { Err(syntax::cyclic(span).into()) }
            }
            Event::UnresolvedAlias(name) => {
                self.count(span, 0)?;
                self.report(syntax::unknown_anchor(span, &name))?;
                self.place(Node::new(Kind::Null, span))
            }
            _ => Ok(()),
        }
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, tag: Option<&YamlTag>, place: Place) -> Result<(), Fatal> {
        let span = self.span(place);
        self.count(span, text.len())?;
        let quoted = style != ScalarStyle::Plain;
        let (core, tag) = self.tag(tag, place);
        let kind = match core {
            Some(core) => scalar::tagged(core, text),
            None if quoted => Some(Kind::Text(text.into())),
            None => Some(scalar::resolve(text)),
        };
        if kind.is_none() {
            self.report(syntax::bad_tag(span, core.unwrap_or_default()))?;
        }
        let kind = kind.unwrap_or_else(|| Kind::Text(text.into()));
        self.place(Node::scalar_written(kind, span, quoted, text).with_tag(tag))
    }

    fn start(&mut self, content: Content, tag: Option<&YamlTag>, place: Place) -> Result<(), Fatal> {
        let span = self.span(place);
        self.count(span, 0)?;
        if self.open.len() >= self.depth() {
            return Err(syntax::too_deep(span, self.depth()).into());
        }
        let (core, tag) = self.tag(tag, place);
        let own = if matches!(content, Content::Seq(_)) { "seq" } else { "map" };
        if let Some(core) = core.filter(|&core| core != own) {
            self.report(syntax::bad_tag(span, core))?;
        }
        self.open.push(Open { span, tag, content });
        Ok(())
    }

    fn end(&mut self, end: Span) -> Result<(), Fatal> {
        // The end event of an indented list or map has an empty span at the next token. Ignore such an event, so that
        // the span of the list or map ends with its content.
        if end.start < end.end {
            self.reach(end);
        }
        let Some(Open { span, tag, content }) = self.open.pop() else { return Ok(()) };
        let kind = match content {
            Content::Seq(items) => Kind::Seq(items),
            Content::Map(map) => {
                let (entries, problem) = map.finish();
                problem.map_or(Ok(()), |problem| self.report(problem))?;
                Kind::Map(entries)
            }
        };
        self.place(Node::new(kind, span).with_tag(tag))
    }

    /// Adds a finished node to the list or map that contains it.
    fn place(&mut self, node: Node) -> Result<(), Fatal> {
        self.reach(node.span);
        match self.open.last_mut().map(|open| &mut open.content) {
            None => self.root = Some(node),
            Some(Content::Seq(items)) => items.push(node),
            Some(Content::Map(map)) => return map.accept(node).or_else(|problem| self.report(*problem)),
        }
        Ok(())
    }

    /// Extends the span of the innermost open list or map to the end of `span`.
    fn reach(&mut self, span: Span) {
        if let Some(open) = self.open.last_mut() {
            open.span.end = open.span.end.max(span.end);
        }
    }

    fn count(&mut self, span: Span, bytes: usize) -> Result<(), Fatal> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            let message = format!("this file has more than {} keys and values", self.limits.nodes);
            return Err(Diagnostic::error(codes::TOO_MANY_NODES, span, message).into());
        }
        self.aliased += if self.replayed { 1 + bytes / BYTES_A_NODE } else { 0 };
        if self.aliased > self.limits.aliased {
            let message =
                format!("the aliases of this file expand to more than {} keys and values", self.limits.aliased);
            return Err(Diagnostic::error(codes::TOO_MUCH_ALIASED, span, message).into());
        }
        Ok(())
    }

    fn report(&mut self, found: Diagnostic) -> Result<(), Fatal> {
        if self.replayed {
            return Ok(());
        }
        let span = found.primary.span;
        self.found.push(found);
        if self.found.len() >= self.limits.mistakes {
            let message = "too many mistakes, the rest of the file is not read";
            return Err(Diagnostic::error(codes::TOO_MANY_MISTAKES, span, message).into());
        }
        Ok(())
    }

    /// Classifies a tag. The first result is a tag of YAML itself, which sets the type of the value. The second result
    /// is any other tag, which is kept in the tree.
    fn tag<'y>(&self, tag: Option<&'y YamlTag>, place: Place) -> (Option<&'y str>, Option<Tag>) {
        match tag {
            None => (None, None),
            // A bare `!` means that the value is text.
            Some(tag) if tag.original() == "!" => (Some("str"), None),
            Some(tag) => match tag.core_suffix() {
                Some(core) => (Some(core), None),
                None => {
                    let span = self.span(place.tag_span().unwrap_or(place));
                    (None, Some(Tag { text: tag.original(), span }))
                }
            },
        }
    }

    fn depth(&self) -> usize {
        self.limits.depth.min(Limits::DEEPEST)
    }

    fn span(&self, place: Place) -> Span {
        Span::new(self.file, place.byte_range().unwrap_or_default())
    }
}
