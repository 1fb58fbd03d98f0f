//! Assigns fill colours so that neighbouring badges differ.

use super::board::Board;
use crate::color::Color;
use crate::geometry::Rect;
use crate::grid::Buckets;
use crate::palette;
use crate::style::Style;

/// Distance up to which two badges should have different colours, in badge heights.
const SIGHT: i32 = 7;

/// Returns one colour per mark, in canonical order.
///
/// Disabled elements are grey regardless of the palette, and do not restrict the colours of their
/// neighbours.
pub fn assign(board: &Board<'_>, is_disabled: impl Fn(usize) -> bool, style: &Style) -> Vec<Color> {
    if let Some(color) = style.badge_color {
        return vec![color; board.spots().len()];
    }
    if style.palette.is_empty() {
        return vec![palette::BLACK; board.spots().len()];
    }
    // For a mark without a badge, the rectangle of its element is used as the position.
    let anchors: Vec<Rect> = board
        .spots()
        .iter()
        .enumerate()
        .map(|(i, s)| s.unwrap_or(board.around.target(i)))
        .collect();
    let grid = Buckets::new(board.size, &anchors);
    let mut chosen: Vec<usize> = vec![usize::MAX; anchors.len()];
    let reach = (board.height() * SIGHT) as u16;
    let far = i64::from(reach) * i64::from(reach);
    let mut weight = vec![0i64; style.palette.len()];
    for (i, &anchor) in anchors.iter().enumerate() {
        if is_disabled(i) {
            continue;
        }
        weight.fill(0);
        grid.near(anchor.grow(reach), |k, other| {
            let color = chosen[k];
            if color < weight.len() {
                let distance = anchor.distance2(other);
                // The nearest neighbour outweighs any number of distant ones.
                weight[color] += (far - distance).max(0) * 64 / (distance + 1);
            }
        });
        // Ties are broken in favour of the next colour in the palette, so that rows cycle through
        // the whole palette.
        let turn = |color: usize| (color + weight.len() - i % weight.len()) % weight.len();
        chosen[i] = (0..weight.len()).min_by_key(|&c| (weight[c], turn(c))).unwrap_or(0);
    }
    chosen.into_iter().map(|c| style.palette.get(c).copied().unwrap_or(palette::DISABLED)).collect()
}
