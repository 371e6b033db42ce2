//! `ps`, `pidof`, and `app_process`, which starts the agent.

use std::time::{Duration, Instant};

use crate::agent;
use crate::handset::Resident;
use crate::shell::Call;

pub(super) fn ps(call: &Call<'_>) -> i32 {
    let filter = call.args().iter().find(|arg| !arg.starts_with('-') && !arg.contains(','));
    let processes = call.shared.handset().processes();
    let named = |name: &str| filter.is_none_or(|filter| name.starts_with(filter.as_str()));
    let columns = call.args().iter().position(|arg| arg == "-o").and_then(|at| call.args().get(at + 1));
    let mut text = String::new();
    if let Some(columns) = columns {
        let columns: Vec<String> =
            columns.split(',').map(|name| name.trim_end_matches('=').to_uppercase()).collect();
        text.push_str(&format!("{}\n", columns.join(" ")));
        for (pid, user, name) in processes {
            let value = |column: &String| match column.as_str() {
                "PID" => pid.to_string(),
                "USER" => user.to_owned(),
                "PPID" => "1".to_owned(),
                _ => name.clone(),
            };
            text.push_str(&format!("{}\n", columns.iter().map(value).collect::<Vec<_>>().join(" ")));
        }
    } else if call.api() < 26 {
        text.push_str("USER     PID   PPID  VSIZE  RSS     WCHAN    PC         NAME\n");
        for (pid, user, name) in processes.iter().filter(|(_, _, name)| named(name)) {
            text.push_str(&format!("{user:<9}{pid:<6}1     800000 42000 ffffffff 00000000 S {name}\n"));
        }
    } else {
        let all = call.args().iter().any(|arg| arg.starts_with('-') && arg.contains(['A', 'e']));
        text.push_str(
            "USER            PID   PPID     VSZ    RSS WCHAN            ADDR S NAME                       \n",
        );
        for (pid, user, name) in processes.iter().filter(|(_, user, _)| all || *user == "shell") {
            text.push_str(&format!(
                "{user:<13} {pid:>5}      1  800000  42000 0                   0 S {name}\n"
            ));
        }
    }
    call.io.print(&text);
    0
}

pub(super) fn pidof(call: &Call<'_>) -> i32 {
    let processes = call.shared.handset().processes();
    let wanted: Vec<&String> = call.args().iter().filter(|arg| !arg.starts_with('-')).collect();
    let found = processes.iter().filter(|(_, _, name)| wanted.contains(&name));
    let pids: Vec<String> = found.map(|(pid, _, _)| pid.to_string()).collect();
    if pids.is_empty() {
        return 1;
    }
    call.io.print(&format!("{}\n", pids.join(" ")));
    0
}

/// Starts the agent, which stays until it is asked to quit, is killed or, in the foreground, the host goes. The
/// program in the jar is not run: the phone serves the agent's protocol itself.
pub(super) fn app_process(call: &Call<'_>) -> i32 {
    let jar = call.variables.get("CLASSPATH").map_or("", String::as_str);
    let jar = jar.split(':').next().unwrap_or_default();
    let mut handset = call.shared.handset();
    let Some(entry) = handset.files.get(jar) else {
        drop(handset);
        call.io.complain("Error: Could not find or load main class\nAborted \n");
        return 134;
    };
    if call.api() >= 34 && entry.mode & 0o222 != 0 {
        drop(handset);
        call.io.complain("Aborted \n");
        return 134;
    }
    if handset.monkey.is_some() {
        drop(handset);
        call.io.complain("java.lang.IllegalStateException: UiAutomationService already registered!\n");
        return 1;
    }
    // An agent that was left over is ended by the new one.
    let (socket, patience) = agent::told(call.args());
    let pid = handset.new_pid();
    let name = format!("app_process {}", call.args().join(" "));
    handset.agent = Some(Resident { pid, name, listens: socket.clone(), asked: Instant::now(), kept: None });
    drop(handset);
    call.io.print(&agent::greeting(&socket, pid));
    let runs = || {
        let handset = call.shared.handset();
        let asked = handset.agent.as_ref().filter(|agent| agent.pid == pid).map(|agent| agent.asked);
        asked.is_some_and(|asked| asked.elapsed() < Duration::from_secs(patience))
    };
    while runs() && (call.io.alive)() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut handset = call.shared.handset();
    if handset.agent.as_ref().is_some_and(|agent| agent.pid == pid) {
        handset.agent = None;
    }
    0
}
