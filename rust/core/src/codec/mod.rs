//! Image codecs: format detection, reading the size, decoding to pixels, and encoding.

mod base64;
mod colors;
pub(crate) mod jpeg;
pub(crate) mod png;

pub use base64::{decode as decode_base64, encode as encode_base64, encoded_len as base64_len};

use crate::error::Error;
use crate::geometry::{MAX_PIXELS, Size};
use crate::pixmap::Pixmap;

/// The supported file formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// JPEG (ITU-T T.81), written as baseline.
    Jpeg,
    /// PNG (ISO/IEC 15948).
    Png,
}

impl Format {
    /// Name of the format in requests and results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Jpeg => "jpeg",
            Self::Png => "png",
        }
    }
}

/// A file whose header has been read and whose size has been checked.
#[allow(clippy::large_enum_variant, reason = "there is one at a time, and it moves once")]
pub(crate) enum Opened<'a> {
    Jpeg(jpeg::File<'a>),
    Png(&'a [u8], Size),
}

impl Opened<'_> {
    /// Format and size from the header; the size is after the Exif orientation is applied.
    fn kind(&self) -> (Format, Size) {
        match self {
            Self::Jpeg(file) => (Format::Jpeg, file.size()),
            Self::Png(_, size) => (Format::Png, *size),
        }
    }

    /// Decodes the opened file to RGB.
    pub fn decode(self) -> Result<Pixmap, Error> {
        match self {
            Self::Jpeg(file) => file.decode(),
            Self::Png(bytes, _) => png::decode(bytes),
        }
    }
}

/// Reads the header of a file and checks the size, without allocating memory for pixels.
pub(crate) fn open(bytes: &[u8]) -> Result<Opened<'_>, Error> {
    let file = if jpeg::sniff(bytes) {
        Opened::Jpeg(jpeg::File::read(bytes)?)
    } else if png::sniff(bytes) {
        Opened::Png(bytes, png::size(bytes)?)
    } else {
        return Err(Error::NotAnImage);
    };
    let size = file.kind().1;
    if size.area() > MAX_PIXELS {
        return Err(Error::ImageTooLarge { width: size.w(), height: size.h(), limit: MAX_PIXELS });
    }
    Ok(file)
}

/// Format and size (after the Exif orientation is applied), read from the header alone, without
/// allocating memory for pixels.
///
/// # Errors
/// [`Error::NotAnImage`], [`Error::ImageCorrupt`], or [`Error::ImageTooLarge`] above
/// [`MAX_PIXELS`].
pub fn probe(bytes: &[u8]) -> Result<(Format, Size), Error> {
    Ok(open(bytes)?.kind())
}

/// Decodes to RGB a file that [`probe`] accepts.
///
/// # Errors
/// Those of [`probe`], and [`Error::ImageUnsupported`] for unsupported kinds of files.
pub fn decode(bytes: &[u8]) -> Result<Pixmap, Error> {
    open(bytes)?.decode()
}
