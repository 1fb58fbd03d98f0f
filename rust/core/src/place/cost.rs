//! The cost of a spot, independent of other badges. On this scale, 1,000 is a badge that a viewer
//! can match with its element only after close inspection.

use crate::geometry::{Rect, Size};
use crate::grid::Buckets;
use crate::ink::Ink;

/// Cost of a badge that lies completely on text or detail; proportionally less if only a part of
/// the badge does.
const INK: i64 = 4500;
/// Cost of a badge that hides its own element completely; proportionally less if it hides only a
/// part of the element.
const OWN: i64 = 2000;
/// Thousandths of its own element that a badge may hide without cost.
const OWN_FREE: i64 = 100;
/// Cost if the badge hides the middle of its own element, where icons and click points are.
const OWN_MIDDLE: i64 = 1200;
/// Cost for each other element that is as near to the badge as its own element, because a viewer
/// cannot tell which element the badge belongs to.
const AMBIGUOUS: i64 = 1500;
/// Cost for each other element that is nearly as near to the badge as its own element.
const NEARLY_AMBIGUOUS: i64 = 300;
/// Cost if the whole area of the badge lies on another element.
const ON_OTHER: i64 = 1200;
/// Cost if the badge hides another element completely.
const HIDES_OTHER: i64 = 2500;
/// Additional cost if the badge hides more than a quarter of another element.
const HIDES_MUCH: i64 = 4000;
/// Cost if the badge hides the middle of another element, which is its click point.
const HIDES_MIDDLE: i64 = 2000;
/// Cost if the middle of the badge is nearer to another element than to its own, or lies on the
/// other element.
const NEARER: i64 = 2500;
/// Cost if the badge lies completely on the icon of its element; as bad as covering text.
const ICON: i64 = 4500;
/// Maximum side of an element that may consist of just an icon, in pixels.
const ICON_SIDE: i32 = 64;

/// The elements, obstacles and text that determine the cost of spots.
pub struct Surroundings<'a> {
    ink: Option<&'a Ink>,
    /// The rectangles of the marked elements in canonical order, followed by those of the
    /// obstacles.
    rects: Vec<Rect>,
    grid: Buckets,
    /// For each rectangle of the grid, its index in `rects`.
    order: Vec<u32>,
}

/// What is near one element and affects the cost of its badge: other elements and text lines.
#[derive(Debug, Default)]
pub struct Near {
    rivals: Vec<Rect>,
    lines: Vec<Rect>,
    /// Estimated position of the element's icon; `None` if the element seems to have no icon.
    icon: Option<Rect>,
}

impl<'a> Surroundings<'a> {
    pub fn new(size: Size, rects: Vec<Rect>, ink: Option<&'a Ink>) -> Self {
        let mut order: Vec<u32> = (0..rects.len() as u32).collect();
        // If a grid cell is full, small elements are kept: large containers rule out fewer spots.
        order.sort_unstable_by_key(|&i| (rects[i as usize].area(), rects[i as usize], i));
        let sorted: Vec<Rect> = order.iter().map(|&i| rects[i as usize]).collect();
        let grid = Buckets::new(size, &sorted);
        Self { ink, rects, grid, order }
    }

    /// Returns the rectangle of the element with index `own`.
    pub fn target(&self, own: usize) -> Rect {
        self.rects[own]
    }

    /// Visits the marks and obstacles that intersect an area, with their indices in `rects`.
    pub fn near(&self, area: Rect, mut visit: impl FnMut(usize, Rect)) {
        self.grid.near(area, |k, other| visit(self.order[k] as usize, other));
    }

    /// Collects everything that badges of `own` within `area` may cover or be mistaken for.
    pub fn look(&self, own: usize, area: Rect, found: &mut Near) {
        let target = self.rects[own];
        found.rivals.clear();
        self.rivals(own, area, |other| found.rivals.push(other));
        found.lines.clear();
        if let Some(ink) = self.ink {
            ink.lines(area, &mut found.lines);
        }
        let knows_lines = self.ink.is_some_and(Ink::is_lines);
        found.icon = knows_lines.then(|| icon(target, &found.lines)).flatten();
    }

    /// Visits the elements in an area for which a badge of `own` could be mistaken.
    fn rivals(&self, own: usize, area: Rect, mut visit: impl FnMut(Rect)) {
        let target = self.rects[own];
        self.grid.near(area, |k, other| {
            // A badge is not mistaken for that of a container of its element, or of an element with
            // the same rectangle.
            if self.order[k] as usize != own && !other.contains(target) {
                visit(other);
            }
        });
    }

    /// Whether the middle of a spot is nearer to another element than to `own`.
    pub fn is_nearer_to_another(&self, own: usize, spot: Rect) -> bool {
        // Searches up to half a badge width away, but no further than the badge's height, because a
        // long label is attributed by its beginning.
        let area = spot.grow((spot.w() / 2).min(spot.h()) as u16);
        let middle = spot.middle2();
        let mine = self.rects[own].distance2_to(middle);
        let mut is_nearer = false;
        if mine > 0 {
            self.rivals(own, area, |other| {
                is_nearer |= other.distance2_to(middle) < mine;
            });
        }
        is_nearer
    }

    /// Returns the area around a target in which anything may affect a badge of this size.
    pub fn area(target: Rect, width: i32, height: i32) -> Rect {
        let reach = i32::from(Self::reach(height));
        let (dx, dy) = (width + reach, height + reach);
        let (w, h) = (target.w() + 2 * dx, target.h() + 2 * dy);
        Rect::new(target.x() - dx, target.y() - dy, w, h).unwrap_or(target)
    }

    /// Returns the distance in pixels from a badge of this height up to which other elements could
    /// be mistaken for its element.
    pub fn reach(height: i32) -> u16 {
        (height * 3 / 8).max(1) as u16
    }

    /// Returns `known` plus the cost of a spot without a slot, by the rules of [`Self::cost`].
    pub fn lone_cost(
        &self,
        own: usize,
        spot: Rect,
        known: i64,
        limit: i64,
        near: &mut Near,
    ) -> i64 {
        self.look(own, spot.grow(Self::reach(spot.h())), near);
        self.cost(own, spot, near, known, limit)
    }

    /// Returns `known` plus the cost of a spot for the badge of the element `own`. Stops early once
    /// the sum reaches `limit`.
    pub fn cost(&self, own: usize, spot: Rect, near: &Near, known: i64, limit: i64) -> i64 {
        let target = self.rects[own];
        let mut cost = known;
        if target.overlap(spot) > 0 {
            let hidden = target.overlap(spot) * 1000 / target.area();
            if hidden > OWN_FREE {
                cost += OWN * hidden / 1000;
            }
            let middle = core(target);
            cost += OWN_MIDDLE * middle.overlap(spot) / middle.area();
        }
        if let Some(icon) = near.icon {
            cost += ICON * icon.overlap(spot) / spot.area().min(icon.area());
        }
        let reach = i32::from(Self::reach(spot.h()));
        let own_distance = target.distance2(spot);
        let middle = spot.middle2();
        let own_middle = target.distance2_to(middle);
        let is_inside = target.contains(spot);
        let nearly = i64::from(spot.h() * 3 / 16);
        let root = if own_distance == 0 { nearly } else { own_distance.isqrt() + nearly };
        for &other in &near.rivals {
            let (w, h) = spot.shared(other);
            if w.min(h) <= -reach {
                continue;
            }
            if cost >= limit {
                return cost;
            }
            let on = i64::from(w.max(0)) * i64::from(h.max(0));
            if on > 0 {
                cost += covering(spot, other, on);
            }
            if own_middle > 0 && other.distance2_to(middle) < own_middle {
                cost += NEARER;
            }
            // A badge completely inside its own element is not mistaken for a neighbour's badge,
            // however near the neighbour is. Rounding may make rectangles overlap by a pixel.
            if is_inside && on * 8 < spot.area() && !target.contains(other) {
                continue;
            }
            let (dx, dy) = (i64::from((-w).max(0)), i64::from((-h).max(0)));
            let distance = dx * dx + dy * dy;
            if distance <= own_distance {
                cost += AMBIGUOUS;
            } else if distance < root * root {
                cost += NEARLY_AMBIGUOUS;
            }
        }
        if cost < limit {
            let ink = self.ink.map_or(0, |ink| ink.mean_near(spot, &near.lines));
            cost += INK * i64::from(ink) / 255;
        }
        cost
    }
}

/// Cost of covering `on` pixels of another element.
fn covering(badge: Rect, other: Rect, on: i64) -> i64 {
    let hidden = on * 1000 / other.area();
    let mut cost = ON_OTHER * on / badge.area() + HIDES_OTHER * hidden / 1000;
    if hidden > 250 {
        cost += HIDES_MUCH;
    }
    let (x, y) = other.middle2();
    if (badge.x()..badge.right()).contains(&(x >> 1))
        && (badge.y()..badge.bottom()).contains(&(y >> 1))
    {
        cost += HIDES_MIDDLE;
    }
    cost
}

/// Guesses where an element has its icon. Without text, the icon is in the middle and takes three
/// fifths of the shorter side, or all of a small element. With text, the icon is before the text,
/// if there is enough space and the text is not centred.
fn icon(target: Rect, lines: &[Rect]) -> Option<Rect> {
    let (short, long) = (target.w().min(target.h()), target.w().max(target.h()));
    let side = (short * 3 / 5).max(short.min(16)).min(24);
    let y = target.y() + (target.h() - side) / 2;
    let own = || lines.iter().filter(|line| line.meets(target));
    let Some(start) = own().map(|line| line.x()).min() else {
        let x = target.x() + (target.w() - side) / 2;
        return (long <= ICON_SIDE).then(|| Rect::new(x, y, side, side)).flatten();
    };
    let room = start - target.x();
    let behind = target.right() - own().map(|line| line.right()).max().unwrap_or(start);
    let is_centred = (room - behind).abs() <= 6;
    let is_row = target.h() <= ICON_SIDE && (16..=48).contains(&room) && !is_centred;
    is_row.then(|| Rect::new(target.x(), y, room, side)).flatten()
}

/// Returns the middle of an element, where its icon would be: a square with half of the element's
/// shorter side.
fn core(target: Rect) -> Rect {
    let side = (target.w().min(target.h()) / 2).max(1);
    let (x, y) = (target.x() + (target.w() - side) / 2, target.y() + (target.h() - side) / 2);
    Rect::new(x, y, side, side).unwrap_or(target)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: i32, y: i32, w: i32, h: i32) -> Rect {
        Rect::new(x, y, w, h).expect("valid")
    }

    fn lone_cost(around: &Surroundings, own: usize, spot: Rect) -> i64 {
        around.lone_cost(own, spot, 0, i64::MAX, &mut Near::default())
    }

    fn size() -> Size {
        Size::new(400, 300).expect("valid")
    }

    #[test]
    fn covering_text_costs_more_than_any_preference() {
        let ink = Ink::from_rects(size(), &[rect(100, 100, 80, 20)]);
        let around = Surroundings::new(size(), vec![rect(100, 100, 80, 20)], Some(&ink));
        assert!(lone_cost(&around, 0, rect(104, 102, 24, 16)) > 360);
        assert_eq!(lone_cost(&around, 0, rect(100, 84, 24, 16)), 0);
    }

    #[test]
    fn a_spot_between_two_elements_is_ambiguous() {
        let rects = vec![rect(100, 100, 50, 20), rect(100, 136, 50, 20)];
        let around = Surroundings::new(size(), rects, None);
        assert!(lone_cost(&around, 0, rect(100, 120, 24, 16)) >= AMBIGUOUS);
        assert_eq!(lone_cost(&around, 0, rect(100, 84, 24, 16)), 0);
    }

    #[test]
    fn hiding_another_control_costs_most() {
        let rects = vec![rect(100, 100, 50, 20), rect(104, 84, 16, 16)];
        let around = Surroundings::new(size(), rects, None);
        assert!(lone_cost(&around, 0, rect(100, 84, 24, 16)) > HIDES_MUCH);
    }

    #[test]
    fn the_middle_of_an_icon_button_stays_free() {
        let around = Surroundings::new(size(), vec![rect(100, 100, 40, 40)], None);
        let corner = rect(100, 100, 12, 12);
        assert_eq!(lone_cost(&around, 0, corner), OWN_MIDDLE * 4 / 400);
        let hidden = OWN * 160 / 1000;
        assert_eq!(lone_cost(&around, 0, rect(112, 112, 16, 16)), OWN_MIDDLE * 256 / 400 + hidden);
        assert_eq!(lone_cost(&around, 0, rect(100, 84, 16, 16)), 0);
    }

    #[test]
    fn a_container_does_not_compete_with_what_it_holds() {
        let rects = vec![rect(100, 100, 50, 20), rect(50, 50, 200, 200)];
        let around = Surroundings::new(size(), rects, None);
        assert_eq!(lone_cost(&around, 0, rect(100, 84, 24, 16)), 0);
        assert!(lone_cost(&around, 1, rect(100, 84, 24, 16)) >= AMBIGUOUS);
    }
}
