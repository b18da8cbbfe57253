//! Limits the lines of the log. Clients cause many of these lines, so without a limit they could fill the disk.
//!
//! Each place in the code that logs has a budget of its own. So a flood of one message does not hide others.

use crate::limits::{Budget, Rate};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use tracing::callsite::Identifier;
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::layer::{Context, Filter};

/// The lines that one place may log: at most 20 MB a day with lines of 200 bytes.
const LINES: Rate = Rate { burst: 200, per_second: 1 };

/// The number of lines that were left out.
pub(crate) static LEFT_OUT: AtomicU64 = AtomicU64::new(0);

/// Passes events on to the log, up to the limit of each place. Debug logs have no limit, because only operators turn
/// them on. Spans are for OpenTelemetry and are not logged.
#[derive(Default)]
pub(crate) struct LogLimit {
    budgets: Mutex<HashMap<Identifier, Budget>>,
}

impl<S: Subscriber> Filter<S> for LogLimit {
    fn enabled(&self, meta: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        meta.is_event()
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        let meta = event.metadata();
        let logged = *meta.level() > Level::INFO || {
            let mut budgets = self.budgets.lock().unwrap_or_else(PoisonError::into_inner);
            budgets.entry(meta.callsite()).or_insert_with(|| Budget::new(LINES)).take()
        };
        if !logged {
            LEFT_OUT.fetch_add(1, Relaxed);
        }
        logged
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{self, Write};
    use std::sync::Arc;
    use tracing_subscriber::layer::{Layer, SubscriberExt};

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, text: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend(text);
            Ok(text.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_flood_of_one_message_neither_fills_the_log_nor_hides_others() {
        let lines = Lines::default();
        let (made, limit) = (lines.clone(), LogLimit::default());
        let log =
            tracing_subscriber::fmt::layer().with_writer(move || made.clone()).with_ansi(false).with_filter(limit);
        tracing::subscriber::with_default(tracing_subscriber::registry().with(log), || {
            for number in 0..5000 {
                tracing::info!(number, "refused");
                tracing::debug!(number, "detail");
            }
            tracing::error!("append failed");
        });
        let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
        let count = |word: &str| text.lines().filter(|line| line.contains(word)).count();
        let most = LINES.burst as usize;
        assert!((most..most + 60).contains(&count("refused")), "{}", count("refused"));
        assert_eq!((count("detail"), count("append failed")), (5000, 1));
        assert!(LEFT_OUT.load(Relaxed) >= 4700);
    }
}
