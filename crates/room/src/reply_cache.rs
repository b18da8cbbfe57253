//! A cache of the replies to one seat, by idempotency key. If a message arrives again, the seat gets the same reply.

use crate::input::Refusal;
use std::collections::{BTreeMap, VecDeque};

/// Number of idempotency keys kept for each seat. A message with an older key answers an ask that is already closed. So
/// the room refuses it even without the cache.
const KEPT: usize = 256;

#[derive(Default)]
pub(crate) struct ReplyCache {
    by_key: BTreeMap<String, Result<(), Refusal>>,
    order: VecDeque<String>,
}

impl ReplyCache {
    pub fn get(&self, key: &str) -> Option<&Result<(), Refusal>> {
        self.by_key.get(key)
    }

    /// The keys of accepted answers, oldest first.
    pub fn accepted(&self) -> Vec<String> {
        self.order.iter().filter(|key| self.by_key.get(*key).is_some_and(Result::is_ok)).cloned().collect()
    }

    pub fn put(&mut self, key: String, result: Result<(), Refusal>) {
        if self.by_key.insert(key.clone(), result).is_some() {
            return;
        }
        if self.order.len() == KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.by_key.remove(&oldest);
        }
        self.order.push_back(key);
    }
}
