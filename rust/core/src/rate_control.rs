//! Encodes a painted picture within a byte budget: by quality first, by colours for PNG.

use crate::activity::Activity;
use crate::budget;
use crate::codec::{jpeg, png};
use crate::error::Error;
use crate::pixmap::PixelView;
use crate::raster::Canvas;

/// What came of it.
pub enum Fitted {
    /// The file, its quality, and how many files were made.
    Within(Vec<u8>, u8, u32),
    /// How many bytes the smallest form at this scale takes, and how many files were made.
    TooLarge(usize, u32),
}

/// The best quality whose file fits, foretold by an estimate, corrected by what a file says. `view` is
/// what the canvas is painted on. Where the picture `can_shrink`, a file that probably does not fit
/// is not made.
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
    // Of a picture that fits as wished, nobody asks for the lowest quality.
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

// The numbers of this file were chosen on the 210 cases of `docs/internals/marks.md` (a byte budget). Whoever
// moves one sees what it does by `python benches/run.py budget`: how full budgets of 97 to 40 % get, in
// how many passes, and at what cost, also on pictures that nothing was tuned on.

/// Bytes of budget for a pixel from which on a rough prediction is tried first: most screenshots take
/// less at quality 80.
const AMPLE: f64 = 0.3;
/// Share of the budget below which the first, rough prediction is not looked at again.
const CLEAR: f64 = 0.5;
/// Share below which the wished quality is tried. An estimate errs by 1 %, seldom by 2.
const FITTING: f64 = 0.995;
/// Share above which the lowest quality is not tried where the picture can be made smaller instead.
const TRUSTED: f64 = 0.985;
/// Share above which it is not tried even where the picture cannot.
const HOPELESS: f64 = 1.1;
/// Where in the budget a prediction aims, and from where on a result is near enough.
const AIM: f64 = 0.96;
const NEAR: f64 = 0.9;
/// MCUs that an estimate reads.
const SAMPLED: usize = 2000;
/// Files made at most for one size of the picture; one is the rule.
const TRIES: u32 = 5;

/// The scale at which `bytes_at` (of a scale, at the lowest quality) leaves some room in `limit`;
/// `known` is a larger scale and its bytes.
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

/// About how many bytes a picture takes at the lowest quality, from few of its MCUs.
pub fn least_bytes(canvas: &Canvas, activity: &Activity, quality: u8) -> f64 {
    let coarsest = jpeg::percent(quality).max(jpeg::percent(budget::QUALITY_FLOOR));
    jpeg::SizeEstimate::new(canvas, activity, GLANCED).forecast(coarsest.into(), 1).bytes
}

/// MCUs that it reads.
const GLANCED: usize = 600;
/// Share of the budget that a smaller size is to take at the lowest quality: the rest is given to
/// quality.
const ROOM: f64 = 0.85;
/// How near to that is near enough.
const CLOSE: f64 = 0.05;
/// Bytes go with the scale to this power; text becomes denser as it becomes smaller.
const USUAL: f64 = 1.5;
/// Scales that are looked at before one is taken.
const GUESSES: usize = 3;

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
