//! Paints shapes on pixels, a strip of rows at a time.
//!
//! The encoders read strips, so an image is never copied as a whole and never painted twice.

mod resize;

pub(crate) use resize::{Reduced, resize};

use crate::color::{Color, mix};
use crate::geometry::Size;
use crate::overlay::Primitive;
use crate::pixmap::PixelView;
use resize::Spare;
use std::ops::Range;

/// Number of pixel rows per strip: two 8x8 blocks, the height of one MCU (minimum coded unit) of a
/// JPEG with halved chroma (4:2:0).
pub const STRIP: usize = 16;

/// An image with a drawing on top, read strip by strip.
pub struct Canvas<'a> {
    ground: Ground<'a>,
    drawing: &'a [Primitive],
    /// For each strip, the indices of the primitives that touch it, in drawing order.
    touching: Vec<Vec<u32>>,
}

/// The image on which the drawing is painted.
enum Ground<'a> {
    Whole(PixelView<'a>),
    Reduced(Reduced<'a>),
}

impl<'a> Canvas<'a> {
    /// Assigns the primitives to strips.
    pub fn new(view: PixelView<'a>, drawing: &'a [Primitive]) -> Self {
        Self::on(Ground::Whole(view), drawing)
    }

    /// Scales the image down while it is read, for callers that read only a part of it.
    pub fn reduced(view: PixelView<'a>, size: Size, drawing: &'a [Primitive]) -> Self {
        Self::on(Ground::Reduced(Reduced::new(view, size)), drawing)
    }

    fn on(ground: Ground<'a>, drawing: &'a [Primitive]) -> Self {
        let size = ground.size();
        let mut touching = vec![Vec::new(); (size.h() as usize).div_ceil(STRIP)];
        for (index, primitive) in (0u32..).zip(drawing) {
            if let Some(rect) = primitive.rect().intersect(size.rect()) {
                let (top, last) = (rect.y() as usize, rect.bottom() as usize - 1);
                for strip in &mut touching[top / STRIP..=last / STRIP] {
                    strip.push(index);
                }
            }
        }
        Self { ground, drawing, touching }
    }

    /// Size of the image.
    pub fn size(&self) -> Size {
        self.ground.size()
    }

    /// Number of strips.
    pub fn strips(&self) -> usize {
        self.touching.len()
    }

    /// Returns the primitives that touch a strip, in drawing order.
    pub fn drawn(&self, index: usize) -> impl Iterator<Item = &Primitive> {
        self.touching[index].iter().map(|&primitive| &self.drawing[primitive as usize])
    }

    /// Copies the painted strip `index` as RGB rows of `stride` bytes; returns the number of rows.
    /// If `stride` is longer than a row, the last pixel is repeated.
    pub fn read(&self, index: usize, stride: usize, out: &mut [u8]) -> usize {
        self.read_part(index, 0..self.size().w() as usize, stride, out)
    }

    /// Like [`Self::read`], for a range of columns.
    pub fn read_part(
        &self,
        index: usize,
        columns: Range<usize>,
        stride: usize,
        out: &mut [u8],
    ) -> usize {
        let top = index * STRIP;
        let rows = STRIP.min(self.size().h() as usize - top);
        let width = columns.len();
        let mut spare = Spare::default();
        for y in 0..rows {
            let out = &mut out[y * stride..][..3 * width];
            match &self.ground {
                Ground::Whole(view) => view.copy_part(top + y, columns.clone(), out),
                Ground::Reduced(view) => view.copy_part(top + y, columns.clone(), &mut spare, out),
            }
        }
        let mut strip = Strip { left: columns.start, top, rows, width, stride, data: out };
        for primitive in self.drawn(index) {
            strip.paint(primitive);
        }
        for row in out.chunks_exact_mut(stride).take(rows) {
            let (pixels, rest) = row.split_at_mut(3 * width);
            if let Some(last) = pixels.last_chunk::<3>() {
                rest.chunks_exact_mut(3).for_each(|pixel| pixel.copy_from_slice(last));
            }
        }
        rows
    }
}

impl Ground<'_> {
    fn size(&self) -> Size {
        match self {
            Self::Whole(view) => view.size(),
            Self::Reduced(view) => view.size(),
        }
    }
}

struct Strip<'a> {
    left: usize,
    top: usize,
    rows: usize,
    width: usize,
    stride: usize,
    data: &'a mut [u8],
}

impl Strip<'_> {
    fn paint(&mut self, primitive: &Primitive) {
        let rect = primitive.rect();
        let first = self.left as i32;
        let left = rect.x().clamp(first, first + self.width as i32);
        let right = rect.right().clamp(left, first + self.width as i32);
        let top = rect.y().max(self.top as i32);
        let bottom = rect.bottom().min((self.top + self.rows) as i32);
        for y in top..bottom {
            let start = (y - self.top as i32) as usize * self.stride;
            let (from, to) = ((left - first) as usize, (right - first) as usize);
            let row = &mut self.data[start + 3 * from..start + 3 * to];
            match primitive {
                Primitive::Fill { color, alpha: 255, .. } => {
                    for pixel in row.chunks_exact_mut(3) {
                        pixel.copy_from_slice(&[color.r, color.g, color.b]);
                    }
                }
                Primitive::Fill { color, alpha, .. } => {
                    for pixel in row.chunks_exact_mut(3) {
                        blend(pixel, *color, u32::from(*alpha));
                    }
                }
                Primitive::Mask { color, coverage, .. } => {
                    let start = ((y - rect.y()) * rect.w() + left - rect.x()) as usize;
                    let covered = coverage.get(start..).unwrap_or_default();
                    for (pixel, &alpha) in row.chunks_exact_mut(3).zip(covered) {
                        blend(pixel, *color, u32::from(alpha));
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn blend(pixel: &mut [u8], color: Color, alpha: u32) {
    pixel[0] = mix(pixel[0], color.r, alpha);
    pixel[1] = mix(pixel[1], color.g, alpha);
    pixel[2] = mix(pixel[2], color.b, alpha);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Rect, Size};
    use crate::pixmap::Pixmap;

    const RED: Color = Color { r: 255, g: 0, b: 0 };

    fn painted(size: (u32, u32), drawing: &[Primitive]) -> Vec<u8> {
        let pixmap = Pixmap::new(Size::new(size.0, size.1).expect("valid"));
        let canvas = Canvas::new(pixmap.view(), drawing);
        let stride = 3 * size.0 as usize;
        let mut all = Vec::new();
        for strip in 0..canvas.strips() {
            let mut rows = vec![0; STRIP * stride];
            let count = canvas.read(strip, stride, &mut rows);
            all.extend_from_slice(&rows[..count * stride]);
        }
        all
    }

    fn fill(x: i32, y: i32, w: i32, h: i32, alpha: u8) -> Primitive {
        Primitive::Fill { rect: Rect::new(x, y, w, h).expect("valid"), color: RED, alpha }
    }

    #[test]
    fn fills_are_clipped_and_cross_strips() {
        let rows = painted((20, 40), &[fill(-5, 10, 8, 100, 255), fill(30, 0, 9, 9, 255)]);
        let red = rows.chunks(3).filter(|p| p == &[255, 0, 0]).count();
        assert_eq!(red, 3 * 30);
    }

    #[test]
    fn parts_are_those_of_the_whole() {
        static COVERAGE: [u8; 60] = [77; 60];
        let mask = Rect::new(4, 15, 10, 6).expect("valid");
        let drawing = [
            fill(-5, 10, 18, 100, 255),
            fill(12, 2, 9, 29, 99),
            Primitive::Mask { rect: mask, color: RED, coverage: &COVERAGE },
        ];
        let whole = painted((20, 40), &drawing);
        let pixmap = Pixmap::new(Size::new(20, 40).expect("valid"));
        let canvas = Canvas::new(pixmap.view(), &drawing);
        let mut part = vec![0; STRIP * 27];
        assert_eq!(canvas.read_part(1, 8..17, 27, &mut part), STRIP);
        for (y, row) in part.chunks(27).enumerate() {
            assert_eq!(row, &whole[60 * (16 + y) + 24..][..27]);
        }
    }

    #[test]
    fn opacity_mixes() {
        assert_eq!(painted((1, 1), &[fill(0, 0, 1, 1, 51)]), [51, 0, 0]);
    }

    #[test]
    fn masks_that_are_cut_keep_their_pixels_in_place() {
        static COVERAGE: [u8; 6] = [10, 20, 30, 40, 50, 60];
        let rect = Rect::new(-1, 15, 3, 2).expect("valid");
        let rows = painted((2, 17), &[Primitive::Mask { rect, color: RED, coverage: &COVERAGE }]);
        let reds: Vec<u8> = rows.chunks(3).map(|p| p[0]).collect();
        assert_eq!(reds[30..], [20, 30, 50, 60]);
    }
}
