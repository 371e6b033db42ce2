//! The sync service: files to and from the phone, in adb's first form of it.

use std::io::{self, Read};

use crate::server::Shared;
use crate::stream::{Reader, Stream};

/// Data comes and goes in pieces of at most this size.
const PIECE: usize = 64 * 1024;
/// No path is longer.
const MAX_PATH: usize = 1024;
/// The bits that say folder and file.
const FOLDER: u32 = 0o040_000;
const FILE: u32 = 0o100_000;

/// Serves requests until the host quits.
pub(crate) fn serve(shared: &Shared, stream: &Stream) -> io::Result<()> {
    let mut from = Reader::new(stream);
    loop {
        let (id, length) = header(&mut from)?;
        if &id == b"QUIT" {
            return Ok(());
        }
        if length > MAX_PATH {
            return fail(stream, "path too long");
        }
        let mut path = vec![0; length];
        from.read_exact(&mut path)?;
        let path = String::from_utf8_lossy(&path).into_owned();
        match &id {
            b"STAT" => stat(shared, stream, &path)?,
            b"LIST" => list(shared, stream, &path)?,
            b"RECV" => receive(shared, stream, &path)?,
            b"SEND" => send(shared, stream, &mut from, &path)?,
            _ => return fail(stream, "unknown command"),
        }
    }
}

fn header(from: &mut impl Read) -> io::Result<([u8; 4], usize)> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    let [a, b, c, d, e, f, g, h] = bytes;
    Ok(([a, b, c, d], u32::from_le_bytes([e, f, g, h]) as usize))
}

fn message(id: &[u8; 4], words: &[u32], bytes: &[u8]) -> Vec<u8> {
    let mut out = id.to_vec();
    words.iter().for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
    out.extend_from_slice(bytes);
    out
}

fn fail(stream: &Stream, problem: &str) -> io::Result<()> {
    stream.write(&message(b"FAIL", &[problem.len() as u32], problem.as_bytes()))
}

/// Mode, size and time of a path; zeros where there is nothing.
fn facts(shared: &Shared, path: &str) -> [u32; 3] {
    let handset = shared.handset();
    handset.files.get(path).map_or([0; 3], |entry| {
        let kind = if entry.bytes.is_none() { FOLDER } else { FILE };
        let size = entry.bytes.as_ref().map_or(4096, Vec::len);
        [kind | entry.mode, size as u32, entry.changed as u32]
    })
}

fn stat(shared: &Shared, stream: &Stream, path: &str) -> io::Result<()> {
    stream.write(&message(b"STAT", &facts(shared, path), &[]))
}

fn list(shared: &Shared, stream: &Stream, path: &str) -> io::Result<()> {
    let names = shared.handset().files.list(path).unwrap_or_default();
    let mut out = Vec::new();
    for name in names {
        let [mode, size, time] = facts(shared, &crate::files::join(path, &name));
        out.extend(message(b"DENT", &[mode, size, time, name.len() as u32], name.as_bytes()));
    }
    out.extend(message(b"DONE", &[0; 4], &[]));
    stream.write(&out)
}

fn receive(shared: &Shared, stream: &Stream, path: &str) -> io::Result<()> {
    let read = shared.handset().files.read(path).map(<[u8]>::to_vec);
    match read {
        Ok(bytes) => {
            for piece in bytes.chunks(PIECE) {
                stream.write(&message(b"DATA", &[piece.len() as u32], piece))?;
            }
            stream.write(&message(b"DONE", &[0], &[]))
        }
        Err(problem) => fail(stream, problem),
    }
}

fn send(shared: &Shared, stream: &Stream, from: &mut impl Read, target: &str) -> io::Result<()> {
    let (path, mode) = target.rsplit_once(',').unwrap_or((target, "33188"));
    let mode: u32 = mode.parse().unwrap_or(0o644);
    let mut bytes = Vec::new();
    let changed = loop {
        let (id, number) = header(from)?;
        match &id {
            b"DATA" if number <= PIECE => {
                let at = bytes.len();
                bytes.resize(at + number, 0);
                from.read_exact(&mut bytes[at..])?;
            }
            b"DONE" => break number as u64,
            _ => return fail(stream, "invalid data message"),
        }
    };
    let mut handset = shared.handset();
    let now = handset.wall_seconds();
    let folder = path.rsplit_once('/').map_or("/", |(folder, _)| folder);
    // As adbd does: the folders above are made.
    let made = handset.files.make_folder(folder, true, now);
    // A file that may not be written to is replaced all the same: adbd removes the old one first.
    let _ = handset.files.remove(path, false);
    let done = made.and_then(|()| handset.files.write(path, &bytes, false, now));
    if done.is_ok() {
        let _ = handset.files.set_mode(path, mode & 0o777);
        handset.files.set_changed(path, changed);
    }
    drop(handset);
    match done {
        Ok(()) => stream.write(&message(b"OKAY", &[0], &[])),
        Err(problem) => fail(stream, problem),
    }
}
