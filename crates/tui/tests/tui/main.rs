//! Tests of the screen that players see, and of the meaning of their keys and clicks.

mod laying;
mod reader;
mod screen;
mod small;
