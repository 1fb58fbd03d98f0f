//! A baseline JPEG prepared for drawing marks on it block by block: its tables, segments and MCUs
//! (minimum coded units, groups of blocks that are coded together).

use crate::codec::jpeg::edit::block_index::{BlockIndex, Lookups, Recoder};
use crate::codec::jpeg::edit::huffman_extend::{Class, extended};
use crate::codec::jpeg::edit::layout::{Layout, Refusal, check_length};
use crate::codec::jpeg::encode::write_frame;
use crate::codec::jpeg::entropy::huffman_decoder::Fault;
use crate::codec::jpeg::entropy::scan_decoder::Scan;
use crate::codec::jpeg::entropy::segments::Segments;
use crate::codec::jpeg::entropy::sequential::Specs;
use crate::codec::jpeg::file::File;
use crate::codec::jpeg::syntax::header::{Component, Header, corrupt};
use crate::codec::jpeg::syntax::huffman::HuffmanSpec;
use crate::codec::jpeg::syntax::quant::Quant;
use crate::simd::{Kernel, SimdLevel, Vector};
use std::ops::Range;

/// A baseline JPEG of three components in one scan.
pub struct Baseline<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) header: &'a Header,
    pub(super) layout: Layout,
    pub(super) scan: Scan,
    pub segments: Segments,
    /// Huffman tables with which the edited file is written.
    pub tables: Tables,
    /// Pairs of Huffman tables, for reading and for writing. Components with the same tables share
    /// one pair.
    pub recoders: Vec<Recoder>,
    /// For each colour component, the index of its tables in `recoders`.
    recoder_of: Vec<usize>,
}

/// Extended Huffman tables by class (DC, AC) and table number.
pub type Tables = [Specs; 2];

impl<'a> Baseline<'a> {
    /// Unstuffs the scan and builds the tables for editing. `touched` is a rough estimate of the
    /// number of MCUs that the drawing will touch; a wrong estimate costs only a few bytes.
    pub fn read(file: &'a File<'a>, touched: f64) -> Result<Self, Refusal> {
        let (bytes, header) = (file.bytes, &file.header);
        let scan = Scan::of(header);
        let layout = Layout::new(header, &scan)?;
        let coded = &bytes[header.sos.end..];
        check_length(layout.count() * layout.blocks.len(), coded.len())?;
        let mut segments = Segments::with_capacity(coded.len());
        let end = scan.read(coded, &mut segments)?;
        match coded.get(end + 1) {
            // The scan is followed by EOI (end of image), or the file ends without EOI.
            Some(0xd9) | None => {}
            Some(0xdc) if coded.get(end + 4..).is_some_and(|body| header.is_height(body)) => {}
            // Another scan, tables for one, or a DNL segment that changes the number of lines: such
            // a file must be decoded completely.
            Some(_) => return Err(Refusal::Unsuited),
        }
        // A segment of this size would not fit, because bit positions are stored in 32 bits.
        if segments.data().len() >= 1 << 29 {
            return Err(Refusal::Unsuited);
        }
        let bits = 8.0 * segments.len() as f64;
        let tables = tables(header, layout.blocks.len(), bits, touched)?;
        let (recoders, recoder_of) = recoders(header, &tables)?;
        Ok(Self { bytes, header, layout, scan, segments, tables, recoders, recoder_of })
    }

    /// Returns the Huffman tables of a component.
    #[inline(always)]
    pub fn recoder(&self, component: usize) -> &Recoder {
        &self.recoders[self.recoder_of[component]]
    }

    /// Returns, for each block of an MCU, the index of its recoder.
    pub fn recoders_of_blocks(&self) -> Vec<usize> {
        self.layout.blocks.iter().map(|block| self.recoder_of[block.component]).collect()
    }

    /// Iterates over the segments: the range of MCUs and the range of bytes of each.
    pub fn segments(&self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
        self.scan.segments(&self.segments)
    }

    /// Finds where every block of the scan ends.
    pub fn index(&self) -> Result<BlockIndex, Refusal> {
        let lookups = Lookups::new(&self.recoders, &self.recoders_of_blocks());
        Ok(SimdLevel::best().run(Find { file: self, lookups: &lookups })?)
    }

    /// How the image is divided into MCUs and blocks.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The IJG quality whose standard luminance table is closest to the file's.
    pub fn quality(&self) -> u8 {
        let table = self.header.components.first().map_or(0, |c| c.quant);
        self.header.quants[table].as_ref().map_or(100, Quant::quality)
    }

    /// Returns `level(bits)` for every luma block inside the image, row by row, where `bits` is the
    /// size of the block in the scan. Blocks with text take many bits. `ends` are the bit positions
    /// at which the blocks end.
    pub fn luma_blocks(&self, ends: &[u32], level: impl Fn(u32) -> u8) -> Vec<u8> {
        let (across, down) = (self.layout.mcu.0 as usize / 8, self.layout.mcu.1 as usize / 8);
        let [columns, rows] =
            [self.layout.size.w(), self.layout.size.h()].map(|side| side.div_ceil(8) as usize);
        let mut cells = vec![0; columns * rows];
        let per_mcu = self.layout.blocks.len();
        for (mcus, bytes) in self.segments() {
            let mut start = (bytes.start * 8) as u32;
            for mcu in mcus {
                let (row, column) = (mcu / self.layout.mcus.0, mcu % self.layout.mcus.0);
                let ends = ends[mcu * per_mcu..].iter();
                for (block, &end) in self.layout.blocks.iter().zip(ends) {
                    if block.component == 0 {
                        let x = column * across + block.dx as usize / 8;
                        let y = row * down + block.dy as usize / 8;
                        if x < columns && y < rows {
                            cells[y * columns + x] = level(end - start);
                        }
                    }
                    start = end;
                }
            }
        }
        cells
    }

    /// The quantisation tables of the three components.
    pub fn quants(&self) -> Result<[&Quant; 3], Refusal> {
        let table = |c: &Component| self.header.quants[c.quant].as_ref();
        match self.header.components.as_slice() {
            [a, b, c] => match (table(a), table(b), table(c)) {
                (Some(a), Some(b), Some(c)) => Ok([a, b, c]),
                _ => Err(corrupt("a quantisation table is missing").into()),
            },
            _ => Err(Refusal::Unsuited),
        }
    }

    /// Length of the file in bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Estimates the size in bytes of the file, if its scan took `bits` bits instead.
    pub fn bytes_with(&self, bits: u64) -> f64 {
        let coded = self.segments.len() as f64;
        let stuffed = (self.bytes.len() - self.header.sos.end) as f64 / coded.max(1.0);
        self.bytes.len() as f64 + (bits as f64 / 8.0 - coded) * stuffed
    }

    /// Returns the `APPn` and COM segments, unchanged.
    pub fn extras(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for (marker, range) in &self.header.segments {
            if matches!(marker, 0xe0..=0xef | 0xfe) {
                out.extend_from_slice(&self.bytes[range.clone()]);
            }
        }
        out
    }

    /// Writes everything before the scan, with new quantisation steps (in zig-zag order) and new
    /// Huffman tables for luma and chroma.
    pub fn write_frame(
        &self,
        steps: &[[u16; 64]; 2],
        specs: &[[HuffmanSpec; 2]; 2],
        out: &mut Vec<u8>,
    ) {
        let component = |c: &Component| [c.id, (c.h << 4 | c.v) as u8];
        let components = std::array::from_fn(|c| component(&self.header.components[c]));
        write_frame(&self.extras(), self.layout.size, components, steps, specs, out);
    }
}

/// Builds the extended Huffman tables of a file for a drawing that touches about `touched` MCUs.
fn tables(header: &Header, blocks: usize, bits: f64, touched: f64) -> Result<Tables, Refusal> {
    let mut tables = [[const { None }; 4], [const { None }; 4]];
    let luma_blocks = blocks.saturating_sub(2) as f64;
    for (index, component) in header.components.iter().enumerate() {
        let luma = index == 0;
        // Luminance takes about 85 % of a screenshot's bits, and AC values take about 90 % of
        // those. A drawing touches about half of the luma blocks of a touched MCU, and both chroma
        // blocks.
        let (share, drawn) =
            if luma { (0.85, touched * luma_blocks * 0.5) } else { (0.15, touched * 2.0) };
        let [dc, ac] = &mut tables;
        for (slot, spec, class, part) in [
            (&mut dc[component.dc], &header.dc[component.dc], Class::Dc, 0.1),
            (&mut ac[component.ac], &header.ac[component.ac], Class::Ac, 0.9),
        ] {
            let spec = spec.as_ref().ok_or_else(|| corrupt("a Huffman table is missing"))?;
            if slot.is_none() {
                *slot = Some(extended(spec, class, bits * share * part, drawn));
            }
        }
    }
    Ok(tables)
}

/// Builds one recoder for each pair of Huffman tables in use. Also returns, for each component, the
/// index of its recoder.
fn recoders(header: &Header, tables: &Tables) -> Result<(Vec<Recoder>, Vec<usize>), Refusal> {
    let mut keys: Vec<(usize, usize)> = Vec::new();
    let (mut recoders, mut recoder_of) = (Vec::new(), Vec::new());
    for component in &header.components {
        let key = (component.dc, component.ac);
        let known = keys.iter().position(|&known| known == key);
        recoder_of.push(known.unwrap_or(recoders.len()));
        if known.is_some() {
            continue;
        }
        let from = [&header.dc[key.0], &header.ac[key.1]];
        let to = [&tables[0][key.0], &tables[1][key.1]];
        let ([Some(from_dc), Some(from_ac)], [Some(to_dc), Some(to_ac)]) = (from, to) else {
            return Err(corrupt("a Huffman table is missing").into());
        };
        keys.push(key);
        recoders.push(Recoder::new([from_dc, from_ac], [to_dc, to_ac]));
    }
    Ok((recoders, recoder_of))
}

/// Finds the block ends of all segments of a file.
struct Find<'a> {
    file: &'a Baseline<'a>,
    lookups: &'a Lookups<'a>,
}

impl Kernel for Find<'_> {
    type Output = Result<BlockIndex, Fault>;

    #[inline(always)]
    fn run<V: Vector>(self, _: V) -> Self::Output {
        let per_mcu = self.file.layout.blocks.len();
        let mut index = BlockIndex::new(self.file.layout.count() * per_mcu);
        for (mcus, bytes) in self.file.segments() {
            let blocks = mcus.start * per_mcu..mcus.end * per_mcu;
            index.segment(self.lookups, self.file.segments.data(), bytes, blocks)?;
        }
        Ok(index)
    }
}
