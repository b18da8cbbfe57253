//! Rulebook for Python. The public interface is documented in `rulebook/__init__.py` and `_rulebook.pyi`. This crate is
//! the part that must be fast. It uses the crates `catalog` and `matches`, and contains no games and no rules.
//!
//! In Python, seats are numbered from zero, as programs for machine learning expect.

mod bot;
mod counts;
mod errors;
mod game;
mod results;
mod seats;
mod simulate;
mod state;
mod threads;
mod vector;

use pyo3::prelude::*;

#[pymodule]
fn _rulebook(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("IllegalMove", py.get_type::<errors::IllegalMove>())?;
    module.add("RulesError", py.get_type::<errors::RulesError>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<bot::Bot>()?;
    module.add_class::<vector::Vector>()?;
    module.add_function(wrap_pyfunction!(game::ids, module)?)?;
    module.add_function(wrap_pyfunction!(simulate::simulate, module)?)?;
    module.add_function(wrap_pyfunction!(state::restore, module)?)?;
    module.add_function(wrap_pyfunction!(bot::again, module)?)?;
    Ok(())
}
