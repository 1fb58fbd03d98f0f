//! JPEG: one concept per file.
//!
//! ```text
//! header  markers and tables          huffman  tables and codes       bits   bit streams
//! quant   steps and quality           dct      transform              block  coefficients as symbols
//! encode  pixels to a file            color    RGB to YCbCr and back
//!
//! decode  a file to pixels:
//!         frame (colours)  follow (its scans)  standard (tables left out)  upsample (colour)
//!
//! splice  marks drawn into a file that is never decoded:
//!         baseline (such a file)  scan (units)  walk (where blocks are)  symbols (what they are)
//!         widen (tables)  paint (a block)
//! requantise  the same file within fewer bytes
//! survey      how many bytes a painted picture will take
//! ```

mod baseline;
mod bits;
mod block;
mod color;
mod dct;
mod decode;
mod encode;
mod exif;
mod follow;
mod frame;
mod header;
mod huffman;
mod paint;
mod prior;
mod quant;
mod requantise;
mod scan;
mod splice;
mod standard;
mod survey;
mod symbols;
mod upsample;
mod walk;
mod widen;
mod zigzag;

pub(crate) use baseline::Baseline;
pub(crate) use color::luma_row;
pub(crate) use decode::decode;
pub(crate) use encode::Encoder;
pub(crate) use header::{read as read_header, sniff};
pub(crate) use quant::percent;
pub(crate) use requantise::Coefficients;
pub(crate) use scan::Outcome;
pub(crate) use survey::Survey;
pub(crate) use walk::Walk;
