//! Tests the parts of the interface of rule modules.

mod card;
mod fields;
mod initial;
mod trick;
