//! Reads the orientation from an Exif segment (CIPA DC-008, 4.6.4).

use crate::geometry::Size;
use crate::pixmap::Pixmap;

/// How the stored image must be transformed to be displayed upright; the values are those of the
/// Exif tag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Orientation {
    /// As stored; the default.
    #[default]
    Upright = 1,
    /// Mirrored horizontally.
    Mirrored,
    /// Rotated by 180 degrees.
    Turned,
    /// Mirrored vertically.
    Flipped,
    /// Mirrored along the main diagonal.
    Transposed,
    /// Must be rotated by 90 degrees clockwise.
    Left,
    /// Mirrored along the secondary diagonal.
    Transversed,
    /// Must be rotated by 90 degrees counter-clockwise.
    Right,
}

use Orientation::{Flipped, Left, Mirrored, Right, Transposed, Transversed, Turned, Upright};

impl Orientation {
    /// Reads the orientation from an APP1 segment. A missing or invalid value gives
    /// [`Orientation::Upright`].
    pub fn of(segment: &[u8]) -> Self {
        const ALL: [Orientation; 8] =
            [Upright, Mirrored, Turned, Flipped, Transposed, Left, Transversed, Right];
        let value = value(segment).unwrap_or(1);
        ALL.get(usize::from(value).wrapping_sub(1)).copied().unwrap_or_default()
    }

    /// The size after the orientation is applied.
    pub fn upright(self, size: Size) -> Size {
        match self {
            Upright | Mirrored | Turned | Flipped => size,
            // This always succeeds, because both sides are in range already.
            _ => Size::new(size.h(), size.w()).unwrap_or(size),
        }
    }

    /// Transforms a stored image so that it is upright.
    pub fn apply(self, stored: Pixmap) -> Pixmap {
        if self == Upright {
            return stored;
        }
        let (w, h) = (stored.size().w() as usize, stored.size().h() as usize);
        let (pixels, _) = stored.data().as_chunks::<3>();
        let mut out = Pixmap::new(self.upright(stored.size()));
        for y in 0..out.size().h() as usize {
            let (row, _) = out.row_mut(y).as_chunks_mut::<3>();
            for (x, pixel) in row.iter_mut().enumerate() {
                let (column, line) = match self {
                    Upright => (x, y),
                    Mirrored => (w - 1 - x, y),
                    Turned => (w - 1 - x, h - 1 - y),
                    Flipped => (x, h - 1 - y),
                    Transposed => (y, x),
                    Left => (y, h - 1 - x),
                    Transversed => (w - 1 - y, h - 1 - x),
                    Right => (w - 1 - y, x),
                };
                *pixel = pixels[line * w + column];
            }
        }
        out
    }
}

/// Value of the orientation tag in the first directory, if present.
fn value(segment: &[u8]) -> Option<u16> {
    let tiff = segment.strip_prefix(b"Exif\0\0")?;
    let little = match tiff.first_chunk::<4>()? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let word = |at: usize| {
        let bytes = *tiff.get(at..)?.first_chunk::<2>()?;
        Some(if little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let long = |at: usize| {
        let bytes = *tiff.get(at..)?.first_chunk::<4>()?;
        Some(if little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    };
    let directory = long(4)? as usize;
    for entry in 0..usize::from(word(directory)?) {
        let at = directory.checked_add(2 + 12 * entry)?;
        // The entry with number 0x0112 is the orientation, which must be a single 16-bit value.
        if (word(at)?, word(at + 2)?, long(at + 4)?) == (0x0112, 3, 1) {
            return word(at + 8);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(little: bool, value: u16) -> Vec<u8> {
        let word = |v: u16| if little { v.to_le_bytes() } else { v.to_be_bytes() };
        let long = |v: u32| if little { v.to_le_bytes() } else { v.to_be_bytes() };
        let mut out = if little { b"Exif\0\0II*\0".to_vec() } else { b"Exif\0\0MM\0*".to_vec() };
        out.extend_from_slice(&long(8));
        out.extend_from_slice(&word(2));
        for (tag, value) in [(0x0100, 7), (0x0112, value)] {
            out.extend_from_slice(&[word(tag), word(3)].concat());
            out.extend_from_slice(&long(1));
            out.extend_from_slice(&[word(value), word(0)].concat());
        }
        out
    }

    #[test]
    fn the_value_is_found_in_both_byte_orders() {
        for little in [false, true] {
            assert_eq!(Orientation::of(&segment(little, 6)), Left);
            assert_eq!(Orientation::of(&segment(little, 8)), Right);
            for nonsense in [0, 9, 0xffff] {
                assert_eq!(Orientation::of(&segment(little, nonsense)), Upright);
            }
        }
    }

    #[test]
    fn every_cut_and_every_byte_is_survived() {
        let whole = segment(false, 3);
        for end in 0..whole.len() - 2 {
            assert_eq!(Orientation::of(&whole[..end]), Upright, "cut at {end}");
        }
        for at in 0..whole.len() {
            for byte in [0, 1, 0x7f, 0xff] {
                let mut damaged = whole.clone();
                damaged[at] = byte;
                let _ = Orientation::of(&damaged);
            }
        }
    }

    #[test]
    fn every_orientation_moves_the_corners_where_they_belong() {
        // The stored rows are ab, cd and ef. For each orientation the table lists the pixels in the
        // upper-left and upper-right corners of the upright image.
        let size = Size::new(2, 3).expect("valid");
        let corners = [*b"ab", *b"ba", *b"fe", *b"ef", *b"ae", *b"ea", *b"fb", *b"bf"];
        for (value, [left, right]) in (1..).zip(corners) {
            let picture = Pixmap::painted(2, 3, |x, y| [b'a' + (2 * y + x) as u8; 3]);
            let orientation = Orientation::of(&segment(true, value));
            let seen = orientation.apply(picture);
            assert_eq!(seen.size(), orientation.upright(size));
            let last = 3 * (seen.size().w() as usize - 1);
            assert_eq!((seen.data()[0], seen.data()[last]), (left, right), "{value}");
        }
    }
}
