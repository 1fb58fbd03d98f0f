//! Marks drawn into a baseline JPEG without decoding it: one pass over its entropy-coded scan.
//!
//! A block that no ink touches is copied symbol by symbol into the codes of a widened table; its
//! coefficients stay bit for bit the same. A block with ink is decoded, painted and coded again
//! with the file's own quantisation. DC values are predicted from the block before, so both the
//! file's prediction and ours are kept, and the first block after ink repairs the difference.
//!
//! Copying the bits of whole runs instead was measured and refused: browsers write optimised tables
//! that lack 14 to 46 of the symbols a drawing needs and have no code free for them.

use super::bits::{BitReader, BitWriter, stuff};
use super::block::{self, BLOCK_BYTES};
use super::dct::{self, Coefs, Scales};
use super::header::{self, Component, Header};
use super::huffman::{Codes, HuffmanSpec};
use super::paint::{Drawing, share_untouched};
use super::quant::Quant;
use super::scan::{Layout, Outcome, Scan};
use super::widen::{Class, widened};
use super::window::{Fault, Recoder};
use crate::error::Error;
use crate::overlay::Primitive;
use crate::simd::{Job, Level};
use std::ops::Range;
use std::rc::Rc;

/// A baseline JPEG that is ready to be followed.
pub struct Baseline<'a> {
    bytes: &'a [u8],
    header: Header,
    layout: Layout,
    scan: Scan,
    tables: Tables,
    /// By component.
    recoders: Vec<Rc<Recoder>>,
}

/// Widened Huffman tables by class (DC, AC) and number.
type Tables = [[Option<HuffmanSpec>; 4]; 2];

impl From<Fault> for Outcome {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::BadCode => damaged("a bit pattern that is no code"),
            Fault::Overflow => Self::NotHere,
        }
    }
}

fn damaged(what: &str) -> Outcome {
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
        let scan = Scan::read(bytes, &header, &layout)?;
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

    /// The file with the drawing, and the share of its units that are bit for bit the old ones.
    pub fn draw(&self, primitives: &[Primitive]) -> Result<(Vec<u8>, f64), Outcome> {
        let drawing = Drawing::new(primitives, &self.layout);
        let mut out = Vec::with_capacity(self.bytes.len() + self.bytes.len() / 4 + 8192);
        self.write_header(&mut out);
        self.write_scan(&drawing, &mut out)?;
        out.extend_from_slice(&[0xff, 0xd9]);
        Ok((out, share_untouched(&drawing, &self.layout)))
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
    fn interval(&self) -> usize {
        match self.header.restart_interval {
            0 => self.layout.count(),
            units => units,
        }
    }

    /// Everything up to the scan, with the new Huffman tables in place of the old.
    fn write_header(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&[0xff, 0xd8]);
        for (marker, range) in &self.header.segments {
            if *marker != 0xc4 {
                out.extend_from_slice(&self.bytes[range.clone()]);
            }
        }
        for (class, of_class) in (0u8..).zip(&self.tables) {
            for (id, spec) in (0u8..).zip(of_class) {
                if let Some(spec) = spec {
                    spec.write(class, id, out);
                }
            }
        }
        out.extend_from_slice(&self.bytes[self.header.sos.clone()]);
    }

    fn write_scan(&self, drawing: &Drawing, out: &mut Vec<u8>) -> Result<(), Outcome> {
        let scales = self.quants()?.map(Scales::new);
        let interval = self.interval();
        let flat = Flat::new(&self.header, &self.layout, &self.recoders);
        let level = Level::best();
        let mut writer = BitWriter::new(1 << 14);
        for (piece, data) in self.scan.pieces().enumerate() {
            let first = piece * interval;
            let units = first..(first + interval).min(self.layout.count());
            if piece > 0 {
                out.extend_from_slice(&[0xff, 0xd0 | (piece as u8 - 1) & 7]);
            }
            let mut pass = Pass {
                layout: &self.layout,
                drawing,
                recoders: &self.recoders,
                flat: flat.as_ref(),
                scales: &scales,
                reader: BitReader::new(data),
                before: [0; 3],
                written: [0; 3],
            };
            // A row's worth at a time, so that the unstuffed bytes stay in the cache.
            for start in units.clone().step_by(self.layout.units.0) {
                let row = start..(start + self.layout.units.0).min(units.end);
                level.run(Row { pass: &mut pass, units: row, writer: &mut writer })?;
                if pass.reader.is_past_end() {
                    return Err(damaged("the scan breaks off"));
                }
                stuff(writer.bytes(), out);
                writer.clear();
            }
            writer.finish_segment();
            stuff(writer.bytes(), out);
            writer.clear();
        }
        Ok(())
    }
}

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

/// A unit whose blocks all repeat the one before: the commonest of all on screenshots, and one
/// comparison of at most 56 bits.
struct Flat {
    from: u64,
    length: u32,
    /// What it becomes, in two halves.
    to: [(u64, u32); 2],
}

impl Flat {
    fn new(header: &Header, layout: &Layout, recoders: &[Rc<Recoder>]) -> Option<Self> {
        let (mut from, mut length, mut to) = (0u64, 0, [(0u64, 0); 2]);
        for (index, block) in layout.blocks.iter().enumerate() {
            let component = &header.components[block.component];
            let codes = [header.dc[component.dc].as_ref()?, header.ac[component.ac].as_ref()?];
            let (dc, ac) = recoders[block.component].codes();
            let half = &mut to[usize::from(2 * index >= layout.blocks.len())];
            for (old, new) in codes.map(Codes::new).iter().zip([dc, ac]) {
                let old_length = u32::from(old.length[0]);
                if old_length == 0 || length + old_length > 56 {
                    return None;
                }
                from = from << old_length | u64::from(old.code[0]);
                length += old_length;
                let new_length = u32::from(new.length[0]);
                *half = (half.0 << new_length | u64::from(new.code[0]), half.1 + new_length);
            }
        }
        to.iter().all(|half| half.1 <= 48).then_some(Self { from, length, to })
    }

    #[inline(always)]
    fn copy(&self, reader: &mut BitReader, writer: &mut BitWriter) -> bool {
        reader.refill();
        if reader.window() >> (64 - self.length) != self.from {
            return false;
        }
        reader.skip(self.length);
        for (bits, length) in self.to {
            writer.put(bits, length);
        }
        true
    }
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
    fn run(mut self) -> Self::Output {
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

/// The way through one piece of the scan.
struct Pass<'a> {
    layout: &'a Layout,
    drawing: &'a Drawing,
    recoders: &'a [Rc<Recoder>],
    flat: Option<&'a Flat>,
    scales: &'a [Scales],
    reader: BitReader<'a>,
    /// DC value that the file predicts from, by component.
    before: [i32; 3],
    /// DC value that the result predicts from.
    written: [i32; 3],
}

/// One row of units, or what is left of it.
struct Row<'a, 'b> {
    pass: &'a mut Pass<'b>,
    units: Range<usize>,
    writer: &'a mut BitWriter,
}

impl Job for Row<'_, '_> {
    type Output = Result<(), Fault>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        for unit in self.units {
            self.pass.unit(unit, self.writer)?;
        }
        Ok(())
    }
}

impl Pass<'_> {
    #[inline(always)]
    fn unit(&mut self, unit: usize, writer: &mut BitWriter) -> Result<(), Fault> {
        writer.reserve(self.layout.blocks.len() * BLOCK_BYTES);
        let ink = self.drawing.touching(unit);
        if ink.is_empty() {
            if let Some(flat) = self.flat
                && self.before == self.written
                && flat.copy(&mut self.reader, writer)
            {
                return Ok(());
            }
            for block in &self.layout.blocks {
                let c = block.component;
                self.recoders[c].copy(
                    &mut self.reader,
                    writer,
                    &mut self.before[c],
                    &mut self.written[c],
                )?;
            }
            return Ok(());
        }
        let left = (unit % self.layout.units.0) as i32 * self.layout.unit.0;
        let top = (unit / self.layout.units.0) as i32 * self.layout.unit.1;
        for block in &self.layout.blocks {
            let c = block.component;
            let (x, y) = (left + block.dx, top + block.dy);
            let recoder = &self.recoders[c];
            if !ink.touches(block, x, y) {
                recoder.copy(
                    &mut self.reader,
                    writer,
                    &mut self.before[c],
                    &mut self.written[c],
                )?;
                continue;
            }
            let (mut coefs, mut samples) = ([0; 64], [0; 64]);
            recoder.decode(&mut self.reader, &mut self.before[c], &mut coefs)?;
            dct::to_samples(&coefs, &self.scales[c], &mut samples);
            ink.paint(block, x, y, &mut samples);
            dct::to_coefs(&samples, &self.scales[c], &mut coefs);
            let dc = i32::from(coefs[0]);
            let difference = dc - self.written[c];
            if block::category(difference) > 11 {
                return Err(Fault::Overflow);
            }
            self.written[c] = dc;
            let (dc_codes, ac_codes) = recoder.codes();
            block::write(&coefs, difference, dc_codes, ac_codes, writer);
        }
        Ok(())
    }
}
