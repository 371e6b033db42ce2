//! Seeing and touching through the agent: a program of ours that runs on the device, asked over a socket of its own.
//!
//! It is pushed, started detached (else it dies with the connection) and reached through adb's transport, without a
//! forward that would be lost. Only one program may have Android's `UiAutomation`, so that a stale agent is ended
//! before a new one starts. Steps are numbered: after a lost connection the same step is asked for again, and an
//! agent that did it already tells what came of it instead of doing it twice.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use skink_gui::Key;

use super::driver::{Acted, Driver, DriverKind, News, Seen, StepError};
use crate::adb::{Adb, AdbError, Deadline, Stream, quote};
use crate::agent::{
    AgentClient, AgentError, Cut, JAR, Look, MAIN_CLASS, Perform, Performed, SOCKET, Settle, TreeState, Watch,
};
use crate::{Input, Picture};

/// One folder for each user as whom adb may be there: what root wrote, the shell cannot replace.
const FOLDER: &str = "/data/local/tmp/skink";
const ROOTS_FOLDER: &str = "/data/local/tmp/skink-root";
/// How long the agent may take to start; on Dalvik as shell the first start optimises the system's own code.
const START: Duration = Duration::from_secs(40);
const FIRST_START_ON_DALVIK: Duration = Duration::from_secs(120);
/// A null tree is normal while a window comes or goes: looks before it is taken for what it is.
const LOOKS: u32 = 6;
/// And how long that may take.
const LOOKING: Duration = Duration::from_secs(8);
/// How long an agent that runs may take to answer a greeting, and how often it may fail to.
const GREETING: Duration = Duration::from_secs(10);
const GREETINGS: u32 = 2;

/// Drives through the agent.
pub(crate) struct AgentDriver {
    client: Option<AgentClient<Stream>>,
    settle: Settle,
    watch: Watch,
    api: u32,
    call: Duration,
    turned: bool,
    /// Steps asked for so far.
    steps: u32,
    /// A step whose answer was lost.
    unanswered: Option<Unanswered>,
    /// An agent was started and greeted us.
    runs: bool,
    /// Greetings in a row that it did not answer.
    silent: u32,
}

/// A step that was asked for and not answered.
struct Unanswered {
    number: u32,
    perform: Perform,
    /// The agent that was asked.
    pid: u32,
}

impl AgentDriver {
    /// Starts the agent and greets it.
    pub(crate) fn start(adb: &Adb, api: u32, call: Duration, watch: Watch) -> Result<AgentDriver, AdbError> {
        let settle = Settle::default();
        let mut driver = AgentDriver {
            client: None,
            settle,
            watch,
            api,
            call,
            turned: false,
            steps: 0,
            unanswered: None,
            runs: false,
            silent: 0,
        };
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
                // By /proc: older Androids' `ps` shows no arguments, and there is no `awk` and no `pkill`.
                let kill = format!(
                    "for f in $(grep -l {class} /proc/[0-9]*/cmdline 2>/dev/null); \
                     do p=${{f#/proc/}}; kill -9 ${{p%/cmdline}}; done"
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

    fn install(&self, adb: &Adb, folder: &str) -> Result<String, AdbError> {
        let sum = JAR.iter().fold(0xcbf2_9ce4_8422_2325u64, |sum, byte| {
            (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let path = format!("{folder}/agent-{sum:016x}.jar");
        let there = adb.stat(&path, Deadline::after(self.call))?;
        if there.is_none_or(|(_, size)| size as usize != JAR.len()) {
            adb.ask(&format!("mkdir -p {folder}; rm -f {folder}/agent-*.jar"), Deadline::after(self.call))?;
            adb.push(JAR, &path, 0o644, Deadline::after(self.call))?;
        }
        // From Android 14 on, code that can be written is not run.
        adb.ask(&format!("chmod 444 {path}"), Deadline::after(self.call))?;
        Ok(path)
    }

    fn launch(&self, adb: &Adb) -> Result<(), AdbError> {
        let is_root = adb.ask("id", Deadline::after(self.call))?.contains("uid=0(");
        let folder = if is_root { ROOTS_FOLDER } else { FOLDER };
        let jar = self.install(adb, folder)?;
        let log = format!("{folder}/agent.log");
        let shell_on_dalvik = self.api < 21 && !is_root;
        // The shell's user may not write to the system's own dex cache.
        let data = match shell_on_dalvik {
            true => format!("mkdir -p {folder}/dalvik-cache; ANDROID_DATA={folder} "),
            false => String::new(),
        };
        // Whatever ends it, even what prints nothing, ends with our own word in its log. The word is this start's
        // own: the shell of an agent ended just now may still be writing.
        let ended = format!("{ENDED}-{}-{}", std::process::id(), STARTS.fetch_add(1, Ordering::Relaxed));
        let command = format!(
            "trap \"\" HUP; rm -f {log}; ({data}CLASSPATH={jar} app_process {folder} {MAIN_CLASS} {SOCKET}; \
             echo {ended} $?) >{log} 2>&1 </dev/null &"
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
            if said.lines().any(|line| line.split_whitespace().next() == Some(&ended)) {
                return Err(self.not_started(last_words(&said)));
            }
        }
        let said = adb.ask(&format!("cat {log}"), Deadline::after(self.call))?;
        Err(self.not_started(last_words(&said)))
    }

    fn not_started(&self, why: &str) -> AdbError {
        AdbError::Refused { doing: "starting the agent".into(), problem: why.to_owned() }
    }

    fn greet(&mut self, stream: Stream) -> Result<(), AdbError> {
        let mut client = AgentClient::connect(stream).map_err(|e| lost("greeting the agent", &e))?;
        client.watch(self.watch.clone()).map_err(|e| lost("telling the agent what to watch", &e))?;
        self.client = Some(client);
        Ok(())
    }

    fn ask(&mut self, perform: Perform) -> Result<Look, AdbError> {
        let longest = Duration::from_millis(self.settle.longest() + perform.longest());
        let doing = "asking the agent for a step";
        let Some(client) = &mut self.client else {
            return Err(AdbError::Lost { doing: doing.into(), problem: "the agent is not connected".into() });
        };
        let number = match self.unanswered.take() {
            Some(last) if last.perform == perform => last.number,
            _ => {
                // 0 is no number.
                self.steps = self.steps.wrapping_add(1).max(1);
                self.steps
            }
        };
        client.stream().set_deadline(Deadline::after(longest + self.call));
        client.numbered(number, perform.clone(), self.settle).map_err(|error| {
            self.unanswered = Some(Unanswered { number, perform, pid: client.hello().pid });
            lost(doing, &error)
        })
    }

    fn look(&mut self, perform: Perform) -> Result<Seen, StepError> {
        let acts = perform != Perform::Nothing;
        if !acts {
            self.unanswered = None;
        }
        let connected = self.client.is_some();
        let mut look = self.ask(perform).map_err(|error| {
            let acted = if acts && connected { Acted::Unknown } else { Acted::No };
            StepError { error, acted }
        })?;
        let (refused, note) = (look.performed == Performed::Refused, note_of(&look));
        let millis = [look.timings.perform, look.timings.settle, look.timings.look].map(u64::from);
        let (mut toasts, mut crashes) = (Vec::new(), Vec::new());
        let (mut looks, began) = (1, Instant::now());
        let (screen, busy, hangs) = loop {
            let observation = look.observation();
            toasts.extend(observation.toasts);
            crashes.extend(observation.crashes);
            let hangs = look.hanging() || look.tree == TreeState::Blocked;
            let waits_for_stacks = hangs && crashes.is_empty();
            let late = looks >= LOOKS || look.tree == TreeState::Absent && began.elapsed() > LOOKING;
            if (look.tree == TreeState::Seen && !waits_for_stacks) || late || !crashes.is_empty() {
                break (observation.screen, observation.busy || look.tree != TreeState::Seen, hangs);
            }
            // A blocked look has waited already.
            if look.tree == TreeState::Absent {
                std::thread::sleep(Duration::from_millis(50 << looks));
            }
            looks += 1;
            look = self.ask(Perform::Nothing).map_err(|error| {
                // A look is simply taken again.
                self.unanswered = None;
                StepError { error, acted: Acted::Yes }
            })?;
        };
        Ok(Seen { screen, busy, toasts, crashes, hangs, refused, note, millis })
    }
}

/// What the shell writes after the agent, before a number of the start.
const ENDED: &str = "skink-agent-ended";
/// Agents started by this process.
static STARTS: AtomicU32 = AtomicU32::new(0);

/// Of what an agent that ended has said: its own words, or an exception's, or the last line.
fn last_words(log: &str) -> &str {
    let lines = || log.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(ENDED));
    lines()
        .find_map(|line| line.strip_prefix("skink-agent: cannot start: "))
        .or_else(|| lines().find(|line| line.contains("Exception") || line.starts_with("Error")))
        .or_else(|| lines().next_back())
        .unwrap_or("it ended without a word (see `adb logcat`)")
}

fn note_of(look: &Look) -> Option<String> {
    let performed = match look.performed {
        Performed::Done => None,
        Performed::Refused => Some(
            "Android did not take an input: is the screen off, or is there a switch of the maker's for it (\"USB \
             debugging (Security settings)\")?",
        ),
        Performed::Blocked => Some("an input did not come back in time: the app does not take input"),
        Performed::NoField => Some("there was no field to type into"),
        Performed::NoText => Some("a field did not take a text"),
    };
    let whole = !look.cut.intersects(Cut::all() - Cut::LAGS);
    let cut = (!whole).then_some("a screen was too large or too slow to be read whole");
    let lags = look.cut.contains(Cut::LAGS).then_some("a window was announced and could not be seen");
    [performed, cut, lags].into_iter().flatten().map(str::to_owned).reduce(|all, one| format!("{all}; {one}"))
}

/// A connection that broke may come back; what the agent itself answers would only be answered again.
fn lost(doing: &str, error: &AgentError) -> AdbError {
    match error {
        AgentError::Failed { message, .. } if !error.is_other_version() => {
            AdbError::Refused { doing: doing.to_owned(), problem: message.clone() }
        }
        _ => AdbError::Lost { doing: doing.to_owned(), problem: error.to_string() },
    }
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

    fn remembers(&self) -> bool {
        self.unanswered.is_some()
    }

    fn upright(&mut self, _adb: &Adb) -> Result<(), AdbError> {
        if self.turned {
            // Whatever was asked before is of no more interest.
            self.unanswered = None;
            self.ask(Perform::Turn(0))?;
            // Only now: a connection lost in between leaves the screen turned.
            self.turned = false;
        }
        Ok(())
    }

    fn glance(&mut self, _adb: &Adb, key: Option<Key>) -> Result<News, StepError> {
        let perform = key.and_then(|key| Perform::of(&Input::Key(key))).unwrap_or(Perform::Nothing);
        let acts = perform != Perform::Nothing;
        let settle = Settle { first: 0, quiet: 0, most: 0, widgets: 1, ..self.settle };
        let usual = std::mem::replace(&mut self.settle, settle);
        let look = self.ask(perform);
        self.settle = usual;
        let acted = if acts && self.client.is_some() { Acted::Unknown } else { Acted::No };
        let seen = look.map_err(|error| StepError { error, acted })?.observation();
        Ok(News { crashes: seen.crashes, toasts: seen.toasts })
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
        self.client = None;
        let there = match self.open(adb, Deadline::after(self.call.min(GREETING))) {
            Ok(stream) => Some(stream),
            Err(AdbError::Refused { .. }) => None,
            // That says nothing of the agent.
            Err(error) => return Err(error),
        };
        if let Some(stream) = there.filter(|_| self.runs) {
            let Err(error) = self.greet(stream) else {
                let pid = self.client.as_ref().map(|client| client.hello().pid);
                self.unanswered = self.unanswered.take().filter(|last| Some(last.pid) == pid);
                self.silent = 0;
                return Ok(());
            };
            self.silent += 1;
            if self.silent < GREETINGS {
                return Err(error);
            }
        }
        (self.runs, self.silent) = (false, 0);
        // A new one knows nothing of what the last one did.
        self.unanswered = None;
        let start = Instant::now();
        self.end_stale(adb)?;
        self.launch(adb)?;
        // The socket is there a moment before the agent has Android's attention.
        loop {
            let stream = self.open(adb, Deadline::after(self.call));
            match stream.and_then(|stream| self.greet(stream)) {
                Ok(()) => {
                    self.runs = true;
                    return Ok(());
                }
                // It runs and does not greet: waiting for the device does not help.
                Err(error) if start.elapsed() > START => return Err(self.not_started(&error.to_string())),
                Err(_) => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    fn missing(&self) -> Vec<String> {
        let told = self.client.as_ref().map_or("", |client| &client.hello().missing);
        told.lines().map(|line| format!("the agent misses something of this Android: {line}")).collect()
    }

    fn end(&mut self, _adb: &Adb) {
        if let Some(client) = self.client.take() {
            client.stream().set_deadline(Deadline::seconds(5));
            // One that does not hear ends by itself after a while.
            let _ = client.quit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_that_does_not_start_is_quoted_in_its_best_words() {
        let own = "WARNING: linker: x\nskink-agent: cannot start: java.lang.IllegalStateException: another program\nskink-agent-ended 1\n";
        assert_eq!(last_words(own), "java.lang.IllegalStateException: another program");
        assert_eq!(last_words("some line\nAborted \nskink-agent-ended 134\n"), "Aborted");
        assert!(last_words("skink-agent-ended 137\n").contains("without a word"));
        assert!(last_words("").contains("without a word"));
    }
}
