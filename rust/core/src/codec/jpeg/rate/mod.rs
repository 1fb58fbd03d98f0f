//! Rate control: predicts file sizes and makes files smaller.

mod coefficients;
mod pair_table;
pub mod requantise;
pub mod size_estimate;
mod values;
