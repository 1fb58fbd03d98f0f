//! The compressed-domain route: draws marks into a baseline JPEG whose dimensions do not change.
//! Only the blocks under a mark are decoded.

use crate::budget;
use crate::codec::Format;
use crate::codec::jpeg::{Baseline, BlockIndex, Coefficients, Drawn, File, Refusal};
use crate::draw::draw;
use crate::error::Error;
use crate::ink::Ink;
use crate::mark::Mark;
use crate::overlay::Primitive;
use crate::request::{Annotated, Request, Scaled, Start, Timings, first_scale};
use std::time::Instant;

/// Result of drawing marks in the compressed domain.
pub(crate) enum Compressed {
    /// The marks were drawn on the file.
    Done(Annotated),
    /// The file must be decoded to pixels, starting with the values determined so far.
    MustDecode(Start),
}

/// Draws marks block by block, if the file is of a suitable kind.
pub(crate) fn annotate_compressed(
    file: &File,
    marks: &[Mark],
    request: &Request,
) -> Result<Compressed, Error> {
    match draw_on(file, marks, request) {
        Ok(outcome) => Ok(outcome),
        Err(Refusal::Unsuited) => Ok(Compressed::MustDecode(Start::default())),
        Err(Refusal::Damaged(error)) => Err(error),
    }
}

fn draw_on(file: &File, marks: &[Mark], request: &Request) -> Result<Compressed, Refusal> {
    let mut timings = Timings::default();
    let start = Instant::now();
    let limit = budget::bytes_within(request.max_base64);
    let file = Baseline::read(file, mcus_touched(marks))?;
    let size = file.layout().size;
    if first_scale(size, request) < 1.0 {
        return Ok(Compressed::MustDecode(Start::default()));
    }
    let may_stay = file.quality() <= request.quality;
    // A file that already exceeds the limit has to be requantised, so its coefficients are read
    // immediately.
    let blocks = if may_stay && file.len() <= limit {
        Blocks::Index(file.index()?)
    } else {
        Blocks::Values(Box::new(Coefficients::read(&file)?))
    };
    timings.decode = start.elapsed();

    let start = Instant::now();
    let scaled = Scaled::new(1.0, marks, request);
    let ink = match (scaled.text.as_deref(), request.placements) {
        _ if marks.is_empty() => None,
        (Some(lines), _) => Some(Ink::from_rects(size, lines)),
        (None, Some(_)) => None,
        // If no text lines are known, the ink map is built from the number of bits of each block,
        // because blocks with text or detail take many bits.
        (None, None) => {
            Some(Ink::from_cells(size, 8, file.luma_blocks(blocks.ends(), Ink::level_of_bits)))
        }
    };
    let placements = scaled.place(size, ink.as_ref(), request);
    let drawing = draw(size, &scaled.marks, &placements, request.style);
    timings.place = start.elapsed();

    let start = Instant::now();
    let (data, quality, untouched, passes) =
        match within(&file, blocks, &drawing, limit, request.quality)? {
            Ok(fitted) => fitted,
            Err((bytes, passes)) => {
                return Ok(Compressed::MustDecode(Start { bytes: Some(bytes), passes }));
            }
        };
    timings.encode = start.elapsed();
    Ok(Compressed::Done(Annotated {
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

/// How the blocks of the file are known: an index of where each one ends, or all coefficients.
enum Blocks<'a> {
    Index(BlockIndex),
    Values(Box<Coefficients<'a>>),
}

impl Blocks<'_> {
    /// For each block, the position in the scan of the first bit after it.
    fn ends(&self) -> &[u32] {
        match self {
            Self::Index(index) => &index.ends,
            Self::Values(values) => values.block_ends(),
        }
    }
}

/// A file that fits its limit: its bytes, its quality, the fraction of MCUs that the drawing does
/// not touch, and the number of files written to get it.
type Fitted = (Vec<u8>, u8, f64, u32);

/// Draws on the file. If the result exceeds the limit, quantises it more coarsely. If even the
/// coarsest result is too large, returns its size and the number of files written.
fn within(
    file: &Baseline,
    blocks: Blocks,
    drawing: &[Primitive],
    limit: usize,
    asked: u8,
) -> Result<Result<Fitted, (usize, u32)>, Refusal> {
    let mut values = match blocks {
        Blocks::Values(values) => *values,
        Blocks::Index(index) => {
            let Drawn { data, untouched } = file.draw(&index, drawing)?;
            if data.len() <= limit {
                return Ok(Ok((data, file.quality(), untouched, 1)));
            }
            Coefficients::read(file)?
        }
    };
    values.draw(drawing)?;
    let smaller = values.within(limit, asked);
    Ok(smaller.map(|(data, quality, passes)| (data, quality, 0.0, passes)))
}

/// Estimates how many MCUs of 16x16 pixels the boxes and badges will touch.
fn mcus_touched(marks: &[Mark]) -> f64 {
    let around = |mark: &Mark| f64::from(mark.target.w() + mark.target.h()) / 8.0 + 6.0;
    marks.iter().map(around).sum::<f64>().min(1e6)
}
