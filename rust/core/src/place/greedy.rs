//! Greedy placement, repair by moves, and smaller badges where it is tight.

use super::board::{Board, Candidate, NO_SPOT};
use super::candidates::{self, Spot};
use super::cost::{Near, Surroundings};
use super::fallback;
use super::harmony::{self, Table};
use super::runs;
use crate::geometry::Rect;
use std::ops::Range;

/// Sizes among which each badge chooses: 16, 13 and 11 px. Digits are 9, 9 and 7 px high, and
/// tesseract reads 100, 100 and 98 % of them.
pub const SIZES: usize = 3;
/// A spot below this cost covers nothing and is nobody else's.
pub const GOOD: i64 = 300;
/// From this cost on a badge may be smaller: it covers text or another element, or cannot be told
/// from a neighbour's.
pub const TIGHT: i64 = 300;
/// What a badge of each size costs: the first step down reads as well, the second nearly.
pub const SMALLER: [i64; SIZES] = [0, 180, 350];
/// What costs this much more than the best spot is not worth a try.
const HOPELESS: i64 = 1600;
/// Rounds of repair; nothing moved after the fourth in any measured case.
const ROUNDS: usize = 6;

/// Gives every mark for which there is one a spot at its element.
///
/// Badges of a fixed size become smaller only where there is no spot for them.
pub fn choose(board: &mut Board<'_>, is_fixed: bool) {
    let mut scratch = Scratch::default();
    for i in 0..board.len() {
        look(board, i, 0..1, ALL, i64::MAX, &mut scratch);
    }
    for run in runs::find(board) {
        harmony::together(board, &run, is_fixed, &mut scratch);
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
            let cost = board.cost(i);
            if cost > *known {
                *known = cost;
                // A smaller badge must take away a quarter of what is bad: on a photograph it
                // takes away nothing. Without any spot it may be needed to make way.
                let limit = if board.candidates(i).is_empty() { i64::MAX } else { cost / 4 * 3 };
                look(board, i, 1..board.shapes.len(), ALL, limit, &mut scratch);
                is_looking = true;
            }
        }
        if !is_looking {
            break;
        }
        repair(board);
    }
    for i in 0..board.len() {
        if board.held(i).is_some_and(|held| board.around.is_nearer_to_another(i, held.spot)) {
            fallback::lead_away(board, i);
        }
    }
}

/// Lists that are filled anew for every mark.
#[derive(Default)]
pub struct Scratch {
    spots: Vec<Spot>,
    near: Near,
    judged: Vec<Candidate>,
    pub table: Table,
}

/// All slots, and what lies between them.
pub const ALL: u32 = u32::MAX;

/// Adds the spots below `limit` for badges of some of the sizes to what is considered for a mark,
/// those in `slots` (one bit each) only.
pub fn look(
    board: &mut Board<'_>,
    i: usize,
    sizes: Range<usize>,
    slots: u32,
    mut limit: i64,
    scratch: &mut Scratch,
) {
    let Scratch { spots, near, judged, .. } = scratch;
    judged.clear();
    judged.extend_from_slice(board.candidates(i));
    let target = board.around.target(i);
    let mut is_known = false;
    let wish = board.wishes[i];
    for step in sizes {
        let shape = &board.shapes[step];
        let Some(width) = board.width(i, shape) else { continue };
        if !is_known {
            board.around.look(i, Surroundings::area(target, width, shape.height), near);
            is_known = true;
        }
        let extra = SMALLER[step];
        let mut judge = |spots: &[Spot]| {
            let mut good = 0;
            for &(spot, preference, slot) in spots {
                if slots != ALL && slots & (1 << slot) == 0 {
                    continue;
                }
                let apart = harmony::apart(wish, slot, shape.height);
                let known = i64::from(preference) + extra + apart;
                let cost = board.around.cost(i, spot, near, known, limit);
                if cost < limit {
                    good += usize::from(cost < GOOD + extra + apart);
                    limit = limit.min(cost + HOPELESS);
                    judged.push(Candidate { cost, spot, slot });
                }
            }
            good
        };
        candidates::around(board.size, target, width, shape.height, spots);
        // Where the corners are good, nobody needs to look along the edges.
        if judge(spots) < 4 && slots == ALL {
            candidates::along(board.size, target, width, shape.height, spots);
            judge(spots);
        }
    }
    judged.sort_unstable();
    board.consider(i, judged);
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
