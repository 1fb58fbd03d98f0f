//! Eight floats in two NEON registers.
//!
//! Every `unsafe` block in this file is sound for the same reason: the file is compiled only for
//! targets with NEON (every aarch64 system), and memory is accessed only through references of the
//! right length.

use super::vector::Vector;
#[allow(
    clippy::wildcard_imports,
    reason = "the names of all intrinsics say where they are from"
)]
use std::arch::aarch64::*;

/// Vector operations with NEON, which is always available on these targets.
#[derive(Clone, Copy)]
pub struct Neon;

/// The first four and the last four floats of a row.
type Row = (float32x4_t, float32x4_t);

/// Converts eight 16-bit words to floats.
#[inline(always)]
fn numbers(words: int16x8_t) -> Row {
    // SAFETY: NEON is available on every target for which this file is compiled.
    unsafe {
        let low = vcvtq_f32_s32(vmovl_s16(vget_low_s16(words)));
        (low, vcvtq_f32_s32(vmovl_high_s16(words)))
    }
}

/// Rounds a row to eight 16-bit words.
#[inline(always)]
fn words((low, high): Row) -> int16x8_t {
    // SAFETY: NEON is available on every target for which this file is compiled.
    unsafe { vqmovn_high_s32(vqmovn_s32(vcvtnq_s32_f32(low)), vcvtnq_s32_f32(high)) }
}

/// Transposes a 4x4 matrix.
#[inline(always)]
fn quarter(rows: [float32x4_t; 4]) -> [float32x4_t; 4] {
    let [a, b, c, d] = rows;
    // SAFETY: NEON is available on every target for which this file is compiled.
    unsafe {
        let pairs = |x, y| vreinterpretq_f64_f32(vtrn1q_f32(x, y));
        let others = |x, y| vreinterpretq_f64_f32(vtrn2q_f32(x, y));
        let (ab, cd) = (pairs(a, b), pairs(c, d));
        let (ab_odd, cd_odd) = (others(a, b), others(c, d));
        [
            vtrn1q_f64(ab, cd),
            vtrn1q_f64(ab_odd, cd_odd),
            vtrn2q_f64(ab, cd),
            vtrn2q_f64(ab_odd, cd_odd),
        ]
        .map(|column| vreinterpretq_f32_f64(column))
    }
}

impl Vector for Neon {
    type Row = Row;

    #[inline(always)]
    fn load(self, values: &[f32; 8]) -> Row {
        // SAFETY: NEON is available, and the references have the right lengths.
        unsafe { (vld1q_f32(values.as_ptr()), vld1q_f32(values.as_ptr().add(4))) }
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[u8; 64]) -> [Row; 8] {
        std::array::from_fn(
            #[inline(always)]
            |y| {
                let eight: &[u8] = &bytes[8 * y..8 * y + 8];
                // SAFETY: NEON is available, and the slice has eight bytes.
                numbers(unsafe { vreinterpretq_s16_u16(vmovl_u8(vld1_u8(eight.as_ptr()))) })
            },
        )
    }

    #[inline(always)]
    fn load_words(self, words: &[i16; 64]) -> [Row; 8] {
        std::array::from_fn(
            #[inline(always)]
            |y| {
                let eight: &[i16] = &words[8 * y..8 * y + 8];
                // SAFETY: NEON is available, and the slice has eight words.
                numbers(unsafe { vld1q_s16(eight.as_ptr()) })
            },
        )
    }

    #[inline(always)]
    fn splat(self, value: f32) -> Row {
        // SAFETY: NEON is available on every target for which this file is compiled.
        let four = unsafe { vdupq_n_f32(value) };
        (four, four)
    }

    #[inline(always)]
    fn add(self, a: Row, b: Row) -> Row {
        // SAFETY: NEON is available on every target for which this file is compiled.
        unsafe { (vaddq_f32(a.0, b.0), vaddq_f32(a.1, b.1)) }
    }

    #[inline(always)]
    fn sub(self, a: Row, b: Row) -> Row {
        // SAFETY: NEON is available on every target for which this file is compiled.
        unsafe { (vsubq_f32(a.0, b.0), vsubq_f32(a.1, b.1)) }
    }

    #[inline(always)]
    fn mul(self, a: Row, b: Row) -> Row {
        // SAFETY: NEON is available on every target for which this file is compiled.
        unsafe { (vmulq_f32(a.0, b.0), vmulq_f32(a.1, b.1)) }
    }

    #[inline(always)]
    fn clamp(self, a: Row, low: f32, high: f32) -> Row {
        let (low, high) = (self.splat(low).0, self.splat(high).0);
        // SAFETY: NEON is available on every target for which this file is compiled.
        unsafe { (vminq_f32(vmaxq_f32(a.0, low), high), vminq_f32(vmaxq_f32(a.1, low), high)) }
    }

    #[inline(always)]
    fn transpose(self, rows: [Row; 8]) -> [Row; 8] {
        let [a, b, c, d, e, f, g, h] = rows;
        let top = quarter([a.0, b.0, c.0, d.0]);
        let right = quarter([a.1, b.1, c.1, d.1]);
        let left = quarter([e.0, f.0, g.0, h.0]);
        let bottom = quarter([e.1, f.1, g.1, h.1]);
        [
            (top[0], left[0]),
            (top[1], left[1]),
            (top[2], left[2]),
            (top[3], left[3]),
            (right[0], bottom[0]),
            (right[1], bottom[1]),
            (right[2], bottom[2]),
            (right[3], bottom[3]),
        ]
    }

    #[inline(always)]
    fn store_bytes(self, rows: [Row; 8], out: &mut [u8; 64]) {
        let (targets, _) = out.as_chunks_mut::<8>();
        for (row, target) in rows.into_iter().zip(targets) {
            // SAFETY: NEON is available, and the references have the right lengths.
            unsafe { vst1_u8(target.as_mut_ptr(), vqmovun_s16(words(row))) }
        }
    }

    #[inline(always)]
    fn store_words(self, rows: [Row; 8], out: &mut [i16; 64]) {
        let (targets, _) = out.as_chunks_mut::<8>();
        for (row, target) in rows.into_iter().zip(targets) {
            // SAFETY: NEON is available, and the references have the right lengths.
            unsafe { vst1q_s16(target.as_mut_ptr(), words(row)) }
        }
    }

    #[inline(always)]
    fn nonzero(self, all: &[i16; 64]) -> u64 {
        let (quarters, _) = all.as_chunks::<16>();
        // Sixteen flags, one per byte. A set flag has the bit that represents it in the mask of its
        // group of eight.
        let flags = |sixteen: &[i16; 16]| {
            let bits = [1u8, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
            // SAFETY: NEON is available, and the references have the right lengths.
            unsafe {
                let a = vreinterpretq_u16_s16(vld1q_s16(sixteen.as_ptr()));
                let b = vreinterpretq_u16_s16(vld1q_s16(sixteen.as_ptr().add(8)));
                let some = vmovn_high_u16(vmovn_u16(vtstq_u16(a, a)), vtstq_u16(b, b));
                vandq_u8(some, vld1q_u8(bits.as_ptr()))
            }
        };
        // SAFETY: NEON is available; three pairwise additions merge eight flags into one byte.
        unsafe {
            let low = vpaddq_u8(flags(&quarters[0]), flags(&quarters[1]));
            let high = vpaddq_u8(flags(&quarters[2]), flags(&quarters[3]));
            let pairs = vpaddq_u8(low, high);
            vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(pairs, pairs)))
        }
    }
}
