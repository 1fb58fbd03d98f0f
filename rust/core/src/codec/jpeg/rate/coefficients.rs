//! Requantises coefficients and converts them to symbols.

use crate::codec::jpeg::entropy::block::{Counts, category, value_bits};
use crate::codec::jpeg::rate::pair_table::Entry;
use crate::codec::jpeg::rate::values::Values;
use crate::simd::{Kernel, SimdLevel, Vector};

/// Quantisation steps of both classes (luma, chroma) in zig-zag order.
pub type Steps = [[u16; 64]; 2];

/// Counts the symbols of the given MCUs after requantisation; `steps` are the old and the new
/// steps.
pub fn count_symbols(values: &Values, steps: [&Steps; 2], mcus: &[usize]) -> [Counts; 2] {
    SimdLevel::best().run(Count { values, steps, mcus })
}

/// Counts the symbols of MCUs after requantisation.
struct Count<'a> {
    values: &'a Values,
    steps: [&'a Steps; 2],
    mcus: &'a [usize],
}

impl Kernel for Count<'_> {
    type Output = [Counts; 2];

    #[inline(always)]
    fn run<V: Vector>(self, _: V) -> Self::Output {
        let requants = Requant::of_classes(self.steps);
        let mut counts = [Counts::none(), Counts::none()];
        // The table is indexed by run and category. Coefficients that become 0 are processed too
        // but add 0, which avoids a branch that is hard to predict.
        let mut pairs = [[0u32; 1024]; 2];
        for &mcu in self.mcus {
            let before = self.values.before(mcu);
            let mut last: [i32; 3] = std::array::from_fn(|c| requants[c.min(1)].dc(before[c]));
            for (component, dc, values) in self.values.blocks(mcu) {
                let class = component.min(1);
                let (requant, pairs) = (&requants[class], &mut pairs[class]);
                let dc = requant.dc(dc);
                let difference = dc - std::mem::replace(&mut last[component], dc);
                counts[class].dc[category(difference) as usize] += 1;
                let mut before = 0;
                for &entry in values {
                    let symbol = requant.symbol(entry, &mut before);
                    pairs[symbol.pair() & 1023] += u32::from(symbol.is_one());
                }
                counts[class].ac[0] += u32::from(before < 63);
            }
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

/// A requantised AC coefficient: the number of zeros before it (6 bits), its category (4 bits; 0 if
/// the coefficient itself is 0), and its value bits (12 bits).
#[derive(Clone, Copy)]
pub struct Symbol(u32);

impl Symbol {
    /// Creates the symbol of an AC coefficient. `run` is the number of zeros before it; `value`
    /// contains its category and its value bits in one word.
    #[inline(always)]
    fn new(run: usize, value: u16) -> Self {
        Self((run as u32 & 63) << 16 | u32::from(value))
    }

    /// Returns the symbol of a DC difference.
    #[inline(always)]
    pub fn of_dc(difference: i32) -> Self {
        Self::new(0, packed(difference))
    }

    /// Returns the number of zeros (bits 4 and up) and the category (bits 0 to 3). Multiples of 16
    /// zeros are therefore in bits 8 and up.
    #[inline(always)]
    pub fn pair(self) -> usize {
        (self.0 >> 12) as usize
    }

    /// Number of ZRL symbols (16 zeros each) that precede this symbol.
    #[inline(always)]
    pub fn sixteens(self) -> u32 {
        self.0 >> 20
    }

    /// Whether the coefficient is not 0, so that a symbol is written for it.
    #[inline(always)]
    pub fn is_one(self) -> bool {
        self.0 & 0xf000 != 0
    }

    /// Returns, in one word, the run of less than 16 zeros and the category (bits 12 and up) and
    /// the value bits.
    #[inline(always)]
    pub fn short(self) -> u32 {
        self.0 & 0xf_ffff
    }
}

/// Returns the category of a value (bits 12 and up) and its value bits.
#[inline(always)]
fn packed(value: i32) -> u16 {
    let size = category(value);
    (size << 12) as u16 | value_bits(value, size) as u16
}

/// Values from `-SMALL` to `SMALL - 1` are looked up in a table.
const SMALL: i32 = 32;

/// Converts the coefficients of a class (luma or chroma) from the old quantisation steps to the new
/// ones.
pub struct Requant {
    factors: [Factor; 64],
    /// For every position in the block, the packed results for small values.
    small: [[u16; 2 * SMALL as usize]; 64],
}

impl Requant {
    /// Builds the converter of each class; `steps` are the old and the new steps.
    pub fn of_classes([old, new]: [&Steps; 2]) -> [Self; 2] {
        [0, 1].map(|class| {
            let factors = std::array::from_fn(|k| Factor::new(old[class][k], new[class][k]));
            let small = factors.map(|factor: Factor| {
                std::array::from_fn(|at| packed(factor.apply((at as i32 - SMALL) as i16)))
            });
            Self { factors, small }
        })
    }

    /// Requantises a DC value.
    #[inline(always)]
    pub fn dc(&self, value: i16) -> i32 {
        self.factors[0].apply(value)
    }

    /// Requantises an AC coefficient. `before` is the position of the last nonzero coefficient and
    /// is updated.
    #[inline(always)]
    pub fn symbol(&self, entry: Entry, before: &mut usize) -> Symbol {
        let (k, value) = (entry.k(), entry.value());
        let at = (i32::from(value) + SMALL) as usize;
        let packed = if let Some(&small) = self.small[k].get(at) {
            small
        } else {
            packed(self.factors[k].apply(value))
        };
        let symbol = Symbol::new(k.wrapping_sub(*before + 1), packed);
        *before = if symbol.is_one() { k } else { *before };
        symbol
    }
}

/// Converts values from one step to another. Rounds to the nearest multiple, and halves towards
/// zero.
#[derive(Clone, Copy)]
pub struct Factor {
    /// Twice the old step.
    twice: u32,
    /// One less than the new step, so that halves are rounded towards zero.
    half: u32,
    /// 2^40 divided by twice the new step, rounded up. This is exact for every product of a 16-bit
    /// value and a step.
    inverse: u64,
}

impl Factor {
    /// Creates the factor for converting values from the step `old` to the step `new`.
    pub fn new(old: u16, new: u16) -> Self {
        let [old, new] = [old, new].map(|step| u32::from(step).max(1));
        Self { twice: 2 * old, half: new - 1, inverse: (1u64 << 40).div_ceil(2 * u64::from(new)) }
    }

    /// Requantises a value: returns it in units of the new quantisation step.
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
                    assert_eq!(symbol.is_one(), size > 0);
                    assert_eq!(symbol.short() & 0xffff, size << 12 | bits);
                    assert_eq!(before, if exact == 0 { from } else { at });
                    assert!(at <= from || symbol.pair() >> 4 == at - from - 1);
                }
            }
        }
    }
}
