//! The list of shapes to paint.
//!
//! Both painters (pixels, JPEG blocks) take the same list, so they cannot draw different pictures.

use crate::color::Color;
use crate::geometry::Rect;

/// A shape, in pixels of the *delivered* picture. Later shapes cover earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Primitive {
    /// A solid rectangle; `alpha` 255 is opaque.
    Fill {
        /// Its rectangle; may extend beyond the picture, painters clip it.
        rect: Rect,
        /// Its colour.
        color: Color,
        /// 0 (invisible) to 255 (opaque).
        alpha: u8,
    },
    /// A colour painted through a coverage mask: a glyph, a rounded corner.
    Mask {
        /// Its rectangle; `w * h` equals the length of `coverage`.
        rect: Rect,
        /// Its colour.
        color: Color,
        /// 8-bit coverage, row by row; borrowed from the built-in atlas.
        coverage: &'static [u8],
    },
}

impl Primitive {
    /// The rectangle that contains all pixels it may change.
    #[must_use]
    pub fn rect(&self) -> Rect {
        match self {
            Self::Fill { rect, .. } | Self::Mask { rect, .. } => *rect,
        }
    }
}
