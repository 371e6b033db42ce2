//! What a user reads: help, errors and summaries.

use std::io::{Read, Write};
use std::path::Path;

use crate::common::run;

const DUMP: &str = r#"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">
<node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="com.example" bounds="[0,0][540,960]">
<node index="0" text="Milk" resource-id="com.example:id/title" class="android.widget.TextView" bounds="[0,0][540,72]"/>
<node index="1" text="Save" resource-id="com.example:id/save" class="android.widget.Button" clickable="true" bounds="[0,72][540,144]"/>
</node></hierarchy>"#;

/// The command's exit code and both outputs, with what differs from run to run replaced.
fn said(folder: &Path, args: &[&str]) -> String {
    let output = run(folder, args);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!(
        "exit {}\n-- stdout\n{}-- stderr\n{}",
        output.status.code().unwrap_or(-1),
        text(&output.stdout),
        text(&output.stderr)
    )
}

fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(r"in \d+\.\d s ", "in [TIME] ");
    settings.add_filter(r#""wall_seconds": [0-9.e-]+"#, r#""wall_seconds": [TIME]"#);
    settings.add_filter(r"\d{4}-\d\d-\d\d-\d{6}", "[DATE]");
    // Progress is told when a run takes long, which depends on what else the machine does.
    settings.add_filter(r"(?m)^([\d,]+ events, .* states, .*|shrinking .*)\n?", "");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

fn snapshots(folder: &Path, cases: &[(&str, &[&str])]) {
    settings().bind(|| {
        for (name, args) in cases {
            insta::assert_snapshot!(*name, said(folder, args));
        }
    });
}

#[test]
fn help_texts() {
    let folder = tempfile::tempdir().unwrap();
    snapshots(
        folder.path(),
        &[
            ("help", &["--help"]),
            ("help_explore", &["explore", "--help"]),
            ("help_replay", &["replay", "--help"]),
            ("help_shrink", &["shrink", "--help"]),
            ("help_resume", &["resume", "--help"]),
            ("help_screen", &["screen", "--help"]),
            ("help_apps", &["apps", "--help"]),
        ],
    );
}

#[test]
fn errors_say_what_to_try() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("empty.xml"), "").unwrap();
    std::fs::write(folder.path().join("torn.xml"), "<hierarchy rotation=\"0\"><node text=\"a").unwrap();
    std::fs::write(folder.path().join("dump.xml"), DUMP).unwrap();
    std::fs::write(folder.path().join("bad.toml"), "[answers]\npermision = \"allow\"\n").unwrap();
    std::fs::create_dir(folder.path().join("taken")).unwrap();
    std::fs::write(folder.path().join("taken/run.toml"), "format = 1\n").unwrap();
    snapshots(
        folder.path(),
        &[
            ("error_no_command", &[]),
            ("error_no_such_sample", &["explore", "sample:nope"]),
            ("error_not_a_sample", &["explore", "app.apk"]),
            ("error_unknown_bug", &["explore", "sample:notebook", "--fix", "nope"]),
            ("error_other_device", &["explore", "sample:notebook", "--device", "emulator-5554"]),
            ("error_probability", &["explore", "sample:notebook", "--restart", "2"]),
            ("error_time", &["explore", "sample:notebook", "--time", "soon"]),
            ("error_settings", &["explore", "sample:notebook", "--config", "bad.toml"]),
            ("error_out_taken", &["explore", "sample:notebook", "--out", "taken"]),
            ("error_resume_nothing", &["resume", "nowhere"]),
            ("error_resume_damaged", &["resume", "taken"]),
            ("error_replay_nothing", &["replay", "nowhere"]),
            ("error_empty_dump", &["screen", "show", "empty.xml"]),
            ("error_torn_dump", &["screen", "show", "torn.xml"]),
            ("error_selector", &["screen", "find", "dump.xml", "colour=red"]),
        ],
    );
}

#[test]
fn summaries() {
    let folder = tempfile::tempdir().unwrap();
    let explore = |app, out, more: &[&'static str]| {
        [&["explore", app, "--seed", "1", "--events", "2000", "--out", out], more].concat()
    };
    snapshots(
        folder.path(),
        &[
            ("summary_nothing_found", &explore("sample:sanity", "sanity", &[])),
            ("summary_findings", &explore("sample:notebook", "notebook", &[])),
            ("summary_json", &explore("sample:notebook", "json", &["--json"])),
            ("summary_resumed", &["resume", "notebook"]),
            ("apps", &["apps"]),
            ("apps_one", &["apps", "notebook"]),
        ],
    );
}

/// An adb server that knows two devices and answers so many questions.
fn adb_server(questions: usize) -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().take(questions).flatten() {
            let mut length = [0; 4];
            stream.read_exact(&mut length).unwrap();
            let list = "R58M123\tunauthorized usb:1-2\nemulator-5554\toffline\n";
            stream.write_all(format!("OKAY{:04x}{list}", list.len()).as_bytes()).unwrap();
        }
    });
    port
}

#[test]
fn devices_that_cannot_be_used_say_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let port = adb_server(2);
    snapshots(
        folder.path(),
        &[
            ("devices", &["devices", "--adb-port", &port]),
            ("devices_json", &["devices", "--json", "--adb-port", &port]),
        ],
    );
}

#[test]
fn screens() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.xml"), DUMP).unwrap();
    std::fs::write(folder.path().join("b.xml"), DUMP.replace("Milk", "Bread")).unwrap();
    snapshots(
        folder.path(),
        &[
            ("screen_show", &["screen", "show", "a.xml"]),
            ("screen_diff", &["screen", "diff", "a.xml", "b.xml"]),
            ("screen_diff_same", &["screen", "diff", "a.xml", "a.xml"]),
            ("screen_diff_json", &["screen", "diff", "--json", "a.xml", "b.xml"]),
            ("screen_find", &["screen", "find", "a.xml", "class=Button", "text=Save"]),
            ("screen_find_none", &["screen", "find", "a.xml", "id=cancel"]),
        ],
    );
}

#[test]
fn completions_and_manual_pages_are_made() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish"] {
        let output = run(folder.path(), &["completions", shell]);
        assert!(
            output.status.success() && String::from_utf8_lossy(&output.stdout).contains("explore"),
            "{shell}"
        );
    }
    assert!(run(folder.path(), &["man", "--out", "man"]).status.success());
    let page = std::fs::read_to_string(folder.path().join("man/skink-explore.1")).unwrap();
    assert!(page.contains("sample"));
}
