//! Converts numbers that Python passes as counts.

use crate::errors::wrong;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

/// A number of matches, seats, threads or moves. A negative or too large number raises the same error as other wrong
/// values.
#[derive(Clone, Copy, Debug)]
pub struct Count(pub usize);

impl<'a, 'py> FromPyObject<'a, 'py> for Count {
    type Error = PyErr;

    fn extract(count: Borrowed<'a, 'py, PyAny>) -> PyResult<Count> {
        count.extract().map(Count).map_err(|why: PyErr| match why.is_instance_of::<PyOverflowError>(count.py()) {
            true => wrong(format!("{} is no number of matches, seats, threads or moves", count.to_owned())),
            false => why,
        })
    }
}

/// The number, or `None` if it was not given.
pub fn counted(count: Option<Count>) -> Option<usize> {
    count.map(|Count(number)| number)
}
