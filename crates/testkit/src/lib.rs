//! Rulebook.
