//! The cost of a spot, independent of other badges. A thousand is one hard look.

use crate::geometry::{Rect, Size};
use crate::grid::Buckets;
use crate::ink::Ink;

/// Full ink below the badge.
const INK: i64 = 4500;
/// The badge hides its own element, by share, from [`OWN_FREE`] per mille on.
const OWN: i64 = 2000;
const OWN_FREE: i64 = 100;
/// It hides the middle of its own element, where icons are and clicks go.
const OWN_MIDDLE: i64 = 1200;
/// Another element is as near as the own one: nobody can tell whose badge it is.
const AMBIGUOUS: i64 = 1500;
/// Another element is nearly as near.
const NEARLY_AMBIGUOUS: i64 = 300;
/// The badge lies on another element with all its area.
const ON_OTHER: i64 = 1200;
/// The badge hides all of another element.
const HIDES_OTHER: i64 = 2500;
/// It hides more than a quarter of another element.
const HIDES_MUCH: i64 = 4000;
/// It hides another element's middle, where a click would go.
const HIDES_MIDDLE: i64 = 2000;
/// What staying where the last picture had it is worth.
pub const STAYED: i64 = 200;

/// The surroundings that spots are judged by.
pub struct Surroundings<'a> {
    ink: Option<&'a Ink>,
    /// First the targets of the marks, in canonical order, then obstacles.
    rects: Vec<Rect>,
    grid: Buckets,
    /// Position in `rects` of each rectangle of the grid.
    order: Vec<u32>,
}

/// What lies around one element.
#[derive(Debug, Default)]
pub struct Near {
    rivals: Vec<Rect>,
    lines: Vec<Rect>,
}

impl<'a> Surroundings<'a> {
    pub fn new(size: Size, rects: Vec<Rect>, ink: Option<&'a Ink>) -> Self {
        let mut order: Vec<u32> = (0..rects.len() as u32).collect();
        // Where too many overlap, small elements matter most: containers exclude few spots.
        order.sort_unstable_by_key(|&i| (rects[i as usize].area(), rects[i as usize], i));
        let sorted: Vec<Rect> = order.iter().map(|&i| rects[i as usize]).collect();
        let grid = Buckets::new(size, &sorted);
        Self { ink, rects, grid, order }
    }

    /// The element's rectangle.
    pub fn target(&self, own: usize) -> Rect {
        self.rects[own]
    }

    /// Finds what spots of `own` within `area` can lie on or be mistaken for.
    pub fn look(&self, own: usize, area: Rect, found: &mut Near) {
        let target = self.rects[own];
        found.rivals.clear();
        self.grid.near(area, |k, other| {
            // Whoever lies in a container, or shares its rectangle, does not compete with it.
            if other.meets(area) && self.order[k] as usize != own && !other.contains(target) {
                found.rivals.push(other);
            }
        });
        found.lines.clear();
        if let Some(ink) = self.ink {
            ink.lines(area, &mut found.lines);
        }
    }

    /// How far around a spot rivals count, in pixels.
    pub fn reach(height: i32) -> u16 {
        (height * 3 / 8).max(1) as u16
    }

    /// Cost of a spot that is not among the usual ones.
    pub fn lone_cost(&self, own: usize, spot: Rect) -> i64 {
        let mut near = Near::default();
        self.look(own, spot.grow(Self::reach(spot.h())), &mut near);
        self.cost(own, spot, &near, 0, i64::MAX)
    }

    /// `known` and the cost of a spot for the badge of the element `own`; once it reaches `limit`,
    /// nobody needs to know how much more it is.
    pub fn cost(&self, own: usize, spot: Rect, near: &Near, known: i64, limit: i64) -> i64 {
        let target = self.rects[own];
        let mut cost = known;
        cost += self.ink.map_or(0, |ink| INK * i64::from(ink.mean_near(spot, &near.lines)) / 255);
        if target.overlap(spot) > 0 {
            let hidden = target.overlap(spot) * 1000 / target.area();
            if hidden > OWN_FREE {
                cost += OWN * hidden / 1000;
            }
            let middle = core(target);
            cost += OWN_MIDDLE * middle.overlap(spot) / middle.area();
        }
        let own_distance = target.distance2(spot);
        let nearly = i64::from(spot.h() * 3 / 16);
        let root = if own_distance == 0 { nearly } else { own_distance.isqrt() + nearly };
        let ring = spot.grow(Self::reach(spot.h()));
        for &other in &near.rivals {
            if cost >= limit {
                break;
            }
            if !ring.meets(other) {
                continue;
            }
            let on = other.overlap(spot);
            if on > 0 {
                cost += covering(spot, other, on);
            }
            let distance = other.distance2(spot);
            if distance <= own_distance {
                cost += AMBIGUOUS;
            } else if distance < root * root {
                cost += NEARLY_AMBIGUOUS;
            }
        }
        cost
    }
}

/// Cost of lying with `on` pixels on another element.
fn covering(spot: Rect, other: Rect, on: i64) -> i64 {
    let hidden = on * 1000 / other.area();
    let mut cost = ON_OTHER * on / spot.area() + HIDES_OTHER * hidden / 1000;
    if hidden > 250 {
        cost += HIDES_MUCH;
    }
    let (x, y) = (other.x() + other.w() / 2, other.y() + other.h() / 2);
    if (spot.x()..spot.right()).contains(&x) && (spot.y()..spot.bottom()).contains(&y) {
        cost += HIDES_MIDDLE;
    }
    cost
}

/// The middle of an element: half of its shorter side each way, where its icon would be.
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

    fn size() -> Size {
        Size::new(400, 300).expect("valid")
    }

    #[test]
    fn covering_text_costs_more_than_any_preference() {
        let ink = Ink::from_rects(size(), &[rect(100, 100, 80, 20)]);
        let around = Surroundings::new(size(), vec![rect(100, 100, 80, 20)], Some(&ink));
        assert!(around.lone_cost(0, rect(104, 102, 24, 16)) > 360);
        assert_eq!(around.lone_cost(0, rect(100, 84, 24, 16)), 0);
    }

    #[test]
    fn a_spot_between_two_elements_is_ambiguous() {
        let rects = vec![rect(100, 100, 50, 20), rect(100, 136, 50, 20)];
        let around = Surroundings::new(size(), rects, None);
        assert!(around.lone_cost(0, rect(100, 120, 24, 16)) >= AMBIGUOUS);
        assert_eq!(around.lone_cost(0, rect(100, 84, 24, 16)), 0);
    }

    #[test]
    fn hiding_another_control_costs_most() {
        let rects = vec![rect(100, 100, 50, 20), rect(104, 84, 16, 16)];
        let around = Surroundings::new(size(), rects, None);
        assert!(around.lone_cost(0, rect(100, 84, 24, 16)) > HIDES_MUCH);
    }

    #[test]
    fn the_middle_of_an_icon_button_stays_free() {
        let around = Surroundings::new(size(), vec![rect(100, 100, 40, 40)], None);
        let corner = rect(100, 100, 12, 12);
        assert_eq!(around.lone_cost(0, corner), OWN_MIDDLE * 4 / 400);
        let hidden = OWN * 160 / 1000;
        assert_eq!(around.lone_cost(0, rect(112, 112, 16, 16)), OWN_MIDDLE * 256 / 400 + hidden);
        assert_eq!(around.lone_cost(0, rect(100, 84, 16, 16)), 0);
    }

    #[test]
    fn a_container_does_not_compete_with_what_it_holds() {
        let rects = vec![rect(100, 100, 50, 20), rect(50, 50, 200, 200)];
        let around = Surroundings::new(size(), rects, None);
        assert_eq!(around.lone_cost(0, rect(100, 84, 24, 16)), 0);
        assert!(around.lone_cost(1, rect(100, 84, 24, 16)) >= AMBIGUOUS);
    }
}
