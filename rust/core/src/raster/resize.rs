//! Scaling down: Catmull-Rom weights, widened by the factor so that nothing aliases.

use crate::geometry::Size;
use crate::pixmap::{PixelView, Pixmap};

/// The weights of the source samples behind one target sample.
struct Taps {
    first: usize,
    weights: Vec<f32>,
}

/// Catmull-Rom cubic (Keys 1981, a = -0.5): sharp enough for text, hardly any ringing.
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

/// A scaled copy. Works a target row at a time, so it needs one row of floats beside the result.
pub fn resize(view: PixelView, size: Size) -> Pixmap {
    let from = view.size();
    let columns = taps(from.w() as usize, size.w() as usize);
    let mut result = Pixmap::new(size);
    let mut bytes = vec![0u8; 3 * from.w() as usize];
    let mut sums = vec![0f32; bytes.len()];
    for (y, rows) in taps(from.h() as usize, size.h() as usize).iter().enumerate() {
        sums.fill(0.0);
        for (row, &weight) in (rows.first..).zip(&rows.weights) {
            view.copy_row(row, &mut bytes);
            for (sum, &byte) in sums.iter_mut().zip(&bytes) {
                *sum += weight * f32::from(byte);
            }
        }
        for (out, column) in result.row_mut(y).chunks_exact_mut(3).zip(&columns) {
            let mut pixel = [0.5f32; 3];
            for (source, &weight) in sums[3 * column.first..].chunks_exact(3).zip(&column.weights) {
                for (value, &sample) in pixel.iter_mut().zip(source) {
                    *value += weight * sample;
                }
            }
            // `as` saturates, which clips the little overshoot.
            out.copy_from_slice(&pixel.map(|value| value as u8));
        }
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
    fn a_gradient_keeps_its_ends_and_its_order() {
        let data = (0..64u8).flat_map(|x| [x * 4; 3]).collect();
        let gradient = Pixmap::from_rgb(size(64, 1), data).expect("fits");
        let small = resize(gradient.view(), size(16, 1));
        let values: Vec<u8> = small.data().chunks(3).map(|p| p[0]).collect();
        assert!(values.is_sorted() && values[0] < 16 && values[15] > 236);
    }
}
