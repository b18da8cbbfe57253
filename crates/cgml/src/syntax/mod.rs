//! The tree as a typed document.
