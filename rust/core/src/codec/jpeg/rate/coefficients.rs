//! The coefficients of a scan as a list, and the symbols that they make with other steps.

use crate::codec::jpeg::edit::baseline::Baseline;
use crate::codec::jpeg::edit::layout::Refusal;
use crate::codec::jpeg::entropy::bits::BitReader;
use crate::codec::jpeg::entropy::block::{Counts, category};
use crate::codec::jpeg::entropy::huffman_decoder::Fault;
use crate::codec::jpeg::entropy::scan_decoder::BlockDecoder;
use crate::codec::jpeg::entropy::sequential::Decoders;
use crate::simd::{Kernel, SimdLevel, Vector};

/// MCUs that a prediction reads; every one of a smaller picture.
const SAMPLE: usize = 2000;

/// A DC value and the number of AC values that follow, or an AC value and its position in coding
/// order. Values that are 0 are left out, but for DC.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The number, or the position.
    pub k: u8,
    /// The value.
    pub value: i16,
}

/// Steps of both classes (luma, chroma) in coding order.
pub type Steps = [[u16; 64]; 2];

/// All values of a scan that is coded with the tables of the result.
pub fn read_entries(file: &Baseline, coded: &[u8]) -> Result<Collected, Refusal> {
    SimdLevel::best().run(Read { file, coded })
}

/// How often each symbol occurs in entries with new steps; `steps` are the old and the new ones.
pub fn count_symbols(file: &Baseline, steps: [&Steps; 2], entries: &[Entry]) -> [Counts; 2] {
    SimdLevel::best().run(Count { file, steps, entries })
}

/// Calls `visit(class, is_dc, symbol, value, size)` for entries of whole MCUs with new steps.
#[inline(always)]
pub fn for_each_symbol(
    file: &Baseline,
    [old, new]: [&Steps; 2],
    entries: &[Entry],
    mut visit: impl FnMut(usize, bool, u8, i32, u32),
) {
    let requants: [_; 2] = std::array::from_fn(|class| {
        let factors = |k| Factor::new(old[class][k], new[class][k]);
        std::array::from_fn::<_, 64, _>(factors)
    });
    let components = file.layout().blocks.iter().map(|b| b.component).cycle();
    let (mut last, mut rest, mut left) = ([0; 3], entries, [(0, 0); 64]);
    for component in components {
        let Some((first, values)) = rest.split_first() else { break };
        let Some((values, next)) = values.split_at_checked(first.k.into()) else { break };
        rest = next;
        let class = component.min(1);
        let requant = &requants[class];
        let dc = requant[0].apply(first.value);
        let difference = dc - std::mem::replace(&mut last[component], dc);
        let size = category(difference);
        visit(class, true, size as u8, difference, size);
        // What becomes 0 is left out first, without a branch: which ones do is hard to foretell.
        let mut count = 0;
        for entry in values {
            let value = requant[usize::from(entry.k & 63)].apply(entry.value);
            left[count & 63] = (usize::from(entry.k), value);
            count += usize::from(value != 0);
        }
        let mut before = 0;
        for &(k, value) in &left[..count & 63] {
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

/// Decodes a scan into entries.
struct Read<'a> {
    file: &'a Baseline<'a>,
    coded: &'a [u8],
}

impl Kernel for Read<'_> {
    type Output = Result<Collected, Refusal>;

    #[inline(always)]
    fn run<V: Vector>(self, _: V) -> Self::Output {
        let layout = self.file.layout();
        self.file.decode(self.coded, &self.file.tables, |decoders| Collected {
            decoders,
            predictions: [0; 3],
            last: [0; 3],
            // A value takes five bits and more.
            entries: Vec::with_capacity(self.coded.len() * 8 / 5),
            sample: Vec::new(),
            counts: [Counts::none(), Counts::none()],
            stride: (layout.count() / SAMPLE).max(1),
            per_row: layout.mcus.0,
            per_mcu: layout.blocks.len(),
            in_sample: false,
            mcu: 0,
            block: 0,
        })
    }
}

/// What comes of a scan, block by block.
pub struct Collected {
    decoders: Decoders,
    /// DC values before, by component: for reading, which forgets them at restarts, and for writing,
    /// which has no restarts.
    predictions: [i32; 3],
    last: [i32; 3],
    /// Block after block.
    pub entries: Vec<Entry>,
    /// The same of some MCUs only; empty if that would be all.
    pub sample: Vec<Entry>,
    /// Of all symbols.
    pub counts: [Counts; 2],
    /// Whether this MCU is in the sample, as one of so many is.
    in_sample: bool,
    stride: usize,
    per_row: usize,
    per_mcu: usize,
    /// How many MCUs began, and how many blocks of the last one there were.
    mcu: usize,
    block: usize,
}

impl BlockDecoder for Collected {
    #[inline(always)]
    fn restart(&mut self) {
        self.predictions = [0; 3];
    }

    #[inline(always)]
    fn block(
        &mut self,
        reader: &mut BitReader,
        component: usize,
        _: usize,
        _: usize,
    ) -> Result<(), Fault> {
        let decoder = self.decoders.component(component);
        let (counts, entries) = (&mut self.counts[component.min(1)], &mut self.entries);
        let start = entries.len();
        let value = decoder.decode_dc(reader, &mut self.predictions[component])?;
        let before = std::mem::replace(&mut self.last[component], value.into());
        counts.dc[category(i32::from(value) - before) as usize] += 1;
        entries.push(Entry { k: 0, value });
        let end = decoder.for_each_ac(
            reader,
            #[inline(always)]
            |symbol, k, value| {
                counts.ac[usize::from(symbol)] += 1;
                if symbol != 0xf0 {
                    entries.push(Entry { k: k as u8, value });
                }
            },
        )?;
        counts.ac[0] += u32::from(end < 64);
        entries[start].k = (entries.len() - start - 1) as u8;
        if self.block == 0 {
            // One further from row to row, or it might see a single column of a table.
            let number = self.mcu + self.mcu / self.per_row;
            self.in_sample = self.stride > 1 && number.is_multiple_of(self.stride);
            self.mcu += 1;
        }
        if self.in_sample {
            self.sample.extend_from_slice(&entries[start..]);
        }
        self.block += 1;
        if self.block == self.per_mcu {
            self.block = 0;
        }
        Ok(())
    }
}

/// Counts the symbols of entries with new steps.
struct Count<'a> {
    file: &'a Baseline<'a>,
    steps: [&'a Steps; 2],
    entries: &'a [Entry],
}

impl Kernel for Count<'_> {
    type Output = [Counts; 2];

    #[inline(always)]
    fn run<V: Vector>(self, _: V) -> Self::Output {
        let mut counts = [Counts::none(), Counts::none()];
        for_each_symbol(
            self.file,
            self.steps,
            self.entries,
            #[inline(always)]
            |class, is_dc, symbol, _, _| {
                let counts = &mut counts[class];
                let table = if is_dc { &mut counts.dc } else { &mut counts.ac };
                table[usize::from(symbol)] += 1;
            },
        );
        counts
    }
}

/// From one step to another: the nearest multiple, halves towards zero.
#[derive(Clone, Copy)]
pub struct Factor {
    /// Twice the old step.
    twice: u32,
    /// Less than twice the new step, so that halves go towards zero.
    half: u32,
    /// 2^40 by twice the new step, rounded up: exact for what 16 bits times a step can be.
    inverse: u64,
}

impl Factor {
    /// Of two steps.
    pub fn new(old: u16, new: u16) -> Self {
        let [old, new] = [old, new].map(|step| u32::from(step).max(1));
        Self { twice: 2 * old, half: new - 1, inverse: (1u64 << 40).div_ceil(2 * u64::from(new)) }
    }

    /// The nearest multiple of a value.
    pub fn apply(self, value: i16) -> i32 {
        let twice = u32::from(value.unsigned_abs()) * self.twice + self.half;
        let magnitude = ((u64::from(twice) * self.inverse) >> 40) as i32;
        if value < 0 { -magnitude } else { magnitude }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requantising_rounds_and_keeps_signs() {
        assert_eq!([1, -1, 2, -5].map(|v| Factor::new(4, 9).apply(v)), [0, 0, 1, -2]);
        assert_eq!(Factor::new(3, 3).apply(-7), -7);
    }

    #[test]
    fn requantising_is_exact_for_all_words() {
        for (old, new) in [(1, 1), (1, 2), (1, 255), (3, 7), (16, 36), (255, 255), (99, 254)] {
            let factor = Factor::new(old, new);
            for value in i16::MIN..=i16::MAX {
                let (old, new) = (i64::from(old), i64::from(new));
                let exact = (2 * i64::from(value).abs() * old + new - 1) / (2 * new);
                assert_eq!(i64::from(factor.apply(value)), exact * i64::from(value.signum()));
            }
        }
    }
}
