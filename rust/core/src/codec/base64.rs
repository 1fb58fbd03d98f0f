//! Base64 with the standard alphabet and padding (RFC 4648, section 4): the form in which pictures
//! come from the browser and go to models.

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
#[path = "base64/neon.rs"]
mod vectors;
#[cfg(target_arch = "x86_64")]
#[path = "base64/wide.rs"]
mod vectors;
/// Without vectors, everything is left to the plain code.
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little"))))]
mod vectors {
    pub fn encode(_: &[u8], _: &mut [u8]) -> usize {
        0
    }

    pub fn decode(_: &[u8], _: &mut [u8]) -> usize {
        0
    }
}

use crate::error::Error;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Two characters for every 12 bits: half the table lookups.
static PAIRS: [[u8; 2]; 4096] = {
    let mut pairs = [[0; 2]; 4096];
    let mut i = 0;
    while i < 4096 {
        pairs[i] = [ALPHABET[i >> 6], ALPHABET[i & 63]];
        i += 1;
    }
    pairs
};

const INVALID: u8 = 0xff;

static VALUES: [u8; 256] = {
    let mut values = [INVALID; 256];
    let mut i = 0;
    while i < 64 {
        values[ALPHABET[i] as usize] = i as u8;
        i += 1;
    }
    values
};

/// Characters that `bytes` bytes take.
#[must_use]
pub const fn encoded_len(bytes: usize) -> usize {
    bytes.div_ceil(3) * 4
}

/// The text of some bytes.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    let mut out = vec![0; encoded_len(bytes.len())];
    let done = vectors::encode(bytes, &mut out);
    encode_plainly(&bytes[done..], &mut out[done / 3 * 4..]);
    // The alphabet is ASCII, so this never takes the other path.
    String::from_utf8(out).unwrap_or_default()
}

/// Three bytes at a time; `out` has the right length.
fn encode_plainly(bytes: &[u8], out: &mut [u8]) {
    let groups = bytes.chunks_exact(3);
    let rest = groups.remainder();
    let mut targets = out.chunks_exact_mut(4);
    for (group, target) in groups.zip(targets.by_ref()) {
        let bits = usize::from(group[0]) << 16 | usize::from(group[1]) << 8 | usize::from(group[2]);
        target[..2].copy_from_slice(&PAIRS[bits >> 12]);
        target[2..].copy_from_slice(&PAIRS[bits & 0xfff]);
    }
    if let (Some(target), [first, more @ ..]) = (targets.next(), rest) {
        let bits = usize::from(*first) << 16 | more.first().map_or(0, |&b| usize::from(b) << 8);
        target[..2].copy_from_slice(&PAIRS[bits >> 12]);
        target[2..].copy_from_slice(b"==");
        if !more.is_empty() {
            target[2] = ALPHABET[bits >> 6 & 63];
        }
    }
}

/// The bytes of a text; padding may be missing.
///
/// # Errors
/// [`Error::NotAnImage`] if there is a character outside the alphabet or the length is impossible.
pub fn decode(text: &[u8]) -> Result<Vec<u8>, Error> {
    let end = text.iter().rposition(|&c| c != b'=').map_or(0, |last| last + 1);
    if text.len() - end > 2 || end % 4 == 1 {
        return Err(Error::NotAnImage);
    }
    let text = &text[..end];
    let mut out = vec![0; end / 4 * 3 + end % 4 * 3 / 4];
    let done = vectors::decode(text, &mut out);
    decode_plainly(&text[done..], &mut out[done / 4 * 3..])?;
    Ok(out)
}

/// Four characters at a time; `out` has the right length.
fn decode_plainly(text: &[u8], out: &mut [u8]) -> Result<(), Error> {
    let groups = text.chunks_exact(4);
    let rest = groups.remainder();
    let mut targets = out.chunks_exact_mut(3);
    let mut bad = 0u8;
    for (group, target) in groups.zip(targets.by_ref()) {
        let value = |i: usize| VALUES[usize::from(group[i])];
        let (a, b, c, d) = (value(0), value(1), value(2), value(3));
        // Valid values have 6 bits; one test at the end finds any other.
        bad |= a | b | c | d;
        target.copy_from_slice(&[a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d]);
    }
    let tail = rest.iter().fold(0u32, |bits, &c| {
        let value = VALUES[usize::from(c)];
        bad |= value;
        bits << 6 | u32::from(value)
    }) << (6 * (4 - rest.len()));
    for (target, byte) in
        targets.into_remainder().iter_mut().zip(tail.to_be_bytes().into_iter().skip(1))
    {
        *target = byte;
    }
    if bad > 63 { Err(Error::NotAnImage) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_vectors_of_the_standard_hold() {
        for (plain, coded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(plain.as_bytes()), coded);
            assert_eq!(encoded_len(plain.len()), coded.len());
            assert_eq!(decode(coded.as_bytes()).as_deref(), Ok(plain.as_bytes()));
            assert_eq!(
                decode(coded.trim_end_matches('=').as_bytes()).as_deref(),
                Ok(plain.as_bytes())
            );
        }
    }

    #[test]
    fn all_bytes_survive() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(encode(&bytes).as_bytes()), Ok(bytes));
    }

    #[test]
    fn every_length_is_coded_as_three_bytes_at_a_time_are() {
        let bytes: Vec<u8> = (0..300u32).map(|i| ((i * 167) >> 3) as u8).collect();
        for len in 0..bytes.len() {
            let mut plain = vec![0; encoded_len(len)];
            encode_plainly(&bytes[..len], &mut plain);
            assert_eq!(encode(&bytes[..len]).as_bytes(), plain);
            assert_eq!(decode(&plain).as_deref(), Ok(&bytes[..len]));
        }
    }

    #[test]
    fn every_foreign_character_is_found_wherever_it_stands() {
        let good = encode(&[0x5a; 150]).into_bytes();
        for at in [0, 1, 31, 32, 63, 100, 198] {
            for c in 0..=255 {
                let mut text = good.clone();
                text[at] = c;
                let is_foreign = VALUES[usize::from(c)] == INVALID;
                assert_eq!(decode(&text).is_err(), is_foreign, "{c} at {at}");
            }
        }
    }

    #[test]
    fn foreign_characters_and_impossible_lengths_are_refused() {
        for text in ["====", "Z", "Zm9v Zm9v", "Zm9vY\n==", "Zm-_", "Zm9=Zm9v"] {
            assert_eq!(decode(text.as_bytes()), Err(Error::NotAnImage), "{text}");
        }
    }
}
