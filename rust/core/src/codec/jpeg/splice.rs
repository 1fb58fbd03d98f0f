//! Marks drawn into a baseline JPEG without decoding it: one pass over its entropy-coded scan.
//!
//! A block that no ink touches is copied symbol by symbol into the codes of a widened table; its
//! coefficients stay bit for bit the same. A block with ink is decoded, painted and coded again
//! with the file's own quantisation. DC values are predicted from the block before, so both the
//! file's prediction and ours are kept, and the first block after ink repairs the difference.
//!
//! Copying the bits of whole runs instead was measured and refused: browsers write optimised tables
//! that lack 14 to 46 of the symbols a drawing needs and have no code free for them.

use super::baseline::{Baseline, damaged};
use super::bits::{BitReader, BitWriter, stuff};
use super::block::{self, BLOCK_BYTES};
use super::dct::{self, Scales};
use super::header::Header;
use super::huffman::Codes;
use super::paint::{Drawing, share_untouched};
use super::scan::{Layout, Outcome};
use super::window::{Fault, Recoder};
use crate::overlay::Primitive;
use crate::simd::{Job, Level, Vector};
use std::ops::Range;
use std::rc::Rc;

impl Baseline<'_> {
    /// The file with the drawing, and the share of its units that are bit for bit the old ones.
    pub fn draw(&self, primitives: &[Primitive]) -> Result<(Vec<u8>, f64), Outcome> {
        self.draw_at(Level::best(), primitives)
    }

    fn draw_at(&self, level: Level, primitives: &[Primitive]) -> Result<(Vec<u8>, f64), Outcome> {
        let drawing = Drawing::new(primitives, &self.layout);
        let mut out = Vec::with_capacity(self.bytes.len() + self.bytes.len() / 4 + 8192);
        self.write_header(&mut out);
        self.write_scan(level, &drawing, &mut out)?;
        out.extend_from_slice(&[0xff, 0xd9]);
        Ok((out, share_untouched(&drawing, &self.layout)))
    }

    /// Everything up to the scan, with the new Huffman tables in place of the old.
    fn write_header(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&[0xff, 0xd8]);
        for (marker, range) in &self.header.segments {
            // Tables of arithmetic coding mean nothing here, and some decoders refuse them.
            if !matches!(marker, 0xc4 | 0xcc) {
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

    fn write_scan(
        &self,
        level: Level,
        drawing: &Drawing,
        out: &mut Vec<u8>,
    ) -> Result<(), Outcome> {
        let scales = self.quants()?.map(Scales::new);
        let interval = self.interval();
        let flat = Flat::new(&self.header, &self.layout, &self.recoders);
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
            let [dc, ac] = recoders[block.component].codes();
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
    fn run<V: Vector>(self, vector: V) -> Self::Output {
        // Both ends of the pipe live in registers for the length of the row.
        let (mut reader, mut writer) = (self.pass.reader, std::mem::take(self.writer));
        let mut outcome = Ok(());
        for unit in self.units {
            outcome = self.pass.unit(vector, unit, &mut reader, &mut writer);
            if outcome.is_err() {
                break;
            }
        }
        (self.pass.reader, *self.writer) = (reader, writer);
        outcome
    }
}

impl Pass<'_> {
    #[inline(always)]
    fn unit<V: Vector>(
        &mut self,
        vector: V,
        unit: usize,
        reader: &mut BitReader,
        writer: &mut BitWriter,
    ) -> Result<(), Fault> {
        writer.reserve(self.layout.blocks.len() * BLOCK_BYTES);
        let ink = self.drawing.touching(unit);
        if ink.is_empty() {
            if let Some(flat) = self.flat
                && self.before == self.written
                && flat.copy(reader, writer)
            {
                return Ok(());
            }
            for block in &self.layout.blocks {
                let c = block.component;
                self.recoders[c].copy(reader, writer, &mut self.before[c], &mut self.written[c])?;
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
                recoder.copy(reader, writer, &mut self.before[c], &mut self.written[c])?;
                continue;
            }
            let (mut coefs, mut samples) = ([0; 64], [0; 64]);
            recoder.decode(reader, &mut self.before[c], &mut coefs)?;
            dct::to_samples(vector, &coefs, &self.scales[c], &mut samples);
            ink.paint(block, x, y, &mut samples);
            dct::to_coefs(vector, &samples, &self.scales[c], &mut coefs);
            let dc = i32::from(coefs[0]);
            let difference = dc - self.written[c];
            if block::category(difference) > 11 {
                return Err(Fault::Overflow);
            }
            self.written[c] = dc;
            block::write(vector, &coefs, difference, recoder.codes(), writer);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::jpeg::Encoder;
    use crate::codec::jpeg::dct::Coefs;
    use crate::geometry::{Rect, Size};
    use crate::overlay::Color;
    use crate::pixmap::Pixmap;
    use crate::raster::Canvas;

    /// A picture with text-like detail in one half, as a file.
    fn file(w: u32, h: u32) -> Vec<u8> {
        let size = Size::new(w, h).expect("valid");
        let mut state = 1u32;
        let pixel = |i: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let dark = i % w > w / 2 && state >> 30 == 0;
            if dark { [20, 30, 60] } else { [250, 250, (i / w) as u8] }
        };
        let data = (0..w * h).flat_map(pixel).collect();
        let pixmap = Pixmap::from_rgb(size, data).expect("fits");
        let canvas = Canvas::new(pixmap.view(), &[]);
        Encoder::new(&canvas, 80).encode(&canvas)
    }

    fn fill(x: i32, y: i32, w: i32, h: i32, alpha: u8) -> Primitive {
        let rect = Rect::new(x, y, w, h).expect("valid");
        Primitive::Fill { rect, color: Color { r: 200, g: 20, b: 90 }, alpha }
    }

    fn blocks(bytes: &[u8]) -> Vec<(usize, Coefs)> {
        let mut all = Vec::new();
        let file = Baseline::read(bytes, 0.0).expect("baseline");
        file.for_each_block(|component, coefs| all.push((component, *coefs))).expect("intact");
        all
    }

    #[test]
    fn blocks_without_ink_keep_their_coefficients_and_those_with_ink_change() {
        let bytes = file(100, 70);
        let baseline = Baseline::read(&bytes, 3.0).expect("baseline");
        // Inside the second unit of the first row, touching only its first luma block.
        let (drawn, untouched) = baseline.draw(&[fill(17, 1, 5, 5, 255)]).expect("drawn");
        let (before, after) = (blocks(&bytes), blocks(&drawn));
        let changed: Vec<usize> = (0..before.len()).filter(|&i| before[i] != after[i]).collect();
        assert!(changed.contains(&6), "the luma block with ink");
        assert!(changed.iter().all(|i| [6, 10, 11].contains(i)), "{changed:?}");
        assert!((untouched - 34.0 / 35.0).abs() < 1e-9);
    }

    #[test]
    fn both_levels_write_the_same_bytes() {
        let bytes = file(333, 222);
        let drawing =
            [fill(3, 3, 200, 2, 255), fill(40, 20, 90, 60, 128), fill(300, 190, 33, 32, 255)];
        let baseline = Baseline::read(&bytes, 30.0).expect("baseline");
        let plain = baseline.draw_at(Level::Baseline, &drawing).expect("drawn");
        let wide = baseline.draw_at(Level::Wide, &drawing).expect("drawn");
        assert!(plain == wide);
    }

    #[test]
    fn a_scan_that_breaks_off_is_damaged_wherever_it_does() {
        let bytes = file(64, 48);
        let start = crate::codec::jpeg::read_header(&bytes).expect("header").sos.end;
        for end in (start..bytes.len() - 8).step_by(7) {
            let outcome = Baseline::read(&bytes[..end], 1.0).and_then(|f| f.draw(&[]).map(|_| ()));
            assert!(matches!(outcome, Err(Outcome::Damaged(_))), "cut at {end}");
        }
    }

    #[test]
    fn a_further_scan_or_table_is_left_to_a_full_decoder() {
        let mut bytes = file(64, 48);
        bytes.truncate(bytes.len() - 2);
        for marker in [0xda, 0xc4, 0xdc] {
            let more = [&bytes[..], &[0xff, marker, 0, 4, 0, 47, 0xff, 0xd9]].concat();
            assert!(matches!(Baseline::read(&more, 0.0), Err(Outcome::NotHere)));
        }
    }

    #[test]
    fn a_smaller_budget_is_met_by_coarser_steps() {
        use crate::codec::jpeg::Coefficients;
        let bytes = file(320, 240);
        let baseline = Baseline::read(&bytes, 0.0).expect("baseline");
        let coefficients = Coefficients::read(&baseline).expect("intact");
        for share in [0.95, 0.8, 0.6] {
            let limit = (bytes.len() as f64 * share) as usize;
            let (smaller, quality, _) = coefficients.within(limit, 1.0).expect("possible");
            assert!(smaller.len() <= limit && smaller.len() * 10 >= limit * 9, "{share}");
            assert!(quality < 80);
            assert_eq!(blocks(&smaller).len(), blocks(&bytes).len());
        }
        assert!(coefficients.within(bytes.len() / 50, 1.0).is_err());
    }
}
