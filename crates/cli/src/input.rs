//! Reads lines from a terminal or a pipe.

use std::io::{self, BufRead, IsTerminal, Write};

/// Maximum length of a line, in bytes. The rest of a longer line is dropped.
const LONGEST: usize = 8192;

/// Standard input, line by line.
pub struct Input {
    piped: bool,
}

impl Input {
    pub fn new() -> Input {
        Input { piped: !io::stdin().is_terminal() }
    }

    /// Whether input comes from a terminal.
    pub fn is_person(&self) -> bool {
        !self.piped
    }

    /// Prints a prompt and reads a line. `None` at the end of input. A line from a pipe is also printed, so that the
    /// output looks as if a user had typed it.
    pub fn ask(&self, out: &mut dyn Write, prompt: &str) -> io::Result<Option<String>> {
        write!(out, "{prompt}")?;
        out.flush()?;
        let line = read_line(&mut io::stdin().lock())?;
        match &line {
            Some(text) if self.piped => writeln!(out, "{}", crate::show::plain(text))?,
            Some(_) => {}
            None => writeln!(out)?,
        }
        Ok(line)
    }
}

/// Reads a line without its line break. Cuts a line that is too long, and replaces invalid UTF-8. `None` at the end of
/// input.
fn read_line(from: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let bytes = match from.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() {
            break;
        }
        any = true;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST - line.len())]);
        let used = end.map_or(bytes.len(), |end| end + 1);
        from.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(any.then(|| String::from_utf8_lossy(&line).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_are_cut_and_are_never_lost() {
        let long = "x".repeat(3 * LONGEST);
        let text = format!("1\r\n\n{long}\nlast");
        let mut from: &[u8] = text.as_bytes();
        let mut next = || read_line(&mut from).unwrap();
        assert_eq!(next().as_deref(), Some("1"));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next().map(|line| line.len()), Some(LONGEST));
        assert_eq!(next().as_deref(), Some("last"));
        assert_eq!(next(), None);
    }
}
