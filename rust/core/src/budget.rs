//! The limits of the delivered image: its size in bytes as sent, and how far it may be reduced to
//! fit.

use crate::geometry::Size;

/// Lowest quality that is tried before the image is scaled down. At quality 30, badges of 14 px are
/// still readable in 8 of 10 cases; below 30, scaling loses less text.
pub const QUALITY_FLOOR: u8 = 30;

/// Smallest long edge to which an image is scaled down before the budget is reported as impossible.
pub const SMALLEST_EDGE: u32 = 64;

/// Maximum size in bytes of a file whose base64 text has at most `max_base64` characters (four
/// characters for every three bytes).
#[must_use]
pub fn bytes_within(max_base64: usize) -> usize {
    max_base64 / 4 * 3
}

/// Returns a size scaled by a factor of at most 1; both sides remain at least 1.
#[must_use]
pub fn scaled(size: Size, factor: f64) -> Size {
    let side = |side: u32| ((f64::from(side) * factor).round() as u32).clamp(1, side);
    Size::new(side(size.w()), side(size.h())).unwrap_or(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_lengths_round_down_to_whole_groups() {
        for (text, bytes) in [(0, 0), (3, 0), (4, 3), (500_000, 375_000)] {
            assert_eq!(bytes_within(text), bytes);
        }
    }
}
