//! The state of placement: the spot of each badge (its position), and which spots were considered.

use super::context::{PlaceContext, Target};
use super::cost::Surroundings;
use crate::geometry::{Rect, Size};
use crate::grid::Moving;
use crate::label::BadgeShape;
use crate::mark::Mark;
use std::ops::Range;

/// Minimum gap between badges, in pixels.
pub const GAP: u16 = 1;
/// Cost of a mark for whose badge there is no spot; it exceeds the cost of even the worst spot.
pub const NO_SPOT: i64 = 1 << 40;

/// A spot (badge rectangle) that is considered for a badge, and the cost of placing the badge
/// there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    pub cost: i64,
    pub spot: Rect,
    /// Index of the spot among the usual spots, or [`ODD`] for any other spot.
    pub slot: u8,
}

/// Slot value of a spot that is not one of the usual spots (numbered positions relative to the
/// element).
pub const ODD: u8 = u8::MAX;

/// What the badges of a run (a row or column of similar elements) have in common: the slot
/// (position relative to the element), and the height of the badges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    pub slot: u8,
    pub height: i32,
}

/// Cost of a badge that is not at the common position of its run. It equals the cost of covering
/// text with a quarter of the badge's area.
pub const APART: i64 = 1000;

/// Returns the cost of a spot that differs from the common position of its run, or 0.
pub fn apart(wish: Option<Wish>, slot: u8, height: i32) -> i64 {
    let stays = wish.is_none_or(|wish| wish == Wish { slot, height });
    if stays { 0 } else { APART }
}

/// The state of one placement: the marks in canonical order, and the spot of each mark's badge.
pub struct Board<'a> {
    pub size: Size,
    /// Shapes of badges: the usual size, followed by the smaller sizes that a mark may use.
    pub shapes: Vec<BadgeShape>,
    pub around: Surroundings<'a>,
    /// For each mark, its badge in the previous image.
    pub previous: Vec<Option<Rect>>,
    /// For each mark in a run, the common position of the run's badges.
    pub wishes: Vec<Option<Wish>>,
    labels: Vec<&'a str>,
    spots: Vec<Option<Rect>>,
    costs: Vec<i64>,
    slots: Vec<u8>,
    /// The candidates of all marks, mark by mark; `ranges` gives the range of each mark.
    candidates: Vec<Candidate>,
    ranges: Vec<Range<usize>>,
    taken: Moving,
}

impl<'a> Board<'a> {
    pub fn new(
        size: Size,
        marks: &'a [Mark],
        targets: &[Target],
        context: &PlaceContext<'a>,
    ) -> Self {
        let obstacles = context.obstacles.iter().filter_map(|o| o.intersect(size.rect()));
        let rects = targets.iter().map(|s| s.rect).chain(obstacles).collect();
        let labels: Vec<&str> = targets.iter().map(|s| marks[s.mark].label.as_str()).collect();
        let mut by_label: Vec<&(String, Rect)> = context.previous.iter().collect();
        by_label.sort();
        let previous = labels.iter().map(|&label| {
            let at = by_label.partition_point(|(other, _)| other.as_str() < label);
            by_label.get(at).filter(|(other, _)| other == label).map(|&&(_, rect)| rect)
        });
        Self {
            size,
            shapes: Vec::new(),
            around: Surroundings::new(size, rects, context.ink),
            previous: previous.collect(),
            wishes: vec![None; targets.len()],
            spots: Vec::new(),
            costs: Vec::new(),
            slots: Vec::new(),
            candidates: Vec::new(),
            ranges: Vec::new(),
            taken: Moving::new(size),
            labels,
        }
    }

    /// Restarts with no badges placed. `shapes` are the sizes that badges may have, starting with
    /// the usual size.
    pub fn start(&mut self, shapes: Vec<BadgeShape>) {
        self.shapes = shapes;
        self.wishes.fill(None);
        self.candidates.clear();
        self.ranges = vec![0..0; self.labels.len()];
        self.clear();
    }

    /// Removes all badges.
    pub fn clear(&mut self) {
        self.spots = vec![None; self.labels.len()];
        self.costs = vec![NO_SPOT; self.labels.len()];
        self.slots = vec![ODD; self.labels.len()];
        self.taken = Moving::new(self.size);
    }

    /// Number of marks.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Height of a badge of the usual size.
    pub fn height(&self) -> i32 {
        self.shapes[0].height
    }

    /// Width of a mark's badge in one of the sizes; `None` if the badge does not fit into the
    /// image.
    pub fn width(&self, i: usize, shape: &BadgeShape) -> Option<i32> {
        let (w, h) = (self.size.w() as i32, self.size.h() as i32);
        shape.fit(self.labels[i], w).map(|(width, _)| width).filter(|_| shape.height <= h)
    }

    /// Returns the spot of each mark's badge, in canonical order.
    pub fn spots(&self) -> &[Option<Rect>] {
        &self.spots
    }

    /// Returns the cost of the spot at which a mark's badge is placed.
    pub fn cost(&self, i: usize) -> i64 {
        self.costs[i]
    }

    /// Returns the marks without a spot whose badge would fit into the image.
    pub fn open(&self) -> impl Iterator<Item = usize> + '_ {
        let smallest = &self.shapes[self.shapes.len() - 1];
        (0..self.len())
            .filter(move |&i| self.spots[i].is_none() && self.width(i, smallest).is_some())
    }

    /// Fraction of the image that the badges of all marks would cover if all had this size,
    /// including gaps.
    pub fn fill_share(&self, shape: &BadgeShape) -> f64 {
        let gap = i64::from(GAP);
        let widths = (0..self.len()).filter_map(|i| self.width(i, shape));
        let total: i64 =
            widths.map(|w| (i64::from(w) + gap) * (i64::from(shape.height) + gap)).sum();
        total as f64 / self.size.area() as f64
    }

    /// Returns the candidates of a mark, cheapest first.
    pub fn candidates(&self, i: usize) -> &[Candidate] {
        &self.candidates[self.ranges[i].clone()]
    }

    /// Returns the candidates of a mark so that their costs can be changed.
    pub fn candidates_mut(&mut self, i: usize) -> &mut [Candidate] {
        &mut self.candidates[self.ranges[i].clone()]
    }

    /// Replaces the candidates of a mark.
    pub fn consider(&mut self, i: usize, candidates: &[Candidate]) {
        let start = self.candidates.len();
        self.candidates.extend_from_slice(candidates);
        self.ranges[i] = start..self.candidates.len();
    }

    /// Whether a badge at this spot keeps the minimum gap to all other badges.
    pub fn is_free(&self, spot: Rect) -> bool {
        self.taken.is_free(spot.grow(GAP))
    }

    /// Visits the marks whose badges block a spot, until `visit` returns false.
    pub fn blockers(&self, spot: Rect, visit: impl FnMut(usize) -> bool) {
        self.taken.overlapping(spot.grow(GAP), visit);
    }

    /// Places the badge of a mark at a spot, or removes the badge if `new` is `None`.
    pub fn put(&mut self, i: usize, new: Option<Candidate>) {
        if let Some(old) = self.spots[i].take() {
            self.taken.remove(i, old);
        }
        if let Some(Candidate { spot, .. }) = new {
            self.taken.insert(i, spot);
        }
        self.spots[i] = new.map(|c| c.spot);
        self.costs[i] = new.map_or(NO_SPOT, |c| c.cost);
        self.slots[i] = new.map_or(ODD, |c| c.slot);
    }

    /// Returns the spot at which a mark's badge is placed, with its cost; `None` if it has no spot.
    pub fn held(&self, i: usize) -> Option<Candidate> {
        self.spots[i].map(|spot| Candidate { cost: self.costs[i], spot, slot: self.slots[i] })
    }
}
