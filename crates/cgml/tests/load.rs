//! The loader: YAML in, merged YAML out.

mod load {
    mod common;
    mod files;
    mod hostile;
    mod merging;
    mod properties;
    mod versions;
}
