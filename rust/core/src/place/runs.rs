//! Finds runs: similar elements in a column, a row or a grid, whose badges are aligned on one side.

use super::board::Board;
use crate::geometry::Rect;

/// Minimum number of elements in a run, because two elements do not form a line yet.
const FEWEST: usize = 3;
/// Maximum difference in pixels between edges that count as aligned, because layout engines round
/// each edge separately.
const JITTER: i32 = 2;

/// The members of a run in canonical order, and which of them are neighbours.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Run {
    pub members: Vec<usize>,
    /// Pairs of members that are neighbours, given by their positions in `members`.
    pub links: Vec<Link>,
}

/// Two neighbours in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub first: usize,
    pub second: usize,
    /// Whether the second member is below the first; otherwise it is to the right of the first.
    pub is_column: bool,
}

impl Link {
    /// Whether the badges of both members are aligned.
    pub fn is_straight(self, a: Rect, b: Rect) -> bool {
        let near = |a: i32, b: i32| (a - b).abs() <= JITTER;
        if self.is_column {
            near(a.x(), b.x()) || near(a.right(), b.right())
        } else {
            near(a.y(), b.y())
        }
    }
}

/// Finds all runs, longest first.
pub fn find(board: &Board<'_>) -> Vec<Run> {
    let count = board.len();
    let linked = |is_column| -> Vec<(usize, usize)> {
        (0..count).filter_map(|i| next(board, i, is_column).map(|k| (i, k))).collect()
    };
    let (mut columns, rows) = (linked(true), linked(false));
    let (in_column, in_row) = (Groups::new(count, &columns), Groups::new(count, &rows));
    let (down, across) = (in_column.lengths(), in_row.lengths());
    // Rows and columns form one grid only if most members of a row also belong to a column, or most
    // members of a column to a row. For example, a toolbar and the list below it share only one
    // corner element, so they are two separate runs.
    let of_rows = in_row.shares(&down);
    let of_columns = in_column.shares(&across);
    let is_corner =
        |i: usize| down[i] >= FEWEST && across[i] >= FEWEST && !of_rows[i] && !of_columns[i];
    columns.retain(|&(i, k)| !is_corner(i) && !is_corner(k));
    let both: Vec<(usize, usize)> = columns.iter().chain(&rows).copied().collect();
    let groups = Groups::new(count, &both);
    let mut runs: Vec<Run> = (0..count).map(|_| Run::default()).collect();
    let mut position = vec![0; count];
    for i in 0..count {
        let run = &mut runs[groups.first[i]];
        position[i] = run.members.len();
        run.members.push(i);
    }
    for (n, (i, k)) in both.into_iter().enumerate() {
        let link = Link { first: position[i], second: position[k], is_column: n < columns.len() };
        runs[groups.first[i]].links.push(link);
    }
    runs.retain(|run| run.members.len() >= FEWEST);
    runs.sort_by_key(|run| (std::cmp::Reverse(run.members.len()), run.members[0]));
    runs
}

/// Groups of elements that are connected by links, directly or through other elements.
struct Groups {
    /// For each element, the first element of the group to which it belongs.
    first: Vec<usize>,
}

impl Groups {
    fn new(count: usize, links: &[(usize, usize)]) -> Self {
        let mut first: Vec<usize> = (0..count).collect();
        for &(i, k) in links {
            let (a, b) = (root(&mut first, i), root(&mut first, k));
            first[a.max(b)] = a.min(b);
        }
        for i in 0..count {
            first[i] = root(&mut first, i);
        }
        Self { first }
    }

    /// Returns, for each element, the number of elements in its group.
    fn lengths(&self) -> Vec<usize> {
        let mut sums = vec![0; self.first.len()];
        self.first.iter().for_each(|&root| sums[root] += 1);
        self.first.iter().map(|&root| sums[root]).collect()
    }

    /// Returns, for each element, whether at least half of its component's members are in a long
    /// enough component of the other direction (`elsewhere`).
    fn shares(&self, elsewhere: &[usize]) -> Vec<bool> {
        let mut sums = vec![(0, 0); self.first.len()];
        for (&root, &length) in self.first.iter().zip(elsewhere) {
            sums[root].0 += usize::from(length >= FEWEST);
            sums[root].1 += 1;
        }
        self.first.iter().map(|&root| sums[root].0 * 2 >= sums[root].1).collect()
    }
}

fn root(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}

/// Returns the nearest similar element below or to the right that is aligned with element `i`.
fn next(board: &Board<'_>, i: usize, is_column: bool) -> Option<usize> {
    let own = board.around.target(i);
    let room = own.h().max(board.height() * 3 / 2);
    let area = if is_column {
        Rect::new(own.x(), own.bottom() - JITTER, 1, room + JITTER)
    } else {
        Rect::new(own.right() - JITTER, own.y(), room + JITTER, 1)
    }?
    .grow(JITTER as u16);
    let mut best: Option<(i32, usize)> = None;
    board.around.near(area, |k, other| {
        if k == i || k >= board.len() || !is_like(own, other, is_column) {
            return;
        }
        let gap = if is_column { other.y() - own.bottom() } else { other.x() - own.right() };
        if (-JITTER..=room).contains(&gap) {
            best = Some(best.map_or((gap, k), |known| known.min((gap, k))));
        }
    });
    best.map(|(_, k)| k)
}

/// Whether two elements are aligned and of similar size. List items may wrap to a second line, so
/// one element may be about twice as high as the other.
fn is_like(a: Rect, b: Rect, is_column: bool) -> bool {
    let near = |a: i32, b: i32| (a - b).abs() <= JITTER;
    let (low, high) = (a.h().min(b.h()), a.h().max(b.h()));
    if is_column {
        near(a.x(), b.x()) && high * 4 <= low * 9
    } else {
        near(a.y(), b.y()) && high - low <= JITTER.max(low / 8)
    }
}
