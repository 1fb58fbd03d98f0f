//! Segments and tables of a JPEG file (T.81, annex B).

pub mod exif;
pub mod frame;
pub mod header;
pub mod huffman;
pub mod quant;
pub mod scan_band;
pub mod zigzag;
