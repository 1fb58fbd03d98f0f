//! How many bytes a file takes, and how to make them fewer.

pub mod requantise;
pub mod size_estimate;
