//! DCT and colour conversion, in both directions.

pub mod color;
pub mod dct;
