//! Points and rectangles in pixels of the screen, as Android counts them: right and bottom are exclusive.

use serde::{Deserialize, Serialize};

/// A point on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Point {
    /// Pixels from the left edge.
    pub x: i32,
    /// Pixels from the top edge.
    pub y: i32,
}

/// A rectangle on the screen. Android reports empty and even inverted ones; they are kept as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "[i32; 4]", into = "[i32; 4]")]
pub struct Bounds {
    /// Left edge.
    pub left: i32,
    /// Top edge.
    pub top: i32,
    /// Right edge, exclusive.
    pub right: i32,
    /// Bottom edge, exclusive.
    pub bottom: i32,
}

impl Bounds {
    /// The rectangle between two corners.
    pub const fn new(left: i32, top: i32, right: i32, bottom: i32) -> Self {
        Self { left, top, right, bottom }
    }

    /// Width in pixels; negative where Android reported an inverted rectangle.
    pub const fn width(&self) -> i32 {
        self.right.saturating_sub(self.left)
    }

    /// Height in pixels; negative where Android reported an inverted rectangle.
    pub const fn height(&self) -> i32 {
        self.bottom.saturating_sub(self.top)
    }

    /// Whether no pixel lies inside.
    pub const fn is_empty(&self) -> bool {
        self.width() <= 0 || self.height() <= 0
    }

    /// Whether the point lies inside.
    pub const fn contains(&self, p: Point) -> bool {
        p.x >= self.left && p.x < self.right && p.y >= self.top && p.y < self.bottom
    }

    /// The middle.
    pub const fn center(&self) -> Point {
        Point { x: self.left.saturating_add(self.width() / 2), y: self.top.saturating_add(self.height() / 2) }
    }

    /// What both cover; empty where they do not meet.
    pub fn intersect(&self, other: &Bounds) -> Bounds {
        Bounds {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }
}

impl From<[i32; 4]> for Bounds {
    fn from([left, top, right, bottom]: [i32; 4]) -> Self {
        Self { left, top, right, bottom }
    }
}

impl From<Bounds> for [i32; 4] {
    fn from(b: Bounds) -> Self {
        [b.left, b.top, b.right, b.bottom]
    }
}
