//! Source text to one merged tree.
