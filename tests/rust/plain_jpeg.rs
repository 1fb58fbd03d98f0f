//! A slow and simple JPEG encoder, written from the text of T.81: any quantization tables, the
//! usual sampling factors, greyscale.
//!
//! It shares no code with viewmark's own encoder, so tests can compare viewmark's output with the
//! known parameters of a file.

use std::f64::consts::PI;

/// The zigzag sequence (T.81, figure A.6): the natural index of each position in coding order.
pub const ZIGZAG: [usize; 64] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
    13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59,
    52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
];

/// Quantization steps of luminance and chrominance, in natural order.
pub type Steps = [[u16; 64]; 2];

/// Tables K.1 and K.2 of T.81.
const STANDARD: Steps = [
    [
        16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69,
        56, 14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81,
        104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
    ],
    [
        17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99,
        99, 47, 66, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    ],
];

/// The standard tables at a quality, scaled as in libjpeg; `most` is 255, or 32767 for 16 bits.
pub fn standard(quality: u32, most: u32) -> Steps {
    let percent = if quality < 50 { 5000 / quality } else { 200 - 2 * quality };
    STANDARD.map(|table| {
        table.map(|step| ((u32::from(step) * percent + 50) / 100).clamp(1, most) as u16)
    })
}

/// Bits of the scan, with byte stuffing.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    pending: u64,
    count: u32,
}

impl Bits {
    fn put(&mut self, value: u64, length: u32) {
        self.pending = self.pending << length | value & ((1 << length) - 1);
        self.count += length;
        while self.count >= 8 {
            self.count -= 8;
            let byte = (self.pending >> self.count) as u8;
            self.bytes.push(byte);
            if byte == 0xff {
                self.bytes.push(0);
            }
        }
    }

    /// Appends the bits of a value in its magnitude category.
    fn value(&mut self, value: i32, category: u32) {
        let value = if value < 0 { value - 1 } else { value };
        self.put(value as u64, category);
    }
}

fn category(value: i32) -> u32 {
    32 - value.unsigned_abs().leading_zeros()
}

fn segment(marker: u8, body: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&[0xff, marker]);
    out.extend_from_slice(&(body.len() as u16 + 2).to_be_bytes());
    out.extend_from_slice(body);
}

/// Samples of one component, and the pixels per sample.
struct Plane {
    samples: Vec<f64>,
    width: usize,
    height: usize,
    factors: (usize, usize),
}

impl Plane {
    /// Y, Cb or Cr, averaged over boxes of `by` pixels.
    fn new(rgb: &[u8], (w, h): (usize, usize), channel: usize, by: (usize, usize)) -> Self {
        let weights =
            [[0.299, 0.587, 0.114], [-0.168_736, -0.331_264, 0.5], [0.5, -0.418_688, -0.081_312]]
                [channel];
        let value = |x: usize, y: usize| {
            let at = 3 * (y.min(h - 1) * w + x.min(w - 1));
            let sum: f64 = (0..3).map(|c| weights[c] * f64::from(rgb[at + c])).sum();
            sum - if channel == 0 { 128.0 } else { 0.0 }
        };
        let (width, height) = (w.div_ceil(by.0), h.div_ceil(by.1));
        let mut samples = Vec::with_capacity(width * height);
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            let of = (0..by.1).flat_map(|dy| (0..by.0).map(move |dx| (dx, dy)));
            let sum: f64 = of.map(|(dx, dy)| value(x * by.0 + dx, y * by.1 + dy)).sum();
            samples.push(sum / (by.0 * by.1) as f64);
        }
        Self { samples, width, height, factors: (1, 1) }
    }

    /// Forward DCT of one block (T.81, A.3.3), in natural order.
    fn block(&self, column: usize, row: usize, basis: &[[f64; 8]; 8]) -> [f64; 64] {
        let sample = |x: usize, y: usize| {
            let x = (column * 8 + x).min(self.width - 1);
            let y = (row * 8 + y).min(self.height - 1);
            self.samples[y * self.width + x]
        };
        let mut rows = [[0.0; 8]; 8];
        for (y, u) in (0..8).flat_map(|y| (0..8).map(move |u| (y, u))) {
            rows[y][u] = (0..8).map(|x| sample(x, y) * basis[u][x]).sum();
        }
        std::array::from_fn(|i| (0..8).map(|y| rows[y][i % 8] * basis[i / 8][y]).sum())
    }
}

/// Encodes an RGB picture as a baseline JPEG. `sampling` holds the factors of luminance, (2, 2) for
/// 4:2:0; `None` makes a greyscale file. Steps above 255 need 16-bit tables, and so an extended
/// file.
pub fn encode(
    rgb: &[u8],
    (w, h): (usize, usize),
    steps: &Steps,
    sampling: Option<(usize, usize)>,
) -> Vec<u8> {
    let (h_luma, v_luma) = sampling.unwrap_or((1, 1));
    let count: u8 = if sampling.is_some() { 3 } else { 1 };
    let mut planes: Vec<Plane> = (0..usize::from(count))
        .map(|c| Plane::new(rgb, (w, h), c, if c == 0 { (1, 1) } else { (h_luma, v_luma) }))
        .collect();
    planes[0].factors = (h_luma, v_luma);

    let mut out = vec![0xff, 0xd8];
    segment(0xe0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0", &mut out);
    let is_wide = steps.iter().flatten().any(|&step| step > 255);
    for (id, table) in (0u8..).zip(steps) {
        let mut body = vec![u8::from(is_wide) << 4 | id];
        for step in ZIGZAG.map(|natural| table[natural].to_be_bytes()) {
            body.extend_from_slice(&step[usize::from(!is_wide)..]);
        }
        segment(0xdb, &body, &mut out);
    }
    let ([h1, h0], [w1, w0]) = ((h as u16).to_be_bytes(), (w as u16).to_be_bytes());
    let mut frame = vec![8, h1, h0, w1, w0, count];
    let mut scan = vec![count];
    for (id, plane) in (1u8..).zip(&planes) {
        let (h, v) = plane.factors;
        frame.extend_from_slice(&[id, (h << 4 | v) as u8, u8::from(id > 1)]);
        scan.extend_from_slice(&[id, 0]);
    }
    scan.extend_from_slice(&[0, 63, 0]);
    segment(0xc0 | u8::from(is_wide), &frame, &mut out);
    // Codes of 4 bits for 12 magnitudes and of 8 bits for 0 to 0xfe: each symbol is its own code.
    let dc: Vec<u8> = (0..12).collect();
    segment(0xc4, &[&[0][..], &[0, 0, 0, 12], &[0; 12], &dc].concat(), &mut out);
    let ac: Vec<u8> = (0..0xff).collect();
    segment(0xc4, &[&[0x10][..], &[0; 7], &[0xff], &[0; 8], &ac].concat(), &mut out);
    segment(0xda, &scan, &mut out);

    let basis: [[f64; 8]; 8] = std::array::from_fn(|u| {
        let scale = if u == 0 { 0.5_f64.sqrt() } else { 1.0 } / 2.0;
        std::array::from_fn(|x| scale * ((2 * x + 1) as f64 * u as f64 * PI / 16.0).cos())
    });
    let (mut bits, mut last) = (Bits::default(), [0; 3]);
    let units = (w.div_ceil(8 * h_luma), h.div_ceil(8 * v_luma));
    for (row, column) in (0..units.1).flat_map(|row| (0..units.0).map(move |c| (row, c))) {
        for (c, plane) in planes.iter().enumerate() {
            let (h, v) = plane.factors;
            for (y, x) in (0..v).flat_map(|y| (0..h).map(move |x| (y, x))) {
                let coefs = plane.block(column * h + x, row * v + y, &basis);
                let value = |k: usize| {
                    let natural = ZIGZAG[k];
                    (coefs[natural] / f64::from(steps[c.min(1)][natural])).round() as i32
                };
                let dc = value(0);
                let difference = dc - std::mem::replace(&mut last[c], dc);
                bits.put(category(difference).into(), 4);
                bits.value(difference, category(difference));
                let mut before = 0;
                for k in (1..64).filter(|&k| value(k) != 0) {
                    let mut run = k - before - 1;
                    while run > 15 {
                        bits.put(0xf0, 8);
                        run -= 16;
                    }
                    let size = category(value(k));
                    bits.put((run as u64) << 4 | u64::from(size), 8);
                    bits.value(value(k), size);
                    before = k;
                }
                if before < 63 {
                    bits.put(0, 8);
                }
            }
        }
    }
    bits.put(0x7f, 7);
    out.append(&mut bits.bytes);
    out.extend_from_slice(&[0xff, 0xd9]);
    out
}

/// The quantization steps of a file, in natural order, by table number.
pub fn steps_of(file: &[u8]) -> Vec<[u16; 64]> {
    let (mut tables, mut at) = (Vec::new(), 2);
    while file[at + 1] != 0xda {
        let end = at + 2 + usize::from(u16::from_be_bytes([file[at + 2], file[at + 3]]));
        let mut body = if file[at + 1] == 0xdb { &file[at + 4..end] } else { &[] };
        while let Some((&head, rest)) = body.split_first() {
            let width = 1 + usize::from(head >> 4);
            let mut table = [0; 64];
            for (k, step) in rest[..64 * width].chunks(width).enumerate() {
                table[ZIGZAG[k]] = step.iter().fold(0, |sum, &byte| sum << 8 | u16::from(byte));
            }
            tables.push(table);
            body = &rest[64 * width..];
        }
        at = end;
    }
    tables
}
