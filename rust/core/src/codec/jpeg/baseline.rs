//! A baseline JPEG that can be followed block by block: its tables, its units, its blocks.

use super::bits::BitReader;
use super::dct::Coefs;
use super::header::{self, Component, Header};
use super::huffman::HuffmanSpec;
use super::quant::Quant;
use super::scan::{Layout, Outcome, Scan};
use super::symbols::Fault;
use super::walk::{Map, Pair, Walk};
use super::widen::{Class, widened};
use crate::error::Error;
use crate::simd::{Job, Level, Vector};
use std::ops::Range;

/// A baseline JPEG that is ready to be followed.
pub struct Baseline<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) header: Header,
    pub(super) layout: Layout,
    pub(super) scan: Scan,
    /// What the result is written with.
    pub(super) tables: Tables,
    /// What components are read and written with.
    pub(super) pairs: Vec<Pair>,
    /// For every component which of those is its.
    pair_of: Vec<usize>,
}

/// Widened Huffman tables by class (DC, AC) and number.
pub type Tables = [[Option<HuffmanSpec>; 4]; 2];

impl From<Fault> for Outcome {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::BadCode => damaged("a bit pattern that is no code"),
            Fault::End => damaged("the scan breaks off"),
            Fault::Overflow | Fault::TooMany => Self::NotHere,
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
        let (pairs, pair_of) = pairs(&header, &tables)?;
        Ok(Self { bytes, header, layout, scan, tables, pairs, pair_of })
    }

    /// The tables of a component.
    #[inline(always)]
    pub(super) fn pair(&self, component: usize) -> &Pair {
        &self.pairs[self.pair_of[component]]
    }

    /// The tables of a block, by its number in its unit.
    pub(super) fn pair_of_block(&self, block: usize) -> &Pair {
        self.pair(self.layout.blocks[block].component)
    }

    /// The units and the bytes of each piece between restart markers.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
        let (interval, count) = (self.interval(), self.layout.count());
        let units = move |n: usize| n * interval..((n + 1) * interval).min(count);
        self.scan.ranges().enumerate().map(move |(n, bytes)| (units(n), bytes))
    }

    /// Finds all blocks of the scan.
    pub fn walk(&self) -> Result<Walk, Outcome> {
        // Bits are counted in 32 bits.
        if self.scan.data().len() >= 1 << 29 {
            return Err(Outcome::NotHere);
        }
        let blocks: Vec<usize> =
            self.layout.blocks.iter().map(|block| self.pair_of[block.component]).collect();
        let map = Map::new(&self.pairs, &blocks);
        Ok(Level::best().run(Find { file: self, map: &map })?)
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
    pub fn bits(&self, walk: &Walk) -> Vec<u16> {
        let (across, down) = (self.layout.unit.0 as usize / 8, self.layout.unit.1 as usize / 8);
        let columns = self.layout.units.0 * across;
        let mut bits = vec![0; columns * self.layout.units.1 * down];
        let per_unit = self.layout.blocks.len();
        for (units, bytes) in self.pieces() {
            let mut start = (bytes.start * 8) as u32;
            for unit in units {
                let (row, column) = (unit / self.layout.units.0, unit % self.layout.units.0);
                let corner = row * down * columns + column * across;
                let ends = walk.ends[unit * per_unit..].iter();
                for (block, &end) in self.layout.blocks.iter().zip(ends) {
                    if block.component == 0 {
                        let (x, y) = (block.dx as usize / 8, block.dy as usize / 8);
                        bits[corner + y * columns + x] = (end - start).min(u16::MAX.into()) as u16;
                    }
                    start = end;
                }
            }
        }
        bits
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
        for (units, bytes) in self.pieces() {
            let mut reader = BitReader::from_bit(self.scan.data(), bytes.start * 8);
            let mut before = [0; 3];
            for _ in units {
                for block in &self.layout.blocks {
                    let c = block.component;
                    self.pair(c).decoder.decode(&mut reader, &mut before[c], &mut coefs)?;
                    visit(c, &coefs);
                }
            }
            if reader.position() > bytes.end * 8 {
                return Err(Fault::End.into());
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

/// What components are read and written with, and which of those is each component's: the same
/// tables are made once.
fn pairs(header: &Header, tables: &Tables) -> Result<(Vec<Pair>, Vec<usize>), Outcome> {
    let mut keys: Vec<(usize, usize)> = Vec::new();
    let (mut pairs, mut pair_of) = (Vec::new(), Vec::new());
    for component in &header.components {
        let key = (component.dc, component.ac);
        let known = keys.iter().position(|&known| known == key);
        pair_of.push(known.unwrap_or(pairs.len()));
        if known.is_some() {
            continue;
        }
        let from = [&header.dc[key.0], &header.ac[key.1]];
        let to = [&tables[0][key.0], &tables[1][key.1]];
        let ([Some(from_dc), Some(from_ac)], [Some(to_dc), Some(to_ac)]) = (from, to) else {
            return Err(damaged("a Huffman table is missing"));
        };
        keys.push(key);
        pairs.push(Pair::new([from_dc, from_ac], [to_dc, to_ac]));
    }
    Ok((pairs, pair_of))
}

/// Finds the blocks of all pieces.
struct Find<'a> {
    file: &'a Baseline<'a>,
    map: &'a Map<'a>,
}

impl Job for Find<'_> {
    type Output = Result<Walk, Fault>;

    #[inline(always)]
    fn run<V: Vector>(self, _: V) -> Self::Output {
        let per_unit = self.file.layout.blocks.len();
        let mut walk = Walk::new(self.file.layout.count() * per_unit);
        for (units, bytes) in self.file.pieces() {
            let blocks = units.start * per_unit..units.end * per_unit;
            walk.piece(self.map, self.file.scan.data(), bytes, blocks)?;
        }
        Ok(walk)
    }
}
