//! The request and result types, shared by the compressed-domain route and the pixel route.

use crate::codec::Format;
use crate::error::Error;
use crate::geometry::{Rect, Size};
use crate::ink::Ink;
use crate::mark::Mark;
use crate::pixmap::PixelView;
use crate::place::{PlaceContext, Placement, place};
use crate::style::Style;
use std::time::Duration;

/// The input image.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// The bytes of a JPEG or PNG file.
    File(&'a [u8]),
    /// Pixels in memory.
    Pixels(PixelView<'a>),
}

/// The options of a request.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Style of the marks.
    pub style: &'a Style,
    /// Format of the result.
    pub format: Format,
    /// Maximum JPEG quality, 1..=100.
    pub quality: u8,
    /// Maximum number of base64 characters of the result.
    pub max_base64: usize,
    /// Maximum long edge of the result in pixels, if the caller knows a limit of its model.
    pub max_edge: Option<u32>,
    /// Lines of text in input pixels; with `None`, text is detected in the image.
    pub text: Option<&'a [Rect]>,
    /// Other regions that badges should not cover, in input pixels.
    pub obstacles: &'a [Rect],
    /// Badges in the previous image of the same page: each badge's label and rectangle, in input
    /// pixels.
    pub previous: &'a [(String, Rect)],
    /// Image pixels per CSS pixel of the input, if known.
    pub css_scale: Option<f32>,
    /// Placements computed earlier for this size; used unless the image must be scaled.
    pub placements: Option<&'a [Placement]>,
}

/// Duration of each stage.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timings {
    /// Decoding to pixels, or reading tables and blocks.
    pub decode: Duration,
    /// Placing badges.
    pub place: Duration,
    /// Painting and encoding.
    pub encode: Duration,
}

/// The annotated image, and how it was made.
#[derive(Clone, Debug)]
pub struct Annotated {
    /// The encoded file.
    pub data: Vec<u8>,
    /// Format of the file.
    pub format: Format,
    /// Size of the image.
    pub size: Size,
    /// Quality of a JPEG (of the closest standard table); 100 for a PNG.
    pub quality: u8,
    /// Scale from the input to the annotated image, at most 1.
    pub scale: f64,
    /// One placement per mark, in the order of the marks, in pixels of the annotated image.
    pub placements: Vec<Placement>,
    /// Fraction of the image's blocks that were copied unchanged from the input.
    pub untouched: f64,
    /// Number of attempts to fit the byte budget: files whose size was predicted, or that were
    /// written, including the delivered file.
    pub passes: u32,
    /// Duration of each stage.
    pub timings: Timings,
}

impl Request<'_> {
    /// Creates a request with defaults for all options except the style.
    #[must_use]
    pub fn new(style: &Style) -> Request<'_> {
        Request {
            style,
            format: Format::Jpeg,
            quality: 80,
            max_base64: 500_000,
            max_edge: None,
            text: None,
            obstacles: &[],
            previous: &[],
            css_scale: None,
            placements: None,
        }
    }

    /// Rejects options that are out of range.
    pub(crate) fn validate(&self) -> Result<(), Error> {
        if !(1..=100).contains(&self.quality) {
            let quality = self.quality;
            return Err(Error::InvalidOption(format!("quality is {quality}; it lies in 1..=100")));
        }
        if self.max_edge == Some(0) {
            return Err(Error::InvalidOption("max_edge is 0; it is at least 1".into()));
        }
        self.style.validate()
    }
}

/// Values that are already known when the image is decoded to pixels, if drawing on its JPEG blocks
/// was tried first.
#[derive(Clone, Copy, Default)]
pub(crate) struct Start {
    /// Size in bytes of the unscaled image at the lowest quality, if it is known to be too large.
    pub bytes: Option<usize>,
    /// Number of files predicted or written so far.
    pub passes: u32,
}

/// Returns the scale that `max_edge` requires, at most 1.
pub(crate) fn first_scale(size: Size, request: &Request) -> f64 {
    let long = size.w().max(size.h());
    request.max_edge.map_or(1.0, |edge| f64::from(edge.min(long)) / f64::from(long))
}

/// The request converted to pixels of the final image, because marks are placed and drawn at that
/// size.
pub(crate) struct Scaled {
    scale: f64,
    is_smaller: bool,
    pub marks: Vec<Mark>,
    pub text: Option<Vec<Rect>>,
    obstacles: Vec<Rect>,
    previous: Vec<(String, Rect)>,
}

impl Scaled {
    pub fn new(scale: f64, marks: &[Mark], request: &Request) -> Self {
        let rect = |rect: &Rect| shrink(*rect, scale);
        Self {
            scale,
            is_smaller: scale < 1.0,
            marks: marks
                .iter()
                .map(|mark| Mark { target: rect(&mark.target), ..mark.clone() })
                .collect(),
            text: request.text.map(|lines| lines.iter().map(rect).collect()),
            obstacles: request.obstacles.iter().map(rect).collect(),
            previous: request.previous.iter().map(|(l, r)| (l.clone(), rect(r))).collect(),
        }
    }

    pub fn place(&self, size: Size, ink: Option<&Ink>, request: &Request) -> Vec<Placement> {
        if let Some(made) = request.placements
            && !self.is_smaller
            && made.len() == self.marks.len()
        {
            return made.to_vec();
        }
        let context = PlaceContext {
            ink,
            obstacles: &self.obstacles,
            previous: &self.previous,
            scale: request.css_scale.map(|scale| scale * self.scale as f32),
        };
        place(size, &self.marks, request.style, &context)
    }
}

/// Scales a rectangle, which remains at least one pixel wide and high.
fn shrink(rect: Rect, scale: f64) -> Rect {
    let edge = |v: i32| (f64::from(v) * scale).round() as i32;
    let (x, y) = (edge(rect.x()), edge(rect.y()));
    let (w, h) = (edge(rect.right()) - x, edge(rect.bottom()) - y);
    Rect::new(x, y, w.max(1), h.max(1)).unwrap_or(rect)
}
