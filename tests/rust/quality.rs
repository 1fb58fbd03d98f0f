//! Every quality of an input file combined with every requested quality.

mod plain_jpeg;

use plain_jpeg::{Steps, standard, steps_of};
use viewmark_core::{
    Annotated, Error, Mark, Pixmap, Rect, Request, Size, Source, Style, annotate, decode, encode,
};

const WIDTH: usize = 96;
const HEIGHT: usize = 48;

/// A small page: flat backgrounds, stems of letters, a gradient, some noise.
fn page(w: usize, h: usize) -> Vec<u8> {
    let (mut state, mut data) = (7u32, Vec::with_capacity(3 * w * h));
    for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let noise = (state >> 27) as u8;
        data.extend_from_slice(&if x > w * 2 / 3 {
            [(x * 255 / w) as u8, 40 + (y * 180 / h) as u8, 90 + noise]
        } else if y % 18 < 9 && (x * 7 + y / 18 * 5) % 11 < 3 {
            [30, 30, 60 + noise]
        } else {
            [250, 250, 246]
        });
    }
    data
}

fn delivered(file: &[u8], asked: u8, max_base64: usize) -> Result<Annotated, Error> {
    let style = Style::default();
    let request = Request { quality: asked, max_base64, text: Some(&[]), ..Request::new(&style) };
    annotate(Source::File(file), &[], &request)
}

fn asked_for(file: &[u8], asked: u8) -> Annotated {
    delivered(file, asked, 1 << 30).expect("nothing in the way")
}

/// Mean difference from the original picture.
fn error(file: &[u8], page: &[u8]) -> f64 {
    let pixels = decode(file).expect("our own file");
    let differences = pixels.data().iter().zip(page).map(|(a, b)| u64::from(a.abs_diff(*b)));
    differences.sum::<u64>() as f64 / page.len() as f64
}

/// Whether every step is at least as coarse.
fn covers(coarse: &[[u16; 64]], fine: &[[u16; 64]]) -> bool {
    coarse.iter().flatten().zip(fine.iter().flatten()).all(|(a, b)| a >= b)
}

const SAMPLINGS: [(usize, usize); 3] = [(2, 2), (2, 1), (1, 1)];

#[test]
fn every_pair_of_a_given_and_an_asked_quality_gives_the_lower_one() {
    let page = page(WIDTH, HEIGHT);
    for given in 1..=100 {
        let sampling = SAMPLINGS[usize::from(given) % 3];
        let own = standard(given.into(), 255);
        let file = plain_jpeg::encode(&page, (WIDTH, HEIGHT), &own, Some(sampling));
        let (mut bytes, mut errors) = (0, Vec::new());
        for asked in 1..=100 {
            let done = asked_for(&file, asked);
            let what = format!("given {given}, asked {asked}");
            assert_eq!(done.quality, given.min(asked), "{what}");
            assert_eq!(steps_of(&done.data), standard(given.min(asked).into(), 255), "{what}");
            assert!(done.scale >= 1.0 && (asked < given || done.untouched >= 1.0), "{what}");
            assert!(done.data.len() * 100 >= bytes * 99, "{what}: {} bytes", done.data.len());
            bytes = done.data.len();
            errors.push(error(&done.data, &page));
        }
        // Steps of nearly twice the old ones double coefficients of 1; steps of twice the old ones
        // drop them. So a quality may be worse than the next lower one, but not than a much lower
        // one.
        for (asked, pair) in errors.windows(31).enumerate() {
            assert!(
                pair[30] <= pair[0] * 1.02,
                "given {given}, from asked {}: {pair:?}",
                asked + 1
            );
        }
    }
}

/// Tables that correspond to no quality: all ones, flat, of a camera, of a program, of video.
fn odd_tables() -> Vec<(&'static str, Steps)> {
    let shaped = |f: fn(usize, usize) -> usize| {
        std::array::from_fn(|i| f(i % 8, i / 8).clamp(1, 255) as u16)
    };
    let [luma, chroma] = standard(75, 255);
    vec![
        ("ones", [[1; 64]; 2]),
        ("flat 2", [[2; 64]; 2]),
        ("flat 10", [[10; 64]; 2]),
        ("flat 255", [[255; 64]; 2]),
        // Photoshop's finer tables rise along the diagonal up to a limit.
        ("diagonal", [shaped(|x, y| (x + y).min(9)), shaped(|x, y| (2 * x + 2 * y).min(15))]),
        ("steep", [shaped(|x, y| 2 + x * x + y * y), shaped(|x, y| 3 + 2 * (x * x + y * y))]),
        ("falling", [shaped(|x, y| 120 - 7 * (x + y)), shaped(|x, y| 200 - 13 * (x + y))]),
        ("fine colour", [luma, [1; 64]]),
        ("coarse colour", [[1; 64], chroma.map(|step| step.max(90))]),
    ]
}

#[test]
fn tables_of_any_shape_are_kept_or_made_those_of_the_asked_quality_where_they_are_finer() {
    let page = page(WIDTH, HEIGHT);
    for (name, own) in odd_tables() {
        for sampling in SAMPLINGS {
            let file = plain_jpeg::encode(&page, (WIDTH, HEIGHT), &own, Some(sampling));
            let given = asked_for(&file, 100).quality;
            let (mut bytes, mut first_error) = (0, None);
            for asked in 1..=100 {
                let done = asked_for(&file, asked);
                let (made, wanted) = (steps_of(&done.data), standard(asked.into(), 255));
                let what = format!("{name} {sampling:?}, given {given}, asked {asked}");
                assert!(covers(&made, &own), "{what}");
                if asked >= given {
                    assert!(made == own && done.untouched >= 1.0, "{what}");
                    assert_eq!(done.quality, given, "{what}");
                } else {
                    assert!(covers(&made, &wanted), "{what}");
                    let exact: Vec<[u16; 64]> = (0..2)
                        .map(|c| std::array::from_fn(|k| own[c][k].max(wanted[c][k])))
                        .collect();
                    assert_eq!(made, exact, "{what}");
                    assert!(done.quality <= asked, "{what}: {}", done.quality);
                }
                assert!(done.data.len() * 100 >= bytes * 98, "{what}: {}", done.data.len());
                bytes = done.data.len();
                let lowest = *first_error.get_or_insert_with(|| error(&done.data, &page));
                assert!(error(&done.data, &page) <= lowest * 1.05, "{what}");
            }
        }
    }
}

#[test]
fn grey_files_and_those_with_steps_of_16_bits_keep_to_the_asked_quality_too() {
    let page = page(WIDTH, HEIGHT);
    for given in [1, 5, 10, 25, 50, 80, 95, 99, 100] {
        let grey = plain_jpeg::encode(&page, (WIDTH, HEIGHT), &standard(given, 255), None);
        let wide = standard(given, 32_767);
        let wide = plain_jpeg::encode(&page, (WIDTH, HEIGHT), &wide, Some((2, 1)));
        for file in [grey, wide] {
            let mut bytes = 0;
            for asked in 1..=100 {
                let done = asked_for(&file, asked);
                assert!(done.quality <= asked, "given {given}, asked {asked}: {}", done.quality);
                let wanted = given.min(asked.into()) as u8;
                assert!(done.quality >= wanted, "given {given}, asked {asked}: {}", done.quality);
                assert!(done.data.len() * 100 >= bytes * 97, "given {given}, asked {asked}");
                bytes = done.data.len();
            }
        }
    }
}

#[test]
fn what_is_delivered_is_as_near_to_the_picture_as_an_encoder_gets_with_that_quality() {
    let page = page(WIDTH, HEIGHT);
    let size = Size::new(WIDTH as u32, HEIGHT as u32).expect("valid");
    let pixmap = Pixmap::from_rgb(size, page.clone()).expect("as many bytes as pixels");
    for given in [100, 99, 98, 95, 90, 80] {
        let own = standard(given, 255);
        let file = plain_jpeg::encode(&page, (WIDTH, HEIGHT), &own, Some((2, 2)));
        for asked in (10..given as u8).step_by(3) {
            let done = asked_for(&file, asked);
            let again = decode(&file).expect("sound");
            let again = encode(again.view(), done.format, asked).expect("encoded");
            let anew = encode(pixmap.view(), done.format, asked).expect("encoded");
            let [ours, twice, once] = [&done.data, &again, &anew].map(|file| error(file, &page));
            let what = format!("given {given}, asked {asked}: {ours} for {twice} and {once}");
            assert!(ours <= twice * 1.12 + 0.15 && ours <= once * 1.6 + 0.3, "{what}");
            let share = done.data.len() as f64 / again.len() as f64;
            assert!((0.65..1.15).contains(&share), "{what}: {share}");
        }
    }
}

#[test]
fn equal_pictures_are_made_smaller_alike_whatever_quality_they_come_in() {
    let (w, h) = (480, 320);
    let page = page(w, h);
    let files = [100, 99, 97, 95, 90]
        .map(|given| plain_jpeg::encode(&page, (w, h), &standard(given, 255), Some((2, 2))));
    let free = asked_for(&files[3], 80).data.len();
    for percent in [90, 60, 40, 30, 20, 12] {
        let limit = free * 4 / 3 * percent / 100;
        let made = files.each_ref().map(|f| delivered(f, 100, limit).expect("possible"));
        for done in &made {
            let what = || made.each_ref().map(|d| (d.quality, d.scale, d.data.len()));
            assert!(done.data.len() * 4 >= limit * 3 * 85 / 100, "{percent} %: {:?}", what());
            // Below this quality the picture is scaled down instead.
            assert!(done.quality >= 28, "{percent} %: {:?}", what());
            assert!((done.scale / made[3].scale - 1.0).abs() < 0.12, "{percent} %: {:?}", what());
            assert!(done.quality.abs_diff(made[3].quality) <= 14, "{percent} %: {:?}", what());
        }
    }
}

#[test]
fn marks_on_the_finest_file_are_drawn_and_its_quality_is_still_the_asked_one() {
    let (w, h) = (320, 200);
    let file = plain_jpeg::encode(&page(w, h), (w, h), &standard(100, 255), Some((2, 2)));
    let style = Style::default();
    let target = Rect::new(40, 40, 90, 30).expect("valid");
    let marks = [Mark::new("7", target)];
    let made = [100, 99, 80, 30].map(|quality| {
        let request = Request { quality, text: Some(&[]), ..Request::new(&style) };
        annotate(Source::File(&file), &marks, &request).expect("drawn")
    });
    assert_eq!(made.each_ref().map(|done| done.quality), [100, 99, 80, 30]);
    assert!(made.windows(2).all(|pair| pair[0].data.len() > pair[1].data.len()));
}
