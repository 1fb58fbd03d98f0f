//! Damaged pictures give a picture or an error, never a panic: a mutation fuzzer with a fixed seed.
//!
//! `VIEWMARK_FUZZ=10000000 cargo test --release --test fuzz -- --nocapture` runs it for long, and
//! `VIEWMARK_FUZZ_SEED` begins elsewhere.
#![allow(clippy::print_stdout, reason = "a long run tells how far it is")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use viewmark_core::{Format, Mark, Rect, Request, Source, Style, annotate, decode_base64};

/// Xorshift64*: enough chance for bytes, and the same on every machine.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound.max(1)
    }
}

fn zoo() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/images/zoo");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the zoo").flatten().map(|entry| entry.path()).collect();
    files.sort();
    files.retain(|path| path.extension().is_some_and(|e| e == "jpg" || e == "png"));
    files.iter().map(|path| std::fs::read(path).expect("readable")).collect()
}

/// One to eight small damages: bits, bytes, lengths, cuts, repetitions, pieces of another file.
fn damage(file: &mut Vec<u8>, other: &[u8], chance: &mut Chance) {
    for _ in 0..=chance.below(8) {
        let at = chance.below(file.len());
        match chance.below(9) {
            0 | 1 => file[at] ^= 1 << chance.below(8),
            2 => file[at] = chance.next() as u8,
            3 => file[at] = [0, 1, 0x7f, 0x80, 0xff][chance.below(5)],
            4 if chance.below(4) == 0 => file.truncate(at + 1),
            5 => {
                let end = (at + 1 + chance.below(8)).min(file.len());
                file.drain(at..end);
            }
            6 => {
                let end = (at + 1 + chance.below(16)).min(file.len());
                let piece = file[at..end].to_vec();
                file.splice(at..at, piece);
            }
            7 => {
                let from = chance.below(other.len());
                let end = (from + 1 + chance.below(64)).min(other.len());
                file.splice(at..at, other[from..end].iter().copied());
            }
            _ => {
                let value = (chance.next() as u16).to_be_bytes();
                for (byte, value) in file[at..].iter_mut().zip(value) {
                    *byte = value;
                }
            }
        }
        if file.is_empty() {
            file.push(0xff);
        }
    }
}

#[test]
fn damaged_pictures_never_panic() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let runs = number("VIEWMARK_FUZZ").unwrap_or(20_000);
    let mut chance = Chance(number("VIEWMARK_FUZZ_SEED").unwrap_or(1).wrapping_mul(2) + 1);
    let zoo = zoo();
    assert!(zoo.len() >= 20, "the zoo is there");
    let style = Style::default();
    let target = Rect::new(5, 4, 20, 12).expect("valid");
    let marks = [Mark { label: "7".into(), target }];
    let (mut good, mut bad) = (0u64, 0u64);
    for run in 1..=runs {
        let mut file = zoo[chance.below(zoo.len())].clone();
        damage(&mut file, &zoo[chance.below(zoo.len())], &mut chance);
        // A lying header may announce a million pixels; that is right but slow, so most runs have
        // a budget that small pictures keep and the rest one that forces every way down.
        let request = Request {
            max_base64: if chance.below(4) == 0 { 900 } else { 500_000 },
            quality: if chance.below(8) == 0 { 30 } else { 100 },
            format: if chance.below(8) == 0 { Format::Png } else { Format::Jpeg },
            text: (chance.below(4) != 0).then_some(&[]),
            ..Request::new(&style)
        };
        let marks = &marks[..usize::from(chance.below(4) == 0)];
        let result = catch_unwind(AssertUnwindSafe(|| {
            let _ = decode_base64(&file);
            annotate(Source::File(&file), marks, &request)
        }));
        match result {
            Ok(Ok(done)) => {
                good += 1;
                assert!(done.data.len() <= request.max_base64 / 4 * 3, "run {run}");
            }
            Ok(Err(error)) => {
                bad += 1;
                assert!(!error.code().is_empty());
            }
            Err(_) => {
                let path = std::env::temp_dir().join(format!("viewmark-fuzz-{run}"));
                std::fs::write(&path, &file).expect("writable");
                panic!("run {run} panicked; the file is {}", path.display());
            }
        }
        if run % 100_000 == 0 {
            println!("{run} runs: {good} pictures, {bad} errors");
        }
    }
    assert!(good > runs / 100 && bad > runs / 100, "{good} pictures and {bad} errors");
}
