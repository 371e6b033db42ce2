//! Ports of this machine that lead to sockets of the device. Skink itself opens `localabstract:` streams
//! through the transport and needs none; other tools do, and forwards are lost with the transport.

use super::{Adb, AdbError, Deadline};

impl Adb {
    /// Leads `local` (`tcp:0` for any free port) to `remote`, such as `localabstract:NAME`; gives the port.
    pub fn forward(&self, local: &str, remote: &str, deadline: Deadline) -> Result<Option<u16>, AdbError> {
        let doing = format!("forwarding {local} to {remote}");
        let mut stream = self.server().open(&doing, deadline)?;
        stream.request(&format!("host-serial:{}:forward:{local};{remote}", self.serial()), &doing)?;
        // The first answer is the server's, the second the device's.
        stream.status(&doing)?;
        match local {
            "tcp:0" => {
                let port = stream.text(&doing)?;
                let port =
                    port.trim().parse().map_err(|_| AdbError::protocol(&doing, format!("{port:?}")))?;
                Ok(Some(port))
            }
            _ => Ok(local.strip_prefix("tcp:").and_then(|port| port.parse().ok())),
        }
    }

    /// Ends a forward.
    pub fn remove_forward(&self, local: &str, deadline: Deadline) -> Result<(), AdbError> {
        let doing = format!("ending the forward of {local}");
        let mut stream = self.server().open(&doing, deadline)?;
        stream.request(&format!("host-serial:{}:killforward:{local}", self.serial()), &doing)
    }

    /// All forwards of this device: local, remote.
    pub fn forwards(&self, deadline: Deadline) -> Result<Vec<(String, String)>, AdbError> {
        let doing = "listing forwards";
        let list =
            self.server().ask(&format!("host-serial:{}:list-forward", self.serial()), doing, deadline)?;
        let read = |line: &str| {
            let mut words = line.split_whitespace();
            let ours = words.next()? == self.serial();
            let pair = (words.next()?.to_owned(), words.next()?.to_owned());
            ours.then_some(pair)
        };
        Ok(list.lines().filter_map(read).collect())
    }
}
