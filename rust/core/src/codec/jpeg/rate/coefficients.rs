//! The coefficients of a scan as a list, and the symbols that they make with other steps.

use crate::codec::jpeg::edit::baseline::Baseline;
use crate::codec::jpeg::edit::layout::Refusal;
use crate::codec::jpeg::entropy::bits::BitReader;
use crate::codec::jpeg::entropy::block::{Counts, category, value_bits};
use crate::codec::jpeg::entropy::huffman_decoder::Fault;
use crate::codec::jpeg::entropy::kept::Kept;
use crate::codec::jpeg::entropy::scan_decoder::BlockDecoder;
use crate::codec::jpeg::entropy::sequential::Decoders;
use crate::simd::{Kernel, SimdLevel, Vector};

/// MCUs that a prediction reads; every one of a smaller picture.
const SAMPLE: usize = 2000;
/// One in so many of them shows where to look.
const PART: usize = 4;

/// A DC value and the number of AC values that follow, or an AC value and its position in coding
/// order. Values that are 0 are left out, but for DC.
#[derive(Clone, Copy, Default)]
pub struct Entry(u32);

impl Entry {
    #[inline(always)]
    fn new(k: usize, value: i16) -> Self {
        Self((k as u32) << 16 | u32::from(value as u16))
    }

    /// The number, or the position.
    #[inline(always)]
    pub fn k(self) -> usize {
        (self.0 >> 16) as usize
    }

    /// The value.
    #[inline(always)]
    pub fn value(self) -> i16 {
        self.0 as i16
    }
}

thread_local! {
    static ENTRIES: Kept<Entry> = const { Kept::new() };
}

/// Keeps the memory of entries for the next file.
pub fn keep(entries: Vec<Entry>) {
    // Where the thread ends there is nothing to keep it in.
    let _ = ENTRIES.try_with(|kept| kept.give(entries));
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

/// The blocks of entries of whole MCUs: component, DC value, and the others.
#[inline(always)]
pub fn blocks<'a>(
    file: &Baseline,
    mut entries: &'a [Entry],
) -> impl Iterator<Item = (usize, i16, &'a [Entry])> {
    let components = file.layout().blocks.iter().map(|block| block.component).cycle();
    components.map_while(move |component| {
        let (first, rest) = entries.split_first()?;
        let (values, next) = rest.split_at_checked(first.k())?;
        entries = next;
        Some((component, first.value(), values))
    })
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
            entries: ENTRIES
                .try_with(|kept| kept.take(self.coded.len() * 8 / 5))
                .unwrap_or_default(),
            sample: Vec::new(),
            glance: Vec::new(),
            counts: [Counts::none(), Counts::none()],
            mcus: (layout.count(), layout.mcus.0),
            per_mcu: layout.blocks.len(),
            in_sample: false,
            due: 0,
            in_glance: false,
            sampled: 0,
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
    /// The same of every [`PART`]th of those MCUs, or of all.
    pub glance: Vec<Entry>,
    /// Of all symbols.
    pub counts: [Counts; 2],
    /// MCUs of the picture and of a row, and blocks of an MCU.
    mcus: (usize, usize),
    per_mcu: usize,
    /// Whether this MCU is in the sample, and how near the next one is: each brings it nearer by
    /// `SAMPLE`, and one is due for every `mcus.0`.
    in_sample: bool,
    due: usize,
    /// Whether it is in the glance, and how many could be so far.
    in_glance: bool,
    sampled: usize,
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
        let (start, mut block, mut used) = (entries.len(), [Entry::default(); 64], 1);
        let value = decoder.decode_dc(reader, &mut self.predictions[component])?;
        let before = std::mem::replace(&mut self.last[component], value.into());
        let difference = category(i32::from(value) - before);
        if difference > 11 {
            // Only across a restart, where nothing is predicted; baseline JPEG has no such symbol.
            return Err(Fault::Overflow);
        }
        counts.dc[difference as usize] += 1;
        let end = decoder.for_each_ac(
            reader,
            #[inline(always)]
            |symbol, k, value| {
                counts.ac[usize::from(symbol)] += 1;
                block[used & 63] = Entry::new(k, value);
                used += usize::from(symbol != 0xf0);
            },
        )?;
        counts.ac[0] += u32::from(end < 64);
        block[0] = Entry::new(used - 1, value);
        // Of a fixed length, so that it is a few moves and no call.
        entries.extend_from_slice(&block);
        entries.truncate(start + used);
        if self.block == 0 {
            // One further from row to row, or it might see a single column of a table.
            let further = usize::from(self.mcu.is_multiple_of(self.mcus.1));
            self.due += SAMPLE * (1 + further);
            self.in_sample = self.mcus.0 > SAMPLE && self.due >= self.mcus.0;
            self.due %= self.mcus.0.max(1);
            let is_seen = self.in_sample || self.mcus.0 <= SAMPLE;
            self.in_glance = is_seen && self.sampled.is_multiple_of(PART);
            self.sampled += usize::from(is_seen);
            self.mcu += 1;
        }
        if self.in_sample {
            self.sample.extend_from_slice(&entries[start..]);
        }
        if self.in_glance {
            self.glance.extend_from_slice(&entries[start..]);
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
        let requants = Requant::of_classes(self.steps);
        let mut counts = [Counts::none(), Counts::none()];
        // By run and size; what becomes 0 adds nothing, without a branch: which values do is hard to
        // foretell.
        let mut pairs = [[0u32; 1024]; 2];
        let mut last = [0; 3];
        for (component, dc, values) in blocks(self.file, self.entries) {
            let class = component.min(1);
            let (requant, pairs) = (&requants[class], &mut pairs[class]);
            let dc = requant.dc(dc);
            let difference = dc - std::mem::replace(&mut last[component], dc);
            counts[class].dc[category(difference) as usize] += 1;
            let mut before = 0;
            for &entry in values {
                let symbol = requant.symbol(entry, &mut before);
                pairs[symbol.pair() & 1023] += u32::from(symbol.size() != 0);
            }
            counts[class].ac[0] += u32::from(before < 63);
        }
        for (counts, pairs) in counts.iter_mut().zip(&pairs) {
            for (pair, &count) in pairs.iter().enumerate() {
                counts.ac[pair & 255] += count;
                counts.ac[0xf0] += count * (pair >> 8) as u32;
            }
        }
        counts
    }
}

/// An AC value with a new step: how many zeros go before it (6 bits), its category (4 bits; 0: it is
/// 0 itself), and its bits (16 bits).
#[derive(Clone, Copy)]
pub struct Symbol(u32);

impl Symbol {
    /// Zeros and category: the symbol, but for whole sixteens of zeros, which are the bits from 8 on.
    #[inline(always)]
    pub fn pair(self) -> usize {
        (self.0 >> 16) as usize
    }

    /// Its category.
    #[inline(always)]
    pub fn size(self) -> u32 {
        self.0 >> 16 & 15
    }

    /// The symbol without whole sixteens of zeros (from bit 16 on) and the bits of its value.
    #[inline(always)]
    pub fn short(self) -> u32 {
        self.0 & 0xff_ffff
    }
}

/// Values up to this (and one less below zero) are looked up.
const SMALL: i32 = 32;

/// From the old steps of a class to new ones.
pub struct Requant {
    factors: [Factor; 64],
    /// For every position the category (from bit 12 on) and the bits of small values.
    small: [[u16; 2 * SMALL as usize]; 64],
}

impl Requant {
    /// Of both classes; `steps` are the old and the new ones.
    pub fn of_classes([old, new]: [&Steps; 2]) -> [Self; 2] {
        [0, 1].map(|class| {
            let factors = std::array::from_fn(|k| Factor::new(old[class][k], new[class][k]));
            let small = factors.map(|factor: Factor| {
                std::array::from_fn(|at| {
                    let value = factor.apply((at as i32 - SMALL) as i16);
                    let size = category(value);
                    (size << 12) as u16 | value_bits(value, size) as u16
                })
            });
            Self { factors, small }
        })
    }

    /// A DC value.
    #[inline(always)]
    pub fn dc(&self, value: i16) -> i32 {
        self.factors[0].apply(value)
    }

    /// An AC value; `before` is the position of the last one that was not 0, and moves.
    #[inline(always)]
    pub fn symbol(&self, entry: Entry, before: &mut usize) -> Symbol {
        let (k, value) = (entry.k() & 63, entry.value());
        let at = (i32::from(value) + SMALL) as usize;
        let (size, bits) = if let Some(&both) = self.small[k].get(at) {
            (u32::from(both >> 12), u32::from(both & 0xfff))
        } else {
            let value = self.factors[k].apply(value);
            let size = category(value);
            (size, value_bits(value, size) as u32)
        };
        let run = k.wrapping_sub(*before + 1) as u32 & 63;
        *before = if size == 0 { *before } else { k };
        Symbol(run << 20 | size << 16 | bits)
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

    #[test]
    fn symbols_of_looked_up_and_of_large_values_are_those_of_their_factor() {
        let steps = |step| [[step; 64], [step + 1; 64]];
        for (old, new) in [(1, 1), (3, 7), (16, 36)] {
            let both = [steps(old), steps(new)];
            for (class, requant) in (0..).zip(Requant::of_classes([&both[0], &both[1]])) {
                let mut before = 0;
                for value in -1023..=1023 {
                    let (at, from) = ((7 * value as usize) % 63 + 1, before);
                    let symbol = requant.symbol(Entry::new(at, value), &mut before);
                    let exact = Factor::new(old + class, new + class).apply(value);
                    let size = category(exact);
                    let bits = value_bits(exact, size) as u32;
                    assert_eq!((symbol.size(), symbol.short() & 0xffff), (size, bits));
                    assert_eq!(before, if exact == 0 { from } else { at });
                    assert!(at <= from || symbol.pair() >> 4 == at - from - 1);
                }
            }
        }
    }
}
