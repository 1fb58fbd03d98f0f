//! Runs one stage of the pixel core, for counting its instructions: `instructions STAGE`. Without
//! an argument it prints the names of the stages. `scripts/instruction_counts.py` counts with
//! valgrind.
//!
//! The pictures are files of this repository, so that every machine does the same work.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "a bench tells its names")]

use std::hint::black_box;
use viewmark_core::{
    Color, Format, Ink, Mark, PlaceContext, Rect, Request, Size, Source, Style, annotate, cover,
    decode, decode_base64, difference, encode, encode_base64, ink_contrast, place,
};

/// A captured page, and the boxes of its controls and lines of text.
struct Page {
    jpeg: &'static [u8],
    marks: Vec<Mark>,
    text: Vec<Rect>,
}

macro_rules! layout {
    ($name:literal) => {
        Page::new(
            include_bytes!(concat!("data/layouts/", $name, ".jpg")),
            include_str!(concat!("data/layouts/", $name, ".json")),
        )
    };
}

impl Page {
    fn new(jpeg: &'static [u8], layout: &str) -> Self {
        let targets = rects(layout, "elements").into_iter().take(50).enumerate();
        let marks = targets.map(|(n, target)| Mark::new((n + 1).to_string(), target));
        Self { jpeg, marks: marks.collect(), text: rects(layout, "text") }
    }

    fn size(&self) -> Size {
        decode(self.jpeg).expect("a picture").size()
    }
}

/// The rectangles of one list of a layout, four numbers each.
fn rects(layout: &str, list: &str) -> Vec<Rect> {
    let from = layout.split(&format!("\"{list}\":[")).nth(1).expect("the list");
    let inside = from.split("]]").next().unwrap_or_default();
    let numbers: Vec<i32> = inside
        .split(|c: char| !(c.is_ascii_digit() || c == '-' || c == '.'))
        .filter_map(|word| word.parse::<f64>().ok())
        .map(|number| number as i32)
        .collect();
    numbers.chunks_exact(4).filter_map(|r| Rect::new(r[0], r[1], r[2], r[3])).collect()
}

/// Only the instructions of this function are counted.
#[inline(never)]
fn counted(stage: &mut dyn FnMut()) {
    stage();
}

fn main() {
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with("--"));
    let mut stage = |name: &str, prepare: &dyn Fn() -> Box<dyn FnMut()>| match &wanted {
        None => println!("{name}"),
        Some(word) if word == name => counted(&mut *prepare()),
        Some(_) => {}
    };
    pictures(&mut stage);
    comparing(&mut stage);
    badges(&mut stage);
    wholes(&mut stage);
}

type Stage<'a> = dyn FnMut(&str, &dyn Fn() -> Box<dyn FnMut()>) + 'a;

fn pictures(stage: &mut Stage) {
    stage("decode_jpeg", &|| {
        let page = layout!("mailbox");
        Box::new(move || drop(black_box(decode(page.jpeg).expect("a picture"))))
    });
    stage("decode_png", &|| {
        let pixels = decode(layout!("mailbox").jpeg).expect("a picture");
        let png = encode(pixels.view(), Format::Png, 100).expect("encoded");
        Box::new(move || drop(black_box(decode(&png).expect("a picture"))))
    });
    for (name, format) in [("encode_jpeg", Format::Jpeg), ("encode_png", Format::Png)] {
        stage(name, &|| {
            let pixels = decode(layout!("mailbox").jpeg).expect("a picture");
            Box::new(move || drop(black_box(encode(pixels.view(), format, 80).expect("encoded"))))
        });
    }
    stage("encode_base64", &|| {
        let page = layout!("shop");
        Box::new(move || drop(black_box(encode_base64(page.jpeg))))
    });
    stage("decode_base64", &|| {
        let text = encode_base64(layout!("shop").jpeg);
        Box::new(move || drop(black_box(decode_base64(text.as_bytes()).expect("text"))))
    });
    stage("cover_secrets", &|| {
        let page = layout!("mailbox");
        let color = Color { r: 90, g: 90, b: 90 };
        let rects: Vec<Rect> = page.marks.iter().take(3).map(|mark| mark.target).collect();
        Box::new(move || {
            let file = Source::File(page.jpeg);
            drop(black_box(cover(file, &rects, color, Format::Jpeg, 80).expect("covered")));
        })
    });
}

fn comparing(stage: &mut Stage) {
    // One box in nine moved 3 px to the right; all others stayed.
    let moved = || {
        let page = layout!("shop");
        let before = decode(page.jpeg).expect("a picture");
        let mut after = before.clone();
        let mut pairs = Vec::new();
        for (n, mark) in page.marks.iter().enumerate() {
            let at = mark.target;
            let by = if n % 9 == 0 { 3 } else { 0 };
            let to = Rect::new(at.x() + by, at.y(), at.w(), at.h()).expect("inside");
            pairs.push((Some(at), Some(to)));
            let inside = at.x() >= 0 && to.right() < before.size().w() as i32;
            if by == 0 || !inside {
                continue;
            }
            for y in at.y().max(0)..at.bottom().min(before.size().h() as i32) {
                let row = after.row_mut(y as usize);
                let (from, len) = (3 * at.x() as usize, 3 * at.w() as usize);
                row.copy_within(from..from + len, from + 3 * by as usize);
            }
        }
        (before, after, pairs)
    };
    stage("difference_same", &|| {
        let (before, _, pairs) = moved();
        Box::new(move || {
            let [before, after] = [&before, &before].map(|each| Source::Pixels(each.view()));
            drop(black_box(difference(before, after, &pairs, 0.1).expect("compared")));
        })
    });
    stage("difference_moved", &|| {
        let (before, after, pairs) = moved();
        Box::new(move || {
            let [before, after] = [&before, &after].map(|each| Source::Pixels(each.view()));
            drop(black_box(difference(before, after, &pairs, 0.1).expect("compared")));
        })
    });
    stage("ink_contrast", &|| {
        let page = layout!("shop");
        let picture = decode(page.jpeg).expect("a picture");
        Box::new(move || drop(black_box(ink_contrast(&picture, &page.text))))
    });
}

fn badges(stage: &mut Stage) {
    stage("ink_of_text", &|| {
        let page = layout!("functions");
        let size = page.size();
        Box::new(move || drop(black_box(Ink::from_rects(size, &page.text))))
    });
    stage("place_50", &|| {
        let page = layout!("shop");
        let ink = Ink::from_rects(page.size(), &page.text);
        placing(page.size(), page.marks, ink)
    });
    stage("place_500", &|| {
        let size = Size::new(1280, 720).expect("a size");
        let mark = |n: i32| {
            let target = Rect::new(n % 25 * 51 + 3, n / 25 * 36 + 4, 44, 20).expect("inside");
            Mark::new((n + 1).to_string(), target)
        };
        placing(size, (0..500).map(mark).collect(), Ink::from_rects(size, &[]))
    });
    stage("place_1000_scattered", &|| {
        let size = Size::new(1920, 1080).expect("a size");
        let mut state = 1u32;
        let mut below = move |limit: u32| {
            // Constants of Numerical Recipes; the high bits are random enough for a layout.
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 16) % limit) as i32
        };
        let mut rect = |width: i32, height| {
            Rect::new(below(1820), below(1058), width, height).expect("inside")
        };
        let marks = (0..1000).map(|n| Mark::new((n + 1).to_string(), rect(20 + n % 80, 22)));
        let marks: Vec<Mark> = marks.collect();
        let text: Vec<Rect> = (0..1000).map(|_| rect(90, 15)).collect();
        placing(size, marks, Ink::from_rects(size, &text))
    });
}

fn placing(size: Size, marks: Vec<Mark>, ink: Ink) -> Box<dyn FnMut()> {
    let style = Style::default();
    Box::new(move || {
        let ink = Some(&ink);
        let context = PlaceContext { ink, obstacles: &[], previous: &[], scale: Some(1.0) };
        drop(black_box(place(size, &marks, &style, &context)));
    })
}

fn wholes(stage: &mut Stage) {
    stage("annotate", &|| whole(layout!("mailbox"), true, |_| {}));
    stage("annotate_text", &|| whole(layout!("functions"), true, |_| {}));
    stage("annotate_1080p", &|| whole(layout!("shop"), true, |_| {}));
    stage("annotate_text_unknown", &|| whole(layout!("mailbox"), false, |_| {}));
    stage("annotate_budget", &|| whole(layout!("mailbox"), true, |r| r.max_base64 = 80_000));
    stage("annotate_budget_same_size", &|| {
        whole(layout!("shop"), true, |r| r.max_base64 = 340_000)
    });
    stage("annotate_smaller", &|| whole(layout!("shop"), true, |r| r.max_edge = Some(1024)));
    stage("annotate_pixels", &|| {
        let page = layout!("mailbox");
        let (pixels, style) = (decode(page.jpeg).expect("a picture"), Style::default());
        Box::new(move || {
            let request = Request { text: Some(&page.text), ..Request::new(&style) };
            let file = Source::Pixels(pixels.view());
            drop(black_box(annotate(file, &page.marks, &request).expect("annotated")));
        })
    });
}

fn whole(page: Page, text_is_known: bool, wish: fn(&mut Request)) -> Box<dyn FnMut()> {
    let style = Style::default();
    Box::new(move || {
        let mut request = Request { css_scale: Some(1.0), ..Request::new(&style) };
        request.text = text_is_known.then_some(&page.text);
        request.max_base64 = 1 << 30;
        wish(&mut request);
        let done = annotate(Source::File(page.jpeg), &page.marks, &request);
        drop(black_box(done.expect("annotated")));
    })
}
