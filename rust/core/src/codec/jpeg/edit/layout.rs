//! Geometry of an interleaved baseline scan: its MCUs and blocks, in pixels.

use crate::codec::jpeg::entropy::huffman_decoder::Fault;
use crate::codec::jpeg::entropy::scan_decoder::{McuBlock, Scan};
use crate::codec::jpeg::syntax::exif::Orientation;
use crate::codec::jpeg::syntax::header::{Header, corrupt};
use crate::error::Error;
use crate::geometry::{Rect, Size};

/// Why marks cannot be drawn block by block into a file.
#[derive(Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The file may be valid, but must be decoded completely.
    Unsuited,
    /// The file is damaged.
    Damaged(Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Damaged(error)
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::BadCode | Fault::End => Self::Damaged(fault.into()),
            Fault::Overflow | Fault::TooMany => Self::Unsuited,
        }
    }
}

/// One 8x8 block of an MCU (minimum coded unit, the group of blocks that is coded together).
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Index of the colour component to which the block belongs.
    pub component: usize,
    /// Left edge of the block in the MCU, in pixels of the image.
    pub dx: i32,
    /// Top edge of the block in the MCU, in pixels of the image.
    pub dy: i32,
    /// Number of image pixels per sample of the block, horizontally and vertically.
    pub step: (i32, i32),
}

/// How an image is divided into MCUs (minimum coded units, groups of blocks that are coded
/// together) and blocks.
#[derive(Debug)]
pub struct Layout {
    /// Image size.
    pub size: Size,
    /// Size of an MCU in pixels.
    pub mcu: (i32, i32),
    /// Number of MCUs in a row, and number of rows of MCUs.
    pub mcus: (usize, usize),
    /// Blocks of one MCU, in the order in which they are coded.
    pub blocks: Vec<Block>,
}

impl Layout {
    /// Returns the layout of a file's scan, which must have three components, with chroma at full,
    /// half or quarter resolution.
    pub fn new(header: &Header, scan: &Scan) -> Result<Self, Refusal> {
        let is_baseline = header.process == 0xc0 && header.precision == 8 && header.one_full_scan;
        // A greyscale file cannot contain coloured marks.
        let [luma, chroma @ ..] = header.components.as_slice() else {
            return Err(Refusal::Unsuited);
        };
        let is_usual = chroma.iter().all(|c| (c.h, c.v) == (1, 1)) && luma.h != 3 && luma.v != 3;
        // Files that Exif rotates or flips must be decoded, because badges have to be drawn
        // upright.
        let is_upright = header.orientation() == Orientation::Upright;
        if !is_baseline || chroma.len() != 2 || !is_usual || !is_upright || !header.is_plainly_ycc()
        {
            return Err(Refusal::Unsuited);
        }
        let (h, v) = (luma.h as i32, luma.v as i32);
        let block = |block: &McuBlock| {
            let (x, y) = block.at;
            let step = if block.component == 0 { (1, 1) } else { (h, v) };
            Block { component: block.component, dx: 8 * x as i32, dy: 8 * y as i32, step }
        };
        let blocks = scan.blocks.iter().map(block).collect();
        Ok(Self { size: header.size, mcu: (8 * h, 8 * v), mcus: scan.mcus, blocks })
    }

    /// Number of MCUs (minimum coded units) of the image.
    pub fn count(&self) -> usize {
        self.mcus.0 * self.mcus.1
    }

    /// The image area extended to whole MCUs; encoders fill the extension by repeating the last
    /// pixels.
    pub fn padded(&self) -> Rect {
        let (w, h) = (self.mcus.0 as i32 * self.mcu.0, self.mcus.1 as i32 * self.mcu.1);
        Rect::new(0, 0, w, h).unwrap_or(self.size.rect())
    }
}

/// Rejects a scan that is too short for this many blocks, so that a header with a false size costs
/// neither memory nor time. A block has at least two bits: a DC symbol and an EOB symbol of one bit
/// each.
pub fn check_length(blocks: usize, bytes: usize) -> Result<(), Error> {
    if blocks as u64 > 4 * bytes as u64 { Err(corrupt("fewer bits than blocks")) } else { Ok(()) }
}
