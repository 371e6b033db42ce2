//! Coverage over phone time as a picture: one line a strategy, the mean over its repeats.

use std::fmt::Write as _;

use crate::explore::Report;

const SIZE: (f64, f64) = (640.0, 360.0);
const MARGIN: (f64, f64, f64, f64) = (52.0, 150.0, 30.0, 40.0);
/// Colours that people with any colour vision tell apart (Okabe and Ito).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];
const POINTS: usize = 120;

/// The picture of one app, as SVG.
pub fn coverage_plot(report: &Report, app: &str) -> String {
    let (left, right, top, bottom) = MARGIN;
    let (width, height) = (SIZE.0 - left - right, SIZE.1 - top - bottom);
    let runs: Vec<_> = report.raw.iter().filter(|r| r.app == app).collect();
    let end = runs.iter().map(|r| r.phone_seconds).fold(1.0, f64::max);
    let mut strategies: Vec<&str> = Vec::new();
    for run in &runs {
        if !strategies.contains(&run.strategy.as_str()) {
            strategies.push(&run.strategy);
        }
    }
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"system-ui, sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<text x=\"{left}\" y=\"18\" \
         font-size=\"14\">{app}: branches covered over phone time</text>\n",
        SIZE.0, SIZE.1
    );
    for percent in (0..=100).step_by(25) {
        let y = top + height * (1.0 - f64::from(percent) / 100.0);
        let _ = writeln!(
            out,
            "<path d=\"M{left} {y}h{width}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{percent}%</text>",
            left - 6.0,
            y + 4.0
        );
    }
    for quarter in 0..=4 {
        let x = left + width * f64::from(quarter) / 4.0;
        let minutes = end * f64::from(quarter) / 4.0 / 60.0;
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{minutes:.0} min</text>",
            SIZE.1 - 16.0
        );
    }
    for (number, strategy) in strategies.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let own: Vec<_> = runs.iter().filter(|r| r.strategy == *strategy).collect();
        let mut path = String::new();
        for point in 0..=POINTS {
            let seconds = end * point as f64 / POINTS as f64;
            let share = |r: &&crate::explore::RunFigures| {
                let covered =
                    r.growth.iter().rev().find(|(at, _)| *at <= seconds).map_or(0, |(_, covered)| *covered);
                f64::from(covered) / f64::from(r.branches.max(1))
            };
            let mean = own.iter().map(|r| share(r)).sum::<f64>() / own.len().max(1) as f64;
            let _ = write!(
                path,
                "{}{:.1} {:.1}",
                if point == 0 { 'M' } else { 'L' },
                left + width * point as f64 / POINTS as f64,
                top + height * (1.0 - mean)
            );
        }
        let y = top + 18.0 * (number as f64 + 1.0);
        let x = left + width + 14.0;
        let _ = writeln!(
            out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n<path d=\"M{x} {}h18\" \
             stroke=\"{colour}\" stroke-width=\"3\"/><text x=\"{}\" y=\"{y}\">{strategy}</text>",
            y - 4.0,
            x + 24.0
        );
    }
    out.push_str("</svg>\n");
    out
}
