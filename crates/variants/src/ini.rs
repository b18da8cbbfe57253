//! Reads ini files: sections in brackets, each with an optional parent, and lines `key = value`.

/// A section of a file.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub name: String,
    pub parent: Option<String>,
    pub entries: Vec<Entry>,
}

/// A line of a section.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub key: String,
    pub value: String,
    /// The number of the line, starting at one.
    pub line: usize,
}

/// The longest file that is read, in bytes.
const MAX_FILE: usize = 4 << 20;

/// The maximum number of sections in a file.
const MAX_SECTIONS: usize = 4096;

/// Reads the sections of a file.
pub(crate) fn read(text: &str) -> Result<Vec<Section>, String> {
    if text.len() > MAX_FILE {
        return Err(format!("the file has {} bytes; the limit is {MAX_FILE}", text.len()));
    }
    let mut sections: Vec<Section> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let number = at + 1;
        let line = line.trim().trim_start_matches('\u{feff}');
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(head) = line.strip_prefix('[') {
            let Some((head, _)) = head.split_once(']') else {
                return Err(format!("line {number}: a section needs a closing bracket"));
            };
            let (name, parent) = match head.split_once(':') {
                Some((name, parent)) => (name.trim(), Some(parent.trim().to_owned())),
                None => (head.trim(), None),
            };
            if name.is_empty() || name.len() > 64 {
                return Err(format!("line {number}: a section needs a name of at most 64 letters"));
            }
            if sections.len() == MAX_SECTIONS {
                return Err(format!("line {number}: a file has at most {MAX_SECTIONS} sections"));
            }
            sections.push(Section { name: name.to_owned(), parent, entries: vec![] });
            continue;
        }
        let Some((key, value)) = line.split_once('=') else {
            return Err(format!("line {number}: expected `key = value` or `[section]`"));
        };
        let Some(section) = sections.last_mut() else {
            return Err(format!("line {number}: this line comes before the first section"));
        };
        section.entries.push(Entry { key: key.trim().to_owned(), value: value.trim().to_owned(), line: number });
    }
    Ok(sections)
}
