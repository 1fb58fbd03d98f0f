//! A byte budget is never exceeded and nearly filled if it binds; if nothing fits, there is an
//! error.

mod zoo;

use viewmark_core::{
    Annotated, Error, Format, Mark, Pixmap, Rect, Request, Size, Source, Style, annotate,
    base64_len, encode,
};

/// A small page: flat backgrounds, lines of text-like stems, a gradient, a patch of noise.
fn page(w: u32, h: u32, seed: u32) -> Pixmap {
    let mut state = seed;
    let mut data = Vec::new();
    for y in 0..h {
        for x in 0..w {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let line = y % 18 < 9 && x > w / 8;
            let pixel = if x > w * 3 / 4 && y > h / 2 {
                [(x * 255 / w) as u8, (y * 255 / h) as u8, (state >> 26) as u8 + 90]
            } else if line && (x * 7 + y / 18 * 5 + seed) % 11 < 3 {
                [30, 30, 40 + (state >> 28) as u8]
            } else {
                [250, 250, 246]
            };
            data.extend_from_slice(&pixel);
        }
    }
    Pixmap::from_rgb(Size::new(w, h).expect("valid"), data).expect("as many bytes as pixels")
}

fn marks(count: i32) -> Vec<Mark> {
    (0..count)
        .map(|n| {
            let target = Rect::new(30 + n % 6 * 90, 20 + n / 6 * 54, 70, 18).expect("valid");
            Mark::new((n + 1).to_string(), target)
        })
        .collect()
}

fn fit(bytes: &[u8], max_base64: usize) -> Result<Annotated, Error> {
    let style = Style::default();
    let request = Request { max_base64, text: Some(&[]), ..Request::new(&style) };
    annotate(Source::File(bytes), &marks(18), &request)
}

#[test]
fn every_budget_from_all_to_a_fifth_is_kept_and_nearly_filled() {
    for (seed, format, quality) in
        [(1, Format::Jpeg, 80), (2, Format::Jpeg, 92), (3, Format::Jpeg, 60), (4, Format::Png, 100)]
    {
        let bytes = encode(page(640, 400, seed).view(), format, quality).expect("encoded");
        let free = fit(&bytes, 1 << 30).expect("no limit").data.len();
        for percent in (20..100).step_by(5) {
            let limit = base64_len(free) * percent / 100;
            let done = fit(&bytes, limit).expect("possible");
            let share = base64_len(done.data.len()) as f64 / limit as f64;
            assert!(share <= 1.0, "{format:?} {percent} %: {share}");
            assert!(share >= 0.9, "{format:?} {percent} %: {share}");
        }
    }
}

/// A large, almost empty page: one line of text-like stems and a few dots.
fn sparse(w: u32, h: u32) -> Pixmap {
    let mut data = vec![250; 3 * (w * h) as usize];
    for y in h / 2..h / 2 + 9 {
        for x in (w / 8..w / 2).filter(|x| x * 7 % 11 < 3) {
            data[3 * (y * w + x) as usize..][..3].fill(30);
        }
    }
    for dot in 0..20 {
        data[3 * (dot * w * h / 20 + dot * 31) as usize..][..3].fill(90);
    }
    Pixmap::from_rgb(Size::new(w, h).expect("valid"), data).expect("as many bytes as pixels")
}

#[test]
fn nearly_every_budget_is_met_by_the_first_file() {
    let (mut first, mut all) = (0, 0);
    for (pixmap, format) in [
        (page(1400, 900, 7), Format::Jpeg),
        (page(1400, 900, 8), Format::Png),
        (sparse(1600, 1000), Format::Jpeg),
        (sparse(1600, 1000), Format::Png),
    ] {
        let bytes = encode(pixmap.view(), format, 80).expect("encoded");
        let free = base64_len(fit(&bytes, 1 << 30).expect("no limit").data.len());
        for percent in (30..100).step_by(9) {
            let done = fit(&bytes, free * percent / 100).expect("possible");
            first += usize::from(done.passes == 1);
            all += 1;
        }
    }
    assert!(first * 100 >= all * 95, "{first} of {all}");
}

#[test]
fn a_budget_of_any_size_is_kept_or_refused() {
    let bytes = zoo::read("420.jpg");
    for limit in (0..1600).step_by(7) {
        match fit(&bytes, limit) {
            Ok(done) => assert!(base64_len(done.data.len()) <= limit),
            Err(Error::BudgetImpossible { limit: said, smallest }) => {
                assert!(said == limit && smallest > limit, "{limit}: {said} {smallest}");
            }
            Err(other) => panic!("{limit}: {other}"),
        }
    }
}

#[test]
fn a_budget_that_does_not_bind_changes_nothing() {
    let bytes = encode(page(320, 200, 5).view(), Format::Jpeg, 80).expect("encoded");
    let free = fit(&bytes, 1 << 30).expect("no limit");
    let exact = fit(&bytes, base64_len(free.data.len())).expect("just enough");
    assert!(exact.data == free.data && exact.untouched > 0.0);
}

#[test]
fn the_longest_side_is_kept_together_with_bytes() {
    let bytes = encode(page(1200, 800, 6).view(), Format::Jpeg, 80).expect("encoded");
    let style = Style::default();
    for edge in [300, 600, 1199, 5000] {
        for limit in [40_000, 1 << 30] {
            let request =
                Request { max_edge: Some(edge), max_base64: limit, ..Request::new(&style) };
            let done = annotate(Source::File(&bytes), &marks(18), &request).expect("possible");
            assert!(done.size.w() <= edge);
            assert!(limit == 40_000 || done.size.w() == edge.min(1200));
            assert!(base64_len(done.data.len()) <= limit);
        }
    }
    let nothing = Request { max_edge: Some(0), ..Request::new(&style) };
    assert!(matches!(
        annotate(Source::File(&bytes), &marks(1), &nothing),
        Err(Error::InvalidOption(_))
    ));
}
