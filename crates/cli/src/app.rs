//! From what the user named to a device with the app on it.

use serde::{Deserialize, Serialize};
use skink_device::Device;
use skink_phone::{BugSwitch, Costs, Phone, PhoneSettings, Sample, apps};

use crate::args::{AllOrNone, PhoneArgs};
use crate::failure::Failure;

/// How the phone was set up, as `run.toml` keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PhoneOptions {
    costs: String,
    bugs: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    fixed: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    calls_every_millis: Option<u64>,
}

impl PhoneOptions {
    pub(crate) fn of(args: &PhoneArgs) -> Self {
        let bugs = match args.bugs {
            AllOrNone::All => "all",
            AllOrNone::None => "none",
        };
        Self {
            costs: args.costs.costs().name.to_owned(),
            bugs: bugs.to_owned(),
            fixed: args.fix.clone(),
            calls_every_millis: args.calls_every.map(|time| time.as_millis() as u64),
        }
    }

    /// The same phone with more bugs switched off.
    pub(crate) fn fixing(mut self, more: &[String]) -> Self {
        self.fixed.extend_from_slice(more);
        self
    }

    /// Whether a sample app's bugs are on.
    pub(crate) fn bugs_on(&self) -> bool {
        self.bugs != "none"
    }

    fn settings(&self) -> PhoneSettings {
        let bugs = match self.bugs.as_str() {
            "none" => BugSwitch::None,
            _ if self.fixed.is_empty() => BugSwitch::All,
            _ => BugSwitch::Fixed(self.fixed.clone()),
        };
        PhoneSettings {
            costs: Costs::named(&self.costs).unwrap_or(Costs::MODERN),
            bugs,
            ..PhoneSettings::default()
        }
    }
}

/// The sample that `sample:NAME` names.
pub(crate) fn sample(app: &str) -> Result<Sample, Failure> {
    let Some(name) = app.strip_prefix("sample:") else {
        return Err(Failure::usage(
            format!("opening `{app}`"),
            "only sample apps on the built-in phone can be opened; real devices are not supported yet",
        )
        .hint("skink apps lists the samples; for instance: skink explore sample:notebook"));
    };
    apps::named(name).ok_or_else(|| {
        let names: Vec<_> = apps::ALL.iter().map(|s| s.manifest.name).collect();
        Failure::usage(format!("opening `{app}`"), format!("there is no sample `{name}`"))
            .hint(format!("the samples are {}", names.join(", ")))
    })
}

/// The phone with the sample on it.
pub(crate) fn phone(app: &str, options: &PhoneOptions) -> Result<Phone, Failure> {
    Phone::new(sample(app)?, options.settings())
        .map_err(|e| Failure::usage(format!("opening `{app}`"), e.to_string()))
}

/// Opens the device with the app on it.
pub(crate) fn open(
    app: &str,
    device: Option<&str>,
    options: &PhoneOptions,
) -> Result<Box<dyn Device>, Failure> {
    sample(app)?;
    if let Some(serial) = device.filter(|serial| *serial != "phone") {
        return Err(Failure::usage(
            format!("opening the device `{serial}`"),
            "sample apps run on the phone only",
        )
        .hint("leave --device out, or give --device phone"));
    }
    Ok(Box::new(phone(app, options)?))
}
