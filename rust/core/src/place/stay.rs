//! Keeps badges where they were in the previous image.
//!
//! All badges are first placed without regard to the previous image. Then each badge returns to its
//! previous spot if that spot costs only slightly more. Therefore an unchanged page gives the same
//! image again, regardless of the images before it, and an element that moves does not affect the
//! badges next to it.

use super::board::{Board, Candidate, GAP, ODD, apart};
use super::cost::Near;
use super::look::SMALLER;
use crate::geometry::Rect;

/// Maximum additional cost of a badge's position in the previous image at which the badge returns
/// to it.
const STAYED: i64 = 200;

/// Moves badges back to their positions in the previous image. New badges have priority: a badge
/// whose previous position is blocked by a new badge stays at its new position.
pub fn stay(board: &mut Board<'_>) {
    let new: Vec<Option<Candidate>> = (0..board.len()).map(|i| board.held(i)).collect();
    let mut old: Vec<Option<Candidate>> = new
        .iter()
        .enumerate()
        .map(|(i, new)| new.and_then(|new| previous(board, i, new)))
        .collect();
    // The previous badges overlap each other only if the caller combined badges of different
    // images.
    for i in 0..old.len() {
        let meets = |a: Candidate, b: Candidate| a.spot.grow(GAP).meets(b.spot);
        let earlier = old[..i].iter().flatten();
        if old[i].is_some_and(|own| earlier.into_iter().any(|&other| meets(own, other))) {
            old[i] = None;
        }
    }
    let staying: Vec<usize> = (0..old.len()).filter(|&i| old[i].is_some()).collect();
    if staying.is_empty() {
        return;
    }
    for &i in &staying {
        board.put(i, None);
    }
    // Each badge that yields takes its new spot, which may in turn block the previous spot of
    // another badge.
    let mut yielding: Vec<usize> = Vec::new();
    let mut is_yielding = vec![false; old.len()];
    for &i in &staying {
        if let Some(own) = old[i] {
            board.blockers(own.spot, |_| {
                is_yielding[i] = true;
                false
            });
        }
        if is_yielding[i] {
            yielding.push(i);
        }
    }
    for &i in staying.iter().filter(|&&i| !is_yielding[i]) {
        board.put(i, old[i]);
    }
    while let Some(i) = yielding.pop() {
        let Some(own) = new[i] else { continue };
        let mut blocked = Vec::new();
        board.blockers(own.spot, |k| {
            blocked.push(k);
            true
        });
        for k in blocked {
            board.put(k, None);
            if !is_yielding[k] {
                is_yielding[k] = true;
                yielding.push(k);
            }
        }
        board.put(i, Some(own));
    }
}

/// Returns the previous spot, if it still touches the element and costs only slightly more.
fn previous(board: &Board<'_>, i: usize, new: Candidate) -> Option<Candidate> {
    let old = board.previous[i].filter(|&old| old != new.spot)?;
    // If the previous image had a different scale, its badges had a different height.
    let step = board.shapes.iter().position(|shape| shape.height == old.h()).unwrap_or(0);
    let shape = &board.shapes[step];
    let spot = Rect::new(old.x(), old.y(), board.width(i, shape)?, shape.height)?;
    if spot.distance2(board.around.target(i)) > 0 || !board.size.rect().contains(spot) {
        return None;
    }
    let slot = board.candidates(i).iter().find(|c| c.spot == spot).map_or(ODD, |c| c.slot);
    let extra = SMALLER[step] + apart(board.wishes[i], slot, spot.h());
    let cost = board.around.lone_cost(i, spot, extra, i64::MAX, &mut Near::default());
    (cost <= new.cost + STAYED).then_some(Candidate { cost, spot, slot })
}
