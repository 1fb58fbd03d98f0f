//! Greedy placement, repair by moves, and smaller badges where it is tight.

use super::board::{Board, Candidate, NO_SPOT};
use super::candidates;
use super::cost::{Near, STAYED, Surroundings};
use crate::geometry::Rect;

/// Sizes among which each badge chooses: 16, 13 and 11 px. Digits are 9, 9 and 7 px high, and
/// tesseract reads 100, 100 and 98 % of them.
pub const SIZES: usize = 3;
/// Spots kept per mark and size; what comes later was never chosen on real pages.
const KEPT: usize = 24;
/// A spot below this cost covers nothing and is nobody else's.
const GOOD: i64 = 300;
/// From this cost on a badge may be smaller: it covers text or another element, or cannot be told
/// from a neighbour's.
const TIGHT: i64 = 300;
/// What a badge of each size costs: the first step down reads as well, the second nearly.
const SMALLER: [i64; SIZES] = [0, 180, 350];
/// Rounds of repair; nothing moved after the fourth in any measured case.
const ROUNDS: usize = 6;

/// Gives every mark for which there is one a spot at its element.
///
/// Badges of a fixed size become smaller only where there is no spot for them.
pub fn choose(board: &mut Board<'_>, is_fixed: bool) {
    let mut scratch = Scratch::default();
    for i in 0..board.len() {
        look(board, i, 0..1, &mut scratch);
    }
    // What stays where it was is a choice that cannot be improved, if nothing else has changed.
    for i in 0..board.len() {
        stay(board, i);
    }
    for i in least_flexible_first(board) {
        if board.held(i).is_none() {
            take_first_free(board, i, i64::MAX);
        }
    }
    repair(board);
    // Whose spot has become worse since it looked for a smaller one looks again.
    let mut known = vec![if is_fixed { NO_SPOT } else { TIGHT } - 1; board.len()];
    for _ in 0..ROUNDS {
        let mut is_looking = false;
        for (i, known) in known.iter_mut().enumerate() {
            if board.cost(i) > *known {
                *known = board.cost(i);
                look(board, i, 1..board.shapes.len(), &mut scratch);
                is_looking = true;
            }
        }
        if !is_looking {
            break;
        }
        repair(board);
    }
}

/// Lists that are filled anew for every mark.
#[derive(Default)]
struct Scratch {
    spots: Vec<(Rect, i32)>,
    near: Near,
    judged: Vec<Candidate>,
}

/// Adds the spots for badges of some of the sizes to what is considered for a mark.
fn look(board: &mut Board<'_>, i: usize, sizes: std::ops::Range<usize>, scratch: &mut Scratch) {
    let Scratch { spots, near, judged } = scratch;
    judged.clear();
    judged.extend_from_slice(board.candidates(i));
    let target = board.around.target(i);
    // A smaller badge must take away a quarter of what is bad: on a photograph it takes away nothing.
    // What is considered first may be needed to make way, whatever it costs.
    let limit = if judged.is_empty() { i64::MAX } else { board.cost(i) / 4 * 3 };
    let mut is_known = false;
    for step in sizes {
        let shape = &board.shapes[step];
        let Some(width) = board.width(i, shape) else { continue };
        if !is_known {
            let reach = Surroundings::reach(shape.height);
            let area = target.grow(width.max(shape.height) as u16 + reach);
            board.around.look(i, area, near);
            is_known = true;
        }
        let before = judged.len();
        let extra = SMALLER[step];
        let mut judge = |spots: &[(Rect, i32)]| {
            judged.extend(spots.iter().filter_map(|&(spot, preference)| {
                let known = i64::from(preference) + extra;
                let cost = board.around.cost(i, spot, near, known, limit);
                (cost < limit).then_some(Candidate { cost, spot })
            }));
            judged[before..].iter().filter(|c| c.cost < GOOD + extra).count()
        };
        candidates::around(board.size, target, width, shape.height, spots);
        // Where the corners are good, nobody needs to look along the edges.
        if judge(spots) < 4 {
            candidates::along(board.size, target, width, shape.height, spots);
            judge(spots);
        }
        judged[before..].sort_unstable();
        judged.truncate(before + KEPT);
    }
    if board.candidates(i).is_empty()
        && let Some(spot) = previous(board, i)
    {
        // Its own size: a badge that was small stays small until it gains by growing.
        let step = board.shapes.iter().position(|p| p.height == spot.h()).unwrap_or(0);
        let cost = board.around.lone_cost(i, spot) + SMALLER[step] - STAYED;
        judged.push(Candidate { cost, spot });
    }
    judged.sort_unstable();
    board.consider(i, judged);
}

/// The previous spot, if it still touches the element and has one of the sizes.
fn previous(board: &Board<'_>, i: usize) -> Option<Rect> {
    let old = board.previous[i]?;
    let shape = board.shapes.iter().find(|p| p.height == old.h()).unwrap_or(&board.shapes[0]);
    let spot = Rect::new(old.x(), old.y(), board.width(i, shape)?, shape.height)?;
    let is_near = spot.distance2(board.around.target(i)) == 0;
    (is_near && board.size.rect().contains(spot)).then_some(spot)
}

fn stay(board: &mut Board<'_>, i: usize) {
    if let Some(spot) = previous(board, i)
        && board.is_free(spot)
    {
        let known = board.candidates(i).iter().find(|c| c.spot == spot).copied();
        board.put(i, known);
    }
}

/// Who loses most by not getting its best spot comes first.
fn least_flexible_first(board: &Board<'_>) -> Vec<usize> {
    let slack = |i: usize| {
        let own = board.candidates(i);
        own.get(3).map_or(i64::MAX, |fourth| fourth.cost - own[0].cost)
    };
    let mut order: Vec<(i64, usize)> = (0..board.len()).map(|i| (-slack(i), i)).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, i)| i).collect()
}

/// Takes the cheapest free candidate below `limit`.
fn take_first_free(board: &mut Board<'_>, i: usize, limit: i64) -> bool {
    let mut own = board.candidates(i).iter().take_while(|c| c.cost < limit);
    let free = own.find(|c| board.is_free(c.spot)).copied();
    if free.is_some() {
        board.put(i, free);
    }
    free.is_some()
}

/// Lets badges move, or push one other aside, as long as the sum of the costs falls.
fn repair(board: &mut Board<'_>) {
    for _ in 0..ROUNDS {
        let mut moved = false;
        for i in 0..board.len() {
            moved |= improve(board, i);
        }
        if !moved {
            break;
        }
    }
}

/// Moves a badge to a cheaper spot: a free one, or one whose only holder has an alternative that
/// costs less than what is gained.
fn improve(board: &mut Board<'_>, i: usize) -> bool {
    let current = board.cost(i);
    for number in 0..board.candidates(i).len() {
        let wish = board.candidates(i)[number];
        if wish.cost >= current {
            return false;
        }
        match only_blocker(board, i, wish.spot) {
            Blocker::None => {
                board.put(i, Some(wish));
                return true;
            }
            Blocker::One(k) => {
                let (own, other) = (board.held(i), board.held(k));
                let limit = board.cost(k).saturating_add(current - wish.cost);
                board.put(k, None);
                board.put(i, Some(wish));
                if take_first_free(board, k, limit) {
                    return true;
                }
                board.put(i, own);
                board.put(k, other);
            }
            Blocker::Many => {}
        }
    }
    false
}

fn only_blocker(board: &Board<'_>, i: usize, spot: Rect) -> Blocker {
    let mut found = Blocker::None;
    board.blockers(spot, |k| {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Blocker {
    None,
    One(usize),
    Many,
}
