//! A cache of replies by idempotency key, one for each seat.

use crate::input::Refusal;
use std::collections::{BTreeMap, VecDeque};

/// Idempotency keys kept for each seat. A retry older than this refers to an ask that is closed anyway.
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
