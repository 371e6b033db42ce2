//! Seeing and touching through the agent: a program of ours that runs on the device, asked over a socket of its own.
//!
//! It is pushed, started detached (else it dies with the connection) and reached through adb's transport, without a
//! forward that would be lost. Only one program may have Android's `UiAutomation`, so that a stale agent is ended
//! before a new one starts.

use std::time::{Duration, Instant};

use skink_gui::Screen;

use super::driver::{Acted, Driver, DriverKind, Seen, StepError};
use crate::adb::{Adb, AdbError, Deadline, Stream, quote};
use crate::agent::{
    AgentClient, AgentError, JAR, Look, MAIN_CLASS, Perform, Performed, SOCKET, Settle, TreeState, Watch,
};
use crate::{Input, Picture};

const FOLDER: &str = "/data/local/tmp/skink";
/// How long the agent may take to start; on Dalvik as shell the first start optimises the system's own code.
const START: Duration = Duration::from_secs(20);
const FIRST_START_ON_DALVIK: Duration = Duration::from_secs(120);
/// A null tree is normal while a window comes or goes: looks before it is taken for what it is.
const LOOKS: u32 = 6;

/// Drives through the agent.
pub(crate) struct AgentDriver {
    client: Option<AgentClient<Stream>>,
    settle: Settle,
    watch: Watch,
    api: u32,
    call: Duration,
    turned: bool,
}

impl AgentDriver {
    /// Starts the agent and greets it.
    pub(crate) fn start(adb: &Adb, api: u32, call: Duration, watch: Watch) -> Result<AgentDriver, AdbError> {
        let settle = Settle::default();
        let mut driver = AgentDriver { client: None, settle, watch, api, call, turned: false };
        driver.reconnect(adb)?;
        Ok(driver)
    }

    fn open(&self, adb: &Adb, deadline: Deadline) -> Result<Stream, AdbError> {
        adb.service(&format!("localabstract:{SOCKET}"), "reaching the agent", deadline)
    }

    /// Ends whatever agent is there, of any version.
    fn end_stale(&self, adb: &Adb) -> Result<(), AdbError> {
        let deadline = Deadline::after(self.call);
        while let Ok(stream) = self.open(adb, deadline.within(Duration::from_secs(5))) {
            // One that hangs does not answer: it is killed by its name.
            if AgentClient::end(stream).is_err() {
                let class = quote(&format!("[{}]{}", &MAIN_CLASS[..1], &MAIN_CLASS[1..]));
                let kill = format!(
                    "for p in $(ps -ef 2>/dev/null | grep {class} | awk '{{print $2}}'); do kill -9 $p; done"
                );
                adb.ask(&kill, Deadline::after(self.call))?;
            }
            if !deadline.sleep(Duration::from_millis(100)) {
                return Err(AdbError::Refused {
                    doing: "ending an agent of an earlier run".into(),
                    problem: "it does not end; restart the device or kill its app_process".into(),
                });
            }
        }
        Ok(())
    }

    fn install(&self, adb: &Adb) -> Result<String, AdbError> {
        let sum = JAR.iter().fold(0xcbf2_9ce4_8422_2325u64, |sum, byte| {
            (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let path = format!("{FOLDER}/agent-{sum:016x}.jar");
        let there = adb.stat(&path, Deadline::after(self.call))?;
        if there.is_none_or(|(_, size)| size as usize != JAR.len()) {
            adb.ask(&format!("mkdir -p {FOLDER}; rm -f {FOLDER}/agent-*.jar"), Deadline::after(self.call))?;
            adb.push(JAR, &path, 0o644, Deadline::after(self.call))?;
        }
        // From Android 14 on, code that can be written is not run.
        adb.ask(&format!("chmod 400 {path}"), Deadline::after(self.call))?;
        Ok(path)
    }

    fn launch(&self, adb: &Adb) -> Result<(), AdbError> {
        let jar = self.install(adb)?;
        let log = format!("{FOLDER}/agent.log");
        let shell_on_dalvik = self.api < 21 && !adb.ask("id", Deadline::after(self.call))?.contains("uid=0(");
        // The shell's user may not write to the system's own dex cache.
        let data = match shell_on_dalvik {
            true => format!("mkdir -p {FOLDER}/dalvik-cache; ANDROID_DATA={FOLDER} "),
            false => String::new(),
        };
        let command = format!(
            "trap \"\" HUP; {data}CLASSPATH={jar} app_process {FOLDER} {} {SOCKET} >{log} 2>&1 </dev/null &",
            MAIN_CLASS
        );
        adb.ask(&command, Deadline::after(self.call))?;
        let wait = if shell_on_dalvik { FIRST_START_ON_DALVIK } else { START };
        let deadline = Deadline::after(wait);
        loop {
            match self.open(adb, deadline.within(self.call)) {
                Ok(_) => return Ok(()),
                Err(AdbError::Refused { .. }) if deadline.sleep(Duration::from_millis(50)) => {}
                Err(AdbError::Refused { .. }) => break,
                Err(error) => return Err(error),
            }
            let said = adb.ask(&format!("cat {log}"), Deadline::after(self.call))?;
            if let Some(line) = said.lines().map(str::trim).find(|line| is_the_end(line)) {
                return Err(self.not_started(line));
            }
        }
        let said = adb.ask(&format!("cat {log}"), Deadline::after(self.call))?;
        Err(self.not_started(said.lines().last().unwrap_or("it says nothing")))
    }

    fn not_started(&self, why: &str) -> AdbError {
        AdbError::Refused { doing: "starting the agent".into(), problem: why.to_owned() }
    }

    fn greet(&mut self, adb: &Adb) -> Result<(), AdbError> {
        let stream = self.open(adb, Deadline::after(self.call))?;
        let mut client = AgentClient::connect(stream).map_err(|e| lost("greeting the agent", &e))?;
        client.watch(self.watch.clone()).map_err(|e| lost("telling the agent what to watch", &e))?;
        self.client = Some(client);
        Ok(())
    }

    fn ask(&mut self, perform: Perform) -> Result<Look, AdbError> {
        let own = match &perform {
            Perform::Wait(millis) => u64::from(*millis),
            Perform::Type(_, text) => 100 * text.chars().count() as u64,
            _ => 0,
        };
        let longest = Duration::from_millis(self.settle.longest() + own);
        let doing = "asking the agent for a step";
        let Some(client) = &mut self.client else {
            return Err(AdbError::Lost { doing: doing.into(), problem: "the agent is not connected".into() });
        };
        client.stream().set_deadline(Deadline::after(longest + self.call));
        client.step(perform, self.settle).map_err(|e| lost(doing, &e))
    }

    fn look(&mut self, perform: Perform) -> Result<Seen, StepError> {
        let acts = perform != Perform::Nothing;
        let connected = self.client.is_some();
        let mut look = self.ask(perform).map_err(|error| {
            let acted = if acts && connected { Acted::Unknown } else { Acted::No };
            StepError { error, acted }
        })?;
        let mut seen = Seen {
            screen: Screen::clone(&look.screen()),
            busy: look.busy,
            toasts: Vec::new(),
            crashes: Vec::new(),
            hangs: false,
            note: note_of(&look),
            millis: [look.timings.perform, look.timings.settle, look.timings.look].map(u64::from),
        };
        let mut looks = 1;
        loop {
            let observation = look.observation();
            seen.toasts.extend(observation.toasts);
            seen.crashes.extend(observation.crashes);
            seen.screen = observation.screen;
            seen.busy = observation.busy || look.tree != TreeState::Seen;
            seen.hangs = look.hanging() || look.tree == TreeState::Blocked;
            let waits_for_stacks = seen.hangs && seen.crashes.is_empty();
            if (look.tree == TreeState::Seen && !waits_for_stacks)
                || looks >= LOOKS
                || !seen.crashes.is_empty()
            {
                break;
            }
            // A blocked look has waited already.
            if look.tree == TreeState::Absent {
                std::thread::sleep(Duration::from_millis(50 << looks));
            }
            looks += 1;
            look = self.ask(Perform::Nothing).map_err(|error| StepError { error, acted: Acted::Yes })?;
        }
        Ok(seen)
    }
}

/// What the agent's last words look like.
fn is_the_end(line: &str) -> bool {
    line == "Aborted" || line.contains("Exception") || line.contains("not found") || line.starts_with("Error")
}

fn note_of(look: &Look) -> Option<String> {
    let performed = match look.performed {
        Performed::Done => None,
        Performed::Refused => Some("Android did not take an input: is the screen off?"),
        Performed::Blocked => Some("an input did not come back in time: the app does not take input"),
        Performed::NoField => Some("there was no field to type into"),
        Performed::NoText => Some("a field did not take a text"),
    };
    let cut = (!look.cut.is_empty()).then_some("a screen was too large or too slow to be read whole");
    match (performed, cut) {
        (Some(a), Some(b)) => Some(format!("{a}; {b}")),
        (one, other) => one.or(other).map(str::to_owned),
    }
}

fn lost(doing: &str, error: &AgentError) -> AdbError {
    AdbError::Lost { doing: doing.to_owned(), problem: error.to_string() }
}

impl Driver for AgentDriver {
    fn kind(&self) -> DriverKind {
        DriverKind::Agent
    }

    fn step(&mut self, _adb: &Adb, input: Option<&Input>) -> Result<Seen, StepError> {
        let perform = match input {
            None => Perform::Nothing,
            Some(input) => Perform::of(input).ok_or_else(|| StepError {
                error: AdbError::Refused {
                    doing: "acting on the screen".into(),
                    problem: "that is done to the app, not to the screen".into(),
                },
                acted: Acted::No,
            })?,
        };
        self.turned |= perform == Perform::Rotate;
        self.look(perform)
    }

    fn upright(&mut self, _adb: &Adb) -> Result<(), AdbError> {
        if self.turned {
            self.ask(Perform::Turn(0))?;
            // Only now: a connection lost in between leaves the screen turned.
            self.turned = false;
        }
        Ok(())
    }

    fn tells_crashes(&self) -> bool {
        self.client.as_ref().is_some_and(|client| client.hello().controller)
    }

    fn screenshot(&mut self, _adb: &Adb) -> Result<Option<Picture>, AdbError> {
        let Some(client) = &mut self.client else { return Ok(None) };
        client.stream().set_deadline(Deadline::after(self.call));
        match client.screenshot() {
            Ok(picture) => Ok(picture),
            Err(error) if error.is_answer() => Ok(None),
            Err(error) => Err(lost("asking the agent for a picture", &error)),
        }
    }

    /// A detached agent survives a lost connection: it is greeted again; only where that fails a new one is started.
    fn reconnect(&mut self, adb: &Adb) -> Result<(), AdbError> {
        let known = self.client.take().is_some();
        if known && self.greet(adb).is_ok() {
            return Ok(());
        }
        let start = Instant::now();
        self.end_stale(adb)?;
        self.launch(adb)?;
        // The socket is there a moment before the agent has Android's attention.
        loop {
            match self.greet(adb) {
                Ok(()) => return Ok(()),
                // It runs and does not greet: waiting for the device does not help.
                Err(error) if start.elapsed() > START => return Err(self.not_started(&error.to_string())),
                Err(_) => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    fn end(&mut self, _adb: &Adb) {
        if let Some(client) = self.client.take() {
            client.stream().set_deadline(Deadline::seconds(5));
            // One that does not hear ends by itself after a while.
            let _ = client.quit();
        }
    }
}
