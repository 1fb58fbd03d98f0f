//! Images in memory: an owned pixmap, and a view of borrowed rows.

use crate::error::Error;
use crate::geometry::Size;
use std::ops::Range;

/// An owned image in 8-bit sRGB, without gaps between rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixmap {
    size: Size,
    data: Vec<u8>,
}

impl Pixmap {
    /// Creates a black image.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self { size, data: vec![0; 3 * size.area() as usize] }
    }

    /// Creates an image given as a function of x and y.
    #[cfg(test)]
    pub(crate) fn painted(w: u32, h: u32, mut paint: impl FnMut(u32, u32) -> [u8; 3]) -> Self {
        let data = (0..w * h).flat_map(|i| paint(i % w, i / w)).collect();
        Self { size: Size::new(w, h).expect("valid"), data }
    }

    /// Creates an image from RGB bytes; `None` if `data` does not contain exactly 3 bytes per
    /// pixel.
    #[must_use]
    pub fn from_rgb(size: Size, data: Vec<u8>) -> Option<Self> {
        (data.len() as u64 == 3 * size.area()).then_some(Self { size, data })
    }

    /// Size of the image.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// All bytes, row by row.
    #[must_use]
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// Returns one row of RGB bytes for writing.
    pub fn row_mut(&mut self, y: usize) -> &mut [u8] {
        let stride = 3 * self.size.w() as usize;
        &mut self.data[y * stride..][..stride]
    }

    /// Returns a view of the whole image.
    #[must_use]
    pub fn view(&self) -> PixelView<'_> {
        let stride = 3 * self.size.w() as usize;
        PixelView { size: self.size, channels: 3, stride, data: &self.data }
    }
}

/// Pseudo-random numbers for test images; only the high bits are random enough.
#[cfg(test)]
pub fn noise(mut state: u32) -> impl FnMut() -> u32 {
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state
    }
}

/// A borrowed image: rows of RGB or RGBA bytes, possibly with gaps between the rows.
#[derive(Clone, Copy, Debug)]
pub struct PixelView<'a> {
    size: Size,
    channels: usize,
    stride: usize,
    data: &'a [u8],
}

impl<'a> PixelView<'a> {
    /// Creates a view of `data` with 3 or 4 `channels`, and `stride` bytes from one row to the
    /// next.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] if `data` does not contain an image of this size.
    pub fn new(size: Size, channels: usize, stride: usize, data: &'a [u8]) -> Result<Self, Error> {
        let row = channels * size.w() as usize;
        let last = (size.h() as usize - 1).checked_mul(stride).and_then(|n| n.checked_add(row));
        let fits = last.is_some_and(|end| end <= data.len());
        if !(3..=4).contains(&channels) || stride < row || !fits {
            return Err(Error::InvalidOption(format!(
                "{} bytes with {channels} channels and rows of {stride} bytes do not hold {}x{} pixels",
                data.len(),
                size.w(),
                size.h(),
            )));
        }
        Ok(Self { size, channels, stride, data })
    }

    /// Size of the image.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Number of bytes per pixel: 3 or 4.
    #[must_use]
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// Returns the bytes of row `y`, unconverted.
    #[must_use]
    pub fn bytes(&self, y: usize) -> &'a [u8] {
        &self.data[y * self.stride..][..self.channels * self.size.w() as usize]
    }

    /// Copies row `y` as RGB; transparent pixels are blended with white.
    pub fn copy_row(&self, y: usize, out: &mut [u8]) {
        self.copy_part(y, 0..self.size.w() as usize, out);
    }

    /// Like [`Self::copy_row`], for a range of columns.
    pub fn copy_part(&self, y: usize, columns: Range<usize>, out: &mut [u8]) {
        let row = &self.bytes(y)[self.channels * columns.start..self.channels * columns.end];
        if self.channels == 3 {
            out[..row.len()].copy_from_slice(row);
            return;
        }
        for (pixel, out) in row.chunks_exact(4).zip(out.chunks_exact_mut(3)) {
            for c in 0..3 {
                out[c] = over_white(pixel[c], pixel[3]);
            }
        }
    }

    /// Returns an owned copy, with transparent pixels blended with white.
    #[must_use]
    pub fn to_pixmap(&self) -> Pixmap {
        let mut copy = Pixmap::new(self.size);
        for y in 0..self.size.h() as usize {
            self.copy_row(y, copy.row_mut(y));
        }
        copy
    }
}

/// Blends a channel value with straight alpha over white.
#[inline]
#[must_use]
pub fn over_white(value: u8, alpha: u8) -> u8 {
    crate::color::mix(255, value, u32::from(alpha))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_check_their_bytes() {
        let size = Size::new(2, 2).expect("valid");
        assert!(PixelView::new(size, 3, 6, &[0; 12]).is_ok());
        assert!(PixelView::new(size, 3, 8, &[0; 14]).is_ok());
        assert!(PixelView::new(size, 3, 8, &[0; 13]).is_err());
        assert!(PixelView::new(size, 3, 5, &[0; 12]).is_err());
        assert!(PixelView::new(size, 2, 6, &[0; 12]).is_err());
        assert!(PixelView::new(size, 3, usize::MAX, &[0; 12]).is_err());
    }

    #[test]
    fn transparent_pixels_lie_over_white() {
        let size = Size::new(3, 1).expect("valid");
        let data = [10, 20, 30, 0, 10, 20, 30, 255, 0, 0, 0, 128];
        let view = PixelView::new(size, 4, 12, &data).expect("valid");
        assert_eq!(view.to_pixmap().data(), [255, 255, 255, 10, 20, 30, 127, 127, 127]);
    }
}
