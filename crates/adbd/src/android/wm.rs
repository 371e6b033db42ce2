//! `wm`: size, density and rotation.

use super::usage;
use crate::shell::Call;

pub(super) fn run(call: &Call<'_>, args: &[String]) -> i32 {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut handset = call.shared.handset();
    let (width, height) = handset.phone.upright_size();
    let text = match words[..] {
        ["size"] => format!("Physical size: {width}x{height}\n"),
        ["density"] => "Physical density: 240\n".to_owned(),
        ["size" | "density" | "overscan", _] => String::new(),
        ["user-rotation" | "set-user-rotation", "free"] => {
            handset.turn_to(0);
            String::new()
        }
        ["user-rotation" | "set-user-rotation", "lock", quarters] => {
            handset.turn_to(quarters.parse().unwrap_or(0));
            String::new()
        }
        ["user-rotation"] => format!("lock {}\n", handset.phone.rotation()),
        ["dismiss-keyguard"] => String::new(),
        _ => {
            drop(handset);
            call.io.print(usage::WM);
            return 1;
        }
    };
    drop(handset);
    call.io.print(&text);
    0
}
