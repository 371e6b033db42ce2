//! Screens on disk: each distinct one once, compressed, in one append-only file, found by content hash.
//!
//! One file, because a run may see a hundred thousand screens and a file for each would cost more than the
//! screen. A record is the hash, the length of what follows, and the zstd-compressed canonical bytes. A torn
//! record at the end, left by a kill, is cut off when the store is opened for writing.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
use skink_gui::{Screen, ScreenHash};

use crate::error::RunError;

const HEAD: usize = 20;
/// Larger records do not come from us.
const MAX_RECORD: u64 = 64 << 20;
/// Decoded screens kept in memory while reading.
const KEPT: usize = 4096;

/// Where each screen's compressed bytes are, and how many.
type Index = FxHashMap<ScreenHash, (u64, u32)>;

/// The screens of a run.
pub struct ScreenStore {
    path: PathBuf,
    file: File,
    index: Index,
    end: u64,
    kept: FxHashMap<ScreenHash, Screen>,
    compressor: zstd::bulk::Compressor<'static>,
    record: Vec<u8>,
}

impl ScreenStore {
    /// Opens the store in that folder for reading and writing, making it where there is none.
    pub fn open(folder: &Path) -> Result<Self, RunError> {
        std::fs::create_dir_all(folder).map_err(RunError::io("create", folder))?;
        let path = folder.join("screens.pack");
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)
            .map_err(RunError::io("open", &path))?;
        let (index, end) = scan(&file).map_err(RunError::io("read", &path))?;
        file.set_len(end).map_err(RunError::io("repair", &path))?;
        Self::with(path, file, index, end)
    }

    /// Opens the store in that folder for reading only: nothing is repaired.
    pub fn open_to_read(folder: &Path) -> Result<Self, RunError> {
        let path = folder.join("screens.pack");
        let file = File::open(&path).map_err(RunError::io("open", &path))?;
        let (index, end) = scan(&file).map_err(RunError::io("read", &path))?;
        Self::with(path, file, index, end)
    }

    fn with(path: PathBuf, file: File, index: Index, end: u64) -> Result<Self, RunError> {
        let compressor = zstd::bulk::Compressor::new(1).map_err(RunError::io("compress for", &path))?;
        Ok(Self { path, file, index, end, kept: FxHashMap::default(), compressor, record: Vec::new() })
    }

    /// Whether that screen is stored.
    pub fn contains(&self, hash: ScreenHash) -> bool {
        self.index.contains_key(&hash)
    }

    /// Stores the screen unless it is there already.
    pub fn put(&mut self, screen: &Screen) -> Result<(), RunError> {
        let hash = screen.hash();
        if self.contains(hash) {
            return Ok(());
        }
        let packed =
            self.compressor.compress(&screen.encode()).map_err(RunError::io("compress for", &self.path))?;
        self.record.clear();
        self.record.extend_from_slice(&hash.0);
        self.record.extend_from_slice(&(packed.len() as u32).to_le_bytes());
        self.record.extend_from_slice(&packed);
        self.file.write_all(&self.record).map_err(RunError::io("write", &self.path))?;
        self.index.insert(hash, (self.end + HEAD as u64, packed.len() as u32));
        self.end += self.record.len() as u64;
        Ok(())
    }

    /// The screen of that hash.
    pub fn get(&mut self, hash: ScreenHash) -> Result<Screen, RunError> {
        if let Some(screen) = self.kept.get(&hash) {
            return Ok(screen.clone());
        }
        let problem = |what: String| RunError::corrupt(&self.path, 0, what);
        let &(at, length) =
            self.index.get(&hash).ok_or_else(|| problem(format!("screen {hash} is missing")))?;
        let mut packed = vec![0; length as usize];
        self.file
            .seek(SeekFrom::Start(at))
            .and_then(|_| self.file.read_exact(&mut packed))
            .map_err(RunError::io("read", &self.path))?;
        let mut bytes = Vec::new();
        zstd::Decoder::new(packed.as_slice())
            .and_then(|decoder| decoder.take(MAX_RECORD).read_to_end(&mut bytes))
            .map_err(|e| problem(format!("screen {hash} does not unpack: {e}")))?;
        let screen = Screen::decode(&bytes).map_err(|e| problem(format!("screen {hash}: {e}")))?;
        if screen.hash() != hash {
            return Err(problem(format!("screen {hash} is another: {}", screen.hash())));
        }
        if self.kept.len() >= KEPT {
            self.kept.clear();
        }
        self.kept.insert(hash, screen.clone());
        Ok(screen)
    }
}

/// Finds all whole records, and where the last of them ends.
fn scan(file: &File) -> std::io::Result<(Index, u64)> {
    let length = file.metadata()?.len();
    let mut reader = BufReader::with_capacity(1 << 16, file);
    reader.seek(SeekFrom::Start(0))?;
    let mut index = Index::default();
    let mut at = 0;
    let mut head = [0; HEAD];
    while at + HEAD as u64 <= length {
        reader.read_exact(&mut head)?;
        let (hash, size) = head.split_at(16);
        let size = u32::from_le_bytes([size[0], size[1], size[2], size[3]]);
        let start = at + HEAD as u64;
        if u64::from(size) > MAX_RECORD || start + u64::from(size) > length {
            break;
        }
        let mut id = [0; 16];
        id.copy_from_slice(hash);
        index.insert(ScreenHash(id), (start, size));
        at = start + u64::from(size);
        reader.seek_relative(i64::from(size))?;
    }
    Ok((index, at))
}
