//! Decodes whole JPEG files to pixels.
//!
//! ```text
//! header --scans--> coefficients --IDCT--> samples --upsample--> rows --colours--> RGB
//! ```
//!
//! Supports sequential and progressive Huffman-coded files with 8 bits per sample and one to four
//! components, whose sampling factors must divide the largest one. Where the standard leaves a
//! choice, the decoder does what libjpeg does.

mod upsample;

use crate::codec::jpeg::entropy::huffman_decoder::Fault;
use crate::codec::jpeg::entropy::progressive::{CoefPlane, Progressive};
use crate::codec::jpeg::entropy::scan_decoder::{Scan, decode_scan};
use crate::codec::jpeg::entropy::segments::Segments;
use crate::codec::jpeg::entropy::sequential::{Decoders, Sequential};
use crate::codec::jpeg::syntax::frame::Colors;
use crate::codec::jpeg::syntax::header::{Component, Header, corrupt};
use crate::codec::jpeg::transform::color;
use crate::codec::jpeg::transform::dct::{Coefs, Scales, to_samples};
use crate::error::Error;
use crate::pixmap::Pixmap;
use crate::simd::{Kernel, SimdLevel, Vector};
use upsample::{Sampled, Upsampler};

/// Maximum number of scans, which limits the work per pixel. Encoders do not write this many;
/// libjpeg's progressive script has 10.
const MAX_SCANS: usize = 64;

/// Decodes a file to RGB, given its parsed header; see [`super::File::decode`].
pub fn decode(bytes: &[u8], mut header: Header) -> Result<Pixmap, Error> {
    check(&header, bytes.len())?;
    let mut picture = Picture::new(&header);
    picture.read(bytes, &mut header)?;
    let stored = SimdLevel::best().run(Assemble { header: &header, components: &picture.samples });
    Ok(header.orientation().apply(stored))
}

/// Rejects unsupported kinds of JPEG, and headers that declare more blocks than the file can
/// contain.
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
    // A Huffman code has at least one bit. A sequential block has at least two codes; a block of a
    // progressive file has at least its DC code. The check rejects a header with a false size
    // before memory is allocated for it.
    let most = if header.is_progressive() { 8 } else { 4 };
    if header.blocks() > most * bytes as u64 {
        return Err(corrupt("fewer bits than blocks"));
    }
    Ok(())
}

/// Decoder state; each list has one entry per colour component.
struct Picture {
    /// Coefficients of progressive files, whose blocks are complete only after the last scan; not
    /// used for other files.
    coefs: Vec<CoefPlane>,
    /// Quantisation steps, set by the first scan that includes the component.
    scales: Vec<Option<Scales>>,
    samples: Vec<Sampled>,
}

impl Picture {
    fn new(header: &Header) -> Self {
        let (across, down) = header.mcus();
        let plane = |c: &Component| {
            let (across, down) = (across * c.h, down * c.v);
            CoefPlane { across, blocks: vec![[0; 64]; across * down] }
        };
        let coefs = if header.is_progressive() {
            header.components.iter().map(plane).collect()
        } else {
            Vec::new()
        };
        let samples = (0..header.components.len()).map(|c| Sampled::new(header, c)).collect();
        Self { coefs, scales: vec![None; header.components.len()], samples }
    }

    /// Reads all scans after the header.
    fn read(&mut self, bytes: &[u8], header: &mut Header) -> Result<(), Error> {
        let mut segments = Segments::with_capacity(bytes.len() - header.sos.end);
        for number in 1.. {
            if number > MAX_SCANS {
                return Err(corrupt("more scans than any picture needs"));
            }
            header.check_band()?;
            self.begin(header)?;
            let scan = Scan::of(header);
            let end = header.sos.end + scan.read(&bytes[header.sos.end..], &mut segments)?;
            self.read_scan(header, &scan, &segments)?;
            if end + 1 >= bytes.len() {
                // A sequential file may end without an EOI marker (end of image). In a progressive
                // file, only EOI shows that no scan is missing.
                if header.is_progressive() {
                    return Err(corrupt("it breaks off between scans"));
                }
                break;
            }
            if !header.next_scan(bytes, end)? {
                break;
            }
        }
        if self.scales.iter().any(Option::is_none) {
            return Err(corrupt("a component has no scan"));
        }
        for (c, plane) in std::mem::take(&mut self.coefs).into_iter().enumerate() {
            if let Some(scales) = &self.scales[c] {
                SimdLevel::best().run(Transform {
                    plane: &plane,
                    scales,
                    out: &mut self.samples[c],
                });
            }
        }
        Ok(())
    }

    /// Stores the quantisation steps of the components that appear in a scan for the first time.
    fn begin(&mut self, header: &Header) -> Result<(), Error> {
        for &c in &header.scan {
            if self.scales[c].is_none() {
                let steps = header.quants[header.components[c].quant].as_ref();
                let steps = steps.ok_or_else(|| corrupt("a quantisation table is missing"))?;
                self.scales[c] = Some(Scales::new(steps));
            } else if !header.is_progressive() {
                return Err(corrupt("a component comes twice"));
            }
        }
        Ok(())
    }

    fn read_scan(
        &mut self,
        header: &Header,
        scan: &Scan,
        segments: &Segments,
    ) -> Result<(), Error> {
        if header.is_progressive() {
            let mut decoder = Progressive::new(header, &mut self.coefs)?;
            return Ok(decode_scan(scan, segments, &mut decoder)?);
        }
        let decoders = &Decoders::new(&header.components, &header.scan, &header.dc, &header.ac)?;
        let (scales, samples) = (self.scales.as_slice(), self.samples.as_mut_slice());
        Ok(SimdLevel::best().run(ReadSequential { scan, segments, decoders, scales, samples })?)
    }
}

/// Decodes the blocks of a sequential scan to samples.
struct ReadSequential<'a> {
    scan: &'a Scan,
    segments: &'a Segments,
    decoders: &'a Decoders,
    scales: &'a [Option<Scales>],
    samples: &'a mut [Sampled],
}

impl Kernel for ReadSequential<'_> {
    type Output = Result<(), Fault>;

    #[inline(always)]
    fn run<V: Vector>(self, v: V) -> Self::Output {
        let mut block = [0; 64];
        let mut decoder = Sequential::new(
            self.decoders,
            #[inline(always)]
            |c: usize, column: usize, row: usize, coefs: &Coefs| {
                if let Some(scales) = &self.scales[c] {
                    to_samples(v, coefs, scales, &mut block);
                    self.samples[c].put(column, row, &block);
                }
            },
        );
        decode_scan(self.scan, self.segments, &mut decoder)
    }
}

/// Applies the inverse transform to all coefficients of one component.
struct Transform<'a> {
    plane: &'a CoefPlane,
    scales: &'a Scales,
    out: &'a mut Sampled,
}

impl Kernel for Transform<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self, v: V) {
        let mut block = [0; 64];
        for (row, coefs) in self.plane.blocks.chunks_exact(self.plane.across).enumerate() {
            for (column, coefs) in coefs.iter().enumerate() {
                to_samples(v, coefs, self.scales, &mut block);
                self.out.put(column, row, &block);
            }
        }
    }
}

/// Converts the samples of all components to the pixels of the image.
struct Assemble<'a> {
    header: &'a Header,
    components: &'a [Sampled],
}

impl Kernel for Assemble<'_> {
    type Output = Pixmap;

    #[inline(always)]
    fn run<V: Vector>(self, _: V) -> Pixmap {
        let mut pixmap = Pixmap::new(self.header.size);
        let width = self.header.size.w() as usize;
        let colors = self.header.colors();
        let mut upsamplers: Vec<Upsampler> =
            self.components.iter().map(|part| Upsampler::new(part, width)).collect();
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

/// Returns `a * b / 255`, rounded to the nearest integer: a product of two fractions of 255.
#[inline(always)]
fn share(a: u8, b: u8) -> u8 {
    let product = u32::from(a) * u32::from(b) + 128;
    ((product + (product >> 8)) >> 8) as u8
}

/// Converts CMYK to RGB as printed on white paper; 255 means no ink.
#[inline(always)]
fn inks(c: &[u8], m: &[u8], y: &[u8], k: &[u8], out: &mut [u8]) {
    for ((((out, c), m), y), k) in out.chunks_exact_mut(3).zip(c).zip(m).zip(y).zip(k) {
        for (out, &ink) in out.iter_mut().zip([c, m, y]) {
            *out = share(ink, *k);
        }
    }
}
