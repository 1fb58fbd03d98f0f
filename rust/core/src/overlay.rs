//! The list of shapes to paint.
//!
//! Both painters (pixels, JPEG blocks) use the same list, so their results cannot differ.

use crate::color::Color;
use crate::geometry::Rect;

/// A shape, in pixels of the *delivered* image. Later shapes cover earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Primitive {
    /// A solid rectangle; `alpha` 255 is opaque.
    Fill {
        /// Rectangle to fill; may extend beyond the image, because painters clip it.
        rect: Rect,
        /// Colour of the rectangle.
        color: Color,
        /// 0 (invisible) to 255 (opaque).
        alpha: u8,
    },
    /// A colour painted through a coverage mask, such as a glyph.
    Mask {
        /// Rectangle of the mask; `w * h` equals the length of `coverage`.
        rect: Rect,
        /// Colour of the shape.
        color: Color,
        /// 8-bit coverage, row by row; borrowed from the built-in atlas.
        coverage: &'static [u8],
    },
}

impl Primitive {
    /// The rectangle that contains all pixels that the shape may change.
    #[must_use]
    pub fn rect(&self) -> Rect {
        match self {
            Self::Fill { rect, .. } | Self::Mask { rect, .. } => *rect,
        }
    }
}
