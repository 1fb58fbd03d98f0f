//! Input and output types of placement.

use crate::color::Color;
use crate::geometry::Rect;
use crate::ink::Ink;

/// Optional information about the image, apart from the marks.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlaceContext<'a> {
    /// Text and detail that badges should not cover.
    pub ink: Option<&'a Ink>,
    /// Controls without a mark that badges should not cover.
    pub obstacles: &'a [Rect],
    /// Badges in the previous image of the same page, by label.
    pub previous: &'a [(String, Rect)],
    /// Image pixels per CSS pixel; badges are 16 CSS pixels high. With `None`, badges are large
    /// enough for a model that scales images down to 1568 pixels.
    pub scale: Option<f32>,
}

/// Outcome of placing a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Note {
    /// The badge touches its element.
    Placed,
    /// There was no free spot at the element, so the badge is placed apart from it, and a line
    /// connects them.
    Moved,
    /// Like [`Note::Placed`] or [`Note::Moved`], but the badge is smaller than usual, because a
    /// badge of the usual size would cover something or would not fit.
    Shrunk,
    /// There was no space: only the box is drawn, without a badge.
    Dropped,
    /// The element is outside the image: nothing is drawn.
    Outside,
}

/// Placement of the badge of one mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Rectangle of the badge including its halo; `None` with [`Note::Dropped`] and
    /// [`Note::Outside`].
    pub badge: Option<Rect>,
    /// Both ends of the line from the badge to its element; `None` if badge and element touch.
    pub leader: Option<[(i32, i32); 2]>,
    /// Colour of badge and box.
    pub color: Color,
    /// Outcome of the placement.
    pub note: Note,
}

/// A mark that is at least partly inside the image: its index, and the part of its rectangle that
/// is inside.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub mark: usize,
    pub rect: Rect,
}
