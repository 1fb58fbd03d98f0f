//! Annotates pixels in memory with requests of every kind: marks, styles, obstacles, scales,
//! budgets.
#![no_main]

#[path = "../../../tests/rust/properties.rs"]
mod properties;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use viewmark_core::{
    BoxStyle, Color, FontWeight, Format, Mark, MarkState, Pixmap, Rect, Request, Size, Source, Style, annotate,
};

type Box4 = (i32, i32, i32, i32);

#[derive(Arbitrary, Debug)]
struct Wish {
    size: (u8, u8),
    marks: Vec<(String, Box4)>,
    text: Option<Vec<Box4>>,
    obstacles: Vec<Box4>,
    previous: Vec<(u8, Box4)>,
    css_scale: Option<f32>,
    is_png: bool,
    quality: u8,
    max_base64: u16,
    max_edge: Option<u16>,
    badge_size: Option<u32>,
    box_width: Option<u32>,
    is_bold: bool,
    box_style: u8,
    opacity: f32,
    palette: Vec<[u8; 3]>,
}

fn rect((x, y, w, h): Box4) -> Option<Rect> {
    Rect::new(x, y, w, h)
}

fuzz_target!(|wish: Wish| {
    // Few marks per run, because other tests cover a thousand marks.
    let marks: Vec<Mark> = wish
        .marks
        .iter()
        .take(40)
        .enumerate()
        .filter_map(|(n, (label, target))| {
            let state = [MarkState::Usual, MarkState::Focused, MarkState::Disabled][n % 3];
            Some(Mark { label: label.clone(), target: rect(*target)?, state })
        })
        .collect();
    let rects = |raw: &[Box4]| raw.iter().copied().filter_map(rect).collect::<Vec<_>>();
    let text = wish.text.as_deref().map(rects);
    let obstacles = rects(&wish.obstacles);
    let named = |&(index, raw): &(u8, Box4)| {
        Some((marks.get(usize::from(index))?.label.clone(), rect(raw)?))
    };
    let previous: Vec<_> = wish.previous.iter().filter_map(named).collect();
    let style = Style {
        badge_size: wish.badge_size,
        box_width: wish.box_width,
        font_weight: if wish.is_bold { FontWeight::Bold } else { FontWeight::Normal },
        box_style: [BoxStyle::Solid, BoxStyle::Dashed, BoxStyle::Corners]
            [usize::from(wish.box_style % 3)],
        opacity: wish.opacity,
        palette: wish.palette.iter().map(|&[r, g, b]| Color { r, g, b }).collect(),
        ..Style::default()
    };
    let request = Request {
        format: if wish.is_png { Format::Png } else { Format::Jpeg },
        quality: wish.quality,
        max_base64: wish.max_base64.into(),
        max_edge: wish.max_edge.map(u32::from),
        text: text.as_deref(),
        obstacles: &obstacles,
        previous: &previous,
        css_scale: wish.css_scale,
        ..Request::new(&style)
    };
    let size = Size::new(1 + u32::from(wish.size.0), 1 + u32::from(wish.size.1)).expect("not 0");
    let pixmap = Pixmap::new(size);
    if let Ok(done) = annotate(Source::Pixels(pixmap.view()), &marks, &request) {
        properties::check(&done, marks.len(), &request, true);
    }
});
