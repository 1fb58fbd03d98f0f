//! Huffman tables: reads them from DHT segments, assigns their codes, and builds them from symbol
//! counts.

use crate::error::Error;

/// DC symbols are magnitude categories 0..=11 (T.81, table F.1).
pub const DC_SYMBOLS: std::ops::Range<u8> = 0..12;

/// AC symbols of baseline JPEG: end of block, 16 zeros, and (run, category 1..=10).
pub fn ac_symbols() -> impl Iterator<Item = u8> {
    (0..=255).filter(|&symbol| symbol == 0 || symbol == 0xf0 || (1..=10).contains(&(symbol & 15)))
}

/// A Huffman table in the form of a DHT segment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HuffmanSpec {
    /// Number of codes of each length, 1..=16.
    pub counts: [u8; 16],
    /// The symbols, in the order of their codes.
    pub symbols: Vec<u8>,
}

impl HuffmanSpec {
    /// Reads one table; returns the table and the rest of the segment.
    ///
    /// # Errors
    /// [`Error::ImageCorrupt`] for a table that is truncated, has more codes than its lengths
    /// allow, or lists a symbol twice.
    pub fn read(segment: &[u8]) -> Result<(Self, &[u8]), Error> {
        let bad = |what: &str| Error::ImageCorrupt(format!("Huffman table: {what}"));
        let (counts, rest) = segment.split_first_chunk::<16>().ok_or_else(|| bad("too short"))?;
        let total = counts.iter().map(|&n| usize::from(n)).sum();
        if total > 256 || total > rest.len() {
            return Err(bad("more symbols than bytes"));
        }
        let (symbols, rest) = rest.split_at(total);
        let spec = Self { counts: *counts, symbols: symbols.to_vec() };
        if spec.used() > 1 << 16 {
            return Err(bad("more codes than their lengths allow"));
        }
        let mut seen = [false; 256];
        if symbols.iter().any(|&s| std::mem::replace(&mut seen[usize::from(s)], true)) {
            return Err(bad("a symbol has two codes"));
        }
        Ok((spec, rest))
    }

    /// Code space that the codes take, in units of a 16-bit code (Kraft sum times 2^16).
    fn used(&self) -> u32 {
        (0u32..).zip(self.counts).map(|(i, n)| u32::from(n) << (15 - i)).sum()
    }

    /// Calls `visit(symbol, code, length)` for every code, in the order of the codes.
    pub fn for_each_code(&self, mut visit: impl FnMut(u8, u16, u8)) {
        let (mut code, mut symbols) = (0u32, self.symbols.iter());
        for (length, &count) in (1u8..).zip(&self.counts) {
            for &symbol in symbols.by_ref().take(usize::from(count)) {
                visit(symbol, code as u16, length);
                code += 1;
            }
            code <<= 1;
        }
    }

    /// Builds the optimal table for these counts, with codes of at most 16 bits. The all-ones code
    /// is left unused, as T.81 (C.2) requires. Symbols with count 0 get no code.
    pub fn optimal(counts: &[u32; 256]) -> Self {
        Self::optimal_within(counts, 16)
    }

    /// Like [`Self::optimal`], with codes of at most `longest` bits, which must be long enough for
    /// the number of symbols.
    pub fn optimal_within(counts: &[u32; 256], longest: usize) -> Self {
        let mut leaves: Vec<(u64, u16)> = (0u16..)
            .zip(counts)
            .filter(|&(_, &count)| count > 0)
            // The counts are scaled so that the reserved leaf below weighs less than any real
            // symbol.
            .map(|(symbol, &count)| (u64::from(count) * 256, symbol))
            .collect();
        leaves.push((1, RESERVED));
        // Symbols of equal weight are ordered by number: the higher number counts as rarer.
        leaves.sort_unstable_by_key(|&(weight, symbol)| (weight, std::cmp::Reverse(symbol)));
        let depths = depths(&leaves.iter().map(|leaf| leaf.0).collect::<Vec<_>>());
        let mut bits = [0i32; 64];
        for &depth in &depths {
            bits[depth.min(63)] += 1;
        }
        limit(&mut bits, longest);
        // The reserved leaf is the rarest, so it has the last code of the greatest length, which is
        // removed.
        if let Some(longest) = (1..=longest).rev().find(|&length| bits[length] > 0) {
            bits[longest] -= 1;
        }
        let mut spec = Self::default();
        for (count, &bits) in spec.counts.iter_mut().zip(&bits[1..]) {
            *count = bits as u8;
        }
        spec.symbols = leaves
            .iter()
            .rev()
            .filter(|leaf| leaf.1 != RESERVED)
            .map(|leaf| leaf.1 as u8)
            .collect();
        spec
    }

    /// Writes a DHT segment including its marker, for `class` 0 (DC) or 1 (AC) and table number
    /// `id`.
    pub fn write(&self, class: u8, id: u8, out: &mut Vec<u8>) {
        let length = 19 + self.symbols.len();
        out.extend_from_slice(&[0xff, 0xc4, (length >> 8) as u8, length as u8, class << 4 | id]);
        out.extend_from_slice(&self.counts);
        out.extend_from_slice(&self.symbols);
    }
}

/// Placeholder symbol that takes the all-ones code while a table is built.
const RESERVED: u16 = 256;

/// Returns the depth of every leaf of the Huffman tree over `weights` (ascending), by the two-queue
/// method.
fn depths(weights: &[u64]) -> Vec<usize> {
    let leaves = weights.len();
    let mut nodes = weights.to_vec();
    let mut parent = vec![0; 2 * leaves];
    let (mut leaf, mut inner) = (0, leaves);
    while nodes.len() < 2 * leaves - 1 {
        let mut take = || {
            let from_leaves =
                leaf < leaves && (inner >= nodes.len() || nodes[leaf] <= nodes[inner]);
            let queue = if from_leaves { &mut leaf } else { &mut inner };
            *queue += 1;
            *queue - 1
        };
        let (a, b) = (take(), take());
        parent[a] = nodes.len();
        parent[b] = nodes.len();
        nodes.push(nodes[a] + nodes[b]);
    }
    let mut depth = vec![0; nodes.len()];
    for node in (0..nodes.len() - 1).rev() {
        depth[node] = depth[parent[node]] + 1;
    }
    depth.truncate(leaves);
    depth
}

/// Shortens codes longer than `longest` bits by moving them up the tree (T.81, figure K.3). `bits`
/// is the number of codes of each length.
fn limit(bits: &mut [i32; 64], longest: usize) {
    for length in (longest + 1..64).rev() {
        while bits[length] > 0 {
            let Some(shorter) = (1..length - 1).rev().find(|&l| bits[l] > 0) else { return };
            bits[length] -= 2;
            bits[length - 1] += 1;
            bits[shorter + 1] += 2;
            bits[shorter] -= 1;
        }
    }
}

/// Codes indexed by symbol, for encoding. A length of 0 means that the symbol has no code.
#[derive(Clone)]
pub struct Codes {
    /// The code of each symbol, right-aligned.
    pub code: [u16; 256],
    /// The length of each symbol's code in bits.
    pub length: [u8; 256],
}

impl Codes {
    /// Builds the codes of a table.
    pub fn new(spec: &HuffmanSpec) -> Self {
        let mut codes = Self { code: [0; 256], length: [0; 256] };
        spec.for_each_code(|symbol, code, length| {
            codes.code[usize::from(symbol)] = code;
            codes.length[usize::from(symbol)] = length;
        });
        codes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(counts: [u8; 16], symbols: &[u8]) -> Vec<u8> {
        [&counts[..], symbols].concat()
    }

    #[test]
    fn tables_with_too_many_codes_are_refused() {
        let mut counts = [0; 16];
        counts[0] = 3;
        assert!(HuffmanSpec::read(&segment(counts, &[1, 2, 3])).is_err());
        assert!(HuffmanSpec::read(&[0; 15]).is_err());
        counts[0] = 2;
        assert!(HuffmanSpec::read(&segment(counts, &[1])).is_err());
        assert!(HuffmanSpec::read(&segment(counts, &[1, 1])).is_err());
        assert!(HuffmanSpec::read(&segment(counts, &[1, 2])).is_ok());
    }

    #[test]
    fn optimal_tables_are_prefix_free_and_leave_all_ones_unused() {
        // Fibonacci counts make the deepest trees.
        let mut counts = [0u32; 256];
        let (mut a, mut b) = (1u32, 1u32);
        for count in counts.iter_mut().take(40) {
            *count = a;
            (a, b) = (b, a.saturating_add(b));
        }
        let spec = HuffmanSpec::optimal(&counts);
        assert_eq!(spec.symbols.len(), 40);
        assert!(spec.used() < 1 << 16, "the all-ones code of 16 bits is free");
        let codes = Codes::new(&spec);
        assert!(codes.length[39] <= codes.length[0]);
        assert!(codes.length.iter().all(|&l| l <= 16));
    }

    #[test]
    fn one_symbol_gets_one_bit() {
        let mut counts = [0u32; 256];
        counts[7] = 5;
        let spec = HuffmanSpec::optimal(&counts);
        assert_eq!((spec.counts[0], spec.symbols.as_slice()), (1, &[7u8][..]));
    }

    #[test]
    fn segments_round_trip() {
        let spec = HuffmanSpec::optimal(&std::array::from_fn(|i| (i as u32 * 7919) % 501));
        let mut bytes = Vec::new();
        spec.write(1, 0, &mut bytes);
        let (back, rest) = HuffmanSpec::read(&bytes[5..]).expect("own table");
        assert_eq!(back, spec);
        assert!(rest.is_empty());
    }

    #[test]
    fn baseline_has_162_ac_symbols() {
        assert_eq!(ac_symbols().count(), 162);
    }
}
