//! The phone's files: a few folders in memory that anybody may write to, and a few files of the system's that
//! can be read.

use std::collections::BTreeMap;

/// All files together hold no more bytes.
const MAX_BYTES: usize = 256 << 20;

/// What happens to who writes elsewhere.
const READ_ONLY: &str = "Read-only file system";
const DENIED: &str = "Permission denied";
const MISSING: &str = "No such file or directory";

/// A file or a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The content; `None` for a folder.
    pub(crate) bytes: Option<Vec<u8>>,
    /// Permission bits.
    pub(crate) mode: u32,
    /// Seconds since 1970.
    pub(crate) changed: u64,
}

/// The file system.
pub(crate) struct Files {
    entries: BTreeMap<String, Entry>,
}

/// Folders in which anybody may write.
const WRITABLE: [&str; 3] = ["/data/local/tmp", "/storage/emulated/0", "/dev"];

impl Files {
    pub(crate) fn new(now: u64) -> Self {
        let mut files = Self { entries: BTreeMap::new() };
        for folder in [
            "/",
            "/data",
            "/data/local",
            "/data/local/tmp",
            "/storage",
            "/storage/emulated",
            "/storage/emulated/0",
            "/storage/emulated/0/Alarms",
            "/storage/emulated/0/Android",
            "/storage/emulated/0/DCIM",
            "/storage/emulated/0/Download",
            "/storage/emulated/0/Movies",
            "/storage/emulated/0/Music",
            "/storage/emulated/0/Notifications",
            "/storage/emulated/0/Pictures",
            "/storage/emulated/0/Podcasts",
            "/storage/emulated/0/Ringtones",
            "/proc",
            "/dev",
            "/system",
            "/system/bin",
        ] {
            files.entries.insert(folder.into(), Entry { bytes: None, mode: 0o771, changed: now });
        }
        for (name, text) in [
            ("/proc/uptime", "1407.06 1516.27\n"),
            ("/proc/sys/kernel/random/boot_id", "5b3c0ffe-0000-4000-8000-000000000001\n"),
            ("/proc/version", "Linux version 5.10 (skink)\n"),
        ] {
            let bytes = Some(text.as_bytes().to_vec());
            files.entries.insert(name.into(), Entry { bytes, mode: 0o444, changed: now });
        }
        files
    }

    pub(crate) fn get(&self, path: &str) -> Option<&Entry> {
        self.entries.get(&real(path))
    }

    pub(crate) fn is_folder(&self, path: &str) -> bool {
        self.get(path).is_some_and(|entry| entry.bytes.is_none())
    }

    pub(crate) fn read(&self, path: &str) -> Result<&[u8], &'static str> {
        match self.get(path) {
            Some(Entry { bytes: Some(bytes), .. }) => Ok(bytes),
            Some(_) => Err("Is a directory"),
            None if path == "/dev/null" => Ok(&[]),
            None => Err(MISSING),
        }
    }

    /// Whether somebody may write there, and why not.
    fn may_write(&self, path: &str) -> Result<(), &'static str> {
        let inside = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        if WRITABLE.iter().any(|folder| inside(folder)) {
            return Ok(());
        }
        Err(if path.starts_with("/proc") || path.starts_with("/data") { DENIED } else { READ_ONLY })
    }

    /// Writes a file anew, or to its end.
    pub(crate) fn write(
        &mut self,
        path: &str,
        bytes: &[u8],
        append: bool,
        now: u64,
    ) -> Result<(), &'static str> {
        let path = real(path);
        self.may_write(&path)?;
        let folder = path.rsplit_once('/').map_or("/", |(folder, _)| folder);
        if !self.is_folder(folder) {
            return Err(MISSING);
        }
        let held: usize = self.entries.values().filter_map(|entry| entry.bytes.as_ref()).map(Vec::len).sum();
        if held + bytes.len() > MAX_BYTES {
            return Err("No space left on device");
        }
        let new = Entry { bytes: Some(Vec::new()), mode: 0o660, changed: now };
        let entry = self.entries.entry(path).or_insert(new);
        let Some(content) = &mut entry.bytes else { return Err("Is a directory") };
        if entry.mode & 0o200 == 0 {
            return Err(DENIED);
        }
        if !append {
            content.clear();
        }
        content.extend_from_slice(bytes);
        entry.changed = now;
        Ok(())
    }

    pub(crate) fn set_mode(&mut self, path: &str, mode: u32) -> Result<(), &'static str> {
        let path = real(path);
        self.may_write(&path)?;
        self.entries.get_mut(&path).map(|entry| entry.mode = mode & 0o7777).ok_or(MISSING)
    }

    pub(crate) fn set_changed(&mut self, path: &str, changed: u64) {
        if let Some(entry) = self.entries.get_mut(&real(path)) {
            entry.changed = changed;
        }
    }

    /// Makes a folder; with `parents` also those above, and one that is there already is fine.
    pub(crate) fn make_folder(&mut self, path: &str, parents: bool, now: u64) -> Result<(), &'static str> {
        let path = real(path);
        if self.is_folder(&path) {
            return if parents { Ok(()) } else { Err("File exists") };
        }
        self.may_write(&path)?;
        let folder = path.rsplit_once('/').map_or("/", |(folder, _)| folder).to_owned();
        match self.get(&folder) {
            Some(Entry { bytes: None, .. }) => {}
            None if parents => self.make_folder(&folder, true, now)?,
            _ => return Err(MISSING),
        }
        self.entries.insert(path, Entry { bytes: None, mode: 0o770, changed: now });
        Ok(())
    }

    /// Removes a file, or with `deep` also a folder and what is in it.
    pub(crate) fn remove(&mut self, path: &str, deep: bool) -> Result<(), &'static str> {
        let path = real(path);
        match self.entries.get(&path) {
            None => return Err(MISSING),
            Some(entry) if entry.bytes.is_none() && !deep => return Err("Is a directory"),
            Some(_) => self.may_write(&path)?,
        }
        let inside = format!("{path}/");
        self.entries.retain(|name, _| *name != path && !name.starts_with(&inside));
        Ok(())
    }

    pub(crate) fn rename(&mut self, from: &str, to: &str) -> Result<(), &'static str> {
        let (from, mut to) = (real(from), real(to));
        self.may_write(&from)?;
        if self.is_folder(&to) {
            to = join(&to, from.rsplit('/').next().unwrap_or_default());
        }
        self.may_write(&to)?;
        let entry = self.entries.remove(&from).ok_or(MISSING)?;
        self.entries.insert(to, entry);
        Ok(())
    }

    /// Names in a folder; `None` where it is none.
    pub(crate) fn list(&self, path: &str) -> Option<Vec<String>> {
        let path = real(path);
        if !self.is_folder(&path) {
            return None;
        }
        let inside = if path == "/" { path } else { format!("{path}/") };
        let names = self.entries.range(inside.clone()..).map(|(name, _)| name);
        let names = names.take_while(|name| name.starts_with(&inside)).map(|name| &name[inside.len()..]);
        let mut names: Vec<String> =
            names.filter(|n| !n.is_empty() && !n.contains('/')).map(str::to_owned).collect();
        if inside == "/" {
            names.push("sdcard".into());
        }
        Some(names)
    }
}

/// A path in a folder, without dots and doubled slashes.
pub(crate) fn join(folder: &str, name: &str) -> String {
    let whole = if name.starts_with('/') { name.to_owned() } else { format!("{folder}/{name}") };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// The path behind Android's other names for the shared storage.
fn real(path: &str) -> String {
    let path = join("/", path);
    for alias in ["/sdcard", "/storage/self/primary", "/storage/emulated/legacy", "/mnt/sdcard"] {
        if let Some(rest) = path.strip_prefix(alias)
            && (rest.is_empty() || rest.starts_with('/'))
        {
            return format!("/storage/emulated/0{rest}");
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_is_for_the_shared_folders_only() {
        let mut files = Files::new(0);
        assert_eq!(files.write("/sdcard/a.xml", b"x", false, 1), Ok(()));
        assert_eq!(files.read("/storage/emulated/0/a.xml"), Ok(&b"x"[..]));
        assert_eq!(files.write("/proc/x", b"x", false, 1), Err(DENIED));
        assert_eq!(files.write("/system/x", b"x", false, 1), Err(READ_ONLY));
        assert_eq!(files.write("/data/local/tmp/no/x", b"x", false, 1), Err(MISSING));
        assert_eq!(files.write("/data/local/tmp/../../x", b"x", false, 1), Err(DENIED));
        files.make_folder("/data/local/tmp/a/b", true, 1).unwrap();
        files.write("/data/local/tmp/a/b/f", b"1", false, 1).unwrap();
        files.write("/data/local/tmp/a/b/f", b"2", true, 1).unwrap();
        assert_eq!(files.read("/data/local/tmp/a/b/f"), Ok(&b"12"[..]));
        assert_eq!(files.list("/data/local/tmp"), Some(vec!["a".into()]));
        files.remove("/data/local/tmp/a", true).unwrap();
        assert_eq!(files.read("/data/local/tmp/a/b/f"), Err(MISSING));
    }
}
