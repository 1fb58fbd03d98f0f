//! Predicts a file's size from symbol counts, and builds its Huffman tables.

use crate::codec::jpeg::entropy::block::Counts;
use crate::codec::jpeg::syntax::huffman::{Codes, HuffmanSpec};

/// Weight of a sampled occurrence, against 1 for a symbol that is only given a code in case it
/// occurs.
pub const WEIGHT: u32 = 16;

/// Huffman tables and expected size of a file, from a sample of its blocks.
pub struct Forecast {
    /// Expected bytes of the file.
    pub bytes: f64,
    /// DC and AC table of luma and of chroma.
    pub specs: [[HuffmanSpec; 2]; 2],
}

impl Forecast {
    /// `counts` hold [`WEIGHT`] for each occurrence, times the number of occurrences it represents;
    /// the whole file has `share` times as many.
    pub fn new(counts: &[Counts; 2], share: f64) -> Self {
        let (specs, bits) = coded(counts);
        Self { bytes: bytes(bits as f64 / f64::from(WEIGHT) * share, &specs), specs }
    }
}

/// Optimal Huffman tables for these symbol counts, and the number of bits of all symbols.
pub fn coded(counts: &[Counts; 2]) -> ([[HuffmanSpec; 2]; 2], u64) {
    let specs =
        counts.each_ref().map(|c| [HuffmanSpec::optimal(&c.dc), HuffmanSpec::optimal(&c.ac)]);
    let bits = counts.iter().zip(&specs);
    let bits = bits.map(|(c, [dc, ac])| c.bits(&Codes::new(dc), &Codes::new(ac))).sum();
    (specs, bits)
}

/// Size of a file whose scan has this many bits.
fn bytes(bits: f64, specs: &[[HuffmanSpec; 2]; 2]) -> f64 {
    let tables: usize = specs.iter().flatten().map(|spec| 21 + spec.symbols.len()).sum();
    // One byte in 256 is 0xff and gets a stuffed 0x00.
    bits / 8.0 * (1.0 + 1.0 / 256.0) + tables as f64 + 180.0
}
