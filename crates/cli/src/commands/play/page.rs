//! The phone as a page on loopback: a picture to click on, keys, bug switches, coverage.
//!
//! The address holds a token, so that no other page in the browser can reach the phone. One request at a time:
//! there is one person.

use std::io::Read;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use skink_device::{Device, Input};
use skink_gui::{Bounds, Direction, Flags, Key, Point, Screen};
use tiny_http::{Header, Method, Request, Response, Server};

use super::Session;
use crate::failure::Failure;
use crate::output::print;

const PAGE: &str = include_str!("page.html");
/// No request of the page is longer.
const MAX_BODY: u64 = 64 * 1024;

/// What the page asks for.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase", tag = "do", deny_unknown_fields)]
enum Wish {
    Look,
    Tap { x: i32, y: i32 },
    Long { x: i32, y: i32 },
    Type { x: i32, y: i32, text: String },
    Scroll { x: i32, y: i32, direction: Direction },
    Key { key: Key },
    Rotate,
    Background,
    Kill,
    Wait { millis: u64 },
    Restart,
    Bug { id: String, on: bool },
}

/// What the page is told.
#[derive(Serialize)]
struct Told {
    title: String,
    activity: String,
    status: String,
    news: Vec<String>,
    problem: Option<String>,
    width: i32,
    height: i32,
    fields: Vec<Bounds>,
    bugs: Vec<Bug>,
}

#[derive(Serialize)]
struct Bug {
    id: &'static str,
    title: &'static str,
    on: bool,
}

pub(super) fn serve(mut session: Session, port: u16, doing: &str) -> Result<u8, Failure> {
    let server = Server::http(("127.0.0.1", port)).map_err(|e| {
        Failure::device(doing, format!("cannot listen on 127.0.0.1:{port}: {e}"))
            .hint("choose another --port")
    })?;
    let address = server.server_addr().to_ip().map_or_else(String::new, |address| address.to_string());
    let token = token();
    print(&format!("http://{address}/{token}/\nCtrl-C ends it\n"));
    for request in server.incoming_requests() {
        answer(request, &mut session, &token);
    }
    Ok(crate::OK)
}

/// Hard to guess for another page: time and the addresses the system gave us.
fn token() -> String {
    use std::hash::{BuildHasher, RandomState};
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{:016x}", RandomState::new().hash_one(now))
}

fn answer(mut request: Request, session: &mut Session, token: &str) {
    let path = request.url().split('?').next().unwrap_or_default().to_owned();
    let path = path.strip_prefix('/').and_then(|path| path.strip_prefix(token)).map(str::to_owned);
    let response = match (request.method(), path.as_deref()) {
        (Method::Get, Some("/")) => page("text/html; charset=utf-8", PAGE.as_bytes().to_vec()),
        (Method::Get, Some("/screen.png")) => match session.phone.screenshot() {
            Ok(Some(picture)) => page("image/png", picture.to_png()),
            _ => Response::from_data(Vec::new()).with_status_code(503),
        },
        (Method::Post, Some("/do")) => {
            let mut body = Vec::new();
            let read = request.as_reader().take(MAX_BODY).read_to_end(&mut body);
            let wish = read
                .map_err(|e| e.to_string())
                .and_then(|_| serde_json::from_slice::<Wish>(&body).map_err(|e| e.to_string()));
            let problem = wish.and_then(|wish| fulfil(session, wish)).err();
            page("application/json", serde_json::to_vec(&tell(session, problem)).unwrap_or_default())
        }
        _ => Response::from_data(Vec::new()).with_status_code(404),
    };
    // Somebody who closed the page is not an error.
    let _ = request.respond(response);
}

fn page(kind: &str, body: Vec<u8>) -> Response<std::io::Cursor<Vec<u8>>> {
    let mut response = Response::from_data(body);
    for (name, value) in [("Content-Type", kind), ("Cache-Control", "no-store")] {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    response
}

fn fulfil(session: &mut Session, wish: Wish) -> Result<(), String> {
    let at = |x, y| Point { x, y };
    let done = match wish {
        Wish::Look => Ok(()),
        Wish::Restart => session.restart(),
        Wish::Bug { id, on } => session.switch(&id, on),
        Wish::Tap { x, y } => session.perform(&Input::Tap(at(x, y))),
        Wish::Long { x, y } => session.perform(&Input::LongTap(at(x, y))),
        Wish::Type { x, y, text } => session.perform(&Input::Type(at(x, y), text)),
        Wish::Scroll { x, y, direction } => session
            .perform(&Input::Scroll(Bounds::new(x, y, x.saturating_add(1), y.saturating_add(1)), direction)),
        Wish::Key { key } => session.perform(&Input::Key(key)),
        Wish::Rotate => session.perform(&Input::Rotate),
        Wish::Background => session.perform(&Input::Background),
        Wish::Kill => session.perform(&Input::Kill),
        Wish::Wait { millis } => session.perform(&Input::Wait(millis.min(3_600_000))),
    };
    done.map_err(|e| e.to_string())
}

fn tell(session: &Session, problem: Option<String>) -> Told {
    let screen: &Screen = &session.now.screen;
    let (width, height) = if screen.rotation() % 2 == 1 { (960, 540) } else { (540, 960) };
    let manifest = session.phone.manifest();
    Told {
        title: manifest.title.to_owned(),
        activity: format!("{} {}", screen.package(), screen.activity()),
        status: session.status(),
        news: session.news.clone(),
        problem,
        width,
        height,
        fields: screen.widgets().filter(|w| w.is(Flags::EDITABLE)).map(|w| w.bounds()).collect(),
        bugs: manifest
            .bugs
            .iter()
            .map(|bug| Bug { id: bug.id, title: bug.title, on: !session.fixed.contains(bug.id) })
            .collect(),
    }
}
