//! The stream of YAML events, with a memory for what anchors cover, so that an alias can be played again.
//!
//! Playing events again puts the expansion of an alias through the same limits as what is written out, and
//! copies nothing when an anchor is defined: nested anchors cost nothing until somebody uses them.

use std::collections::BTreeMap;
use std::ops::Range;

use granit_parser::{Event, Parser, ScanError, Span as Place, StrInput};

pub(crate) struct Tape<'t> {
    parser: Parser<'t, StrInput<'t>>,
    /// What lies in some anchor.
    recorded: Vec<(Event<'t>, Place)>,
    /// The collections being read, with where they started on the tape if they are anchored.
    open: Vec<Option<(usize, usize)>>,
    open_anchors: usize,
    /// Complete anchors only: an alias inside its own anchor finds nothing.
    anchors: BTreeMap<usize, Range<usize>>,
    /// The expansions being played, the innermost last. An alias lies in a collection, so that these are
    /// never more than the nesting.
    playing: Vec<Range<usize>>,
}

pub(crate) struct Next<'t> {
    pub event: Event<'t>,
    pub place: Place,
    /// Does it come from an alias?
    pub replayed: bool,
}

impl<'t> Tape<'t> {
    pub fn new(text: &'t str, depth: usize) -> Tape<'t> {
        // One level more than allowed, so that it is the reader who notices and says so.
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

    /// Plays an anchor next; `false` if it is not complete, as it contains the alias.
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
