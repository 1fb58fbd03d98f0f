//! Values of blocks, read two at a time: most symbols of a scan are short.

use crate::codec::jpeg::entropy::bits::BitReader;
use crate::codec::jpeg::entropy::block::extend;
use crate::codec::jpeg::entropy::huffman_decoder::{BITS, Decoder, Fault, SIZE, is_baseline};
use crate::codec::jpeg::syntax::huffman::HuffmanSpec;

/// A value (16 bits) and its position in coding order (from bit 8 on, 6 bits); the other bits have no
/// meaning. Values that are 0 are left out, but for DC.
#[derive(Clone, Copy, Default)]
pub struct Entry(u32);

impl Entry {
    /// Of a position and a value.
    #[inline(always)]
    pub fn new(k: usize, value: i16) -> Self {
        Self(u32::from(value as u16) << 16 | (k as u32) << 8)
    }

    /// The position.
    #[inline(always)]
    pub fn k(self) -> usize {
        (self.0 >> 8) as usize & 63
    }

    /// The value.
    #[inline(always)]
    pub fn value(self) -> i16 {
        (self.0 >> 16) as i16
    }
}

/// Room for the values of a block, and for what is written behind the last one.
pub const ROOM: usize = 66;

/// The AC symbols that twelve bits begin with: up to two with a value, any number of sixteen zeros,
/// and the end of the block. Two entries in one word, whose positions count from that of the first
/// symbol on. The bits without a meaning of the first tell how many bits all that takes (6 bits), and
/// how many entries there are (2 bits), those of the second how many coefficients are passed (8 bits).
#[derive(Clone, Copy)]
struct Pair(u64);

/// A symbol that must be read alone; passes more than any other.
const ALONE: Pair = Pair(0xff << 32);
/// The end of a block passes so many.
const END: u64 = 128;
/// Added to a pair for every coefficient before it.
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

    /// The entries behind `k` coefficients.
    #[inline(always)]
    fn entries(self, k: usize) -> [Entry; 2] {
        let both = self.0 + k as u64 * BOTH;
        [Entry(both as u32), Entry((both >> 32) as u32)]
    }

    /// With a symbol behind, that takes so many bits with its value; `None` if it has no room.
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
        // Behind two values it is a shift by all 64 bits, of what is masked out then.
        let entry =
            u64::from(entry).wrapping_shl(32 * self.count() as u32) & (has_value * u64::MAX);
        Some(Self((self.0 | entry) + u64::from(length) + (has_value << 6) + (passed << 32)))
    }
}

/// Reads the AC symbols of one Huffman table.
pub struct PairTable(Box<[Pair; SIZE]>);

impl PairTable {
    /// Of the AC table of a file.
    pub fn new(spec: &HuffmanSpec) -> Self {
        // Length of the code (0: none) and symbol.
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

    /// Reads the AC values of a block behind the first entry of `out`, to its end; returns how many
    /// entries there are then. `decoder` has the same table.
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
            // Two symbols with their values have at most 52 bits.
            for _ in 0..2 {
                let pair = self.0[(reader.window() >> (64 - BITS)) as usize];
                // Not more than coefficients.
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
                    // A long symbol, or one at the last position, behind which the block ends.
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

    /// Reads what is written of symbols with their values, as positions and values.
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

    /// A table in which short symbols are likely.
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
