//! `skink fuzz --recorded DIR`: a seed and a mutant that the original Genie recorded, judged again.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Serialize;
use skink_gui::Widget;
use skink_independence::{Compare, Lost, Recorded, RecordedLoss, RecordedView, Sheet, lost_text};

use crate::config;
use crate::failure::Failure;
use crate::output::{counted, print, print_json};

#[derive(Serialize)]
struct Verdict {
    package: String,
    seed_events: usize,
    inserted_at: usize,
    inserted: usize,
    violates: bool,
    recorded_error: bool,
    /// The widgets that matter: lost by the comparison that findings need.
    widgets: Vec<String>,
    /// Everything that Definition 8 calls lost.
    lost: Vec<String>,
    /// Of the views that Genie recorded as unmatched, those we find too, and those we do not.
    recorded: usize,
    agreed: usize,
    only_recorded: Vec<String>,
    only_here: Vec<String>,
}

pub(super) fn run(folder: &Path, config: Option<&Path>, json: bool) -> Result<u8, Failure> {
    let doing = format!("reading {}", folder.display());
    let views = config::read(config)?.fuzz.views;
    let recorded = Recorded::read(folder).map_err(|e| {
        Failure::usage(&doing, e.to_string())
            .hint("give a folder with seed-utg.json, mutant-utg.json, checking_result.json and states/")
    })?;
    let (seed, strict) = recorded.judge(Compare::Strict, &views);
    let (_, careful) = recorded.judge(Compare::Independent, &views);
    let texts = |lost: &[Lost]| -> Vec<String> {
        let all: BTreeSet<String> = lost.iter().map(|l| lost_text(l, &seed)).collect();
        all.into_iter().collect()
    };
    let ours: BTreeSet<String> = strict.iter().map(|l| named(&widget(l, &seed))).collect();
    let theirs: BTreeSet<String> = recorded.losses.iter().flat_map(views_of).collect();
    let result = Verdict {
        package: recorded.package.clone(),
        seed_events: recorded.seed.len() - 1,
        inserted_at: recorded.at,
        inserted: recorded.inserted,
        violates: !strict.is_empty(),
        recorded_error: recorded.error,
        widgets: texts(&careful),
        lost: texts(&strict),
        recorded: theirs.len(),
        agreed: theirs.intersection(&ours).count(),
        only_recorded: theirs.difference(&ours).cloned().collect(),
        only_here: ours.difference(&theirs).cloned().collect(),
    };
    if json {
        print_json(&result)?;
    } else {
        show(&result);
    }
    Ok(if result.violates { crate::FINDINGS } else { crate::OK })
}

fn widget<'s>(lost: &Lost, seed: &'s [std::sync::Arc<Sheet>]) -> Widget<'s> {
    let at = if lost.effect.change > 0 { lost.to } else { lost.from };
    seed[at].screen.widget(lost.effect.widget)
}

fn named(widget: &Widget<'_>) -> String {
    line(widget.short_class(), widget.short_id(), widget.text())
}

fn line(class: &str, id: &str, text: &str) -> String {
    format!("{class} {id} {text:?}")
}

fn views_of(loss: &RecordedLoss) -> Vec<String> {
    let name = |view: &RecordedView| {
        let id = view.resource_id.as_deref().unwrap_or_default();
        let id = id.split_once(":id/").map_or(id, |(_, name)| name);
        let class = view.class.rsplit('.').next().unwrap_or_default();
        line(class, id, view.text.as_deref().unwrap_or_default())
    };
    loss.from_view.iter().chain(&loss.to_view).map(name).collect()
}

fn show(result: &Verdict) {
    print(&format!(
        "{}: a seed of {}, {} inserted after event {}\n",
        result.package,
        counted(result.seed_events as u64, "event"),
        counted(result.inserted as u64, "event"),
        result.inserted_at
    ));
    let verdict = |violates: bool| if violates { "violated" } else { "not violated" };
    print(&format!("{}; Genie recorded: {}\n", verdict(result.violates), verdict(result.recorded_error)));
    let list = |title: &str, all: &[String]| {
        if !all.is_empty() {
            print(&format!("{title}:\n"));
            all.iter().for_each(|line| print(&format!("  {line}\n")));
        }
    };
    list("widgets that matter", &result.widgets);
    list("lost by Definition 8", &result.lost);
    print(&format!(
        "of {} distinct views that Genie recorded, {} are lost here too\n",
        result.recorded, result.agreed
    ));
    list("recorded only", &result.only_recorded);
    list("here only", &result.only_here);
}
