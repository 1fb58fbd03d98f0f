//! Converts the coefficients of one block to symbols for the entropy coder (T.81, F.1.2).

use crate::codec::jpeg::entropy::bits::BitWriter;
use crate::codec::jpeg::syntax::huffman::Codes;
use crate::codec::jpeg::syntax::zigzag::{NATURAL, ZIGZAG};
use crate::codec::jpeg::transform::dct::Coefs;
use crate::simd::Vector;

/// Maximum size of one coded block in bytes: 64 symbols of at most 27 bits, including values.
pub const BLOCK_BYTES: usize = 260;

/// Magnitude category of a value: the number of value bits that follow its symbol.
#[inline(always)]
pub fn category(value: i32) -> u32 {
    32 - value.unsigned_abs().leading_zeros()
}

/// Returns the value bits that follow a symbol: the value itself, or its one's complement if the
/// value is negative.
#[inline(always)]
pub fn value_bits(value: i32, category: u32) -> u64 {
    (if value < 0 { value - 1 } else { value }) as u64 & ((1 << category) - 1)
}

/// The inverse of [`value_bits`]: returns the value that these bits encode.
#[inline(always)]
pub fn extend(bits: u32, category: u32) -> i32 {
    if category == 0 {
        0
    } else if bits < 1 << (category - 1) {
        bits as i32 - (1 << category) + 1
    } else {
        bits as i32
    }
}

/// For every row and every mask of its nonzero coefficients (bit i: column i), a mask of their
/// positions in zig-zag order.
static PLACES: [[u64; 256]; 8] = {
    let mut places = [[0; 256]; 8];
    let mut i = 0;
    while i < 8 * 256 * 8 {
        let (row, flags, column) = (i / 2048, i / 8 % 256, i % 8);
        if flags >> column & 1 == 1 {
            places[row][flags] |= 1u64 << ZIGZAG[8 * row + column];
        }
        i += 1;
    }
    places
};

/// Returns a mask in which bit k is set if the k-th coefficient in zig-zag order is not zero.
#[inline(always)]
fn nonzero<V: Vector>(vector: V, coefs: &Coefs) -> u64 {
    let natural = vector.nonzero(coefs).to_le_bytes();
    PLACES.iter().zip(natural).fold(0, |mask, (row, flags)| mask | row[usize::from(flags)])
}

/// Calls `visit(symbol, value, category)` for every AC symbol of the block, including EOB and ZRL.
#[inline(always)]
pub fn for_each_ac<V: Vector>(vector: V, coefs: &Coefs, mut visit: impl FnMut(u8, i32, u32)) {
    let mut mask = nonzero(vector, coefs) & !1;
    let mut last = 0;
    while mask != 0 {
        let k = mask.trailing_zeros() & 63;
        let mut run = k - last - 1;
        while run > 15 {
            visit(0xf0, 0, 0);
            run -= 16;
        }
        let value = i32::from(coefs[NATURAL[k as usize] as usize]);
        let category = category(value);
        visit((run << 4 | category) as u8, value, category);
        last = k;
        mask &= mask - 1;
    }
    if last != 63 {
        visit(0, 0, 0);
    }
}

/// Writes a block. `difference` is the DC value minus its prediction (category at most 11). The
/// writer must have space for [`BLOCK_BYTES`].
#[inline(always)]
pub fn write<V: Vector>(
    vector: V,
    coefs: &Coefs,
    difference: i32,
    [dc, ac]: &[Codes; 2],
    out: &mut BitWriter,
) {
    let size = category(difference);
    write_symbol(dc, size as u8, value_bits(difference, size), size, out);
    for_each_ac(vector, coefs, |symbol, value, size| {
        write_symbol(ac, symbol, value_bits(value, size), size, out);
    });
}

/// Writes the code of a symbol and the `size` bits of its value.
#[inline(always)]
pub fn write_symbol(codes: &Codes, symbol: u8, bits: u64, size: u32, out: &mut BitWriter) {
    let symbol = usize::from(symbol);
    out.put(u64::from(codes.code[symbol]) << size | bits, u32::from(codes.length[symbol]) + size);
}

/// Number of occurrences of each symbol, for the luma or for the chroma components.
#[derive(Clone)]
pub struct Counts {
    /// Number of occurrences of each DC symbol.
    pub dc: [u32; 256],
    /// Number of occurrences of each AC symbol.
    pub ac: [u32; 256],
}

impl Counts {
    /// Returns counts that are all 0.
    #[inline(always)]
    pub fn none() -> Self {
        Self { dc: [0; 256], ac: [0; 256] }
    }

    /// Multiplies all counts by `weight`, and raises the counts of unused baseline symbols to 1, so
    /// that every symbol gets a code.
    pub fn make_complete(&mut self, weight: u32) {
        let some = Self::every_symbol();
        for (counts, least) in [(&mut self.dc, some.dc), (&mut self.ac, some.ac)] {
            for (count, least) in counts.iter_mut().zip(least) {
                *count = (*count * weight).max(least);
            }
        }
    }

    /// Returns counts of 1 for every baseline symbol, so that each symbol gets a code.
    pub fn every_symbol() -> Self {
        let mut counts = Self::none();
        crate::codec::jpeg::syntax::huffman::DC_SYMBOLS
            .for_each(|symbol| counts.dc[usize::from(symbol)] = 1);
        crate::codec::jpeg::syntax::huffman::ac_symbols()
            .for_each(|symbol| counts.ac[usize::from(symbol)] = 1);
        counts
    }

    /// Adds the symbols of one block to the counts, each with `weight`.
    #[inline(always)]
    pub fn add<V: Vector>(&mut self, vector: V, coefs: &Coefs, difference: i32, weight: u32) {
        self.dc[category(difference) as usize] += weight;
        for_each_ac(vector, coefs, |symbol, _, _| self.ac[usize::from(symbol)] += weight);
    }

    /// Number of bits that these symbols take with the given codes, including values.
    pub fn bits(&self, dc: &Codes, ac: &Codes) -> u64 {
        let sum = |counts: &[u32; 256], codes: &Codes| -> u64 {
            (0..256)
                .map(|s| u64::from(counts[s]) * (u64::from(codes.length[s]) + (s as u64 & 15)))
                .sum()
        };
        sum(&self.dc, dc) + sum(&self.ac, ac)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Scalar;

    #[test]
    fn values_survive_their_bits() {
        for value in -2047..=2047 {
            let size = category(value);
            assert_eq!(extend(value_bits(value, size) as u32, size), value);
        }
    }

    #[test]
    fn long_runs_are_split_and_a_full_block_has_no_end_symbol() {
        let symbols = |coefs: &Coefs| {
            let mut seen = Vec::new();
            for_each_ac(Scalar, coefs, |symbol, value, _| seen.push((symbol, value)));
            seen
        };
        let mut coefs = [0; 64];
        assert_eq!(symbols(&coefs), [(0, 0)]);
        coefs[NATURAL[40] as usize] = -3;
        assert_eq!(symbols(&coefs), [(0xf0, 0), (0xf0, 0), (0x72, -3), (0, 0)]);
        coefs[63] = 1;
        // There are 22 zeros between positions 40 and 63.
        assert_eq!(symbols(&coefs)[3..], [(0xf0, 0), (0x61, 1)]);
    }
}
