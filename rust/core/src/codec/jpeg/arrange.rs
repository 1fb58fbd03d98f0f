//! Baseline files in another order: every scan of one component, or grey alone, become one scan of
//! all components. The coefficients stay what they are; only their codes and their order change.
//!
//! So such files are followed block by block like any other, and a grey one has room for coloured
//! marks: its two new components are all zero.

use super::bits::{BitReader, BitWriter, stuff};
use super::block::{self, BLOCK_BYTES, Counts};
use super::dct::Coefs;
use super::header::{self, Component, Header, MOST_BLOCKS};
use super::huffman::{Codes, HuffmanSpec};
use super::scan::{Outcome, Scan};
use super::symbols::{Decoder, Fault};
use crate::error::Error;
use crate::simd::Plain;

/// The name and sampling of what a grey file gets besides.
const CHROMA: [u8; 2] = [2, 3];

/// The file in one scan of several components; `None` if it is so already, is no baseline file, has
/// more blocks in a unit than a scan of all components may have, or steps that change between scans.
///
/// # Errors
/// [`Error::ImageCorrupt`] for damage.
pub fn arranged(bytes: &[u8]) -> Result<Option<Vec<u8>>, Error> {
    let mut header = header::read(bytes)?;
    let is_sequential = matches!(header.process, 0xc0 | 0xc1) && header.precision == 8;
    let is_grey = header.components.len() == 1;
    if !is_sequential || (header.one_full_scan && !is_grey) {
        return Ok(None);
    }
    if is_grey {
        // Alone in its scan, a component has one block in a unit whatever it says.
        (header.components[0].h, header.components[0].v) = (1, 1);
    }
    if header.components.iter().map(|c| c.h * c.v).sum::<usize>() > MOST_BLOCKS {
        return Ok(None);
    }
    if header.blocks() > 4 * bytes.len() as u64 {
        return Err(corrupt("fewer bits than blocks"));
    }
    let Some(planes) = Plane::read_all(bytes, &mut header)? else { return Ok(None) };
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 8 + 1024);
    write(bytes, &header, &planes, is_grey, &mut out)?;
    Ok(Some(out))
}

fn corrupt(what: &str) -> Error {
    Error::ImageCorrupt(format!("JPEG: {what}"))
}

/// The blocks of one component, row by row over whole units of all components.
struct Plane {
    /// Blocks in a row.
    across: usize,
    blocks: Vec<Coefs>,
}

impl Plane {
    /// Follows all scans; `None` if a component's steps change after its scan, so that they are not
    /// those of one file with one scan.
    fn read_all(bytes: &[u8], header: &mut Header) -> Result<Option<Vec<Self>>, Error> {
        let units = units(header);
        let plane = |c: &Component| Self {
            across: units.0 * c.h,
            blocks: vec![[0; 64]; units.0 * c.h * units.1 * c.v],
        };
        let mut planes: Vec<Self> = header.components.iter().map(plane).collect();
        let mut is_read = vec![false; planes.len()];
        let mut steps = vec![None; planes.len()];
        loop {
            if !header.full_spectrum {
                return Err(corrupt("a part of the spectrum in a baseline scan"));
            }
            for &c in &header.scan {
                if std::mem::replace(&mut is_read[c], true) {
                    return Err(corrupt("a component comes twice"));
                }
                steps[c].clone_from(&header.quants[header.components[c].quant]);
            }
            let end = header.sos.end + read_scan(&bytes[header.sos.end..], header, &mut planes)?;
            // A missing end is forgiven, as in files of one scan.
            if end + 1 >= bytes.len() || !header.next_scan(bytes, end)? {
                break;
            }
        }
        if is_read.contains(&false) {
            return Err(corrupt("a component has no scan"));
        }
        let mut now = header.components.iter().map(|c| &header.quants[c.quant]);
        Ok(steps.iter().all(|then| now.next() == Some(then)).then_some(planes))
    }
}

/// Units of all components together, both ways.
fn units(header: &Header) -> (usize, usize) {
    let (h, v) = header.max_sampling();
    let count = |side: u32, factor: usize| side.div_ceil(8 * factor as u32) as usize;
    (count(header.size.w(), h), count(header.size.h(), v))
}

/// Follows one scan; returns where it ends.
fn read_scan(scan: &[u8], header: &Header, planes: &mut [Plane]) -> Result<usize, Error> {
    let parts = header.scan.iter().map(|&c| Ok((c, decoder(header, c)?)));
    let parts: Vec<(usize, Decoder)> = parts.collect::<Result<_, Error>>()?;
    let (units, blocks) = match header.scan.as_slice() {
        // Alone, a component has no more blocks than its samples need (T.81, A.2.2).
        &[c] => {
            let (component, (h, v)) = (&header.components[c], header.max_sampling());
            let count = |side: u32, own: usize, most: usize| {
                (side as usize * own).div_ceil(most).div_ceil(8)
            };
            let (w, height) = (header.size.w(), header.size.h());
            ((count(w, component.h, h), count(height, component.v, v)), vec![(0, 0, 0)])
        }
        all => {
            let each = |(part, &c): (usize, &usize)| {
                let Component { h, v, .. } = header.components[c];
                (0..v).flat_map(move |y| (0..h).map(move |x| (part, x, y)))
            };
            (self::units(header), all.iter().enumerate().flat_map(each).collect())
        }
    };
    let alone = parts.len() == 1;
    let count = units.0 * units.1;
    let interval = if header.restart_interval == 0 { count } else { header.restart_interval };
    let (found, end) = Scan::read(scan, count, blocks.len(), interval).map_err(error)?;
    for (piece, data) in found.pieces().enumerate() {
        let mut reader = BitReader::new(data);
        let mut before = vec![0; parts.len()];
        for unit in piece * interval..((piece + 1) * interval).min(count) {
            let (column, row) = (unit % units.0, unit / units.0);
            for &(part, dx, dy) in &blocks {
                let (c, decoder) = &parts[part];
                let Component { h, v, .. } = header.components[*c];
                let (h, v) = if alone { (1, 1) } else { (h, v) };
                let plane = &mut planes[*c];
                let at = (row * v + dy) * plane.across + column * h + dx;
                let block = plane.blocks.get_mut(at).ok_or_else(|| corrupt("a block too many"))?;
                decoder.decode(&mut reader, &mut before[part], block).map_err(fault)?;
            }
            if reader.is_past_end() {
                return Err(corrupt("a scan breaks off"));
            }
        }
    }
    Ok(end)
}

fn decoder(header: &Header, c: usize) -> Result<Decoder, Error> {
    let Component { dc, ac, .. } = header.components[c];
    let (Some(dc), Some(ac)) = (&header.dc[dc], &header.ac[ac]) else {
        return Err(corrupt("a Huffman table is missing"));
    };
    Ok(Decoder::new(dc, ac))
}

fn fault(fault: Fault) -> Error {
    error(Outcome::from(fault))
}

fn error(outcome: Outcome) -> Error {
    match outcome {
        Outcome::Damaged(error) => error,
        Outcome::NotHere => corrupt("a value that baseline coding cannot express"),
    }
}

/// Writes the blocks as one scan.
fn write(
    bytes: &[u8],
    header: &Header,
    planes: &[Plane],
    is_grey: bool,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let mut counts = [(); 2].map(|()| Counts { dc: [0; 256], ac: [0; 256] });
    for_each_block(header, planes, is_grey, |c, coefs, difference| {
        counts[c.min(1)].add(Plain, coefs, difference, 1);
    })?;
    out.extend_from_slice(&[0xff, 0xd8]);
    for (marker, range) in &header.segments {
        // What describes colours of one component is not true of three.
        let is_kept = match marker {
            0xe2 | 0xee | 0xc0 | 0xc1 => !is_grey,
            0xe0..=0xef | 0xfe | 0xdb => true,
            _ => false,
        };
        if is_kept {
            out.extend_from_slice(&bytes[range.clone()]);
        }
    }
    let mut ids: Vec<u8> = header.components.iter().map(|c| c.id).collect();
    if is_grey {
        ids = vec![1, CHROMA[0], CHROMA[1]];
        let (w, h) = (header.size.w() as u16, header.size.h() as u16);
        let ([h1, h0], [w1, w0]) = (h.to_be_bytes(), w.to_be_bytes());
        out.extend_from_slice(&[0xff, header.process, 0, 17, 8, h1, h0, w1, w0, 3]);
        let quant = header.components[0].quant as u8;
        for &id in &ids {
            out.extend_from_slice(&[id, 0x11, quant]);
        }
    }
    let specs = counts.each_ref().map(|c| [&c.dc, &c.ac].map(HuffmanSpec::optimal));
    for (id, [dc, ac]) in (0u8..).zip(&specs) {
        dc.write(0, id, out);
        ac.write(1, id, out);
    }
    out.extend_from_slice(&[0xff, 0xda, 0, 6 + 2 * ids.len() as u8, ids.len() as u8]);
    for (&id, tables) in ids.iter().zip([0, 0x11, 0x11, 0x11]) {
        out.extend_from_slice(&[id, tables]);
    }
    out.extend_from_slice(&[0, 63, 0]);
    let codes = specs.each_ref().map(|pair| pair.each_ref().map(Codes::new));
    let mut writer = BitWriter::new(1 << 14);
    for_each_block(header, planes, is_grey, |c, coefs, difference| {
        if writer.bytes().len() > 1 << 14 {
            stuff(writer.bytes(), out);
            writer.clear();
        }
        writer.reserve(BLOCK_BYTES);
        block::write(Plain, coefs, difference, &codes[c.min(1)], &mut writer);
    })?;
    writer.finish_segment();
    stuff(writer.bytes(), out);
    out.extend_from_slice(&[0xff, 0xd9]);
    Ok(())
}

/// Calls `visit(component, coefficients, difference)` in the order of one scan.
fn for_each_block(
    header: &Header,
    planes: &[Plane],
    is_grey: bool,
    mut visit: impl FnMut(usize, &Coefs, i32),
) -> Result<(), Error> {
    let units = units(header);
    let mut before = vec![0; planes.len()];
    for (row, column) in (0..units.1).flat_map(|row| (0..units.0).map(move |x| (row, x))) {
        for (c, (component, plane)) in header.components.iter().zip(planes).enumerate() {
            for (y, x) in (0..component.v).flat_map(|y| (0..component.h).map(move |x| (y, x))) {
                let at = (row * component.v + y) * plane.across + column * component.h + x;
                let coefs = &plane.blocks[at];
                let dc = i32::from(coefs[0]);
                let difference = dc - std::mem::replace(&mut before[c], dc);
                if block::category(difference) > 11 {
                    return Err(corrupt("a value that baseline coding cannot express"));
                }
                visit(c, coefs, difference);
            }
        }
        if is_grey {
            visit(1, &[0; 64], 0);
            visit(2, &[0; 64], 0);
        }
    }
    Ok(())
}
