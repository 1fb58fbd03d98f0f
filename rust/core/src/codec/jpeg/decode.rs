//! Whole pictures from JPEG bytes, for what cannot be followed block by block.
//!
//! ```text
//! header --follow--> coefficients --transform--> samples --upsample--> rows --colours--> RGB
//! ```
//!
//! Sequential and progressive, Huffman-coded, 8 bits, one to four components with any sampling
//! factors that divide the largest; what is read is read as libjpeg reads it.

use super::color;
use super::dct::{Scales, to_samples};
use super::follow::{Part, Visit, follow};
use super::frame::Colors;
use super::header::{self, Header};
use super::upsample::{Sampled, Upsampler};
use crate::error::Error;
use crate::pixmap::Pixmap;
use crate::simd::{Job, Level, Vector};
use std::ops::Range;

/// Decodes to RGB, upright whatever the camera's orientation. The caller has checked the announced size.
///
/// # Errors
/// [`Error::ImageUnsupported`] for 12-bit, lossless, hierarchical and arithmetic-coded files,
/// [`Error::ImageCorrupt`] for everything that breaks off or contradicts itself.
pub fn decode(bytes: &[u8]) -> Result<Pixmap, Error> {
    let mut header = header::read(bytes)?;
    check(&header, bytes.len())?;
    let mut samples = Samples {
        parts: (0..header.components.len()).map(|c| Sampled::new(&header, c)).collect(),
        scales: vec![None; header.components.len()],
    };
    follow(bytes, &mut header, &mut samples)?;
    let stored = Level::best().run(Assemble { header: &header, parts: &samples.parts });
    Ok(header.orientation().apply(stored))
}

/// Refuses what nothing here reads, and headers that promise more than the bytes can hold.
fn check(header: &Header, bytes: usize) -> Result<(), Error> {
    let unsupported = |what: String| Err(Error::ImageUnsupported(what));
    if header.precision != 8 {
        return unsupported(format!("JPEG with {} bits", header.precision));
    }
    match header.process {
        0xc0..=0xc2 => {}
        0xc3 => return unsupported("lossless JPEG".into()),
        0xc9..=0xcb => return unsupported("arithmetic-coded JPEG".into()),
        _ => return unsupported("hierarchical JPEG".into()),
    }
    if header.colors() == Colors::Unknown {
        return unsupported("JPEG with two components".into());
    }
    let (h, v) = header.max_sampling();
    if header.components.iter().any(|c| h % c.h != 0 || v % c.v != 0) {
        return unsupported("JPEG with sampling factors that do not divide the largest".into());
    }
    // The shortest code has one bit. A block has two of them, or in a progressive file at least the
    // one of its DC value; so a lying header is found before memory is taken for it.
    let most = if header.process == 0xc2 { 8 } else { 4 };
    if header.blocks() > most * bytes as u64 {
        return Err(Error::ImageCorrupt("JPEG: fewer bits than blocks".into()));
    }
    Ok(())
}

/// What becomes of the coefficients.
struct Samples {
    parts: Vec<Sampled>,
    scales: Vec<Option<Scales>>,
}

impl Visit for Samples {
    fn begin(&mut self, c: usize, header: &Header) -> Result<(), Error> {
        let steps = header.quants[header.components[c].quant].as_ref();
        let steps = steps
            .ok_or_else(|| Error::ImageCorrupt("JPEG: a quantisation table is missing".into()))?;
        self.scales[c] = Some(Scales::new(steps));
        Ok(())
    }

    fn rows(&mut self, c: usize, part: &Part, rows: Range<usize>) {
        if let Some(scales) = &self.scales[c] {
            Level::best().run(Transform { part, scales, rows, out: &mut self.parts[c] });
        }
    }
}

/// Rows of blocks to rows of samples.
struct Transform<'a> {
    part: &'a Part,
    scales: &'a Scales,
    rows: Range<usize>,
    out: &'a mut Sampled,
}

impl Job for Transform<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self, v: V) {
        let mut block = [0; 64];
        let stride = self.out.stride;
        for (row, coefs) in self.rows.zip(self.part.blocks.chunks_exact(self.part.across)) {
            let lines = self.out.data.chunks_exact_mut(8 * stride).nth(row).unwrap_or_default();
            for (column, coefs) in coefs.iter().enumerate() {
                to_samples(v, coefs, self.scales, &mut block);
                let (eights, _) = block.as_chunks::<8>();
                for (eight, line) in eights.iter().zip(lines.chunks_exact_mut(stride)) {
                    line[8 * column..8 * column + 8].copy_from_slice(eight);
                }
            }
        }
    }
}

/// Samples to pixels.
struct Assemble<'a> {
    header: &'a Header,
    parts: &'a [Sampled],
}

impl Job for Assemble<'_> {
    type Output = Pixmap;

    #[inline(always)]
    fn run<V: Vector>(self, _: V) -> Pixmap {
        let mut pixmap = Pixmap::new(self.header.size);
        let width = self.header.size.w() as usize;
        let colors = self.header.colors();
        let mut upsamplers: Vec<Upsampler> =
            self.parts.iter().map(|part| Upsampler::new(part, width)).collect();
        for y in 0..self.header.size.h() as usize {
            let out = pixmap.row_mut(y);
            for upsampler in &mut upsamplers {
                upsampler.go_to(y);
            }
            let rows: Vec<&[u8]> = upsamplers.iter().map(Upsampler::row).collect();
            match (colors, rows.as_slice()) {
                (Colors::YCbCr, &[y, cb, cr]) => color::rgb_row(y, cb, cr, out),
                (Colors::Rgb, &[r, g, b]) => {
                    for (((out, r), g), b) in out.chunks_exact_mut(3).zip(r).zip(g).zip(b) {
                        out.copy_from_slice(&[*r, *g, *b]);
                    }
                }
                (Colors::Cmyk, &[c, m, y, k]) => inks(c, m, y, k, out),
                (Colors::Ycck, &[y, cb, cr, k]) => {
                    color::rgb_row(y, cb, cr, out);
                    for (out, &k) in out.chunks_exact_mut(3).zip(k) {
                        for value in out {
                            *value = share(255 - *value, k);
                        }
                    }
                }
                (_, [grey, ..]) => {
                    for (out, &grey) in out.chunks_exact_mut(3).zip(*grey) {
                        out.fill(grey);
                    }
                }
                (_, []) => {}
            }
        }
        pixmap
    }
}

/// Part `b` / 255 of `a`.
#[inline(always)]
fn share(a: u8, b: u8) -> u8 {
    let product = u32::from(a) * u32::from(b) + 128;
    ((product + (product >> 8)) >> 8) as u8
}

/// Inks over white; 255 is none of an ink.
#[inline(always)]
fn inks(c: &[u8], m: &[u8], y: &[u8], k: &[u8], out: &mut [u8]) {
    for ((((out, c), m), y), k) in out.chunks_exact_mut(3).zip(c).zip(m).zip(y).zip(k) {
        for (out, &ink) in out.iter_mut().zip([c, m, y]) {
            *out = share(ink, *k);
        }
    }
}
