//! Tests of prominence on small drawn pages, as pixels and as JPEG.

use super::*;
use crate::codec::Format;
use crate::pixmap::Pixmap;
use crate::route;

/// Returns the prominence of a box at (60, 40) of 40x24 pixels: exact, and in JPEGs of three
/// qualities.
fn shown(paint: impl Fn(i32, i32) -> [u8; 3]) -> [u8; 4] {
    let page = Pixmap::painted(200, 120, |x, y| paint(x as i32, y as i32));
    let sides = [[60.0, 40.0, 40.0, 24.0]];
    let of = |quality| {
        let file = route::encode(page.view(), Format::Jpeg, quality).expect("encodes");
        prominence(Source::File(&file), &sides).expect("decodes")[0]
    };
    let exact = prominence(Source::Pixels(page.view()), &sides).expect("a picture")[0];
    [exact, of(90), of(80), of(60)]
}

const WHITE: [u8; 3] = [255; 3];

fn is_inside(x: i32, y: i32) -> bool {
    (60..100).contains(&x) && (40..64).contains(&y)
}

/// A pattern that resembles lines of text.
fn is_text(x: i32, y: i32) -> bool {
    y % 14 < 9 && (x * 7 + y * 5 + x * y) % 5 < 2
}

#[test]
fn what_differs_from_its_ground_stands_out() {
    type Paint = fn(i32, i32) -> [u8; 3];
    let cases: [(&str, Paint); 9] = [
        (
            "a dot",
            |x, y| if (78..81).contains(&x) && (50..53).contains(&y) { [0; 3] } else { WHITE },
        ),
        ("a thin line", |x, y| if y == 52 && is_inside(x, y) { [120; 3] } else { WHITE }),
        ("a fill", |x, y| if is_inside(x, y) { [225, 235, 225] } else { WHITE }),
        ("a fill as bright", |x, y| if is_inside(x, y) { [200, 128, 100] } else { [148; 3] }),
        ("a frame", |x, y| {
            let near = (59..101).contains(&x) && (39..65).contains(&y) && !is_inside(x, y);
            if near { [150, 150, 255] } else { WHITE }
        }),
        ("words", |x, y| if is_inside(x, y) && is_text(x, y) { [60; 3] } else { WHITE }),
        ("words on a gradient", |x, y| {
            if is_inside(x, y) && is_text(x, y) {
                [255, 60, 60]
            } else {
                [(x + 50) as u8, 90, y as u8]
            }
        }),
        ("a faint disc beside dark words", |x, y| {
            let (dx, dy) = (x - 80, y - 52);
            let word = x > 104 && is_text(x, y);
            if dx * dx + dy * dy < 144 {
                [235; 3]
            } else if word {
                [30; 3]
            } else {
                WHITE
            }
        }),
        ("half of it", |x, _| if x < 80 { [180, 200, 255] } else { WHITE }),
    ];
    for (name, paint) in cases {
        let found = shown(paint);
        assert!(found.iter().all(|&number| number >= 8), "{name}: {found:?}");
    }
}

#[test]
fn ground_in_ground_does_not() {
    type Paint = fn(i32, i32) -> [u8; 3];
    let cases: [(&str, Paint); 7] = [
        ("nothing", |_, _| WHITE),
        ("a gradient", |x, y| [(x + 40) as u8, (255 - y) as u8, 120]),
        ("words around it", |x, y| if !is_inside(x, y) && is_text(x, y) { [0; 3] } else { WHITE }),
        ("red words beside it", |x, y| if x < 59 && is_text(x, y) { [230, 0, 0] } else { WHITE }),
        ("lines above and below", |_, y| if y == 39 || y == 64 { [90; 3] } else { WHITE }),
        ("a card that ends below it", |_, y| if y > 66 { [20, 20, 90] } else { WHITE }),
        ("a speck", |x, y| if x == 80 && (50..52).contains(&y) { [190; 3] } else { WHITE }),
    ];
    for (name, paint) in cases {
        let found = shown(paint);
        assert!(found[..3].iter().all(|&number| number < 8), "{name}: {found:?}");
    }
}

#[test]
fn any_box_has_a_number() {
    let page = Pixmap::painted(200, 120, |x, y| [x as u8, y as u8, (x * y) as u8]);
    let far =
        [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, -7.5, 0.0, 0.2, 199.0, 1e9];
    let mut boxes = Vec::new();
    for x in far {
        for w in far {
            boxes.extend([[x, 10.0, w, 10.0], [10.0, x, 10.0, w], [x, x, w, w]]);
        }
    }
    let found = prominence(Source::Pixels(page.view()), &boxes).expect("a picture");
    assert_eq!(found.len(), boxes.len());
    let outside = [[-50.0, 10.0, 20.0, 20.0], [300.0, 10.0, 20.0, 20.0], [10.0, 500.0, 5.0, 5.0]];
    assert_eq!(prominence(Source::Pixels(page.view()), &outside).expect("a picture"), [255; 3]);
    assert!(prominence(Source::File(b"no picture"), &boxes).is_err());
}
