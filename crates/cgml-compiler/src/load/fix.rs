//! Applies corrections to the text of a file: `rulebook fix`.

use rulebook_diag::Suggestion;

/// Applies suggestions to `text` and returns the new text. All suggestions must be for this text. Duplicates are applied
/// once. Of two suggestions that overlap, the first is applied; the other can be applied in the next run. A suggestion
/// that does not fit the text is ignored.
///
/// ```
/// # use rulebook_cgml_compiler::load::fix;
/// # use rulebook_diag::{FileId, Span, Suggestion};
/// let at = |start, end| Span { file: FileId(0), start, end };
/// let edits = [
///     Suggestion { span: at(14, 17), replacement: "\"1.3\"".into() },
///     Suggestion { span: at(0, 0), replacement: "# War\n".into() },
/// ];
/// assert_eq!(fix("cgml_version: 1.2\n", &edits), "# War\ncgml_version: \"1.3\"\n");
/// ```
pub fn fix(text: &str, suggestions: &[Suggestion]) -> String {
    let mut edits: Vec<&Suggestion> = suggestions.iter().collect();
    edits.sort();
    edits.dedup();
    let mut fixed = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        if start < done || end < start {
            continue;
        }
        if let (Some(kept), Some(_)) = (text.get(done..start), text.get(start..end)) {
            fixed += kept;
            fixed += &edit.replacement;
            done = end;
        }
    }
    fixed + &text[done..]
}
