//! The annotation style: its options and their ranges.

use crate::color::Color;
use crate::error::Error;
use crate::palette;

/// Weight of the badge's font.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FontWeight {
    /// Thin stems; harder to read than bold in badges below 18 px.
    Normal,
    /// Thick stems; the default.
    #[default]
    Bold,
}

/// How the rectangle around an element is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoxStyle {
    /// A closed line; the default.
    #[default]
    Solid,
    /// Dashes three times as long as the line width, with gaps of the same length.
    Dashed,
    /// Only the four corners, which take the fewest pixels and bytes.
    Corners,
}

/// Style of the marks. [`Style::default`] is readable on light and dark backgrounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// Fill colour of every badge; with `None`, colours are chosen from the palette so that
    /// neighbours differ.
    pub badge_color: Option<Color>,
    /// Colour of the label; `None` chooses white or black, whichever has more contrast.
    pub badge_text_color: Option<Color>,
    /// Height of a badge in pixels, within [`Style::BADGE_SIZES`]; `None` adapts it to scale and
    /// density.
    pub badge_size: Option<u32>,
    /// Weight of the label's font.
    pub font_weight: FontWeight,
    /// Whether boxes are drawn.
    pub show_box: bool,
    /// Colour of every box; `None` uses the colour of the badge.
    pub box_color: Option<Color>,
    /// Line width of boxes in pixels, within [`Style::BOX_WIDTHS`]; `None` adapts it to the scale.
    pub box_width: Option<u32>,
    /// Line style of boxes.
    pub box_style: BoxStyle,
    /// Opacity of boxes and leader lines, 0 to 1. Badges are always opaque.
    pub opacity: f32,
    /// Fill colours of badges; their number must be within [`Style::PALETTE_LENGTHS`].
    pub palette: Vec<Color>,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            badge_color: None,
            badge_text_color: None,
            badge_size: None,
            font_weight: FontWeight::default(),
            show_box: true,
            box_color: None,
            box_width: None,
            box_style: BoxStyle::default(),
            opacity: 1.0,
            palette: palette::DARK.to_vec(),
        }
    }
}

impl Style {
    /// Allowed heights of a badge.
    pub const BADGE_SIZES: std::ops::RangeInclusive<u32> = 10..=48;
    /// Allowed line widths of a box.
    pub const BOX_WIDTHS: std::ops::RangeInclusive<u32> = 1..=16;
    /// Allowed numbers of colours in a palette.
    pub const PALETTE_LENGTHS: std::ops::RangeInclusive<usize> = 1..=64;

    /// Checks every option against its range.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] with the option, its value and its range.
    pub fn validate(&self) -> Result<(), Error> {
        if let Some(size) = self.badge_size {
            in_range("badge_size", size as usize, 10, 48, Self::BADGE_SIZES.contains(&size))?;
        }
        if let Some(width) = self.box_width {
            in_range("box_width", width as usize, 1, 16, Self::BOX_WIDTHS.contains(&width))?;
        }
        let colors = self.palette.len();
        in_range("palette length", colors, 1, 64, Self::PALETTE_LENGTHS.contains(&colors))?;
        if !(0.0..=1.0).contains(&self.opacity) {
            let opacity = self.opacity;
            return Err(Error::InvalidOption(format!("opacity is {opacity}; it lies in 0..=1")));
        }
        Ok(())
    }

    /// Opacity of boxes, 0 to 255; NaN and values out of range are clamped.
    pub(crate) fn box_alpha(&self) -> u8 {
        // `as` converts NaN to 0 and saturates, which clamps as needed.
        (self.opacity * 255.0 + 0.5) as u8
    }

    /// Returns the colour of the label on a badge of this fill.
    pub(crate) fn text_on(&self, fill: Color) -> Color {
        self.badge_text_color.unwrap_or_else(|| palette::readable_on(fill))
    }
}

fn in_range(name: &str, value: usize, low: usize, high: usize, ok: bool) -> Result<(), Error> {
    let range = format!("{name} is {value}; it lies in {low}..={high}");
    if ok { Ok(()) } else { Err(Error::InvalidOption(range)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_valid() {
        assert_eq!(Style::default().validate(), Ok(()));
    }

    #[test]
    fn options_outside_their_range_are_named_with_value_and_range() {
        let message = |style: Style| match style.validate() {
            Err(Error::InvalidOption(text)) => text,
            other => panic!("expected InvalidOption, got {other:?}"),
        };
        let base = Style::default;
        assert_eq!(
            message(Style { badge_size: Some(9), ..base() }),
            "badge_size is 9; it lies in 10..=48"
        );
        assert_eq!(
            message(Style { box_width: Some(0), ..base() }),
            "box_width is 0; it lies in 1..=16"
        );
        assert_eq!(
            message(Style { palette: Vec::new(), ..base() }),
            "palette length is 0; it lies in 1..=64"
        );
        assert_eq!(message(Style { opacity: 1.5, ..base() }), "opacity is 1.5; it lies in 0..=1");
        assert!(message(Style { opacity: f32::NAN, ..base() }).starts_with("opacity is NaN"));
    }

    #[test]
    fn opacity_becomes_an_alpha_without_wrapping() {
        let alpha = |opacity| Style { opacity, ..Style::default() }.box_alpha();
        assert_eq!([alpha(0.0), alpha(0.5), alpha(1.0)], [0, 128, 255]);
        assert_eq!([alpha(f32::NAN), alpha(7.0), alpha(-1.0)], [0, 255, 0]);
    }
}
