//! Tests of the engine that chess programs talk to, in UCI and USI.

mod dialogue;
mod go_limits;
mod moves;
mod strength;
mod usi;
