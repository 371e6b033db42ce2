//! The phone in a person's hands: in the terminal and as a page.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use crate::common::skink;
use serde_json::Value;

#[test]
fn the_terminal_takes_numbers_events_and_bug_switches() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = skink(folder.path(), &["phone", "play", "sample:notebook"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let script = "tap id=new_notebook\ntap text=Notebook1\nfly\n999\nfix nope\nfix close-locked-notebook\nbugs\nquit\n";
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success());
    for expected in [
        "unknown action `fly`",
        "there is no action 999",
        "cannot switch the bug `nope`",
        "fixed  close-locked-notebook",
        "of 149 branches covered",
    ] {
        assert!(said.contains(expected), "{expected} is missing in:\n{said}");
    }
}

/// A page that is served, and ends with the test.
struct Served {
    child: Child,
    address: String,
    token: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    fn start() -> Self {
        let folder = std::env::temp_dir();
        let mut child = skink(&folder, &["phone", "play", "sample:notebook", "--page"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let rest = line.trim().strip_prefix("http://").unwrap();
        let (address, token) = rest.trim_end_matches('/').split_once('/').unwrap();
        Self { child, address: address.to_owned(), token: token.to_owned() }
    }

    /// Status and body of a request; HTTP 1.0, so that the body comes in one piece.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.0\r\nHost: {}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}",
            self.address
        )
        .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let head = answer.windows(4).position(|w| w == b"\r\n\r\n").unwrap();
        let status = String::from_utf8_lossy(&answer[9..12]).parse().unwrap();
        (status, answer[head + 4..].to_vec())
    }

    fn wish(&self, wish: &str) -> Value {
        let (status, body) = self.ask("POST", &format!("/{}/do", self.token), wish);
        assert_eq!(status, 200);
        serde_json::from_slice(&body).unwrap()
    }
}

#[test]
fn the_page_shows_the_phone_and_does_what_is_clicked() {
    let served = Served::start();
    let token = &served.token;
    assert!(served.address.starts_with("127.0.0.1:"));
    let (status, page) = served.ask("GET", &format!("/{token}/"), "");
    assert!(status == 200 && String::from_utf8_lossy(&page).contains("Known bugs"));
    let (status, picture) = served.ask("GET", &format!("/{token}/screen.png"), "");
    assert!(status == 200 && picture.starts_with(b"\x89PNG"));

    let before = served.wish(r#"{"do":"look"}"#);
    assert_eq!(before["activity"], "com.example.notebook .MainActivity");
    let mut last = before;
    for wish in [
        r#"{"do":"bug","id":"tags-dialog-recreated","on":false}"#,
        r#"{"do":"rotate"}"#,
        r#"{"do":"rotate"}"#,
        r#"{"do":"key","key":"home"}"#,
    ] {
        last = served.wish(wish);
    }
    assert!(last["activity"].as_str().unwrap().contains("launcher"), "{last}");
    let bug =
        last["bugs"].as_array().unwrap().iter().find(|bug| bug["id"] == "tags-dialog-recreated").unwrap();
    assert_eq!(bug["on"], false);
    assert!(served.wish(r#"{"do":"fly"}"#)["problem"].as_str().unwrap().contains("fly"));
}

#[test]
fn without_the_token_nothing_is_reached() {
    let served = Served::start();
    for path in ["/", "/screen.png", "/0000000000000000/", "/do"] {
        assert_eq!(served.ask("GET", path, "").0, 404, "{path}");
        assert_eq!(served.ask("POST", path, r#"{"do":"restart"}"#).0, 404, "{path}");
    }
}
