//! Pictures of the states a run reached: the run's own events are done again on the device up to where a state
//! was first met, and the screen is photographed. Where that cannot be, the recorded screen is drawn from its
//! widgets.

use std::fmt::Write as _;

use skink_device::{Device, Picture};
use skink_gui::{Flags, Screen};
use skink_run::{OnMissing, RunDir, Scripted, TraceRef, replay};
use skink_trace::Entry;

use crate::diagnosis::Diagnosis;
use crate::error::DiagnoseError;
use crate::svg::escaped;

/// Width of pictures in the page, in pixels.
const WIDTH: u32 = 180;

/// Pictures of the deterministic automaton's states, each a piece of SVG.
pub type Pictures = Vec<Option<String>>;

/// Takes pictures of where a run of Skink met each state.
pub fn pictures(
    diagnosis: &Diagnosis,
    run: &RunDir,
    mut device: Option<&mut dyn Device>,
) -> Result<Pictures, DiagnoseError> {
    let mut screens = run.screens()?;
    let wanted: Vec<TraceRef> = diagnosis.sightings.iter().flatten().map(|sighting| sighting.at).collect();
    let mut traces = run.traces(&wanted)?.into_iter();
    let mut found = Vec::new();
    for sighting in &diagnosis.sightings {
        let Some(sighting) = sighting else {
            found.push(None);
            continue;
        };
        let entries = traces.next().unwrap_or_default();
        let shot = match device.as_deref_mut() {
            Some(device) => photograph(device, sighting.at, &entries, &mut |hash| screens.get(hash).ok()),
            None => None,
        };
        let drawn = match shot {
            Some(picture) => as_svg(&picture),
            None => wireframe(&screens.get(sighting.screen)?),
        };
        found.push(Some(drawn));
    }
    Ok(found)
}

fn photograph(
    device: &mut dyn Device,
    at: TraceRef,
    entries: &[Entry],
    screen: &mut dyn FnMut(skink_gui::ScreenHash) -> Option<Screen>,
) -> Option<Picture> {
    let (mut script, mut before) = (Vec::new(), None::<Screen>);
    for entry in entries {
        match entry {
            Entry::Launch(launch) => before = screen(launch.screen),
            Entry::Step(step) => {
                let performed_on = before.take().zip(step.widget).filter(|(s, w)| s.get(*w).is_some());
                script.push(Scripted { performed_on, ..Scripted::new(step.event.clone()) });
                before = screen(step.screen);
            }
        }
    }
    let replayed = replay(device, at.trace, &script, OnMissing::Stop, |_| false).ok()?;
    if replayed.steps.len() < script.len() {
        return None;
    }
    device.screenshot().ok().flatten()
}

/// The picture, made small, as an image within the page.
fn as_svg(picture: &Picture) -> String {
    let small = shrunk(picture);
    format!(
        "<image width=\"90\" height=\"160\" preserveAspectRatio=\"xMidYMid meet\" href=\"data:image/png;base64,{}\"/>",
        base64(&small.to_png())
    )
}

fn shrunk(picture: &Picture) -> Picture {
    let by = (picture.width / WIDTH).max(1);
    let (width, height) = (picture.width / by, picture.height / by);
    let mut rgb = Vec::with_capacity(3 * (width * height) as usize);
    for y in 0..height {
        for x in 0..width {
            for channel in 0..3 {
                let mut sum = 0u32;
                for (dx, dy) in (0..by).flat_map(|dy| (0..by).map(move |dx| (dx, dy))) {
                    let at = 3 * ((y * by + dy) * picture.width + x * by + dx) as usize + channel;
                    sum += u32::from(picture.rgb.get(at).copied().unwrap_or(0));
                }
                rgb.push((sum / (by * by)) as u8);
            }
        }
    }
    Picture { width, height, rgb }
}

/// A screen drawn from its widgets: boxes for what takes taps, and its texts.
fn wireframe(screen: &Screen) -> String {
    let whole = screen.widgets().next().map(|w| w.bounds());
    let (width, height) =
        whole.map_or((1080, 1920), |b| ((b.right - b.left).max(1), (b.bottom - b.top).max(1)));
    let mut out = format!(
        "<svg width=\"90\" height=\"160\" viewBox=\"0 0 {width} {height}\"><rect width=\"{width}\" height=\"{height}\" \
         fill=\"#fff\"/>"
    );
    for widget in screen.widgets().take(400) {
        let b = widget.bounds();
        if widget.is(Flags::CLICKABLE) {
            let _ = write!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#eef\" stroke=\"#889\" stroke-width=\"4\"/>",
                b.left,
                b.top,
                (b.right - b.left).max(0),
                (b.bottom - b.top).max(0)
            );
        }
        let text: String = widget.text().chars().take(30).collect();
        if !text.is_empty() {
            let size = (width / 22).max(8);
            let _ = write!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" style=\"text-anchor:start\">{}</text>",
                b.left + 8,
                (b.top + b.bottom) / 2 + size / 3,
                escaped(&text)
            );
        }
    }
    out.push_str("</svg>");
    out
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let all = chunk.iter().fold(0u32, |all, byte| all << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            if place <= chunk.len() {
                out.push(char::from(DIGITS[(all >> (18 - 6 * place)) as usize & 63]));
            } else {
                out.push('=');
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_of_known_texts() {
        for (text, coded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(text.as_bytes()), coded);
        }
    }
}
