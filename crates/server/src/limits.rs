//! Provides four kinds of limits: budgets of messages and bytes, accounts of computing time and records, slots for work in
//! progress, and a counter for each hour.
//!
//! A *budget* limits a rate: it refills with time. An *account* does too, but it is charged after the work, because the
//! cost of a message is not known before. *Slots* limit how much happens at once: a slot is free again when its holder
//! drops it. All are counted for each network address, so that one client cannot use up the resources of all.

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A rate limit.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// The number of messages that are accepted at once after a pause.
    pub burst: u32,
    /// The number of messages that are accepted per second in the long run.
    pub per_second: u32,
}

impl Rate {
    fn quota(self) -> Quota {
        let positive = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        Quota::per_second(positive(self.per_second)).allow_burst(positive(self.burst))
    }

    /// This rate, multiplied by a factor.
    pub(crate) fn times(self, factor: u32) -> Rate {
        Rate { burst: self.burst.saturating_mul(factor), per_second: self.per_second.saturating_mul(factor) }
    }

    /// The rate above which a sender is a flooder: five times the burst, three times the rate.
    #[must_use]
    pub(crate) fn flood(self) -> Rate {
        Rate { burst: self.burst.saturating_mul(5), per_second: self.per_second.saturating_mul(3) }
    }
}

/// The budget of one sender.
pub(crate) struct Budget<C: Clock = DefaultClock>(RateLimiter<NotKeyed, InMemoryState, C, NoOpMiddleware<C::Instant>>);

impl Budget {
    /// A full budget.
    pub fn new(rate: Rate) -> Budget {
        Budget(RateLimiter::direct(rate.quota()))
    }
}

impl<C: Clock> Budget<C> {
    /// Takes one message from the budget. Returns `false` if the budget is spent.
    pub fn take(&self) -> bool {
        self.0.check().is_ok()
    }

    /// Takes several units from the budget at once, or none. Returns `false` if they exceed the budget.
    pub fn take_many(&self, count: usize) -> bool {
        let Some(count) = NonZeroU32::new(u32::try_from(count).unwrap_or(u32::MAX)) else { return true };
        self.0.check_n(count).is_ok_and(|taken| taken.is_ok())
    }
}

/// One budget for each network address.
pub(crate) struct Addresses<C: Clock = DefaultClock> {
    budgets: RateLimiter<IpAddr, HashMapStateStore<IpAddr>, C, NoOpMiddleware<C::Instant>>,
    /// If the map has this size, budgets that are full again are dropped, because they limit nothing.
    most: AtomicUsize,
}

/// The network that shares one limit: for IPv4 the address itself, for IPv6 the first 64 bits of the address.
pub(crate) fn network(from: IpAddr) -> IpAddr {
    match from.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        address => address,
    }
}

/// Above this number of addresses, entries that no longer limit their address are dropped.
const MOST: usize = 50_000;

impl Addresses {
    /// Limits each address to this rate.
    #[must_use]
    pub fn new(rate: Rate) -> Addresses {
        Addresses { budgets: RateLimiter::hashmap(rate.quota()), most: AtomicUsize::new(MOST) }
    }
}

impl<C: Clock> Addresses<C> {
    /// Takes one message from the budget of this address. Returns `false` if the budget is spent.
    pub fn take(&self, from: IpAddr) -> bool {
        self.take_many(from, 1)
    }

    /// Takes several messages from the budget of this address, or none.
    pub fn take_many(&self, from: IpAddr, count: usize) -> bool {
        let Some(count) = NonZeroU32::new(u32::try_from(count).unwrap_or(u32::MAX)) else { return true };
        let most = self.most.load(Relaxed);
        if self.budgets.len() > most {
            self.budgets.retain_recent();
            // Drop entries again only after the number of addresses has doubled. So the map is searched rarely, even if
            // many addresses are active.
            self.most.store((self.budgets.len() * 2).max(MOST), Relaxed);
        }
        self.budgets.check_key_n(&network(from), count).is_ok_and(|taken| taken.is_ok())
    }
}

/// One account for each network address. An address may spend `burst` units at once, and `per_second` in the long run.
pub(crate) struct Accounts {
    burst: f64,
    per_second: f64,
    /// The units that each address has spent and not yet earned back, at a moment.
    spent: Mutex<HashMap<IpAddr, (f64, Instant)>>,
    /// If the map has this size, accounts without open units are dropped.
    most: AtomicUsize,
}

impl Accounts {
    pub fn new(burst: f64, per_second: f64) -> Accounts {
        Accounts { burst, per_second, spent: Mutex::default(), most: AtomicUsize::new(MOST) }
    }

    /// The units that an address has not yet earned back.
    fn open(&self, (spent, since): (f64, Instant), now: Instant) -> f64 {
        (spent - now.saturating_duration_since(since).as_secs_f64() * self.per_second).max(0.0)
    }

    /// Charges an address for work that was done.
    pub fn charge(&self, of: IpAddr, units: f64, now: Instant) {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        if spent.len() > self.most.load(Relaxed) {
            spent.retain(|_, account| self.open(*account, now) > 0.0);
            // As for `Addresses`, so that the map is searched rarely.
            self.most.store((spent.len() * 2).max(MOST), Relaxed);
        }
        let account = spent.entry(network(of)).or_insert((0.0, now));
        *account = (self.open(*account, now) + units, now);
    }

    /// The time after which the address may spend again, if it may use only this share of the burst. Zero if it may spend
    /// now.
    pub fn wait(&self, of: IpAddr, share: f64, now: Instant) -> Duration {
        let spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let open = spent.get(&network(of)).map_or(0.0, |account| self.open(*account, now));
        Duration::try_from_secs_f64((open - share * self.burst) / self.per_second).unwrap_or_default()
    }
}

/// The costs of an address at the tables: computing time and stored records.
pub(crate) struct Costs {
    seconds: Accounts,
    records: Accounts,
}

/// Seconds of computing time for each message that the rate of an address allows at once, and in the long run. At most
/// a quarter of a core with the default rate.
const SECONDS: (f64, f64) = (0.005, 0.001_25);
/// Stored records for each message that the rate of an address allows at once, and in the long run.
const RECORDS: (f64, f64) = (5.0, 0.2);

impl Costs {
    /// Limits each address in proportion to its rate of messages.
    pub fn new(rate: Rate) -> Costs {
        let (burst, per_second) = (f64::from(rate.burst), f64::from(rate.per_second.max(1)));
        let accounts = |(at_once, long)| Accounts::new(at_once * burst, long * per_second);
        Costs { seconds: accounts(SECONDS), records: accounts(RECORDS) }
    }

    /// Charges an address. If the address is not known, charges the account that all unknown addresses share.
    pub fn charge(&self, of: Option<IpAddr>, time: Duration, records: u64) {
        let (of, now) = (of.unwrap_or(UNKNOWN), Instant::now());
        self.seconds.charge(of, time.as_secs_f64(), now);
        if records > 0 {
            self.records.charge(of, records as f64, now);
        }
    }

    /// Whether the address has caused too many costs, so that the server refuses its messages to tables.
    pub fn are_too_many(&self, of: IpAddr) -> bool {
        !self.wait(of, 1.0).is_zero()
    }

    /// The time after which a bot of this address may move. Bots may use only half of the burst, so that they never block
    /// the people of their address.
    pub fn wait_of_bot(&self, of: Option<IpAddr>) -> Duration {
        self.wait(of.unwrap_or(UNKNOWN), 0.5)
    }

    fn wait(&self, of: IpAddr, share: f64) -> Duration {
        let now = Instant::now();
        self.seconds.wait(of, share, now).max(self.records.wait(of, share, now))
    }
}

/// Bytes that the server sends to an address for each message that the rate of the address allows at once, and in the
/// long run: 64 MB, then 4 MB per second with the default rate.
const SENT: (f64, f64) = (160_000.0, 20_000.0);

/// The accounts of the bytes that the server sends, in proportion to the rate of messages of an address.
pub(crate) fn sent_bytes(rate: Rate) -> Accounts {
    let (burst, per_second) = (f64::from(rate.burst), f64::from(rate.per_second.max(1)));
    Accounts::new(SENT.0 * burst, SENT.1 * per_second)
}

/// The address that stands for all clients whose address is not known.
const UNKNOWN: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

tokio::task_local! {
    /// The address of the client whose request or message this task handles. `None` if it is not known.
    pub(crate) static CLIENT: Option<IpAddr>;
}

/// The client of this task. `None` if the task works for the server itself.
pub(crate) fn client() -> Option<IpAddr> {
    CLIENT.try_with(|client| *client).ok().flatten()
}

/// Slots for work in progress: a number for all addresses together, and a number for each address.
pub(crate) struct Slots {
    most: usize,
    each: usize,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// The reason why there is no slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoSlot {
    /// All slots are taken.
    Full,
    /// This address has taken all slots that one address may have.
    Address,
}

/// Taken slots. Dropping this value makes them free.
pub(crate) struct Slot {
    slots: Arc<Slots>,
    /// The number of slots that this value stands for.
    count: usize,
    /// The address that the slot counts for. `None` if it counts only for the total.
    of: Option<IpAddr>,
}

impl Slots {
    pub fn new(most: usize, each: usize) -> Arc<Slots> {
        Arc::new(Slots { most, each, taken: Mutex::default() })
    }

    /// Takes a slot for an address. If the address is `None`, the slot counts only toward the total.
    pub fn take(self: &Arc<Slots>, from: Option<IpAddr>) -> Result<Slot, NoSlot> {
        self.take_many(from, 1)
    }

    /// Takes `count` slots for an address, or none. If an address may never have as many, takes all slots that it may
    /// have.
    pub fn take_many(self: &Arc<Slots>, from: Option<IpAddr>, count: usize) -> Result<Slot, NoSlot> {
        let (of, count) = (from.map(network), count.min(self.each).min(self.most).max(1));
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if of.is_some_and(|of| taken.by_address.get(&of).is_some_and(|held| held + count > self.each)) {
            return Err(NoSlot::Address);
        }
        if taken.all + count > self.most {
            return Err(NoSlot::Full);
        }
        taken.all += count;
        if let Some(of) = of {
            *taken.by_address.entry(of).or_default() += count;
        }
        Ok(Slot { slots: Arc::clone(self), count, of })
    }

    /// The number of taken slots.
    pub fn taken(&self) -> usize {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).all
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut taken = self.slots.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all = taken.all.saturating_sub(self.count);
        if let Some(of) = self.of
            && let Some(held) = taken.by_address.get_mut(&of)
        {
            *held -= self.count;
            if *held == 0 {
                taken.by_address.remove(&of);
            }
        }
    }
}

const HOUR: Duration = Duration::from_secs(3600);

/// A waiting time in whole minutes, rounded down, plus one. So the stated waiting time is never too short.
fn minutes(wait: Duration) -> u64 {
    wait.as_secs() / 60 + 1
}

/// The message for an address that has opened too many tables.
pub fn too_many(wait: Duration) -> String {
    format!("Too many tables were opened from your address. Try again in {} minutes.", minutes(wait))
}

/// The message for an address that has tried too many wrong codes.
pub fn too_many_codes(wait: Duration) -> String {
    format!("Too many wrong codes were tried from your address. Try again in {} minutes.", minutes(wait))
}

/// The message for an address that has uploaded too many games.
pub fn too_many_games(wait: Duration) -> String {
    format!("Too many games were uploaded from your address. Try again in {} minutes.", minutes(wait))
}

/// The message for an address that has sent too many reports.
pub fn too_many_reports(wait: Duration) -> String {
    format!("Too many reports were sent from your address. Try again in {} minutes.", minutes(wait))
}

/// Counts the actions of each address within one hour. The hour starts with the first action. Two actions are limited:
/// opening a table, because tables are stored, and trying a wrong code, because it may be a guess.
pub struct Hourly {
    most: u32,
    counted: Mutex<BTreeMap<IpAddr, (Instant, u32)>>,
}

impl Hourly {
    /// Limits each address to `most` actions in an hour.
    #[must_use]
    pub fn new(most: u32) -> Hourly {
        Hourly { most, counted: Mutex::default() }
    }

    /// Counts one action of this address.
    ///
    /// # Errors
    /// The time until the hour ends, if the address has reached the limit.
    pub fn take(&self, from: IpAddr, now: Instant) -> Result<(), Duration> {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        let passed = |since: Instant| now.saturating_duration_since(since);
        if counted.len() > MOST {
            counted.retain(|_, (since, _)| passed(*since) < HOUR);
        }
        let (since, count) = counted.entry(network(from)).or_insert((now, 0));
        if passed(*since) >= HOUR {
            (*since, *count) = (now, 0);
        }
        if *count >= self.most {
            return Err(HOUR - passed(*since));
        }
        *count += 1;
        Ok(())
    }

    /// Reverses the last count, because the table was refused or the code was right.
    pub fn give_back(&self, from: IpAddr) {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, count)) = counted.get_mut(&network(from)) {
            *count = count.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use governor::clock::FakeRelativeClock;

    #[test]
    fn a_budget_is_spent_and_refills() {
        let clock = FakeRelativeClock::default();
        let rate = Rate { burst: 3, per_second: 2 };
        let budget = Budget(RateLimiter::direct_with_clock(rate.quota(), clock.clone()));
        assert_eq!((0..5).filter(|_| budget.take()).count(), 3);
        clock.advance(Duration::from_millis(1100));
        assert_eq!((0..5).filter(|_| budget.take()).count(), 2);
        clock.advance(Duration::from_secs(1_000_000));
        assert!(!budget.take_many(4), "more than the burst is never accepted");
        assert!(budget.take_many(3) && !budget.take_many(1) && budget.take_many(0));
    }

    #[test]
    fn addresses_do_not_share() {
        let all = Addresses::new(Rate { burst: 1, per_second: 1 });
        assert!(all.take([127, 0, 0, 1].into()) && all.take([127, 0, 0, 2].into()));
        assert!(!all.take([127, 0, 0, 1].into()));
        assert!(all.take([0x2001_u16, 0xdb8, 1, 2, 0, 0, 0, 1].into()));
        assert!(!all.take([0x2001_u16, 0xdb8, 1, 2, 3, 4, 5, 6].into()), "one network");
        assert!(all.take([0x2001_u16, 0xdb8, 1, 3, 0, 0, 0, 1].into()));
        assert!(!all.take([0_u16, 0, 0, 0, 0, 0xffff, 0x7f00, 1].into()), "the same address, written differently");
    }

    #[test]
    fn an_account_is_charged_after_the_work_and_earns_it_back() {
        let (accounts, now) = (Accounts::new(2.0, 0.25), Instant::now());
        let (here, there) = ([127, 0, 0, 1].into(), [127, 0, 0, 2].into());
        accounts.charge(here, 2.0, now);
        assert_eq!(accounts.wait(here, 1.0, now), Duration::ZERO, "the burst is spent, but not exceeded");
        accounts.charge(here, 1.0, now);
        assert_eq!(accounts.wait(here, 1.0, now), Duration::from_secs(4));
        assert_eq!(accounts.wait(there, 1.0, now), Duration::ZERO, "others are not concerned");
        assert_eq!(accounts.wait(here, 0.5, now), Duration::from_secs(8), "half of the burst");
        let later = now + Duration::from_secs(4);
        assert_eq!(accounts.wait(here, 1.0, later), Duration::ZERO);
        accounts.charge(here, 0.5, later);
        assert_eq!(accounts.wait(here, 1.0, later), Duration::from_secs(2));
        accounts.charge(here, 0.5, now + Duration::from_secs(3600));
        assert_eq!(
            accounts.wait(here, 1.0, now + Duration::from_secs(3600)),
            Duration::ZERO,
            "the debt is not negative"
        );
    }

    #[test]
    fn bots_wait_before_people_are_refused() {
        let costs = Costs::new(Rate { burst: 400, per_second: 1 });
        let (here, there) = ([127, 0, 0, 1].into(), [127, 0, 0, 2].into());
        let wait = |of: IpAddr| !costs.wait_of_bot(Some(of)).is_zero();
        costs.charge(Some(here), Duration::from_millis(1500), 0);
        assert!(wait(here) && !costs.are_too_many(here), "a burst has two seconds, and bots may use one");
        costs.charge(Some(here), Duration::from_millis(1500), 0);
        assert!(costs.are_too_many(here) && !costs.are_too_many(there) && !wait(there));
        costs.charge(Some(there), Duration::ZERO, 2001 + 50);
        assert!(costs.are_too_many(there), "records count too");
        costs.charge(None, Duration::from_secs(3), 0);
        assert!(!costs.wait_of_bot(None).is_zero(), "all unknown addresses share an account");
    }

    #[test]
    fn slots_are_limited_for_each_address_and_for_all() {
        let slots = Slots::new(3, 2);
        let (here, there) = (Some([127, 0, 0, 1].into()), Some([127, 0, 0, 2].into()));
        let first = slots.take(here).ok().unwrap();
        let _second = slots.take(here).ok().unwrap();
        assert_eq!(slots.take(here).err(), Some(NoSlot::Address));
        let _third = slots.take(there).ok().unwrap();
        assert_eq!(slots.take(there).err(), Some(NoSlot::Full));
        assert_eq!(slots.take(None).err(), Some(NoSlot::Full));
        drop(first);
        assert!(slots.take(None).is_ok() && slots.take(here).is_ok());
        assert_eq!(slots.taken(), 2);
        let slots = Slots::new(10, 4);
        let most = slots.take_many(here, 9).ok().unwrap();
        assert_eq!(slots.taken(), 4, "an address never has more than its share");
        assert_eq!(slots.take(here).err(), Some(NoSlot::Address));
        let _three = slots.take_many(there, 3).ok().unwrap();
        assert_eq!(slots.take_many(there, 2).err(), Some(NoSlot::Address));
        drop(most);
        assert_eq!(slots.taken(), 3);
    }

    #[test]
    fn an_address_may_open_a_limited_number_of_tables_per_hour() {
        let (all, now) = (Hourly::new(3), Instant::now());
        let (here, there) = ([127, 0, 0, 1].into(), [127, 0, 0, 2].into());
        assert!((0..3).all(|_| all.take(here, now).is_ok()));
        let later = now + Duration::from_secs(600);
        assert_eq!(all.take(here, later), Err(Duration::from_secs(3000)));
        assert!(all.take(there, later).is_ok(), "others are not concerned");
        all.give_back(here);
        assert!(all.take(here, later).is_ok() && all.take(here, later).is_err(), "refused actions do not count");
        assert!(all.take(here, now + HOUR).is_ok());
    }
}
