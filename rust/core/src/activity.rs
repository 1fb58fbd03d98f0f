//! Estimates how much detail each part of an image has, and therefore where a JPEG spends its
//! bytes.
//!
//! The measure is the sum of differences between neighbouring bytes. Each difference is clipped,
//! because a stronger edge takes only slightly more bits. A rough estimate is sufficient: the
//! sampler that uses it weights each sample by the inverse of its probability.

use crate::geometry::Size;
use crate::pixmap::PixelView;

/// Side of a cell in pixels.
const CELL: usize = 16;
/// Maximum difference of two neighbouring bytes; larger differences are clipped to this value.
const STRONG: u8 = 31;

/// How much detail an image has: for each cell of 16x16 pixels, the sum of the differences between
/// neighbouring bytes.
pub struct Activity {
    size: Size,
    across: usize,
    cells: Vec<u32>,
}

impl Activity {
    /// Measures an image. Only one pair of rows in three is compared. The pairs fall on different
    /// offsets in successive cells, and every line of text is tall enough to include one.
    pub fn of(view: PixelView) -> Self {
        let size = view.size();
        let across = (size.w() as usize).div_ceil(CELL);
        let mut cells = vec![0; across * (size.h() as usize).div_ceil(CELL)];
        let channels = view.channels();
        for y in (1..size.h() as usize).step_by(3) {
            let (row, above) = (view.bytes(y), view.bytes(y - 1));
            let line = &mut cells[y / CELL * across..][..across];
            // Compares each byte with the same channel of the pixel to its left and of the pixel
            // above.
            add(&row[channels..], &row[..row.len() - channels], CELL * channels, line);
            add(row, above, CELL * channels, line);
        }
        Self { size, across, cells }
    }

    /// Returns the mean activity of the region `part` (left, top, right, bottom), given in the
    /// coordinates of the image scaled to size `seen`.
    pub fn within(&self, seen: Size, part: [usize; 4]) -> f64 {
        let range = |from: usize, to: usize, seen: u32, whole: u32, cells: usize| {
            let factor = f64::from(whole) / f64::from(seen) / CELL as f64;
            let first = ((from as f64 * factor) as usize).min(cells - 1);
            let end = ((to as f64 * factor).ceil() as usize).clamp(first + 1, cells);
            first..end
        };
        let [left, top, right, bottom] = part;
        let columns = range(left, right, seen.w(), self.size.w(), self.across);
        let down = self.cells.len() / self.across;
        let rows = range(top, bottom, seen.h(), self.size.h(), down);
        let count = rows.len() * columns.len();
        let sum = rows
            .map(|row| self.cells[row * self.across..][columns.clone()].iter().sum::<u32>())
            .fold(0.0, |sum, row| sum + f64::from(row));
        sum / count as f64
    }
}

/// Adds the differences between two rows to the cells; each cell covers `bytes` bytes.
fn add(a: &[u8], b: &[u8], bytes: usize, cells: &mut [u32]) {
    for ((a, b), cell) in a.chunks(bytes).zip(b.chunks(bytes)).zip(cells) {
        let cut = |(a, b): (&u8, &u8)| u16::from(a.abs_diff(*b).min(STRONG));
        *cell += u32::from(a.iter().zip(b).map(cut).sum::<u16>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pixmap::Pixmap;

    #[test]
    fn detail_is_where_the_edges_are_at_any_size() {
        let size = |w, h| Size::new(w, h).expect("valid");
        let mut page = Pixmap::new(size(100, 70));
        for y in 20..30 {
            page.row_mut(y)[3 * 40..3 * 50].fill(200);
        }
        let activity = Activity::of(page.view());
        assert!(activity.within(size(100, 70), [32, 16, 64, 32]) > 0.0);
        for empty in [[0, 0, 32, 16], [64, 0, 100, 70], [0, 32, 100, 70], [96, 64, 100, 70]] {
            assert!(activity.within(size(100, 70), empty) == 0.0, "{empty:?}");
        }
        assert!(activity.within(size(50, 35), [16, 0, 32, 16]) > 0.0);
        assert!(activity.within(size(50, 35), [32, 16, 50, 35]) == 0.0);
        assert!(activity.within(size(1, 1), [0, 0, 1, 1]) > 0.0);
    }
}
