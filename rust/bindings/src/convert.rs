//! Converts plain Python values to core types and back.

use numpy::{PyReadonlyArray3, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use viewmark_core::{
    BoxStyle, Changed, Color, Error, FontWeight, Format, Ink, InkContrast, Mark, MarkState, Note,
    Pair, PixelView, PlaceContext, Placement, Rect, Request, Size, Style, place,
};

/// A region to crop and where to paste it: the source image as base64 text, (x, y, width, height)
/// in the source, (x, y) in the target.
pub type RawPart<'py> = (Bound<'py, PyString>, (i32, i32, i32, i32), (u32, u32));

/// x, y, width, height in image pixels.
pub type Box4 = (i32, i32, i32, i32);
/// A box as the caller passed it, in any sequence of four numbers: x, y, width, height.
pub type FloatBox = [f64; 4];
/// A mark as the caller passed it: label, x, y, width, height, and optionally the state of the
/// element.
#[derive(FromPyObject)]
pub enum RawMark {
    #[pyo3(transparent)]
    Plain((String, f64, f64, f64, f64)),
    #[pyo3(transparent)]
    Stated((String, f64, f64, f64, f64, String)),
}
/// The fields of `viewmark.Style` in their order. Colours are 0xRRGGBB, enums are passed by name.
pub type RawStyle = (
    Option<u32>,
    Option<u32>,
    Option<u32>,
    String,
    bool,
    Option<u32>,
    Option<u32>,
    String,
    f32,
    Option<Vec<u32>>,
);
/// The fields of `viewmark.Surroundings` in their order: boxes of text lines, boxes of obstacles,
/// badges of the previous image with their labels, image pixels per CSS pixel.
pub type RawAround = (Option<Vec<FloatBox>>, Vec<FloatBox>, Vec<(String, FloatBox)>, Option<f32>);
/// The box of one element in the first image, in the second image, or in both.
pub type RawPair = (Option<FloatBox>, Option<FloatBox>);
/// Background and ink colour (0xRRGGBB), their contrast ratio, and the fraction of pixels in the
/// background colour; `None` if the box is outside the image.
pub type RawInk = Option<(u32, u32, f64, f64)>;
/// Number of pixels compared, changed, and different only by anti-aliasing; bounding box of the
/// changed pixels.
pub type RawChanged = (u64, u64, u64, Option<Box4>);
/// Where the badge of one mark was placed: badge box, ends of the leader line (x, y, x, y), colour
/// (0xRRGGBB), and note on the outcome.
pub type RawPlacement = (Option<Box4>, Option<(i32, i32, i32, i32)>, u32, String);

/// What the caller knows about an image, apart from its marks.
pub struct Around {
    text: Option<Vec<Rect>>,
    obstacles: Vec<Rect>,
    previous: Vec<(String, Rect)>,
    css_scale: Option<f32>,
}

impl From<RawAround> for Around {
    fn from((text, obstacles, known, css_scale): RawAround) -> Self {
        let text = text.map(|raw| rects(&raw));
        Self { text, obstacles: rects(&obstacles), previous: previous(known), css_scale }
    }
}

impl Around {
    /// Builds a request with these surroundings and defaults for all other fields.
    pub fn request<'a>(&'a self, style: &'a Style) -> Request<'a> {
        Request {
            text: self.text.as_deref(),
            obstacles: &self.obstacles,
            previous: &self.previous,
            css_scale: self.css_scale,
            ..Request::new(style)
        }
    }

    /// Places badges for an image that does not exist yet, using its size and the known text boxes.
    pub fn place(&self, size: Size, marks: &[Mark], style: &Style) -> Vec<Placement> {
        let ink = self.text.as_ref().map(|lines| Ink::from_rects(size, lines));
        let context = PlaceContext {
            ink: ink.as_ref(),
            obstacles: &self.obstacles,
            previous: &self.previous,
            scale: self.css_scale,
        };
        place(size, marks, style, &context)
    }
}

/// An image in one of the forms that Python code may pass.
pub enum Picture<'py> {
    File(Bound<'py, PyBytes>),
    Text(Bound<'py, PyString>),
    Array(PyReadonlyArray3<'py, u8>),
}

impl<'py> Picture<'py> {
    pub fn extract(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Self::File(bytes.clone()));
        }
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Self::Text(text.clone()));
        }
        object
            .extract()
            .map(Self::Array)
            .map_err(|_| PyTypeError::new_err("bytes, base64 str or a uint8 array (H, W, 3 or 4)"))
    }
}

/// Creates a view of an array's pixels without copying them. Channels and columns must be
/// contiguous; rows may have a stride.
pub fn view<'a>(array: &'a PyReadonlyArray3<'_, u8>) -> Result<PixelView<'a>, Error> {
    let bad = |what: String| Error::InvalidOption(what);
    let &[h, w, channels] = array.shape() else { return Err(bad("not three axes".into())) };
    let size = u32::try_from(w).ok().zip(u32::try_from(h).ok());
    let size = size
        .and_then(|(w, h)| Size::new(w, h))
        .ok_or_else(|| bad(format!("an array of {h}x{w} pixels; both lie in 1..=65535")))?;
    let &[row, column, channel] = array.strides() else { return Err(bad("not three axes".into())) };
    // An axis of length 1 may have any stride.
    let packed = channel == 1 && (column == channels as isize || w == 1);
    let stride = if h == 1 { w * channels } else { usize::try_from(row).unwrap_or(0) };
    if !packed || stride < w * channels {
        return Err(bad("an array whose pixels do not lie side by side".into()));
    }
    let length = (h - 1) * stride + w * channels;
    // SAFETY: the shape and the positive strides of a live array guarantee that these bytes belong
    // to it, and the borrow keeps the array alive. A writer in another thread could tear pixels.
    // The documentation of `viewmark.annotate` forbids concurrent writes, as does every library
    // that reads arrays without the GIL.
    let data = unsafe { std::slice::from_raw_parts(array.as_array().as_ptr(), length) };
    PixelView::new(size, channels, stride, data)
}

/// Converts a box to whole pixels by rounding its edges. The result is at least one pixel wide and
/// high. Distant coordinates are clamped so that they fit in 32 bits.
pub fn rect([x, y, w, h]: FloatBox) -> Result<Rect, &'static str> {
    if ![x, y, w, h].into_iter().all(f64::is_finite) {
        return Err("a coordinate is not a finite number");
    }
    if w < 0.0 || h < 0.0 {
        return Err("width or height is negative");
    }
    let limit = f64::from(Rect::LIMIT / 2);
    let edge = |v: f64| v.round().clamp(-limit, limit) as i32;
    let (left, top) = (edge(x), edge(y));
    let (w, h) = (edge(x + w) - left, edge(y + h) - top);
    Rect::new(left, top, w.max(1), h.max(1)).ok_or("it is beyond all bounds")
}

pub fn marks(raw: Vec<RawMark>) -> Result<Vec<Mark>, Error> {
    let mark = |(index, raw): (usize, RawMark)| {
        let refuse = |reason: String| Error::InvalidMark { index, reason };
        let (label, numbers, name) = match raw {
            RawMark::Plain((label, x, y, w, h)) => (label, [x, y, w, h], String::new()),
            RawMark::Stated((label, x, y, w, h, name)) => (label, [x, y, w, h], name),
        };
        let state = match name.as_str() {
            "" => MarkState::Usual,
            "focused" => MarkState::Focused,
            "disabled" => MarkState::Disabled,
            "hovered" => MarkState::Hovered,
            _ => return Err(refuse(format!("its state is {name:?}; it has no mark of its own"))),
        };
        let target = rect(numbers).map_err(|reason| refuse(reason.into()))?;
        Ok(Mark { label, target, state })
    };
    raw.into_iter().enumerate().map(mark).collect()
}

/// Converts rectangles to redact. An invalid one is an error, because skipping it would leave a
/// secret visible.
pub fn covers(raw: Vec<FloatBox>) -> Result<Vec<Rect>, Error> {
    let one = |raw: FloatBox| {
        rect(raw).map_err(|reason| Error::InvalidOption(format!("a box to cover: {reason}")))
    };
    raw.into_iter().map(one).collect()
}

/// Converts rectangles that are only hints for placement; invalid ones are skipped.
fn rects(raw: &[FloatBox]) -> Vec<Rect> {
    raw.iter().filter_map(|&raw| rect(raw).ok()).collect()
}

fn previous(raw: Vec<(String, FloatBox)>) -> Vec<(String, Rect)> {
    raw.into_iter().filter_map(|(label, raw)| Some((label, rect(raw).ok()?))).collect()
}

/// Converts the boxes of a mark in two images; an invalid box counts as absent.
pub fn pair((before, after): RawPair) -> Pair {
    let one = |raw: Option<FloatBox>| raw.and_then(|raw| rect(raw).ok());
    (one(before), one(after))
}

pub fn changed_out(changed: &Changed) -> RawChanged {
    let bounds = changed.bounds.map(|r| (r.x(), r.y(), r.w(), r.h()));
    (changed.compared, changed.changed, changed.smoothed, bounds)
}

pub fn ink_out(found: Option<&InkContrast>) -> RawInk {
    found.map(|it| (packed(it.ground), packed(it.ink), it.ratio, it.flat))
}

pub fn color(rgb: u32) -> Color {
    let [_, r, g, b] = rgb.to_be_bytes();
    Color { r, g, b }
}

fn packed(color: Color) -> u32 {
    u32::from_be_bytes([0, color.r, color.g, color.b])
}

/// Looks up the value of an option by its name in `all`; an unknown name is an error.
fn named<T: Copy>(option: &str, name: &str, all: &[(&str, T)]) -> Result<T, Error> {
    let found = all.iter().find(|(known, _)| *known == name).map(|&(_, value)| value);
    found.ok_or_else(|| {
        let allowed =
            all.iter().map(|(known, _)| format!("{known:?}")).collect::<Vec<_>>().join(", ");
        Error::InvalidOption(format!("{option} is {name:?}; it is one of {allowed}"))
    })
}

const WEIGHTS: [(&str, FontWeight); 2] =
    [("normal", FontWeight::Normal), ("bold", FontWeight::Bold)];
const BOX_STYLES: [(&str, BoxStyle); 3] =
    [("solid", BoxStyle::Solid), ("dashed", BoxStyle::Dashed), ("corners", BoxStyle::Corners)];

pub fn style(raw: RawStyle) -> Result<Style, Error> {
    let (badge, text, size, weight, show_box, box_color, box_width, box_style, opacity, palette) =
        raw;
    Ok(Style {
        badge_color: badge.map(color),
        badge_text_color: text.map(color),
        badge_size: size,
        font_weight: named("font_weight", &weight, &WEIGHTS)?,
        show_box,
        box_color: box_color.map(color),
        box_width,
        box_style: named("box_style", &box_style, &BOX_STYLES)?,
        opacity,
        palette: palette.map_or_else(
            || Style::default().palette,
            |colors| colors.into_iter().map(color).collect(),
        ),
    })
}

pub fn format(name: &str) -> Result<Format, Error> {
    named("format", name, &[("jpeg", Format::Jpeg), ("png", Format::Png)])
}

const NOTES: [(Note, &str); 5] = [
    (Note::Placed, "placed"),
    (Note::Moved, "moved"),
    (Note::Shrunk, "shrunk"),
    (Note::Dropped, "dropped"),
    (Note::Outside, "outside"),
];

pub fn placement_out(placement: &Placement) -> RawPlacement {
    let name = NOTES.iter().find(|(note, _)| *note == placement.note).map_or("", |(_, name)| name);
    (
        placement.badge.map(|r| (r.x(), r.y(), r.w(), r.h())),
        placement.leader.map(|[(a, b), (c, d)]| (a, b, c, d)),
        packed(placement.color),
        name.into(),
    )
}

pub fn placement_in((badge, leader, rgb, name): RawPlacement) -> Result<Placement, Error> {
    let bad = || Error::InvalidOption("placements are not those that place() returned".into());
    let note = NOTES.iter().find(|(_, known)| *known == name).ok_or_else(bad)?.0;
    let badge = match badge {
        Some((x, y, w, h)) => Some(Rect::new(x, y, w, h).ok_or_else(bad)?),
        None => None,
    };
    let inside = |v: &i32| v.abs() <= Rect::LIMIT;
    let leader = match leader {
        Some((a, b, c, d)) if [a, b, c, d].iter().all(inside) => Some([(a, b), (c, d)]),
        Some(_) => return Err(bad()),
        None => None,
    };
    Ok(Placement { badge, leader, color: color(rgb), note })
}
