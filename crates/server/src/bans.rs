//! Keeps the bans of addresses and names, and shows broadcasts of the operator. All nodes read them from the store
//! every few seconds.

use crate::admin::BROADCAST;
use crate::app::App;
use crate::clock::now;
use crate::limits::network;
use crate::messages::NoticeMessage;
use crate::proxies::Cidr;
use crate::sockets;
use serde::{Deserialize, Serialize};
use socketioxide::SocketIo;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

/// The kind of store items that are bans.
pub(crate) const KIND: &str = "ban";
/// Interval between readings of the store.
const EVERY: Duration = Duration::from_secs(3);
/// Maximum number of bans.
const MOST: usize = 10_000;
/// A node shows a broadcast only if it is younger than this, in milliseconds. So a node that starts later does not repeat it.
const FRESH: u64 = 30_000;

/// The address, range or name that is banned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum BanTarget {
    /// An address or a range, such as `203.0.113.0/24`.
    Address(String),
    /// The name of a player. Names that look alike are banned too.
    Name(String),
}

impl BanTarget {
    /// The key of the ban in the store.
    pub(crate) fn key(&self) -> Result<String, String> {
        match self {
            BanTarget::Address(text) => Ok(format!("address {}", range(text)?)),
            BanTarget::Name(name) if name.trim().is_empty() => Err("A name must not be empty.".to_owned()),
            BanTarget::Name(name) => Ok(format!("name {}", name.trim())),
        }
    }
}

/// The range of an address. A ban of one IPv6 address covers its network, because one client has a whole network.
fn range(text: &str) -> Result<Cidr, String> {
    match text.parse::<IpAddr>() {
        Ok(address @ IpAddr::V6(_)) if address.to_canonical().is_ipv6() => format!("{}/64", network(address)).parse(),
        _ => text.parse(),
    }
}

/// A ban.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Ban {
    #[serde(flatten)]
    pub target: BanTarget,
    /// The end of the ban, in milliseconds since 1970. `None` for a ban without an end.
    pub until: Option<u64>,
    pub reason: String,
}

impl Ban {
    fn holds(&self) -> bool {
        self.until.is_none_or(|until| now() < until)
    }
}

/// The bans that this node knows.
#[derive(Default)]
pub(crate) struct Bans {
    addresses: RwLock<Vec<(Cidr, Ban)>>,
    names: RwLock<Vec<(String, Ban)>>,
    /// The time of the last broadcast that was shown here.
    shown: AtomicU64,
    /// The sockets of this node. Set when the server runs.
    pub io: OnceLock<SocketIo>,
}

impl Bans {
    /// The reason why this address may not use the server.
    pub fn of_address(&self, from: IpAddr) -> Option<String> {
        let bans = self.addresses.read().unwrap_or_else(PoisonError::into_inner);
        bans.iter().find(|(range, ban)| range.has(from) && ban.holds()).map(|(_, ban)| ban.reason.clone())
    }

    /// The reason why this name may not be used.
    pub fn of_name(&self, name: &str) -> Option<String> {
        let bans = self.names.read().unwrap_or_else(PoisonError::into_inner);
        let alike = |known: &str| rulebook_room::is_alike(known, name);
        bans.iter().find(|(known, ban)| alike(known) && ban.holds()).map(|(_, ban)| ban.reason.clone())
    }
}

/// Reads the bans and the broadcast messages until the server stops.
pub(crate) async fn keep(app: Arc<App>) {
    loop {
        refresh(&app).await;
        tokio::time::sleep(EVERY).await;
    }
}

/// Reads the bans and the broadcast messages. Disconnects sockets whose address is banned now.
pub(crate) async fn refresh(app: &Arc<App>) {
    match app.hall.store.items(KIND, MOST).await {
        Ok(items) => {
            let (mut addresses, mut names) = (Vec::new(), Vec::new());
            for item in items {
                let Ok(ban) = serde_json::from_str::<Ban>(&item.value) else { continue };
                match &ban.target {
                    BanTarget::Address(text) => addresses.extend(range(text).ok().map(|range| (range, ban.clone()))),
                    BanTarget::Name(name) => names.push((name.trim().to_owned(), ban.clone())),
                }
            }
            let any = !addresses.is_empty();
            *app.bans.addresses.write().unwrap_or_else(PoisonError::into_inner) = addresses;
            *app.bans.names.write().unwrap_or_else(PoisonError::into_inner) = names;
            if let Some(io) = app.bans.io.get().filter(|_| any) {
                sockets::disconnect_banned(io, &app.bans);
            }
        }
        Err(error) => tracing::warn!(%error, "bans cannot be read"),
    }
    let Ok(newest) = app.hall.store.items(BROADCAST, 1).await else { return };
    let Some(item) = newest.first().filter(|item| item.at + FRESH > now()) else { return };
    if app.bans.shown.fetch_max(item.at, Relaxed) < item.at
        && let Some(io) = app.bans.io.get()
        && let Ok(notice) = serde_json::from_str::<serde_json::Value>(&item.value)
    {
        let text = notice["text"].as_str().unwrap_or_default();
        if let Err(error) = io.emit("game:notice", &NoticeMessage { text }).await {
            tracing::debug!(%error, "broadcast did not reach every socket");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ban_has_one_key_however_it_is_written() {
        let key = |text: &str| BanTarget::Address(text.to_owned()).key();
        assert_eq!(key("203.0.113.7").unwrap(), "address 203.0.113.7/32");
        assert_eq!(key("203.0.113.0/24").unwrap(), "address 203.0.113.0/24");
        assert_eq!(key("2001:db8:1:2:3::4").unwrap(), "address 2001:db8:1:2::/64", "the network of the client");
        assert!(key("nobody").is_err() && BanTarget::Name(" ".to_owned()).key().is_err());
    }
}
