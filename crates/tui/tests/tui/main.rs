//! What players at a terminal see and read, and what their keys and clicks mean.

mod laying;
mod reader;
mod screen;
mod small;
