//! `uiautomator dump`, with its silences: it says where it wrote even when it could not, and dies without a word
//! of some characters and of another client.

use super::{dump, usage};
use crate::shell::Call;

pub(super) fn run(call: &Call<'_>) -> i32 {
    let Some((command, rest)) = call.args().split_first() else {
        call.io.print(usage::UIAUTOMATOR);
        return 1;
    };
    if command != "dump" {
        call.io.print(usage::UIAUTOMATOR);
        return 1;
    }
    let default =
        if call.api() < 24 { "/storage/emulated/legacy/window_dump.xml" } else { "/sdcard/window_dump.xml" };
    let file = rest.iter().find(|arg| !arg.starts_with("--")).map_or(default, String::as_str);
    let mut handset = call.shared.handset();
    if handset.agent.is_some() || handset.monkey.is_some() {
        drop(handset);
        // Only one may observe: the second is killed.
        call.io.complain("Killed \n");
        return 137;
    }
    let screen = handset.rested_screen();
    let absent = std::mem::take(&mut handset.no_tree) || handset.phone.hangs() && screen.is_empty();
    let busy = handset.is_busy();
    let now = handset.wall_seconds();
    drop(handset);
    if busy {
        call.io.complain("ERROR: could not get idle state.\n");
        return 0;
    }
    if absent {
        call.io.complain("ERROR: null root node returned by UiTestAutomationBridge.\n");
        return 0;
    }
    let text = dump::dump(&screen, call.api());
    if file == "/dev/tty" {
        let Some(text) = text else { return 0 };
        call.io.print(&text);
    } else {
        let bytes = text.as_deref().unwrap_or_default().as_bytes();
        // Nobody is told when the file cannot be written.
        let _ = call.shared.handset().files.write(&call.path(file), bytes, false, now);
        if text.is_none() {
            return 0;
        }
    }
    call.io.print(&format!("UI hierchary dumped to: {file}\n"));
    0
}
