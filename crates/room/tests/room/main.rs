//! Rooms, through their inputs and effects alone.

mod answers;
mod clocks;
mod deals;
mod host;
mod lobby;
mod machines;
mod restoring;
mod secrecy;
