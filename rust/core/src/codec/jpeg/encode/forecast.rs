//! Predicts a file's size from symbol counts, and builds its Huffman tables.

use crate::codec::jpeg::entropy::block::Counts;
use crate::codec::jpeg::syntax::huffman::{Codes, HuffmanSpec};

/// Count that one sampled occurrence of a symbol adds, compared with 1 for a symbol that gets a
/// code only in case it occurs.
pub const WEIGHT: u32 = 16;

/// Huffman tables and expected size of a file, derived from a sample of its blocks.
pub struct Forecast {
    /// Expected size of the file in bytes.
    pub bytes: f64,
    /// DC and AC tables, for luma and for chroma.
    pub specs: [[HuffmanSpec; 2]; 2],
}

impl Forecast {
    /// Builds the tables and predicts the size. In `counts`, each sampled occurrence adds
    /// [`WEIGHT`] times the number of occurrences that it represents. The whole file has `share`
    /// times as many occurrences.
    pub fn new(counts: &[Counts; 2], share: f64) -> Self {
        let (specs, bits) = coded(counts);
        Self { bytes: bytes(bits as f64 / f64::from(WEIGHT) * share, &specs), specs }
    }
}

/// Builds optimal Huffman tables for these symbol counts; also returns the total number of bits.
pub fn coded(counts: &[Counts; 2]) -> ([[HuffmanSpec; 2]; 2], u64) {
    let specs =
        counts.each_ref().map(|c| [HuffmanSpec::optimal(&c.dc), HuffmanSpec::optimal(&c.ac)]);
    let bits = counts.iter().zip(&specs);
    let bits = bits.map(|(c, [dc, ac])| c.bits(&Codes::new(dc), &Codes::new(ac))).sum();
    (specs, bits)
}

/// Returns the size in bytes of a file whose scan takes `bits` bits: scan, Huffman tables and
/// headers.
fn bytes(bits: f64, specs: &[[HuffmanSpec; 2]; 2]) -> f64 {
    let tables: usize = specs.iter().flatten().map(|spec| 21 + spec.symbols.len()).sum();
    // One byte in 256 is 0xff and gets a stuffed 0x00.
    bits / 8.0 * (1.0 + 1.0 / 256.0) + tables as f64 + 180.0
}
