//! What the commands of Android's shell can ask of the phone beyond a user's inputs: the parts of a launch, a
//! clean start and a rotation one by one, and who is in front.
//!
//! Nothing here lets time pass but [`Phone::settle`]. Whoever composes a step of several commands therefore
//! comes to the same screen as [`skink_device::Device::perform`] does in one.

use skink_device::Input;

use super::{BETWEEN_STARTS, FIRST_DAY, Front, Phone};
use crate::app::Recreate;
use crate::costs::Costs;
use crate::cx::mix;
use crate::neighbours::Launcher;
use crate::system::SystemDialog;
use crate::task::Task as _;

/// A window of the system in front of every app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemWindow {
    /// The app has stopped.
    Stopped,
    /// The app is not responding.
    NotResponding,
    /// The app asks for a permission.
    Permission,
}

/// Who is in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InFront {
    /// Package of the app in front, or below the system's window.
    pub package: &'static str,
    /// What the system has put before it.
    pub system: Option<SystemWindow>,
}

impl Phone {
    /// Does something, and lets no time pass after it.
    pub fn send(&mut self, input: &Input) {
        self.dispatch(input);
    }

    /// Lets so many milliseconds pass; background work that ends meanwhile is handled.
    pub fn settle(&mut self, millis: u64) {
        self.wait(millis);
    }

    /// Stops the app under test: its process is gone, its pages too.
    pub fn stop_app(&mut self) {
        self.stop_sample();
    }

    /// Stops the app under test and clears its data and permissions. The clock and the app's randomness become
    /// those of the clean start of that number.
    pub fn clear_app(&mut self, start: u64) {
        self.stop_sample();
        self.state.sample.0.clear();
        let world = &mut self.state.world;
        world.granted.clear();
        world.notifications.clear();
        world.toasts.clear();
        self.state.toast = None;
        world.random = mix(self.settings.seed ^ mix(start));
        world.now = FIRST_DAY + start * BETWEEN_STARTS;
        self.state.pid = 1000 + (start % 30_000) as u32;
        self.plan_call(self.state.world.now);
    }

    /// The system kills the app's process, as it may where the app is not in front; says whether it did. The
    /// app's pages come back when it is started next.
    pub fn kill_app(&mut self) -> bool {
        let may = self.state.front != Front::Sample && self.state.system.is_none();
        if may {
            self.kill_sample(true);
            let outcomes = self.state.sample.0.recreate(Recreate::ProcessDeath, &mut self.state.world);
            self.settle_outcomes(outcomes);
        }
        may
    }

    /// Turns the screen to so many quarters; the phone knows upright (even) and on its side (odd).
    pub fn turn_to(&mut self, quarters: u8) {
        if self.state.world.rotation != quarters % 2 {
            self.dispatch(&Input::Rotate);
        }
    }

    /// Quarter turns from upright.
    pub fn rotation(&self) -> u8 {
        self.state.world.rotation
    }

    /// Grants the app a permission, or takes it back.
    pub fn set_permission(&mut self, name: &'static str, granted: bool) {
        self.state.world.granted.retain(|known| *known != name);
        if granted {
            self.state.world.granted.push(name);
        }
    }

    /// Permissions that the app has.
    pub fn granted(&self) -> &[&'static str] {
        &self.state.world.granted
    }

    /// Who is in front.
    pub fn in_front(&self) -> InFront {
        let package = match (self.state.front, &self.state.neighbour) {
            (Front::Launcher, _) => self.state.launcher.manifest().package,
            (Front::Neighbour, Some(neighbour)) => neighbour.0.manifest().package,
            _ => self.state.sample.0.manifest().package,
        };
        let system = self.state.system.map(|dialog| match dialog {
            SystemDialog::Stopped => SystemWindow::Stopped,
            SystemDialog::NotResponding => SystemWindow::NotResponding,
            SystemDialog::Permission(_) => SystemWindow::Permission,
        });
        InFront { package, system }
    }

    /// Package of the home screen.
    pub fn launcher(&self) -> &'static str {
        <Launcher as crate::app::App>::MANIFEST.package
    }

    /// Process id of the app under test, where it runs.
    pub fn app_process(&self) -> Option<u32> {
        self.state.sample.0.is_running().then_some(self.state.pid)
    }

    /// Whether the app's main thread hangs.
    pub fn hangs(&self) -> bool {
        self.state.hung
    }

    /// Wall clock in milliseconds since 1970.
    pub fn wall_clock(&self) -> u64 {
        self.state.world.now
    }

    /// What things cost in phone time.
    pub fn costs(&self) -> Costs {
        self.settings.costs
    }

    /// The size of the screen upright.
    pub fn upright_size(&self) -> (i32, i32) {
        crate::task::SIZE
    }

    /// The activities that the app under test has, as its source names them.
    pub fn activities(&self) -> Vec<&'static str> {
        let source = self.manifest().source;
        let mut names: Vec<&'static str> = Vec::new();
        for rest in source.split("Window::Activity(\"").skip(1) {
            let name = rest.split('"').next().unwrap_or_default();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The permissions that the app under test may ask for, as its source names them.
    pub fn permissions(&self) -> Vec<&'static str> {
        let source = self.manifest().source;
        let mut names: Vec<&'static str> = Vec::new();
        for (at, _) in source.match_indices("\"android.permission.") {
            let name = source[at + 1..].split('"').next().unwrap_or_default();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}
