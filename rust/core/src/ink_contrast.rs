//! Measures how much text contrasts with its background, using the pixels of an image.
//!
//! The background is the most common colour of a box. The ink is the colour with the highest
//! contrast to it, among the colours that have more than a few pixels. Anti-aliasing makes thin
//! letters paler than their CSS colour, so the ink is their darkest part.

use crate::color::Color;
use crate::geometry::Rect;
use crate::palette;
use crate::pixmap::Pixmap;
use std::collections::HashMap;

/// Minimum number of pixels of a colour that can be the ink, so that stray pixels of a neighbour's
/// edge do not count.
const LEAST: u32 = 3;
/// Maximum number of pixels examined per box; in a larger box, rows are skipped.
const MOST: usize = 1 << 16;

/// Background and ink of one box, and their contrast as defined by WCAG 2 (1 to 21).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InkContrast {
    /// The most common colour.
    pub ground: Color,
    /// The colour with the highest contrast to the most common colour.
    pub ink: Color,
    /// The contrast ratio between the two colours.
    pub ratio: f64,
    /// Fraction of the box in the most common colour, 0 to 1; low on photographs.
    pub flat: f64,
}

/// Measures the contrast in each box; `None` for boxes outside the image.
#[must_use]
pub fn ink_contrast(picture: &Pixmap, boxes: &[Rect]) -> Vec<Option<InkContrast>> {
    boxes.iter().map(|&part| of_box(picture, part)).collect()
}

fn of_box(picture: &Pixmap, part: Rect) -> Option<InkContrast> {
    let part = part.intersect(picture.size().rect())?;
    let width = picture.size().w() as usize;
    let step = (part.w() as usize * part.h() as usize).div_ceil(MOST);
    let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
    let mut total = 0u32;
    for y in (part.y() as usize..part.bottom() as usize).step_by(step) {
        let start = 3 * (y * width + part.x() as usize);
        for pixel in picture.data()[start..start + 3 * part.w() as usize].chunks_exact(3) {
            *counts.entry([pixel[0], pixel[1], pixel[2]]).or_default() += 1;
            total += 1;
        }
    }
    // Ties are broken by colour, so that the result is deterministic.
    let (&ground, &most) = counts.iter().max_by_key(|&(color, n)| (*n, *color))?;
    let of = |[r, g, b]: [u8; 3]| Color { r, g, b };
    let (ground, flat) = (of(ground), f64::from(most) / f64::from(total));
    let ink = counts
        .iter()
        .filter(|&(_, &n)| n >= LEAST)
        .map(|(&color, _)| (palette::contrast(ground, of(color)), color))
        .max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let (ratio, ink) = ink.map_or((1.0, ground), |(ratio, color)| (ratio, of(color)));
    Some(InkContrast { ground, ink, ratio, flat })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;

    #[test]
    fn grey_on_white_has_the_contrast_of_the_rule() {
        let size = Size::new(20, 20).expect("valid");
        let grey = |n: usize| if n.is_multiple_of(9) { [119u8; 3] } else { [255; 3] };
        let picture = Pixmap::painted(20, 20, |x, y| grey((20 * y + x) as usize));
        let found = ink_contrast(&picture, &[size.rect(), Rect::new(90, 0, 3, 3).expect("valid")]);
        let first = found[0].expect("inside");
        assert!((first.ratio - 4.48).abs() < 0.01, "{}", first.ratio);
        assert_eq!((first.ground.r, first.ink.r), (255, 119));
        assert_eq!(found[1], None);
    }
}
