//! JPEG (ITU-T T.81): decoder, encoder, editor and rate control on one scan loop.
//!
//! ```text
//! syntax     segments, tables, frame and scan headers; read once, into a [`File`]
//! entropy    bits and Huffman codes; one loop over the data units of a scan, for all who decode one
//! transform  DCT and IDCT, RGB to YCbCr and back
//!
//! decode     a file to pixels                    (clients of the loop: sequential, progressive)
//! encode     pixels to a file
//! edit       marks drawn into a file that is never decoded: only blocks with ink are
//! rate       fewer bytes: requantised coefficients (a client of the loop), estimates for pixels
//! ```
//!
//! # Our words and T.81's
//!
//! | here | T.81 |
//! |---|---|
//! | block | data unit of 8x8 samples (A.1.1) |
//! | MCU | minimum coded unit (A.2): one block of every component, or as many as its sampling factors say |
//! | segment (of a scan) | entropy-coded segment: what lies between two restart markers (B.1.1.5, E.1.4) |
//! | step | element of a quantisation table (A.3.4) |
//! | coefficient `k` | the k-th in zig-zag order (figure A.6) |
//! | `ss..=se` | spectral selection (G.1.1.1.1) |
//! | `ah`, `al` | successive approximation, bit positions high and low (G.1.1.1.2) |
//! | `eobrun` | EOBRUN: blocks that have no further coefficient in their band (G.1.2.2) |
//! | prediction, difference | PRED and DIFF of the DC coefficient (F.1.1.5.1) |
//! | category | SSSS: how many bits follow a symbol (F.1.2.1) |
//! | class 0, class 1 of components | not in T.81: luminance, and both colour differences |
//! | ink | not in T.81: what a drawing paints, and what a page has printed |
//! | quality, percent | not in T.81: the Independent JPEG Group's scale of the tables K.1 and K.2 |

mod decode;
mod edit;
mod encode;
mod entropy;
mod file;
mod rate;
mod syntax;
mod transform;

pub(crate) use edit::baseline::Baseline;
pub(crate) use edit::block_index::BlockIndex;
pub(crate) use edit::draw::Drawn;
pub(crate) use edit::layout::Refusal;
pub(crate) use encode::Encoder;
pub(crate) use file::File;
pub(crate) use rate::requantise::Coefficients;
pub(crate) use rate::size_estimate::SizeEstimate;
pub(crate) use syntax::header::sniff;
pub(crate) use syntax::quant::percent;
pub(crate) use transform::color::luma_row;
