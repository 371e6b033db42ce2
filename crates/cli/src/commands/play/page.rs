//! The phone as a page on loopback: a picture to click on, keys, bug switches, coverage.
//!
//! Served on loopback to who has the token; one request at a time: there is one person.

use serde::{Deserialize, Serialize};
use skink_device::{Device, Input};
use skink_gui::{Bounds, Direction, Flags, Key, Point, Screen};
use tiny_http::{Method, Request};

use super::Session;
use crate::failure::Failure;
use crate::loopback::{self, Answer, Loopback};
use crate::output::print;

const PAGE: &str = include_str!("page.html");
/// The page is one file and talks to nobody else.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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
    let loopback = Loopback::open(port, POLICY, doing)?;
    print(&format!("{}\nCtrl-C ends it\n", loopback.address()));
    loopback.serve(|request, path| answer(request, path, &mut session));
    Ok(crate::OK)
}

fn answer(request: &mut Request, path: &str, session: &mut Session) -> Answer {
    match (request.method(), path) {
        (Method::Get, "/") => loopback::found("text/html; charset=utf-8", PAGE.as_bytes().to_vec()),
        (Method::Get, "/screen.png") => {
            loopback::picture(session.phone.screenshot().ok().flatten().map(|picture| picture.to_png()))
        }
        (Method::Post, "/do") => {
            let problem = loopback::wish(request).and_then(|wish| fulfil(session, wish)).err();
            let told = serde_json::to_vec(&tell(session, problem)).unwrap_or_default();
            loopback::found("application/json", told)
        }
        _ => loopback::nothing(),
    }
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
