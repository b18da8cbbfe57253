//! Seats passed from Python.

use crate::errors::wrong;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use rulebook_kernel::Seat;

/// The name of a seat in messages: people count seats from one, programs from zero.
pub fn named(seat: Seat) -> String {
    format!("seat={}", seat.index())
}

/// The number of a seat, from zero. A number out of range raises the same error as a seat that is not in the match.
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
