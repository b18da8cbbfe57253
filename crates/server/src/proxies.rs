//! Finds the address of a client behind a proxy. Only proxies that the operator trusts are believed, because every
//! client can send the headers of a proxy.

use axum::http::{HeaderMap, HeaderValue};
use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;
use tokio::io::{AsyncRead, AsyncReadExt};

/// A range of addresses, such as `10.0.0.0/8` or `fd00::/8`. An address alone is a range of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cidr {
    address: IpAddr,
    bits: u8,
}

impl Cidr {
    /// Whether the address is in the range.
    #[must_use]
    pub fn has(&self, address: IpAddr) -> bool {
        let shifted = |bits: u128, width: u8| bits.checked_shr(u32::from(width - self.bits)).unwrap_or(0);
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                shifted(own.to_bits().into(), 32) == shifted(other.to_bits().into(), 32)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => shifted(own.to_bits(), 128) == shifted(other.to_bits(), 128),
            _ => false,
        }
    }
}

impl FromStr for Cidr {
    type Err = String;

    fn from_str(text: &str) -> Result<Cidr, String> {
        let wrong = || format!("{text:?} is not a range of addresses such as 10.0.0.0/8");
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address = address.parse::<IpAddr>().map_err(|_| wrong())?.to_canonical();
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), |bits| bits.parse::<u8>().map_err(|_| wrong()))?;
        if bits > most {
            return Err(wrong());
        }
        Ok(Cidr { address, bits })
    }
}

impl fmt::Display for Cidr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

/// The way in which a proxy passes on the address of the client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProxyHeader {
    /// The header `X-Forwarded-For`.
    #[default]
    XForwardedFor,
    /// The header `Forwarded` (RFC 7239).
    Forwarded,
    /// The PROXY protocol, version 1 or 2, before the first request of a connection.
    Protocol,
}

impl FromStr for ProxyHeader {
    type Err = String;

    fn from_str(text: &str) -> Result<ProxyHeader, String> {
        match text {
            "x-forwarded-for" => Ok(ProxyHeader::XForwardedFor),
            "forwarded" => Ok(ProxyHeader::Forwarded),
            "proxy-protocol" => Ok(ProxyHeader::Protocol),
            _ => Err("must be x-forwarded-for, forwarded or proxy-protocol".to_owned()),
        }
    }
}

/// The trusted proxies.
#[derive(Clone, Debug, Default)]
pub struct Proxies {
    /// The addresses of the proxies. If the list is empty, the server trusts no proxy.
    pub trusted: Vec<Cidr>,
    /// The way in which the proxies pass on the address of the client. Other ways are ignored, because a client could
    /// forge them.
    pub header: ProxyHeader,
}

impl Proxies {
    /// Whether this address belongs to a trusted proxy.
    #[must_use]
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|range| range.has(address))
    }

    /// The address of the client of a request that came from `peer`. Reads the list of addresses from its end and skips
    /// trusted proxies. So an address that a client adds at the front of the list has no effect.
    #[must_use]
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.trusts(peer) || self.header == ProxyHeader::Protocol {
            return peer;
        }
        let name = if self.header == ProxyHeader::Forwarded { "forwarded" } else { "x-forwarded-for" };
        let values: Vec<&[u8]> = headers.get_all(name).iter().map(HeaderValue::as_bytes).collect();
        let mut client = peer;
        // A proxy adds its entry to the text that the client has sent, and this text may have any bytes. So each entry is
        // read for itself.
        for hop in values.iter().rev().flat_map(|value| value.rsplit(|byte| *byte == b',')) {
            let hop = std::str::from_utf8(hop).unwrap_or_default();
            let hop = if self.header == ProxyHeader::Forwarded { forwarded_for(hop) } else { Some(hop.trim()) };
            // Addresses before an unreadable entry cannot be trusted. So the proxy that was read last counts as the
            // client.
            let Some(address) = hop.and_then(address_of) else { return client };
            client = address;
            if !self.trusts(address) {
                return client;
            }
        }
        client
    }
}

/// The value of `for=` in one element of the header `Forwarded`.
fn forwarded_for(element: &str) -> Option<&str> {
    let pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let found = pairs.into_iter().find(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    found.map(|(_, value)| value.trim().trim_matches('"'))
}

/// Parses an address with or without a port: `192.0.2.1`, `192.0.2.1:80`, `[2001:db8::1]:80`, `2001:db8::1`.
fn address_of(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    if let Some(rest) = text.strip_prefix('[') {
        return rest.split_once(']').and_then(|(inner, _)| inner.parse::<Ipv6Addr>().ok()).map(IpAddr::V6);
    }
    let parsed = text.parse::<IpAddr>().ok();
    parsed.or_else(|| text.rsplit_once(':').and_then(|(host, _)| host.parse::<Ipv4Addr>().ok()).map(IpAddr::V4))
}

/// The first bytes of version 2 of the PROXY protocol.
const SIGNATURE: [u8; 12] = *b"\r\n\r\n\0\r\nQUIT\n";
/// Maximum length of the line of version 1, in bytes.
const MAX_LINE: usize = 107;
/// Maximum length of the part of version 2 after its fixed header, in bytes.
const MAX_REST: usize = 4096;

fn wrong(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("PROXY protocol: {why}"))
}

/// Reads the header of the PROXY protocol. Returns the address of the client. `None` if the proxy connects for itself,
/// as in a health check.
pub(crate) async fn read_protocol(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<IpAddr>> {
    let mut start = [0; 12];
    stream.read_exact(&mut start).await?;
    if start == SIGNATURE {
        return version_2(stream).await;
    }
    let mut line = start.to_vec();
    while !line.ends_with(b"\r\n") {
        if line.len() >= MAX_LINE {
            return Err(wrong("the first line is too long"));
        }
        line.push(stream.read_u8().await?);
    }
    let line = std::str::from_utf8(&line).map_err(|_| wrong("the first line is not text"))?;
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["PROXY", "UNKNOWN", ..] => Ok(None),
        ["PROXY", "TCP4" | "TCP6", source, _, _, _] => {
            source.parse().map(Some).map_err(|_| wrong("the address of the client cannot be read"))
        }
        _ => Err(wrong("the header is missing")),
    }
}

async fn version_2(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<IpAddr>> {
    let (command, family) = (stream.read_u8().await?, stream.read_u8().await?);
    let length = usize::from(stream.read_u16().await?);
    if command >> 4 != 2 || length > MAX_REST {
        return Err(wrong("the header is malformed"));
    }
    let mut rest = vec![0; length];
    stream.read_exact(&mut rest).await?;
    if command & 15 == 0 {
        return Ok(None);
    }
    match (family >> 4, rest.as_slice()) {
        (1, [a, b, c, d, ..]) if length >= 12 => Ok(Some(Ipv4Addr::new(*a, *b, *c, *d).into())),
        (2, rest) if length >= 36 => {
            let bytes: [u8; 16] = rest[..16].try_into().map_err(|_| wrong("the header is malformed"))?;
            Ok(Some(Ipv6Addr::from(bytes).into()))
        }
        (0 | 3, _) => Ok(None),
        _ => Err(wrong("the header is malformed")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(header: ProxyHeader) -> Proxies {
        Proxies { trusted: vec!["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()], header }
    }

    fn headers(name: &'static str, values: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(name, HeaderValue::from_str(value).unwrap());
        }
        headers
    }

    #[test]
    fn ranges_have_their_addresses() {
        let range: Cidr = "192.168.16.0/20".parse().unwrap();
        for (address, inside) in
            [("192.168.16.1", true), ("192.168.31.255", true), ("192.168.32.0", false), ("::1", false)]
        {
            assert_eq!(range.has(address.parse().unwrap()), inside, "{address}");
        }
        assert!("::ffff:192.168.16.1".parse::<IpAddr>().is_ok_and(|mapped| range.has(mapped)));
        assert!("0.0.0.0/0".parse::<Cidr>().unwrap().has([9, 9, 9, 9].into()));
        assert!("::/0".parse::<Cidr>().unwrap().has("2001:db8::1".parse().unwrap()));
        assert!(
            "127.0.0.1"
                .parse::<Cidr>()
                .is_ok_and(|one| one.has([127, 0, 0, 1].into()) && !one.has([127, 0, 0, 2].into()))
        );
        for text in ["", "10.0.0.0/33", "10.0.0/8", "x/8", "10.0.0.0/", "fd00::/129"] {
            assert!(text.parse::<Cidr>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let forged = headers("x-forwarded-for", &["192.0.2.1"]);
        let all = proxies(ProxyHeader::XForwardedFor);
        let stranger: IpAddr = [203, 0, 113, 9].into();
        assert_eq!(all.client(stranger, &forged), stranger);
        assert_eq!(Proxies::default().client([10, 0, 0, 1].into(), &forged), IpAddr::from([10, 0, 0, 1]));
        let told = |values: &[&str]| all.client([10, 0, 0, 1].into(), &headers("x-forwarded-for", values)).to_string();
        assert_eq!(told(&["192.0.2.1"]), "192.0.2.1");
        assert_eq!(told(&["198.51.100.7, 192.0.2.1"]), "192.0.2.1", "the client has added the first");
        assert_eq!(told(&["198.51.100.7", "192.0.2.1, 10.1.2.3"]), "192.0.2.1", "two proxies");
        assert_eq!(told(&["192.0.2.1:4711"]), "192.0.2.1");
        assert_eq!(told(&["[2001:db8::1]:4711"]), "2001:db8::1");
        assert_eq!(told(&["192.0.2.1, nonsense"]), "10.0.0.1", "nothing is known before nonsense");
        let mut odd = HeaderMap::new();
        odd.append("x-forwarded-for", HeaderValue::from_bytes(b"\xff, 192.0.2.1").unwrap());
        let behind = all.client([10, 0, 0, 1].into(), &odd).to_string();
        assert_eq!(behind, "192.0.2.1", "the client has sent bytes that are no text, and cannot hide behind the proxy");
        assert_eq!(told(&[]), "10.0.0.1");
    }

    #[test]
    fn the_header_forwarded_is_read_if_it_is_the_one() {
        let all = proxies(ProxyHeader::Forwarded);
        let told = |values: &[&str]| all.client([10, 0, 0, 1].into(), &headers("forwarded", values)).to_string();
        assert_eq!(told(&["for=192.0.2.60;proto=http;by=203.0.113.43"]), "192.0.2.60");
        assert_eq!(told(&["for=1.2.3.4, For=\"[2001:db8:cafe::17]:4711\""]), "2001:db8:cafe::17");
        assert_eq!(told(&["for=192.0.2.43, for=10.2.2.2"]), "192.0.2.43");
        assert_eq!(told(&["for=unknown"]), "10.0.0.1");
        let other = headers("x-forwarded-for", &["192.0.2.1"]);
        assert_eq!(all.client([10, 0, 0, 1].into(), &other).to_string(), "10.0.0.1", "the other header is not read");
    }

    async fn protocol(bytes: &[u8]) -> io::Result<Option<IpAddr>> {
        let mut bytes = bytes;
        read_protocol(&mut bytes).await
    }

    #[tokio::test]
    async fn both_versions_of_the_proxy_protocol_are_read() {
        let line = b"PROXY TCP4 192.0.2.1 10.0.0.1 56324 443\r\nGET / HTTP/1.1\r\n";
        assert_eq!(protocol(line).await.unwrap(), Some([192, 0, 2, 1].into()));
        let line = b"PROXY TCP6 2001:db8::1 ::1 56324 443\r\n";
        assert_eq!(protocol(line).await.unwrap(), Some("2001:db8::1".parse().unwrap()));
        assert_eq!(protocol(b"PROXY UNKNOWN\r\n").await.unwrap(), None);
        let mut binary = SIGNATURE.to_vec();
        binary.extend([0x21, 0x11, 0, 12, 192, 0, 2, 1, 10, 0, 0, 1, 0, 80, 0, 81]);
        assert_eq!(protocol(&binary).await.unwrap(), Some([192, 0, 2, 1].into()));
        binary[12] = 0x20;
        assert_eq!(protocol(&binary).await.unwrap(), None, "the proxy itself");
        for bad in [&b"GET / HTTP/1.1\r\n\r\n"[..], b"PROXY TCP4 x y 1 2\r\n", b"", &[b'P'; 200]] {
            assert!(protocol(bad).await.is_err());
        }
        let mut short = SIGNATURE.to_vec();
        short.extend([0x21, 0x11, 0, 4, 192, 0, 2, 1]);
        assert!(protocol(&short).await.is_err());
    }
}
