//! `ps`: which processes live. The columns are named in the first line and differ between Androids; before
//! Android 8 the state has no name of its own.

use super::lines;

/// A process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// Whose it is, such as `u0_a45`.
    pub user: String,
    /// Its number.
    pub pid: u32,
    /// Its name: for an app the package, with `:NAME` behind it for a second process.
    pub name: String,
}

/// Reads `ps` and `ps -A`.
pub fn read_processes(text: &str) -> Vec<Process> {
    let mut rows = lines(text);
    let Some(columns) = rows.find(|line| line.split_whitespace().any(|word| word == "PID")) else {
        return Vec::new();
    };
    let pid_at = columns.split_whitespace().position(|word| word == "PID").unwrap_or(1);
    let read = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let pid = words.get(pid_at)?.parse().ok()?;
        Some(Process { user: (*words.first()?).to_owned(), pid, name: (*words.last()?).to_owned() })
    };
    rows.filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_and_new_columns_are_read() {
        let old = "USER     PID   PPID  VSIZE  RSS     WCHAN    PC         NAME\r\n\
                   u0_a45    4307  1042  889920 52860 ffffffff 4008709b S com.example\r\n";
        let new = "USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME\n\
                   u0_a45        4307  1042  889920  52860 do_epoll_wait       0 S com.example\n";
        for text in [old, new] {
            let [process] = read_processes(text).try_into().expect("one");
            assert_eq!(
                (process.user.as_str(), process.pid, process.name.as_str()),
                ("u0_a45", 4307, "com.example")
            );
        }
        assert!(read_processes("bad pid '-A'\n").is_empty());
    }
}
