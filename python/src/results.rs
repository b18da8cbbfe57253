//! Converts the outcome of a match to returns for learning programs.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rulebook_kernel::{Outcome, Seat};

/// A value from -1 to 1 for each seat: the share of opponents ranked below it, minus the share ranked above it.
/// Partners are not opponents. After a fault, all values are 0. For players without opponents, a win is 1 and anything
/// else is -1.
pub fn returns(outcome: &Outcome) -> impl Iterator<Item = f32> + '_ {
    let (places, teams) = (outcome.places(), outcome.teams());
    Seat::all(places.len()).map(move |seat| {
        if outcome.is_fault() {
            return 0.0;
        }
        let me = seat.index();
        if places.len() == 1 {
            return if places[0] == 1 { 1.0 } else { -1.0 };
        }
        let opponents = (0..places.len()).filter(|&other| teams[other] != teams[me]);
        let (mut count, mut balance) = (0i32, 0i32);
        for other in opponents {
            count += 1;
            balance += i32::from(places[me] < places[other]) - i32::from(places[me] > places[other]);
        }
        // Without opponents, all players win or lose together.
        if count == 0 { if places[me] == 1 { 1.0 } else { -1.0 } } else { balance as f32 / count as f32 }
    })
}

/// The outcome as a Python dict.
pub fn told<'py>(py: Python<'py>, outcome: &Outcome) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("places", outcome.places().iter().map(|&place| u32::from(place)).collect::<Vec<u32>>())?;
    dict.set_item("winners", outcome.winners().iter().map(Seat::index).collect::<Vec<usize>>())?;
    dict.set_item("scores", outcome.scores().map(<[i32]>::to_vec))?;
    dict.set_item("teams", outcome.teams().iter().map(|&team| u32::from(team)).collect::<Vec<u32>>())?;
    dict.set_item("draw", outcome.is_draw())?;
    dict.set_item("fault", outcome.is_fault())?;
    dict.set_item("reason", outcome.reason())?;
    Ok(dict)
}
