//! The real binary, as people and scripts run it.

mod bots;
mod cards;
mod designer;
mod full;
mod logs;
mod models;
mod new;
mod play;
mod run;
mod sim;
mod tutorial;
mod usage;
