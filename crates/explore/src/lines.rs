//! Selectors and events in settings: written as one line (`id=save`, `tap text="OK"`), the form people type.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value in its one-line form, for `#[serde(with = …)]`.
pub(crate) mod line {
    use super::{Deserializer, Display, FromStr, Line, Serializer};
    use serde::{Deserialize, Serialize};

    pub(crate) fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        Line(value).serialize(to)
    }

    pub(crate) fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        Ok(Line::deserialize(from)?.0)
    }
}

/// A list of values, each in its one-line form, for `#[serde(with = …)]`.
pub mod list {
    use super::{Deserializer, Display, FromStr, Line, Serializer};
    use serde::Deserialize;

    /// Writes them.
    pub fn serialize<T: Display, S: Serializer>(values: &[T], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().map(Line))
    }

    /// Reads them.
    pub fn deserialize<'de, T, D>(from: D) -> Result<Vec<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let lines = Vec::<Line<T>>::deserialize(from)?;
        Ok(lines.into_iter().map(|line| line.0).collect())
    }
}

/// A number from 0 to 1.
pub fn probability<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    let number = f64::deserialize(from)?;
    if (0.0..=1.0).contains(&number) {
        return Ok(number);
    }
    Err(D::Error::custom(format!("{number} is not a probability: a number from 0 to 1")))
}

/// A value that is written and read as one line.
pub(crate) struct Line<T>(pub(crate) T);

impl<T: Display> Serialize for Line<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Line<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let line = String::deserialize(from)?;
        line.parse().map(Self).map_err(|e| D::Error::custom(format!("`{line}`: {e}")))
    }
}
