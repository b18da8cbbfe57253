//! Runs work on several threads.

use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// Does the work once for each item, on the threads of the current pool. Returns the results in the order of the items.
pub(crate) fn map<T: Send, O: Send>(items: &mut [T], work: impl Fn(&mut T) -> O + Sync) -> Vec<O> {
    let cells: Vec<_> = items.iter_mut().map(|item| Mutex::new((item, None))).collect();
    each(cells.len(), &|nth| {
        let mut cell = cells[nth].lock().unwrap_or_else(PoisonError::into_inner);
        let (item, result) = &mut *cell;
        *result = Some(work(item));
    });
    let result = |cell: Mutex<(_, Option<O>)>| cell.into_inner().unwrap_or_else(PoisonError::into_inner).1;
    cells.into_iter().map(|cell| result(cell).expect("each item was worked on")).collect()
}

/// Does the work once for each number below `count`. The type of the work is erased, so the thread pool is compiled only
/// once and not for each game.
#[inline(never)]
fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}
