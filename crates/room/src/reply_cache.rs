//! Caches the replies to one seat, by idempotency key. If a message arrives again, the seat gets the same reply.

use crate::input::Refusal;
use std::collections::VecDeque;

/// Number of idempotency keys kept for each seat. A message with an older key answers an ask that is already closed. So
/// the room refuses it even without the cache.
const KEPT: usize = 64;

/// The keys and replies, oldest first. A server has thousands of these caches. A list is searched fast enough, because
/// it is short, and needs less memory than a map.
#[derive(Default)]
pub(crate) struct ReplyCache(VecDeque<CachedReply>);

struct CachedReply {
    key: Box<str>,
    /// `None` if the answer was accepted.
    refusal: Option<Box<Refusal>>,
}

impl ReplyCache {
    /// The earlier reply to this key. `None` if the key is new, or was forgotten.
    pub fn get(&self, key: &str) -> Option<Result<(), Refusal>> {
        let cached = self.0.iter().rev().find(|cached| *cached.key == *key)?;
        Some(cached.refusal.as_deref().map_or(Ok(()), |refusal| Err(refusal.clone())))
    }

    /// The keys of accepted answers, oldest first.
    pub fn accepted(&self) -> Vec<String> {
        self.0.iter().filter(|cached| cached.refusal.is_none()).map(|cached| cached.key.to_string()).collect()
    }

    /// Adds a reply. A new reply to a known key replaces the earlier one.
    pub fn put(&mut self, key: String, result: Result<(), Refusal>) {
        let refusal = result.err().map(Box::new);
        if let Some(known) = self.0.iter_mut().find(|cached| *cached.key == *key) {
            known.refusal = refusal;
            return;
        }
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(CachedReply { key: key.into_boxed_str(), refusal });
    }
}
