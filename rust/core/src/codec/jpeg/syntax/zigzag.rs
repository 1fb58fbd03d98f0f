//! Zig-zag order, the order in which a block's 64 coefficients are coded (ITU-T T.81, figure A.6).

/// Natural (row by row) index of the k-th coefficient in zig-zag order.
pub const NATURAL: [u8; 64] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
    13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59,
    52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
];

/// The inverse: the position in zig-zag order for a natural index.
pub const ZIGZAG: [u8; 64] = {
    let mut inverse = [0; 64];
    let mut k = 0;
    while k < 64 {
        inverse[NATURAL[k] as usize] = k as u8;
        k += 1;
    }
    inverse
};
