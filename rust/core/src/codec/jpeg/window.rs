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

/// The symbol that twelve bits begin with, in one word: the symbol (8 bits), the length of its code
/// (4 bits; 0: it is longer), and if its value bits are there as well, the length of both (4 bits;
/// otherwise 0) and the value (16 bits).
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

/// Decodes one table's symbols.
pub struct Symbols {
    short: Box<[Short; SIZE]>,
    /// For longer ones: first code, number of codes and first symbol of every length.
    long: [(u32, u32, u32); 17],
    by_code: [u8; 256],
}

impl Symbols {
    /// The decoder of a table; only symbols that are `legal` are read together with their values.
    pub fn new(spec: &HuffmanSpec, legal: fn(u8) -> bool) -> Self {
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

    /// The symbol at the head of the window and its length; `None` if no code matches.
    #[inline(always)]
    pub fn read(&self, window: u64) -> Option<(u8, u32)> {
        let entry = self.short(window);
        if entry.length() != 0 {
            Some((entry.symbol(), entry.length()))
        } else {
            self.read_long(window)
        }
    }

    #[inline(always)]
    fn short(&self, window: u64) -> Short {
        self.short[(window >> (64 - BITS)) as usize]
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

/// What twelve bits become, in one word: how many of them are consumed (4 bits; 0 means that a
/// symbol does not fit), how many are written (5 bits), for AC symbols how many coefficients they
/// pass (6 bits) and whether the block ends (1 bit), and what is written (16 bits).
#[derive(Clone, Copy, Default)]
struct Entry(u32);

const END: u32 = 1 << 15;

impl Entry {
    fn new(consumed: u32, length: u32, advance: u32, end: bool, bits: u32) -> Self {
        Self(consumed | length << 4 | advance << 9 | u32::from(end) << 15 | bits << 16)
    }

    #[inline(always)]
    fn consumed(self) -> u32 {
        self.0 & 15
    }

    #[inline(always)]
    fn length(self) -> u32 {
        self.0 >> 4 & 31
    }

    #[inline(always)]
    fn advance(self) -> u32 {
        self.0 >> 9 & 63
    }

    #[inline(always)]
    fn ends(self) -> bool {
        self.0 & END != 0
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        self.0 >> 16
    }

    /// This one and the next, if both fit into one.
    fn then(self, next: Self) -> Option<Self> {
        let (consumed, length) = (self.consumed() + next.consumed(), self.length() + next.length());
        let advance = self.advance() + next.advance();
        let fits = next.consumed() != 0 && consumed <= BITS && length <= 16 && advance < 64;
        let bits = self.bits() << next.length() | next.bits();
        fits.then(|| Self::new(consumed, length, advance, next.ends(), bits))
    }
}

/// Symbols that are read but not yet written: at most three entries, so at most 48 bits.
#[derive(Clone, Copy, Default)]
struct Waiting {
    bits: u64,
    length: u32,
}

impl Waiting {
    #[inline(always)]
    fn add(&mut self, entry: Entry) {
        self.bits = self.bits << entry.length() | u64::from(entry.bits());
        self.length += entry.length();
    }

    #[inline(always)]
    fn write(&mut self, writer: &mut BitWriter) {
        writer.put(self.bits, self.length);
        *self = Self::default();
    }
}

/// Follows the blocks of one component in a scan, and writes them with other codes.
pub struct Recoder {
    dc: Symbols,
    ac: Symbols,
    dc_window: Box<[Entry; SIZE]>,
    /// The difference that the entry of `dc_window` stands for.
    differences: Box<[i16; SIZE]>,
    ac_window: Box<[Entry; SIZE]>,
    dc_codes: Codes,
    ac_codes: Codes,
}

impl Recoder {
    /// From the tables of the file to the tables of the result, which have every baseline symbol.
    pub fn new(from: [&HuffmanSpec; 2], to: [&HuffmanSpec; 2]) -> Self {
        let dc = Symbols::new(from[0], |symbol| symbol < 12);
        let ac = Symbols::new(from[1], is_baseline);
        let [dc_codes, ac_codes] = to.map(Codes::new);
        let ac_window = ac_window(&ac, &ac_codes);
        let (dc_window, differences) = dc_window(&dc, &ac, &dc_codes, &ac_codes);
        Self { dc, ac, dc_window, differences, ac_window, dc_codes, ac_codes }
    }

    /// The codes that are written.
    pub fn codes(&self) -> [&Codes; 2] {
        [&self.dc_codes, &self.ac_codes]
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
        let at = (reader.window() >> (64 - BITS)) as usize;
        let entry = self.dc_window[at];
        let mut waiting = Waiting::default();
        if *before == *written && entry.consumed() != 0 {
            reader.skip(entry.consumed());
            waiting.add(entry);
            *before = before.wrapping_add(i32::from(self.differences[at]));
            *written = *before;
            if entry.ends() {
                waiting.write(writer);
                return Ok(());
            }
        } else {
            *before = before.wrapping_add(self.read_dc(reader)?);
            let difference = before.wrapping_sub(*written);
            *written = *before;
            self.write_dc(difference, writer)?;
            reader.refill();
        }
        self.copy_ac(waiting, reader, writer)
    }

    /// Copies the AC symbols of a block; `waiting` holds at most its DC symbol.
    #[inline(always)]
    fn copy_ac(
        &self,
        mut waiting: Waiting,
        reader: &mut BitReader,
        writer: &mut BitWriter,
    ) -> Result<(), Fault> {
        let mut k = 1;
        loop {
            // Of 56 bits at most 12 are taken by the DC symbol.
            for _ in 0..2 {
                let entry = self.ac_window[(reader.window() >> (64 - BITS)) as usize];
                let after = k + entry.advance();
                if entry.consumed() == 0 || after > 63 {
                    waiting.write(writer);
                    k = self.copy_symbol(k, reader, writer)?;
                    if k > 63 {
                        return Ok(());
                    }
                    break;
                }
                reader.skip(entry.consumed());
                waiting.add(entry);
                if entry.ends() {
                    waiting.write(writer);
                    return Ok(());
                }
                k = after;
            }
            waiting.write(writer);
            reader.refill();
        }
    }

    /// Copies one AC symbol: a long one, or the last of a block without an end symbol. Returns the
    /// place of the next coefficient, 64 if there is none.
    #[inline(always)]
    fn copy_symbol(
        &self,
        k: u32,
        reader: &mut BitReader,
        writer: &mut BitWriter,
    ) -> Result<u32, Fault> {
        reader.refill();
        let (symbol, bits, size) = self.read_ac(reader)?;
        let code = u64::from(self.ac_codes.code[usize::from(symbol)]);
        let length = u32::from(self.ac_codes.length[usize::from(symbol)]);
        writer.put(code << size | u64::from(bits), length + size);
        after_symbol(k, symbol)
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
            // Two symbols with their values have at most 52 bits.
            for _ in 0..2 {
                let entry = self.ac.short(reader.window());
                let (symbol, value) = if entry.whole() != 0 {
                    reader.skip(entry.whole());
                    (entry.symbol(), entry.value())
                } else {
                    let (symbol, bits, size) = self.read_ac(reader)?;
                    (symbol, extend(bits, size) as i16)
                };
                if symbol == 0 {
                    return Ok(());
                }
                k += usize::from(symbol >> 4);
                if k > 63 {
                    return Err(Fault::BadCode);
                }
                coefs[usize::from(NATURAL[k])] = value;
                k += 1;
                if k > 63 {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Passes one block without writing it.
    #[inline(always)]
    pub fn pass(&self, reader: &mut BitReader) -> Result<(), Fault> {
        reader.refill();
        let entry = self.dc_window[(reader.window() >> (64 - BITS)) as usize];
        if entry.consumed() != 0 {
            reader.skip(entry.consumed());
            if entry.ends() {
                return Ok(());
            }
        } else {
            self.read_dc(reader)?;
            reader.refill();
        }
        let mut k = 1;
        loop {
            for _ in 0..2 {
                let entry = self.ac_window[(reader.window() >> (64 - BITS)) as usize];
                let after = k + entry.advance();
                if entry.consumed() == 0 || after > 63 {
                    reader.refill();
                    let (symbol, _, _) = self.read_ac(reader)?;
                    k = after_symbol(k, symbol)?;
                    if k > 63 {
                        return Ok(());
                    }
                    break;
                }
                reader.skip(entry.consumed());
                if entry.ends() {
                    return Ok(());
                }
                k = after;
            }
            reader.refill();
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

/// The place of the coefficient after a symbol, 64 if the block ends.
#[inline(always)]
fn after_symbol(k: u32, symbol: u8) -> Result<u32, Fault> {
    let after = if symbol == 0 { 64 } else { k + u32::from(symbol >> 4) + 1 };
    if after > 64 { Err(Fault::BadCode) } else { Ok(after) }
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

fn ac_window(symbols: &Symbols, codes: &Codes) -> Box<[Entry; SIZE]> {
    let single = |window: usize| {
        let (symbol, length) = (symbols.short[window].symbol(), symbols.short[window].length());
        let size = u32::from(symbol & 15);
        let consumed = length + size;
        let written = u32::from(codes.length[usize::from(symbol)]) + size;
        if length == 0 || consumed > BITS || written > 16 || !is_baseline(symbol) {
            return Entry::default();
        }
        let value = window as u32 >> (BITS - consumed) & ((1 << size) - 1);
        let bits = u32::from(codes.code[usize::from(symbol)]) << size | value;
        let advance = if symbol == 0 { 0 } else { u32::from(symbol >> 4) + 1 };
        Entry::new(consumed, written, advance, symbol == 0, bits)
    };
    let mut singles = boxed::<Entry>();
    for (window, entry) in singles.iter_mut().enumerate() {
        *entry = single(window);
    }
    let mut table = singles.clone();
    for (window, entry) in table.iter_mut().enumerate() {
        while entry.consumed() != 0 && !entry.ends() {
            match entry.then(singles[(window << entry.consumed()) & (SIZE - 1)]) {
                Some(both) => *entry = both,
                None => break,
            }
        }
    }
    table
}

/// DC symbols, each with the end of the block if that follows, and the differences they stand for.
fn dc_window(
    dc: &Symbols,
    ac: &Symbols,
    to_dc: &Codes,
    to_ac: &Codes,
) -> (Box<[Entry; SIZE]>, Box<[i16; SIZE]>) {
    let (mut table, mut differences) = (boxed::<Entry>(), boxed::<i16>());
    for (window, (entry, difference)) in table.iter_mut().zip(differences.iter_mut()).enumerate() {
        let (symbol, length) = (dc.short[window].symbol(), dc.short[window].length());
        let size = u32::from(symbol);
        let consumed = length + size;
        if length == 0 || size > 11 || consumed > BITS {
            continue;
        }
        let written = u32::from(to_dc.length[usize::from(symbol)]) + size;
        if written > 16 {
            continue;
        }
        let value = window as u32 >> (BITS - consumed) & ((1 << size) - 1);
        *difference = extend(value, size) as i16;
        let bits = u32::from(to_dc.code[usize::from(symbol)]) << size | value;
        *entry = Entry::new(consumed, written, 0, false, bits);
        let after = ac.short[(window << consumed) & (SIZE - 1)];
        let (symbol, length) = (after.symbol(), after.length());
        if length != 0 && symbol == 0 && u32::from(to_ac.length[0]) <= 16 {
            let end = Entry::new(length, to_ac.length[0].into(), 0, true, u32::from(to_ac.code[0]));
            *entry = entry.then(end).unwrap_or(*entry);
        }
    }
    (table, differences)
}
