//! How coverage grew over the events of a run, as a picture inside the page: colours come from the page's style.

use std::fmt::Write as _;

use crate::data::Growth;

const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 170.0;
/// Room for the numbers: left, right, top, bottom.
const MARGIN: (f64, f64, f64, f64) = (46.0, 12.0, 12.0, 28.0);

/// The curve as SVG; `None` where there is nothing to draw. Branches in percent where they are counted, else
/// distinct screens.
pub(crate) fn growth_plot(growth: &[Growth], branches: Option<u32>) -> Option<String> {
    let end = growth.last()?.events.max(1) as f64;
    let value = |point: &Growth| match branches {
        Some(total) => 100.0 * f64::from(point.covered) / f64::from(total.max(1)),
        None => f64::from(point.screens),
    };
    let most = if branches.is_some() { 100.0 } else { growth.iter().map(value).fold(1.0, f64::max) };
    let unit = if branches.is_some() { "%" } else { "" };
    let (left, right, top, bottom) = MARGIN;
    let (width, height) = (WIDTH - left - right, HEIGHT - top - bottom);
    let x = |events: f64| left + width * events / end;
    let y = |value: f64| top + height * (1.0 - value / most);
    let mut out = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"growth over the run\">"
    );
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        let _ = write!(
            out,
            "<path class=\"grid\" d=\"M{left} {y:.1}h{width}\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{:.0}{unit}</text><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{}\">{:.0}</text>",
            left - 6.0,
            y(most * share) + 4.0,
            most * share,
            x(end * share),
            HEIGHT - 8.0,
            ["start", "middle", "middle", "middle", "end"][quarter as usize],
            end * share,
            y = y(most * share),
        );
    }
    let mut path = format!("M{:.1} {:.1}", x(0.0), y(growth.first().map_or(0.0, value)));
    for point in growth {
        // A step: what was covered stays so until something new is.
        let _ = write!(path, "H{:.1}V{:.1}", x(point.events as f64), y(value(point)));
    }
    let _ = write!(out, "<path class=\"curve\" d=\"{path}\"/></svg>");
    Some(out)
}
