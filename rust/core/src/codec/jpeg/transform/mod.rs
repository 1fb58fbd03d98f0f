//! Samples to coefficients and back, colours to samples and back.

pub mod color;
pub mod dct;
