//! Decoding single symbols, for scans that are read coefficient by coefficient.

use super::bits::BitReader;
use super::huffman::HuffmanSpec;

/// How many bits one look sees; longer codes are rare.
const BITS: u32 = 9;

/// Decodes the symbols of one table.
pub struct Lookup {
    /// Symbol and length of the code that the bits begin with; length 0: it is longer.
    short: [(u8, u8); 1 << BITS],
    /// The first code behind those of a length, and what makes an index of a code, by length.
    long: [(u32, u32); 17],
    symbols: [u8; 256],
}

impl Lookup {
    /// The decoder of a table.
    pub fn new(spec: &HuffmanSpec) -> Self {
        let mut lookup = Self { short: [(0, 0); 1 << BITS], long: [(0, 0); 17], symbols: [0; 256] };
        let mut index = 0u32;
        spec.for_each_code(|symbol, code, length| {
            let (code, bits) = (u32::from(code), u32::from(length));
            if bits <= BITS {
                let first = (code << (BITS - bits)) as usize;
                lookup.short[first..first + (1 << (BITS - bits))].fill((symbol, length));
            }
            lookup.symbols[index as usize & 255] = symbol;
            lookup.long[usize::from(length)] = (code + 1, index.wrapping_sub(code));
            index += 1;
        });
        lookup
    }

    /// The next symbol; 16 bits are available. `None` if the bits are no code.
    #[inline(always)]
    pub fn read(&self, reader: &mut BitReader) -> Option<u8> {
        let (symbol, length) = self.short[reader.peek(BITS) as usize];
        if length > 0 {
            reader.skip(length.into());
            return Some(symbol);
        }
        self.read_long(reader)
    }

    #[cold]
    fn read_long(&self, reader: &mut BitReader) -> Option<u8> {
        // Codes of one length are numbers in a row, above all shorter ones.
        let length = (BITS + 1..=16).find(|&n| reader.peek(n) < self.long[n as usize].0)?;
        let index = self.long[length as usize].1.wrapping_add(reader.peek(length));
        reader.skip(length);
        self.symbols.get(index as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::super::bits::PADDING;
    use super::*;

    #[test]
    fn codes_of_every_length_are_found_and_others_are_none() {
        // One code of every length, as unary numbers.
        let spec = HuffmanSpec { counts: [1; 16], symbols: (0..16).rev().collect() };
        let lookup = Lookup::new(&spec);
        spec.for_each_code(|symbol, code, length| {
            let mut data = (u32::from(code) << (32 - u32::from(length))).to_be_bytes().to_vec();
            data.extend_from_slice(&[0xff; PADDING]);
            let mut reader = BitReader::new(&data);
            assert_eq!(lookup.read(&mut reader), Some(symbol));
            assert_eq!(reader.position(), usize::from(length));
        });
        assert_eq!(lookup.read(&mut BitReader::new(&[0xff; PADDING])), None);
        let empty = Lookup::new(&HuffmanSpec::default());
        assert_eq!(empty.read(&mut BitReader::new(&[0; PADDING + 8])), None);
    }
}
