//! Decodes Huffman codes (T.81, F.2.2.3) with a lookup table indexed by twelve bits.

use crate::codec::jpeg::entropy::bits::BitReader;
use crate::codec::jpeg::entropy::block::extend;
use crate::codec::jpeg::syntax::header::corrupt;
use crate::codec::jpeg::syntax::huffman::HuffmanSpec;
use crate::codec::jpeg::syntax::zigzag::NATURAL;
use crate::codec::jpeg::transform::dct::Coefs;
use crate::error::Error;

/// Number of bits per lookup. This number is limited, because the states of a block index store the
/// offset of one of eight tables in 16 bits.
pub const BITS: u32 = 12;
/// Number of entries of a lookup table.
pub const SIZE: usize = 1 << BITS;

/// Why the bits of a scan cannot be decoded, or why marks cannot be drawn on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The bits are not a code in the table, or decode to a symbol that is not allowed in a block.
    BadCode,
    /// A valid DC value whose difference baseline JPEG cannot encode after drawing.
    Overflow,
    /// The data end before the last block.
    End,
    /// More symbols need new codes than block-by-block drawing supports.
    TooMany,
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        corrupt(match fault {
            Fault::BadCode => "bits that are not a code, or the code of what no block has",
            Fault::Overflow => "a DC coefficient beyond its range",
            Fault::End => "a scan breaks off",
            Fault::TooMany => "too many symbols need new codes",
        })
    }
}

/// Result of looking up a pattern of twelve bits, packed in one word:
///
/// - the symbol (8 bits)
/// - the length of its code (4 bits; 0 if the code is longer than the pattern)
/// - the length of code and value together (4 bits; 0 if the pattern does not contain all value
///   bits)
/// - the value (16 bits)
#[derive(Clone, Copy, Default)]
struct Short(u32);

impl Short {
    #[inline(always)]
    fn symbol(self) -> u8 {
        self.0 as u8
    }

    #[inline(always)]
    fn length(self) -> u32 {
        self.0 >> 8 & 15
    }

    #[inline(always)]
    fn whole(self) -> u32 {
        self.0 >> 12 & 15
    }

    #[inline(always)]
    fn value(self) -> i16 {
        (self.0 >> 16) as i16
    }
}

/// Decodes the symbols of one Huffman table.
pub struct Symbols {
    short: Box<[Short; SIZE]>,
    /// For codes longer than twelve bits, indexed by length: the first code, the number of codes,
    /// and the index of the first symbol.
    long: [(u32, u32, u32); 17],
    by_code: [u8; 256],
}

impl Symbols {
    /// Builds the decoder for a table. For `legal` symbols, the same lookup also decodes the value
    /// bits.
    fn new(spec: &HuffmanSpec, legal: fn(u8) -> bool) -> Self {
        let mut table = Self { short: boxed(), long: [(0, 0, 0); 17], by_code: [0; 256] };
        table.by_code[..spec.symbols.len()].copy_from_slice(&spec.symbols);
        let mut index = 0;
        spec.for_each_code(|symbol, code, length| {
            let bits = u32::from(length);
            if bits <= BITS {
                let first = usize::from(code) << (BITS - bits);
                let entries = &mut table.short[first..first + (1 << (BITS - bits))];
                let alone = u32::from(symbol) | bits << 8;
                let size = u32::from(symbol & 15);
                entries.fill(Short(alone));
                let fits = bits + size <= BITS && legal(symbol);
                let each = if fits { 1 << (BITS - bits - size) } else { SIZE + 1 };
                for (value, entries) in (0..).zip(entries.chunks_exact_mut(each)) {
                    let value = u32::from(extend(value, size) as u16);
                    entries.fill(Short(alone | (bits + size) << 12 | value << 16));
                }
            }
            let range = &mut table.long[bits as usize];
            if range.1 == 0 {
                *range = (u32::from(code), 0, index);
            }
            range.1 += 1;
            index += 1;
        });
        table
    }

    /// Builds a decoder that reads symbols without their values.
    pub fn alone(spec: &HuffmanSpec) -> Self {
        Self::new(spec, |_| false)
    }

    /// Reads the next symbol. At least 16 bits must be available. Returns `None` if no code
    /// matches.
    #[inline(always)]
    pub fn next(&self, reader: &mut BitReader) -> Option<u8> {
        let (symbol, length) = self.read(reader.window())?;
        reader.skip(length);
        Some(symbol)
    }

    #[inline(always)]
    fn at(&self, window: u64) -> Short {
        self.short[(window >> (64 - BITS)) as usize]
    }

    /// Returns the symbol at the start of the window and the length of its code; `None` if no code
    /// matches.
    #[inline(always)]
    fn read(&self, window: u64) -> Option<(u8, u32)> {
        let entry = self.at(window);
        if entry.length() != 0 {
            Some((entry.symbol(), entry.length()))
        } else {
            self.read_long(window)
        }
    }

    #[cold]
    fn read_long(&self, window: u64) -> Option<(u8, u32)> {
        (BITS + 1..=16).find_map(|length| {
            let (first, count, index) = self.long[length as usize];
            let nth = ((window >> (64 - length)) as u32).wrapping_sub(first);
            (nth < count).then(|| (self.by_code[(index + nth) as usize & 255], length))
        })
    }
}

/// Decodes the blocks of one component.
pub struct Decoder {
    pub dc: Symbols,
    pub ac: Symbols,
}

impl Decoder {
    /// Builds the decoder from a file's tables.
    pub fn new(dc: &HuffmanSpec, ac: &HuffmanSpec) -> Self {
        Self { dc: Symbols::new(dc, |symbol| symbol < 12), ac: Symbols::new(ac, is_baseline) }
    }

    /// Decodes one block to quantised coefficients in natural order, with an absolute DC value.
    /// Returns true if all AC coefficients are 0.
    #[inline(always)]
    pub fn decode(
        &self,
        reader: &mut BitReader,
        before: &mut i32,
        coefs: &mut Coefs,
    ) -> Result<bool, Fault> {
        *coefs = [0; 64];
        coefs[0] = self.decode_dc(reader, before)?;
        let end = self.for_each_ac(
            reader,
            #[inline(always)]
            |_, k, value| coefs[usize::from(NATURAL[k & 63])] = value,
        )?;
        Ok(end == 1)
    }

    /// Decodes the DC value at the start of a block. `before` is the previous DC value and is
    /// updated.
    #[inline(always)]
    pub fn decode_dc(&self, reader: &mut BitReader, before: &mut i32) -> Result<i16, Fault> {
        reader.refill();
        *before = before.wrapping_add(self.read_dc(reader)?.1);
        i16::try_from(*before).map_err(|_| Fault::Overflow)
    }

    /// Calls `visit(symbol, k, value)` for the AC symbols of a block except its EOB (end of block).
    /// For a ZRL (run of 16 zeros), `k` is the position of the last zero. Returns the position from
    /// which all coefficients are 0, or 64.
    #[inline(always)]
    pub fn for_each_ac(
        &self,
        reader: &mut BitReader,
        mut visit: impl FnMut(u8, usize, i16),
    ) -> Result<usize, Fault> {
        let mut k = 1;
        while k < 64 {
            reader.refill();
            // Two symbols with their values take at most 52 bits.
            for _ in 0..2 {
                let entry = self.ac.at(reader.window());
                let (symbol, value) = if entry.whole() != 0 {
                    reader.skip(entry.whole());
                    (entry.symbol(), entry.value())
                } else {
                    let (symbol, bits, size) = self.read_ac(reader)?;
                    (symbol, extend(bits, size) as i16)
                };
                if symbol == 0 {
                    return Ok(k);
                }
                k += usize::from(symbol >> 4);
                if k > 63 {
                    return Err(Fault::BadCode);
                }
                visit(symbol, k, value);
                k += 1;
                if k > 63 {
                    return Ok(64);
                }
            }
        }
        Ok(64)
    }

    /// Returns the DC difference of the block that begins at bit `bit`.
    #[inline(always)]
    pub fn difference(&self, data: &[u8], bit: usize) -> Result<i32, Fault> {
        let byte = bit >> 3;
        if let Some(bytes) = data.get(byte..byte + 8).and_then(|rest| rest.first_chunk::<8>()) {
            let entry = self.dc.at(u64::from_be_bytes(*bytes) << (bit & 7));
            if entry.whole() != 0 {
                return Ok(entry.value().into());
            }
        }
        Ok(self.read_dc(&mut BitReader::from_bit(data, bit))?.1)
    }

    /// Reads a DC symbol and its difference; at least 27 bits must be available.
    #[inline(always)]
    pub fn read_dc(&self, reader: &mut BitReader) -> Result<(u8, i32), Fault> {
        read_dc(&self.dc, reader)
    }

    /// Reads an AC symbol and its value bits; at least 26 bits must be available. Rejects symbols
    /// that baseline JPEG does not define.
    #[inline(always)]
    pub fn read_ac(&self, reader: &mut BitReader) -> Result<(u8, u32, u32), Fault> {
        let symbol = self.ac.next(reader).ok_or(Fault::BadCode)?;
        let size = u32::from(symbol & 15);
        if !is_baseline(symbol) {
            return Err(Fault::BadCode);
        }
        let bits = if size == 0 { 0 } else { reader.peek(size) };
        reader.skip(size);
        Ok((symbol, bits, size))
    }
}

/// Reads a DC symbol and its difference; at least 27 bits must be available.
#[inline(always)]
pub fn read_dc(dc: &Symbols, reader: &mut BitReader) -> Result<(u8, i32), Fault> {
    let symbol = dc.next(reader).ok_or(Fault::BadCode)?;
    let size = u32::from(symbol);
    if size > 11 {
        return Err(Fault::BadCode);
    }
    let bits = if size == 0 { 0 } else { reader.peek(size) };
    reader.skip(size);
    Ok((symbol, extend(bits, size)))
}

/// Whether baseline JPEG defines this AC symbol.
#[inline(always)]
pub fn is_baseline(symbol: u8) -> bool {
    symbol == 0 || symbol == 0xf0 || (1..=10).contains(&(symbol & 15))
}

/// Allocates an empty table on the heap, because it would take 16 kB on the stack.
fn boxed<T: Clone + Copy + Default>() -> Box<[T; SIZE]> {
    let made: Result<Box<[T; SIZE]>, _> = vec![T::default(); SIZE].into_boxed_slice().try_into();
    made.unwrap_or_else(|_| unreachable!("a vector of SIZE entries has SIZE entries"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::jpeg::entropy::bits::PADDING;

    #[test]
    fn codes_of_every_length_are_found_and_others_are_none() {
        // One code of every length, in unary: 0, 10, 110, ...
        let spec = HuffmanSpec { counts: [1; 16], symbols: (0..16).rev().collect() };
        let symbols = Symbols::alone(&spec);
        spec.for_each_code(|symbol, code, length| {
            let mut data = (u32::from(code) << (32 - u32::from(length))).to_be_bytes().to_vec();
            data.extend_from_slice(&[0xff; PADDING]);
            let mut reader = BitReader::new(&data);
            assert_eq!(symbols.next(&mut reader), Some(symbol));
            assert_eq!(reader.position(), usize::from(length));
        });
        assert_eq!(symbols.next(&mut BitReader::new(&[0xff; PADDING])), None);
        let empty = Symbols::alone(&HuffmanSpec::default());
        assert_eq!(empty.next(&mut BitReader::new(&[0; PADDING + 8])), None);
    }
}
