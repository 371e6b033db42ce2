//! `dumpsys`: what the window, activity and package managers know.

use std::fmt::Write as _;

use skink_gui::{Bounds, Flags, Widget};

use super::pm::{SYSTEM, apk};
use super::windows::{Front, Window, front, keyboard_shown, turned};
use crate::handset::{Handset, identity};
use crate::shell::Call;

/// The services that there are.
pub(super) const SERVICES: [&str; 12] = [
    "SurfaceFlinger",
    "accessibility",
    "activity",
    "battery",
    "display",
    "input",
    "input_method",
    "package",
    "power",
    "statusbar",
    "window",
    "wifi",
];

pub(super) fn run(call: &Call<'_>, args: &[String]) -> i32 {
    let words: Vec<&str> = args.iter().map(String::as_str).filter(|word| *word != "-a").collect();
    let mut handset = call.shared.handset();
    let text = match words[..] {
        [] | ["-l"] => {
            let mut text = String::from("Currently running services:\n");
            SERVICES.iter().for_each(|name| text.push_str(&format!("  {name}\n")));
            text
        }
        ["window", ref rest @ ..] => window(&mut handset, call.api(), rest),
        ["activity", ref rest @ ..] => activity(&mut handset, call.api(), rest),
        ["package", ref rest @ ..] => package(&handset, call.api(), rest),
        ["input_method", ..] => input_method(&mut handset),
        ["display", ..] => displays(&handset),
        ["power", ..] => "POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mWakefulness=Awake\n  \
                          mIsPowered=true\nDisplay Power: state=ON\n"
            .to_owned(),
        ["battery", ..] => {
            "Current Battery Service state:\n  AC powered: true\n  status: 2\n  health: 2\n  present: \
                            true\n  level: 100\n  scale: 100\n"
                .to_owned()
        }
        ["accessibility" | "input" | "statusbar" | "SurfaceFlinger" | "wifi", ..] => String::new(),
        [name, ..] => {
            drop(handset);
            call.io.complain(&format!("Can't find service: {name}\n"));
            return i32::from(call.api() >= 24);
        }
    };
    drop(handset);
    call.io.print(&text);
    0
}

fn window(handset: &mut Handset, api: u32, rest: &[&str]) -> String {
    let part = rest.iter().find(|word| !word.starts_with('-')).copied();
    match part {
        Some("windows" | "w" | "visible") => windows(handset, api),
        Some("policy" | "p") => policy(handset, api),
        Some("displays" | "d") => displays(handset),
        Some("tokens" | "t" | "sessions" | "s" | "animator" | "a") => {
            format!("WINDOW MANAGER {} (dumpsys window)\n", part.unwrap_or_default().to_uppercase())
        }
        Some(_) | None => {
            let line = "-------------------------------------------------------------------------------\n";
            format!("{}{line}{}{line}{}", policy(handset, api), displays(handset), windows(handset, api))
        }
    }
}

fn shown(b: Bounds) -> String {
    format!("[{},{}][{},{}]", b.left, b.top, b.right, b.bottom)
}

fn windows(handset: &mut Handset, api: u32) -> String {
    let rotation = handset.phone.rotation();
    let front = front(handset);
    let mut out = String::from("WINDOW MANAGER WINDOWS (dumpsys window windows)\n");
    for (at, window) in front.windows.iter().enumerate() {
        let number = front.windows.len() - 1 - at;
        one_window(&mut out, number, window, api);
    }
    let focus = front.focus().map_or("null".to_owned(), Window::name);
    let record = front.record();
    let app = match api {
        ..28 => format!("AppWindowToken{{{} token=Token{{{} {record}}}}}", identity("token"), identity("t2")),
        _ => record,
    };
    // From Android 12 on the focused app is told per display.
    let _ = writeln!(out, "\n  mCurrentFocus={focus}\n  mFocusedApp={app}");
    let turned =
        if api >= 28 { format!("ROTATION_{}", u32::from(rotation) * 90) } else { rotation.to_string() };
    let _ = writeln!(out, "  mInTouchMode=true\n  mSystemBooted=true mDisplayEnabled=true");
    let _ = writeln!(out, "  mRotation={turned} mAltOrientation=false");
    let _ = writeln!(
        out,
        "  mWindowAnimationScale=0.0 mTransitionWindowAnimationScale=0.0 mAnimatorDurationScale=0.0"
    );
    out
}

fn one_window(out: &mut String, number: usize, window: &Window, api: u32) {
    let kind = if api >= 26 { window.kind.1.to_owned() } else { window.kind.0.to_string() };
    let visibility = if window.shown { "0x0" } else { "0x8" };
    let bounds = shown(window.bounds);
    let _ = writeln!(out, "  Window #{number} {}:", window.name());
    let _ = writeln!(out, "    mDisplayId=0 mSession=Session{{{} 1:1000}}", identity(&window.package));
    let _ = writeln!(out, "    mOwnerUid=10047 mShowToOwnerOnly=true package={} appop=NONE", window.package);
    let _ = writeln!(out, "    mAttrs=WM.LayoutParams{{(0,0)(fillxfill) sim=#110 ty={kind} fl=#1810100}}");
    if let Some(record) = &window.activity {
        let token =
            format!("AppWindowToken{{{} token=Token{{{} {record}}}}}", identity("token"), identity("t2"));
        let token = if api >= 28 { record } else { &token };
        let _ = writeln!(out, "    mToken={token}\n    mRootToken={token}\n    mAppToken={token}");
    }
    let _ = writeln!(out, "    mViewVisibility={visibility} mHaveFrame=true mObscured=false");
    let _ = writeln!(
        out,
        "    mHasSurface={0} mShownFrame={bounds} isReadyForDisplay()={0}\n    mFrame={bounds} last={bounds}",
        window.shown
    );
    if api >= 28 {
        let _ = writeln!(out, "    isOnScreen={0}\n    isVisible={0}", window.shown);
    }
}

fn policy(handset: &mut Handset, api: u32) -> String {
    let rotation = handset.phone.rotation();
    let locked =
        handset.tables.get(&("system".into(), "accelerometer_rotation".into())).is_some_and(|v| v == "0");
    let (width, height) = turned(handset);
    let front = front(handset);
    let focus = front.focus().map_or("null".to_owned(), Window::name);
    let mut out = String::from("WINDOW MANAGER POLICY STATE (dumpsys window policy)\n");
    let _ = writeln!(out, "    mSafeMode=false mSystemReady=true mSystemBooted=true");
    let _ = writeln!(
        out,
        "    mUserRotationMode={} mUserRotation={rotation} mAllowAllRotations=1",
        u8::from(locked)
    );
    let _ = writeln!(out, "    mScreenOnEarly=true mScreenOnFully=true mOrientationSensorEnabled=true");
    let _ = writeln!(out, "    mUnrestrictedScreen=(0,0) {width}x{height}");
    let _ = writeln!(out, "    mShowingLockscreen=false mShowingDream=false mDreamingLockscreen=false");
    if api >= 24 {
        let _ = writeln!(out, "    mAwake=true mScreenOnFully=true");
    }
    let _ = writeln!(out, "    mFocusedWindow={focus}\n    mFocusedApp={}", front.record());
    out
}

fn displays(handset: &Handset) -> String {
    let (width, height) = handset.phone.upright_size();
    let (now_width, now_height) = turned(handset);
    format!(
        "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n  Display: mDisplayId=0\n    init={width}x{height} \
         240dpi cur={now_width}x{now_height} app={now_width}x{now_height} rng={width}x{}-{height}x{}\n    \
         layoutNeeded=false\n    mCurrentOrientation={}\n",
        width - 36,
        height - 36,
        handset.phone.rotation()
    )
}

fn activity(handset: &mut Handset, api: u32, rest: &[&str]) -> String {
    let hangs = handset.phone.hangs();
    let front = front(handset);
    match rest.first() {
        Some(&"top") => top(&front, hangs),
        Some(&"processes" | &"p") => processes(handset),
        Some(&"recents" | &"r") => {
            let task = task(&front);
            format!(
                "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n  Recent tasks:\n  * Recent #0: {task}\n"
            )
        }
        _ => activities(handset, &front, api),
    }
}

fn task(front: &Front) -> String {
    format!("TaskRecord{{{} #{} A={} U=0 sz=1}}", identity(front.package), front.task(), front.package)
}

fn top(front: &Front, hangs: bool) -> String {
    let mut out = format!("TASK {} id={}\n", front.package, front.task());
    let pid = if front.pid == 0 { "(not running)".to_owned() } else { front.pid.to_string() };
    let _ = writeln!(out, "  ACTIVITY {} {} pid={pid}", front.short(), identity(&front.short()));
    if hangs {
        out.push_str("    Failure while dumping the activity: java.io.IOException: Timeout\n");
        return out;
    }
    let _ = writeln!(out, "    Local Activity {} State:", identity("local"));
    out.push_str("      mResumed=true mStopped=false mFinished=false\n    View Hierarchy:\n");
    for widget in front.screen.widgets() {
        let indent = "  ".repeat(3 + widget.ancestors().count().min(40));
        let _ = writeln!(out, "{indent}{}{{{}}}", widget.class(), view(&widget));
    }
    out
}

/// A view in the words of Android's own dump: flags, bounds within its parent, id.
fn view(widget: &Widget<'_>) -> String {
    let letter = |flag: Flags, letter: char| if widget.is(flag) { letter } else { '.' };
    let flags: String = [
        'V',
        letter(Flags::FOCUSABLE, 'F'),
        letter(Flags::ENABLED, 'E'),
        if widget.is_leaf() { 'D' } else { '.' },
        '.',
        letter(Flags::SCROLLABLE, 'V'),
        letter(Flags::CLICKABLE, 'C'),
        letter(Flags::LONG_CLICKABLE, 'L'),
    ]
    .into_iter()
    .collect();
    let focused = if widget.is(Flags::FOCUSED) { ".F....I." } else { "......I." };
    let b = widget.bounds();
    let (left, top) = widget.parent().map_or((0, 0), |parent| (parent.bounds().left, parent.bounds().top));
    let number = widget.id().index();
    let id = match widget.resource_id().split_once(":id/") {
        Some(("android", name)) => format!(" #{:x} android:id/{name}", 0x0102_0000 + number),
        Some((_, name)) => format!(" #{:x} app:id/{name}", 0x7f09_0000 + number),
        None => String::new(),
    };
    format!(
        "{} {flags} {focused} {},{}-{},{}{id}",
        identity(&number.to_string()),
        b.left - left,
        b.top - top,
        b.right - left,
        b.bottom - top
    )
}

fn activities(handset: &Handset, front: &Front, api: u32) -> String {
    let record = front.record();
    let mut out = String::from("ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n");
    if api >= 29 {
        out.push_str("Display #0 (activities from top to bottom):\n");
    }
    let _ = writeln!(out, "  Stack #1:\n    Task id #{}\n    * {}", front.task(), task(front));
    let _ = writeln!(
        out,
        "      affinity={}\n      realActivity={}\n      Activities=[{record}]\n      * Hist #0: {record}",
        front.package,
        front.short()
    );
    let process = format!("ProcessRecord{{{} {}:{}/u0a47}}", identity("app"), front.pid, front.package);
    let _ =
        writeln!(out, "          packageName={0} processName={0}\n          app={process}", front.package);
    out.push_str("          state=RESUMED stopped=false delayedResume=false finishing=false\n");
    let _ = writeln!(out, "\n    Running activities (most recent first):\n        Run #0: {record}\n");
    let word = match api {
        ..29 => "    mResumedActivity: ",
        29..31 => "  ResumedActivity: ",
        _ => "    topResumedActivity=",
    };
    let _ = writeln!(out, "{word}{record}");
    if api < 26 {
        let _ = writeln!(out, "\n  mFocusedActivity: {record}");
    }
    let _ = writeln!(
        out,
        "\n  mFocusedStack=ActivityStack{{{} stackId=1, 1 tasks}}",
        identity(handset.package())
    );
    out
}

fn processes(handset: &Handset) -> String {
    let mut out = String::from(
        "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n  All known processes:\n",
    );
    for (pid, _, name) in handset.processes().into_iter().filter(|(_, user, _)| user.starts_with("u0_")) {
        let _ = writeln!(
            out,
            "  *APP* UID 10047 ProcessRecord{{{} {pid}:{name}/u0a47}}\n    packageList={{{name}}}\n    pid={pid} \
             starting=false",
            identity(&name)
        );
    }
    out
}

fn package(handset: &Handset, api: u32, rest: &[&str]) -> String {
    let Some(wanted) = rest.iter().find(|word| !word.starts_with('-')) else {
        return String::from("Packages:\n");
    };
    if *wanted != handset.package() || !handset.installed {
        let known = SYSTEM.iter().find(|(package, _)| package == wanted);
        return match known {
            Some((package, path)) => format!(
                "Packages:\n  Package [{package}] ({}):\n    userId=1000\n    codePath={path}\n    versionCode={api} \
                 targetSdk={api}\n",
                identity(package)
            ),
            None if api >= 24 => format!("Unable to find package: {wanted}\n"),
            None => String::new(),
        };
    }
    let (package, main) = (handset.package(), &handset.main_activity);
    let path = apk(handset, api);
    let folder = path.strip_suffix("/base.apk").unwrap_or(&path);
    let mut out =
        String::from("Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n");
    let _ = writeln!(
        out,
        "        {} {package}/{main} filter {}\n          Action: \"android.intent.action.MAIN\"\n          Category: \
         \"android.intent.category.LAUNCHER\"\n",
        identity(main),
        identity("filter")
    );
    let permissions = handset.phone.permissions();
    let granted = handset.phone.granted();
    let _ = writeln!(out, "Packages:\n  Package [{package}] ({}):\n    userId=10047", identity(package));
    let _ = writeln!(out, "    pkg=Package{{{} {package}}}\n    codePath={folder}", identity("pkg"));
    let _ = writeln!(out, "    versionCode=1 minSdk=19 targetSdk={api}\n    versionName=1.0");
    out.push_str("    flags=[ HAS_CODE ALLOW_CLEAR_USER_DATA ]\n");
    let _ = writeln!(out, "    dataDir=/data/{}/{package}", if api < 24 { "data" } else { "user/0" });
    if !permissions.is_empty() {
        out.push_str("    requested permissions:\n");
        permissions.iter().for_each(|name| out.push_str(&format!("      {name}\n")));
    }
    out.push_str(
        "    User 0: ceDataInode=1 installed=true hidden=false suspended=false stopped=false enabled=0\n",
    );
    if api >= 23 && !permissions.is_empty() {
        out.push_str("      runtime permissions:\n");
        for name in permissions {
            let _ = writeln!(out, "        {name}: granted={}", granted.contains(&name));
        }
    }
    out
}

fn input_method(handset: &mut Handset) -> String {
    let (_, height) = turned(handset);
    let screen = handset.screen_now();
    let visible = keyboard_shown(&screen, height);
    format!(
        "Current Input Method Manager state:\n  mCurMethodId=com.android.inputmethod.latin/.LatinIME\n  \
         mShowRequested={visible} mShowExplicitlyRequested={visible} mShowForced=false mInputShown={visible}\n"
    )
}
