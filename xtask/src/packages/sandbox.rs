//! Runs programs in a folder that is their root file system. They see no other files, no environment variables and no
//! network.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The user and group as which the image runs. Only root can switch to them.
const USER: [&str; 2] = ["--setgid=1000", "--setuid=1000"];
/// The full path of `unshare`. A bare name would be searched in the PATH of the image.
const UNSHARE: &str = "/usr/bin/unshare";
/// Maximum time for one program.
const LIMIT: Duration = Duration::from_secs(120);

/// A root file system with one program in it.
pub struct Sandbox {
    root: PathBuf,
    /// The working directory of the programs.
    folder: String,
    variables: Vec<(String, String)>,
    /// Whether the programs run as the user of the image.
    as_user: bool,
}

/// A running program. It is stopped when this value is dropped.
pub struct Running(Child);

impl Sandbox {
    pub fn new(root: &Path, folder: &str, variables: &[(String, String)], as_user: bool) -> Sandbox {
        Sandbox { root: root.to_path_buf(), folder: folder.to_owned(), variables: variables.to_vec(), as_user }
    }

    /// The command that runs `line` in the root. Only the environment variables of the image are set.
    fn command(&self, line: &[&str]) -> Command {
        let mut command = Command::new(UNSHARE);
        command.arg(format!("--root={}", self.root.display())).arg(format!("--wd={}", self.folder));
        command.args(self.as_user.then_some(USER).iter().flatten()).args(line);
        command.env_clear().envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs a program with this input and returns its output. An error if the program fails.
    pub fn run(&self, line: &[&str], input: &str) -> Result<String, String> {
        let mut command = self.command(line);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let told = |e: std::io::Error| format!("`{}`: {e}", line.join(" "));
        let mut child = command.spawn().map_err(told)?;
        let (mut stdin, input) = (child.stdin.take(), input.to_owned());
        // The program may end before it has read all of its input. This closes the pipe and is not an error.
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

    /// Starts a server, and waits until it accepts connections on this port.
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
    /// Stops the program with the same signal as Docker. An error if it does not stop, or stops with a failure.
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
