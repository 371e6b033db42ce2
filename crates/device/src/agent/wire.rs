//! Numbers, texts and frames on the wire. Reading is bounded and never panics; whatever is left over is an error,
//! so that the two sides cannot drift apart unnoticed.

use std::io::{self, Read, Write};

/// No frame is longer: a picture of a large screen has a tenth of it.
pub const MAX_FRAME: usize = 64 * 1024 * 1024;

/// Why bytes are not what the protocol says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the agent's protocol: {what} at byte {at}")]
pub struct WireError {
    /// What is wrong.
    pub what: &'static str,
    /// Where in the frame.
    pub at: usize,
}

/// Writes one frame, in one piece.
pub fn write_frame(to: &mut impl Write, payload: &[u8]) -> io::Result<()> {
    let length =
        u32::try_from(payload.len()).ok().filter(|_| payload.len() <= MAX_FRAME).ok_or_else(|| {
            io::Error::new(io::ErrorKind::InvalidInput, "a frame larger than the protocol allows")
        })?;
    let mut frame = Vec::with_capacity(4 + payload.len());
    frame.extend(length.to_be_bytes());
    frame.extend_from_slice(payload);
    to.write_all(&frame)?;
    to.flush()
}

/// Reads one frame; `None` where the stream ended between two frames.
pub fn read_frame(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    let mut have = 0;
    while have < length.len() {
        match from.read(&mut length[have..]) {
            Ok(0) if have == 0 => return Ok(None),
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(n) => have += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    let length = u32::from_be_bytes(length);
    if length as usize > MAX_FRAME {
        return Err(too_long(length as usize));
    }
    // Memory grows with what arrives, not with what was announced.
    let mut payload = Vec::with_capacity((length as usize).min(64 * 1024));
    from.take(u64::from(length)).read_to_end(&mut payload)?;
    if payload.len() < length as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(payload))
}

/// Takes the first frame off what has arrived so far; `None` where it has not arrived whole. For those who are handed
/// bytes instead of reading them.
pub fn split_frame(arrived: &mut Vec<u8>) -> io::Result<Option<Vec<u8>>> {
    let Some(length) = arrived.first_chunk::<4>().map(|bytes| u32::from_be_bytes(*bytes) as usize) else {
        return Ok(None);
    };
    if length > MAX_FRAME {
        return Err(too_long(length));
    }
    if arrived.len() < 4 + length {
        return Ok(None);
    }
    let rest = arrived.split_off(4 + length);
    let mut frame = std::mem::replace(arrived, rest);
    frame.drain(..4);
    Ok(Some(frame))
}

fn too_long(length: usize) -> io::Error {
    let problem = format!("a frame of {length} bytes; at most {MAX_FRAME} are read");
    io::Error::new(io::ErrorKind::InvalidData, problem)
}

pub(super) fn put(out: &mut Vec<u8>, mut n: u32) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

pub(super) fn put_signed(out: &mut Vec<u8>, n: i32) {
    put(out, ((n << 1) ^ (n >> 31)) as u32);
}

pub(super) fn put_text(out: &mut Vec<u8>, text: &str) {
    put(out, text.len() as u32);
    out.extend_from_slice(text.as_bytes());
}

/// Where in a frame we are.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(super) fn fail<T>(&self, what: &'static str) -> Result<T, WireError> {
        Err(WireError { what, at: self.at })
    }

    pub(super) fn take(&mut self, n: usize) -> Result<&'a [u8], WireError> {
        match self.bytes.get(self.at..self.at.saturating_add(n)) {
            Some(part) => {
                self.at += n;
                Ok(part)
            }
            None => self.fail("cut short"),
        }
    }

    /// All that is left.
    pub(super) fn rest(&mut self) -> &'a [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        self.at = self.bytes.len();
        rest
    }

    pub(super) fn byte(&mut self) -> Result<u8, WireError> {
        Ok(self.take(1)?[0])
    }

    pub(super) fn flag(&mut self) -> Result<bool, WireError> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => self.fail("a truth value that is neither 0 nor 1"),
        }
    }

    pub(super) fn number(&mut self) -> Result<u32, WireError> {
        let mut n = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(n).or_else(|_| self.fail("a number too large"));
            }
        }
        self.fail("a number too long")
    }

    pub(super) fn signed(&mut self) -> Result<i32, WireError> {
        let n = self.number()?;
        Ok((n >> 1) as i32 ^ -((n & 1) as i32))
    }

    /// A number of things that each take at least one byte.
    pub(super) fn count(&mut self) -> Result<usize, WireError> {
        let count = self.number()? as usize;
        if count > self.bytes.len() - self.at {
            return self.fail("more things than bytes");
        }
        Ok(count)
    }

    pub(super) fn text(&mut self) -> Result<&'a str, WireError> {
        let length = self.number()? as usize;
        let bytes = self.take(length)?;
        std::str::from_utf8(bytes).or_else(|_| self.fail("text that is not UTF-8"))
    }

    pub(super) fn end(&self) -> Result<(), WireError> {
        if self.at == self.bytes.len() { Ok(()) } else { self.fail("trailing bytes") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_arrives_in_any_pieces() {
        struct Drip(Vec<u8>);
        impl Read for Drip {
            fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
                if self.0.is_empty() || to.is_empty() {
                    return Ok(0);
                }
                to[0] = self.0.remove(0);
                Ok(1)
            }
        }
        let mut bytes = Vec::new();
        write_frame(&mut bytes, b"hello").unwrap();
        write_frame(&mut bytes, b"").unwrap();
        let mut drip = Drip(bytes);
        assert_eq!(read_frame(&mut drip).unwrap().as_deref(), Some(&b"hello"[..]));
        assert_eq!(read_frame(&mut drip).unwrap().as_deref(), Some(&b""[..]));
        assert_eq!(read_frame(&mut drip).unwrap(), None);
    }

    #[test]
    fn frames_are_split_off_what_has_arrived() {
        let mut bytes = Vec::new();
        write_frame(&mut bytes, b"one").unwrap();
        write_frame(&mut bytes, b"two").unwrap();
        let last = bytes.pop().unwrap();
        assert_eq!(split_frame(&mut bytes).unwrap().as_deref(), Some(&b"one"[..]));
        assert_eq!(split_frame(&mut bytes).unwrap(), None);
        bytes.push(last);
        assert_eq!(split_frame(&mut bytes).unwrap().as_deref(), Some(&b"two"[..]));
        assert!(bytes.is_empty());
        assert!(split_frame(&mut vec![0xff; 4]).is_err());
    }

    #[test]
    fn a_torn_frame_and_an_absurd_length_are_errors() {
        for bytes in [&b"\0\0"[..], b"\0\0\0\x05hell", b"\xff\xff\xff\xff"] {
            assert!(read_frame(&mut &bytes[..]).is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn numbers_at_their_limits_come_back() {
        for n in [0, 1, -1, 63, 64, -64, -65, i32::MAX, i32::MIN] {
            let mut out = Vec::new();
            put_signed(&mut out, n);
            let mut r = Reader::new(&out);
            assert_eq!(r.signed(), Ok(n));
            assert_eq!(r.end(), Ok(()));
        }
        assert!(Reader::new(&[0xff, 0xff, 0xff, 0xff, 0x7f]).number().is_err());
        assert!(Reader::new(&[0x80; 6]).number().is_err());
    }
}
