//! Upsamples subsampled components to the full width of the image.
//!
//! Where a component has half the resolution in one or both directions, each new sample is three
//! parts of the nearest sample and one part of the next-nearest ("triangle filter"), as in libjpeg.
//! Otherwise samples are repeated.

use crate::codec::jpeg::syntax::header::Header;
use crate::codec::jpeg::transform::dct::Samples;

/// The samples of one component.
pub struct Sampled {
    /// Rows of [`Self::stride`] samples, padded to the end of the last MCU (minimum coded unit, a
    /// group of adjacent blocks).
    pub data: Vec<u8>,
    /// Number of samples from the start of one row to the start of the next.
    pub stride: usize,
    /// Number of samples in a row, without the padding of the last MCU.
    width: usize,
    /// Number of sample rows, without the padding of the last MCU.
    height: usize,
    /// Number of image pixels per sample, horizontally and vertically.
    step: (usize, usize),
}

impl Sampled {
    /// Allocates the samples, all zero.
    pub fn new(header: &Header, c: usize) -> Self {
        let ((across, down), component) = (header.mcus(), header.components[c]);
        let (h, v) = header.max_sampling();
        let (width, height) = header.samples(c);
        let stride = 8 * across * component.h;
        let data = vec![0; stride * 8 * down * component.v];
        Self { data, stride, width, height, step: (h / component.h, v / component.v) }
    }

    /// Stores the samples of one 8x8 block, given the block's column and row in the component.
    #[inline(always)]
    pub fn put(&mut self, column: usize, row: usize, block: &Samples) {
        let (eights, _) = block.as_chunks::<8>();
        let lines = self.data.chunks_exact_mut(self.stride).skip(8 * row);
        for (eight, line) in eights.iter().zip(lines) {
            line[8 * column..8 * column + 8].copy_from_slice(eight);
        }
    }

    /// Returns the samples of row `y`. Beyond the last row, the last row is repeated.
    fn row(&self, y: usize) -> &[u8] {
        let at = y.min(self.height - 1) * self.stride;
        &self.data[at..at + self.width]
    }
}

/// Computes rows of one component at the resolution of the image, one row at a time.
pub struct Upsampler<'a> {
    from: &'a Sampled,
    /// Vertically interpolated row: three parts of the near row plus one part of the far row.
    sums: Vec<u16>,
    out: Vec<u8>,
    /// Index of the component's row that is used directly, if no upsampling is needed.
    y: Option<usize>,
    width: usize,
}

impl<'a> Upsampler<'a> {
    /// Creates an upsampler for rows of `width` pixels.
    pub fn new(from: &'a Sampled, width: usize) -> Self {
        // The length is in whole samples, because the last sample may extend beyond the last pixel.
        let whole = from.width * from.step.0;
        Self { from, sums: vec![0; from.width], out: vec![0; whole], y: None, width }
    }

    /// Returns the row that [`Self::go_to`] produced.
    pub fn row(&self) -> &[u8] {
        match self.y {
            Some(y) => &self.from.row(y)[..self.width],
            None => &self.out[..self.width],
        }
    }

    /// Computes pixel row `y`, which [`Self::row`] then returns.
    #[inline(always)]
    pub fn go_to(&mut self, y: usize) {
        let Self { from, sums, out, .. } = self;
        let (across, down) = from.step;
        let near = from.row(y / down);
        let smooth = across == 2 && from.width > 2;
        // Each sample row covers two pixel rows; the upper one is closer to the sample row above.
        let is_upper = y.is_multiple_of(2);
        let far = from.row(if is_upper { (y / 2).saturating_sub(1) } else { y / 2 + 1 });
        self.y = None;
        match (across, down) {
            (1, 1) => self.y = Some(y),
            (2, 1) if smooth => halves(near, out),
            (2, 2) if smooth => {
                for ((sum, &near), &far) in sums.iter_mut().zip(near).zip(far) {
                    *sum = 3 * u16::from(near) + u16::from(far);
                }
                quarters(sums, out);
            }
            (1, 2) => {
                let bias = if is_upper { 1 } else { 2 };
                for ((out, &near), &far) in out.iter_mut().zip(near).zip(far) {
                    *out = ((3 * u16::from(near) + u16::from(far) + bias) >> 2) as u8;
                }
            }
            _ => {
                for (out, &near) in out.chunks_exact_mut(across).zip(near) {
                    out.fill(near);
                }
            }
        }
    }
}

/// Writes two pixels for each sample of a row (horizontal upsampling only).
#[inline(always)]
fn halves(row: &[u8], out: &mut [u8]) {
    let (pairs, _) = out.as_chunks_mut::<2>();
    for (pair, window) in pairs[1..].iter_mut().zip(row.windows(3)) {
        let [left, here, right] = [0, 1, 2].map(|i| u16::from(window[i]));
        *pair = [((3 * here + left + 1) >> 2) as u8, ((3 * here + right + 2) >> 2) as u8];
    }
    let last = row.len() - 1;
    let mix =
        |near: u8, far: u8, bias: u16| ((3 * u16::from(near) + u16::from(far) + bias) >> 2) as u8;
    pairs[0] = [row[0], mix(row[0], row[1], 2)];
    pairs[last] = [mix(row[last], row[last - 1], 1), row[last]];
}

/// Writes two pixels for each vertically interpolated sample.
#[inline(always)]
fn quarters(sums: &[u16], out: &mut [u8]) {
    let (pairs, _) = out.as_chunks_mut::<2>();
    for (pair, window) in pairs[1..].iter_mut().zip(sums.windows(3)) {
        let [left, here, right] = [window[0], window[1], window[2]];
        *pair = [((3 * here + left + 8) >> 4) as u8, ((3 * here + right + 7) >> 4) as u8];
    }
    let last = sums.len() - 1;
    pairs[0] = [((4 * sums[0] + 8) >> 4) as u8, ((3 * sums[0] + sums[1] + 7) >> 4) as u8];
    pairs[last] =
        [((3 * sums[last] + sums[last - 1] + 8) >> 4) as u8, ((4 * sums[last] + 7) >> 4) as u8];
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(width: usize, height: usize, step: (usize, usize), data: &[u8]) -> Vec<Vec<u8>> {
        let from = Sampled { data: data.to_vec(), stride: width, width, height, step };
        let mut upsampler = Upsampler::new(&from, width * step.0);
        let row = |y| {
            upsampler.go_to(y);
            upsampler.row().to_vec()
        };
        (0..height * step.1).map(row).collect()
    }

    #[test]
    fn flat_samples_stay_flat_and_whole_ones_stay_what_they_are() {
        let data: Vec<u8> = (0..20).collect();
        assert_eq!(rows(5, 4, (1, 1), &data).concat(), data);
        for step in [(2, 1), (1, 2), (2, 2), (4, 1), (3, 2), (4, 4)] {
            let flat = rows(5, 4, step, &[77; 20]).concat();
            assert_eq!(flat, [77].repeat(20 * step.0 * step.1), "{step:?}");
        }
    }

    #[test]
    fn halves_are_three_parts_of_the_nearest_and_one_of_the_next() {
        assert_eq!(rows(3, 1, (2, 1), &[0, 100, 200]), [[0, 25, 75, 125, 175, 200]]);
        let columns = rows(1, 3, (1, 2), &[0, 100, 200]).concat();
        assert_eq!(columns, [0, 25, 75, 125, 175, 200]);
        let both = rows(3, 2, (2, 2), &[0, 0, 0, 160, 160, 160]);
        assert_eq!(both.iter().map(|row| row[2]).collect::<Vec<_>>(), [0, 40, 120, 160]);
    }

    #[test]
    fn narrow_and_uneven_ones_are_repeated() {
        assert_eq!(rows(2, 1, (2, 1), &[1, 9]), [[1, 1, 9, 9]]);
        assert_eq!(rows(2, 1, (2, 2), &[1, 9]), [[1, 1, 9, 9], [1, 1, 9, 9]]);
        assert_eq!(rows(2, 1, (3, 1), &[1, 9]), [[1, 1, 1, 9, 9, 9]]);
    }
}
