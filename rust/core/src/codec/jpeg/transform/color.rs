//! Converts sRGB to the YCbCr of JFIF (ITU-R BT.601, full range) and back, in 16-bit fixed point.

use crate::color::Color;

const HALF: i32 = 1 << 15;
const CENTER: i32 = (128 << 16) + HALF - 1;

#[inline(always)]
fn y(r: i32, g: i32, b: i32) -> u8 {
    ((19_595 * r + 38_470 * g + 7_471 * b + HALF) >> 16) as u8
}

#[inline(always)]
fn cb(r: i32, g: i32, b: i32) -> u8 {
    ((-11_059 * r - 21_709 * g + 32_768 * b + CENTER) >> 16) as u8
}

#[inline(always)]
fn cr(r: i32, g: i32, b: i32) -> u8 {
    ((32_768 * r - 27_439 * g - 5_329 * b + CENTER) >> 16) as u8
}

/// Converts one colour to YCbCr.
pub fn ycc(color: Color) -> [u8; 3] {
    let (r, g, b) = (i32::from(color.r), i32::from(color.g), i32::from(color.b));
    [y(r, g, b), cb(r, g, b), cr(r, g, b)]
}

/// Computes the luminance of a row of RGB pixels.
#[inline(always)]
pub fn luma_row(rgb: &[u8], out: &mut [u8]) {
    for (pixel, out) in rgb.chunks_exact(3).zip(out) {
        *out = y(i32::from(pixel[0]), i32::from(pixel[1]), i32::from(pixel[2]));
    }
}

/// Computes the colour differences of two rows of RGB pixels, averaged over 2x2 pixels.
#[inline(always)]
pub fn chroma_rows(top: &[u8], bottom: &[u8], cb_out: &mut [u8], cr_out: &mut [u8]) {
    let pairs = top.chunks_exact(6).zip(bottom.chunks_exact(6));
    for ((t, b), (cb_out, cr_out)) in pairs.zip(cb_out.iter_mut().zip(cr_out)) {
        let mean = |c: usize| {
            (i32::from(t[c]) + i32::from(t[c + 3]) + i32::from(b[c]) + i32::from(b[c + 3]) + 2) >> 2
        };
        let (r, g, b) = (mean(0), mean(1), mean(2));
        *cb_out = cb(r, g, b);
        *cr_out = cr(r, g, b);
    }
}

/// Converts a row of YCbCr samples to RGB.
#[inline(always)]
pub fn rgb_row(y: &[u8], cb: &[u8], cr: &[u8], out: &mut [u8]) {
    for (((out, &y), &cb), &cr) in out.chunks_exact_mut(3).zip(y).zip(cb).zip(cr) {
        let (y, cb, cr) = (i32::from(y) << 16 | HALF, i32::from(cb) - 128, i32::from(cr) - 128);
        let [r, g, b] = [y + 91_881 * cr, y - 22_554 * cb - 46_802 * cr, y + 116_130 * cb];
        out[0] = (r >> 16).clamp(0, 255) as u8;
        out[1] = (g >> 16).clamp(0, 255) as u8;
        out[2] = (b >> 16).clamp(0, 255) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primaries_and_greys_are_the_standard_ones() {
        let of = |r, g, b| ycc(Color { r, g, b });
        assert_eq!(of(0, 0, 0), [0, 128, 128]);
        assert_eq!(of(255, 255, 255), [255, 128, 128]);
        assert_eq!(of(255, 0, 0), [76, 85, 255]);
        assert_eq!(of(0, 0, 255), [29, 255, 107]);
    }

    #[test]
    fn colours_come_back_but_for_rounding() {
        for r in (0..=255).step_by(15) {
            for g in (0..=255).step_by(15) {
                for b in (0..=255).step_by(15) {
                    let [y, cb, cr] = ycc(Color { r, g, b });
                    let mut out = [0; 3];
                    rgb_row(&[y], &[cb], &[cr], &mut out);
                    let error = out.iter().zip([r, g, b]).map(|(a, b)| a.abs_diff(b)).max();
                    assert!(error <= Some(2), "{r} {g} {b}: {out:?}");
                }
            }
        }
    }
}
