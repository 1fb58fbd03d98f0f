//! The input mark: a label, a rectangle, and the state of the element.

use crate::geometry::Rect;

/// One element to mark: the text of its badge and its rectangle in the input picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Text on the badge: a number, a ref (`@submitBtn`), or both (`3 @submitBtn`).
    pub label: String,
    /// The element's rectangle; may lie partly or wholly outside the picture.
    pub target: Rect,
    /// State of the element that its box and badge show.
    pub state: MarkState,
}

/// State of an element that its box and badge show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarkState {
    /// No special state.
    #[default]
    Usual,
    /// It has the keyboard focus. Its badge is inverted, its box has a heavier line.
    Focused,
    /// The pointer lies on it. Its box has a heavier line.
    Hovered,
    /// It is disabled. Its badge is grey, its box dashed.
    Disabled,
}

impl Mark {
    /// A mark of an element without a special state.
    #[must_use]
    pub fn new(label: impl Into<String>, target: Rect) -> Self {
        Self { label: label.into(), target, state: MarkState::Usual }
    }
}
