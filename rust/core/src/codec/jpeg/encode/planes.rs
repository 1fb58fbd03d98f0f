//! Converts a strip of pixels to YCbCr planes with half-resolution chroma, and returns them block
//! by block.

use crate::codec::jpeg::transform::color;
use crate::codec::jpeg::transform::dct::Samples;
use crate::raster::{Canvas, STRIP};

/// One strip as YCbCr planes padded to whole MCUs by repeating the edges.
pub struct Planes {
    mcus: usize,
    rgb: Vec<u8>,
    luma: Vec<u8>,
    chroma: [Vec<u8>; 2],
}

impl Planes {
    /// Allocates planes for strips of at most `width` pixels.
    pub fn new(width: usize) -> Self {
        let mcus = width.div_ceil(16);
        Self {
            mcus,
            rgb: vec![0; mcus * 16 * 3 * STRIP],
            luma: vec![0; mcus * 16 * STRIP],
            chroma: [vec![0; mcus * 8 * 8], vec![0; mcus * 8 * 8]],
        }
    }

    /// Loads a strip, from column `left` on, up to the end of the strip or as far as the width of
    /// the planes reaches.
    #[inline(always)]
    pub fn load(&mut self, canvas: &Canvas, strip: usize, left: usize) {
        let (padded, stride) = (self.mcus * 16, self.mcus * 48);
        let right = (left + padded).min(canvas.size().w() as usize);
        let rows = canvas.read_part(strip, left..right, stride, &mut self.rgb);
        for row in rows..STRIP {
            self.rgb.copy_within((rows - 1) * stride..rows * stride, row * stride);
        }
        for (rgb, luma) in self.rgb.chunks_exact(stride).zip(self.luma.chunks_exact_mut(padded)) {
            color::luma_row(rgb, luma);
        }
        let [cb, cr] = &mut self.chroma;
        let targets = cb.chunks_exact_mut(padded / 2).zip(cr.chunks_exact_mut(padded / 2));
        for (pair, (cb, cr)) in self.rgb.chunks_exact(2 * stride).zip(targets) {
            let (top, bottom) = pair.split_at(stride);
            color::chroma_rows(top, bottom, cb, cr);
        }
    }

    /// Visits the blocks in scan order: for each MCU four blocks of luma, then one of each chroma
    /// component.
    #[inline(always)]
    pub fn for_each_block(&self, mut visit: impl FnMut(usize, &Samples)) {
        let mut samples = [0; 64];
        let (wide, narrow) = (self.mcus * 16, self.mcus * 8);
        for mcu in 0..self.mcus {
            for (dx, dy) in [(0, 0), (8, 0), (0, 8), (8, 8)] {
                cut(&self.luma[dy * wide + mcu * 16 + dx..], wide, &mut samples);
                visit(0, &samples);
            }
            for (component, plane) in (1..).zip(&self.chroma) {
                cut(&plane[mcu * 8..], narrow, &mut samples);
                visit(component, &samples);
            }
        }
    }
}

/// Copies an 8x8 block out of a plane.
#[inline(always)]
fn cut(plane: &[u8], stride: usize, out: &mut Samples) {
    for (row, out) in plane.chunks(stride).zip(out.chunks_exact_mut(8)) {
        out.copy_from_slice(&row[..8]);
    }
}
