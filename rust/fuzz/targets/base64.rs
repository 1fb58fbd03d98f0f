//! Decodes any text as base64 and compares the result with a plain implementation of the standard;
//! encodes any bytes and decodes them again.
#![no_main]

#[path = "../../../tests/rust/properties.rs"]
mod properties;

use libfuzzer_sys::fuzz_target;
use viewmark_core::{base64_len, decode_base64, encode_base64};

fuzz_target!(|data: &[u8]| {
    assert_eq!(decode_base64(data).ok(), properties::plain_base64(data));
    let text = encode_base64(data);
    assert_eq!(text.len(), base64_len(data.len()));
    assert_eq!(decode_base64(text.as_bytes()).as_deref(), Ok(data));
});
