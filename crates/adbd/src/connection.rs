//! One host's connection: the handshake, then streams that are opened, fed and closed by their numbers.

use std::collections::BTreeMap;
use std::io::{self, BufReader, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::server::Shared;
use crate::services;
use crate::stream::Stream;
use crate::wire::{
    AUTH, CLSE, CNXN, Message, OKAY, OLD_PAYLOAD, OPEN, PAYLOAD, STLS, VERSION_WITH_SUMS,
    VERSION_WITHOUT_SUMS, WRTE,
};

/// A host may have so many streams open at once.
const MAX_STREAMS: usize = 256;

/// The sending half of a connection.
pub(crate) struct Wire {
    socket: Mutex<TcpStream>,
    version: AtomicU32,
    max_payload: AtomicU32,
}

impl Wire {
    fn new(socket: TcpStream) -> Self {
        Self {
            socket: Mutex::new(socket),
            version: AtomicU32::new(VERSION_WITH_SUMS),
            max_payload: AtomicU32::new(OLD_PAYLOAD),
        }
    }

    fn sums(&self) -> bool {
        self.version.load(Ordering::Relaxed) < VERSION_WITHOUT_SUMS
    }

    pub(crate) fn max_payload(&self) -> usize {
        self.max_payload.load(Ordering::Relaxed) as usize
    }

    pub(crate) fn send(&self, command: u32, first: u32, second: u32, payload: &[u8]) -> io::Result<()> {
        self.send_all(&self.encode(command, first, second, payload))
    }

    /// The bytes of a message for this host.
    pub(crate) fn encode(&self, command: u32, first: u32, second: u32, payload: &[u8]) -> Vec<u8> {
        // The first message carries its sum whatever the version.
        Message::encode(command, first, second, payload, command == CNXN || self.sums())
    }

    /// Sends messages in one piece.
    pub(crate) fn send_all(&self, messages: &[u8]) -> io::Result<()> {
        self.socket.lock().unwrap_or_else(PoisonError::into_inner).write_all(messages)
    }

    /// Ends the connection at once.
    pub(crate) fn break_off(&self) {
        let socket = self.socket.lock().unwrap_or_else(PoisonError::into_inner);
        // It may have ended already.
        let _ = socket.shutdown(Shutdown::Both);
    }
}

/// Serves one host until it goes.
pub(crate) fn serve(shared: &Arc<Shared>, socket: TcpStream) -> io::Result<()> {
    socket.set_nodelay(true)?;
    let mut incoming = BufReader::with_capacity(64 * 1024, socket.try_clone()?);
    let wire = Arc::new(Wire::new(socket));
    let mut connection =
        Connection { shared: Arc::clone(shared), wire: Arc::clone(&wire), streams: BTreeMap::new(), next: 1 };
    let ended = loop {
        let message = match Message::read(&mut incoming) {
            Ok(message) => message,
            Err(error) => break Err(error),
        };
        if wire.sums() && message.command != CNXN && !message.sum_is_right() {
            break Err(io::Error::new(io::ErrorKind::InvalidData, "a payload whose sum is wrong"));
        }
        if let Err(error) = connection.take(message) {
            break Err(error);
        }
    };
    connection.streams.values().for_each(|stream| stream.hung_up());
    wire.break_off();
    ended
}

struct Connection {
    shared: Arc<Shared>,
    wire: Arc<Wire>,
    streams: BTreeMap<u32, Arc<Stream>>,
    next: u32,
}

impl Connection {
    fn take(&mut self, message: Message) -> io::Result<()> {
        let Message { command, first: remote, second: local, payload, .. } = message;
        match command {
            CNXN => return self.greet(remote, local),
            OPEN => return self.open(remote, &payload),
            WRTE => match self.streams.get(&local) {
                Some(stream) => stream.received(&payload),
                None => self.wire.send(CLSE, 0, remote, &[])?,
            },
            OKAY => {
                if let Some(stream) = self.streams.get(&local) {
                    stream.answered();
                }
            }
            CLSE => {
                if let Some(stream) = self.streams.remove(&local) {
                    stream.hung_up();
                }
            }
            // Nobody was asked for a key or for TLS, and unknown messages are passed over as adbd does.
            AUTH | STLS => {}
            _ => {}
        }
        Ok(())
    }

    /// Agrees on the version and says who we are.
    fn greet(&mut self, version: u32, max_payload: u32) -> io::Result<()> {
        if let Some(wait) = self.shared.offline_for() {
            // A device that does not greet is what adb calls offline.
            std::thread::sleep(wait.min(Duration::from_secs(60)));
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        let (own_version, own_payload) = match self.shared.settings.api < 28 {
            true => (VERSION_WITH_SUMS, OLD_PAYLOAD),
            false => (VERSION_WITHOUT_SUMS, PAYLOAD),
        };
        self.streams.values().for_each(|stream| stream.hung_up());
        self.streams.clear();
        self.wire.send(CNXN, own_version, own_payload, self.shared.banner().as_bytes())?;
        self.wire.version.store(own_version.min(version), Ordering::Relaxed);
        self.wire.max_payload.store(own_payload.min(max_payload.max(OLD_PAYLOAD)), Ordering::Relaxed);
        Ok(())
    }

    fn open(&mut self, remote: u32, payload: &[u8]) -> io::Result<()> {
        self.streams.retain(|_, stream| !stream.is_closed());
        let name = payload.split(|byte| *byte == 0).next().unwrap_or_default();
        let service = services::find(&self.shared, &String::from_utf8_lossy(name));
        let Some(service) = service.filter(|_| self.streams.len() < MAX_STREAMS) else {
            return self.wire.send(CLSE, 0, remote, &[]);
        };
        let local = self.next;
        self.next = self.next.wrapping_add(1).max(1);
        let stream = Arc::new(Stream::new(Arc::clone(&self.wire), local, remote));
        self.streams.insert(local, Arc::clone(&stream));
        self.wire.send(OKAY, local, remote, &[])?;
        let shared = Arc::clone(&self.shared);
        let served = std::thread::Builder::new().name("service".into()).spawn(move || {
            services::serve(&shared, service, &stream);
            stream.close();
        });
        served.map(|_| ())
    }
}
