//! Threads for the work of many matches. They are started when they are first needed, and started anew in a process that was
//! forked from one that had them: a fork copies the memory of threads, not the threads, and who waits for them waits for ever.

use crate::errors::wrong;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex, PoisonError};

/// More would only stand in each other's way.
const MOST: usize = 1024;

/// So many threads, of the process that asks.
pub struct Threads {
    count: usize,
    started: Mutex<Option<(u32, Arc<ThreadPool>)>>,
}

/// Of bots that think with several trees at once.
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
