//! The 8x8 discrete cosine transform and its inverse (T.81, A.3.3), fused with quantisation.
//!
//! Uses the factorisation of Arai, Agui and Nakajima (1988) in single precision; its scale factors
//! for rows and columns are merged into the quantisation steps. Both passes process whole rows of
//! eight values, with a transposition in between. Rust never fuses or reorders floating-point
//! arithmetic, so the result is bit for bit the same for every vector width.

use crate::codec::jpeg::syntax::quant::Quant;
use crate::simd::Vector;

/// Quantised coefficients of one block in natural order; the DC value is absolute.
pub type Coefs = [i16; 64];
/// Samples of one block, row by row.
pub type Samples = [u8; 64];

type Tile = [[f32; 8]; 8];

/// Scale factors that the factorisation leaves to the quantisation: 1, then sqrt(2) * cos(k * pi /
/// 16).
const FACTORS: [f64; 8] = [
    1.0,
    1.387_039_845_322_148,
    1.306_562_964_876_377,
    1.175_875_602_419_359,
    1.0,
    0.785_694_958_387_102,
    0.541_196_100_146_197,
    0.275_899_379_282_943,
];

/// Quantisation steps of one table and their reciprocals, multiplied by the scale factors that the
/// fast transform omits.
#[derive(Clone)]
pub struct Scales {
    dequantise: Tile,
    quantise: Tile,
}

impl Scales {
    /// Computes the scales of one table for both directions.
    pub fn new(steps: &Quant) -> Self {
        let mut scales = Self { dequantise: [[0.0; 8]; 8], quantise: [[0.0; 8]; 8] };
        for i in 0..64 {
            let (v, u) = (i / 8, i % 8);
            let step = f64::from(steps.natural(i)) * FACTORS[v] * FACTORS[u];
            scales.dequantise[v][u] = (step / 8.0) as f32;
            scales.quantise[v][u] = (0.125 / step) as f32;
        }
        scales
    }

    /// Computes the scales for coefficients from [`to_fine`], which already include the scale
    /// factors of the transform.
    pub fn of_fine(steps: &Quant) -> Self {
        let mut scales = Self { dequantise: [[0.0; 8]; 8], quantise: [[0.0; 8]; 8] };
        for i in 0..64 {
            scales.quantise[i / 8][i % 8] = (1.0 / (f64::from(steps.natural(i)) * FINE)) as f32;
        }
        scales
    }
}

/// Resolution of fine coefficients: 16 steps per unit. The largest coefficient is 1,443, so they
/// fit in 16 bits.
const FINE: f64 = 16.0;

static FINE_SCALES: Tile = {
    let mut scales = [[0.0; 8]; 8];
    let mut i = 0;
    while i < 64 {
        scales[i / 8][i % 8] = (FINE * 0.125 / (FACTORS[i / 8] * FACTORS[i % 8])) as f32;
        i += 1;
    }
    scales
};

/// Largest quantised coefficient that baseline Huffman codes can represent.
const LARGEST: f32 = 1023.0;

/// Applies the forward transform to eight columns at a time.
#[inline(always)]
fn forward<V: Vector>(v: V, d: [V::Row; 8]) -> [V::Row; 8] {
    let (s0, d0) = (v.add(d[0], d[7]), v.sub(d[0], d[7]));
    let (s1, d1) = (v.add(d[1], d[6]), v.sub(d[1], d[6]));
    let (s2, d2) = (v.add(d[2], d[5]), v.sub(d[2], d[5]));
    let (s3, d3) = (v.add(d[3], d[4]), v.sub(d[3], d[4]));

    let (outer, inner, across) = (v.add(s0, s3), v.add(s1, s2), v.sub(s0, s3));
    let half = v.splat(0.707_106_77);
    let turned = v.mul(v.add(v.sub(s1, s2), across), half);

    let (a, b, c) = (v.add(d3, d2), v.add(d2, d1), v.add(d1, d0));
    let shared = v.mul(v.sub(a, c), v.splat(0.382_683_43));
    let low = v.add(v.mul(a, v.splat(0.541_196_1)), shared);
    let high = v.add(v.mul(c, v.splat(1.306_563)), shared);
    let middle = v.mul(b, half);
    let (up, down) = (v.add(d0, middle), v.sub(d0, middle));
    [
        v.add(outer, inner),
        v.add(up, high),
        v.add(across, turned),
        v.sub(down, low),
        v.sub(outer, inner),
        v.add(down, low),
        v.sub(across, turned),
        v.sub(up, high),
    ]
}

/// Applies the inverse transform to eight columns at a time.
#[inline(always)]
fn inverse<V: Vector>(v: V, c: [V::Row; 8]) -> [V::Row; 8] {
    let (sum, difference) = (v.add(c[0], c[4]), v.sub(c[0], c[4]));
    let pair = v.add(c[2], c[6]);
    let double = v.splat(std::f32::consts::SQRT_2);
    let turned = v.sub(v.mul(v.sub(c[2], c[6]), double), pair);
    let (e0, e1) = (v.add(sum, pair), v.add(difference, turned));
    let (e2, e3) = (v.sub(difference, turned), v.sub(sum, pair));

    let (near, apart) = (v.add(c[5], c[3]), v.sub(c[5], c[3]));
    let (wide, far) = (v.add(c[1], c[7]), v.sub(c[1], c[7]));
    let all = v.add(wide, near);
    let shared = v.mul(v.add(apart, far), v.splat(1.847_759));
    let third = v.sub(v.sub(shared, v.mul(apart, v.splat(2.613_126))), all);
    let second = v.sub(v.mul(v.sub(wide, near), double), third);
    let first = v.sub(v.sub(shared, v.mul(far, v.splat(1.082_392_2))), second);
    [
        v.add(e0, all),
        v.add(e1, third),
        v.add(e2, second),
        v.add(e3, first),
        v.sub(e3, first),
        v.sub(e2, second),
        v.sub(e1, third),
        v.sub(e0, all),
    ]
}

/// Transforms quantised coefficients to samples.
#[inline(always)]
pub fn to_samples<V: Vector>(v: V, coefs: &Coefs, scales: &Scales, out: &mut Samples) {
    let mut tile = v.load_words(coefs);
    for (row, steps) in tile.iter_mut().zip(&scales.dequantise) {
        *row = v.mul(*row, v.load(steps));
    }
    let columns = inverse(v, tile);
    let mut tile = v.transpose(inverse(v, v.transpose(columns)));
    for row in &mut tile {
        *row = v.clamp(v.add(*row, v.splat(128.0)), 0.0, 255.0);
    }
    v.store_bytes(tile, out);
}

/// Equals [`to_samples`] of a block with only a DC value, but skips the transform, which would only
/// add zeros.
#[inline(always)]
pub fn flat(dc: i16, scales: &Scales) -> Samples {
    let value = (f32::from(dc) * scales.dequantise[0][0] + 128.0).clamp(0.0, 255.0);
    [value.round_ties_even() as u8; 64]
}

/// Transforms samples to quantised coefficients, clamped to the range that baseline Huffman codes
/// can represent.
#[inline(always)]
pub fn to_coefs<V: Vector>(v: V, samples: &Samples, scales: &Scales, out: &mut Coefs) {
    transform(v, samples, &scales.quantise, LARGEST, out);
}

/// Transforms samples to coefficients in units of 1 / [`FINE`], which are quantised later.
#[inline(always)]
pub fn to_fine<V: Vector>(v: V, samples: &Samples, out: &mut Coefs) {
    transform(v, samples, &FINE_SCALES, f32::from(i16::MAX), out);
}

/// Quantises the result of [`to_fine`]; `scales` must be from [`Scales::of_fine`].
#[inline(always)]
pub fn from_fine<V: Vector>(v: V, fine: &Coefs, scales: &Scales, out: &mut Coefs) {
    let mut tile = v.load_words(fine);
    for (row, steps) in tile.iter_mut().zip(&scales.quantise) {
        *row = v.clamp(v.mul(*row, v.load(steps)), -LARGEST, LARGEST);
    }
    v.store_words(tile, out);
}

#[inline(always)]
fn transform<V: Vector>(v: V, samples: &Samples, scales: &Tile, most: f32, out: &mut Coefs) {
    let mut tile = v.load_bytes(samples);
    for row in &mut tile {
        *row = v.sub(*row, v.splat(128.0));
    }
    let columns = forward(v, tile);
    let mut tile = v.transpose(forward(v, v.transpose(columns)));
    for (row, steps) in tile.iter_mut().zip(scales) {
        *row = v.clamp(v.mul(*row, v.load(steps)), -most, most);
    }
    v.store_words(tile, out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Scalar;

    #[test]
    fn a_dc_value_alone_needs_no_transform() {
        let scales = Scales::new(&Quant::luma(80));
        for dc in -2048..2048 {
            let (mut coefs, mut samples) = ([0; 64], [0; 64]);
            coefs[0] = dc;
            to_samples(Scalar, &coefs, &scales, &mut samples);
            assert_eq!(samples, flat(dc, &scales));
        }
    }

    /// Computes the transform directly from its definition (T.81, A.3.3).
    fn definition(samples: &Samples) -> [f64; 64] {
        let basis = |k: usize, n: usize| {
            let norm = if k == 0 { 0.5f64.sqrt() } else { 1.0 };
            norm * ((2 * n + 1) as f64 * k as f64 * std::f64::consts::PI / 16.0).cos() / 2.0
        };
        std::array::from_fn(|i| {
            let (v, u) = (i / 8, i % 8);
            (0..64)
                .map(|p| (f64::from(samples[p]) - 128.0) * basis(v, p / 8) * basis(u, p % 8))
                .sum()
        })
    }

    fn noise(seed: u32) -> Samples {
        let mut noise = crate::pixmap::noise(seed);
        std::array::from_fn(|_| (noise() >> 24) as u8)
    }

    #[test]
    fn coefficients_agree_with_the_definition() {
        let scales = Scales::new(&Quant::flat(1));
        for seed in 0..50 {
            let (samples, mut coefs) = (noise(seed), [0; 64]);
            to_coefs(Scalar, &samples, &scales, &mut coefs);
            for (have, want) in coefs.iter().zip(definition(&samples)) {
                assert!((f64::from(*have) - want.clamp(-1023.0, 1023.0)).abs() <= 0.51);
            }
        }
    }

    #[test]
    fn coefficients_quantised_late_are_those_quantised_at_once_but_for_ties() {
        let steps = Quant::luma(75);
        let (at_once, late) = (Scales::new(&steps), Scales::of_fine(&steps));
        for seed in 100..150 {
            let (samples, mut fine) = (noise(seed), [0; 64]);
            let (mut once, mut twice) = ([0; 64], [0; 64]);
            to_coefs(Scalar, &samples, &at_once, &mut once);
            to_fine(Scalar, &samples, &mut fine);
            from_fine(Scalar, &fine, &late, &mut twice);
            let differ = once.iter().zip(&twice).filter(|(a, b)| a != b).count();
            assert!(differ <= 1 && once.iter().zip(&twice).all(|(a, b)| a.abs_diff(*b) <= 1));
        }
    }

    #[test]
    fn unquantised_blocks_survive_the_round_trip() {
        let scales = Scales::new(&Quant::flat(1));
        for seed in 50..100 {
            let (samples, mut coefs, mut back) = (noise(seed), [0; 64], [0; 64]);
            to_coefs(Scalar, &samples, &scales, &mut coefs);
            to_samples(Scalar, &coefs, &scales, &mut back);
            for (a, b) in samples.iter().zip(back) {
                assert!(a.abs_diff(b) <= 2);
            }
        }
    }

    #[test]
    fn absurd_coefficients_are_clamped() {
        let scales = Scales::new(&Quant::flat(u16::MAX));
        let mut samples = [0; 64];
        to_samples(Scalar, &[i16::MAX; 64], &scales, &mut samples);
        to_samples(Scalar, &[i16::MIN; 64], &scales, &mut samples);
    }
}
