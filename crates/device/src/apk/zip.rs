//! Files inside a ZIP archive, as far as APKs need it: found through the central directory, stored or deflated.
//! Whatever the bytes, nothing panics and nothing grows beyond its bound.

use super::ApkError;

/// A larger file is not unpacked.
const MAX_FILE: usize = 512 * 1024 * 1024;
/// More entries are not looked at.
const MAX_ENTRIES: usize = 200_000;

/// One file of the archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    method: u16,
    packed: usize,
    unpacked: usize,
    at: usize,
}

/// The entries of an archive.
pub(crate) fn entries(bytes: &[u8]) -> Result<Vec<Entry>, ApkError> {
    let directory = find_directory(bytes).ok_or(ApkError::NotZip)?;
    let (mut at, count) = directory;
    let mut found = Vec::new();
    for _ in 0..count.min(MAX_ENTRIES) {
        let Some(head) = bytes.get(at..).and_then(|rest| rest.get(..46)) else { break };
        if !head.starts_with(b"PK\x01\x02") {
            break;
        }
        let (name, extra, comment) = (u16_at(head, 28), u16_at(head, 30), u16_at(head, 32));
        let (name, extra, comment) = (usize::from(name), usize::from(extra), usize::from(comment));
        let Some(text) = bytes.get(at + 46..at + 46 + name) else { break };
        found.push(Entry {
            name: String::from_utf8_lossy(text).into_owned(),
            method: u16_at(head, 10),
            packed: u32_at(head, 20) as usize,
            unpacked: u32_at(head, 24) as usize,
            at: u32_at(head, 42) as usize,
        });
        at += 46 + name + extra + comment;
    }
    Ok(found)
}

/// The content of an entry.
pub(crate) fn unpack(bytes: &[u8], entry: &Entry) -> Result<Vec<u8>, ApkError> {
    let damaged = || ApkError::Damaged { file: entry.name.clone() };
    let head = bytes.get(entry.at..).and_then(|rest| rest.get(..30)).ok_or_else(damaged)?;
    if !head.starts_with(b"PK\x03\x04") || entry.unpacked > MAX_FILE {
        return Err(damaged());
    }
    let start = entry.at + 30 + usize::from(u16_at(head, 26)) + usize::from(u16_at(head, 28));
    let packed = bytes.get(start..).and_then(|rest| rest.get(..entry.packed)).ok_or_else(damaged)?;
    match entry.method {
        8 => miniz_oxide::inflate::decompress_to_vec_with_limit(packed, MAX_FILE).map_err(|_| damaged()),
        // Android takes any other method for stored; some packers write nonsense there to mislead tools.
        _ => Ok(packed.to_vec()),
    }
}

/// Where the central directory begins, and how many entries it has.
fn find_directory(bytes: &[u8]) -> Option<(usize, usize)> {
    // The end record stands last, before a comment of at most 64 KiB.
    let from = bytes.len().saturating_sub(22 + 0xffff);
    let tail = bytes.get(from..)?;
    let at = tail.windows(4).rposition(|window| window == b"PK\x05\x06")?;
    let end = tail.get(at..at + 22)?;
    let start = u32_at(end, 16) as usize;
    (start < bytes.len()).then(|| (start, usize::from(u16_at(end, 10))))
}

/// The number at that place; 0 beyond the end.
pub(crate) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    match bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        Some(two) => u16::from_le_bytes(*two),
        None => 0,
    }
}

/// The number at that place; 0 beyond the end.
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    match bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        Some(four) => u32::from_le_bytes(*four),
        None => 0,
    }
}
