//! Whole pictures from JPEG bytes of every kind, through the `zune-jpeg` crate.

use super::arrange::arranged;
use super::header;
use crate::error::Error;
use crate::geometry::{MAX_SIDE, Size};
use crate::pixmap::Pixmap;
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

/// More scans than any encoder writes (libjpeg's script has 10), but a bound on work per pixel.
const MAX_SCANS: usize = 64;

/// Decodes to RGB. The caller has checked the announced size.
///
/// # Errors
/// [`Error::ImageUnsupported`] for 12-bit, lossless, hierarchical and arithmetic-coded files,
/// [`Error::ImageCorrupt`] for everything that breaks off or contradicts itself.
pub fn decode(bytes: &[u8]) -> Result<Pixmap, Error> {
    let header = header::read(bytes)?;
    if header.precision != 8 {
        return Err(Error::ImageUnsupported(format!("JPEG with {} bits", header.precision)));
    }
    if !matches!(header.process, 0xc0..=0xc2) {
        let kind = match header.process {
            0xc3 => "lossless",
            0xc9..=0xcb => "arithmetic-coded",
            _ => "hierarchical",
        };
        return Err(Error::ImageUnsupported(format!("{kind} JPEG")));
    }
    // The shortest code has one bit, and even progressive files name every block's DC value once,
    // so a lying header is found before memory is taken for it.
    if header.blocks() > 8 * bytes.len() as u64 {
        return Err(Error::ImageCorrupt("JPEG: fewer bits than blocks".into()));
    }
    let is_third = |factor: usize| factor == 3;
    if header.components.iter().any(|c| is_third(c.h) || is_third(c.v)) {
        return Err(Error::ImageUnsupported("JPEG with a sampling factor of 3".into()));
    }
    // The crate below takes scans of one component each for something else (0.5.15).
    let whole;
    let mut bytes = bytes;
    if header.process != 0xc2 && !header.one_full_scan {
        whole = arranged(bytes)?.ok_or_else(|| Error::ImageCorrupt("JPEG: its scans".into()))?;
        bytes = &whole;
    }
    let options = DecoderOptions::default()
        .set_max_width(MAX_SIDE as usize)
        .set_max_height(MAX_SIDE as usize)
        .set_strict_mode(true)
        .jpeg_set_max_scans(MAX_SCANS)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    let data = decoder.decode().map_err(|e| Error::ImageCorrupt(format!("JPEG: {e:?}")))?;
    let info = decoder.info().ok_or_else(|| Error::ImageCorrupt("JPEG: no frame".into()))?;
    Size::new(info.width.into(), info.height.into())
        .and_then(|size| Pixmap::from_rgb(size, data))
        .ok_or_else(|| Error::ImageCorrupt("JPEG: pixels are missing".into()))
}
