//! The board: who has which spot. Greedy choice, least flexible first; then repair.

use super::cost::{STAYED, Surroundings};
use super::{PlaceContext, Seat, candidates};
use crate::geometry::{Rect, Size};
use crate::grid::Moving;
use crate::label::Plate;
use crate::mark::Mark;

/// Spots kept per mark; what comes later was never chosen on real pages.
const KEPT: usize = 24;
/// A spot below this cost covers nothing and is nobody else's.
const GOOD: i64 = 300;
/// Rounds of repair; nothing moved after the fourth in any measured case.
const ROUNDS: usize = 6;

/// Free space between badges, in pixels.
pub const GAP: u16 = 1;

#[derive(Clone, Copy, Debug)]
struct Candidate {
    spot: Rect,
    cost: i64,
}

/// The state of one placement: marks in canonical order and their spots.
pub struct Board<'a> {
    pub size: Size,
    pub height: i32,
    labels: Vec<&'a str>,
    around: Surroundings<'a>,
    previous: Vec<Option<Rect>>,
    /// Width of each badge; `None` if the label does not fit the picture at all.
    pub widths: Vec<Option<i32>>,
    spots: Vec<Option<Rect>>,
    /// Index among the mark's candidates, for spots that came from there.
    chosen: Vec<usize>,
    candidates: Vec<Candidate>,
    starts: Vec<usize>,
    taken: Moving,
}

impl<'a> Board<'a> {
    pub fn new(size: Size, marks: &'a [Mark], seats: &[Seat], context: &PlaceContext<'a>) -> Self {
        let obstacles = context.obstacles.iter().filter_map(|o| o.intersect(size.rect()));
        let rects = seats.iter().map(|s| s.target).chain(obstacles).collect();
        let labels: Vec<&str> = seats.iter().map(|s| marks[s.mark].label.as_str()).collect();
        let mut by_label: Vec<&(String, Rect)> = context.previous.iter().collect();
        by_label.sort();
        let previous = labels.iter().map(|&label| {
            let at = by_label.partition_point(|(other, _)| other.as_str() < label);
            by_label.get(at).filter(|(other, _)| other == label).map(|&&(_, rect)| rect)
        });
        Self {
            size,
            height: 0,
            around: Surroundings::new(size, rects, context.ink),
            previous: previous.collect(),
            widths: Vec::new(),
            spots: Vec::new(),
            chosen: Vec::new(),
            candidates: Vec::new(),
            starts: Vec::new(),
            taken: Moving::new(size),
            labels,
        }
    }

    /// Clears the board for badges of one height.
    pub fn start(&mut self, plate: &Plate) {
        let (w, h) = (self.size.w() as i32, self.size.h() as i32);
        let width = |label: &&str| plate.fit(label, w).map(|(width, _)| width);
        self.height = plate.height;
        self.widths = self.labels.iter().map(width).collect();
        if plate.height > h {
            self.widths.fill(None);
        }
        self.clear();
    }

    /// What was considered for a mark: spots and their costs, cheapest first.
    pub fn considered(&self, i: usize) -> impl Iterator<Item = (Rect, i64)> + '_ {
        let known = self.starts.len() > i + 1;
        let own = if known { self.of(i) } else { &[] };
        own.iter().map(|c| (c.spot, c.cost))
    }

    /// Takes every badge off.
    pub fn clear(&mut self) {
        self.spots = vec![None; self.labels.len()];
        self.chosen = vec![usize::MAX; self.labels.len()];
        self.taken = Moving::new(self.size);
    }

    /// The spots, in canonical order.
    pub fn spots(&self) -> &[Option<Rect>] {
        &self.spots
    }

    /// Marks whose badge would fit the picture but has no spot.
    pub fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.spots.len()).filter(|&i| self.spots[i].is_none() && self.widths[i].is_some())
    }

    /// Share of the picture that all badges and their gaps take.
    pub fn fill_share(&self) -> f64 {
        let (gap, height) = (i64::from(GAP), i64::from(self.height));
        let one = |width: &i32| (i64::from(*width) + gap) * (height + gap);
        let total: i64 = self.widths.iter().flatten().map(one).sum();
        total as f64 / self.size.area() as f64
    }

    /// The element's rectangle, as far as it lies in the picture.
    pub fn target(&self, i: usize) -> Rect {
        self.around.target(i)
    }

    /// Cost of a spot that the candidates did not contain.
    pub fn cost(&self, i: usize, spot: Rect) -> i64 {
        self.around.lone_cost(i, spot)
    }

    /// Whether a badge there keeps its distance from all others.
    pub fn is_free(&self, spot: Rect) -> bool {
        self.taken.is_free(spot.grow(GAP))
    }

    /// Gives a mark a spot, or takes its spot away.
    pub fn put(&mut self, i: usize, spot: Option<Rect>) {
        if let Some(old) = self.spots[i].take() {
            self.taken.remove(i, old);
        }
        if let Some(new) = spot {
            self.taken.insert(i, new);
        }
        self.spots[i] = spot;
    }

    /// Greedy choice and repair.
    pub fn choose(&mut self) {
        self.find_candidates();
        for i in self.least_flexible_first() {
            self.take_first_free(i, i64::MAX);
        }
        for _ in 0..ROUNDS {
            let mut moved = false;
            for i in 0..self.spots.len() {
                moved |= self.improve(i);
            }
            if !moved {
                break;
            }
        }
    }

    fn find_candidates(&mut self) {
        self.candidates.clear();
        self.starts.clear();
        self.starts.push(0);
        let (mut spots, mut slides) = (Vec::new(), Vec::new());
        let mut rivals = Vec::new();
        let mut judged = Vec::new();
        for i in 0..self.labels.len() {
            judged.clear();
            if let Some(width) = self.widths[i] {
                let target = self.around.target(i);
                candidates::around(self.size, target, width, self.height, &mut spots);
                self.add_previous(i, width, &mut spots);
                let reach = Surroundings::reach(self.height);
                let area = target.grow(width.max(self.height) as u16 + reach);
                self.around.rivals(i, area, &mut rivals);
                self.judge(i, &spots, &rivals, &mut judged);
                // Where the corners are good, nobody needs to look along the edges.
                if judged.iter().filter(|c| c.cost < GOOD).count() < 4 {
                    candidates::along(self.size, target, width, self.height, &mut slides);
                    self.judge(i, &slides, &rivals, &mut judged);
                }
                judged.sort_unstable_by_key(|c| (c.cost, c.spot));
                judged.truncate(KEPT);
            }
            self.candidates.extend_from_slice(&judged);
            self.starts.push(self.candidates.len());
        }
    }

    fn judge(&self, i: usize, spots: &[(Rect, i32)], rivals: &[Rect], out: &mut Vec<Candidate>) {
        out.extend(spots.iter().map(|&(spot, preference)| {
            let cost = self.around.cost(i, spot, rivals) + i64::from(preference);
            Candidate { spot, cost }
        }));
    }

    /// The previous spot, if it still touches the element; a moved element takes its badge along
    /// by preference anyway.
    fn add_previous(&self, i: usize, width: i32, spots: &mut Vec<(Rect, i32)>) {
        if let Some(old) = self.previous[i]
            && let Some(spot) = Rect::new(old.x(), old.y(), width, self.height)
            && self.size.rect().contains(spot)
            && spot.distance2(self.around.target(i)) == 0
        {
            spots.push((spot, -(STAYED as i32)));
        }
    }

    fn of(&self, i: usize) -> &[Candidate] {
        &self.candidates[self.starts[i]..self.starts[i + 1]]
    }

    /// Who loses most by not getting its best spot comes first.
    fn least_flexible_first(&self) -> Vec<usize> {
        let slack = |i: usize| {
            let own = self.of(i);
            own.get(3).map_or(i64::MAX, |fourth| fourth.cost - own[0].cost)
        };
        let mut order: Vec<(i64, usize)> = (0..self.labels.len()).map(|i| (-slack(i), i)).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, i)| i).collect()
    }

    /// Takes the cheapest free candidate below `limit`.
    fn take_first_free(&mut self, i: usize, limit: i64) -> bool {
        let own = self.of(i).iter().take_while(|c| c.cost < limit);
        let mut free = own.enumerate().filter(|(_, c)| self.is_free(c.spot));
        let Some((number, spot)) = free.next().map(|(number, c)| (number, c.spot)) else {
            return false;
        };
        self.put(i, Some(spot));
        self.chosen[i] = number;
        true
    }

    fn current_cost(&self, i: usize) -> i64 {
        match self.spots[i] {
            // Having no spot at all is worse than the worst spot.
            None => 1 << 40,
            Some(_) => self.of(i)[self.chosen[i]].cost,
        }
    }

    /// Moves a badge to a cheaper spot: a free one, or one whose only holder has an alternative
    /// that costs less than what is gained.
    fn improve(&mut self, i: usize) -> bool {
        let current = self.current_cost(i);
        for number in 0..self.of(i).len() {
            let Candidate { spot, cost } = self.of(i)[number];
            if cost >= current {
                return false;
            }
            match self.only_blocker(i, spot) {
                Blocker::None => {
                    self.put(i, Some(spot));
                    self.chosen[i] = number;
                    return true;
                }
                Blocker::One(k) => {
                    let old = (self.spots[i], self.spots[k], self.chosen[k]);
                    let limit = self.current_cost(k).saturating_add(current - cost);
                    self.put(k, None);
                    self.put(i, Some(spot));
                    if self.take_first_free(k, limit) {
                        self.chosen[i] = number;
                        return true;
                    }
                    self.put(i, old.0);
                    self.put(k, old.1);
                    self.chosen[k] = old.2;
                }
                Blocker::Many => {}
            }
        }
        false
    }

    fn only_blocker(&self, i: usize, spot: Rect) -> Blocker {
        let mut found = Blocker::None;
        self.taken.overlapping(spot.grow(GAP), |k| {
            found = match found {
                _ if k == i => found,
                Blocker::None => Blocker::One(k),
                Blocker::One(known) if known == k => found,
                _ => Blocker::Many,
            };
            found != Blocker::Many
        });
        found
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Blocker {
    None,
    One(usize),
    Many,
}
