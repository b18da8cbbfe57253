//! Measures the computing time of a future, and runs work that takes long.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::runtime::{Handle, RuntimeFlavor};

/// Runs work that computes for long or waits for a process. Meanwhile the other tasks of this thread run on other
/// threads.
pub(crate) fn blocking<T>(work: impl FnOnce() -> T) -> T {
    match Handle::try_current() {
        Ok(handle) if handle.runtime_flavor() == RuntimeFlavor::MultiThread => tokio::task::block_in_place(work),
        _ => work(),
    }
}

/// A future that returns its result and its computing time: the time of its thread while it is polled. Waiting does not
/// count.
pub(crate) struct Busy<F> {
    future: Pin<Box<F>>,
    spent: Duration,
}

impl<F: Future> Busy<F> {
    pub fn new(future: F) -> Busy<F> {
        Busy { future: Box::pin(future), spent: Duration::ZERO }
    }
}

impl<F: Future> Future for Busy<F> {
    type Output = (F::Output, Duration);

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let before = thread_time();
        let polled = self.future.as_mut().poll(cx);
        self.spent += thread_time().saturating_sub(before);
        polled.map(|output| (output, self.spent))
    }
}

/// The computing time of this thread. On systems that do not measure it, the time since a fixed moment.
pub(crate) fn thread_time() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
    }
    #[cfg(not(unix))]
    {
        static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
        START.elapsed()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_computing_time_counts() {
        let work = async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            let before = thread_time();
            while thread_time() - before < Duration::from_millis(20) {}
            tokio::time::sleep(Duration::from_millis(300)).await;
            7
        };
        let (result, spent) = Busy::new(work).await;
        assert_eq!(result, 7);
        assert!((Duration::from_millis(20)..Duration::from_millis(200)).contains(&spent), "{spent:?}");
    }
}
