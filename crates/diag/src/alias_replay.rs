//! The stream of YAML events. It records the events inside anchors, and replays them for each alias.
//!
//! Replayed events are checked against the same limits as other events. Nested anchors share one recording, so an
//! anchor costs nothing until an alias uses it.

use std::collections::BTreeMap;
use std::ops::Range;

use granit_parser::{Event, Parser, ScanError, Span as Place, StrInput};

pub(crate) struct AliasReplay<'t> {
    parser: Parser<'t, StrInput<'t>>,
    /// All recorded events, that is, the events inside anchors.
    recorded: Vec<(Event<'t>, Place)>,
    /// One entry for each open list or map. If the list or map has an anchor, the entry holds the number of the anchor
    /// and the index in `recorded` of its first event.
    open: Vec<Option<(usize, usize)>>,
    open_anchors: usize,
    /// For each complete anchor, its range in `recorded`. An anchor that is still open is missing, so an alias inside
    /// it finds nothing.
    anchors: BTreeMap<usize, Range<usize>>,
    /// For each alias that is being replayed: the range of the events in `recorded` that are still to be replayed. The
    /// innermost alias is last. Each alias lies in a list or map, so the nesting depth limits their number.
    playing: Vec<Range<usize>>,
}

pub(crate) struct Next<'t> {
    pub event: Event<'t>,
    pub place: Place,
    /// Whether the event was replayed for an alias.
    pub replayed: bool,
}

impl<'t> AliasReplay<'t> {
    pub fn new(text: &'t str, depth: usize) -> AliasReplay<'t> {
        // The parser allows one level more than the limit, so that the reader can report the excess itself.
        let options = granit_parser::options! {
            emit_unresolved_aliases: true,
            emit_comments: false,
            flow_nesting_limit: depth + 1,
            block_nesting_limit: depth + 1,
        };
        AliasReplay {
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

    /// Replays the events of an anchor next. Returns `false` if the anchor is not complete, because the alias lies
    /// inside it.
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
