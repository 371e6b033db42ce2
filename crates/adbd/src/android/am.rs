//! `am`: starting, stopping and killing the app; broadcasts that nobody hears.

use std::time::Duration;

use skink_device::Input;
use skink_gui::Key;
use skink_phone::SystemWindow;

use super::usage;
use crate::handset::Handset;
use crate::shell::Call;

/// An intent as the command line gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Intent {
    action: Option<String>,
    categories: Vec<String>,
    data: Option<String>,
    flags: u32,
    component: Option<(String, String)>,
    package: Option<String>,
    extras: bool,
}

/// `NEW_TASK` and `CLEAR_TASK` together: what is in the task goes.
const CLEAR_TASK: u32 = 0x0000_8000;
const HOME: &str = "android.intent.category.HOME";

impl Intent {
    /// As Android prints it.
    fn show(&self, flags: u32) -> String {
        let mut parts = Vec::new();
        parts.extend(self.action.iter().map(|action| format!("act={action}")));
        if !self.categories.is_empty() {
            parts.push(format!("cat=[{}]", self.categories.join(",")));
        }
        parts.extend(self.data.iter().map(|data| format!("dat={data}")));
        if self.flags | flags != 0 {
            parts.push(format!("flg={:#x}", self.flags | flags));
        }
        parts.extend(self.package.iter().map(|package| format!("pkg={package}")));
        parts.extend(self.component.iter().map(|(package, class)| format!("cmp={package}/{class}")));
        if self.extras {
            parts.push("(has extras)".into());
        }
        format!("Intent {{ {} }}", parts.join(" "))
    }
}

/// What else `am start` was told.
#[derive(Clone, Debug, Default)]
struct Start {
    wait: bool,
    stop_first: bool,
    intent: Intent,
}

pub(super) fn run(call: &Call<'_>, args: &[String]) -> i32 {
    let Some((command, rest)) = args.split_first() else {
        call.io.print(usage::AM);
        return 1;
    };
    let last = rest.last().map_or("", String::as_str);
    match command.as_str() {
        "start" | "start-activity" => match read(rest) {
            Some(wish) => start(call, &wish),
            None => misuse(call, &format!("Error: Bad component name or arguments: {last}")),
        },
        "force-stop" | "stop-app" => {
            let mut handset = call.shared.handset();
            if handset.package() == last {
                handset.stop_app();
            }
            0
        }
        "kill" => {
            let mut handset = call.shared.handset();
            if handset.package() == last {
                handset.kill_app();
            }
            0
        }
        "kill-all" => {
            call.shared.handset().kill_app();
            0
        }
        "broadcast" => broadcast(call, rest),
        "startservice" | "start-service" | "start-foreground-service" => {
            let intent = read(rest).unwrap_or_default().intent;
            call.io.print(&format!("Starting service: {}\n", intent.show(0)));
            call.io.complain("Error: Not found; no service started.\n");
            i32::from(call.api() >= 24)
        }
        "stack" if call.api() >= 24 => stacks(call),
        "get-current-user" if call.api() >= 24 => {
            call.io.print("0\n");
            0
        }
        "set-debug-app" | "clear-debug-app" | "hang" | "idle-maintenance" | "wait-for-broadcast-idle" => 0,
        other if call.api() >= 24 => {
            call.io.complain(&format!("Unknown command: {other}\n"));
            255
        }
        other => misuse(call, &format!("Error: Unknown command: {other}")),
    }
}

/// The complaint and how it is done.
fn misuse(call: &Call<'_>, problem: &str) -> i32 {
    if call.api() < 24 {
        call.io.print(usage::AM);
        call.io.print(&format!("\n{problem}\n"));
    } else {
        call.io.complain(&format!("\nException occurred while executing 'start':\n{problem}\n"));
    }
    255
}

fn read(args: &[String]) -> Option<Start> {
    let mut wish = Start::default();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let intent = &mut wish.intent;
        match arg.as_str() {
            "-W" => wish.wait = true,
            "-S" => wish.stop_first = true,
            "-D"
            | "-N"
            | "--opengl-trace"
            | "--activity-clear-task"
            | "--activity-clear-top"
            | "--activity-single-top"
            | "--activity-no-animation"
            | "--receiver-foreground" => {
                if arg == "--activity-clear-task" {
                    intent.flags |= CLEAR_TASK;
                }
            }
            "-a" => intent.action = Some(args.next()?.clone()),
            "-c" => intent.categories.push(args.next()?.clone()),
            "-d" => intent.data = Some(args.next()?.clone()),
            "-f" => intent.flags |= number(args.next()?)?,
            "-n" => intent.component = Some(component(args.next()?)?),
            "-p" => intent.package = Some(args.next()?.clone()),
            "-t" | "-R" | "-P" | "--user" | "--display" | "--windowingMode" | "--activityType" | "--task" => {
                args.next()?;
            }
            "--esn" => {
                args.next()?;
                intent.extras = true;
            }
            extra if extra.starts_with("--e") => {
                args.next()?;
                args.next()?;
                intent.extras = true;
            }
            flag if flag.starts_with('-') => return None,
            // A last word is a component, a package or a web address.
            word => match component(word) {
                Some(component) => intent.component = Some(component),
                None if word.contains(':') => intent.data = Some(word.to_owned()),
                None => intent.package = Some(word.to_owned()),
            },
        }
    }
    Some(wish)
}

fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Package and class of `PACKAGE/CLASS`, the class short where it can be.
fn component(text: &str) -> Option<(String, String)> {
    let (package, class) = text.split_once('/')?;
    if package.is_empty() || class.is_empty() {
        return None;
    }
    let short = class.strip_prefix(package).filter(|rest| rest.starts_with('.')).unwrap_or(class);
    Some((package.to_owned(), short.to_owned()))
}

/// What an intent leads to.
enum Target {
    App,
    Home,
    Missing,
    Nobody,
}

fn target(handset: &Handset, intent: &Intent) -> Target {
    let (package, launcher) = (handset.package(), handset.phone.launcher());
    match &intent.component {
        Some((named, class)) if named == package && handset.installed => {
            let declared = handset.phone.activities();
            let known = *class == handset.main_activity || declared.iter().any(|name| name == class);
            if known { Target::App } else { Target::Missing }
        }
        Some((named, _)) if named == launcher => Target::Home,
        Some(_) => Target::Missing,
        None if intent.categories.iter().any(|category| category == HOME) => Target::Home,
        None if intent.package.as_deref() == Some(package) && handset.installed => Target::App,
        None => Target::Nobody,
    }
}

fn start(call: &Call<'_>, wish: &Start) -> i32 {
    let intent = &wish.intent;
    let mut handset = call.shared.handset();
    let package = handset.package();
    let mut out = String::new();
    let ours = intent.component.as_ref().is_some_and(|(named, _)| named == package);
    if wish.stop_first && ours {
        out.push_str(&format!("Stopping: {package}\n"));
        handset.stop_app();
    }
    out.push_str(&format!("Starting: {}\n", intent.show(0)));
    let running = handset.app_process().is_some();
    let brought = match target(&handset, intent) {
        Target::App => {
            if intent.flags & CLEAR_TASK != 0 && running {
                // The task's activities go; here the process goes with them.
                handset.stop_app();
            }
            handset.launch() && intent.flags & CLEAR_TASK == 0
        }
        Target::Home => {
            handset.input(&Input::Key(Key::Home));
            false
        }
        missing => {
            drop(handset);
            call.io.print(&out);
            return refused(call, intent, &missing);
        }
    };
    drop(handset);
    let warning = "Warning: Activity not started, its current task has been brought to the front\n";
    if brought && call.api() >= 24 {
        call.io.print(&out);
        call.io.complain(warning);
        out.clear();
    } else if brought {
        out.push_str(warning);
    }
    call.io.print(&out);
    if wish.wait {
        return wait(call, intent, running);
    }
    0
}

fn refused(call: &Call<'_>, intent: &Intent, why: &Target) -> i32 {
    let text = match (why, &intent.component) {
        (Target::Missing, Some((package, class))) => {
            let full = if class.starts_with('.') { format!("{package}{class}") } else { class.clone() };
            format!("Error type 3\nError: Activity class {{{package}/{full}}} does not exist.\n")
        }
        _ => format!("Error: Activity not started, unable to resolve {}\n", intent.show(0x1000_0000)),
    };
    call.io.complain(&text);
    1
}

/// `am start -W` answers when the app has drawn. One that crashes at its start never does.
fn wait(call: &Call<'_>, intent: &Intent, warm: bool) -> i32 {
    loop {
        let handset = call.shared.handset();
        let stuck = handset.phone.in_front().system == Some(SystemWindow::Stopped);
        let activity = match &intent.component {
            Some((package, class)) => format!("{package}/{class}"),
            None => format!("{}/{}", handset.package(), handset.main_activity),
        };
        drop(handset);
        if stuck && (call.io.alive)() {
            std::thread::sleep(Duration::from_millis(20));
            continue;
        }
        call.io.print(&match call.api() {
            ..24 => format!("Status: ok\nActivity: {activity}\nThisTime: 300\nTotalTime: 300\nComplete\n"),
            24..29 => format!(
                "Status: ok\nActivity: {activity}\nThisTime: 300\nTotalTime: 300\nWaitTime: 310\nComplete\n"
            ),
            _ => {
                let state = if warm { "WARM" } else { "COLD" };
                format!(
                    "Status: ok\nLaunchState: {state}\nActivity: {activity}\nTotalTime: 300\nWaitTime: 310\nComplete\n"
                )
            }
        });
        return 0;
    }
}

fn broadcast(call: &Call<'_>, rest: &[String]) -> i32 {
    let intent = read(rest).unwrap_or_default().intent;
    let flags = if call.api() >= 26 { 0x0040_0000 } else { 0 };
    call.io.print(&format!("Broadcasting: {}\nBroadcast completed: result=0\n", intent.show(flags)));
    0
}

fn stacks(call: &Call<'_>) -> i32 {
    let mut handset = call.shared.handset();
    let front = super::windows::front(&mut handset);
    drop(handset);
    call.io.print(&format!(
        "RootTask id=21 bounds=[0,0][540,960] displayId=0 userId=0\n  taskId=21: {} bounds=[0,0][540,960] \
         userId=0 visible=true topActivity=ComponentInfo{{{}}}\n\n",
        front.short(),
        front.full()
    ));
    0
}
