//! JPEG (ITU-T T.81): decoder, encoder, editor and rate control, which share one scan loop.
//!
//! ```text
//! syntax     segments, tables, frame and scan headers; read once, into a [`File`]
//! entropy    bits and Huffman codes; one loop over the data units of a scan, for all decoders
//! transform  DCT and IDCT, RGB to YCbCr and back
//!
//! decode     a file to pixels                    (uses the loop: sequential, progressive)
//! encode     pixels to a file
//! edit       draws marks into a file without decoding it: only touched blocks are decoded
//! rate       fewer bytes: requantised coefficients (uses the loop), estimates for pixels
//! ```
//!
//! # Terms, and their names in T.81
//!
//! | here | T.81 |
//! |---|---|
//! | block | data unit of 8x8 samples (A.1.1) |
//! | MCU | minimum coded unit (A.2): one block of every component, or as many as its sampling factors say |
//! | segment (of a scan) | entropy-coded segment: the data between two restart markers (B.1.1.5, E.1.4) |
//! | step | element of a quantisation table (A.3.4) |
//! | coefficient `k` | the k-th in zig-zag order (figure A.6) |
//! | `ss..=se` | spectral selection (G.1.1.1.1) |
//! | `ah`, `al` | successive approximation, bit positions high and low (G.1.1.1.2) |
//! | `eobrun` | EOBRUN: number of blocks without further coefficients in their band (G.1.2.2) |
//! | prediction, difference | PRED and DIFF of the DC coefficient (F.1.1.5.1) |
//! | category | SSSS: how many bits follow a symbol (F.1.2.1) |
//! | class 0, class 1 of components | not in T.81: luminance, and both colour differences |
//! | ink | not in T.81: the pixels of a drawing, and the text and detail of the page itself |
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
