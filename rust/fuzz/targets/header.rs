//! Reads any bytes as a file: the decoded picture must have the size from its header.
#![no_main]

use libfuzzer_sys::fuzz_target;
use viewmark_core::{decode, probe};

fuzz_target!(|data: &[u8]| {
    let announced = probe(data);
    if let Ok(pixels) = decode(data) {
        assert_eq!(announced.expect("decoded").1, pixels.size());
    }
});
