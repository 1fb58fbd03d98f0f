//! Encodes a painted image within a byte budget: JPEG by quality, PNG by compression and number of
//! colours.

use crate::activity::Activity;
use crate::budget;
use crate::codec::{jpeg, png};
use crate::error::Error;
use crate::pixmap::PixelView;
use crate::raster::Canvas;

/// Result of fitting an image into a budget.
pub enum Fitted {
    /// A file that fits the budget, its quality, and the number of files written to find it.
    Within(Vec<u8>, u8, u32),
    /// Size in bytes of the smallest file at this scale, and the number of files written to find
    /// it.
    TooLarge(usize, u32),
}

/// Encodes at the best quality that fits the budget. The quality is predicted by an estimate and
/// corrected by the size of each file written. `view` is the image under the canvas. If the image
/// `can_shrink`, a file that probably does not fit is not written.
pub fn fit_jpeg(
    canvas: &Canvas,
    view: PixelView,
    quality: u8,
    limit: usize,
    can_shrink: bool,
) -> Fitted {
    let share = |bytes: f64| bytes / limit as f64;
    let mut tries = 0;
    if limit as f64 > canvas.size().area() as f64 * AMPLE {
        let encoder = jpeg::Encoder::new(canvas, quality);
        if share(encoder.predicted() as f64) <= CLEAR {
            let data = encoder.encode(canvas);
            tries += 1;
            if data.len() <= limit {
                return Fitted::Within(data, quality, tries);
            }
        }
    }
    let estimate = jpeg::SizeEstimate::new(canvas, &Activity::of(view), SAMPLED);
    let mut finest = f64::from(jpeg::percent(quality));
    let mut coarsest = finest.max(f64::from(jpeg::percent(budget::QUALITY_FLOOR)));
    let at_best = estimate.forecast(finest, 1);
    let wished = tries == 0 && share(at_best.bytes) <= FITTING;
    // If an image of the requested quality fits the budget, its size at the lowest quality need not
    // be predicted.
    let mut worst = if wished { at_best.bytes } else { estimate.forecast(coarsest, 1).bytes };
    if !wished && share(worst) > if can_shrink { TRUSTED } else { HOPELESS } {
        return Fitted::TooLarge((worst as usize).max(limit + 1), tries);
    }
    let mut next = if wished {
        (finest, at_best)
    } else {
        estimate.finest_within(limit as f64 * AIM, finest, (coarsest, worst))
    };
    let mut best: Option<(Vec<u8>, u8)> = None;
    let mut least = usize::MAX;
    loop {
        let (percent, forecast) = next;
        let encoder = jpeg::Encoder::fitted(canvas, percent, &forecast);
        let data = encoder.encode(canvas);
        tries += 1;
        least = least.min(data.len());
        let correction = data.len() as f64 / forecast.bytes;
        if data.len() <= limit {
            (coarsest, worst) = (percent, forecast.bytes);
            let is_near = share(data.len() as f64) >= NEAR;
            if best.as_ref().is_none_or(|(before, _)| before.len() < data.len()) {
                best = Some((data, encoder.quality().min(quality)));
            }
            if is_near {
                break;
            }
        } else {
            finest = percent;
        }
        if finest >= coarsest || tries >= TRIES {
            break;
        }
        if wished && tries == 1 {
            worst = estimate.forecast(coarsest, 1).bytes;
        }
        next = estimate.finest_within(limit as f64 * AIM / correction, finest, (coarsest, worst));
    }
    match best {
        Some((data, quality)) => Fitted::Within(data, quality, tries),
        None => Fitted::TooLarge(least, tries),
    }
}

// The numbers in this file were tuned on the 210 cases described in `docs/internals/marks.md`
// (section "Budgets"). Before changing one, run `python benches/run.py budget`. It reports what
// fraction of the budget is used for budgets of 97 to 40 %, in how many passes and at what cost,
// including images that were not used for tuning.

/// Budget, in bytes per pixel of the image, from which a rough prediction is tried first, because
/// most screenshots take less than this at quality 80.
const AMPLE: f64 = 0.3;
/// Maximum fraction of the budget that a rough prediction may take to be trusted.
const CLEAR: f64 = 0.5;
/// Predicted fraction of the budget up to which the requested quality is tried. Predictions are
/// usually off by 1 %, rarely by 2 %.
const FITTING: f64 = 0.995;
/// Predicted fraction of the budget above which the lowest quality is not tried, if the image can
/// be scaled down instead.
const TRUSTED: f64 = 0.985;
/// Predicted fraction of the budget above which the lowest quality is not tried, even if the image
/// cannot be scaled down.
const HOPELESS: f64 = 1.1;
/// Fraction of the budget that a predicted file should take.
const AIM: f64 = 0.96;
/// Fraction of the budget from which a written file is good enough.
const NEAR: f64 = 0.9;
/// Number of MCUs (minimum coded units, 16x16 pixels) that an estimate of the file size samples.
const SAMPLED: usize = 2000;
/// Maximum number of files to write for one scale of the image; usually one is enough.
const TRIES: u32 = 5;

/// Returns the scale at which the size at the lowest quality, `bytes_at(scale)`, leaves some space
/// in `limit`. `known` is a larger scale and its size.
pub fn scale_within(
    known: (f64, f64),
    limit: usize,
    smallest: f64,
    bytes_at: impl Fn(f64) -> f64,
) -> f64 {
    let target = limit as f64 * ROOM;
    let (mut before, mut exponent) = (known, USUAL);
    for _ in 0..GUESSES {
        let scale = before.0 * (target / before.1).powf(1.0 / exponent);
        let scale = scale.clamp(smallest, known.0);
        let bytes = bytes_at(scale);
        if (bytes / target - 1.0).abs() < CLOSE || scale <= smallest {
            return scale;
        }
        if scale < before.0 * 0.999 || scale > before.0 * 1.001 {
            exponent = ((bytes / before.1).ln() / (scale / before.0).ln()).clamp(0.8, 2.5);
        }
        before = (scale, bytes);
    }
    (before.0 * (target / before.1).powf(1.0 / exponent)).clamp(smallest, known.0)
}

/// Estimates the size of an image at the lowest quality from a small sample of its MCUs.
pub fn least_bytes(canvas: &Canvas, activity: &Activity, quality: u8) -> f64 {
    let coarsest = jpeg::percent(quality).max(jpeg::percent(budget::QUALITY_FLOOR));
    jpeg::SizeEstimate::new(canvas, activity, GLANCED).forecast(coarsest.into(), 1).bytes
}

/// Number of MCUs (minimum coded units, 16x16 pixels) that `least_bytes` samples.
const GLANCED: usize = 600;
/// Fraction of the budget that a scaled image should fill at the lowest quality. The remaining
/// space is used for a higher quality.
const ROOM: f64 = 0.85;
/// Tolerance of the search for a scale, as a fraction of the wanted size in bytes.
const CLOSE: f64 = 0.05;
/// Exponent of the relation between the scale of an image and its file size. It is below 2, because
/// scaling down makes text denser.
const USUAL: f64 = 1.5;
/// Maximum number of scales of an image for which the file size is estimated.
const GUESSES: usize = 3;

/// Tries true colour with fast compression, then true colour with better compression, then 256
/// colours, which keep text sharper than scaling down would.
pub fn fit_png(canvas: &Canvas, limit: usize) -> Result<Fitted, Error> {
    let (mut least, mut tries) = (usize::MAX, 0);
    for (encode, gain) in PNG_LADDER {
        // Each step's maximum saving is known, so a step that cannot meet the limit is skipped.
        if least != usize::MAX && (least as f64) * gain > limit as f64 {
            continue;
        }
        let data = encode(canvas)?;
        tries += 1;
        if data.len() <= limit {
            return Ok(Fitted::Within(data, 100, tries));
        }
        least = least.min(data.len());
    }
    Ok(Fitted::TooLarge(least, tries))
}

type EncodePng = fn(&Canvas) -> Result<Vec<u8>, Error>;

/// The ways to write a PNG, in the order in which they are tried, each with the smallest size that
/// it reached on screenshots, relative to the first way.
const PNG_LADDER: [(EncodePng, f64); 3] =
    [(png::encode, 1.0), (png::encode_small, 0.6), (png::encode_indexed, 0.1)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_leaves_room_however_bytes_go_with_it() {
        for exponent in [0.9, 1.2, 1.5, 2.0, 2.3] {
            for limit in [10_000, 40_000, 90_000] {
                let bytes_at = |scale: f64| 1e5 * scale.powf(exponent);
                let scale = scale_within((1.0, 1e5), limit, 0.01, bytes_at);
                let share = bytes_at(scale) / limit as f64;
                assert!((0.75..=0.95).contains(&share), "{exponent} {limit}: {share}");
            }
        }
        assert!(scale_within((1.0, 1e5), 10, 0.2, |_| 1e5) <= 0.2);
    }
}
