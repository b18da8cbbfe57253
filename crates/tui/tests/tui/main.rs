//! Tests of the screen that players see, and of what keys and clicks do.

mod chooser;
mod laying;
mod reader;
mod screen;
mod small_terminals;
