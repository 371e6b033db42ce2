//! The adb server: found, started where none runs, and asked about devices.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::{AdbError, Attached, Deadline, Stream, read_devices};

/// Where adb's server listens when nobody says otherwise.
const DEFAULT_PORT: u16 = 5037;
/// How long a server may take to start.
const START_TIME: Duration = Duration::from_secs(15);

/// An adb server, running or to be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    address: SocketAddr,
    program: PathBuf,
}

impl Server {
    /// The server at that port of this machine, or else where `ADB_SERVER_SOCKET` or `ANDROID_ADB_SERVER_PORT`
    /// say, or else at adb's usual port. Nothing is contacted yet.
    pub fn at(port: Option<u16>) -> Server {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        Self::from_settings(port, variable("ADB_SERVER_SOCKET"), variable("ANDROID_ADB_SERVER_PORT"))
    }

    fn from_settings(port: Option<u16>, socket: Option<String>, variable: Option<String>) -> Server {
        let local = |port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
        let of_socket = || {
            let rest = socket.as_deref()?.strip_prefix("tcp:")?;
            match rest.parse::<u16>() {
                Ok(port) => Some(local(port)),
                Err(_) => rest.to_socket_addrs().ok()?.next(),
            }
        };
        let of_variable = || variable.as_deref()?.parse().ok().map(local);
        let address = port.map(local).or_else(of_socket).or_else(of_variable);
        Server { address: address.unwrap_or(local(DEFAULT_PORT)), program: PathBuf::from("adb") }
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Connects; where nobody listens, starts a server first.
    pub(crate) fn open(&self, doing: &str, deadline: Deadline) -> Result<Stream, AdbError> {
        match Stream::connect(self.address, deadline) {
            Ok(stream) => Ok(stream),
            Err(e) if e.kind() == std::io::ErrorKind::ConnectionRefused => {
                self.start(doing, deadline.within(START_TIME))?;
                Stream::connect(self.address, deadline).map_err(|e| self.unreachable(doing, &e.to_string()))
            }
            Err(e) => Err(AdbError::of_io(doing, &deadline, &e)),
        }
    }

    fn unreachable(&self, doing: &str, problem: &str) -> AdbError {
        let problem = format!("nobody answers at {}: {problem}", self.address);
        AdbError::NoServer { doing: doing.to_owned(), problem }
    }

    /// Runs `adb start-server`. The server outlives us, as with adb itself.
    fn start(&self, doing: &str, deadline: Deadline) -> Result<(), AdbError> {
        if !self.address.ip().is_loopback() {
            return Err(self.unreachable(doing, "a server on another machine must be started there"));
        }
        let port = self.address.port().to_string();
        // The server inherits what is open here: a pipe would never end.
        let spawn = |program: &Path| {
            Command::new(program)
                .args(["-P", &port, "start-server"])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
        };
        let spawned = spawn(&self.program).or_else(|problem| match problem.kind() {
            std::io::ErrorKind::NotFound => sdk_adb(|name| std::env::var(name).ok())
                .into_iter()
                .find_map(|program| spawn(&program).ok())
                .ok_or(problem),
            _ => Err(problem),
        });
        let mut child = spawned.map_err(|e| AdbError::NoServer {
            doing: doing.to_owned(),
            problem: match e.kind() {
                std::io::ErrorKind::NotFound => format!(
                    "none runs at port {port}, and there is no `{}` to start one: install it (Debian: apt install \
                     adb), or put Android's platform-tools on PATH",
                    self.program.display()
                ),
                _ => format!("none runs at port {port}, and `{}` does not start: {e}", self.program.display()),
            },
        })?;
        loop {
            match child.try_wait() {
                // Its exit status says little: another one may have been started at the same moment.
                Ok(Some(_)) => return Ok(()),
                Ok(None) if deadline.sleep(Duration::from_millis(10)) => {}
                Ok(None) => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err(self.unreachable(doing, "`adb start-server` did not end"));
                }
                Err(e) => return Err(self.unreachable(doing, &e.to_string())),
            }
        }
    }

    /// Asks something that is answered by one text.
    pub(crate) fn ask(&self, request: &str, doing: &str, deadline: Deadline) -> Result<String, AdbError> {
        let mut stream = self.open(doing, deadline)?;
        stream.request(request, doing)?;
        stream.text(doing)
    }

    /// The version of the server's protocol, such as 41.
    pub fn version(&self, deadline: Deadline) -> Result<u32, AdbError> {
        let doing = "asking the adb server for its version";
        let text = self.ask("host:version", doing, deadline)?;
        u32::from_str_radix(text.trim(), 16).map_err(|_| AdbError::protocol(doing, format!("{text:?}")))
    }

    /// What is attached.
    pub fn devices(&self, deadline: Deadline) -> Result<Vec<Attached>, AdbError> {
        Ok(read_devices(&self.ask("host:devices-l", "listing devices", deadline)?))
    }

    /// Has the server call a device on the network, as `adb connect` does. Its answer, which is a sentence
    /// either way, is an error only where it says so.
    pub fn connect(&self, serial: &str, deadline: Deadline) -> Result<String, AdbError> {
        let doing = format!("connecting to {serial}");
        let answer = self.ask(&format!("host:connect:{serial}"), &doing, deadline)?;
        if answer.starts_with("connected") || answer.starts_with("already connected") {
            Ok(answer)
        } else {
            Err(AdbError::Lost { doing, problem: answer.trim().to_owned() })
        }
    }

    /// Has the server forget a device on the network.
    pub fn disconnect(&self, serial: &str, deadline: Deadline) -> Result<String, AdbError> {
        self.ask(&format!("host:disconnect:{serial}"), &format!("disconnecting {serial}"), deadline)
    }

    /// Follows what is attached.
    pub fn track(&self, deadline: Deadline) -> Result<Tracker, AdbError> {
        let doing = "following the list of devices";
        let mut stream = self.open(doing, deadline)?;
        stream.request("host:track-devices", doing)?;
        Ok(Tracker { stream })
    }
}

/// Where an Android SDK has its adb, for those who did not put it on PATH.
fn sdk_adb(variable: impl Fn(&str) -> Option<String>) -> Vec<PathBuf> {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let homes = [
        set("ANDROID_HOME"),
        set("ANDROID_SDK_ROOT"),
        set("HOME").map(|home| home.join("Android/Sdk")),
        set("HOME").map(|home| home.join("Library/Android/sdk")),
    ];
    homes.into_iter().flatten().map(|home| home.join("platform-tools/adb")).collect()
}

/// Tells whenever a device comes, goes or changes its state.
#[derive(Debug)]
pub struct Tracker {
    stream: Stream,
}

impl Tracker {
    /// The next list; the first is there at once.
    pub fn next(&mut self, deadline: Deadline) -> Result<Vec<Attached>, AdbError> {
        self.stream.set_deadline(deadline);
        Ok(read_devices(&self.stream.text("following the list of devices")?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_sdk_that_is_not_on_the_path_is_found() {
        let variable = |name: &str| match name {
            "ANDROID_SDK_ROOT" => Some("/opt/sdk".to_owned()),
            "ANDROID_HOME" => Some(String::new()),
            "HOME" => Some("/home/me".to_owned()),
            _ => None,
        };
        let found = sdk_adb(variable);
        assert_eq!(found[0], Path::new("/opt/sdk/platform-tools/adb"));
        assert_eq!(found[1], Path::new("/home/me/Android/Sdk/platform-tools/adb"));
    }

    #[test]
    fn the_port_comes_from_the_setting_then_the_socket_then_the_variable() {
        let port = |setting, socket: Option<&str>, variable: Option<&str>| {
            Server::from_settings(setting, socket.map(str::to_owned), variable.map(str::to_owned)).port()
        };
        assert_eq!(port(Some(1), Some("tcp:2"), Some("3")), 1);
        assert_eq!(port(None, Some("tcp:2"), Some("3")), 2);
        assert_eq!(port(None, Some("tcp:127.0.0.1:4"), Some("3")), 4);
        assert_eq!(port(None, None, Some("3")), 3);
        assert_eq!(port(None, Some("unix:x"), Some("no")), DEFAULT_PORT);
    }
}
