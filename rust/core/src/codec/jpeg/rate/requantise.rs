//! Makes a baseline JPEG smaller by coarser quantisation of its coefficients, without pixels.
//!
//! Lowering the quality a little is useless here: while the new step is less than twice the old,
//! every +-1 stays +-1, so the file hardly shrinks and errors double. So each frequency goes from
//! its own step straight to 2.25 times that, the highest frequencies first; the low ones stay bit
//! for bit as they were. Steps are multiples of the standard ones and never finer than the file's:
//! those of a fine file are all 1 or 2, of which no multiples make a table. A cut through all frequencies of all rungs is one number, and the size is
//! a smooth function of it: predicted from one histogram, corrected on a sample of the MCUs, then
//! counted exactly while the Huffman tables are made, before a byte is written.

use crate::budget::QUALITY_FLOOR;
use crate::codec::jpeg::edit::baseline::Baseline;
use crate::codec::jpeg::edit::draw::Drawn;
use crate::codec::jpeg::edit::layout::Refusal;
use crate::codec::jpeg::entropy::bits::{BitWriter, stuff};
use crate::codec::jpeg::entropy::block::{BLOCK_BYTES, Counts, category, value_bits};
use crate::codec::jpeg::syntax::huffman::{Codes, HuffmanSpec};
use crate::codec::jpeg::syntax::quant::{Quant, percent};
use crate::codec::jpeg::syntax::zigzag::NATURAL;

// Chosen and shown as the numbers of `rate_control.rs` are.

/// The smallest factor of a step that takes most +-1 to 0 and adds little error elsewhere.
const LEAP: f64 = 2.25;
/// Further rungs, relative to the one before.
const RISE: f64 = 1.25;
/// Magnitudes are counted up to this; larger ones are rare and count as this.
const MOST: usize = 255;
/// Where in the budget the prediction aims, how near to that is near enough, and up to which share
/// it is trusted to fit: the file takes 0.977 to 1.002 of what the sample says.
const AIM: f64 = 0.975;
const CLOSE: f64 = 0.006;
const TRUSTED: f64 = 0.99;
/// Below this share of the budget a finer cut is looked for, and another file is made.
const SHORT: f64 = 0.93;
const NEAR: f64 = 0.9;
/// MCUs that are counted to correct the prediction; every one of a smaller picture.
const SAMPLE: usize = 2000;
/// Plans at most; the first is right in nearly all cases.
const TRIES: u32 = 8;

/// One coefficient: its position in coding order and its value.
#[derive(Clone, Copy)]
struct Entry {
    k: u8,
    value: i16,
}

/// Steps of both classes (luma, chroma) in coding order.
type Steps = [[u16; 64]; 2];

/// A file's coefficients and what they cost.
pub struct Coefficients<'a> {
    file: &'a Baseline<'a>,
    old: Steps,
    /// Block after block; every block begins with its DC value, also if that is 0.
    entries: Vec<Entry>,
    /// The same of some MCUs only; empty if that would be all.
    sample: Vec<Entry>,
    /// Bits of the whole for every bit of the sample, with the old steps.
    share: f64,
    /// How often each magnitude occurs, by class and position.
    histogram: Vec<[u32; MOST + 1]>,
    blocks: [f64; 2],
}

/// A file that is counted but not written.
struct Plan {
    steps: Steps,
    specs: [[HuffmanSpec; 2]; 2],
    bytes: usize,
}

impl<'a> Coefficients<'a> {
    /// Decodes all blocks of the file with its drawing.
    pub fn read(file: &'a Baseline<'a>, drawn: &Drawn) -> Result<Self, Refusal> {
        let [luma, chroma, other] = file.quants()?;
        let small = |quant: &Quant| (0..64).all(|k| quant.zigzag(k) <= 255);
        if chroma != other || !small(luma) || !small(chroma) {
            return Err(Refusal::Unsuited);
        }
        let (mut entries, mut sample) = (Vec::new(), Vec::new());
        let per_mcu = file.layout().blocks.len();
        let stride = (file.layout().count() / SAMPLE).max(1);
        let mut number = 0;
        let mut histogram = vec![[0; MOST + 1]; 128];
        let mut blocks = [0.0; 2];
        file.decode(&drawn.data[drawn.scan..], &file.tables, |component, coefs| {
            let class = component.min(1);
            blocks[class] += 1.0;
            let start = entries.len();
            entries.push(Entry { k: 0, value: coefs[0] });
            for k in 1..64u8 {
                let value = coefs[usize::from(NATURAL[usize::from(k)])];
                if value != 0 {
                    entries.push(Entry { k, value });
                    let magnitude = usize::from(value.unsigned_abs()).min(MOST);
                    histogram[class * 64 + usize::from(k)][magnitude] += 1;
                }
            }
            // One further from row to row, or it might see a single column of a table.
            let mcu = number / per_mcu;
            if stride > 1 && (mcu + mcu / file.layout().mcus.0).is_multiple_of(stride) {
                sample.extend_from_slice(&entries[start..]);
            }
            number += 1;
        })?;
        let old = [luma, chroma].map(|quant| std::array::from_fn(|k| quant.zigzag(k)));
        let mut found = Self { file, old, entries, sample, share: 1.0, histogram, blocks };
        if !found.sample.is_empty() {
            let [whole, part] = [&found.entries, &found.sample].map(|e| found.coded(e, &old).1);
            found.share = whole as f64 / part.max(1) as f64;
        }
        Ok(found)
    }

    /// The best file of at most `limit` bytes whose quality is not above `asked`, its quality, and
    /// how many plans that took. If the coarsest allowed is too large: its bytes, and the plans.
    pub fn within(&self, limit: usize, asked: u8) -> Result<(Vec<u8>, u8, u32), (usize, u32)> {
        let rungs = self.rungs(asked);
        // Cuts below `least` are too large, those from `most` on are small enough.
        let (mut least, mut most) = (0, (rungs.len() - 1) * 64 + 1);
        let (mut best, mut smallest, mut passes) = (None, usize::MAX, 0);
        let mut share = 1.0;
        while least < most && passes < TRIES {
            let goal = limit as f64 / share;
            let (cut, expected) = self.search(&rungs, least, most - 1, goal);
            if passes == 0 && expected > goal {
                return Err((expected as usize, passes));
            }
            let plan = self.plan(steps(&rungs, cut));
            passes += 1;
            smallest = smallest.min(plan.bytes);
            share = plan.bytes as f64 / expected;
            let data = (plan.bytes <= limit).then(|| self.write(&plan));
            match data {
                Some(data) if data.len() <= limit => {
                    let near = data.len() as f64 >= limit as f64 * NEAR;
                    most = cut;
                    best = Some((data, quality(&plan.steps)));
                    if near {
                        break;
                    }
                }
                _ => least = cut + 1,
            }
        }
        best.map(|(data, quality)| (data, quality, passes)).ok_or((smallest, passes))
    }

    /// The cut in `least..=most` whose expected bytes are nearest to what the budget asks for, or the
    /// last one; and those bytes.
    fn search(&self, rungs: &[Steps], least: usize, most: usize, limit: f64) -> (usize, f64) {
        let expected = |cut| (cut, self.estimate(&steps(rungs, cut)));
        let aim = limit * AIM;
        let mut high = expected(most);
        if least == most || high.1 > aim {
            return high;
        }
        let mut low = expected(least);
        if low.1 <= aim {
            return low;
        }
        // The histogram says where to begin; between two cuts, bytes go nearly along a line.
        let costs = self.costs(rungs);
        let mut next = (least..most).find(|&cut| predict(&costs, cut) <= aim).unwrap_or(most);
        let mut steps = 0;
        while high.0 - low.0 > 1 {
            let here = expected(next.clamp(low.0 + 1, high.0 - 1));
            if (here.1 / aim - 1.0).abs() < CLOSE {
                return here;
            }
            *(if here.1 > aim { &mut low } else { &mut high }) = here;
            steps += 1;
            let along = (low.1 - aim) / (low.1 - high.1);
            // Every third step halves what is left, so that a cliff cannot hold up the search.
            let along = if steps % 3 == 0 { 0.5 } else { along };
            next = low.0 + ((high.0 - low.0) as f64 * along).round() as usize;
        }
        // One frequency may make a step of some percent.
        if high.1 < limit * SHORT && low.1 < limit * TRUSTED { low } else { high }
    }

    /// Expected bytes of a file with new steps, from the sample.
    fn estimate(&self, steps: &Steps) -> f64 {
        let entries = if self.sample.is_empty() { &self.entries } else { &self.sample };
        let (specs, bits) = self.coded(entries, steps);
        self.bytes(bits as f64 * self.share, &specs)
    }

    /// The best codes for entries with new steps, and the bits of all of them.
    fn coded(&self, entries: &[Entry], steps: &Steps) -> ([[HuffmanSpec; 2]; 2], u64) {
        let mut counts = [(); 2].map(|()| Counts { dc: [0; 256], ac: [0; 256] });
        self.for_each_symbol(entries, steps, |class, is_dc, symbol, _, _| {
            let counts = &mut counts[class];
            let table = if is_dc { &mut counts.dc } else { &mut counts.ac };
            table[usize::from(symbol)] += 1;
        });
        let specs =
            counts.each_ref().map(|c| [HuffmanSpec::optimal(&c.dc), HuffmanSpec::optimal(&c.ac)]);
        let mut bits = 0;
        for (counts, [dc, ac]) in counts.iter().zip(&specs) {
            bits += counts.bits(&Codes::new(dc), &Codes::new(ac));
        }
        (specs, bits)
    }

    /// Bytes of a file whose scan has so many bits.
    fn bytes(&self, bits: f64, specs: &[[HuffmanSpec; 2]; 2]) -> f64 {
        let tables: usize = specs.iter().flatten().map(|spec| 21 + spec.symbols.len()).sum();
        // One byte in about 200 is 0xff and is stuffed.
        bits / 8.0 * (201.0 / 200.0) + (tables + self.file.extras().len() + 200) as f64
    }

    /// The steps of every rung: the file's own or those of the quality that is asked for, then
    /// coarser ones up to those of the lowest quality.
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
        // From a requested start the leap is already behind us, if that was one.
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

    /// Expected bits of every frequency (both classes) on every rung.
    fn costs(&self, rungs: &[Steps]) -> Vec<[f64; 64]> {
        let of_rung = |steps: &Steps| {
            let mut bits = [0.0; 64];
            for (index, histogram) in self.histogram.iter().enumerate() {
                let (class, k) = (index / 64, index % 64);
                let (old, new) = (self.old[class][k], steps[class][k]);
                for (magnitude, &count) in histogram.iter().enumerate().filter(|(_, n)| **n > 0) {
                    let value = requantised(magnitude as i32, old, new);
                    if value > 0 {
                        // A symbol takes about four bits besides those of its value.
                        bits[k] += f64::from(count) * f64::from(4 + category(value));
                    }
                }
            }
            // DC differences shrink by the logarithm of the factor.
            let factor = |class: usize| f64::from(steps[class][0]) / f64::from(self.old[class][0]);
            bits[0] = (0..2).map(|c| self.blocks[c] * (5.0 - factor(c).log2().min(3.0))).sum();
            bits
        };
        rungs.iter().map(of_rung).collect()
    }

    /// Counts a file exactly, except for how many of its bytes need stuffing.
    fn plan(&self, steps: Steps) -> Plan {
        let (specs, bits) = self.coded(&self.entries, &steps);
        let bytes = self.bytes(bits as f64, &specs) as usize;
        Plan { steps, specs, bytes }
    }

    fn write(&self, plan: &Plan) -> Vec<u8> {
        let mut out = Vec::with_capacity(plan.bytes + plan.bytes / 16);
        self.file.write_frame(&plan.steps, &plan.specs, &mut out);
        let codes = plan.specs.each_ref().map(|pair| pair.each_ref().map(Codes::new));
        let mut writer = BitWriter::new(1 << 14);
        self.for_each_symbol(&self.entries, &plan.steps, |class, is_dc, symbol, value, size| {
            let codes = &codes[class][usize::from(!is_dc)];
            let symbol = usize::from(symbol);
            if is_dc {
                if writer.bytes().len() > 1 << 14 {
                    stuff(writer.bytes(), &mut out);
                    writer.clear();
                }
                writer.reserve(BLOCK_BYTES);
            }
            writer.put(
                u64::from(codes.code[symbol]) << size | value_bits(value, size),
                u32::from(codes.length[symbol]) + size,
            );
        });
        writer.finish_segment();
        stuff(writer.bytes(), &mut out);
        out.extend_from_slice(&[0xff, 0xd9]);
        out
    }

    /// Calls `visit(class, is_dc, symbol, value, size)` for entries of whole MCUs with new steps.
    fn for_each_symbol(
        &self,
        entries: &[Entry],
        steps: &Steps,
        mut visit: impl FnMut(usize, bool, u8, i32, u32),
    ) {
        let mut components = self.file.layout().blocks.iter().map(|b| b.component).cycle();
        let mut last = [0; 3];
        let mut entries = entries.iter().copied().peekable();
        while let (Some(first), Some(component)) = (entries.next(), components.next()) {
            let class = component.min(1);
            let (old, new) = (&self.old[class], &steps[class]);
            let dc = requantised(first.value.into(), old[0], new[0]);
            let difference = dc - std::mem::replace(&mut last[component], dc);
            let size = category(difference);
            visit(class, true, size as u8, difference, size);
            let mut before = 0;
            while let Some(entry) = entries.next_if(|entry| entry.k > 0) {
                let k = usize::from(entry.k);
                let value = requantised(entry.value.into(), old[k], new[k]);
                if value == 0 {
                    continue;
                }
                let mut run = k - before - 1;
                while run > 15 {
                    visit(class, false, 0xf0, 0, 0);
                    run -= 16;
                }
                let size = category(value);
                visit(class, false, (run as u8) << 4 | size as u8, value, size);
                before = k;
            }
            if before < 63 {
                visit(class, false, 0, 0, 0);
            }
        }
    }
}

/// Quality of the standard luminance table nearest to these steps.
fn quality(steps: &Steps) -> u8 {
    Quant::from_steps(&steps[0]).quality()
}

/// Expected bytes behind a cut.
fn predict(costs: &[[f64; 64]], cut: usize) -> f64 {
    let last = costs.len() - 1;
    (0..64).map(|k| costs[rung(cut, k).min(last)][k]).sum::<f64>() / 8.0
}

/// The steps behind a cut: the highest `cut % 64` frequencies are one rung further.
fn steps(rungs: &[Steps], cut: usize) -> Steps {
    let step = |class: usize, k: usize| rungs[rung(cut, k).min(rungs.len() - 1)][class][k];
    [0, 1].map(|class| std::array::from_fn(|k| step(class, k)))
}

/// The rung of frequency `k` behind a cut.
fn rung(cut: usize, k: usize) -> usize {
    cut / 64 + usize::from(63 - k < cut % 64)
}

/// `value` steps of `old` in steps of `new`, rounded to the nearest, halves towards zero.
#[inline(always)]
fn requantised(value: i32, old: u16, new: u16) -> i32 {
    if old == new {
        return value;
    }
    let (old, new) = (i32::from(old), i32::from(new));
    let magnitude = (2 * value.abs() * old + new - 1) / (2 * new);
    if value < 0 { -magnitude } else { magnitude }
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

    #[test]
    fn requantising_rounds_and_keeps_signs() {
        assert_eq!([1, -1, 2, -5].map(|v| requantised(v, 4, 9)), [0, 0, 1, -2]);
        assert_eq!(requantised(-7, 3, 3), -7);
    }
}
