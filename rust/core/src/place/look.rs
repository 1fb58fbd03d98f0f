//! Finds spots at an element, with the cost of each.

use super::board::{Board, Candidate, apart};
use super::candidates::{self, DEEP, Spot};
use super::cost::{Near, Surroundings};
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

/// Lists that are filled anew for every mark.
#[derive(Default)]
pub struct Scratch {
    spots: Vec<Spot>,
    near: Near,
    judged: Vec<Candidate>,
}

/// All slots, and what lies between them.
pub const ALL: u32 = u32::MAX;

/// Whether a slot is one of those; an odd one only of all.
pub fn is_among(slots: u32, slot: u8) -> bool {
    slots == ALL || slots.checked_shr(u32::from(slot)).is_some_and(|rest| rest & 1 == 1)
}

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
    let Scratch { spots, near, judged } = scratch;
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
                if !is_among(slots, slot) {
                    continue;
                }
                let apart = apart(wish, slot, shape.height);
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
        let has_few = judge(spots) < 4;
        let goes_on = if slots == ALL { has_few } else { slots & DEEP != 0 };
        if goes_on {
            candidates::along(board.size, target, width, shape.height, spots);
            judge(spots);
        }
    }
    judged.sort_unstable();
    board.consider(i, judged);
}
