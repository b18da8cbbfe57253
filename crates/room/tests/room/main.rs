//! Tests of rooms that use only their inputs and effects.

mod answers;
mod clocks;
mod deals;
mod forgetting;
mod host;
mod lobby;
mod machines;
mod rebasing;
mod records;
mod restoring;
mod seats;
mod secrecy;
mod snapshots;
mod takeover;
