//! Whole pictures to baseline JPEG, 4:2:0, with Huffman tables fitted to a sample of the picture.
//!
//! Exact tables need every coefficient twice: in memory, or computed again. A quarter of the strips
//! gives tables within 1 % of the exact ones, and the file's size before a byte of it is written.

use super::bits::{BitWriter, stuff};
use super::block::{self, BLOCK_BYTES, Counts};
use super::color;
use super::dct::{self, Coefs, Samples, Scales};
use super::huffman::{Codes, HuffmanSpec};
use super::quant::Quant;
use super::survey::Forecast;
use crate::geometry::Size;
use crate::raster::{Canvas, STRIP};
use crate::simd::{Job, Level, Vector};

/// Every how many strips one is sampled.
const SAMPLE: usize = 4;

/// Pictures with fewer strips are sampled as a whole.
const SMALL: usize = 16;

/// Weight of a sampled symbol against the one of a symbol that only must have a code.
pub(super) const WEIGHT: u32 = 16;

/// An encoder for one picture at one quality: tables chosen, nothing written yet.
pub struct Encoder {
    size: Size,
    quants: [Quant; 2],
    scales: [Scales; 2],
    specs: [[HuffmanSpec; 2]; 2],
    codes: [[Codes; 2]; 2],
    predicted: usize,
}

impl Encoder {
    /// Samples the picture and fits the tables; `quality` 1..=100.
    pub fn new(canvas: &Canvas, quality: u8) -> Self {
        let quants = [Quant::luma(quality), Quant::chroma(quality)];
        let scales = quants.each_ref().map(Scales::new);
        let mut counts = [Counts::every_symbol(), Counts::every_symbol()];
        let every = if canvas.strips() <= SMALL { 1 } else { SAMPLE };
        let mut planes = Planes::new(canvas.size().w() as usize);
        let level = Level::best();
        let mut sampled = 0;
        // From the middle of each group, so that the first strip (often a blank margin) is no more
        // likely than any other.
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
        let mut encoder = Self::with(canvas.size(), quants, &counts);
        let bits: u64 = counts.iter().zip(&encoder.codes).map(|(c, [dc, ac])| c.bits(dc, ac)).sum();
        encoder.predicted = bytes(bits as f64 / f64::from(WEIGHT) * share, &encoder.specs) as usize;
        encoder
    }

    /// With steps of `percent` of the standard tables, and the codes of what a survey counted.
    pub fn fitted(canvas: &Canvas, percent: f64, forecast: &Forecast) -> Self {
        let mut encoder = Self::with(canvas.size(), Quant::of_percent(percent), &forecast.counts);
        encoder.predicted = forecast.bytes as usize;
        encoder
    }

    fn with(size: Size, quants: [Quant; 2], counts: &[Counts; 2]) -> Self {
        let specs =
            counts.each_ref().map(|c| [HuffmanSpec::optimal(&c.dc), HuffmanSpec::optimal(&c.ac)]);
        let codes = specs.each_ref().map(|pair| pair.each_ref().map(Codes::new));
        let scales = quants.each_ref().map(Scales::new);
        Self { size, quants, scales, specs, codes, predicted: 0 }
    }

    /// The quality whose standard table is nearest to the one used.
    pub fn quality(&self) -> u8 {
        self.quants[0].quality()
    }

    /// Expected size of the file in bytes.
    pub fn predicted(&self) -> usize {
        self.predicted
    }

    /// Writes the file.
    pub fn encode(&self, canvas: &Canvas) -> Vec<u8> {
        let level = Level::best();
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
        // SOI, then APP0: JFIF 1.1, square pixels, no thumbnail.
        out.extend_from_slice(b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0");
        for (id, quant) in (0u8..).zip(&self.quants) {
            out.extend_from_slice(&[0xff, 0xdb, 0, 67, id]);
            out.extend((0..64).map(|k| quant.zigzag(k) as u8));
        }
        let ([h1, h0], [w1, w0]) =
            ((self.size.h() as u16).to_be_bytes(), (self.size.w() as u16).to_be_bytes());
        out.extend_from_slice(&[0xff, 0xc0, 0, 17, 8, h1, h0, w1, w0, 3]);
        out.extend_from_slice(&[1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
        for (id, [dc, ac]) in (0u8..).zip(&self.specs) {
            dc.write(0, id, out);
            ac.write(1, id, out);
        }
        out.extend_from_slice(&[0xff, 0xda, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]);
    }
}

/// Bytes of a file whose scan has so many bits.
pub(super) fn bytes(bits: f64, specs: &[[HuffmanSpec; 2]; 2]) -> f64 {
    let tables: usize = specs.iter().flatten().map(|spec| 21 + spec.symbols.len()).sum();
    // One byte in 256 is 0xff and gets a stuffed 0x00.
    bits / 8.0 * (1.0 + 1.0 / 256.0) + tables as f64 + 180.0
}

/// Counts the symbols of one strip.
struct Sample<'a> {
    canvas: &'a Canvas<'a>,
    strip: usize,
    planes: &'a mut Planes,
    scales: &'a [Scales; 2],
    counts: &'a mut [Counts; 2],
}

impl Job for Sample<'_> {
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

/// Writes one strip.
struct Write<'a> {
    encoder: &'a Encoder,
    canvas: &'a Canvas<'a>,
    strip: usize,
    planes: &'a mut Planes,
    last: &'a mut [i32; 3],
    bits: &'a mut BitWriter,
}

impl Job for Write<'_> {
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

/// DC difference to the block before, which this block becomes.
#[inline(always)]
fn difference(coefs: &Coefs, last: &mut i32) -> i32 {
    let dc = i32::from(coefs[0]);
    dc - std::mem::replace(last, dc)
}

/// One strip as YCbCr planes whose sizes are whole units; edges are repeated into the rest.
pub(super) struct Planes {
    units: usize,
    rgb: Vec<u8>,
    luma: Vec<u8>,
    chroma: [Vec<u8>; 2],
}

impl Planes {
    /// For strips of at most so many pixels.
    pub fn new(width: usize) -> Self {
        let units = width.div_ceil(16);
        Self {
            units,
            rgb: vec![0; units * 16 * 3 * STRIP],
            luma: vec![0; units * 16 * STRIP],
            chroma: [vec![0; units * 8 * 8], vec![0; units * 8 * 8]],
        }
    }

    /// Takes a strip from column `left` on, as far as it goes or there is room.
    #[inline(always)]
    pub fn load(&mut self, canvas: &Canvas, strip: usize, left: usize) {
        let (padded, stride) = (self.units * 16, self.units * 48);
        let right = (left + padded).min(canvas.size().w() as usize);
        let rows = canvas.read_part(strip, left..right, stride, &mut self.rgb);
        for row in rows..STRIP {
            self.rgb.copy_within((rows - 1) * stride..rows * stride, row * stride);
        }
        for (rgb, luma) in self.rgb.chunks_exact(stride).zip(self.luma.chunks_exact_mut(padded)) {
            color::luma_row(rgb, luma);
        }
        let [cb, cr] = &mut self.chroma;
        let targets = cb.chunks_exact_mut(padded / 2).zip(cr.chunks_exact_mut(padded / 2));
        for (pair, (cb, cr)) in self.rgb.chunks_exact(2 * stride).zip(targets) {
            let (top, bottom) = pair.split_at(stride);
            color::chroma_rows(top, bottom, cb, cr);
        }
    }

    /// Visits the blocks in the order of the scan: four of luma, one of each chroma per unit.
    #[inline(always)]
    pub fn for_each_block(&self, mut visit: impl FnMut(usize, &Samples)) {
        let mut samples = [0; 64];
        let (wide, narrow) = (self.units * 16, self.units * 8);
        for unit in 0..self.units {
            for (dx, dy) in [(0, 0), (8, 0), (0, 8), (8, 8)] {
                cut(&self.luma[dy * wide + unit * 16 + dx..], wide, &mut samples);
                visit(0, &samples);
            }
            for (component, plane) in (1..).zip(&self.chroma) {
                cut(&plane[unit * 8..], narrow, &mut samples);
                visit(component, &samples);
            }
        }
    }
}

/// Copies an 8x8 block out of a plane.
#[inline(always)]
fn cut(plane: &[u8], stride: usize, out: &mut Samples) {
    for (row, out) in plane.chunks(stride).zip(out.chunks_exact_mut(8)) {
        out.copy_from_slice(&row[..8]);
    }
}
