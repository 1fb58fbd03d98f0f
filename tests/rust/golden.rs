//! Appearance of marks, pixel by pixel: one small PNG per situation in `tests/golden`.
//!
//! `VIEWMARK_GOLDEN=write cargo test --release --test golden` rewrites them and still fails, so
//! that a rewrite is never mistaken for a pass. If a test fails, it writes a picture with the
//! expected, actual and difference images side by side to `out/golden`.

use std::fs;
use std::path::{Path, PathBuf};
use viewmark_core::{
    BoxStyle, Color, FontWeight, Format, Mark, MarkState, PixelView, Pixmap, Rect, Request, Size,
    Source, Style, annotate, decode, encode,
};

fn rect(x: i32, y: i32, w: i32, h: i32) -> Rect {
    Rect::new(x, y, w, h).expect("valid")
}

fn color(rgb: u32) -> Color {
    Color { r: (rgb >> 16) as u8, g: (rgb >> 8) as u8, b: rgb as u8 }
}

/// A picture to annotate, and the part of the result that is compared.
struct Scene {
    size: Size,
    pixels: Vec<u8>,
    marks: Vec<Mark>,
    style: Style,
    css_scale: f32,
    keep: Rect,
}

impl Scene {
    fn new(w: u32, h: u32, ground: u32) -> Self {
        let size = Size::new(w, h).expect("valid");
        let Color { r, g, b } = color(ground);
        let pixels = [r, g, b].repeat((w * h) as usize);
        let (marks, style) = (Vec::new(), Style::default());
        Self { size, pixels, marks, style, css_scale: 1.0, keep: size.rect() }
    }

    fn fill(&mut self, area: Rect, rgb: u32) {
        let Color { r, g, b } = color(rgb);
        let area = area.intersect(self.size.rect()).expect("inside");
        for y in area.y()..area.bottom() {
            for x in area.x()..area.right() {
                let at = 3 * (y * self.size.w() as i32 + x) as usize;
                self.pixels[at..at + 3].copy_from_slice(&[r, g, b]);
            }
        }
    }

    /// Imitates a line of text: stems with the x-height of a 13 px font.
    fn text(&mut self, x: i32, y: i32, w: i32, rgb: u32, scale: i32) {
        for (n, dx) in (0..w).step_by(3 * scale as usize).enumerate() {
            let tall = if n % 4 == 0 { 10 } else { 7 } * scale;
            if n % 7 != 6 {
                self.fill(rect(x + dx, y + 10 * scale - tall, scale, tall), rgb);
                self.fill(rect(x + dx, y + 9 * scale, 3 * scale, scale), rgb);
            }
        }
    }

    fn mark(&mut self, target: Rect) {
        self.marks.push(Mark::new((self.marks.len() + 1).to_string(), target));
    }

    /// A button with a caption, and its mark.
    fn button(&mut self, area: Rect, rgb: u32, ink: u32, scale: i32) {
        self.fill(area, rgb);
        let (dx, dy) = (area.w() / 5, (area.h() - 10 * scale) / 2);
        self.text(area.x() + dx, area.y() + dy, area.w() - 2 * dx, ink, scale);
        self.mark(area);
    }

    fn drawn(&self) -> Pixmap {
        let view = PixelView::new(self.size, 3, 3 * self.size.w() as usize, &self.pixels);
        let mut request = Request::new(&self.style);
        request.format = Format::Png;
        request.max_base64 = usize::MAX;
        request.css_scale = Some(self.css_scale);
        let view = view.expect("rows fit");
        let marked = annotate(Source::Pixels(view), &self.marks, &request).expect("annotated");
        crop(&decode(&marked.data).expect("our own file"), self.keep)
    }
}

fn crop(picture: &Pixmap, area: Rect) -> Pixmap {
    let row = 3 * picture.size().w() as usize;
    let rows = picture.data().chunks_exact(row).skip(area.y() as usize).take(area.h() as usize);
    let kept = rows.flat_map(|r| &r[3 * area.x() as usize..3 * area.right() as usize]);
    let size = Size::new(area.w() as u32, area.h() as u32).expect("valid");
    Pixmap::from_rgb(size, kept.copied().collect()).expect("as many bytes as the size says")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn save(path: &Path, picture: &Pixmap) {
    fs::create_dir_all(path.parent().expect("has a folder")).expect("folder");
    let png = encode(picture.view(), Format::Png, 100).expect("encoded");
    fs::write(path, png).expect("written");
}

/// Compares with `tests/golden/<name>.png`.
fn check(name: &str, scene: &Scene) {
    let actual = scene.drawn();
    let path = root().join("tests/golden").join(name).with_extension("png");
    if std::env::var("VIEWMARK_GOLDEN").as_deref() == Ok("write") {
        save(&path, &actual);
        panic!("{name}: rewritten; look at it, then run again without VIEWMARK_GOLDEN");
    }
    let expected = decode(&fs::read(&path).unwrap_or_else(|e| panic!("{name}: {e}")));
    let expected = expected.expect("a golden is a PNG");
    if expected.size() == actual.size() && expected.data() == actual.data() {
        return;
    }
    let out = root().join("out/golden").join(name);
    save(&out.with_extension("expected.png"), &expected);
    save(&out.with_extension("actual.png"), &actual);
    let mut differing = 0;
    if expected.size() == actual.size() {
        let bytes = expected.data().iter().zip(actual.data());
        let diff: Vec<u8> = bytes.map(|(a, b)| 255 - a.abs_diff(*b).saturating_mul(4)).collect();
        differing = diff.chunks_exact(3).filter(|p| *p != [255; 3]).count();
        let diff = Pixmap::from_rgb(actual.size(), diff).expect("same size");
        save(&out.with_extension("diff.png"), &diff);
    }
    panic!(
        "{name}: {:?} became {:?}, {differing} pixels differ; see {}.*.png",
        expected.size(),
        actual.size(),
        out.display()
    );
}

/// A form on a flat background, the most common case.
fn form(ground: u32, field: u32, ink: u32, accent: u32) -> Scene {
    let mut scene = Scene::new(300, 150, ground);
    scene.text(20, 24, 80, ink, 1);
    scene.fill(rect(20, 44, 180, 28), field);
    scene.text(28, 52, 100, ink, 1);
    scene.mark(rect(20, 44, 180, 28));
    scene.button(rect(212, 44, 70, 28), accent, ground, 1);
    for n in 0..3 {
        scene.text(20 + 92 * n, 104, 60, accent, 1);
        scene.mark(rect(18 + 92 * n, 100, 64, 18));
    }
    scene
}

#[test]
fn marks_on_light_ground() {
    check("light", &form(0xff_ff_ff, 0xf1_f3_f4, 0x20_21_24, 0x1a_73_e8));
}

#[test]
fn marks_on_dark_ground() {
    check("dark", &form(0x16_16_1d, 0x2a_2a_35, 0xe4_e4_ef, 0x8a_b4_f8));
}

#[test]
fn marks_on_mid_grey_ground() {
    check("grey", &form(0x80_80_80, 0x90_90_90, 0x10_10_10, 0x40_40_40));
}

#[test]
fn marks_on_a_photo() {
    let mut scene = Scene::new(180, 100, 0);
    // Smooth gradients with noise: there is no background colour to detect.
    let mut noise = 12_345u32;
    for (n, pixel) in scene.pixels.chunks_exact_mut(3).enumerate() {
        let (x, y) = ((n % 180) as i32, (n / 180) as i32);
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let grain = (noise >> 27) as i32;
        let hill = |a: i32, b: i32| ((x * a + y * b) % 256 - 128).abs() * 3 / 2 + grain;
        for (channel, (a, b)) in pixel.iter_mut().zip([(2, 1), (1, 3), (3, 2)]) {
            *channel = hill(a, b).clamp(0, 255) as u8;
        }
    }
    for (x, y, w, h) in [(10, 24, 70, 30), (110, 40, 40, 40), (150, 20, 20, 20), (20, 75, 60, 16)] {
        scene.mark(rect(x, y, w, h));
    }
    check("photo", &scene);
}

#[test]
fn marks_on_a_dense_table() {
    let mut scene = Scene::new(320, 180, 0xff_ff_ff);
    for row in 0..7 {
        for column in 0..5 {
            let (x, y) = (24 + column * 58, 20 + row * 22);
            scene.text(x + 2, y + 4, 26, 0x06_45_ad, 1);
            scene.mark(rect(x, y, 30, 18));
        }
    }
    check("dense", &scene);
}

#[test]
fn marks_on_icons_of_16_pixels() {
    let mut scene = Scene::new(240, 70, 0xf8_f9_fa);
    for n in 0..9 {
        let icon = rect(12 + 25 * n, 27, 16, 16);
        scene.fill(rect(icon.x() + 3, icon.y() + 3, 10, 10), 0x5f_63_68);
        scene.mark(icon);
    }
    check("icons", &scene);
}

#[test]
fn only_marks_without_room_are_small() {
    let mut scene = Scene::new(260, 130, 0xff_ff_ff);
    // Lines of text with a link, three icons in a row, colour swatches, and a button with free
    // space.
    for line in 0..4 {
        scene.text(10, 6 + 18 * line, 110, 0x20_21_24, 1);
    }
    scene.mark(rect(45, 23, 44, 15));
    for n in 0..3 {
        scene.fill(rect(163 + 22 * n, 33, 12, 12), 0x5f_63_68);
        scene.mark(rect(160 + 22 * n, 30, 19, 18));
    }
    for n in 0..9 {
        let swatch = rect(160 + 20 * (n % 3), 66 + 20 * (n / 3), 18, 18);
        scene.fill(swatch, 0x33_88_aa + 0x12_00_0c * n as u32);
        scene.mark(swatch);
    }
    scene.button(rect(30, 98, 70, 24), 0x1a_73_e8, 0xff_ff_ff, 1);
    check("small", &scene);
}

#[test]
fn marks_on_a_page_of_twice_the_pixels() {
    let mut scene = Scene::new(400, 200, 0xff_ff_ff);
    scene.css_scale = 2.0;
    scene.button(rect(40, 60, 160, 60), 0x1a_73_e8, 0xff_ff_ff, 2);
    scene.button(rect(240, 60, 120, 60), 0xda_dc_e0, 0x20_21_24, 2);
    check("twice", &scene);
}

#[test]
fn marks_on_a_picture_of_4k() {
    let mut scene = Scene::new(3840, 2160, 0x0f_17_2a);
    // Without a CSS scale for these large pixels, the badge size follows the picture size.
    scene.css_scale = 2.45;
    scene.button(rect(1900, 1000, 260, 90), 0x38_bd_f8, 0x0f_17_2a, 3);
    scene.mark(rect(3800, 2120, 40, 40));
    scene.keep = rect(1860, 920, 360, 200);
    check("4k", &scene);
}

#[test]
fn marks_at_the_borders_of_the_picture() {
    let mut scene = Scene::new(200, 100, 0xff_ff_ff);
    for (x, y) in [(-20, -20), (180, -20), (-20, 80), (180, 80), (80, -20), (80, 80)] {
        scene.fill(rect(x, y, 40, 40), 0xda_dc_e0);
        scene.mark(rect(x, y, 40, 40));
    }
    check("borders", &scene);
}

#[test]
fn badges_that_had_to_move_have_lines_back() {
    let mut scene = Scene::new(240, 160, 0xff_ff_ff);
    for _ in 0..24 {
        scene.mark(rect(115, 75, 10, 10));
    }
    check("moved", &scene);
}

#[test]
fn dashed_boxes_half_opaque() {
    let mut scene = form(0xff_ff_ff, 0xf1_f3_f4, 0x20_21_24, 0x1a_73_e8);
    scene.style = Style { box_style: BoxStyle::Dashed, opacity: 0.5, ..Style::default() };
    check("dashed", &scene);
}

/// Rows of a normal, a focused and a disabled element.
fn states(ground: u32, field: u32, ink: u32) -> Scene {
    let mut scene = Scene::new(300, 150, ground);
    let all = [MarkState::Usual, MarkState::Focused, MarkState::Disabled];
    for (y, state) in [24, 64, 104].into_iter().zip(all) {
        scene.button(rect(20, y, 150, 26), field, ink, 1);
        scene.button(rect(200, y, 24, 24), field, ink, 1);
        for mark in scene.marks.iter_mut().rev().take(2) {
            mark.state = state;
        }
    }
    scene
}

#[test]
fn what_has_the_focus_and_what_is_disabled() {
    check("states", &states(0xff_ff_ff, 0xf1_f3_f4, 0x20_21_24));
}

#[test]
fn the_same_on_dark_ground() {
    check("states_dark", &states(0x16_16_1d, 0x2a_2a_35, 0xe4_e4_ef));
}

#[test]
fn corners_only() {
    let mut scene = form(0x16_16_1d, 0x2a_2a_35, 0xe4_e4_ef, 0x8a_b4_f8);
    scene.style.box_style = BoxStyle::Corners;
    check("corners", &scene);
}

#[test]
fn refs_as_labels() {
    let mut scene = form(0xff_ff_ff, 0xf1_f3_f4, 0x20_21_24, 0x1a_73_e8);
    let labels =
        ["@search_box", "2 @go", "@e7f3a2", "@very-long-test-identifier-of-a-list", "漢字"];
    for (mark, label) in scene.marks.iter_mut().zip(labels) {
        label.clone_into(&mut mark.label);
    }
    check("refs", &scene);
}

#[test]
fn a_style_of_ones_own() {
    let mut scene = form(0xff_ff_ff, 0xf1_f3_f4, 0x20_21_24, 0x1a_73_e8);
    scene.style = Style {
        badge_color: Some(color(0xff_eb_3b)),
        box_color: Some(color(0xff_00_00)),
        box_width: Some(1),
        badge_size: Some(20),
        font_weight: FontWeight::Normal,
        ..Style::default()
    };
    check("own_style", &scene);
}
