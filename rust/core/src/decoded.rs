//! The pixel route: decodes any image, scales it if needed, draws on it and encodes the result.

use crate::activity::Activity;
use crate::budget;
use crate::codec::{self, Format, jpeg};
use crate::draw::draw;
use crate::error::Error;
use crate::geometry::{Rect, Size};
use crate::ink::Ink;
use crate::mark::Mark;
use crate::pixmap::PixelView;
use crate::raster::{self, Canvas};
use crate::rate_control::{self, Fitted, fit_jpeg, fit_png};
use crate::request::{Annotated, Request, Scaled, Start, Timings, first_scale};
use std::time::Instant;

/// Annotates an image given as pixels.
pub(crate) fn from_pixels(
    view: PixelView,
    marks: &[Mark],
    request: &Request,
    start: Start,
) -> Result<Annotated, Error> {
    let limit = budget::bytes_within(request.max_base64);
    let mut timings = Timings::default();
    let mut scale = first_scale(view.size(), request);
    let mut passes = start.passes;
    if let Some(bytes) = start.bytes {
        let begin = Instant::now();
        scale = smaller(view, marks, request, (1.0, bytes)).unwrap_or(scale);
        timings.encode += begin.elapsed();
    }
    loop {
        let start = Instant::now();
        let smaller_pixmap;
        let (now, scale_now) = if scale < 1.0 {
            smaller_pixmap = raster::resize(view, budget::scaled(view.size(), scale));
            // The scale is computed from the long edge, because an image one pixel wide remains one
            // pixel wide at any scale.
            (smaller_pixmap.view(), long_edge(smaller_pixmap.size()) / long_edge(view.size()))
        } else {
            (view, 1.0)
        };
        let scaled = Scaled::new(scale_now, marks, request);
        let ink = ink(now, scaled.text.as_deref());
        let placements = scaled.place(now.size(), Some(&ink), request);
        let drawing = draw(now.size(), &scaled.marks, &placements, request.style);
        timings.place += start.elapsed();

        let start = Instant::now();
        let canvas = Canvas::new(now, &drawing);
        let fitted = match request.format {
            Format::Jpeg => fit_jpeg(&canvas, now, request.quality, limit, can_shrink(&now)),
            Format::Png => fit_png(&canvas, limit)?,
        };
        match fitted {
            Fitted::Within(data, quality, tries) => {
                timings.encode += start.elapsed();
                return Ok(Annotated {
                    data,
                    format: request.format,
                    size: now.size(),
                    quality,
                    scale: scale_now,
                    placements,
                    untouched: 0.0,
                    passes: passes + tries,
                    timings,
                });
            }
            Fitted::TooLarge(bytes, tries) => {
                passes += tries;
                let next = smaller(view, marks, request, (scale_now, bytes));
                timings.encode += start.elapsed();
                let Some(next) = next else {
                    let smallest = codec::base64_len(bytes);
                    return Err(Error::BudgetImpossible { limit: request.max_base64, smallest });
                };
                scale = next;
            }
        }
    }
}

fn can_shrink(view: &PixelView) -> bool {
    long_edge(view.size()) > f64::from(budget::SMALLEST_EDGE)
}

/// Returns the next scale to try for an image that takes `bytes` at `scale`; `None` at the smallest
/// scale.
fn smaller(
    view: PixelView,
    marks: &[Mark],
    request: &Request,
    (scale, bytes): (f64, usize),
) -> Option<f64> {
    let (long, smallest) = (long_edge(view.size()), f64::from(budget::SMALLEST_EDGE));
    if long * scale <= smallest {
        return None;
    }
    let limit = budget::bytes_within(request.max_base64);
    let wished = if request.format == Format::Png {
        let room = (PNG_ROOM * limit as f64 / bytes as f64).sqrt();
        scale * room.clamp(0.1, 0.97)
    } else {
        let activity = Activity::of(view);
        let bytes_at = |scale: f64| {
            let size = budget::scaled(view.size(), scale);
            let scaled = Scaled::new(long_edge(size) / long, marks, request);
            let placements = scaled.place(size, None, request);
            let drawing = draw(size, &scaled.marks, &placements, request.style);
            rate_control::least_bytes(
                &Canvas::reduced(view, size, &drawing),
                &activity,
                request.quality,
            )
        };
        rate_control::scale_within((scale, bytes as f64), limit, smallest / long, bytes_at)
    };
    // The long edge shrinks by at least one pixel per step, so the search terminates.
    Some((long * wished).max(smallest).min(long * scale - 1.0) / long)
}

/// Fraction of the budget that the next attempt to scale a PNG aims at. The size in bytes is
/// proportional to the area, but smaller text compresses less well.
const PNG_ROOM: f64 = 0.8;

fn long_edge(size: Size) -> f64 {
    f64::from(size.w().max(size.h()))
}

/// Builds the ink map from the known text lines or, without them, from the edges in the image.
pub(crate) fn ink(view: PixelView, text: Option<&[Rect]>) -> Ink {
    match text {
        Some(lines) => Ink::from_rects(view.size(), lines),
        None => Ink::from_luma(view.size(), &luma(view)),
    }
}

fn luma(view: PixelView) -> Vec<u8> {
    let width = view.size().w() as usize;
    let mut luma = vec![0; view.size().area() as usize];
    let mut row = vec![0; 3 * width];
    for (y, out) in luma.chunks_exact_mut(width).enumerate() {
        view.copy_row(y, &mut row);
        jpeg::luma_row(&row, out);
    }
    luma
}
