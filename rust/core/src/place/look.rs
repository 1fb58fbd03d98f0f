//! Finds spots at an element, and the cost of each spot.

use super::board::{Board, Candidate, apart};
use super::candidates::{self, DEEP, Spot};
use super::cost::{Near, Surroundings};
use std::ops::Range;

/// Number of sizes that each badge can choose from: heights of 16, 13 and 11 px. Their digits are
/// 9, 9 and 7 px high, of which the text recogniser `tesseract` reads 100, 100 and 98 %.
pub const SIZES: usize = 3;
/// Cost below which a spot is good: it covers nothing and cannot be mistaken for another element's
/// spot.
pub const GOOD: i64 = 300;
/// Cost of a spot from which smaller badges are tried too: the badge covers text or another
/// element, or may be mistaken for a neighbour's badge.
pub const TIGHT: i64 = 300;
/// Cost of using each size: digits of the second size are as readable as those of the first, digits
/// of the third are slightly less readable.
pub const SMALLER: [i64; SIZES] = [0, 180, 350];
/// Maximum cost by which a candidate spot may exceed the best one; more expensive ones are
/// discarded.
const HOPELESS: i64 = 1600;

/// Buffers that are reused for every mark.
#[derive(Default)]
pub struct Scratch {
    spots: Vec<Spot>,
    near: Near,
    judged: Vec<Candidate>,
}

/// Bit mask that contains all slots, and also spots without a slot.
pub const ALL: u32 = u32::MAX;

/// Whether a bit mask of slots contains a slot; [`super::board::ODD`] is only in [`ALL`].
pub fn is_among(slots: u32, slot: u8) -> bool {
    slots == ALL || slots.checked_shr(u32::from(slot)).is_some_and(|rest| rest & 1 == 1)
}

/// Adds spots that cost less than `limit` to the candidates of a mark, for badges of the given
/// sizes. `slots` is a bit mask of the slots to try.
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
        // If enough of the corners are good, the spots along the edges need not be tried.
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
