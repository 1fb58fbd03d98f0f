//! Random requests: labels of any characters, boxes anywhere, every option within its range and
//! sometimes outside.

use crate::mutate::Chance;
use viewmark_core::{BoxStyle, Color, FontWeight, Format, Mark, Placement, Rect, Request, Style};

/// Owns everything that a request borrows.
pub struct Wish {
    pub marks: Vec<Mark>,
    style: Style,
    text: Option<Vec<Rect>>,
    obstacles: Vec<Rect>,
    previous: Vec<(String, Rect)>,
    placements: Option<Vec<Placement>>,
    format: Format,
    quality: u8,
    max_base64: usize,
    max_edge: Option<u32>,
    css_scale: Option<f32>,
}

fn rect(chance: &mut Chance) -> Rect {
    let far = chance.once_in(6);
    let side = |chance: &mut Chance| match chance.below(if far { 6 } else { 3 }) {
        0 => chance.below(40) as i32,
        1 => chance.below(90) as i32 - 20,
        2 => chance.below(12) as i32,
        3 => Rect::LIMIT / 2,
        4 => -Rect::LIMIT,
        _ => chance.next() as i32 % Rect::LIMIT,
    };
    let (x, y) = (side(chance), side(chance));
    let (w, h) = (side(chance).saturating_abs().max(1), side(chance).saturating_abs().max(1));
    Rect::new(x, y, w, h).unwrap_or_else(|| Rect::new(3, 3, 9, 9).expect("valid"))
}

/// Fewer than `most` random boxes.
pub fn rects(chance: &mut Chance, most: usize) -> Vec<Rect> {
    (0..chance.below(most)).map(|_| rect(chance)).collect()
}

/// A number, a ref, or arbitrary Unicode text.
fn label(chance: &mut Chance) -> String {
    match chance.below(6) {
        0 => format!("@ref-{}.x_y", chance.below(99)),
        1 => (0..chance.below(50))
            .filter_map(|_| char::from_u32(chance.next() as u32 % 0x11_0000))
            .collect(),
        2 => ["", "\u{202e}12", "a\u{301}\u{301}", "\0", "👩‍👩‍👧‍👦", "\u{fffd}\u{10ffff}", "…", " "]
            [chance.below(8)]
        .into(),
        3 => "W".repeat(chance.below(400)),
        _ => chance.below(300).to_string(),
    }
}

fn color(chance: &mut Chance) -> Color {
    let [r, g, b, ..] = chance.next().to_le_bytes();
    Color { r, g, b }
}

fn style(chance: &mut Chance) -> Style {
    let some = |chance: &mut Chance| chance.once_in(3).then(|| color(chance));
    // Sometimes a value outside the range, which is rejected.
    let number =
        |chance: &mut Chance, most: usize| chance.once_in(3).then(|| chance.below(most) as u32);
    let kinds = if chance.once_in(20) { 6 } else { 4 };
    Style {
        badge_color: some(chance),
        badge_text_color: some(chance),
        badge_size: number(chance, 40).map(|size| size + 10),
        font_weight: [FontWeight::Normal, FontWeight::Bold][chance.below(2)],
        show_box: !chance.once_in(4),
        box_color: some(chance),
        box_width: number(chance, 16).map(|width| width + 1),
        box_style: [BoxStyle::Solid, BoxStyle::Dashed, BoxStyle::Corners][chance.below(3)],
        opacity: [1.0, 0.5, 0.0, 0.999, 1.5, f32::NAN][chance.below(kinds)],
        palette: (0..=chance.below(12)).map(|_| color(chance)).collect(),
    }
}

impl Wish {
    /// A random request; mostly small, because drawing takes most of the time.
    pub fn new(chance: &mut Chance) -> Self {
        let most = [60, 5, 5, 5, 1, 1, 1, 1][chance.below(8)];
        let marks: Vec<Mark> =
            (0..chance.below(most)).map(|_| Mark::new(label(chance), rect(chance))).collect();
        let plain = chance.once_in(2);
        let previous =
            marks.iter().filter(|_| chance.once_in(3)).map(|m| m.label.clone()).collect::<Vec<_>>();
        Self {
            style: if plain { Style::default() } else { style(chance) },
            text: (!chance.once_in(4)).then(|| rects(chance, 6)),
            obstacles: rects(chance, 4),
            previous: previous.into_iter().map(|label| (label, rect(chance))).collect(),
            placements: None,
            format: if chance.once_in(12) { Format::Png } else { Format::Jpeg },
            quality: [100, 100, 100, 100, 100, 30, 1, 77][chance.below(8)],
            // A false header may declare a million pixels, which is valid but slow. So most runs
            // have a budget that small pictures fit into, and the rest one that requires every
            // reduction.
            max_base64: if chance.once_in(16) { chance.below(2000) } else { 500_000 },
            max_edge: chance.once_in(16).then(|| chance.below(400) as u32),
            css_scale: [
                None,
                Some(1.0),
                Some(2.5),
                Some(0.0),
                Some(-1.0),
                Some(f32::NAN),
                Some(f32::INFINITY),
                Some(1e-30),
            ][if chance.once_in(8) { chance.below(8) } else { 0 }],
            marks,
        }
    }

    /// Adds placements made for another picture, as a caller may pass by mistake.
    pub fn with_placements(mut self, placements: Vec<Placement>) -> Self {
        self.placements = Some(placements);
        self
    }

    /// The request as the core expects it.
    pub fn request(&self) -> Request<'_> {
        Request {
            format: self.format,
            quality: self.quality,
            max_base64: self.max_base64,
            max_edge: self.max_edge,
            text: self.text.as_deref(),
            obstacles: &self.obstacles,
            previous: &self.previous,
            css_scale: self.css_scale,
            placements: self.placements.as_deref(),
            ..Request::new(&self.style)
        }
    }
}
