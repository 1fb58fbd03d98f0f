//! Tables that can express everything: a file's own codes, made room for what marks need.
//!
//! Encoders drop the symbols that a picture does not use, and the drawing needs some of them. The
//! new table is the best one for the expected mixture: the old symbols as often as their code
//! lengths say, plus those of the drawing as often as a count of such drawings says.

use super::block::Counts;
use super::huffman::HuffmanSpec;
use super::prior::{AC_CHROMA, AC_LUMA, DC_CHROMA, DC_LUMA};

/// Which table of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Differences of DC values.
    Dc,
    /// Runs and values of AC coefficients.
    Ac,
}

/// Most expected symbols: keeps every sum of counts inside 32 bits.
const MOST: f64 = 16_000_000.0;

/// The table for the expected mixture. `bits` is what the file spends on this table's symbols,
/// `drawn` how many blocks of the drawing will use it, `luma` whether they are of luminance.
pub fn widened(spec: &HuffmanSpec, class: Class, luma: bool, bits: f64, drawn: f64) -> HuffmanSpec {
    let all = Counts::every_symbol();
    let mut counts = match class {
        Class::Dc => all.dc,
        Class::Ac => all.ac,
    };
    // An ideal code of length l stands for a share of 2^-l.
    let mut mean = 0.0;
    spec.for_each_code(|symbol, _, length| {
        mean += f64::from(length + (symbol & 15)) * (-f64::from(length)).exp2();
    });
    let old = (bits / mean.max(1.0)).clamp(64.0, MOST);
    spec.for_each_code(|symbol, _, length| {
        let expected = old * (-f64::from(length)).exp2() * SCALE;
        counts[usize::from(symbol)] += expected as u32;
    });
    for &(symbol, share) in prior(class, luma) {
        counts[usize::from(symbol)] += (f64::from(share) / 4096.0 * drawn.min(MOST) * SCALE) as u32;
    }
    HuffmanSpec::optimal(&counts)
}

/// A symbol that only must have a code counts as an eighth of one that occurs once.
const SCALE: f64 = 8.0;

/// Symbols in 4,096 drawn blocks.
fn prior(class: Class, luma: bool) -> &'static [(u8, u32)] {
    match (class, luma) {
        (Class::Dc, true) => DC_LUMA,
        (Class::Dc, false) => DC_CHROMA,
        (Class::Ac, true) => AC_LUMA,
        (Class::Ac, false) => AC_CHROMA,
    }
}
