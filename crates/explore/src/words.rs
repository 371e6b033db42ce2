//! The words of a label or an id: `btnLogOut`, `log_out` and "Log out" all say "log out".

/// Lower-case words, cut at everything that is no letter or digit and where a small letter meets a capital.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut small = false;
    for c in text.chars() {
        let starts = c.is_uppercase() && small;
        if (!c.is_alphanumeric() || starts) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        small = c.is_lowercase() || c.is_numeric();
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// Whether `phrase` stands in `words`, whole and in its order.
pub(crate) fn says(words: &[String], phrase: &[String]) -> bool {
    !phrase.is_empty() && words.windows(phrase.len()).any(|window| window == phrase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_labels_say_the_same() {
        for text in ["btnLogOut", "btn_log_out", "BTN: log-out!"] {
            assert_eq!(words(text), ["btn", "log", "out"], "{text}");
        }
        assert_eq!(words("URL"), ["url"]);
        assert_eq!(words(""), [] as [&str; 0]);
    }

    #[test]
    fn only_whole_words_count() {
        assert!(says(&words("Send it"), &words("send")));
        assert!(!says(&words("Sender"), &words("send")));
        assert!(!says(&words("out log"), &words("log out")));
        assert!(!says(&words("anything"), &[]));
    }
}
