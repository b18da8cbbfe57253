//! Makes the list from which a model chooses now. If there are too many candidates, the list has kinds of move first,
//! and then the moves of the chosen kind.

use super::Candidate;

/// Maximum number of lines in a list of candidates.
pub(crate) const MOST_LISTED: usize = 96;

/// One line of a list: a candidate, or several candidates of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    /// The text of the line.
    pub(crate) summary: String,
    /// The indices of its candidates.
    pub(crate) members: Vec<usize>,
}

/// The list for these candidates, given by their indices. It has at most [`MOST_LISTED`] lines. A line with several
/// candidates has fewer candidates than the list.
pub(crate) fn listed(candidates: &[Candidate], members: &[usize]) -> Vec<Listed> {
    let alone = |at: usize| Listed { summary: candidates[at].summary.clone(), members: vec![at] };
    if members.len() <= MOST_LISTED {
        return members.iter().map(|&at| alone(at)).collect();
    }
    let levels = members.iter().map(|&at| candidates[at].kinds.len()).max().unwrap_or(0);
    for level in 0..levels {
        let mut kinds: Vec<(&str, Vec<usize>)> = Vec::new();
        for &at in members {
            let kind = candidates[at].kinds.get(level).map_or("another move", String::as_str);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, of_kind)) => of_kind.push(at),
                None => kinds.push((kind, vec![at])),
            }
        }
        if (2..=MOST_LISTED).contains(&kinds.len()) {
            let line = |(kind, of_kind): (&str, Vec<usize>)| match of_kind[..] {
                [only] => alone(only),
                _ => Listed { summary: format!("{kind} ({} moves)", of_kind.len()), members: of_kind },
            };
            return kinds.into_iter().map(line).collect();
        }
    }
    // All candidates have the same kinds, so the list is cut into equal parts.
    let part = members.len().div_ceil(MOST_LISTED).max(2);
    let line = |part: &[usize]| match *part {
        [only] => alone(only),
        [first, .., last] => Listed {
            summary: format!("from \"{}\" to \"{}\"", candidates[first].summary, candidates[last].summary),
            members: part.to_vec(),
        },
        [] => Listed { summary: String::new(), members: Vec::new() },
    };
    members.chunks(part).map(line).collect()
}
