//! The built-in glyphs: hinted coverage masks of `DejaVu Sans`, rendered ahead of time.
//!
//! `assets/make_atlas.py` generates the file and documents its layout; `assets/LICENSE-DejaVu.txt`
//! is the font's licence. The glyphs are printable ASCII, `…`, and `▯` for every other character.

use crate::style::FontWeight;

static DATA: &[u8] = include_bytes!("../assets/atlas.bin");

const FACES_AT: usize = 6;
const FACE_LEN: usize = 3;
const RECORD_LEN: usize = 8;
/// The character that replaces the cut-off end of a label.
pub const ELLIPSIS: char = '\u{2026}';

/// One font weight at one size: a set of glyphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    index: usize,
    /// Height of a digit in pixels.
    pub digit_height: i32,
}

/// The glyph of one character in one face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// Number of columns of `coverage`; 0 for a space.
    pub w: i32,
    /// Number of rows of `coverage`; 0 for a space.
    pub h: i32,
    /// Distance from the pen position to the first column.
    pub left: i32,
    /// Distance from the baseline up to the first row.
    pub top: i32,
    /// Distance from this pen position to the next one.
    pub advance: i32,
    /// How much of each pixel the glyph covers, 0 to 255, row by row.
    pub coverage: &'static [u8],
}

fn faces() -> usize {
    usize::from(DATA[4])
}

fn glyphs() -> usize {
    usize::from(DATA[5])
}

/// Returns the largest face of this weight whose digits are at most `height` pixels high, or the
/// smallest face if there is none.
#[must_use]
pub fn face(weight: FontWeight, height: i32) -> Face {
    let wanted = u8::from(weight == FontWeight::Bold);
    let mut best: Option<Face> = None;
    for index in 0..faces() {
        let entry = &DATA[FACES_AT + index * FACE_LEN..][..FACE_LEN];
        let digit_height = i32::from(entry[2]);
        let fits = best.is_none_or(|b| digit_height <= height && digit_height >= b.digit_height);
        if entry[0] == wanted && fits {
            best = Some(Face { index, digit_height });
        }
    }
    best.unwrap_or(Face { index: 0, digit_height: i32::from(DATA[FACES_AT + 2]) })
}

impl Face {
    /// Returns the glyph of a character, or of the substitute `▯`.
    #[must_use]
    pub fn glyph(self, c: char) -> Glyph {
        let number = match c {
            ' '..='~' => c as usize - ' ' as usize,
            ELLIPSIS => glyphs() - 2,
            _ => glyphs() - 1,
        };
        let records = FACES_AT + faces() * FACE_LEN;
        let coverage = records + faces() * glyphs() * RECORD_LEN;
        let r = &DATA[records + (self.index * glyphs() + number) * RECORD_LEN..][..RECORD_LEN];
        let from =
            coverage + (usize::from(r[0]) | usize::from(r[1]) << 8 | usize::from(r[2]) << 16);
        let (w, h) = (usize::from(r[3]), usize::from(r[4]));
        Glyph {
            w: w as i32,
            h: h as i32,
            left: i32::from(r[5].cast_signed()),
            top: i32::from(r[6].cast_signed()),
            advance: i32::from(r[7]),
            coverage: &DATA[from..from + w * h],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_of_every_face_lies_inside_the_file() {
        assert_eq!(&DATA[..4], b"VMA1");
        let mut last = 0;
        for index in 0..faces() {
            for c in (' '..='~').chain([ELLIPSIS, '\u{25af}']) {
                let glyph = Face { index, digit_height: 0 }.glyph(c);
                assert_eq!(glyph.coverage.len(), (glyph.w * glyph.h) as usize);
                assert!(glyph.advance > 0, "{c:?}");
                last = last.max(glyph.coverage.as_ptr() as usize + glyph.coverage.len());
            }
        }
        assert_eq!(last, DATA.as_ptr() as usize + DATA.len(), "no byte is left over");
    }

    #[test]
    fn digits_are_equally_wide_and_as_high_as_the_face_says() {
        for height in 6..=30 {
            let face = face(FontWeight::Bold, height);
            assert!(face.digit_height <= height);
            let advance = face.glyph('0').advance;
            for c in '0'..='9' {
                let glyph = face.glyph(c);
                assert_eq!(glyph.advance, advance);
                assert!((glyph.top - face.digit_height).abs() <= 1, "{c} at {height}");
            }
        }
    }

    #[test]
    fn unknown_characters_share_one_visible_substitute() {
        let face = face(FontWeight::Normal, 10);
        assert_eq!(face.glyph('漢'), face.glyph('\u{1F600}'));
        assert!(face.glyph('\n').coverage.iter().any(|&c| c > 128));
        assert_ne!(face.glyph('漢'), face.glyph('?'));
    }

    #[test]
    fn tiny_requests_get_the_smallest_face_of_their_weight() {
        assert_eq!(face(FontWeight::Bold, 0).digit_height, 6);
        assert_ne!(face(FontWeight::Bold, 0), face(FontWeight::Normal, 0));
    }
}
