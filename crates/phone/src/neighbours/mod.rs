//! The apps that real apps send their users to: camera, file chooser, share sheet, browser, settings; the call
//! that comes in; and the launcher behind them all. Each is an app like any other, in front of the app under
//! test, with the package its Android counterpart has.

mod browser;
mod call;
mod camera;
mod chooser;
mod launcher;
mod settings;
mod share;

pub(crate) use launcher::Launcher;

use crate::task::{Running, Task};

/// An app that can be sent to with [`crate::Cx::visit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbour {
    /// Takes a picture; its name is the result.
    Camera,
    /// Chooses a file; its name is the result.
    FileChooser,
    /// Offers apps to share with; the chosen one's name is the result.
    Share,
    /// Shows a page of the web.
    Browser,
    /// The system's settings.
    Settings,
    /// A call comes in: nobody visits it, it comes by itself.
    Call,
}

impl Neighbour {
    pub(crate) fn open(self) -> Box<dyn Task> {
        match self {
            Neighbour::Camera => Box::new(Running::<camera::Camera>::new()),
            Neighbour::FileChooser => Box::new(Running::<chooser::Chooser>::new()),
            Neighbour::Share => Box::new(Running::<share::Share>::new()),
            Neighbour::Browser => Box::new(Running::<browser::Browser>::new()),
            Neighbour::Settings => Box::new(Running::<settings::Settings>::new()),
            Neighbour::Call => Box::new(Running::<call::Call>::new()),
        }
    }
}

/// The manifest of a neighbour: no bugs, no branches.
const fn manifest(name: &'static str, package: &'static str, title: &'static str) -> crate::app::Manifest {
    crate::app::Manifest { name, package, title, about: "", bugs: &[], traps: &[], source: "" }
}
