//! PNG, using the `png` crate: decodes every colour type and bit depth to RGB, and encodes RGB.

use super::colors::Palette;
use crate::error::Error;
use crate::geometry::{MAX_PIXELS, Size};
use crate::pixmap::{Pixmap, over_white};
use crate::raster::{Canvas, STRIP};
use png::{BitDepth, ColorType, DeflateCompression, Filter, Transformations};
use std::io::{Cursor, Write as _};

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// Whether the bytes begin like a PNG file.
pub fn sniff(bytes: &[u8]) -> bool {
    bytes.starts_with(&SIGNATURE)
}

fn corrupt(what: &impl std::fmt::Display) -> Error {
    Error::ImageCorrupt(format!("PNG: {what}"))
}

/// Reads the image size from the header.
///
/// # Errors
/// [`Error::ImageCorrupt`] if the file does not begin with a valid IHDR chunk.
pub fn size(bytes: &[u8]) -> Result<Size, Error> {
    let side = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
    match (bytes.get(12..16), side(16), side(20)) {
        (Some(b"IHDR"), Some(w), Some(h)) => {
            if w == 0 || h == 0 {
                return Err(corrupt(&"width or height is 0"));
            }
            Size::new(w, h).ok_or(Error::ImageTooLarge { width: w, height: h, limit: MAX_PIXELS })
        }
        _ => Err(corrupt(&"it breaks off in the header")),
    }
}

/// Maximum compression ratio of deflate (258 bytes in 2 bits). A header that declares more pixels
/// than this allows is wrong, and must not cause an allocation.
const MAX_RATIO: u64 = 1032;

/// Decodes a file to RGB row by row; transparent pixels are blended with white.
pub(crate) struct Stream<'a> {
    reader: png::Reader<Cursor<&'a [u8]>>,
    size: Size,
    color: ColorType,
    /// The current row in the file's own colour type; unused if that type is RGB.
    raw: Vec<u8>,
}

impl<'a> Stream<'a> {
    /// Reads everything before the pixels. The caller must have checked the size in the header.
    ///
    /// # Errors
    /// [`Error::ImageCorrupt`] if the file is truncated or inconsistent.
    pub fn open(bytes: &'a [u8]) -> Result<Self, Error> {
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        // EXPAND converts palettes, tRNS, and depths of 1, 2 and 4 bits to plain 8-bit channels.
        decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
        // Compressed text and profiles are not needed, and could decompress to a huge size.
        decoder.set_ignore_text_chunk(true);
        decoder.set_ignore_iccp_chunk(true);
        let reader = decoder.read_info().map_err(|e| corrupt(&e))?;
        let info = reader.info();
        let size = Size::new(info.width, info.height).ok_or_else(|| corrupt(&"size"))?;
        if info.raw_bytes() as u64 > MAX_RATIO * bytes.len() as u64 {
            return Err(corrupt(&"fewer bytes than its size needs"));
        }
        check_palette(info)?;
        let (color, _) = reader.output_color_type();
        let line = reader.output_line_size(info.width).ok_or_else(|| corrupt(&"size"))?;
        let raw = if is_rgb(color) { Vec::new() } else { vec![0; line] };
        Ok(Self { reader, size, color, raw })
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether the rows are stored in an order other than top to bottom.
    pub fn is_interlaced(&self) -> bool {
        self.reader.info().interlaced
    }

    /// Decodes the next row to RGB and writes it to `out`.
    ///
    /// # Errors
    /// [`Error::ImageCorrupt`] if there is no further row or it is invalid.
    pub fn read_row(&mut self, out: &mut [u8]) -> Result<(), Error> {
        let row = if is_rgb(self.color) { &mut *out } else { &mut self.raw[..] };
        let read = self.reader.read_row(row).map_err(|e| corrupt(&e))?;
        read.ok_or_else(|| corrupt(&"rows are missing"))?;
        if !is_rgb(self.color) {
            to_rgb(self.color, &self.raw, out);
        }
        Ok(())
    }
}

fn is_rgb(color: ColorType) -> bool {
    matches!(color, ColorType::Rgb | ColorType::Indexed)
}

/// Decodes to RGB; transparent pixels are blended with white. The caller must have checked the size
/// in the header.
///
/// # Errors
/// [`Error::ImageCorrupt`] if the file is truncated or inconsistent.
pub fn decode(bytes: &[u8]) -> Result<Pixmap, Error> {
    let mut stream = Stream::open(bytes)?;
    let mut pixmap = Pixmap::new(stream.size);
    if stream.is_interlaced() {
        let reader = &mut stream.reader;
        let mut whole = vec![0; reader.output_buffer_size().ok_or_else(|| corrupt(&"size"))?];
        let frame = reader.next_frame(&mut whole).map_err(|e| corrupt(&e))?;
        for (y, row) in whole.chunks_exact(frame.line_size).enumerate() {
            to_rgb(stream.color, row, pixmap.row_mut(y));
        }
        return Ok(pixmap);
    }
    for y in 0..stream.size.h() as usize {
        stream.read_row(pixmap.row_mut(y))?;
    }
    Ok(pixmap)
}

/// Rejects a palette that would make the decoder (png 0.18.1) panic while expanding it. A palette
/// must have 1 to 256 complete colours (PNG, third edition, 11.2.2).
fn check_palette(info: &png::Info) -> Result<(), Error> {
    let length = info.palette.as_deref().map_or(3, <[u8]>::len);
    if !length.is_multiple_of(3) || !(3..=768).contains(&length) {
        return Err(corrupt(&"its palette does not hold 1 to 256 whole colours"));
    }
    Ok(())
}

fn to_rgb(color: ColorType, row: &[u8], out: &mut [u8]) {
    let pixels = out.chunks_exact_mut(3);
    match color {
        ColorType::Rgb | ColorType::Indexed => out[..row.len()].copy_from_slice(row),
        ColorType::Grayscale => pixels.zip(row).for_each(|(out, &grey)| out.fill(grey)),
        ColorType::GrayscaleAlpha => {
            for (out, pixel) in pixels.zip(row.chunks_exact(2)) {
                out.fill(over_white(pixel[0], pixel[1]));
            }
        }
        ColorType::Rgba => {
            for (out, pixel) in pixels.zip(row.chunks_exact(4)) {
                for c in 0..3 {
                    out[c] = over_white(pixel[c], pixel[3]);
                }
            }
        }
    }
}

/// Encodes as 8-bit RGB, optimised for speed. On screenshots, filters chosen per row with the
/// fastest deflate level give smaller files in less time than any fixed filter. A page at 1280x720
/// takes 221 kB and 2.5 ms, or 1406 kB and 4.9 ms if it is full of photographs.
///
/// # Errors
/// None in practice, because the output is in memory.
pub fn encode(canvas: &Canvas) -> Result<Vec<u8>, Error> {
    encode_with(canvas, DeflateCompression::FdeflateUltraFast)
}

/// Encodes as 8-bit RGB, about two thirds of the size of [`encode`] in five times the time.
///
/// # Errors
/// None in practice.
pub fn encode_small(canvas: &Canvas) -> Result<Vec<u8>, Error> {
    encode_with(canvas, DeflateCompression::Level(4))
}

fn encode_with(canvas: &Canvas, deflate: DeflateCompression) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    let size = canvas.size();
    let mut encoder = png::Encoder::new(&mut out, size.w(), size.h());
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_deflate_compression(deflate);
    encoder.set_filter(Filter::Adaptive);
    write(encoder, canvas, |rows, out| out.extend_from_slice(rows))?;
    Ok(out)
}

/// Encodes with a palette of at most 256 colours fitted to this image. Does not dither, because
/// dithering would enlarge the file and make text less readable.
///
/// # Errors
/// None in practice.
pub fn encode_indexed(canvas: &Canvas) -> Result<Vec<u8>, Error> {
    let palette = Palette::of(canvas);
    let mut out = Vec::new();
    let size = canvas.size();
    let mut encoder = png::Encoder::new(&mut out, size.w(), size.h());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.colors().to_vec());
    encoder.set_deflate_compression(DeflateCompression::Level(6));
    encoder.set_filter(Filter::NoFilter);
    write(encoder, canvas, |rows, out| {
        out.extend(rows.chunks_exact(3).map(|pixel| palette.index(pixel)));
    })?;
    Ok(out)
}

/// Applies `convert` to the painted rows and passes them to the encoder, strip by strip.
fn write(
    encoder: png::Encoder<'_, &mut Vec<u8>>,
    canvas: &Canvas,
    mut convert: impl FnMut(&[u8], &mut Vec<u8>),
) -> Result<(), Error> {
    let mut writer = encoder.write_header().map_err(|e| corrupt(&e))?;
    let mut stream = writer.stream_writer().map_err(|e| corrupt(&e))?;
    let stride = 3 * canvas.size().w() as usize;
    let (mut strip, mut converted) = (vec![0; stride * STRIP], Vec::new());
    for index in 0..canvas.strips() {
        let rows = canvas.read(index, stride, &mut strip);
        converted.clear();
        convert(&strip[..rows * stride], &mut converted);
        stream.write_all(&converted).map_err(|e| corrupt(&e))?;
    }
    stream.finish().map_err(|e| corrupt(&e))?;
    writer.finish().map_err(|e| corrupt(&e))
}
