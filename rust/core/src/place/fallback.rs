//! Places badges whose element has no free spot left: nearby, otherwise in rows over the whole
//! image.

use super::board::{Board, Candidate, GAP, ODD, apart};
use super::cost::Near;
use crate::geometry::Rect;
use std::collections::HashMap;

/// Number of square rings around the element that are searched for a spot. If they have none, a
/// uniform grid over the whole image is searched.
const RINGS: i32 = 12;
/// Cost that a spot gets for each badge height of distance from the element.
const PER_HEIGHT: i64 = 150;
/// Cost of a spot in the packed rows over the whole image, which are filled without regard to what
/// the badges cover.
const PACKED: i64 = 10_000;

/// Gives every mark without a spot the cheapest free spot around its element, or the nearest free
/// spot of the image.
pub fn find_free_spots(board: &mut Board<'_>) {
    let open: Vec<usize> = board.open().collect();
    // If there was no space for a badge, there is none for a wider badge of the same height.
    let mut hopeless = vec![i32::MAX; board.shapes.len()];
    let mut full = HashMap::new();
    for i in open {
        let spot = (0..board.shapes.len()).find_map(|step| {
            let (width, height) = size(board, i, step).filter(|&(w, _)| w < hopeless[step])?;
            let spot = near(board, i, (width, height), i64::MAX, false)
                .or_else(|| anywhere(board, i, width, height, &mut full));
            if spot.is_none() {
                hopeless[step] = width;
            }
            spot
        });
        board.put(i, spot);
    }
}

/// Maximum additional cost of a spot apart from the element, compared to a spot at which the badge
/// seems to belong to another element.
const UNCLEAR: i64 = 4000;
/// Cost of a badge with a leader line, which the eye must follow; a smaller badge that touches the
/// element costs less.
const LED: i64 = 500;

/// Moves a badge that seems to belong to another element to a clearer spot: another spot at its
/// element, or a spot apart from it with a leader line.
pub fn lead_away(board: &mut Board<'_>, i: usize) {
    let Some(held) = board.held(i) else { return };
    board.put(i, None);
    let is_clear =
        |c: &&Candidate| board.is_free(c.spot) && !board.around.is_nearer_to_another(i, c.spot);
    let own = board.candidates(i).iter().find(is_clear).copied();
    let limit = own.map_or(i64::MAX, |own| own.cost).min(held.cost + UNCLEAR);
    let limit = limit - LED - apart(board.wishes[i], ODD, held.spot.h());
    let apart = (0..board.shapes.len()).find_map(|step| {
        let (width, height) = size(board, i, step)?;
        near(board, i, (width, height), limit, true)
    });
    board.put(i, apart.or(own).or(Some(held)));
}

fn size(board: &Board<'_>, i: usize, step: usize) -> Option<(i32, i32)> {
    let shape = &board.shapes[step];
    board.width(i, shape).map(|width| (width, shape.height))
}

/// Returns the cheapest free spot below `limit` on rings around the target. If `is_clear` is set,
/// the spot must be nearer to the target than to any other element.
fn near(
    board: &Board<'_>,
    i: usize,
    (width, height): (i32, i32),
    limit: i64,
    is_clear: bool,
) -> Option<Candidate> {
    let target = board.around.target(i);
    let (x, y) = (target.x(), target.y() - height);
    let (step_x, step_y) = ((width / 2).max(1), (height / 2).max(1));
    let mut best: Option<Candidate> = None;
    let (mut limit, mut around) = (limit, Near::default());
    for ring in 1..=RINGS {
        let least = i64::from(ring) * PER_HEIGHT / 2;
        if limit <= least {
            break;
        }
        for (column, row) in square(ring) {
            let Some(spot) = Rect::new(x + column * step_x, y + row * step_y, width, height) else {
                continue;
            };
            if board.size.rect().contains(spot) && board.is_free(spot) {
                // Among spots of equal cost, the leftmost wins, then the topmost.
                let ties = limit.saturating_add(i64::from(best.is_some_and(|b| spot < b.spot)));
                let cost = board.around.lone_cost(i, spot, least, ties, &mut around);
                if cost < ties && !(is_clear && board.around.is_nearer_to_another(i, spot)) {
                    best = Some(Candidate { cost, spot, slot: ODD });
                    limit = cost;
                }
            }
        }
    }
    best
}

/// For each badge size and position in the grid, the number of rings that are known to be full,
/// which remains valid because badges are only added during the search. Without this cache, ten
/// thousand marks in one place take seconds.
type FullRings = HashMap<(i32, i32, i32, i32), i32>;

/// Returns the nearest free spot of a uniform grid over the whole image.
fn anywhere(
    board: &Board<'_>,
    i: usize,
    width: i32,
    height: i32,
    full: &mut FullRings,
) -> Option<Candidate> {
    let (target, gap) = (board.around.target(i), i32::from(GAP));
    let half = |v: i32| (v / 2).max(1);
    let (step_x, step_y) = (half(width + gap), half(height + gap));
    let columns = (board.size.w() as i32 - width) / step_x + 1;
    let rows = (board.size.h() as i32 - height) / step_y + 1;
    let (home_x, home_y) = (target.x() / step_x, target.y() / step_y);
    let known = full.entry((home_x, home_y, width, height)).or_insert(0);
    for ring in *known..=columns.max(rows) {
        *known = ring;
        for (dx, dy) in square(ring) {
            let (column, row) = (home_x + dx, home_y + dy);
            if (0..columns).contains(&column)
                && (0..rows).contains(&row)
                && let Some(spot) = Rect::new(column * step_x, row * step_y, width, height)
                && board.is_free(spot)
            {
                let least = i64::from(ring) * PER_HEIGHT / 2;
                let cost = board.around.lone_cost(i, spot, least, i64::MAX, &mut Near::default());
                return Some(Candidate { cost, spot, slot: ODD });
            }
        }
    }
    None
}

/// Returns the points of a square ring, clockwise from its top-left corner.
fn square(ring: i32) -> impl Iterator<Item = (i32, i32)> {
    let side = 2 * ring;
    let count = if ring == 0 { 1 } else { 4 * side };
    (0..count).map(move |n| {
        if ring == 0 {
            return (0, 0);
        }
        let (edge, along) = (n / side, n % side - ring);
        match edge {
            0 => (along, -ring),
            1 => (ring, along),
            2 => (-along, ring),
            _ => (-ring, -along),
        }
    })
}

/// Packs badges as tightly as possible: in rows over the whole image, each badge in the nearest row
/// to its element that has space. The result is used only if it leaves fewer marks without a badge.
pub fn pack(board: &mut Board<'_>) {
    let before: Vec<Option<Candidate>> = (0..board.len()).map(|i| board.held(i)).collect();
    let gap = i32::from(GAP);
    let last = board.shapes.len() - 1;
    let pitch = board.shapes[last].height + gap;
    let count = (board.size.h() as i32 + gap) / pitch;
    let mut used = vec![0; count.max(0) as usize];
    let mut packed = vec![None; board.len()];
    for (i, found) in packed.iter_mut().enumerate() {
        let Some((width, height)) = size(board, i, last) else { continue };
        let home = (board.around.target(i).y() / pitch).min(count - 1);
        let nearest = (0..count).flat_map(|away| [home - away, home + away]);
        let room = |&row: &i32| {
            (0..count).contains(&row) && used[row as usize] + width <= board.size.w() as i32
        };
        if let Some(row) = nearest.into_iter().find(room) {
            *found = Rect::new(used[row as usize], row * pitch, width, height)
                .map(|spot| Candidate { cost: PACKED, spot, slot: ODD });
            used[row as usize] += width + gap;
        }
    }
    let missing = |spots: &[Option<Candidate>]| spots.iter().filter(|s| s.is_none()).count();
    if missing(&packed) < missing(&before) {
        board.clear();
        for (i, found) in packed.into_iter().enumerate() {
            board.put(i, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_are_closed_and_disjoint() {
        let mut seen = std::collections::HashSet::new();
        for ring in 0..5 {
            for point in square(ring) {
                assert!(seen.insert(point), "{point:?} twice");
                assert_eq!(point.0.abs().max(point.1.abs()), ring);
            }
        }
        assert_eq!(seen.len(), 81);
    }
}
