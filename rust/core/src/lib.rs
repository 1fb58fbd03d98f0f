//! Draws numbered marks on screenshots.
//!
//! ```text
//!                     a JPEG that keeps its size
//! bytes --open--+---------------------------------> compressed: touched blocks only -+
//!               |    any other picture                                               |
//!               +--decode--> pixels -----+                                           |
//! pixels in memory ----------------------+--------> decoded: scaled, painted --------+--> bytes
//!
//! Both:  text, obstacles --> Ink --place--> Placements --draw--> Primitives, which are painted
//! ```
//!
//! [`annotate`] chooses the route. Both routes paint the same list of primitives.
//!
//! The crate works on pixels only: it uses neither Python nor a DOM. Any input bytes give an image
//! or an [`Error`], never a panic.
// Only `simd` contains unsafe code, because it calls functions compiled for wider vectors.
#![deny(unsafe_code)]
// Code uses wider instructions only if it is inlined into a function compiled for them; see `simd`.
#![allow(clippy::inline_always)]

mod activity;
mod atlas;
mod budget;
mod codec;
mod color;
mod compose;
mod compressed;
mod cover;
mod decoded;
mod difference;
mod draw;
mod error;
mod explain;
mod geometry;
mod grid;
mod ink;
mod ink_contrast;
mod kept;
mod label;
mod mark;
mod overlay;
mod owners;
mod palette;
mod pixmap;
mod place;
mod prominence;
mod raster;
mod rate_control;
mod request;
mod route;
mod rows;
mod simd;
mod style;

pub use budget::bytes_within;
pub use codec::{Format, base64_len, decode, decode_base64, encode_base64, probe};
pub use color::Color;
pub use compose::{Part, compose};
pub use cover::cover;
pub use difference::{Changed, Difference, difference};
pub use draw::draw;
pub use error::Error;
pub use explain::explain;
pub use geometry::{MAX_PIXELS, MAX_SIDE, Rect, Size};
pub use ink::Ink;
pub use ink_contrast::{InkContrast, ink_contrast};
pub use kept::reuse;
pub use mark::{Mark, MarkState};
pub use overlay::Primitive;
pub use owners::Pair;
pub use palette::contrast;
pub use pixmap::{PixelView, Pixmap};
pub use place::{Note, PlaceContext, Placement, place};
pub use prominence::prominence;
pub use request::{Annotated, Request, Source, Timings};
pub use route::{annotate, encode};
pub use style::{BoxStyle, FontWeight, Style};
