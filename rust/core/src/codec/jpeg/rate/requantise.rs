//! Makes a baseline JPEG smaller by requantising its coefficients, without decoding it to pixels.
//!
//! A slightly lower quality would not help: as long as a new step is less than twice the old one,
//! every coefficient of +-1 stays +-1, so the file hardly shrinks while its error doubles.
//! Therefore each frequency jumps from its own step to 2.25 times that step, the highest
//! frequencies first. The frequencies that have not jumped stay bit for bit unchanged.
//!
//! The coarser tables ("rungs") are multiples of the standard tables and never finer than the
//! file's own table. They are not multiples of the file's table, because its steps may all be 1 or
//! 2. A "cut" is one number that states how many frequencies have moved to which rung. The file
//! size is a smooth function of the cut. It is predicted from one histogram and corrected on a
//! sample of the MCUs, which also provides the Huffman tables.

use crate::budget::QUALITY_FLOOR;
use crate::codec::jpeg::edit::baseline::Baseline;
use crate::codec::jpeg::edit::layout::Refusal;
use crate::codec::jpeg::encode::forecast::{Forecast, coded};
use crate::codec::jpeg::entropy::bits::{BitWriter, stuff};
use crate::codec::jpeg::entropy::block::{Counts, category};
use crate::codec::jpeg::rate::coefficients::{Factor, Requant, Steps, Symbol, count_symbols};
use crate::codec::jpeg::rate::values::Values;
use crate::codec::jpeg::syntax::huffman::HuffmanSpec;
use crate::codec::jpeg::syntax::quant::{Quant, percent};
use crate::kept::{self, BYTES};
use crate::overlay::Primitive;
use crate::simd::{Kernel, SimdLevel, Vector};

// `rate_control.rs` describes how the following constants were chosen and measured.

/// Ratio of a frequency's new quantisation step to its old one: the smallest ratio that turns most
/// coefficients of +-1 into 0 and otherwise adds little error.
const LEAP: f64 = 2.25;
/// Ratio of the steps of one rung to those of the rung before it.
const RISE: f64 = 1.25;
/// Maximum magnitude that is counted separately; larger ones are rare and are counted as this one.
const MOST: usize = 255;
/// Predicted file size that the search aims at, as a fraction of the byte budget.
const AIM: f64 = 0.975;
/// Tolerance of the search, as a fraction of the size that it aims at.
const CLOSE: f64 = 0.006;
/// Largest predicted size, as a fraction of the byte budget, that is expected to fit. Actual files
/// take 0.977 to 1.002 of the size predicted from the sample.
const TRUSTED: f64 = 0.99;
/// If the file predicted for the result takes less than this fraction of the budget, the next finer
/// cut is used instead, provided that it is expected to fit.
const SHORT: f64 = 0.93;
/// If the written file takes less than this fraction of the budget, another file is written.
const NEAR: f64 = 0.9;
/// Maximum number of corrections on the small sample before the full sample is used.
const GLANCES: usize = 3;
/// Maximum number of files to write; the first one nearly always fits.
const TRIES: u32 = 8;

/// A file's coefficients, and the size on which predictions are based.
pub struct Coefficients<'a> {
    file: &'a Baseline<'a>,
    old: Steps,
    values: Values,
    /// Size in bytes of the file as it is, with the old steps and the file's own codes.
    now: f64,
}

impl<'a> Coefficients<'a> {
    /// Decodes all blocks of the file.
    pub fn read(file: &'a Baseline<'a>) -> Result<Self, Refusal> {
        let [luma, chroma, other] = file.quants()?;
        let small = |quant: &Quant| (0..64).all(|k| quant.zigzag(k) <= 255);
        if chroma != other || !small(luma) || !small(chroma) {
            return Err(Refusal::Unsuited);
        }
        let old = [luma, chroma].map(|quant| std::array::from_fn(|k| quant.zigzag(k)));
        Ok(Self { file, old, values: Values::read(SimdLevel::best(), file)?, now: 0.0 })
    }

    /// For each block, the position of the first bit after the block in the unstuffed segments.
    pub fn block_ends(&self) -> &[u32] {
        &self.values.block_ends
    }

    /// Draws on the coefficients. Must be called at most once.
    pub fn draw(&mut self, drawing: &[Primitive]) -> Result<(), Refusal> {
        self.values.draw(SimdLevel::best(), self.file, drawing)?;
        self.now = self.file.bytes_with(self.values.bits[0]);
        Ok(())
    }

    /// Returns the best file of at most `limit` bytes whose quality is at most `asked`, its
    /// quality, and the number of files written. If even the coarsest allowed file is too large,
    /// returns its size and the number of files written.
    pub fn within(&self, limit: usize, asked: u8) -> Result<(Vec<u8>, u8, u32), (usize, u32)> {
        let rungs = self.rungs(asked);
        let costs = Costs::new(self, &rungs);
        // Cuts below `least` are known to be too large; cuts from `most` on are known to fit.
        let (mut least, mut most) = (0, (rungs.len() - 1) * 64 + 1);
        let (mut best, mut smallest, mut passes) = (None, usize::MAX, 0);
        let mut share = 1.0;
        while least < most && passes < TRIES {
            let goal = limit as f64 / share;
            let (cut, forecast) = self.search(&rungs, &costs, least, most - 1, goal);
            if passes == 0 && forecast.bytes > goal {
                return Err((forecast.bytes as usize, passes));
            }
            let steps = steps(&rungs, cut);
            let data = SimdLevel::best().run(Write { of: self, steps: &steps, to: &forecast });
            passes += 1;
            smallest = smallest.min(data.len());
            share = data.len() as f64 / forecast.bytes;
            if data.len() <= limit {
                let near = data.len() as f64 >= limit as f64 * NEAR;
                most = cut;
                best = Some((data, quality(&steps)));
                if near {
                    break;
                }
            } else {
                least = cut + 1;
            }
        }
        best.map(|(data, quality)| (data, quality, passes)).ok_or((smallest, passes))
    }

    /// Returns the cut in `least..=most` whose predicted size is closest to the target, or the last
    /// cut, and its forecast.
    fn search(
        &self,
        rungs: &[Steps],
        costs: &Costs,
        least: usize,
        most: usize,
        limit: f64,
    ) -> (usize, Forecast) {
        let aim = limit * AIM;
        // Cuts in `first..end` have not been predicted yet.
        let (mut first, mut end) = (least, most + 1);
        let (mut large, mut small) = (None, None);
        let fitting = |factor: f64, first: usize, end: usize| {
            (first..end).find(|&cut| costs.behind(cut) * factor <= aim).unwrap_or(end - 1)
        };
        // `factor` corrects the rough prediction. It is set from the small sample and then refined
        // with the full sample.
        let mut factor = self.now / costs.now;
        if first < end {
            let [all, _, part] = self.values.bits;
            let share = all as f64 / part.max(1) as f64;
            for _ in 0..GLANCES {
                let cut = fitting(factor, first, end);
                let before = factor;
                let (specs, bits) = coded(&self.count(&self.values.glance, &steps(rungs, cut)));
                factor = self.bytes(bits as f64 * share, &specs) / costs.behind(cut);
                if (factor / before - 1.0).abs() < CLOSE {
                    break;
                }
            }
        }
        let mut looks = 0;
        while first < end {
            looks += 1;
            // Every third step bisects the range, so that a jump in the size function cannot stall
            // the search.
            let next = if looks % 3 == 0 {
                usize::midpoint(first, end)
            } else {
                fitting(factor, first, end)
            };
            let here = self.forecast(&steps(rungs, next));
            factor = here.bytes / costs.behind(next);
            if (here.bytes / aim - 1.0).abs() < CLOSE {
                return (next, here);
            }
            if here.bytes > aim {
                (first, large) = (next + 1, Some((next, here)));
            } else {
                (end, small) = (next, Some((next, here)));
            }
        }
        match (large, small) {
            // Changing the step of one frequency may change the size by a few percent.
            (Some(large), Some(small))
                if small.1.bytes < limit * SHORT && large.1.bytes < limit * TRUSTED =>
            {
                large
            }
            (_, Some(found)) | (Some(found), None) => found,
            (None, None) => (most, self.forecast(&steps(rungs, most))),
        }
    }

    /// Predicts the file for new steps from the sample.
    fn forecast(&self, steps: &Steps) -> Forecast {
        let mut counts = self.count(&self.values.sample, steps);
        if self.values.sample.len() == self.values.mcus() {
            let (specs, bits) = coded(&counts);
            return Forecast { bytes: self.bytes(bits as f64, &specs), specs };
        }
        // MCUs outside the sample may contain other symbols, so every symbol gets a code.
        for counts in &mut counts {
            counts.make_complete(FEW);
        }
        let (specs, bits) = coded(&counts);
        let [all, part, _] = self.values.bits;
        let share = all as f64 / part.max(1) as f64 / f64::from(FEW);
        Forecast { bytes: self.bytes(bits as f64 * share, &specs), specs }
    }

    /// Counts the symbols of the given MCUs after requantisation.
    fn count(&self, mcus: &[usize], steps: &Steps) -> [Counts; 2] {
        count_symbols(&self.values, [&self.old, steps], mcus)
    }

    /// Size in bytes of a file whose scan has this many bits.
    fn bytes(&self, bits: f64, specs: &[[HuffmanSpec; 2]; 2]) -> f64 {
        let tables: usize = specs.iter().flatten().map(|spec| 21 + spec.symbols.len()).sum();
        // About one byte in 200 is 0xff and needs a stuffed byte.
        bits / 8.0 * (201.0 / 200.0) + (tables + self.file.extras().len() + 200) as f64
    }

    /// Returns the steps of every rung. The first rung has the file's own steps or those of the
    /// requested quality; the following rungs are coarser, down to the lowest allowed quality.
    fn rungs(&self, asked: u8) -> Vec<Steps> {
        let of_percent = |percent| {
            let [luma, chroma] = Quant::of_percent(percent);
            [(&self.old[0], luma), (&self.old[1], chroma)]
                .map(|(old, new)| std::array::from_fn(|k| new.zigzag(k).max(old[k])))
        };
        let own = quality(&self.old);
        let old = f64::from(percent(own));
        let (start, first) = if asked < own {
            let start = f64::from(percent(asked));
            (start, of_percent(start))
        } else {
            (old, self.old)
        };
        let most = f64::from(percent(QUALITY_FLOOR)).max(start);
        let mut rungs = vec![first];
        // The requested quality may already be coarser than the first jump.
        let mut next = if start < old * LEAP { old * LEAP } else { start * RISE };
        while next < most {
            rungs.push(of_percent(next));
            next *= RISE;
        }
        if most > start * 1.2 {
            rungs.push(of_percent(most));
        }
        rungs
    }
}

/// Count that one occurrence of a symbol in the sample adds. A symbol that is missing from the
/// sample gets a count of 1, so that it has a code.
const FEW: u32 = 8;

/// Writes the file with new steps.
struct Write<'a> {
    of: &'a Coefficients<'a>,
    steps: &'a Steps,
    to: &'a Forecast,
}

impl Kernel for Write<'_> {
    type Output = Vec<u8>;

    #[inline(always)]
    fn run<V: Vector>(self, _: V) -> Self::Output {
        let Forecast { bytes, specs } = self.to;
        let bytes = *bytes as usize;
        let mut out = kept::take(&BYTES, bytes + bytes / 16);
        self.of.file.write_frame(self.steps, specs, &mut out);
        let codes = WholeCodes::new(specs);
        let requants = Requant::of_classes([&self.of.old, self.steps]);
        let mut writer = BitWriter::new(LOT * 4);
        let (mut last, mut lot, mut count) = ([0; 3], Box::new([0; LOT]), 0);
        let all = &self.of.values;
        for (component, dc, values) in (0..all.mcus()).flat_map(|mcu| all.blocks(mcu)) {
            if count > LOT - LARGEST {
                codes.write(&lot[..count & (LOT - 1)], &mut writer);
                stuff(writer.bytes(), &mut out);
                writer.clear();
                count = 0;
            }
            let class = component.min(1);
            let (requant, of_dc) = (&requants[class], (class as u32) << 21);
            let of_ac = of_dc | AC;
            let dc = requant.dc(dc);
            let difference = dc - std::mem::replace(&mut last[component], dc);
            let mut put = |symbol: u32, is_one: bool| {
                lot[count & (LOT - 1)] = symbol;
                count += usize::from(is_one);
            };
            put(of_dc | Symbol::of_dc(difference).short(), true);
            // A coefficient that becomes 0 is overwritten by the next one, which avoids a branch
            // that is hard to predict.
            let mut before = 0;
            for &entry in values {
                let symbol = requant.symbol(entry, &mut before);
                if symbol.sixteens() > 0 && symbol.is_one() {
                    (0..symbol.sixteens()).for_each(|_| put(of_ac | 0xf0 << 12, true));
                }
                put(of_ac | symbol.short(), symbol.is_one());
            }
            put(of_ac, before < 63);
        }
        codes.write(&lot[..count & (LOT - 1)], &mut writer);
        writer.finish_segment();
        stuff(writer.bytes(), &mut out);
        out.extend_from_slice(&[0xff, 0xd9]);
        out
    }
}

/// Number of symbols that are collected and then written at a time, so that no branch depends on
/// where blocks end.
const LOT: usize = 4096;
/// Upper bound for the number of symbols of one block.
const LARGEST: usize = 80;
/// Bit that is set in the index of an AC symbol's code.
const AC: u32 = 1 << 20;

/// The codes of all four tables, indexed by class (1 bit), DC or AC (1 bit) and symbol (8 bits).
/// Each is one word: the code, shifted left to make space for the value bits (27 bits), and the
/// length of code and value together (5 bits).
struct WholeCodes([u32; 1024]);

impl WholeCodes {
    /// Builds the codes from tables that contain only baseline symbols.
    fn new(specs: &[[HuffmanSpec; 2]; 2]) -> Self {
        let mut whole = Self([0; 1024]);
        for (spec, codes) in specs.as_flattened().iter().zip(whole.0.chunks_exact_mut(256)) {
            spec.for_each_code(|symbol, code, length| {
                let size = u32::from(symbol & 15);
                codes[usize::from(symbol)] =
                    u32::from(code) << size << 5 | (u32::from(length) + size);
            });
        }
        whole
    }

    /// Writes symbols. Each one consists of the index of its code (bits 12 and up) and its value
    /// bits.
    #[inline(always)]
    fn write(&self, symbols: &[u32], out: &mut BitWriter) {
        let whole = |symbol: u32| {
            let code = self.0[(symbol >> 12) as usize & 1023];
            (u64::from(code >> 5 | symbol & 0xfff), code & 31)
        };
        out.reserve(symbols.len() * 4);
        let (pairs, rest) = symbols.as_chunks::<2>();
        for pair in pairs {
            let [(first, before), (second, length)] = pair.map(whole);
            out.put(first << length | second, before + length);
        }
        for &symbol in rest {
            let (bits, length) = whole(symbol);
            out.put(bits, length);
        }
    }
}

/// Rough size predictions for every cut, from a histogram of a few MCUs. They are correct up to a
/// common factor.
struct Costs {
    /// Predicted size in bytes for every cut (how far the quantisation has become coarser).
    behind: Vec<f64>,
    /// Predicted size in bytes with the old quantisation steps.
    now: f64,
}

impl Costs {
    fn new(of: &Coefficients, rungs: &[Steps]) -> Self {
        let mut histogram = vec![[0u32; MOST + 1]; 128];
        let mut number = [0.0; 2];
        for (component, _, values) in of.values.glance.iter().flat_map(|&mcu| of.values.blocks(mcu))
        {
            let class = component.min(1);
            number[class] += 1.0;
            for entry in values {
                let magnitude = usize::from(entry.value().unsigned_abs()).min(MOST);
                histogram[class * 64 + entry.k()][magnitude] += 1;
            }
        }
        let of_steps = |steps: &Steps| {
            let mut bits = [0.0; 64];
            for (index, histogram) in histogram.iter().enumerate() {
                let (class, k) = (index / 64, index % 64);
                let factor = Factor::new(of.old[class][k], steps[class][k]);
                for (magnitude, &count) in histogram.iter().enumerate().filter(|(_, n)| **n > 0) {
                    let value = factor.apply(magnitude as i16);
                    if value > 0 {
                        // The code of a symbol takes about four bits, in addition to the value
                        // bits.
                        bits[k] += f64::from(count) * f64::from(4 + category(value));
                    }
                }
            }
            // Each DC difference shrinks by the binary logarithm of the ratio of the steps.
            let factor = |class: usize| f64::from(steps[class][0]) / f64::from(of.old[class][0]);
            bits[0] = (0..2).map(|c| number[c] * (5.0 - factor(c).log2().min(3.0))).sum();
            bits
        };
        let now = of_steps(&of.old).iter().sum::<f64>() / 8.0;
        let of_rungs: Vec<[f64; 64]> = rungs.iter().map(of_steps).collect();
        let of_cut = |cut| {
            let bits = |k: usize| of_rungs[rung(cut, k).min(rungs.len() - 1)][k];
            (0..64).map(bits).sum::<f64>() / 8.0
        };
        Self { behind: (0..=(rungs.len() - 1) * 64 + 1).map(of_cut).collect(), now }
    }

    /// Returns the predicted size in bytes for a cut; all predictions are off by the same factor.
    fn behind(&self, cut: usize) -> f64 {
        self.behind[cut]
    }
}

/// IJG quality whose standard luminance table is closest to these steps.
fn quality(steps: &Steps) -> u8 {
    Quant::from_steps(&steps[0]).quality()
}

/// Returns the steps for a cut: the highest `cut % 64` frequencies are one rung coarser than the
/// others.
fn steps(rungs: &[Steps], cut: usize) -> Steps {
    let step = |class: usize, k: usize| rungs[rung(cut, k).min(rungs.len() - 1)][class][k];
    [0, 1].map(|class| std::array::from_fn(|k| step(class, k)))
}

/// Returns the rung of frequency `k` for a cut.
fn rung(cut: usize, k: usize) -> usize {
    cut / 64 + usize::from(63 - k < cut % 64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_moves_the_highest_frequencies_first() {
        assert_eq!([rung(0, 0), rung(0, 63)], [0, 0]);
        assert_eq!([rung(1, 62), rung(1, 63)], [0, 1]);
        assert_eq!([rung(63, 0), rung(63, 1)], [0, 1]);
        assert_eq!([rung(64, 0), rung(64, 63)], [1, 1]);
    }
}
