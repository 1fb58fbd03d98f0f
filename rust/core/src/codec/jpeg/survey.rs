//! How many bytes a painted picture will take at any quality, from a sample of its units.
//!
//! Text makes neighbouring strips as different as pages, so the sample is short runs of units, by
//! chance from every part of every strip. They are transformed once and kept unquantised; a quality
//! then costs only quantising and counting them.

use super::block::{Counts, category, for_each_ac};
use super::dct::{self, Coefs, Scales};
use super::encode::{Planes, WEIGHT, bytes};
use super::huffman::{Codes, HuffmanSpec};
use super::quant::Quant;
use crate::raster::Canvas;
use crate::simd::{Job, Level, Vector};

/// Units side by side: the more, the less is lost at their ends; the fewer, the better spread.
const RUN: usize = 4;
/// Blocks of a unit, four of luma and two of chroma.
const BLOCKS: usize = 6;

/// Share of a sample (one in so many runs) that shows where to look for a quality.
const PART: usize = 4;
/// Steps of one search, and how often the share is held against the whole sample.
const STEPS: usize = 6;
const ROUNDS: usize = 3;
/// How near to its target a search ends.
const NEAR: f64 = 0.003;

/// A sample of one painted picture.
pub struct Survey {
    /// Units of the whole picture.
    units: usize,
    /// Unquantised blocks of the sampled units.
    blocks: Vec<Coefs>,
    /// How many units each run has.
    runs: Vec<usize>,
    /// Nothing was left out, so every run follows the one before.
    is_whole: bool,
}

/// What a sample says about one quality.
pub struct Forecast {
    /// Expected bytes of the file.
    pub bytes: f64,
    /// Counted symbols of both classes, each code symbol at least once.
    pub counts: [Counts; 2],
}

impl Survey {
    /// Reads about `most` units, or all of a smaller picture.
    pub fn new(canvas: &Canvas, most: usize) -> Self {
        let size = canvas.size();
        let across = (size.w() as usize).div_ceil(16);
        let units = across * canvas.strips();
        let every = units.div_ceil(most.max(1));
        let mut survey = Self { units, blocks: Vec::new(), runs: Vec::new(), is_whole: every == 1 };
        let mut planes = Planes::new(RUN * 16);
        let per_strip = across.div_ceil(RUN);
        let mut chance = 1u32;
        for strip in 0..canvas.strips() {
            for group in (0..per_strip).step_by(every) {
                // One of each group, by chance: pages repeat themselves, at any distance.
                chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let run = group + (chance >> 8) as usize % every;
                if run >= per_strip {
                    continue;
                }
                let left = run * RUN;
                let count = RUN.min(across - left);
                Level::best().run(Transform {
                    canvas,
                    strip,
                    left: left * 16,
                    count,
                    planes: &mut planes,
                    out: &mut survey.blocks,
                });
                survey.runs.push(count);
            }
        }
        survey
    }

    /// The picture with steps of `percent` of the standard tables, from every n-th run.
    pub fn forecast(&self, percent: f64, every: usize) -> Forecast {
        let scales = Quant::of_percent(percent).each_ref().map(Scales::of_fine);
        let units = self.runs.iter().step_by(every).sum::<usize>().max(1);
        let firsts = self.runs.iter().step_by(every).count();
        // The DC value of a run's first unit has nothing before it, so the others stand for it.
        let is_whole = self.is_whole && every == 1;
        let dc_weight = match units - firsts {
            _ if is_whole => WEIGHT,
            others => WEIGHT * units as u32 / others.max(1) as u32,
        };
        let mut counts = [Counts::every_symbol(), Counts::every_symbol()];
        Level::best().run(Count {
            survey: self,
            every,
            is_whole,
            scales: &scales,
            dc_weight,
            counts: &mut counts,
        });
        let specs =
            counts.each_ref().map(|c| [HuffmanSpec::optimal(&c.dc), HuffmanSpec::optimal(&c.ac)]);
        let bits: u64 = counts
            .iter()
            .zip(&specs)
            .map(|(c, [dc, ac])| c.bits(&Codes::new(dc), &Codes::new(ac)))
            .sum();
        let share = self.units as f64 / units as f64;
        Forecast { bytes: bytes(bits as f64 / f64::from(WEIGHT) * share, &specs), counts }
    }

    /// The smallest percent in `finest..=coarsest` whose forecast is about `target`; `coarsest` if
    /// even that is above.
    pub fn finest_within(&self, target: f64, finest: f64, coarsest: f64) -> (f64, Forecast) {
        // A part of the sample shows where to look, the whole of it what is there.
        let part = |percent: f64| self.forecast(percent, PART).bytes;
        let ends = [finest, coarsest].map(|percent| (percent.ln(), part(percent)));
        let mut found = (coarsest, self.forecast(coarsest, 1));
        let mut ratio = found.1.bytes / ends[1].1;
        for _ in 0..ROUNDS {
            if (found.1.bytes / target - 1.0).abs() < NEAR
                || found.1.bytes > target && found.0 >= coarsest
            {
                break;
            }
            let [mut low, mut high] = ends;
            let (wanted, mut here) = (target / ratio, low);
            for _ in 0..STEPS {
                if low.1 <= wanted || (here.1 / wanted - 1.0).abs() < NEAR {
                    break;
                }
                // Between two percents bytes go like a power of them, nearly.
                let share = (low.1 / wanted).ln() / (low.1 / high.1).ln();
                let at = low.0 + (high.0 - low.0) * share.clamp(0.02, 0.98);
                here = (at, part(at.exp()));
                *(if here.1 > wanted { &mut low } else { &mut high }) = here;
            }
            found = (here.0.exp(), self.forecast(here.0.exp(), 1));
            ratio = found.1.bytes / here.1;
        }
        found
    }
}

/// Transforms some units of a strip.
struct Transform<'a> {
    canvas: &'a Canvas<'a>,
    strip: usize,
    left: usize,
    count: usize,
    planes: &'a mut Planes,
    out: &'a mut Vec<Coefs>,
}

impl Job for Transform<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self, vector: V) {
        let mut left = self.count * BLOCKS;
        self.planes.load(self.canvas, self.strip, self.left);
        self.planes.for_each_block(
            #[inline(always)]
            |_, samples| {
                if left > 0 {
                    left -= 1;
                    let mut coefs = [0; 64];
                    dct::to_fine(vector, samples, &mut coefs);
                    self.out.push(coefs);
                }
            },
        );
    }
}

/// Quantises and counts a sample.
struct Count<'a> {
    survey: &'a Survey,
    every: usize,
    is_whole: bool,
    scales: &'a [Scales; 2],
    dc_weight: u32,
    counts: &'a mut [Counts; 2],
}

impl Job for Count<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self, vector: V) {
        let mut blocks = self.survey.blocks.as_slice();
        let mut last = [0; 3];
        for (number, &units) in self.survey.runs.iter().enumerate() {
            let (run, rest) = blocks.split_at(units * BLOCKS);
            blocks = rest;
            if !number.is_multiple_of(self.every) {
                continue;
            }
            if !self.is_whole {
                last = [0; 3];
            }
            for (index, fine) in run.iter().enumerate() {
                let component = [0, 0, 0, 0, 1, 2][index % BLOCKS];
                let class = component.min(1);
                let mut coefs = [0; 64];
                dct::from_fine(vector, fine, &self.scales[class], &mut coefs);
                let dc = i32::from(coefs[0]);
                let difference = dc - std::mem::replace(&mut last[component], dc);
                let counts = &mut self.counts[class];
                if index >= BLOCKS || self.is_whole {
                    counts.dc[category(difference) as usize] += self.dc_weight;
                }
                for_each_ac(vector, &coefs, |symbol, _, _| {
                    counts.ac[usize::from(symbol)] += WEIGHT;
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::encode::Encoder;
    use super::super::quant::percent;
    use super::*;
    use crate::geometry::Size;
    use crate::pixmap::Pixmap;

    #[test]
    fn a_picture_surveyed_as_a_whole_is_forecast_to_the_percent() {
        let size = Size::new(500, 300).expect("valid");
        let mut page = Pixmap::new(size);
        for y in 0..300 {
            for (x, pixel) in page.row_mut(y).chunks_exact_mut(3).enumerate() {
                let dark = y % 20 < 11 && (x * 7 + y / 20 * 5) % 13 < 4;
                pixel.fill(if dark { 40 } else { (x / 3) as u8 });
            }
        }
        let canvas = Canvas::new(page.view(), &[]);
        let survey = Survey::new(&canvas, usize::MAX);
        for quality in [30, 60, 80, 95, 100] {
            let percent = f64::from(percent(quality));
            let forecast = survey.forecast(percent, 1);
            let made = Encoder::fitted(&canvas, percent, &forecast).encode(&canvas);
            let ratio = forecast.bytes / made.len() as f64;
            assert!((ratio - 1.0).abs() < 0.01, "{quality}: {ratio}");
        }
    }
}
