//! Quantisation tables: the standard tables scaled by a quality, and the quality closest to a given
//! table.

use crate::codec::jpeg::syntax::zigzag::NATURAL;

/// Table K.1 of T.81 (luminance), in natural order.
const LUMA: [u8; 64] = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
    14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113,
    92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];

/// Table K.2 of T.81 (chrominance), in natural order.
const CHROMA: [u8; 64] = [
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99,
    47, 66, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
];

/// The 64 steps of one table, in natural order, each at least 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quant([u16; 64]);

impl Quant {
    /// Builds a table from the 64 values of a DQT segment (in zig-zag order); `None` if a step is
    /// 0.
    pub fn from_zigzag(values: &[u16; 64]) -> Option<Self> {
        (!values.contains(&0)).then(|| Self::from_steps(values))
    }

    /// Creates a table of equal steps.
    #[cfg(test)]
    pub fn flat(step: u16) -> Self {
        Self([step; 64])
    }

    /// The standard luminance table at a quality of 1..=100, on the Independent JPEG Group's scale.
    pub fn luma(quality: u8) -> Self {
        Self::scaled(&LUMA, percent(quality).into())
    }

    /// The standard chrominance table at a quality of 1..=100.
    pub fn chroma(quality: u8) -> Self {
        Self::scaled(&CHROMA, percent(quality).into())
    }

    /// Both standard tables scaled to `percent`, which may be fractional.
    pub fn of_percent(percent: f64) -> [Self; 2] {
        [&LUMA, &CHROMA].map(|base| Self::scaled(base, percent))
    }

    fn scaled(base: &[u8; 64], percent: f64) -> Self {
        Self(base.map(|step| ((f64::from(step) * percent + 50.0) / 100.0).clamp(1.0, 255.0) as u16))
    }

    /// Returns the step at an index in natural order.
    pub fn natural(&self, index: usize) -> u16 {
        self.0[index]
    }

    /// Returns the step of the k-th coefficient in zig-zag order.
    pub fn zigzag(&self, k: usize) -> u16 {
        self.0[NATURAL[k] as usize]
    }

    /// Builds a table from steps in zig-zag order; a step of 0 is replaced by 1.
    pub fn from_steps(values: &[u16; 64]) -> Self {
        let mut steps = [1; 64];
        for (k, &value) in values.iter().enumerate() {
            steps[NATURAL[k] as usize] = value.max(1);
        }
        Self(steps)
    }

    /// The quality whose standard luminance table is closest to this table.
    pub fn quality(&self) -> u8 {
        let distance = |quality| {
            let other = Self::luma(quality);
            // Standard steps are limited to 255, so larger 16-bit steps are treated as 255.
            let step = |step: u16| step.min(255);
            self.0.iter().zip(other.0).map(|(a, b)| u32::from(step(*a).abs_diff(b))).sum::<u32>()
        };
        (1..=100).rev().min_by_key(|&quality| distance(quality)).unwrap_or(100)
    }
}

/// The IJG's conversion of quality to percent. Quality 100 gives 1 instead of 0. The resulting
/// table is the same, with all steps 1, but a percentage of 0 could not be multiplied to get
/// coarser tables.
pub fn percent(quality: u8) -> u32 {
    match u32::from(quality.clamp(1, 100)) {
        low @ ..50 => 5000 / low,
        high => (200 - 2 * high).max(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quality_is_recovered_from_the_table() {
        for quality in 1..=100 {
            assert_eq!(Quant::luma(quality).quality(), quality);
        }
    }

    #[test]
    fn quality_80_is_the_known_table() {
        assert_eq!((0..4).map(|k| Quant::luma(80).zigzag(k)).collect::<Vec<_>>(), [6, 4, 5, 6]);
    }

    #[test]
    fn whole_percents_are_those_of_a_quality() {
        for quality in 1..=100 {
            let [luma, chroma] = Quant::of_percent(percent(quality).into());
            assert_eq!((luma, chroma), (Quant::luma(quality), Quant::chroma(quality)));
        }
    }

    #[test]
    fn a_step_of_zero_is_refused() {
        assert!(Quant::from_zigzag(&[0; 64]).is_none());
    }
}
