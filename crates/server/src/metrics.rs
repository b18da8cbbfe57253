//! Metrics in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// All metrics.
#[derive(Default)]
pub struct Metrics {
    /// Open sockets.
    pub sockets: AtomicI64,
    /// Tables in memory.
    pub tables: AtomicI64,
    /// Frozen tables.
    pub frozen: AtomicI64,
    /// Inputs that were accepted and stored.
    pub accepted: AtomicU64,
    /// Inputs that were refused.
    pub refused: AtomicU64,
    /// Messages refused by a rate limit.
    pub limited: AtomicU64,
    /// Messages that could not be parsed.
    pub malformed: AtomicU64,
    /// Appends that conflicted with another node.
    pub conflicts: AtomicU64,
    /// Appends that failed.
    pub store_errors: AtomicU64,
    /// Failures of bots and models.
    pub faults: AtomicU64,
    /// Tables closed because their match did not start in time.
    pub expired: AtomicU64,
    /// Abandoned matches that were closed.
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
    /// Adds the duration of an append.
    pub fn appended(&self, took: Duration) {
        for (bucket, bound) in self.appends.buckets.iter().zip(BOUNDS_MS) {
            if took <= Duration::from_millis(bound) {
                bucket.fetch_add(1, Relaxed);
            }
        }
        self.appends.count.fetch_add(1, Relaxed);
        self.appends.micros.fetch_add(u64::try_from(took.as_micros()).unwrap_or(u64::MAX), Relaxed);
    }

    /// The metrics as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let gauges = [
            ("rulebook_sockets", "Open sockets", &self.sockets),
            ("rulebook_tables", "Tables in memory", &self.tables),
            ("rulebook_tables_frozen", "Tables frozen because their data is damaged", &self.frozen),
        ];
        for (name, help, value) in gauges {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {}", value.load(Relaxed));
        }
        let counters = [
            ("rulebook_intents_accepted_total", "Intents accepted and durable", &self.accepted),
            ("rulebook_intents_refused_total", "Intents refused", &self.refused),
            ("rulebook_limited_total", "Messages refused by a rate limit", &self.limited),
            ("rulebook_malformed_total", "Messages that could not be parsed", &self.malformed),
            ("rulebook_conflicts_total", "Appends that conflicted with another node", &self.conflicts),
            ("rulebook_store_errors_total", "Appends that failed", &self.store_errors),
            ("rulebook_machine_faults_total", "Failures of bots and models", &self.faults),
            ("rulebook_tables_expired_total", "Tables closed because no match was started", &self.expired),
            ("rulebook_tables_abandoned_total", "Matches closed because they were abandoned", &self.abandoned),
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
