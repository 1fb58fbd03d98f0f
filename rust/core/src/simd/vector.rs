//! The operations of a vector, and a scalar implementation for every processor.

/// Operations on eight single-precision floats at a time.
pub trait Vector: Copy {
    /// Eight floats.
    type Row: Copy;

    /// Loads eight floats.
    fn load(self, values: &[f32; 8]) -> Self::Row;
    /// Converts eight rows of bytes to floats.
    fn load_bytes(self, bytes: &[u8; 64]) -> [Self::Row; 8];
    /// Converts eight rows of 16-bit words to floats.
    fn load_words(self, words: &[i16; 64]) -> [Self::Row; 8];
    /// Sets all eight floats to `value`.
    fn splat(self, value: f32) -> Self::Row;
    /// Adds two rows.
    fn add(self, a: Self::Row, b: Self::Row) -> Self::Row;
    /// Subtracts `b` from `a`.
    fn sub(self, a: Self::Row, b: Self::Row) -> Self::Row;
    /// Multiplies two rows element by element.
    fn mul(self, a: Self::Row, b: Self::Row) -> Self::Row;
    /// Clamps each float to `low..=high`.
    fn clamp(self, a: Self::Row, low: f32, high: f32) -> Self::Row;
    /// Transposes the 8x8 matrix.
    fn transpose(self, rows: [Self::Row; 8]) -> [Self::Row; 8];
    /// Rounds to the nearest integers, ties to even; all values must be in 0..=255.
    fn store_bytes(self, rows: [Self::Row; 8], out: &mut [u8; 64]);
    /// Rounds to the nearest integers, ties to even; all values must fit in 16 bits.
    fn store_words(self, rows: [Self::Row; 8], out: &mut [i16; 64]);
    /// Returns a mask in which bit i is set if word i is not zero.
    fn nonzero(self, words: &[i16; 64]) -> u64;
}

/// Plain loops over arrays, which the compiler vectorises with the available instructions.
#[derive(Clone, Copy)]
pub struct Scalar;

/// Adding and subtracting 1.5 * 2^23 rounds to the nearest integer (ties to even) without a branch.
/// This is exact for magnitudes below 2^22.
const ROUND: f32 = 12_582_912.0;

#[inline(always)]
fn round(value: f32) -> i32 {
    (value + ROUND).to_bits().wrapping_sub(ROUND.to_bits()) as i32
}

/// This function is not inlined: the compiler would split the inlined rows into single numbers,
/// which is slower than storing them in memory.
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

impl Vector for Scalar {
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
    fn splat(self, value: f32) -> Self::Row {
        [value; 8]
    }

    #[inline(always)]
    fn add(self, mut a: Self::Row, b: Self::Row) -> Self::Row {
        for i in 0..8 {
            a[i] += b[i];
        }
        a
    }

    #[inline(always)]
    fn sub(self, mut a: Self::Row, b: Self::Row) -> Self::Row {
        for i in 0..8 {
            a[i] -= b[i];
        }
        a
    }

    #[inline(always)]
    fn mul(self, mut a: Self::Row, b: Self::Row) -> Self::Row {
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
            // The multiplication collects the eight flags in the top byte.
            mask << 8 | u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
        })
    }
}
