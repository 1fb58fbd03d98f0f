//! Entropy coding with Huffman codes (T.81, annexes C, F and G).

pub mod bits;
pub mod block;
pub mod huffman_decoder;
pub mod progressive;
pub mod scan_decoder;
pub mod segments;
pub mod sequential;
