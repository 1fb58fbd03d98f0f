//! Draws numbered marks on screenshots.
//!
//! ```text
//! bytes --decode--> Pixmap --place--> Overlay --paint--> Pixmap --encode to budget--> bytes
//! ```
//!
//! Pixels only: no Python, no DOM. Any bytes give a picture or an [`Error`], never a panic.
// One exception: `simd` calls its own code compiled for wider vectors.
#![deny(unsafe_code)]
// Only what is inlined into a function with wider instructions gets them; see `simd`.
#![allow(clippy::inline_always)]

mod annotate;
mod atlas;
mod budget;
mod codec;
mod detail;
mod draw;
mod error;
mod explain;
mod fit;
mod geometry;
mod grid;
mod ink;
mod label;
mod mark;
mod overlay;
mod palette;
mod pixels;
mod pixmap;
mod place;
mod raster;
mod simd;
mod style;

pub use annotate::{Annotated, Request, Source, Timings, annotate, encode};
pub use budget::{TokenModel, bytes_within};
pub use codec::{Format, MAX_PIXELS, base64_len, decode, decode_base64, encode_base64, probe};
pub use draw::draw;
pub use error::Error;
pub use explain::explain;
pub use geometry::{MAX_SIDE, Rect, Size};
pub use ink::Ink;
pub use mark::Mark;
pub use overlay::{Color, Primitive};
pub use palette::contrast;
pub use pixmap::{PixelView, Pixmap};
pub use place::{Note, PlaceContext, Placement, place};
pub use style::{BoxStyle, FontWeight, Style};
