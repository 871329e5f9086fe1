//! A lab for tests, and a browser of a few lines that sends exactly what it is told.

#![allow(dead_code)]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;
use sprague_lab::{Lab, Limits};

/// A lab that is open until it is dropped.
pub struct Open {
    pub host: String,
    pub token: String,
    pub port: u16,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.headers.iter().filter(|(own, _)| own.eq_ignore_ascii_case(name));
        all.next().map(|(_, value)| &value[..])
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|why| panic!("{why}: {}", self.text()))
    }

    /// The kind of the error; a table that was asked for is none, and its body is not JSON.
    pub fn kind(&self) -> String {
        if self.status == 200 {
            return "none".into();
        }
        self.json()["error"]["kind"].as_str().unwrap_or("none").to_string()
    }

    /// A sheet: its header and its cells.
    pub fn sheet(&self) -> (Value, Vec<u16>) {
        assert_eq!(self.status, 200, "{}", self.text());
        let length = u32::from_le_bytes(self.body[..4].try_into().unwrap()) as usize;
        assert!((4 + length).is_multiple_of(8));
        let header = serde_json::from_slice(&self.body[4..4 + length]).unwrap();
        let cells =
            self.body[4 + length..].chunks(2).map(|two| u16::from_le_bytes([two[0], two[1]]));
        (header, cells.collect())
    }

    /// Events: names and data.
    pub fn events(&self) -> Vec<(String, Value)> {
        let text = self.text();
        let events = text.split("\n\n").filter(|event| event.starts_with("event: "));
        let event = |event: &str| {
            let (name, data) = event.split_once('\n').unwrap();
            let data = data.strip_prefix("data: ").unwrap();
            (name["event: ".len()..].to_string(), serde_json::from_str(data).unwrap())
        };
        events.map(event).collect()
    }
}

/// Small limits, so that tests that pass them do not take long.
pub fn limits() -> Limits {
    Limits { threads: 2, jobs: 4, ..Limits::default() }
}

pub fn open() -> Open {
    open_with(limits(), None)
}

pub fn open_with(limits: Limits, folder: Option<&Path>) -> Open {
    let stop: Arc<AtomicBool> = Arc::default();
    let (send, receive) = mpsc::channel();
    let lab = Lab { port: Some(0), folder: folder.map(Path::to_path_buf), limits };
    let flag = stop.clone();
    let serve = move || {
        lab.serve(&flag, |address| send.send(address.to_string()).unwrap()).unwrap();
    };
    let thread = Some(std::thread::spawn(serve));
    let address = receive.recv_timeout(Duration::from_secs(20)).expect("the lab opens");
    let (origin, token) = address.split_once("/#token=").unwrap();
    let host = origin.strip_prefix("http://").unwrap().to_string();
    let port = host.rsplit_once(':').unwrap().1.parse().unwrap();
    Open { host, token: token.to_string(), port, stop, thread }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.thread.take().unwrap().join();
        if !std::thread::panicking() {
            ended.unwrap();
        }
    }
}

impl Open {
    /// Raises the flag that ends it.
    pub fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream
    }

    /// Sends these bytes, and reads what comes back until the end.
    pub fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // Who refuses a long request may not read it to its end.
        let _ = stream.write_all(request);
        answer(&mut stream)
    }

    /// A request with exactly these headers beside `Connection: close`.
    pub fn request(&self, line: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        self.raw(&written(line, headers, body))
    }

    /// A file, as a browser asks for it.
    pub fn get(&self, path: &str) -> Answer {
        self.request(&format!("GET {path}"), &[("Host", &self.host)], b"")
    }

    /// A question of the page.
    pub fn question(&self, route: &str, body: &[u8]) -> Vec<u8> {
        let bearer = format!("Bearer {}", self.token);
        let headers = [
            ("Host", &self.host[..]),
            ("Origin", &format!("http://{}", self.host)),
            ("Sec-Fetch-Site", "same-origin"),
            ("Authorization", &bearer),
            ("Content-Type", "application/json"),
        ];
        written(&format!("POST /api/{route}"), &headers, body)
    }

    pub fn post(&self, route: &str, body: &[u8]) -> Answer {
        self.raw(&self.question(route, body))
    }

    pub fn ask(&self, route: &str, body: &Value) -> Answer {
        self.post(route, body.to_string().as_bytes())
    }

    /// The answer to a question that must have one.
    pub fn told(&self, route: &str, body: &Value) -> Value {
        let answer = self.ask(route, body);
        assert_eq!(answer.status, 200, "{route} {body}: {}", answer.text());
        answer.json()
    }
}

fn written(line: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut text = format!("{line} HTTP/1.1\r\nConnection: close\r\n");
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    if !body.is_empty() {
        text += &format!("Content-Length: {}\r\n", body.len());
    }
    let mut bytes = (text + "\r\n").into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// Reads an answer to its end.
pub fn answer(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    // A connection may be cut off after what counts.
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no answer: {}", String::from_utf8_lossy(&bytes)));
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let mut lines = head.split("\r\n");
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers: Vec<(String, String)> = lines
        .map(|line| line.split_once(": ").unwrap_or((line, "")))
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
    let mut answer = Answer { status, headers, body: bytes[end + 4..].to_vec() };
    if answer.header("transfer-encoding") == Some("chunked") {
        answer.body = whole(&answer.body);
    }
    answer
}

/// A body that came in chunks.
fn whole(mut chunks: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = chunks.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&chunks[..end]).unwrap();
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        let from = end + 2;
        if size == 0 || chunks.len() < from + size {
            break;
        }
        whole.extend_from_slice(&chunks[from..from + size]);
        chunks = &chunks[(from + size + 2).min(chunks.len())..];
    }
    whole
}
