//! Lays out a label on a badge: glyphs, width, and truncation.

use crate::atlas::{self, ELLIPSIS, Face, Glyph};
use crate::style::FontWeight;

/// Maximum number of characters that are drawn; a longer label ends in `…`.
pub const MAX_CHARS: usize = 32;

/// Dimensions of a badge, which all scale with its height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadgeShape {
    /// Height of the badge in pixels.
    pub height: i32,
    /// Width of the outline around the fill, in pixels.
    pub halo: i32,
    /// Distance from the badge's left side to the pen position of the first glyph.
    pub padding: i32,
    /// Distance from the badge's top down to the baseline.
    pub baseline: i32,
    face: Face,
}

impl BadgeShape {
    /// Computes the dimensions of a badge of this height.
    #[must_use]
    pub fn new(height: i32, weight: FontWeight) -> Self {
        // Digits are 9/16 of the height. For badges of 16 px, tesseract reads digits of this size
        // best among 9 to 11 px (DejaVu Bold of 13 px: 200 of 200), and the badge remains narrow.
        // Smaller badges keep digits of 9 px as long as a row of fill remains above and below: at
        // 13 px, 300 of 300 are read, compared with 295 for digits of 7 px.
        let face = atlas::face(weight, ((height * 9 + 8) / 16).max((height - 4).min(9)));
        let halo = ((height + 6) / 16).max(1);
        let padding = halo + ((height + 2) / 12).max(1);
        // If an odd number of rows remains, the extra row is added below the text, where the
        // letters of refs have descenders.
        let baseline = height - (height - face.digit_height + 1) / 2;
        Self { height, halo, padding, baseline, face }
    }

    /// Returns the width of the badge that shows `label`, and the visible text: the label, or its
    /// beginning and `…` if it is longer than [`MAX_CHARS`] or wider than `limit`. `None` if not
    /// even the `…` fits.
    #[must_use]
    pub fn fit<'a>(&self, label: &'a str, limit: i32) -> Option<(i32, Text<'a>)> {
        let room = limit - 2 * self.padding;
        let advance = |c| self.face.glyph(c).advance;
        let (mut width, mut kept) = (0, 0);
        let (mut cut_width, mut cut) = (0, 0);
        let mut whole = true;
        for (number, (at, c)) in label.char_indices().enumerate() {
            if number == MAX_CHARS || width + advance(c) > room {
                whole = false;
                break;
            }
            if width + advance(ELLIPSIS) <= room && number < MAX_CHARS {
                (cut_width, cut) = (width, at);
            }
            width += advance(c);
            kept = at + c.len_utf8();
        }
        if whole {
            let width = (width + 2 * self.padding).max((self.height * 7 / 8).min(limit));
            return (width <= limit).then_some((width, Text { text: &label[..kept], cut: false }));
        }
        let width = cut_width + advance(ELLIPSIS) + 2 * self.padding;
        (width <= limit).then_some((width, Text { text: &label[..cut], cut: true }))
    }

    /// Returns the glyphs of a text centred in a badge of this width, each with its left and top
    /// edge relative to the badge. No glyph extends into the halo above or below: deep descenders
    /// raise the whole line, and what still extends beyond is clipped.
    pub fn glyphs<'a>(
        &'a self,
        text: &'a Text<'a>,
        width: i32,
    ) -> impl Iterator<Item = (i32, i32, Glyph)> + 'a {
        let all = move || text.text.chars().chain(text.cut.then_some(ELLIPSIS));
        let total: i32 = all().map(|c| self.face.glyph(c).advance).sum();
        let mut pen = (width - total + 1) / 2;
        let floor = self.height - self.halo;
        let deepest = all().map(|c| self.face.glyph(c)).map(|g| g.h - g.top).max().unwrap_or(0);
        let spare = (self.baseline - self.face.digit_height - self.halo - 1).max(0);
        let baseline = self.baseline - (self.baseline + deepest - floor).clamp(0, spare);
        all().filter_map(move |c| {
            let mut glyph = self.face.glyph(c);
            let (x, y) = (pen + glyph.left, baseline - glyph.top);
            pen += glyph.advance;
            let above = (self.halo - y).clamp(0, glyph.h);
            glyph.h = (glyph.h - above).min(floor - y - above).max(0);
            let rows = (above * glyph.w) as usize..((above + glyph.h) * glyph.w) as usize;
            glyph.coverage = &glyph.coverage[rows];
            (glyph.w > 0 && glyph.h > 0).then_some((x, y + above, glyph))
        })
    }
}

/// The visible part of a label, without the `…`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    /// The characters before the `…`.
    pub text: &'a str,
    /// Whether `…` follows.
    pub cut: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(height: i32) -> BadgeShape {
        BadgeShape::new(height, FontWeight::Bold)
    }

    #[test]
    fn a_short_label_is_shown_whole_and_longer_ones_are_wider() {
        let (one, text) = shape(16).fit("7", 1000).expect("fits");
        assert_eq!(text, Text { text: "7", cut: false });
        let (two, _) = shape(16).fit("42", 1000).expect("fits");
        assert!(one < two && (12..=16).contains(&one), "{one} {two}");
    }

    #[test]
    fn a_label_of_300_characters_is_cut_and_says_so() {
        let label = "x".repeat(300);
        let (_, text) = shape(16).fit(&label, 10_000).expect("fits");
        assert!(text.cut && text.text.len() < MAX_CHARS);
    }

    #[test]
    fn a_cut_label_never_exceeds_the_limit() {
        for limit in 0..200 {
            if let Some((width, _)) = shape(16).fit("@submit-button-ü-漢字", limit) {
                assert!(width <= limit, "{width} > {limit}");
            }
        }
        assert_eq!(shape(16).fit("12345", 5), None);
    }

    #[test]
    fn an_empty_label_is_an_empty_badge() {
        let (width, text) = shape(16).fit("", 1000).expect("fits");
        assert_eq!((width, text.text), (14, ""));
    }

    #[test]
    fn glyphs_stay_inside_their_badge() {
        for height in 10..=48 {
            let shape = shape(height);
            let (width, text) = shape.fit("@Wg_j8", 1000).expect("fits");
            for (x, y, glyph) in shape.glyphs(&text, width) {
                assert!(x >= 0 && x + glyph.w <= width, "{height}");
                assert!(y >= shape.halo && y + glyph.h <= height - shape.halo, "{height}");
                assert_eq!(glyph.coverage.len(), (glyph.w * glyph.h) as usize);
            }
        }
    }
}
