//! A mutation fuzzer with a fixed seed: damaged, unusual and random pictures give a picture or an
//! error, never a panic.
//!
//! `make fuzz` runs it for a long time, on all cores. `VIEWMARK_FUZZ=100000 cargo test --release
//! --test fuzz -- --nocapture` does 100,000 runs; `VIEWMARK_FUZZ_SEED` sets the seed and
//! `VIEWMARK_FUZZ_THREADS` the number of threads. One run passes a picture to [`annotate`], two to
//! [`difference`], or a text to the Base64 decoder.
#![allow(clippy::print_stdout, reason = "a long run tells how far it is")]

mod forge;
mod mutate;
mod properties;
mod requests;
mod zoo;

use mutate::{Chance, damage};
use properties::{check, plain_base64};
use requests::{Wish, rects};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use viewmark_core::{
    Error, Pair, Request, Source, annotate, decode, decode_base64, difference, encode_base64,
    explain, ink_contrast,
};

fn zoo() -> Vec<Vec<u8>> {
    let folder = std::fs::read_dir(zoo::folder()).expect("the zoo");
    let mut files: Vec<_> = folder.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files.retain(|path| path.extension().is_some_and(|e| e == "jpg" || e == "png"));
    files.iter().map(|path| std::fs::read(path).expect("readable")).collect()
}

/// Result of one run.
enum Verdict {
    Picture { by_blocks: bool },
    Refused(Error),
    Text,
}

/// Annotates one file.
fn run(file: &[u8], chance: &mut Chance) -> Verdict {
    let mut wish = Wish::new(chance);
    if chance.once_in(32)
        && let Ok(made) = annotate(Source::File(file), &wish.marks, &wish.request())
    {
        let mut placements = made.placements;
        let by = chance.below(2).min(placements.len());
        placements.rotate_left(by);
        wish = wish.with_placements(placements);
    }
    let request = wish.request();
    if chance.once_in(200) {
        let _ = explain(Source::File(file), &wish.marks, &request);
    }
    match annotate(Source::File(file), &wish.marks, &request) {
        Ok(done) => {
            check(&done, wish.marks.len(), &request, chance.once_in(8));
            Verdict::Picture { by_blocks: done.untouched > 0.0 }
        }
        Err(error) => Verdict::Refused(error),
    }
}

/// A valid file must be decoded, and drawing nothing must not change it.
fn run_sound(forged: &forge::Forged, chance: &mut Chance) -> Verdict {
    let pixels = match decode(&forged.file) {
        Ok(pixels) => pixels,
        Err(error) => {
            assert!(!forged.is_sound, "a sound file is refused: {error}");
            return Verdict::Refused(error);
        }
    };
    let (w, h) = (u32::from(forged.size.0), u32::from(forged.size.1));
    let size = (pixels.size().w(), pixels.size().h());
    assert!(size == (w, h) || size == (h, w));
    let style = viewmark_core::Style::default();
    let request = Request { quality: 100, ..Request::new(&style) };
    let plain = annotate(Source::File(&forged.file), &[], &request).expect("it was read");
    if plain.untouched > 0.0 {
        assert!(decode(&plain.data).expect("our own file").data() == pixels.data());
    }
    run(&forged.file, chance)
}

/// Compares a file with a damaged copy of itself, or with another file, and measures text contrast.
fn run_comparison(file: &[u8], zoo: &[Vec<u8>], chance: &mut Chance) -> Verdict {
    let mut other = file.to_vec();
    damage(&mut other, &zoo[chance.below(zoo.len())], chance);
    let (before, after) = match (decode(file), decode(&other)) {
        (Ok(before), Ok(after)) => (before, after),
        (Err(error), _) | (_, Err(error)) => return Verdict::Refused(error),
    };
    let boxes = rects(chance, 12);
    for found in ink_contrast(&after, &boxes).iter().flatten() {
        assert!((1.0..=21.01).contains(&found.ratio) && (0.0..=1.0).contains(&found.flat));
    }
    let moved = rects(chance, 12);
    let pairs: Vec<Pair> = (0..boxes.len().max(moved.len()))
        .map(|at| (boxes.get(at).copied(), moved.get(at).copied()))
        .collect();
    let most = if chance.once_in(20) { 6 } else { 4 };
    let threshold = [0.0, 0.1, 0.25, 1.0, f32::NAN, -0.1][chance.below(most)];
    let as_files = difference(Source::File(file), Source::File(&other), &pairs, threshold);
    let [before, after] = [&before, &after].map(|each| Source::Pixels(each.view()));
    let found = difference(before, after, &pairs, threshold);
    assert_eq!(as_files, found, "read row by row a file shows the same as decoded at once");
    match found {
        Ok(found) => {
            let whole = found.size.rect();
            assert_eq!(found.boxes.len(), pairs.len());
            for part in found.boxes.iter().chain([&found.rest]) {
                assert!(part.changed + part.smoothed <= part.compared);
                assert_eq!(part.bounds.is_some(), part.changed > 0);
                assert!(part.bounds.is_none_or(|bounds| whole.contains(bounds)));
            }
            Verdict::Picture { by_blocks: false }
        }
        Err(error) => Verdict::Refused(error),
    }
}

fn run_base64(chance: &mut Chance) -> Verdict {
    let bytes: Vec<u8> = (0..chance.below(400)).map(|_| chance.next() as u8).collect();
    let mut text = encode_base64(&bytes).into_bytes();
    assert_eq!(decode_base64(&text).as_deref(), Ok(&bytes[..]));
    if !chance.once_in(3) {
        damage(&mut text, &bytes, chance);
    }
    assert_eq!(decode_base64(&text).ok(), plain_base64(&text));
    Verdict::Text
}

#[derive(Default)]
struct Tally {
    runs: u64,
    pictures: u64,
    blocks: u64,
    texts: u64,
    refused: BTreeMap<&'static str, u64>,
    slowest: Duration,
    failed: Vec<std::path::PathBuf>,
}

/// A long run continues after a failure, so that one bug does not hide the next.
const ENOUGH_FAILURES: usize = 20;

/// One run; stores the file if it fails.
fn one(zoo: &[Vec<u8>], chance: &mut Chance, tally: &Mutex<Tally>) {
    let mut file = Vec::new();
    let start = Instant::now();
    let outcome = catch_unwind(AssertUnwindSafe(|| match chance.below(11) {
        0 => run_base64(chance),
        10 => {
            let forged = forge::forge(chance).file;
            file = if chance.once_in(2) { forged } else { zoo[chance.below(zoo.len())].clone() };
            run_comparison(&file, zoo, chance)
        }
        1 | 2 => {
            let forged = forge::forge(chance);
            file.clone_from(&forged.file);
            run_sound(&forged, chance)
        }
        kind => {
            file = if kind < 6 {
                forge::forge(chance).file
            } else {
                zoo[chance.below(zoo.len())].clone()
            };
            damage(&mut file, &zoo[chance.below(zoo.len())], chance);
            run(&file, chance)
        }
    }));
    let mut tally = tally.lock().expect("no panic while it is held");
    tally.runs += 1;
    tally.slowest = tally.slowest.max(start.elapsed());
    match outcome {
        Ok(Verdict::Picture { by_blocks }) => {
            tally.pictures += 1;
            tally.blocks += u64::from(by_blocks);
        }
        Ok(Verdict::Refused(error)) => *tally.refused.entry(error.code()).or_default() += 1,
        Ok(Verdict::Text) => tally.texts += 1,
        Err(_) => {
            let path = std::env::temp_dir().join(format!("viewmark-fuzz-{}", tally.runs));
            std::fs::write(&path, &file).expect("writable");
            tally.failed.push(path);
        }
    }
    if tally.runs.is_multiple_of(100_000) {
        report(&tally);
    }
}

fn report(tally: &Tally) {
    let Tally { runs, pictures, blocks, texts, refused, slowest, failed } = tally;
    println!(
        "{runs} runs: {pictures} pictures ({blocks} by blocks), {texts} texts, refused: {refused:?}; \
         slowest {} ms; {} findings {failed:?}",
        slowest.as_millis(),
        failed.len()
    );
}

#[test]
fn damaged_pictures_never_panic() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let runs = number("VIEWMARK_FUZZ").unwrap_or(20_000);
    let seed = number("VIEWMARK_FUZZ_SEED").unwrap_or(1);
    let threads = number("VIEWMARK_FUZZ_THREADS").unwrap_or(1).max(1);
    let zoo = zoo();
    assert!(zoo.len() >= 20, "the zoo is there");
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (zoo, tally) = (&zoo, &tally);
            scope.spawn(move || {
                // Seeds are far apart, so that no two threads do the same work.
                let mut chance = Chance::new(seed.wrapping_add(thread << 40));
                let share = runs / threads + u64::from(thread < runs % threads);
                for _ in 0..share {
                    one(zoo, &mut chance, tally);
                    if tally.lock().expect("sound").failed.len() >= ENOUGH_FAILURES {
                        break;
                    }
                }
            });
        }
    });
    let tally = tally.into_inner().expect("sound");
    report(&tally);
    assert!(tally.failed.is_empty(), "these failed: {:?}", tally.failed);
    let enough = runs / 20;
    assert!(
        tally.pictures > enough
            && tally.blocks > enough / 2
            && tally.refused.values().sum::<u64>() > enough,
        "too few of a kind"
    );
}
