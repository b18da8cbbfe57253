//! Tests of the limits in a `go` command.

use rulebook_host_boards::uci::go_limits::limits;

fn millis(text: &str, first: bool) -> Option<u128> {
    limits(&text.split(' ').collect::<Vec<_>>(), first).time.map(|time| time.as_millis())
}

#[test]
fn clocks_are_shared_out() {
    assert_eq!(millis("movetime 500", true), Some(500));
    assert_eq!(millis("wtime 60000 btime 1000 winc 1000 binc 0", true), Some(60_000 / 30 + 800 - 20));
    assert_eq!(millis("wtime 60000 btime 1000 winc 1000 binc 0", false), Some(33 - 20));
    assert_eq!(millis("wtime 10 btime 10", true), Some(1));
    assert_eq!(millis("wtime 9000 btime 9000 movestogo 1", true), Some(4500 - 20));
    assert_eq!(millis("btime 0 wtime 0 byoyomi 1000", true), Some(1000 + 1 - 20 - 1));
    assert_eq!(millis("infinite", true), None);
    assert_eq!(millis("wtime nonsense btime", true), None);
}

#[test]
fn depths_and_nodes_are_limits_too() {
    let found = limits(&["depth", "7", "nodes", "1000"], true);
    assert_eq!((found.depth, found.nodes, found.time), (Some(7), Some(1000), None));
}
