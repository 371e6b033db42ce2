//! Settings of the device that were changed, so that they can be put back: at the end, or, after a kill, when Skink
//! next opens the device. The old values are on the device before the new ones are.

use std::time::Duration;

use crate::adb::{Adb, AdbError, Deadline, quote};

/// Where the old values are kept on the device: one file for each keeper, so that none overwrites another's.
const FILE: &str = "/data/local/tmp/skink-restore";
const KEEPERS: [&str; 2] = [RUN, SCREEN];
/// What the settings of a run change.
pub(crate) const RUN: &str = "run";
/// What turning the screen changes.
pub(crate) const SCREEN: &str = "screen";
const CALL: Duration = Duration::from_secs(20);

/// A setting and the value it had.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Old {
    space: String,
    key: String,
    value: String,
}

/// What was changed on a device.
#[derive(Debug)]
pub(crate) struct Changes {
    keeper: &'static str,
    old: Vec<Old>,
}

impl Changes {
    /// Nothing was changed yet.
    pub(crate) fn new(keeper: &'static str) -> Self {
        Self { keeper, old: Vec::new() }
    }

    fn file(keeper: &str) -> String {
        format!("{FILE}-{keeper}")
    }

    /// Puts back what an earlier run, which was killed, left changed; the number of settings.
    pub(crate) fn restore_left_over(adb: &Adb) -> Result<usize, AdbError> {
        let mut count = 0;
        for keeper in KEEPERS {
            let Some(file) = adb.pull(&Self::file(keeper), Deadline::after(CALL))? else { continue };
            let mut left = Changes { keeper, old: read(&String::from_utf8_lossy(&file)) };
            count += left.old.len();
            left.restore(adb)?;
        }
        Ok(count)
    }

    /// Changes a setting. The first value it had is remembered.
    pub(crate) fn put(&mut self, adb: &Adb, space: &str, key: &str, value: &str) -> Result<(), AdbError> {
        if !self.old.iter().any(|old| old.space == space && old.key == key) {
            let before = adb.ask(&format!("settings get {space} {key}"), Deadline::after(CALL))?;
            let value = before.trim().to_owned();
            self.old.push(Old { space: space.to_owned(), key: key.to_owned(), value });
            adb.push(write(&self.old).as_bytes(), &Self::file(self.keeper), 0o644, Deadline::after(CALL))?;
        }
        adb.ask(&format!("settings put {space} {key} {}", quote(value)), Deadline::after(CALL)).map(|_| ())
    }

    /// Puts everything back.
    pub(crate) fn restore(&mut self, adb: &Adb) -> Result<(), AdbError> {
        if self.old.is_empty() {
            return Ok(());
        }
        let mut commands: Vec<String> = self.old.iter().rev().map(command).collect();
        commands.push(format!("rm -f {}", Self::file(self.keeper)));
        adb.ask(&commands.join("; "), Deadline::after(CALL))?;
        self.old.clear();
        Ok(())
    }
}

fn command(old: &Old) -> String {
    let (space, key) = (quote(&old.space), quote(&old.key));
    match old.value.as_str() {
        "null" | "" => format!("settings delete {space} {key}"),
        value => format!("settings put {space} {key} {}", quote(value)),
    }
}

fn write(all: &[Old]) -> String {
    all.iter().map(|old| format!("{} {} {}\n", old.space, old.key, old.value)).collect()
}

/// The file is on the device, where others may write: only what can be a setting is taken.
fn read(text: &str) -> Vec<Old> {
    let word = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let old = |line: &str| {
        let mut parts = line.splitn(3, ' ');
        let (space, key) = (parts.next()?, parts.next()?);
        let value = parts.next().unwrap_or("").to_owned();
        let known = matches!(space, "system" | "secure" | "global");
        (known && word(key)).then(|| Old { space: space.to_owned(), key: key.to_owned(), value })
    };
    text.lines().filter_map(old).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adb::fake::{FakeAdb, Reply};

    #[test]
    fn what_was_changed_is_put_back_even_by_the_next_run() {
        let shell = |command: &str| match command {
            "settings get system accelerometer_rotation" => Reply::ok("1\n"),
            "settings get global x" => Reply::ok("null\n"),
            _ => Reply::ok(""),
        };
        let fake = FakeAdb::start(true, shell);
        let adb = fake.open();
        let mut changes = Changes::new(RUN);
        changes.put(&adb, "system", "accelerometer_rotation", "0").expect("put");
        changes.put(&adb, "system", "accelerometer_rotation", "0").expect("put");
        changes.put(&adb, "global", "x", "2").expect("put");
        let gets = fake.commands().iter().filter(|c| c.starts_with("settings get")).count();
        assert_eq!(gets, 2, "the first value is the one that counts");
        drop(changes);
        assert_eq!(Changes::restore_left_over(&adb).expect("restored"), 2);
        let last = fake.commands().last().cloned().unwrap_or_default();
        assert_eq!(
            last,
            "settings delete global x; settings put system accelerometer_rotation 1; rm -f /data/local/tmp/skink-restore-run"
        );
    }

    #[test]
    fn a_foreign_file_cannot_smuggle_commands() {
        let left = read("system a;reboot 1\nnone key 1\nsystem key $(reboot)\n");
        assert_eq!(left.iter().map(command).collect::<Vec<_>>(), ["settings put system key '$(reboot)'"]);
    }
}
