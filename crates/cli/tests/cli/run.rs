//! Runs `rulebook` and captures its output.

pub use rulebook_testkit::scratch::Folder;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The exit code and the output of a run.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// Asserts success with empty stderr; returns stdout.
    #[track_caller]
    pub fn fine(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// Asserts success with only notes on stderr; returns stdout.
    #[track_caller]
    pub fn noted(self) -> String {
        let notes = self.err.lines().all(|line| line.starts_with("note: "));
        assert!(self.code == 0 && notes && !self.err.is_empty(), "{}{}", self.out, self.err);
        self.out
    }

    /// Asserts failure with this exit code and this text on stderr, without a panic.
    #[track_caller]
    pub fn failed(self, code: i32, text: &str) -> String {
        assert_eq!(self.code, code, "{}{}", self.out, self.err);
        assert!(self.err.contains(text) && !self.err.contains("panicked"), "{:?} in {}", text, self.err);
        self.err
    }
}

pub fn games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").canonicalize().unwrap()
}

/// Runs in the repository, without input.
pub fn rulebook(args: &[&str]) -> Ran {
    rulebook_in(&games(), args, "")
}

/// Runs in a folder, with this input.
pub fn rulebook_in(folder: &Path, args: &[&str], input: &str) -> Ran {
    rulebook_with(&[], folder, args, input)
}

/// Runs with these environment variables.
pub fn rulebook_with(variables: &[(&str, &str)], folder: &Path, args: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rulebook"))
        .args(args)
        .envs(variables.iter().copied())
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.to_owned());
    // The program may end before it has read all of its input, so an error is ignored.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}
