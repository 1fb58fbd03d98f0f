//! All scans of a file, sequential or progressive, to coefficients (T.81, annexes F and G).

use super::bits::{BitReader, PADDING, unstuff};
use super::block::extend;
use super::dct::Coefs;
use super::header::{Component, Header};
use super::symbols::Symbols;
use super::zigzag::NATURAL;
use crate::error::Error;

/// More scans than any encoder writes (libjpeg's script has 10), but a bound on work per pixel.
const MAX_SCANS: usize = 64;

/// The blocks of one component: all of them, or the rows of one unit.
pub struct Part {
    /// Sampling factors.
    pub h: usize,
    /// Vertical one.
    pub v: usize,
    /// Blocks in a row, to the end of the last unit.
    pub across: usize,
    /// Rows of blocks, to the end of the last unit.
    pub down: usize,
    /// Quantised coefficients; of sequential files only those of the rows that were read last.
    pub blocks: Vec<Coefs>,
    /// Whether a scan named it.
    is_read: bool,
}

/// What happens as a scan goes on.
pub trait Visit {
    /// Component `c` comes for the first time; its quantisation table is the one of now.
    fn begin(&mut self, c: usize, header: &Header) -> Result<(), Error>;
    /// Rows `rows` of the blocks of component `c` are complete and lie at the start of
    /// `part.blocks`.
    fn rows(&mut self, c: usize, part: &Part, rows: std::ops::Range<usize>);
}

fn corrupt(what: &str) -> Error {
    Error::ImageCorrupt(format!("JPEG: {what}"))
}

/// Follows all scans behind the header. Progressive files give all rows at the end.
///
/// # Errors
/// [`Error::ImageCorrupt`] for everything that contradicts the standard.
pub fn follow(bytes: &[u8], header: &mut Header, visit: &mut impl Visit) -> Result<(), Error> {
    let progressive = header.process == 0xc2;
    let (across, down) = header.units();
    let part = |c: &Component| {
        let (across, down) = (across * c.h, down * c.v);
        let rows = if progressive { down } else { c.v };
        Part { h: c.h, v: c.v, across, down, blocks: vec![[0; 64]; across * rows], is_read: false }
    };
    let mut parts: Vec<Part> = header.components.iter().map(part).collect();
    for number in 1.. {
        if number > MAX_SCANS {
            return Err(corrupt("more scans than any picture needs"));
        }
        let band = Band::new(header)?;
        for &c in &header.scan {
            let again = std::mem::replace(&mut parts[c].is_read, true);
            if !again {
                visit.begin(c, header)?;
            } else if !progressive {
                return Err(corrupt("a component comes twice"));
            }
        }
        let scan = &bytes[header.sos.end..];
        let end = header.sos.end + Scan { header, band }.read(scan, &mut parts, visit)?;
        if end + 1 >= bytes.len() {
            // Of a progressive file, only the end tells that all its scans are there.
            if progressive {
                return Err(corrupt("it breaks off between scans"));
            }
            break;
        }
        if !header.next_scan(bytes, end)? {
            break;
        }
    }
    if parts.iter().any(|part| !part.is_read) {
        return Err(corrupt("a component has no scan"));
    }
    if progressive {
        for (c, part) in parts.iter_mut().enumerate() {
            visit.rows(c, part, 0..part.down);
            part.blocks = Vec::new();
        }
    }
    Ok(())
}

/// Which coefficients a scan has, and which of their bits.
#[derive(Clone, Copy)]
struct Band {
    progressive: bool,
    start: usize,
    end: usize,
    /// The lowest bit that is known afterwards.
    low: u32,
    /// Whether higher bits came before.
    refines: bool,
}

impl Band {
    fn new(header: &Header) -> Result<Self, Error> {
        let progressive = header.process == 0xc2;
        let [start, end, approximation] = header.spectrum;
        let (start, end) = (usize::from(start), usize::from(end));
        let (high, low) = (u32::from(approximation >> 4), u32::from(approximation & 15));
        // Table B.3: a DC scan has no AC values, and one with AC values has one component.
        let sound = if progressive {
            let one = header.scan.len() == 1;
            start <= end && end < 64 && (start > 0 || end == 0) && (start == 0 || one) && low < 14
        } else {
            header.full_spectrum
        };
        if !sound || (high > 0 && high != low + 1) {
            return Err(corrupt("a part of the spectrum that no scan may have"));
        }
        Ok(Self { progressive, start, end, low, refines: high > 0 })
    }
}

/// One scan.
struct Scan<'a> {
    header: &'a Header,
    band: Band,
}

/// What lasts from block to block, until the next restart marker.
struct State<'a> {
    reader: BitReader<'a>,
    /// The DC values before, by component.
    before: [i32; 4],
    /// Blocks that end without another coefficient.
    run: u32,
}

type Tables = [Option<Symbols>; 4];

impl Scan<'_> {
    /// Follows it; returns where it ends.
    fn read(
        &self,
        scan: &[u8],
        parts: &mut [Part],
        visit: &mut impl Visit,
    ) -> Result<usize, Error> {
        let header = self.header;
        let alone = header.scan.len() == 1;
        let (units, blocks) = match header.scan.as_slice() {
            // Alone, a component has no more blocks than its samples need (T.81, A.2.2).
            &[c] => {
                let (w, h) = header.samples(c);
                ((w.div_ceil(8), h.div_ceil(8)), vec![(c, 0, 0)])
            }
            all => {
                let each = |&c: &usize| {
                    let (h, v) = (header.components[c].h, header.components[c].v);
                    (0..v).flat_map(move |y| (0..h).map(move |x| (c, x, y)))
                };
                (header.units(), all.iter().flat_map(each).collect())
            }
        };
        let (dc, ac) = self.tables();
        let count = units.0 * units.1;
        let interval = if header.restart_interval == 0 { count } else { header.restart_interval };
        let (mut data, mut at) = (Vec::new(), 0);
        for (piece, first) in (0..count).step_by(interval).enumerate() {
            data.clear();
            at += unstuff(&scan[at..], &mut data);
            data.extend_from_slice(&[0xff; PADDING]);
            let mut state = State { reader: BitReader::new(&data), before: [0; 4], run: 0 };
            for unit in first..(first + interval).min(count) {
                let (column, row) = (unit % units.0, unit / units.0);
                for &(c, dx, dy) in &blocks {
                    let part = &mut parts[c];
                    let (h, v) = if alone { (1, 1) } else { (part.h, part.v) };
                    let top = if self.band.progressive { row * v } else { 0 };
                    let index = (top + dy) * part.across + column * h + dx;
                    let block =
                        part.blocks.get_mut(index).ok_or_else(|| corrupt("a block too many"))?;
                    self.block(c, [&dc, &ac], &mut state, block)?;
                }
                if column + 1 == units.0 && !self.band.progressive {
                    for &c in &header.scan {
                        let v = if alone { 1 } else { parts[c].v };
                        visit.rows(c, &parts[c], row * v..(row + 1) * v);
                    }
                }
                if column + 1 == units.0 && state.reader.is_past_end() {
                    return Err(corrupt("a scan breaks off"));
                }
            }
            if state.reader.is_past_end() {
                return Err(corrupt("a scan breaks off"));
            }
            // Markers may be preceded by fill bytes.
            while scan.get(at..at + 2) == Some(&[0xff, 0xff]) {
                at += 1;
            }
            if first + interval < count {
                if scan.get(at + 1) != Some(&(0xd0 | (piece as u8 & 7))) {
                    return Err(corrupt("a restart marker is missing"));
                }
                at += 2;
            }
        }
        Ok(at)
    }

    /// Decoders of the tables that it needs and the file has.
    fn tables(&self) -> (Tables, Tables) {
        let (mut dc, mut ac) = ([const { None }; 4], [const { None }; 4]);
        for &c in &self.header.scan {
            let component = &self.header.components[c];
            let pick = |specs: &[Option<_>; 4], n: usize| specs[n].as_ref().map(Symbols::alone);
            if self.band.start == 0 {
                dc[component.dc] = pick(&self.header.dc, component.dc);
            }
            if self.band.end > 0 {
                ac[component.ac] = pick(&self.header.ac, component.ac);
            }
        }
        (dc, ac)
    }

    /// One block, or what this scan says of it.
    #[inline]
    fn block(
        &self,
        c: usize,
        [dc, ac]: [&Tables; 2],
        state: &mut State,
        block: &mut Coefs,
    ) -> Result<(), Error> {
        let missing = || corrupt("a Huffman table is missing");
        let Component { dc: dc_table, ac: ac_table, .. } = self.header.components[c];
        let Band { progressive, start, refines, low, .. } = self.band;
        state.reader.refill();
        match (start, refines) {
            (0, true) => {
                block[0] |= (state.reader.peek(1) << low) as i16;
                state.reader.skip(1);
                return Ok(());
            }
            (0, false) => {
                if !progressive {
                    *block = [0; 64];
                }
                let table = dc[dc_table].as_ref().ok_or_else(missing)?;
                let value = difference(table, &mut state.reader)? + state.before[c];
                state.before[c] = value;
                // Beyond a word there is nothing but damage.
                let value = i16::try_from(value).map_err(|_| corrupt("a DC value"))?;
                block[0] = value.wrapping_shl(low);
                if progressive {
                    return Ok(());
                }
            }
            _ => {}
        }
        let table = ac[ac_table].as_ref().ok_or_else(missing)?;
        if refines { self.refine(table, state, block) } else { self.values(table, state, block) }
    }

    /// The AC values of a block, or their highest bits.
    #[inline]
    fn values(&self, table: &Symbols, state: &mut State, block: &mut Coefs) -> Result<(), Error> {
        if state.run > 0 {
            state.run -= 1;
            return Ok(());
        }
        let mut k = self.band.start.max(1);
        while k <= self.band.end {
            let reader = &mut state.reader;
            reader.refill();
            let symbol = table.next(reader).ok_or_else(no_code)?;
            let (zeros, size) = (symbol >> 4, u32::from(symbol & 15));
            if size == 0 {
                if zeros < 15 {
                    self.end_of_band(zeros, state)?;
                    return Ok(());
                }
                k += 16;
                continue;
            }
            k += usize::from(zeros);
            if size > 10 || k > self.band.end {
                return Err(corrupt("a coefficient that no block has"));
            }
            let value = extend(reader.peek(size), size) as i16;
            reader.skip(size);
            block[usize::from(NATURAL[k])] = value.wrapping_shl(self.band.low);
            k += 1;
        }
        // Zeros may fill the block, but not go beyond it.
        if k > self.band.end + 1 { Err(corrupt("a coefficient that no block has")) } else { Ok(()) }
    }

    /// How many blocks, this one included, have no further coefficient.
    #[inline]
    fn end_of_band(&self, exponent: u8, state: &mut State) -> Result<(), Error> {
        if exponent == 0 {
            return Ok(());
        }
        if !self.band.progressive {
            return Err(corrupt("a symbol that baseline coding lacks"));
        }
        let exponent = u32::from(exponent);
        state.run = (1 << exponent) - 1 + state.reader.peek(exponent);
        state.reader.skip(exponent);
        Ok(())
    }

    /// One more bit of the AC values of a block (T.81, G.1.2.3).
    fn refine(&self, table: &Symbols, state: &mut State, block: &mut Coefs) -> Result<(), Error> {
        let Band { end, low, .. } = self.band;
        let mut k = self.band.start;
        if state.run == 0 {
            while k <= end {
                state.reader.refill();
                let symbol = table.next(&mut state.reader).ok_or_else(no_code)?;
                let (mut zeros, size) = (symbol >> 4, symbol & 15);
                let value = match size {
                    0 if zeros < 15 => {
                        self.end_of_band(zeros, state)?;
                        // This block's own known values are refined below.
                        state.run += 1;
                        break;
                    }
                    0 => 0,
                    1 => {
                        let sign = if state.reader.peek(1) == 1 { 1i16 } else { -1 };
                        state.reader.skip(1);
                        sign << low
                    }
                    _ => return Err(corrupt("a coefficient that no refinement has")),
                };
                // Over as many zeros, refining what is known between them.
                loop {
                    if k > end {
                        return Err(corrupt("a coefficient that no block has"));
                    }
                    let coef = &mut block[usize::from(NATURAL[k])];
                    if *coef != 0 {
                        sharpen(coef, low, &mut state.reader);
                    } else if zeros == 0 {
                        *coef = value;
                        break;
                    } else {
                        zeros -= 1;
                    }
                    k += 1;
                }
                k += 1;
            }
        }
        if state.run > 0 {
            for &place in NATURAL.iter().take(end + 1).skip(k) {
                let coef = &mut block[usize::from(place)];
                if *coef != 0 {
                    sharpen(coef, low, &mut state.reader);
                }
            }
            state.run -= 1;
        }
        Ok(())
    }
}

fn no_code() -> Error {
    corrupt("a bit pattern that is no code")
}

/// The difference of a DC value; at least 32 bits are available.
#[inline]
fn difference(table: &Symbols, reader: &mut BitReader) -> Result<i32, Error> {
    let size = u32::from(table.next(reader).ok_or_else(no_code)?);
    match size {
        0 => Ok(0),
        1..=11 => {
            let value = extend(reader.peek(size), size);
            reader.skip(size);
            Ok(value)
        }
        _ => Err(corrupt("a DC value")),
    }
}

/// The next bit of a value that is not zero.
#[inline]
fn sharpen(coef: &mut i16, low: u32, reader: &mut BitReader) {
    reader.refill();
    let bit = (reader.peek(1) as i16) << low;
    reader.skip(1);
    // A bit that is known already stays, as libjpeg has it.
    if *coef & (1 << low) == 0 {
        *coef = if *coef < 0 { coef.wrapping_sub(bit) } else { coef.wrapping_add(bit) };
    }
}
