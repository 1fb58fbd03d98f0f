//! The limits of the delivered picture: bytes as sent, and tokens as a model family counts them.

use crate::error::Error;
use crate::geometry::Size;

/// Lowest quality that is tried before the picture is made smaller: at 30, badges of 14 px are
/// still read in 8 cases of 10; below, text loses more than it would by scaling.
pub const QUALITY_FLOOR: u8 = 30;

/// Smallest long edge that is tried before the budget is called impossible.
pub const SMALLEST_EDGE: u32 = 64;

/// Bytes of a file whose base64 text has at most this many characters.
#[must_use]
pub fn bytes_within(max_base64: usize) -> usize {
    max_base64 / 4 * 3
}

/// A rule by which a family of models counts the tokens of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenModel {
    /// Claude: one token for every 750 pixels, after fitting into 1,568 px.
    Claude,
    /// `OpenAI`'s tiled models (4o, 4.1): fit into 2,048 px, short side to 768 px, then 85 tokens and
    /// 170 for every 512 px tile.
    Openai,
    /// Gemini 2: 258 tokens up to 384 px, else 258 for every 768 px tile.
    Gemini,
}

impl TokenModel {
    /// By its name on the wire.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] lists the names.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        match name {
            "claude" => Ok(Self::Claude),
            "openai" => Ok(Self::Openai),
            "gemini" => Ok(Self::Gemini),
            _ => Err(Error::InvalidOption(format!(
                "token_model is {name:?}; it is one of \"claude\", \"openai\", \"gemini\""
            ))),
        }
    }

    /// Tokens of a picture of this size.
    #[must_use]
    pub fn tokens(self, size: Size) -> u64 {
        let (w, h) = (u64::from(size.w()), u64::from(size.h()));
        let (long, short) = (w.max(h), w.min(h));
        match self {
            Self::Claude => {
                let seen = long.min(1568);
                // Both sides shrink by the same factor.
                (w * h * seen * seen).div_ceil(long * long * 750)
            }
            Self::Openai => {
                // Fractions n/d of the original, so that no rounding happens before the tiles.
                let (mut n, mut d) = (long.min(2048), long);
                if short * n > 768 * d {
                    (n, d) = (768, short);
                }
                85 + 170 * (w * n).div_ceil(512 * d) * (h * n).div_ceil(512 * d)
            }
            Self::Gemini if long <= 384 => 258,
            Self::Gemini => 258 * w.div_ceil(768) * h.div_ceil(768),
        }
    }

    /// The largest factor, at most 1, by which the picture must be scaled to cost at most `limit`.
    /// `None` if even the smallest picture costs more.
    #[must_use]
    pub fn scale_within(self, size: Size, limit: u64) -> Option<f64> {
        if self.tokens(size) <= limit {
            return Some(1.0);
        }
        // Tokens never fall as the picture grows, so the delivered long edge can be bisected.
        let long = size.w().max(size.h());
        let edge = |edge: u32| f64::from(edge) / f64::from(long);
        let fits = |long: u32| self.tokens(scaled(size, edge(long))) <= limit;
        let (mut good, mut bad) = (SMALLEST_EDGE.min(long), long);
        if !fits(good) {
            return None;
        }
        while bad - good > 1 {
            let middle = good.midpoint(bad);
            *(if fits(middle) { &mut good } else { &mut bad }) = middle;
        }
        Some(edge(good))
    }

    /// The same factor.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] says what the smallest picture costs.
    pub fn factor_within(self, size: Size, limit: u64) -> Result<f64, Error> {
        self.scale_within(size, limit).ok_or_else(|| {
            let least = self.tokens(scaled(size, 0.0));
            Error::InvalidOption(format!("max_tokens is {limit}; a picture costs at least {least}"))
        })
    }

    /// The size to which a picture must be scaled to cost at most `limit`; its own if that fits.
    ///
    /// # Errors
    /// As [`Self::factor_within`].
    pub fn size_within(self, size: Size, limit: u64) -> Result<Size, Error> {
        Ok(scaled(size, self.factor_within(size, limit)?))
    }
}

/// A size scaled by a factor of at most 1; no side falls below 1.
#[must_use]
pub fn scaled(size: Size, factor: f64) -> Size {
    let side = |side: u32| ((f64::from(side) * factor).round() as u32).clamp(1, side);
    Size::new(side(size.w()), side(size.h())).unwrap_or(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(w: u32, h: u32) -> Size {
        Size::new(w, h).expect("valid")
    }

    #[test]
    fn published_examples_hold() {
        assert_eq!(TokenModel::Claude.tokens(size(1000, 1000)), 1334);
        assert_eq!(TokenModel::Claude.tokens(size(200, 200)), 54);
        assert_eq!(TokenModel::Openai.tokens(size(1024, 1024)), 765);
        assert_eq!(TokenModel::Openai.tokens(size(2048, 4096)), 1105);
        assert_eq!(TokenModel::Openai.tokens(size(1280, 720)), 1105);
        assert_eq!(TokenModel::Gemini.tokens(size(384, 384)), 258);
        assert_eq!(TokenModel::Gemini.tokens(size(960, 540)), 516);
    }

    #[test]
    fn the_largest_size_within_the_tokens_is_found() {
        for model in [TokenModel::Claude, TokenModel::Openai, TokenModel::Gemini] {
            for limit in [260, 800, 1200] {
                let page = size(1920, 1080);
                let factor = model.scale_within(page, limit).expect("possible");
                assert!(model.tokens(scaled(page, factor)) <= limit);
                assert_eq!(model.size_within(page, limit).expect("same"), scaled(page, factor));
                if factor < 1.0 {
                    assert!(model.tokens(scaled(page, factor + 2.0 / 1920.0)) > limit);
                }
            }
        }
        assert_eq!(TokenModel::Gemini.scale_within(size(500, 500), 257), None);
        assert_eq!(TokenModel::Claude.scale_within(size(30, 30), 10), Some(1.0));
    }

    #[test]
    fn base64_lengths_round_down_to_whole_groups() {
        for (text, bytes) in [(0, 0), (3, 0), (4, 3), (500_000, 375_000)] {
            assert_eq!(bytes_within(text), bytes);
        }
    }
}
