//! Rate control: predicts file sizes and makes files smaller.

mod coefficients;
pub mod requantise;
pub mod size_estimate;
