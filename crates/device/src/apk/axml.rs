//! Android's binary XML: a table of strings, a table of attribute numbers, then elements in document order.
//!
//! Attributes are known by their number in Android's own resources first, because some packers leave their names
//! out; strings come as UTF-8 or UTF-16.

use super::zip::{u16_at, u32_at};

/// What an attribute says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Text(String),
    Number(i64),
    Bool(bool),
    /// A resource, whose value another file holds.
    Reference(u32),
}

/// An attribute: its number in Android's resources (0 where it has none), its name, its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attribute {
    pub(crate) id: u32,
    pub(crate) name: String,
    pub(crate) value: Value,
}

/// A part of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Start { name: String, attributes: Vec<Attribute> },
    End,
}

const STRINGS: u16 = 0x0001;
const IDS: u16 = 0x0180;
const START: u16 = 0x0102;
const END: u16 = 0x0103;

/// Reads a document; parts that make no sense are passed over. `None` where it is no binary XML.
pub(crate) fn read(bytes: &[u8]) -> Option<Vec<Part>> {
    if u16_at(bytes, 0) != 0x0003 || bytes.len() < 8 {
        return None;
    }
    let mut at = usize::from(u16_at(bytes, 2)).max(8);
    let mut strings = Vec::new();
    let mut ids = Vec::new();
    let mut parts = Vec::new();
    while let Some(chunk) = bytes.get(at..).filter(|rest| rest.len() >= 8) {
        let size = u32_at(chunk, 4) as usize;
        let Some(chunk) = chunk.get(..size).filter(|_| size >= 8) else { break };
        match u16_at(chunk, 0) {
            STRINGS if strings.is_empty() => strings = read_strings(chunk),
            IDS => {
                ids = chunk.get(8..).unwrap_or_default().chunks_exact(4).map(|four| u32_at(four, 0)).collect()
            }
            START => parts.push(read_start(chunk, &strings, &ids)),
            END => parts.push(Part::End),
            _ => {}
        }
        at += size;
    }
    Some(parts)
}

fn read_strings(chunk: &[u8]) -> Vec<String> {
    let count = u32_at(chunk, 8) as usize;
    let utf8 = u32_at(chunk, 16) & (1 << 8) != 0;
    let start = u32_at(chunk, 20) as usize;
    let header = usize::from(u16_at(chunk, 2));
    // There cannot be more strings than places for their offsets.
    let count = count.min(chunk.len().saturating_sub(header) / 4);
    let string = |number: usize| {
        let offset = u32_at(chunk, header + 4 * number) as usize;
        let rest = chunk.get(start.checked_add(offset)?..)?;
        if utf8 { utf8_string(rest) } else { utf16_string(rest) }
    };
    (0..count).map(|number| string(number).unwrap_or_default()).collect()
}

/// Length in characters, length in bytes, both of one or two bytes; then the bytes.
fn utf8_string(bytes: &[u8]) -> Option<String> {
    let length = |at: usize| -> Option<(usize, usize)> {
        let first = usize::from(*bytes.get(at)?);
        match first & 0x80 {
            0 => Some((first, at + 1)),
            _ => Some(((first & 0x7f) << 8 | usize::from(*bytes.get(at + 1)?), at + 2)),
        }
    };
    let (_, at) = length(0)?;
    let (size, at) = length(at)?;
    Some(String::from_utf8_lossy(bytes.get(at..at + size)?).into_owned())
}

fn utf16_string(bytes: &[u8]) -> Option<String> {
    let first = usize::from(u16_at(bytes, 0));
    let (length, at) = match first & 0x8000 {
        0 => (first, 2),
        _ => ((first & 0x7fff) << 16 | usize::from(u16_at(bytes, 2)), 4),
    };
    let units: Vec<u16> = bytes.get(at..at + 2 * length)?.chunks_exact(2).map(|two| u16_at(two, 0)).collect();
    Some(String::from_utf16_lossy(&units))
}

fn read_start(chunk: &[u8], strings: &[String], ids: &[u32]) -> Part {
    let header = usize::from(u16_at(chunk, 2));
    let text = |number: u32| strings.get(number as usize).cloned().unwrap_or_default();
    let body = chunk.get(header..).unwrap_or_default();
    let first = usize::from(u16_at(body, 8));
    let size = usize::from(u16_at(body, 10)).max(20);
    let count = usize::from(u16_at(body, 12));
    let attribute = |number: usize| {
        let bytes = body.get(first + number * size..)?.get(..20)?;
        let name = u32_at(bytes, 4);
        let (kind, data) = (bytes[15], u32_at(bytes, 16));
        let value = match kind {
            0x01 => Value::Reference(data),
            0x03 => Value::Text(text(data)),
            0x12 => Value::Bool(data != 0),
            0x10..=0x1f => Value::Number(i64::from(data as i32)),
            // Untyped: the text as it was written.
            _ => Value::Text(text(u32_at(bytes, 8))),
        };
        Some(Attribute { id: ids.get(name as usize).copied().unwrap_or(0), name: text(name), value })
    };
    let attributes = (0..count).map_while(attribute).collect();
    Part::Start { name: text(u32_at(body, 4)), attributes }
}
