//! Colours, and blending one over another.

/// An sRGB colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red, 0..=255.
    pub r: u8,
    /// Green, 0..=255.
    pub g: u8,
    /// Blue, 0..=255.
    pub b: u8,
}

/// Blends `above` over `below` with an opacity of `alpha` / 255.
#[inline(always)]
pub(crate) fn mix(below: u8, above: u8, alpha: u32) -> u8 {
    ((u32::from(below) * (255 - alpha) + u32::from(above) * alpha + 127) / 255) as u8
}
