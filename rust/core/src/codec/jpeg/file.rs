//! A JPEG file with its header parsed once, for all routes.

use crate::codec::jpeg::decode::decode;
use crate::codec::jpeg::syntax::header::{self, Header};
use crate::error::Error;
use crate::geometry::Size;
use crate::pixmap::Pixmap;

/// A file and what stands before its first scan.
pub struct File<'a> {
    /// All of it.
    pub bytes: &'a [u8],
    /// Its segments up to the first SOS.
    pub header: Header,
}

impl<'a> File<'a> {
    /// Reads the header.
    ///
    /// # Errors
    /// [`Error::ImageCorrupt`] or [`Error::ImageUnsupported`] for a header that no file has.
    pub fn read(bytes: &'a [u8]) -> Result<Self, Error> {
        Ok(Self { bytes, header: header::read(bytes)? })
    }

    /// Size of the picture as it is seen.
    pub fn size(&self) -> Size {
        self.header.upright()
    }

    /// Decodes to RGB, upright whatever the camera's orientation. The caller has checked the size.
    ///
    /// # Errors
    /// [`Error::ImageUnsupported`] for 12-bit, lossless, hierarchical and arithmetic-coded files,
    /// [`Error::ImageCorrupt`] for everything that breaks off or contradicts itself.
    pub fn decode(self) -> Result<Pixmap, Error> {
        decode(self.bytes, self.header)
    }
}
