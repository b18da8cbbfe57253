//! The stream of YAML events. It records the events of anchors, so that an alias can replay them.
//!
//! Replayed events pass through the same limits as written ones. Defining an anchor copies nothing, so nested anchors
//! cost nothing until an alias uses them.

use std::collections::BTreeMap;
use std::ops::Range;

use granit_parser::{Event, Parser, ScanError, Span as Place, StrInput};

pub(crate) struct Tape<'t> {
    parser: Parser<'t, StrInput<'t>>,
    /// The events inside anchors.
    recorded: Vec<(Event<'t>, Place)>,
    /// The open collections. For an anchored one, its anchor and the start of its recording.
    open: Vec<Option<(usize, usize)>>,
    open_anchors: usize,
    /// The complete anchors. An alias inside its own anchor finds nothing.
    anchors: BTreeMap<usize, Range<usize>>,
    /// The aliases being replayed, the innermost last. An alias lies in a collection, so there are never more than the
    /// nesting depth.
    playing: Vec<Range<usize>>,
}

pub(crate) struct Next<'t> {
    pub event: Event<'t>,
    pub place: Place,
    /// Whether the event comes from an alias.
    pub replayed: bool,
}

impl<'t> Tape<'t> {
    pub fn new(text: &'t str, depth: usize) -> Tape<'t> {
        // Allow one level more than the limit, so that the reader notices and reports it.
        let options = granit_parser::options! {
            emit_unresolved_aliases: true,
            emit_comments: false,
            flow_nesting_limit: depth + 1,
            block_nesting_limit: depth + 1,
        };
        Tape {
            parser: Parser::new_from_str_with_options(text, options),
            recorded: Vec::new(),
            open: Vec::new(),
            open_anchors: 0,
            anchors: BTreeMap::new(),
            playing: Vec::new(),
        }
    }

    pub fn next(&mut self) -> Option<Result<Next<'t>, ScanError>> {
        while let Some(range) = self.playing.last_mut() {
            if let Some(at) = range.next() {
                let (event, place) = self.recorded[at].clone();
                return Some(Ok(Next { event, place, replayed: true }));
            }
            self.playing.pop();
        }
        match self.parser.next_event()? {
            Ok((event, place)) => {
                self.record(&event, place);
                Some(Ok(Next { event, place, replayed: false }))
            }
            Err(error) => Some(Err(error)),
        }
    }

    /// Replays an anchor next. Returns `false` if the anchor is incomplete because it contains the alias.
    pub fn play(&mut self, anchor: usize) -> bool {
        let range = self.anchors.get(&anchor).cloned();
        let complete = range.is_some();
        self.playing.extend(range);
        complete
    }

    fn record(&mut self, event: &Event<'t>, place: Place) {
        let start = self.recorded.len();
        let anchor = event.anchor_id();
        if self.open_anchors > 0 || anchor.is_some() {
            self.recorded.push((event.clone(), place));
        }
        match event {
            Event::Scalar(..) => {
                self.anchors.extend(anchor.map(|id| (id, start..start + 1)));
            }
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                self.open_anchors += usize::from(anchor.is_some());
                self.open.push(anchor.map(|id| (id, start)));
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some((id, start)) = self.open.pop().flatten() {
                    self.open_anchors -= 1;
                    self.anchors.insert(id, start..self.recorded.len());
                }
            }
            _ => {}
        }
    }
}
