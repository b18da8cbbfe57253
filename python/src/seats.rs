//! Converts numbers that Python passes as seats.

use crate::errors::wrong;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use rulebook_kernel::Seat;

/// The name of a seat in messages. People count seats from one, and programs count them from zero.
pub fn named(seat: Seat) -> String {
    format!("seat={}", seat.index())
}

/// The number of a seat, counted from zero. A negative or too large number raises the same error as a seat that the
/// match does not have.
#[derive(Clone, Copy, Debug)]
pub struct Which(pub usize);

impl<'a, 'py> FromPyObject<'a, 'py> for Which {
    type Error = PyErr;

    fn extract(seat: Borrowed<'a, 'py, PyAny>) -> PyResult<Which> {
        seat.extract().map(Which).map_err(|why: PyErr| match why.is_instance_of::<PyOverflowError>(seat.py()) {
            true => wrong(format!("there is no seat {}", seat.to_owned())),
            false => why,
        })
    }
}
