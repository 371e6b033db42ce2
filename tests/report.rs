//! The report in a real browser (Debian's chromium, headless): it opens from disk without an error, filters and
//! steps work, an app's texts stay texts. Where there is no chromium these tests say so and pass over.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{run, stdout};

/// Runs in the page after its own script: uses it as a person would and writes down what came of it.
const USE_IT: &str = r#"<script>
(function () {
  var result = { title: document.title, articles: document.querySelectorAll("article").length };
  var filters = document.querySelector(".filters");
  if (filters) {
    result.filters = !filters.hidden;
    var search = document.getElementById("search");
    search.value = "no finding says this";
    search.dispatchEvent(new Event("input", { bubbles: true }));
    result.left = document.querySelectorAll("article:not([hidden])").length;
    search.value = "";
    search.dispatchEvent(new Event("input", { bubbles: true }));
    result.back = document.querySelectorAll("article:not([hidden])").length;
  }
  var strip = document.querySelector(".strip ol");
  if (strip) {
    strip.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    strip.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    result.current = Array.prototype.indexOf.call(strip.children, strip.querySelector(".current"));
  }
  var graph = document.getElementById("graph");
  if (graph) {
    var search = document.getElementById("search");
    search.value = "Activity";
    search.dispatchEvent(new Event("input", { bubbles: true }));
    result.graph = !graph.hidden && document.getElementById("detail").querySelectorAll("h2").length === 1;
    result.hits = document.getElementById("hits").textContent;
  }
  // Seed and mutant: the same event stands in the same column of both strips.
  result.pairs = document.querySelectorAll(".pair").length;
  result.aligned = Array.prototype.every.call(document.querySelectorAll(".pair"), function (pair) {
    var ends = Array.prototype.map.call(pair.querySelectorAll("ol"), function (strip) {
      return Math.round(strip.lastElementChild.getBoundingClientRect().left);
    });
    return ends.length === 2 && ends[0] === ends[1];
  });
  result.compared = document.querySelectorAll(".compare").length;
  result.sides = document.querySelectorAll(".compare use").length;
  result.pictures = document.querySelectorAll("figure use").length;
  result.wide = document.documentElement.scrollWidth > window.innerWidth + 1;
  var out = document.createElement("pre");
  out.id = "result";
  out.textContent = JSON.stringify(result);
  document.body.appendChild(out);
})();
</script></body>"#;

#[allow(clippy::print_stderr, reason = "a skipped test says so")]
fn chromium() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&path)
        .flat_map(|folder| ["chromium", "chromium-browser", "google-chrome"].map(|name| folder.join(name)))
        .find(|path| path.is_file());
    if found.is_none() {
        eprintln!("skipped: no chromium on PATH (apt-get install chromium)");
    }
    found
}

/// Opens the page in the browser, uses it, and gives what came of it; fails where the page logs an error.
fn used(chromium: &Path, page: &Path) -> serde_json::Value {
    let html = std::fs::read_to_string(page).unwrap();
    let copy = page.with_file_name("used.html");
    let end = html.rfind("</body>").expect("a page");
    std::fs::write(&copy, format!("{}{USE_IT}{}", &html[..end], &html[end + 7..])).unwrap();
    let profile = tempfile::tempdir().unwrap();
    let output = Command::new(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0"])
        .args(["--virtual-time-budget=5000", "--window-size=1200,900", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}", copy.display()))
        .output()
        .expect("chromium runs");
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    let errors: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(errors.is_empty(), "{}: {errors:?}", page.display());
    let dom = stdout(&output);
    let from =
        dom.find("<pre id=\"result\">").unwrap_or_else(|| panic!("the page's end was not reached: {log}"));
    let result = &dom[from + 17..];
    let result = &result[..result.find("</pre>").unwrap()];
    let text = result.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// With `SKINK_PICTURES=DIR` the pages are kept as pictures, as wide as a laptop and a phone, light and dark.
fn picture(chromium: &Path, page: &Path, name: &str) {
    let Some(folder) = std::env::var_os("SKINK_PICTURES").map(PathBuf::from) else { return };
    std::fs::create_dir_all(&folder).unwrap();
    for (width, size) in [("laptop", "1200,2400"), ("phone", "500,2400")] {
        for (theme, scheme) in [("light", 1), ("dark", 0)] {
            let profile = tempfile::tempdir().unwrap();
            let file = folder.join(format!("{name}-{width}-{theme}.png"));
            let status = Command::new(chromium)
                .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
                .arg(format!("--blink-settings=preferredColorScheme={scheme}"))
                .arg(format!("--window-size={size}"))
                .arg(format!("--user-data-dir={}", profile.path().display()))
                .arg(format!("--screenshot={}", file.display()))
                .arg(format!("file://{}", page.display()))
                .stderr(std::process::Stdio::null())
                .status()
                .expect("chromium runs");
            assert!(status.success() && file.is_file(), "no picture of {}", page.display());
        }
    }
}

#[test]
fn the_report_of_each_kind_of_run_opens_and_can_be_used() {
    let Some(chromium) = chromium() else { return };
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let properties = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/properties/files.toml");
    let runs: [(&str, Vec<&str>); 4] = [
        ("explored", vec!["explore", "sample:notebook", "--seed", "7", "--events", "20000"]),
        ("hostile", vec!["explore", "sample:labels", "--seed", "3", "--events", "3000"]),
        (
            "checked",
            vec!["check", "sample:files", "--properties", properties, "--seed", "5", "--events", "3000"],
        ),
        ("fuzzed", vec!["fuzz", "sample:diary", "--seed", "5", "--seeds", "4", "--mutants", "60"]),
    ];
    for (name, args) in runs {
        let output = run(at, &[&args[..], &["--out", name]].concat());
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(0 | 1)), "{name}: {errors}");
        let page = at.join(name).join("report/index.html");
        picture(&chromium, &page, name);
        let result = used(&chromium, &page);
        assert_eq!(result["aligned"], true, "{name}: seed and mutant are not aligned: {result}");
        let sides = (result["pairs"].as_u64(), result["compared"].as_u64().map(|n| 2 * n));
        assert_eq!(sides, (result["compared"].as_u64(), result["sides"].as_u64()), "{name}: {result}");
        assert!(!result["title"].as_str().unwrap().contains("owned"), "{name}: a label ran as script");
        assert_eq!(result["wide"], false, "{name}: the page is wider than the window");
        let model = at.join(name).join("report/model.html");
        if model.exists() {
            let drawn = used(&chromium, &model);
            assert_eq!(drawn["graph"], true, "{name}: a state is shown beside the graph: {drawn}");
            assert!(drawn["hits"].as_str().unwrap().ends_with(" found"), "{name}: {drawn}");
        } else {
            assert_ne!(args[0], "explore", "an exploration leaves its model");
        }
        let articles = result["articles"].as_u64().unwrap();
        let counted = if result["pairs"] == 0 { "bug" } else { "finding" };
        let told = articles == 0 || result["title"].as_str().unwrap().contains(counted);
        assert!(told, "{name}: what was lost is not yet a bug: {result}");
        assert_eq!(articles > 0, output.status.code() == Some(1), "{name}: {result}");
        if articles > 1 {
            assert_eq!(result["filters"], true, "{name}: {result}");
            assert_eq!((&result["left"], &result["back"]), (&0.into(), &articles.into()), "{name}");
        }
        if articles > 0 {
            assert_eq!(result["current"], 1, "{name}: arrow keys step through the pictures: {result}");
            assert!(result["pictures"].as_u64().unwrap() > 0, "{name}: no pictures");
        }
    }
}

#[test]
fn an_accepted_finding_does_not_fail_later_runs() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let explore =
        |out| run(at, &["explore", "sample:labels", "--seed", "3", "--events", "2000", "--out", out]);
    assert_eq!(explore("first").status.code(), Some(1));
    let findings: Vec<_> =
        std::fs::read_dir(at.join("first/findings")).unwrap().map(|f| f.unwrap().path()).collect();
    for finding in &findings {
        let accepted = run(at, &["accept", finding.to_str().unwrap()]);
        assert_eq!(accepted.status.code(), Some(0), "{}", stdout(&accepted));
    }
    assert_eq!(explore("second").status.code(), Some(0), "everything found is accepted");
    let compared = run(at, &["report", "second", "--against", "first", "--json"]);
    let comparison: serde_json::Value = serde_json::from_slice(&compared.stdout).unwrap();
    assert_eq!(comparison["persisting"].as_object().unwrap().len(), findings.len());
    assert!(comparison["new"].as_object().unwrap().is_empty());
}

#[test]
fn a_finding_is_written_for_other_tools() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at, &["explore", "sample:labels", "--seed", "3", "--events", "2000", "--out", "run"]);
    let finding = std::fs::read_dir(at.join("run/findings")).unwrap().next().unwrap().unwrap().path();
    let finding = finding.to_str().unwrap();
    let all = run(at, &["replay", "--all", "run"]);
    assert_eq!(all.status.code(), Some(1));
    assert!(stdout(&all).contains("still show, 0 could not be done"), "{}", stdout(&all));
    let flow = stdout(&run(at, &["export", finding, "--as", "maestro"]));
    assert!(flow.contains("appId: \"com.example.labels\"") && flow.contains("- tapOn:"), "{flow}");
    let script = stdout(&run(at, &["export", finding, "--as", "adb"]));
    std::fs::write(at.join("again.sh"), &script).unwrap();
    let checked = Command::new("sh").arg("-n").arg(at.join("again.sh")).output().unwrap();
    assert!(checked.status.success(), "not a shell script: {script}");
    let bug = stdout(&run(at, &["export", finding, "--as", "markdown"]));
    assert!(bug.starts_with("# ") && bug.contains("shots/replay-000.png"), "{bug}");
    for format in ["html", "json", "junit", "sarif", "csv", "markdown"] {
        let printed = run(at, &["report", "run", "--format", format]);
        assert_eq!(printed.status.code(), Some(0), "{format}");
        assert!(!printed.stdout.is_empty(), "{format}");
    }
}
