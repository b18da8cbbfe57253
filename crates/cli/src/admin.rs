//! `rulebook admin`: the operator's acts on a running server.

use crate::failure::Failure;
use crate::folders::{file_variable, variable};
use clap::{Args, Subcommand};
use rulebook_server::BanTarget;
use rulebook_server::admin::{Act, AdminRequest};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The environment variables with the operator's token, and with the name of a file that contains it.
pub const TOKEN_VARIABLE: &str = "RULEBOOK_ADMIN_TOKEN";
pub const TOKEN_FILE_VARIABLE: &str = "RULEBOOK_ADMIN_TOKEN_FILE";
/// Minimum length of the operator's token, in bytes.
const MIN_TOKEN: usize = 16;
/// Maximum time to connect, and to wait for each part of the answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Acts on a running server as its operator: lists, closes, kicks, bans, erases, reads reports
///
/// The server must have been started with an operator's token: RULEBOOK_ADMIN_TOKEN, RULEBOOK_ADMIN_TOKEN_FILE or
/// --admin-token-file. This command needs the same token. The server writes every act to an audit log.
#[derive(Args)]
#[command(after_help = "Examples:\n  rulebook admin reports\n  rulebook admin close TABLE --reason 'abuse'\n  \
    rulebook admin ban --address 203.0.113.7 --hours 24 --reason 'flood'\n  rulebook admin erase 'Ann Example'")]
pub struct Admin {
    /// Address of the server
    #[arg(long, default_value = "http://127.0.0.1:8080", value_name = "URL", global = true)]
    url: String,
    /// File that contains the operator's token [default: the environment]
    #[arg(long, value_name = "FILE", global = true)]
    token_file: Option<PathBuf>,
    /// Print the answer as JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    act: AdminAct,
}

#[derive(Subcommand)]
enum AdminAct {
    /// List the tables that are not over, newest first
    List {
        /// Only tables of this game
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
    },
    /// Show a table, its players, and the addresses that are connected to this node
    Inspect {
        /// Id of the table
        table: String,
    },
    /// Close a table
    Close {
        /// Id of the table
        table: String,
        /// Reason that the players see
        #[arg(long)]
        reason: String,
    },
    /// Remove a player from a seat and make the tokens of the seat invalid
    Kick {
        /// Id of the table
        table: String,
        /// Number of the seat, from 1
        #[arg(value_parser = clap::value_parser!(u8).range(1..))]
        seat: u8,
    },
    /// Give a player another name
    Rename {
        /// Id of the table
        table: String,
        /// Number of the seat, from 1
        #[arg(value_parser = clap::value_parser!(u8).range(1..))]
        seat: u8,
        /// New name
        name: String,
    },
    /// Ban an address, a range of addresses, or a name
    Ban {
        #[command(flatten)]
        target: TargetArgs,
        /// End of the ban, in hours from now [default: no end]
        #[arg(long, value_name = "HOURS")]
        hours: Option<u32>,
        /// Reason that the banned person sees
        #[arg(long)]
        reason: String,
    },
    /// Lift a ban
    Unban {
        #[command(flatten)]
        target: TargetArgs,
    },
    /// List the bans
    Bans,
    /// Show a text to everybody who is connected
    Broadcast {
        /// The text
        text: String,
    },
    /// List the reports of players, newest first
    Reports,
    /// Delete a report that was dealt with
    Resolve {
        /// Key of the report
        report: String,
    },
    /// List the games that visitors have brought
    Games,
    /// Remove the game of a visitor, with its tables
    RemoveGame {
        /// Id of the game
        game: String,
        /// Reason that the players see
        #[arg(long)]
        reason: String,
    },
    /// Erase the name of a person and make the person's tokens invalid; logs still verify
    Erase {
        /// The name
        name: String,
        /// Only at this table [default: at all tables]
        #[arg(long, value_name = "TABLE")]
        table: Option<String>,
    },
    /// Set the level of the logs of this node: error, warn, info, debug or trace
    LogLevel {
        /// The level
        level: String,
    },
    /// List the acts of operators, newest first
    Audit,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct TargetArgs {
    /// Address or range, such as 203.0.113.0/24
    #[arg(long, value_name = "ADDRESS")]
    address: Option<String>,
    /// Name of a player; names that look alike are banned too
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

impl TargetArgs {
    fn target(self) -> BanTarget {
        match (self.address, self.name) {
            (Some(address), _) => BanTarget::Address(address),
            (None, name) => BanTarget::Name(name.unwrap_or_default()),
        }
    }
}

impl From<AdminAct> for Act {
    fn from(act: AdminAct) -> Act {
        match act {
            AdminAct::List { game } => Act::List { game },
            AdminAct::Inspect { table } => Act::Inspect { table },
            AdminAct::Close { table, reason } => Act::Close { table, reason },
            // People count seats from one, the protocol from zero.
            AdminAct::Kick { table, seat } => Act::Kick { table, seat: seat - 1 },
            AdminAct::Rename { table, seat, name } => Act::Rename { table, seat: seat - 1, name },
            AdminAct::Ban { target, hours, reason } => Act::Ban { target: target.target(), hours, reason },
            AdminAct::Unban { target } => Act::Unban { target: target.target() },
            AdminAct::Bans => Act::Bans,
            AdminAct::Broadcast { text } => Act::Broadcast { text },
            AdminAct::Reports => Act::Reports,
            AdminAct::Resolve { report } => Act::Resolve { report },
            AdminAct::Games => Act::Games,
            AdminAct::RemoveGame { game, reason } => Act::RemoveGame { game, reason },
            AdminAct::Erase { name, table } => Act::Erase { name, table },
            AdminAct::LogLevel { level } => Act::LogLevel { level },
            AdminAct::Audit => Act::Audit,
        }
    }
}

impl Admin {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let token = token(self.token_file.as_deref())?.ok_or_else(|| {
            Failure::Usage(format!("the operator's token is missing: set {TOKEN_VARIABLE} or use --token-file"))
        })?;
        let by = std::env::var("USER").unwrap_or_default();
        let body = serde_json::to_string(&AdminRequest { by, act: self.act.into() });
        let body = body.map_err(|error| Failure::Input(error.to_string()))?;
        let (status, answer) =
            post(&self.url, &token, &body).map_err(|error| Failure::Input(format!("{}: {error}", self.url)))?;
        let answer: Value = serde_json::from_str(&answer).unwrap_or_default();
        match status {
            200 if self.json => writeln!(out, "{answer}")?,
            200 => print(&answer, out)?,
            404 => return Err(Failure::Input(format!("{}: this token is not the operator's token", self.url))),
            status => {
                let reason = answer["reason"].as_str().unwrap_or("no reason");
                return Err(Failure::Input(format!("{} answers {status}: {reason}", self.url)));
            }
        }
        Ok(())
    }
}

/// The operator's token: of this file, or of the environment.
pub fn token(file: Option<&Path>) -> Result<Option<String>, Failure> {
    let file = file.map(Path::to_owned).or_else(|| file_variable(TOKEN_FILE_VARIABLE));
    let token = match file {
        Some(file) => {
            let text = std::fs::read_to_string(&file);
            Some(text.map_err(|error| Failure::Input(format!("{}: {error}", file.display())))?)
        }
        None => variable(TOKEN_VARIABLE)?,
    };
    let token = token.map(|token| token.trim().to_owned());
    if token.as_ref().is_some_and(|token| token.len() < MIN_TOKEN) {
        return Err(Failure::Usage(format!("the operator's token must have at least {MIN_TOKEN} bytes")));
    }
    Ok(token)
}

/// Prints rows as one line each, and an object as one line for each field.
fn print(answer: &Value, out: &mut dyn Write) -> std::io::Result<()> {
    let plain = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let row = |fields: &serde_json::Map<String, Value>| {
        let shown = fields.iter().filter(|(_, value)| !value.is_null());
        shown.map(|(name, value)| format!("{name}={}", plain(value))).collect::<Vec<_>>().join("  ")
    };
    match answer {
        Value::Array(rows) if rows.is_empty() => writeln!(out, "none"),
        Value::Array(rows) => rows.iter().try_for_each(|value| match value {
            Value::Object(fields) => writeln!(out, "{}", row(fields)),
            other => writeln!(out, "{}", plain(other)),
        }),
        Value::Object(fields) => fields.iter().try_for_each(|(name, value)| writeln!(out, "{name}: {}", plain(value))),
        other => writeln!(out, "{}", plain(other)),
    }
}

/// Posts a request. Returns the status and the body of the answer.
fn post(url: &str, token: &str, body: &str) -> std::io::Result<(u16, String)> {
    let wrong = |why: &str| std::io::Error::new(std::io::ErrorKind::InvalidInput, why.to_owned());
    let host = url.strip_prefix("http://").map(|rest| rest.split('/').next().unwrap_or_default());
    let host = host.filter(|host| !host.is_empty());
    let host = host.ok_or_else(|| wrong("the address must begin with http:// and name a server of this network"))?;
    let address =
        if host.rsplit(']').next().unwrap_or(host).contains(':') { host.to_owned() } else { format!("{host}:80") };
    let found = address.to_socket_addrs()?.next().ok_or(std::io::ErrorKind::NotFound)?;
    let mut stream = TcpStream::connect_timeout(&found, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "POST /admin HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").ok_or_else(|| wrong("the server did not answer"))?;
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    Ok((status, body.to_owned()))
}
