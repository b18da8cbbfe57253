//! Runs compiled programs: one machine of frames inside the state.
//!
//! | file | what |
//! |---|---|
//! | `rules.rs` | the traits of the kernel |
//! | `state.rs`, `list_store.rs` | the state: table, flow, frames, scalars, lists |
//! | `machine.rs` | the loop, firing, failing, going back |
//! | `exec.rs`, `cards.rs`, `deal.rs`, `random_pick.rs`, `stored_audience.rs` | the steps of an effect |
//! | `inline_rules.rs` | effects that are over at once |
//! | `event.rs`, `flow.rs`, `win.rs` | rules on events, turns and phases, the end |
//! | `simultaneous.rs` | simultaneous loops |
//! | `answer.rs`, `choice.rs`, `notation.rs` | asks, options, moves and their texts |
//! | `picks.rs`, `subset_sums.rs`, `set_bounds.rs` | choosing several, and which sets can still be reached |
//! | `eval.rs`, `sets.rs`, `lists.rs`, `audience.rs`, `can_perform.rs` | expressions, who knows them, dry runs |
//! | `view.rs`, `sample.rs`, `sample_stored.rs`, `validate_state.rs` | what a viewer knows, states that fit, loaded states |
//! | `observe.rs` | moves and what a seat knows as numbers |
//! | `message.rs`, `suit_symbols.rs`, `recap.rs`, `scoreboard.rs`, `staged.rs` | words and pictures |
//! | `player_facts.rs` | what the file says is good or bad, for players that are programs |
//! | `profile.rs`, `option_leaks.rs`, `inspect.rs` | what is used how often, what depends on secrets, a state laid open |
//! | `limits.rs`, `work_budget.rs` | what a program may ask for |

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
pub use option_leaks::OptionLeak;
pub use profile::{Failed, Profile, Question};
pub use rules::Cgml;
pub use state::CgmlState;
pub use view::View;
