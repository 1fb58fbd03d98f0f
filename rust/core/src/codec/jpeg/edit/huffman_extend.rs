//! Adds missing symbols to Huffman tables while nearly all codes keep their bits.
//!
//! Encoders omit the symbols that an image does not use, but a drawing needs some of them. The
//! tables that browsers write have no free codes, but their longest codes are rarely used. So
//! the short codes are kept, and with them nearly all bits of the file. The code space of the long
//! codes is redistributed among their symbols and the missing ones. Codes are numbered in order of
//! length (T.81, C.2), so changing the long codes does not affect the short ones.

use crate::codec::jpeg::entropy::block::Counts;
use crate::codec::jpeg::syntax::huffman::HuffmanSpec;

/// Class of a Huffman table: which symbols of a block it encodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Encodes differences of DC values.
    Dc,
    /// Encodes runs and values of AC coefficients.
    Ac,
}

/// Maximum of the two estimates that determine the counts: symbols in the file, and drawn blocks.
/// Larger estimates are clamped, so that all sums of counts fit in 32 bits.
const MOST: f64 = 16_000_000.0;
/// Maximum length of a code in baseline JPEG.
const LONGEST: u32 = 16;

/// Extends a file's table for a drawing. `bits` is the number of bits that the file spends on this
/// table's symbols, `drawn` is the number of blocks of the drawing that will use the table.
pub fn extended(spec: &HuffmanSpec, class: Class, bits: f64, drawn: f64) -> HuffmanSpec {
    let all = Counts::every_symbol();
    let needed = match class {
        Class::Dc => all.dc,
        Class::Ac => all.ac,
    };
    if (0u8..=255).all(|s| needed[usize::from(s)] == 0 || spec.symbols.contains(&s)) {
        return spec.clone();
    }
    let counts = expected(spec, &needed, class, bits, drawn);
    let kept = kept_length(spec, &needed);
    rebuilt(spec, kept, counts)
}

/// Expected number of occurrences of each symbol in the file and the drawing, times [`SCALE`].
fn expected(
    spec: &HuffmanSpec,
    needed: &[u32; 256],
    class: Class,
    bits: f64,
    drawn: f64,
) -> [u32; 256] {
    let mut counts = *needed;
    // In an ideal code, a symbol with a code of length l has probability 2^-l.
    let mut mean = 0.0;
    spec.for_each_code(|symbol, _, length| {
        mean += f64::from(length + (symbol & 15)) * (-f64::from(length)).exp2();
    });
    let old = (bits / mean.max(1.0)).clamp(64.0, MOST);
    // Symbols that baseline JPEG does not define occur in no block, so the result needs no code for
    // them.
    spec.for_each_code(|symbol, _, length| {
        if needed[usize::from(symbol)] > 0 {
            let expected = old * (-f64::from(length)).exp2() * SCALE;
            counts[usize::from(symbol)] += expected as u32;
        }
    });
    for symbol in (0u8..=255).filter(|&symbol| needed[usize::from(symbol)] > 0) {
        counts[usize::from(symbol)] +=
            (a_block_has(class, symbol) * drawn.min(MOST) * SCALE) as u32;
    }
    counts
}

/// Returns the length up to which codes can be kept: the remaining code space is large enough for
/// all other symbols.
fn kept_length(spec: &HuffmanSpec, needed: &[u32; 256]) -> u32 {
    let is_needed = |symbol: &&u8| needed[usize::from(**symbol)] > 0;
    let mut rest = needed.iter().filter(|&&count| count > 0).count();
    // A DHT segment stores the number of codes of each length in one byte.
    if rest + spec.symbols.iter().filter(|symbol| !is_needed(symbol)).count() > 255 {
        return 0;
    }
    let (mut room, mut symbols, mut kept) = (1u32 << LONGEST, spec.symbols.iter(), 0);
    for (length, &count) in (1u32..).zip(&spec.counts) {
        room -= u32::from(count) << (LONGEST - length);
        rest -= symbols.by_ref().take(count.into()).filter(is_needed).count();
        // The all-ones code stays free. Of the remaining space, only a power of two is used.
        if count > 0 && room > 0 && 1 << room.ilog2() > rest {
            kept = length;
        }
    }
    kept
}

/// Keeps the codes of up to `kept` bits, and builds optimal codes in the remaining code space for
/// the other symbols in `counts`.
fn rebuilt(spec: &HuffmanSpec, kept: u32, mut counts: [u32; 256]) -> HuffmanSpec {
    let mut out = HuffmanSpec::default();
    let (mut room, mut symbols) = (1u32 << LONGEST, spec.symbols.iter());
    for (length, &count) in (1u32..=kept).zip(&spec.counts) {
        room -= u32::from(count) << (LONGEST - length);
        out.counts[length as usize - 1] = count;
        out.symbols.extend(symbols.by_ref().take(count.into()));
    }
    for &symbol in &out.symbols {
        counts[usize::from(symbol)] = 0;
    }
    if counts.iter().all(|&count| count == 0) {
        return out;
    }
    // The remaining code space is one subtree, whose root is at this depth. Codes that would be
    // shorter than the kept codes are lengthened to the length of the longest kept code.
    let root = LONGEST - room.ilog2();
    let rest = HuffmanSpec::optimal_within(&counts, (LONGEST - root) as usize);
    for (depth, &count) in (1u32..).zip(&rest.counts) {
        if count > 0 {
            out.counts[(root + depth).max(kept).max(1) as usize - 1] += count;
        }
    }
    out.symbols.extend(rest.symbols);
    out
}

/// Factor by which expected occurrences are multiplied to get counts. A symbol that gets a code
/// only in case it occurs has a count of 1, that is, an eighth of an occurrence.
const SCALE: f64 = 8.0;

/// Expected number of occurrences of a symbol in a drawn block. It falls with the length of the
/// symbol's run of zeros and with the size of its value. Fitted to lines and digits drawn on 4,096
/// blocks of pages at 720p, 1080p and 4K.
fn a_block_has(class: Class, symbol: u8) -> f64 {
    let (run, size) = (f64::from(symbol >> 4) + 1.0, f64::from(symbol & 15));
    match class {
        Class::Dc => 1.0 / 8.0,
        Class::Ac if size == 0.0 => 1.0 / run, // EOB and ZRL
        Class::Ac => 4.0 / (run * size).powi(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::jpeg::syntax::huffman::{Codes, ac_symbols};

    /// Counts that fall geometrically give a table that has codes of all lengths and lacks some
    /// symbols.
    fn table(symbols: usize, fall: f64) -> HuffmanSpec {
        let mut counts = [0; 256];
        for (i, symbol) in ac_symbols().take(symbols).enumerate() {
            counts[usize::from(symbol)] = (1e6 / fall.powi(i as i32)) as u32 + 1;
        }
        HuffmanSpec::optimal(&counts)
    }

    #[test]
    fn every_symbol_has_a_code_and_nearly_all_bits_stay() {
        for (symbols, fall) in [(120, 1.2), (140, 1.1), (161, 1.5), (40, 1.9), (3, 2.0)] {
            let old = table(symbols, fall);
            let new = extended(&old, Class::Ac, 1e6, 2000.0);
            let used: u32 = (0u32..).zip(new.counts).map(|(i, n)| u32::from(n) << (15 - i)).sum();
            assert!(used < 1 << 16, "the code of all ones is free");
            let (from, to) = (Codes::new(&old), Codes::new(&new));
            assert!(ac_symbols().all(|s| to.length[usize::from(s)] > 0));
            let share: f64 = (0..256)
                .filter(|&s| from.length[s] > 0)
                .filter(|&s| (from.code[s], from.length[s]) != (to.code[s], to.length[s]))
                .map(|s| (-f64::from(from.length[s])).exp2())
                .sum();
            assert!(share < 0.03, "{symbols} {fall}: {share}");
        }
    }

    #[test]
    fn where_long_codes_are_free_the_commonest_symbols_of_a_drawing_get_short_ones() {
        let old = table(12, 1.2);
        let longest = old.counts.iter().rposition(|&n| n > 0).expect("codes") + 1;
        let new = extended(&old, Class::Ac, 1e4, 5000.0);
        let codes = Codes::new(&new);
        assert!(old.counts[..longest - 1] == new.counts[..longest - 1]);
        let missing = |s: &u8| !old.symbols.contains(s);
        let shortest = ac_symbols().filter(missing).map(|s| codes.length[usize::from(s)]).min();
        assert!(shortest.is_some_and(|bits| usize::from(bits) < longest + 4), "{shortest:?}");
    }

    #[test]
    fn a_table_that_lacks_nothing_stays_as_it_is() {
        let old = table(162, 1.05);
        assert_eq!(extended(&old, Class::Ac, 1e6, 2000.0), old);
    }

    #[test]
    fn symbols_that_no_block_has_take_no_room() {
        // Tables in which all codes but one are used, with any two of the symbols replaced.
        for fall in [1.02, 1.05, 1.1] {
            let full = table(162, fall);
            for first in 0..161 {
                for (second, used) in [(first + 1, 0xff), (161, 0xbf)] {
                    let mut old = full.clone();
                    (old.symbols[first], old.symbols[second]) = (used, 0x0f);
                    let codes = Codes::new(&extended(&old, Class::Ac, 1e6, 2000.0));
                    assert!(ac_symbols().all(|s| codes.length[usize::from(s)] > 0));
                }
            }
        }
    }

    #[test]
    fn tables_without_any_room_are_made_anew() {
        // Two codes of one bit leave no code space, not even for the all-ones code.
        let mut counts = [0; 16];
        counts[0] = 2;
        let full = HuffmanSpec { counts, symbols: vec![0, 1] };
        // 255 codes of the same length, most of them for unneeded symbols, leave no usable code
        // space either.
        let mut counts = [0; 16];
        counts[15] = 255;
        let useless = HuffmanSpec { counts, symbols: (0..255).collect() };
        for old in [full, useless] {
            let codes = Codes::new(&extended(&old, Class::Ac, 1e4, 100.0));
            assert!(ac_symbols().all(|s| codes.length[usize::from(s)] > 0));
        }
    }
}
