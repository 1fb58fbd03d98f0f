//! The 8x8 cosine transform and its inverse (Arai, Agui, Nakajima 1988), fused with quantisation.
//!
//! Float arithmetic on rows of eight: the compiler turns every row into vector registers, and as
//! there is no fused multiply-add the result is the same bits at every vector width.

use super::quant::Quant;

/// Quantised coefficients of one block, natural order; the DC value is absolute.
pub type Coefs = [i16; 64];
/// Samples of one block, row by row.
pub type Samples = [u8; 64];

type Row = [f32; 8];
type Tile = [Row; 8];

/// The scale that this factorisation leaves on row and column k.
const AAN: Row =
    [1.0, 1.387_039_8, 1.306_563, 1.175_875_6, 1.0, 0.785_694_96, 0.541_196_1, 0.275_899_38];

/// Quantisation steps of one table, with the transform's own scale folded in.
#[derive(Clone)]
pub struct Scales {
    dequantise: Tile,
    quantise: Tile,
}

impl Scales {
    /// Both directions for one table.
    pub fn new(steps: &Quant) -> Self {
        let mut scales = Self { dequantise: [[0.0; 8]; 8], quantise: [[0.0; 8]; 8] };
        for y in 0..8 {
            for x in 0..8 {
                let step = f32::from(steps.natural(y * 8 + x)) * AAN[y] * AAN[x];
                scales.dequantise[y][x] = step / 8.0;
                scales.quantise[y][x] = 1.0 / (step * 8.0);
            }
        }
        scales
    }
}

#[inline(always)]
fn zip(a: Row, b: Row, f: impl Fn(f32, f32) -> f32) -> Row {
    let mut out = [0.0; 8];
    for i in 0..8 {
        out[i] = f(a[i], b[i]);
    }
    out
}

#[inline(always)]
fn add(a: Row, b: Row) -> Row {
    zip(a, b, |x, y| x + y)
}

#[inline(always)]
fn sub(a: Row, b: Row) -> Row {
    zip(a, b, |x, y| x - y)
}

#[inline(always)]
fn mul(a: Row, factor: f32) -> Row {
    zip(a, a, |x, _| x * factor)
}

#[inline(always)]
fn transpose(m: Tile) -> Tile {
    let mut out = [[0.0; 8]; 8];
    for (y, row) in out.iter_mut().enumerate() {
        for (x, cell) in row.iter_mut().enumerate() {
            *cell = m[x][y];
        }
    }
    out
}

/// One dimension of the forward transform, on eight columns at once.
#[inline(always)]
fn forward(x: Tile) -> Tile {
    let (t0, t7) = (add(x[0], x[7]), sub(x[0], x[7]));
    let (t1, t6) = (add(x[1], x[6]), sub(x[1], x[6]));
    let (t2, t5) = (add(x[2], x[5]), sub(x[2], x[5]));
    let (t3, t4) = (add(x[3], x[4]), sub(x[3], x[4]));

    let (t10, t13) = (add(t0, t3), sub(t0, t3));
    let (t11, t12) = (add(t1, t2), sub(t1, t2));
    let z1 = mul(add(t12, t13), 0.707_106_77);
    let (o0, o4) = (add(t10, t11), sub(t10, t11));
    let (o2, o6) = (add(t13, z1), sub(t13, z1));

    let (t10, t11, t12) = (add(t4, t5), add(t5, t6), add(t6, t7));
    let z5 = mul(sub(t10, t12), 0.382_683_43);
    let z2 = add(mul(t10, 0.541_196_1), z5);
    let z4 = add(mul(t12, 1.306_563), z5);
    let z3 = mul(t11, 0.707_106_77);
    let (z11, z13) = (add(t7, z3), sub(t7, z3));
    [o0, add(z11, z4), o2, sub(z13, z2), o4, add(z13, z2), o6, sub(z11, z4)]
}

/// One dimension of the inverse transform, on eight columns at once.
#[inline(always)]
fn inverse(x: Tile) -> Tile {
    let (t10, t11) = (add(x[0], x[4]), sub(x[0], x[4]));
    let t13 = add(x[2], x[6]);
    let t12 = sub(mul(sub(x[2], x[6]), 1.414_213_5), t13);
    let (a0, a3) = (add(t10, t13), sub(t10, t13));
    let (a1, a2) = (add(t11, t12), sub(t11, t12));

    let (z13, z10) = (add(x[5], x[3]), sub(x[5], x[3]));
    let (z11, z12) = (add(x[1], x[7]), sub(x[1], x[7]));
    let b7 = add(z11, z13);
    let t11 = mul(sub(z11, z13), 1.414_213_5);
    let z5 = mul(add(z10, z12), 1.847_759_1);
    let t10 = sub(z5, mul(z12, 1.082_392_2));
    let t12 = sub(z5, mul(z10, 2.613_126));
    let b6 = sub(t12, b7);
    let b5 = sub(t11, b6);
    let b4 = sub(t10, b5);
    [
        add(a0, b7),
        add(a1, b6),
        add(a2, b5),
        add(a3, b4),
        sub(a3, b4),
        sub(a2, b5),
        sub(a1, b6),
        sub(a0, b7),
    ]
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
    let tile = transpose(inverse(transpose(inverse(tile))));
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
    let tile = transpose(forward(transpose(forward(tile))));
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
