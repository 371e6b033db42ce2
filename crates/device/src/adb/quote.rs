//! The one way a text gets into a command of the device's shell.

/// The text as one word of the shell, whatever is in it. A NUL, which no word can hold, is left out.
pub fn quote(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:,=@%+".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    let mut word = String::with_capacity(text.len() + 2);
    word.push('\'');
    for c in text.chars() {
        match c {
            '\'' => word.push_str("'\\''"),
            '\0' => {}
            _ => word.push(c),
        }
    }
    word.push('\'');
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::process::Command;

    /// What a real shell makes of the word.
    fn through_sh(word: &str) -> Option<Vec<u8>> {
        let output = Command::new("sh").arg("-c").arg(format!("printf %s {word}")).output().ok()?;
        Some(output.stdout)
    }

    #[test]
    fn plain_words_stay_readable() {
        assert_eq!(quote("com.example/.Main"), "com.example/.Main");
        assert_eq!(quote(""), "''");
        assert_eq!(quote("it's; rm -rf $HOME"), "'it'\\''s; rm -rf $HOME'");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn a_shell_reads_the_text_back(text in "\\PC{0,40}|[ -~\\n\\t'\"\\\\$`*?~#!&|;<>(){}\\[\\]]{0,60}") {
            let Some(read) = through_sh(&quote(&text)) else {
                println!("skipped: there is no sh here");
                return Ok(());
            };
            prop_assert_eq!(String::from_utf8_lossy(&read), text);
        }
    }
}
