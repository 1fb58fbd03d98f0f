//! Draws an image that explains placement: the spots considered, their costs, and the ink map.
//!
//! - The page is faded.
//! - The ink map is drawn over it in blue, stronger where it is denser.
//! - Every spot that was considered is outlined in green (cost 0) through yellow to red (3,000 and
//!   more), the cheapest on top.
//! - Obstacles are outlined in grey.
//! - Marks are drawn as usual, with the cost of their spot (divided by 100) next to the badge.

use crate::codec::{self, png};
use crate::color::Color;
use crate::decoded::ink;
use crate::draw::{draw, ring};
use crate::error::Error;
use crate::geometry::{Rect, Size};
use crate::ink::Ink;
use crate::label::BadgeShape;
use crate::mark::Mark;
use crate::overlay::Primitive;
use crate::palette::{BLACK, WHITE};
use crate::place::{PlaceContext, Solved};
use crate::raster::Canvas;
use crate::request::{Request, Source};
use crate::style::FontWeight;

/// Side of the squares in which the ink map is drawn, in pixels.
const SQUARE: i32 = 8;
/// Cost from which spots (possible positions of a badge) are drawn in pure red.
const RED: i64 = 3000;
const INK: Color = Color { r: 20, g: 90, b: 255 };
const GREY: Color = Color { r: 120, g: 120, b: 120 };

/// Returns the explanation as a PNG of the same size as the input.
///
/// # Errors
/// Those of [`crate::annotate()`].
pub fn explain(source: Source, marks: &[Mark], request: &Request) -> Result<Vec<u8>, Error> {
    request.style.validate()?;
    let decoded;
    let view = match source {
        Source::Pixels(view) => view,
        Source::File(bytes) => {
            decoded = codec::decode(bytes)?;
            decoded.view()
        }
    };
    let ink: Option<Ink> = ink(view, request.text).into();
    let context = PlaceContext {
        ink: ink.as_ref(),
        obstacles: request.obstacles,
        previous: request.previous,
        scale: request.css_scale,
    };
    let drawing = drawing(view.size(), marks, request, &context);
    png::encode(&Canvas::new(view, &drawing))
}

fn drawing(
    size: Size,
    marks: &[Mark],
    request: &Request,
    context: &PlaceContext,
) -> Vec<Primitive> {
    let solved = Solved::new(size, marks, request.style, context);
    let placements = solved.placements(marks, request.style);
    let mut out = vec![Primitive::Fill { rect: size.rect(), color: WHITE, alpha: 130 }];
    if let Some(ink) = context.ink {
        show_ink(size, ink, &mut out);
    }
    for obstacle in context.obstacles {
        outline(*obstacle, GREY, 255, &mut out);
    }
    let board = &solved.board;
    let mut spots: Vec<_> = (0..board.len()).flat_map(|i| board.candidates(i)).collect();
    spots.sort_by_key(|c| std::cmp::Reverse((c.cost, c.spot)));
    for c in spots {
        outline(c.spot, heat(c.cost), 150, &mut out);
    }
    out.extend(draw(size, marks, &placements, request.style));
    let mut used: Vec<Rect> = board.spots().iter().flatten().copied().collect();
    for (i, spot) in board.spots().iter().enumerate() {
        if let Some(spot) = spot {
            number(size, *spot, board.cost(i), &mut used, &mut out);
        }
    }
    out
}

fn show_ink(size: Size, ink: &Ink, out: &mut Vec<Primitive>) {
    for y in (0..size.h() as i32).step_by(SQUARE as usize) {
        for x in (0..size.w() as i32).step_by(SQUARE as usize) {
            let Some(rect) = Rect::new(x, y, SQUARE, SQUARE) else { continue };
            let alpha = ink.mean(rect) / 2;
            if alpha > 0 {
                out.push(Primitive::Fill { rect, color: INK, alpha });
            }
        }
    }
}

/// Returns the colour for a cost, from green through yellow to red.
fn heat(cost: i64) -> Color {
    let part = (cost.clamp(0, RED) * 510 / RED) as u16;
    Color { r: part.min(255) as u8, g: (510 - part).min(200) as u8, b: 0 }
}

fn outline(rect: Rect, color: Color, alpha: u8, out: &mut Vec<Primitive>) {
    let sides = ring(rect, 1).into_iter().flatten();
    out.extend(sides.map(|rect| Primitive::Fill { rect, color, alpha }));
}

/// Draws the cost (divided by 100) in small digits at a corner of the badge. Prefers a corner where
/// the label covers no other badge and no other cost.
fn number(size: Size, badge: Rect, cost: i64, used: &mut Vec<Rect>, out: &mut Vec<Primitive>) {
    let shape = BadgeShape::new(12, FontWeight::Normal);
    let text = ((cost + 50) / 100).to_string();
    let Some((width, shown)) = shape.fit(&text, size.w() as i32) else { return };
    let (left, right) = (badge.x() - width + 3, badge.right() - 3);
    let (above, below) = (badge.y() - shape.height + 3, badge.bottom() - 3);
    let corners = [(right, below), (right, above), (left, below), (left, above)];
    let inside = |v: i32, len: i32, side: u32| v.clamp(0, (side as i32 - len).max(0));
    let mut spots = corners.into_iter().filter_map(|(x, y)| {
        let (x, y) = (inside(x, width, size.w()), inside(y, shape.height, size.h()));
        Rect::new(x, y, width, shape.height)
    });
    let is_free = |at: &Rect| used.iter().all(|other| *other == badge || !other.meets(*at));
    let Some(ground) = spots.clone().find(is_free).or_else(|| spots.next()) else { return };
    used.push(ground);
    let (x, y) = (ground.x(), ground.y());
    out.push(Primitive::Fill { rect: ground, color: heat(cost), alpha: 200 });
    for (dx, dy, glyph) in shape.glyphs(&shown, width) {
        let at = Rect::new(x + dx, y + dy, glyph.w, glyph.h);
        let coverage = glyph.coverage;
        out.extend(at.map(|rect| Primitive::Mask { rect, color: BLACK, coverage }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pixmap::Pixmap;
    use crate::style::Style;

    #[test]
    fn the_explanation_shows_ink_spots_costs_and_marks() {
        let size = Size::new(200, 100).expect("valid");
        let rect = |x, y, w, h| Rect::new(x, y, w, h).expect("valid");
        let marks = [Mark::new("1", rect(60, 40, 80, 20))];
        let (style, text) = (Style::default(), [rect(60, 20, 80, 20)]);
        let mut request = Request::new(&style);
        request.text = Some(&text);
        let blank = Pixmap::from_rgb(size, vec![255; 200 * 100 * 3]).expect("right length");
        let file = explain(Source::Pixels(blank.view()), &marks, &request).expect("drawn");
        let picture = codec::decode(&file).expect("our own file");
        let pixel = |x: usize, y: usize| {
            let at = 3 * (y * 200 + x);
            [picture.data()[at], picture.data()[at + 1], picture.data()[at + 2]]
        };
        assert_eq!(picture.size(), size);
        assert_eq!(pixel(5, 90), [255; 3], "far from everything nothing is drawn");
        let [r, _, b] = pixel(100, 30);
        assert!(b > r + 50, "ink is blue: {:?}", pixel(100, 30));
        let red_or_green = picture.data().chunks_exact(3).filter(|p| p[2] < 120 && p[0] != p[1]);
        assert!(red_or_green.count() > 100, "spots are outlined");
    }

    #[test]
    fn heat_goes_from_green_over_yellow_to_red() {
        assert_eq!(heat(-5), Color { r: 0, g: 200, b: 0 });
        assert_eq!(heat(RED / 2), Color { r: 255, g: 200, b: 0 });
        assert_eq!(heat(i64::MAX), Color { r: 255, g: 0, b: 0 });
    }
}
