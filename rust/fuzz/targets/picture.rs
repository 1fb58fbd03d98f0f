//! Sends any file through every route: unchanged, drawn on, requantised, decoded, scaled down,
//! explained.
//!
//! The last eight bytes of the input choose the request; the rest is the file.
#![no_main]

#[path = "../../../tests/rust/mutate.rs"]
#[allow(dead_code, reason = "only its chance is needed")]
mod mutate;
#[path = "../../../tests/rust/properties.rs"]
mod properties;
#[path = "../../../tests/rust/requests.rs"]
#[allow(dead_code, reason = "no placements are handed in")]
mod requests;

use libfuzzer_sys::fuzz_target;
use viewmark_core::{Request, Source, annotate, explain};

fuzz_target!(|data: &[u8]| {
    let Some((file, choice)) = data.split_last_chunk::<8>() else { return };
    let mut chance = mutate::Chance::new(u64::from_le_bytes(*choice));
    let wish = requests::Wish::new(&mut chance);
    // Only the first byte chooses the route, so that the fuzzer can vary the route directly.
    let request = match choice[0] % 4 {
        0 => wish.request(),
        1 => Request {
            max_base64: 4 * file.len() / 3 / (1 + usize::from(choice[1] % 8)),
            ..wish.request()
        },
        _ => Request { quality: 1 + choice[1] % 100, max_base64: 500_000, ..wish.request() },
    };
    if choice[2] % 32 == 0 {
        let _ = explain(Source::File(file), &wish.marks, &request);
    }
    if let Ok(done) = annotate(Source::File(file), &wish.marks, &request) {
        properties::check(&done, wish.marks.len(), &request, true);
    }
});
