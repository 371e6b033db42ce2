//! The phone itself: what is in front, the clock, the log, and the dialogs of the system. A [`Device`] like any
//! other.
//!
//! Everything that happens is determined by the settings, the number of the clean start and the inputs since:
//! the clock an app sees and the randomness it uses are set anew at each clean start, differently for each
//! number. The uptime, in which budgets are counted, only ever grows.

mod shell;

pub use shell::{InFront, SystemWindow};

use std::fmt::Write as _;
use std::time::Duration;

use skink_device::{Device, DeviceError, Input, Picture, Snapshot, crashes_in_log};
use skink_gui::{Key, ScreenBuilder};
use skink_trace::Observation;

use crate::app::{Manifest, Recreate, Sample};
use crate::costs::Costs;
use crate::coverage::Covered;
use crate::cx::{Fault, World, mix};
use crate::neighbours::{Launcher, Neighbour};
use crate::raster::{self, Canvas};
use crate::system::{Answer, SystemDialog};
use crate::task::{Outcome, Running, SIZE, Task};

/// Which bugs of an app are on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum BugSwitch {
    /// All of them: the app as it was published.
    #[default]
    All,
    /// None: the app repaired.
    None,
    /// All but these.
    Fixed(Vec<String>),
    /// Only these.
    Only(Vec<String>),
}

/// How a phone is set up.
#[derive(Clone, Debug)]
pub struct PhoneSettings {
    /// What things cost in phone time.
    pub costs: Costs,
    /// Which bugs are on.
    pub bugs: BugSwitch,
    /// The phone's own randomness, apart from any strategy's.
    pub seed: u64,
    /// A call comes in every so many milliseconds of phone time.
    pub interrupt_every: Option<u64>,
}

impl Default for PhoneSettings {
    fn default() -> Self {
        Self { costs: Costs::MODERN, bugs: BugSwitch::All, seed: 0, interrupt_every: None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Front {
    Launcher,
    Sample,
    Neighbour,
}

/// What a snapshot keeps: everything an app or a user can see.
#[derive(Clone)]
struct State {
    launcher: Running<Launcher>,
    sample: AnyTask,
    neighbour: Option<AnyTask>,
    front: Front,
    system: Option<SystemDialog>,
    /// A hanging main thread: nothing is handled until the app is closed.
    hung: bool,
    world: World,
    /// The toast seen last, and when it goes.
    toast: Option<(String, u64)>,
    /// When the next call comes in, where the settings want calls.
    next_call: u64,
    pid: u32,
}

/// An app of whatever type.
struct AnyTask(Box<dyn Task>);

impl Clone for AnyTask {
    fn clone(&self) -> Self {
        Self(self.0.clone_box())
    }
}

/// A virtual phone with one sample app installed.
pub struct Phone {
    settings: PhoneSettings,
    state: State,
    uptime: u64,
    /// Log lines nobody has fetched yet, and those no look has searched for crashes yet.
    log: String,
    unread: String,
    covered: Covered,
    branches: u32,
    builder: ScreenBuilder,
    canvas: Canvas,
}

/// 2025-06-02 08:00 UTC, a Monday.
const FIRST_DAY: u64 = 1_748_851_200_000;
/// From one clean start to the next the wall clock moves by this: clocks and dates differ.
const BETWEEN_STARTS: u64 = 67 * 60 * 1000;
/// How long the system waits before it calls an app hung.
const ANR_MILLIS: u64 = 5_000;
/// How long a toast can be seen: Android's `LENGTH_SHORT`.
const TOAST_MILLIS: u64 = 2_000;
/// The log keeps at most so many bytes that nobody fetches.
const MAX_LOG: usize = 1 << 20;

impl Phone {
    /// A phone with `sample` installed and the launcher in front.
    pub fn new(sample: Sample, settings: PhoneSettings) -> Result<Self, DeviceError> {
        let bugs = switched(sample.manifest, &settings.bugs)?;
        let world = World {
            now: FIRST_DAY,
            bugs,
            random: 0,
            covered: Covered::default(),
            toasts: Vec::new(),
            granted: Vec::new(),
            notifications: Vec::new(),
            rotation: 0,
        };
        let state = State {
            launcher: Running::new(),
            sample: AnyTask((sample.make)()),
            neighbour: None,
            front: Front::Launcher,
            system: None,
            hung: false,
            world,
            toast: None,
            next_call: 0,
            pid: 1000,
        };
        let mut phone = Self {
            settings,
            state,
            uptime: 0,
            log: String::new(),
            unread: String::new(),
            covered: Covered::default(),
            branches: sample.manifest.branches(),
            builder: ScreenBuilder::new(),
            canvas: Canvas::default(),
        };
        phone.state.launcher.start(&mut phone.state.world);
        Ok(phone)
    }

    /// Switches bugs on and off while the app runs.
    pub fn switch_bugs(&mut self, bugs: BugSwitch) -> Result<(), DeviceError> {
        self.state.world.bugs = switched(self.state.sample.0.manifest(), &bugs)?;
        self.settings.bugs = bugs;
        Ok(())
    }

    /// What is known about the app under test.
    pub fn manifest(&self) -> &'static Manifest {
        self.state.sample.0.manifest()
    }

    /// What is in front; without a neighbour the app under test stands in for it.
    fn task(&mut self) -> (&mut dyn Task, &mut World) {
        let state = &mut self.state;
        let task: &mut dyn Task = match (state.front, &mut state.neighbour) {
            (Front::Launcher, _) => &mut state.launcher,
            (Front::Neighbour, Some(neighbour)) => neighbour.0.as_mut(),
            (Front::Neighbour, None) | (Front::Sample, _) => state.sample.0.as_mut(),
        };
        (task, &mut state.world)
    }

    fn size(&self) -> (i32, i32) {
        if self.state.world.rotation % 2 == 1 { (SIZE.1, SIZE.0) } else { SIZE }
    }

    fn show_sample(&mut self) {
        if self.state.front == Front::Neighbour {
            return self.leave_neighbour(None);
        }
        self.state.front = Front::Sample;
        let outcomes = self.state.sample.0.start(&mut self.state.world);
        self.settle_outcomes(outcomes);
    }

    fn show_launcher(&mut self) {
        if self.state.front == Front::Neighbour {
            self.leave_neighbour(None);
        }
        if self.state.front == Front::Sample {
            let outcomes = self.state.sample.0.pause(&mut self.state.world);
            self.state.front = Front::Launcher;
            self.settle_outcomes(outcomes);
        }
    }

    fn visit(&mut self, neighbour: Neighbour) {
        let outcomes = self.state.sample.0.pause(&mut self.state.world);
        let mut task = neighbour.open();
        task.start(&mut self.state.world);
        self.state.neighbour = Some(AnyTask(task));
        self.state.front = Front::Neighbour;
        self.settle_outcomes(outcomes);
    }

    /// Back from a neighbour, with what the user chose there.
    fn leave_neighbour(&mut self, result: Option<String>) {
        if self.state.neighbour.take().is_some() {
            self.state.front = Front::Sample;
            let outcomes = self.state.sample.0.returned(result, &mut self.state.world);
            self.settle_outcomes(outcomes);
        }
    }

    fn open_notification(&mut self, at: usize) {
        if at < self.state.world.notifications.len() {
            let text = self.state.world.notifications.remove(at);
            self.show_sample();
            let outcomes = self.state.sample.0.notified(&text, &mut self.state.world);
            self.settle_outcomes(outcomes);
        }
    }

    fn kill_sample(&mut self, keep_pages: bool) {
        self.state.sample.0.die(keep_pages);
        self.state.hung = false;
        self.state.pid += 1;
    }

    fn settle_outcomes(&mut self, outcomes: Vec<Outcome>) {
        for outcome in outcomes {
            match outcome {
                Outcome::Left if self.state.front == Front::Neighbour => self.leave_neighbour(None),
                Outcome::Left => self.state.front = Front::Launcher,
                Outcome::Visit(neighbour) => self.visit(neighbour),
                Outcome::Finished(result) => self.leave_neighbour(result),
                Outcome::OpenNotification(at) => self.open_notification(at),
                Outcome::StartSample => self.show_sample(),
                Outcome::Ask(name) => self.state.system = Some(SystemDialog::Permission(name)),
                Outcome::Crashed(fault) => {
                    self.log_crash(&fault);
                    self.stop_sample();
                    self.state.system = Some(SystemDialog::Stopped);
                }
                Outcome::Hung(fault) => {
                    self.pass(ANR_MILLIS);
                    self.log_hang(&fault);
                    self.state.hung = true;
                    self.state.system = Some(SystemDialog::NotResponding);
                }
            }
        }
    }

    fn answer(&mut self, answer: Answer) {
        self.state.system = None;
        match answer {
            Answer::Close => {
                if self.state.hung {
                    self.kill_sample(false);
                    self.state.front = Front::Launcher;
                }
            }
            // It still hangs: the system asks again.
            Answer::Wait => {
                self.pass(ANR_MILLIS);
                self.state.system = Some(SystemDialog::NotResponding);
            }
            Answer::Allow | Answer::Deny => {
                let outcomes = self.state.sample.0.answer(answer == Answer::Allow, &mut self.state.world);
                self.settle_outcomes(outcomes);
            }
        }
    }

    fn pass(&mut self, millis: u64) {
        self.uptime += millis;
        self.state.world.now += millis;
    }

    /// Lets time pass; background work that ends meanwhile is handled when it ends.
    fn wait(&mut self, millis: u64) {
        let until = self.state.world.now + millis;
        self.interrupt_until(until);
        while let Some(due) = self.state.sample.0.due().filter(|due| *due <= until && !self.state.hung) {
            self.pass(due.saturating_sub(self.state.world.now));
            let outcomes = self.state.sample.0.run_due(&mut self.state.world);
            self.settle_outcomes(outcomes);
        }
        self.pass(until.saturating_sub(self.state.world.now));
    }

    /// A call comes in where the settings want one by then and the app is in front.
    fn interrupt_until(&mut self, until: u64) {
        let due = self.settings.interrupt_every.is_some() && self.state.next_call <= until;
        if due && self.state.front == Front::Sample && self.state.system.is_none() {
            self.plan_call(until);
            self.visit(Neighbour::Call);
        }
    }

    fn plan_call(&mut self, after: u64) {
        if let Some(every) = self.settings.interrupt_every {
            self.state.next_call = after + every.max(1);
        }
    }

    fn dispatch(&mut self, input: &Input) {
        let size = self.size();
        if let Some(answer) = self.state.system.and_then(|dialog| dialog.answer(input, size)) {
            return self.answer(answer);
        }
        match input {
            Input::Key(Key::Home) => self.show_launcher(),
            Input::Rotate => {
                self.state.world.rotation ^= 1;
                if !self.state.hung {
                    let outcomes = self.state.sample.0.recreate(Recreate::Rotation, &mut self.state.world);
                    self.settle_outcomes(outcomes);
                }
            }
            // In the background already: its process dies, and what is in front stays there.
            Input::Kill if self.state.front != Front::Sample => {
                if self.state.sample.0.is_running() {
                    self.kill_app();
                }
            }
            Input::Background | Input::Kill => {
                if self.state.front == Front::Sample && self.state.system.is_none() {
                    self.show_launcher();
                    if *input == Input::Kill && self.state.system.is_none() {
                        self.kill_sample(true);
                        let outcomes =
                            self.state.sample.0.recreate(Recreate::ProcessDeath, &mut self.state.world);
                        self.settle_outcomes(outcomes);
                    }
                    if self.state.system.is_none() {
                        self.show_sample();
                    }
                }
            }
            Input::Launch => {
                if self.state.system.is_none() && self.state.front != Front::Sample {
                    self.show_sample();
                }
            }
            Input::Relaunch => {
                self.stop_sample();
                self.show_sample();
            }
            Input::Wait(millis) => self.wait(*millis),
            _ if self.state.system.is_some() || self.state.hung => {}
            _ => {
                let (task, world) = self.task();
                let outcomes = task.input(input, world);
                self.settle_outcomes(outcomes);
            }
        }
    }

    fn stop_sample(&mut self) {
        self.kill_sample(false);
        self.state.neighbour = None;
        self.state.front = Front::Launcher;
        self.state.system = None;
    }

    fn look(&mut self) -> Observation {
        let size = self.size();
        let (screen, busy) = match self.state.system {
            Some(dialog) => {
                let title = self.state.sample.0.manifest().title;
                (dialog.draw(&mut self.builder, title, size, self.state.world.rotation), false)
            }
            None => {
                let mut builder = std::mem::take(&mut self.builder);
                let (task, world) = self.task();
                let drawn = task.draw(&mut builder, world);
                self.builder = builder;
                drawn
            }
        };
        for branch in self.state.world.covered.take_fresh() {
            self.covered.mark(branch);
        }
        let crashes = if self.unread.is_empty() { Vec::new() } else { crashes_in_log(&self.unread) };
        self.unread.clear();
        let toasts = std::mem::take(&mut self.state.world.toasts);
        if let Some(last) = toasts.last() {
            self.state.toast = Some((last.clone(), self.state.world.now + TOAST_MILLIS));
        }
        Observation { screen, busy, crashes, toasts, covered: self.covered.take_fresh() }
    }

    /// What a person would see.
    fn picture(&mut self) -> Picture {
        let (size, mut canvas) = (self.size(), std::mem::take(&mut self.canvas));
        canvas.start(size);
        let (task, world) = self.task();
        task.picture(&mut canvas, world);
        if let Some(dialog) = self.state.system {
            let (title, rotation) = (self.state.sample.0.manifest().title, self.state.world.rotation);
            let dialog = dialog.draw(&mut ScreenBuilder::new(), title, size, rotation);
            raster::system_dialog(&mut canvas, &dialog);
        }
        let shown = self.state.toast.as_ref().filter(|(_, gone)| self.state.world.now < *gone);
        if let Some(text) = self.state.world.toasts.last().or(shown.map(|(text, _)| text)) {
            raster::toast(&mut canvas, text);
        }
        let picture = canvas.take();
        self.canvas = canvas;
        picture
    }

    fn write_log(&mut self, pid: u32, level: char, tag: &str, message: &str) {
        let seconds = self.state.world.now / 1000;
        let (day, time) = (seconds / 86_400 - FIRST_DAY / 86_400_000, seconds % 86_400);
        let mut line = String::with_capacity(96 + message.len());
        let _ = writeln!(
            line,
            "06-{:02} {:02}:{:02}:{:02}.{:03} {pid:5} {pid:5} {level} {tag}: {message}",
            2 + day % 28,
            time / 3600,
            time / 60 % 60,
            time % 60,
            self.state.world.now % 1000,
        );
        if self.log.len() + line.len() > MAX_LOG {
            self.log.clear();
        }
        self.log.push_str(&line);
        self.unread.push_str(&line);
    }

    fn log_crash(&mut self, fault: &Fault) {
        let (pid, package) = (self.state.pid, self.state.sample.0.manifest().package);
        let mut lines = vec![
            "FATAL EXCEPTION: main".to_owned(),
            format!("Process: {package}, PID: {pid}"),
            format!("{}: {}", fault.exception, fault.message),
        ];
        lines.extend(fault.frames.iter().map(|frame| format!("\tat {frame}")));
        lines.extend(LOOPER.iter().map(|frame| format!("\tat {frame}")));
        for line in lines {
            self.write_log(pid, 'E', "AndroidRuntime", &line);
        }
        self.write_log(pid, 'I', "Process", &format!("Sending signal. PID: {pid} SIG: 9"));
    }

    fn log_hang(&mut self, fault: &Fault) {
        let package = self.state.sample.0.manifest().package;
        let mut lines = vec![
            format!("ANR in {package}"),
            format!("PID: {}", self.state.pid),
            format!("Reason: Input dispatching timed out ({})", fault.message),
        ];
        lines.extend(fault.frames.iter().map(|frame| format!("\tat {frame}")));
        for line in lines {
            self.write_log(600, 'E', "ActivityManager", &line);
        }
    }
}

/// The frames below every handler on Android's main thread.
const LOOPER: [&str; 4] = [
    "android.os.Handler.dispatchMessage(Handler.java:106)",
    "android.os.Looper.loop(Looper.java:223)",
    "android.app.ActivityThread.main(ActivityThread.java:7656)",
    "com.android.internal.os.ZygoteInit.main(ZygoteInit.java:947)",
];

/// The switches as bits in the order of the manifest.
fn switched(manifest: &Manifest, switch: &BugSwitch) -> Result<u64, DeviceError> {
    let bugs = manifest.bugs;
    if let BugSwitch::Fixed(ids) | BugSwitch::Only(ids) = switch
        && let Some(unknown) = ids.iter().find(|id| !bugs.iter().any(|bug| bug.id == **id))
    {
        let known: Vec<_> = bugs.iter().map(|bug| bug.id).collect();
        return Err(DeviceError::Caller {
            doing: format!("switch the bug `{unknown}`"),
            problem: format!("sample:{} has only [{}]", manifest.name, known.join(", ")),
        });
    }
    let on = |id: &str| match switch {
        BugSwitch::All => true,
        BugSwitch::None => false,
        BugSwitch::Fixed(ids) => !ids.iter().any(|fixed| fixed == id),
        BugSwitch::Only(ids) => ids.iter().any(|only| only == id),
    };
    Ok(bugs.iter().enumerate().filter(|(_, bug)| on(bug.id)).fold(0, |bits, (at, _)| bits | 1 << at))
}

impl Device for Phone {
    fn name(&self) -> String {
        format!("phone ({} costs)", self.settings.costs.name)
    }

    fn package(&self) -> &str {
        self.state.sample.0.manifest().package
    }

    fn clean_start(&mut self, start: u64) -> Result<Observation, DeviceError> {
        self.stop_sample();
        self.state.sample.0.clear();
        let world = &mut self.state.world;
        world.rotation = 0;
        world.granted.clear();
        world.notifications.clear();
        world.toasts.clear();
        self.state.toast = None;
        world.random = mix(self.settings.seed ^ mix(start));
        world.now = FIRST_DAY + start * BETWEEN_STARTS;
        self.state.pid = 1000 + (start % 30_000) as u32;
        self.log.clear();
        self.unread.clear();
        self.plan_call(self.state.world.now);
        self.show_sample();
        self.wait(self.settings.costs.restart);
        Ok(self.look())
    }

    fn observe(&mut self) -> Result<Observation, DeviceError> {
        Ok(self.look())
    }

    fn perform(&mut self, input: &Input) -> Result<Observation, DeviceError> {
        self.dispatch(input);
        self.wait(self.settings.costs.event);
        Ok(self.look())
    }

    fn clock(&self) -> Duration {
        Duration::from_millis(self.uptime)
    }

    fn log(&mut self) -> Result<String, DeviceError> {
        Ok(std::mem::take(&mut self.log))
    }

    fn branches(&self) -> Option<u32> {
        Some(self.branches)
    }

    fn screenshot(&mut self) -> Result<Option<Picture>, DeviceError> {
        Ok(Some(self.picture()))
    }

    fn snapshot(&self) -> Option<Snapshot> {
        Some(Snapshot::new(self.state.clone()))
    }

    fn restore(&mut self, snapshot: &Snapshot) -> Result<Observation, DeviceError> {
        let Some(state) = snapshot.state::<State>() else {
            return Err(DeviceError::Caller {
                doing: "restore a snapshot".into(),
                problem: "it is not one of this phone's".into(),
            });
        };
        self.state = state.clone();
        self.unread.clear();
        Ok(self.look())
    }
}
