//! Tests that the dashboard for Grafana and the metrics of the server have the same names.

use crate::client::http;
use crate::host::{Folder, Host};
use std::collections::BTreeSet;

/// The names of metrics in a text.
fn names(text: &str) -> BTreeSet<String> {
    let is_name = |c: char| c.is_ascii_lowercase() || c == '_';
    let words =
        text.split(|c: char| !is_name(c)).filter(|word| word.starts_with("rulebook_") || word.starts_with("process_"));
    let bare = |word: &str| {
        let histogram = word.strip_suffix("_bucket").or_else(|| word.strip_suffix("_sum"));
        histogram.or_else(|| word.strip_suffix("_count")).unwrap_or(word).to_owned()
    };
    words.map(bare).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_dashboard_shows_exactly_the_metrics_of_the_server() {
    let folder = Folder::new("dashboard");
    let host = Host::start(&folder).await;
    let (status, metrics) = http(host.addr, "GET", "/metrics", None, None).await;
    assert_eq!(status, 200);
    let served: BTreeSet<String> =
        metrics.lines().filter_map(|line| Some(line.strip_prefix("# TYPE ")?.split(' ').next()?.to_owned())).collect();
    let shown = names(include_str!("../../../../deploy/grafana.json"));
    assert_eq!(shown.difference(&served).collect::<Vec<_>>(), Vec::<&String>::new(), "the server has no such metrics");
    assert_eq!(served.difference(&shown).collect::<Vec<_>>(), Vec::<&String>::new(), "the dashboard lacks these");
    host.stop().await;
}
