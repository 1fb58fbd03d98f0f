//! Picture files: which kind, how large, to pixels and back.

mod base64;
mod colors;
pub(crate) mod jpeg;
pub(crate) mod png;

pub use base64::{decode as decode_base64, encode as encode_base64, encoded_len as base64_len};

use crate::error::Error;
use crate::geometry::Size;
use crate::pixmap::Pixmap;

/// More pixels than any browser surface (16,384 x 4,096); 200 MB as RGB.
pub const MAX_PIXELS: u64 = 1 << 26;

/// The kinds of files that are read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// JPEG (ITU-T T.81); written as baseline.
    Jpeg,
    /// PNG (ISO/IEC 15948).
    Png,
}

impl Format {
    /// Its name on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Jpeg => "jpeg",
            Self::Png => "png",
        }
    }
}

/// Format and announced size, as it is seen, from the header alone; no pixels are allocated.
///
/// # Errors
/// [`Error::NotAnImage`], [`Error::ImageCorrupt`], or [`Error::ImageTooLarge`] above [`MAX_PIXELS`].
pub fn probe(bytes: &[u8]) -> Result<(Format, Size), Error> {
    let (format, size) = if jpeg::sniff(bytes) {
        (Format::Jpeg, jpeg::read_header(bytes)?.upright())
    } else if png::sniff(bytes) {
        (Format::Png, png::size(bytes)?)
    } else {
        return Err(Error::NotAnImage);
    };
    if size.area() > MAX_PIXELS {
        return Err(Error::ImageTooLarge { width: size.w(), height: size.h(), limit: MAX_PIXELS });
    }
    Ok((format, size))
}

/// Decodes to RGB whatever [`probe`] accepts.
///
/// # Errors
/// Those of [`probe`], and [`Error::ImageUnsupported`] for kinds that nothing here reads.
pub fn decode(bytes: &[u8]) -> Result<Pixmap, Error> {
    match probe(bytes)? {
        (Format::Jpeg, _) => jpeg::decode(bytes),
        (Format::Png, _) => png::decode(bytes),
    }
}
