//! Ending an adb server of a test's own.

use std::process::Command;

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
