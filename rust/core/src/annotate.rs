//! The pipeline: which route a picture takes, and the one that never decodes it.

use crate::budget::{self, TokenModel};
use crate::codec::jpeg::{Baseline, Coefficients, Outcome, Walk};
use crate::codec::{self, Format, jpeg, png};
use crate::draw::draw;
use crate::error::Error;
use crate::geometry::{Rect, Size};
use crate::ink::Ink;
use crate::mark::Mark;
use crate::overlay::Primitive;
use crate::pixels::from_pixels;
use crate::pixmap::PixelView;
use crate::place::{PlaceContext, Placement, place};
use crate::raster::Canvas;
use crate::style::Style;
use std::time::{Duration, Instant};

/// Where the picture comes from.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// The bytes of a JPEG or PNG file.
    File(&'a [u8]),
    /// Pixels in memory.
    Pixels(PixelView<'a>),
}

/// What is wanted besides the marks.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// How marks look.
    pub style: &'a Style,
    /// Kind of file to make.
    pub format: Format,
    /// JPEG quality that is not exceeded, 1..=100.
    pub quality: u8,
    /// Most base64 characters that the result may take.
    pub max_base64: usize,
    /// Most tokens that it may cost, and who counts.
    pub max_tokens: Option<(TokenModel, u64)>,
    /// Lines of text in input pixels; `None` looks for text in the picture itself.
    pub text: Option<&'a [Rect]>,
    /// What else badges should not cover, in input pixels.
    pub obstacles: &'a [Rect],
    /// Badges of the previous picture of the same page, by label, in input pixels.
    pub previous: &'a [(String, Rect)],
    /// Image pixels per CSS pixel of the input, if known.
    pub css_scale: Option<f32>,
    /// Placements made earlier for this size; used unless the picture must be scaled.
    pub placements: Option<&'a [Placement]>,
}

/// How long each stage took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timings {
    /// Bytes to pixels, or to tables and blocks.
    pub decode: Duration,
    /// Where the badges go.
    pub place: Duration,
    /// Painting and writing the file.
    pub encode: Duration,
}

/// The annotated picture and what was done to it.
#[derive(Clone, Debug)]
pub struct Annotated {
    /// The file.
    pub data: Vec<u8>,
    /// Its kind.
    pub format: Format,
    /// Its size.
    pub size: Size,
    /// Quality of a JPEG, that of the standard table nearest to the one used; 100 for PNG.
    pub quality: u8,
    /// Delivered pixels per input pixel, at most 1.
    pub scale: f64,
    /// One per mark, in order, in delivered pixels.
    pub placements: Vec<Placement>,
    /// Share of the picture's blocks that are bit for bit those of the input.
    pub untouched: f64,
    /// Files that were planned or made until one kept the budget; 1 if the first did.
    pub passes: u32,
    /// How long it took.
    pub timings: Timings,
}

impl Request<'_> {
    /// Everything at its default except the look.
    #[must_use]
    pub fn new(style: &Style) -> Request<'_> {
        Request {
            style,
            format: Format::Jpeg,
            quality: 80,
            max_base64: 500_000,
            max_tokens: None,
            text: None,
            obstacles: &[],
            previous: &[],
            css_scale: None,
            placements: None,
        }
    }

    fn validate(&self) -> Result<(), Error> {
        if !(1..=100).contains(&self.quality) {
            let quality = self.quality;
            return Err(Error::InvalidOption(format!("quality is {quality}; it lies in 1..=100")));
        }
        self.style.validate()
    }
}

/// Draws the marks on the picture and encodes it within the budget.
///
/// # Errors
/// See [`Error`]; every bytes give either a picture or one of these.
pub fn annotate(source: Source, marks: &[Mark], request: &Request) -> Result<Annotated, Error> {
    request.validate()?;
    let start = Instant::now();
    let decoded;
    let mut start_from = Start::default();
    let view = match source {
        Source::Pixels(view) => {
            let size = view.size();
            if size.area() > codec::MAX_PIXELS {
                let (width, height) = (size.w(), size.h());
                return Err(Error::ImageTooLarge { width, height, limit: codec::MAX_PIXELS });
            }
            view
        }
        Source::File(bytes) => {
            let is_jpeg = codec::probe(bytes)?.0 == Format::Jpeg;
            if is_jpeg && request.format == Format::Jpeg {
                match from_blocks(bytes, marks, request)? {
                    Ok(done) => return Ok(done),
                    Err(start) => start_from = start,
                }
            }
            decoded = codec::decode(bytes)?;
            decoded.view()
        }
    };
    let decode = start.elapsed();
    let mut annotated = from_pixels(view, marks, request, start_from)?;
    annotated.timings.decode = decode;
    Ok(annotated)
}

/// From where the pixel route goes on.
#[derive(Clone, Copy, Default)]
pub(crate) struct Start {
    /// Bytes of the picture at its own size and the lowest quality, if those are known to be too many.
    pub bytes: Option<usize>,
    /// Files planned so far.
    pub passes: u32,
}

/// The compressed-domain route: a baseline JPEG that keeps its size.
fn from_blocks(
    bytes: &[u8],
    marks: &[Mark],
    request: &Request,
) -> Result<Result<Annotated, Start>, Error> {
    match try_blocks(bytes, marks, request) {
        Ok(done) => Ok(done),
        Err(Outcome::NotHere) => Ok(Err(Start::default())),
        Err(Outcome::Damaged(error)) => Err(error),
    }
}

fn try_blocks(
    bytes: &[u8],
    marks: &[Mark],
    request: &Request,
) -> Result<Result<Annotated, Start>, Outcome> {
    let mut timings = Timings::default();
    let start = Instant::now();
    let limit = budget::bytes_within(request.max_base64);
    let touched = units_touched(marks);
    let file = Baseline::read(bytes, touched)?;
    let size = file.layout().size;
    if first_scale(size, request)? < 1.0 {
        return Ok(Err(Start::default()));
    }
    let walk = file.walk()?;
    timings.decode = start.elapsed();

    let start = Instant::now();
    let scaled = Scaled::new(1.0, marks, request);
    let ink = match (scaled.text.as_deref(), request.placements) {
        _ if marks.is_empty() => None,
        (Some(lines), _) => Some(Ink::from_rects(size, lines)),
        (None, Some(_)) => None,
        (None, None) => Some(ink_of_blocks(&file, &walk)),
    };
    let placements = scaled.place(size, ink.as_ref(), request);
    let drawing = draw(size, &scaled.marks, &placements, request.style);
    timings.place = start.elapsed();

    let start = Instant::now();
    let (mut data, mut untouched) = file.draw(&walk, &drawing)?;
    let (mut quality, mut passes) = (file.quality(), 1);
    if data.len() > limit || quality > request.quality {
        let drawn = Baseline::read(&data, touched)?;
        match Coefficients::read(&drawn)?.within(limit, request.quality) {
            Ok(smaller) => (data, quality, passes) = smaller,
            Err((bytes, passes)) => return Ok(Err(Start { bytes: Some(bytes), passes })),
        }
        untouched = 0.0;
    }
    timings.encode = start.elapsed();
    Ok(Ok(Annotated {
        data,
        format: Format::Jpeg,
        size,
        quality,
        scale: 1.0,
        placements,
        untouched,
        passes,
        timings,
    }))
}

/// About how many units of 16x16 pixels boxes and badges will touch.
fn units_touched(marks: &[Mark]) -> f64 {
    let around = |mark: &Mark| f64::from(mark.target.w() + mark.target.h()) / 8.0 + 6.0;
    marks.iter().map(around).sum::<f64>().min(1e6)
}

/// Ink from the bits that the encoder spent on every block.
fn ink_of_blocks(file: &Baseline, walk: &Walk) -> Ink {
    let layout = file.layout();
    let across = layout.units.0 * (layout.unit.0 / 8) as usize;
    let columns = layout.size.w().div_ceil(8) as usize;
    let bits = file.bits(walk);
    let rows = bits.chunks_exact(across).flat_map(|row| &row[..columns]);
    let levels: Vec<u8> = rows.map(|&bits| Ink::level_of_bits(bits.into())).collect();
    Ink::from_cells(layout.size, 8, &levels)
}

pub(crate) fn first_scale(size: Size, request: &Request) -> Result<f64, Error> {
    let Some((model, limit)) = request.max_tokens else { return Ok(1.0) };
    model.factor_within(size, limit)
}

/// The request in delivered pixels: marks are placed and drawn at the size that is seen.
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
                .map(|mark| Mark { label: mark.label.clone(), target: rect(&mark.target) })
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

/// A rectangle in pixels of the scaled picture; at least one pixel stays.
fn shrink(rect: Rect, scale: f64) -> Rect {
    let edge = |v: i32| (f64::from(v) * scale).round() as i32;
    let (x, y) = (edge(rect.x()), edge(rect.y()));
    let (w, h) = (edge(rect.right()) - x, edge(rect.bottom()) - y);
    Rect::new(x, y, w.max(1), h.max(1)).unwrap_or(rect)
}

/// Encodes pixels as they are, with nothing drawn and no budget.
///
/// # Errors
/// [`Error::InvalidOption`] for a quality outside 1..=100.
pub fn encode(view: PixelView, format: Format, quality: u8) -> Result<Vec<u8>, Error> {
    let style = Style::default();
    Request { quality, ..Request::new(&style) }.validate()?;
    let nothing: [Primitive; 0] = [];
    let canvas = Canvas::new(view, &nothing);
    match format {
        Format::Jpeg => Ok(jpeg::Encoder::new(&canvas, quality).encode(&canvas)),
        Format::Png => png::encode(&canvas),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pixmap::Pixmap;

    #[test]
    fn a_budget_that_nothing_fits_ends_for_every_shape() {
        let style = Style::default();
        for (w, h) in [(1, 3000), (3000, 1), (65, 2), (200, 150)] {
            let pixmap = Pixmap::new(Size::new(w, h).expect("valid"));
            let request = Request { max_base64: 400, ..Request::new(&style) };
            let outcome = annotate(Source::Pixels(pixmap.view()), &[], &request);
            assert!(matches!(outcome, Err(Error::BudgetImpossible { .. })), "{w}x{h}");
        }
    }
}
