//! `wm size` and `wm density`. An override counts, because that is what apps see. Neither turns with the screen.

/// Width and height of the upright screen.
pub fn read_display_size(text: &str) -> Option<(u32, u32)> {
    let size = value(text, "size")?;
    let (width, height) = size.split_once('x')?;
    Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
}

/// Dots per inch.
pub fn read_density(text: &str) -> Option<u32> {
    value(text, "density")?.parse().ok()
}

fn value<'a>(text: &'a str, what: &str) -> Option<&'a str> {
    let find = |kind: &str| {
        super::lines(text).find_map(|line| {
            let (name, value) = line.split_once(':')?;
            let (k, w) = name.trim().split_once(' ')?;
            (k == kind && w == what).then(|| value.trim())
        })
    };
    find("Override").or_else(|| find("Physical"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_override_counts() {
        assert_eq!(read_display_size("Physical size: 800x600\r\n"), Some((800, 600)));
        assert_eq!(read_display_size("Physical size: 1x2\nOverride size: 3x4\n"), Some((3, 4)));
        assert_eq!(read_density("Physical density: 160\nOverride density: 320\n"), Some(320));
        assert_eq!(read_display_size("usage: wm [subcommand]"), None);
        assert_eq!(read_display_size("Physical size: axb"), None);
    }
}
