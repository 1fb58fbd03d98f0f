//! Chooses a common side and size for the badges of a run (a row or column of similar elements).

use super::board::{APART, Board, Candidate, GAP, Wish, apart};
use super::candidates::{DEEP, SLOTS};
use super::look::{Scratch, TIGHT, is_among, look};
use super::runs::Run;
use crate::geometry::Rect;

/// Cost to a run (a row or column of similar elements) for each of its badges that is not at the
/// common position, so that a position which suits all members is preferred.
const LEAVES: i64 = 500;
/// Cost of two neighbours in a run (a row or column of similar elements) whose badges are not
/// aligned.
const CROOKED: i64 = 250;
/// Cost of a badge that would overlap a badge of its own run or of a run that has been placed.
const CLASH: i64 = 1500;

/// The candidate spots of the members of a run for one badge size, indexed by member and slot.
#[derive(Default)]
pub struct Table {
    /// For each member and slot, the index of the candidate, or [`NONE`].
    positions: Vec<[u8; SLOTS]>,
    /// For each member of the run, the cost to the run of placing that member's badge elsewhere.
    elsewhere: Vec<i64>,
}

const NONE: u8 = u8::MAX;
/// Number of slots (positions relative to the element) that are also tried with smaller badges:
/// those that are cheapest with badges of the usual size.
const PROMISING: usize = 12;

/// Finds the slot and size with the lowest total cost for the members of a run, and places the
/// badges there.
///
/// Smaller sizes are tried only where the usual size is tight.
pub fn together(
    board: &mut Board<'_>,
    run: &Run,
    is_fixed: bool,
    scratch: &mut Scratch,
    table: &mut Table,
) {
    look_deep(board, run, scratch);
    let count = run.members.len() as i64;
    let mut best: Option<(i64, Wish)> = None;
    let mut slots = 0;
    let sizes = if is_fixed { 1 } else { board.shapes.len() };
    for step in 0..sizes {
        if step > 0 {
            for &i in &run.members {
                let limit = elsewhere(board.candidates(i));
                look(board, i, step..step + 1, slots, limit, scratch);
            }
        }
        let sums = sums(board, run, step, table);
        let found = cheapest(board, run, step, &sums, table, best.map(|(cost, _)| cost));
        best = found.or(best);
        if step == 0 {
            let promising = sums.iter().take(PROMISING).filter(|&&(sum, _)| sum < i64::MAX);
            slots = promising.fold(0, |slots, &(_, slot)| slots | 1 << slot);
        }
        if best.is_some_and(|(cost, _)| cost < count * TIGHT) {
            break;
        }
    }
    let Some((_, wish)) = best else { return };
    for &i in &run.members {
        board.wishes[i] = Some(wish);
        for candidate in board.candidates_mut(i) {
            candidate.cost += apart(Some(wish), candidate.slot, candidate.spot.h());
        }
        board.candidates_mut(i).sort_unstable();
        let is_wished = |c: &&Candidate| apart(Some(wish), c.slot, c.spot.h()) == 0;
        let wished = board.candidates(i).iter().find(is_wished).copied();
        // This position is only a starting point: once all runs are placed, the repair step moves
        // single badges to cheaper spots.
        if wished.is_some_and(|c| board.is_free(c.spot)) {
            board.put(i, wished);
        }
    }
}

/// If the usual corners of some members are taken, considers the slots deep inside the element for
/// all members.
fn look_deep(board: &mut Board<'_>, run: &Run, scratch: &mut Scratch) {
    let knows =
        |board: &Board<'_>, i: usize| board.candidates(i).iter().any(|c| is_among(DEEP, c.slot));
    if run.members.iter().any(|&i| knows(board, i)) {
        for &i in &run.members {
            if !knows(board, i) {
                look(board, i, 0..1, DEEP, i64::MAX, scratch);
            }
        }
    }
}

/// Returns the cheapest slot of one size for a run, if it costs less than `known`.
fn cheapest(
    board: &Board<'_>,
    run: &Run,
    step: usize,
    sums: &[(i64, usize); SLOTS],
    table: &Table,
    known: Option<i64>,
) -> Option<(i64, Wish)> {
    let height = board.shapes[step].height;
    let mut best: Option<(i64, Wish)> = None;
    for &(least, slot) in sums {
        let limit = best.map(|(cost, _)| cost).or(known).unwrap_or(i64::MAX);
        if least >= limit {
            break;
        }
        let cost = least + conflicts(board, run, slot, table, limit.saturating_sub(least));
        if cost < limit {
            best = Some((cost, Wish { slot: slot as u8, height }));
        }
    }
    best
}

/// Returns the cost to the run if a mark takes its cheapest spot instead of the common position.
fn elsewhere(candidates: &[Candidate]) -> i64 {
    // A mark whose best spot is much cheaper than the common position will take its best spot.
    candidates.first().map_or(0, |c| c.cost) + APART + LEAVES
}

/// Returns the cost of each slot for the run without conflicts, cheapest first. Slots that at most
/// half of the members can use come last.
fn sums(board: &Board<'_>, run: &Run, step: usize, table: &mut Table) -> [(i64, usize); SLOTS] {
    let height = board.shapes[step].height;
    let mut sums = [0; SLOTS];
    let mut with = [0; SLOTS];
    table.positions.clear();
    table.elsewhere.clear();
    let mut all_elsewhere = 0;
    for &i in &run.members {
        let own = board.candidates(i);
        let elsewhere = elsewhere(own);
        all_elsewhere += elsewhere;
        let mut positions = [NONE; SLOTS];
        for (at, candidate) in own.iter().enumerate().take(usize::from(NONE)) {
            let slot = usize::from(candidate.slot);
            if slot < SLOTS && candidate.spot.h() == height && positions[slot] == NONE {
                positions[slot] = at as u8;
                sums[slot] += (candidate.cost - elsewhere).min(0);
                with[slot] += 1;
            }
        }
        table.positions.push(positions);
        table.elsewhere.push(elsewhere);
    }
    let many = run.members.len();
    let mut order = std::array::from_fn(|slot| {
        (if with[slot] * 2 > many { sums[slot] + all_elsewhere } else { i64::MAX }, slot)
    });
    order.sort_unstable();
    order
}

/// Returns the cost of conflicts: members that overlap each other or a run that has been placed,
/// and members that are not aligned. Stops early once the sum reaches `limit`.
fn conflicts(board: &Board<'_>, run: &Run, slot: usize, table: &Table, limit: i64) -> i64 {
    let spot = |member: usize| -> Option<Candidate> {
        let at = table.positions[member][slot];
        board.candidates(run.members[member]).get(usize::from(at)).copied().filter(|_| at != NONE)
    };
    let mut total = 0;
    for (member, &elsewhere) in table.elsewhere.iter().enumerate() {
        if total >= limit {
            return total;
        }
        if let Some(candidate) = spot(member)
            && candidate.cost < elsewhere
            && !board.is_free(candidate.spot)
        {
            total += CLASH.min(elsewhere - candidate.cost);
        }
    }
    for link in &run.links {
        if total >= limit {
            break;
        }
        if let (Some(a), Some(b)) = (spot(link.first), spot(link.second)) {
            total += if link.is_straight(a.spot, b.spot) { 0 } else { CROOKED };
            total += if meets(a.spot, b.spot) { CLASH } else { 0 };
        }
    }
    total
}

fn meets(a: Rect, b: Rect) -> bool {
    a.grow(GAP).meets(b)
}
