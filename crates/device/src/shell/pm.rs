//! `pm`: packages, where they lie, clearing their data, granting permissions.

use super::lines;

/// What `pm clear` said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cleared {
    /// The data is gone.
    Success,
    /// It is not: no such package, or one that may not be cleared.
    Failed(String),
}

/// Reads `pm list packages`, with or without `-f`: the names alone.
pub fn read_package_list(text: &str) -> Vec<String> {
    let name = |line: &str| {
        let rest = line.trim().strip_prefix("package:")?;
        let rest = rest.split_whitespace().next()?;
        // With -f: the path, which may hold `=` itself, before the last one.
        let name = rest.rsplit('=').next().unwrap_or(rest);
        (!name.is_empty()).then(|| name.to_owned())
    };
    lines(text).filter_map(name).collect()
}

/// Reads `pm path`: the APKs of a package, its splits included; none where it is not installed.
pub fn read_package_paths(text: &str) -> Vec<String> {
    lines(text).filter_map(|line| line.trim().strip_prefix("package:")).map(str::to_owned).collect()
}

/// Reads what `pm clear` prints.
pub fn read_clear(text: &str) -> Cleared {
    let said = lines(text).map(str::trim).find(|line| !line.is_empty()).unwrap_or("nothing");
    match lines(text).any(|line| line.trim() == "Success") {
        true => Cleared::Success,
        false => Cleared::Failed(said.to_owned()),
    }
}

/// Reads what `pm grant` and `pm revoke` print: nothing is success, anything else says why not.
pub fn read_grant(text: &str) -> Result<(), String> {
    match lines(text).map(str::trim).find(|line| !line.is_empty()) {
        None => Ok(()),
        Some(line) => {
            let after = line.split_once("Exception: ").map_or(line, |(_, why)| why);
            Err(after.to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_and_their_files() {
        let list = "package:com.a\r\npackage:/data/app/x=1/base.apk=com.b\r\nWARNING: x\r\npackage: \r\n";
        assert_eq!(read_package_list(list), ["com.a", "com.b"]);
        let paths =
            "package:/data/app/~~a==/com.a-b==/base.apk\npackage:/data/app/~~a==/com.a-b==/split_x.apk\n";
        assert_eq!(read_package_paths(paths).len(), 2);
        assert!(read_package_paths("\r\n").is_empty());
    }

    #[test]
    fn clearing_and_granting_are_told_by_words() {
        assert_eq!(read_clear("Success\r\n"), Cleared::Success);
        assert_eq!(read_clear("Failed\r\n"), Cleared::Failed("Failed".into()));
        assert_eq!(read_clear(""), Cleared::Failed("nothing".into()));
        assert_eq!(read_grant("\r\n"), Ok(()));
        let refused = "Operation not allowed: java.lang.SecurityException: Package x has not requested y\r\n";
        assert_eq!(read_grant(refused), Err("Package x has not requested y".into()));
    }
}
