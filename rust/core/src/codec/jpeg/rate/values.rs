//! All values of a file with a drawing: those of its own blocks, and in blocks with ink those that the
//! drawing makes of them. No file is drawn on for that.

use crate::codec::jpeg::edit::baseline::Baseline;
use crate::codec::jpeg::edit::block_index::BlockIndex;
use crate::codec::jpeg::edit::layout::{Block, Refusal};
use crate::codec::jpeg::edit::paint::{Drawing, Touching};
use crate::codec::jpeg::entropy::bits::BitReader;
use crate::codec::jpeg::entropy::block::{category, for_each_ac};
use crate::codec::jpeg::entropy::huffman_decoder::Fault;
use crate::codec::jpeg::entropy::kept::Kept;
use crate::codec::jpeg::rate::pair_table::{Entry, PairTable, ROOM};
use crate::codec::jpeg::syntax::huffman::Codes;
use crate::codec::jpeg::syntax::zigzag::NATURAL;
use crate::codec::jpeg::transform::dct::Scales;
use crate::overlay::Primitive;
use crate::simd::{Kernel, SimdLevel, Vector};

thread_local! {
    static ENTRIES: Kept<Entry> = const { Kept::new() };
}

/// MCUs that a prediction reads; every one of a smaller picture.
const SAMPLE: usize = 2000;
/// One in so many of them shows where to look.
const PART: usize = 4;

/// All values of a file with a drawing.
pub struct Values {
    /// Block after block, of each DC first.
    entries: Vec<Entry>,
    /// Where the entries of each block end.
    ends: Vec<u32>,
    /// For every block of an MCU its component.
    components: Vec<usize>,
    /// MCUs that stand for all, in order; all of a smaller picture.
    pub sample: Vec<usize>,
    /// One of [`PART`] of those.
    pub glance: Vec<usize>,
    /// Bits of all blocks, of those of the sample and of those of the glance, with the codes of the
    /// file.
    pub bits: [u64; 3],
}

impl Drop for Values {
    fn drop(&mut self) {
        // Where the thread ends there is nothing to keep them in.
        let _ = ENTRIES.try_with(|kept| kept.give(std::mem::take(&mut self.entries)));
    }
}

impl Values {
    /// Reads a file and draws.
    pub fn read(
        file: &Baseline,
        index: &BlockIndex,
        primitives: &[Primitive],
    ) -> Result<Self, Refusal> {
        Self::read_at(SimdLevel::best(), file, index, primitives)
    }

    fn read_at(
        level: SimdLevel,
        file: &Baseline,
        index: &BlockIndex,
        primitives: &[Primitive],
    ) -> Result<Self, Refusal> {
        let drawing = Drawing::new(primitives, file.layout());
        let scales = file.quants()?.map(Scales::new);
        let tables: Vec<PairTable> =
            file.recoders.iter().map(|recoder| PairTable::new(&recoder.from_ac)).collect();
        let read = Read { file, index, drawing: &drawing, scales: &scales, tables: &tables };
        Ok(level.run(read)?)
    }

    /// How many MCUs there are.
    pub fn mcus(&self) -> usize {
        self.ends.len() / self.components.len()
    }

    /// The blocks of an MCU: component, DC value, and the other values.
    #[inline(always)]
    pub fn blocks(&self, mcu: usize) -> impl Iterator<Item = (usize, i16, &[Entry])> {
        let first = mcu * self.components.len();
        let mut start = first.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        let ends = self.ends.get(first..first + self.components.len()).unwrap_or_default();
        self.components.iter().zip(ends).filter_map(move |(&component, &end)| {
            let entries = self.entries.get(start..end as usize)?;
            start = end as usize;
            let (dc, values) = entries.split_first()?;
            Some((component, dc.value(), values))
        })
    }

    /// The DC values that an MCU is predicted from, by component.
    #[inline(always)]
    pub fn before(&self, mcu: usize) -> [i16; 3] {
        let mut before = [0; 3];
        if let Some(last) = mcu.checked_sub(1) {
            self.blocks(last).for_each(|(component, dc, _)| before[component] = dc);
        }
        before
    }
}

/// The MCUs of a sample.
fn sampled(mcus: usize, columns: usize) -> Vec<usize> {
    if mcus <= SAMPLE {
        return (0..mcus).collect();
    }
    let mut due = 0;
    let is_due = |mcu: &usize| {
        // One further from row to row, or it might see a single column of a table.
        due += SAMPLE * (1 + usize::from(mcu.is_multiple_of(columns)));
        let is_due = due >= mcus;
        due %= mcus;
        is_due
    };
    (0..mcus).filter(is_due).collect()
}

/// Reads the values of a file and draws.
struct Read<'a> {
    file: &'a Baseline<'a>,
    index: &'a BlockIndex,
    drawing: &'a Drawing,
    scales: &'a [Scales; 3],
    /// In the order of the file's recoders.
    tables: &'a [PairTable],
}

impl Kernel for Read<'_> {
    type Output = Result<Values, Fault>;

    #[inline(always)]
    fn run<V: Vector>(self, vector: V) -> Self::Output {
        let Read { file, index, drawing, scales, tables } = self;
        let (layout, data) = (file.layout(), file.segments.data());
        let per_mcu = layout.blocks.len();
        // A value takes five bits and more.
        let room = file.segments.len() * 8 / 5 + ROOM;
        let mut entries = ENTRIES.try_with(|kept| kept.take_filled(room)).unwrap_or_default();
        let mut ends = Vec::with_capacity(layout.count() * per_mcu);
        let sample = sampled(layout.count(), layout.mcus.0);
        let (mut used, mut bits, mut looks) = (0, [0; 3], 0);
        // DC values that the result predicts from, by component; it has no restarts.
        let mut written = [0; 3];
        let recoders = file.recoders_of_blocks();
        for (mcus, bytes) in file.segments() {
            let (mut start, mut before) = (bytes.start * 8, [0; 3]);
            for mcu in mcus {
                let ink = drawing.touching(mcu);
                let left = (mcu % layout.mcus.0) as i32 * layout.mcu.0;
                let top = (mcu / layout.mcus.0) as i32 * layout.mcu.1;
                let found = index.ends.get(mcu * per_mcu..(mcu + 1) * per_mcu).unwrap_or_default();
                let mut spent = 0;
                for (number, &end) in found.iter().enumerate() {
                    let (block, recoder) =
                        (&layout.blocks[number], &file.recoders[recoders[number]]);
                    let (c, end) = (block.component, end as usize);
                    let mut reader = BitReader::from_bit(data, start);
                    let out = room_for_block(&mut entries, used)?;
                    let mut dc = recoder.decoder.decode_dc(&mut reader, &mut before[c])?;
                    out[0] = Entry::new(0, dc);
                    let mut count =
                        tables[recoders[number]].read(&recoder.decoder, &mut reader, out)?;
                    let at = (left + block.dx, top + block.dy);
                    if !ink.is_empty() && ink.touches(block, at.0, at.1) {
                        let codes = &recoder.codes;
                        let drawn;
                        (count, drawn) =
                            draw(vector, ink, block, at, &scales[c], codes, (out, count));
                        dc = out[0].value();
                        spent += drawn;
                    } else {
                        spent += end.wrapping_sub(start) as u64;
                    }
                    if category(i32::from(dc) - written[c]) > 11 {
                        // Only across a restart, where nothing is predicted, or at an edge of ink;
                        // baseline JPEG has no such symbol.
                        return Err(Fault::Overflow);
                    }
                    written[c] = dc.into();
                    used += count;
                    ends.push(used as u32);
                    start = end;
                }
                bits[0] += spent;
                if sample.get(looks) == Some(&mcu) {
                    bits[1] += spent;
                    bits[2] += if looks.is_multiple_of(PART) { spent } else { 0 };
                    looks += 1;
                }
            }
        }
        let glance = sample.iter().copied().step_by(PART).collect();
        let components = layout.blocks.iter().map(|block| block.component).collect();
        Ok(Values { entries, ends, components, sample, glance, bits })
    }
}

/// The entries from `used` on, as many as a block may need.
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

/// Draws on a block with its left top pixel at (x, y), whose entries are the first `count`; returns how
/// many there are then, and how many bits they take, but for those of the DC value.
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

/// About how many bits a DC difference takes.
const DC_BITS: u32 = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::jpeg::{Encoder, File};
    use crate::color::Color;
    use crate::geometry::{Rect, Size};
    use crate::pixmap::Pixmap;
    use crate::raster::Canvas;

    /// A file with letters of one pixel in its right half; the finer, the longer its symbols.
    fn file(quality: u8) -> Vec<u8> {
        let (w, h) = (333, 222);
        let pixel = |i: u32| {
            let (x, y) = (i % w, i / w);
            let is_dark = x > w / 2 && (x * 7 + y * y) % 11 < 4;
            if is_dark { [20, 30, 60] } else { [250, 250, y as u8] }
        };
        let size = Size::new(w, h).expect("valid");
        let pixmap = Pixmap::from_rgb(size, (0..w * h).flat_map(pixel).collect()).expect("fits");
        let canvas = Canvas::new(pixmap.view(), &[]);
        Encoder::new(&canvas, quality).encode(&canvas)
    }

    /// Every block of the values of a file with a drawing: positions and values.
    fn all(level: SimdLevel, bytes: &[u8], drawing: &[Primitive]) -> (Vec<Vec<(usize, i16)>>, u64) {
        let opened = File::read(bytes).expect("a header");
        let file = Baseline::read(&opened, 30.0).expect("baseline");
        let index = file.index().expect("intact");
        let values = Values::read_at(level, &file, &index, drawing).expect("intact");
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
