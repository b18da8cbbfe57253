//! Thread pools for many matches. A pool starts when it is first needed, and starts again in a forked process. A fork
//! copies the memory of threads but not the threads, so waiting for them would never end.

use crate::errors::wrong;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Maximum number of threads. More would only compete with each other.
const MOST: usize = 1024;

/// Maximum delay of Ctrl-C.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// A thread pool of the current process.
pub struct Threads {
    count: usize,
    started: Mutex<Option<(u32, Arc<ThreadPool>)>>,
}

/// The pool of searching bots, so that Ctrl-C can stop them. Some bots grow several trees at once.
pub static FOR_BOTS: Threads = Threads { count: 0, started: Mutex::new(None) };

impl Threads {
    /// A pool with this number of threads. By default one for each core.
    pub fn new(count: Option<usize>) -> PyResult<Threads> {
        match count {
            Some(count) if !(1..=MOST).contains(&count) => Err(wrong(format!("use 1 to {MOST} threads, not {count}"))),
            count => Ok(Threads { count: count.unwrap_or(0), started: Mutex::new(None) }),
        }
    }

    /// The pool of this process.
    pub fn pool(&self) -> PyResult<Arc<ThreadPool>> {
        let mut started = self.started.lock().unwrap_or_else(PoisonError::into_inner);
        let here = std::process::id();
        match &*started {
            Some((process, pool)) if *process == here => Ok(Arc::clone(pool)),
            _ => {
                let pool = ThreadPoolBuilder::new().num_threads(self.count).build();
                let pool = Arc::new(pool.map_err(|why| wrong(format!("no threads: {why}")))?);
                if let Some((_, dead)) = started.replace((here, Arc::clone(&pool))) {
                    // Dropping the pool would wait for threads that are not in this process.
                    std::mem::forget(dead);
                }
                Ok(pool)
            }
        }
    }
}

/// Runs long work in a pool without the interpreter's lock. Checks regularly for Ctrl-C, which stops the work.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    pool: &ThreadPool,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (done, tell) = (Mutex::new(None), Condvar::new());
    let lock = || done.lock().unwrap_or_else(PoisonError::into_inner);
    pool.in_place_scope(|scope| {
        scope.spawn(|_| {
            let result = catch_unwind(AssertUnwindSafe(work));
            *lock() = Some(result);
            tell.notify_all();
        });
        let waited = || {
            let waiting = tell.wait_timeout_while(lock(), BETWEEN_LOOKS, |done| done.is_none());
            waiting.unwrap_or_else(PoisonError::into_inner).0.is_some()
        };
        while !py.detach(waited) {
            py.check_signals().inspect_err(|_| stop.store(true, Relaxed))?;
        }
        Ok::<(), PyErr>(())
    })?;
    let result = done.into_inner().unwrap_or_else(PoisonError::into_inner).expect("it was waited for");
    Ok(result.unwrap_or_else(|bug| resume_unwind(bug)))
}
