//! `uiautomator dump`: what it says. It says "dumped" even where it could not write the file, and says nothing
//! where it died; so the file decides, and the words only tell why there is none.

use super::lines;

/// What the words tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DumpResult {
    /// A file should be there.
    Written,
    /// The screen never came to rest: no dump can be had of it.
    NeverIdle,
    /// There was no window to read, as during a transition.
    NoRoot,
    /// It died without a word: a character it cannot write (emoji before Android 7), or another
    /// accessibility client on the device.
    Died,
    /// Another error.
    Error(String),
}

/// Reads what `uiautomator dump` prints.
pub fn read_dump_message(text: &str) -> DumpResult {
    let mut died = true;
    for line in lines(text).map(str::trim).filter(|line| !line.is_empty()) {
        // Android writes "hierchary"; later versions may learn to spell.
        if line.contains("dumped to:") {
            return DumpResult::Written;
        }
        if line.contains("could not get idle state") {
            return DumpResult::NeverIdle;
        }
        if line.contains("null root node") {
            return DumpResult::NoRoot;
        }
        if let Some(why) = line.strip_prefix("ERROR:") {
            return DumpResult::Error(why.trim().to_owned());
        }
        if line.contains("Exception") || line.contains("not found") || line.starts_with("Usage:") {
            return DumpResult::Error(line.to_owned());
        }
        died &= line.starts_with("Killed") || line.starts_with("Aborted");
    }
    match died {
        true => DumpResult::Died,
        false => DumpResult::Error(lines(text).find(|line| !line.trim().is_empty()).unwrap_or("").to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_to_fail_is_told() {
        assert_eq!(read_dump_message("UI hierchary dumped to: /x.xml\r\n"), DumpResult::Written);
        assert_eq!(read_dump_message("ERROR: could not get idle state.\r\n"), DumpResult::NeverIdle);
        assert_eq!(
            read_dump_message("ERROR: null root node returned by UiTestAutomationBridge.\n"),
            DumpResult::NoRoot
        );
        assert_eq!(read_dump_message(""), DumpResult::Died);
        assert_eq!(read_dump_message("Killed \r\n"), DumpResult::Died);
        let missing = "/system/bin/sh: uiautomator: not found\n";
        assert!(matches!(read_dump_message(missing), DumpResult::Error(_)));
        assert_eq!(read_dump_message("ERROR: x"), DumpResult::Error("x".into()));
    }
}
