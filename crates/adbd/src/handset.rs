//! The phone as an Android has it in hand: the phone itself and what its shell and its agent know around it.
//!
//! Time: an input lets none pass. Whoever then waits for the screen to rest (a dump, a step of the agent) lets
//! what an event costs pass, once, however many commands made up the event; after `pm clear` it is what a
//! restart costs. So a step of several commands ends on the same screen as in the process.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use skink_device::{Device, DeviceError, Input};
use skink_gui::{Bounds, Direction, Flags, Key, Point, Screen};
use skink_phone::Phone;
use skink_trace::Observation;

use crate::faults::mix;
use crate::files::Files;
use crate::log::{Buffer, Log, SYSTEM, log_time};

/// What waiting for rest will cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owed {
    Nothing,
    Event,
    Restart,
}

/// Where typed letters go in the field that has the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caret {
    Start,
    End,
    /// Everything is selected: what is typed replaces it.
    All,
}

/// A program that stays: the agent or monkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Resident {
    pub(crate) pid: u32,
    /// Its command line.
    pub(crate) name: String,
    /// Abstract socket or port it listens on.
    pub(crate) listens: String,
    /// When somebody asked it last.
    pub(crate) asked: Instant,
    /// The agent's last step with a number, and the frame that answers it: one whose connection was lost asks again.
    pub(crate) kept: Option<(u32, Arc<Vec<u8>>)>,
}

/// The phone and what belongs to it.
pub(crate) struct Handset {
    pub(crate) phone: Phone,
    pub(crate) files: Files,
    pub(crate) log: Log,
    pub(crate) props: BTreeMap<String, String>,
    /// Android's settings by table and name.
    pub(crate) tables: BTreeMap<(String, String), String>,
    /// The activity that a launch opens.
    pub(crate) main_activity: String,
    pub(crate) installed: bool,
    /// Installations under way: of each APK that was written, whether it is the app.
    pub(crate) sessions: BTreeMap<u32, Vec<bool>>,
    /// The agent, while it runs.
    pub(crate) agent: Option<Resident>,
    pub(crate) monkey: Option<Resident>,
    /// The next look finds no tree: a fault.
    pub(crate) no_tree: bool,
    pub(crate) caret: Caret,
    owed: Owed,
    /// Data was cleared and the app not launched since: the new start's clock has not begun to run.
    cleared: bool,
    /// The app's process was killed and the app not launched since.
    killed: bool,
    /// Something was done since the screen was drawn.
    stale: bool,
    screen: Screen,
    /// What looks saw that the agent has not told yet.
    untold: Observation,
    /// Clean starts so far.
    starts: u64,
    next_pid: u32,
}

impl Handset {
    pub(crate) fn new(mut phone: Phone, api: u32) -> Result<Self, DeviceError> {
        // Where a launch leads is seen on a copy of the phone: the first start of a run is still to come.
        let before = phone.snapshot();
        let first = phone.clean_start(0)?;
        let declared = phone.activities().first().map_or(".MainActivity", |name| name);
        let main_activity = match first.screen.activity() {
            name if first.screen.package() == phone.package() && !name.is_empty() => name.to_owned(),
            _ => declared.to_owned(),
        };
        let home = match before {
            Some(before) => phone.restore(&before)?,
            None => phone.observe()?,
        };
        // What the try wrote is nobody's.
        phone.log()?;
        let now = phone.wall_clock();
        let mut log = Log::new(api);
        log.push(
            Buffer::Main,
            &log_time(now),
            SYSTEM,
            'I',
            "skink",
            "the virtual phone is up; its clock is virtual",
        );
        Ok(Self {
            files: Files::new(now / 1000),
            log,
            props: props(api),
            tables: tables(),
            main_activity,
            installed: true,
            sessions: BTreeMap::new(),
            agent: None,
            monkey: None,
            no_tree: false,
            caret: Caret::End,
            owed: Owed::Nothing,
            cleared: false,
            killed: false,
            stale: false,
            screen: home.screen.clone(),
            untold: Observation::of(home.screen),
            starts: 0,
            next_pid: 4000,
            phone,
        })
    }

    pub(crate) fn package(&self) -> &'static str {
        self.phone.manifest().package
    }

    pub(crate) fn wall_seconds(&self) -> u64 {
        self.phone.wall_clock() / 1000
    }

    pub(crate) fn new_pid(&mut self) -> u32 {
        self.next_pid += 7;
        self.next_pid
    }

    /// Draws what is there now and keeps what was seen for the agent's next look.
    fn draw(&mut self) {
        let Ok(seen) = self.phone.observe() else { return };
        self.screen = seen.screen.clone();
        self.untold.screen = seen.screen;
        self.untold.busy = seen.busy;
        self.untold.crashes.extend(seen.crashes);
        self.untold.toasts.extend(seen.toasts);
        self.untold.covered.extend(seen.covered);
        self.stale = false;
        let written = self.phone.log().unwrap_or_default();
        self.log.take_in(&written);
    }

    /// The screen without waiting.
    pub(crate) fn screen_now(&mut self) -> Screen {
        if self.stale {
            self.draw();
        }
        self.screen.clone()
    }

    /// Waits for the screen to rest.
    pub(crate) fn rest(&mut self) {
        let costs = self.phone.costs();
        match std::mem::replace(&mut self.owed, Owed::Nothing) {
            Owed::Nothing => {}
            _ if self.cleared => {}
            Owed::Event => self.phone.settle(costs.event),
            Owed::Restart => self.phone.settle(costs.restart),
        }
        self.draw();
    }

    /// Waits for the screen to rest, and looks.
    pub(crate) fn rested_screen(&mut self) -> Screen {
        self.rest();
        self.screen.clone()
    }

    /// Whether the screen of the last look never rests.
    pub(crate) fn is_busy(&self) -> bool {
        self.untold.busy
    }

    /// Waits for rest and gives everything that was seen since the last time.
    pub(crate) fn observation(&mut self) -> Observation {
        self.rest();
        let next = Observation { busy: self.untold.busy, ..Observation::of(self.screen.clone()) };
        std::mem::replace(&mut self.untold, next)
    }

    /// Everything that was seen since the last time, without waiting.
    pub(crate) fn observation_now(&mut self) -> Observation {
        let screen = self.screen_now();
        let next = Observation { busy: self.untold.busy, ..Observation::of(screen) };
        std::mem::replace(&mut self.untold, next)
    }

    /// Does something; rest is waited for later.
    pub(crate) fn input(&mut self, input: &Input) {
        if self.stale {
            self.draw();
        }
        if !matches!(input, Input::Key(Key::Enter) | Input::Type(..)) {
            self.caret = Caret::End;
        }
        self.phone.send(input);
        self.acted();
    }

    fn acted(&mut self) {
        self.stale = true;
        if self.owed == Owed::Nothing {
            self.owed = Owed::Event;
        }
    }

    pub(crate) fn sleep(&mut self, millis: u64) {
        self.phone.settle(millis);
        self.acted();
    }

    /// Brings the app to the front; says whether it was there already.
    pub(crate) fn launch(&mut self) -> bool {
        let front = self.phone.in_front();
        let there = front.package == self.package() && self.app_process().is_some();
        self.phone.send(&Input::Launch);
        self.killed = false;
        self.acted();
        if std::mem::take(&mut self.cleared) {
            self.owed = Owed::Restart;
        }
        there
    }

    pub(crate) fn stop_app(&mut self) {
        self.phone.stop_app();
        self.killed = false;
        self.acted();
    }

    /// Clears the app's data: the next clean start. `debug.skink.start` may name its number, so that a replay
    /// can ask for the clock and the randomness of another.
    pub(crate) fn clear_app(&mut self) {
        let asked = self.props.remove("debug.skink.start").and_then(|number| number.parse().ok());
        let start = asked.unwrap_or(self.starts);
        self.starts = start + 1;
        // The log keeps what was written before.
        self.draw();
        self.phone.clear_app(start);
        self.cleared = true;
        self.owed = Owed::Nothing;
        self.draw();
        self.untold = Observation::of(self.screen.clone());
    }

    /// Kills the app's process where it is in the background. One that was killed already is saved and dies again.
    pub(crate) fn kill_app(&mut self) {
        if self.phone.app_process().is_some() && self.phone.kill_app() {
            self.killed = true;
            self.acted();
        }
    }

    /// Process id of the app, where it runs.
    pub(crate) fn app_process(&self) -> Option<u32> {
        self.phone.app_process().filter(|_| !self.killed)
    }

    pub(crate) fn turn_to(&mut self, quarters: u8) {
        if self.phone.rotation() != quarters % 2 {
            self.phone.turn_to(quarters);
            self.acted();
        }
    }

    /// A finger drawn from one point to another within so many milliseconds.
    pub(crate) fn drag(&mut self, from: Point, to: Point, millis: u64) {
        /// Android's slop and its idea of a long press.
        const SLOP: i32 = 16;
        const LONG: u64 = 400;
        let (right, down) = (to.x - from.x, to.y - from.y);
        let input = if right.abs() < SLOP && down.abs() < SLOP {
            if millis >= LONG { Input::LongTap(from) } else { Input::Tap(from) }
        } else {
            let across = Bounds {
                left: from.x.min(to.x),
                top: from.y.min(to.y),
                right: from.x.max(to.x),
                bottom: from.y.max(to.y),
            };
            let direction = match right.abs() > down.abs() {
                true if right > 0 => Direction::Right,
                true => Direction::Left,
                false if down > 0 => Direction::Down,
                false => Direction::Up,
            };
            Input::Swipe(across, direction)
        };
        self.input(&input);
    }

    /// Types letters into the field that has the focus; says whether there is one.
    pub(crate) fn type_text(&mut self, text: &str) -> bool {
        self.edit(|now, caret| match caret {
            Caret::Start => format!("{text}{now}"),
            Caret::End => format!("{now}{text}"),
            Caret::All => text.to_owned(),
        })
    }

    /// Deletes before the caret, or after it.
    pub(crate) fn delete(&mut self, forward: bool) -> bool {
        self.edit(|now, caret| {
            let mut chars: Vec<char> = now.chars().collect();
            match caret {
                Caret::All => chars.clear(),
                Caret::End if !forward => {
                    chars.pop();
                }
                Caret::Start if forward && !chars.is_empty() => {
                    chars.remove(0);
                }
                _ => {}
            }
            chars.into_iter().collect()
        })
    }

    fn edit(&mut self, change: impl FnOnce(&str, Caret) -> String) -> bool {
        let screen = self.screen_now();
        let Some(field) = screen.widgets().find(|w| w.is(Flags::FOCUSED | Flags::EDITABLE)) else {
            return false;
        };
        let text = change(field.text(), self.caret);
        if self.caret == Caret::All {
            self.caret = Caret::End;
        }
        if text != field.text() {
            self.input(&Input::Type(field.bounds().center(), text));
        }
        true
    }

    /// Name of the process with that number.
    pub(crate) fn process_name(&self, pid: u32) -> Option<String> {
        self.processes().into_iter().find(|(known, _, _)| *known == pid).map(|(_, _, name)| name)
    }

    /// Every process: number, user and name.
    pub(crate) fn processes(&self) -> Vec<(u32, &'static str, String)> {
        let mut all = vec![
            (1, "root", "/init".to_owned()),
            (312, "shell", "/system/bin/adbd".to_owned()),
            (SYSTEM, "system", "system_server".to_owned()),
            (741, "u0_a4", "com.android.systemui".to_owned()),
            (802, "u0_a14", self.phone.launcher().to_owned()),
        ];
        if let Some(pid) = self.app_process() {
            all.push((pid, "u0_a47", self.package().to_owned()));
        }
        for resident in [&self.agent, &self.monkey].into_iter().flatten() {
            all.push((resident.pid, "shell", resident.name.clone()));
        }
        all
    }

    /// Ends a process; says whether there was one that the shell may end.
    pub(crate) fn kill(&mut self, pid: u32) -> bool {
        if self.agent.as_ref().is_some_and(|agent| agent.pid == pid) {
            self.agent = None;
            return true;
        }
        if self.monkey.as_ref().is_some_and(|monkey| monkey.pid == pid) {
            self.monkey = None;
            return true;
        }
        false
    }
}

/// A number in hexadecimal that stands for an object of Android's, the same for the same name.
pub(crate) fn identity(name: &str) -> String {
    let number = name.bytes().fold(0x5eed, |hash: u64, byte| mix(hash ^ u64::from(byte)));
    format!("{:07x}", number & 0x0fff_ffff)
}

/// Android's versions by API level.
pub(crate) fn release(api: u32) -> &'static str {
    match api {
        19 => "4.4.2",
        20 => "4.4W",
        21 => "5.0",
        22 => "5.1",
        23 => "6.0",
        24 => "7.0",
        25 => "7.1.1",
        26 => "8.0.0",
        27 => "8.1.0",
        28 => "9",
        29 => "10",
        30 => "11",
        31 | 32 => "12",
        33 => "13",
        34 => "14",
        35 => "15",
        _ => "16",
    }
}

fn props(api: u32) -> BTreeMap<String, String> {
    let sdk = api.to_string();
    [
        ("debug.skink.clock", "virtual"),
        ("dev.bootcomplete", "1"),
        ("dalvik.vm.heapsize", "512m"),
        ("init.svc.adbd", "running"),
        ("init.svc.bootanim", "stopped"),
        ("persist.sys.timezone", "GMT"),
        ("ro.build.characteristics", "phone"),
        ("ro.build.type", "user"),
        ("ro.build.tags", "release-keys"),
        ("ro.build.version.codename", "REL"),
        ("ro.build.version.release", release(api)),
        ("ro.build.version.sdk", &sdk),
        ("ro.debuggable", "0"),
        ("ro.hardware", "skink"),
        ("ro.product.brand", "skink"),
        ("ro.product.cpu.abi", "x86_64"),
        ("ro.product.device", "skink"),
        ("ro.product.locale", "en-US"),
        ("ro.product.manufacturer", "Skink"),
        ("ro.product.model", "Skink virtual phone"),
        ("ro.product.name", "skink"),
        ("ro.secure", "1"),
        ("ro.serialno", "SKINK0001"),
        ("ro.sf.lcd_density", "240"),
        ("sys.boot_completed", "1"),
        ("vold.decrypt", "trigger_restart_framework"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into()
}

fn tables() -> BTreeMap<(String, String), String> {
    [
        ("system", "accelerometer_rotation", "1"),
        ("system", "user_rotation", "0"),
        ("system", "screen_off_timeout", "2147483647"),
        ("system", "screen_brightness", "102"),
        ("global", "window_animation_scale", "1.0"),
        ("global", "transition_animation_scale", "1.0"),
        ("global", "animator_duration_scale", "1.0"),
        ("global", "stay_on_while_plugged_in", "0"),
        ("global", "device_provisioned", "1"),
        ("global", "adb_enabled", "1"),
        ("secure", "default_input_method", "com.android.inputmethod.latin/.LatinIME"),
        ("secure", "show_ime_with_hard_keyboard", "0"),
        ("secure", "android_id", "5b3c0ffee0000001"),
    ]
    .map(|(table, name, value)| ((table.to_owned(), name.to_owned()), value.to_owned()))
    .into()
}
