//! CPU time of the pixel core alone, without Python: `cargo bench`, after `make bench` has made the
//! captures. Each row: transcoding without marks, 50 marks, and both routes.

#![allow(clippy::print_stdout, reason = "a bench prints its table")]

use std::path::Path;
use viewmark_core::{Mark, Rect, Request, Source, Style, annotate, decode, encode_base64, probe};

/// CPU time of this thread in nanoseconds; wall time if the system does not report it.
fn cpu() -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    told.and_then(|text| text.split(' ').next()?.parse().ok()).unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(0, |d| d.as_nanos() as u64)
    })
}

/// Mean milliseconds of a job. The system's timer ticks are some milliseconds long, so only a long
/// run is meaningful.
fn mean(mut job: impl FnMut()) -> f64 {
    job();
    let (start, mut runs) = (cpu(), 0);
    while runs < 20 || cpu() - start < 200_000_000 {
        job();
        runs += 1;
    }
    (cpu() - start) as f64 / 1e6 / f64::from(runs)
}

fn grid(w: u32, h: u32, count: i32) -> Vec<Mark> {
    let (w, h) = (w as i32, h as i32);
    let mark = |i: i32| {
        let (x, y) = (i % 10 * w / 10 + 7, i / 10 * h / (count / 10) + 11);
        let target = Rect::new(x, y, w / 13, h / 24).expect("inside");
        Mark::new((i + 1).to_string(), target)
    };
    (0..count).map(mark).collect()
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.cache/captures");
    let Ok(files) = std::fs::read_dir(&folder) else {
        println!("no captures in {}: run `make bench` first", folder.display());
        return;
    };
    let mut files: Vec<_> = files.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let style = Style::default();
    let request = Request { max_base64: 1 << 30, text: Some(&[]), ..Request::new(&style) };
    println!(
        "{:24} {:>9} {:>9} {:>9} {:>9}",
        "ms of CPU", "transcode", "50 marks", "pixels", "base64"
    );
    for path in files.iter().filter(|path| path.extension().is_some_and(|e| e == "jpg")) {
        let bytes = std::fs::read(path).expect("readable");
        let (_, size) = probe(&bytes).expect("a picture");
        let marks = grid(size.w(), size.h(), 50);
        let run = |source, marks: &[Mark]| annotate(source, marks, &request).expect("annotated");
        let pixmap = decode(&bytes).expect("decoded");
        let bare = mean(|| drop(run(Source::File(&bytes), &[])));
        let marked = mean(|| drop(run(Source::File(&bytes), &marks)));
        let pixels = mean(|| drop(run(Source::Pixels(pixmap.view()), &marks)));
        let text = mean(|| drop(encode_base64(&bytes)));
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        println!("{name:24} {bare:9.2} {marked:9.2} {pixels:9.2} {text:9.3}");
    }
}
