//! The 8x8 cosine transform and its inverse (T.81, A.3.3), fused with quantisation.
//!
//! Two products with the basis matrix, every step a row of eight times one number: the compiler
//! turns rows into vector registers without a single shuffle, which the famous fast factorisations
//! need for their transposition; half of the products fall away by symmetry. As Rust never fuses
//! or reorders float arithmetic, the result is the same bits at every vector width.

use super::quant::Quant;

/// Quantised coefficients of one block, natural order; the DC value is absolute.
pub type Coefs = [i16; 64];
/// Samples of one block, row by row.
pub type Samples = [u8; 64];

type Row = [f32; 8];
type Tile = [Row; 8];

/// cos(k * pi / 16) / 2, the first with the factor sqrt(1/2) of the constant row.
const COS: Row = [
    0.353_553_4,
    0.490_392_63,
    0.461_939_77,
    0.415_734_8,
    0.353_553_4,
    0.277_785_12,
    0.191_341_71,
    0.097_545_16,
];

/// The basis: row k is the k-th cosine, sampled at eight places.
const BASIS: Tile = {
    let mut basis = [[0.0; 8]; 8];
    let mut k = 0;
    while k < 8 {
        let mut n = 0;
        while n < 8 {
            // (2n + 1) * k sixteenths of pi, folded into the first quarter.
            let turn = (2 * n + 1) * k % 32;
            let half = if turn > 16 { 32 - turn } else { turn };
            basis[k][n] = match half {
                8 => 0.0,
                0 if k == 0 => COS[0],
                0 => 0.5,
                9.. => -COS[16 - half],
                _ => COS[half],
            };
            n += 1;
        }
        k += 1;
    }
    basis
};

const TRANSPOSED: Tile = {
    let mut out = [[0.0; 8]; 8];
    let mut i = 0;
    while i < 64 {
        out[i % 8][i / 8] = BASIS[i / 8][i % 8];
        i += 1;
    }
    out
};

/// Quantisation steps of one table and their reciprocals.
#[derive(Clone)]
pub struct Scales {
    dequantise: Tile,
    quantise: Tile,
}

impl Scales {
    /// Both directions for one table.
    pub fn new(steps: &Quant) -> Self {
        let mut scales = Self { dequantise: [[0.0; 8]; 8], quantise: [[0.0; 8]; 8] };
        for i in 0..64 {
            let step = f32::from(steps.natural(i));
            scales.dequantise[i / 8][i % 8] = step;
            scales.quantise[i / 8][i % 8] = 1.0 / step;
        }
        scales
    }
}

/// `sum += row * factor`.
#[inline(always)]
fn add_scaled(sum: &mut Row, row: &Row, factor: f32) {
    for i in 0..8 {
        sum[i] += row[i] * factor;
    }
}

#[inline(always)]
fn plus(a: &Row, b: &Row) -> Row {
    let mut out = *a;
    for i in 0..8 {
        out[i] += b[i];
    }
    out
}

#[inline(always)]
fn minus(a: &Row, b: &Row) -> Row {
    let mut out = *a;
    for i in 0..8 {
        out[i] -= b[i];
    }
    out
}

/// Every row of `tile` as the weights of the rows of `matrix`.
#[inline(always)]
fn times(tile: &Tile, matrix: &Tile) -> Tile {
    let mut out = [[0.0; 8]; 8];
    for (out, weights) in out.iter_mut().zip(tile) {
        for (row, &weight) in matrix.iter().zip(weights) {
            add_scaled(out, row, weight);
        }
    }
    out
}

/// Samples to coefficients: columns by symmetry, then rows.
#[inline(always)]
fn forward(tile: &Tile) -> Tile {
    let mut out = [[0.0; 8]; 8];
    for n in 0..4 {
        // Even cosines are equal at both ends, odd ones opposite.
        let (even, odd) = (plus(&tile[n], &tile[7 - n]), minus(&tile[n], &tile[7 - n]));
        for k in 0..4 {
            add_scaled(&mut out[2 * k], &even, BASIS[2 * k][n]);
            add_scaled(&mut out[2 * k + 1], &odd, BASIS[2 * k + 1][n]);
        }
    }
    times(&out, &TRANSPOSED)
}

/// Coefficients to samples.
#[inline(always)]
fn inverse(tile: &Tile) -> Tile {
    let mut out = [[0.0; 8]; 8];
    for n in 0..4 {
        let (mut even, mut odd) = ([0.0; 8], [0.0; 8]);
        for k in 0..4 {
            add_scaled(&mut even, &tile[2 * k], BASIS[2 * k][n]);
            add_scaled(&mut odd, &tile[2 * k + 1], BASIS[2 * k + 1][n]);
        }
        out[n] = plus(&even, &odd);
        out[7 - n] = minus(&even, &odd);
    }
    times(&out, &BASIS)
}

/// Adding and removing 1.5 * 2^23 rounds to the nearest integer (ties to even) without a branch;
/// exact for magnitudes below 2^22.
const ROUND: f32 = 12_582_912.0;

#[inline(always)]
fn round(value: f32) -> i32 {
    (value + ROUND).to_bits().wrapping_sub(ROUND.to_bits()) as i32
}

/// Coefficients to samples.
#[inline(always)]
pub fn to_samples(coefs: &Coefs, scales: &Scales, out: &mut Samples) {
    let mut tile = [[0.0; 8]; 8];
    for y in 0..8 {
        for x in 0..8 {
            tile[y][x] = f32::from(coefs[y * 8 + x]) * scales.dequantise[y][x];
        }
    }
    let tile = inverse(&tile);
    for y in 0..8 {
        for x in 0..8 {
            let value = (tile[y][x] + 128.0).clamp(0.0, 255.0);
            out[y * 8 + x] = round(value) as u8;
        }
    }
}

/// Samples to coefficients; always within the range that baseline Huffman codes can express.
#[inline(always)]
pub fn to_coefs(samples: &Samples, scales: &Scales, out: &mut Coefs) {
    let mut tile = [[0.0; 8]; 8];
    for y in 0..8 {
        for x in 0..8 {
            tile[y][x] = f32::from(samples[y * 8 + x]) - 128.0;
        }
    }
    let tile = forward(&tile);
    for y in 0..8 {
        for x in 0..8 {
            let value = (tile[y][x] * scales.quantise[y][x]).clamp(-1023.0, 1023.0);
            out[y * 8 + x] = round(value) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The transform by its definition (T.81, A.3.3).
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
        let mut state = seed;
        std::array::from_fn(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
    }

    #[test]
    fn coefficients_agree_with_the_definition() {
        let scales = Scales::new(&Quant::flat(1));
        for seed in 0..50 {
            let (samples, mut coefs) = (noise(seed), [0; 64]);
            to_coefs(&samples, &scales, &mut coefs);
            for (have, want) in coefs.iter().zip(definition(&samples)) {
                assert!((f64::from(*have) - want.clamp(-1023.0, 1023.0)).abs() <= 0.51);
            }
        }
    }

    #[test]
    fn unquantised_blocks_survive_the_round_trip() {
        let scales = Scales::new(&Quant::flat(1));
        for seed in 50..100 {
            let (samples, mut coefs, mut back) = (noise(seed), [0; 64], [0; 64]);
            to_coefs(&samples, &scales, &mut coefs);
            to_samples(&coefs, &scales, &mut back);
            for (a, b) in samples.iter().zip(back) {
                assert!(a.abs_diff(b) <= 2);
            }
        }
    }

    #[test]
    fn absurd_coefficients_are_clamped() {
        let scales = Scales::new(&Quant::flat(u16::MAX));
        let mut samples = [0; 64];
        to_samples(&[i16::MAX; 64], &scales, &mut samples);
        to_samples(&[i16::MIN; 64], &scales, &mut samples);
    }
}
