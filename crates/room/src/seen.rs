//! The answers a seat has sent lately, by key.

use rulebook_kernel::Illegal;
use std::collections::{BTreeMap, VecDeque};

/// So many are remembered: a message that comes again later than that answers an ask that is long closed.
const KEPT: usize = 256;

#[derive(Default)]
pub struct Seen {
    by_key: BTreeMap<String, Result<(), Illegal>>,
    order: VecDeque<String>,
}

impl Seen {
    pub fn get(&self, key: &str) -> Option<&Result<(), Illegal>> {
        self.by_key.get(key)
    }

    pub fn put(&mut self, key: String, result: Result<(), Illegal>) {
        if self.order.len() == KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.by_key.remove(&oldest);
        }
        self.order.push_back(key.clone());
        self.by_key.insert(key, result);
    }
}
