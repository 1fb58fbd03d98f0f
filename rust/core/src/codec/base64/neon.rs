//! Base64, 48 bytes and 64 characters at a time, on processors with NEON.
//!
//! NEON loads every third or fourth byte into a register of its own, so that bits only need to be
//! shifted, and looks values up in tables of 64 entries. What is left at the end is for the plain
//! code.
//!
//! Every `unsafe` here rests on the same reason: this file is compiled only where NEON belongs to
//! the target, and memory is reached through references of the right length.
#![allow(unsafe_code)]

use super::{ALPHABET, INVALID, VALUES};
#[allow(
    clippy::wildcard_imports,
    reason = "the names of all intrinsics say where they are from"
)]
use std::arch::aarch64::*;

/// Sixty-four entries of a table.
fn table(entries: &[u8; 64]) -> uint8x16x4_t {
    // SAFETY: see above.
    unsafe { vld1q_u8_x4(entries.as_ptr()) }
}

/// Codes whole groups from the start of `bytes`; returns how many bytes that were.
pub fn encode(bytes: &[u8], out: &mut [u8]) -> usize {
    let letters = table(ALPHABET);
    let (groups, _) = bytes.as_chunks::<48>();
    let (targets, _) = out.as_chunks_mut::<64>();
    for (group, target) in groups.iter().zip(targets) {
        // SAFETY: see above.
        unsafe {
            let uint8x16x3_t(a, b, c) = vld3q_u8(group.as_ptr());
            let low = vdupq_n_u8(63);
            let values = [
                vshrq_n_u8::<2>(a),
                vandq_u8(vsliq_n_u8::<4>(vshrq_n_u8::<4>(b), a), low),
                vandq_u8(vsliq_n_u8::<2>(vshrq_n_u8::<6>(c), b), low),
                vandq_u8(c, low),
            ];
            let [a, b, c, d] = values.map(|value| vqtbl4q_u8(letters, value));
            vst4q_u8(target.as_mut_ptr(), uint8x16x4_t(a, b, c, d));
        }
    }
    // `out` holds four characters for three bytes, so it is never the shorter one.
    48 * groups.len()
}

/// Decodes whole groups from the start of `text`, up to a character outside the alphabet; returns
/// how many characters that were.
pub fn decode(text: &[u8], out: &mut [u8]) -> usize {
    let (tables, _) = VALUES.as_chunks::<64>();
    // Above 127 there are no characters of the alphabet.
    let (low, high) = (table(&tables[0]), table(&tables[1]));
    let (groups, _) = text.as_chunks::<64>();
    let (targets, _) = out.as_chunks_mut::<48>();
    let mut at = 0;
    for (group, target) in groups.iter().zip(targets) {
        // SAFETY: see above.
        unsafe {
            let uint8x16x4_t(a, b, c, d) = vld4q_u8(group.as_ptr());
            let half = vdupq_n_u8(64);
            // What lies outside a table is 0 in a lookup and stays what it was in an extension.
            let value = |letter: uint8x16_t| {
                let above = vqtbx4q_u8(vdupq_n_u8(INVALID), high, vsubq_u8(letter, half));
                vqtbx4q_u8(above, low, letter)
            };
            let (a, b, c, d) = (value(a), value(b), value(c), value(d));
            let all = vorrq_u8(vorrq_u8(a, b), vorrq_u8(c, d));
            if vmaxvq_u8(all) > 63 {
                break;
            }
            let first = vsliq_n_u8::<2>(vshrq_n_u8::<4>(b), a);
            let second = vsliq_n_u8::<4>(vshrq_n_u8::<2>(c), b);
            let third = vsliq_n_u8::<6>(d, c);
            vst3q_u8(target.as_mut_ptr(), uint8x16x3_t(first, second, third));
        }
        at += 64;
    }
    at
}
