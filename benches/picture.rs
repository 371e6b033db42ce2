//! How long a picture of the phone takes: `cargo bench -p skink-phone --bench picture`. The median over the
//! tour of every sample app, once all glyphs are drawn, and its ratio to two yardsticks of the same run: filling
//! and copying a hundred frames of the same size, and encoding the same pictures as PNG.

#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::expect_used)]

#[path = "../crates/phone/tests/tour/mod.rs"]
mod tour;

use std::hint::black_box;
use std::time::{Duration, Instant};

use skink_device::{Device, Picture};
use skink_phone::{Phone, apps};

/// Each picture is taken so often, and the median counts.
const TIMES: usize = 9;

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn timed(mut work: impl FnMut()) -> Duration {
    let each = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    median(std::iter::repeat_with(each).take(TIMES).collect())
}

fn picture(phone: &mut Phone) -> Picture {
    phone.screenshot().unwrap().unwrap()
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn main() {
    // `cargo test --benches` runs this too, without the flag.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    let (mut all, mut encoding, mut first) = (Vec::new(), Vec::new(), Vec::new());
    for sample in apps::ALL {
        let mut times = Vec::new();
        tour::tour(*sample, |name, phone, _| {
            let start = Instant::now();
            let shown = picture(phone);
            first.push(start.elapsed());
            encoding.push(timed(|| drop(black_box(shown.to_png()))));
            times.push((timed(|| drop(black_box(picture(phone)))), name.to_owned()));
        });
        let slowest = times.iter().max().cloned().unwrap_or_default();
        let middle = median(times.iter().map(|(time, _)| *time).collect());
        println!(
            "{:12} {:3} pictures, median {:.3} ms, slowest {:.3} ms ({})",
            sample.manifest.name,
            times.len(),
            millis(middle),
            millis(slowest.0),
            slowest.1,
        );
        all.extend(times.into_iter().map(|(time, _)| time));
    }
    let frames = timed(|| {
        for shade in 0..100_u8 {
            let frame = vec![shade + 1; 540 * 960 * 3];
            black_box(black_box(&frame).clone());
        }
    });
    let (count, middle, png) = (all.len(), median(all), median(encoding));
    println!(
        "{count} pictures: median {:.3} ms without PNG; first ones {:.3} ms",
        millis(middle),
        millis(median(first))
    );
    println!("as PNG: {:.3} ms more, {:.1} times the drawing", millis(png), millis(png) / millis(middle));
    println!(
        "a picture takes {:.2} times filling and copying a frame",
        millis(middle) * 100.0 / millis(frames)
    );
}
