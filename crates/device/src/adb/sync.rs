//! Files to and from the device: adb's sync service, in its first version, which every adbd speaks.

use std::io::{Read, Write};

use super::{Adb, AdbError, Deadline, Stream};

/// The most that goes into one block.
const BLOCK: usize = 64 * 1024;
/// A longer file is not pulled.
const MAX_FILE: usize = 256 * 1024 * 1024;

impl Adb {
    /// Writes a file; `mode` are its permissions, such as `0o644`.
    pub fn push(&self, bytes: &[u8], path: &str, mode: u32, deadline: Deadline) -> Result<(), AdbError> {
        let doing = format!("writing {path}");
        let mut stream = self.service("sync:", &doing, deadline)?;
        frame(&mut stream, b"SEND", format!("{path},{}", mode | 0o100_000).as_bytes(), &doing)?;
        for block in bytes.chunks(BLOCK) {
            frame(&mut stream, b"DATA", block, &doing)?;
        }
        let mut done = *b"DONE\0\0\0\0";
        // The time of its last change: fixed, so that the same file is the same.
        done[4..].copy_from_slice(&1_000_000_000u32.to_le_bytes());
        stream.write_all(&done).map_err(|e| stream.failed(&doing, &e))?;
        match head(&mut stream, &doing)? {
            (b"OKAY", _) => Ok(()),
            (b"FAIL", length) => Err(refused(&mut stream, length, &doing)),
            (other, _) => Err(unknown(other, &doing)),
        }
    }

    /// Reads a file; `None` where there is none.
    pub fn pull(&self, path: &str, deadline: Deadline) -> Result<Option<Vec<u8>>, AdbError> {
        let doing = format!("reading {path}");
        let mut stream = self.service("sync:", &doing, deadline)?;
        frame(&mut stream, b"RECV", path.as_bytes(), &doing)?;
        let mut file = Vec::new();
        loop {
            match head(&mut stream, &doing)? {
                (b"DATA", length) if file.len() + length <= MAX_FILE => {
                    let start = file.len();
                    file.resize(start + length, 0);
                    stream.read_exact(&mut file[start..]).map_err(|e| stream.failed(&doing, &e))?;
                }
                (b"DONE", _) => return Ok(Some(file)),
                (b"FAIL", length) => {
                    let error = refused(&mut stream, length, &doing);
                    let missing = matches!(&error, AdbError::Refused { problem, .. }
                        if problem.contains("No such file") || problem.contains("does not exist"));
                    return if missing { Ok(None) } else { Err(error) };
                }
                (other, _) => return Err(unknown(other, &doing)),
            }
        }
    }

    /// Permissions and size of a file; `None` where there is none.
    pub fn stat(&self, path: &str, deadline: Deadline) -> Result<Option<(u32, u32)>, AdbError> {
        let doing = format!("looking at {path}");
        let mut stream = self.service("sync:", &doing, deadline)?;
        frame(&mut stream, b"STAT", path.as_bytes(), &doing)?;
        let mut answer = [0; 16];
        stream.read_exact(&mut answer).map_err(|e| stream.failed(&doing, &e))?;
        if &answer[..4] != b"STAT" {
            return Err(AdbError::protocol(&doing, format!("{:?}", String::from_utf8_lossy(&answer[..4]))));
        }
        let number =
            |at: usize| u32::from_le_bytes([answer[at], answer[at + 1], answer[at + 2], answer[at + 3]]);
        let (mode, size) = (number(4), number(8));
        Ok((mode != 0).then_some((mode, size)))
    }
}

fn frame(stream: &mut Stream, word: &[u8; 4], content: &[u8], doing: &str) -> Result<(), AdbError> {
    let mut bytes = Vec::with_capacity(8 + content.len());
    bytes.extend_from_slice(word);
    bytes.extend_from_slice(&(content.len() as u32).to_le_bytes());
    bytes.extend_from_slice(content);
    stream.write_all(&bytes).map_err(|e| stream.failed(doing, &e))
}

fn head(stream: &mut Stream, doing: &str) -> Result<(&'static [u8; 4], usize), AdbError> {
    let mut bytes = [0; 8];
    stream.read_exact(&mut bytes).map_err(|e| stream.failed(doing, &e))?;
    let length = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]) as usize;
    let known: [&'static [u8; 4]; 4] = [b"OKAY", b"FAIL", b"DATA", b"DONE"];
    match known.into_iter().find(|word| word.as_slice() == &bytes[..4]) {
        Some(word) => Ok((word, length)),
        None => Err(AdbError::protocol(doing, format!("{:?}", String::from_utf8_lossy(&bytes[..4])))),
    }
}

fn refused(stream: &mut Stream, length: usize, doing: &str) -> AdbError {
    let mut words = vec![0; length.min(4096)];
    match stream.read_exact(&mut words) {
        Ok(()) => AdbError::Refused {
            doing: doing.to_owned(),
            problem: String::from_utf8_lossy(&words).into_owned(),
        },
        Err(e) => stream.failed(doing, &e),
    }
}

fn unknown(word: &[u8; 4], doing: &str) -> AdbError {
    AdbError::protocol(doing, format!("{:?} in the middle of a file", String::from_utf8_lossy(word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adb::fake::{FakeAdb, Reply};

    #[test]
    fn a_file_goes_there_and_comes_back() {
        let fake = FakeAdb::start(true, |_| Reply::ok(""));
        let adb = fake.open();
        let bytes: Vec<u8> = (0..200_000u32).map(|n| (n * 7) as u8).collect();
        let path = "/data/local/tmp/some file";
        adb.push(&bytes, path, 0o644, Deadline::seconds(5)).expect("pushed");
        assert_eq!(adb.pull(path, Deadline::seconds(5)), Ok(Some(bytes)));
        assert_eq!(adb.stat(path, Deadline::seconds(5)), Ok(Some((0o100_644, 200_000))));
        assert_eq!(adb.pull("/none", Deadline::seconds(5)), Ok(None));
        assert_eq!(adb.stat("/none", Deadline::seconds(5)), Ok(None));
        let refused = adb.push(b"x", "/proc/x", 0o644, Deadline::seconds(5));
        assert!(matches!(refused, Err(AdbError::Refused { .. })), "{refused:?}");
    }
}
