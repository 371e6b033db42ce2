//! `getprop`: what a device says of itself.

use std::collections::BTreeMap;

/// A device's properties.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Properties(BTreeMap<String, String>);

impl Properties {
    /// One of them, where it is set.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// Number of properties.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The API level, such as 19 for Android 4.4.
    pub fn api(&self) -> Option<u32> {
        self.get("ro.build.version.sdk")?.trim().parse().ok()
    }

    /// The Android version, such as `4.4.2`.
    pub fn release(&self) -> Option<&str> {
        self.get("ro.build.version.release")
    }

    /// Maker and model, for people.
    pub fn model(&self) -> String {
        let model = self.get("ro.product.model").unwrap_or("unknown model");
        match self.get("ro.product.manufacturer") {
            Some(maker) if !model.to_lowercase().starts_with(&maker.to_lowercase()) && maker != "unknown" => {
                format!("{maker} {model}")
            }
            _ => model.to_owned(),
        }
    }

    /// Whether it has booted.
    pub fn booted(&self) -> bool {
        self.get("sys.boot_completed") == Some("1")
    }
}

/// Reads `[key]: [value]` lines; a value may go over several.
pub fn read_properties(text: &str) -> Properties {
    let mut all = BTreeMap::new();
    let mut open: Option<(String, String)> = None;
    for line in super::lines(text) {
        if let Some((key, mut value)) = open.take() {
            value.push('\n');
            match line.strip_suffix(']') {
                Some(last) => {
                    value.push_str(last);
                    all.insert(key, value);
                }
                None => {
                    value.push_str(line);
                    open = Some((key, value));
                }
            }
            continue;
        }
        let Some((key, value)) = line.strip_prefix('[').and_then(|rest| rest.split_once("]: [")) else {
            continue;
        };
        match value.strip_suffix(']') {
            Some(value) => {
                all.insert(key.to_owned(), value.to_owned());
            }
            None => open = Some((key.to_owned(), value.to_owned())),
        }
    }
    Properties(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_read_even_over_several_lines() {
        let text = "[ro.build.version.sdk]: [19]\r\n[a]: [one\r\ntwo]\r\n[sys.boot_completed]: [1]\r\n[e]: []\r\nx\r\n\
                    [ro.product.model]: [Phone 3]\r\n[ro.product.manufacturer]: [Acme]\r\n";
        let read = read_properties(text);
        assert_eq!(read.api(), Some(19));
        assert_eq!(read.get("a"), Some("one\ntwo"));
        assert!(read.booted() && read.get("e").is_none());
        assert_eq!(read.model(), "Acme Phone 3");
    }
}
