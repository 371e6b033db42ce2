//! The phone behind adb, as the binary serves it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

use crate::common::{run, skink};
use serde_json::Value;
use server::end_adb_server;

#[path = "../crates/adbd/tests/common/server.rs"]
mod server;

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
struct AdbServer(u16);

impl AdbServer {
    fn adb(&self, args: &[&str]) -> std::process::Output {
        Command::new("adb")
            .args(["-P", &self.0.to_string()])
            .args(args)
            .env_remove("ANDROID_SERIAL")
            .output()
            .unwrap()
    }
}

impl Drop for AdbServer {
    fn drop(&mut self) {
        end_adb_server(self.0);
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
    let server = AdbServer(server::server_port());
    server::connect(|args| server.adb(args), address);
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
    let over =
        ["--device", address, "--adb-port", &server.0.to_string(), "--driver", "agent", "--out", "over"];
    assert_eq!(explore("com.example.notebook", &over), own);
}

/// An adb server that knows nothing but a list of devices; its thread ends with the test's process.
fn server_with(list: &'static str) -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut digits = [0; 4];
            let Ok(()) = stream.read_exact(&mut digits) else { continue };
            let length = usize::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap();
            let mut request = vec![0; length];
            let Ok(()) = stream.read_exact(&mut request) else { continue };
            let answer = match request.as_slice() {
                b"host:version" => "OKAY00040029".to_owned(),
                b"host:devices-l" => format!("OKAY{:04x}{list}", list.len()),
                _ => "FAIL000edevice offline".to_owned(),
            };
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    port.to_string()
}

/// What `skink devices` and `skink doctor` say with such a server: both outputs, and the doctor's exit status.
fn looked(list: &'static str) -> (String, String, Option<i32>) {
    let folder = tempfile::tempdir().unwrap();
    let port = server_with(list);
    let say = |command: &str| {
        let mut command = skink(folder.path(), &[command, "--adb-port", &port]);
        command.env_remove("ANDROID_SERIAL");
        command.output().unwrap()
    };
    let text = |output: &std::process::Output| {
        String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned()
    };
    let (devices, doctor) = (say("devices"), say("doctor"));
    assert_eq!(devices.status.code(), Some(0), "{devices:?}");
    (text(&devices), text(&doctor), doctor.status.code())
}

#[test]
fn a_device_that_cannot_be_used_is_listed_with_what_to_do() {
    for (list, state, advice) in [
        ("R58M1 unauthorized usb:1-2 transport_id:1\n", "unauthorized", "Allow USB debugging?"),
        ("emulator-5554 offline transport_id:2\n", "offline", "adb reconnect"),
        (
            "???????????? no permissions (user in plugdev group; are your udev rules wrong?); see [http://x]\n",
            "no permissions",
            "udev rules",
        ),
        ("R58M1 recovery transport_id:4\n", "recovery", "boot it into Android"),
    ] {
        let (devices, doctor, status) = looked(list);
        for said in [&devices, &doctor] {
            assert!(said.contains(state) && said.contains(advice), "{said}");
        }
        assert!(doctor.contains("adb server at port") && !doctor.contains("nothing is missing"), "{doctor}");
        assert_eq!(status, Some(3), "{doctor}");
    }
}

#[test]
fn without_a_device_the_doctor_says_how_to_get_one() {
    let (devices, doctor, status) = looked("");
    assert!(devices.starts_with("phone "), "{devices}");
    assert!(doctor.contains("no device is attached") && doctor.contains("build number seven"), "{doctor}");
    assert_eq!(status, Some(3));
}

#[test]
fn of_two_devices_one_must_be_chosen() {
    let list = "A1 device model:Pixel_9 transport_id:1\nB2 device model:Pixel_4 transport_id:2\n";
    let (devices, doctor, status) = looked(list);
    assert!(devices.contains("A1") && devices.contains("B2"), "{devices}");
    assert!(doctor.contains("2 devices are ready: choose one with --device (A1, B2)"), "{doctor}");
    assert_eq!(status, Some(3));
}

#[test]
fn without_adb_both_say_how_to_get_it() {
    let folder = tempfile::tempdir().unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    for (command, status) in [("devices", 0), ("doctor", 3)] {
        let mut command = skink(folder.path(), &[command, "--adb-port", &port]);
        command.env("PATH", folder.path()).env("HOME", folder.path());
        command.env_remove("ANDROID_HOME").env_remove("ANDROID_SDK_ROOT");
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned();
        assert!(said.contains("there is no `adb` to start one: install it"), "{said}");
        assert_eq!(output.status.code(), Some(status), "{said}");
    }
}
