//! Interprets the frame header: colour space, MCUs, sampling, orientation.

use crate::codec::jpeg::syntax::exif::Orientation;
use crate::codec::jpeg::syntax::header::{Component, Header};
use crate::geometry::Size;

/// The colour space of a file's samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// Luminance only.
    Grey,
    /// Luminance and two colour differences, the format that all browsers and cameras write.
    YCbCr,
    /// Red, green, blue.
    Rgb,
    /// Four inks, inverted as Adobe's programs write them: 255 means no ink.
    Cmyk,
    /// CMYK whose first three inks are stored as `YCbCr`.
    Ycck,
    /// Two components, for which no standard defines a meaning.
    Unknown,
}

impl Header {
    /// The colour space, determined as in libjpeg: by the JFIF segment, otherwise by Adobe's
    /// segment, otherwise by the component identifiers.
    pub fn colors(&self) -> Colors {
        let names = self.components.iter().map(|c| c.id);
        match (self.components.len(), self.adobe_transform) {
            (1, _) => Colors::Grey,
            (3, _) if self.is_jfif => Colors::YCbCr,
            (3, Some(0)) => Colors::Rgb,
            (3, None) if names.eq(*b"RGB") => Colors::Rgb,
            (3, _) => Colors::YCbCr,
            (4, None | Some(0)) => Colors::Cmyk,
            (4, Some(_)) => Colors::Ycck,
            _ => Colors::Unknown,
        }
    }

    /// The Exif orientation, upright by default.
    pub fn orientation(&self) -> Orientation {
        self.orientation.unwrap_or_default()
    }

    /// The size of the image after its orientation is applied.
    pub fn upright(&self) -> Size {
        self.orientation().upright(self.size)
    }

    /// Whether the segments that are copied to the result identify its three components as `YCbCr`.
    pub fn is_plainly_ycc(&self) -> bool {
        let said = self.is_jfif || self.adobe_transform == Some(1);
        let named = self.components.iter().map(|c| c.id).eq(*b"RGB");
        self.colors() == Colors::YCbCr && (said || !named)
    }

    /// Number of MCU columns and MCU rows in a scan of all components.
    pub fn mcus(&self) -> (usize, usize) {
        let (h, v) = self.max_sampling();
        let count = |side: u32, factor: usize| side.div_ceil(8 * factor as u32) as usize;
        (count(self.size.w(), h), count(self.size.h(), v))
    }

    /// Number of sample columns and sample rows of a component.
    pub fn samples(&self, c: usize) -> (usize, usize) {
        let (component, (h, v)) = (&self.components[c], self.max_sampling());
        let count = |side: u32, own: usize, most: usize| (side as usize * own).div_ceil(most);
        (count(self.size.w(), component.h, h), count(self.size.h(), component.v, v))
    }

    /// Number of blocks of all components of the frame.
    pub fn blocks(&self) -> u64 {
        let (across, down) = self.mcus();
        let per_mcu: usize = self.components.iter().map(|c| c.h * c.v).sum();
        across as u64 * down as u64 * per_mcu as u64
    }

    /// Returns the largest horizontal and the largest vertical sampling factor of all components.
    pub fn max_sampling(&self) -> (usize, usize) {
        let max = |f: fn(&Component) -> usize| self.components.iter().map(f).max().unwrap_or(1);
        (max(|c| c.h), max(|c| c.v))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::jpeg::syntax::header::read;

    fn segment(marker: u8, body: &[u8]) -> Vec<u8> {
        let length = (body.len() + 2) as u16;
        [&[0xff, marker][..], &length.to_be_bytes(), body].concat()
    }

    /// Reads a header with the given segments, and a frame of 70x50 with the given components.
    fn header(parts: &[Vec<u8>], components: &[(u8, u8)]) -> Header {
        let mut frame = vec![8, 0, 50, 0, 70, components.len() as u8];
        frame.extend(components.iter().flat_map(|&(id, sampling)| [id, sampling, 0]));
        let scan = segment(0xda, &[1, components[0].0, 0, 0, 63, 0]);
        let file = [&[0xff, 0xd8][..], &parts.concat(), &segment(0xc0, &frame), &scan].concat();
        read(&file).expect("legal")
    }

    #[test]
    fn colours_are_what_jfif_adobe_or_the_names_say_in_this_order() {
        let colors = |jfif: &[u8], transform: Option<u8>, names: &[u8]| {
            let adobe = |t| segment(0xee, &[&b"Adobe\0d\0\0\0\0"[..], &[t]].concat());
            let parts: Vec<_> =
                [segment(0xe0, jfif)].into_iter().chain(transform.map(adobe)).collect();
            let components: Vec<_> = names.iter().map(|&id| (id, 0x11)).collect();
            header(&parts, &components).colors()
        };
        let jfif = b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0";
        assert_eq!(colors(jfif, Some(0), b"RGB"), Colors::YCbCr);
        // This segment is too short to be a JFIF segment.
        assert_eq!(colors(b"JFIF", Some(0), &[1, 2, 3]), Colors::Rgb);
        assert_eq!(colors(b"", None, b"RGB"), Colors::Rgb);
        assert_eq!(colors(b"", Some(1), b"RGB"), Colors::YCbCr);
        assert_eq!(colors(b"", None, &[0, 7, 9]), Colors::YCbCr);
        assert_eq!(colors(jfif, None, &[1]), Colors::Grey);
        assert_eq!(colors(b"", None, &[1, 2, 3, 4]), Colors::Cmyk);
        assert_eq!(colors(b"", Some(0), &[1, 2, 3, 4]), Colors::Cmyk);
        assert_eq!(colors(b"", Some(2), &[1, 2, 3, 4]), Colors::Ycck);
        assert_eq!(colors(b"", None, &[1, 2]), Colors::Unknown);
    }

    #[test]
    fn mcus_and_samples_are_those_of_the_standard() {
        let of = header(&[], &[(1, 0x22), (2, 0x11), (3, 0x21)]);
        assert_eq!((of.mcus(), of.blocks()), ((5, 4), 5 * 4 * 7));
        assert_eq!([0, 1, 2].map(|c| of.samples(c)), [(70, 50), (35, 25), (70, 25)]);
        assert_eq!(of.upright(), of.size);
    }
}
