//! Predicts a file's size from symbol counts, and builds its Huffman tables.

use crate::codec::jpeg::entropy::block::Counts;
use crate::codec::jpeg::syntax::huffman::{Codes, HuffmanSpec};

/// Weight of a sampled symbol against the one of a symbol that only must have a code.
pub const WEIGHT: u32 = 16;

/// Tables and size of a file, from a sample of its blocks.
pub struct Forecast {
    /// Expected bytes of the file.
    pub bytes: f64,
    /// DC and AC table of both classes.
    pub specs: [[HuffmanSpec; 2]; 2],
}

impl Forecast {
    /// From symbols counted [`WEIGHT`] times each, or as many times that as they stand for; the file
    /// has `share` times as many.
    pub fn new(counts: &[Counts; 2], share: f64) -> Self {
        let (specs, bits) = coded(counts);
        Self { bytes: bytes(bits as f64 / f64::from(WEIGHT) * share, &specs), specs }
    }
}

/// The best codes for symbols, and the bits of all of them.
pub fn coded(counts: &[Counts; 2]) -> ([[HuffmanSpec; 2]; 2], u64) {
    let specs =
        counts.each_ref().map(|c| [HuffmanSpec::optimal(&c.dc), HuffmanSpec::optimal(&c.ac)]);
    let bits = counts.iter().zip(&specs);
    let bits = bits.map(|(c, [dc, ac])| c.bits(&Codes::new(dc), &Codes::new(ac))).sum();
    (specs, bits)
}

/// Bytes of a file whose scan has so many bits.
fn bytes(bits: f64, specs: &[[HuffmanSpec; 2]; 2]) -> f64 {
    let tables: usize = specs.iter().flatten().map(|spec| 21 + spec.symbols.len()).sum();
    // One byte in 256 is 0xff and gets a stuffed 0x00.
    bits / 8.0 * (1.0 + 1.0 / 256.0) + tables as f64 + 180.0
}
