//! Editing a baseline JPEG in the compressed domain.

pub mod baseline;
pub mod block_index;
pub mod draw;
pub mod huffman_extend;
pub mod layout;
pub mod paint;
