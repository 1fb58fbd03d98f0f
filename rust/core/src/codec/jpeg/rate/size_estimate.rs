//! Estimates the size of a painted image at any quality from a sample of its MCUs.
//!
//! Most of a page is empty, and detail is distributed unevenly. So the sample consists of short
//! runs of MCUs, drawn with a probability proportional to their activity and weighted by the
//! inverse of that probability (Horvitz and Thompson 1952). The runs are transformed once and
//! stored unquantised; each quality then costs only quantising and counting.
//!
//! Measurements on nine screenshots from 720p to 4K, with marks:
//!
//! - A sample of 2,000 MCUs takes 1.5 to 6.3 ms of CPU, and each quality then 0.3 to 0.45 ms, with
//!   an error of at most 1.6 %.
//! - Sampling one strip in four, as [`Encoder`](crate::codec::jpeg::Encoder) does, takes 0.4 to 4.3
//!   ms for each quality, with an error of up to 22 %.
//! - Encoding a whole file takes 2.0 to 22 ms.
//! - A search for the quality takes 0.8 to 1.4 ms.
//!
//! `rate_control.rs` describes how the numbers in this file were chosen and measured.

use crate::activity::Activity;
use crate::codec::jpeg::encode::forecast::{Forecast, WEIGHT};
use crate::codec::jpeg::encode::planes::Planes;
use crate::codec::jpeg::entropy::block::{Counts, category, for_each_ac};
use crate::codec::jpeg::syntax::quant::Quant;
use crate::codec::jpeg::transform::dct::{self, Coefs, Scales};
use crate::overlay::Primitive;
use crate::raster::Canvas;
use crate::simd::{Kernel, SimdLevel, Vector};

/// Number of adjacent MCUs (minimum coded units) that are sampled together as a run.
const RUN: usize = 2;
/// Number of blocks of an MCU: four of luma and two of chroma.
const BLOCKS: usize = 6;
/// Blocks of the MCU before a run, one for each component, whose DC values predict the first blocks
/// of the run.
const BEFORE: [usize; 3] = [3, 4, 5];

/// Fraction of the sample that is drawn in proportion to activity. The rest is drawn uniformly, in
/// case the activity misses something.
const BY_ACTIVITY: f64 = 0.85;
/// Activity that a drawing adds for each pixel of a glyph.
const GLYPH: f64 = 20.0;
/// Activity that a drawing adds for each pixel along the edge of a shape.
const EDGE: f64 = 60.0;

/// The search uses one in this many runs; the whole sample is then used to check its result.
const PART: usize = 4;
/// Maximum number of steps of one search.
const STEPS: usize = 8;
/// Maximum number of searches, each of which is checked against the whole sample.
const ROUNDS: usize = 2;
/// Tolerance of a search, as a fraction of the target size.
const NEAR: f64 = 0.003;
/// Fraction of the target size by which a result may exceed it.
const ABOVE: f64 = 0.015;
/// Tolerance of the check against the whole sample, as a fraction of the target size.
const CLOSE: f64 = 0.01;

/// A sample of one painted image.
pub struct SizeEstimate {
    /// Unquantised blocks of the sampled runs, each run preceded by its three `BEFORE` blocks.
    blocks: Vec<Coefs>,
    runs: Vec<Run>,
}

/// A run: adjacent MCUs of one strip that are sampled together.
struct Run {
    strip: usize,
    /// First MCU of the run in its strip, followed by the number of MCUs.
    first: usize,
    mcus: usize,
    /// Number of runs that this run represents, times [`WEIGHT`].
    weight: u32,
}

impl SizeEstimate {
    /// Samples about `most` MCUs, or all MCUs of a smaller image. Areas with more activity are
    /// sampled more densely.
    pub fn new(canvas: &Canvas, activity: &Activity, most: usize) -> Self {
        let mut estimate = Self { blocks: Vec::new(), runs: chosen(canvas, activity, most / RUN) };
        let mut planes = Planes::new((RUN + 1) * 16);
        for run in &estimate.runs {
            SimdLevel::best().run(Transform {
                canvas,
                run,
                planes: &mut planes,
                out: &mut estimate.blocks,
            });
        }
        estimate
    }

    /// Predicts the file for steps of `percent` of the standard tables, using every `every`-th run.
    pub fn forecast(&self, percent: f64, every: usize) -> Forecast {
        let scales = Quant::of_percent(percent).each_ref().map(Scales::of_fine);
        let mut counts = [Counts::every_symbol(), Counts::every_symbol()];
        SimdLevel::best().run(Count {
            estimate: self,
            every,
            scales: &scales,
            counts: &mut counts,
        });
        Forecast::new(&counts, every as f64)
    }

    /// Finds approximately the smallest percentage whose predicted size is at most `target`,
    /// between `finest` and `coarsest` (a percentage and its predicted size).
    pub fn finest_within(&self, target: f64, finest: f64, coarsest: (f64, f64)) -> (f64, Forecast) {
        // The search uses a part of the sample; the whole sample is used to check its result.
        let part = |percent: f64| self.forecast(percent, PART).bytes;
        let ends = [finest, coarsest.0].map(|percent| (percent, part(percent)));
        let mut ratio = coarsest.1 / ends[1].1;
        let mut round = 1;
        loop {
            let here = search(ends, target / ratio, part);
            let found = self.forecast(here.0, 1);
            if (found.bytes / target - 1.0).abs() < CLOSE || round == ROUNDS {
                return (here.0, found);
            }
            ratio = found.bytes / here.1;
            round += 1;
        }
    }
}

/// Finds the percentage between two ends at which the size is `wanted`, or the closest one,
/// preferably with a smaller size. Uses regula falsi (Illinois variant) on logarithms, because the
/// size is nearly a power of the percentage.
fn search(ends: [(f64, f64); 2], wanted: f64, bytes: impl Fn(f64) -> f64) -> (f64, f64) {
    let [mut low, mut high] = ends;
    if high.1 >= wanted {
        return high;
    }
    let above = |end: (f64, f64)| (end.1 / wanted).ln();
    let (mut at_low, mut at_high) = (above(low), above(high));
    let mut before = 0.0;
    for _ in 0..STEPS {
        if at_low <= 0.0 {
            return low;
        }
        let share = at_low / (at_low - at_high);
        let percent = low.0 * (high.0 / low.0).powf(share);
        let here = (percent, bytes(percent));
        let now = above(here);
        if now.abs() < NEAR {
            return here;
        }
        // Illinois variant: if an end stays in place twice in a row, its value is halved, so that
        // this end moves soon.
        if now > 0.0 {
            (low, at_low) = (here, now);
            at_high *= if before > 0.0 { 0.5 } else { 1.0 };
        } else {
            (high, at_high) = (here, now);
            at_low *= if before < 0.0 { 0.5 } else { 1.0 };
        }
        before = now;
    }
    // The size jumps where many steps of a table change at the same time.
    if above(low) < ABOVE && above(high) < -2.0 * ABOVE { low } else { high }
}

/// Draws about `most` runs of an image, with probabilities according to their activity.
fn chosen(canvas: &Canvas, activity: &Activity, most: usize) -> Vec<Run> {
    let across = (canvas.size().w() as usize).div_ceil(16);
    let mut runs = Vec::new();
    let mut activities = Vec::new();
    for strip in 0..canvas.strips() {
        let start = activities.len();
        for first in (0..across).step_by(RUN) {
            let mcus = RUN.min(across - first);
            let part = [first * 16, strip * 16, (first + mcus) * 16, strip * 16 + 16];
            activities.push(activity.within(canvas.size(), part) * mcus as f64);
            runs.push(Run { strip, first, mcus, weight: WEIGHT });
        }
        for primitive in canvas.drawn(strip) {
            draw_activity(primitive, strip, &mut activities[start..]);
        }
    }
    if runs.len() <= most {
        return runs;
    }
    let all: f64 = activities.iter().sum();
    let even = 1.0 / runs.len() as f64;
    let share = |activity: f64| match all {
        0.0 => even,
        all => BY_ACTIVITY * activity / all + (1.0 - BY_ACTIVITY) * even,
    };
    // Runs that are certain to be drawn (probability 1) do not use their whole share; the excess is
    // distributed over the other runs.
    let mut factor = most as f64;
    for _ in 0..6 {
        let expected: f64 = activities.iter().map(|&d| (share(d) * factor).min(1.0)).sum();
        factor *= most as f64 / expected;
    }
    // Systematic sampling: a run is drawn whenever the cumulative probability passes a threshold.
    // There is one threshold per whole number, at a random offset, because pages may repeat content
    // at any distance.
    let mut chance = 1u32;
    let (mut sum, mut next) = (0.0, 0.5);
    let mut taken = Vec::with_capacity(most + most / 8);
    for (mut run, activity) in runs.into_iter().zip(activities) {
        let likely = share(activity) * factor;
        if likely >= 1.0 {
            taken.push(run);
            continue;
        }
        sum += likely;
        let mut times = 0;
        while next < sum {
            chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            next = next.floor() + 1.0 + f64::from(chance >> 8) / f64::from(1 << 24);
            times += 1;
        }
        if times > 0 {
            run.weight = (f64::from(WEIGHT * times) / likely).round() as u32;
            taken.push(run);
        }
    }
    taken
}

/// Adds the activity of a primitive to the runs of a strip that it touches.
fn draw_activity(primitive: &Primitive, strip: usize, activities: &mut [f64]) {
    let rect = primitive.rect();
    let rows = (rect.bottom().min(strip as i32 * 16 + 16) - rect.y().max(strip as i32 * 16)).max(0);
    let side = RUN as i32 * 16;
    let first = (rect.x() / side).max(0) as usize;
    for (index, activity) in activities.iter_mut().enumerate().skip(first) {
        let left = index as i32 * side;
        let columns = rect.right().min(left + side) - rect.x().max(left);
        if columns <= 0 {
            break;
        }
        *activity += match primitive {
            Primitive::Fill { .. } => EDGE * f64::from(rows + columns),
            Primitive::Mask { .. } => GLYPH * f64::from(rows * columns),
        };
    }
}

/// Transforms the MCUs of a run.
struct Transform<'a> {
    canvas: &'a Canvas<'a>,
    run: &'a Run,
    planes: &'a mut Planes,
    out: &'a mut Vec<Coefs>,
}

impl Kernel for Transform<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self, vector: V) {
        let Run { strip, first, mcus, .. } = *self.run;
        let before = first.min(1);
        self.planes.load(self.canvas, strip, (first - before) * 16);
        let start = self.out.len();
        // At the left edge of the image no MCU precedes the run, so its preceding blocks are zeros.
        self.out.extend([[0; 64]; BEFORE.len()]);
        let mut index = 0;
        self.planes.for_each_block(
            #[inline(always)]
            |_, samples| {
                let (mcu, block) = (index / BLOCKS, index % BLOCKS);
                index += 1;
                if mcu < before && BEFORE.contains(&block) {
                    dct::to_fine(vector, samples, &mut self.out[start + block - BEFORE[0]]);
                } else if mcu >= before && mcu < before + mcus {
                    let mut coefs = [0; 64];
                    dct::to_fine(vector, samples, &mut coefs);
                    self.out.push(coefs);
                }
            },
        );
        if before == 0 {
            for (to, from) in [0, BEFORE[1], BEFORE[2]].into_iter().enumerate() {
                self.out[start + to] = self.out[start + BEFORE.len() + from];
            }
        }
    }
}

/// Quantises the blocks of a sample and counts their symbols.
struct Count<'a> {
    estimate: &'a SizeEstimate,
    every: usize,
    scales: &'a [Scales; 2],
    counts: &'a mut [Counts; 2],
}

impl Kernel for Count<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self, vector: V) {
        let mut blocks = self.estimate.blocks.as_slice();
        for (number, run) in self.estimate.runs.iter().enumerate() {
            let (own, rest) = blocks.split_at(BEFORE.len() + run.mcus * BLOCKS);
            blocks = rest;
            if !number.is_multiple_of(self.every) {
                continue;
            }
            let mut last = [0; 3];
            for (index, fine) in own.iter().enumerate() {
                let component = match index.checked_sub(BEFORE.len()) {
                    None => index,
                    Some(index) => (index % BLOCKS).saturating_sub(BEFORE[0]),
                };
                let class = component.min(1);
                let mut coefs = [0; 64];
                dct::from_fine(vector, fine, &self.scales[class], &mut coefs);
                let dc = i32::from(coefs[0]);
                let difference = dc - std::mem::replace(&mut last[component], dc);
                if index >= BEFORE.len() {
                    let counts = &mut self.counts[class];
                    counts.dc[category(difference) as usize] += run.weight;
                    for_each_ac(vector, &coefs, |symbol, _, _| {
                        counts.ac[usize::from(symbol)] += run.weight;
                    });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::jpeg::encode::Encoder;
    use crate::codec::jpeg::syntax::quant::percent;
    use crate::geometry::Size;
    use crate::pixmap::Pixmap;

    #[test]
    fn a_search_ends_near_what_is_wanted_or_below_a_leap() {
        let smooth = |percent: f64| 1e6 / percent.powf(0.7);
        let leap = |percent: f64| if percent < 7.0 { 9e5 } else { 3e5 / percent };
        let ends = |bytes: &dyn Fn(f64) -> f64| [1.0, 160.0].map(|p| (p, bytes(p)));
        for wanted in [5e4, 2e5, 8e5] {
            let (_, found) = search(ends(&smooth), wanted, smooth);
            assert!((found / wanted - 1.0).abs() < 0.01, "{found} for {wanted}");
        }
        let (percent, found) = search(ends(&leap), 5e5, leap);
        assert!(percent >= 7.0 && found < 5e5);
        assert!(search(ends(&smooth), 1.0, smooth).0 >= 160.0);
    }

    #[test]
    fn a_picture_sampled_as_a_whole_is_forecast_to_the_percent() {
        let size = Size::new(500, 300).expect("valid");
        let mut page = Pixmap::new(size);
        for y in 0..300 {
            for (x, pixel) in page.row_mut(y).chunks_exact_mut(3).enumerate() {
                let dark = y % 20 < 11 && (x * 7 + y / 20 * 5) % 13 < 4;
                pixel.fill(if dark { 40 } else { (x / 3) as u8 });
            }
        }
        let canvas = Canvas::new(page.view(), &[]);
        let estimate = SizeEstimate::new(&canvas, &Activity::of(page.view()), usize::MAX);
        for quality in [30, 60, 80, 95, 100] {
            let percent = f64::from(percent(quality));
            let forecast = estimate.forecast(percent, 1);
            let made = Encoder::fitted(&canvas, percent, &forecast).encode(&canvas);
            let ratio = forecast.bytes / made.len() as f64;
            assert!((ratio - 1.0).abs() < 0.01, "{quality}: {ratio}");
        }
    }
}
