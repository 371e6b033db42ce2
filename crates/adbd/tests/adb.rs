//! Debian's adb against the phone: the transport, the shell, files, and Android's commands in their formats.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Served, adb_is_there, text};

#[test]
fn a_real_adb_connects_runs_commands_and_moves_files() {
    if !adb_is_there() {
        return;
    }
    let phone = Served::at("notebook", 34);
    let devices = text(&phone.adb(&["devices", "-l"]));
    assert!(devices.contains(&phone.address) && devices.contains("device product:skink"), "{devices}");
    assert!(text(&phone.adb(&["features"])).contains("shell_v2"));

    // Exit status, and output and errors apart.
    for (command, status) in [("true", 0), ("false", 1), ("exit 7", 7), ("fly", 127), ("cat /none", 1)] {
        assert_eq!(phone.status(command), Some(status), "{command}");
    }
    let both = phone.adb(&["shell", "echo out; echo err >&2"]);
    assert_eq!((text(&both).as_str(), both.stderr.as_slice()), ("out\n", &b"err\n"[..]));
    assert!(phone.shell("fly").contains("/system/bin/sh: fly: inaccessible or not found"));

    // Standard input, and its end.
    let echoed = phone.fed(&["shell", "cat"], b"one\ntwo\n");
    assert_eq!(text(&echoed), "one\ntwo\n");
    let typed = phone.fed(&["shell"], b"echo typed\nexit 3\n");
    assert_eq!((text(&typed).as_str(), typed.status.code()), ("typed\n", Some(3)));

    // Files both ways, larger than any one message, and bytes unharmed on every way.
    let bytes: Vec<u8> = (0..3_000_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let (from, to) = (phone.file("up.bin"), phone.file("down.bin"));
    std::fs::write(&from, &bytes).unwrap();
    let pushed = phone.adb(&["push", from.to_str().unwrap(), "/data/local/tmp/"]);
    assert!(pushed.status.success(), "{pushed:?}");
    assert_eq!(phone.shell("ls /data/local/tmp; wc -c < /data/local/tmp/up.bin"), "up.bin\n3000000\n");
    let pulled = phone.adb(&["pull", "/data/local/tmp/up.bin", to.to_str().unwrap()]);
    assert!(pulled.status.success() && std::fs::read(&to).unwrap() == bytes, "{pulled:?}");
    assert!(phone.adb(&["exec-out", "cat", "/data/local/tmp/up.bin"]).stdout == bytes);
    assert!(phone.adb(&["shell", "cat /data/local/tmp/up.bin"]).stdout == bytes);
    let refused = phone.adb(&["push", from.to_str().unwrap(), "/proc/x"]);
    assert!(!refused.status.success());
    assert!(phone.adb(&["pull", "/sdcard/none", to.to_str().unwrap()]).status.code() != Some(0));

    // Several at once.
    let running: Vec<_> = (0..8)
        .map(|n| phone.command(&["shell", &format!("echo {n}; cat /data/local/tmp/up.bin | wc -c")]))
        .map(|mut command| command.stdout(std::process::Stdio::piped()).spawn().unwrap())
        .collect();
    for (n, child) in running.into_iter().enumerate() {
        assert_eq!(text(&child.wait_with_output().unwrap()), format!("{n}\n3000000\n"));
    }

    // What a phone in a process does not do.
    assert!(!phone.adb(&["reboot"]).status.success());
    assert!(text(&phone.adb(&["root"])).contains("cannot run as root"));
    assert!(!phone.adb(&["tcpip", "5555"]).status.success());
}

#[test]
fn adb_installs_and_removes_the_app_on_every_way_it_knows() {
    if !adb_is_there() {
        return;
    }
    // Pushed and installed before Android 7, streamed since; split APKs go into a session.
    for api in [19, 23, 24, 34] {
        let phone = Served::at("notebook", api);
        let package = "com.example.notebook";
        let there = |phone: &Served| phone.shell("pm list packages").contains(package);
        let write = |name: &str, bytes: &[u8]| {
            std::fs::write(phone.file(name), bytes).unwrap();
            phone.file(name).to_str().unwrap().to_owned()
        };
        let app = write("any.apk", &[&[7; 100_000], package.as_bytes()].concat());
        let split = write("split.apk", package.as_bytes());
        let other = write("other.apk", b"some other app");
        assert!(there(&phone), "API {api}");
        let said = phone.adb(&["uninstall", package]);
        assert!(text(&said).contains("Success") && !there(&phone), "API {api}: {said:?}");
        let said = phone.adb(&["uninstall", package]);
        assert!(text(&said).contains("Failure") && !text(&said).contains("Success"), "API {api}: {said:?}");
        let said = phone.adb(&["install", "-r", &app]);
        assert!(text(&said).contains("Success") && there(&phone), "API {api}: {said:?}");
        phone.adb(&["uninstall", package]);
        let said = phone.adb(&["install", &other]);
        let words = format!("{}{}", text(&said), String::from_utf8_lossy(&said.stderr));
        assert!(words.contains("INSTALL_PARSE_FAILED_NOT_APK") && !there(&phone), "API {api}: {said:?}");
        if api >= 24 {
            let said = phone.adb(&["install-multiple", &app, &split]);
            assert!(text(&said).contains("Success") && there(&phone), "API {api}: {said:?}");
        }
    }
}

#[test]
fn an_old_android_hides_its_exit_status_and_ends_lines_with_crlf() {
    if !adb_is_there() {
        return;
    }
    let phone = Served::at("notebook", 19);
    assert_eq!(text(&phone.adb(&["features"])).trim(), "");
    assert_eq!(phone.status("exit 7"), Some(0));
    assert_eq!(
        phone.shell("echo out; echo err >&2; fly; echo $?"),
        "out\r\nerr\r\n/system/bin/sh: fly: not found\r\n127\r\n"
    );
    let refused = phone.adb(&["exec-out", "id"]);
    assert!(!refused.status.success(), "{refused:?}");
    assert_eq!(phone.shell("getprop ro.build.version.sdk"), "19\r\n");
    assert_eq!(
        phone.shell("logcat -b crash -d"),
        "Unable to open log device '/dev/log/crash': No such file or directory\r\n"
    );
    assert_eq!(phone.shell("cmd package list packages"), "/system/bin/sh: cmd: not found\r\n");
    // The sums of the first protocol hold for large files too.
    let bytes = vec![0xA5; 300_000];
    let (from, to) = (phone.file("up.bin"), phone.file("down.bin"));
    std::fs::write(&from, &bytes).unwrap();
    assert!(phone.adb(&["push", from.to_str().unwrap(), "/sdcard/up.bin"]).status.success());
    assert!(phone.adb(&["pull", "/storage/emulated/legacy/up.bin", to.to_str().unwrap()]).status.success());
    assert!(std::fs::read(&to).unwrap() == bytes);
}

/// The answers of a real Android 4.4 (see the recordings), with this phone's app in the place of theirs.
#[test]
fn commands_answer_as_android_does() {
    if !adb_is_there() {
        return;
    }
    let phone = Served::at("notebook", 19);
    let says = |command: &str, expected: &str| {
        assert_eq!(phone.shell(command).replace('\r', ""), expected, "{command}");
    };
    says("getprop no.such.prop", "\n");
    says("wm size; wm density", "Physical size: 540x960\nPhysical density: 240\n");
    says("settings get system nosuchkey", "null\n");
    says("pm path com.example.notebook", "package:/data/app/com.example.notebook-1.apk\n");
    says("pm path no.such.app", "");
    says("pm list packages -3 -f", "package:/data/app/com.example.notebook-1.apk=com.example.notebook\n");
    says("pm clear no.such.app", "Failed\n");
    says("pm clear com.example.notebook", "Success\n");
    says(
        "pm grant com.example.notebook android.permission.READ_LOGS",
        "Operation not allowed: java.lang.SecurityException: Package com.example.notebook has not requested permission \
         android.permission.READ_LOGS\n",
    );
    says("dumpsys nosuchservice", "Can't find service: nosuchservice\n");
    says("dumpsys package no.such.app", "");
    says("cat /no/such; echo rc=$?", "/system/bin/sh: cat: /no/such: No such file or directory\nrc=1\n");
    says("ls /no/such", "/no/such: No such file or directory\n");
    says(
        "am start -n no.such.app/.Main",
        "Starting: Intent { cmp=no.such.app/.Main }\nError type 3\nError: Activity class {no.such.app/no.such.app.Main} \
         does not exist.\n",
    );
    says(
        "am start -a android.intent.action.VIEW -d nosuchscheme://x",
        "Starting: Intent { act=android.intent.action.VIEW dat=nosuchscheme://x }\nError: Activity not started, unable to \
         resolve Intent { act=android.intent.action.VIEW dat=nosuchscheme://x flg=0x10000000 }\n",
    );
    says(
        "am start -W -S -n com.example.notebook/.MainActivity",
        "Stopping: com.example.notebook\nStarting: Intent { cmp=com.example.notebook/.MainActivity }\nStatus: ok\nActivity: \
         com.example.notebook/.MainActivity\nThisTime: 300\nTotalTime: 300\nComplete\n",
    );
    says(
        "am start -n com.example.notebook/.MainActivity",
        "Starting: Intent { cmp=com.example.notebook/.MainActivity }\nWarning: Activity not started, its current task has \
         been brought to the front\n",
    );
    says(
        "am broadcast -a com.example.NOSUCH --es k \"v w\" --ei n 3",
        "Broadcasting: Intent { act=com.example.NOSUCH (has extras) }\nBroadcast completed: result=0\n",
    );
    says("echo a  b 'c;echo' d", "a b c;echo d\n");
    says("uiautomator dump /proc/x.xml", "UI hierchary dumped to: /proc/x.xml\n");
    says("uiautomator dump", "UI hierchary dumped to: /storage/emulated/legacy/window_dump.xml\n");
    says("input text 'é'", "Killed \n");
    says("monkey -p no.such.app 5", "** No activities found to run, monkey aborted.\n");
    assert!(
        phone.shell("input tap").starts_with("Error: Invalid arguments for command: tap\r\nUsage: input")
    );
    let focus = phone.shell("dumpsys window windows | grep -E mCurrentFocus\\|mFocusedApp").replace('\r', "");
    let lines: Vec<&str> = focus.lines().collect();
    assert!(
        lines[0].starts_with("  mCurrentFocus=Window{")
            && lines[0].ends_with(" u0 com.example.notebook/com.example.notebook.MainActivity}"),
        "{focus}"
    );
    assert!(
        lines[1].starts_with("  mFocusedApp=AppWindowToken{")
            && lines[1].contains("u0 com.example.notebook/.MainActivity t"),
        "{focus}"
    );
    let top = phone.shell("dumpsys activity top").replace('\r', "");
    assert!(
        top.starts_with("TASK com.example.notebook id=")
            && top.contains("\n  ACTIVITY com.example.notebook/.MainActivity ")
    );
    assert!(phone.shell("screencap -p | head -c 4").len() >= 4);
}

#[test]
fn rotation_text_and_keys_reach_the_app() {
    if !adb_is_there() {
        return;
    }
    let phone = Served::at("notebook", 34);
    phone.shell("pm clear com.example.notebook; am start -n com.example.notebook/.MainActivity");
    let dump = || {
        phone.shell("rm -f /sdcard/d.xml; uiautomator dump /sdcard/d.xml >/dev/null");
        skink_gui::parse_xml(&phone.adb(&["exec-out", "cat", "/sdcard/d.xml"]).stdout).unwrap()
    };
    assert_eq!(dump().package(), "com.example.notebook");
    phone.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1");
    assert_eq!(dump().rotation(), 1);
    assert!(phone.shell("dumpsys window displays").contains("cur=960x540"));
    phone.shell("settings put system user_rotation 0");
    assert_eq!(dump().rotation(), 0);
    phone.shell("input keyevent KEYCODE_HOME");
    assert_eq!(dump().package(), "com.android.launcher3");
    assert!(phone.shell("pidof com.example.notebook").trim().parse::<u32>().is_ok());
    phone.shell("am kill com.example.notebook");
    assert_eq!(phone.status("pidof com.example.notebook"), Some(1));
    phone.shell("am start -n com.example.notebook/.MainActivity");
    assert_eq!(dump().package(), "com.example.notebook");
    let png = phone.adb(&["exec-out", "screencap", "-p"]).stdout;
    assert!(png.starts_with(b"\x89PNG"));
}

/// Does a known bug's events with `input tap` alone, found on dumps.
fn crash(phone: &Served, package: &str, events: &[&str]) {
    phone.shell(&format!("pm clear {package}; monkey -p {package} -c android.intent.category.LAUNCHER 1"));
    for line in events {
        phone.shell("rm -f /sdcard/d.xml; uiautomator dump /sdcard/d.xml");
        let screen = skink_gui::parse_xml(&phone.adb(&["exec-out", "cat", "/sdcard/d.xml"]).stdout).unwrap();
        let event: skink_gui::Event = line.parse().unwrap();
        let widget =
            skink_gui::locate(&event, None, &screen).unwrap_or_else(|| panic!("{line} on {screen:?}"));
        let at = screen.widget(widget).bounds().center();
        phone.shell(&format!("input tap {} {}", at.x, at.y));
    }
}

#[test]
fn a_crash_is_in_the_log_in_every_format_and_its_dialog_is_in_front() {
    if !adb_is_there() {
        return;
    }
    let phone = Served::at("notebook", 34);
    let manifest = common::phone("notebook").manifest();
    let package = manifest.package;
    let taps = |bug: &&skink_phone::Bug| {
        bug.kind == skink_phone::BugKind::Crash && bug.trace.iter().all(|e| e.starts_with("tap"))
    };
    let bug = manifest.bugs.iter().find(taps).expect("a crash that taps alone show");
    phone.shell("logcat -c -b all");
    crash(&phone, package, bug.trace);
    let crashes = skink_device::crashes_in_log(&phone.shell("logcat -d -b crash -v threadtime"));
    assert_eq!(crashes.len(), 1);
    assert_eq!(bug.shows, skink_phone::Shows::Crash(Box::leak(crashes[0].title().into_boxed_str())));
    for format in ["brief", "threadtime", "time", "long", "raw", "tag", "process", "thread"] {
        let log = phone.shell(&format!("logcat -d -v {format}"));
        assert!(log.contains("FATAL EXCEPTION: main"), "{format}: {log}");
    }
    assert_eq!(skink_device::crashes_in_log(&phone.shell("logcat -d -v brief")), crashes);
    assert!(phone.shell("logcat -d -b events").contains(&format!("am_crash: [1000,0,{package},")));
    assert!(phone.shell("logcat -d AndroidRuntime:E '*:S' | grep -c FATAL").contains('1'));
    let focus = phone.shell("dumpsys window windows | grep mCurrentFocus");
    assert!(focus.contains(&format!("u0 Application Error: {package}}}")), "{focus}");
    assert_eq!(phone.status(&format!("pidof {package}")), Some(1));
    phone.shell("logcat -c");
    assert!(!phone.shell("logcat -d").contains("FATAL"));
}

#[test]
fn monkey_throws_events_by_its_seed_and_answers_on_its_port() {
    if !adb_is_there() {
        return;
    }
    let phone = Served::at("notebook", 34);
    let said = phone.shell("pm clear com.example.notebook; monkey -p com.example.notebook -s 42 -v 20");
    assert!(said.contains(":Monkey: seed=42 count=20\n:AllowPackage: com.example.notebook\n"), "{said}");
    assert_eq!(
        phone.shell("pm clear com.example.notebook; monkey -p com.example.notebook -s 42 -v 20"),
        said
    );

    phone.shell("monkey --port 1080 >/dev/null 2>&1 &");
    let forward = text(&phone.adb(&["forward", "tcp:0", "tcp:1080"]));
    let port: u16 = forward.trim().parse().unwrap();
    let mut answers = Vec::new();
    'tries: for _ in 0..100 {
        std::thread::sleep(std::time::Duration::from_millis(50));
        let Ok(mut stream) = std::net::TcpStream::connect(("127.0.0.1", port)) else { continue };
        stream.set_read_timeout(Some(std::time::Duration::from_secs(20))).unwrap();
        let mut reader = std::io::BufReader::new(stream.try_clone().unwrap());
        for line in [
            "getvar display.width",
            "tap 10 10",
            "press KEYCODE_BACK",
            "nosuch",
            "flip closed",
            "getvar nosuch",
        ] {
            use std::io::{BufRead, Write};
            writeln!(stream, "{line}").unwrap();
            if line == "nosuch" {
                continue;
            }
            let mut answer = String::new();
            if reader.read_line(&mut answer).unwrap_or(0) == 0 {
                continue 'tries;
            }
            answers.push(answer.trim().to_owned());
        }
        break;
    }
    assert_eq!(answers, ["OK:540", "OK", "OK", "ERROR:Invalid Argument", "ERROR:unknown var"]);
}
