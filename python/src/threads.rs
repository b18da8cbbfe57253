//! Threads for the work of many matches. They are started when they are first needed, and started anew in a process that was
//! forked from one that had them: a fork copies the memory of threads, not the threads, and who waits for them waits for ever.

use crate::errors::wrong;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// More would only stand in each other's way.
const MOST: usize = 1024;

/// How long Ctrl-C may wait.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// So many threads, of the process that asks.
pub struct Threads {
    count: usize,
    started: Mutex<Option<(u32, Arc<ThreadPool>)>>,
}

/// Of bots that search, so that Ctrl-C can stop them; some grow several trees at once.
pub static FOR_BOTS: Threads = Threads { count: 0, started: Mutex::new(None) };

impl Threads {
    /// As many as said, else one a core.
    pub fn new(count: Option<usize>) -> PyResult<Threads> {
        match count {
            Some(count) if !(1..=MOST).contains(&count) => Err(wrong(format!("from 1 thread to {MOST}, not {count}"))),
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
                    // Dropping it would call on threads that are not in this process.
                    std::mem::forget(dead);
                }
                Ok(pool)
            }
        }
    }
}

/// Does long work in a pool, without the interpreter's lock, and looks now and then whether somebody presses Ctrl-C: then the
/// work is told to stop.
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
