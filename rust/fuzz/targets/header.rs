//! Any bytes as a file: what its header announces is what it decodes to.
#![no_main]

use libfuzzer_sys::fuzz_target;
use viewmark_core::{decode, probe};

fuzz_target!(|data: &[u8]| {
    let announced = probe(data);
    if let Ok(pixels) = decode(data) {
        assert_eq!(announced.expect("decoded").1, pixels.size());
    }
});
