//! Base64, 24 bytes and 32 characters at a time, where the processor has AVX2.
//!
//! The methods of Mula and Lemire, "Faster Base64 Encoding and Decoding using AVX2 Instructions"
//! (2018): bits are moved to their places by multiplications, and characters are told apart by
//! tables of sixteen entries. What is left at the end is for the plain code.
#![allow(unsafe_code)]

#[allow(
    clippy::wildcard_imports,
    reason = "the names of all intrinsics say where they are from"
)]
use std::arch::x86_64::*;

/// Codes whole groups from the start of `bytes`; returns how many bytes that were.
pub fn encode(bytes: &[u8], out: &mut [u8]) -> usize {
    if !std::is_x86_feature_detected!("avx2") {
        return 0;
    }
    // SAFETY: this processor has just been found to have AVX2.
    unsafe { encode_groups(bytes, out) }
}

/// Decodes whole groups from the start of `text`, up to a character outside the alphabet; returns
/// how many characters that were.
pub fn decode(text: &[u8], out: &mut [u8]) -> usize {
    if !std::is_x86_feature_detected!("avx2") {
        return 0;
    }
    // SAFETY: this processor has just been found to have AVX2.
    unsafe { decode_groups(text, out) }
}

/// The same sixteen bytes in both halves.
#[target_feature(enable = "avx2")]
fn twice(bytes: [i8; 16]) -> __m256i {
    // SAFETY: sixteen bytes are read from an array of sixteen.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast())) }
}

#[target_feature(enable = "avx2")]
fn encode_groups(bytes: &[u8], out: &mut [u8]) -> usize {
    // Every three bytes as two words that hold two characters each.
    let spread = twice([1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10]);
    // What is added to a value: by its class, which is 0 for a..=z, 1..=10 for digits, then + and /,
    // and 13 for A..=Z.
    let to_letter = twice([71, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -19, -16, 65, 0, 0]);
    let (targets, _) = out.as_chunks_mut::<32>();
    let mut at = 0;
    for target in targets {
        // Each half is read with four bytes that belong to the next.
        let Some(group) = bytes.get(at..).and_then(|rest| rest.first_chunk::<28>()) else { break };
        // SAFETY: sixteen bytes from 0 and from 12 lie in the 28.
        let both = unsafe {
            let low = _mm_loadu_si128(group.as_ptr().cast());
            let high = _mm_loadu_si128(group.as_ptr().add(12).cast());
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high)
        };
        let words = _mm256_shuffle_epi8(both, spread);
        let odd = _mm256_and_si256(words, _mm256_set1_epi32(0x0fc0_fc00));
        let odd = _mm256_mulhi_epu16(odd, _mm256_set1_epi32(0x0400_0040));
        let even = _mm256_and_si256(words, _mm256_set1_epi32(0x003f_03f0));
        let even = _mm256_mullo_epi16(even, _mm256_set1_epi32(0x0100_0010));
        let values = _mm256_or_si256(odd, even);

        let class = _mm256_subs_epu8(values, _mm256_set1_epi8(51));
        let is_upper = _mm256_cmpgt_epi8(_mm256_set1_epi8(26), values);
        let class = _mm256_or_si256(class, _mm256_and_si256(is_upper, _mm256_set1_epi8(13)));
        let letters = _mm256_add_epi8(values, _mm256_shuffle_epi8(to_letter, class));
        // SAFETY: the target has 32 bytes.
        unsafe { _mm256_storeu_si256(target.as_mut_ptr().cast(), letters) }
        at += 24;
    }
    at
}

#[target_feature(enable = "avx2")]
fn decode_groups(text: &[u8], out: &mut [u8]) -> usize {
    // A character is foreign if the sets of its low and of its high nibble have a bit in common.
    let by_low = twice([
        0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1a, 0x1b, 0x1b, 0x1b,
        0x1a,
    ]);
    let by_high = twice([
        0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10,
        0x10,
    ]);
    // What is added to a character, by its high nibble, less one for the slash.
    let to_value = twice([0, 16, 19, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0]);
    let gather = twice([2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1]);
    let join = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, -1, -1);
    let low_bits = _mm256_set1_epi8(0x2f);
    let mut at = 0;
    let (groups, _) = text.as_chunks::<32>();
    for group in groups {
        // 24 bytes are made, and 32 written.
        let rest = out.get_mut(at / 4 * 3..).and_then(|rest| rest.first_chunk_mut::<32>());
        let Some(target) = rest else { break };
        // SAFETY: the group has 32 bytes.
        let letters = unsafe { _mm256_loadu_si256(group.as_ptr().cast()) };
        let high = _mm256_and_si256(_mm256_srli_epi32::<4>(letters), low_bits);
        let low = _mm256_and_si256(letters, low_bits);
        let foreign = (_mm256_shuffle_epi8(by_low, low), _mm256_shuffle_epi8(by_high, high));
        if _mm256_testz_si256(foreign.0, foreign.1) == 0 {
            break;
        }
        let is_slash = _mm256_cmpeq_epi8(letters, low_bits);
        let shift = _mm256_shuffle_epi8(to_value, _mm256_add_epi8(is_slash, high));
        let values = _mm256_add_epi8(letters, shift);
        let pairs = _mm256_maddubs_epi16(values, _mm256_set1_epi32(0x0140_0140));
        let fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x0001_1000));
        let bytes = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(fours, gather), join);
        // SAFETY: the target has 32 bytes.
        unsafe { _mm256_storeu_si256(target.as_mut_ptr().cast(), bytes) }
        at += 32;
    }
    at
}
