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
use super::dct::{self, Scales};
use super::header::{self, Header};
use super::huffman::HuffmanSpec;
use super::paint::{Drawing, share_untouched};
use super::scan::{Layout, Outcome, Scan};
use super::widen::{Class, widened};
use super::window::{Fault, Recoder};
use crate::error::Error;
use crate::overlay::Primitive;
use crate::simd::{Job, Level};
use std::ops::Range;

/// A baseline JPEG that is ready to be followed.
pub struct Baseline<'a> {
    bytes: &'a [u8],
    header: Header,
    layout: Layout,
    scan: Scan,
}

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
    /// Reads markers and tables, and takes the stuffing out of the scan.
    pub fn read(bytes: &'a [u8]) -> Result<Self, Outcome> {
        let header = header::read(bytes)?;
        let layout = Layout::new(&header)?;
        // A grey file has no room for coloured marks.
        if header.components.len() != 3 {
            return Err(Outcome::NotHere);
        }
        let scan = Scan::read(bytes, &header, &layout)?;
        Ok(Self { bytes, header, layout, scan })
    }

    /// Its units and blocks.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Quality of the standard table nearest to its own.
    pub fn quality(&self) -> u8 {
        let table = self.header.components.first().map_or(0, |c| c.quant);
        self.header.quants[table].as_ref().map_or(100, super::quant::Quant::quality)
    }

    /// The file with the drawing, and the share of its units that are bit for bit the old ones.
    pub fn draw(&self, primitives: &[Primitive]) -> Result<(Vec<u8>, f64), Outcome> {
        let drawing = Drawing::new(primitives, &self.layout);
        let tables = self.tables(&drawing)?;
        let recoders: Vec<Recoder> = self
            .header
            .components
            .iter()
            .map(|c| self.recoder(c.dc, c.ac, &tables))
            .collect::<Result<_, _>>()?;
        let mut out = Vec::with_capacity(self.bytes.len() + self.bytes.len() / 4 + 8192);
        self.write_header(&tables, &mut out);
        self.write_scan(&drawing, &recoders, &mut out)?;
        out.extend_from_slice(&[0xff, 0xd9]);
        Ok((out, share_untouched(&drawing, &self.layout)))
    }

    /// The widened tables by class and number.
    fn tables(&self, drawing: &Drawing) -> Result<[[Option<HuffmanSpec>; 4]; 2], Outcome> {
        let bits = 8.0 * self.scan.len() as f64;
        // Ink touches about half of the luma blocks of a touched unit, and both chroma blocks.
        let units = drawing.touched() as f64;
        let luma_blocks = (self.layout.blocks.len() - 2) as f64;
        let mut tables = [[const { None }; 4], [const { None }; 4]];
        for (index, component) in self.header.components.iter().enumerate() {
            let luma = index == 0;
            // Luminance takes about 85 % of a screenshot's bits, AC values about 90 % of those.
            let (share, drawn) =
                if luma { (0.85, units * luma_blocks * 0.5) } else { (0.15, units * 2.0) };
            let [dc, ac] = &mut tables;
            for (slot, spec, class, part) in [
                (&mut dc[component.dc], &self.header.dc[component.dc], Class::Dc, 0.1),
                (&mut ac[component.ac], &self.header.ac[component.ac], Class::Ac, 0.9),
            ] {
                let spec = spec.as_ref().ok_or_else(|| damaged("a Huffman table is missing"))?;
                if slot.is_none() {
                    *slot = Some(widened(spec, class, luma, bits * share * part, drawn));
                }
            }
        }
        Ok(tables)
    }

    fn recoder(
        &self,
        dc: usize,
        ac: usize,
        tables: &[[Option<HuffmanSpec>; 4]; 2],
    ) -> Result<Recoder, Outcome> {
        let missing = || damaged("a Huffman table is missing");
        let from = [&self.header.dc[dc], &self.header.ac[ac]];
        let to = [&tables[0][dc], &tables[1][ac]];
        let [Some(from_dc), Some(from_ac)] = from else { return Err(missing()) };
        let [Some(to_dc), Some(to_ac)] = to else { return Err(missing()) };
        Ok(Recoder::new([from_dc, from_ac], [to_dc, to_ac]))
    }

    /// Everything up to the scan, with the new Huffman tables in place of the old.
    fn write_header(&self, tables: &[[Option<HuffmanSpec>; 4]; 2], out: &mut Vec<u8>) {
        let mut at = 0;
        for segment in &self.header.dht {
            out.extend_from_slice(&self.bytes[at..segment.start]);
            at = segment.end;
        }
        out.extend_from_slice(&self.bytes[at..self.header.sos.start]);
        for (class, of_class) in (0u8..).zip(tables) {
            for (id, spec) in (0u8..).zip(of_class) {
                if let Some(spec) = spec {
                    spec.write(class, id, out);
                }
            }
        }
        out.extend_from_slice(&self.bytes[self.header.sos.clone()]);
    }

    fn write_scan(
        &self,
        drawing: &Drawing,
        recoders: &[Recoder],
        out: &mut Vec<u8>,
    ) -> Result<(), Outcome> {
        let scales = self
            .header
            .components
            .iter()
            .map(|c| self.header.quants[c.quant].as_ref().map(Scales::new))
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| damaged("a quantisation table is missing"))?;
        let interval = match self.header.restart_interval {
            0 => self.layout.count(),
            units => units,
        };
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
                recoders,
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

/// The way through one piece of the scan.
struct Pass<'a> {
    layout: &'a Layout,
    drawing: &'a Drawing,
    recoders: &'a [Recoder],
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
