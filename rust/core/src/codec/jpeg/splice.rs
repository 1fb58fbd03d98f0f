//! Marks drawn into a baseline JPEG without decoding it.
//!
//! A walk along the scan tells where every block begins. Runs of blocks that no ink touches are
//! copied bit for bit; a block with ink is decoded, painted and coded again with the file's own
//! quantisation. Two things interrupt a run: DC values are predicted from the block before, so the
//! first block of each component behind ink gets another difference; and the few symbols whose
//! codes made room for those that the drawing needs get their new ones.

use super::baseline::Baseline;
use super::bits::{BitReader, BitWriter, stuff};
use super::block::{self, BLOCK_BYTES, category, value_bits};
use super::dct::{self, Scales};
use super::paint::{Drawing, Touching, share_untouched};
use super::scan::Outcome;
use super::symbols::Fault;
use super::walk::{Pair, Walk};
use crate::overlay::Primitive;
use crate::simd::{Job, Level, Vector};
use std::ops::Range;

impl Baseline<'_> {
    /// The file with the drawing, and the share of its units that are bit for bit the old ones.
    pub fn draw(&self, walk: &Walk, drawing: &[Primitive]) -> Result<(Vec<u8>, f64), Outcome> {
        self.draw_at(Level::best(), walk, drawing)
    }

    fn draw_at(
        &self,
        level: Level,
        walk: &Walk,
        primitives: &[Primitive],
    ) -> Result<(Vec<u8>, f64), Outcome> {
        let drawing = Drawing::new(primitives, &self.layout);
        let mut out = Vec::with_capacity(self.bytes.len() + self.bytes.len() / 4 + 8192);
        self.write_header(&mut out);
        self.write_scan(level, walk, &drawing, &mut out)?;
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
        walk: &Walk,
        drawing: &Drawing,
        out: &mut Vec<u8>,
    ) -> Result<(), Outcome> {
        let scales = self.quants()?.map(Scales::new);
        let mut splice = Splice {
            file: self,
            walk,
            drawing,
            last: drawing.last(),
            scales: &scales,
            copied: 0,
            rare: 0,
            before: [0; 3],
            written: [0; 3],
            writer: BitWriter::new(1 << 14),
        };
        for (number, (units, bytes)) in self.pieces().enumerate() {
            if number > 0 {
                out.extend_from_slice(&[0xff, 0xd0 | (number as u8 - 1) & 7]);
            }
            (splice.before, splice.written) = ([0; 3], [0; 3]);
            splice.skip_to(bytes.start * 8);
            // A row's worth at a time, so that what is written stays in the cache.
            for start in units.clone().step_by(self.layout.units.0) {
                let row = start..(start + self.layout.units.0).min(units.end);
                level.run(Row { splice: &mut splice, start: bytes.start * 8, units: row })?;
                stuff(splice.writer.bytes(), out);
                splice.writer.clear();
            }
            splice.writer.finish_segment();
            stuff(splice.writer.bytes(), out);
            splice.writer.clear();
        }
        Ok(())
    }
}

/// The way through the scan.
struct Splice<'a> {
    file: &'a Baseline<'a>,
    walk: &'a Walk,
    drawing: &'a Drawing,
    /// The last unit with ink.
    last: usize,
    scales: &'a [Scales],
    /// The bit up to which the old scan is dealt with.
    copied: usize,
    /// How many of the symbols with new codes lie before that.
    rare: usize,
    /// DC value that the file predicts from, by component.
    before: [i32; 3],
    /// DC value that the result predicts from.
    written: [i32; 3],
    writer: BitWriter,
}

/// One row of units, or what is left of it, in a piece that begins at bit `start`.
struct Row<'a, 'b> {
    splice: &'a mut Splice<'b>,
    start: usize,
    units: Range<usize>,
}

impl Job for Row<'_, '_> {
    type Output = Result<(), Fault>;

    #[inline(always)]
    fn run<V: Vector>(self, vector: V) -> Self::Output {
        let splice = self.splice;
        let per_unit = splice.file.layout.blocks.len();
        let mut at = splice.copied.max(self.start);
        for unit in self.units {
            let blocks = unit * per_unit..(unit + 1) * per_unit;
            let ends = splice.walk.ends.get(blocks).unwrap_or_default();
            let ink = splice.drawing.touching(unit);
            if ink.is_empty() && splice.before == splice.written {
                // Nothing asks for predictions behind the last ink.
                if unit < splice.last {
                    splice.follow(at, ends)?;
                }
            } else {
                splice.unit(vector, unit, at, ends, ink)?;
            }
            at = ends.last().map_or(at, |&end| end as usize);
        }
        splice.copy_to(at)
    }
}

impl Splice<'_> {
    /// What lies between is not copied.
    fn skip_to(&mut self, bit: usize) {
        self.copied = bit;
        let is_before = |at: u32| (at as usize) < bit;
        self.rare += self.walk.rare[self.rare..].iter().take_while(|r| is_before(r.at)).count();
    }

    /// Copies everything up to a bit.
    #[inline(always)]
    fn copy_to(&mut self, bit: usize) -> Result<(), Fault> {
        while let Some(&rare) = self.walk.rare.get(self.rare)
            && (rare.at as usize) < bit
        {
            let (data, start) = (self.file.scan.data(), rare.at as usize);
            self.writer.copy(data, self.copied..start);
            let pair = self.file.pair_of_block(usize::from(rare.block));
            let mut reader = BitReader::from_bit(data, start);
            self.writer.reserve(8);
            if rare.is_dc {
                let (_, difference) = pair.decoder.read_dc(&mut reader)?;
                write_dc(pair, difference, &mut self.writer)?;
            } else {
                let (symbol, bits, size) = pair.decoder.read_ac(&mut reader)?;
                block::write_symbol(&pair.codes[1], symbol, bits.into(), size, &mut self.writer);
            }
            self.copied = reader.position();
            self.rare += 1;
        }
        self.writer.copy(self.file.scan.data(), self.copied..bit);
        self.copied = bit;
        Ok(())
    }

    /// Keeps the predictions along a unit that is copied as it is.
    #[inline(always)]
    fn follow(&mut self, mut start: usize, ends: &[u32]) -> Result<(), Fault> {
        for (block, &end) in self.file.layout.blocks.iter().zip(ends) {
            let c = block.component;
            let difference = self.file.pair(c).decoder.difference(self.file.scan.data(), start)?;
            self.before[c] = self.before[c].wrapping_add(difference);
            start = end as usize;
        }
        self.written = self.before;
        Ok(())
    }

    /// A unit with ink, or the first behind one.
    #[inline(always)]
    fn unit<V: Vector>(
        &mut self,
        vector: V,
        unit: usize,
        mut start: usize,
        ends: &[u32],
        ink: Touching,
    ) -> Result<(), Fault> {
        let layout = &self.file.layout;
        let left = (unit % layout.units.0) as i32 * layout.unit.0;
        let top = (unit / layout.units.0) as i32 * layout.unit.1;
        for (block, &end) in layout.blocks.iter().zip(ends) {
            let (c, end) = (block.component, end as usize);
            let pair = self.file.pair(c);
            let (x, y) = (left + block.dx, top + block.dy);
            if ink.touches(block, x, y) {
                self.copy_to(start)?;
                let (mut coefs, mut samples) = ([0; 64], [0; 64]);
                let mut reader = BitReader::from_bit(self.file.scan.data(), start);
                if pair.decoder.decode(&mut reader, &mut self.before[c], &mut coefs)? {
                    samples = dct::flat(coefs[0], &self.scales[c]);
                } else {
                    dct::to_samples(vector, &coefs, &self.scales[c], &mut samples);
                }
                ink.paint(block, x, y, &mut samples);
                dct::to_coefs(vector, &samples, &self.scales[c], &mut coefs);
                let dc = i32::from(coefs[0]);
                let difference = dc - self.written[c];
                if category(difference) > 11 {
                    return Err(Fault::Overflow);
                }
                self.written[c] = dc;
                // By value, so that it lives in registers.
                let mut writer = std::mem::take(&mut self.writer);
                writer.reserve(BLOCK_BYTES);
                block::write(vector, &coefs, difference, &pair.codes, &mut writer);
                self.writer = writer;
                self.skip_to(end);
            } else if self.before[c] == self.written[c] {
                let difference = pair.decoder.difference(self.file.scan.data(), start)?;
                self.before[c] = self.before[c].wrapping_add(difference);
                self.written[c] = self.before[c];
            } else {
                self.copy_to(start)?;
                let mut reader = BitReader::from_bit(self.file.scan.data(), start);
                let (_, difference) = pair.decoder.read_dc(&mut reader)?;
                self.before[c] = self.before[c].wrapping_add(difference);
                let difference = self.before[c].wrapping_sub(self.written[c]);
                self.written[c] = self.before[c];
                self.writer.reserve(8);
                write_dc(pair, difference, &mut self.writer)?;
                self.skip_to(reader.position());
            }
            start = end;
        }
        Ok(())
    }
}

#[inline(always)]
fn write_dc(pair: &Pair, difference: i32, writer: &mut BitWriter) -> Result<(), Fault> {
    let size = category(difference);
    if size > 11 {
        return Err(Fault::Overflow);
    }
    block::write_symbol(&pair.codes[0], size as u8, value_bits(difference, size), size, writer);
    Ok(())
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
        let (drawn, untouched) = baseline
            .draw(&baseline.walk().expect("intact"), &[fill(17, 1, 5, 5, 255)])
            .expect("drawn");
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
        let walk = baseline.walk().expect("intact");
        let plain = baseline.draw_at(Level::Baseline, &walk, &drawing).expect("drawn");
        let wide = baseline.draw_at(Level::Wide, &walk, &drawing).expect("drawn");
        assert!(plain == wide);
    }

    #[test]
    fn a_scan_that_breaks_off_is_damaged_wherever_it_does() {
        let bytes = file(64, 48);
        let start = crate::codec::jpeg::read_header(&bytes).expect("header").sos.end;
        for end in (start..bytes.len() - 8).step_by(7) {
            let outcome = Baseline::read(&bytes[..end], 1.0)
                .and_then(|f| f.walk().and_then(|walk| f.draw(&walk, &[])).map(|_| ()));
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
            let (smaller, quality, _) = coefficients.within(limit, 100).expect("possible");
            assert!(smaller.len() <= limit && smaller.len() * 10 >= limit * 9, "{share}");
            assert!(quality < 80);
            assert_eq!(blocks(&smaller).len(), blocks(&bytes).len());
        }
        assert!(coefficients.within(bytes.len() / 50, 100).is_err());
    }
}
