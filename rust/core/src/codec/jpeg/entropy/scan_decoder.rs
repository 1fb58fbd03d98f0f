//! Iterates over the MCUs and blocks of a scan, for all decoders. Predictions are reset after every
//! restart marker (T.81, A.2 and E.2).

use crate::codec::jpeg::entropy::bits::{BitReader, PADDING};
use crate::codec::jpeg::entropy::huffman_decoder::Fault;
use crate::codec::jpeg::entropy::segments::Segments;
use crate::codec::jpeg::syntax::header::Header;
use crate::error::Error;
use std::ops::Range;

/// One 8x8 block of an MCU (minimum coded unit, the group of blocks that is coded together).
#[derive(Clone, Copy, Debug)]
pub struct McuBlock {
    /// Index of the block's component.
    pub component: usize,
    /// Column and row of the block in the MCU.
    pub at: (usize, usize),
    /// Number of block columns and block rows that the component has in an MCU.
    of: (usize, usize),
}

/// How a scan is divided into MCUs and blocks.
#[derive(Debug)]
pub struct Scan {
    /// Number of MCUs in a row, and number of rows.
    pub mcus: (usize, usize),
    /// Blocks of an MCU in coding order.
    pub blocks: Vec<McuBlock>,
    /// Number of MCUs between restart markers; all MCUs if there are no restart markers.
    interval: usize,
}

impl Scan {
    /// Returns the structure of the scan whose header was read last.
    pub fn of(header: &Header) -> Self {
        let mut blocks = Vec::new();
        let mcus = match header.scan.as_slice() {
            // In a scan of one component, an MCU is one block, and blocks that only pad the frame
            // are omitted (T.81, A.2.2).
            &[component] => {
                blocks.push(McuBlock { component, at: (0, 0), of: (1, 1) });
                let (w, h) = header.samples(component);
                (w.div_ceil(8), h.div_ceil(8))
            }
            several => {
                for &component in several {
                    let of = (header.components[component].h, header.components[component].v);
                    for (y, x) in (0..of.1).flat_map(|y| (0..of.0).map(move |x| (y, x))) {
                        blocks.push(McuBlock { component, at: (x, y), of });
                    }
                }
                header.mcus()
            }
        };
        let interval = match header.restart_interval {
            0 => mcus.0 * mcus.1,
            mcus => mcus,
        };
        Self { mcus, blocks, interval }
    }

    /// Number of MCUs (minimum coded units) of the scan.
    pub fn count(&self) -> usize {
        self.mcus.0 * self.mcus.1
    }

    /// Reads the segments of a scan at the start of `bytes`; returns the position at which the last
    /// one ends.
    ///
    /// # Errors
    /// [`Error::ImageCorrupt`] if a restart marker is missing.
    pub fn read(&self, bytes: &[u8], segments: &mut Segments) -> Result<usize, Error> {
        segments.read(bytes, self.count().div_ceil(self.interval))
    }

    /// Iterates over the segments: the range of MCUs and the range of bytes of each.
    pub fn segments(
        &self,
        segments: &Segments,
    ) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
        let (interval, count) = (self.interval, self.count());
        let mcus = move |n: usize| n * interval..((n + 1) * interval).min(count);
        segments.ranges().enumerate().map(move |(n, bytes)| (mcus(n), bytes))
    }
}

/// Decodes the blocks of a scan.
pub trait BlockDecoder {
    /// Resets the DC predictions; called at the start of every restart interval.
    fn restart(&mut self);

    /// Decodes a component's block, given its block column and block row.
    fn block(
        &mut self,
        reader: &mut BitReader,
        component: usize,
        column: usize,
        row: usize,
    ) -> Result<(), Fault>;
}

/// Decodes all blocks of a scan in coding order.
///
/// # Errors
/// Those of the decoder, and [`Fault::End`] if the bits end too early. The end is detected at the
/// latest after each row of MCUs, so a truncated file costs no more time than its data require.
#[inline(always)]
pub fn decode_scan(
    scan: &Scan,
    segments: &Segments,
    decoder: &mut impl BlockDecoder,
) -> Result<(), Fault> {
    for (mcus, bytes) in scan.segments(segments) {
        let mut reader = BitReader::new(&segments.data()[bytes.start..bytes.end + PADDING]);
        let (mut column, mut row) = (mcus.start % scan.mcus.0, mcus.start / scan.mcus.0);
        decoder.restart();
        for _ in mcus {
            for block in &scan.blocks {
                let (x, y) = (column * block.of.0 + block.at.0, row * block.of.1 + block.at.1);
                decoder.block(&mut reader, block.component, x, y)?;
            }
            column += 1;
            if column == scan.mcus.0 {
                if reader.is_past_end() {
                    return Err(Fault::End);
                }
                (column, row) = (0, row + 1);
            }
        }
        if reader.is_past_end() {
            return Err(Fault::End);
        }
    }
    Ok(())
}
