//! The list of shapes to paint, which both painters (pixels and JPEG blocks) take.
//!
//! Both painters (pixels, JPEG blocks) take the same list, so they cannot draw different pictures.

use crate::color::Color;
use crate::geometry::Rect;

/// One thing to paint, in image pixels of the *delivered* picture. Later ones lie on top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Primitive {
    /// A solid rectangle; `alpha` 255 is opaque.
    Fill {
        /// Where; may reach outside the picture, painters clip.
        rect: Rect,
        /// Its colour.
        color: Color,
        /// 0 (invisible) to 255 (opaque).
        alpha: u8,
    },
    /// A colour laid on through a coverage mask: a glyph, a rounded corner.
    Mask {
        /// Where; `w * h` equals the length of `coverage`.
        rect: Rect,
        /// Its colour.
        color: Color,
        /// 8-bit coverage, row by row; borrowed from the built-in atlas.
        coverage: &'static [u8],
    },
}

impl Primitive {
    /// The rectangle that it may touch.
    #[must_use]
    pub fn rect(&self) -> Rect {
        match self {
            Self::Fill { rect, .. } | Self::Mask { rect, .. } => *rect,
        }
    }
}
