//! `am start`: whether the activity was started. It exits with 0 before Android 7 and prints its errors among
//! other words.

use super::lines;

/// What `am start` said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartResult {
    /// It is started, or was and came to the front.
    Started,
    /// It is not, for this reason.
    Refused(String),
}

/// Reads what `am start` prints, with and without `-W`.
pub fn read_start(text: &str) -> StartResult {
    let mut started = false;
    for line in lines(text).map(str::trim) {
        let exception = line.contains("Exception: ") && line.starts_with("java.");
        // The line before says only `Error type 3`.
        if (line.starts_with("Error") && !line.starts_with("Error type")) || exception {
            let why = line.strip_prefix("Error: ").unwrap_or(line);
            return StartResult::Refused(why.to_owned());
        }
        if line.starts_with("Status: ") && line != "Status: ok" && line != "Status: timeout" {
            return StartResult::Refused(line.to_owned());
        }
        started |= line.starts_with("Starting: ") || line.starts_with("Stopping: ");
    }
    if started {
        return StartResult::Started;
    }
    let first = lines(text).map(str::trim).find(|line| !line.is_empty());
    StartResult::Refused(first.map_or("it printed nothing".to_owned(), |line| format!("it says `{line}`")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_found_among_other_words() {
        let ok = "Starting: Intent { cmp=a/.B }\r\nWarning: Activity not started, its current task has been \
                  brought to the front\r\nStatus: ok\r\nComplete\r\n";
        assert_eq!(read_start(ok), StartResult::Started);
        let missing =
            "Starting: Intent { cmp=a/.B }\nError type 3\nError: Activity class {a/a.B} does not exist.\n";
        assert_eq!(
            read_start(missing),
            StartResult::Refused("Activity class {a/a.B} does not exist.".into())
        );
        let denied =
            "Starting: Intent { cmp=a/.B }\njava.lang.SecurityException: Permission Denial: not exported\n";
        assert!(matches!(read_start(denied), StartResult::Refused(why) if why.contains("not exported")));
        assert!(matches!(read_start("usage: am [subcommand]\n"), StartResult::Refused(_)));
        assert_eq!(read_start(""), StartResult::Refused("it printed nothing".into()));
    }
}
