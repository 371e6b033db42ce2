//! An adb server for tests, in the process: one device, whose shell is a function, and whose files are a map.
//! The next connection to the device can be cut or left without an answer.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Adb, Deadline, Server};
use crate::agent::{self, Request};

/// What the fake shell answers.
pub(crate) struct Reply {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) status: u8,
    /// A file that the command leaves.
    pub(crate) file: Option<(String, Vec<u8>)>,
}

impl Reply {
    pub(crate) fn ok(out: &str) -> Reply {
        Reply { out: out.to_owned(), err: String::new(), status: 0, file: None }
    }

    pub(crate) fn with_status(status: u8, out: &str, err: &str) -> Reply {
        Reply { status, err: err.to_owned(), ..Reply::ok(out) }
    }
}

const CUT: u8 = 1;
const HANG: u8 = 2;

type Shell = Box<dyn Fn(&str) -> Reply + Send + Sync>;

pub(crate) struct Inner {
    v2: bool,
    shell: Shell,
    commands: Mutex<Vec<String>>,
    pub(crate) files: Mutex<BTreeMap<String, Vec<u8>>>,
    fault: AtomicU8,
    gone: AtomicBool,
    agent: Mutex<Option<Agent>>,
    /// It was started.
    agent_runs: AtomicBool,
}

/// What a fake agent answers; nothing cuts the connection.
type Agent = Arc<dyn Fn(Request) -> Option<agent::Reply> + Send + Sync>;

/// The server; its threads end with the test's process.
pub(crate) struct FakeAdb {
    port: u16,
    pub(crate) inner: Arc<Inner>,
}

pub(crate) const SERIAL: &str = "fake-1";

impl FakeAdb {
    pub(crate) fn start(v2: bool, shell: impl Fn(&str) -> Reply + Send + Sync + 'static) -> FakeAdb {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("bound").port();
        let inner = Arc::new(Inner {
            v2,
            shell: Box::new(shell),
            commands: Mutex::default(),
            files: Mutex::default(),
            fault: AtomicU8::new(0),
            gone: AtomicBool::new(false),
            agent: Mutex::default(),
            agent_runs: AtomicBool::new(false),
        });
        let shared = Arc::clone(&inner);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&shared);
                std::thread::spawn(move || serve(stream, &shared));
            }
        });
        FakeAdb { port, inner }
    }

    pub(crate) fn server(&self) -> Server {
        Server::at(Some(self.port))
    }

    pub(crate) fn open(&self) -> Adb {
        Adb::open(self.server(), SERIAL, Deadline::seconds(5)).expect("the fake device")
    }

    /// There is an agent from its start by `app_process` until it is asked to quit.
    pub(crate) fn with_agent(
        self,
        agent: impl Fn(Request) -> Option<agent::Reply> + Send + Sync + 'static,
    ) -> FakeAdb {
        *self.inner.agent.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(agent));
        self
    }

    /// The commands the shell was given.
    pub(crate) fn commands(&self) -> Vec<String> {
        self.inner.commands.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The next service of the device ends without a word.
    pub(crate) fn cut_next(&self) {
        self.inner.fault.store(CUT, Ordering::SeqCst);
    }

    /// The device is not attached any more.
    pub(crate) fn vanish(&self) {
        self.inner.gone.store(true, Ordering::SeqCst);
    }

    /// The next service of the device never answers.
    pub(crate) fn hang_next(&self) {
        self.inner.fault.store(HANG, Ordering::SeqCst);
    }
}

fn request(stream: &mut TcpStream) -> Option<String> {
    let mut digits = [0; 4];
    stream.read_exact(&mut digits).ok()?;
    let length = usize::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?;
    let mut bytes = vec![0; length];
    stream.read_exact(&mut bytes).ok()?;
    String::from_utf8(bytes).ok()
}

fn okay_text(stream: &mut TcpStream, text: &str) -> Option<()> {
    stream.write_all(format!("OKAY{:04x}{text}", text.len()).as_bytes()).ok()
}

fn fail(stream: &mut TcpStream, text: &str) -> Option<()> {
    stream.write_all(format!("FAIL{:04x}{text}", text.len()).as_bytes()).ok()
}

fn serve(mut stream: TcpStream, inner: &Inner) -> Option<()> {
    let asked = request(&mut stream)?;
    if inner.gone.load(Ordering::SeqCst) {
        return match asked.as_str() {
            "host:devices-l" => okay_text(&mut stream, ""),
            _ => fail(&mut stream, "device 'fake-1' not found"),
        };
    }
    if let Some(rest) = asked.strip_prefix("host-serial:") {
        return match rest.split_once(':') {
            Some((SERIAL, "features")) => okay_text(&mut stream, if inner.v2 { "shell_v2,cmd" } else { "" }),
            _ => fail(&mut stream, "device 'x' not found"),
        };
    }
    match asked.as_str() {
        "host:version" => return okay_text(&mut stream, "0029"),
        "host:devices-l" => return okay_text(&mut stream, &format!("{SERIAL}  device model:Fake\n")),
        "host:track-devices" => return okay_text(&mut stream, &format!("{SERIAL}\tdevice\n")),
        "host:transport:fake-1" => stream.write_all(b"OKAY").ok()?,
        _ => return fail(&mut stream, "device 'x' not found"),
    }
    let service = request(&mut stream)?;
    if service.starts_with("localabstract:") && !inner.agent_runs.load(Ordering::SeqCst) {
        return fail(&mut stream, "closed");
    }
    stream.write_all(b"OKAY").ok()?;
    match inner.fault.swap(0, Ordering::SeqCst) {
        CUT => return None,
        HANG => {
            let _ = stream.read(&mut [0]);
            return None;
        }
        _ => {}
    }
    if service == "sync:" {
        return sync(stream, inner);
    }
    if service.starts_with("localabstract:") {
        return serve_agent(stream, inner);
    }
    let (v2, command) = match service.strip_prefix("shell,v2,raw:") {
        Some(command) => (true, command.to_owned()),
        None => (false, service.strip_prefix("shell:")?.to_owned()),
    };
    let (command, marker) = match (v2, command.rsplit_once("\n); echo ")) {
        (false, Some((command, marker))) => {
            (command.trim_start_matches('(').to_owned(), marker.trim_end_matches("$?").to_owned())
        }
        _ => (command, String::new()),
    };
    inner.commands.lock().unwrap_or_else(PoisonError::into_inner).push(command.clone());
    if command.contains("app_process") {
        let is_there = inner.agent.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        inner.agent_runs.store(is_there, Ordering::SeqCst);
    }
    let Reply { out, err, status, file } = (inner.shell)(&command);
    if let Some((path, bytes)) = file {
        inner.files.lock().unwrap_or_else(PoisonError::into_inner).insert(path, bytes);
    }
    let mut bytes = Vec::new();
    if v2 {
        for (kind, content) in [(1u8, out.as_bytes()), (2, err.as_bytes()), (3, &[status][..])] {
            bytes.push(kind);
            bytes.extend_from_slice(&(content.len() as u32).to_le_bytes());
            bytes.extend_from_slice(content);
        }
    } else {
        bytes = format!("{out}{err}{marker}{status}\n").replace('\n', "\r\n").into_bytes();
    }
    stream.write_all(&bytes).ok()
}

fn serve_agent(mut stream: TcpStream, inner: &Inner) -> Option<()> {
    let answer = inner.agent.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
    let hello = agent::Hello { version: agent::VERSION, pid: 7, controller: true, ..agent::Hello::default() };
    while let Ok(Some(frame)) = agent::read_frame(&mut stream) {
        let reply = match Request::decode(&frame).ok()? {
            Request::Hello(version) => agent::Reply::to_hello(version, &hello),
            Request::Quit => {
                inner.agent_runs.store(false, Ordering::SeqCst);
                agent::Reply::Done
            }
            request => answer(request)?,
        };
        agent::write_frame(&mut stream, &reply.encode()).ok()?;
    }
    Some(())
}

fn sync(mut stream: TcpStream, inner: &Inner) -> Option<()> {
    let mut head = [0; 8];
    let read_head = |stream: &mut TcpStream, head: &mut [u8; 8]| -> Option<usize> {
        stream.read_exact(head).ok()?;
        Some(u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize)
    };
    let length = read_head(&mut stream, &mut head)?;
    let word = [head[0], head[1], head[2], head[3]];
    let mut path = vec![0; length];
    stream.read_exact(&mut path).ok()?;
    let path = String::from_utf8(path).ok()?;
    let frame = |word: &[u8; 4], content: &[u8]| {
        let mut bytes = word.to_vec();
        bytes.extend_from_slice(&(content.len() as u32).to_le_bytes());
        bytes.extend_from_slice(content);
        bytes
    };
    let files = || inner.files.lock().unwrap_or_else(PoisonError::into_inner);
    match &word {
        b"SEND" => {
            let name = path.rsplit_once(',')?.0.to_owned();
            let mut content = Vec::new();
            loop {
                let length = read_head(&mut stream, &mut head)?;
                if &head[..4] == b"DONE" {
                    break;
                }
                let start = content.len();
                content.resize(start + length, 0);
                stream.read_exact(&mut content[start..]).ok()?;
            }
            if name.starts_with("/proc") {
                return stream.write_all(&frame(b"FAIL", b"Permission denied")).ok();
            }
            files().insert(name, content);
            stream.write_all(&frame(b"OKAY", b"")).ok()
        }
        b"RECV" => {
            let content = files().get(&path).cloned();
            match content {
                Some(content) => {
                    for block in content.chunks(64 * 1024) {
                        stream.write_all(&frame(b"DATA", block)).ok()?;
                    }
                    stream.write_all(&frame(b"DONE", b"")).ok()
                }
                None => stream.write_all(&frame(b"FAIL", b"No such file or directory")).ok(),
            }
        }
        b"STAT" => {
            let size = files().get(&path).map(|content| content.len() as u32);
            let mut bytes = b"STAT".to_vec();
            let mode = if size.is_some() { 0o100_644u32 } else { 0 };
            for number in [mode, size.unwrap_or(0), 0] {
                bytes.extend_from_slice(&number.to_le_bytes());
            }
            stream.write_all(&bytes).ok()
        }
        _ => None,
    }
}
