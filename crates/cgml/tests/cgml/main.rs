//! Tests CGML, from the loader to the machine. The tests are one binary, so that shared code is compiled only once.

mod compile;
mod load;
mod pages;
mod run;
mod syntax;
