//! Formula 1 by hand, what is chosen among equals, and the turns of the systematic and the random phase.

use skink_gui::Flags;

use super::*;

fn key(name: &str) -> EventKey {
    EventKey { text: name.to_owned(), ..EventKey::plain(Kind::Tap) }
}

const HERE: Structure = Structure(ScreenHash([1; 16]));
const THERE: Structure = Structure(ScreenHash([2; 16]));

/// By hand: e is done once (so it counts twice) and brings five events of weight 100 into view.
/// Round 1: (100 + 500) / 4 = 150. Round 2: (150 + 500) / 4 = 162.5. It stays below 500 / (4 - 1).
#[test]
fn formula_1_by_hand() {
    let mut weights = Weights::default();
    let e = weights.meet(HERE, key("e"), None);
    let untried = weights.meet(HERE, key("untried"), None);
    weights.did(e);
    let new: Vec<u32> = (0..5).map(|i| weights.meet(THERE, key(&i.to_string()), Some(e))).collect();
    let weight = |weights: &Weights, event: u32| weights.known[event as usize].weight;
    weights.update();
    assert_eq!(weight(&weights, e), 150.0);
    weights.update();
    assert_eq!(weight(&weights, e), 162.5);
    assert_eq!(weight(&weights, untried), 100.0);
    // Done again without bringing anything new: (162.5 + 500) / 9.
    weights.did(e);
    weights.update();
    assert_eq!(weight(&weights, e), 662.5 / 9.0);
    // One of the new ones is done and leads nowhere: 100 / 4.
    weights.did(new[0]);
    weights.update();
    assert_eq!(weight(&weights, new[0]), 25.0);
}

/// Two pages of `size` events that all lead to the other page; the first page has one more, met last.
/// How many rounds that one waits when the events that a round brings into view are credited as told.
fn waits(size: usize, credit: impl Fn(&mut Pages, usize, &[usize])) -> usize {
    let [first, second]: [Vec<usize>; 2] = [(0..=size).collect(), (size + 1..=2 * size).collect()];
    let mut pages = Pages { weight: vec![0.0; 2 * size + 1], times: vec![0; 2 * size + 1], new: vec![] };
    pages.new.resize(2 * size + 1, Vec::new());
    first.iter().for_each(|&e| pages.weight[e] = FIRST_WEIGHT);
    let (mut here, mut there) = (&first, &second);
    for round in 0..10_000 {
        let order = |a: &usize, b: &usize| {
            let weights = pages.weight[*a].total_cmp(&pages.weight[*b]);
            weights.then(pages.times[*b].cmp(&pages.times[*a])).then(b.cmp(a))
        };
        let Some(chosen) = here.iter().copied().max_by(order) else { break };
        if chosen == size {
            return round;
        }
        pages.times[chosen] += 1;
        credit(&mut pages, chosen, there);
        there.iter().for_each(|&e| {
            if pages.weight[e] == 0.0 && pages.times[e] == 0 {
                pages.weight[e] = FIRST_WEIGHT;
            }
        });
        let sums: Vec<f64> = pages.new.iter().map(|new| new.iter().map(|&e| pages.weight[e]).sum()).collect();
        for (e, sum) in sums.into_iter().enumerate() {
            pages.weight[e] = (pages.weight[e] + sum) / f64::from(pages.times[e] + 1).powi(2);
        }
        (here, there) = (there, here);
    }
    panic!("it was never chosen");
}

struct Pages {
    weight: Vec<f64>,
    times: Vec<u32>,
    new: Vec<Vec<usize>>,
}

#[test]
fn untried_events_wait_longer_when_the_formula_is_read_literally() {
    let literally = |pages: &mut Pages, chosen: usize, seen: &[usize]| pages.new[chosen] = seen.to_vec();
    let first_to_find = |pages: &mut Pages, chosen: usize, seen: &[usize]| {
        let unmet = |e: &&usize| pages.weight[**e] == 0.0 && pages.times[**e] == 0;
        let found: Vec<usize> = seen.iter().filter(unmet).copied().collect();
        pages.new[chosen].extend(found);
    };
    assert_eq!([5, 20].map(|size| waits(size, literally)), [20, 158]);
    assert_eq!([5, 20].map(|size| waits(size, first_to_find)), [12, 46]);
}

#[test]
fn untried_events_are_not_starved() {
    let mut weights = Weights::default();
    let there = weights.meet(HERE, key("there"), None);
    let untried = weights.meet(HERE, key("untried"), None);
    // A page of twenty events none of which can be done: it draws until 2000 / (k^2 - 1) is below 100.
    weights.did(there);
    for i in 0..20 {
        weights.meet(THERE, key(&i.to_string()), Some(there));
    }
    weights.update();
    let mut rounds = 1;
    while weights.heaviest(&[there, untried], |_| 1.0, &mut Dice::at(1, rounds)) == Some(0) {
        weights.did(there);
        weights.update();
        rounds += 1;
    }
    assert!(rounds <= 5, "the untried event waited {rounds} rounds");
}

#[test]
fn after_a_field_was_filled_ok_weighs_more_than_cancel() {
    let mut b = skink_gui::ScreenBuilder::new();
    let spec = skink_gui::WidgetSpec { class: "Button", ..Default::default() };
    let [ok, cancel, other] = ["OK", "Cancel", "Colour"]
        .map(|text| b.leaf(&skink_gui::WidgetSpec { text, ..spec }))
        .map(|widget| Move::On(Enabled::Tap(widget)));
    let screen = b.finish(&skink_gui::Header::default());
    let weight = |this, concludes| motif(this, &screen, concludes);
    assert!(weight(ok, true) > weight(other, true) && weight(other, true) > weight(cancel, true));
    assert!(weight(Move::Press(Key::Back), true) < 1.0);
    assert_eq!([ok, cancel, other].map(|this| weight(this, false)), [1.0; 3]);
}

#[test]
fn ties_go_to_what_was_done_least() {
    let mut weights = Weights::default();
    let events: Vec<u32> = (0..4).map(|i| weights.meet(HERE, key(&i.to_string()), None)).collect();
    for round in 0..40 {
        let chosen = weights.heaviest(&events, |_| 1.0, &mut Dice::at(1, round)).unwrap();
        weights.did(events[chosen]);
        // Weights of what leads nowhere decay to nothing at once.
        (0..30).for_each(|_| weights.update());
    }
    assert!(weights.known.iter().all(|known| known.times == 10));
}

/// A screen with two buttons to tap, one of which also takes a long touch, and a list to scroll.
fn offers_everything() -> Screen {
    let bounds = skink_gui::Bounds { left: 0, top: 0, right: 100, bottom: 100 };
    let touched = Flags::ENABLED | Flags::CLICKABLE;
    let spec = skink_gui::WidgetSpec { class: "Button", bounds, flags: touched, ..Default::default() };
    let mut b = skink_gui::ScreenBuilder::new();
    b.leaf(&skink_gui::WidgetSpec { text: "one", ..spec });
    b.leaf(&skink_gui::WidgetSpec { text: "two", flags: touched | Flags::LONG_CLICKABLE, ..spec });
    let list = Flags::ENABLED | Flags::SCROLLABLE;
    b.leaf(&skink_gui::WidgetSpec { class: "ListView", flags: list, ..spec });
    b.finish(&skink_gui::Header { package: "app", ..skink_gui::Header::default() })
}

/// Section 3.2: 60 % taps, 35 % long taps, 5 % navigation, however many of each the screen offers.
#[test]
fn the_random_phase_keeps_the_papers_shares() {
    let screen = offers_everything();
    let mut weighted = Weighted::new(WeightedSettings::default());
    weighted.look(&screen, None);
    let sight = weighted.sight.as_ref().unwrap();
    let rounds = 20_000;
    let mut shares = [0_u32; 3];
    for round in 0..rounds {
        let drawn = Weighted::stray(sight, &screen, false, &mut Dice::at(1, round)).unwrap();
        shares[drawn.share()] += 1;
    }
    let percent = shares.map(|times| 100.0 * f64::from(times) / rounds as f64);
    for (share, paper) in percent.into_iter().zip([60.0, 35.0, 5.0]) {
        assert!((share - paper).abs() < 1.5, "{percent:?}");
    }
}

/// Systematic until so many events brought no new state, then random for so long, then systematic again; a random
/// phase without any luck ends with a clean start.
#[test]
fn phases_take_turns_and_a_luckless_one_ends_with_a_clean_start() {
    let settings = WeightedSettings { saturation: 3, astray: 2, ..WeightedSettings::default() };
    let mut weighted = Weighted::new(settings);
    let systematic = |w: &Weighted| matches!(w.phase, Phase::Systematic { .. });
    // A new state puts the random phase off.
    [false, false, true, false, false].into_iter().for_each(|new| weighted.advance(new));
    assert!(systematic(&weighted));
    weighted.advance(false);
    assert!(!systematic(&weighted));
    [true, false].into_iter().for_each(|new| weighted.advance(new));
    assert!(systematic(&weighted) && !weighted.stuck, "a new state on the way is luck enough");
    (0..3).for_each(|_| weighted.advance(false));
    assert!(!systematic(&weighted) && !weighted.stuck);
    (0..2).for_each(|_| weighted.advance(false));
    assert!(systematic(&weighted) && weighted.stuck);
    let screen = offers_everything();
    let mut at = |depth| weighted.next(&mut Moment { screen: &screen, depth, dice: Dice::at(1, 0) });
    assert!(matches!(at(5), Choice::Restart));
    assert!(!matches!(at(0), Choice::Restart), "nothing is to be gained where a trace begins");
}
