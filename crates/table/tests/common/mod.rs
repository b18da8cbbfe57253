//! What the tests of this folder share.

#![allow(dead_code, reason = "each test binary uses a part of it")]

pub mod acts;
pub mod desk;
pub mod worlds;
