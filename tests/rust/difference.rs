//! What holds for every comparison: equal pictures differ nowhere, the order of the pictures changes
//! no count, nothing panics, and a picture of every kind of change is as accepted.
#![allow(clippy::expect_used, reason = "a test may say what it expects")]

use viewmark_core::{Difference, Pair, Pixmap, Rect, Size, decode, difference, ink_contrast};

/// Numerical Recipes' generator: its high bits are random enough.
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

    /// Few colours, so that flat areas, edges and noise all come.
    fn picture(&mut self, size: Size) -> Pixmap {
        let colors = 2 + self.below(200);
        let data =
            (0..3 * size.area()).map(|_| (self.below(colors) * 255 / colors) as u8).collect();
        Pixmap::from_rgb(size, data).expect("whole")
    }
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

/// A page that was drawn by a browser against itself with a dark block: the accepted figures.
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
