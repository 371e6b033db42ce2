//! When two screens count as the same state, whatever the strategy: Genie's Definition 1.
//!
//! A screen is abstracted to the set of its widgets' types (class, resource id and description). How often a
//! type occurs, where, and with which text does not matter: a list is empty or not.

use serde::{Deserialize, Serialize};

use crate::screen::{Screen, ScreenHash};

/// The abstraction of a screen: equal for screens of the same state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Structure(pub ScreenHash);

/// The set of widget types, as a stable hash.
pub fn structure(screen: &Screen) -> Structure {
    let mut types: Vec<_> = screen.widgets().map(|w| [w.class(), w.resource_id(), w.desc()]).collect();
    types.sort_unstable();
    types.dedup();
    let mut hasher = blake3::Hasher::new();
    for text in types.into_iter().flatten() {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    let mut hash = [0; 16];
    hash.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    Structure(ScreenHash(hash))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{Header, ScreenBuilder, WidgetSpec};

    fn list(rows: &[&str]) -> Screen {
        let mut b = ScreenBuilder::new();
        b.open(&WidgetSpec { class: "ListView", ..Default::default() });
        for text in rows {
            b.leaf(&WidgetSpec { class: "TextView", text, ..Default::default() });
        }
        b.finish(&Header::default())
    }

    #[test]
    fn a_list_is_empty_or_not() {
        assert_eq!(structure(&list(&["a"])), structure(&list(&["b", "c"])));
        assert_ne!(structure(&list(&[])), structure(&list(&["b", "c"])));
    }
}
