//! The published folder layout: names of result folders, the files that say when a run began and ended, and the
//! times of log lines.
//!
//! A result folder is `instrumented-<App>-#<id>.apk.<tool>.result…`. The time file's first line is the start, the
//! second the end; tools that name it or write it otherwise are listed here. Times are read with any of the
//! separators that occur, so that one more tool with a habit of its own is no error.

/// What a result folder's name says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultName {
    /// The app.
    pub app: String,
    /// The bug's id, without `#`.
    pub bug: String,
    /// The tool, in lower case.
    pub tool: String,
}

impl ResultName {
    /// Reads a folder's name; `None` where it is of another form.
    pub fn parse(name: &str) -> Option<Self> {
        let rest = name.split_once("instrumented-").map_or(name, |(_, rest)| rest);
        let (app, rest) = rest.split_once("-#")?;
        let (bug, rest) = rest.split_once(".apk.")?;
        let (tool, _) = rest.split_once(".result")?;
        (!app.is_empty() && !bug.is_empty()).then(|| Self {
            app: app.to_owned(),
            bug: bug.to_owned(),
            tool: tool.to_lowercase(),
        })
    }

    /// What the tool's time file begins with.
    pub(crate) fn time_prefix(&self) -> &str {
        match self.tool.as_str() {
            "combodroid" => "combo",
            "droidbot.dfs.greedy" => "droidbot",
            other => other,
        }
    }
}

/// What a time file's name ends with.
pub(crate) const TIME_FILE: &str = "_testing_time_on_emulator.txt";

/// A moment, in seconds since the year 1, with its year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) year: i64,
    pub(crate) seconds: i64,
}

/// The start and, where the file says it, the end of a run: seconds since the year 1.
pub fn parse_time_file(text: &str) -> Option<(i64, Option<i64>)> {
    let (start, end) = moments(text)?;
    Some((start.seconds, end.map(|end| end.seconds)))
}

pub(crate) fn moments(text: &str) -> Option<(Moment, Option<Moment>)> {
    let mut lines = text.lines();
    let start = moment(lines.next()?)?;
    Some((start, lines.next().and_then(moment)))
}

/// `2021-05-04-01:02:03`, or with other separators.
fn moment(line: &str) -> Option<Moment> {
    let mut numbers = line.trim().split(['-', ':', ' ', '.', '_', 'T']).map(|n| n.parse::<i64>().ok());
    let mut next = || numbers.next().flatten();
    let (year, month, day) = (next()?, next()?, next()?);
    let (hour, minute, second) = (next()?, next()?, next()?);
    let seconds = seconds(year, month, day, hour, minute, second)?;
    Some(Moment { year, seconds })
}

/// Seconds since the year 1; `None` for what is no date.
fn seconds(year: i64, month: i64, day: i64, hour: i64, minute: i64, second: i64) -> Option<i64> {
    const BEFORE: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    let fits = (1..=9999).contains(&year)
        && (1..=31).contains(&day)
        && (0..24).contains(&hour)
        && (0..60).contains(&minute)
        && (0..=60).contains(&second);
    let before = *BEFORE.get(usize::try_from(month - 1).ok()?)?;
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let past = year - 1;
    let days = past * 365 + past / 4 - past / 100 + past / 400 + before + i64::from(leap && month > 2) + day;
    fits.then(|| ((days * 24 + hour) * 60 + minute) * 60 + second)
}

/// The time of a log line, `05-04 01:02:10.920 …`, with the start's year unless it gives one itself.
pub(crate) fn line_seconds(line: &[u8], year: i64) -> Option<i64> {
    let mut words = line.split(|b| *b == b' ').filter(|word| !word.is_empty());
    let number = |part: &[u8]| std::str::from_utf8(part).ok()?.parse::<i64>().ok();
    let date: Vec<Option<i64>> = words.next()?.splitn(3, |b| *b == b'-').map(number).collect();
    let (year, month, day) = match date[..] {
        [Some(month), Some(day)] => (year, month, day),
        [Some(year), Some(month), Some(day)] => (year, month, day),
        _ => return None,
    };
    let time = words.next()?.split(|b| *b == b'.').next()?;
    let mut parts = time.splitn(3, |b| *b == b':').map(number);
    let mut next = || parts.next().flatten();
    seconds(year, month, day, next()?, next()?, next()?)
}

/// Seconds since the start. A run over New Year has lines of the old year by the start's; a line before the start
/// is a clock that was set, and counts as the start.
pub(crate) fn since(start: i64, line: i64) -> i64 {
    const DAY: i64 = 86_400;
    let passed = line - start;
    if passed < -180 * DAY { passed.rem_euclid(DAY) } else { passed.max(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_result_folders() {
        let name = |text: &str| ResultName::parse(text).map(|n| (n.app, n.bug, n.tool));
        let of = |a: &str, b: &str, c: &str| Some((a.to_owned(), b.to_owned(), c.to_owned()));
        assert_eq!(
            name("instrumented-Scarlet-Notes-#114.apk.monkey.result"),
            of("Scarlet-Notes", "114", "monkey")
        );
        assert_eq!(
            name("instrumented-and-bible-#261.apk.droidbot.dfs.greedy.result.emulator-5554#2022-01-01"),
            of("and-bible", "261", "droidbot.dfs.greedy")
        );
        assert_eq!(name("instrumented-A-#1.apk.ComboDroid.result").map(|n| n.2), Some("combodroid".into()));
        assert_eq!(name("logs"), None);
        assert_eq!(name("instrumented-A-#1.monkey"), None);
    }

    #[test]
    fn tools_that_name_their_time_file_otherwise() {
        let prefix = |tool: &str| {
            ResultName::parse(&format!("instrumented-A-#1.apk.{tool}.result"))
                .unwrap()
                .time_prefix()
                .to_owned()
        };
        assert_eq!(prefix("combodroid"), "combo");
        assert_eq!(prefix("droidbot.dfs.greedy"), "droidbot");
        assert_eq!(prefix("monkey"), "monkey");
    }

    #[test]
    fn both_forms_of_times_and_a_missing_end() {
        let (start, end) = parse_time_file("2021-05-04-01:02:03\n2021-05-04-07:02:03\n").unwrap();
        assert_eq!(end, Some(start + 6 * 3600));
        assert_eq!(parse_time_file("2021-05-04-01-02-03\n"), Some((start, None)));
        assert_eq!(parse_time_file("soon\n"), None);
        assert_eq!(parse_time_file(""), None);
        assert_eq!(parse_time_file("2021-13-04-01:02:03"), None);
    }

    #[test]
    fn lines_take_the_year_of_the_start() {
        let (start, _) = moments("2020-02-28-23:59:50").unwrap();
        let at = |line: &str| line_seconds(line.as_bytes(), start.year).map(|s| since(start.seconds, s));
        assert_eq!(at("02-28 23:59:59.900  1  1 I Themis: x"), Some(9));
        assert_eq!(at("02-29 00:00:10.100  1  1 I Themis: x"), Some(20), "2020 is a leap year");
        assert_eq!(at("03-01 00:00:10.1"), Some(86_420));
        assert_eq!(at("2020-02-29 00:00:10.100 I Themis: x"), Some(20), "logcat -v year");
        assert_eq!(at("01-01 00:00:10.100 x").map(|s| s < 86_400), Some(true));
        assert_eq!(at("--------- beginning of main"), None);
        assert_eq!(at("I/Themis( 1): Event 1: x"), None);
        assert_eq!(at("02-28 23:59:40.000 x"), Some(0), "a clock that was set");
        let (start, _) = moments("2021-12-31-23:59:00").unwrap();
        let line = line_seconds(b"01-01 00:01:00.000 x", start.year).unwrap();
        assert_eq!(since(start.seconds, line), 120, "over New Year");
    }
}
