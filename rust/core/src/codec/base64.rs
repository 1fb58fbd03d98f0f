//! Base64 with the standard alphabet and padding (RFC 4648, section 4). Browsers send images in
//! this encoding over CDP, and models accept it.

use crate::error::Error;
use crate::kept::{self, BYTES};
use base64_simd::AsOut;

/// Number of base64 characters that encode `bytes` bytes.
#[must_use]
pub const fn encoded_len(bytes: usize) -> usize {
    bytes.div_ceil(3) * 4
}

/// Encodes bytes as base64 text.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    let text = String::from_utf8(kept::take(&BYTES, encoded_len(bytes.len())));
    let mut text = text.unwrap_or_default();
    base64_simd::STANDARD.encode_append(bytes, &mut text);
    text
}

/// Decodes base64 text as a browser's `atob` does (WHATWG Infra, forgiving-base64 decode):
/// whitespace is skipped, and the padding may be omitted.
///
/// # Errors
/// [`Error::NotAnImage`] if a character is outside the alphabet or the length is impossible.
pub fn decode(text: &[u8]) -> Result<Vec<u8>, Error> {
    let mut bytes = kept::take(&BYTES, text.len());
    bytes.resize(text.len(), 0);
    let decoded = base64_simd::forgiving_decode(text, bytes.as_mut_slice().as_out());
    let length = decoded.map_err(|_| Error::NotAnImage)?.len();
    bytes.truncate(length);
    Ok(bytes)
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
            let bare = coded.trim_end_matches('=');
            assert_eq!(decode(bare.as_bytes()).as_deref(), Ok(plain.as_bytes()));
        }
    }

    #[test]
    fn every_length_of_any_bytes_survives() {
        let bytes: Vec<u8> = (0..600u32).map(|i| ((i * 167) >> 3) as u8).collect();
        for len in 0..bytes.len() {
            let text = encode(&bytes[..len]);
            assert_eq!(text.len(), encoded_len(len));
            assert_eq!(decode(text.as_bytes()).as_deref(), Ok(&bytes[..len]));
        }
    }

    #[test]
    fn what_atob_skips_or_refuses_is_skipped_or_refused() {
        assert_eq!(decode(b" Zm9v\r\nYm\tFy\x0c").as_deref(), Ok(&b"foobar"[..]));
        for text in ["====", "Z", "Zm9vY", "Zm9vYg=", "Zm9v=", "Zm-_", "Zm9=Zm9v", "Zm9v\x0bZm9v"] {
            assert_eq!(decode(text.as_bytes()), Err(Error::NotAnImage), "{text}");
        }
    }
}
