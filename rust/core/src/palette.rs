//! Fill colours: WCAG 2.2 contrast, the built-in palette, and text colours.

use crate::color::Color;

/// Colour of labels and halos.
pub const WHITE: Color = Color { r: 255, g: 255, b: 255 };
/// Colour of labels on light fills.
pub const BLACK: Color = Color { r: 0, g: 0, b: 0 };

/// Fill colours on which white text has a contrast of at least 4.5:1, and which people with colour
/// vision deficiency can distinguish (the tests below check both).
pub const DARK: [Color; 7] = [
    Color { r: 5, g: 91, b: 236 },
    Color { r: 205, g: 0, b: 12 },
    Color { r: 10, g: 64, b: 67 },
    Color { r: 208, g: 26, b: 142 },
    Color { r: 19, g: 130, b: 75 },
    Color { r: 79, g: 17, b: 120 },
    Color { r: 92, g: 38, b: 0 },
];

/// Fill colour for disabled elements: grey, and so light that it cannot be mistaken for a colour of
/// [`DARK`].
pub const DISABLED: Color = Color { r: 196, g: 196, b: 196 };

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

/// White or black, whichever has more contrast with the fill; at least 4.58:1 on any fill.
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
        // #767676 on white is the standard example of a grey that barely passes AA.
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

    /// Converts linear RGB to CIE L*a*b* (D65).
    fn lab(rgb: [f64; 3]) -> [f64; 3] {
        let [r, g, b] = rgb.map(|v| v.clamp(0.0, 1.0));
        let xyz = [
            (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
            0.2126 * r + 0.7152 * g + 0.0722 * b,
            (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
        ];
        let f = |v: f64| if v > 0.008_856 { v.cbrt() } else { 7.787 * v + 16.0 / 116.0 };
        let [x, y, z] = xyz.map(f);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// Matrices for normal vision and three severe deficiencies, on linear RGB: Machado, Oliveira
    /// and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency"
    /// (2009).
    const VISIONS: [(&str, [[f64; 3]; 3]); 4] = [
        ("full", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanopia",
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        ),
        (
            "deuteranopia",
            [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
        ),
        (
            "tritanopia",
            [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        ),
    ];

    #[test]
    fn fills_stay_apart_for_colour_blind_people() {
        let linear = |v: u8| (f64::from(v) / 255.0).powf(2.2);
        for (vision, matrix) in VISIONS {
            let seen: Vec<_> = DARK
                .into_iter()
                .chain([DISABLED])
                .map(|c| {
                    let rgb = [linear(c.r), linear(c.g), linear(c.b)];
                    lab(matrix.map(|row| row.iter().zip(rgb).map(|(m, v)| m * v).sum()))
                })
                .collect();
            for (i, a) in seen.iter().enumerate() {
                for (k, b) in seen.iter().enumerate().skip(i + 1) {
                    let distance =
                        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    // Ten times the just-noticeable difference between adjacent colours.
                    assert!(distance >= 20.0, "{vision}: {i} and {k} are {distance:.1} apart");
                }
            }
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
