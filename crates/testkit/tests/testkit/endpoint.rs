//! Tests of the small HTTP server.

use rulebook_testkit::endpoint::{Reply, listen};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

fn ask(addr: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(addr).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn requests_are_answered_one_after_the_other_whoever_leaves() {
    let mut times = 0;
    let addr = listen(move |request| {
        times += 1;
        Reply::Answer(200, format!("{times} {} {}", request.head.lines().next().unwrap_or(""), request.body))
    });
    let addr = addr.unwrap();
    assert!(ask(addr, "POST /a HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi").ends_with("\r\n\r\n1 POST /a HTTP/1.1 hi"));
    // This client announces a longer body than it sends.
    let mut gone = TcpStream::connect(addr).unwrap();
    gone.write_all(b"POST /b HTTP/1.1\r\ncontent-length: 9\r\n\r\nx").unwrap();
    drop(gone);
    assert!(ask(addr, "GET /c HTTP/1.1\r\n\r\n").ends_with("\r\n\r\n2 GET /c HTTP/1.1 "));
}
