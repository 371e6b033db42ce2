//! `dumpsys package PACKAGE`: version, launcher activity, permissions, for apps that are installed already.

use super::{Component, lines, value_of};

/// What is known of an installed package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageInfo {
    /// Version for people.
    pub version_name: Option<String>,
    /// Version for Android.
    pub version_code: Option<u64>,
    /// Lowest API level it runs on.
    pub min_sdk: Option<u32>,
    /// API level it was written for.
    pub target_sdk: Option<u32>,
    /// The activity that the launcher starts; of several, the first.
    pub launcher: Option<Component>,
    /// Permissions it asks for.
    pub requested: Vec<String>,
    /// Permissions of those that the user grants at run time, and whether they are granted.
    pub runtime: Vec<(String, bool)>,
    /// Whether Android calls it debuggable.
    pub debuggable: bool,
    /// When it was last installed, in Android's words.
    pub last_update: Option<String>,
}

#[derive(PartialEq)]
enum Section {
    None,
    Activities,
    Package,
}

#[derive(PartialEq)]
enum List {
    None,
    Requested,
    Runtime,
}

/// Reads the dump; `None` where it holds no such package.
pub fn read_package(text: &str, package: &str) -> Option<PackageInfo> {
    let mut info = PackageInfo::default();
    let mut known = false;
    let mut section = Section::None;
    let mut list = List::None;
    let mut margin = 0;
    let mut filter: Option<(Component, bool, bool)> = None;
    for line in lines(text) {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        // `pm dump` prints the same two columns further in.
        if trimmed.starts_with("Activity Resolver Table") {
            (section, margin, filter) = (Section::Activities, indent, None);
        } else if indent <= margin && !trimmed.is_empty() {
            (section, filter) = (Section::None, None);
        }
        if let Some(rest) = trimmed.strip_prefix("Package [") {
            let ours = rest.split(']').next() == Some(package);
            section = if ours { Section::Package } else { Section::None };
            // A hidden copy of a system app follows under the same name: the first is the one that runs.
            if ours && known {
                section = Section::None;
            }
            known |= ours;
            list = List::None;
            continue;
        }
        match section {
            Section::Activities => read_filter_line(trimmed, package, &mut filter, &mut info),
            Section::Package => read_package_line(trimmed, &mut list, &mut info),
            Section::None => {}
        }
    }
    known.then_some(info)
}

/// `211c com.example/.Main filter 21ee` opens a filter; its actions and categories follow.
fn read_filter_line(
    line: &str,
    package: &str,
    filter: &mut Option<(Component, bool, bool)>,
    info: &mut PackageInfo,
) {
    let mut words = line.split_whitespace();
    if let (Some(_), Some(component)) = (words.next(), words.next().and_then(Component::parse)) {
        *filter = (component.package == package).then_some((component, false, false));
        return;
    }
    let Some((component, main, launcher)) = filter else { return };
    *main |= line == "Action: \"android.intent.action.MAIN\"";
    *launcher |= line == "Category: \"android.intent.category.LAUNCHER\"";
    if *main && *launcher && info.launcher.is_none() {
        info.launcher = Some(component.clone());
    }
}

fn read_package_line(line: &str, list: &mut List, info: &mut PackageInfo) {
    let number = |key: &str| value_of(line, key).and_then(|value| value.parse().ok());
    if line.ends_with(':') || line.starts_with("User ") {
        *list = match line {
            "requested permissions:" => List::Requested,
            "grantedPermissions:" => List::Requested,
            "runtime permissions:" => List::Runtime,
            _ => List::None,
        };
        return;
    }
    info.version_code = info.version_code.or_else(|| number("versionCode="));
    info.min_sdk = info.min_sdk.or_else(|| number("minSdk=").and_then(|n| u32::try_from(n).ok()));
    info.target_sdk = info.target_sdk.or_else(|| number("targetSdk=").and_then(|n| u32::try_from(n).ok()));
    if info.version_name.is_none() {
        info.version_name = line.strip_prefix("versionName=").map(str::to_owned);
    }
    if info.last_update.is_none() {
        info.last_update = line.strip_prefix("lastUpdateTime=").map(|time| time.trim().to_owned());
    }
    info.debuggable |= line.starts_with("flags=[") && line.contains(" DEBUGGABLE ");
    let name = line.split([':', ' ', ',']).next().unwrap_or(line);
    if !name.contains('.') || name.contains('=') {
        return;
    }
    match list {
        List::Requested => {
            if !info.requested.iter().any(|known| known == name) {
                info.requested.push(name.to_owned());
            }
        }
        List::Runtime => {
            let granted = value_of(line, "granted=").map(|value| value.trim_end_matches(',')) == Some("true");
            info.runtime.push((name.to_owned(), granted));
        }
        List::None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUMP: &str = "\
Activity Resolver Table:
  Non-Data Actions:
      android.intent.action.MAIN:
        1a2b com.other/.Main filter 3c
          Action: \"android.intent.action.MAIN\"
          Category: \"android.intent.category.LAUNCHER\"
        1a2b com.example/.ui.Second filter 3c
          Action: \"android.intent.action.MAIN\"
          Category: \"android.intent.category.INFO\"
        1a2c com.example/.ui.Main filter 3d
          Action: \"android.intent.action.MAIN\"
          Category: \"android.intent.category.DEFAULT\"
          Category: \"android.intent.category.LAUNCHER\"

Packages:
  Package [com.example] (21228e78):
    userId=10045 gids=[1028, 1015, 3003]
    versionCode=23 minSdk=16 targetSdk=27
    versionName=0.3.9 beta
    flags=[ DEBUGGABLE HAS_CODE ]
    requested permissions:
      android.permission.CAMERA
      com.example.permission.X: restricted=true
    install permissions:
      android.permission.INTERNET: granted=true
    User 0: ceDataInode=1 installed=true hidden=false
      runtime permissions:
        android.permission.CAMERA: granted=false, flags=[ USER_SENSITIVE ]
        android.permission.RECORD_AUDIO: granted=true
Hidden system packages:
  Package [com.example] (1):
    versionCode=1 targetSdk=1
";

    #[test]
    fn version_launcher_and_permissions_are_read() {
        let info = read_package(&DUMP.replace('\n', "\r\n"), "com.example").expect("there");
        assert_eq!(info.launcher, Component::parse("com.example/.ui.Main"));
        assert_eq!((info.version_code, info.min_sdk, info.target_sdk), (Some(23), Some(16), Some(27)));
        assert_eq!(info.version_name.as_deref(), Some("0.3.9 beta"));
        assert!(info.debuggable);
        assert_eq!(info.requested, ["android.permission.CAMERA", "com.example.permission.X"]);
        let camera = ("android.permission.CAMERA".to_owned(), false);
        assert_eq!(info.runtime, [camera, ("android.permission.RECORD_AUDIO".to_owned(), true)]);
    }

    #[test]
    fn a_package_that_is_not_there_is_none() {
        assert_eq!(read_package(DUMP, "com.exam"), None);
        assert_eq!(read_package("Unable to find package: x\n", "x"), None);
        assert_eq!(read_package("", ""), None);
    }
}
