//! Greedy placement, repair by moving badges, and smaller badges where space is tight.

use super::board::{Board, NO_SPOT};
use super::fallback;
use super::harmony::{self, Table};
use super::look::{ALL, Scratch, TIGHT, look};
use super::runs;
use crate::geometry::Rect;

/// Maximum number of rounds in which badges are moved to cheaper spots. In no measured case did
/// anything move after the fourth round.
const ROUNDS: usize = 6;

/// Gives every mark a spot at its element, if there is one.
///
/// If the size is fixed, badges are made smaller only where there is no spot for them.
pub fn choose(board: &mut Board<'_>, is_fixed: bool) {
    let (mut scratch, mut table) = (Scratch::default(), Table::default());
    for i in 0..board.len() {
        look(board, i, 0..1, ALL, i64::MAX, &mut scratch);
    }
    for run in runs::find(board) {
        harmony::together(board, &run, is_fixed, &mut scratch, &mut table);
    }
    for i in least_flexible_first(board) {
        if board.held(i).is_none() {
            take_first_free(board, i, i64::MAX);
        }
    }
    repair(board);
    // Marks whose spot has become more expensive since their last search for a smaller badge search
    // again.
    let mut known = vec![if is_fixed { NO_SPOT } else { TIGHT } - 1; board.len()];
    for _ in 0..ROUNDS {
        let mut is_looking = false;
        for (i, known) in known.iter_mut().enumerate() {
            let cost = board.cost(i);
            if cost > *known {
                *known = cost;
                // A smaller badge must save a quarter of the cost, which it does not on a
                // photograph, for example. A mark without any spot may need a smaller badge to make
                // way for others.
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

/// Orders the marks by how much their cost rises if they do not get their best spots. The mark that
/// loses most comes first.
fn least_flexible_first(board: &Board<'_>) -> Vec<usize> {
    let slack = |i: usize| {
        let own = board.candidates(i);
        own.get(3).map_or(i64::MAX, |fourth| fourth.cost - own[0].cost)
    };
    let mut order: Vec<(i64, usize)> = (0..board.len()).map(|i| (-slack(i), i)).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, i)| i).collect()
}

/// Gives a mark its cheapest free candidate below `limit`; returns whether there was one.
fn take_first_free(board: &mut Board<'_>, i: usize, limit: i64) -> bool {
    let mut own = board.candidates(i).iter().take_while(|c| c.cost < limit);
    let free = own.find(|c| board.is_free(c.spot)).copied();
    if free.is_some() {
        board.put(i, free);
    }
    free.is_some()
}

/// Moves badges, or pushes single badges aside, as long as the sum of the costs falls.
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

/// Moves a badge to a cheaper spot. The spot must be free, or blocked by only one badge that has an
/// alternative which costs less than the gain.
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
