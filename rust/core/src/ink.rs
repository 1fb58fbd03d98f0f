//! The ink map: where an image has text or detail that a badge should not cover.
//!
//! If a layout engine reports the lines of text, they are stored as rectangles, which is exact and
//! takes only a few microseconds. Detail found in pixels or JPEG blocks is stored as an integral
//! image instead. Cells of at least 4 pixels keep the integral image small (230 kB at 1280x720).
//! Sums are interpolated within cells, so that a shift by one pixel changes the result smoothly.

use crate::geometry::{Rect, Size};
use crate::grid::Buckets;

/// Maximum number of cells of a map: 600 kB of sums. Images above 1920x1200 reach this limit.
const MAX_CELLS: usize = 150_000;
/// Minimum difference of luma between neighbouring pixels that counts as an edge.
const EDGE: i32 = 24;

/// Reports how much ink lies under a rectangle.
#[derive(Clone, Debug)]
pub struct Ink {
    size: Size,
    source: Source,
}

#[derive(Clone, Debug)]
enum Source {
    Lines(Buckets),
    Map(Map),
}

impl Ink {
    /// Builds the map from the rectangles of text lines, as a layout engine reports them.
    ///
    /// A line box is taller than its letters, so a sixth of its height is ignored at the top and at
    /// the bottom.
    #[must_use]
    pub fn from_rects(size: Size, lines: &[Rect]) -> Self {
        let core = |line: &Rect| {
            let skip = line.h() / 6;
            Rect::new(line.x(), line.y() + skip, line.w(), line.h() - 2 * skip)
                .and_then(|core| core.intersect(size.rect()))
        };
        let cores: Vec<Rect> = lines.iter().filter_map(core).collect();
        Self { size, source: Source::Lines(Buckets::new(size, &cores)) }
    }

    /// Builds the map from luma samples, row by row. Text, icons and edges are detected by
    /// differences between neighbouring samples.
    ///
    /// Rows that are missing from `luma` count as blank.
    #[must_use]
    pub fn from_luma(size: Size, luma: &[u8]) -> Self {
        let mut map = Map::new(size, 2);
        let (w, cell) = (size.w() as usize, map.cell());
        let cell_area = (cell * cell) as u32;
        let mut counts = vec![0u32; map.columns];
        let mut rows = luma.chunks_exact(w).take(size.h() as usize).peekable();
        let mut y = 0;
        while let Some(row) = rows.next() {
            let below = rows.peek().copied().unwrap_or(row);
            for x in 0..w {
                let here = i32::from(row[x]);
                let right = i32::from(row[(x + 1).min(w - 1)]);
                let step = (right - here).abs() + (i32::from(below[x]) - here).abs();
                counts[x / cell] += u32::from(step > EDGE);
            }
            y += 1;
            if y % cell == 0 || rows.peek().is_none() {
                let from = (y - 1) / cell * map.columns;
                for (level, count) in map.levels[from..].iter_mut().zip(&mut counts) {
                    // In text, at most half of a cell's pixels are edges, so half counts as full
                    // ink.
                    *level = (*count * 510 / cell_area).min(255) as u8;
                    *count = 0;
                }
            }
        }
        map.into_ink(size)
    }

    /// Builds the map from the levels of square cells, from 0 (blank) to 255 (full of detail). The
    /// cells are `cell` pixels wide, a power of two, and listed row by row, `ceil(w / cell)` per
    /// row; see [`Ink::level_of_bits`]. Missing cells count as blank.
    #[must_use]
    pub fn from_cells(size: Size, cell: u32, mut cells: Vec<u8>) -> Self {
        let cell = cell.clamp(1, 1 << 15);
        let columns = size.w().div_ceil(cell) as usize;
        let mut map = Map::new(size, cell.ilog2());
        if map.cell() == cell as usize {
            cells.resize(map.levels.len(), 0);
            map.levels = cells;
            return map.into_ink(size);
        }
        // If the map has larger cells than the given ones, each uses the highest level of its
        // parts, so that averaging does not hide text.
        for (number, &given) in cells.iter().enumerate() {
            let (x, y) = (number % columns * cell as usize, number / columns * cell as usize);
            let at = (y >> map.shift) * map.columns + (x >> map.shift);
            if let Some(level) = map.levels.get_mut(at) {
                *level = (*level).max(given);
            }
        }
        map.into_ink(size)
    }

    /// Returns the level of an 8x8 JPEG block, given its number of bits. Below 24 bits it is flat
    /// or a gradient, above 96 bits it contains text or detail. Any threshold from 48 to 72 detects
    /// text on screenshots with a precision and recall of at least 0.88.
    #[must_use]
    pub fn level_of_bits(bits: u32) -> u8 {
        (bits.clamp(24, 96) - 24).saturating_mul(255).div_euclid(72) as u8
    }

    /// Size of the image.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Mean level under the part of `rect` inside the image, from 0 (blank) to 255 (full). It is
    /// also 255 if `rect` hides a complete line of text smaller than `rect`, because hiding a
    /// one-digit number is as bad as hiding a word.
    #[must_use]
    pub fn mean(&self, rect: Rect) -> u8 {
        let mut lines = Vec::new();
        self.lines(rect, &mut lines);
        self.mean_near(rect, &lines)
    }

    /// Whether the map was built from known lines of text.
    pub(crate) fn is_lines(&self) -> bool {
        matches!(self.source, Source::Lines(_))
    }

    /// Adds the lines of text that intersect `area`; adds none if the map was built from pixels or
    /// blocks.
    pub(crate) fn lines(&self, area: Rect, out: &mut Vec<Rect>) {
        if let Source::Lines(lines) = &self.source {
            lines.near(area, |_, line| out.push(line));
        }
    }

    /// Like [`Ink::mean`], with the nearby lines of text already collected in `lines`.
    pub(crate) fn mean_near(&self, rect: Rect, lines: &[Rect]) -> u8 {
        let Some(rect) = rect.intersect(self.size.rect()) else { return 0 };
        let level = match &self.source {
            Source::Lines(_) => lines
                .iter()
                .map(|line| 255 * line.overlap(rect) / line.area().min(rect.area()))
                .sum::<i64>(),
            Source::Map(map) => map.sum(rect) / rect.area(),
        };
        level.clamp(0, 255) as u8
    }
}

/// Levels of square cells, and their integral image.
#[derive(Clone, Debug)]
struct Map {
    /// Cells have sides of 2^shift pixels.
    shift: u32,
    columns: usize,
    rows: usize,
    /// One level per cell, from 0 (blank) to 255 (full); emptied once the sums have been built.
    levels: Vec<u8>,
    /// `(columns + 1) * (rows + 1)` sums of the levels (0..=255) above and to the left.
    sums: Vec<u32>,
}

impl Map {
    /// Creates a blank map with the smallest cells of at least 2^shift pixels that do not exceed
    /// [`MAX_CELLS`].
    fn new(size: Size, mut shift: u32) -> Self {
        loop {
            let [columns, rows] =
                [size.w(), size.h()].map(|side| side.div_ceil(1 << shift) as usize);
            if columns * rows <= MAX_CELLS {
                let levels = vec![0; columns * rows];
                return Self { shift, columns, rows, levels, sums: Vec::new() };
            }
            shift += 1;
        }
    }

    /// Side of a cell in pixels.
    fn cell(&self) -> usize {
        1 << self.shift
    }

    fn into_ink(mut self, size: Size) -> Ink {
        let width = self.columns + 1;
        let mut sums = vec![0u32; width * (self.rows + 1)];
        for row in 0..self.rows {
            let (done, rest) = sums.split_at_mut((row + 1) * width);
            let above = &done[row * width..];
            let levels = &self.levels[row * self.columns..][..self.columns];
            let mut run = 0;
            for (column, &level) in levels.iter().enumerate() {
                run += u32::from(level);
                rest[column + 1] = above[column + 1] + run;
            }
        }
        self.sums = sums;
        self.levels = Vec::new();
        Ink { size, source: Source::Map(self) }
    }

    /// Returns the sum of the ink levels of all pixels in a rectangle inside the image.
    fn sum(&self, r: Rect) -> i64 {
        self.up_to(r.right(), r.bottom()) + self.up_to(r.x(), r.y())
            - self.up_to(r.x(), r.bottom())
            - self.up_to(r.right(), r.y())
    }

    /// Returns the sum of the ink levels of all pixels above and to the left of a point.
    fn up_to(&self, x: i32, y: i32) -> i64 {
        let (column, row) = ((x >> self.shift) as usize, (y >> self.shift) as usize);
        let cell = 1i64 << self.shift;
        let (dx, dy) = (i64::from(x) & (cell - 1), i64::from(y) & (cell - 1));
        let width = self.columns + 1;
        let at = |column: usize, row: usize| {
            i64::from(self.sums[row.min(self.rows) * width + column.min(self.columns)])
        };
        // Bilinear interpolation between the sums at the cell's corners, as if ink were spread
        // evenly within a cell.
        at(column, row) * (cell - dx) * (cell - dy)
            + at(column + 1, row) * dx * (cell - dy)
            + at(column, row + 1) * (cell - dx) * dy
            + at(column + 1, row + 1) * dx * dy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(w: u32, h: u32) -> Size {
        Size::new(w, h).expect("valid")
    }

    fn rect(x: i32, y: i32, w: i32, h: i32) -> Rect {
        Rect::new(x, y, w, h).expect("valid")
    }

    #[test]
    fn a_badge_on_text_sees_full_ink_and_beside_it_none() {
        let ink = Ink::from_rects(size(200, 100), &[rect(40, 40, 80, 24)]);
        assert_eq!(ink.mean(rect(48, 46, 16, 12)), 255);
        assert_eq!(ink.mean(rect(130, 40, 16, 16)), 0);
        assert_eq!(ink.mean(rect(48, 28, 16, 16)), 0, "the line's leading is not ink");
        let half = ink.mean(rect(112, 46, 16, 12));
        assert!((120..=135).contains(&half), "{half}");
    }

    #[test]
    fn a_figure_smaller_than_the_badge_on_it_is_full_ink() {
        let ink = Ink::from_rects(size(200, 100), &[rect(50, 40, 7, 15)]);
        assert_eq!(ink.mean(rect(44, 38, 22, 16)), 255);
        let half = ink.mean(rect(44, 30, 22, 18));
        assert!((120..=150).contains(&half), "{half}");
    }

    #[test]
    fn text_outside_the_picture_is_ignored() {
        let lines = [rect(-500, -500, 20, 20), rect(190, 90, 50, 50), rect(5000, 0, 9, 9)];
        let ink = Ink::from_rects(size(200, 100), &lines);
        assert_eq!(ink.mean(rect(0, 0, 100, 50)), 0);
        assert!(ink.mean(rect(192, 92, 40, 40)) > 0, "clipped, not dropped");
    }

    #[test]
    fn edges_of_luma_are_ink_and_flat_ground_is_not() {
        let (w, h) = (64usize, 32usize);
        let luma: Vec<u8> =
            (0..w * h).map(|i| if i % w < 32 && (i % 2 == 0) { 20 } else { 200 }).collect();
        let ink = Ink::from_luma(size(64, 32), &luma);
        assert_eq!(ink.mean(rect(0, 0, 28, 32)), 255);
        assert_eq!(ink.mean(rect(40, 0, 24, 32)), 0);
        assert_eq!(Ink::from_luma(size(64, 32), &luma[..70]).mean(rect(0, 8, 64, 24)), 0);
    }

    #[test]
    fn cells_are_taken_as_given_and_coarsened_by_their_densest() {
        let ink = Ink::from_cells(size(16, 8), 8, vec![0, 255]);
        assert_eq!((ink.mean(rect(0, 0, 8, 8)), ink.mean(rect(8, 0, 8, 8))), (0, 255));
        let side = 2048u32;
        let mut cells = vec![0u8; (side * side / 16) as usize];
        cells[0] = 255;
        let coarse = Ink::from_cells(size(side, side), 4, cells);
        assert_eq!(coarse.mean(rect(0, 0, 4, 4)), 255);
        assert_eq!(coarse.mean(rect(64, 64, 4, 4)), 0);
    }

    #[test]
    fn bits_become_levels_monotonously() {
        assert_eq!([0, 24, 60, 96, u32::MAX].map(Ink::level_of_bits), [0, 0, 127, 255, 255]);
    }

    #[test]
    fn the_map_of_the_largest_picture_stays_small() {
        let largest = size(65_535, 65_535);
        let columns = 65_535usize.div_ceil(256);
        let ink = Ink::from_cells(largest, 256, vec![255; columns * columns]);
        let Source::Map(map) = &ink.source else { panic!("cells make a map") };
        assert!(map.sums.len() <= MAX_CELLS + 2000);
        assert_eq!(ink.mean(rect(0, 12_000, 60_000, 30_000)), 255);
        let lines = vec![largest.rect(); 100];
        assert_eq!(Ink::from_rects(largest, &lines).mean(rect(30_000, 30_000, 24, 16)), 255);
    }
}
