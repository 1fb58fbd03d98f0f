//! Properties of every result, regardless of the input.
#![allow(dead_code, reason = "not every fuzzer asks for all of it")]

use viewmark_core::{Annotated, Request, bytes_within, decode, probe};

/// Checks a result of `annotate`; `is_thorough` also decodes it.
pub fn check(done: &Annotated, marks: usize, request: &Request, is_thorough: bool) {
    assert!(done.data.len() <= bytes_within(request.max_base64), "above the budget");
    assert_eq!(done.placements.len(), marks);
    assert!((0.0..=1.0).contains(&done.untouched) && done.scale > 0.0 && done.scale <= 1.0);
    if request.placements.is_none() {
        let badges: Vec<_> = done.placements.iter().filter_map(|p| p.badge).collect();
        for (index, badge) in badges.iter().enumerate() {
            assert!(done.size.rect().contains(*badge), "a badge outside");
            assert!(badges[..index].iter().all(|other| badge.overlap(*other) == 0), "an overlap");
        }
    }
    if is_thorough {
        // The output is valid, whatever the input was.
        assert_eq!(probe(&done.data), Ok((done.format, done.size)));
        assert_eq!(decode(&done.data).expect("our own file").size(), done.size);
    }
}

/// Base64 decoding as by `atob` (WHATWG Infra, forgiving-base64 decode), bit by bit.
pub fn plain_base64(text: &[u8]) -> Option<Vec<u8>> {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let text: Vec<u8> = text.iter().copied().filter(|c| !b"\t\n\x0c\r ".contains(c)).collect();
    let padding = match text.as_slice() {
        [.., b'=', b'='] if text.len().is_multiple_of(4) => 2,
        [.., b'='] if text.len().is_multiple_of(4) => 1,
        _ => 0,
    };
    let text = &text[..text.len() - padding];
    if text.len() % 4 == 1 {
        return None;
    }
    let (mut out, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for c in text {
        bits = bits << 6 | alphabet.iter().position(|letter| letter == c)? as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    Some(out)
}
