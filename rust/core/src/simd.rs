//! Compiles the hot loops twice, once for every processor and once for processors with AVX2 or
//! NEON, and selects a version at run time.
//!
//! Rust never fuses or reorders floating-point arithmetic, so both versions give the same bits; a
//! test checks this. A [`Vector`] also proves that its instructions are available: only
//! [`SimdLevel::run`] creates the AVX2 vector, after checking the processor; NEON is available on
//! every aarch64 processor.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod neon;

mod vector;

pub use vector::{Scalar, Vector};

/// The version of a kernel that a call uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimdLevel {
    /// Instructions that every processor of the architecture has.
    Scalar,
    /// AVX2 and the bit-manipulation instructions (x86-64-v3), or NEON.
    Simd,
}

impl SimdLevel {
    /// Returns the best level that this processor supports.
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt")
        {
            return Self::Simd;
        }
        if cfg!(all(target_arch = "aarch64", target_endian = "little")) {
            return Self::Simd;
        }
        Self::Scalar
    }

    /// Runs a kernel in the version compiled for this level.
    #[inline(always)]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn wide<K: Kernel>(kernel: K, vector: avx2::Avx2) -> K::Output {
                kernel.run(vector)
            }
            // The level is checked again (one load of a cached result), so that no caller can run
            // AVX2 code on a processor without AVX2.
            if self == Self::Simd && Self::best() == Self::Simd {
                // SAFETY: the check above found these features.
                return unsafe { wide(kernel, avx2::Avx2::new()) };
            }
        }
        #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
        if self == Self::Simd {
            return kernel.run(neon::Neon);
        }
        kernel.run(Scalar)
    }
}

/// A computation that is compiled for every level. It is a trait instead of a closure, because code
/// uses wider instructions only if it is inlined into the function compiled for them: `run` and
/// everything that it calls in its loops must be `#[inline(always)]`.
pub trait Kernel {
    /// Type of the result.
    type Output;
    /// Runs the computation.
    fn run<V: Vector>(self, vector: V) -> Self::Output;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies all operations of a vector to the same numbers.
    struct Everything {
        bytes: [u8; 64],
        words: [i16; 64],
    }

    #[derive(Debug, PartialEq)]
    struct Results {
        small: [u8; 64],
        large: [i16; 64],
        /// The words unchanged, transposed, and halved with rounding.
        same: [[i16; 64]; 3],
        nonzero: u64,
    }

    impl Kernel for Everything {
        type Output = Results;

        fn run<V: Vector>(self, v: V) -> Results {
            let (bytes, words) = (self.bytes, v.load_words(&self.words));
            let (mut a, b) = (v.load_bytes(&bytes), v.transpose(words));
            for (i, row) in a.iter_mut().enumerate() {
                let weights = v.load(&std::array::from_fn(|k| 0.5 + (k * i) as f32 / 7.0));
                let mixed = v.sub(v.mul(*row, weights), v.mul(b[i], v.splat(1.0 / 64.0)));
                *row = v.add(mixed, v.splat(0.25));
            }
            let (mut small, mut large, mut same) = ([0; 64], [0; 64], [[0; 64]; 3]);
            v.store_bytes(a.map(|row| v.clamp(row, 0.0, 255.0)), &mut small);
            v.store_words(a.map(|row| v.clamp(row, -1023.0, 1023.0)), &mut large);
            let halves = words.map(|row| v.mul(row, v.splat(0.5)));
            for (rows, out) in [words, b, halves].into_iter().zip(&mut same) {
                v.store_words(rows, out);
            }
            Results { small, large, same, nonzero: v.nonzero(&self.words) }
        }
    }

    #[test]
    fn both_vectors_give_the_same_bits() {
        let mut noise = crate::pixmap::noise(1);
        let mut next = || (noise() >> 16) as i16;
        for round in 0..2000 {
            let bytes = std::array::from_fn(|_| next() as u8);
            // Words over the full range, small words with many zeros, and a single nonzero word at
            // every position.
            let words: [i16; 64] = match round % 3 {
                0 => std::array::from_fn(|_| next()),
                1 => std::array::from_fn(|_| next() % 4 / 2),
                _ => std::array::from_fn(|i| i16::from(i == round / 3 % 64) * next()),
            };
            let everything = || Everything { bytes, words };
            let plain = SimdLevel::Scalar.run(everything());
            assert_eq!(plain, SimdLevel::best().run(everything()));
            assert_eq!(plain.same[0], words);
            for (i, &word) in words.iter().enumerate() {
                assert_eq!(plain.same[1][i % 8 * 8 + i / 8], word);
                // Ties are rounded to even.
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
        assert_eq!(SimdLevel::best(), SimdLevel::Simd);
    }
}
