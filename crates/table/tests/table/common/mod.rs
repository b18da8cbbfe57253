//! Helpers that the tests of this folder share.

pub mod acts;
pub mod desk;
pub mod worlds;
