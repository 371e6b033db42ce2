//! The recorder, as people use it: on its page in a real browser, and in the terminal.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

use crate::common::{run, skink, stdout};

/// Long enough for a browser on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// `skink record` in a folder; its address.
fn recorder(folder: &Path, args: &[&str]) -> (Running, String) {
    let mut child = skink(folder, args).stdout(Stdio::piped()).spawn().unwrap();
    let out = child.stdout.take().unwrap();
    let running = Running(child);
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line).unwrap();
    (running, line.trim().to_owned())
}

/// Head and body of a request.
fn ask(address: &str, method: &str, path: &str, body: &str) -> (String, Vec<u8>) {
    let host = address.strip_prefix("http://").unwrap().split('/').next().unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let length = body.len();
    write!(stream, "{method} {path} HTTP/1.0\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n{body}")
        .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let head = answer.windows(4).position(|w| w == b"\r\n\r\n").unwrap();
    (String::from_utf8_lossy(&answer[..head]).into_owned(), answer[head + 4..].to_vec())
}

/// A page in a browser without a window.
struct Browser {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    number: u64,
    /// The page's part of the conversation.
    session: Option<String>,
    _profile: tempfile::TempDir,
    browser: Running,
}

/// Debian's browser, where it is installed.
fn chromium() -> Option<&'static str> {
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .into_iter()
        .find(|path| Path::new(path).exists())
}

impl Browser {
    fn open(program: &str, address: &str) -> Self {
        let profile = tempfile::tempdir().unwrap();
        let child = Command::new(program)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
            ])
            .args(["--window-size=1280,900", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut running = Running(child);
        let mut lines = BufReader::new(running.0.stderr.take().unwrap()).lines();
        let listening = lines.find_map(|line| {
            line.unwrap().split_once("DevTools listening on ws://").map(|(_, rest)| rest.to_owned())
        });
        // What else it says is read, or it would wait for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        let (socket, _) = tungstenite::connect(format!("ws://{}", listening.unwrap().trim())).unwrap();
        let mut browser = Self { socket, number: 0, session: None, _profile: profile, browser: running };
        let page = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": page["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", attach)["sessionId"].as_str().unwrap().to_owned();
        browser.session = Some(session);
        browser.call("Page.navigate", json!({ "url": address }));
        browser.until("typeof told === 'object' && document.getElementById('screen').naturalWidth > 0");
        browser
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        self.number += 1;
        let mut message = json!({ "id": self.number, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let answer = self.socket.read().unwrap();
            let Ok(answer) = serde_json::from_str::<Value>(answer.to_text().unwrap()) else { continue };
            if answer["id"] == self.number {
                assert!(answer.get("error").is_none(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    fn evaluate(&mut self, script: &str) -> Value {
        let result = self.call("Runtime.evaluate", json!({ "expression": script, "returnByValue": true }));
        assert!(result.get("exceptionDetails").is_none(), "{script}: {result}");
        result["result"]["value"].clone()
    }

    /// Waits until the page says so.
    fn until(&mut self, script: &str) {
        let deadline = Instant::now() + PATIENCE;
        let guarded = format!("(() => {{ try {{ return !!({script}); }} catch {{ return false; }} }})()");
        while self.evaluate(&guarded) != true {
            if Instant::now() > deadline {
                let page = self.evaluate("document.body.innerText");
                panic!("waited in vain for {script} on\n{}", page.as_str().unwrap_or_default());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// A click of the mouse in the middle of what the script gives: `[x, y]` on the page.
    fn click(&mut self, place: &str) {
        let at = self.evaluate(place);
        let (x, y) = (at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// A click on an element of the page.
    fn press(&mut self, css: &str) {
        self.click(&format!(
            "(() => {{ const e = document.querySelector({css:?}); e.scrollIntoView({{ block: 'center' }}); \
             const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
        ));
    }

    /// A click on the first thing of that name on the device's screen.
    fn touch(&mut self, label: &str) {
        self.touch_at(label, 0.5);
    }

    /// The same, so far from its left edge.
    fn touch_at(&mut self, label: &str, across: f64) {
        let named = format!("told.targets.find(t => t.label === {label:?})");
        self.until(&format!("waiting === 0 && {named}"));
        self.click(&format!(
            "(() => {{ const t = {named}, b = document.getElementById('screen').getBoundingClientRect(); \
             return [b.x + (t.bounds[0] + {across} * (t.bounds[2] - t.bounds[0])) * b.width / size()[0], \
             b.y + (t.bounds[1] + t.bounds[3]) / 2 * b.height / size()[1]]; }})()"
        ));
    }

    fn enter(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
        for kind in ["keyDown", "keyUp"] {
            let event = json!({
                "type": kind, "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r",
            });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    fn has_steps(&mut self, count: usize) {
        self.until(&format!("waiting === 0 && told.steps.length === {count}"));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let close = json!({ "id": 0, "method": "Browser.close" });
        let _ = self.socket.send(Message::text(close.to_string()));
        // It ends its own helpers; only then is it ended if it did not.
        let deadline = Instant::now() + Duration::from_secs(10);
        while Instant::now() < deadline && matches!(self.browser.0.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

#[test]
fn a_rename_recorded_by_clicks_in_a_browser_finds_the_bug() {
    let Some(program) = chromium() else {
        eprintln!("skipped: there is no chromium here to open the recorder's page in");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (_recorder, address) =
        recorder(folder.path(), &["record", "sample:files", "--properties", "files.toml"]);
    let mut browser = Browser::open(program, &address);

    // The data object first, by clicking what shows it; then the function, once.
    browser.press("#modes [data-mode=mark]");
    browser.touch_at("Alarms", 0.05);
    browser.until("waiting === 0 && told.object.length === 1");
    browser.touch("Options");
    browser.has_steps(1);
    browser.touch("Rename");
    browser.has_steps(2);
    browser.touch("Alarms");
    browser.until("!document.getElementById('typed').hidden && document.activeElement.id === 'typed'");
    browser.enter("Elsewhere");
    browser.has_steps(3);
    browser.touch("Save");
    browser.has_steps(4);
    browser.press("#data");
    browser.evaluate("document.getElementById('data').select()");
    browser.enter("folder");
    browser.until("waiting === 0 && told.name === 'rename folder'");
    assert_eq!(browser.evaluate("told.operation"), "update");
    assert_eq!(browser.evaluate("told.warnings.length"), 0);
    assert_eq!(browser.evaluate("document.querySelectorAll('#steps .selector').length"), 4);
    assert_eq!(browser.evaluate("told.steps[0].choices.find(c => c.text === 'id=properties').matches"), 6);

    browser.press("#try");
    browser.until("document.getElementById('news').textContent.startsWith('saved')");
    assert_eq!(browser.evaluate("told.saved.join()"), "rename folder");

    let text = std::fs::read_to_string(folder.path().join("files.toml")).unwrap();
    assert!(text.contains("tap id=properties beside id=firstline text=\"{old}\""), "{text}");
    // On the repaired app it says nothing, though random events search, sort and hide in between.
    let args = ["check", "sample:files", "--properties", "files.toml", "--seed", "3", "--bugs", "none"];
    let silent = run(folder.path(), &args);
    assert_eq!(silent.status.code(), Some(0), "{}", stdout(&silent));
    // The bug needs a search that finds something in another folder before the rename. It counts only where it
    // shows again, and not with the bug repaired.
    for seed in 1..=3 {
        let number = seed.to_string();
        let args = ["check", "sample:files", "--properties", "files.toml", "--seed", &number, "--json"];
        let output = run(folder.path(), &args);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
        let summary: Value = serde_json::from_str(&stdout(&output)).unwrap();
        let findings = summary["findings"].as_array().unwrap();
        let replayed = |path: &str, fix: &[&str]| {
            run(folder.path(), &[&["replay", path], fix].concat()).status.code() == Some(1)
        };
        let mut renames = findings.iter().filter(|f| f["title"].as_str().unwrap().contains("rename folder"));
        let found = renames.any(|f| {
            let path = f["path"].as_str().unwrap();
            replayed(path, &[]) && !replayed(path, &["--fix", "rename-in-search"])
        });
        assert!(found, "seed {seed} does not find the bug with\n{text}");
    }
}

#[test]
fn the_terminal_records_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = skink(folder.path(), &["record", "sample:files", "--tty"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let script = "tap id=fab\ntap text=\"Folder\"\ntype id=name_input \"holiday\"\ntap id=button1\nselectors 1\nfly\n\
                  present id=fab\ntry\nsave\nquit\n";
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = stdout(&output);
    assert!(output.status.success());
    for expected in [
        "add folder (create, guessed) of folder",
        "id=fab",
        "unknown action `fly`",
        "GREEN",
        "saved \"add folder\" to files.properties.toml",
    ] {
        assert!(said.contains(expected), "{expected} is missing in:\n{said}");
    }
    let text = std::fs::read_to_string(folder.path().join("files.properties.toml")).unwrap();
    assert!(
        text.contains("when = [\"present id=fab\"]") && text.contains("values = { new = \"letters\" }"),
        "{text}"
    );
}

#[test]
fn the_page_is_for_who_has_the_token_and_runs_nothing_foreign() {
    let folder = tempfile::tempdir().unwrap();
    let (_recorder, address) = recorder(folder.path(), &["record", "sample:files"]);
    for (method, path) in
        [("GET", "/"), ("GET", "/screen.png"), ("POST", "/do"), ("POST", "/save"), ("GET", "/x/")]
    {
        let (head, _) = ask(&address, method, path, "{\"do\":\"look\"}");
        assert!(head.contains(" 404 "), "{method} {path}: {head}");
    }
    let path = format!("/{}", address.split_once("://").unwrap().1.split_once('/').unwrap().1);
    let (head, page) = ask(&address, "GET", &path, "");
    assert!(head.contains("Content-Security-Policy: default-src 'none'; script-src 'self'"), "{head}");
    assert!(!String::from_utf8_lossy(&page).contains("<script>"), "no script inside the page");
    let (_, told) = ask(&address, "POST", &format!("{path}do"), "{\"do\":\"fly\"}");
    let told: Value = serde_json::from_slice(&told).unwrap();
    assert!(told["problem"].as_str().unwrap().contains("fly"), "{told}");
}
