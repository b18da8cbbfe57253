//! A folder as the root of the file system: a program in it sees no other file, no variable and no network.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The user of the image. Only root can become this user.
const USER: [&str; 2] = ["--setgid=1000", "--setuid=1000"];
/// A full path, because the PATH of the image would be searched otherwise.
const UNSHARE: &str = "/usr/bin/unshare";
/// Longest time that one program may take.
const LIMIT: Duration = Duration::from_secs(120);

/// An empty root with one program in it.
pub struct Sandbox {
    root: PathBuf,
    /// The current folder of its programs.
    folder: String,
    variables: Vec<(String, String)>,
    /// Whether the programs run as the user of the image.
    as_user: bool,
}

/// A program that is stopped when this value goes away.
pub struct Running(Child);

impl Sandbox {
    pub fn new(root: &Path, folder: &str, variables: &[(String, String)], as_user: bool) -> Sandbox {
        Sandbox { root: root.to_path_buf(), folder: folder.to_owned(), variables: variables.to_vec(), as_user }
    }

    /// The command line that runs `line` in the root, with no variables but those of the image.
    fn command(&self, line: &[&str]) -> Command {
        let mut command = Command::new(UNSHARE);
        command.arg(format!("--root={}", self.root.display())).arg(format!("--wd={}", self.folder));
        command.args(self.as_user.then_some(USER).iter().flatten()).args(line);
        command.env_clear().envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs a program with this text as its input, and returns its output. Fails if the program does.
    pub fn run(&self, line: &[&str], input: &str) -> Result<String, String> {
        let mut command = self.command(line);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let told = |e: std::io::Error| format!("`{}`: {e}", line.join(" "));
        let mut child = command.spawn().map_err(told)?;
        let (mut stdin, input) = (child.stdin.take(), input.to_owned());
        // A program that ends before it has read everything closes the pipe, which is no error.
        let writer = std::thread::spawn(move || stdin.as_mut().map(|stdin| stdin.write_all(input.as_bytes())));
        let id = child.id();
        let (done, rest) = std::sync::mpsc::channel::<()>();
        let guard = std::thread::spawn(move || {
            if rest.recv_timeout(LIMIT) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                let _ = Command::new("kill").args(["-KILL", &id.to_string()]).status();
            }
        });
        let ended = child.wait_with_output().map_err(told);
        drop(done);
        let _ = (writer.join(), guard.join());
        let ended = ended?;
        let out = String::from_utf8_lossy(&ended.stdout).into_owned();
        if ended.status.success() {
            return Ok(out);
        }
        let told = String::from_utf8_lossy(&ended.stderr);
        Err(format!("`{}`: {}\n{out}{told}", line.join(" "), ended.status))
    }

    /// Starts a server and waits until it accepts connections on the port.
    pub fn serve(&self, line: &[&str], port: u16) -> Result<Running, String> {
        let mut command = self.command(line);
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn();
        let mut running = Running(child.map_err(|e| format!("`{}`: {e}", line.join(" ")))?);
        let begun = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            if let Ok(Some(status)) = running.0.try_wait() {
                return Err(format!("`{}` ended: {status}", line.join(" ")));
            }
            if begun.elapsed() > LIMIT {
                return Err(format!("`{}` does not listen on port {port}", line.join(" ")));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(running)
    }
}

impl Running {
    /// Asks the program to stop, as Docker does. Fails if it does not stop, or not with success.
    pub fn stop(mut self) -> Result<(), String> {
        let id = self.0.id().to_string();
        Command::new("kill").args(["-TERM", &id]).status().map_err(|e| format!("kill: {e}"))?;
        let begun = Instant::now();
        loop {
            match self.0.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => return Err(format!("the server stopped with {status}")),
                Ok(None) if begun.elapsed() > LIMIT => return Err("the server ignores SIGTERM".to_owned()),
                Ok(None) => std::thread::sleep(Duration::from_millis(50)),
                Err(e) => return Err(e.to_string()),
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
