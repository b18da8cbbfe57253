//! Checks that decisions are numbered 0001, 0002, … without gaps or duplicates, so that a citation finds its page.

use super::Finding;

const FOLDER: &str = "docs/decisions/";

pub fn judge(files: &[String]) -> Vec<Finding> {
    let pages = files.iter().filter_map(|file| Some((file.as_str(), file.strip_prefix(FOLDER)?)));
    let pages = pages.filter(|(_, page)| page.ends_with(".md") && *page != "README.md");
    let mut errors = Vec::new();
    let mut numbered: Vec<(usize, &str)> = Vec::new();
    for (file, page) in pages {
        match number(page) {
            Some(number) => numbered.push((number, file)),
            None => errors.push(Finding::of(file, "name it NNNN-title.md, with four digits")),
        }
    }
    numbered.sort_unstable();
    let mut expected = 1;
    for (number, file) in numbered {
        if number < expected {
            errors.push(Finding::of(file, format!("the number {number:04} is taken: renumber this page")));
        } else if number > expected {
            errors
                .push(Finding::of(file, format!("numbers are consecutive: {expected:04} is missing before this page")));
        }
        expected = number + 1;
    }
    errors
}

fn number(page: &str) -> Option<usize> {
    let (digits, title) = page.split_once('-')?;
    let well_formed = digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()) && title != ".md";
    well_formed.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(pages: &[&str]) -> Vec<String> {
        let files: Vec<String> = pages.iter().map(|page| format!("{FOLDER}{page}")).collect();
        judge(&files).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn consecutive_numbers_pass() {
        assert!(told(&[]).is_empty());
        assert!(told(&["0001-war-ends.md", "0002-ties.md", "README.md", "picture.svg"]).is_empty());
        assert!(judge(&["docs/0007-other.md".to_string()]).is_empty());
    }

    #[test]
    fn a_number_used_twice_is_an_error() {
        let told = told(&["0001-a.md", "0001-b.md", "0002-c.md"]);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("0001-b.md") && told[0].contains("taken"));
    }

    #[test]
    fn a_gap_is_an_error() {
        assert!(told(&["0002-a.md"])[0].contains("0001 is missing"));
        assert!(told(&["0001-a.md", "0003-b.md"])[0].contains("0002 is missing"));
    }

    #[test]
    fn a_page_without_a_number_is_an_error() {
        for page in ["ties.md", "1-ties.md", "00001-ties.md", "0001.md", "0001-.md", "a001-ties.md"] {
            assert_eq!(told(&[page]).len(), 1, "{page}");
        }
    }
}
