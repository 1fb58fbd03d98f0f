//! Draws numbered marks on screenshots.
//!
//! ```text
//! bytes --decode--> Pixmap --place--> Overlay --paint--> Pixmap --encode to budget--> bytes
//! ```
//!
//! Pixels only: no Python, no DOM. Any bytes give a picture or an [`Error`], never a panic.
#![forbid(unsafe_code)]

mod error;
mod geometry;
mod mark;
mod overlay;

pub use error::Error;
pub use geometry::{MAX_SIDE, Rect, Size};
pub use mark::Mark;
pub use overlay::{Color, Primitive};
