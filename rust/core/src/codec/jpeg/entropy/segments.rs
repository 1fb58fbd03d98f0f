//! Splits a scan into its entropy-coded segments at restart markers (T.81, B.1.1.5 and E.1.4).

use crate::codec::jpeg::entropy::bits::{PADDING, unstuff};
use crate::codec::jpeg::syntax::header::corrupt;
use crate::error::Error;
use crate::kept::{self, BYTES};
use std::ops::Range;

/// The bytes of all segments without the zeros stuffed behind every 0xff.
#[derive(Default)]
pub struct Segments {
    data: Vec<u8>,
    /// Where each segment begins; it ends [`PADDING`] bytes before the next one begins.
    starts: Vec<usize>,
}

impl Drop for Segments {
    fn drop(&mut self) {
        kept::give(&BYTES, std::mem::take(&mut self.data));
    }
}

impl Segments {
    /// With room for so many bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self { data: kept::take(&BYTES, bytes + 4 * PADDING), starts: Vec::new() }
    }

    /// Takes the segments of a scan in place of those before; returns where in `scan` the last one
    /// ends. The markers between them count from 0 to 7 and begin anew.
    ///
    /// # Errors
    /// [`Error::ImageCorrupt`] if one of the markers is missing.
    pub fn read(&mut self, scan: &[u8], segments: usize) -> Result<usize, Error> {
        self.data.clear();
        self.starts.clear();
        let mut at = 0;
        for number in 0..segments {
            self.starts.push(self.data.len());
            at += unstuff(&scan[at..], &mut self.data);
            self.data.extend_from_slice(&[0xff; PADDING]);
            // Markers may be preceded by fill bytes.
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

    /// All segments, each with its padding.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// Where the bytes of each segment lie in that, without its padding.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.starts.windows(2).map(|pair| pair[0]..pair[1] - PADDING)
    }

    /// Bytes of all segments.
    pub fn len(&self) -> usize {
        self.data.len() - (self.starts.len() - 1) * PADDING
    }
}
