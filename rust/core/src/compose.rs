//! Composes an image from regions of other images: a crop of one, or several side by side.

use crate::codec::{self, Format};
use crate::error::Error;
use crate::geometry::{Rect, Size};
use crate::pixmap::Pixmap;
use crate::route;

/// A region of an image, and the position of its top-left corner in the new image.
pub struct Part<'a> {
    /// A JPEG or PNG file.
    pub bytes: &'a [u8],
    /// Region of the file to copy, in its pixels; the part outside the image is omitted.
    pub from: Rect,
    /// Left edge of the region in the new image, in pixels.
    pub x: u32,
    /// Top edge of the region in the new image, in pixels.
    pub y: u32,
}

/// Encodes an image of the given size, with the parts pasted on a white background. Later parts
/// cover earlier ones.
///
/// # Errors
/// See [`Error`]. A part that extends beyond the new image is clipped, which is not an error.
pub fn compose(
    size: Size,
    parts: &[Part<'_>],
    format: Format,
    quality: u8,
) -> Result<Vec<u8>, Error> {
    let mut whole = Pixmap::new(size);
    for y in 0..size.h() as usize {
        whole.row_mut(y).fill(255);
    }
    for part in parts {
        let picture = codec::decode(part.bytes)?;
        let Some(from) = part.from.intersect(picture.size().rect()) else { continue };
        let width = from.w().min(i32::try_from(size.w().saturating_sub(part.x)).unwrap_or(0));
        let height = from.h().min(i32::try_from(size.h().saturating_sub(part.y)).unwrap_or(0));
        let (Ok(left), Ok(top), Ok(width), Ok(height)) = (
            usize::try_from(from.x()),
            usize::try_from(from.y()),
            usize::try_from(width),
            usize::try_from(height),
        ) else {
            continue;
        };
        let (x, y) = (part.x as usize, part.y as usize);
        for row in 0..height {
            let out = &mut whole.row_mut(y + row)[3 * x..3 * (x + width)];
            picture.view().copy_part(top + row, left..left + width, out);
        }
    }
    route::encode(whole.view(), format, quality)
}
