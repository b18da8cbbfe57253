//! Tests of the catalogue and of every shipped game. They are one binary, because each binary compiles the generic code
//! of the rules and bots again.

mod bots;
mod commentary;
mod deck_faults;
mod folders;
mod games;
mod schema_style;
