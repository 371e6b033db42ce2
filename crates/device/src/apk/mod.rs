//! An app as files: one `.apk`, a bundle of split APKs (`.apks`, `.xapk`, `.apkm`: archives of APKs), or a folder
//! of them. The manifest is read here, so that nothing but the file is needed to know what to start.
//!
//! The reader is our own, a few hundred lines: what Skink wants of an APK is one file of it.

mod axml;
mod manifest;
mod zip;

pub use manifest::Manifest;

use std::path::Path;

/// Why a file is not an app.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApkError {
    /// It cannot be read.
    #[error("cannot read {path}: {problem}")]
    Io {
        /// Which file.
        path: String,
        /// What the system said.
        problem: String,
    },
    /// It is no archive.
    #[error("this is not an APK: not a whole ZIP archive")]
    NotZip,
    /// A file in it is damaged.
    #[error("`{file}` in the archive is damaged")]
    Damaged {
        /// Which one.
        file: String,
    },
    /// There is no manifest in it, or one that cannot be read.
    #[error("there is no readable AndroidManifest.xml in it")]
    NoManifest,
    /// None of the files is a base APK.
    #[error("there is no base APK among {0} files")]
    NoBase(usize),
}

/// One APK of an app.
#[derive(Clone, PartialEq, Eq)]
pub struct ApkFile {
    /// Its name, for people and to tell what a split is for.
    pub name: String,
    /// The whole file.
    pub bytes: Vec<u8>,
}

impl std::fmt::Debug for ApkFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ApkFile({}, {} bytes)", self.name, self.bytes.len())
    }
}

/// An app that can be installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppFiles {
    /// What its base APK says.
    pub manifest: Manifest,
    /// Base APK and splits.
    pub apks: Vec<ApkFile>,
}

/// Reads the manifest of one APK. Never panics, whatever the bytes.
pub fn read_apk(bytes: &[u8]) -> Result<Manifest, ApkError> {
    let entries = zip::entries(bytes)?;
    let entry =
        entries.iter().find(|entry| entry.name == "AndroidManifest.xml").ok_or(ApkError::NoManifest)?;
    let file = zip::unpack(bytes, entry)?;
    let parts = axml::read(&file).ok_or(ApkError::NoManifest)?;
    Manifest::of(&parts).ok_or(ApkError::NoManifest)
}

impl AppFiles {
    /// Reads an APK, an archive of APKs or a folder with APKs in it.
    pub fn open(path: &Path) -> Result<AppFiles, ApkError> {
        let failed = |at: &Path| {
            let path = at.display().to_string();
            move |e: std::io::Error| ApkError::Io { path, problem: e.to_string() }
        };
        let name_of = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            let mut paths = Vec::new();
            for entry in std::fs::read_dir(path).map_err(failed(path))? {
                let file = entry.map_err(failed(path))?.path();
                if file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("apk")) {
                    paths.push(file);
                }
            }
            paths.sort();
            let mut apks = Vec::new();
            for file in paths {
                let bytes = std::fs::read(&file).map_err(failed(&file))?;
                apks.push(ApkFile { name: name_of(&file), bytes });
            }
            return Self::of(apks);
        }
        let bytes = std::fs::read(path).map_err(failed(path))?;
        let entries = zip::entries(&bytes)?;
        if entries.iter().any(|entry| entry.name == "AndroidManifest.xml") {
            return Self::of(vec![ApkFile { name: name_of(path), bytes }]);
        }
        let mut apks = Vec::new();
        let inside: Vec<_> =
            entries.iter().filter(|e| e.name.to_ascii_lowercase().ends_with(".apk")).collect();
        // bundletool writes whole apps for old devices beside the splits; one that fits all devices is enough.
        let universal = inside.iter().find(|entry| entry.name.ends_with("universal.apk"));
        let splits = inside.iter().filter(|entry| !entry.name.starts_with("standalones/"));
        let chosen: Vec<_> = universal.into_iter().collect();
        let chosen = if chosen.is_empty() { splits.collect() } else { chosen };
        for entry in chosen {
            let name = entry.name.rsplit('/').next().unwrap_or(&entry.name).to_owned();
            apks.push(ApkFile { name, bytes: zip::unpack(&bytes, entry)? });
        }
        Self::of(apks)
    }

    fn of(apks: Vec<ApkFile>) -> Result<AppFiles, ApkError> {
        if let [only] = apks.as_slice() {
            return Ok(AppFiles { manifest: read_apk(&only.bytes)?, apks });
        }
        let mut base = None;
        for apk in &apks {
            let manifest = read_apk(&apk.bytes)?;
            if manifest.split.is_empty() && base.is_none() {
                base = Some(manifest);
            }
        }
        let manifest = base.ok_or(ApkError::NoBase(apks.len()))?;
        Ok(AppFiles { manifest, apks })
    }

    /// The APKs for a device: of splits for processors only that for its best, of those for densities only the
    /// nearest; all others, such as languages and features, stay.
    pub fn for_device(&self, abis: &[&str], density: u32) -> Vec<&ApkFile> {
        let abi_of = |name: &str| ABIS.into_iter().find(|abi| qualifier(name) == *abi);
        let density_of =
            |name: &str| DENSITIES.iter().find(|(word, _)| qualifier(name) == *word).map(|(_, n)| *n);
        let offered: Vec<&str> = self.apks.iter().filter_map(|apk| abi_of(&apk.name)).collect();
        let wanted = abis.iter().map(|abi| abi.replace('-', "_"));
        let abi = wanted.into_iter().find(|abi| offered.contains(&abi.as_str()));
        let nearest =
            self.apks.iter().filter_map(|apk| density_of(&apk.name)).min_by_key(|n| n.abs_diff(density));
        self.apks
            .iter()
            .filter(|apk| abi_of(&apk.name).is_none_or(|of| abi.as_deref() == Some(of)))
            .filter(|apk| density_of(&apk.name).is_none_or(|of| nearest == Some(of)))
            .collect()
    }
}

const ABIS: [&str; 7] = ["arm64_v8a", "armeabi_v7a", "armeabi", "x86_64", "x86", "mips64", "mips"];
const DENSITIES: [(&str, u32); 8] = [
    ("ldpi", 120),
    ("mdpi", 160),
    ("tvdpi", 213),
    ("hdpi", 240),
    ("xhdpi", 320),
    ("xxhdpi", 480),
    ("xxxhdpi", 640),
    ("nodpi", 160),
];

/// What a split is for: `base-xxhdpi.apk` and `split_config.xxhdpi.apk` are for `xxhdpi`.
fn qualifier(name: &str) -> &str {
    let stem = name.strip_suffix(".apk").unwrap_or(name);
    stem.rsplit(['-', '.']).next().unwrap_or(stem)
}

#[cfg(test)]
mod tests;
