//! Counts events, and writes metrics in the text format of Prometheus.

use crate::log_limit::LEFT_OUT;
use rulebook_room::RefusalCode;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
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
    /// Number of inputs that were accepted and stored.
    pub accepted: AtomicU64,
    /// Inputs that were refused.
    pub refused: AtomicU64,
    /// Number of messages that a rate limit refused.
    pub limited: AtomicU64,
    /// Number of connections that were closed because they flooded the server.
    pub floods: AtomicU64,
    /// Number of connections that were closed because the client did not read.
    pub slow: AtomicU64,
    /// Number of connections that were refused because too many were open.
    pub turned_away: AtomicU64,
    /// The number of bytes that wait until the clients of WebSockets read them.
    pub queued: AtomicUsize,
    /// Number of times that a connection waited, because its address had received too many bytes.
    pub throttled: AtomicU64,
    /// Number of messages that could not be parsed.
    pub malformed: AtomicU64,
    /// Number of appends that conflicted with another node.
    pub conflicts: AtomicU64,
    /// Appends that failed.
    pub store_errors: AtomicU64,
    /// Health checks that failed.
    pub unhealthy: AtomicU64,
    /// Number of failures of bots and models.
    pub faults: AtomicU64,
    /// Number of games that visitors have uploaded.
    pub uploads: AtomicU64,
    /// Reports of abuse.
    pub reports: AtomicU64,
    /// Number of tables that were closed because their match did not start in time.
    pub expired: AtomicU64,
    /// Number of abandoned matches that were closed.
    pub abandoned: AtomicU64,
    /// Times until an append was durable.
    pub appends: Histogram,
    /// Times until an HTTP request was answered. Requests that become sockets do not count.
    pub requests: Histogram,
    /// Times until a message of a socket was acknowledged.
    pub messages: Histogram,
    /// HTTP responses, by the first digit of their status.
    pub responses: [AtomicU64; 6],
    /// Refused messages of sockets, by the code of the refusal.
    refusals: Mutex<BTreeMap<String, u64>>,
}

/// The resident memory of this process in bytes. `None` if the system does not report it.
fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

const BOUNDS_MS: [u64; 9] = [1, 2, 5, 10, 20, 50, 100, 500, 2000];

/// Counts durations in buckets.
#[derive(Default)]
pub struct Histogram {
    buckets: [AtomicU64; BOUNDS_MS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Histogram {
    /// Adds a duration.
    pub fn add(&self, took: Duration) {
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS_MS) {
            if took <= Duration::from_millis(bound) {
                bucket.fetch_add(1, Relaxed);
            }
        }
        self.count.fetch_add(1, Relaxed);
        self.micros.fetch_add(u64::try_from(took.as_micros()).unwrap_or(u64::MAX), Relaxed);
    }

    fn write(&self, name: &str, help: &str, text: &mut String) {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram");
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS_MS) {
            let seconds = format!("{}.{:03}", bound / 1000, bound % 1000);
            let _ = writeln!(text, "{name}_bucket{{le=\"{seconds}\"}} {}", bucket.load(Relaxed));
        }
        let (count, micros) = (self.count.load(Relaxed), self.micros.load(Relaxed));
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(text, "{name}_sum {}.{:06}\n{name}_count {count}", micros / 1_000_000, micros % 1_000_000);
    }
}

impl Metrics {
    /// Counts an HTTP response.
    pub fn answered_with(&self, status: u16) {
        if let Some(count) = self.responses.get(usize::from(status / 100)) {
            count.fetch_add(1, Relaxed);
        }
    }

    /// Counts a refused message of a socket.
    pub fn refused_with(&self, code: RefusalCode) {
        let code = serde_json::to_value(code).ok().and_then(|code| code.as_str().map(str::to_owned));
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        *refusals.entry(code.unwrap_or_default()).or_default() += 1;
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
        let (name, queued) = ("rulebook_unread_bytes", self.queued.load(Relaxed));
        let _ = writeln!(text, "# HELP {name} Bytes that wait for clients\n# TYPE {name} gauge\n{name} {queued}");
        let counters = [
            ("rulebook_intents_accepted_total", "Intents accepted and durable", &self.accepted),
            ("rulebook_intents_refused_total", "Intents refused", &self.refused),
            ("rulebook_limited_total", "Messages refused by a rate limit", &self.limited),
            ("rulebook_log_lines_left_out_total", "Log lines left out, because one place logged too many", &LEFT_OUT),
            ("rulebook_floods_total", "Connections closed because they sent too much", &self.floods),
            ("rulebook_slow_clients_total", "Connections closed because the client did not read", &self.slow),
            ("rulebook_turned_away_total", "Connections refused because too many were open", &self.turned_away),
            ("rulebook_throttled_total", "Waits of connections whose address received too much", &self.throttled),
            ("rulebook_malformed_total", "Messages that could not be parsed", &self.malformed),
            ("rulebook_conflicts_total", "Appends that conflicted with another node", &self.conflicts),
            ("rulebook_store_errors_total", "Appends that failed", &self.store_errors),
            ("rulebook_unhealthy_total", "Health checks of the store that failed", &self.unhealthy),
            ("rulebook_machine_faults_total", "Failures of bots and models", &self.faults),
            ("rulebook_tables_expired_total", "Tables closed because no match was started", &self.expired),
            ("rulebook_uploads_total", "Games that visitors have uploaded", &self.uploads),
            ("rulebook_reports_total", "Reports of abuse", &self.reports),
            ("rulebook_tables_abandoned_total", "Matches closed because they were abandoned", &self.abandoned),
        ];
        for (name, help, value) in counters {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {}", value.load(Relaxed));
        }
        self.appends.write("rulebook_append_seconds", "Time until an append was durable", &mut text);
        self.requests.write("rulebook_request_seconds", "Time until an HTTP request was answered", &mut text);
        self.messages.write("rulebook_message_seconds", "Time until a message was acknowledged", &mut text);
        let name = "rulebook_responses_total";
        let _ = writeln!(text, "# HELP {name} HTTP responses\n# TYPE {name} counter");
        for (count, digit) in self.responses.iter().zip(0..).skip(1) {
            let _ = writeln!(text, "{name}{{status=\"{digit}xx\"}} {}", count.load(Relaxed));
        }
        let name = "rulebook_refusals_total";
        let _ = writeln!(text, "# HELP {name} Refused messages of sockets\n# TYPE {name} counter");
        for (code, count) in self.refusals.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let _ = writeln!(text, "{name}{{code=\"{code}\"}} {count}");
        }
        let name = "rulebook_build_info";
        let _ = writeln!(text, "# HELP {name} The version of the server\n# TYPE {name} gauge");
        let _ = writeln!(text, "{name}{{version=\"{}\"}} 1", env!("CARGO_PKG_VERSION"));
        if let Some(bytes) = resident_memory() {
            let name = "process_resident_memory_bytes";
            let _ = writeln!(text, "# HELP {name} Resident memory\n# TYPE {name} gauge\n{name} {bytes}");
        }
        text
    }
}
