//! Rate control: predicts file sizes and makes files smaller.

pub mod requantise;
pub mod size_estimate;
