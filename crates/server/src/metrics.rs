//! Numbers one wants at three in the morning, in the text form of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Everything that is counted.
#[derive(Default)]
pub struct Metrics {
    /// Open sockets.
    pub sockets: AtomicI64,
    /// Tables in memory.
    pub tables: AtomicI64,
    /// Tables that do not fit their records.
    pub frozen: AtomicI64,
    /// Intents that were accepted, on the disk.
    pub accepted: AtomicU64,
    /// Intents that were refused.
    pub refused: AtomicU64,
    /// Messages that came too fast.
    pub limited: AtomicU64,
    /// Messages that were no messages.
    pub malformed: AtomicU64,
    /// Appends that found the match gone on.
    pub conflicts: AtomicU64,
    /// Appends that failed.
    pub store_errors: AtomicU64,
    /// Machines that could not answer.
    pub faults: AtomicU64,
    /// Tables that ended because nobody started a match there.
    pub expired: AtomicU64,
    /// Matches that ended because nobody played them any more.
    pub abandoned: AtomicU64,
    appends: Histogram,
}

const BOUNDS_MS: [u64; 9] = [1, 2, 5, 10, 20, 50, 100, 500, 2000];

#[derive(Default)]
struct Histogram {
    buckets: [AtomicU64; BOUNDS_MS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Metrics {
    /// An append took this long.
    pub fn appended(&self, took: Duration) {
        for (bucket, bound) in self.appends.buckets.iter().zip(BOUNDS_MS) {
            if took <= Duration::from_millis(bound) {
                bucket.fetch_add(1, Relaxed);
            }
        }
        self.appends.count.fetch_add(1, Relaxed);
        self.appends.micros.fetch_add(u64::try_from(took.as_micros()).unwrap_or(u64::MAX), Relaxed);
    }

    /// All of it as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let gauges = [
            ("rulebook_sockets", "Open sockets", &self.sockets),
            ("rulebook_tables", "Tables in memory", &self.tables),
            ("rulebook_tables_frozen", "Tables that do not fit their records", &self.frozen),
        ];
        for (name, help, value) in gauges {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {}", value.load(Relaxed));
        }
        let counters = [
            ("rulebook_intents_accepted_total", "Intents accepted and durable", &self.accepted),
            ("rulebook_intents_refused_total", "Intents refused", &self.refused),
            ("rulebook_limited_total", "Messages that came too fast", &self.limited),
            ("rulebook_malformed_total", "Messages that could not be read", &self.malformed),
            ("rulebook_conflicts_total", "Appends that found the match gone on", &self.conflicts),
            ("rulebook_store_errors_total", "Appends that failed", &self.store_errors),
            ("rulebook_machine_faults_total", "Machines that could not answer", &self.faults),
            ("rulebook_tables_expired_total", "Tables closed because nobody started a match there", &self.expired),
            ("rulebook_tables_abandoned_total", "Matches closed because nobody played them any more", &self.abandoned),
        ];
        for (name, help, value) in counters {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {}", value.load(Relaxed));
        }
        let name = "rulebook_append_seconds";
        let _ = writeln!(text, "# HELP {name} Time until an append was durable\n# TYPE {name} histogram");
        for (bucket, bound) in self.appends.buckets.iter().zip(BOUNDS_MS) {
            let seconds = format!("{}.{:03}", bound / 1000, bound % 1000);
            let _ = writeln!(text, "{name}_bucket{{le=\"{seconds}\"}} {}", bucket.load(Relaxed));
        }
        let (count, micros) = (self.appends.count.load(Relaxed), self.appends.micros.load(Relaxed));
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(text, "{name}_sum {}.{:06}\n{name}_count {count}", micros / 1_000_000, micros % 1_000_000);
        text
    }
}
