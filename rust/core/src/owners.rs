//! Assigns each pixel of an image to a box, row by row.

use crate::geometry::{Rect, Size};

/// A box in the first image, in the second image, or in both. If it is in one image only, its
/// pixels are not compared.
pub type Pair = (Option<Rect>, Option<Rect>);

/// Number that stands for the owner of pixels that are in no box.
pub(crate) const NOBODY: u16 = u16::MAX;
/// Number that stands for the owner of pixels in boxes that are in only one of the two images.
pub(crate) const LEFT_OUT: u16 = u16::MAX - 1;

/// Adjacent pixels of a row with the same owner: start, end and owner.
pub(crate) type Owned = (usize, usize, u16);

/// The owner of each pixel of one image: the smallest box that contains the pixel, or the later one
/// of equal boxes. All rows between two horizontal edges of boxes have the same owners ("a band").
/// Bands are computed on demand, because nearly all rows of two images are equal and never need a
/// band.
pub(crate) struct Owners {
    width: usize,
    /// Sorted from largest to smallest, so that the last box that contains a pixel owns it.
    boxes: Vec<(u16, Rect)>,
    /// The first row of each band; the first band begins at row 0.
    edges: Vec<i32>,
    bands: Vec<Option<Vec<Owned>>>,
    /// Index of the band that was used last; the next row is usually in the same band.
    at: usize,
}

impl Owners {
    pub fn new(size: Size, pairs: &[Pair], side: fn(&Pair) -> Option<Rect>) -> Self {
        let mut boxes: Vec<(u16, Rect)> = (0u16..)
            .zip(pairs)
            .filter_map(|(index, pair)| {
                let owner = if pair.0.is_some() && pair.1.is_some() { index } else { LEFT_OUT };
                Some((owner, side(pair)?.intersect(size.rect())?))
            })
            .collect();
        boxes.sort_by_key(|(_, rect)| -(i64::from(rect.w()) * i64::from(rect.h())));
        let mut edges = vec![0];
        edges.extend(boxes.iter().flat_map(|(_, rect)| [rect.y(), rect.bottom()]));
        edges.sort_unstable();
        edges.dedup();
        let bands = vec![None; edges.len()];
        Self { width: size.w() as usize, boxes, edges, bands, at: 0 }
    }

    /// Returns the runs of row `y`, from left to right.
    pub fn row(&mut self, y: usize) -> &[Owned] {
        let y = y as i32;
        let (begin, next) = (self.edges[self.at], self.edges.get(self.at + 1));
        if y < begin || next.is_some_and(|&next| y >= next) {
            self.at = self.edges.partition_point(|&edge| edge <= y) - 1;
        }
        let (width, boxes) = (self.width, &self.boxes);
        self.bands[self.at].get_or_insert_with(|| {
            let here = boxes.iter().filter(|(_, rect)| (rect.y()..rect.bottom()).contains(&y));
            let mut row = vec![(0, width, NOBODY)];
            for &(owner, rect) in here {
                paint(&mut row, (rect.x() as usize, rect.right() as usize, owner));
            }
            row
        })
    }
}

/// Overwrites the owners of a part of a row.
fn paint(row: &mut Vec<Owned>, over: Owned) {
    let (start, end, _) = over;
    let first = row.partition_point(|owned| owned.1 <= start);
    let last = row.partition_point(|owned| owned.0 < end);
    if first >= last {
        return;
    }
    let (left, right) = (row[first], row[last - 1]);
    let parts = [(left.0, start, left.2), over, (end, right.1, right.2)];
    row.splice(first..last, parts.into_iter().filter(|part| part.0 < part.1));
}
