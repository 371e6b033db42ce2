//! `skink record`: a property by demonstration. The recording itself lives in the property crate; here it meets a
//! page in the browser, or the terminal, and a file.

mod page;
mod terminal;

use std::path::{Path, PathBuf};

use skink_explore::AvoidSettings;
use skink_property::{PropertyFile, Recording, Saved};

use crate::app::{self, PhoneOptions};
use crate::args::Record;
use crate::failure::Failure;

pub(crate) fn run(args: &Record, json: bool) -> Result<u8, Failure> {
    let doing = format!("recording on {}", args.app);
    if json {
        return Err(
            Failure::usage(doing, "a recording has no result to print as JSON").hint("leave --json out")
        );
    }
    let path = args.properties.clone().unwrap_or_else(|| default_path(&args.app));
    let file = read(&path)?;
    // A person chooses every touch.
    let device =
        app::open(&args.app, None, &PhoneOptions::of(&args.phone).avoiding(AvoidSettings::nothing()))?;
    let package = device.package().to_owned();
    if let Some(other) = file.app.as_ref().filter(|app| **app != package) {
        let problem = format!("{} is about {other}, not {package}", path.display());
        return Err(Failure::usage(doing, problem).hint("give another --properties FILE"));
    }
    let recording = Recording::new(device, file).map_err(|e| Failure::device(&doing, e.to_string()))?;
    let session = Session { recording, path };
    if args.tty { terminal::run(session, &doing) } else { page::serve(session, args.port, &doing) }
}

/// `sample:files` and `com.example.files` both give `files.properties.toml`.
fn default_path(app: &str) -> PathBuf {
    let name = app.trim_end_matches(".apk").rsplit([':', '/', '.', '\\']).next().unwrap_or("app");
    PathBuf::from(format!("{name}.properties.toml"))
}

/// The properties that are there already; a file that is not there yet is an empty one.
fn read(path: &Path) -> Result<PropertyFile, Failure> {
    let doing = format!("reading properties from {}", path.display());
    match std::fs::read_to_string(path) {
        Ok(text) => PropertyFile::parse(&text).map_err(|e| Failure::usage(doing, e.to_string())),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(PropertyFile::default()),
        Err(e) => Err(Failure::usage(doing, e.to_string())),
    }
}

/// A recording and the file it goes to.
struct Session {
    recording: Recording,
    path: PathBuf,
}

impl Session {
    /// Writes the finished property; says what was done.
    fn save(&mut self) -> Result<String, String> {
        let Saved { name, addition, whole } = self.recording.take().map_err(|e| e.to_string())?;
        let before = std::fs::read_to_string(&self.path).unwrap_or_default();
        let (text, note) = match addition {
            // What people wrote themselves, comments included, stays as it is.
            Some(addition) if before.trim().is_empty() => (addition, ""),
            Some(addition) => (format!("{}\n\n{addition}", before.trim_end()), ""),
            None => (whole, " (written anew, because a data type changed; comments are lost)"),
        };
        let failed = |e: std::io::Error| format!("cannot write {}: {e}", self.path.display());
        let beside = self.path.with_extension("toml.new");
        std::fs::write(&beside, text).map_err(failed)?;
        std::fs::rename(&beside, &self.path).map_err(failed)?;
        Ok(format!("saved \"{name}\" to {}{note}", self.path.display()))
    }
}
