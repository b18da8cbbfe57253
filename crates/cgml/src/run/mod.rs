//! Runs compiled programs: one machine of frames inside the state.
//!
//! | file | what |
//! |---|---|
//! | `rules.rs` | the traits of the kernel |
//! | `state.rs`, `arena.rs` | the state: table, flow, frames, scalars, lists |
//! | `machine.rs` | the loop, firing, failing, going back |
//! | `exec.rs`, `cards.rs`, `deal.rs`, `blind.rs`, `found.rs` | the steps of an effect |
//! | `instant.rs` | effects that are over at once |
//! | `event.rs`, `flow.rs`, `win.rs` | rules on events, turns and phases, the end |
//! | `lanes.rs` | simultaneous loops |
//! | `answer.rs`, `choice.rs`, `notation.rs` | asks, options, moves and their texts |
//! | `picks.rs`, `sums.rs`, `bounds.rs` | choosing several, and which sets can still be reached |
//! | `eval.rs`, `sets.rs`, `lists.rs`, `audience.rs`, `dry.rs` | expressions, who knows them, dry runs |
//! | `view.rs`, `sample.rs`, `sought.rs`, `validate_state.rs` | what a viewer knows, states that fit, loaded states |
//! | `observe.rs` | moves and what a seat knows as numbers |
//! | `say.rs`, `signs.rs`, `recap.rs`, `board.rs`, `staged.rs` | words and pictures |
//! | `brief.rs` | what the file says is good or bad, for players that are programs |
//! | `profile.rs`, `doubt.rs`, `inspect.rs` | what is used how often, what depends on secrets, a state laid open |
//! | `limits.rs`, `work.rs` | what a program may ask for |

mod answer;
mod audience;
mod can_perform;
mod cards;
mod choice;
mod deal;
mod eval;
mod event;
mod exec;
mod fact;
mod flow;
mod inline_rules;
mod inspect;
pub mod limits;
mod list_store;
mod lists;
mod machine;
mod message;
mod notation;
mod observe;
mod option_leaks;
mod picks;
mod player_facts;
mod profile;
mod random_pick;
mod recap;
mod rule_out;
mod rules;
mod sample;
mod sample_stored;
mod scoreboard;
mod set_bounds;
mod sets;
mod simultaneous;
mod staged;
mod state;
mod stored_audience;
mod subset_sums;
mod suit_symbols;
mod validate_state;
mod view;
mod win;
mod work_budget;

pub use choice::{Move, Picked, Which};
pub use fact::{Fact, Reason};
pub use inspect::{Held, Inspection};
pub use option_leaks::Doubt;
pub use profile::{Failed, Profile, Question};
pub use rules::Cgml;
pub use state::State;
pub use view::View;
