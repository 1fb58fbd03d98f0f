//! The compressed-domain route: draws marks into a baseline JPEG of unchanged size without decoding
//! it; only blocks under a mark are decoded.

use crate::budget;
use crate::codec::Format;
use crate::codec::jpeg::{Baseline, BlockIndex, Coefficients, File, Refusal};
use crate::draw::draw;
use crate::error::Error;
use crate::ink::Ink;
use crate::mark::Mark;
use crate::request::{Annotated, Request, Scaled, Start, Timings, first_scale};
use std::time::Instant;

/// What became of a file.
pub(crate) enum Compressed {
    /// It is drawn on.
    Done(Annotated),
    /// It must be decoded, and from there the pixel route goes on.
    MustDecode(Start),
}

/// Draws on a file block by block, if it is of a kind for that.
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
    let index = file.index()?;
    timings.decode = start.elapsed();

    let start = Instant::now();
    let scaled = Scaled::new(1.0, marks, request);
    let ink = match (scaled.text.as_deref(), request.placements) {
        _ if marks.is_empty() => None,
        (Some(lines), _) => Some(Ink::from_rects(size, lines)),
        (None, Some(_)) => None,
        (None, None) => Some(ink_of_blocks(&file, &index)),
    };
    let placements = scaled.place(size, ink.as_ref(), request);
    let drawing = draw(size, &scaled.marks, &placements, request.style);
    timings.place = start.elapsed();

    let start = Instant::now();
    let mut drawn = file.draw(&index, &drawing)?;
    let (mut quality, mut passes) = (file.quality(), 1);
    if drawn.data.len() > limit || quality > request.quality {
        match Coefficients::read(&file, &drawn)?.within(limit, request.quality) {
            Ok(smaller) => (drawn.data, quality, passes) = smaller,
            Err((bytes, passes)) => {
                return Ok(Compressed::MustDecode(Start { bytes: Some(bytes), passes }));
            }
        }
        drawn.untouched = 0.0;
    }
    timings.encode = start.elapsed();
    Ok(Compressed::Done(Annotated {
        data: drawn.data,
        format: Format::Jpeg,
        size,
        quality,
        scale: 1.0,
        placements,
        untouched: drawn.untouched,
        passes,
        timings,
    }))
}

/// About how many MCUs of 16x16 pixels boxes and badges will touch.
fn mcus_touched(marks: &[Mark]) -> f64 {
    let around = |mark: &Mark| f64::from(mark.target.w() + mark.target.h()) / 8.0 + 6.0;
    marks.iter().map(around).sum::<f64>().min(1e6)
}

/// Ink from the bits that the encoder spent on every block.
fn ink_of_blocks(file: &Baseline, index: &BlockIndex) -> Ink {
    let layout = file.layout();
    let across = layout.mcus.0 * (layout.mcu.0 / 8) as usize;
    let columns = layout.size.w().div_ceil(8) as usize;
    let bits = file.bits(index);
    let rows = bits.chunks_exact(across).flat_map(|row| &row[..columns]);
    let levels: Vec<u8> = rows.map(|&bits| Ink::level_of_bits(bits.into())).collect();
    Ink::from_cells(layout.size, 8, &levels)
}
