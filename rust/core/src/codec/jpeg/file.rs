//! A JPEG file whose header is parsed once and shared by both routes: editing in place, and
//! decoding.

use crate::codec::jpeg::decode::decode;
use crate::codec::jpeg::syntax::header::{self, Header};
use crate::error::Error;
use crate::geometry::Size;
use crate::pixmap::Pixmap;

/// A file and the segments before its first scan.
pub struct File<'a> {
    /// The whole file.
    pub bytes: &'a [u8],
    /// The contents of the segments up to the first SOS.
    pub header: Header,
}

impl<'a> File<'a> {
    /// Reads the header.
    ///
    /// # Errors
    /// [`Error::ImageCorrupt`] or [`Error::ImageUnsupported`] for an invalid or unsupported header.
    pub fn read(bytes: &'a [u8]) -> Result<Self, Error> {
        Ok(Self { bytes, header: header::read(bytes)? })
    }

    /// Size of the image after its Exif orientation is applied.
    pub fn size(&self) -> Size {
        self.header.upright()
    }

    /// Decodes to RGB and applies the Exif orientation. The caller must have checked the size.
    ///
    /// # Errors
    /// [`Error::ImageUnsupported`] for 12-bit, lossless, hierarchical and arithmetic-coded files,
    /// [`Error::ImageCorrupt`] for truncated or inconsistent ones.
    pub fn decode(self) -> Result<Pixmap, Error> {
        decode(self.bytes, self.header)
    }
}
