//! Gives every widget its place: natural sizes from the inside out, then places from the outside in.
//! Both passes are loops over the array of widgets in document order.

use skink_gui::Bounds;

use crate::ui::{Arrange, Gravity, NO_PARENT, Raw, Scroll, Size, ViewState};

/// Lays out the widgets of one root within `area`, and remembers in `state` how far each scroller can go.
/// Says whether all is well: not so where a scroller stood beyond its new end, and the page must be drawn again.
pub(crate) fn layout(nodes: &mut [Raw], area: Bounds, state: &mut ViewState) -> bool {
    measure(nodes);
    if let Some(root) = nodes.first_mut() {
        root.bounds = area;
        root.seen = area;
    }
    for at in 0..nodes.len() {
        place_children(nodes, at, state);
    }
    state.scrolls.iter().all(|s| s.offset <= (s.content - s.view).max(0))
}

fn measure(nodes: &mut [Raw]) {
    for at in (0..nodes.len()).rev() {
        let node = &mut nodes[at];
        if node.arrange != Arrange::Leaf {
            node.natural.0 += 2 * node.padding;
            node.natural.1 += 2 * node.padding;
        }
        if let Size::Fixed(width) = node.width {
            node.natural.0 = width;
        }
        if let Size::Fixed(height) = node.height {
            node.natural.1 = height;
        }
        let ((width, height), parent) = (node.natural, node.parent);
        if parent == NO_PARENT {
            continue;
        }
        let parent = &mut nodes[parent as usize];
        let outer = &mut parent.natural;
        match parent.arrange {
            Arrange::Row => *outer = (outer.0 + width, outer.1.max(height)),
            Arrange::Column | Arrange::Scroll => *outer = (outer.0.max(width), outer.1 + height),
            Arrange::Leaf | Arrange::Stack | Arrange::List { .. } => {
                *outer = (outer.0.max(width), outer.1.max(height))
            }
        }
    }
}

fn place_children(nodes: &mut [Raw], at: usize, state: &mut ViewState) {
    let Raw { arrange, bounds, seen, padding, offset, end, .. } = nodes[at];
    let inner = Bounds::new(
        bounds.left + padding,
        bounds.top + padding,
        bounds.right - padding,
        bounds.bottom - padding,
    );
    let end = end as usize;
    match arrange {
        Arrange::Leaf => return,
        Arrange::Column => along(nodes, at, inner, true),
        Arrange::Row => along(nodes, at, inner, false),
        Arrange::Stack => each(nodes, at, |child| child.bounds = stacked(child, inner)),
        Arrange::Scroll => {
            let content = nodes.get(at + 1).filter(|_| end > at + 1).map_or(0, |child| child.natural.1);
            remember(nodes, at, content, state);
            let height = content.max(inner.height());
            each(nodes, at, |child| {
                child.bounds =
                    Bounds::new(inner.left, inner.top - offset, inner.right, inner.top - offset + height);
            });
        }
        Arrange::List { row, rows } => {
            remember(nodes, at, row * rows, state);
            each(nodes, at, |child| {
                let top = inner.top + child.offset * row - offset;
                child.bounds = Bounds::new(inner.left, top, inner.right, top + row);
            });
        }
    }
    each(nodes, at, |child| child.seen = child.bounds.intersect(&seen));
}

/// Calls `f` for each widget directly inside.
fn each(nodes: &mut [Raw], at: usize, mut f: impl FnMut(&mut Raw)) {
    let (mut child, end) = (at + 1, nodes[at].end as usize);
    while child < end {
        f(&mut nodes[child]);
        child = nodes[child].end as usize;
    }
}

/// One after the other; those that fill share what the others leave.
fn along(nodes: &mut [Raw], at: usize, inner: Bounds, down: bool) {
    let (mut used, mut fillers) = (0, 0);
    each(nodes, at, |child| {
        let (size, natural) =
            if down { (child.height, child.natural.1) } else { (child.width, child.natural.0) };
        if size == Size::Fill { fillers += 1 } else { used += natural }
    });
    let space = if down { inner.height() } else { inner.width() };
    let share = if fillers > 0 { (space - used).max(0) / fillers } else { 0 };
    let mut next = if down { inner.top } else { inner.left };
    each(nodes, at, |child| {
        if down {
            let height = if child.height == Size::Fill { share } else { child.natural.1 };
            let width = match child.width {
                Size::Fixed(width) => width.min(inner.width()),
                _ => inner.width(),
            };
            child.bounds = Bounds::new(inner.left, next, inner.left + width, next + height);
            next += height;
        } else {
            let width = if child.width == Size::Fill { share } else { child.natural.0 };
            let height = match (child.arrange, child.height) {
                (_, Size::Fixed(height)) => height.min(inner.height()),
                (Arrange::Leaf, _) => child.natural.1.min(inner.height()),
                _ => inner.height(),
            };
            let top = inner.top + (inner.height() - height) / 2;
            child.bounds = Bounds::new(next, top, next + width, top + height);
            next += width;
        }
    });
}

fn stacked(child: &Raw, inner: Bounds) -> Bounds {
    let (width, height) = match child.gravity {
        Gravity::Start => return inner,
        _ => (child.natural.0.min(inner.width()), child.natural.1.min(inner.height())),
    };
    let (left, top) = match child.gravity {
        Gravity::Start => (inner.left, inner.top),
        Gravity::Center => {
            (inner.left + (inner.width() - width) / 2, inner.top + (inner.height() - height) / 2)
        }
        Gravity::TopEnd => (inner.right - width, inner.top),
        Gravity::BottomEnd => (inner.right - width - 24, inner.bottom - height - 24),
    };
    Bounds::new(left, top, left + width, top + height)
}

fn remember(nodes: &mut [Raw], at: usize, content: i32, state: &mut ViewState) {
    let node = &mut nodes[at];
    let view = node.bounds.height();
    node.flags.set(skink_gui::Flags::SCROLLABLE, content > view);
    let now = Scroll { id: node.id, offset: node.offset, view, content };
    match state.scrolls.iter_mut().find(|s| s.id == node.id) {
        Some(known) => *known = now,
        None => state.scrolls.push(now),
    }
}
