//! Invariants of every comparison: equal pictures do not differ, the order of the pictures changes
//! no count, nothing panics, and one picture of every kind of change gives the accepted values.
#![allow(clippy::expect_used, reason = "a test may say what it expects")]

use viewmark_core::{
    Difference, Format, Pair, Pixmap, Rect, Size, Source, decode, encode, ink_contrast,
};

/// The linear congruential generator of Numerical Recipes: its high bits are random enough.
struct Random(u32);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) % limit.max(1)
    }

    fn rect(&mut self) -> Option<Rect> {
        let side = |of: &mut Self| of.below(90) as i32 - 20;
        let (x, y) = (side(self), side(self));
        Rect::new(x, y, self.below(70) as i32, self.below(70) as i32)
    }

    /// Few colours, so that flat areas, edges and noise all occur.
    fn picture(&mut self, size: Size) -> Pixmap {
        let colors = 2 + self.below(200);
        let data =
            (0..3 * size.area()).map(|_| (self.below(colors) * 255 / colors) as u8).collect();
        Pixmap::from_rgb(size, data).expect("whole")
    }
}

fn difference(
    before: &Pixmap,
    after: &Pixmap,
    pairs: &[Pair],
    threshold: f32,
) -> Result<Difference, viewmark_core::Error> {
    let [before, after] = [before, after].map(|each| Source::Pixels(each.view()));
    viewmark_core::difference(before, after, pairs, threshold)
}

fn total(found: &Difference) -> (u64, u64) {
    let all = found.boxes.iter().chain([&found.rest]);
    all.fold((0, 0), |sum, each| (sum.0 + each.changed, sum.1 + each.smoothed))
}

#[test]
fn comparisons_of_any_pictures_and_boxes_hold() {
    let mut random = Random(7);
    for _ in 0..400 {
        let size = Size::new(1 + random.below(60), 1 + random.below(60)).expect("valid");
        let (before, after) = (random.picture(size), random.picture(size));
        let count = random.below(12);
        let pairs: Vec<Pair> = (0..count)
            .map(|_| (random.rect(), if random.below(3) == 0 { random.rect() } else { None }))
            .map(|(a, b)| (a, b.or(a)))
            .collect();
        let found = difference(&before, &after, &pairs, 0.1).expect("compared");
        assert_eq!(found.boxes.len(), pairs.len());
        for each in found.boxes.iter().chain([&found.rest]) {
            assert!(each.changed + each.smoothed <= size.area());
            assert_eq!(each.bounds.is_some(), each.changed > 0);
        }
        let turned: Vec<Pair> = pairs.iter().map(|&(a, b)| (b, a)).collect();
        let back = difference(&after, &before, &turned, 0.1).expect("compared");
        assert_eq!(total(&found), total(&back), "the order of the pictures counts");
        let still: Vec<Pair> = pairs.iter().map(|&(a, _)| (a, a)).collect();
        let same = difference(&before, &before, &still, 0.0).expect("compared");
        assert_eq!(total(&same), (0, 0));
        let least = difference(&before, &after, &pairs, 1.0).expect("compared");
        assert_eq!(total(&least), (0, 0), "nothing is farther apart than black and white");
        let rects: Vec<Rect> = pairs.iter().filter_map(|pair| pair.0).collect();
        for each in ink_contrast(&before, &rects).into_iter().flatten() {
            assert!((1.0..=21.0).contains(&each.ratio) && (0.0..=1.0).contains(&each.flat));
        }
    }
}

/// Number of pixels above the threshold, per pair of boxes and outside of all, computed directly
/// from the definition: each pixel counts for the smallest box that contains it, the later one of
/// equals.
fn by_definition(before: &Pixmap, after: &Pixmap, pairs: &[Pair]) -> (Vec<u64>, u64) {
    let size = after.size();
    let owner = |side: fn(&Pair) -> Option<Rect>, x: i32, y: i32| {
        let holds = pairs.iter().enumerate().filter_map(|(i, pair)| {
            let inside = side(pair)?.intersect(size.rect())?;
            let area = i64::from(inside.w()) * i64::from(inside.h());
            inside.contains(Rect::new(x, y, 1, 1)?).then_some((-area, i))
        });
        holds.max().map(|(_, i)| i)
    };
    let far = |from: (i32, i32), to: (i32, i32)| {
        let color = |of: &Pixmap, (x, y): (i32, i32)| {
            let at = 3 * (y as usize * size.w() as usize + x as usize);
            [0, 1, 2].map(|c| f32::from(of.data()[at + c]))
        };
        let (a, b) = (color(before, from), color(after, to));
        let [r, g, b] = [0, 1, 2].map(|c| a[c] - b[c]);
        let y = 0.298_895 * r + 0.586_622 * g + 0.114_482 * b;
        let i = 0.595_978 * r - 0.274_176 * g - 0.321_802 * b;
        let q = 0.211_47 * r - 0.522_617 * g + 0.311_147 * b;
        0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q > 352.15
    };
    let (mut boxes, mut rest) = (vec![0; pairs.len()], 0);
    for (x, y) in (0..size.h() as i32).flat_map(|y| (0..size.w() as i32).map(move |x| (x, y))) {
        let mine = owner(|pair| pair.1, x, y);
        let Some(i) = mine else {
            let alone = owner(|pair| pair.0, x, y).is_none();
            rest += u64::from(alone && far((x, y), (x, y)));
            continue;
        };
        let (Some(from), Some(to)) = pairs[i] else {
            continue;
        };
        let at = (x - to.x() + from.x(), y - to.y() + from.y());
        let inside = Rect::new(at.0, at.1, 1, 1).is_some_and(|pixel| size.rect().contains(pixel));
        if inside && owner(|pair| pair.0, at.0, at.1) == Some(i) && far(at, (x, y)) {
            boxes[i] += 1;
        }
    }
    (boxes, rest)
}

/// Nested, overlapping, clipped and moved boxes; as pixels and as files.
#[test]
fn what_is_charged_to_whom_is_what_the_definition_says() {
    let mut random = Random(11);
    for round in 0..120 {
        let size = Size::new(1 + random.below(50), 1 + random.below(50)).expect("valid");
        let (before, mut after) = (random.picture(size), random.picture(size));
        if random.below(2) == 0 {
            // Most rows are equal, as in two captures of a page.
            after = before.clone();
            let y = random.below(size.h()) as usize;
            after.row_mut(y).fill(round as u8);
        }
        let pairs: Vec<Pair> = (0..random.below(20))
            .map(|_| match random.below(5) {
                0 => (random.rect(), None),
                1 => (None, random.rect()),
                2 => (random.rect(), random.rect()),
                _ => {
                    let still = random.rect();
                    (still, still)
                }
            })
            .collect();
        let found = difference(&before, &after, &pairs, 0.1).expect("compared");
        let (boxes, rest) = by_definition(&before, &after, &pairs);
        let sums: Vec<u64> = found.boxes.iter().map(|each| each.changed + each.smoothed).collect();
        assert_eq!((sums, found.rest.changed + found.rest.smoothed), (boxes, rest), "{pairs:?}");
        let files =
            [&before, &after].map(|each| encode(each.view(), Format::Png, 90).expect("encoded"));
        let [one, other] = [&files[0], &files[1]].map(|file| Source::File(file));
        let read = viewmark_core::difference(one, other, &pairs, 0.1).expect("compared");
        assert_eq!(read, found);
    }
}

/// A captured page compared with itself plus a dark block gives the accepted values.
#[test]
fn a_captured_page_gives_the_accepted_figures() {
    let jpeg = include_bytes!("../../benches/data/layouts/mailbox.jpg");
    let before = decode(jpeg).expect("a picture");
    let mut after = before.clone();
    for y in 100..140 {
        after.row_mut(y)[3 * 200..3 * 260].fill(20);
    }
    let pair = Rect::new(190, 90, 100, 60);
    let found = difference(&before, &after, &[(pair, pair)], 0.1).expect("compared");
    assert_eq!(found.boxes[0].bounds, Rect::new(200, 100, 60, 40));
    let sum = found.boxes[0].changed + found.boxes[0].smoothed;
    assert!((2_300..=2_400).contains(&sum), "{sum}");
    assert_eq!(found.rest.changed, 0);
}
