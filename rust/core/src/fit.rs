//! Files of a painted picture within a number of bytes: quality first, colours for PNG.

use crate::budget;
use crate::codec::{jpeg, png};
use crate::error::Error;
use crate::raster::Canvas;

/// What came of it.
pub enum Fitted {
    /// The file, its quality, and how many files were made.
    Within(Vec<u8>, u8, u32),
    /// How many bytes the smallest form at this scale takes, and how many files were made.
    TooLarge(usize, u32),
}

/// The best quality whose file fits: predicted from a sample, corrected by what the file says.
pub fn fit_jpeg(canvas: &Canvas, quality: u8, limit: usize) -> Fitted {
    let mut encoder = jpeg::Encoder::new(canvas, quality);
    let (mut correction, mut tries) = (1.0, 0);
    if encoder.predicted() <= limit + limit / 4 {
        let data = encoder.encode(canvas);
        tries += 1;
        if data.len() <= limit {
            return Fitted::Within(data, quality, tries);
        }
        correction = data.len() as f64 / encoder.predicted() as f64;
    }
    // Qualities below `low` are good enough to be passed over, those from `high` on too large.
    let (mut low, mut high) = (budget::QUALITY_FLOOR.min(quality), quality.max(1));
    let mut best = None;
    let mut least = usize::MAX;
    for _ in 0..TRIES {
        if low >= high {
            break;
        }
        let target = (limit as f64 * AIM / correction) as usize;
        let tried;
        (tried, encoder) = best_quality(canvas, low, high, target);
        // Ten times over the budget by prediction is not worth the proof.
        if encoder.predicted() > limit.saturating_mul(10) {
            least = least.min(encoder.predicted());
            break;
        }
        let data = encoder.encode(canvas);
        tries += 1;
        least = least.min(data.len());
        correction = data.len() as f64 / encoder.predicted() as f64;
        if data.len() <= limit {
            let near = data.len() as f64 >= limit as f64 * NEAR;
            best = Some((data, tried));
            if near {
                break;
            }
            low = tried + 1;
        } else {
            high = tried;
        }
    }
    match best {
        Some((data, quality)) => Fitted::Within(data, quality, tries),
        None if least == usize::MAX => Fitted::TooLarge(encoder.predicted().max(limit + 1), tries),
        None => Fitted::TooLarge(least, tries),
    }
}

/// Where in the budget a prediction aims, and from where on a result is near enough.
const AIM: f64 = 0.97;
const NEAR: f64 = 0.92;
/// Files made at most for one size of the picture; two are the rule.
const TRIES: usize = 5;

/// The highest quality in `low..high` that is predicted to fit, or `low`.
fn best_quality(canvas: &Canvas, low: u8, high: u8, target: usize) -> (u8, jpeg::Encoder) {
    let (mut low, mut high) = (low, high);
    let mut best = None;
    while high - low > 1 {
        let middle = low.midpoint(high);
        let encoder = jpeg::Encoder::new(canvas, middle);
        if encoder.predicted() <= target {
            low = middle;
            best = Some(encoder);
        } else {
            high = middle;
        }
    }
    (low, best.unwrap_or_else(|| jpeg::Encoder::new(canvas, low)))
}

/// True colour, quickly; then smaller; then 256 colours, which keep text sharper than any smaller
/// size would.
pub fn fit_png(canvas: &Canvas, limit: usize) -> Result<Fitted, Error> {
    let (mut least, mut tries) = (usize::MAX, 0);
    for (encode, gain) in PNG_LADDER {
        // What the next step gains at most is known; a hopeless one is left out.
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

/// The ways to write a PNG, and the smallest share of the first one's size that each reached on
/// screenshots.
const PNG_LADDER: [(EncodePng, f64); 3] =
    [(png::encode, 1.0), (png::encode_small, 0.6), (png::encode_indexed, 0.1)];
