//! The shape of one interleaved baseline scan: its units, its blocks, its bytes.

use super::bits::{PADDING, unstuff};
use super::exif::Orientation;
use super::header::Header;
use crate::error::Error;
use crate::geometry::{Rect, Size};
use std::ops::Range;

/// Whether a file can be followed block by block.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is a legal kind that only a full decoder reads.
    NotHere,
    /// It is damaged.
    Damaged(Error),
}

impl From<Error> for Outcome {
    fn from(error: Error) -> Self {
        Self::Damaged(error)
    }
}

/// One block of a unit.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Index of its component.
    pub component: usize,
    /// Its left edge in the unit, in picture pixels.
    pub dx: i32,
    /// Its top edge.
    pub dy: i32,
    /// Picture pixels per sample, both ways.
    pub step: (i32, i32),
}

/// How the picture is divided.
#[derive(Debug)]
pub struct Layout {
    /// Picture size.
    pub size: Size,
    /// Size of a unit in pixels.
    pub unit: (i32, i32),
    /// Units in a row, and rows of units.
    pub units: (usize, usize),
    /// Blocks of a unit in coding order.
    pub blocks: Vec<Block>,
}

impl Layout {
    /// The layout of a file: one or three components, colour at full, half or quarter resolution.
    pub fn new(header: &Header) -> Result<Self, Outcome> {
        let plain = header.process == 0xc0 && header.precision == 8 && header.one_full_scan;
        let [luma, chroma @ ..] = header.components.as_slice() else {
            return Err(Outcome::NotHere);
        };
        let full = chroma.iter().all(|c| (c.h, c.v) == (1, 1));
        // Turned, it must be decoded: badges are read upright.
        let upright = header.orientation() == Orientation::Upright;
        let known = full && luma.h != 3 && luma.v != 3 && matches!(chroma.len(), 0 | 2);
        if !plain || !upright || !known {
            return Err(Outcome::NotHere);
        }
        if chroma.len() == 2 && !header.is_plainly_ycc() {
            return Err(Outcome::NotHere);
        }
        // A scan of one component has one block in a unit, whatever its sampling factors say.
        let (h, v) = if chroma.is_empty() { (1, 1) } else { (luma.h as i32, luma.v as i32) };
        let mut blocks = Vec::new();
        for (y, x) in (0..v).flat_map(|y| (0..h).map(move |x| (y, x))) {
            blocks.push(Block { component: 0, dx: 8 * x, dy: 8 * y, step: (1, 1) });
        }
        for component in 1..header.components.len() {
            blocks.push(Block { component, dx: 0, dy: 0, step: (h, v) });
        }
        let unit = (8 * h, 8 * v);
        let units = (
            header.size.w().div_ceil(unit.0 as u32) as usize,
            header.size.h().div_ceil(unit.1 as u32) as usize,
        );
        Ok(Self { size: header.size, unit, units, blocks })
    }

    /// Number of units.
    pub fn count(&self) -> usize {
        self.units.0 * self.units.1
    }

    /// The picture with the edges of its last units, where encoders repeat the last pixels.
    pub fn padded(&self) -> Rect {
        let (w, h) = (self.units.0 as i32 * self.unit.0, self.units.1 as i32 * self.unit.1);
        Rect::new(0, 0, w, h).unwrap_or(self.size.rect())
    }
}

/// The entropy-coded bytes without their stuffing, in pieces between restart markers.
pub struct Scan {
    data: Vec<u8>,
    /// Where each piece begins; it ends [`PADDING`] bytes behind its last byte.
    starts: Vec<usize>,
}

impl Scan {
    /// Reads a scan of so many units of so many blocks, with a restart marker after every
    /// `interval` units; returns it and where in `scan` its last piece ends.
    pub fn read(
        scan: &[u8],
        units: usize,
        blocks: usize,
        interval: usize,
    ) -> Result<(Self, usize), Outcome> {
        let damaged = |what: &str| Outcome::Damaged(Error::ImageCorrupt(format!("JPEG: {what}")));
        // Two bits are the least for a block: a DC and an end symbol of one bit each. So a lying
        // header costs neither memory nor time.
        if (units * blocks) as u64 > 4 * scan.len() as u64 {
            return Err(damaged("fewer bits than blocks"));
        }
        let pieces = units.div_ceil(interval);
        let mut found = Self { data: Vec::with_capacity(scan.len() + 32), starts: Vec::new() };
        let mut at = 0;
        for piece in 0..pieces {
            found.starts.push(found.data.len());
            at += unstuff(&scan[at..], &mut found.data);
            found.data.extend_from_slice(&[0xff; PADDING]);
            // Markers may be preceded by fill bytes.
            while scan.get(at..at + 2) == Some(&[0xff, 0xff]) {
                at += 1;
            }
            if piece + 1 < pieces {
                if scan.get(at + 1) != Some(&(0xd0 | (piece as u8 & 7))) {
                    return Err(damaged("a restart marker is missing"));
                }
                at += 2;
            }
        }
        found.starts.push(found.data.len());
        Ok((found, at))
    }

    /// Reads the scan of a file that has no other.
    pub fn only(bytes: &[u8], header: &Header, layout: &Layout) -> Result<Self, Outcome> {
        let scan = &bytes[header.sos.end..];
        let units = layout.count();
        let interval = if header.restart_interval == 0 { units } else { header.restart_interval };
        let (found, end) = Self::read(scan, units, layout.blocks.len(), interval)?;
        match scan.get(end + 1) {
            // The end, or the end of the file where it is missing.
            Some(0xd9) | None => Ok(found),
            Some(0xdc) if scan.get(end + 4..).is_some_and(|body| header.is_height(body)) => {
                Ok(found)
            }
            // A further scan, tables for one, or another number of lines: for a full decoder.
            Some(_) => Err(Outcome::NotHere),
        }
    }

    /// All pieces, each with its padding.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// Where the bytes of each piece lie in that.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.starts.windows(2).map(|pair| pair[0]..pair[1] - PADDING)
    }

    /// Bytes of all pieces.
    pub fn len(&self) -> usize {
        self.data.len() - (self.starts.len() - 1) * PADDING
    }
}
