//! Splits a scan into its entropy-coded segments at restart markers (T.81, B.1.1.5 and E.1.4).

use crate::codec::jpeg::entropy::bits::{PADDING, unstuff};
use crate::codec::jpeg::syntax::header::corrupt;
use crate::error::Error;
use crate::kept::{self, BYTES};
use std::ops::Range;

/// The bytes of all segments, unstuffed: without the 0x00 after each 0xff.
#[derive(Default)]
pub struct Segments {
    data: Vec<u8>,
    /// Start of each segment in `data`, followed by the end of the data. Each segment ends
    /// [`PADDING`] bytes before the next start.
    starts: Vec<usize>,
}

impl Drop for Segments {
    fn drop(&mut self) {
        kept::give(&BYTES, std::mem::take(&mut self.data));
    }
}

impl Segments {
    /// Creates an empty value with space for `bytes` bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self { data: kept::take(&BYTES, bytes + 4 * PADDING), starts: Vec::new() }
    }

    /// Replaces the contents by the segments of a scan; returns the position in `scan` at which the
    /// last one ends. The restart markers between the segments must be numbered 0 to 7, cyclically.
    ///
    /// # Errors
    /// [`Error::ImageCorrupt`] if a restart marker is missing.
    pub fn read(&mut self, scan: &[u8], segments: usize) -> Result<usize, Error> {
        self.data.clear();
        self.starts.clear();
        let mut at = 0;
        for number in 0..segments {
            self.starts.push(self.data.len());
            at += unstuff(&scan[at..], &mut self.data);
            self.data.extend_from_slice(&[0xff; PADDING]);
            // Skips fill bytes, which may precede a marker.
            while scan.get(at..at + 2) == Some(&[0xff, 0xff]) {
                at += 1;
            }
            if number + 1 < segments {
                if scan.get(at + 1) != Some(&(0xd0 | (number as u8 & 7))) {
                    return Err(corrupt("a restart marker is missing"));
                }
                at += 2;
            }
        }
        self.starts.push(self.data.len());
        Ok(at)
    }

    /// Returns the bytes of all segments, each followed by its padding.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// Returns the range of each segment in `data`, without its padding.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.starts.windows(2).map(|pair| pair[0]..pair[1] - PADDING)
    }

    /// Total number of bytes of all segments, without padding.
    pub fn len(&self) -> usize {
        self.data.len() - (self.starts.len() - 1) * PADDING
    }
}
