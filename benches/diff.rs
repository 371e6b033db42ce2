//! The difference of two screens against the crate `apted`, on pairs of real screens: `cargo bench -p
//! skink-gui --bench diff`. Every pair's distance must be the same; the speed is a ratio of the same run.
//!
//! The screens are dumps in the folder that `SKINK_SHARED_DATA` names, each with the next one of its walk
//! where the two differ, or invented ones where that folder is not there. `-- --export FILE` writes the pairs
//! with our distances and times for `benches/diff_python.py`.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use apted::{APTED, CostModel, Node};
use rustc_hash::FxHashMap;
use skink_gui::{Flags, Header, Screen, ScreenBuilder, Widget, WidgetSpec, diff, parse_xml};

/// A pair is measured again and again for so long, by each side, and the least time counts.
const PER_PAIR: Duration = Duration::from_millis(10);
/// Pairs are also reported by the widgets of the larger screen.
const CLASSES: [usize; 5] = [25, 50, 100, 400, usize::MAX];
/// Over all pairs together we are at least so many times as fast.
const WANTED: f64 = 2.0;

struct UnitCost;

impl CostModel<u32> for UnitCost {
    fn del(&self, _: &Node<u32>) -> f32 {
        1.0
    }
    fn ins(&self, _: &Node<u32>) -> f32 {
        1.0
    }
    fn ren(&self, a: &Node<u32>, b: &Node<u32>) -> f32 {
        f32::from(u8::from(a.node_data() != b.node_data()))
    }
}

#[derive(Default, Clone, Copy)]
struct Sum {
    pairs: usize,
    ours: Duration,
    theirs: Duration,
    theirs_distance_only: Duration,
}

impl Sum {
    fn add(&mut self, other: &Sum) {
        self.pairs += other.pairs;
        self.ours += other.ours;
        self.theirs += other.theirs;
        self.theirs_distance_only += other.theirs_distance_only;
    }

    fn ratio(&self, theirs: Duration) -> f64 {
        theirs.as_secs_f64() / self.ours.as_secs_f64()
    }

    fn report(&self, name: &str) {
        println!(
            "{name:>14} {:>6} {:>12.1?} {:>12.1?} {:>8.1} {:>12.1?} {:>8.1}",
            self.pairs,
            self.ours / self.pairs as u32,
            self.theirs / self.pairs as u32,
            self.ratio(self.theirs),
            self.theirs_distance_only / self.pairs as u32,
            self.ratio(self.theirs_distance_only),
        );
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if !args.iter().any(|a| a == "--bench") {
        return println!("a benchmark: run it with cargo bench");
    }
    let export = args.iter().position(|a| a == "--export").and_then(|i| args.get(i + 1));
    let mut pairs = real_pairs();
    if pairs.is_empty() {
        println!("no dumps (set SKINK_SHARED_DATA to their folder): measuring invented screens");
        pairs = invented_pairs(&[20, 40, 80, 200]);
    }
    println!("{} pairs; mean time of a pair; distance and mapping, then apted's distance alone", pairs.len());
    let heads = ["widgets", "pairs", "ours", "apted", "ratio", "apted dist", "ratio"];
    let [a, b, c, d, e, f, g] = heads;
    println!("{a:>14} {b:>6} {c:>12} {d:>12} {e:>8} {f:>12} {g:>8}");
    let mut sums = [Sum::default(); CLASSES.len()];
    let mut lines = String::new();
    for (before, after) in &pairs {
        let (sum, distance) = measure(before, after);
        let size = before.len().max(after.len());
        let class = CLASSES.iter().position(|&most| size <= most).unwrap();
        sums[class].add(&sum);
        let [before, after] = brackets([before, after]);
        lines += &format!("{distance}\t{}\t{before}\t{after}\n", sum.ours.as_nanos());
    }
    let mut total = Sum::default();
    let mut least = 0;
    for (sum, most) in sums.iter().zip(CLASSES) {
        if sum.pairs > 0 {
            sum.report(&if most == usize::MAX { format!("> {least}") } else { format!("<= {most}") });
            total.add(sum);
        }
        least = most;
    }
    total.report("all");
    for n in [300, 1000] {
        for (before, after) in &invented_pairs(&[n]) {
            let (sum, _) = measure(before, after);
            sum.report(&format!("invented {n}"));
        }
    }
    if let Some(file) = export {
        std::fs::write(file, lines).unwrap();
    }
    assert!(total.ratio(total.theirs) >= WANTED, "less than {WANTED} times as fast as apted");
}

/// The best times of one pair, and its distance, on which both sides must agree.
fn measure(before: &Screen, after: &Screen) -> (Sum, u32) {
    let mut labels = FxHashMap::default();
    let [t1, t2] = [before, after].map(|s| tree(s, &mut labels));
    let distance = diff(before, after).distance();
    assert_eq!(APTED::new(UnitCost).compute_edit_distance(&t1, &t2), distance as f32);
    let ours = best(|| {
        black_box(diff(black_box(before), black_box(after)));
    });
    let theirs_distance_only = best(|| {
        black_box(APTED::new(UnitCost).compute_edit_distance(black_box(&t1), black_box(&t2)));
    });
    let theirs = best(|| {
        let mut apted = APTED::new(UnitCost);
        black_box(apted.compute_edit_distance(black_box(&t1), black_box(&t2)));
        black_box(apted.compute_edit_mapping());
    });
    (Sum { pairs: 1, ours, theirs, theirs_distance_only }, distance)
}

fn best(mut run: impl FnMut()) -> Duration {
    let start = Instant::now();
    let mut best = Duration::MAX;
    while start.elapsed() < PER_PAIR {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed());
    }
    best
}

/// What the difference looks at, told apart from outside.
type Label<'a> = ([&'a str; 5], u16);

fn label<'a>(w: &Widget<'a>) -> Label<'a> {
    let seen = Flags::CHECKABLE | Flags::CHECKED | Flags::SELECTED | Flags::ENABLED;
    ([w.class(), w.resource_id(), w.text(), w.desc(), w.hint()], (w.flags() & seen).bits())
}

/// The screen as the other side wants it, with a root around. Its labels are numbers before the clock starts.
fn tree<'a>(screen: &'a Screen, labels: &mut FxHashMap<Label<'a>, u32>) -> Node<u32> {
    fn visit<'a>(w: &Widget<'a>, labels: &mut FxHashMap<Label<'a>, u32>) -> Node<u32> {
        let next = labels.len() as u32 + 1;
        let mut node = Node::new(*labels.entry(label(w)).or_insert(next));
        w.children().for_each(|c| node.add_child(visit(&c, labels)));
        node
    }
    let mut root = Node::new(0);
    screen.roots().for_each(|r| root.add_child(visit(&r, labels)));
    root
}

/// Bracket notation with numbers for labels.
fn brackets(screens: [&Screen; 2]) -> [String; 2] {
    fn visit(node: &Node<u32>, out: &mut String) {
        *out += &format!("{{{}", node.node_data());
        node.children().iter().for_each(|c| visit(c, out));
        out.push('}');
    }
    let mut labels = FxHashMap::default();
    screens.map(|s| {
        let mut out = String::new();
        visit(&tree(s, &mut labels), &mut out);
        out
    })
}

/// Consecutive dumps of each walk that differ.
fn real_pairs() -> Vec<(Screen, Screen)> {
    let data = std::env::var_os("SKINK_SHARED_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    let list = |folder: PathBuf| -> Vec<PathBuf> {
        let mut found: Vec<_> =
            std::fs::read_dir(folder).into_iter().flatten().map(|e| e.unwrap().path()).collect();
        found.sort_by_key(|path| (path.as_os_str().len(), path.clone()));
        found
    };
    let mut walks = list(data.join("android/walks"));
    walks.push(data.join("uiautomator-xml"));
    let mut pairs = Vec::new();
    for walk in walks {
        let screens: Vec<Screen> = list(walk)
            .iter()
            .filter(|path| path.extension().is_some_and(|e| e == "xml"))
            .filter_map(|path| parse_xml(&std::fs::read(path).ok()?).ok())
            .collect();
        let differing = screens.windows(2).filter(|w| !diff(&w[0], &w[1]).is_empty());
        pairs.extend(differing.map(|w| (w[0].clone(), w[1].clone())));
    }
    pairs
}

/// Screens of about that many widgets in the shape of real ones, whose texts have nothing in common.
fn invented_pairs(sizes: &[usize]) -> Vec<(Screen, Screen)> {
    let invent = |seed: u64, size: usize| {
        let mut state = seed;
        let mut below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let mut b = ScreenBuilder::new();
        while b.len() < size {
            let class = ["FrameLayout", "LinearLayout", "TextView", "ImageView"][below(4) as usize];
            let text = format!("{seed} {}", below(8));
            b.open(&WidgetSpec { class, text: &text, ..Default::default() });
            while b.depth() > 1 && (b.depth() > 20 || below(2) == 0) {
                b.close();
            }
        }
        b.finish(&Header::default())
    };
    sizes.iter().map(|&n| (invent(1, n), invent(2, n))).collect()
}
