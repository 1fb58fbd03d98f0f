//! Encodes pixels as baseline JPEG, 4:2:0, with Huffman tables fitted to a sample.
//!
//! Exact tables would require every coefficient twice, either stored or recomputed. Sampling a
//! quarter of the strips gives tables within 1 % of the exact ones, and predicts the file size
//! before the file is written.

pub mod forecast;
pub mod planes;

use crate::codec::jpeg::entropy::bits::{BitWriter, stuff};
use crate::codec::jpeg::entropy::block::{self, BLOCK_BYTES, Counts};
use crate::codec::jpeg::syntax::huffman::{Codes, HuffmanSpec};
use crate::codec::jpeg::syntax::quant::Quant;
use crate::codec::jpeg::transform::dct::{self, Coefs, Scales};
use crate::geometry::Size;
use crate::raster::Canvas;
use crate::simd::{Kernel, SimdLevel, Vector};
use forecast::{Forecast, WEIGHT};
use planes::Planes;

/// One in this many strips (16 rows of pixels) of a large image is sampled.
const SAMPLE: usize = 4;

/// Images with at most this many strips are sampled completely.
const SMALL: usize = 16;

/// Encodes one image at one quality. The tables are chosen when the encoder is created.
pub struct Encoder {
    size: Size,
    quants: [Quant; 2],
    scales: [Scales; 2],
    specs: [[HuffmanSpec; 2]; 2],
    codes: [[Codes; 2]; 2],
    predicted: usize,
}

impl Encoder {
    /// Samples the image and fits the tables; `quality` is 1..=100.
    pub fn new(canvas: &Canvas, quality: u8) -> Self {
        let quants = [Quant::luma(quality), Quant::chroma(quality)];
        let scales = quants.each_ref().map(Scales::new);
        let mut counts = [Counts::every_symbol(), Counts::every_symbol()];
        let every = if canvas.strips() <= SMALL { 1 } else { SAMPLE };
        let mut planes = Planes::new(canvas.size().w() as usize);
        let level = SimdLevel::best();
        let mut sampled = 0;
        // The strip in the middle of each group is used, because the first strip of a page is often
        // a blank margin.
        for strip in (every / 2..canvas.strips()).step_by(every) {
            level.run(Sample {
                canvas,
                strip,
                planes: &mut planes,
                scales: &scales,
                counts: &mut counts,
            });
            sampled += 1;
        }
        let share = canvas.strips() as f64 / f64::from(sampled.max(1));
        Self::with(canvas.size(), quants, &Forecast::new(&counts, share))
    }

    /// Creates an encoder with quantisation steps of `percent` of the standard tables and the
    /// Huffman tables of a size estimate.
    pub fn fitted(canvas: &Canvas, percent: f64, forecast: &Forecast) -> Self {
        Self::with(canvas.size(), Quant::of_percent(percent), forecast)
    }

    fn with(size: Size, quants: [Quant; 2], forecast: &Forecast) -> Self {
        let specs = forecast.specs.clone();
        let codes = specs.each_ref().map(|pair| pair.each_ref().map(Codes::new));
        let scales = quants.each_ref().map(Scales::new);
        Self { size, quants, scales, specs, codes, predicted: forecast.bytes as usize }
    }

    /// Encodes an image given as a function of x and y.
    #[cfg(test)]
    pub fn file(quality: u8, w: u32, h: u32, paint: impl FnMut(u32, u32) -> [u8; 3]) -> Vec<u8> {
        let pixmap = crate::pixmap::Pixmap::painted(w, h, paint);
        let canvas = Canvas::new(pixmap.view(), &[]);
        Self::new(&canvas, quality).encode(&canvas)
    }

    /// The quality whose standard table is closest to the one used.
    pub fn quality(&self) -> u8 {
        self.quants[0].quality()
    }

    /// Expected size of the encoded file in bytes, predicted from the sample.
    pub fn predicted(&self) -> usize {
        self.predicted
    }

    /// Encodes the image to a file.
    pub fn encode(&self, canvas: &Canvas) -> Vec<u8> {
        let level = SimdLevel::best();
        let mut out = Vec::with_capacity(self.predicted + self.predicted / 16 + 1024);
        self.write_header(&mut out);
        let mut bits = BitWriter::new(1 << 14);
        let mut planes = Planes::new(self.size.w() as usize);
        let mut last = [0; 3];
        for strip in 0..canvas.strips() {
            level.run(Write {
                encoder: self,
                canvas,
                strip,
                planes: &mut planes,
                last: &mut last,
                bits: &mut bits,
            });
            stuff(bits.bytes(), &mut out);
            bits.clear();
        }
        bits.finish_segment();
        stuff(bits.bytes(), &mut out);
        out.extend_from_slice(&[0xff, 0xd9]);
        out
    }

    fn write_header(&self, out: &mut Vec<u8>) {
        // APP0: JFIF 1.1, square pixels, no thumbnail.
        let extras = b"\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0";
        let steps = self.quants.each_ref().map(|quant| std::array::from_fn(|k| quant.zigzag(k)));
        write_frame(extras, self.size, [[1, 0x22], [2, 0x11], [3, 0x11]], &steps, &self.specs, out);
    }
}

/// Writes everything before the scan of a baseline file: application segments, identifiers and
/// sampling factors of the components, quantisation steps (in zig-zag order), and Huffman tables
/// for luma and chroma.
pub fn write_frame(
    extras: &[u8],
    size: Size,
    components: [[u8; 2]; 3],
    steps: &[[u16; 64]; 2],
    specs: &[[HuffmanSpec; 2]; 2],
    out: &mut Vec<u8>,
) {
    out.extend_from_slice(&[0xff, 0xd8]);
    out.extend_from_slice(extras);
    for (id, steps) in (0u8..).zip(steps) {
        out.extend_from_slice(&[0xff, 0xdb, 0, 67, id]);
        out.extend(steps.iter().map(|&step| step as u8));
    }
    let [[h1, h0], [w1, w0]] = [size.h(), size.w()].map(|side| (side as u16).to_be_bytes());
    out.extend_from_slice(&[0xff, 0xc0, 0, 17, 8, h1, h0, w1, w0, 3]);
    for ([id, sampling], class) in components.into_iter().zip([0, 1, 1]) {
        out.extend_from_slice(&[id, sampling, class]);
    }
    for (id, [dc, ac]) in (0u8..).zip(specs) {
        dc.write(0, id, out);
        ac.write(1, id, out);
    }
    let [[luma, _], [blue, _], [red, _]] = components;
    out.extend_from_slice(&[0xff, 0xda, 0, 12, 3, luma, 0, blue, 0x11, red, 0x11, 0, 63, 0]);
}

/// Counts the Huffman symbols that one strip of the image needs.
struct Sample<'a> {
    canvas: &'a Canvas<'a>,
    strip: usize,
    planes: &'a mut Planes,
    scales: &'a [Scales; 2],
    counts: &'a mut [Counts; 2],
}

impl Kernel for Sample<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self, vector: V) {
        let mut last = [0; 3];
        self.planes.load(self.canvas, self.strip, 0);
        self.planes.for_each_block(
            #[inline(always)]
            |component, samples| {
                let mut coefs = [0; 64];
                let class = component.min(1);
                dct::to_coefs(vector, samples, &self.scales[class], &mut coefs);
                let difference = difference(&coefs, &mut last[component]);
                self.counts[class].add(vector, &coefs, difference, WEIGHT);
            },
        );
    }
}

/// Encodes one strip.
struct Write<'a> {
    encoder: &'a Encoder,
    canvas: &'a Canvas<'a>,
    strip: usize,
    planes: &'a mut Planes,
    last: &'a mut [i32; 3],
    bits: &'a mut BitWriter,
}

impl Kernel for Write<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self, vector: V) {
        self.planes.load(self.canvas, self.strip, 0);
        self.planes.for_each_block(
            #[inline(always)]
            |component, samples| {
                let mut coefs = [0; 64];
                let class = component.min(1);
                dct::to_coefs(vector, samples, &self.encoder.scales[class], &mut coefs);
                self.bits.reserve(BLOCK_BYTES);
                let codes = &self.encoder.codes[class];
                let difference = difference(&coefs, &mut self.last[component]);
                block::write(vector, &coefs, difference, codes, self.bits);
            },
        );
    }
}

/// Returns the DC difference from the previous block, and sets `last` to this block's DC value.
#[inline(always)]
fn difference(coefs: &Coefs, last: &mut i32) -> i32 {
    let dc = i32::from(coefs[0]);
    dc - std::mem::replace(last, dc)
}
