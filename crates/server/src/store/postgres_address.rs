//! Parses the address of a PostgreSQL database, and connects to it with or without TLS.
//!
//! `sslmode=require`, `verify-ca` and `verify-full` all mean TLS. In all three modes, the certificate and the name of
//! the host are checked. Without `sslmode` the connection is plain. `sslrootcert=FILE` names the certificates to trust.
//! The default is the list of public authorities.

use super::StoreError;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use std::future::poll_fn;
use std::path::Path;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc::UnboundedSender;
use tokio_postgres::config::SslMode;
use tokio_postgres::{AsyncMessage, Client, Config, Connection, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

/// The address of a database.
#[derive(Clone)]
pub(super) struct PostgresAddress {
    config: Config,
    tls: Option<MakeRustlsConnect>,
}

fn broken(why: impl std::fmt::Display) -> StoreError {
    StoreError::Broken(format!("the address of the database: {why}"))
}

impl PostgresAddress {
    pub fn parse(text: &str) -> Result<PostgresAddress, StoreError> {
        let (base, query) = text.split_once('?').unwrap_or((text, ""));
        let (mut mode, mut roots, mut others) = (None, None, Vec::new());
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("sslmode", value)) => mode = Some(value.to_owned()),
                Some(("sslrootcert", value)) => roots = Some(decoded(value).ok_or_else(|| broken("sslrootcert"))?),
                _ => others.push(pair),
            }
        }
        let rest = if others.is_empty() { base.to_owned() } else { format!("{base}?{}", others.join("&")) };
        let mut config: Config = rest.parse().map_err(broken)?;
        let tls = match mode.as_deref() {
            None | Some("disable" | "allow" | "prefer") if roots.is_none() => {
                config.ssl_mode(SslMode::Disable);
                None
            }
            None | Some("require" | "verify-ca" | "verify-full") => {
                config.ssl_mode(SslMode::Require);
                Some(MakeRustlsConnect::new(trusting(roots.as_deref())?))
            }
            Some("disable" | "allow" | "prefer") => return Err(broken("sslrootcert needs sslmode=verify-full")),
            Some(other) => {
                return Err(broken(format!("sslmode is {other:?}, but must be disable or verify-full")));
            }
        };
        Ok(PostgresAddress { config, tls })
    }

    /// Opens a connection. Its notifications go to `heard`.
    pub async fn connect(&self, heard: Option<UnboundedSender<String>>) -> Result<Client, StoreError> {
        match &self.tls {
            None => {
                let (client, connection) = self.config.connect(NoTls).await.map_err(super::postgres::broken)?;
                tokio::spawn(run(connection, heard));
                Ok(client)
            }
            Some(tls) => {
                let (client, connection) = self.config.connect(tls.clone()).await.map_err(super::postgres::broken)?;
                tokio::spawn(run(connection, heard));
                Ok(client)
            }
        }
    }
}

/// Runs a connection until it is closed.
async fn run<S, T>(mut connection: Connection<S, T>, heard: Option<UnboundedSender<String>>)
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    while let Some(message) = poll_fn(|cx| connection.poll_message(cx)).await {
        match (message, &heard) {
            (Ok(AsyncMessage::Notification(note)), Some(heard)) => drop(heard.send(note.payload().to_owned())),
            (Ok(_), _) => {}
            (Err(error), _) => {
                tracing::warn!(%error, "database connection closed");
                break;
            }
        }
    }
}

/// The settings of TLS that trust the certificates in a file, or the public authorities.
fn trusting(file: Option<&str>) -> Result<ClientConfig, StoreError> {
    let mut roots = RootCertStore::empty();
    match file {
        None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
        Some(file) => {
            let unreadable = |error: &dyn std::fmt::Display| broken(format!("{file}: {error}"));
            let found = CertificateDer::pem_file_iter(Path::new(file)).map_err(|error| unreadable(&error))?;
            for certificate in found {
                roots.add(certificate.map_err(|error| unreadable(&error))?).map_err(|error| unreadable(&error))?;
            }
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().map_err(broken)?;
    Ok(builder.with_root_certificates(roots).with_no_client_auth())
}

/// The text with each `%XX` replaced by its byte. `None` if it is malformed.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, others @ ..] = rest {
        rest = others;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &rest[2..];
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mode_of_tls_is_part_of_the_address() {
        let tls = |query: &str| {
            let address = PostgresAddress::parse(&format!("postgres://ann:pw@db.example:5433/rulebook{query}"));
            address.map(|address| address.tls.is_some()).map_err(|error| error.to_string())
        };
        assert_eq!(tls(""), Ok(false));
        assert_eq!(tls("?sslmode=disable&application_name=x"), Ok(false));
        assert_eq!(tls("?application_name=x&sslmode=verify-full"), Ok(true));
        assert_eq!(tls("?sslmode=require"), Ok(true));
        for wrong in ["?sslmode=no", "?sslmode=verify-full&sslrootcert=/no/such/file", "?sslrootcert=%2"] {
            assert!(tls(wrong).is_err(), "{wrong}");
        }
        assert_eq!(decoded("/a%20b%c3%a4"), Some("/a bä".to_owned()));
        assert_eq!(decoded("%zz"), None);
    }
}
