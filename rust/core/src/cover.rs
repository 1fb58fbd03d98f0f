//! Covers regions of an image with a flat colour.
//!
//! A baseline JPEG is not decoded completely: covered blocks are encoded again, all others are
//! copied bit for bit. Metadata of the file, such as an Exif thumbnail, are kept. Therefore this is
//! only suitable for newly captured screenshots.

use crate::codec::jpeg::{self, Baseline, File, Refusal};
use crate::codec::{self, Format, Opened, png};
use crate::color::Color;
use crate::error::Error;
use crate::geometry::Rect;
use crate::overlay::Primitive;
use crate::pixmap::PixelView;
use crate::raster::Canvas;
use crate::request::Source;

/// Covers rectangles (in image pixels) and encodes the result. `quality` applies to a JPEG whose
/// blocks cannot be copied.
///
/// # Errors
/// See [`Error`]; any input bytes give either an image or an error.
pub fn cover(
    source: Source,
    rects: &[Rect],
    color: Color,
    format: Format,
    quality: u8,
) -> Result<Vec<u8>, Error> {
    let drawing: Vec<Primitive> =
        rects.iter().map(|&rect| Primitive::Fill { rect, color, alpha: 255 }).collect();
    let bytes = match source {
        Source::Pixels(view) => return encode_drawn(view, &drawing, format, quality),
        Source::File(bytes) => bytes,
    };
    let file = codec::open(bytes)?;
    if let (Opened::Jpeg(file), Format::Jpeg) = (&file, format) {
        match in_blocks(file, rects, &drawing) {
            Ok(data) => return Ok(data),
            Err(Refusal::Unsuited) => {}
            Err(Refusal::Damaged(error)) => return Err(error),
        }
    }
    encode_drawn(file.decode()?.view(), &drawing, format, quality)
}

fn in_blocks(file: &File, rects: &[Rect], drawing: &[Primitive]) -> Result<Vec<u8>, Refusal> {
    let mcus =
        |rect: &Rect| (f64::from(rect.w()) / 16.0 + 1.0) * (f64::from(rect.h()) / 16.0 + 1.0);
    let touched = rects.iter().map(mcus).sum::<f64>().min(1e6);
    let file = Baseline::read(file, touched)?;
    let index = file.index()?;
    Ok(file.draw(&index, drawing)?.data)
}

/// Encodes pixels with a drawing on top.
pub(crate) fn encode_drawn(
    view: PixelView,
    drawing: &[Primitive],
    format: Format,
    quality: u8,
) -> Result<Vec<u8>, Error> {
    if !(1..=100).contains(&quality) {
        return Err(Error::InvalidOption(format!("quality is {quality}; it lies in 1..=100")));
    }
    let canvas = Canvas::new(view, drawing);
    match format {
        Format::Jpeg => Ok(jpeg::Encoder::new(&canvas, quality).encode(&canvas)),
        Format::Png => png::encode(&canvas),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pixmap::Pixmap;

    const GREY: Color = Color { r: 127, g: 127, b: 127 };

    /// Creates a white image, with a red and black checkerboard where the test draws the cover.
    fn picture() -> Pixmap {
        Pixmap::painted(150, 90, |x, y| {
            let inside = (40..90).contains(&x) && (21..43).contains(&y);
            let red = if (x + y) % 2 == 0 { [255, 0, 0] } else { [0, 0, 0] };
            if inside { red } else { [255; 3] }
        })
    }

    fn at(pixmap: &Pixmap, x: usize, y: usize) -> [u8; 3] {
        let mut row = vec![0; 3 * 150];
        pixmap.view().copy_row(y, &mut row);
        [row[3 * x], row[3 * x + 1], row[3 * x + 2]]
    }

    #[test]
    fn what_is_covered_is_in_no_pixel_and_the_rest_stays() {
        let plain = picture();
        let rect = [
            Rect::new(38, 19, 54, 26).expect("valid"),
            Rect::new(140, -9, 900, 20).expect("valid"),
        ];
        for (from, to) in
            [(Format::Jpeg, Format::Jpeg), (Format::Png, Format::Png), (Format::Png, Format::Jpeg)]
        {
            let file = crate::route::encode(plain.view(), from, 90).expect("encodes");
            let before = codec::decode(&file).expect("decodes");
            let done = cover(Source::File(&file), &rect, GREY, to, 90).expect("covers");
            let after = codec::decode(&done).expect("decodes");
            for y in 19..45 {
                for x in 38..92 {
                    // JPEG compression causes ringing next to the edge of the cover, but the
                    // ringing contains no colours of the covered pixels.
                    let [r, g, b] = at(&after, x, y);
                    assert!(r.abs_diff(127) <= 12, "{from:?} {to:?} {x} {y} {r}");
                    assert!(r.abs_diff(g).max(r.abs_diff(b)) <= 4, "{x} {y} {r} {g} {b}");
                }
            }
            assert!(at(&after, 145, 5)[0].abs_diff(127) <= 6);
            if from == to {
                for (x, y) in [(10, 10), (20, 80), (140, 85)] {
                    assert_eq!(at(&after, x, y), at(&before, x, y));
                }
            }
        }
    }
}
