//! The input mark: a label, a rectangle, and the state of the element.

use crate::geometry::Rect;

/// One element to mark: the text of its badge and its rectangle in the input image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Text on the badge: a number, a ref (`@submitBtn`), or both (`3 @submitBtn`).
    pub label: String,
    /// The element's rectangle; may lie partly or completely outside the image.
    pub target: Rect,
    /// State of the element; its box and badge show it.
    pub state: MarkState,
}

/// State of an element, shown by its box and badge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarkState {
    /// No special state.
    #[default]
    Usual,
    /// The element has the keyboard focus. Its badge is inverted, and its box has a heavier line.
    Focused,
    /// The pointer is over the element. Its box has a heavier line.
    Hovered,
    /// The element is disabled. Its badge is grey, and its box is dashed.
    Disabled,
}

impl Mark {
    /// Creates a mark for an element without a special state.
    #[must_use]
    pub fn new(label: impl Into<String>, target: Rect) -> Self {
        Self { label: label.into(), target, state: MarkState::Usual }
    }
}
