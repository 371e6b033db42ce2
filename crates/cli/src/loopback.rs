//! A page on loopback for one person: the address holds a token, so that no other page in the browser can reach what
//! is behind it. One request at a time.

use std::io::{Cursor, Read};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::de::DeserializeOwned;
use tiny_http::{Header, Request, Response, Server};

use crate::failure::Failure;

/// No request of a page is longer.
const MAX_BODY: u64 = 64 * 1024;

/// What is sent back.
pub(crate) type Answer = Response<Cursor<Vec<u8>>>;

/// A server that only this machine reaches, and only who knows the token.
pub(crate) struct Loopback {
    server: Server,
    token: String,
    /// What the page may load and run.
    policy: &'static str,
}

impl Loopback {
    pub(crate) fn open(port: u16, policy: &'static str, doing: &str) -> Result<Self, Failure> {
        let server = Server::http(("127.0.0.1", port)).map_err(|e| {
            Failure::device(doing, format!("cannot listen on 127.0.0.1:{port}: {e}"))
                .hint("choose another --port")
        })?;
        Ok(Self { server, token: token(), policy })
    }

    /// Where the page is.
    pub(crate) fn address(&self) -> String {
        let address =
            self.server.server_addr().to_ip().map_or_else(String::new, |address| address.to_string());
        format!("http://{address}/{}/", self.token)
    }

    /// Answers requests for ever: `answer` gets what stands after the token. Without the token there is nothing.
    pub(crate) fn serve(&self, mut answer: impl FnMut(&mut Request, &str) -> Answer) {
        for mut request in self.server.incoming_requests() {
            let path = request.url().split('?').next().unwrap_or_default().to_owned();
            let path = path.strip_prefix('/').and_then(|path| path.strip_prefix(self.token.as_str()));
            let mut response = match path {
                Some(path) => answer(&mut request, path),
                None => nothing(),
            };
            let headers = [
                ("Cache-Control", "no-store"),
                ("Content-Security-Policy", self.policy),
                ("Referrer-Policy", "no-referrer"),
                ("X-Content-Type-Options", "nosniff"),
            ];
            for (name, value) in headers {
                if let Ok(header) = Header::from_bytes(name, value) {
                    response.add_header(header);
                }
            }
            // Somebody who closed the page is not an error.
            let _ = request.respond(response);
        }
    }
}

/// Hard to guess for another page: the system's randomness, which seeds the hashes.
fn token() -> String {
    use std::hash::{BuildHasher, RandomState};
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{:016x}{:016x}", RandomState::new().hash_one(now), RandomState::new().hash_one(now))
}

/// An answer of that kind.
pub(crate) fn found(kind: &str, body: Vec<u8>) -> Answer {
    let mut response = Response::from_data(body);
    if let Ok(header) = Header::from_bytes("Content-Type", kind) {
        response.add_header(header);
    }
    response
}

/// An answer that there is no such thing.
pub(crate) fn nothing() -> Answer {
    Response::from_data(Vec::new()).with_status_code(404)
}

/// A picture of a device, where there is one now.
pub(crate) fn picture(png: Option<Vec<u8>>) -> Answer {
    match png {
        Some(png) => found("image/png", png),
        None => Response::from_data(Vec::new()).with_status_code(503),
    }
}

/// What a request asks for.
pub(crate) fn wish<T: DeserializeOwned>(request: &mut Request) -> Result<T, String> {
    let mut body = Vec::new();
    let read = request.as_reader().take(MAX_BODY).read_to_end(&mut body);
    read.map_err(|e| e.to_string()).and_then(|_| serde_json::from_slice(&body).map_err(|e| e.to_string()))
}
