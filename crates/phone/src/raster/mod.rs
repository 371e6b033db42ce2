//! Pictures of the phone for people: the same pages that screens are made of, drawn the way Android's own
//! toolkit would, from the same places. Nothing here decides anything, and drawing changes nothing: the same
//! state gives the same bytes.
//!
//! - [`canvas`]: rectangles, shapes, masks;
//! - [`font`], [`icons`], [`theme`]: text, icons and colours;
//! - [`mod@page`], [`widgets`]: the widgets of a page;
//! - [`around`]: what is not the app's: status bar, keyboard, toast, dialogs of the system.

mod around;
mod canvas;
mod font;
mod icon_table;
mod icons;
mod page;
mod theme;
mod widgets;

pub(crate) use around::{system_dialog, toast};
pub(crate) use canvas::Canvas;
pub(crate) use page::{Scene, page};
