//! Edits a baseline JPEG in the compressed domain: only the blocks under marks are decoded, painted
//! and encoded again.

pub mod baseline;
pub mod block_index;
pub mod draw;
pub mod huffman_extend;
pub mod layout;
pub mod paint;
