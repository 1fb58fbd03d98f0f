//! Paints shapes on the samples of one block, in YCbCr, with chroma at its own resolution.

use crate::codec::jpeg::edit::layout::{Block, Layout};
use crate::codec::jpeg::transform::color::ycc;
use crate::codec::jpeg::transform::dct::{self, Coefs, Samples, Scales};
use crate::overlay::Primitive;
use crate::simd::Vector;

/// A primitive prepared for painting on blocks.
struct Paint {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
    color: [u8; 3],
    alpha: u32,
    /// How much of each pixel the shape covers (0 to 255), row by row from `origin`, with `stride`
    /// bytes per row; empty for a plain fill.
    coverage: &'static [u8],
    origin: (i32, i32),
    stride: i32,
}

impl Paint {
    fn new(primitive: &Primitive, layout: &Layout) -> Option<Self> {
        let rect = primitive.rect();
        let inside = rect.intersect(layout.size.rect())?;
        let (color, alpha, coverage): (_, _, &'static [u8]) = match primitive {
            Primitive::Fill { alpha: 0, .. } => return None,
            Primitive::Fill { color, alpha, .. } => (*color, *alpha, &[]),
            Primitive::Mask { color, coverage, .. } => (*color, 255, coverage),
        };
        let (mut right, mut bottom) = (inside.right(), inside.bottom());
        // Encoders repeat the last pixels into the padding, so a fill at the edge is extended into
        // the padding too.
        if coverage.is_empty() {
            let padded = layout.padded();
            right = if right == layout.size.w() as i32 { padded.right() } else { right };
            bottom = if bottom == layout.size.h() as i32 { padded.bottom() } else { bottom };
        }
        Some(Self {
            left: inside.x(),
            top: inside.y(),
            right,
            bottom,
            color: ycc(color),
            alpha: u32::from(alpha),
            coverage,
            origin: (rect.x(), rect.y()),
            stride: rect.w(),
        })
    }

    #[inline(always)]
    fn touches(&self, x: i32, y: i32, w: i32, h: i32) -> bool {
        self.left < x + w && self.right > x && self.top < y + h && self.bottom > y
    }

    /// Writes the opacities (0..=256) of `width` pixels of image row `y`, starting at column
    /// `left`.
    #[inline(always)]
    fn weights(&self, y: i32, left: i32, width: i32, out: &mut [u16]) {
        let start = (y - self.origin.1) * self.stride + left - self.origin.0;
        let range = start as usize..(start + width) as usize;
        for (weight, &covered) in out.iter_mut().zip(self.coverage.get(range).unwrap_or_default()) {
            *weight = of_256(covered.into());
        }
    }
}

/// The primitives of a drawing, grouped by the MCUs that they touch.
pub struct Drawing {
    paints: Vec<Paint>,
    /// For every MCU, the end of its range in `order`; the range begins where the previous one
    /// ends.
    ends: Vec<u32>,
    order: Vec<u32>,
}

impl Drawing {
    /// Groups primitives by MCU; each group keeps the drawing order.
    pub fn new(primitives: &[Primitive], layout: &Layout) -> Self {
        let paints: Vec<Paint> =
            primitives.iter().filter_map(|primitive| Paint::new(primitive, layout)).collect();
        let columns = layout.mcus.0;
        let mcus = |paint: &Paint| {
            let (w, h) = layout.mcu;
            let (left, right) = (paint.left / w, (paint.right - 1) / w);
            (paint.top / h..=(paint.bottom - 1) / h).flat_map(move |row| {
                (left..=right).map(move |column| row as usize * columns + column as usize)
            })
        };
        let mut ends = vec![0u32; layout.count() + 1];
        for mcu in paints.iter().flat_map(mcus) {
            ends[mcu + 1] += 1;
        }
        for mcu in 1..ends.len() {
            ends[mcu] += ends[mcu - 1];
        }
        let mut order = vec![0; ends[layout.count()] as usize];
        // The start of each group advances while the group is filled, so it ends up as the end of
        // the group.
        for (index, paint) in (0u32..).zip(&paints) {
            for mcu in mcus(paint) {
                order[ends[mcu] as usize] = index;
                ends[mcu] += 1;
            }
        }
        Self { paints, ends, order }
    }

    /// Returns the primitives that touch an MCU, in drawing order.
    #[inline(always)]
    pub fn touching(&self, mcu: usize) -> Touching<'_> {
        let start = if mcu == 0 { 0 } else { self.ends[mcu - 1] as usize };
        Touching { drawing: self, order: &self.order[start..self.ends[mcu] as usize] }
    }

    /// Index of the last touched MCU, or 0 if no MCU is touched.
    pub fn last(&self) -> usize {
        let all = self.order.len() as u32;
        self.ends.partition_point(|&end| end < all).min(self.ends.len() - 1)
    }

    /// Number of touched MCUs.
    pub fn touched(&self) -> usize {
        let mut before = 0;
        let grows = |&&end: &&u32| std::mem::replace(&mut before, end) != end;
        self.ends[..self.ends.len() - 1].iter().filter(grows).count()
    }
}

/// The part of the drawing that touches one MCU.
#[derive(Clone, Copy)]
pub struct Touching<'a> {
    drawing: &'a Drawing,
    order: &'a [u32],
}

impl Touching<'_> {
    /// Whether no primitive (shape to paint) touches the MCU.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    fn paints(&self) -> impl Iterator<Item = &Paint> {
        self.order.iter().map(|&index| &self.drawing.paints[index as usize])
    }

    /// Whether a primitive touches the block whose top-left pixel is (x, y).
    #[inline(always)]
    pub fn touches(&self, block: &Block, x: i32, y: i32) -> bool {
        let (w, h) = (8 * block.step.0, 8 * block.step.1);
        self.paints().any(|paint| paint.touches(x, y, w, h))
    }

    /// Paints the block whose top-left pixel is (x, y).
    #[inline(always)]
    fn paint(&self, block: &Block, x: i32, y: i32, samples: &mut Samples) {
        // The most common steps are passed as constants, so that the compiler unrolls the loops
        // over them.
        match block.step {
            (1, 1) => self.paint_in((1, 1), block.component, x, y, samples),
            (2, 2) => self.paint_in((2, 2), block.component, x, y, samples),
            step => self.paint_in(step, block.component, x, y, samples),
        }
    }

    /// Paints a block given as coefficients. `is_flat` means that all AC coefficients are 0.
    #[inline(always)]
    pub fn paint_coefs<V: Vector>(
        &self,
        vector: V,
        block: &Block,
        (x, y): (i32, i32),
        scales: &Scales,
        is_flat: bool,
        coefs: &mut Coefs,
    ) {
        let mut samples = [0; 64];
        if is_flat {
            samples = dct::flat(coefs[0], scales);
        } else {
            dct::to_samples(vector, coefs, scales, &mut samples);
        }
        self.paint(block, x, y, &mut samples);
        dct::to_coefs(vector, &samples, scales, coefs);
    }

    #[inline(always)]
    fn paint_in(
        &self,
        (w, h): (i32, i32),
        component: usize,
        x: i32,
        y: i32,
        samples: &mut Samples,
    ) {
        for paint in self.paints() {
            if !paint.touches(x, y, 8 * w, 8 * h) {
                continue;
            }
            let color = u16::from(paint.color[component]);
            let inside = Inside {
                left: (paint.left - x).max(0),
                right: (paint.right - x).min(8 * w),
                top: (paint.top - y).max(0),
                bottom: (paint.bottom - y).min(8 * h),
            };
            if paint.coverage.is_empty() {
                inside.fill((w, h), color, paint.alpha, samples);
            } else {
                inside.stamp(paint, (x, y), (w, h), color, samples);
            }
        }
    }
}

/// Converts a fraction in 255ths to a fraction in 256ths, which saves divisions by 255.
#[inline(always)]
fn of_256(part: u32) -> u16 {
    ((part * 257 + 128) >> 8) as u16
}

/// Blends a row of eight samples with a colour. `weights` are the opacities of the colour, in
/// 256ths.
#[inline(always)]
fn mix(row: &mut [u8; 8], color: u16, weights: &[u16; 8]) {
    for (sample, weight) in row.iter_mut().zip(weights) {
        *sample = ((u16::from(*sample) * (256 - weight) + color * weight + 128) >> 8) as u8;
    }
}

/// The part of a block that a primitive covers, in pixels from the block's top-left corner.
struct Inside {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
}

impl Inside {
    #[inline(always)]
    fn fill(&self, (w, h): (i32, i32), color: u16, alpha: u32, samples: &mut Samples) {
        let (rows, _) = samples.as_chunks_mut::<8>();
        if (w, h, alpha) == (1, 1, 255) {
            // A mask with a 0xff byte for every covered sample.
            let mask = (u64::MAX << (8 * self.left)) & (u64::MAX >> (64 - 8 * self.right));
            let colors = (u64::from(color) * 0x0101_0101_0101_0101) & mask;
            for row in &mut rows[self.top as usize..self.bottom as usize] {
                *row = ((u64::from_le_bytes(*row) & !mask) | colors).to_le_bytes();
            }
            return;
        }
        // Number of covered pixels in a column or row of pixels that one sample represents.
        let covered = |i: i32, low: i32, high: i32, step: i32| {
            (high.min((i + 1) * step) - low.max(i * step)).max(0) as u16
        };
        let (shift, opacity) = ((w * h).trailing_zeros(), of_256(alpha));
        let columns: [u16; 8] =
            std::array::from_fn(|i| covered(i as i32, self.left, self.right, w) * opacity);
        for i in self.top / h..=(self.bottom - 1) / h {
            let share = covered(i, self.top, self.bottom, h);
            let half = 1 << shift >> 1;
            mix(
                &mut rows[i as usize & 7],
                color,
                &columns.map(|part| (part * share + half) >> shift),
            );
        }
    }

    /// Paints a coverage mask on the block whose top-left pixel is (x, y).
    #[inline(always)]
    fn stamp(
        &self,
        paint: &Paint,
        (x, y): (i32, i32),
        (w, h): (i32, i32),
        color: u16,
        samples: &mut Samples,
    ) {
        let (rows, _) = samples.as_chunks_mut::<8>();
        let shift = (w * h).trailing_zeros();
        for i in self.top / h..=(self.bottom - 1) / h {
            let mut sums = [0; 8];
            for row in (i * h).max(self.top)..(i * h + h).min(self.bottom) {
                // A sample represents at most four pixels in each direction, so a row of eight
                // samples needs 32 weights.
                let mut weights = [0; 32];
                let part = &mut weights[self.left as usize & 31..];
                paint.weights(y + row, x + self.left, self.right - self.left, part);
                for (sum, pixels) in sums.iter_mut().zip(weights.chunks_exact(w as usize)) {
                    *sum += pixels.iter().sum::<u16>();
                }
            }
            let half = 1 << shift >> 1;
            mix(&mut rows[i as usize & 7], color, &sums.map(|sum: u16| (sum + half) >> shift));
        }
    }
}

/// Fraction of MCUs that the drawing does not touch.
pub fn share_untouched(drawing: &Drawing, layout: &Layout) -> f64 {
    1.0 - drawing.touched() as f64 / layout.count() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::geometry::{Rect, Size};

    const RED: Color = Color { r: 255, g: 0, b: 0 };

    fn layout(w: u32, h: u32) -> Layout {
        let blocks = vec![
            Block { component: 0, dx: 0, dy: 0, step: (1, 1) },
            Block { component: 1, dx: 0, dy: 0, step: (2, 2) },
        ];
        let size = Size::new(w, h).expect("valid");
        let mcus = (w.div_ceil(16) as usize, h.div_ceil(16) as usize);
        Layout { size, mcu: (16, 16), mcus, blocks }
    }

    fn fill(x: i32, y: i32, w: i32, h: i32, alpha: u8) -> Primitive {
        Primitive::Fill { rect: Rect::new(x, y, w, h).expect("valid"), color: RED, alpha }
    }

    #[test]
    fn mcus_know_what_touches_them_in_drawing_order() {
        let layout = layout(64, 32);
        let primitives = [fill(0, 0, 64, 1, 255), fill(20, 0, 4, 20, 255), fill(90, 0, 4, 4, 255)];
        let drawing = Drawing::new(&primitives, &layout);
        let touching = |mcu| drawing.touching(mcu).order.to_vec();
        assert_eq!((touching(0), touching(1), touching(5)), (vec![0], vec![0, 1], vec![1]));
        assert!(drawing.touching(4).is_empty() && drawing.touching(7).is_empty());
        assert_eq!((drawing.touched(), drawing.last()), (5, 5));
        assert_eq!(Drawing::new(&[], &layout).last(), 0);
        assert!((share_untouched(&drawing, &layout) - 3.0 / 8.0).abs() < 1e-9);
    }

    #[test]
    fn what_is_opaque_covers_and_what_is_not_there_leaves_all_as_it_was() {
        for value in 0..=255 {
            let mut row = [value; 8];
            mix(&mut row, 77, &[of_256(0), of_256(255), 0, 256, 0, 0, 0, 0]);
            assert_eq!(row[..3], [value, 77, value]);
        }
    }

    #[test]
    fn half_resolution_mixes_by_area() {
        let layout = layout(16, 16);
        let drawing = Drawing::new(&[fill(1, 0, 1, 2, 255)], &layout);
        let mut samples = [100; 64];
        drawing.touching(0).paint(&layout.blocks[1], 0, 0, &mut samples);
        // Red has a Cb value of 85; half of the sample's four pixels are covered.
        assert_eq!((samples[0], samples[1], samples[8]), (93, 100, 100));
    }

    #[test]
    fn fills_at_the_edge_go_on_behind_it() {
        let layout = layout(9, 9);
        let drawing = Drawing::new(&[fill(0, 0, 9, 9, 255)], &layout);
        let mut samples = [0; 64];
        drawing.touching(0).paint(&layout.blocks[0], 8, 8, &mut samples);
        assert_eq!(samples, [76; 64]);
    }
}
