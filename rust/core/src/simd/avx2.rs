//! Eight floats in one AVX2 register.
//!
//! Every `unsafe` block in this file is sound for the same reason: an [`Avx2`] exists only on a
//! processor with AVX2, and memory is accessed only through references of the right length.

use super::vector::Vector;
#[allow(
    clippy::wildcard_imports,
    reason = "the names of all intrinsics say where they are from"
)]
use std::arch::x86_64::*;

/// Proof that AVX2 is available.
#[derive(Clone, Copy)]
pub struct Avx2(());

impl Avx2 {
    /// # Safety
    /// The processor must have AVX2.
    #[inline(always)]
    pub(super) unsafe fn new() -> Self {
        Self(())
    }
}

/// Rounds two rows to sixteen 16-bit words.
#[inline(always)]
fn words(_: Avx2, a: __m256, b: __m256) -> __m256i {
    // SAFETY: AVX2 is available, because an `Avx2` value exists.
    unsafe {
        let both = _mm256_packs_epi32(_mm256_cvtps_epi32(a), _mm256_cvtps_epi32(b));
        _mm256_permute4x64_epi64::<0b11_01_10_00>(both)
    }
}

impl Vector for Avx2 {
    type Row = __m256;

    #[inline(always)]
    fn load(self, values: &[f32; 8]) -> __m256 {
        // SAFETY: AVX2 is available, and the references have the right lengths.
        unsafe { _mm256_loadu_ps(values.as_ptr()) }
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[u8; 64]) -> [__m256; 8] {
        std::array::from_fn(
            #[inline(always)]
            |y| {
                let mut eight = [0; 8];
                eight.copy_from_slice(&bytes[8 * y..8 * y + 8]);
                // SAFETY: AVX2 is available, because an `Avx2` value exists.
                unsafe {
                    let eight = _mm_cvtsi64_si128(i64::from_le_bytes(eight));
                    _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(eight))
                }
            },
        )
    }

    #[inline(always)]
    fn load_words(self, words: &[i16; 64]) -> [__m256; 8] {
        std::array::from_fn(
            #[inline(always)]
            |y| {
                let eight: &[i16] = &words[8 * y..8 * y + 8];
                // SAFETY: AVX2 is available, and the slice has eight words.
                unsafe {
                    let eight = _mm_loadu_si128(eight.as_ptr().cast());
                    _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(eight))
                }
            },
        )
    }

    #[inline(always)]
    fn splat(self, value: f32) -> __m256 {
        // SAFETY: AVX2 is available, because an `Avx2` value exists.
        unsafe { _mm256_set1_ps(value) }
    }

    #[inline(always)]
    fn add(self, a: __m256, b: __m256) -> __m256 {
        // SAFETY: AVX2 is available, because an `Avx2` value exists.
        unsafe { _mm256_add_ps(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m256, b: __m256) -> __m256 {
        // SAFETY: AVX2 is available, because an `Avx2` value exists.
        unsafe { _mm256_sub_ps(a, b) }
    }

    #[inline(always)]
    fn mul(self, a: __m256, b: __m256) -> __m256 {
        // SAFETY: AVX2 is available, because an `Avx2` value exists.
        unsafe { _mm256_mul_ps(a, b) }
    }

    #[inline(always)]
    fn clamp(self, a: __m256, low: f32, high: f32) -> __m256 {
        // SAFETY: AVX2 is available, because an `Avx2` value exists.
        unsafe { _mm256_min_ps(_mm256_max_ps(a, self.splat(low)), self.splat(high)) }
    }

    #[inline(always)]
    fn transpose(self, r: [__m256; 8]) -> [__m256; 8] {
        // SAFETY: AVX2 is available, because an `Avx2` value exists.
        unsafe {
            let (a, b) = (_mm256_unpacklo_ps(r[0], r[1]), _mm256_unpackhi_ps(r[0], r[1]));
            let (c, d) = (_mm256_unpacklo_ps(r[2], r[3]), _mm256_unpackhi_ps(r[2], r[3]));
            let (e, f) = (_mm256_unpacklo_ps(r[4], r[5]), _mm256_unpackhi_ps(r[4], r[5]));
            let (g, h) = (_mm256_unpacklo_ps(r[6], r[7]), _mm256_unpackhi_ps(r[6], r[7]));
            let first = [
                _mm256_shuffle_ps::<0x44>(a, c),
                _mm256_shuffle_ps::<0xee>(a, c),
                _mm256_shuffle_ps::<0x44>(b, d),
                _mm256_shuffle_ps::<0xee>(b, d),
            ];
            let second = [
                _mm256_shuffle_ps::<0x44>(e, g),
                _mm256_shuffle_ps::<0xee>(e, g),
                _mm256_shuffle_ps::<0x44>(f, h),
                _mm256_shuffle_ps::<0xee>(f, h),
            ];
            [
                _mm256_permute2f128_ps::<0x20>(first[0], second[0]),
                _mm256_permute2f128_ps::<0x20>(first[1], second[1]),
                _mm256_permute2f128_ps::<0x20>(first[2], second[2]),
                _mm256_permute2f128_ps::<0x20>(first[3], second[3]),
                _mm256_permute2f128_ps::<0x31>(first[0], second[0]),
                _mm256_permute2f128_ps::<0x31>(first[1], second[1]),
                _mm256_permute2f128_ps::<0x31>(first[2], second[2]),
                _mm256_permute2f128_ps::<0x31>(first[3], second[3]),
            ]
        }
    }

    #[inline(always)]
    fn store_bytes(self, r: [__m256; 8], out: &mut [u8; 64]) {
        let (halves, _) = out.as_chunks_mut::<32>();
        for (i, half) in halves.iter_mut().enumerate() {
            let top = words(self, r[4 * i], r[4 * i + 1]);
            let bottom = words(self, r[4 * i + 2], r[4 * i + 3]);
            // SAFETY: AVX2 is available, and the references have the right lengths.
            unsafe {
                let all = _mm256_packus_epi16(top, bottom);
                let all = _mm256_permute4x64_epi64::<0b11_01_10_00>(all);
                _mm256_storeu_si256(half.as_mut_ptr().cast(), all);
            }
        }
    }

    #[inline(always)]
    fn store_words(self, r: [__m256; 8], out: &mut [i16; 64]) {
        let (pairs, _) = out.as_chunks_mut::<16>();
        for (i, pair) in pairs.iter_mut().enumerate() {
            let both = words(self, r[2 * i], r[2 * i + 1]);
            // SAFETY: AVX2 is available, and the references have the right lengths.
            unsafe { _mm256_storeu_si256(pair.as_mut_ptr().cast(), both) }
        }
    }

    #[inline(always)]
    fn nonzero(self, all: &[i16; 64]) -> u64 {
        let (quarters, _) = all.as_chunks::<16>();
        let mut halves = [0; 2];
        for (half, pair) in halves.iter_mut().zip(quarters.as_chunks::<2>().0) {
            // SAFETY: AVX2 is available, and the references have the right lengths.
            unsafe {
                let zero = _mm256_setzero_si256();
                let a = _mm256_loadu_si256(pair[0].as_ptr().cast());
                let b = _mm256_loadu_si256(pair[1].as_ptr().cast());
                let is_zero =
                    _mm256_packs_epi16(_mm256_cmpeq_epi16(a, zero), _mm256_cmpeq_epi16(b, zero));
                let in_order = _mm256_permute4x64_epi64::<0b11_01_10_00>(is_zero);
                *half = _mm256_movemask_epi8(in_order) as u32;
            }
        }
        !(u64::from(halves[1]) << 32 | u64::from(halves[0]))
    }
}
