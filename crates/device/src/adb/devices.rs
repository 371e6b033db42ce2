//! The list of attached devices, with the state of each and what to do about it.

/// Whether a device can be used, as adb says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceState {
    /// Ready.
    Ready,
    /// Attached, but adbd does not answer.
    Offline,
    /// The device has not been told to trust this computer.
    Unauthorized,
    /// The computer may not use the USB device.
    NoPermissions,
    /// The connection is being made.
    Connecting,
    /// Any other word of adb's: recovery, sideload, bootloader.
    Other(String),
}

impl DeviceState {
    /// The state that adb's word means.
    pub fn from_word(word: &str) -> Self {
        match word {
            "device" => DeviceState::Ready,
            "offline" => DeviceState::Offline,
            "unauthorized" => DeviceState::Unauthorized,
            "connecting" | "authorizing" => DeviceState::Connecting,
            word if word.starts_with("no permissions") => DeviceState::NoPermissions,
            other => DeviceState::Other(other.to_owned()),
        }
    }

    /// One word for people.
    pub fn name(&self) -> &str {
        match self {
            DeviceState::Ready => "ready",
            DeviceState::Offline => "offline",
            DeviceState::Unauthorized => "unauthorized",
            DeviceState::NoPermissions => "no permissions",
            DeviceState::Connecting => "connecting",
            DeviceState::Other(word) => word,
        }
    }

    /// What to do so that the device can be used; `None` where it can.
    pub fn advice(&self) -> Option<&'static str> {
        Some(match self {
            DeviceState::Ready => return None,
            DeviceState::Offline => {
                "unplug and plug it in again, or `adb reconnect`; for an emulator, wait until it has booted"
            }
            DeviceState::Unauthorized => {
                "unlock the device and accept \"Allow USB debugging?\"; where it does not ask, revoke USB \
                 debugging authorizations in its developer options and plug it in again"
            }
            DeviceState::NoPermissions => {
                "this computer may not use the USB device: install the udev rules (Debian: \
                 android-sdk-platform-tools-common), join the group plugdev, then `adb kill-server`"
            }
            DeviceState::Connecting => "wait a moment and look again",
            DeviceState::Other(_) => "boot it into Android (`adb reboot`)",
        })
    }
}

/// One line of adb's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attached {
    /// Serial number, or address and port.
    pub serial: String,
    /// Whether it can be used.
    pub state: DeviceState,
    /// What adb says of it: `product`, `model`, `device`, `transport_id`.
    pub about: Vec<(String, String)>,
}

impl Attached {
    /// Whether it is attached over the network: such a one can be called back with `adb connect`.
    pub fn is_networked(serial: &str) -> bool {
        serial.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok())
    }

    /// One of the things adb says of it.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.about.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }
}

/// Reads `devices`, `devices-l` and each list of `track-devices`. Other lines are passed over.
pub fn read_devices(text: &str) -> Vec<Attached> {
    let read = |line: &str| {
        let line = line.trim();
        if line.starts_with("List of devices") || line.starts_with('*') {
            return None;
        }
        let (serial, rest) = line.split_once(char::is_whitespace)?;
        let rest = rest.trim_start();
        let is_about = |word: &str| {
            word.split_once(':').is_some_and(|(key, _)| !key.is_empty() && key.bytes().all(is_key_byte))
        };
        if rest.starts_with("no permissions") {
            let state = DeviceState::NoPermissions;
            return Some(Attached { serial: serial.to_owned(), state, about: Vec::new() });
        }
        let mut words = rest.split_whitespace();
        let state = DeviceState::from_word(words.next()?);
        let about = words.filter(|word| is_about(word)).filter_map(|word| word.split_once(':'));
        let about = about.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        Some(Attached { serial: serial.to_owned(), state, about })
    };
    text.lines().filter_map(read).collect()
}

fn is_key_byte(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_lists_are_read() {
        let long = "List of devices attached\n\
                    10.0.0.2:5555          device product:sdk model:Pixel_9 device:x transport_id:1\n\
                    ABC\tunauthorized usb:1-2 transport_id:2\n\
                    ????????????           no permissions (are your udev rules wrong?); see [http://x]\n\n";
        let read = read_devices(long);
        assert_eq!(read.len(), 3);
        assert_eq!((read[0].serial.as_str(), &read[0].state), ("10.0.0.2:5555", &DeviceState::Ready));
        assert_eq!(read[0].get("model"), Some("Pixel_9"));
        assert_eq!(read[1].state, DeviceState::Unauthorized);
        assert!(read[1].state.advice().is_some_and(|advice| advice.contains("Allow USB debugging")));
        assert_eq!(read[2].state, DeviceState::NoPermissions);
        assert_eq!(read_devices("emulator-5554\toffline\n")[0].state, DeviceState::Offline);
    }

    #[test]
    fn networked_serials_are_told_from_others() {
        assert!(Attached::is_networked("127.0.0.1:5555") && Attached::is_networked("[::1]:5555"));
        assert!(!Attached::is_networked("emulator-5554") && !Attached::is_networked("R58M:x"));
    }
}
