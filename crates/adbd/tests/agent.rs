//! The agent's socket through a real adb: the same steps give the same screens, crashes and toasts as in the process.

#![allow(clippy::unwrap_used)]

mod common;

use std::net::TcpStream;

use common::{Served, adb_is_there, phone, text};
use skink_device::agent::{AgentClient, Perform, Settle, VERSION};
use skink_device::{Device, Input};
use skink_gui::{Bounds, Enabled, Key, Screen, enabled};

const START: &str = "mkdir -p /data/local/tmp/skink; echo jar > /data/local/tmp/skink/agent.jar; chmod 400 \
                     /data/local/tmp/skink/agent.jar; trap '' HUP; CLASSPATH=/data/local/tmp/skink/agent.jar app_process \
                     /data/local/tmp/skink dev.skink.agent.Main >/data/local/tmp/skink/log 2>&1 </dev/null &";

fn connect(served: &Served) -> AgentClient<TcpStream> {
    served.shell(START);
    reach(served)
}

/// Greets the agent that runs.
fn reach(served: &Served) -> AgentClient<TcpStream> {
    let forward = served.adb(&["forward", "tcp:0", "localabstract:skink-agent"]);
    let port: u16 = text(&forward).trim().parse().unwrap();
    for _ in 0..100 {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_nodelay(true).unwrap();
        if let Ok(client) = AgentClient::connect(stream) {
            return client;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("no agent: {}", served.shell("cat /data/local/tmp/skink/log"));
}

/// Any input that the screen offers, drawn from a number.
fn drawn(screen: &Screen, number: u64) -> Input {
    let all = enabled(screen);
    let pick = (number >> 8) as usize;
    match number % 12 {
        0 => Input::Rotate,
        1 => Input::Key(Key::Back),
        2 => Input::Wait(number % 3000),
        3 => Input::Key(Key::Menu),
        _ if all.is_empty() => Input::Key(Key::Back),
        _ => {
            let chosen = all[pick % all.len()];
            let bounds: Bounds = screen.widget(chosen.widget()).bounds();
            match chosen {
                Enabled::Tap(_) => Input::Tap(bounds.center()),
                Enabled::LongTap(_) => Input::LongTap(bounds.center()),
                Enabled::Type(_) => Input::Type(bounds.center(), format!("é漢 😀 {}", number % 100)),
                Enabled::Scroll(_, direction) => Input::Scroll(bounds, direction),
            }
        }
    }
}

fn number(step: u64, salt: u64) -> u64 {
    let mut z = step.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ salt;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ (z >> 27)
}

#[test]
fn steps_through_the_agent_are_those_of_the_process() {
    if !adb_is_there() {
        return;
    }
    for sample in ["notebook", "player", "shop", "files"] {
        let served = Served::at(sample, 34);
        let mut own = phone(sample);
        let package = own.package().to_owned();
        let mut client = connect(&served);
        assert_eq!(client.hello().version, VERSION);
        assert!(client.hello().model.contains("virtual clock"));
        let main = served.shell(&format!("cmd package resolve-activity --brief {package}"));
        let main = main.lines().last().unwrap().to_owned();
        let (mut here, mut crashes) = (None, 0);
        let mut starts = 0;
        for step in 0..400 {
            let input = here.as_ref().map(|screen| drawn(screen, number(step, 77)));
            let (expected, look) = match &input {
                Some(input) => (
                    own.perform(input).unwrap(),
                    client.step(Perform::of(input).unwrap(), Settle::default()).unwrap(),
                ),
                None => {
                    served.shell(&format!("am force-stop {package}; pm clear {package}"));
                    // The host turns the screen back before it starts the app anew.
                    client.step(Perform::Turn(0), Settle::default()).unwrap();
                    served.shell(&format!("am start -f 0x10008000 -n {main}"));
                    starts += 1;
                    (own.clean_start(starts - 1).unwrap(), client.observe(Settle::default()).unwrap())
                }
            };
            let seen = look.observation();
            assert_eq!(seen.screen.hash(), expected.screen.hash(), "{sample}, step {step}: {input:?}");
            assert_eq!(seen.crashes, expected.crashes, "{sample}, step {step}: {input:?}");
            assert_eq!(seen.toasts, expected.toasts, "{sample}, step {step}: {input:?}");
            assert_eq!(seen.busy, expected.busy, "{sample}, step {step}: {input:?}");
            crashes += expected.crashes.len();
            let left = expected.screen.package() != package;
            here = (expected.crashes.is_empty() && !left).then_some(expected.screen);
        }
        assert!(starts > 1, "{sample}: {starts} starts, {crashes} crashes");
        client.quit().unwrap();
        assert_eq!(served.shell("cat /data/local/tmp/skink/log").lines().count(), 1);
        assert!(!served.adb(&["shell", "ps -A | grep app_process"]).status.success());
    }
}

#[test]
fn a_step_asked_for_again_under_its_number_is_done_once() {
    if !adb_is_there() {
        return;
    }
    let served = Served::at("notebook", 34);
    let mut client = connect(&served);
    let rotate = |client: &mut AgentClient<TcpStream>, number| {
        client.numbered(number, Perform::Rotate, Settle::default()).unwrap().rotation
    };
    assert_eq!(rotate(&mut client, 1), 1);
    let mut again = reach(&served);
    assert_eq!(rotate(&mut again, 1), 1, "not turned back");
    assert_eq!(rotate(&mut again, 2), 0);
    assert_eq!((rotate(&mut again, 0), rotate(&mut again, 0)), (1, 0), "0 is no number");
}

#[test]
fn a_jar_that_can_be_written_is_not_run_from_android_14_on() {
    if !adb_is_there() {
        return;
    }
    let served = Served::at("notebook", 34);
    let said = served.shell(
        "echo jar > /data/local/tmp/a.jar; CLASSPATH=/data/local/tmp/a.jar app_process / Main; echo $?",
    );
    assert_eq!(said, "134\nAborted \n");
    let said = served.shell("CLASSPATH=/data/local/tmp/none.jar app_process / Main; echo $?");
    assert!(said.contains("Could not find or load main class"), "{said}");
}
