//! A baseline JPEG that can be followed block by block: its tables, its units, its blocks.

use super::bits::BitReader;
use super::dct::Coefs;
use super::header::{self, Component, Header};
use super::huffman::HuffmanSpec;
use super::quant::Quant;
use super::scan::{Layout, Outcome, Scan};
use super::widen::{Class, widened};
use super::window::{Fault, Recoder};
use crate::error::Error;
use crate::simd::{Job, Level, Vector};
use std::ops::Range;
use std::rc::Rc;

/// A baseline JPEG that is ready to be followed.
pub struct Baseline<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) header: Header,
    pub(super) layout: Layout,
    pub(super) scan: Scan,
    /// What the result is written with.
    pub(super) tables: Tables,
    /// By component.
    pub(super) recoders: Vec<Rc<Recoder>>,
}

/// Widened Huffman tables by class (DC, AC) and number.
pub type Tables = [[Option<HuffmanSpec>; 4]; 2];

impl From<Fault> for Outcome {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::BadCode => damaged("a bit pattern that is no code"),
            Fault::Overflow => Self::NotHere,
        }
    }
}

pub fn damaged(what: &str) -> Outcome {
    Outcome::Damaged(Error::ImageCorrupt(format!("JPEG: {what}")))
}

impl<'a> Baseline<'a> {
    /// Reads markers and tables, and takes the stuffing out of the scan. `touched` is about how many
    /// units the drawing will touch; a wrong guess costs a few bytes.
    pub fn read(bytes: &'a [u8], touched: f64) -> Result<Self, Outcome> {
        let header = header::read(bytes)?;
        let layout = Layout::new(&header)?;
        // A grey file has no room for coloured marks.
        if header.components.len() != 3 {
            return Err(Outcome::NotHere);
        }
        let scan = Scan::only(bytes, &header, &layout)?;
        let bits = 8.0 * scan.len() as f64;
        let tables = tables(&header, layout.blocks.len(), bits, touched)?;
        let recoders = recoders(&header, &tables)?;
        Ok(Self { bytes, header, layout, scan, tables, recoders })
    }

    /// Its units and blocks.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Quality of the standard table nearest to its own.
    pub fn quality(&self) -> u8 {
        let table = self.header.components.first().map_or(0, |c| c.quant);
        self.header.quants[table].as_ref().map_or(100, Quant::quality)
    }

    /// Bits of every luma block, row by row over whole units; where letters are, there are bits.
    pub fn bits(&self) -> Result<Vec<u16>, Outcome> {
        let columns = self.layout.units.0 * (self.layout.unit.0 / 8) as usize;
        let rows = self.layout.units.1 * (self.layout.unit.1 / 8) as usize;
        let mut bits = vec![0; columns * rows];
        let interval = self.interval();
        for (piece, data) in self.scan.pieces().enumerate() {
            let first = piece * interval;
            let units = first..(first + interval).min(self.layout.count());
            let reader = BitReader::new(data);
            let (layout, recoders) = (&self.layout, self.recoders.as_slice());
            Level::best().run(Measure {
                layout,
                recoders,
                reader,
                units,
                columns,
                bits: &mut bits,
            })?;
        }
        Ok(bits)
    }

    /// The quantisation tables of the three components.
    pub fn quants(&self) -> Result<[&Quant; 3], Outcome> {
        let table = |c: &Component| self.header.quants[c.quant].as_ref();
        match self.header.components.as_slice() {
            [a, b, c] => match (table(a), table(b), table(c)) {
                (Some(a), Some(b), Some(c)) => Ok([a, b, c]),
                _ => Err(damaged("a quantisation table is missing")),
            },
            _ => Err(Outcome::NotHere),
        }
    }

    /// Decodes all blocks in coding order, for `visit(component, coefficients)`.
    pub fn for_each_block(&self, mut visit: impl FnMut(usize, &Coefs)) -> Result<(), Outcome> {
        let mut coefs = [0; 64];
        for (piece, data) in self.scan.pieces().enumerate() {
            let first = piece * self.interval();
            let units = (first + self.interval()).min(self.layout.count()) - first;
            let mut reader = BitReader::new(data);
            let mut before = [0; 3];
            for _ in 0..units {
                for block in &self.layout.blocks {
                    let c = block.component;
                    self.recoders[c].decode(&mut reader, &mut before[c], &mut coefs)?;
                    visit(c, &coefs);
                }
            }
            if reader.is_past_end() {
                return Err(damaged("the scan breaks off"));
            }
        }
        Ok(())
    }

    /// The application and comment segments, as they are.
    pub fn extras(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for (marker, range) in &self.header.segments {
            if matches!(marker, 0xe0..=0xef | 0xfe) {
                out.extend_from_slice(&self.bytes[range.clone()]);
            }
        }
        out
    }

    /// Everything up to the scan for new steps (in coding order) and codes of luma and chroma.
    pub fn write_frame(
        &self,
        steps: &[[u16; 64]; 2],
        specs: &[[HuffmanSpec; 2]; 2],
        out: &mut Vec<u8>,
    ) {
        out.extend_from_slice(&[0xff, 0xd8]);
        out.extend_from_slice(&self.extras());
        for (id, steps) in (0u8..).zip(steps) {
            out.extend_from_slice(&[0xff, 0xdb, 0, 67, id]);
            out.extend(steps.iter().map(|&step| step as u8));
        }
        let (w, h) = (self.layout.size.w() as u16, self.layout.size.h() as u16);
        let ([h1, h0], [w1, w0]) = (h.to_be_bytes(), w.to_be_bytes());
        out.extend_from_slice(&[0xff, 0xc0, 0, 17, 8, h1, h0, w1, w0, 3]);
        for (class, c) in [0u8, 1, 1].into_iter().zip(&self.header.components) {
            out.extend_from_slice(&[c.id, (c.h << 4 | c.v) as u8, class]);
        }
        for (id, [dc, ac]) in (0u8..).zip(specs) {
            dc.write(0, id, out);
            ac.write(1, id, out);
        }
        out.extend_from_slice(&[0xff, 0xda, 0, 12, 3]);
        for (class, c) in [0u8, 0x11, 0x11].into_iter().zip(&self.header.components) {
            out.extend_from_slice(&[c.id, class]);
        }
        out.extend_from_slice(&[0, 63, 0]);
    }

    /// Units between restart markers, or all of them.
    pub fn interval(&self) -> usize {
        match self.header.restart_interval {
            0 => self.layout.count(),
            units => units,
        }
    }
}

/// The widened tables of a file for a drawing that touches about so many units.
fn tables(header: &Header, blocks: usize, bits: f64, touched: f64) -> Result<Tables, Outcome> {
    let mut tables = [[const { None }; 4], [const { None }; 4]];
    let luma_blocks = blocks.saturating_sub(2) as f64;
    for (index, component) in header.components.iter().enumerate() {
        let luma = index == 0;
        // Luminance takes about 85 % of a screenshot's bits, AC values about 90 % of those. Ink
        // touches about half of the luma blocks of a touched unit, and both chroma blocks.
        let (share, drawn) =
            if luma { (0.85, touched * luma_blocks * 0.5) } else { (0.15, touched * 2.0) };
        let [dc, ac] = &mut tables;
        for (slot, spec, class, part) in [
            (&mut dc[component.dc], &header.dc[component.dc], Class::Dc, 0.1),
            (&mut ac[component.ac], &header.ac[component.ac], Class::Ac, 0.9),
        ] {
            let spec = spec.as_ref().ok_or_else(|| damaged("a Huffman table is missing"))?;
            if slot.is_none() {
                *slot = Some(widened(spec, class, luma, bits * share * part, drawn));
            }
        }
    }
    Ok(tables)
}

/// One for every component; components with the same tables share it.
fn recoders(header: &Header, tables: &Tables) -> Result<Vec<Rc<Recoder>>, Outcome> {
    let mut made: Vec<((usize, usize), Rc<Recoder>)> = Vec::new();
    let mut all = Vec::new();
    for component in &header.components {
        let key = (component.dc, component.ac);
        if let Some((_, shared)) = made.iter().find(|(known, _)| *known == key) {
            all.push(Rc::clone(shared));
            continue;
        }
        let from = [&header.dc[key.0], &header.ac[key.1]];
        let to = [&tables[0][key.0], &tables[1][key.1]];
        let ([Some(from_dc), Some(from_ac)], [Some(to_dc), Some(to_ac)]) = (from, to) else {
            return Err(damaged("a Huffman table is missing"));
        };
        let recoder = Rc::new(Recoder::new([from_dc, from_ac], [to_dc, to_ac]));
        made.push((key, Rc::clone(&recoder)));
        all.push(recoder);
    }
    Ok(all)
}

/// Takes the bits of every luma block.
struct Measure<'a> {
    layout: &'a Layout,
    recoders: &'a [Rc<Recoder>],
    reader: BitReader<'a>,
    units: Range<usize>,
    columns: usize,
    bits: &'a mut [u16],
}

impl Job for Measure<'_> {
    type Output = Result<(), Fault>;

    #[inline(always)]
    fn run<V: Vector>(mut self, _: V) -> Self::Output {
        let (across, down) = (self.layout.unit.0 as usize / 8, self.layout.unit.1 as usize / 8);
        for unit in self.units {
            let (row, column) = (unit / self.layout.units.0, unit % self.layout.units.0);
            let corner = row * down * self.columns + column * across;
            for block in &self.layout.blocks {
                let start = self.reader.position();
                self.recoders[block.component].pass(&mut self.reader)?;
                if block.component == 0 {
                    let at =
                        corner + (block.dy / 8) as usize * self.columns + (block.dx / 8) as usize;
                    if let Some(cell) = self.bits.get_mut(at) {
                        *cell = (self.reader.position() - start).min(u16::MAX.into()) as u16;
                    }
                }
            }
        }
        Ok(())
    }
}
