//! Candidate spots for the badge of an element. Each has a cost that reflects how natural it is.

use super::board::ODD;
use crate::geometry::{Rect, Size};

/// Maximum distance from the element's left edge of spots along its top and bottom edges, in badge
/// heights.
const SLIDE_OUTSIDE: i32 = 10;
/// Maximum distance from the element's left edge of spots inside the element, in badge heights.
const SLIDE_INSIDE: i32 = 24;

/// A possible position of a badge: its rectangle, its preference cost, and its slot (its index
/// among the usual spots).
pub type Spot = (Rect, i32, u8);

/// Number of usual spots.
pub const SLOTS: usize = 32;
/// Bit mask of the slots inside a wide element, away from both ends.
pub const DEEP: u32 = 0b11 << 30;
/// Width, in badge widths, from which an element counts as wide.
const WIDE: i32 = 6;

/// Collects the spots inside the image for a badge of `w` by `h` at the corners and middles of
/// `target`. The preference cost is 0 for the most natural spot and at most 360.
pub fn around(size: Size, target: Rect, w: i32, h: i32, out: &mut Vec<Spot>) {
    out.clear();
    let mut spot = collect(size, w, h, 0, out);
    let (left, top, right, bottom) = (target.x(), target.y(), target.right(), target.bottom());
    let middle_x = left + (target.w() - w) / 2;
    let middle_y = top + (target.h() - h) / 2;

    // Spots outside the element that touch one of its edges.
    spot(left, top - h, 0);
    spot(left - w, top, 100);
    spot(left - w, middle_y, 80);
    spot(right - w, top - h, 120);
    spot(right, top, 150);
    spot(right, middle_y, 120);
    spot(left, bottom, 180);
    spot(right - w, bottom, 220);
    spot(middle_x, top - h, 120);
    spot(middle_x, bottom, 250);
    // Spots outside the element that touch one of its corners.
    spot(left - w, top - h, 300);
    spot(right, top - h, 320);
    spot(left - w, bottom, 340);
    spot(right, bottom, 360);
    // Spots centred on a corner or an edge of the element.
    spot(left - w / 2, top - h / 2, 50);
    spot(right - w / 2, top - h / 2, 100);
    spot(left - w / 2, bottom - h / 2, 150);
    spot(right - w / 2, bottom - h / 2, 180);
    spot(left, top - h / 2, 50);
    spot(right - w, top - h / 2, 100);
    spot(left - w / 2, middle_y, 80);
    spot(right - w / 2, middle_y, 120);
    // Spots mostly outside the element, for rows of elements whose gaps are slightly too small for
    // a badge.
    spot(middle_x, top - h * 3 / 4, 130);
    spot(middle_x, bottom - h / 4, 260);
    // Spots inside the element, if it is large enough for the badge.
    if target.w() >= w && target.h() >= h {
        spot(left, top, 150);
        spot(right - w, top, 120);
        spot(left, bottom - h, 200);
        spot(right - w, bottom - h, 200);
        spot(right - w, middle_y, 100);
        spot(left, middle_y, 150);
    }
}

/// Collects more spots along the edges of a long `target` and inside it.
pub fn along(size: Size, target: Rect, w: i32, h: i32, out: &mut Vec<Spot>) {
    out.clear();
    let (left, top, right, bottom) = (target.x(), target.y(), target.right(), target.bottom());
    if target.w() > WIDE * w && target.h() >= h {
        let mut spot = collect(size, w, h, DEEP.trailing_zeros() as u8, out);
        let middle_y = top + (target.h() - h) / 2;
        spot(right - w - 2 * h, middle_y, 150);
        spot(right - w - 4 * h, middle_y, 190);
    }
    let mut spot = collect(size, w, h, ODD, out);
    let step = (h * 3 / 4).max(1);
    let mut x = left + h / 2;
    while x + w < right && x < left + SLIDE_OUTSIDE * h {
        let away = (x - left) * 16 / h;
        spot(x, top - h, 120 + away);
        spot(x, bottom, 250 + away);
        x += step;
    }
    if target.w() >= w && target.h() >= h {
        let middle_y = top + (target.h() - h) / 2;
        let mut x = left + h;
        while x + w < right && x < left + SLIDE_INSIDE * h {
            spot(x, middle_y, 150);
            x += h;
        }
    }
}

/// Returns a closure that adds spots inside the image. It numbers their slots starting at `slot`,
/// or uses [`ODD`] for all.
fn collect(
    size: Size,
    w: i32,
    h: i32,
    mut slot: u8,
    out: &mut Vec<Spot>,
) -> impl FnMut(i32, i32, i32) + '_ {
    let (last_x, last_y) = (size.w() as i32 - w, size.h() as i32 - h);
    move |x, y, cost| {
        // A spot that extends slightly beyond the image is moved inside.
        let inside = (x.clamp(0, last_x.max(0)), y.clamp(0, last_y.max(0)));
        let is_near = (x - inside.0).abs() < w && (y - inside.1).abs() < h;
        if is_near
            && let Some(rect) = Rect::new(inside.0, inside.1, w, h)
            && size.rect().contains(rect)
        {
            out.push((rect, cost, slot));
        }
        slot = slot.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spot_lies_inside_the_picture_and_touches_the_target() {
        let size = Size::new(300, 200).expect("valid");
        let (mut spots, mut more) = (Vec::new(), Vec::new());
        for (x, y, w, h) in [(0, 0, 5, 5), (290, 190, 10, 10), (100, 80, 60, 30), (0, 0, 300, 200)]
        {
            let target = Rect::new(x, y, w, h).expect("valid");
            around(size, target, 24, 16, &mut spots);
            along(size, target, 24, 16, &mut more);
            assert_eq!(more.is_empty(), target.w() < 40);
            spots.append(&mut more);
            assert!(!spots.is_empty(), "{target:?}");
            for &(spot, cost, _) in &spots {
                assert!(size.rect().contains(spot));
                assert_eq!(spot.distance2(target), 0);
                assert!((0..=600).contains(&cost));
            }
        }
    }

    #[test]
    fn a_badge_larger_than_the_picture_has_no_spot() {
        let size = Size::new(20, 10).expect("valid");
        let mut spots = vec![(size.rect(), 0, 0)];
        around(size, size.rect(), 24, 16, &mut spots);
        assert!(spots.is_empty());
    }
}
