//! A phone behind Debian's adb, with an adb server of its own: a user's server is left alone, and nothing is left
//! running.

#![allow(dead_code, clippy::unwrap_used, clippy::print_stderr)]

mod server;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread::JoinHandle;

use skink_adbd::{Server, Settings, Stopper};
use skink_phone::{Phone, PhoneSettings, apps};

/// Whether there is an adb; says so where there is none.
pub(crate) fn adb_is_there() -> bool {
    let found = Command::new("adb").arg("version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let there = found.is_ok_and(|status| status.success());
    if !there {
        eprintln!("skipped: there is no `adb` on this machine (Debian: apt-get install adb)");
    }
    there
}

/// A phone that is served, and an adb server that is connected to it.
pub(crate) struct Served {
    pub(crate) address: String,
    pub(crate) port: u16,
    home: PathBuf,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

pub(crate) fn phone(sample: &str) -> Phone {
    Phone::new(apps::named(sample).unwrap(), PhoneSettings::default()).unwrap()
}

impl Served {
    pub(crate) fn start(sample: &str, settings: Settings) -> Served {
        let server = Server::bind("127.0.0.1:0".parse().unwrap(), phone(sample), settings).unwrap();
        let (address, stopper) = (server.address().to_string(), server.stopper());
        let thread = std::thread::spawn(move || server.run().unwrap());
        let port = server::server_port();
        let home = std::env::temp_dir().join(format!("skink-adb-{}-{port}", std::process::id()));
        std::fs::create_dir_all(&home).unwrap();
        let served = Served { address, port, home, stopper, thread: Some(thread) };
        server::connect(|args| served.adb(args), &served.address);
        served.adb(&["-s", &served.address, "wait-for-device"]);
        served
    }

    pub(crate) fn at(sample: &str, api: u32) -> Served {
        Self::start(sample, Settings { api, ..Settings::default() })
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new("adb");
        command.arg("-P").arg(self.port.to_string()).args(args);
        command.env("HOME", &self.home).env_remove("ANDROID_SERIAL").env_remove("ADB_SERVER_SOCKET");
        command
    }

    pub(crate) fn adb(&self, args: &[&str]) -> Output {
        self.command(args).stdin(Stdio::null()).output().unwrap()
    }

    /// What a command of the phone's shell writes to both of its outputs.
    pub(crate) fn shell(&self, command: &str) -> String {
        let output = self.adb(&["shell", command]);
        format!("{}{}", text(&output), String::from_utf8_lossy(&output.stderr))
    }

    pub(crate) fn status(&self, command: &str) -> Option<i32> {
        self.adb(&["shell", command]).status.code()
    }

    /// With something on its standard input.
    pub(crate) fn fed(&self, args: &[&str], input: &[u8]) -> Output {
        let mut child = self
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        child.wait_with_output().unwrap()
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.home.join(name)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        end_adb_server(self.port);
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        let _ = std::fs::remove_dir_all(&self.home);
    }
}

pub(crate) use server::end_adb_server;

pub(crate) fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}
