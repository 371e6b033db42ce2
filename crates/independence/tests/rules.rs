//! The rules against false alarms, each on a small app made for it: what is meant is doubted, the bug beside it is
//! not.

#[path = "rules/acquitted.rs"]
mod acquitted;
#[path = "rules/amounts.rs"]
mod amounts;
#[path = "rules/anew.rs"]
mod anew;
#[path = "rules/begun.rs"]
mod begun;
#[path = "rules/chosen.rs"]
mod chosen;
#[path = "rules/controls.rs"]
mod controls;
#[path = "rules/findings.rs"]
mod findings;
#[path = "rules/gone.rs"]
mod gone;
#[path = "rules/meant.rs"]
mod meant;
#[path = "rules/mutants.rs"]
mod mutants;
#[path = "rules/order.rs"]
mod order;
#[path = "rules/others.rs"]
mod others;
#[path = "rules/pages.rs"]
mod pages;
#[path = "rules/parts.rs"]
mod parts;
#[path = "rules/passing.rs"]
mod passing;
#[path = "rules/removed.rs"]
mod removed;
#[path = "rules/rows.rs"]
mod rows;
#[path = "rules/seeds.rs"]
mod seeds;
#[path = "rules/shown.rs"]
mod shown;
#[path = "rules/touches.rs"]
mod touches;
mod toy;
#[path = "rules/unseen.rs"]
mod unseen;
#[path = "rules/used.rs"]
mod used;
#[path = "rules/words.rs"]
mod words;

use skink_device::Device;
use skink_gui::Event;
use skink_independence::{
    Case, Did, INDEPENDENT, Pair, Sheets, Shrinker, Stage, ViewSettings, ask, compare_for, judge,
};
use skink_trace::Step;
use toy::Toy;
use toy::small::{App, Small};

fn done(stage: &mut Stage<'_>, lines: &[&str]) -> Vec<Step> {
    let step = |line: &&str| {
        let event: Event = line.parse().expect("an event");
        match stage.by_selector(&event).expect("the toy works") {
            Did::Step(step) => *step,
            _ => panic!("{line} finds nothing"),
        }
    };
    lines.iter().map(step).collect()
}

/// The rule that doubts; `None` where the violation stands. Panics where there is none.
fn doubt(
    bug: bool,
    source: &str,
    before: &[&str],
    inserted: &[&str],
    after: &[&str],
) -> Option<&'static str> {
    doubt_on(&mut Toy::new(bug), source, [before, inserted, after])
}

/// As [`doubt`], of a small app.
fn doubt_of(app: App, bug: bool, source: &str, tests: [&[&str]; 3]) -> Option<&'static str> {
    doubt_on(&mut Small::new(app, bug), source, tests)
}

/// What rules say of independent events inserted into a test of a small app.
impl App {
    fn says(self, bug: bool, before: &[&str], inserted: &[&str], after: &[&str]) -> Option<&'static str> {
        doubt_of(self, bug, INDEPENDENT, [before, inserted, after])
    }
}

fn doubt_on(
    device: &mut dyn Device,
    source: &str,
    [before, inserted, after]: [&[&str]; 3],
) -> Option<&'static str> {
    let mut stage = Stage::new(device);
    let (views, mut sheets, volatile) = (ViewSettings::default(), Sheets::default(), Default::default());
    stage.start(0).expect("it starts");
    let seed = done(&mut stage, &[before, after].concat());
    stage.start(0).expect("it starts");
    done(&mut stage, before);
    let own = done(&mut stage, inserted);
    let pair = Pair { seed, at: before.len(), inserted: own, compare: compare_for(source) };
    let judged = judge(&mut stage, &mut sheets, 0, &pair, "toy", &volatile).expect("it works");
    let judged = judged.filter(|judged| !judged.lost.is_empty()).expect("a violation");
    let case = Case { pair: &pair, judged: &judged, source, views: &views };
    let mut shrinker = Shrinker {
        stage: &mut stage,
        sheets: &mut sheets,
        start: 0,
        package: "toy",
        volatile: &volatile,
        left: 0,
    };
    let said = ask(&case, &mut shrinker).expect("it works");
    said.into_iter().find(|s| s.doubts).map(|s| s.rule)
}

const TYPED: &[&str] = &["type id=field \"Emil\""];

#[test]
fn a_look_at_a_dialog_that_drops_what_was_typed_is_a_bug() {
    assert_eq!(doubt(true, INDEPENDENT, TYPED, &["tap id=Details", "tap id=ok"], &[]), None);
}

#[test]
fn a_button_that_empties_or_stores_takes_back_what_was_typed() {
    assert_eq!(doubt(false, INDEPENDENT, TYPED, &["tap id=Clear"], &[]), Some("takes back"));
    assert_eq!(doubt(false, INDEPENDENT, TYPED, &["tap id=Add"], &[]), Some("takes back"));
}

#[test]
fn switches_that_exclude_each_other_take_each_other_back() {
    let said = doubt(false, INDEPENDENT, &["tap id=shuffle"], &["tap id=repeat"], &[]);
    assert_eq!(said, Some("exclude each other"));
}

#[test]
fn a_filter_takes_the_effect_away_after_it_too() {
    assert_eq!(doubt(false, INDEPENDENT, TYPED, &["tap id=long"], &["tap id=Add"]), Some("done after"));
}

#[test]
fn what_writes_into_a_field_goes_on_from_what_was_typed() {
    assert_eq!(doubt(false, INDEPENDENT, TYPED, &["tap id=Bold"], &["tap id=Add"]), Some("edits"));
}

#[test]
fn what_plays_ends_with_the_process() {
    let said = doubt(false, "process death and return", &["tap id=play"], &["kill"], &["tap id=Clear"]);
    assert_eq!(said, Some("in memory"));
}

#[test]
fn what_the_inserted_events_change_anyway_is_their_own_doing() {
    assert_eq!(doubt(false, INDEPENDENT, &["tap id=sound"], &["tap id=Flip"], &[]), Some("own doing"));
}

#[test]
fn a_choice_is_changed_by_choosing_again() {
    let said = doubt(false, INDEPENDENT, &["tap desc=\"3 stars\""], &["tap desc=\"2 stars\""], &[]);
    assert_eq!(said, Some("touches it"));
}

#[test]
fn enter_goes_to_the_field_that_was_typed_in() {
    assert_eq!(doubt(false, INDEPENDENT, TYPED, &["enter"], &[]), Some("other focus"));
}

#[test]
fn what_the_keyboard_hides_is_off_screen() {
    assert_eq!(doubt(false, "keyboard up and down", TYPED, &["back"], &[]), Some("off screen"));
}

#[test]
fn a_page_about_somebody_else_is_another_one_and_a_mark_lost_by_a_look_at_it_is_a_bug() {
    let seed = &["tap text=\"Annika\"", "tap id=friend"];
    assert_eq!(doubt(false, INDEPENDENT, seed, &["tap id=sister"], &[]), Some("another one"));
    let seed = &["tap text=\"Annika\"", "tap id=friend", "back"];
    let look = &["tap text=\"Doris\"", "back"];
    assert_eq!(doubt(true, INDEPENDENT, seed, look, &["tap text=\"Annika\""]), None);
}

#[test]
fn a_page_that_is_opened_anew_has_not_what_was_typed() {
    let around = &["tap id=Tour", "tap id=start"];
    assert_eq!(doubt(false, INDEPENDENT, TYPED, around, &[]), Some("opened anew"));
}

#[test]
fn a_list_of_two_is_filled_up_from_what_there_is() {
    let seed = &["tap text=\"Annika\"", "back", "tap text=\"Doris\""];
    assert_eq!(doubt(false, INDEPENDENT, &[], &["tap id=Drop"], seed), Some("refilled"));
}

#[test]
fn a_sum_follows_the_rows() {
    let before = &["tap text=\"Annika\"", "back"];
    let own = &["tap id=Copy"];
    let after = &["type id=field \"Emil\"", "tap id=Add", "tap text=\"Annika\""];
    assert_eq!(doubt(false, INDEPENDENT, before, own, after), Some("sums"));
}

#[test]
fn a_reminder_is_due_after_its_time() {
    assert_eq!(doubt(false, "long idle", &["tap id=remind"], &["wait 120000"], &[]), Some("due"));
}

#[test]
fn a_sound_may_stop_out_of_sight_and_what_was_typed_may_not() {
    let away = "background and return";
    assert_eq!(doubt(false, away, &["tap id=sound"], &["background"], &[]), Some("in memory"));
    let typed = &["type id=field \"Emil\"", "back"];
    assert_eq!(doubt(true, away, typed, &["background"], &[]), None);
}

#[test]
fn what_was_typed_on_a_page_below_ends_with_the_process() {
    let before = &["type id=field \"Emil\"", "back", "tap text=\"Annika\""];
    assert_eq!(doubt(false, "process death and return", before, &["kill"], &["back"]), Some("below"));
}

#[test]
fn there_is_one_clipboard() {
    let before = &["type id=field \"Emil\"", "tap id=Cut"];
    let own = &["type id=field \"Fritz\"", "tap id=Cut"];
    assert_eq!(doubt(false, INDEPENDENT, before, own, &["tap id=Paste"]), Some("clipboard"));
}

#[test]
fn a_switch_touched_again_is_the_same_target() {
    let said = doubt(false, INDEPENDENT, &["tap id=shuffle"], &["tap id=shuffle"], &[]);
    assert_eq!(said, Some("same target"));
}

#[test]
fn a_mere_look_is_explained_neither_by_its_target_nor_by_the_names_it_touches() {
    let seed = &["tap text=\"Doris\"", "tap id=friend", "tap id=home"];
    assert_eq!(doubt(true, INDEPENDENT, seed, &["tap text=\"Doris\"", "back"], &[]), None);
}

#[test]
fn what_is_done_twice_need_not_do_the_same_twice() {
    let own = &["tap id=Flip", "tap id=repeat"];
    assert_eq!(doubt(false, INDEPENDENT, &["tap id=Clear"], own, &["tap id=Flip"]), Some("same again"));
}

const FRIENDS: &[&str] = &["tap id=Menu", "tap text=\"Friends\""];

#[test]
fn what_stands_there_now_was_asked_for() {
    let own = &["tap id=Menu", "tap text=\"Everyone\""];
    assert_eq!(doubt(false, INDEPENDENT, FRIENDS, own, &[]), Some("asked for"));
}

#[test]
fn another_entry_of_the_menu_takes_the_place_of_the_one_the_page_names() {
    let own = &["tap id=Menu", "tap text=\"All\""];
    assert_eq!(doubt(false, INDEPENDENT, FRIENDS, own, &[]), Some("same choice"));
}

#[test]
fn options_exclude_each_other_and_one_chosen_for_somebody_else_that_counts_here_is_a_bug() {
    let seed = &["tap text=\"Annika\"", "tap id=volume", "tap id=loud"];
    let own = &["tap id=volume", "tap id=soft"];
    assert_eq!(doubt(false, INDEPENDENT, seed, own, &[]), Some("same choice"));
    let seed = &["tap text=\"Annika\"", "tap id=volume", "tap id=loud", "back"];
    let own = &["tap text=\"Doris\"", "tap id=volume", "tap id=soft", "back"];
    assert_eq!(doubt(true, INDEPENDENT, seed, own, &["tap text=\"Annika\""]), None);
}

#[test]
fn an_offer_that_came_with_the_effect_is_the_seeds_own() {
    assert_eq!(doubt(false, INDEPENDENT, &["tap id=play"], &["tap id=timer"], &[]), Some("the seed's own"));
}

#[test]
fn the_note_of_an_empty_list_is_missing_where_there_is_a_row() {
    let own = &["type id=field \"Emil\"", "tap id=Add"];
    assert_eq!(doubt(false, INDEPENDENT, &[], own, &["tap id=short"]), Some("placeholder"));
}

#[test]
fn a_button_beside_another_name_is_in_another_context() {
    assert_eq!(doubt(false, INDEPENDENT, &[], &["tap id=Swap"], &["tap id=Copy"]), Some("other context"));
}

#[test]
fn what_was_typed_and_not_saved_ends_with_the_app_and_what_was_set_does_not() {
    let launch = "stop and launch again";
    let typed = &["type id=field \"Emil\"", "back"];
    assert_eq!(doubt(false, launch, typed, &["relaunch"], &[]), Some("unsaved"));
    assert_eq!(doubt(true, launch, &["tap id=shuffle"], &["relaunch"], &[]), None);
}

#[test]
fn what_is_under_way_may_be_saved_out_of_sight_and_may_not_be_gone() {
    let away = "background and return";
    assert_eq!(doubt(false, away, &["tap id=Draw"], &["background"], &[]), Some("stored"));
    assert_eq!(doubt(true, away, &["tap id=Draw"], &["background"], &[]), None);
}

#[test]
fn to_type_on_a_page_means_to_change_what_it_shows() {
    let own = &["type id=field \"Fritz\""];
    assert_eq!(doubt(false, INDEPENDENT, &["tap id=short"], own, &[]), Some("means to"));
}

#[test]
fn what_a_page_had_under_way_ends_where_the_inserted_events_went_out_of_it() {
    let seed = &["tap text=\"Annika\"", "tap id=more"];
    let out = &["back", "tap id=repeat", "tap text=\"Annika\""];
    assert_eq!(doubt(false, INDEPENDENT, seed, out, &[]), Some("went out"));
}

#[test]
fn what_goes_by_itself_goes_with_time() {
    let own = &["tap id=repeat", "tap id=repeat"];
    assert_eq!(doubt(false, INDEPENDENT, &["tap id=Hello"], own, &[]), Some("time"));
}

#[test]
fn what_a_setting_hides_comes_back_with_it_and_what_it_deletes_does_not() {
    let seed = &["tap text=\"Annika\"", "tap id=friend", "back"];
    assert_eq!(doubt(false, INDEPENDENT, seed, &["tap id=private"], &[]), Some("setting"));
    assert_eq!(doubt(true, INDEPENDENT, seed, &["tap id=private"], &[]), None);
}

#[test]
fn a_count_of_the_page_goes_on_and_that_of_a_row_is_its_own() {
    let said = |other| doubt(other, INDEPENDENT, &[], &["tap id=Raise"], &["tap id=Count"]);
    assert_eq!(said(false), Some("counter"));
    assert_eq!(said(true), None);
}

#[test]
fn what_is_switched_on_and_off_by_opposite_words_is_taken_back() {
    assert_eq!(doubt(false, INDEPENDENT, &["tap id=sound"], &["tap id=sound"], &[]), Some("opposite"));
}
