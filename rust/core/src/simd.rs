//! The same code compiled twice: for every processor, and for those with wider vectors.
//!
//! Rust never fuses or reorders float arithmetic, so both give the same bits, which a test checks.
//! A [`Vector`] is also the proof that its instructions exist: only [`Level::run`] makes the wide
//! one, on x86-64 after it has asked the processor; NEON is part of every aarch64.
#![allow(unsafe_code)]

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod neon;
#[cfg(target_arch = "x86_64")]
mod wide;

/// Which of the two a call may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// What every processor of the architecture has.
    Baseline,
    /// AVX2 and the bit-manipulation instructions (x86-64-v3), or NEON.
    Wide,
}

impl Level {
    /// The best that this processor has.
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt")
        {
            return Self::Wide;
        }
        if cfg!(all(target_arch = "aarch64", target_endian = "little")) {
            return Self::Wide;
        }
        Self::Baseline
    }

    /// Does `job`, compiled for this level.
    #[inline(always)]
    pub fn run<J: Job>(self, job: J) -> J::Output {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn wide<J: Job>(job: J, vector: wide::Wide) -> J::Output {
                job.run(vector)
            }
            // Asked again (one load of a cached answer), so that no caller can make it wrong.
            if self == Self::Wide && Self::best() == Self::Wide {
                // SAFETY: this processor has just been found to have these features.
                return unsafe { wide(job, wide::Wide::new()) };
            }
        }
        #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
        if self == Self::Wide {
            return job.run(neon::Neon);
        }
        job.run(Plain)
    }
}

/// Work that is compiled for every level. A trait and not a closure: only what is inlined into the
/// function with the wider instructions gets them, and `run` is marked `#[inline(always)]`, as is
/// all that it calls in its loops.
pub trait Job {
    /// What it returns.
    type Output;
    /// Does the work.
    fn run<V: Vector>(self, vector: V) -> Self::Output;
}

/// Eight single floats at once.
pub trait Vector: Copy {
    /// The eight.
    type Row: Copy;

    /// From memory.
    fn load(self, values: &[f32; 8]) -> Self::Row;
    /// Eight rows of bytes as numbers.
    fn load_bytes(self, bytes: &[u8; 64]) -> [Self::Row; 8];
    /// Eight rows of words as numbers.
    fn load_words(self, words: &[i16; 64]) -> [Self::Row; 8];
    /// All the same.
    fn same(self, value: f32) -> Self::Row;
    /// Sums.
    fn plus(self, a: Self::Row, b: Self::Row) -> Self::Row;
    /// Differences.
    fn minus(self, a: Self::Row, b: Self::Row) -> Self::Row;
    /// Products.
    fn times(self, a: Self::Row, b: Self::Row) -> Self::Row;
    /// Each at least `low` and at most `high`.
    fn clamp(self, a: Self::Row, low: f32, high: f32) -> Self::Row;
    /// Rows as columns.
    fn transpose(self, rows: [Self::Row; 8]) -> [Self::Row; 8];
    /// To the nearest integers, of a tie the even one; all lie in 0..=255.
    fn store_bytes(self, rows: [Self::Row; 8], out: &mut [u8; 64]);
    /// To the nearest integers, of a tie the even one; all are words.
    fn store_words(self, rows: [Self::Row; 8], out: &mut [i16; 64]);
    /// Bit i is set if word i is not zero.
    fn nonzero(self, words: &[i16; 64]) -> u64;
}

/// Loops over arrays, which the compiler turns into what vectors there are.
#[derive(Clone, Copy)]
pub struct Plain;

/// Adding and removing 1.5 * 2^23 rounds to the nearest integer (ties to even) without a branch;
/// exact for magnitudes below 2^22.
const ROUND: f32 = 12_582_912.0;

#[inline(always)]
fn round(value: f32) -> i32 {
    (value + ROUND).to_bits().wrapping_sub(ROUND.to_bits()) as i32
}

/// Through memory: inlined, the compiler would take the rows apart into single numbers.
#[inline(never)]
fn transposed(rows: &[[f32; 8]; 8]) -> [[f32; 8]; 8] {
    let mut out = [[0.0; 8]; 8];
    for y in 0..8 {
        for x in 0..8 {
            out[x][y] = rows[y][x];
        }
    }
    out
}

impl Vector for Plain {
    type Row = [f32; 8];

    #[inline(always)]
    fn load(self, values: &[f32; 8]) -> Self::Row {
        *values
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[u8; 64]) -> [Self::Row; 8] {
        let mut rows = [[0.0; 8]; 8];
        for (i, &byte) in bytes.iter().enumerate() {
            rows[i / 8][i % 8] = f32::from(byte);
        }
        rows
    }

    #[inline(always)]
    fn load_words(self, words: &[i16; 64]) -> [Self::Row; 8] {
        let mut rows = [[0.0; 8]; 8];
        for (i, &word) in words.iter().enumerate() {
            rows[i / 8][i % 8] = f32::from(word);
        }
        rows
    }

    #[inline(always)]
    fn same(self, value: f32) -> Self::Row {
        [value; 8]
    }

    #[inline(always)]
    fn plus(self, mut a: Self::Row, b: Self::Row) -> Self::Row {
        for i in 0..8 {
            a[i] += b[i];
        }
        a
    }

    #[inline(always)]
    fn minus(self, mut a: Self::Row, b: Self::Row) -> Self::Row {
        for i in 0..8 {
            a[i] -= b[i];
        }
        a
    }

    #[inline(always)]
    fn times(self, mut a: Self::Row, b: Self::Row) -> Self::Row {
        for i in 0..8 {
            a[i] *= b[i];
        }
        a
    }

    #[inline(always)]
    fn clamp(self, mut a: Self::Row, low: f32, high: f32) -> Self::Row {
        for value in &mut a {
            *value = value.clamp(low, high);
        }
        a
    }

    #[inline(always)]
    fn transpose(self, rows: [Self::Row; 8]) -> [Self::Row; 8] {
        transposed(&rows)
    }

    #[inline(always)]
    fn store_bytes(self, rows: [Self::Row; 8], out: &mut [u8; 64]) {
        for (out, value) in out.iter_mut().zip(rows.as_flattened()) {
            *out = round(*value) as u8;
        }
    }

    #[inline(always)]
    fn store_words(self, rows: [Self::Row; 8], out: &mut [i16; 64]) {
        for (out, value) in out.iter_mut().zip(rows.as_flattened()) {
            *out = round(*value) as i16;
        }
    }

    #[inline(always)]
    fn nonzero(self, words: &[i16; 64]) -> u64 {
        let mut flags = [0u8; 64];
        for (flag, &word) in flags.iter_mut().zip(words) {
            *flag = u8::from(word != 0);
        }
        let (eights, _) = flags.as_chunks::<8>();
        eights.iter().rev().fold(0, |mask, &eight| {
            // The product collects the eight flags in the top byte.
            mask << 8 | u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All operations of a vector, on the same numbers.
    struct Everything {
        bytes: [u8; 64],
        words: [i16; 64],
    }

    #[derive(Debug, PartialEq)]
    struct Results {
        small: [u8; 64],
        large: [i16; 64],
        /// Words as they came, their rows as columns, and half of each, to the nearest.
        same: [[i16; 64]; 3],
        nonzero: u64,
    }

    impl Job for Everything {
        type Output = Results;

        fn run<V: Vector>(self, v: V) -> Results {
            let (bytes, words) = (self.bytes, v.load_words(&self.words));
            let (mut a, b) = (v.load_bytes(&bytes), v.transpose(words));
            for (i, row) in a.iter_mut().enumerate() {
                let weights = v.load(&std::array::from_fn(|k| 0.5 + (k * i) as f32 / 7.0));
                let mixed = v.minus(v.times(*row, weights), v.times(b[i], v.same(1.0 / 64.0)));
                *row = v.plus(mixed, v.same(0.25));
            }
            let (mut small, mut large, mut same) = ([0; 64], [0; 64], [[0; 64]; 3]);
            v.store_bytes(a.map(|row| v.clamp(row, 0.0, 255.0)), &mut small);
            v.store_words(a.map(|row| v.clamp(row, -1023.0, 1023.0)), &mut large);
            let halves = words.map(|row| v.times(row, v.same(0.5)));
            for (rows, out) in [words, b, halves].into_iter().zip(&mut same) {
                v.store_words(rows, out);
            }
            Results { small, large, same, nonzero: v.nonzero(&self.words) }
        }
    }

    #[test]
    fn both_vectors_give_the_same_bits() {
        let mut state = 1u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as i16
        };
        for round in 0..2000 {
            let bytes = std::array::from_fn(|_| next() as u8);
            // Full words, small ones with many zeros, and a single one at every place.
            let words: [i16; 64] = match round % 3 {
                0 => std::array::from_fn(|_| next()),
                1 => std::array::from_fn(|_| next() % 4 / 2),
                _ => std::array::from_fn(|i| i16::from(i == round / 3 % 64) * next()),
            };
            let everything = || Everything { bytes, words };
            let plain = Level::Baseline.run(everything());
            assert_eq!(plain, Level::best().run(everything()));
            assert_eq!(plain.same[0], words);
            for (i, &word) in words.iter().enumerate() {
                assert_eq!(plain.same[1][i % 8 * 8 + i / 8], word);
                // Ties go to the even neighbour.
                let half = f32::from(word) * 0.5;
                assert_eq!(plain.same[2][i], half.round_ties_even() as i16);
                assert_eq!(plain.nonzero >> i & 1 == 1, word != 0);
            }
            assert!(round % 3 != 0 || plain.small.contains(&255) && plain.small.contains(&0));
        }
    }

    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    #[test]
    fn wide_vectors_are_used_where_every_processor_has_them() {
        assert_eq!(Level::best(), Level::Wide);
    }
}
