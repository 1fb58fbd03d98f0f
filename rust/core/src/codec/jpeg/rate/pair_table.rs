//! Reads the coefficients of blocks two at a time, because most symbols of a scan are short.

use crate::codec::jpeg::entropy::bits::BitReader;
use crate::codec::jpeg::entropy::block::extend;
use crate::codec::jpeg::entropy::huffman_decoder::{BITS, Decoder, Fault, SIZE, is_baseline};
use crate::codec::jpeg::syntax::huffman::HuffmanSpec;

/// A nonzero coefficient or a DC value: its value (upper 16 bits) and its position in zig-zag order
/// (6 bits, from bit 8 up). The other bits are not used.
#[derive(Clone, Copy, Default)]
pub struct Entry(u32);

impl Entry {
    /// Creates an entry; `k` is its position in zig-zag order.
    #[inline(always)]
    pub fn new(k: usize, value: i16) -> Self {
        Self(u32::from(value as u16) << 16 | (k as u32) << 8)
    }

    /// Returns the position of the coefficient in zig-zag order.
    #[inline(always)]
    pub fn k(self) -> usize {
        (self.0 >> 8) as usize & 63
    }

    /// Returns the value of the coefficient.
    #[inline(always)]
    pub fn value(self) -> i16 {
        (self.0 >> 16) as i16
    }
}

/// Maximum number of entries of a block (64), plus the entries that a lookup may write after the
/// last valid one.
pub const ROOM: usize = 66;

/// The AC symbols at the start of a twelve-bit pattern: up to two symbols with a value, any number
/// of ZRLs, and an EOB. A pair consists of two entries whose positions are relative to the first
/// symbol. Spare bits of the first entry store the total length of the symbols (6 bits) and the
/// number of valid entries (2 bits). Spare bits of the second entry store how many coefficients are
/// skipped (8 bits).
#[derive(Clone, Copy)]
struct Pair(u64);

/// Marks a symbol that must be read separately. Its number of skipped coefficients is larger than
/// that of any other pair.
const ALONE: Pair = Pair(0xff << 32);
/// Number of coefficients that an EOB (end of block) counts as skipping.
const END: u64 = 128;
/// Number that, added to a pair, advances the positions of its two entries by one.
const BOTH: u64 = 0x100_0000_0100;

impl Pair {
    const NONE: Self = Self(0);

    #[inline(always)]
    fn length(self) -> u32 {
        self.0 as u32 & 63
    }

    #[inline(always)]
    fn count(self) -> usize {
        (self.0 >> 6) as usize & 3
    }

    #[inline(always)]
    fn passed(self) -> usize {
        (self.0 >> 32) as usize & 0xff
    }

    /// Returns the entries, given that `k` coefficients precede them.
    #[inline(always)]
    fn entries(self, k: usize) -> [Entry; 2] {
        let both = self.0 + k as u64 * BOTH;
        [Entry(both as u32), Entry((both >> 32) as u32)]
    }

    /// Appends a symbol that takes `length` bits including its value; `None` if it does not fit.
    fn then(self, symbol: u8, value: i32, length: u32) -> Option<Self> {
        let passed = match symbol {
            _ if self.passed() as u64 >= END => return None,
            0 => END,
            _ => u64::from(symbol >> 4) + 1,
        };
        let has_value = u64::from(symbol & 15 != 0);
        if self.count() as u64 + has_value > 2 || self.passed() as u64 + passed > END + 63 {
            return None;
        }
        let entry = Entry::new(self.passed() + passed as usize - 1, value as i16).0;
        // If the pair already has two entries, `wrapping_shl` by 64 bits does not shift at all, and
        // `has_value`, which is then 0, masks the result out.
        let entry =
            u64::from(entry).wrapping_shl(32 * self.count() as u32) & (has_value * u64::MAX);
        Some(Self((self.0 | entry) + u64::from(length) + (has_value << 6) + (passed << 32)))
    }
}

/// Reads AC coefficients that are coded with one Huffman table.
pub struct PairTable(Box<[Pair; SIZE]>);

impl PairTable {
    /// Builds the lookup table from a file's AC table.
    pub fn new(spec: &HuffmanSpec) -> Self {
        // For every pattern, the length of its first code (0 if no code matches) and the symbol.
        let mut codes = vec![(0u32, 0u8); SIZE];
        spec.for_each_code(|symbol, code, length| {
            let length = u32::from(length);
            if length <= BITS && is_baseline(symbol) {
                let first = usize::from(code) << (BITS - length);
                codes[first..first + (1 << (BITS - length))].fill((length, symbol));
            }
        });
        let pair = |bits: usize| {
            let mut pair = Pair::NONE;
            loop {
                let known = BITS - pair.length();
                let rest = bits << pair.length() & (SIZE - 1);
                let (length, symbol) = codes[rest];
                let size = u32::from(symbol & 15);
                if length == 0 || length + size > known {
                    break;
                }
                let value = (rest >> (BITS - length - size)) as u32 & ((1 << size) - 1);
                let Some(longer) = pair.then(symbol, extend(value, size), length + size) else {
                    break;
                };
                pair = longer;
            }
            if pair.length() == 0 { ALONE } else { pair }
        };
        let pairs: Vec<Pair> = (0..SIZE).map(pair).collect();
        let pairs = pairs.into_boxed_slice().try_into();
        Self(pairs.unwrap_or_else(|_| unreachable!("made of this length")))
    }

    /// Reads the AC coefficients of a block into `out`, after its first entry; returns the number
    /// of entries. `decoder` must be built from the same table.
    #[inline(always)]
    pub fn read(
        &self,
        decoder: &Decoder,
        reader: &mut BitReader,
        out: &mut [Entry; ROOM],
    ) -> Result<usize, Fault> {
        let (mut k, mut used) = (1, 1);
        loop {
            reader.refill();
            // Two symbols with their values take at most 52 bits.
            for _ in 0..2 {
                let pair = self.0[(reader.window() >> (64 - BITS)) as usize];
                // No slot is left, because the data contain more entries than a block has
                // coefficients.
                let Some(slots) = out.get_mut(used..used + 2) else { return Err(Fault::BadCode) };
                slots.copy_from_slice(&pair.entries(k));
                let after = k + pair.passed();
                if after < 64 {
                    reader.skip(pair.length());
                    used += pair.count();
                    k = after;
                } else if after >= END as usize && after < END as usize + 64 {
                    reader.skip(pair.length());
                    return Ok(used + pair.count());
                } else {
                    // Reads a single symbol, because its code is long, or because it is at the last
                    // position of the block, which is not followed by an EOB.
                    let (symbol, bits, size) = decoder.read_ac(reader)?;
                    k += usize::from(symbol >> 4);
                    if symbol == 0 {
                        return Ok(used);
                    } else if k > 63 {
                        return Err(Fault::BadCode);
                    }
                    slots[0] = Entry::new(k, extend(bits, size) as i16);
                    used += usize::from(size != 0);
                    k += 1;
                    if k == 64 {
                        return Ok(used);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::jpeg::entropy::bits::{BitWriter, PADDING};
    use crate::codec::jpeg::entropy::block::{Counts, value_bits, write_symbol};
    use crate::codec::jpeg::syntax::huffman::Codes;

    /// Writes symbols with their values, then reads them back as positions and values.
    fn read(symbols: &[(u8, i32)], spec: &HuffmanSpec) -> Result<Vec<(usize, i16)>, Fault> {
        let codes = Codes::new(spec);
        let mut writer = BitWriter::new(400);
        for &(symbol, value) in symbols {
            let size = u32::from(symbol & 15);
            write_symbol(&codes, symbol, value_bits(value, size), size, &mut writer);
        }
        writer.finish_segment();
        let data = [writer.bytes(), &[0xff; PADDING]].concat();
        let mut out = [Entry::default(); ROOM];
        let decoder = Decoder::new(&HuffmanSpec::default(), spec);
        let count = PairTable::new(spec).read(&decoder, &mut BitReader::new(&data), &mut out)?;
        Ok(out[1..count].iter().map(|entry| (entry.k(), entry.value())).collect())
    }

    /// Builds a table in which short symbols are frequent.
    fn table() -> HuffmanSpec {
        let mut counts = Counts::every_symbol().ac;
        for (symbol, count) in [(0, 900), (1, 4000), (2, 2000), (0x11, 2000), (5, 500), (0xf0, 90)]
        {
            counts[symbol] = count;
        }
        HuffmanSpec::optimal(&counts)
    }

    #[test]
    fn short_and_long_symbols_are_read_alike() {
        let spec = table();
        let block = [(1, 1), (1, -1), (0x11, 1), (0x8a, -1000), (0xf0, 0), (2, 3), (5, 31), (0, 0)];
        let found = [(1, 1), (2, -1), (4, 1), (13, -1000), (30, 3), (31, 31)];
        assert_eq!(read(&block, &spec), Ok(found.to_vec()));
        assert_eq!(read(&[(0, 0)], &spec), Ok(vec![]));
    }

    #[test]
    fn a_full_block_ends_without_a_symbol_whatever_follows() {
        let spec = table();
        for behind in [(0, 0), (1, 1), (0x8a, 600)] {
            let mut block = vec![(1, -1); 63];
            block.extend([behind; 3]);
            let found = read(&block, &spec).expect("legal");
            assert_eq!(found.len(), 63);
            assert_eq!(found[62], (63, -1));
            let gap = [(1, 1), (0xf0, 0), (0xf0, 0), (0xf0, 0), (0xd1, 1), behind, behind];
            assert_eq!(read(&gap, &spec), Ok(vec![(1, 1), (63, 1)]));
        }
    }

    #[test]
    fn values_beyond_the_last_coefficient_are_refused() {
        let spec = table();
        let zeros = [(0xf0, 0); 4];
        assert_eq!(read(&zeros, &spec), Err(Fault::BadCode));
        let far = [(0xf0, 0), (0xf0, 0), (0xf0, 0), (0xf1, 1), (0, 0)];
        assert_eq!(read(&far, &spec), Err(Fault::BadCode));
        assert!(read(&[(1, 1)], &HuffmanSpec::default()).is_err());
    }
}
