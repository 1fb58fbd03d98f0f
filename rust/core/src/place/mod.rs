//! Places badges.
//!
//! ```text
//! marks --sort--> candidates --cost--> runs on one side --> greedy choice --repair-->
//! smaller where tight --> fallback --> rows --> back to their previous spots
//! ```
//!
//! Hard constraints: badges are inside the image and at least a pixel apart, as long as there is
//! enough space. Soft constraints, in order of priority:
//!
//! - A badge belongs to one element only: it touches the element, is nearer to it than to any
//!   other, or is connected to it by a line.
//! - A badge hides no text.
//! - A badge hides no other control.
//! - A badge has the usual size.
//! - A badge stays where it was.
//!
//! A hundred badges cover a few percent of the image, so all of them can be placed, and the only
//! question is the cost. A greedy choice with one-step repair is within 1 to 5 % of the lower bound
//! that ignores conflicts; simulated annealing would give no visible improvement.
//!
//! The result depends only on the set of marks, not on their order.

mod board;
mod candidates;
mod color;
mod context;
mod cost;
mod fallback;
mod greedy;
mod harmony;
mod look;
mod runs;
mod stay;

use crate::geometry::{Rect, Size};
use crate::label::BadgeShape;
use crate::mark::{Mark, MarkState};
use crate::palette;
use crate::style::Style;
use board::Board;
use context::Target;
use look::SIZES;

pub use context::{Note, PlaceContext, Placement};

/// Places the badges of all marks; returns one placement per mark, in the same order.
///
/// Deterministic: permuting the marks permutes the placements and changes nothing else.
#[must_use]
pub fn place(
    size: Size,
    marks: &[Mark],
    style: &Style,
    context: &PlaceContext<'_>,
) -> Vec<Placement> {
    Solved::new(size, marks, style, context).placements(marks, style)
}

/// A finished board, and its input.
pub(crate) struct Solved<'a> {
    pub board: Board<'a>,
    targets: Vec<Target>,
    wanted: i32,
}

impl<'a> Solved<'a> {
    /// Places badges of the usual size, or of the largest size that leaves enough space. Single
    /// badges are made smaller where space is tight. If a mark still has no spot, all badges are
    /// placed once more at the smallest size.
    pub fn new(size: Size, marks: &'a [Mark], style: &Style, context: &PlaceContext<'a>) -> Self {
        let targets = targets(size, marks);
        let wanted = wanted_height(size, style, context);
        let mut board = Board::new(size, marks, &targets, context);
        let shape = |height| BadgeShape::new(height, style.font_weight);
        let mut heights = ladder(wanted);
        let start = heights.find(|&h| h == FLOOR || board.fill_share(&shape(h)) < ROOMY);
        for height in [start.unwrap_or(FLOOR), FLOOR] {
            board.start(ladder(height).take(SIZES).map(shape).collect());
            if height > FLOOR || board.fill_share(&shape(FLOOR)) < CROWDED {
                greedy::choose(&mut board, style.badge_size.is_some());
                fallback::find_free_spots(&mut board);
            }
            if board.open().next().is_none() {
                break;
            }
            if height == FLOOR {
                fallback::pack(&mut board);
                break;
            }
        }
        stay::stay(&mut board);
        Self { board, targets, wanted }
    }

    /// Returns one placement per mark, in the order of the marks.
    pub fn placements(&self, marks: &[Mark], style: &Style) -> Vec<Placement> {
        let first = style.badge_color.or(style.palette.first().copied()).unwrap_or(palette::BLACK);
        let outside = Placement { badge: None, leader: None, color: first, note: Note::Outside };
        let mut answer = vec![outside; marks.len()];
        let is_disabled = |i: usize| marks[self.targets[i].mark].state == MarkState::Disabled;
        let colors = color::assign(&self.board, is_disabled, style);
        for ((target, spot), color) in self.targets.iter().zip(self.board.spots()).zip(colors) {
            let leader = spot.and_then(|badge| leader(badge, target.rect));
            let note = match spot {
                None => Note::Dropped,
                Some(badge) if badge.h() < self.wanted => Note::Shrunk,
                Some(_) if leader.is_some() => Note::Moved,
                Some(_) => Note::Placed,
            };
            answer[target.mark] = Placement { badge: *spot, leader, color, note };
        }
        answer
    }
}

/// Height of the smallest badge. At 10 px, nine of ten labels are still readable; below that, none
/// is reliable.
const FLOOR: i32 = *Style::BADGE_SIZES.start() as i32;
/// Height of the largest badge.
const CEILING: i32 = *Style::BADGE_SIZES.end() as i32;
/// Height in pixels of badges whose digits a vision model reads without errors.
const READABLE: f64 = 16.0;
/// Length in pixels to which most vision models reduce the long edge of a larger image.
const SEEN: f64 = 1568.0;

/// Fraction of the image covered by badges above which a greedy choice leaves gaps that are too
/// small for the remaining badges.
const ROOMY: f64 = 0.35;
/// Fraction of the image covered by badges above which only a layout in rows has enough space for
/// all badges.
const CROWDED: f64 = 0.8;

/// Returns the badge heights to try, in pixels: from the wanted height down to the smallest, each
/// about five sixths of the one before.
fn ladder(wanted: i32) -> impl Iterator<Item = i32> {
    let smaller = |&height: &i32| (height > FLOOR).then(|| ((height * 5 + 3) / 6).max(FLOOR));
    std::iter::successors(Some(wanted), smaller)
}

/// Returns the marks to place, in reading order. Marks that compare equal have the same rectangle,
/// label and state.
fn targets(size: Size, marks: &[Mark]) -> Vec<Target> {
    let inside = |(mark, m): (usize, &Mark)| {
        m.target.intersect(size.rect()).map(|rect| Target { mark, rect })
    };
    let mut targets: Vec<Target> = marks.iter().enumerate().filter_map(inside).collect();
    let key = |s: &Target| (s.rect.y(), s.rect.x(), s.rect, marks[s.mark].target);
    targets.sort_by(|a, b| {
        let (one, other) = (&marks[a.mark], &marks[b.mark]);
        key(a).cmp(&key(b)).then_with(|| (&one.label, one.state).cmp(&(&other.label, other.state)))
    });
    targets
}

/// The usual height of a badge.
fn wanted_height(size: Size, style: &Style, context: &PlaceContext<'_>) -> i32 {
    if let Some(asked) = style.badge_size {
        return (asked as i32).clamp(FLOOR, CEILING);
    }
    let seen = f64::from(size.w().max(size.h())) / SEEN;
    let scale = context.scale.map_or(seen, f64::from);
    let base = if scale.is_finite() { READABLE * scale.max(1.0) } else { READABLE };
    (base.round() as i32).clamp(FLOOR, CEILING)
}

/// Returns the line from the badge to the nearest point of the target, unless they touch.
fn leader(badge: Rect, target: Rect) -> Option<[(i32, i32); 2]> {
    let (dx, dy) = badge.gaps(target);
    let slack = (badge.h() / 8).max(2);
    if dx <= slack && dy <= slack {
        return None;
    }
    let middle = (badge.x() + badge.w() / 2, badge.y() + badge.h() / 2);
    let nearest = |v: i32, low: i32, high: i32| v.clamp(low, high - 1);
    let end = (
        nearest(middle.0, target.x(), target.right()),
        nearest(middle.1, target.y(), target.bottom()),
    );
    Some([middle, end])
}

#[cfg(test)]
mod tests;
