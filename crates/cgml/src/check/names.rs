//! Names that do not exist.

use crate::syntax::Name;
use rulebook_diag::{Diagnostic, nearest};

/// The mistake of a name that does not exist, with the nearest that does.
pub(super) fn unknown<'c>(
    code: &'static str,
    what: &str,
    name: &Name,
    known: impl IntoIterator<Item = &'c str>,
) -> Diagnostic {
    let found = Diagnostic::error(code, name.span, format!("there is no {what} `{name}`")).label("not known");
    found.did_you_mean(nearest(name.as_str(), known), false)
}
