//! A fair queue for the searches of bots. The next free core goes to the address that has recently used the least
//! computing time. If this address has several tables, the core goes to the table that has used the least.
//!
//! A search that has had its share of time is stopped early if a search with less used time waits. A stopped search
//! answers with its best move so far. So a table waits for at most about [`SHARE`], however many others search.

use crate::limits::network;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Computing time that every search gets, even if others wait.
const SHARE: Duration = Duration::from_millis(300);
/// Interval at which a waiting search looks for a search that has had its share.
const LOOK: Duration = Duration::from_millis(50);
/// After this many seconds, used computing time counts only half.
const HALF_LIFE: f64 = 20.0;
/// Maximum number of addresses and tables whose used time is remembered. If there are more, the smallest amounts are
/// dropped.
const MOST_REMEMBERED: usize = 20_000;

/// The table of a search, and the address that pays for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Payer {
    pub address: Option<IpAddr>,
    table: String,
}

impl Payer {
    pub fn new(table: &str, address: Option<IpAddr>) -> Payer {
        Payer { address: address.map(network), table: table.to_owned() }
    }

    /// The account of the address. A table whose address is unknown has an account of its own.
    fn account(&self) -> Account {
        self.address.map_or_else(|| Account::Table(self.table.clone()), Account::Address)
    }
}

/// The class of the address that pays for a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AddressClass {
    /// An address of this machine or of a private network.
    Private,
    /// Any other IPv4 address.
    V4,
    /// Any other IPv6 address.
    V6,
    /// The table was loaded from the store, so the address is not known.
    Unknown,
}

impl AddressClass {
    /// All classes with their names in the metrics.
    pub const ALL: [(AddressClass, &str); 4] = [
        (AddressClass::Private, "private"),
        (AddressClass::V4, "ipv4"),
        (AddressClass::V6, "ipv6"),
        (AddressClass::Unknown, "unknown"),
    ];

    fn of(address: Option<IpAddr>) -> AddressClass {
        match address.map(|address| address.to_canonical()) {
            None => AddressClass::Unknown,
            Some(IpAddr::V4(address)) if address.is_loopback() || address.is_private() || address.is_link_local() => {
                AddressClass::Private
            }
            Some(IpAddr::V4(_)) => AddressClass::V4,
            Some(IpAddr::V6(address))
                if address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local() =>
            {
                AddressClass::Private
            }
            Some(IpAddr::V6(_)) => AddressClass::V6,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Account {
    Address(IpAddr),
    Table(String),
}

/// The used computing time in seconds, and the moment for which it was computed.
#[derive(Clone, Copy)]
struct Used(f64, Instant);

impl Used {
    fn now(self, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(self.1).as_secs_f64();
        self.0 * (-passed / HALF_LIFE).exp2()
    }
}

struct Running {
    number: u64,
    payer: Payer,
    since: Instant,
    stop: Arc<AtomicBool>,
    /// Whether the queue has stopped the search.
    told: bool,
}

struct Waiting {
    number: u64,
    payer: Payer,
    stop: Arc<AtomicBool>,
    go: oneshot::Sender<()>,
}

#[derive(Default)]
struct QueueState {
    running: Vec<Running>,
    waiting: Vec<Waiting>,
    used: HashMap<Account, Used>,
    numbers: u64,
}

impl QueueState {
    /// The computing time that the address of a payer has used, and the time that its table has used. Running searches
    /// count at least one share.
    fn load(&self, payer: &Payer, now: Instant) -> (f64, f64) {
        let account = payer.account();
        let used = |account: &Account| self.used.get(account).map_or(0.0, |used| used.now(now));
        let (mut of_address, mut of_table) = (used(&account), used(&Account::Table(payer.table.clone())));
        for running in &self.running {
            let took = now.saturating_duration_since(running.since).max(SHARE).as_secs_f64();
            if running.payer.account() == account {
                of_address += took;
            }
            if running.payer.table == payer.table {
                of_table += took;
            }
        }
        (of_address, of_table)
    }

    fn charge(&mut self, payer: &Payer, took: Duration, now: Instant) {
        let mut accounts = vec![payer.account(), Account::Table(payer.table.clone())];
        accounts.dedup();
        for account in accounts {
            let used = self.used.entry(account).or_insert(Used(0.0, now));
            *used = Used(used.now(now) + took.as_secs_f64(), now);
        }
        if self.used.len() > MOST_REMEMBERED {
            self.used.retain(|_, used| used.now(now) > 0.01);
        }
    }

    /// The number of the waiting search that gets the next free slot.
    fn next(&self, now: Instant) -> Option<usize> {
        let key = |waiting: &Waiting| (self.load(&waiting.payer, now), waiting.number);
        let keys = self.waiting.iter().map(key).enumerate();
        keys.min_by(|(_, one), (_, other)| one.partial_cmp(other).unwrap_or(std::cmp::Ordering::Equal))
            .map(|(at, _)| at)
    }
}

/// The queue.
pub(crate) struct BotQueue {
    slots: usize,
    state: Mutex<QueueState>,
    /// Milliseconds of computing time in all.
    pub spent: AtomicU64,
    /// Milliseconds of computing time, by [`AddressClass`].
    pub spent_by: [AtomicU64; AddressClass::ALL.len()],
    /// Number of searches that were stopped early, because others waited.
    pub shortened: AtomicU64,
}

/// The right to search, or a place in the queue. Dropping it lets the next search start.
pub(crate) struct Turn {
    queue: Arc<BotQueue>,
    number: u64,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let now = Instant::now();
        let mut state = self.queue.state();
        state.waiting.retain(|waiting| waiting.number != self.number);
        if let Some(at) = state.running.iter().position(|running| running.number == self.number) {
            let ended = state.running.swap_remove(at);
            let took = now.saturating_duration_since(ended.since);
            state.charge(&ended.payer, took, now);
            let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
            self.queue.spent.fetch_add(millis, Relaxed);
            self.queue.spent_by[AddressClass::of(ended.payer.address) as usize].fetch_add(millis, Relaxed);
        }
        self.queue.start_next(&mut state, now);
    }
}

impl BotQueue {
    /// A queue in which `slots` searches run at once.
    pub fn new(slots: usize) -> Arc<BotQueue> {
        let (spent, shortened) = (AtomicU64::new(0), AtomicU64::new(0));
        Arc::new(BotQueue {
            slots: slots.max(1),
            state: Mutex::default(),
            spent,
            spent_by: Default::default(),
            shortened,
        })
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of waiting searches.
    pub fn waiting(&self) -> usize {
        self.state().waiting.len()
    }

    /// Waits for a turn. The queue sets `stop` if the search has had its share and others wait.
    pub async fn turn(self: &Arc<BotQueue>, payer: Payer, stop: Arc<AtomicBool>) -> Turn {
        let (go, mut called) = oneshot::channel();
        let number = {
            let mut state = self.state();
            state.numbers += 1;
            let number = state.numbers;
            state.waiting.push(Waiting { number, payer, stop, go });
            self.start_next(&mut state, Instant::now());
            number
        };
        // If the task is cancelled, dropping the turn removes the search from the queue.
        let turn = Turn { queue: Arc::clone(self), number };
        while tokio::time::timeout(LOOK, &mut called).await.is_err() {
            self.shorten(number);
        }
        turn
    }

    /// Starts waiting searches while there are free slots.
    fn start_next(&self, state: &mut QueueState, now: Instant) {
        while state.running.len() < self.slots
            && let Some(at) = state.next(now)
        {
            let Waiting { number, payer, stop, go } = state.waiting.swap_remove(at);
            state.running.push(Running { number, payer, since: now, stop, told: false });
            let _ = go.send(());
        }
    }

    /// Stops the running search that has used the most time, if it has had its share and this waiting search is next.
    fn shorten(&self, number: u64) {
        let now = Instant::now();
        let mut state = self.state();
        let Some(next) = state.next(now).map(|at| &state.waiting[at]).filter(|next| next.number == number) else {
            return;
        };
        if state.running.iter().any(|running| running.told) {
            // Another search was told to stop already, so a slot is free soon.
            return;
        }
        let own = state.load(&next.payer, now);
        let had_share = |running: &&Running| now.saturating_duration_since(running.since) >= SHARE;
        let most =
            state.running.iter().filter(had_share).map(|running| (state.load(&running.payer, now), running.number));
        let most = most.max_by(|one, other| one.partial_cmp(other).unwrap_or(std::cmp::Ordering::Equal));
        let Some((_, longest)) = most.filter(|(load, _)| *load > own) else { return };
        if let Some(running) = state.running.iter_mut().find(|running| running.number == longest) {
            running.told = true;
            running.stop.store(true, Relaxed);
            self.shortened.fetch_add(1, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payer(table: &str, address: u8) -> Payer {
        Payer::new(table, Some([192, 0, 2, address].into()))
    }

    /// Imitates the search of a bot: runs until the time is over or the queue stops it.
    async fn search(queue: &Arc<BotQueue>, payer: Payer, time: Duration) -> Duration {
        let (asked, stop) = (Instant::now(), Arc::new(AtomicBool::new(false)));
        let turn = queue.turn(payer, Arc::clone(&stop)).await;
        let begun = Instant::now();
        while begun.elapsed() < time && !stop.load(Relaxed) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        drop(turn);
        asked.elapsed()
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn forty_greedy_tables_do_not_starve_another_one() {
        let queue = BotQueue::new(2);
        let greedy: Vec<_> = (0..40)
            .map(|at| {
                let queue = Arc::clone(&queue);
                let long = Duration::from_secs(5);
                tokio::spawn(async move { search(&queue, payer(&format!("greedy {at}"), 1), long).await })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(queue.waiting(), 38);
        for _ in 0..3 {
            let took = search(&queue, payer("honest", 2), Duration::from_millis(200)).await;
            assert!(took < Duration::from_secs(2), "{took:?}");
        }
        assert!(queue.shortened.load(Relaxed) > 0 && queue.spent.load(Relaxed) > 0);
        for one in greedy {
            one.abort();
            let _ = one.await;
        }
        assert_eq!(queue.waiting(), 0, "cancelled searches leave the queue");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_search_that_nobody_waits_for_is_not_shortened() {
        let queue = BotQueue::new(1);
        let took = search(&queue, payer("alone", 1), Duration::from_millis(600)).await;
        assert!(took >= Duration::from_millis(600) && queue.shortened.load(Relaxed) == 0, "{took:?}");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn tables_of_one_address_take_turns() {
        let queue = BotQueue::new(1);
        let both = ["a", "b"].map(|table| {
            let queue = Arc::clone(&queue);
            tokio::spawn(async move {
                let mut count = 0;
                let begun = Instant::now();
                while begun.elapsed() < Duration::from_secs(3) {
                    search(&queue, payer(table, 1), Duration::from_millis(if table == "a" { 2000 } else { 50 })).await;
                    count += 1;
                }
                count
            })
        });
        let [a, b] = both;
        let (a, b) = (a.await.unwrap(), b.await.unwrap());
        assert!(a >= 2 && b >= a, "a searched {a} times and b {b} times");
    }
}
