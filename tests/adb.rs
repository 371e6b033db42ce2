//! The phone behind adb, as the binary serves it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use crate::common::{run, skink};
use serde_json::Value;

/// A phone that is served, and ends with the test.
struct Served {
    child: Child,
    first_line: String,
    rest: BufReader<std::process::ChildStdout>,
}

impl Served {
    fn start(args: &[&str]) -> Self {
        let folder = std::env::temp_dir();
        let mut all = vec!["phone", "serve", "sample:notebook", "--adb", "127.0.0.1:0"];
        all.extend(args);
        let mut child = skink(&folder, &all).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut rest = BufReader::new(child.stdout.take().unwrap());
        let mut first_line = String::new();
        rest.read_line(&mut first_line).unwrap();
        Self { child, first_line, rest }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_port_is_printed_and_ctrl_c_ends_it() {
    let mut served = Served::start(&[]);
    let (host, port) = served.first_line.trim().rsplit_once(':').unwrap();
    assert_eq!(host, "127.0.0.1");
    assert!(port.parse::<u16>().unwrap() > 0);
    std::net::TcpStream::connect(served.first_line.trim()).unwrap();
    let interrupted = Command::new("kill").args(["-INT", &served.child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    assert_eq!(served.child.wait().unwrap().code(), Some(0));
}

#[test]
fn json_says_what_is_served() {
    let mut served = Served::start(&["--json", "--api", "19"]);
    let mut text = served.first_line.clone();
    while !text.trim_end().ends_with('}') {
        assert!(served.rest.read_line(&mut text).unwrap() > 0, "{text}");
    }
    let told: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(told["package"], "com.example.notebook");
    assert_eq!((&told["api"], &told["clock"]), (&Value::from(19), &Value::from("virtual")));
    assert!(told["address"].as_str().unwrap().starts_with("127.0.0.1:"));
}

#[test]
fn other_machines_are_refused() {
    let folder = std::env::temp_dir();
    for (address, word) in
        [("0.0.0.0:0", "loopback only"), ("192.0.2.1:5555", "loopback only"), ("here", "not an address")]
    {
        let output = run(&folder, &["phone", "serve", "sample:notebook", "--adb", address]);
        assert_eq!(output.status.code(), Some(2), "{address}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(word), "{address}: {output:?}");
    }
    let output = run(&folder, &["phone", "serve", "sample:notebook", "--adb", "127.0.0.1:0", "--api", "7"]);
    assert_eq!(output.status.code(), Some(2));
}

/// Ends an adb server of our own.
struct AdbServer(String);

impl AdbServer {
    fn adb(&self, args: &[&str]) -> std::process::Output {
        Command::new("adb").args(["-P", &self.0]).args(args).env_remove("ANDROID_SERIAL").output().unwrap()
    }
}

impl Drop for AdbServer {
    fn drop(&mut self) {
        self.adb(&["kill-server"]);
    }
}

#[test]
fn a_run_over_adb_finds_what_a_run_in_the_process_finds() {
    if !Command::new("adb").arg("version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no `adb` on this machine (Debian: apt-get install adb)");
        return;
    }
    let served = Served::start(&[]);
    let address = served.first_line.trim();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let server = AdbServer(port.to_string());
    assert!(String::from_utf8_lossy(&server.adb(&["connect", address]).stdout).contains("connected"));
    let folder = tempfile::tempdir().unwrap();
    let common = ["--json", "--events", "300", "--seed", "5", "--no-shrink"];
    let explore = |app: &str, more: &[&str]| {
        let mut args = vec!["explore", app];
        args.extend(common);
        args.extend(more);
        let output = run(folder.path(), &args);
        let told: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        let mut ids: Vec<String> = told["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|f| f["id"].as_str().unwrap().to_owned())
            .collect();
        ids.sort();
        (output.status.code(), ids)
    };
    let own = explore("sample:notebook", &["--out", "own"]);
    let over = ["--device", address, "--adb-port", &server.0, "--driver", "agent", "--out", "over"];
    assert_eq!(explore("com.example.notebook", &over), own);
}
