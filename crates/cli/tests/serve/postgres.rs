//! A PostgreSQL of this machine, in a folder of its own, for as long as a test needs it.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

pub struct Database {
    pub address: String,
    child: Child,
    folder: PathBuf,
}

/// Debian's packages put the programs there.
fn programs() -> Option<PathBuf> {
    let versions = Path::new("/usr/lib/postgresql").read_dir().ok()?;
    let mut found: Vec<PathBuf> = versions.flatten().map(|entry| entry.path().join("bin")).collect();
    found.retain(|bin| bin.join("initdb").is_file() && bin.join("postgres").is_file());
    found.sort();
    found.pop()
}

/// PostgreSQL does not run as root; then it runs as the user that its package made.
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
    /// `None`, with a message, where there is no PostgreSQL.
    pub fn start(name: &str) -> Option<Database> {
        let Some(bin) = programs() else {
            eprintln!("skipped: there is no PostgreSQL in /usr/lib/postgresql");
            return None;
        };
        let folder = std::env::temp_dir().join(format!("rulebook-pg-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).ok()?;
        let _ = Command::new("chown").arg("postgres").arg(&folder).status();
        let data = folder.join("data");
        let made = command(&bin.join("initdb"))
            .args(["--auth=trust", "--username=rulebook", "--no-sync", "-D"])
            .arg(&data)
            .current_dir("/")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if !made.is_ok_and(|status| status.success()) {
            eprintln!("skipped: PostgreSQL cannot be set up here");
            let _ = std::fs::remove_dir_all(&folder);
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
        let child = command(&bin.join("postgres"))
            .arg("-D")
            .arg(&data)
            .args(["-h", "127.0.0.1", "-p", &port.to_string(), "-k"])
            .arg(&folder)
            .current_dir("/")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let address = format!("postgres://rulebook@127.0.0.1:{port}/postgres");
        let database = Database { address, child, folder };
        for _ in 0..400 {
            if std::net::TcpStream::connect(("127.0.0.1", port)).is_ok() {
                // It takes a moment from listening to serving.
                std::thread::sleep(Duration::from_millis(300));
                return Some(database);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        None
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // SIGINT is its fast shutdown; its own children go with it.
        let _ = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
