//! Memory and work stay proportional to the input, also for false headers and decompression bombs.
//! Memory is measured by this test's allocator, work by the errors; no clock is used.

mod forge;
mod mutate;
mod zoo;

use mutate::{Chance, damage};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use viewmark_core::{
    Error, Format, Mark, Pixmap, Rect, Request, Size, Source, Style, annotate, decode, encode,
    probe,
};

/// The system's allocator, which records the peak of allocated bytes.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is forwarded unchanged to the system's allocator; only counters are added.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        MOST.fetch_max(NOW.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        // SAFETY: the caller upholds the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller upholds the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Result of `job`, and its peak of additional bytes.
fn counted<T>(job: impl FnOnce() -> T) -> (T, usize) {
    let before = NOW.load(Relaxed);
    MOST.store(before, Relaxed);
    let result = job();
    (result, MOST.load(Relaxed) - before)
}

/// Enough for tables of a few kilobytes and an error message.
const NEXT_TO_NOTHING: usize = 100_000;

fn frame(file: &[u8]) -> usize {
    let is_frame = |pair: &[u8]| pair[0] == 0xff && matches!(pair[1], 0xc0..=0xc2 | 0xc9);
    file.windows(2).position(is_frame).expect("a frame header")
}

fn draw(file: &[u8]) -> Result<(), Error> {
    let style = Style::default();
    let mark = Mark::new("7", Rect::new(3, 3, 9, 9).expect("valid"));
    annotate(Source::File(file), &[mark], &Request::new(&style)).map(drop)
}

fn jpegs_that_promise_too_much_cost_nothing() {
    for name in
        ["420", "grey", "separate", "progressive", "restart", "cmyk", "coarse-luma", "thirds"]
    {
        let mut file = zoo::read(&format!("{name}.jpg"));
        let at = frame(&file) + 5;
        for (h, w) in [(65_535u16, 65_535u16), (8_000, 8_000), (65_535, 1_000), (1_000, 65_535)] {
            file[at..at + 2].copy_from_slice(&h.to_be_bytes());
            file[at + 2..at + 4].copy_from_slice(&w.to_be_bytes());
            for job in [draw, |file: &[u8]| decode(file).map(drop)] {
                let (result, bytes) = counted(|| job(&file));
                match result {
                    Err(Error::ImageTooLarge { .. }) => assert_eq!(w, 65_535, "{name}"),
                    Err(Error::ImageCorrupt(_)) => {}
                    other => panic!("{name} {w}x{h}: {other:?}"),
                }
                assert!(bytes < NEXT_TO_NOTHING, "{name} {w}x{h}: {bytes} bytes");
            }
            let (_, bytes) = counted(|| probe(&file));
            assert!(bytes < NEXT_TO_NOTHING, "{name} {w}x{h}: {bytes} bytes");
        }
    }
}

/// A zlib stream of one block with fixed codes: a zero byte, and `times` repeats of 258 more.
fn swelling(times: usize) -> Vec<u8> {
    let mut out = vec![0x78, 1];
    let (mut pending, mut count) = (0u32, 0);
    let mut put = |value: u32, length: u32| {
        pending |= value << count;
        count += length;
        while count >= 8 {
            out.push(pending as u8);
            pending >>= 8;
            count -= 8;
        }
    };
    put(0b011, 3); // the last block, of fixed codes (RFC 1951, 3.2.6)
    put(0b0000_1100, 8); // the literal 0
    for _ in 0..times {
        put(0b1010_0011, 8); // a length of 258
        put(0, 5); // from one byte before
    }
    put(0, 7);
    put(0, 7);
    out.extend_from_slice(&[0; 4]);
    out
}

fn pngs_that_swell_take_no_more_than_their_bytes() {
    let sound = zoo::read("rgb.png");
    let bomb = swelling(200_000);
    let expanded = 258 * 200_000;
    let chunks: [([u8; 4], &[u8]); 4] = [
        (*b"zTXt", b"name\0\0"),
        (*b"iTXt", b"name\0\x01\0en\0name\0"),
        (*b"iCCP", b"name\0\0"),
        // Frames of an animation, which the decoder ignores.
        (*b"fdAT", b"\0\0\0\0"),
    ];
    for (kind, head) in chunks {
        let mut file = sound[..33].to_vec();
        mutate::chunk(kind, &[head, &bomb].concat(), &mut file);
        file.extend_from_slice(&sound[33..]);
        let (result, bytes) = counted(|| decode(&file));
        if let Ok(picture) = result {
            assert!(picture.data() == decode(&sound).expect("sound").data());
        }
        let kind = String::from_utf8_lossy(&kind).into_owned();
        assert!(bytes < 3 * file.len() && bytes < expanded / 20, "{kind}: {bytes} bytes");
    }
    // The data has more or fewer pixels than the header declares.
    for (w, h) in [(1u32, 1u32), (8_000, 8_000), (65_535, 65_535), (65_535, 1_000)] {
        for interlaced in [0, 1] {
            let stream = if (w, h) == (1, 1) { &bomb } else { &bomb[..500] };
            let mut file = sound[..8].to_vec();
            let head = [&w.to_be_bytes()[..], &h.to_be_bytes(), &[8, 2, 0, 0, interlaced]].concat();
            mutate::chunk(*b"IHDR", &head, &mut file);
            mutate::chunk(*b"IDAT", stream, &mut file);
            mutate::chunk(*b"IEND", &[], &mut file);
            let (result, bytes) = counted(|| decode(&file));
            assert!(result.is_err() || (w, h) == (1, 1), "{w}x{h}");
            // A few rows and the read buffer.
            let allowed = NEXT_TO_NOTHING + 3 * file.len() + 24 * w as usize;
            assert!(bytes < allowed, "{w}x{h}: {bytes} bytes");
        }
    }
}

fn scans_without_end_are_refused() {
    let file = zoo::read("progressive.jpg");
    // The scan that refines all DC values to the last bit; a file may repeat it.
    let is_scan = |pair: &[u8]| pair == [0xff, 0xda];
    let at = |from: usize| file[from..].windows(2).position(is_scan).map(|at| from + at);
    let mut start = at(0).expect("a scan");
    while file[start + 11..start + 14] != [0, 0, 0x10] {
        start = at(start + 2).expect("the scan");
    }
    let (head, rest) = file.split_at(start);
    let length = rest[14..].windows(2).position(|p| p[0] == 0xff && p[1] != 0).expect("its end");
    let (scan, rest) = rest.split_at(14 + length);
    let with = |times: usize| [head, &scan.repeat(times), rest].concat();
    assert!(decode(&with(1)).is_ok());
    // libjpeg's scan script has ten scans for three components; here one scan is repeated.
    assert!(
        matches!(decode(&with(1000)), Err(Error::ImageCorrupt(what)) if what.contains("scans"))
    );
}

/// Memory allowed for one file: fixed tables and strips, 40 bytes per pixel (coefficients, samples,
/// RGB, a second picture, the result; in whole MCUs), and 16 bytes per byte of the file.
fn allowed(file: &[u8]) -> usize {
    let pixels = probe(file).map_or(0, |(_, size)| size.area() as usize);
    1_500_000 + 40 * pixels + 16 * file.len()
}

fn damaged_files_take_memory_in_proportion_to_what_they_are() {
    let mut chance = Chance::new(11);
    let mut most = 0;
    // A large picture, for which memory per pixel outweighs the fixed part.
    let size = Size::new(2000, 1500).expect("valid");
    let noise = (0..3 * size.area()).map(|_| chance.next() as u8).collect();
    let large = Pixmap::from_rgb(size, noise).expect("as many bytes");
    let large = encode(large.view(), Format::Jpeg, 90).expect("encoded");
    for job in [draw, |file: &[u8]| decode(file).map(drop)] {
        let (result, bytes) = counted(|| job(&large));
        assert!(result.is_ok() && bytes <= allowed(&large), "{bytes} bytes");
    }
    for _ in 0..3000 {
        let forge::Forged { mut file, is_sound, size } = forge::forge(&mut chance);
        let (result, bytes) = counted(|| decode(&file));
        assert!(!is_sound || result.is_ok());
        assert!(bytes <= allowed(&file), "{bytes} bytes for {} and {size:?}", file.len());
        let other = forge::forge(&mut chance).file;
        damage(&mut file, &other, &mut chance);
        let (_, bytes) = counted(|| draw(&file));
        most = most.max(bytes);
        assert!(bytes <= allowed(&file), "{bytes} bytes for {} and {:?}", file.len(), probe(&file));
    }
    assert!(most > 10_000, "nothing was counted");
}

/// A single test, because the allocator counts for the whole process.
#[test]
fn memory_and_work_stay_in_proportion() {
    jpegs_that_promise_too_much_cost_nothing();
    pngs_that_swell_take_no_more_than_their_bytes();
    scans_without_end_are_refused();
    damaged_files_take_memory_in_proportion_to_what_they_are();
}
