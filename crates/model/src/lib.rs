//! Abstractions and learned models of an app. Pure: screens and steps in, models out.
