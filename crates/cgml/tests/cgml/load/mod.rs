//! Tests the loader: YAML in, merged YAML out.

mod common;
mod files;
mod hostile;
mod layers;
mod merging;
mod properties;
mod sections;
mod versions;
