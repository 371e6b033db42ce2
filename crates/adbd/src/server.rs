//! The server: listens on loopback and gives every host that connects a thread of its own.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use skink_phone::Phone;

use crate::connection;
use crate::faults::{Fault, Faults};
use crate::handset::Handset;

/// How the phone behaves as an Android.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The API level it says it has, and whose formats its commands answer in: 19 to 36.
    pub api: u32,
    /// What goes wrong, and when.
    pub faults: Faults,
}

impl Default for Settings {
    fn default() -> Self {
        Self { api: 34, faults: Faults::none() }
    }
}

/// Why the phone cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another machine could reach it: whoever reaches it can use it.
    #[error("{0} is not on this machine: the phone answers on loopback only, such as 127.0.0.1")]
    NotLoopback(IpAddr),
    /// An API level without formats.
    #[error("API level {0} is not one that Skink knows: 19 to 36")]
    UnknownApi(u32),
    /// The port cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The phone does not start.
    #[error(transparent)]
    Phone(#[from] skink_device::DeviceError),
}

/// What all connections share.
pub(crate) struct Shared {
    pub(crate) settings: Settings,
    handset: Mutex<Handset>,
    /// Until when the phone does not greet hosts.
    offline: Mutex<Option<Instant>>,
    pub(crate) stopping: AtomicBool,
}

impl Shared {
    pub(crate) fn handset(&self) -> MutexGuard<'_, Handset> {
        self.handset.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long hosts are not greeted yet.
    pub(crate) fn offline_for(&self) -> Option<Duration> {
        let until = *self.offline.lock().unwrap_or_else(PoisonError::into_inner);
        until.map(|until| until.saturating_duration_since(Instant::now())).filter(|left| !left.is_zero())
    }

    pub(crate) fn go_offline(&self, time: Duration) {
        *self.offline.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + time);
    }

    /// What goes wrong now, if anything.
    pub(crate) fn fault(&self) -> Option<Fault> {
        self.settings.faults.next()
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Who we are, in the words of adb's handshake.
    pub(crate) fn banner(&self) -> String {
        let handset = self.handset();
        let prop = |name: &str| handset.props.get(name).cloned().unwrap_or_default();
        let mut banner = String::from("device::");
        for name in ["ro.product.name", "ro.product.model", "ro.product.device"] {
            banner.push_str(&format!("{name}={};", prop(name)));
        }
        if self.settings.api >= 24 {
            banner.push_str("features=shell_v2,cmd");
        }
        banner
    }
}

/// A phone that hosts can connect to.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
}

/// Ends a server from another thread.
#[derive(Clone)]
pub struct Stopper {
    shared: Arc<Shared>,
    address: SocketAddr,
}

impl Stopper {
    /// Makes [`Server::run`] return.
    pub fn stop(&self) {
        self.shared.stopping.store(true, Ordering::Relaxed);
        // The server waits for a connection: here is one. Where none can be made, it is gone already.
        let _ = TcpStream::connect_timeout(&self.address, Duration::from_secs(1));
    }
}

impl Server {
    /// Listens on a loopback address; port 0 takes any free one.
    pub fn bind(address: SocketAddr, phone: Phone, settings: Settings) -> Result<Self, ServeError> {
        if !address.ip().is_loopback() {
            return Err(ServeError::NotLoopback(address.ip()));
        }
        if !(19..=36).contains(&settings.api) {
            return Err(ServeError::UnknownApi(settings.api));
        }
        let failed = |source| ServeError::Listen { address, source };
        let listener = TcpListener::bind(address).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let handset = Mutex::new(Handset::new(phone, settings.api)?);
        let shared = Arc::new(Shared {
            settings,
            handset,
            offline: Mutex::new(None),
            stopping: AtomicBool::new(false),
        });
        Ok(Self { listener, address, shared })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What ends it.
    pub fn stopper(&self) -> Stopper {
        Stopper { shared: Arc::clone(&self.shared), address: self.address }
    }

    /// Serves hosts until it is stopped.
    pub fn run(self) -> io::Result<()> {
        loop {
            let (socket, from) = self.listener.accept()?;
            if self.shared.is_stopping() {
                return Ok(());
            }
            if !from.ip().is_loopback() {
                continue;
            }
            let shared = Arc::clone(&self.shared);
            std::thread::Builder::new().name("connection".into()).spawn(move || {
                // A host that goes or talks nonsense ends its connection and nothing else.
                let _ = connection::serve(&shared, socket);
            })?;
        }
    }
}
