//! Downscaling with a Catmull-Rom filter, widened by the scale factor to prevent aliasing.

use crate::geometry::Size;
use crate::pixmap::{PixelView, Pixmap};
use std::ops::Range;

/// The source pixels that contribute to one target pixel of a row or column, with their weights.
struct Taps {
    first: usize,
    weights: Vec<f32>,
}

/// Catmull-Rom cubic (Keys 1981, a = -0.5), which is sharp enough for text and causes hardly any
/// ringing.
fn kernel(x: f32) -> f32 {
    let x = x.abs();
    if x < 1.0 {
        (1.5 * x - 2.5) * x * x + 1.0
    } else if x < 2.0 {
        ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0
    } else {
        0.0
    }
}

fn taps(from: usize, to: usize) -> Vec<Taps> {
    let ratio = from as f32 / to as f32;
    let width = ratio.max(1.0);
    let row = |target: usize| {
        let center = (target as f32 + 0.5) * ratio;
        let first = (center - 2.0 * width).floor().max(0.0) as usize;
        let end = ((center + 2.0 * width).ceil() as usize).clamp(first + 1, from);
        let first = first.min(end - 1);
        let mut weights: Vec<f32> =
            (first..end).map(|i| kernel((i as f32 + 0.5 - center) / width)).collect();
        let sum: f32 = weights.iter().sum();
        for weight in &mut weights {
            *weight /= sum;
        }
        Taps { first, weights }
    };
    (0..to).map(row).collect()
}

/// An image that is scaled down on demand, by rows or parts of rows.
pub struct Reduced<'a> {
    view: PixelView<'a>,
    size: Size,
    columns: Vec<Taps>,
    rows: Vec<Taps>,
}

impl<'a> Reduced<'a> {
    /// Creates the reduced image by computing the filter weights; no pixel is read yet.
    pub fn new(view: PixelView<'a>, size: Size) -> Self {
        let from = view.size();
        let columns = taps(from.w() as usize, size.w() as usize);
        let rows = taps(from.h() as usize, size.h() as usize);
        Self { view, size, columns, rows }
    }

    /// The reduced size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Computes a range of columns of row `y` as RGB. `spare` contains buffers that are reused
    /// across calls.
    pub fn copy_part(&self, y: usize, part: Range<usize>, spare: &mut Spare, out: &mut [u8]) {
        let columns = &self.columns[part];
        let (Some(first), Some(last)) = (columns.first(), columns.last()) else { return };
        let source = first.first..last.first + last.weights.len();
        let Spare { bytes, sums } = spare;
        bytes.resize(3 * source.len(), 0);
        sums.clear();
        sums.resize(3 * source.len(), 0.0);
        let rows = &self.rows[y];
        for (row, &weight) in (rows.first..).zip(&rows.weights) {
            self.view.copy_part(row, source.clone(), bytes);
            for (sum, &byte) in sums.iter_mut().zip(bytes.iter()) {
                *sum += weight * f32::from(byte);
            }
        }
        for (out, column) in out.chunks_exact_mut(3).zip(columns) {
            let mut pixel = [0.5f32; 3];
            let sums = &sums[3 * (column.first - source.start)..];
            for (source, &weight) in sums.chunks_exact(3).zip(&column.weights) {
                for (value, &sample) in pixel.iter_mut().zip(source) {
                    *value += weight * sample;
                }
            }
            // `as` saturates, which clips the slight overshoot.
            out.copy_from_slice(&pixel.map(|value| value as u8));
        }
    }
}

/// Reusable buffers for one source row.
#[derive(Default)]
pub struct Spare {
    bytes: Vec<u8>,
    sums: Vec<f32>,
}

/// Scales an image down row by row, with one row of floats as additional memory.
pub fn resize(view: PixelView, size: Size) -> Pixmap {
    let reduced = Reduced::new(view, size);
    let (mut result, mut spare) = (Pixmap::new(size), Spare::default());
    for y in 0..size.h() as usize {
        reduced.copy_part(y, 0..size.w() as usize, &mut spare, result.row_mut(y));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(w: u32, h: u32) -> Size {
        Size::new(w, h).expect("valid")
    }

    #[test]
    fn flat_pictures_stay_flat() {
        let flat = Pixmap::from_rgb(size(37, 23), [10, 20, 30].repeat(37 * 23)).expect("fits");
        for target in [size(1, 1), size(36, 22), size(7, 23), size(37, 2)] {
            assert!(resize(flat.view(), target).data().chunks(3).all(|p| p == [10, 20, 30]));
        }
    }

    #[test]
    fn parts_are_those_of_the_whole() {
        let noise = (0..90 * 70 * 3u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8);
        let page = Pixmap::from_rgb(size(90, 70), noise.collect()).expect("fits");
        let (whole, reduced) =
            (resize(page.view(), size(53, 41)), Reduced::new(page.view(), size(53, 41)));
        for (y, part) in [(0, 0..16), (20, 7..30), (40, 48..53)] {
            let mut row = vec![0; 3 * part.len()];
            reduced.copy_part(y, part.clone(), &mut Spare::default(), &mut row);
            assert_eq!(row, whole.data()[3 * (y * 53 + part.start)..][..row.len()]);
        }
    }

    #[test]
    fn a_gradient_keeps_its_ends_and_its_order() {
        let data = (0..64u8).flat_map(|x| [x * 4; 3]).collect();
        let gradient = Pixmap::from_rgb(size(64, 1), data).expect("fits");
        let small = resize(gradient.view(), size(16, 1));
        let values: Vec<u8> = small.data().chunks(3).map(|p| p[0]).collect();
        assert!(values.is_sorted() && values[0] < 16 && values[15] > 236);
    }
}
