//! The messages of adb's transport: a header of six little-endian words, then the payload.
//!
//! Hosts before 2017 (protocol version 0x01000000) add up the payload's bytes and take at most 4 KiB at once;
//! later ones neither sum up nor stop there. A first message has its sum in either case.

use std::io::{self, Read};

/// The commands, as the four letters read as a little-endian word.
pub(crate) const CNXN: u32 = u32::from_le_bytes(*b"CNXN");
pub(crate) const OPEN: u32 = u32::from_le_bytes(*b"OPEN");
pub(crate) const OKAY: u32 = u32::from_le_bytes(*b"OKAY");
pub(crate) const WRTE: u32 = u32::from_le_bytes(*b"WRTE");
pub(crate) const CLSE: u32 = u32::from_le_bytes(*b"CLSE");
pub(crate) const AUTH: u32 = u32::from_le_bytes(*b"AUTH");
pub(crate) const STLS: u32 = u32::from_le_bytes(*b"STLS");

/// The version whose messages carry a sum, and the first one whose do not.
pub(crate) const VERSION_WITH_SUMS: u32 = 0x0100_0000;
pub(crate) const VERSION_WITHOUT_SUMS: u32 = 0x0100_0001;

/// What a host of the first version takes at once, and what one of today takes.
pub(crate) const OLD_PAYLOAD: u32 = 4096;
pub(crate) const PAYLOAD: u32 = 1024 * 1024;

const HEADER: usize = 24;

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) command: u32,
    pub(crate) first: u32,
    pub(crate) second: u32,
    pub(crate) payload: Vec<u8>,
    sum: u32,
}

impl Message {
    /// The bytes of a message.
    pub(crate) fn encode(command: u32, first: u32, second: u32, payload: &[u8], sums: bool) -> Vec<u8> {
        let sum = if sums { sum_of(payload) } else { 0 };
        let mut bytes = Vec::with_capacity(HEADER + payload.len());
        for word in [command, first, second, payload.len() as u32, sum, !command] {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes.extend_from_slice(payload);
        bytes
    }

    /// Reads the next one. A message that breaks the protocol is an error: whoever sent it is no adb.
    pub(crate) fn read(from: &mut impl Read) -> io::Result<Message> {
        let mut header = [0; HEADER];
        from.read_exact(&mut header)?;
        let word = |at: usize| {
            let bytes = &header[4 * at..4 * at + 4];
            u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
        };
        let (command, length) = (word(0), word(3));
        if word(5) != !command {
            return Err(broken("a header whose magic is wrong"));
        }
        if length > PAYLOAD {
            return Err(broken("a payload longer than agreed"));
        }
        let mut payload = vec![0; length as usize];
        from.read_exact(&mut payload)?;
        Ok(Message { command, first: word(1), second: word(2), payload, sum: word(4) })
    }

    /// Whether the payload is what its sender summed up.
    pub(crate) fn sum_is_right(&self) -> bool {
        self.sum == sum_of(&self.payload)
    }
}

/// What the first protocol calls a CRC: the sum of the bytes.
fn sum_of(payload: &[u8]) -> u32 {
    payload.iter().fold(0, |sum: u32, byte| sum.wrapping_add(u32::from(*byte)))
}

fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("not adb's protocol: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_reads_back() {
        let bytes = Message::encode(WRTE, 3, 9, b"hello", true);
        let message = Message::read(&mut bytes.as_slice()).unwrap();
        assert_eq!((message.command, message.first, message.second), (WRTE, 3, 9));
        assert_eq!(message.payload, b"hello");
        assert!(message.sum_is_right());
        let unsummed = Message::encode(WRTE, 3, 9, b"hello", false);
        assert!(!Message::read(&mut unsummed.as_slice()).unwrap().sum_is_right());
    }

    #[test]
    fn what_is_no_message_is_refused() {
        assert!(Message::read(&mut &b"GET / HTTP/1.1\r\nHost: localhost\r\n"[..]).is_err());
        let mut long = Message::encode(WRTE, 0, 0, b"", true);
        long[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(Message::read(&mut long.as_slice()).is_err());
        assert!(Message::read(&mut &b"CN"[..]).is_err());
    }
}
