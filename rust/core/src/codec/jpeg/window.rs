//! Decoding and re-coding entropy-coded symbols by looking at twelve bits at a time.
//!
//! One lookup finds as many whole symbols as twelve bits hold, and what they become with the codes
//! of another table: a block that nobody paints on is never taken apart further.

use super::bits::{BitReader, BitWriter};
use super::block::{category, extend, value_bits};
use super::dct::Coefs;
use super::huffman::{Codes, HuffmanSpec};
use super::zigzag::NATURAL;

const BITS: u32 = 12;
const SIZE: usize = 1 << BITS;

/// Why a scan cannot be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A bit pattern that is no code of its table, or a block with more than 64 coefficients.
    BadCode,
    /// A legal value that the codes of baseline JPEG cannot express after a repair.
    Overflow,
}

/// Decodes one table's symbols.
pub struct Symbols {
    /// For codes up to twelve bits: symbol, and length in the high byte; 0 otherwise.
    short: Box<[u16; SIZE]>,
    /// For longer ones: first code, number of codes and first symbol of every length.
    long: [(u32, u32, u32); 17],
    by_code: [u8; 256],
}

impl Symbols {
    /// The decoder of a table.
    pub fn new(spec: &HuffmanSpec) -> Self {
        let mut table =
            Self { short: Box::new([0; SIZE]), long: [(0, 0, 0); 17], by_code: [0; 256] };
        table.by_code[..spec.symbols.len()].copy_from_slice(&spec.symbols);
        let mut index = 0;
        spec.for_each_code(|symbol, code, length| {
            let bits = u32::from(length);
            if bits <= BITS {
                let first = usize::from(code) << (BITS - bits);
                let entry = u16::from(symbol) | u16::from(length) << 8;
                table.short[first..first + (1 << (BITS - bits))].fill(entry);
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

    /// The symbol at the head of the window and its length; `None` if no code matches.
    #[inline(always)]
    pub fn read(&self, window: u64) -> Option<(u8, u32)> {
        let entry = self.short[(window >> (64 - BITS)) as usize];
        if entry != 0 { Some((entry as u8, u32::from(entry >> 8))) } else { self.read_long(window) }
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

/// What twelve bits of AC symbols become: `consumed` 0 means that a symbol does not fit.
#[derive(Clone, Copy, Default)]
struct AcEntry {
    bits: u32,
    length: u8,
    consumed: u8,
    /// Coefficients passed; [`END`] is added when the block ends.
    advance: u8,
}

const END: u8 = 128;

/// What twelve bits of a DC symbol, and the end of block after it if it follows, become.
#[derive(Clone, Copy, Default)]
struct DcEntry {
    bits: u32,
    difference: i16,
    length: u8,
    /// Low bits: consumed; [`END`] is added when the block ends.
    consumed: u8,
}

/// Follows the blocks of one component in a scan, and writes them with other codes.
pub struct Recoder {
    dc: Symbols,
    ac: Symbols,
    dc_window: Box<[DcEntry; SIZE]>,
    ac_window: Box<[AcEntry; SIZE]>,
    dc_codes: Codes,
    ac_codes: Codes,
}

impl Recoder {
    /// From the tables of the file to the tables of the result, which have every baseline symbol.
    pub fn new(from: [&HuffmanSpec; 2], to: [&HuffmanSpec; 2]) -> Self {
        let [dc, ac] = from.map(Symbols::new);
        let [dc_codes, ac_codes] = to.map(Codes::new);
        let ac_window = ac_window(&ac, &ac_codes);
        let dc_window = dc_window(&dc, &ac, &dc_codes, &ac_codes);
        Self { dc, ac, dc_window, ac_window, dc_codes, ac_codes }
    }

    /// The codes that are written.
    pub fn codes(&self) -> (&Codes, &Codes) {
        (&self.dc_codes, &self.ac_codes)
    }

    /// Copies one block. `before` is the DC value that the file predicts from, `written` the one
    /// that the result predicts from; both become the block's own.
    #[inline(always)]
    pub fn copy(
        &self,
        reader: &mut BitReader,
        writer: &mut BitWriter,
        before: &mut i32,
        written: &mut i32,
    ) -> Result<(), Fault> {
        reader.refill();
        let entry = self.dc_window[(reader.window() >> (64 - BITS)) as usize];
        if *before == *written && entry.consumed != 0 {
            reader.skip(u32::from(entry.consumed & !END));
            writer.put(u64::from(entry.bits), u32::from(entry.length));
            *before = before.wrapping_add(i32::from(entry.difference));
            *written = *before;
            if entry.consumed & END != 0 {
                return Ok(());
            }
        } else {
            *before = before.wrapping_add(self.read_dc(reader)?);
            let difference = before.wrapping_sub(*written);
            *written = *before;
            self.write_dc(difference, writer)?;
        }
        self.copy_ac(reader, writer)
    }

    #[inline(always)]
    fn copy_ac(&self, reader: &mut BitReader, writer: &mut BitWriter) -> Result<(), Fault> {
        let mut k = 1u32;
        loop {
            reader.refill();
            // 56 bits are enough for two windows and a symbol of 26.
            for _ in 0..2 {
                let entry = self.ac_window[(reader.window() >> (64 - BITS)) as usize];
                let after = k + u32::from(entry.advance);
                if entry.consumed != 0 && (after < 64 || (128..192).contains(&after)) {
                    reader.skip(u32::from(entry.consumed));
                    writer.put(u64::from(entry.bits), u32::from(entry.length));
                    if after >= 128 {
                        return Ok(());
                    }
                    k = after;
                    continue;
                }
                // One symbol alone: a long one, or the last of a block without an end symbol.
                let (symbol, bits, size) = self.read_ac(reader)?;
                let code = u64::from(self.ac_codes.code[usize::from(symbol)]);
                let length = u32::from(self.ac_codes.length[usize::from(symbol)]);
                writer.put(code << size | u64::from(bits), length + size);
                if symbol == 0 {
                    return Ok(());
                }
                k += u32::from(symbol >> 4) + 1;
                match k {
                    64 => return Ok(()),
                    65.. => return Err(Fault::BadCode),
                    _ => break,
                }
            }
        }
    }

    /// Decodes one block: quantised coefficients in natural order, the DC value absolute.
    #[inline(always)]
    pub fn decode(
        &self,
        reader: &mut BitReader,
        before: &mut i32,
        coefs: &mut Coefs,
    ) -> Result<(), Fault> {
        *coefs = [0; 64];
        reader.refill();
        *before = before.wrapping_add(self.read_dc(reader)?);
        coefs[0] = i16::try_from(*before).map_err(|_| Fault::Overflow)?;
        let mut k = 1;
        while k < 64 {
            reader.refill();
            let (symbol, bits, size) = self.read_ac(reader)?;
            if symbol == 0 {
                return Ok(());
            }
            k += usize::from(symbol >> 4);
            if k > 63 {
                return Err(Fault::BadCode);
            }
            coefs[usize::from(NATURAL[k])] = extend(bits, size) as i16;
            k += 1;
        }
        Ok(())
    }

    /// Passes one block without writing it.
    #[inline(always)]
    pub fn pass(&self, reader: &mut BitReader) -> Result<(), Fault> {
        reader.refill();
        let entry = self.dc_window[(reader.window() >> (64 - BITS)) as usize];
        if entry.consumed != 0 {
            reader.skip(u32::from(entry.consumed & !END));
            if entry.consumed & END != 0 {
                return Ok(());
            }
        } else {
            self.read_dc(reader)?;
        }
        let mut k = 1u32;
        loop {
            reader.refill();
            for _ in 0..2 {
                let entry = self.ac_window[(reader.window() >> (64 - BITS)) as usize];
                let after = k + u32::from(entry.advance);
                if entry.consumed != 0 && (after < 64 || (128..192).contains(&after)) {
                    reader.skip(u32::from(entry.consumed));
                    if after >= 128 {
                        return Ok(());
                    }
                    k = after;
                    continue;
                }
                let (symbol, _, _) = self.read_ac(reader)?;
                k += u32::from(symbol >> 4) + 1;
                match k {
                    _ if symbol == 0 => return Ok(()),
                    64 => return Ok(()),
                    65.. => return Err(Fault::BadCode),
                    _ => break,
                }
            }
        }
    }

    /// Reads a DC difference.
    #[inline(always)]
    fn read_dc(&self, reader: &mut BitReader) -> Result<i32, Fault> {
        let (symbol, length) = self.dc.read(reader.window()).ok_or(Fault::BadCode)?;
        let size = u32::from(symbol);
        if size > 11 {
            return Err(Fault::BadCode);
        }
        reader.skip(length);
        let bits = if size == 0 { 0 } else { reader.peek(size) };
        reader.skip(size);
        Ok(extend(bits, size))
    }

    #[inline(always)]
    fn write_dc(&self, difference: i32, writer: &mut BitWriter) -> Result<(), Fault> {
        let size = category(difference);
        if size > 11 {
            return Err(Fault::Overflow);
        }
        let code = u64::from(self.dc_codes.code[size as usize]);
        let length = u32::from(self.dc_codes.length[size as usize]);
        writer.put(code << size | value_bits(difference, size), length + size);
        Ok(())
    }

    /// Reads an AC symbol with its value bits; refuses those that baseline JPEG does not have.
    #[inline(always)]
    fn read_ac(&self, reader: &mut BitReader) -> Result<(u8, u32, u32), Fault> {
        let (symbol, length) = self.ac.read(reader.window()).ok_or(Fault::BadCode)?;
        let size = u32::from(symbol & 15);
        if !is_baseline(symbol) {
            return Err(Fault::BadCode);
        }
        reader.skip(length);
        let bits = if size == 0 { 0 } else { reader.peek(size) };
        reader.skip(size);
        Ok((symbol, bits, size))
    }
}

#[inline(always)]
fn is_baseline(symbol: u8) -> bool {
    symbol == 0 || symbol == 0xf0 || (1..=10).contains(&(symbol & 15))
}

/// A table of empty entries, made on the heap: on the stack it would be 32 kB.
fn boxed<T: Clone + Copy + Default>() -> Box<[T; SIZE]> {
    let made: Result<Box<[T; SIZE]>, _> = vec![T::default(); SIZE].into_boxed_slice().try_into();
    made.unwrap_or_else(|_| unreachable!("a vector of SIZE entries has SIZE entries"))
}

fn ac_window(symbols: &Symbols, codes: &Codes) -> Box<[AcEntry; SIZE]> {
    let single = |window: usize| {
        let (symbol, length) = (symbols.short[window] as u8, u32::from(symbols.short[window] >> 8));
        let size = u32::from(symbol & 15);
        let consumed = length + size;
        if length == 0 || consumed > BITS || !is_baseline(symbol) {
            return AcEntry::default();
        }
        let value = window as u32 >> (BITS - consumed) & ((1 << size) - 1);
        AcEntry {
            bits: u32::from(codes.code[usize::from(symbol)]) << size | value,
            length: codes.length[usize::from(symbol)] + size as u8,
            consumed: consumed as u8,
            advance: if symbol == 0 { END } else { (symbol >> 4) + 1 },
        }
    };
    let mut table = boxed::<AcEntry>();
    for (window, entry) in table.iter_mut().enumerate() {
        *entry = single(window);
    }
    let singles = table.clone();
    for (window, entry) in table.iter_mut().enumerate() {
        while entry.consumed != 0 && entry.advance < END {
            let next = singles[(window << entry.consumed) & (SIZE - 1)];
            let fits = next.consumed != 0
                && u32::from(entry.consumed + next.consumed) <= BITS
                && entry.length + next.length <= 32
                && entry.advance + (next.advance & !END) < 64;
            if !fits {
                break;
            }
            entry.bits = entry.bits << next.length | next.bits;
            entry.length += next.length;
            entry.consumed += next.consumed;
            entry.advance += next.advance;
        }
    }
    table
}

fn dc_window(dc: &Symbols, ac: &Symbols, to_dc: &Codes, to_ac: &Codes) -> Box<[DcEntry; SIZE]> {
    let mut table = boxed::<DcEntry>();
    for (window, entry) in table.iter_mut().enumerate() {
        let (symbol, length) = (dc.short[window] as u8, u32::from(dc.short[window] >> 8));
        let size = u32::from(symbol);
        let consumed = length + size;
        if length == 0 || size > 11 || consumed > BITS {
            continue;
        }
        let value = window as u32 >> (BITS - consumed) & ((1 << size) - 1);
        *entry = DcEntry {
            bits: u32::from(to_dc.code[usize::from(symbol)]) << size | value,
            difference: extend(value, size) as i16,
            length: to_dc.length[usize::from(symbol)] + size as u8,
            consumed: consumed as u8,
        };
        let after = ac.short[(window << consumed) & (SIZE - 1)];
        let (symbol, length) = (after as u8, (after >> 8) as u8);
        let end = entry.length + to_ac.length[0];
        if length != 0 && symbol == 0 && consumed + u32::from(length) <= BITS && end <= 32 {
            entry.bits = entry.bits << to_ac.length[0] | u32::from(to_ac.code[0]);
            entry.length = end;
            entry.consumed = (entry.consumed + length) | END;
        }
    }
    table
}
