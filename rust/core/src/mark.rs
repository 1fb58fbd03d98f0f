//! The input mark: a label and a rectangle.

use crate::geometry::Rect;

/// One element to mark: the text of its badge and its rectangle in the input picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Text on the badge: a number, a ref (`@submitBtn`), or both (`3 @submitBtn`).
    pub label: String,
    /// The element's rectangle; may lie partly or wholly outside the picture.
    pub target: Rect,
}
