//! What is written where: results on standard output, progress and errors on standard error. A reader that
//! goes away early (`skink apps | head`) is not an error.

use std::io::Write;

pub(crate) use skink_report::grouped;

use crate::failure::Failure;

/// Writes a result.
pub(crate) fn print(text: &str) {
    let _ = anstream::stdout().write_all(text.as_bytes());
}

/// Writes a result as JSON.
pub(crate) fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let text =
        serde_json::to_string_pretty(value).map_err(|e| Failure::device("writing JSON", e.to_string()))?;
    print(&format!("{text}\n"));
    Ok(())
}

/// Writes a note for whoever watches.
pub(crate) fn note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Writes why a command failed.
pub(crate) fn error(failure: &Failure) {
    let Failure { doing, problem, hint, .. } = failure;
    note(&format!("\u{1b}[1;31merror\u{1b}[0m while {doing}:\n  {problem}"));
    if let Some(hint) = hint {
        note(&format!("  try: {hint}"));
    }
}

/// `1 event`, `2 events`.
pub(crate) fn counted(n: u64, noun: &str) -> String {
    let plural = match noun {
        "activity" if n != 1 => "activities".to_owned(),
        _ if n != 1 => format!("{noun}s"),
        _ => noun.to_owned(),
    };
    format!("{} {plural}", grouped(n))
}

/// Seconds as people say them.
pub(crate) fn duration(seconds: f64) -> String {
    if seconds < 90.0 {
        format!("{seconds:.1} s")
    } else if seconds < 90.0 * 60.0 {
        format!("{:.0} min", seconds / 60.0)
    } else {
        format!("{:.1} h", seconds / 3600.0)
    }
}
