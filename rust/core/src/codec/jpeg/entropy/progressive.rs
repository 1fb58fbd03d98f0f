//! Decodes blocks of progressive scans: the first bits of a spectral band, or one more bit of it
//! (T.81, annex G).

use crate::codec::jpeg::entropy::bits::BitReader;
use crate::codec::jpeg::entropy::block::extend;
use crate::codec::jpeg::entropy::huffman_decoder::{Fault, Symbols, read_dc};
use crate::codec::jpeg::entropy::scan_decoder::BlockDecoder;
use crate::codec::jpeg::entropy::sequential::COMPONENTS;
use crate::codec::jpeg::syntax::header::{Header, corrupt};
use crate::codec::jpeg::syntax::scan_band::ScanBand;
use crate::codec::jpeg::syntax::zigzag::NATURAL;
use crate::codec::jpeg::transform::dct::Coefs;
use crate::error::Error;

/// The quantised coefficients of one component, as decoded from the scans so far.
pub struct CoefPlane {
    /// Number of blocks in a row, up to the end of the last MCU.
    pub across: usize,
    /// Blocks, row by row.
    pub blocks: Vec<Coefs>,
}

/// Adds the contents of one scan to the blocks.
pub struct Progressive<'a> {
    band: ScanBand,
    /// DC tables, indexed by component.
    dc: [Option<Symbols>; COMPONENTS],
    ac: Option<Symbols>,
    planes: &'a mut [CoefPlane],
    /// Previous DC values, indexed by component and shifted right by Al.
    predictions: [i32; COMPONENTS],
    eobrun: u32,
}

impl<'a> Progressive<'a> {
    /// Creates a decoder for the most recent scan of the header, with the tables that it needs.
    ///
    /// # Errors
    /// [`Error::ImageCorrupt`] if a table is missing.
    pub fn new(header: &Header, planes: &'a mut [CoefPlane]) -> Result<Self, Error> {
        let band = header.band;
        let (mut dc, mut ac) = ([const { None }; COMPONENTS], None);
        let missing = || corrupt("a Huffman table is missing");
        for &c in &header.scan {
            let component = &header.components[c];
            if band.se > 0 {
                let spec = header.ac[component.ac].as_ref().ok_or_else(missing)?;
                ac = Some(Symbols::alone(spec));
            } else if band.ah == 0 {
                let spec = header.dc[component.dc].as_ref().ok_or_else(missing)?;
                dc[c] = Some(Symbols::alone(spec));
            }
        }
        Ok(Self { band, dc, ac, planes, predictions: [0; COMPONENTS], eobrun: 0 })
    }
}

impl BlockDecoder for Progressive<'_> {
    fn restart(&mut self) {
        (self.predictions, self.eobrun) = ([0; COMPONENTS], 0);
    }

    #[inline]
    fn block(
        &mut self,
        reader: &mut BitReader,
        component: usize,
        column: usize,
        row: usize,
    ) -> Result<(), Fault> {
        let plane = &mut self.planes[component];
        let block = plane.blocks.get_mut(row * plane.across + column).ok_or(Fault::BadCode)?;
        let (band, eobrun) = (self.band, &mut self.eobrun);
        reader.refill();
        match (&self.ac, &self.dc[component]) {
            (Some(ac), _) if band.ah == 0 => first_values(band, ac, reader, eobrun, block),
            (Some(ac), _) => refined_values(band, ac, reader, eobrun, block),
            (None, Some(dc)) => {
                let prediction = &mut self.predictions[component];
                *prediction += read_dc(dc, reader)?.1;
                // Only damaged files exceed 16 bits.
                let value = i16::try_from(*prediction).map_err(|_| Fault::Overflow)?;
                block[0] = value.wrapping_shl(band.al);
                Ok(())
            }
            (None, None) => {
                block[0] |= (reader.peek(1) << band.al) as i16;
                reader.skip(1);
                Ok(())
            }
        }
    }
}

/// Decodes the first (high) bits of the AC coefficients of a band (G.1.2.2).
#[inline]
fn first_values(
    band: ScanBand,
    ac: &Symbols,
    reader: &mut BitReader,
    eobrun: &mut u32,
    block: &mut Coefs,
) -> Result<(), Fault> {
    if *eobrun > 0 {
        *eobrun -= 1;
        return Ok(());
    }
    let mut k = band.ss;
    while k <= band.se {
        reader.refill();
        let symbol = ac.next(reader).ok_or(Fault::BadCode)?;
        let (zeros, size) = (symbol >> 4, u32::from(symbol & 15));
        if size == 0 {
            if zeros < 15 {
                *eobrun = end_of_band(zeros, reader) - 1;
                return Ok(());
            }
            k += 16;
            continue;
        }
        k += usize::from(zeros);
        if size > 10 || k > band.se {
            return Err(Fault::BadCode);
        }
        let value = extend(reader.peek(size), size) as i16;
        reader.skip(size);
        block[usize::from(NATURAL[k])] = value.wrapping_shl(band.al);
        k += 1;
    }
    // A run of zeros may end at the end of the band, but not beyond it.
    if k > band.se + 1 { Err(Fault::BadCode) } else { Ok(()) }
}

/// Reads the length of an end-of-band run, including this block: 2^zeros plus the next `zeros`
/// bits.
#[inline]
fn end_of_band(zeros: u8, reader: &mut BitReader) -> u32 {
    if zeros == 0 {
        return 1;
    }
    let zeros = u32::from(zeros);
    let run = (1 << zeros) + reader.peek(zeros);
    reader.skip(zeros);
    run
}

/// Decodes one more bit of the AC coefficients of a band (G.1.2.3).
fn refined_values(
    band: ScanBand,
    ac: &Symbols,
    reader: &mut BitReader,
    eobrun: &mut u32,
    block: &mut Coefs,
) -> Result<(), Fault> {
    let mut k = band.ss;
    if *eobrun == 0 {
        while k <= band.se {
            reader.refill();
            let symbol = ac.next(reader).ok_or(Fault::BadCode)?;
            let (mut zeros, size) = (symbol >> 4, symbol & 15);
            let value = match size {
                0 if zeros < 15 => {
                    // The nonzero coefficients of this block are refined after the loop.
                    *eobrun = end_of_band(zeros, reader);
                    break;
                }
                0 => 0,
                1 => {
                    let sign = if reader.peek(1) == 1 { 1i16 } else { -1 };
                    reader.skip(1);
                    sign << band.al
                }
                _ => return Err(Fault::BadCode),
            };
            // Skips the run of zeros, and refines the nonzero coefficients passed on the way.
            loop {
                if k > band.se {
                    return Err(Fault::BadCode);
                }
                let coef = &mut block[usize::from(NATURAL[k])];
                if *coef != 0 {
                    refine(coef, band.al, reader);
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
    if *eobrun > 0 {
        for &place in NATURAL.iter().take(band.se + 1).skip(k) {
            let coef = &mut block[usize::from(place)];
            if *coef != 0 {
                refine(coef, band.al, reader);
            }
        }
        *eobrun -= 1;
    }
    Ok(())
}

/// Reads the next bit of a nonzero coefficient.
#[inline]
fn refine(coef: &mut i16, al: u32, reader: &mut BitReader) {
    reader.refill();
    let bit = (reader.peek(1) as i16) << al;
    reader.skip(1);
    // A bit that is already set remains set, as in libjpeg.
    if *coef & (1 << al) == 0 {
        *coef = if *coef < 0 { coef.wrapping_sub(bit) } else { coef.wrapping_add(bit) };
    }
}
