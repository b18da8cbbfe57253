//! Parses test pages. A page is a Markdown file that quotes a clause of a specification, shows a program and asserts
//! its behaviour. It is both documentation and a test.
//!
//! A page is a title, prose, and fenced blocks. The words after the fence name the block: ` ```yaml game ` is YAML
//! called `game`, ` ```assert ` is an assertion. The caller decides what the words mean.

use std::path::{Path, PathBuf};

/// One page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The file that the page was read from.
    pub path: PathBuf,
    /// The first heading, without its `#`.
    pub title: String,
    /// The text outside the blocks.
    pub prose: String,
    /// The fenced blocks, in order.
    pub blocks: Vec<Block>,
}

/// A fenced block of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The words after the fence: `yaml game`.
    pub info: String,
    /// The text between the fences. Every line ends with a line break.
    pub text: String,
    /// The number of the block's first line of text in the file, counted from one.
    pub line: usize,
}

impl Block {
    /// Whether this word is among the words after the fence.
    #[must_use]
    pub fn is(&self, word: &str) -> bool {
        self.info.split_whitespace().any(|other| other == word)
    }
}

impl Page {
    /// Parses a page.
    ///
    /// # Errors
    /// `file:line:` and the mistake: no title, or a fence that is not closed.
    pub fn parse(path: &Path, text: &str) -> Result<Page, String> {
        let (mut title, mut prose, mut blocks) = (None, String::new(), Vec::new());
        let mut open: Option<(&str, Block)> = None;
        for (number, line) in (1..).zip(text.lines()) {
            match &mut open {
                Some((fence, block)) => {
                    if closes(line, fence) {
                        blocks.extend(open.take().map(|(_, block)| block));
                    } else {
                        block.text += line;
                        block.text.push('\n');
                    }
                }
                None => match fence(line) {
                    Some((fence, info)) => {
                        let info = info.trim().to_owned();
                        open = Some((fence, Block { info, text: String::new(), line: number + 1 }));
                    }
                    None => {
                        if title.is_none()
                            && let Some(heading) = line.strip_prefix('#')
                        {
                            title = Some(heading.trim_start_matches('#').trim().to_owned());
                        }
                        prose += line;
                        prose.push('\n');
                    }
                },
            }
        }
        let name = path.display();
        if let Some((_, block)) = open {
            return Err(format!("{name}:{}: this block is not closed", block.line - 1));
        }
        let title = title.ok_or_else(|| format!("{name}:1: a page begins with a heading"))?;
        Ok(Page { path: path.to_owned(), title, prose, blocks })
    }

    /// The blocks with this word.
    pub fn blocks<'a>(&'a self, word: &'a str) -> impl Iterator<Item = &'a Block> {
        self.blocks.iter().filter(move |block| block.is(word))
    }

    /// The only block with this word.
    ///
    /// # Errors
    /// If there is no such block, or more than one.
    pub fn block(&self, word: &str) -> Result<&Block, String> {
        let mut found = self.blocks.iter().filter(|block| block.is(word));
        match (found.next(), found.next()) {
            (Some(block), None) => Ok(block),
            (None, _) => Err(format!("{}:1: there is no block `{word}`", self.path.display())),
            (_, Some(second)) => Err(self.at(second, 0, &format!("a second block `{word}`"))),
        }
    }

    /// A message about a line of a block, with the file and the line number. `line` is counted from zero within the
    /// block.
    #[must_use]
    pub fn at(&self, block: &Block, line: usize, message: &str) -> String {
        format!("{}:{}: {message}", self.path.display(), block.line + line)
    }
}

fn fence(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let mark = line.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let length = line.chars().take_while(|other| *other == mark).count();
    (length >= 3).then(|| line.split_at(length))
}

/// Whether a line closes the fence `open`: it is a fence of at least the same length, without words after it.
fn closes(line: &str, open: &str) -> bool {
    fence(line).is_some_and(|(close, rest)| close.starts_with(open) && rest.trim().is_empty())
}
