//! A store for tests. Several servers in this process share it, like nodes that share a database. Tests can make it
//! fail.

use crate::host::Folder;
use rulebook_server::store::{
    Answer, Append, Claim, Header, Item, Keyed, Right, Salvaged, SeatToken, Store, StoreError, Usage,
};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

pub struct Common {
    inner: Arc<dyn Store>,
    /// Whether every read and write fails.
    pub away: AtomicBool,
    /// Whether appends block.
    pub hangs: AtomicBool,
    /// The number of appends that have blocked.
    pub hanging: AtomicUsize,
    /// How many of the next appends fail with a conflict.
    pub conflicts: AtomicUsize,
    /// How many of the next appends are written but return an error.
    pub deaf: AtomicUsize,
    /// Whether nodes get no notifications of each other's writes.
    pub quiet: AtomicBool,
    claims: Mutex<BTreeMap<(String, u8), (String, Instant)>>,
    ears: Mutex<Vec<UnboundedSender<String>>>,
}

/// The store as one node sees it.
pub struct Node {
    common: Arc<Common>,
    changes: Mutex<Option<UnboundedReceiver<String>>>,
}

impl Common {
    pub async fn new(folder: &Folder) -> Arc<Common> {
        let inner = folder.store().open().await.unwrap();
        let (away, hangs, quiet) = (AtomicBool::new(false), AtomicBool::new(false), AtomicBool::new(false));
        let (hanging, conflicts, deaf) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        let (claims, ears) = (Mutex::default(), Mutex::default());
        Arc::new(Common { inner, away, hangs, hanging, conflicts, deaf, quiet, claims, ears })
    }

    pub fn node(self: &Arc<Common>) -> Arc<dyn Store> {
        let (ear, changes) = unbounded_channel();
        self.ears.lock().unwrap().push(ear);
        Arc::new(Node { common: Arc::clone(self), changes: Mutex::new(Some(changes)) })
    }

    /// The records of a match, even if the store is set to fail.
    pub async fn lines(&self, id: &str) -> Vec<String> {
        self.inner.read(id, 0).await.unwrap()
    }
}

impl Node {
    fn there(&self) -> Result<&dyn Store, StoreError> {
        match self.common.away.load(Relaxed) {
            true => Err(StoreError::Broken("away".to_owned())),
            false => Ok(&*self.common.inner),
        }
    }

    /// Writes an append, with the token of a seat if there is one.
    fn write(&self, append: Append, token: Option<SeatToken>) -> Answer<'_, ()> {
        Box::pin(async move {
            let told = format!("{}:{}", append.id, append.expected + append.lines.len() as u64);
            if self.common.hangs.load(Relaxed) {
                self.common.hanging.fetch_add(1, Relaxed);
            }
            while self.common.hangs.load(Relaxed) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            let taken = |left: &AtomicUsize| left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok();
            if taken(&self.common.conflicts) {
                return Err(StoreError::Conflict);
            }
            match token {
                None => self.there()?.append(append).await?,
                Some(token) => self.there()?.append_seat(append, token).await?,
            }
            if !self.common.quiet.load(Relaxed) {
                self.common.ears.lock().unwrap().retain(|ear| ear.send(told.clone()).is_ok());
            }
            if taken(&self.common.deaf) { Err(StoreError::Broken("the answer was lost".to_owned())) } else { Ok(()) }
        })
    }
}

/// Forwards a call to the inner store, unless the store is set to fail.
macro_rules! hand_on {
    ($(fn $name:ident($($argument:ident: $kind:ty),*) -> $answer:ty;)*) => {
        $(fn $name(&self, $($argument: $kind),*) -> Answer<'_, $answer> {
            match self.there() {
                Ok(store) => store.$name($($argument),*),
                Err(error) => Box::pin(async { Err(error) }),
            }
        })*
    };
}

impl Store for Node {
    hand_on! {
        fn create(header: Header, line: String) -> ();
        fn import(header: Header, lines: Vec<Keyed>, tokens: Vec<(String, Right)>) -> ();
        fn find(id: &str) -> Option<Header>;
        fn read(id: &str, from: u64) -> Vec<String>;
        fn list(live_only: bool) -> Vec<Header>;
        fn newest(after: Option<&str>, most: usize) -> Vec<Header>;
        fn waiting(before: u64, most: usize) -> Vec<String>;
        fn active(since: u64) -> Vec<Header>;
        fn abandoned(before: u64, most: usize) -> Vec<(String, u64)>;
        fn over_before(before: u64, skip: usize, most: usize) -> Vec<Header>;
        fn remove(id: &str) -> ();
        fn give_code(id: &str, code: &str) -> String;
        fn by_code(code: &str) -> Option<Header>;
        fn visited(id: &str, at: u64) -> ();
        fn serving(now: u64, gap: u64) -> u64;
        fn keep_snapshot(id: &str, version: u64, text: String) -> ();
        fn snapshot(id: &str) -> Option<(u64, String)>;
        fn add_ai_entry(id: &str, line: String) -> ();
        fn ai_log(id: &str, most: usize) -> Vec<String>;
        fn keep_rules(source: &str, files: String) -> ();
        fn rules(source: &str) -> Option<String>;
        fn remove_rules(source: &str) -> ();
        fn matches_of(game: &str) -> Vec<Usage>;
        fn redact(id: &str, lines: Vec<(u64, String)>) -> ();
        fn put_item(kind: &str, item: Item) -> ();
        fn item(kind: &str, key: &str) -> Option<String>;
        fn items(kind: &str, most: usize) -> Vec<Item>;
        fn remove_item(kind: &str, key: &str) -> bool;
        fn add_token(id: &str, hash: String, right: Right) -> ();
        fn token(id: &str, hash: &str) -> Option<Right>;
        fn revoke(id: &str, seat: u8, sittings: u32) -> ();
        fn tokens(id: &str) -> Vec<(String, Right)>;
        fn secret() -> Option<[u8; 32]>;
        fn age(id: &str) -> Option<u64>;
        fn salvage() -> Salvaged;
        fn healthy() -> ();
        fn heartbeat(at: u64) -> ();
        fn last_heartbeat() -> Option<u64>;
    }

    fn append(&self, append: Append) -> Answer<'_, ()> {
        self.write(append, None)
    }

    fn append_seat(&self, append: Append, token: SeatToken) -> Answer<'_, ()> {
        self.write(append, Some(token))
    }

    fn claim(&self, claim: Claim) -> Answer<'_, bool> {
        let mut claims = self.common.claims.lock().unwrap();
        let until = Instant::now() + Duration::from_millis(claim.millis.into());
        let held = claims.entry((claim.id, claim.seat)).or_insert_with(|| (claim.node.clone(), until));
        let ours = held.0 == claim.node || held.1 < Instant::now();
        if ours {
            *held = (claim.node, until);
        }
        Box::pin(async move { Ok(ours) })
    }

    fn release(&self, id: &str, seat: u8) -> Answer<'_, ()> {
        self.common.claims.lock().unwrap().remove(&(id.to_owned(), seat));
        Box::pin(async { Ok(()) })
    }

    fn changes(&self) -> Option<UnboundedReceiver<String>> {
        self.changes.lock().unwrap().take()
    }
}
