//! The input mark: a label, a rectangle, and what of the element's state is shown.

use crate::geometry::Rect;

/// One element to mark: the text of its badge and its rectangle in the input picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Text on the badge: a number, a ref (`@submitBtn`), or both (`3 @submitBtn`).
    pub label: String,
    /// The element's rectangle; may lie partly or wholly outside the picture.
    pub target: Rect,
    /// What its look tells of the element's state.
    pub state: MarkState,
}

/// What the look of a mark tells of its element's state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarkState {
    /// Nothing special.
    #[default]
    Usual,
    /// It has the focus: keys go there. Its badge is inverted, its box has a heavier line.
    Focused,
    /// It cannot be used now. Its badge is grey, its box dashed.
    Disabled,
}

impl Mark {
    /// A mark of an element in no special state.
    #[must_use]
    pub fn new(label: impl Into<String>, target: Rect) -> Self {
        Self { label: label.into(), target, state: MarkState::Usual }
    }
}
