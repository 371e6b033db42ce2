//! The services that a host can open by name, and how faults get between.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::agent;
use crate::android::monkey;
use crate::faults::{Fault, mix};
use crate::server::Shared;
use crate::shell::{Io, Shell, Sink, Stdin};
use crate::stream::Stream;
use crate::sync;

/// How long a device that was made to vanish does not greet.
const OFFLINE: Duration = Duration::from_millis(1200);
/// As long as a look blocks on a real Android whose app does not answer.
const BLOCKED: Duration = Duration::from_secs(5);

/// What a host can open.
pub(crate) enum Service {
    /// A command, or a shell to type into where the command is empty.
    Shell {
        command: String,
        protocol: Protocol,
        terminal: bool,
    },
    Sync,
    Agent,
    Monkey,
    /// A text, and the end.
    Says(String),
}

/// How a shell's streams are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// Not at all.
    Plain,
    /// Likewise, and lines end in CR LF: what adb did before Android 7.
    Terminal,
    /// In packets, with the exit status.
    Packets,
}

/// The service of that name; `None` is refused.
pub(crate) fn find(shared: &Shared, name: &str) -> Option<Service> {
    let api = shared.settings.api;
    let plain = if api < 24 { Protocol::Terminal } else { Protocol::Plain };
    if let Some(command) = name.strip_prefix("shell:") {
        return Some(Service::Shell { command: command.into(), protocol: plain, terminal: true });
    }
    if let Some(rest) = name.strip_prefix("shell,").filter(|_| api >= 24) {
        let (options, command) = rest.split_once(':')?;
        let has = |wanted: &str| options.split(',').any(|option| option == wanted);
        let protocol = if has("v2") { Protocol::Packets } else { plain };
        return Some(Service::Shell { command: command.into(), protocol, terminal: !has("raw") });
    }
    if let Some(command) = name.strip_prefix("exec:").filter(|_| api >= 21) {
        return Some(Service::Shell { command: command.into(), protocol: Protocol::Plain, terminal: false });
    }
    if let Some(socket) = name.strip_prefix("localabstract:") {
        let listens = shared.handset().agent.as_ref().is_some_and(|agent| agent.listens == socket);
        return listens.then_some(Service::Agent);
    }
    if let Some(port) = name.strip_prefix("tcp:") {
        let listens = shared.handset().monkey.as_ref().is_some_and(|monkey| monkey.listens == port);
        return listens.then_some(Service::Monkey);
    }
    match name {
        "sync:" => Some(Service::Sync),
        "root:" => Some(Service::Says("adbd cannot run as root in production builds\n".into())),
        "unroot:" => Some(Service::Says("adbd not running as root\n".into())),
        // Rebooting, another port, a tunnel back: not for a phone in a process.
        _ => None,
    }
}

/// Serves a stream to its end.
pub(crate) fn serve(shared: &Arc<Shared>, service: Service, stream: &Arc<Stream>) {
    // The agent counts its requests itself.
    let fault = if matches!(service, Service::Agent) { None } else { shared.fault() };
    if let Some(fault) = fault
        && before(shared, fault, stream)
    {
        return;
    }
    match service {
        Service::Shell { command, protocol, terminal } => {
            shell(shared, &command, protocol, terminal, stream, fault);
        }
        Service::Sync => {
            // A host that breaks off in the middle is its own business.
            let _ = sync::serve(shared, stream);
        }
        Service::Agent => agent::serve(shared, stream),
        Service::Monkey => monkey::serve(shared, stream),
        Service::Says(text) => {
            let _ = stream.write(text.as_bytes());
        }
    }
    if fault == Some(Fault::DropAfter) {
        stream.break_connection();
    }
}

/// What a fault does before anything is done; says whether nothing is done at all.
pub(crate) fn before(shared: &Shared, fault: Fault, stream: &Stream) -> bool {
    match fault {
        Fault::Drop => stream.break_connection(),
        Fault::Offline => {
            shared.go_offline(OFFLINE);
            stream.break_connection();
        }
        Fault::Hang => {
            while !stream.is_closed() && !shared.is_stopping() {
                // Nothing is answered, not even what comes in.
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        Fault::Garbage => {
            let _ = stream.write(&noise(512));
        }
        Fault::NullTree => {
            shared.handset().no_tree = true;
            return false;
        }
        Fault::Blocked => {
            let until = Instant::now() + BLOCKED;
            while Instant::now() < until && !stream.is_closed() && !shared.is_stopping() {
                std::thread::sleep(Duration::from_millis(20));
            }
            return false;
        }
        Fault::DropAfter | Fault::Half => return false,
    }
    true
}

/// Bytes that mean nothing.
pub(crate) fn noise(length: usize) -> Vec<u8> {
    (0..length as u64).map(|at| mix(at) as u8).collect()
}

/// The packets of the shell's second protocol.
const STDIN: u8 = 0;
const STDOUT: u8 = 1;
const STDERR: u8 = 2;
const EXIT: u8 = 3;
const CLOSE_STDIN: u8 = 4;

fn packet(kind: u8, bytes: &[u8]) -> Vec<u8> {
    let mut packet = vec![kind];
    packet.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    packet.extend_from_slice(bytes);
    packet
}

fn sink(stream: &Arc<Stream>, protocol: Protocol, kind: u8) -> Sink {
    let stream = Arc::clone(stream);
    Arc::new(move |bytes: &[u8]| match protocol {
        _ if bytes.is_empty() => Ok(()),
        Protocol::Plain => stream.write(bytes),
        Protocol::Terminal => stream.write(&with_returns(bytes)),
        Protocol::Packets => stream.write(&packet(kind, bytes)),
    })
}

fn with_returns(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + 16);
    for byte in bytes {
        if *byte == b'\n' {
            out.push(b'\r');
        }
        out.push(*byte);
    }
    out
}

/// What the host sends to a command, out of its packets where there are any.
struct FromHost {
    stream: Arc<Stream>,
    protocol: Protocol,
    buffer: Vec<u8>,
    ended: bool,
}

impl FromHost {
    fn next(&mut self) -> std::io::Result<Vec<u8>> {
        if self.protocol != Protocol::Packets {
            return self.stream.read_some(None);
        }
        while !self.ended {
            if let Some((kind, bytes)) = self.packet() {
                match kind {
                    STDIN if !bytes.is_empty() => return Ok(bytes),
                    CLOSE_STDIN => self.ended = true,
                    // Window sizes and the like.
                    _ => {}
                }
                continue;
            }
            let more = self.stream.read_some(None)?;
            if more.is_empty() {
                self.ended = true;
            }
            self.buffer.extend_from_slice(&more);
        }
        Ok(Vec::new())
    }

    fn packet(&mut self) -> Option<(u8, Vec<u8>)> {
        let header: [u8; 5] = self.buffer.get(..5)?.try_into().ok()?;
        let length = u32::from_le_bytes([header[1], header[2], header[3], header[4]]) as usize;
        let whole = 5usize.checked_add(length)?;
        let bytes = self.buffer.get(5..whole)?.to_vec();
        self.buffer.drain(..whole);
        Some((header[0], bytes))
    }
}

fn shell(
    shared: &Arc<Shared>,
    command: &str,
    protocol: Protocol,
    terminal: bool,
    stream: &Arc<Stream>,
    fault: Option<Fault>,
) {
    let from_host = FromHost { stream: Arc::clone(stream), protocol, buffer: Vec::new(), ended: false };
    let from_host = std::sync::Mutex::new(from_host);
    let stdin = Stdin::Live(Arc::new(move || {
        from_host.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next()
    }));
    let (listening, stopping) = (Arc::clone(stream), Arc::clone(shared));
    let mut io = Io {
        stdin,
        out: sink(stream, protocol, STDOUT),
        err: sink(stream, protocol, STDERR),
        alive: Arc::new(move || !listening.is_closed() && !stopping.is_stopping()),
    };
    let mut shell = Shell::new(shared);
    if matches!(fault, Some(Fault::Half | Fault::DropAfter)) {
        return half(&mut shell, command, &io, fault);
    }
    if protocol != Protocol::Packets {
        io.err = Arc::clone(&io.out);
    }
    let status = match command {
        "" => interactive(&mut shell, &io, terminal),
        command => shell.run_line(command, &io),
    };
    if protocol == Protocol::Packets {
        let _ = stream.write(&packet(EXIT, &[status as u8]));
    }
}

/// Runs the command, sends half of what it wrote or nothing, and ends.
fn half(shell: &mut Shell, command: &str, io: &Io, fault: Option<Fault>) {
    let kept: Arc<std::sync::Mutex<Vec<u8>>> = Arc::default();
    let into = Arc::clone(&kept);
    let collect: Sink = Arc::new(move |bytes: &[u8]| {
        into.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend_from_slice(bytes);
        Ok(())
    });
    shell.run_line(command, &Io { out: Arc::clone(&collect), err: collect, ..io.clone() });
    let kept = kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if fault == Some(Fault::Half) {
        let _ = (io.out)(&kept[..kept.len() / 2]);
    }
}

/// A shell that somebody types into; a terminal's shell echoes and prompts.
fn interactive(shell: &mut Shell, io: &Io, terminal: bool) -> i32 {
    let mut line = Vec::new();
    let mut status = 0;
    let prompt = |io: &Io| {
        if terminal {
            io.print("skink:/ $ ");
        }
    };
    prompt(io);
    loop {
        let bytes = io.stdin.read();
        if bytes.is_empty() {
            if !line.is_empty() {
                status = shell.run_line(&String::from_utf8_lossy(&line), io);
            }
            return status;
        }
        for byte in bytes {
            match byte {
                b'\r' | b'\n' => {
                    if terminal {
                        io.print("\r\n");
                    }
                    let text = String::from_utf8_lossy(&std::mem::take(&mut line)).into_owned();
                    let word = text.trim();
                    if word == "exit" || word.starts_with("exit ") {
                        return shell.run_line(&text, io);
                    }
                    status = shell.run_line(&text, io);
                    prompt(io);
                }
                // Ctrl-D and Ctrl-C.
                4 if terminal && line.is_empty() => return status,
                3 if terminal => {
                    line.clear();
                    io.print("^C\r\n");
                    prompt(io);
                }
                8 | 127 if terminal => {
                    if line.pop().is_some() {
                        io.print("\u{8} \u{8}");
                    }
                }
                byte => {
                    line.push(byte);
                    if terminal {
                        io.print_bytes(&[byte]);
                    }
                }
            }
        }
    }
}
