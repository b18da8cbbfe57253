//! A service that speaks as much of the protocol of S3 as the archive needs. It keeps its objects in memory.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// The objects of all buckets, by the path in their address.
type Objects = Arc<Mutex<BTreeMap<String, Vec<u8>>>>;

pub struct FakeBucket {
    pub addr: SocketAddr,
    pub objects: Objects,
}

impl FakeBucket {
    /// Starts the service. It refuses the first request as an overloaded service does.
    pub fn start() -> FakeBucket {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (addr, objects) = (listener.local_addr().unwrap(), Objects::default());
        let kept = Arc::clone(&objects);
        std::thread::spawn(move || {
            for (nth, stream) in listener.incoming().enumerate() {
                answer(stream.unwrap(), &kept, nth == 0);
            }
        });
        FakeBucket { addr, objects }
    }
}

fn answer(mut stream: TcpStream, objects: &Objects, overloaded: bool) {
    let mut input = BufReader::new(stream.try_clone().unwrap());
    let lines = input.by_ref().lines().map(|line| line.unwrap().to_lowercase());
    let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    let header = |name: &str| head.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let mut body = vec![0; header("content-length").map_or(0, |size| size.parse().unwrap())];
    input.read_exact(&mut body).unwrap();
    let mut words = head[0].split(' ');
    let (method, address) = (words.next().unwrap(), words.next().unwrap());
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let signed = header("authorization").is_some_and(|value| {
        value.starts_with("aws4-hmac-sha256 credential=test/")
            && value.contains("signedheaders=host;x-amz-content-sha256;x-amz-date,")
    });
    let mut objects = objects.lock().unwrap();
    let (status, size, text) = match method {
        _ if !signed => {
            ("403 Forbidden", None, "<Error><Message>The request is not signed</Message></Error>".to_owned())
        }
        _ if overloaded => ("503 Slow Down", None, String::new()),
        "put" => {
            objects.insert(path.to_owned(), body);
            ("200 OK", None, String::new())
        }
        "head" => ("200 OK", Some(objects[path].len()), String::new()),
        "delete" => {
            objects.remove(path);
            ("204 No Content", None, String::new())
        }
        // Each answer has one name, so that a list has several answers.
        _ => {
            let at = query.strip_prefix("continuation-token=").map_or(0, |rest| rest[..1].parse().unwrap());
            let prefix = query.rsplit("prefix=").next().unwrap().replace("%2f", "/");
            let all: Vec<&str> = objects.keys().filter_map(|key| key.strip_prefix(path)?.strip_prefix('/')).collect();
            let all: Vec<&&str> = all.iter().filter(|key| key.starts_with(&prefix)).collect();
            let more = format!("<NextContinuationToken>{}</NextContinuationToken>", at + 1);
            let more = if at + 1 < all.len() { more } else { String::new() };
            let keys = all.get(at).map_or(String::new(), |key| format!("<Contents><Key>{key}</Key></Contents>"));
            ("200 OK", None, format!("<ListBucketResult>{keys}{more}</ListBucketResult>"))
        }
    };
    let size = size.unwrap_or(text.len());
    write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {size}\r\nConnection: close\r\n\r\n{text}").unwrap();
}
