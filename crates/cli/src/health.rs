//! `rulebook health`: asks a server whether it works. Containers without other programs use it.

use crate::failure::Failure;
use clap::Args;
use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// Asks a server whether it works; exits with 0 if it does, else with 1
#[derive(Args)]
#[command(after_help = "Example:\n  rulebook health --url http://127.0.0.1:8080")]
pub struct Health {
    /// Address of the server
    #[arg(long, default_value = "http://127.0.0.1:8080", value_name = "URL")]
    url: String,
}

/// Maximum time to connect, and to wait for each part of the answer.
const PATIENCE: Duration = Duration::from_secs(5);

impl Health {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let host = self.url.strip_prefix("http://").map(|rest| rest.split('/').next().unwrap_or_default());
        let Some(host) = host.filter(|host| !host.is_empty()) else {
            return Err(Failure::Usage("--url must begin with http:// and name a server".to_owned()));
        };
        let answer = ask(host).map_err(|error| Failure::Input(format!("{}: {error}", self.url)))?;
        if answer.split(' ').nth(1) != Some("200") {
            let status = answer.lines().next().unwrap_or("no answer");
            return Err(Failure::Input(format!("{}: {status}", self.url)));
        }
        writeln!(out, "{} works", self.url)?;
        Ok(())
    }
}

/// The first bytes of the answer.
fn ask(host: &str) -> std::io::Result<String> {
    let address =
        if host.rsplit(']').next().unwrap_or(host).contains(':') { host.to_owned() } else { format!("{host}:80") };
    let found = address.to_socket_addrs()?.next().ok_or(std::io::ErrorKind::NotFound)?;
    let mut stream = TcpStream::connect_timeout(&found, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut bytes = Vec::new();
    stream.take(1024).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
