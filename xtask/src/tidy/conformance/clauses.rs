//! The lists of clauses in `conformance/clauses`.

use super::Finding;

/// A document that Rulebook follows.
pub struct Document {
    /// The file of the list.
    pub file: String,
    /// The name in marks, such as `CGML`.
    pub name: String,
    /// The subject of the document.
    pub title: String,
    pub sections: Vec<Section>,
}

pub struct Section {
    pub id: String,
    pub title: String,
    pub clauses: Vec<Clause>,
}

pub struct Clause {
    /// The id of the clause: the number of its section, a hyphen and its number there, as in `13.1-4`.
    pub id: String,
    /// The demand of the clause, in our own words.
    pub demand: String,
    /// The line of the clause in its list.
    pub line: usize,
}

impl Document {
    /// Reads a list. `# NAME: title` names the document, `## 13.1 title` starts a section, and `13.1-4 phrase` is a
    /// clause.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn read(file: &str, text: &str) -> Result<Document, Finding> {
        let mut document =
            Document { file: file.to_owned(), name: String::new(), title: String::new(), sections: Vec::new() };
        for (at, line) in text.lines().enumerate() {
            let fail = |why: String| Finding::at(file, at + 1, why);
            if line.is_empty() {
                continue;
            }
            if let Some(title) = line.strip_prefix("# ") {
                let (name, title) = title.split_once(": ").ok_or_else(|| fail("`# NAME: title` is missing".into()))?;
                (document.name, document.title) = (name.to_owned(), title.to_owned());
                continue;
            }
            if let Some(section) = line.strip_prefix("## ") {
                let (id, title) = section.split_once(' ').ok_or_else(|| fail("a section needs a title".into()))?;
                if document.sections.iter().any(|section| section.id == id) {
                    return Err(fail(format!("there are two sections {id}")));
                }
                let section = Section { id: id.to_owned(), title: title.to_owned(), clauses: Vec::new() };
                document.sections.push(section);
                continue;
            }
            let Some((id, demand)) = line.split_once(' ').filter(|(_, demand)| !demand.trim().is_empty()) else {
                return Err(fail("a clause needs a phrase".into()));
            };
            let Some(section) = document.sections.last_mut() else {
                return Err(fail("a clause must be in a section".into()));
            };
            let number = |id: &str| id.rsplit_once('-').filter(|(of, _)| *of == section.id)?.1.parse::<u32>().ok();
            let last = section.clauses.last().and_then(|clause| number(&clause.id)).unwrap_or(0);
            if number(id).is_none_or(|number| number <= last) {
                return Err(fail(format!(
                    "the clause after {}-{last} must have a higher number of section {}",
                    section.id, section.id
                )));
            }
            section.clauses.push(Clause { id: id.to_owned(), demand: demand.trim().to_owned(), line: at + 1 });
        }
        match document.name.is_empty() {
            true => Err(Finding::of(file, "the first line must be `# NAME: title`")),
            false => Ok(document),
        }
    }

    pub fn clauses(&self) -> impl Iterator<Item = &Clause> {
        self.sections.iter().flat_map(|section| &section.clauses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_strictly() {
        let wrong = |text: &str| Document::read("a.txt", text).map(|_| ()).unwrap_err().to_string();
        assert!(Document::read("a.txt", "# A: all\n\n## 1 one\n1-1 first\n1-2 second\n## 1.1 two\n1.1-1 x\n").is_ok());
        assert_eq!(wrong(""), "a.txt: the first line must be `# NAME: title`");
        assert_eq!(wrong("# A: all\n1-1 first\n"), "a.txt:2: a clause must be in a section");
        assert_eq!(wrong("# A: all\n## 1 one\n1-1\n"), "a.txt:3: a clause needs a phrase");
        let higher = "a.txt:4: the clause after 1-1 must have a higher number of section 1";
        assert_eq!(wrong("# A: all\n## 1 one\n1-1 a\n1-1 b\n"), higher);
        assert_eq!(wrong("# A: all\n## 1 one\n1-1 a\n2-2 b\n"), higher);
        assert_eq!(wrong("# A: all\n## 1 one\n1-1 a\n## 1 two\n1-2 b\n"), "a.txt:4: there are two sections 1");
    }
}
