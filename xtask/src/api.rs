//! `cargo xtask api`: tests the HTTP interface of a real server with schemathesis.

mod tables;

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::Failure;
use crate::cargo::cargo;
use crate::steps::command;

/// The release of schemathesis that is used.
const SCHEMATHESIS: &str = "schemathesis==4.32.*";
/// The checks made on every response.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn run(root: &Path, extra: &[String]) -> Result<(), Failure> {
    let mut build = cargo(root);
    build.args(["build", "--locked", "--package", "rulebook-cli"]);
    command("build", build)?;
    let venv = root.join("target/schemathesis-4.32");
    let program = venv.join("bin/schemathesis");
    if !program.is_file() {
        let mut made = Command::new("python3");
        made.args(["-m", "venv"]).arg(&venv);
        command("venv", made)?;
        let mut install = Command::new(venv.join("bin/pip"));
        install.args(["install", "--quiet", SCHEMATHESIS]);
        command("install schemathesis", install)?;
    }
    let failed = |why: String| Failure::Failed(why);
    let folder = root.join("target/api");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|e| failed(e.to_string()))?;
    let free = TcpListener::bind("127.0.0.1:0").and_then(|port| port.local_addr());
    let addr = free.map_err(|e| failed(format!("no free port: {e}")))?;
    let store = format!("sqlite:{}", folder.join("matches.db").display());
    let server = Command::new(root.join("target/debug/rulebook"))
        .args(["serve", "--rate", "1000000", "--tables", "1000000", "--codes", "1000000"])
        .args(["--addr", &addr.to_string(), "--store", &store, "--shelf"])
        .arg(root.join("games"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut server = Server(server.map_err(|e| failed(format!("the server does not start: {e}")))?);
    let begun = Instant::now();
    while TcpStream::connect(addr).is_err() {
        if begun.elapsed() > Duration::from_secs(60) {
            return Err(failed("the server does not answer".to_owned()));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    let settings = tables::Tables::open(addr).map_err(failed)?.settings();
    std::fs::write(folder.join("schemathesis.toml"), settings).map_err(|e| failed(e.to_string()))?;
    let mut asked = Command::new(program);
    asked.arg("run").arg(format!("http://{addr}/openapi.json"));
    asked
        .args(["--checks", CHECKS, "--max-examples", "60", "--seed", "1", "--no-color"])
        .args(extra)
        .current_dir(&folder);
    command("schemathesis", asked)?;
    match server.0.try_wait() {
        Ok(None) => Ok(()),
        _ => Err(failed("the server stopped during the test".to_owned())),
    }
}
