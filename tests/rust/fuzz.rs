//! Damaged pictures give a picture or an error, never a panic: a mutation fuzzer with a fixed seed.
//!
//! `VIEWMARK_FUZZ=10000000 cargo test --release --test fuzz -- --nocapture` runs it for long, and
//! `VIEWMARK_FUZZ_SEED` begins elsewhere. One run is one damaged file through [`annotate`].
#![allow(clippy::print_stdout, reason = "a long run tells how far it is")]

mod mutate;

use mutate::{Chance, damage};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use viewmark_core::{
    Error, Format, Mark, Rect, Request, Source, Style, annotate, decode, decode_base64,
};

fn zoo() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/images/zoo");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the zoo").flatten().map(|entry| entry.path()).collect();
    files.sort();
    files.retain(|path| path.extension().is_some_and(|e| e == "jpg" || e == "png"));
    files.iter().map(|path| std::fs::read(path).expect("readable")).collect()
}

/// What came of one run.
enum Verdict {
    Picture { by_blocks: bool },
    Refused(Error),
}

/// Annotates one file; everything that must hold for any bytes is asserted here.
fn run(file: &[u8], marks: &[Mark], request: &Request, read_back: bool) -> Verdict {
    let _ = decode_base64(file);
    let done = match annotate(Source::File(file), marks, request) {
        Ok(done) => done,
        Err(error) => return Verdict::Refused(error),
    };
    assert!(done.data.len() <= request.max_base64 / 4 * 3, "above the budget");
    assert_eq!(done.placements.len(), marks.len());
    if read_back {
        // What we deliver is sound, whatever came in.
        let again = decode(&done.data).expect("our own file");
        assert_eq!(again.size(), done.size);
    }
    Verdict::Picture { by_blocks: done.untouched > 0.0 }
}

/// A long run goes on after a failure, so that one fault does not hide the next.
const ENOUGH_FAILURES: usize = 20;

#[test]
fn damaged_pictures_never_panic() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let runs = number("VIEWMARK_FUZZ").unwrap_or(20_000);
    let mut chance = Chance::new(number("VIEWMARK_FUZZ_SEED").unwrap_or(1));
    let zoo = zoo();
    assert!(zoo.len() >= 20, "the zoo is there");
    let style = Style::default();
    let target = Rect::new(5, 4, 20, 12).expect("valid");
    let marks = [Mark { label: "7".into(), target }];
    let (mut good, mut blocks, mut bad) = (0u64, 0u64, 0u64);
    let mut failed = Vec::new();
    for number in 1..=runs {
        let mut file = zoo[chance.below(zoo.len())].clone();
        damage(&mut file, &zoo[chance.below(zoo.len())], &mut chance);
        // A lying header may announce a million pixels; that is right but slow, so most runs have
        // a budget that small pictures keep and the rest one that forces every way down.
        let request = Request {
            max_base64: if chance.once_in(16) { 900 } else { 500_000 },
            quality: if chance.once_in(8) { 30 } else { 100 },
            format: if chance.once_in(16) { Format::Png } else { Format::Jpeg },
            text: (!chance.once_in(4)).then_some(&[]),
            ..Request::new(&style)
        };
        let marks = &marks[..usize::from(chance.once_in(4))];
        let read_back = chance.once_in(8);
        match catch_unwind(AssertUnwindSafe(|| run(&file, marks, &request, read_back))) {
            Ok(Verdict::Picture { by_blocks }) => {
                good += 1;
                blocks += u64::from(by_blocks);
            }
            Ok(Verdict::Refused(error)) => {
                bad += 1;
                assert!(!error.code().is_empty());
            }
            Err(_) => {
                let path = std::env::temp_dir().join(format!("viewmark-fuzz-{number}"));
                std::fs::write(&path, &file).expect("writable");
                failed.push(path);
                assert!(failed.len() < ENOUGH_FAILURES, "these failed: {failed:?}");
            }
        }
        if number % 100_000 == 0 {
            println!("{number} runs: {good} pictures ({blocks} by blocks), {bad} errors");
        }
    }
    assert!(failed.is_empty(), "these failed: {failed:?}");
    let enough = runs / 20;
    assert!(good > enough && blocks > enough && bad > enough, "{good}, {blocks}, {bad}");
}
