//! An adb server of a test's own: its port, what it is connected to, its end.

use std::net::TcpListener;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// A free port below those that the system gives away by itself: no other test is given it before the adb server has it.
pub(crate) fn server_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let first = std::process::id().wrapping_mul(101);
    let next = || 15_000 + (first.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)) % 15_000) as u16;
    std::iter::repeat_with(next).find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).unwrap()
}

/// Starts the server and has it connect to a phone. On a busy machine Debian's adb 29 now and then breaks the first
/// connection to a server that has just started ("couldn't read
/// status"); the next one finds it, or starts it again.
pub(crate) fn connect(adb: impl Fn(&[&str]) -> Output, address: &str) {
    const TRIES: usize = 5;
    let mut said = Vec::new();
    for _ in 0..TRIES {
        let output = adb(&["connect", address]);
        if String::from_utf8_lossy(&output.stdout).contains("connected to") {
            return;
        }
        said.push(output);
    }
    panic!("adb does not connect to {address}: {said:?}");
}

/// Ends the adb server at a port at once. `adb kill-server` asks it to end, and now and then it hangs instead; so that
/// is left to systems without /proc.
pub(crate) fn end_adb_server(port: u16) {
    let Ok(processes) = std::fs::read_dir("/proc") else {
        let _ = Command::new("adb").args(["-P", &port.to_string(), "kill-server"]).output();
        return;
    };
    let listens = format!("tcp:{port}");
    for process in processes.flatten() {
        let command = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        let words: Vec<&[u8]> = command.split(|byte| *byte == 0).collect();
        if words.contains(&listens.as_bytes()) && words.contains(&b"fork-server".as_slice()) {
            let _ = Command::new("kill").arg("-9").arg(process.file_name()).output();
        }
    }
}
