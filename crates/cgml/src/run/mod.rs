//! Runs compiled programs. The stack of frames is part of the state, so a copy of the state is complete even in the
//! middle of an effect.
//!
//! | file | responsible for |
//! |---|---|
//! | `rules.rs` | the traits of the kernel |
//! | `state.rs`, `list_store.rs` | the state: table, flow, frames, scalars, lists |
//! | `machine.rs` | has the main loop, fuel, faults and rollback; lists all step loops |
//! | `linear.rs` | the step loop: executes the register code of effects and turns |
//! | `exec.rs`, `cards.rs`, `deal.rs`, `random_pick.rs`, `stored_audience.rs`, `rule_out.rs` | single instructions |
//! | `event.rs`, `flow.rs`, `win.rs` | rules on events; turns and phases; the outcome |
//! | `simultaneous.rs` | simultaneous loops |
//! | `answer.rs`, `choice.rs`, `notation.rs` | asks, options, moves and their texts |
//! | `picks.rs`, `subset_sums.rs`, `set_condition.rs` | asks with several picks: finds the sets that can still be completed |
//! | `eval.rs`, `sets.rs`, `lists.rs` | expressions |
//! | `audience.rs` | computes which seats may know the value of an expression |
//! | `can_perform.rs` | dry runs |
//! | `view.rs`, `sample.rs`, `sample_stored.rs`, `validate_state.rs` | views, samples, loaded states |
//! | `observe.rs` | moves and observations as numbers |
//! | `message.rs`, `suit_symbols.rs`, `recap.rs`, `scoreboard.rs`, `staged.rs` | texts and scenes |
//! | `player_facts.rs` | declared facts for bots and language models |
//! | `profile.rs`, `option_leaks.rs`, `inspect.rs` | reports for the author of a game |
//! | `limits.rs`, `work_budget.rs` | limits |

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
mod inspect;
pub mod limits;
mod linear;
pub mod list_store;
mod lists;
mod machine;
mod message;
mod move_traits;
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
mod set_condition;
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
pub use profile::{CardMove, Events, Failed, Profile, Question};
pub use rules::Cgml;
pub use state::CgmlState;
pub use view::View;
