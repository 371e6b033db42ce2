//! APKs made here, byte by byte, so that what is read is what was written.

use super::*;
use crate::shell::Component;

/// Writes binary XML: strings as UTF-8 or UTF-16, Android's own attributes by number.
struct Writer {
    strings: Vec<String>,
    ids: Vec<u32>,
    body: Vec<u8>,
    utf8: bool,
}

const KNOWN: [(&str, u32); 6] = [
    ("name", 0x0101_0003),
    ("enabled", 0x0101_000e),
    ("process", 0x0101_0011),
    ("minSdkVersion", 0x0101_020c),
    ("versionCode", 0x0101_021b),
    ("targetSdkVersion", 0x0101_0270),
];

enum Given<'a> {
    Text(&'a str),
    Number(u32),
    Bool(bool),
}

impl Writer {
    fn new(utf8: bool) -> Writer {
        let (strings, ids) = KNOWN.iter().map(|(name, id)| ((*name).to_owned(), *id)).unzip();
        Writer { strings, ids, body: Vec::new(), utf8 }
    }

    fn string(&mut self, text: &str) -> u32 {
        let known = self.strings.iter().position(|s| s == text);
        known.unwrap_or_else(|| {
            self.strings.push(text.to_owned());
            self.strings.len() - 1
        }) as u32
    }

    fn start(&mut self, name: &str, attributes: &[(&str, Given<'_>)]) -> &mut Self {
        let name = self.string(name);
        let mut content = Vec::new();
        for (key, value) in attributes {
            let key = self.string(key);
            let (raw, kind, data) = match value {
                Given::Text(text) => {
                    let at = self.string(text);
                    (at, 0x03u8, at)
                }
                Given::Number(n) => (u32::MAX, 0x10, *n),
                Given::Bool(b) => (u32::MAX, 0x12, if *b { u32::MAX } else { 0 }),
            };
            for number in [u32::MAX, key, raw] {
                content.extend(number.to_le_bytes());
            }
            content.extend([8, 0, 0, kind]);
            content.extend(data.to_le_bytes());
        }
        let mut head = Vec::new();
        head.extend(0x0102u16.to_le_bytes());
        head.extend(16u16.to_le_bytes());
        head.extend((16 + 20 + content.len() as u32).to_le_bytes());
        head.extend([0; 8]);
        head.extend(u32::MAX.to_le_bytes());
        head.extend(name.to_le_bytes());
        for number in [20u16, 20, attributes.len() as u16, 0, 0, 0] {
            head.extend(number.to_le_bytes());
        }
        self.body.extend(head);
        self.body.extend(content);
        self
    }

    fn end(&mut self) -> &mut Self {
        self.body.extend(0x0103u16.to_le_bytes());
        self.body.extend(16u16.to_le_bytes());
        self.body.extend(24u32.to_le_bytes());
        self.body.extend([0; 16]);
        self
    }

    fn finish(&self) -> Vec<u8> {
        let (mut offsets, mut pool) = (Vec::new(), Vec::new());
        for text in &self.strings {
            offsets.extend((pool.len() as u32).to_le_bytes());
            if self.utf8 {
                pool.extend([text.chars().count() as u8, text.len() as u8]);
                pool.extend(text.as_bytes());
                pool.push(0);
            } else {
                let units: Vec<u16> = text.encode_utf16().collect();
                pool.extend((units.len() as u16).to_le_bytes());
                pool.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
                pool.extend([0, 0]);
            }
        }
        let mut strings = Vec::new();
        strings.extend(0x0001u16.to_le_bytes());
        strings.extend(28u16.to_le_bytes());
        strings.extend((28 + offsets.len() as u32 + pool.len() as u32).to_le_bytes());
        let flags = if self.utf8 { 1 << 8 } else { 0 };
        for number in [self.strings.len() as u32, 0, flags, 28 + offsets.len() as u32, 0] {
            strings.extend(number.to_le_bytes());
        }
        strings.extend(offsets);
        strings.extend(pool);
        let mut ids = Vec::new();
        ids.extend(0x0180u16.to_le_bytes());
        ids.extend(8u16.to_le_bytes());
        ids.extend((8 + 4 * self.ids.len() as u32).to_le_bytes());
        ids.extend(self.ids.iter().flat_map(|id| id.to_le_bytes()));
        let mut file = Vec::new();
        file.extend(0x0003u16.to_le_bytes());
        file.extend(8u16.to_le_bytes());
        file.extend((8 + strings.len() as u32 + ids.len() as u32 + self.body.len() as u32).to_le_bytes());
        file.extend(strings);
        file.extend(ids);
        file.extend(&self.body);
        file
    }
}

fn zip(files: &[(&str, &[u8])], deflate: bool) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let packed =
            if deflate { miniz_oxide::deflate::compress_to_vec(content, 6) } else { content.to_vec() };
        let at = bytes.len() as u32;
        let method: u16 = if deflate { 8 } else { 0 };
        let mut common = Vec::new();
        common.extend(20u16.to_le_bytes());
        common.extend(0u16.to_le_bytes());
        common.extend(method.to_le_bytes());
        common.extend([0; 8]);
        common.extend((packed.len() as u32).to_le_bytes());
        common.extend((content.len() as u32).to_le_bytes());
        common.extend((name.len() as u16).to_le_bytes());
        common.extend(0u16.to_le_bytes());
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&common);
        bytes.extend(name.as_bytes());
        bytes.extend(packed);
        directory.extend(b"PK\x01\x02");
        directory.extend(20u16.to_le_bytes());
        directory.extend(&common);
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let start = bytes.len() as u32;
    let size = directory.len() as u32;
    bytes.extend(directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend((files.len() as u16).to_le_bytes());
    bytes.extend((files.len() as u16).to_le_bytes());
    bytes.extend(size.to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0, 0]);
    bytes
}

fn manifest(utf8: bool, split: Option<&str>) -> Vec<u8> {
    use Given::{Bool, Number, Text};
    let mut w = Writer::new(utf8);
    let mut root = vec![("package", Text("com.example")), ("versionCode", Number(7))];
    root.extend(split.map(|split| ("split", Text(split))));
    w.start("manifest", &root);
    w.start("uses-sdk", &[("minSdkVersion", Number(16)), ("targetSdkVersion", Number(34))]).end();
    w.start("uses-permission", &[("name", Text("android.permission.CAMERA"))]).end();
    w.start("application", &[]);
    w.start("activity", &[("name", Text(".Old")), ("enabled", Bool(false))]);
    filter(&mut w);
    w.end();
    w.start("activity", &[("name", Text("Plain")), ("process", Text(":ui"))]).end();
    w.start("activity-alias", &[("name", Text("com.example.ui.Ünï"))]);
    filter(&mut w);
    w.end();
    w.start("service", &[("name", Text(".S")), ("process", Text("com.example.other"))]).end();
    w.end().end();
    w.finish()
}

fn filter(w: &mut Writer) {
    w.start("intent-filter", &[]);
    w.start("action", &[("name", Given::Text("android.intent.action.MAIN"))]).end();
    w.start("category", &[("name", Given::Text("android.intent.category.LAUNCHER"))]).end();
    w.end();
}

#[test]
fn a_manifest_tells_what_to_start_and_what_it_needs() {
    for (utf8, deflate) in [(true, true), (false, false)] {
        let apk = zip(&[("classes.dex", b"dex"), ("AndroidManifest.xml", &manifest(utf8, None))], deflate);
        let read = read_apk(&apk).expect("an APK");
        assert_eq!(read.package, "com.example");
        assert_eq!((read.min_sdk, read.target_sdk, read.version_code), (16, Some(34), Some(7)));
        let launcher = Component { package: "com.example".into(), class: "com.example.ui.Ünï".into() };
        assert_eq!(read.launcher, Some(launcher));
        assert_eq!(read.activities, ["com.example.Old", "com.example.Plain", "com.example.ui.Ünï"]);
        assert_eq!(read.permissions, ["android.permission.CAMERA"]);
        assert_eq!(read.processes, ["com.example:ui", "com.example.other"]);
    }
}

#[test]
fn bundles_and_folders_have_one_base_and_the_splits_that_fit() {
    let base = zip(&[("AndroidManifest.xml", &manifest(true, None))], true);
    let split = zip(&[("AndroidManifest.xml", &manifest(true, Some("config.x")))], true);
    let names = [
        "base-master.apk",
        "base-arm64_v8a.apk",
        "base-x86.apk",
        "base-mdpi.apk",
        "base-xxhdpi.apk",
        "base-en.apk",
    ];
    let contents = names.map(|name| if name == "base-master.apk" { base.clone() } else { split.clone() });
    let inside: Vec<String> = names.iter().map(|name| format!("splits/{name}")).collect();
    let mut files: Vec<(&str, &[u8])> =
        inside.iter().zip(&contents).map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    files.push(("standalones/standalone-x86.apk", b"not looked at"));
    let folder = tempfile::tempdir().expect("a folder");
    let bundle = folder.path().join("app.apks");
    std::fs::write(&bundle, zip(&files, false)).expect("written");
    let apart = folder.path().join("apart");
    std::fs::create_dir(&apart).expect("made");
    for (name, bytes) in names.iter().zip(&contents) {
        std::fs::write(apart.join(name), bytes).expect("written");
    }
    for path in [bundle, apart] {
        let app = AppFiles::open(&path).expect("an app");
        assert_eq!(app.manifest.package, "com.example");
        let mut chosen: Vec<_> =
            app.for_device(&["x86_64", "x86"], 420).iter().map(|apk| apk.name.as_str()).collect();
        chosen.sort_unstable();
        assert_eq!(chosen, ["base-en.apk", "base-master.apk", "base-x86.apk", "base-xxhdpi.apk"]);
    }
}

#[test]
fn whatever_is_cut_or_changed_is_an_error_not_a_panic() {
    let apk = zip(&[("AndroidManifest.xml", &manifest(false, None))], false);
    for end in 0..apk.len() {
        let _ = read_apk(&apk[..end]);
    }
    for at in 0..apk.len() {
        for value in [0, 0x7f, 0xff] {
            let mut changed = apk.clone();
            changed[at] = value;
            let _ = read_apk(&changed);
        }
    }
    assert_eq!(read_apk(b""), Err(ApkError::NotZip));
    assert_eq!(read_apk(&zip(&[("x", b"y")], true)), Err(ApkError::NoManifest));
}
