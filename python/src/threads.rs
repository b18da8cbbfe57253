//! Thread pools. A pool is started when it is first needed. A forked process starts its own pool, because a fork copies
//! the memory of a pool but not its threads.

use crate::errors::wrong;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Maximum number of threads in a pool. More threads would only slow each other down.
const MOST: usize = 1024;

/// Time between two checks for Ctrl-C.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// A pool that is started in each process when it is first needed.
pub struct Threads {
    count: usize,
    started: Mutex<Option<(u32, Arc<ThreadPool>)>>,
}

/// The pool in which searching bots think, so that the calling thread can handle Ctrl-C. Some bots use several threads
/// at once.
pub static FOR_BOTS: Threads = Threads { count: 0, started: Mutex::new(None) };

impl Threads {
    /// A pool with this number of threads. Without a number, the pool has one thread for each core.
    pub fn new(count: Option<usize>) -> PyResult<Threads> {
        match count {
            Some(count) if !(1..=MOST).contains(&count) => Err(wrong(format!("use 1 to {MOST} threads, not {count}"))),
            count => Ok(Threads { count: count.unwrap_or(0), started: Mutex::new(None) }),
        }
    }

    /// The running pool of the current process. Starts it if necessary.
    pub fn pool(&self) -> PyResult<Arc<ThreadPool>> {
        let mut started = self.started.lock().unwrap_or_else(PoisonError::into_inner);
        let here = std::process::id();
        match &*started {
            Some((process, pool)) if *process == here => Ok(Arc::clone(pool)),
            _ => {
                let pool = ThreadPoolBuilder::new().num_threads(self.count).build();
                let pool = Arc::new(pool.map_err(|why| wrong(format!("no threads: {why}")))?);
                if let Some((_, dead)) = started.replace((here, Arc::clone(&pool))) {
                    // The old pool belongs to the parent process. Dropping it would wait for threads that do not exist
                    // in this process.
                    std::mem::forget(dead);
                }
                Ok(pool)
            }
        }
    }
}

/// Runs long work in a pool, and releases the interpreter's lock meanwhile. Ctrl-C sets `stop` and raises an error.
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
    let result = done.into_inner().unwrap_or_else(PoisonError::into_inner).expect("the thread has finished");
    Ok(result.unwrap_or_else(|bug| resume_unwind(bug)))
}
