//! Input and output types of placement.

use crate::color::Color;
use crate::geometry::Rect;
use crate::ink::Ink;

/// What is known about the picture besides the marks. All of it is optional.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlaceContext<'a> {
    /// Text and detail that badges should not cover.
    pub ink: Option<&'a Ink>,
    /// Controls without a mark that badges should not cover either.
    pub obstacles: &'a [Rect],
    /// Badges of the previous picture of the same page, by label.
    pub previous: &'a [(String, Rect)],
    /// Image pixels per CSS pixel; badges are 16 CSS pixels high. `None` takes the factor by
    /// which a model that sees at most 1568 pixels will scale the picture down.
    pub scale: Option<f32>,
}

/// What became of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Note {
    /// The badge touches its element.
    Placed,
    /// No free spot at the element: the badge lies apart, a line leads back.
    Moved,
    /// As [`Note::Placed`] or [`Note::Moved`], but smaller than usual: it would have covered
    /// something, or there was no room.
    Shrunk,
    /// No room left: the box is drawn, the badge is not.
    Dropped,
    /// The element lies outside the picture: nothing is drawn.
    Outside,
}

/// Where the badge of one mark went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The whole badge with its halo; `None` with [`Note::Dropped`] and [`Note::Outside`].
    pub badge: Option<Rect>,
    /// From the badge to its element, if they do not touch: both ends.
    pub leader: Option<[(i32, i32); 2]>,
    /// Colour of badge and box.
    pub color: Color,
    /// What became of it.
    pub note: Note,
}

/// A mark that is at least partly inside: its index, and the part of its target inside.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub mark: usize,
    pub rect: Rect,
}
