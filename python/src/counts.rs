//! How many, as Python says it.

use crate::errors::wrong;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

/// A number of matches, seats, threads or moves. One that cannot be is told like any other wrong value.
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

/// The number, if it was said.
pub fn counted(count: Option<Count>) -> Option<usize> {
    count.map(|Count(number)| number)
}
