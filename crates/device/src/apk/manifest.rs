//! What a manifest says of an app: package, activities and which of them the launcher shows, permissions,
//! processes, versions of Android.

use super::axml::{Attribute, Part, Value};
use crate::shell::Component;

/// What is known of an app from its manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// The package.
    pub package: String,
    /// The name of the split, empty for a base APK.
    pub split: String,
    /// Version for people, where it is not a resource.
    pub version_name: Option<String>,
    /// Version for Android.
    pub version_code: Option<u64>,
    /// Lowest API level; 1 where the manifest is silent.
    pub min_sdk: u32,
    /// API level it was written for.
    pub target_sdk: Option<u32>,
    /// The activity that the launcher starts; of several, the first. An alias counts under its own name.
    pub launcher: Option<Component>,
    /// All activities, by full class name; aliases included.
    pub activities: Vec<String>,
    /// Permissions it asks for.
    pub permissions: Vec<String>,
    /// Names of processes other than the package's own.
    pub processes: Vec<String>,
    /// Whether it may be debugged.
    pub debuggable: bool,
}

const NAME: u32 = 0x0101_0003;
const ENABLED: u32 = 0x0101_000e;
const DEBUGGABLE: u32 = 0x0101_000f;
const PROCESS: u32 = 0x0101_0011;
const MIN_SDK: u32 = 0x0101_020c;
const VERSION_CODE: u32 = 0x0101_021b;
const VERSION_NAME: u32 = 0x0101_021c;
const TARGET_SDK: u32 = 0x0101_0270;

fn find<'a>(attributes: &'a [Attribute], id: u32, name: &str) -> Option<&'a Value> {
    let by_id = attributes.iter().find(|a| a.id == id && id != 0);
    by_id.or_else(|| attributes.iter().find(|a| a.id == 0 && a.name == name)).map(|a| &a.value)
}

fn text(attributes: &[Attribute], id: u32, name: &str) -> Option<String> {
    match find(attributes, id, name)? {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    }
}

fn number(attributes: &[Attribute], id: u32, name: &str) -> Option<i64> {
    match find(attributes, id, name)? {
        Value::Number(number) => Some(*number),
        Value::Text(text) => text.parse().ok(),
        _ => None,
    }
}

/// An activity whose filters are being read.
#[derive(Default)]
struct Open {
    class: String,
    enabled: bool,
    main: bool,
    launcher: bool,
}

impl Manifest {
    /// Takes it from the document's parts; `None` where no package is named.
    pub(crate) fn of(parts: &[Part]) -> Option<Manifest> {
        let mut manifest = Manifest { min_sdk: 1, ..Manifest::default() };
        let mut path: Vec<&str> = Vec::new();
        let mut open: Option<Open> = None;
        for part in parts {
            let Part::Start { name, attributes } = part else {
                if path.pop().is_some_and(|name| name == "activity" || name == "activity-alias") {
                    open = None;
                }
                continue;
            };
            path.push(name);
            match (path.len(), name.as_str()) {
                (1, "manifest") => manifest.read_root(attributes),
                (2, "uses-sdk") => {
                    let sdk = |id, name| number(attributes, id, name).and_then(|n| u32::try_from(n).ok());
                    manifest.min_sdk = sdk(MIN_SDK, "minSdkVersion").unwrap_or(1);
                    manifest.target_sdk = sdk(TARGET_SDK, "targetSdkVersion");
                }
                (2, "uses-permission" | "uses-permission-sdk-23") => {
                    manifest.permissions.extend(text(attributes, NAME, "name"));
                }
                (2, "application") => {
                    manifest.debuggable =
                        find(attributes, DEBUGGABLE, "debuggable") == Some(&Value::Bool(true));
                    manifest.read_process(attributes);
                }
                (3, "activity" | "activity-alias") => {
                    let class = manifest.full_class(&text(attributes, NAME, "name").unwrap_or_default());
                    let enabled = find(attributes, ENABLED, "enabled") != Some(&Value::Bool(false));
                    manifest.activities.push(class.clone());
                    manifest.read_process(attributes);
                    open = Some(Open { class, enabled, ..Open::default() });
                }
                (3, "service" | "provider" | "receiver") => manifest.read_process(attributes),
                (4, "intent-filter") => {
                    if let Some(open) = &mut open {
                        (open.main, open.launcher) = (false, false);
                    }
                }
                (5, "action" | "category") => {
                    let Some(open) = &mut open else { continue };
                    let value = text(attributes, NAME, "name").unwrap_or_default();
                    open.main |= value == "android.intent.action.MAIN";
                    open.launcher |= value == "android.intent.category.LAUNCHER"
                        || value == "android.intent.category.LEANBACK_LAUNCHER";
                    if open.main && open.launcher && open.enabled && manifest.launcher.is_none() {
                        let component =
                            Component { package: manifest.package.clone(), class: open.class.clone() };
                        manifest.launcher = Some(component);
                    }
                }
                _ => {}
            }
        }
        (!manifest.package.is_empty()).then_some(manifest)
    }

    fn read_root(&mut self, attributes: &[Attribute]) {
        self.package = text(attributes, 0, "package").unwrap_or_default();
        self.split = text(attributes, 0, "split").unwrap_or_default();
        self.version_name = text(attributes, VERSION_NAME, "versionName");
        self.version_code =
            number(attributes, VERSION_CODE, "versionCode").map(|code| u64::from(code as u32));
    }

    /// `.Main` and `Main` are within the package.
    fn full_class(&self, class: &str) -> String {
        match (class.starts_with('.'), class.contains('.')) {
            (true, _) => format!("{}{class}", self.package),
            (false, false) => format!("{}.{class}", self.package),
            (false, true) => class.to_owned(),
        }
    }

    fn read_process(&mut self, attributes: &[Attribute]) {
        let Some(process) = text(attributes, PROCESS, "process").filter(|process| !process.is_empty()) else {
            return;
        };
        let full = if process.starts_with(':') { format!("{}{process}", self.package) } else { process };
        if full != self.package && !self.processes.contains(&full) {
            self.processes.push(full);
        }
    }
}
