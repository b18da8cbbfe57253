//! Rate limits: a token bucket for messages and requests, and a counter for each hour.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A rate limit.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// Messages accepted at once after a pause.
    pub burst: u32,
    /// Messages accepted per second in the long run.
    pub per_second: u32,
}

/// A token bucket.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    thousandths: u64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket.
    #[must_use]
    pub fn new(rate: Rate, now: Instant) -> Bucket {
        Bucket { thousandths: u64::from(rate.burst) * 1000, filled: now }
    }

    /// Takes one token. Returns `false` if the bucket is empty.
    pub fn take(&mut self, rate: Rate, now: Instant) -> bool {
        let passed = u64::try_from(now.saturating_duration_since(self.filled).as_millis()).unwrap_or(u64::MAX);
        if passed > 0 {
            let more = passed.saturating_mul(u64::from(rate.per_second));
            self.thousandths = self.thousandths.saturating_add(more).min(u64::from(rate.burst) * 1000);
            self.filled = now;
        }
        let enough = self.thousandths >= 1000;
        if enough {
            self.thousandths -= 1000;
        }
        enough
    }
}

/// One bucket for each network address. If there are too many buckets, full buckets are dropped, because they limit
/// nothing.
pub struct Addresses {
    rate: Rate,
    buckets: Mutex<BTreeMap<IpAddr, Bucket>>,
}

/// The network that shares one limit: for IPv4 the address itself, for IPv6 the first 64 bits of the address.
fn network(from: IpAddr) -> IpAddr {
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
        Addresses { rate, buckets: Mutex::default() }
    }

    /// Takes one token from the bucket of this address. Returns `false` if the bucket is empty.
    pub fn take(&self, from: IpAddr, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > MOST {
            let rate = self.rate;
            buckets.retain(|_, bucket| {
                !(bucket.take(rate, now) && bucket.thousandths + 1000 >= u64::from(rate.burst) * 1000)
            });
        }
        buckets.entry(network(from)).or_insert_with(|| Bucket::new(self.rate, now)).take(self.rate, now)
    }
}

const HOUR: Duration = Duration::from_secs(3600);

/// A waiting time in whole minutes, rounded down, plus one. So the stated time is never too short.
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

    /// Takes the last count back, because the table was refused or the code was right.
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

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let (rate, now) = (Rate { burst: 3, per_second: 2 }, Instant::now());
        let mut bucket = Bucket::new(rate, now);
        assert_eq!((0..5).filter(|_| bucket.take(rate, now)).count(), 3);
        let later = now + Duration::from_millis(1100);
        assert_eq!((0..5).filter(|_| bucket.take(rate, later)).count(), 2);
        let much_later = now + Duration::from_secs(1_000_000);
        assert_eq!((0..9).filter(|_| bucket.take(rate, much_later)).count(), 3);
    }

    #[test]
    fn addresses_do_not_share() {
        let all = Addresses::new(Rate { burst: 1, per_second: 1 });
        let now = Instant::now();
        assert!(all.take([127, 0, 0, 1].into(), now) && all.take([127, 0, 0, 2].into(), now));
        assert!(!all.take([127, 0, 0, 1].into(), now));
        assert!(all.take([0x2001_u16, 0xdb8, 1, 2, 0, 0, 0, 1].into(), now));
        assert!(!all.take([0x2001_u16, 0xdb8, 1, 2, 3, 4, 5, 6].into(), now), "one network");
        assert!(all.take([0x2001_u16, 0xdb8, 1, 3, 0, 0, 0, 1].into(), now));
        assert!(!all.take([0_u16, 0, 0, 0, 0, 0xffff, 0x7f00, 1].into(), now), "the same in other words");
    }

    #[test]
    fn an_address_opens_so_many_tables_an_hour() {
        let (all, now) = (Hourly::new(3), Instant::now());
        let (here, there) = ([127, 0, 0, 1].into(), [127, 0, 0, 2].into());
        assert!((0..3).all(|_| all.take(here, now).is_ok()));
        let later = now + Duration::from_secs(600);
        assert_eq!(all.take(here, later), Err(Duration::from_secs(3000)));
        assert!(all.take(there, later).is_ok(), "others are not concerned");
        all.give_back(here);
        assert!(all.take(here, later).is_ok() && all.take(here, later).is_err(), "what was refused does not count");
        assert!(all.take(here, now + HOUR).is_ok());
    }
}
