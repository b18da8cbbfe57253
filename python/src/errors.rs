//! Defines the two kinds of errors: an illegal move is a mistake of a player, and wrong rules are a mistake of their
//! author.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rulebook_kernel::Illegal;

create_exception!(rulebook, IllegalMove, PyValueError, "An illegal move. The message says why it is illegal.");
create_exception!(
    rulebook,
    RulesError,
    PyValueError,
    "Rules with mistakes. The message lists all mistakes with their places in the files."
);

pub fn illegal(why: &Illegal) -> PyErr {
    IllegalMove::new_err(why.reason().to_owned())
}

pub fn wrong(why: impl Into<String>) -> PyErr {
    PyValueError::new_err(why.into())
}
