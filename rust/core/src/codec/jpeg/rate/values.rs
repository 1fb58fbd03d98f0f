//! All coefficients of a file. Blocks that a drawing touches have the coefficients of the drawn
//! block, so no edited file has to be written to count its symbols.

use crate::codec::jpeg::edit::baseline::Baseline;
use crate::codec::jpeg::edit::block_index::ENDS;
use crate::codec::jpeg::edit::layout::{Block, Refusal};
use crate::codec::jpeg::edit::paint::{Drawing, Touching};
use crate::codec::jpeg::entropy::bits::BitReader;
use crate::codec::jpeg::entropy::block::{category, for_each_ac};
use crate::codec::jpeg::entropy::huffman_decoder::Fault;
use crate::codec::jpeg::rate::pair_table::{Entry, PairTable, ROOM};
use crate::codec::jpeg::syntax::huffman::Codes;
use crate::codec::jpeg::syntax::zigzag::NATURAL;
use crate::codec::jpeg::transform::dct::Scales;
use crate::kept::{self, Kept};
use crate::overlay::Primitive;
use crate::simd::{Kernel, SimdLevel, Vector};

thread_local! {
    static ENTRIES: Kept<Entry> = const { Kept::new() };
    static SPANS: Kept<[u32; 2]> = const { Kept::new() };
}

/// Number of MCUs (minimum coded units) sampled for a prediction; a smaller image is used whole.
const SAMPLE: usize = 2000;
/// One in this many MCUs of the sample belongs to the small sample `glance`.
const PART: usize = 4;

/// All coefficients of a file and of a drawing on it.
pub struct Values {
    /// Nonzero coefficients block by block, starting with the DC value of each block. Blocks that
    /// were drawn on are appended at the end.
    entries: Vec<Entry>,
    /// For each block, the start and the end of its entries in `entries`.
    spans: Vec<[u32; 2]>,
    /// Number of valid entries in `entries`.
    used: usize,
    /// For each block, the position of the first bit after the block in the unstuffed segments.
    pub block_ends: Vec<u32>,
    /// For every block of an MCU, the colour component to which it belongs.
    components: Vec<usize>,
    /// Indices of the MCUs in the sample, in ascending order; all MCUs of a smaller image.
    pub sample: Vec<usize>,
    /// The small sample for a first prediction: one in [`PART`] MCUs of `sample`.
    pub glance: Vec<usize>,
    /// Number of bits, with the file's codes, of three sets of blocks: all, those of `sample`, and
    /// those of `glance`.
    pub bits: [u64; 3],
}

impl Drop for Values {
    fn drop(&mut self) {
        kept::give(&ENTRIES, std::mem::take(&mut self.entries));
        kept::give(&SPANS, std::mem::take(&mut self.spans));
        kept::give(&ENDS, std::mem::take(&mut self.block_ends));
    }
}

impl Values {
    /// Reads the coefficients of a file.
    pub fn read(level: SimdLevel, file: &Baseline) -> Result<Self, Refusal> {
        let tables: Vec<PairTable> =
            file.recoders.iter().map(|recoder| PairTable::new(&recoder.from_ac)).collect();
        Ok(level.run(Read { file, tables: &tables })?)
    }

    /// Draws on the blocks that the drawing touches, and counts the bits. Must be called at most
    /// once.
    pub fn draw(
        &mut self,
        level: SimdLevel,
        file: &Baseline,
        primitives: &[Primitive],
    ) -> Result<(), Refusal> {
        let drawing = Drawing::new(primitives, file.layout());
        let scales = file.quants()?.map(Scales::new);
        Ok(level.run(Draw { values: self, file, drawing: &drawing, scales: &scales })?)
    }

    /// Copies the entries of a block to the end, with space for more; returns the copy and the
    /// number of entries.
    #[inline(always)]
    fn copied(&mut self, number: usize) -> Result<(&mut [Entry; ROOM], usize), Fault> {
        let [start, end] = self.spans[number].map(|at| at as usize);
        room_for_block(&mut self.entries, self.used)?;
        self.entries.copy_within(start..end, self.used);
        Ok((room_for_block(&mut self.entries, self.used)?, end - start))
    }

    /// Number of MCUs (minimum coded units) of the image.
    pub fn mcus(&self) -> usize {
        self.spans.len() / self.components.len()
    }

    /// Iterates over the blocks of an MCU: component, DC value, and AC coefficients.
    #[inline(always)]
    pub fn blocks(&self, mcu: usize) -> impl Iterator<Item = (usize, i16, &[Entry])> {
        let first = mcu * self.components.len();
        let spans = self.spans.get(first..first + self.components.len()).unwrap_or_default();
        self.components.iter().zip(spans).filter_map(move |(&component, &[start, end])| {
            let (dc, values) = self.entries.get(start as usize..end as usize)?.split_first()?;
            Some((component, dc.value(), values))
        })
    }

    /// Returns the DC predictions of an MCU, indexed by component.
    #[inline(always)]
    pub fn before(&self, mcu: usize) -> [i16; 3] {
        let mut before = [0; 3];
        if let Some(last) = mcu.checked_sub(1) {
            self.blocks(last).for_each(|(component, dc, _)| before[component] = dc);
        }
        before
    }
}

/// Chooses the MCUs of the sample, spread evenly over the image.
fn sampled(mcus: usize, columns: usize) -> Vec<usize> {
    if mcus <= SAMPLE {
        return (0..mcus).collect();
    }
    let mut due = 0;
    let is_due = |mcu: &usize| {
        // The sample shifts by one column per row; otherwise it might contain only a single column
        // of a table.
        due += SAMPLE * (1 + usize::from(mcu.is_multiple_of(columns)));
        let is_due = due >= mcus;
        due %= mcus;
        is_due
    };
    (0..mcus).filter(is_due).collect()
}

/// Reads the coefficients of a file.
struct Read<'a> {
    file: &'a Baseline<'a>,
    /// One table for each of the file's recoders (pairs of Huffman tables).
    tables: &'a [PairTable],
}

impl Kernel for Read<'_> {
    type Output = Result<Values, Fault>;

    #[inline(always)]
    fn run<V: Vector>(self, _: V) -> Self::Output {
        let Read { file, tables } = self;
        let (layout, data) = (file.layout(), file.segments.data());
        let count = layout.count() * layout.blocks.len();
        // A coefficient usually takes at least five bits, and a drawing adds some coefficients. The
        // buffer grows if needed.
        let room = file.segments.len() * 9 / 5 + ROOM;
        let mut entries = kept::take_filled(&ENTRIES, room);
        let (mut spans, mut block_ends) = (kept::take(&SPANS, count), kept::take(&ENDS, count));
        // DC predictions of the result, indexed by component. The result has no restart markers.
        let (mut used, mut written) = (0, [0; 3]);
        let recoders = file.recoders_of_blocks();
        for (mcus, bytes) in file.segments() {
            let (mut reader, mut before) = (BitReader::from_bit(data, bytes.start * 8), [0; 3]);
            for _ in mcus {
                for (block, &number) in layout.blocks.iter().zip(&recoders) {
                    let (c, decoder) = (block.component, &file.recoders[number].decoder);
                    let out = room_for_block(&mut entries, used)?;
                    let dc = decoder.decode_dc(&mut reader, &mut before[c])?;
                    out[0] = Entry::new(0, dc);
                    predict(dc, &mut written[c])?;
                    let count = tables[number].read(decoder, &mut reader, out)?;
                    spans.push([used as u32, (used + count) as u32]);
                    used += count;
                    block_ends.push(reader.position() as u32);
                }
                if reader.position() > bytes.end * 8 {
                    return Err(Fault::End);
                }
            }
        }
        let sample = sampled(layout.count(), layout.mcus.0);
        let glance = sample.iter().copied().step_by(PART).collect();
        let components = layout.blocks.iter().map(|block| block.component).collect();
        Ok(Values { entries, spans, used, block_ends, components, sample, glance, bits: [0; 3] })
    }
}

/// Draws on the coefficients of a file.
struct Draw<'a> {
    values: &'a mut Values,
    file: &'a Baseline<'a>,
    drawing: &'a Drawing,
    scales: &'a [Scales; 3],
}

impl Kernel for Draw<'_> {
    type Output = Result<(), Fault>;

    #[inline(always)]
    fn run<V: Vector>(self, vector: V) -> Self::Output {
        let Draw { values, file, drawing, scales } = self;
        let layout = file.layout();
        let per_mcu = layout.blocks.len();
        let (mut is_behind_ink, mut looks) = (false, 0);
        for (mcus, bytes) in file.segments() {
            let mut start = bytes.start as u32 * 8;
            for mcu in mcus {
                let (first, ink) = (mcu * per_mcu, drawing.touching(mcu));
                let end = values.block_ends[first + per_mcu - 1];
                let mut spent = u64::from(end - start);
                if !ink.is_empty() || is_behind_ink {
                    let mut written = values.before(mcu).map(i32::from);
                    let left = (mcu % layout.mcus.0) as i32 * layout.mcu.0;
                    let top = (mcu / layout.mcus.0) as i32 * layout.mcu.1;
                    for (number, block) in (first..).zip(&layout.blocks) {
                        let (c, end) = (block.component, values.block_ends[number]);
                        let at = (left + block.dx, top + block.dy);
                        if ink.touches(block, at.0, at.1) {
                            let codes = &file.recoder(c).codes;
                            let block_at = values.copied(number)?;
                            let (count, drawn) =
                                draw(vector, ink, block, at, &scales[c], codes, block_at);
                            let used = values.used + count;
                            values.spans[number] = [values.used, used].map(|at| at as u32);
                            values.used = used;
                            spent = spent + drawn - u64::from(end - start);
                        }
                        let dc = values.entries[values.spans[number][0] as usize].value();
                        predict(dc, &mut written[c])?;
                        start = end;
                    }
                    is_behind_ink = !ink.is_empty();
                }
                start = end;
                values.bits[0] += spent;
                if values.sample.get(looks) == Some(&mcu) {
                    values.bits[1] += spent;
                    values.bits[2] += if looks.is_multiple_of(PART) { spent } else { 0 };
                    looks += 1;
                }
            }
        }
        Ok(())
    }
}

/// Updates the prediction with the next DC value. Rejects a difference that baseline JPEG cannot
/// encode. Such a difference can occur at an edge of the drawing, or at a restart marker of the
/// file, which resets the prediction there but not in the result.
#[inline(always)]
fn predict(dc: i16, written: &mut i32) -> Result<(), Fault> {
    let before = std::mem::replace(written, dc.into());
    if category(i32::from(dc) - before) > 11 { Err(Fault::Overflow) } else { Ok(()) }
}

/// Returns the entries from `used` on, after growing the vector so that a block fits.
#[inline(always)]
fn room_for_block(entries: &mut Vec<Entry>, used: usize) -> Result<&mut [Entry; ROOM], Fault> {
    if entries.len() < used + ROOM {
        grow(entries);
    }
    entries.get_mut(used..).and_then(<[_]>::first_chunk_mut).ok_or(Fault::End)
}

#[cold]
fn grow(entries: &mut Vec<Entry>) {
    entries.resize(entries.len() + entries.len() / 4 + ROOM, Entry::default());
}

/// Draws on the block whose top-left pixel is `at` and whose entries are the first `count`. Returns
/// the new number of entries and the number of bits that they take, with an estimate for the DC
/// value.
#[inline(always)]
fn draw<V: Vector>(
    vector: V,
    ink: Touching,
    block: &Block,
    at: (i32, i32),
    scales: &Scales,
    [_, codes]: &[Codes; 2],
    (entries, count): (&mut [Entry; ROOM], usize),
) -> (usize, u64) {
    let mut coefs = [0; 64];
    for entry in &entries[..count.min(ROOM)] {
        coefs[usize::from(NATURAL[entry.k()])] = entry.value();
    }
    ink.paint_coefs(vector, block, at, scales, count == 1, &mut coefs);
    entries[0] = Entry::new(0, coefs[0]);
    let (mut used, mut k, mut bits) = (1, 0, DC_BITS);
    for_each_ac(vector, &coefs, |symbol, value, size| {
        k += usize::from(symbol >> 4) + 1;
        bits += u32::from(codes.length[usize::from(symbol)]) + size;
        if size > 0 {
            entries[used & 63] = Entry::new(k, value as i16);
            used += 1;
        }
    });
    (used, bits.into())
}

/// Typical number of bits of a DC difference.
const DC_BITS: u32 = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::jpeg::{Encoder, File};
    use crate::color::Color;
    use crate::geometry::Rect;

    /// Creates a file with one-pixel letters in its right half. The higher the quality, the longer
    /// its symbols.
    fn file(quality: u8) -> Vec<u8> {
        Encoder::file(quality, 333, 222, |x, y| {
            let is_dark = x > 166 && (x * 7 + y * y) % 11 < 4;
            if is_dark { [20, 30, 60] } else { [250, 250, y as u8] }
        })
    }

    /// Returns the positions and values of every block of a file with a drawing, and the number of
    /// bits.
    fn all(level: SimdLevel, bytes: &[u8], drawing: &[Primitive]) -> (Vec<Vec<(usize, i16)>>, u64) {
        let opened = File::read(bytes).expect("a header");
        let file = Baseline::read(&opened, 30.0).expect("baseline");
        let mut values = Values::read(level, &file).expect("intact");
        assert_eq!(values.block_ends, file.index().expect("intact").ends[..values.spans.len()]);
        values.draw(level, &file, drawing).expect("intact");
        let block = |(_, dc, rest): (usize, i16, &[Entry])| {
            let rest = rest.iter().map(|entry| (entry.k(), entry.value()));
            std::iter::once((0, dc)).chain(rest).collect()
        };
        let blocks = (0..values.mcus()).flat_map(|mcu| values.blocks(mcu).map(block));
        (blocks.collect(), values.bits[0])
    }

    #[test]
    fn values_with_a_drawing_are_those_of_the_file_that_it_is_drawn_into() {
        let fill = |x, y, w, h, alpha| {
            let rect = Rect::new(x, y, w, h).expect("valid");
            Primitive::Fill { rect, color: Color { r: 200, g: 20, b: 90 }, alpha }
        };
        let drawing = [
            fill(3, 3, 200, 2, 255),
            fill(40, 20, 90, 60, 128),
            fill(180, 100, 140, 3, 255),
            fill(300, 190, 33, 32, 255),
        ];
        for quality in [30, 80, 100] {
            let bytes = file(quality);
            let opened = File::read(&bytes).expect("a header");
            let baseline = Baseline::read(&opened, 30.0).expect("baseline");
            let index = baseline.index().expect("intact");
            let drawn = baseline.draw(&index, &drawing).expect("drawn").data;
            let (expected, bits) = all(SimdLevel::Scalar, &drawn, &[]);
            for level in [SimdLevel::Scalar, SimdLevel::Simd] {
                let (found, about) = all(level, &bytes, &drawing);
                assert!(found == expected, "{quality} {level:?}");
                let ratio = about as f64 / bits as f64;
                assert!((ratio - 1.0).abs() < 0.01, "{quality}: {ratio}");
            }
            assert!(all(SimdLevel::Simd, &bytes, &[]).0 != expected);
        }
    }

    #[test]
    fn a_sample_is_spread_over_rows_and_columns() {
        assert_eq!(sampled(SAMPLE, 40), (0..SAMPLE).collect::<Vec<_>>());
        let (mcus, columns) = (120 * 68, 120);
        let sample = sampled(mcus, columns);
        assert!(sample.len().abs_diff(SAMPLE) < SAMPLE / 20, "{}", sample.len());
        assert!(sample.is_sorted() && sample.iter().all(|&mcu| mcu < mcus));
        let seen = |column| sample.iter().any(|mcu| mcu % columns == column);
        assert!((0..columns).all(seen));
    }
}
