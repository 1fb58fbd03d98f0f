//! Reads any bytes as a file. The decoded image must have the size that its header declares.
#![no_main]

use libfuzzer_sys::fuzz_target;
use viewmark_core::{decode, probe};

fuzz_target!(|data: &[u8]| {
    let announced = probe(data);
    if let Ok(pixels) = decode(data) {
        assert_eq!(announced.expect("decoded").1, pixels.size());
    }
});
