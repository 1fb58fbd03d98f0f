//! Converts placements to the list of shapes to paint.
//!
//! Every line and every badge has a dark and a light outline, so that it is visible on any
//! background. As few pixels as possible are painted, because an 8x8 block that is not touched adds
//! nothing to the size of a JPEG.

use crate::color::Color;
use crate::geometry::{Rect, Size};
use crate::label::BadgeShape;
use crate::mark::{Mark, MarkState};
use crate::overlay::Primitive;
use crate::palette::readable_on;
use crate::place::{Note, Placement};
use crate::style::{BoxStyle, Style};

/// Opacity (of 255) of the light line around boxes and leader lines. It should be visible on a dark
/// background and invisible on a light one.
const HALO_ALPHA: u32 = 170;
/// Opacity (of 255) of the light line in images with many boxes, where it should hide less.
const QUIET_ALPHA: u32 = 90;
/// Boxes are drawn with thinner and fainter lines if the area of all badges exceeds this many
/// thousandths of the image area: for example, 54 marks with badges of 16 px at 1280x720.
const MANY: u64 = 15;
/// Up to this many boxes are always drawn with normal lines. In a small image, few boxes already
/// exceed `MANY` although they hide nothing.
const FEW: usize = 30;
/// If a target is narrower or lower than this many line widths, its box is drawn completely outside
/// the target, because the line would hide the target.
const THIN: i32 = 12;

/// Returns the shapes to paint for these marks: all boxes, then all leader lines, then all badges.
///
/// `placements` must be the result of [`crate::place()`] for the same marks and style.
#[must_use]
pub fn draw(size: Size, marks: &[Mark], placements: &[Placement], style: &Style) -> Vec<Primitive> {
    let pairs = || marks.iter().zip(placements).filter(|(_, p)| p.note != Note::Outside);
    let mut out = Vec::with_capacity(marks.len() * 14);
    let usual = placements.iter().filter_map(|p| p.badge).map(Rect::h).max().unwrap_or(16);
    let look = Look { usual, is_quiet: are_many(size, pairs().count(), usual) };
    if style.show_box {
        let mut lines = Vec::with_capacity(marks.len() * 4);
        for (mark, placement) in pairs() {
            let Some(target) = mark.target.intersect(size.rect()) else { continue };
            let pen = Pen::new(placement, mark.state, style, look);
            outline(size, target, pen, box_style(mark.state, style), &mut out, &mut lines);
        }
        // All light lines are painted before all dark lines, so that no box erases the line of a
        // neighbouring box.
        out.append(&mut lines);
    }
    for (_, placement) in pairs() {
        if let Some(ends) = placement.leader {
            leader(ends, Pen::new(placement, MarkState::Usual, style, look), &mut out);
        }
    }
    for (mark, placement) in pairs() {
        if let Some(at) = placement.badge {
            badge(size, at, mark, placement.color, style, &mut out);
        }
    }
    out
}

/// Returns the style of a mark's box. The line of a disabled element is never closed.
fn box_style(state: MarkState, style: &Style) -> BoxStyle {
    match (state, style.box_style) {
        (MarkState::Disabled, BoxStyle::Dashed) => BoxStyle::Corners,
        (MarkState::Disabled, _) => BoxStyle::Dashed,
        (_, asked) => asked,
    }
}

/// Whether there are so many boxes that normal lines would hide the marked elements.
fn are_many(size: Size, count: usize, usual: i32) -> bool {
    let side = usual.max(1) as u64;
    count > FEW && count as u64 * side * side * 1000 >= size.area() * MANY
}

/// Properties that all lines of one image share.
#[derive(Clone, Copy)]
struct Look {
    usual: i32,
    is_quiet: bool,
}

/// Width and colours of a line.
#[derive(Clone, Copy)]
struct Pen {
    width: i32,
    color: Color,
    halo: Color,
    halo_alpha: u32,
    alpha: u8,
}

impl Pen {
    fn new(placement: &Placement, state: MarkState, style: &Style, look: Look) -> Self {
        let is_heavy = matches!(state, MarkState::Focused | MarkState::Hovered);
        // Heavy lines are never faint, so that a heavy box is easy to find among many faint boxes.
        let is_quiet = look.is_quiet && !is_heavy;
        let usual = if is_quiet { look.usual / 16 } else { (look.usual + 4) / 8 };
        let width = style.box_width.map_or(usual, |width| width.clamp(1, 16) as i32);
        let width = if is_heavy { (3 * width).div_euclid(2).max(2) } else { width.max(1) };
        let halo_alpha = if is_quiet { QUIET_ALPHA } else { HALO_ALPHA };
        let color = style.box_color.unwrap_or(placement.color);
        Self { width, color, halo: readable_on(color), halo_alpha, alpha: style.box_alpha() }
    }

    fn line(self, rect: Rect, out: &mut Vec<Primitive>) {
        out.push(Primitive::Fill { rect, color: self.color, alpha: self.alpha });
    }

    fn halo(self, rect: Rect, out: &mut Vec<Primitive>) {
        let alpha = (u32::from(self.alpha) * self.halo_alpha / 255) as u8;
        out.push(Primitive::Fill { rect, color: self.halo, alpha });
    }
}

fn outline(
    size: Size,
    target: Rect,
    pen: Pen,
    style: BoxStyle,
    halos: &mut Vec<Primitive>,
    lines: &mut Vec<Primitive>,
) {
    let thin = target.w().min(target.h()) < THIN * pen.width;
    let reach = if thin { pen.width } else { pen.width / 2 };
    // At the border of the image the line moves inside, because a clipped box looks incomplete.
    let Some(frame) = target.grow(reach as u16).intersect(size.rect()) else { return };
    let sides = || ring(frame, pen.width).into_iter().flatten();
    match style {
        BoxStyle::Solid => {
            ring(frame.grow(1), 1).into_iter().flatten().for_each(|r| pen.halo(r, halos));
            sides().for_each(|r| pen.line(r, lines));
        }
        BoxStyle::Dashed => {
            let dash = 3 * pen.width;
            sides().flat_map(|s| dashes(s, dash)).for_each(|r| pen.halo(r.grow(1), halos));
            sides().flat_map(|s| dashes(s, dash)).for_each(|r| pen.line(r, lines));
        }
        BoxStyle::Corners => {
            let arm = (frame.w().min(frame.h()) / 3).clamp(2 * pen.width, 6 * pen.width);
            sides().flat_map(|s| ends(s, arm)).for_each(|r| pen.halo(r.grow(1), halos));
            sides().flat_map(|s| ends(s, arm)).for_each(|r| pen.line(r, lines));
        }
    }
}

/// Returns the four sides of a frame. They do not overlap, so that a translucent line has the same
/// opacity at the corners.
pub(crate) fn ring(frame: Rect, width: i32) -> [Option<Rect>; 4] {
    let (x, y, w, h) = (frame.x(), frame.y(), frame.w(), frame.h());
    let top = width.min(h);
    let bottom = width.min(h - top);
    let left = width.min(w);
    let right = width.min(w - left);
    let between = h - top - bottom;
    [
        Rect::new(x, y, w, top),
        Rect::new(x, y + h - bottom, w, bottom),
        Rect::new(x, y + top, left, between),
        Rect::new(x + w - right, y + top, right, between),
    ]
}

/// Returns the dashes of one side; the gaps are as long as the dashes.
fn dashes(side: Rect, dash: i32) -> impl Iterator<Item = Rect> {
    let along_x = side.w() >= side.h();
    let length = if along_x { side.w() } else { side.h() };
    (0..length).step_by(2 * dash as usize).filter_map(move |at| {
        let part = dash.min(length - at);
        if along_x {
            Rect::new(side.x() + at, side.y(), part, side.h())
        } else {
            Rect::new(side.x(), side.y() + at, side.w(), part)
        }
    })
}

/// Returns both ends of one side.
fn ends(side: Rect, arm: i32) -> impl Iterator<Item = Rect> {
    let along_x = side.w() >= side.h();
    let length = if along_x { side.w() } else { side.h() };
    let arm = arm.min(length);
    [0, length - arm].into_iter().filter_map(move |at| {
        if along_x {
            Rect::new(side.x() + at, side.y(), arm, side.h())
        } else {
            Rect::new(side.x(), side.y() + at, side.w(), arm)
        }
    })
}

/// Draws an elbow line: horizontally from the badge, then vertically to the element. The badge
/// covers the start of the line.
fn leader([start, end]: [(i32, i32); 2], pen: Pen, out: &mut Vec<Primitive>) {
    let width = (pen.width / 2).max(1);
    let across = (start.0.min(end.0), (start.0 - end.0).abs() + width);
    let down = (start.1.min(end.1), (start.1 - end.1).abs() + width);
    let legs =
        [Rect::new(across.0, start.1, across.1, width), Rect::new(end.0, down.0, width, down.1)];
    legs.into_iter().flatten().for_each(|leg| pen.halo(leg.grow(1), out));
    legs.into_iter().flatten().for_each(|leg| pen.line(leg, out));
}

fn badge(size: Size, at: Rect, mark: &Mark, fill: Color, style: &Style, out: &mut Vec<Primitive>) {
    let shape = BadgeShape::new(at.h(), style.font_weight);
    let text = style.text_on(fill);
    // Swapping the colours keeps the contrast, and a light badge gets a dark outline.
    let (fill, text, halo) = match mark.state {
        MarkState::Focused => (text, fill, fill),
        _ => (fill, text, readable_on(fill)),
    };
    let mut solid = |rect: Option<Rect>, color| {
        if let Some(rect) = rect {
            out.push(Primitive::Fill { rect, color, alpha: 255 });
        }
    };
    // A rectangle without its corner pixels is painted as two crossing fills.
    let (x, y, w, h, cut) = (at.x(), at.y(), at.w(), at.h(), shape.halo);
    solid(Rect::new(x + cut, y, w - 2 * cut, h), halo);
    solid(Rect::new(x, y + cut, w, h - 2 * cut), halo);
    solid(Rect::new(x + cut, y + cut, w - 2 * cut, h - 2 * cut), fill);
    if let Some((_, shown)) = shape.fit(&mark.label, at.w().max(size.w() as i32)) {
        for (dx, dy, glyph) in shape.glyphs(&shown, at.w()) {
            if let Some(rect) = Rect::new(x + dx, y + dy, glyph.w, glyph.h) {
                out.push(Primitive::Mask { rect, color: text, coverage: glyph.coverage });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::{self, contrast};
    use crate::place::{PlaceContext, place};

    fn size() -> Size {
        Size::new(200, 100).expect("valid")
    }

    fn mark(x: i32, y: i32, w: i32, h: i32) -> Mark {
        Mark::new("12", Rect::new(x, y, w, h).expect("valid"))
    }

    fn drawing(marks: &[Mark], style: &Style) -> Vec<Primitive> {
        let placements = place(size(), marks, style, &PlaceContext::default());
        draw(size(), marks, &placements, style)
    }

    fn lines(drawing: &[Primitive], of: Color) -> Vec<Rect> {
        let line = |p: &Primitive| match *p {
            Primitive::Fill { rect, color, .. } if color == of => Some(rect),
            _ => None,
        };
        drawing.iter().filter_map(line).collect()
    }

    #[test]
    fn the_box_of_an_icon_leaves_the_icon_free() {
        let color = Color { r: 1, g: 2, b: 3 };
        let style = Style { box_color: Some(color), ..Style::default() };
        let icon = mark(100, 50, 16, 16);
        for line in lines(&drawing(std::slice::from_ref(&icon), &style), color) {
            assert_eq!(line.overlap(icon.target), 0);
        }
    }

    #[test]
    fn boxes_can_be_left_out_and_badges_remain() {
        let color = Color { r: 1, g: 2, b: 3 };
        let style = Style { show_box: false, box_color: Some(color), ..Style::default() };
        let drawing = drawing(&[mark(100, 50, 60, 30)], &style);
        assert!(lines(&drawing, color).is_empty());
        assert_eq!(drawing.iter().filter(|p| matches!(p, Primitive::Mask { .. })).count(), 2);
    }

    #[test]
    fn opacity_touches_boxes_and_never_badges() {
        let style = Style { opacity: 0.5, ..Style::default() };
        let target = mark(100, 50, 60, 30);
        let drawing = drawing(std::slice::from_ref(&target), &style);
        let alphas: Vec<u8> = drawing
            .iter()
            .filter_map(|p| match p {
                Primitive::Fill { alpha, .. } => Some(*alpha),
                Primitive::Mask { .. } => None,
            })
            .collect();
        let (boxes, badge) = alphas.split_at(alphas.len() - 3);
        assert!(boxes.iter().all(|&a| a < 255) && badge.iter().all(|&a| a == 255));
    }

    #[test]
    fn sides_of_a_frame_never_overlap() {
        for (w, h) in [(1, 1), (3, 2), (10, 3), (50, 50)] {
            let frame = Rect::new(0, 0, w, h).expect("valid");
            let sides: Vec<Rect> = ring(frame, 2).into_iter().flatten().collect();
            for (i, a) in sides.iter().enumerate() {
                assert!(frame.contains(*a));
                assert!(sides[i + 1..].iter().all(|b| a.overlap(*b) == 0));
            }
        }
    }

    #[test]
    fn fewer_pixels_are_touched_by_dashes_and_fewest_by_corners() {
        let color = Color { r: 1, g: 2, b: 3 };
        let area = |box_style| {
            let style = Style { box_style, box_color: Some(color), ..Style::default() };
            let drawing = drawing(&[mark(50, 30, 120, 60)], &style);
            lines(&drawing, color).iter().map(|r| r.area()).sum::<i64>()
        };
        let [solid, dashed, corners] =
            [BoxStyle::Solid, BoxStyle::Dashed, BoxStyle::Corners].map(area);
        assert!(corners < dashed && dashed < solid, "{corners} {dashed} {solid}");
    }

    fn stated(state: MarkState) -> Mark {
        Mark { state, ..mark(50, 40, 120, 40) }
    }

    #[test]
    fn focus_inverts_a_badge_and_focus_or_pointer_make_its_box_heavier() {
        let shades = |state| {
            let drawing = drawing(&[stated(state)], &Style::default());
            drawing
                .iter()
                .rev()
                .map(|p| match *p {
                    Primitive::Fill { color, .. } | Primitive::Mask { color, .. } => color,
                })
                .take(3)
                .collect::<Vec<_>>()
        };
        let (usual, focused) = (shades(MarkState::Usual), shades(MarkState::Focused));
        // The last two shapes are the digits; the fill of the badge precedes them.
        assert_eq!((focused[0], focused[2]), (usual[2], usual[0]));
        let color = Color { r: 1, g: 2, b: 3 };
        let style = Style { box_color: Some(color), ..Style::default() };
        let ink = |state| {
            lines(&drawing(&[stated(state)], &style), color).iter().map(|r| r.area()).sum::<i64>()
        };
        assert!(ink(MarkState::Focused).min(ink(MarkState::Hovered)) > ink(MarkState::Usual));
    }

    #[test]
    fn what_is_disabled_has_a_grey_badge_and_no_closed_line() {
        let color = Color { r: 1, g: 2, b: 3 };
        for asked in [BoxStyle::Solid, BoxStyle::Dashed, BoxStyle::Corners] {
            let style = Style { box_color: Some(color), box_style: asked, ..Style::default() };
            let drawing = drawing(&[stated(MarkState::Disabled)], &style);
            assert!(lines(&drawing, color).len() >= 8, "{asked:?}");
            assert!(!lines(&drawing, palette::DISABLED).is_empty(), "{asked:?}");
        }
    }

    #[test]
    fn a_badge_of_any_fill_has_a_ring_that_contrasts_with_it() {
        for fill in [Color { r: 255, g: 235, b: 59 }, Color { r: 0, g: 62, b: 84 }] {
            let style = Style { badge_color: Some(fill), ..Style::default() };
            let drawing = drawing(&[mark(100, 50, 60, 30)], &style);
            let shape = drawing.iter().rev().filter_map(|p| match p {
                Primitive::Fill { color, .. } => Some(*color),
                Primitive::Mask { .. } => None,
            });
            let colors: Vec<Color> = shape.take(2).collect();
            assert_eq!(colors[0], fill);
            assert!(contrast(colors[0], colors[1]) >= 4.5);
        }
    }
}
