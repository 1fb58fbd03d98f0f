//! Measures how much boxes of an image stand out from their surroundings.
//!
//! A page can paint an element in many ways, but in the image there are only two: something in the
//! box differs in colour from the box's background, or that background differs from the background
//! around the box.
//!
//! The background is modelled as a plane: the median colour of the box and its gradient from side
//! to side, so that a CSS gradient does not count. JPEG noise next to sharp edges is subtracted.

use crate::codec::{self, Opened};
use crate::error::Error;
use crate::geometry::Size;
use crate::pixmap::PixelView;
use crate::request::Source;
use std::ops::Range;

/// Number of pixels with the strongest contrast to ignore in a box, because they may be just a
/// speck.
const SPECK: usize = 3;
/// Distance in pixels from a box within which edges cause JPEG noise in it: the side of one MCU
/// (minimum coded unit of a JPEG).
const NEAR: i32 = 16;
/// How JPEG noise of single pixels is estimated: the strongest contrast nearby divided by
/// `NOISE.0`, plus `NOISE.1` levels.
const NOISE: (i32, i32) = (8, 2);
/// A fill is measured by the contrast that one in `FILL.0` pixels exceeds. Noise affects fewer
/// pixels that strongly, so only one part in `FILL.1` of the nearby contrast is subtracted. Faint
/// fills next to dark text therefore remain visible.
const FILL: (usize, i32) = (7, 32);
/// Maximum distance in pixels outside a box at which a line or another background counts as the
/// box's frame.
const FRAME: i32 = 3;
/// Minimum number of sides of a box that must have a line or another background to make a frame.
const SIDES: usize = 3;
/// Width or height from which the outermost pixels are ignored, because neighbours bleed into them.
const INSET: i32 = 6;
/// Minimum width or height in pixels of a box from which the gradient between its halves is
/// measured.
const HALVES: i32 = 8;
/// Maximum number of pixels examined in a part of an image; in a larger part, rows are skipped.
const MOST: usize = 1 << 18;

/// A colour as luma (0..=255) and two colour differences (±127 each).
type Colour = [i32; 3];

/// Returns how much each box (x, y, width, height in pixels) stands out, from 0 (invisible) to 255.
/// A box outside the image also gives 255, because nothing is known about it.
///
/// # Errors
/// See [`Error`]; any input gives either numbers or an error.
pub fn prominence(source: Source, boxes: &[[f64; 4]]) -> Result<Vec<u8>, Error> {
    let decoded;
    let (view, is_exact) = match source {
        Source::Pixels(view) => (view, true),
        Source::File(bytes) => {
            let file = codec::open(bytes)?;
            let is_exact = matches!(file, Opened::Png(..));
            decoded = file.decode()?;
            (decoded.view(), is_exact)
        }
    };
    Ok(boxes.iter().map(|&sides| of_box(view, sides, is_exact)).collect())
}

fn of_box(view: PixelView, sides: [f64; 4], is_exact: bool) -> u8 {
    let Some(inside) = Part::within(sides, view.size()) else { return u8::MAX };
    let patch = Patch::new(view, &inside.grown(NEAR, view.size()));
    let ground = Ground::of(&patch, &inside);
    let (mut ink, mut fill) = patch.contrasts(&ground, &inside, None);
    if !is_exact && ink > 0 {
        let (around, _) = patch.contrasts(&ground, &patch.part, Some(&inside));
        ink -= around / NOISE.0 + NOISE.1;
        fill -= around / FILL.1 + NOISE.1;
    }
    let most = ink.max(fill).max(patch.frame(&ground, &inside));
    u8::try_from(most.clamp(0, 255)).unwrap_or(u8::MAX)
}

/// A non-empty range of columns and rows of an image.
#[derive(Clone)]
struct Part {
    x: Range<i32>,
    y: Range<i32>,
}

impl Part {
    /// Returns the pixels of a box that are inside the image.
    fn within([x, y, w, h]: [f64; 4], size: Size) -> Option<Self> {
        // `as` saturates and converts NaN to 0.
        let range = |from: f64, length: f64, side: u32| {
            let (mut low, mut high) =
                ((from - 0.01).ceil() as i32, (from + length + 0.01).floor() as i32);
            if high.saturating_sub(low) < 1 {
                (low, high) = (from.floor() as i32, (from + length).ceil() as i32);
            } else if high.saturating_sub(low) >= INSET {
                (low, high) = (low.saturating_add(1), high.saturating_sub(1));
            }
            let kept = low.max(0)..high.min(side as i32);
            (kept.start < kept.end).then_some(kept)
        };
        Some(Self { x: range(x, w, size.w())?, y: range(y, h, size.h())? })
    }

    fn grown(&self, by: i32, size: Size) -> Self {
        let range = |range: &Range<i32>, side: u32| {
            (range.start - by).max(0)..(range.end + by).min(side as i32)
        };
        Self { x: range(&self.x, size.w()), y: range(&self.y, size.h()) }
    }

    fn holds(&self, x: i32, y: i32) -> bool {
        self.x.contains(&x) && self.y.contains(&y)
    }

    fn each(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        let step = (self.x.len() * self.y.len()).div_ceil(MOST).max(1);
        self.y.clone().step_by(step).flat_map(|y| self.x.clone().map(move |x| (x, y)))
    }
}

/// The pixels of a part of an image, as rows of bytes.
struct Patch {
    part: Part,
    rows: Vec<u8>,
}

impl Patch {
    fn new(view: PixelView, part: &Part) -> Self {
        let columns = part.x.start as usize..part.x.end as usize;
        let stride = 3 * columns.len();
        let mut rows = vec![0; stride * part.y.len()];
        for (y, row) in part.y.clone().zip(rows.chunks_exact_mut(stride)) {
            view.copy_part(y as usize, columns.clone(), row);
        }
        Self { part: part.clone(), rows }
    }

    fn at(&self, x: i32, y: i32) -> Colour {
        let row = (y - self.part.y.start) as usize * self.part.x.len();
        let at = 3 * (row + (x - self.part.x.start) as usize);
        colour(self.rows[at], self.rows[at + 1], self.rows[at + 2])
    }

    /// Returns the highest contrast to the background in two ways: ignoring a speck, and exceeded
    /// by the fraction of pixels that makes a fill.
    fn contrasts(&self, ground: &Ground, part: &Part, but: Option<&Part>) -> (i32, i32) {
        let mut counts = [0usize; 256];
        for (x, y) in part.each() {
            if but.is_none_or(|but| !but.holds(x, y)) {
                counts[ground.distance(self.at(x, y), x, y) as usize] += 1;
            }
        }
        let total: usize = counts.iter().sum();
        let without = |few: usize| nth(&counts, total.saturating_sub(1 + few));
        (without(SPECK.min(total / 4)), without(total / FILL.0))
    }

    /// Returns how much the pixels just outside a part differ from its background, on at least
    /// three sides.
    fn frame(&self, ground: &Ground, inside: &Part) -> i32 {
        let mut sides = Vec::with_capacity(4);
        let mut side = |lines: &mut dyn Iterator<Item = (Range<i32>, Range<i32>)>| {
            let most = lines
                .map(|(x, y)| Part { x, y })
                .filter(|line| {
                    self.part.holds(line.x.start, line.y.start)
                        && self.part.holds(line.x.end - 1, line.y.end - 1)
                })
                .map(|line| {
                    let mut counts = [0usize; 256];
                    for (x, y) in line.each() {
                        counts[ground.distance(self.at(x, y), x, y) as usize] += 1;
                    }
                    middle(&counts)
                })
                .max();
            sides.extend(most);
        };
        // Starts with the outermost pixels of the box, which `within` omits.
        let steps = 1..=FRAME + 1;
        let (x, y) = (&inside.x, &inside.y);
        side(&mut steps.clone().map(|by| (x.start - by..x.start - by + 1, y.clone())));
        side(&mut steps.clone().map(|by| (x.end + by - 1..x.end + by, y.clone())));
        side(&mut steps.clone().map(|by| (x.clone(), y.start - by..y.start - by + 1)));
        side(&mut steps.clone().map(|by| (x.clone(), y.end + by - 1..y.end + by)));
        sides.sort_unstable_by(|a, b| b.cmp(a));
        if sides.len() < 2 { 0 } else { sides[SIDES.min(sides.len()) - 1] }
    }
}

/// The background of a part: the colour in its middle, and the change per pixel to the right and
/// downwards, in 1/256.
struct Ground {
    middle: (i32, i32),
    colour: Colour,
    run: [Colour; 2],
}

impl Ground {
    fn of(patch: &Patch, part: &Part) -> Self {
        let (x, y) = (&part.x, &part.y);
        let middle = (i32::midpoint(x.start, x.end), i32::midpoint(y.start, y.end));
        let half = |x: Range<i32>, y: Range<i32>| median(patch, &Part { x, y });
        let mut run = [[0; 3]; 2];
        if part.x.len() as i32 >= HALVES {
            let low = half(x.start..middle.0, y.clone());
            let high = half(middle.0..x.end, y.clone());
            run[0] = slope(low, high, part.x.len());
        }
        if part.y.len() as i32 >= HALVES {
            let low = half(x.clone(), y.start..middle.1);
            let high = half(x.clone(), middle.1..y.end);
            run[1] = slope(low, high, part.y.len());
        }
        Self { middle, colour: median(patch, part), run }
    }

    /// Distance between a colour at a position and the background, 0..=255.
    fn distance(&self, colour: Colour, x: i32, y: i32) -> u8 {
        let (dx, dy) = (x - self.middle.0, y - self.middle.1);
        let most = (0..3)
            .map(|c| {
                let moved = (self.run[0][c] * dx + self.run[1][c] * dy) / 256;
                (colour[c] - self.colour[c] - moved).abs()
            })
            .max();
        u8::try_from(most.unwrap_or(0)).unwrap_or(u8::MAX)
    }
}

/// Returns the change per pixel, in 1/256, given the colours of the two halves of `length` pixels.
fn slope(low: Colour, high: Colour, length: usize) -> Colour {
    std::array::from_fn(|c| (high[c] - low[c]) * 512 / length as i32)
}

/// Returns the median of each colour component.
fn median(patch: &Patch, part: &Part) -> Colour {
    let mut counts = [[0usize; 256]; 3];
    for (x, y) in part.each() {
        for (counts, value) in counts.iter_mut().zip(patch.at(x, y)) {
            counts[(value + 128).clamp(0, 511) as usize / 2] += 1;
        }
    }
    counts.map(|counts| 2 * middle(&counts) - 128)
}

fn middle(counts: &[usize; 256]) -> i32 {
    nth(counts, counts.iter().sum::<usize>() / 2)
}

/// Returns the `n`-th smallest of the counted values, counting from 0.
fn nth(counts: &[usize; 256], n: usize) -> i32 {
    let mut left = n;
    for (value, &count) in (0..).zip(counts) {
        if left < count {
            return value;
        }
        left -= count;
    }
    0
}

/// Converts to luma and colour differences (ITU-R BT.601).
fn colour(r: u8, g: u8, b: u8) -> Colour {
    let (r, g, b) = (i32::from(r), i32::from(g), i32::from(b));
    let y = (77 * r + 150 * g + 29 * b + 128) >> 8;
    [y, ((b - y) * 145) >> 8, ((r - y) * 183) >> 8]
}

#[cfg(test)]
#[path = "prominence/tests.rs"]
mod tests;
