//! Parses the address that a server listens on.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// Parses `127.0.0.1:8090`, `localhost:8090`, `8090` or `localhost`. Without a port, takes the given one.
pub fn address(text: &str, default: u16) -> Result<SocketAddr, String> {
    let here = |port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let (name, port) = text.rsplit_once(':').unwrap_or_else(|| match text.parse::<u16>() {
        Ok(_) => ("", text),
        Err(_) => (text, ""),
    });
    if matches!(name, "" | "localhost") {
        let number = if port.is_empty() { Ok(default) } else { port.parse::<u16>() };
        return number.map(here).map_err(|_| format!("`{port}` is not a port; use a number up to 65535"));
    }
    let whole = text.parse::<SocketAddr>().or_else(|_| text.parse::<IpAddr>().map(|ip| SocketAddr::new(ip, default)));
    whole.map_err(|_| format!("write an address such as 127.0.0.1:{default}, or a port such as {default}"))
}

/// The address for a browser on this machine. A server can listen on all addresses, but no browser can open "all".
pub fn reachable(listening: SocketAddr) -> SocketAddr {
    let ip = match listening.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, listening.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_written_as_people_write_them() {
        for (text, meant) in [
            ("127.0.0.1:9000", "127.0.0.1:9000"),
            ("localhost:9000", "127.0.0.1:9000"),
            ("9000", "127.0.0.1:9000"),
            (":9000", "127.0.0.1:9000"),
            ("localhost", "127.0.0.1:8090"),
            ("127.0.0.1", "127.0.0.1:8090"),
            ("[::1]:9000", "[::1]:9000"),
            ("::1", "[::1]:8090"),
        ] {
            assert_eq!(address(text, 8090).map(|found| found.to_string()).as_deref(), Ok(meant), "{text}");
        }
        for text in ["localhost:99999", "99999", "nowhere:80", "example.com"] {
            assert!(address(text, 8090).is_err(), "{text}");
        }
    }

    #[test]
    fn a_browser_can_open_the_address() {
        for (listening, opened) in [
            ("0.0.0.0:8080", "127.0.0.1:8080"),
            ("[::]:8080", "[::1]:8080"),
            ("192.0.2.7:80", "192.0.2.7:80"),
            ("127.0.0.1:8080", "127.0.0.1:8080"),
        ] {
            assert_eq!(reachable(listening.parse().unwrap()).to_string(), opened);
        }
    }
}
