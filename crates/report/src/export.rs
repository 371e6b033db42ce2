//! A finding for other tools: a Maestro flow, a shell script of adb commands, a Markdown bug report.

use std::fmt::Write as _;

use skink_gui::{Action, Direction, Event, Key, Point, Selector};
use skink_run::Scripted;
use skink_trace::Evidence;

use crate::data::ReportedFinding;
use crate::markdown::{escaped_steps, plain};

/// The events as a Maestro flow. What Maestro cannot do stands there as a comment.
pub fn maestro_flow(package: &str, finding: &ReportedFinding, script: &[Scripted]) -> String {
    let mut out = format!(
        "# {}\nappId: {}\n---\n- launchApp:\n    clearState: true\n",
        one_line(&finding.headline),
        json_text(package)
    );
    for scripted in script {
        let event = &scripted.event;
        match (&event.action, &event.target) {
            (Action::Tap, Some(target)) => put_maestro(&mut out, "tapOn", target),
            (Action::LongTap, Some(target)) => put_maestro(&mut out, "longPressOn", target),
            (Action::Type(text), Some(target)) => {
                put_maestro(&mut out, "tapOn", target);
                let _ = writeln!(out, "- eraseText\n- inputText: {}", json_text(text));
            }
            (Action::Scroll(direction), _) => put_swipe(&mut out, opposite(*direction)),
            (Action::Swipe(direction), _) => put_swipe(&mut out, *direction),
            (Action::Key(Key::Back), _) => out.push_str("- back\n"),
            (Action::Key(Key::Home), _) => out.push_str("- pressKey: Home\n"),
            (Action::Key(Key::Enter), _) => out.push_str("- pressKey: Enter\n"),
            (Action::Background, _) => out.push_str("- pressKey: Home\n- launchApp:\n    stopApp: false\n"),
            (Action::Launch, _) => out.push_str("- launchApp:\n    stopApp: false\n"),
            (Action::Relaunch, _) => out.push_str("- stopApp\n- launchApp\n"),
            (Action::Kill, _) => {
                out.push_str("- pressKey: Home\n- killApp\n- launchApp:\n    stopApp: false\n")
            }
            (Action::Rotate, _) => out.push_str("- setOrientation: LANDSCAPE_LEFT\n"),
            (Action::Wait(millis), _) => {
                let _ = writeln!(out, "- waitForAnimationToEnd:\n    timeout: {millis}");
            }
            (Action::Key(Key::Menu), _) | (Action::Tap | Action::LongTap | Action::Type(_), None) => {
                let _ = writeln!(out, "# Maestro has no command for: {}", one_line(&event.to_string()));
            }
        }
    }
    out
}

/// A scroll shows what lies in a direction: the finger goes the other way.
fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::Up => Direction::Down,
        Direction::Down => Direction::Up,
        Direction::Left => Direction::Right,
        Direction::Right => Direction::Left,
    }
}

fn put_swipe(out: &mut String, direction: Direction) {
    let _ = writeln!(out, "- swipe:\n    direction: {}", direction.name().to_uppercase());
}

fn put_maestro(out: &mut String, command: &str, target: &Selector) {
    let _ = writeln!(out, "- {command}:");
    let mut named = false;
    // Maestro reads both as regular expressions.
    for (key, value) in
        [("id", &target.id), ("text", &target.text.as_ref().or(target.desc.as_ref()).cloned())]
    {
        if let Some(value) = value {
            named = true;
            let _ = writeln!(out, "    {key}: {}", json_text(&as_pattern(value)));
        }
    }
    if !named {
        let _ = writeln!(out, "    # {}", one_line(&target.to_string()));
        let _ = writeln!(out, "    id: \".*\"");
    }
}

fn as_pattern(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if "\\^$.|?*+()[]{}".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// JSON's strings are YAML's.
fn json_text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The events as a shell script of adb commands, by coordinates of the screens they were recorded on.
pub fn adb_script(package: &str, finding: &ReportedFinding, script: &[Scripted]) -> String {
    let app = sh(package);
    let launch = format!("adb shell monkey -p {app} -c android.intent.category.LAUNCHER 1 >/dev/null");
    let mut out = format!(
        "#!/bin/sh\n# {}\n# Coordinates are those of the device it was recorded on.\nset -eu\n\
         settle() {{ sleep \"${{SETTLE:-2}}\"; }}\n\
         adb shell pm clear {app}\n{launch}\nsettle\n",
        one_line(&finding.headline)
    );
    for scripted in script {
        let _ = writeln!(out, "# {}", one_line(&scripted.describe()));
        let on = scripted.performed_on.as_ref().and_then(|(screen, id)| screen.get(*id)).map(|w| w.bounds());
        let at = on.map(|bounds| bounds.center());
        out.push_str(&adb_line(&scripted.event, at, on, &app, &launch));
        out.push_str("\nsettle\n");
    }
    out
}

fn adb_line(
    event: &Event,
    at: Option<Point>,
    on: Option<skink_gui::Bounds>,
    app: &str,
    launch: &str,
) -> String {
    let key = |code: &str| format!("adb shell input keyevent {code}");
    match (&event.action, at, on) {
        (Action::Tap, Some(p), _) => format!("adb shell input tap {} {}", p.x, p.y),
        (Action::LongTap, Some(p), _) => {
            format!("adb shell input swipe {} {} {} {} 1000", p.x, p.y, p.x, p.y)
        }
        (Action::Type(text), Some(p), _) => {
            // `input text` takes no spaces; the device's shell reads the argument once more.
            let typed = sh(&sh(&text.replace(' ', "%s")));
            format!(
                "adb shell input tap {} {}\n{}\nadb shell input text {typed}",
                p.x,
                p.y,
                key("KEYCODE_MOVE_END")
            )
        }
        (Action::Scroll(direction), Some(_), Some(b)) => drag(opposite(*direction), b),
        (Action::Swipe(direction), Some(_), Some(b)) => drag(*direction, b),
        (Action::Key(Key::Back), ..) => key("KEYCODE_BACK"),
        (Action::Key(Key::Menu), ..) => key("KEYCODE_MENU"),
        (Action::Key(Key::Home), ..) => key("KEYCODE_HOME"),
        (Action::Key(Key::Enter), ..) => key("KEYCODE_ENTER"),
        (Action::Rotate, ..) => "adb shell settings put system accelerometer_rotation 0\n\
             adb shell settings put system user_rotation 1"
            .to_owned(),
        (Action::Background, ..) => format!("{}\nsettle\n{launch}", key("KEYCODE_HOME")),
        (Action::Kill, ..) => format!("{}\nsettle\nadb shell am kill {app}\n{launch}", key("KEYCODE_HOME")),
        (Action::Launch, ..) => launch.to_owned(),
        (Action::Relaunch, ..) => format!("adb shell am force-stop {app}\n{launch}"),
        (Action::Wait(millis), ..) => format!("sleep {:.1}", *millis as f64 / 1000.0),
        _ => "# the widget's place is not known".to_owned(),
    }
}

fn drag(direction: Direction, bounds: skink_gui::Bounds) -> String {
    let (c, w, h) = (bounds.center(), bounds.width() / 3, bounds.height() / 3);
    let (x, y) = match direction {
        Direction::Up => (0, -h),
        Direction::Down => (0, h),
        Direction::Left => (-w, 0),
        Direction::Right => (w, 0),
    };
    format!("adb shell input swipe {} {} {} {} 500", c.x - x, c.y - y, c.x + x, c.y + y)
}

/// Quoted for a shell.
fn sh(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// The finding as a Markdown bug report; pictures are those beside the finding.
pub fn bug_report(report: &crate::data::Report, finding: &ReportedFinding) -> String {
    let mut out = format!("# {}\n\n", plain(&finding.headline));
    let _ = write!(
        out,
        "App: {} on {}. It shows {} of {} times.\n\n## Steps\n\nFrom a clean start (data cleared):\n\n{}\n",
        plain(&report.summary.app),
        plain(&report.device),
        finding.finding.rate.shown,
        finding.finding.rate.tried,
        escaped_steps(&finding.steps)
    );
    out.push_str("## What happens\n\n");
    match &finding.finding.evidence {
        Evidence::Crash(crash) => {
            let stack = crash.stack.join("\n").replace("```", "'''");
            let _ = write!(
                out,
                "{}\n\n```\n{}: {}\n{stack}\n```\n",
                plain(&finding.finding.title),
                crash.exception,
                crash.message.replace("```", "'''")
            );
        }
        Evidence::Independence(evidence) => {
            let _ = writeln!(out, "Without the inserted steps these happen; with them they do not:\n");
            for lost in &evidence.lost {
                let _ = writeln!(out, "- {}", plain(&lost.change));
            }
        }
        Evidence::Property(violation) => {
            let _ = writeln!(
                out,
                "Expected: {}\n\nShown: {}",
                plain(&violation.expected),
                plain(&violation.shown)
            );
        }
    }
    let pictures = finding.steps.iter().filter(|step| step.before.is_some()).count();
    if pictures > 0 {
        out.push_str("\n## Pictures\n\n");
        for number in 0..=pictures {
            let _ = writeln!(out, "![screen {number}](shots/replay-{number:03}.png)");
        }
    }
    let _ = write!(out, "\nAgain: `{}`\n", finding.replay.replace('`', "'"));
    out
}
