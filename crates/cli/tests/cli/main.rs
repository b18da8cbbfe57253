//! Tests that run the program as users and scripts do.

mod bots;
mod cards;
mod designer;
mod full_screen;
mod logs;
mod models;
mod new;
mod play;
mod run;
mod sim;
mod tutorial;
mod usage;
