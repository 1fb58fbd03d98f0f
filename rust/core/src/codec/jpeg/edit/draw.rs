//! Draws marks into a baseline JPEG and writes the edited scan.
//!
//! An index of the scan gives the start of every block. Runs of blocks that the drawing does not
//! touch are copied bit for bit. A touched block is decoded, painted and encoded again with the
//! file's own quantisation. Copied runs are interrupted for two reasons:
//!
//! - DC values are predicted from the previous block, so the first block of each component after a
//!   touched block gets a new difference.
//! - A few symbols had their codes reassigned to make room for symbols of the drawing, and are
//!   written with their new codes.

use crate::codec::jpeg::edit::baseline::Baseline;
use crate::codec::jpeg::edit::block_index::{BlockIndex, Recoder};
use crate::codec::jpeg::edit::layout::Refusal;
use crate::codec::jpeg::edit::paint::{Drawing, Touching, share_untouched};
use crate::codec::jpeg::entropy::bits::{BitReader, BitWriter, stuff};
use crate::codec::jpeg::entropy::block::{self, BLOCK_BYTES, category, value_bits};
use crate::codec::jpeg::entropy::huffman_decoder::Fault;
use crate::codec::jpeg::transform::dct::Scales;
use crate::kept::{self, BYTES};
use crate::overlay::Primitive;
use crate::simd::{Kernel, SimdLevel, Vector};
use std::ops::Range;

/// The result of drawing on a file.
pub struct Drawn {
    /// The whole edited file.
    pub data: Vec<u8>,
    /// Fraction of the MCUs (minimum coded units) whose bits were copied unchanged.
    pub untouched: f64,
}

impl Baseline<'_> {
    /// Draws the primitives on the file.
    pub fn draw(&self, index: &BlockIndex, drawing: &[Primitive]) -> Result<Drawn, Refusal> {
        self.draw_at(SimdLevel::best(), index, drawing)
    }

    fn draw_at(
        &self,
        level: SimdLevel,
        index: &BlockIndex,
        primitives: &[Primitive],
    ) -> Result<Drawn, Refusal> {
        let drawing = Drawing::new(primitives, &self.layout);
        let mut data = kept::take(&BYTES, self.bytes.len() + self.bytes.len() / 4 + 8192);
        self.write_header(&mut data);
        self.write_scan(level, index, &drawing, &mut data)?;
        data.extend_from_slice(&[0xff, 0xd9]);
        Ok(Drawn { data, untouched: share_untouched(&drawing, &self.layout) })
    }

    /// Writes everything before the scan, with the new Huffman tables instead of the file's.
    fn write_header(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&[0xff, 0xd8]);
        for (marker, range) in &self.header.segments {
            // DAC segments (arithmetic coding) are dropped along with DHT, because they have no
            // effect here and some decoders reject them.
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
        level: SimdLevel,
        index: &BlockIndex,
        drawing: &Drawing,
        out: &mut Vec<u8>,
    ) -> Result<(), Refusal> {
        let scales = self.quants()?.map(Scales::new);
        let mut edit = Edit {
            file: self,
            index,
            drawing,
            last: drawing.last(),
            scales: &scales,
            copied: 0,
            recoded: 0,
            before: [0; 3],
            written: [0; 3],
            writer: BitWriter::new(1 << 14),
        };
        for (number, (mcus, bytes)) in self.segments().enumerate() {
            if number > 0 {
                out.extend_from_slice(&[0xff, 0xd0 | (number as u8 - 1) & 7]);
            }
            (edit.before, edit.written) = ([0; 3], [0; 3]);
            edit.skip_to(bytes.start * 8);
            // Processes one row of MCUs at a time, so that the written bits stay in the cache.
            for start in mcus.clone().step_by(self.layout.mcus.0) {
                let row = start..(start + self.layout.mcus.0).min(mcus.end);
                level.run(Row { edit: &mut edit, start: bytes.start * 8, mcus: row })?;
                stuff(edit.writer.bytes(), out);
                edit.writer.clear();
            }
            edit.writer.finish_segment();
            stuff(edit.writer.bytes(), out);
            edit.writer.clear();
        }
        Ok(())
    }
}

/// State of rewriting a scan: how far the old scan has been copied, and what was written.
struct Edit<'a> {
    file: &'a Baseline<'a>,
    index: &'a BlockIndex,
    drawing: &'a Drawing,
    /// Index of the last MCU (minimum coded unit) that the drawing touches.
    last: usize,
    scales: &'a [Scales],
    /// Bit position in the old scan up to which everything has been copied or replaced.
    copied: usize,
    /// Number of entries in `index.recoded` whose position is before `copied`.
    recoded: usize,
    /// Last DC value read from the file, by component; the next DC value is stored as its
    /// difference from this one.
    before: [i32; 3],
    /// Last DC value written to the edited file, by component; the next DC value is written as its
    /// difference from this one.
    written: [i32; 3],
    writer: BitWriter,
}

/// One row of MCUs, or the remainder of a row, in a segment that begins at bit `start`.
struct Row<'a, 'b> {
    edit: &'a mut Edit<'b>,
    start: usize,
    mcus: Range<usize>,
}

impl Kernel for Row<'_, '_> {
    type Output = Result<(), Fault>;

    #[inline(always)]
    fn run<V: Vector>(self, vector: V) -> Self::Output {
        let edit = self.edit;
        let per_mcu = edit.file.layout.blocks.len();
        let mut at = edit.copied.max(self.start);
        for mcu in self.mcus {
            let blocks = mcu * per_mcu..(mcu + 1) * per_mcu;
            let ends = edit.index.ends.get(blocks).unwrap_or_default();
            let ink = edit.drawing.touching(mcu);
            if ink.is_empty() && edit.before == edit.written {
                // After the last touched MCU no block needs the predictions, so they are not
                // updated.
                if mcu < edit.last {
                    edit.keep_predictions(at, ends)?;
                }
            } else {
                edit.mcu(vector, mcu, at, ends, ink)?;
            }
            at = ends.last().map_or(at, |&end| end as usize);
        }
        edit.copy_to(at)
    }
}

impl Edit<'_> {
    /// Moves forward in the old scan to `bit` without copying the bits in between.
    fn skip_to(&mut self, bit: usize) {
        self.copied = bit;
        let is_before = |at: u32| (at as usize) < bit;
        self.recoded +=
            self.index.recoded[self.recoded..].iter().take_while(|r| is_before(r.at)).count();
    }

    /// Copies the bits of the old scan up to `bit`, replacing the codes that changed.
    #[inline(always)]
    fn copy_to(&mut self, bit: usize) -> Result<(), Fault> {
        while let Some(&recoded) = self.index.recoded.get(self.recoded)
            && (recoded.at as usize) < bit
        {
            let (data, start) = (self.file.segments.data(), recoded.at as usize);
            self.writer.copy(data, self.copied..start);
            let recoder =
                self.file.recoder(self.file.layout.blocks[usize::from(recoded.block)].component);
            let mut reader = BitReader::from_bit(data, start);
            self.writer.reserve(8);
            if recoded.is_dc {
                let (_, difference) = recoder.decoder.read_dc(&mut reader)?;
                write_dc(recoder, difference, &mut self.writer)?;
            } else {
                let (symbol, bits, size) = recoder.decoder.read_ac(&mut reader)?;
                block::write_symbol(&recoder.codes[1], symbol, bits.into(), size, &mut self.writer);
            }
            self.copied = reader.position();
            self.recoded += 1;
        }
        self.writer.copy(self.file.segments.data(), self.copied..bit);
        self.copied = bit;
        Ok(())
    }

    /// Updates the DC predictions for an MCU that is copied unchanged.
    #[inline(always)]
    fn keep_predictions(&mut self, mut start: usize, ends: &[u32]) -> Result<(), Fault> {
        for (block, &end) in self.file.layout.blocks.iter().zip(ends) {
            let c = block.component;
            let difference =
                self.file.recoder(c).decoder.difference(self.file.segments.data(), start)?;
            self.before[c] = self.before[c].wrapping_add(difference);
            start = end as usize;
        }
        self.written = self.before;
        Ok(())
    }

    /// Rewrites an MCU that the drawing touches, or the first MCU after a touched one.
    #[inline(always)]
    fn mcu<V: Vector>(
        &mut self,
        vector: V,
        mcu: usize,
        mut start: usize,
        ends: &[u32],
        ink: Touching,
    ) -> Result<(), Fault> {
        let layout = &self.file.layout;
        let left = (mcu % layout.mcus.0) as i32 * layout.mcu.0;
        let top = (mcu / layout.mcus.0) as i32 * layout.mcu.1;
        for (block, &end) in layout.blocks.iter().zip(ends) {
            let (c, end) = (block.component, end as usize);
            let recoder = self.file.recoder(c);
            let (x, y) = (left + block.dx, top + block.dy);
            if ink.touches(block, x, y) {
                self.copy_to(start)?;
                let mut coefs = [0; 64];
                let mut reader = BitReader::from_bit(self.file.segments.data(), start);
                let is_flat =
                    recoder.decoder.decode(&mut reader, &mut self.before[c], &mut coefs)?;
                ink.paint_coefs(vector, block, (x, y), &self.scales[c], is_flat, &mut coefs);
                let dc = i32::from(coefs[0]);
                let difference = dc - self.written[c];
                if category(difference) > 11 {
                    return Err(Fault::Overflow);
                }
                self.written[c] = dc;
                // The writer is moved out and back, so that the compiler keeps it in registers.
                let mut writer = std::mem::take(&mut self.writer);
                writer.reserve(BLOCK_BYTES);
                block::write(vector, &coefs, difference, &recoder.codes, &mut writer);
                self.writer = writer;
                self.skip_to(end);
            } else if self.before[c] == self.written[c] {
                let difference = recoder.decoder.difference(self.file.segments.data(), start)?;
                self.before[c] = self.before[c].wrapping_add(difference);
                self.written[c] = self.before[c];
            } else {
                self.copy_to(start)?;
                let mut reader = BitReader::from_bit(self.file.segments.data(), start);
                let (_, difference) = recoder.decoder.read_dc(&mut reader)?;
                self.before[c] = self.before[c].wrapping_add(difference);
                let difference = self.before[c].wrapping_sub(self.written[c]);
                self.written[c] = self.before[c];
                self.writer.reserve(8);
                write_dc(recoder, difference, &mut self.writer)?;
                self.skip_to(reader.position());
            }
            start = end;
        }
        Ok(())
    }
}

#[inline(always)]
fn write_dc(recoder: &Recoder, difference: i32, writer: &mut BitWriter) -> Result<(), Fault> {
    let size = category(difference);
    if size > 11 {
        return Err(Fault::Overflow);
    }
    block::write_symbol(&recoder.codes[0], size as u8, value_bits(difference, size), size, writer);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::jpeg::entropy::bits::BitReader;
    use crate::codec::jpeg::entropy::huffman_decoder::Fault;
    use crate::codec::jpeg::entropy::scan_decoder::{BlockDecoder, decode_scan};
    use crate::codec::jpeg::entropy::segments::Segments;
    use crate::codec::jpeg::entropy::sequential::Decoders;
    use crate::codec::jpeg::syntax::header::Header;
    use crate::codec::jpeg::transform::dct::Coefs;
    use crate::codec::jpeg::{Encoder, File};
    use crate::color::Color;
    use crate::geometry::Rect;
    use crate::pixmap::noise;

    /// Creates a JPEG with text-like detail in one half.
    fn file(w: u32, h: u32) -> Vec<u8> {
        let mut noise = noise(1);
        Encoder::file(80, w, h, |x, y| {
            let dark = noise() >> 30 == 0 && x > w / 2;
            if dark { [20, 30, 60] } else { [250, 250, y as u8] }
        })
    }

    fn fill(x: i32, y: i32, w: i32, h: i32, alpha: u8) -> Primitive {
        let rect = Rect::new(x, y, w, h).expect("valid");
        Primitive::Fill { rect, color: Color { r: 200, g: 20, b: 90 }, alpha }
    }

    /// Collects all blocks of a scan.
    struct All {
        decoders: Decoders,
        before: [i32; 3],
        blocks: Vec<(usize, Coefs)>,
    }

    impl BlockDecoder for All {
        fn restart(&mut self) {
            self.before = [0; 3];
        }

        fn block(&mut self, r: &mut BitReader, c: usize, _: usize, _: usize) -> Result<(), Fault> {
            let mut coefs = [0; 64];
            self.decoders.component(c).decode(r, &mut self.before[c], &mut coefs)?;
            self.blocks.push((c, coefs));
            Ok(())
        }
    }

    fn blocks(bytes: &[u8]) -> Vec<(usize, Coefs)> {
        let opened = File::read(bytes).expect("a header");
        let file = Baseline::read(&opened, 0.0).expect("baseline");
        let mut segments = Segments::with_capacity(bytes.len());
        file.scan.read(&bytes[opened.header.sos.end..], &mut segments).expect("intact");
        let Header { components, scan, dc, ac, .. } = &opened.header;
        let decoders = Decoders::new(components, scan, dc, ac).expect("tables");
        let mut all = All { decoders, before: [0; 3], blocks: Vec::new() };
        decode_scan(&file.scan, &segments, &mut all).expect("intact");
        all.blocks
    }

    #[test]
    fn blocks_without_ink_keep_their_coefficients_and_those_with_ink_change() {
        let bytes = file(100, 70);
        let opened = File::read(&bytes).expect("a header");
        let baseline = Baseline::read(&opened, 3.0).expect("baseline");
        // The fill lies in the second MCU of the first row and touches only its first luma block.
        let drawn = baseline
            .draw(&baseline.index().expect("intact"), &[fill(17, 1, 5, 5, 255)])
            .expect("drawn");
        let (before, after) = (blocks(&bytes), blocks(&drawn.data));
        let changed: Vec<usize> = (0..before.len()).filter(|&i| before[i] != after[i]).collect();
        assert!(changed.contains(&6), "the luma block with ink");
        assert!(changed.iter().all(|i| [6, 10, 11].contains(i)), "{changed:?}");
        assert!((drawn.untouched - 34.0 / 35.0).abs() < 1e-9);
    }

    #[test]
    fn both_levels_write_the_same_bytes() {
        let bytes = file(333, 222);
        let drawing =
            [fill(3, 3, 200, 2, 255), fill(40, 20, 90, 60, 128), fill(300, 190, 33, 32, 255)];
        let opened = File::read(&bytes).expect("a header");
        let baseline = Baseline::read(&opened, 30.0).expect("baseline");
        let index = baseline.index().expect("intact");
        let plain = baseline.draw_at(SimdLevel::Scalar, &index, &drawing).expect("drawn");
        let wide = baseline.draw_at(SimdLevel::Simd, &index, &drawing).expect("drawn");
        assert!(plain.data == wide.data);
    }

    #[test]
    fn a_scan_that_breaks_off_is_damaged_wherever_it_does() {
        let bytes = file(64, 48);
        let start = File::read(&bytes).expect("a header").header.sos.end;
        for end in (start..bytes.len() - 8).step_by(7) {
            let opened = File::read(&bytes[..end]).expect("a header");
            let outcome = Baseline::read(&opened, 1.0)
                .and_then(|f| f.index().and_then(|index| f.draw(&index, &[])).map(|_| ()));
            assert!(matches!(outcome, Err(Refusal::Damaged(_))), "cut at {end}");
        }
    }

    #[test]
    fn a_further_scan_or_table_is_left_to_a_full_decoder() {
        let mut bytes = file(64, 48);
        bytes.truncate(bytes.len() - 2);
        for marker in [0xda, 0xc4, 0xdc] {
            let more = [&bytes[..], &[0xff, marker, 0, 4, 0, 47, 0xff, 0xd9]].concat();
            let opened = File::read(&more).expect("a header");
            assert!(matches!(Baseline::read(&opened, 0.0), Err(Refusal::Unsuited)));
        }
    }

    #[test]
    fn a_smaller_budget_is_met_by_coarser_steps() {
        use crate::codec::jpeg::Coefficients;
        let bytes = file(320, 240);
        let opened = File::read(&bytes).expect("a header");
        let baseline = Baseline::read(&opened, 0.0).expect("baseline");
        let mut coefficients = Coefficients::read(&baseline).expect("intact");
        coefficients.draw(&[]).expect("intact");
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
