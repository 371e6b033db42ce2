//! The recorder as a page: the device's screen to click on, the steps beside it.

use serde::Serialize;
use skink_property::{View, Wish};
use tiny_http::{Method, Request};

use super::Session;
use crate::failure::Failure;
use crate::loopback::{self, Answer, Loopback};
use crate::output::print;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// Only what is served here; nothing in a text of the app can run.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(Serialize)]
struct Told {
    #[serde(flatten)]
    view: View,
    file: String,
    problem: Option<String>,
    done: Option<String>,
}

pub(super) fn serve(mut session: Session, port: u16, doing: &str) -> Result<u8, Failure> {
    let loopback = Loopback::open(port, POLICY, doing)?;
    let address = loopback.address();
    print(&format!(
        "{address}\nopen it in a browser; properties go to {}; Ctrl-C ends it\n",
        session.path.display()
    ));
    loopback.serve(|request, path| answer(request, path, &mut session));
    Ok(crate::OK)
}

fn answer(request: &mut Request, path: &str, session: &mut Session) -> Answer {
    let text =
        |kind: &str, text: &str| loopback::found(&format!("{kind}; charset=utf-8"), text.as_bytes().to_vec());
    match (request.method(), path) {
        (Method::Get, "/") => text("text/html", PAGE),
        (Method::Get, "/page.css") => text("text/css", STYLE),
        (Method::Get, "/page.js") => text("text/javascript", SCRIPT),
        (Method::Get, "/screen.png") => {
            loopback::picture(session.recording.picture().ok().flatten().map(|picture| picture.to_png()))
        }
        (Method::Post, "/do") => {
            let wish = loopback::wish::<Wish>(request);
            let done = wish.and_then(|wish| session.recording.fulfil(wish).map_err(|e| e.to_string()));
            tell(session, done.map(|()| None))
        }
        (Method::Post, "/save") => {
            let done = session.save().map(Some);
            tell(session, done)
        }
        _ => loopback::nothing(),
    }
}

fn tell(session: &Session, done: Result<Option<String>, String>) -> Answer {
    let (done, problem) = match done {
        Ok(done) => (done, None),
        Err(problem) => (None, Some(problem)),
    };
    let told =
        Told { view: session.recording.view(), file: session.path.display().to_string(), problem, done };
    loopback::found("application/json", serde_json::to_vec(&told).unwrap_or_default())
}
