//! Finds the rectangles near a given one, with two kinds of uniform grid: one for fixed rectangles
//! and one for rectangles that are inserted and removed.

use crate::geometry::{Rect, Size};

/// Maximum number of cells of a grid; in a larger image, the cells are larger instead.
const MAX_CELLS: usize = 4096;
/// Maximum number of rectangles per cell of [`Buckets`]. If more are in one place (ten thousand
/// marks on the same element), further rectangles would cost time without changing the result.
const MAX_PER_CELL: usize = 24;

/// A grid of square cells over an image.
#[derive(Clone, Copy, Debug)]
struct Cells {
    shift: u32,
    columns: usize,
    rows: usize,
}

impl Cells {
    fn new(size: Size, mut shift: u32) -> Self {
        loop {
            let columns = ((size.w() - 1) >> shift) as usize + 1;
            let rows = ((size.h() - 1) >> shift) as usize + 1;
            if columns * rows <= MAX_CELLS {
                return Self { shift, columns, rows };
            }
            shift += 1;
        }
    }

    /// Returns the range of columns and rows. Parts of `rect` outside the image count towards the
    /// cells at the border.
    fn span(self, rect: Rect) -> (usize, usize, usize, usize) {
        let cell = |v: i32, count: usize| (v.max(0) as usize >> self.shift).min(count - 1);
        (
            cell(rect.x(), self.columns),
            cell(rect.right() - 1, self.columns),
            cell(rect.y(), self.rows),
            cell(rect.bottom() - 1, self.rows),
        )
    }

    /// Column and row of the cell that contains the top-left corner.
    fn first(self, rect: Rect) -> (usize, usize) {
        let cell = |v: i32, count: usize| (v.max(0) as usize >> self.shift).min(count - 1);
        (cell(rect.x(), self.columns), cell(rect.y(), self.rows))
    }

    fn each(self, rect: Rect, mut visit: impl FnMut(usize)) {
        let (left, right, top, bottom) = self.span(rect);
        for row in top..=bottom {
            for column in left..=right {
                visit(row * self.columns + column);
            }
        }
    }
}

/// A grid of rectangles that do not change: elements and lines of text.
#[derive(Clone, Debug)]
pub struct Buckets {
    cells: Cells,
    /// The entries of cell `c` are `entries[starts[c]..starts[c + 1]]`.
    starts: Vec<u32>,
    entries: Vec<(u32, Rect)>,
}

impl Buckets {
    /// Builds the grid. If a cell is full, it keeps the rectangles that come first in `rects`.
    pub fn new(size: Size, rects: &[Rect]) -> Self {
        let cells = Cells::new(size, 6);
        let count = cells.columns * cells.rows;
        let mut filled = vec![0u8; count];
        for &rect in rects {
            cells.each(rect, |c| filled[c] = (filled[c] + 1).min(MAX_PER_CELL as u8));
        }
        let mut starts = Vec::with_capacity(count + 1);
        let mut total = 0;
        for n in &mut filled {
            starts.push(total);
            total += u32::from(*n);
            *n = 0;
        }
        starts.push(total);
        let nowhere = size.rect();
        let mut entries = vec![(0, nowhere); total as usize];
        for (i, &rect) in (0..).zip(rects) {
            cells.each(rect, |c| {
                if usize::from(filled[c]) < MAX_PER_CELL {
                    entries[starts[c] as usize + usize::from(filled[c])] = (i, rect);
                    filled[c] += 1;
                }
            });
        }
        Self { cells, starts, entries }
    }

    /// Visits each rectangle that intersects `rect` once, namely in the first cell that both touch.
    /// A rectangle that did not fit into that cell is not visited.
    pub fn near(&self, rect: Rect, mut visit: impl FnMut(usize, Rect)) {
        let (left, right, top, bottom) = self.cells.span(rect);
        for row in top..=bottom {
            for column in left..=right {
                let c = row * self.cells.columns + column;
                for &(i, other) in
                    &self.entries[self.starts[c] as usize..self.starts[c + 1] as usize]
                {
                    // Intersection is checked first, because most entries do not intersect and the
                    // check for repetitions is more expensive.
                    if other.meets(rect) {
                        let (x, y) = self.cells.first(other);
                        if x.max(left) == column && y.max(top) == row {
                            visit(i as usize, other);
                        }
                    }
                }
            }
        }
    }
}

/// A grid of rectangles that are inserted and removed: the badges. Badges never overlap, so a cell
/// contains only a few.
#[derive(Debug)]
pub struct Moving {
    cells: Cells,
    entries: Vec<Vec<(u32, Rect)>>,
}

impl Moving {
    /// Creates an empty grid.
    pub fn new(size: Size) -> Self {
        let cells = Cells::new(size, 6);
        Self { cells, entries: vec![Vec::new(); cells.columns * cells.rows] }
    }

    /// Adds a rectangle.
    pub fn insert(&mut self, id: usize, rect: Rect) {
        self.cells.each(rect, |c| self.entries[c].push((id as u32, rect)));
    }

    /// Removes a rectangle; `rect` must be the same as when it was inserted.
    pub fn remove(&mut self, id: usize, rect: Rect) {
        self.cells.each(rect, |c| self.entries[c].retain(|&(other, _)| other != id as u32));
    }

    /// Whether no rectangle overlaps `rect`.
    pub fn is_free(&self, rect: Rect) -> bool {
        let mut free = true;
        self.overlapping(rect, |_| {
            free = false;
            false
        });
        free
    }

    /// Visits the rectangles that overlap `rect` until `visit` returns false. A rectangle in
    /// several cells may be visited more than once.
    pub fn overlapping(&self, rect: Rect, mut visit: impl FnMut(usize) -> bool) {
        let (left, right, top, bottom) = self.cells.span(rect);
        for row in top..=bottom {
            for column in left..=right {
                for &(id, other) in &self.entries[row * self.cells.columns + column] {
                    if other.meets(rect) && !visit(id as usize) {
                        return;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: i32, y: i32, w: i32, h: i32) -> Rect {
        Rect::new(x, y, w, h).expect("valid")
    }

    #[test]
    fn neighbours_come_once_and_far_ones_never() {
        let size = Size::new(1000, 1000).expect("valid");
        let rects = [rect(0, 0, 300, 300), rect(900, 900, 50, 50), rect(10, 10, 5, 5)];
        let grid = Buckets::new(size, &rects);
        let mut found = Vec::new();
        grid.near(rect(0, 0, 200, 200), |i, _| found.push(i));
        found.sort_unstable();
        assert_eq!(found, [0, 2]);
    }

    #[test]
    fn a_crowded_cell_keeps_the_first_and_costs_no_more() {
        let size = Size::new(64, 64).expect("valid");
        let rects = vec![rect(0, 0, 8, 8); 10_000];
        let grid = Buckets::new(size, &rects);
        let mut found = 0;
        grid.near(rect(0, 0, 64, 64), |i, _| found = found.max(i + 1));
        assert_eq!(found, MAX_PER_CELL);
    }

    #[test]
    fn what_was_removed_is_free_again() {
        let size = Size::new(65_535, 65_535).expect("valid");
        let mut grid = Moving::new(size);
        let r = rect(60_000, 60_000, 100, 16);
        grid.insert(7, r);
        assert!(!grid.is_free(rect(60_099, 60_015, 1, 1)));
        assert!(grid.is_free(rect(60_100, 60_000, 5, 5)));
        let mut hit = Vec::new();
        grid.overlapping(r, |id| {
            hit.push(id);
            true
        });
        assert!(hit.iter().all(|&id| id == 7));
        grid.remove(7, r);
        assert!(grid.is_free(r));
    }
}
