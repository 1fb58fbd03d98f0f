//! DCT and colour conversion, both ways.

pub mod color;
pub mod dct;
