//! A crash or hang of an app, and which of them are the same.
//!
//! Identity is the normalised stack: exception types and methods without messages, line numbers and the
//! numbers compilers give to lambdas and inner classes, so that the same fault with other data is one bug.

use serde::{Deserialize, Serialize};

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CrashKind {
    /// An exception nobody caught.
    Java,
    /// A signal in native code.
    Native,
    /// The app did not respond.
    Anr,
}

/// An app's process that died of an error, or hung.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crash {
    /// What went wrong.
    pub kind: CrashKind,
    /// Whose process.
    pub process: String,
    /// Exception class, signal, or why it counts as hung.
    pub exception: String,
    /// The exception's message: data, not identity.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// The stack from the innermost frame; `Caused by:` lines stand where they stood.
    pub stack: Vec<String>,
}

/// Frames looked at for identity, in each part of the stack (before the first and after each `Caused by`).
const IDENTITY_FRAMES: usize = 8;

impl Crash {
    /// The text that two crashes of the same bug share.
    pub fn identity(&self) -> String {
        let mut parts = vec![format!("{:?} {}", self.kind, self.exception)];
        let mut frames = 0;
        for line in &self.stack {
            if let Some(cause) = line.trim().strip_prefix("Caused by: ") {
                frames = 0;
                parts.push(format!("caused by {}", cause.split(':').next().unwrap_or(cause)));
            } else if frames < IDENTITY_FRAMES {
                frames += 1;
                parts.push(normalise(line));
            }
        }
        parts.join("\n")
    }

    /// A short stable name made from [`Crash::identity`].
    pub fn id(&self) -> String {
        let hash = blake3::hash(self.identity().as_bytes()).to_hex();
        let kind = match self.kind {
            CrashKind::Java => "crash",
            CrashKind::Native => "native",
            CrashKind::Anr => "anr",
        };
        format!("{kind}-{}", &hash[..8])
    }

    /// One line for people: what was thrown, and where the app's own code was.
    pub fn title(&self) -> String {
        let short = |name: &str| name.rsplit('.').next().unwrap_or(name).to_owned();
        let what = match self.kind {
            CrashKind::Anr => "Not responding".to_owned(),
            _ => short(&self.exception),
        };
        let package: Vec<&str> = self.process.split(['.', ':']).take(2).collect();
        let own = |line: &&String| line.trim().trim_start_matches("at ").starts_with(&package.join("."));
        match self.stack.iter().find(own).or(self.stack.first()) {
            Some(frame) => {
                let method = normalise(frame);
                let mut names = method.rsplit('.');
                match (names.next(), names.next()) {
                    (Some(method), Some(class)) => format!("{what} in {class}.{method}"),
                    _ => format!("{what} in {method}"),
                }
            }
            None => what,
        }
    }
}

/// `at com.example.Note$3.lambda$save$0(Note.java:12)` becomes `com.example.Note.lambda.save`.
fn normalise(frame: &str) -> String {
    let frame = frame.trim().trim_start_matches("at ");
    let method = frame.split('(').next().unwrap_or(frame);
    let named = |part: &&str| !part.is_empty() && !part.bytes().all(|b| b.is_ascii_digit());
    method
        .split('.')
        .map(|name| name.split('$').filter(named).collect::<Vec<_>>().join("."))
        .collect::<Vec<_>>()
        .join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crash(message: &str, stack: &[&str]) -> Crash {
        Crash {
            kind: CrashKind::Java,
            process: "com.example.notes".into(),
            exception: "java.lang.IllegalStateException".into(),
            message: message.into(),
            stack: stack.iter().map(|s| (*s).to_owned()).collect(),
        }
    }

    #[test]
    fn data_and_compiler_numbers_are_not_identity() {
        let a = crash("note 3", &["at com.example.notes.Note$3.lambda$save$0(Note.java:12)"]);
        let b = crash("note 7", &["at com.example.notes.Note$4.lambda$save$2(Note.java:19)"]);
        assert_eq!(a.id(), b.id());
    }

    #[test]
    fn another_method_or_cause_is_another_bug() {
        let a = crash("", &["at com.example.notes.Note.save(Note.java:12)"]);
        let b = crash("", &["at com.example.notes.Note.load(Note.java:12)"]);
        let c = crash(
            "",
            &["at com.example.notes.Note.save(Note.java:12)", "Caused by: java.io.IOException: disk"],
        );
        assert_ne!(a.id(), b.id());
        assert_ne!(a.id(), c.id());
    }

    #[test]
    fn the_title_names_the_apps_own_code() {
        let crash = crash(
            "x",
            &["at java.util.ArrayList.get(A.java:1)", "at com.example.notes.ListPage.open(L.java:2)"],
        );
        assert_eq!(crash.title(), "IllegalStateException in ListPage.open");
    }
}
