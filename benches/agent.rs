//! What the agent's protocol costs a step: `cargo bench -p skink-device --bench agent`. Writing a reply, and reading it to
//! an observation, for screens of the sizes that real apps showed; the yardstick is reading the same screens as the XML of
//! `uiautomator dump`.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use skink_device::agent::{Look, Reply};
use skink_gui::{Bounds, Flags, Header, Screen, ScreenBuilder, WidgetSpec, parse_xml, print_xml};

/// Each is done so often, and the median counts.
const TIMES: usize = 201;

fn median(mut work: impl FnMut()) -> Duration {
    let each = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    let mut times: Vec<Duration> = std::iter::repeat_with(each).take(TIMES).collect();
    times.sort_unstable();
    times[TIMES / 2]
}

fn spec<'a>(class: &'a str, id: &'a str, text: &'a str, top: i32) -> WidgetSpec<'a> {
    WidgetSpec {
        class,
        id,
        text,
        package: "com.example.notes",
        bounds: Bounds::new(0, top, 1080, top + 120),
        flags: Flags::ENABLED | Flags::CLICKABLE,
        ..WidgetSpec::default()
    }
}

/// A list of rows with a picture and two texts each, as most screens are.
fn screen(widgets: usize) -> Screen {
    let mut builder = ScreenBuilder::new();
    builder.open(&spec("android.widget.FrameLayout", "", "", 0));
    builder.open(&spec("androidx.recyclerview.widget.RecyclerView", "com.example.notes:id/list", "", 0));
    let mut row = 0;
    while builder.len() + 4 <= widgets {
        let (title, time) =
            (format!("A note about the thing number {row}"), format!("{}:{:02}", row % 24, row % 60));
        builder.open(&spec("android.widget.LinearLayout", "com.example.notes:id/row", "", 120 * row));
        builder.leaf(&spec("android.widget.ImageView", "com.example.notes:id/icon", "", 120 * row));
        builder.leaf(&spec("android.widget.TextView", "com.example.notes:id/title", &title, 120 * row));
        builder.leaf(&spec("android.widget.TextView", "com.example.notes:id/time", &time, 120 * row));
        builder.close();
        row += 1;
    }
    builder.finish(&Header { package: "com.example.notes", ..Header::default() })
}

fn main() {
    // `cargo test --benches` runs this too, without the flag.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    for widgets in [26, 75, 313] {
        let screen = screen(widgets);
        let reply = Reply::Look(Box::new(Look::of(&screen)));
        let bytes = reply.encode();
        let xml = print_xml(&screen);
        let write = median(|| drop(black_box(reply.encode())));
        let read = median(|| match Reply::decode(&bytes) {
            Ok(Reply::Look(look)) => drop(black_box(look.observation())),
            other => drop(black_box(other)),
        });
        let parse = median(|| drop(black_box(parse_xml(xml.as_bytes()))));
        println!(
            "{:3} widgets: write {:6.1} us, read {:6.1} us ({} bytes); XML {:6.1} us ({} bytes): {:.2} times as long",
            screen.len(),
            write.as_secs_f64() * 1e6,
            read.as_secs_f64() * 1e6,
            bytes.len(),
            parse.as_secs_f64() * 1e6,
            xml.len(),
            parse.as_secs_f64() / read.as_secs_f64(),
        );
    }
}
