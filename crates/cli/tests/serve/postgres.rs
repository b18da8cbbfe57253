//! Starts a PostgreSQL server with its own data folder, for one test.

use rulebook_testkit::scratch::Folder;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub struct Database {
    pub address: String,
    child: Child,
    /// The data folder. It is removed when this value is dropped, after the server has stopped.
    _folder: Folder,
}

/// The folder into which Debian's package installs the programs.
fn programs() -> Option<PathBuf> {
    let versions = Path::new("/usr/lib/postgresql").read_dir().ok()?;
    let mut found: Vec<PathBuf> = versions.flatten().map(|entry| entry.path().join("bin")).collect();
    found.retain(|bin| bin.join("initdb").is_file() && bin.join("postgres").is_file());
    found.sort();
    found.pop()
}

/// The command for a program of PostgreSQL. PostgreSQL refuses to run as root, so root runs it as the user of its
/// package.
fn command(program: &Path) -> Command {
    let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
    if !root {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(program);
    command
}

impl Database {
    /// Starts a server. If PostgreSQL is not installed, prints a message and returns `None`.
    pub fn start(name: &str) -> Option<Database> {
        let Some(bin) = programs() else {
            eprintln!("skipped: there is no PostgreSQL in /usr/lib/postgresql");
            return None;
        };
        let folder = Folder::new(&format!("pg-{name}"));
        let _ = Command::new("chown").arg("postgres").arg(&folder.0).status();
        let data = folder.0.join("data");
        let made = command(&bin.join("initdb"))
            .args(["--auth=trust", "--username=rulebook", "--no-sync", "-D"])
            .arg(&data)
            .current_dir("/")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if !made.is_ok_and(|status| status.success()) {
            eprintln!("skipped: PostgreSQL cannot be set up here");
            return None;
        }
        // Another process may have taken the port meanwhile. Then try another port.
        let Some((child, port)) = (0..5).find_map(|_| launch(&bin, &data)) else {
            eprintln!("skipped: PostgreSQL does not start here");
            return None;
        };
        let address = format!("postgres://rulebook@127.0.0.1:{port}/postgres");
        Some(Database { address, child, _folder: folder })
    }
}

/// Starts the server process, and returns it with its port when it accepts connections. `None` if the process ends
/// before that.
fn launch(bin: &Path, data: &Path) -> Option<(Child, u16)> {
    let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
    let mut child = command(&bin.join("postgres"))
        .arg("-D")
        .arg(data)
        // No socket file is created, because the path of the folder may be too long for one.
        .args(["-h", "127.0.0.1", "-p", &port.to_string(), "-k", ""])
        .current_dir("/")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(120) {
        if serves(data) {
            return Some((child, port));
        }
        if !matches!(child.try_wait(), Ok(None)) {
            return None;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    stop(&mut child);
    None
}

/// Whether the server accepts connections. The port is open earlier, so read the status from line 8 of its pid file.
fn serves(data: &Path) -> bool {
    let told = std::fs::read_to_string(data.join("postmaster.pid")).unwrap_or_default();
    told.lines().nth(7).is_some_and(|line| line.trim() == "ready")
}

/// Stops the server with SIGINT, which means a fast shutdown and also ends its child processes.
fn stop(child: &mut Child) {
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    let _ = child.wait();
}

impl Drop for Database {
    fn drop(&mut self) {
        stop(&mut self.child);
    }
}
