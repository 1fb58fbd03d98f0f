//! Guarantees of placement for any input: badges never overlap and never leave the picture.
//!
//! `VIEWMARK_LAYOUTS` sets the number of random layouts (default 10,000; 100,000 take about two
//! minutes on one core).

use viewmark_core::{Ink, Mark, Note, PlaceContext, Placement, Rect, Size, Style, place};

/// A small generator with good low bits (xorshift64*, Vigna 2016), so that a failing seed can be
/// reproduced on any machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, limit: i32) -> i32 {
        (self.next() >> 33) as i32 % limit.max(1)
    }

    fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below(high - low + 1)
    }
}

struct Layout {
    size: Size,
    marks: Vec<Mark>,
    lines: Vec<Rect>,
    obstacles: Vec<Rect>,
}

fn rect(x: i32, y: i32, w: i32, h: i32) -> Rect {
    Rect::new(x, y, w, h).expect("valid")
}

/// One of: scattered boxes, a toolbar of icons, a table, nested boxes, all boxes at one spot.
fn layout(random: &mut Random) -> Layout {
    let size = Size::new(random.between(200, 1600) as u32, random.between(150, 1000) as u32);
    let size = size.expect("valid");
    let (w, h) = (size.w() as i32, size.h() as i32);
    // Up to one badge per 4,000 pixels: badges fill a tenth of the picture, five times a dense
    // page.
    let count = random.between(1, (w * h / 4000).min(120));
    let kind = random.below(5);
    let (cell_w, cell_h) = (random.between(12, 90), random.between(10, 40));
    let columns = (w / cell_w).max(1);
    let marks = (0..count).map(|n| {
        let target = match kind {
            0 => {
                let (tw, th) = (random.between(1, w / 2), random.between(1, 120));
                rect(random.between(-tw, w), random.between(-th, h), tw, th)
            }
            1 => rect(n % columns * cell_w, n / columns * cell_h, cell_w - 2, cell_h - 2),
            2 => rect(n % 6 * (w / 6), n / 6 * 22 + 4, w / 6 - 3, 20),
            3 => rect(n * 3 % (w / 2), n * 2 % (h / 2), (w - 6 * n).max(4), (h - 4 * n).max(4)),
            _ => rect(w / 2, h / 2, 10, 10),
        };
        let label = match random.below(8) {
            0 => format!("@element-{n}"),
            _ => (n + 1).to_string(),
        };
        Mark::new(label, target)
    });
    let marks: Vec<Mark> = marks.collect();
    let mut some = |limit| {
        (0..random.below(limit))
            .map(|_| rect(random.below(w), random.below(h), random.between(5, 200), 16))
            .collect()
    };
    Layout { size, marks, lines: some(60), obstacles: some(10) }
}

fn run(layout: &Layout) -> Vec<Placement> {
    let ink = Ink::from_rects(layout.size, &layout.lines);
    let obstacles = &layout.obstacles;
    let context = PlaceContext { ink: Some(&ink), obstacles, ..PlaceContext::default() };
    place(layout.size, &layout.marks, &Style::default(), &context)
}

/// As [`run`], with the badges of an earlier picture of the same page.
fn run_after(layout: &Layout, then: &[Mark], before: &[Placement]) -> Vec<Placement> {
    let badges = then.iter().zip(before);
    let previous: Vec<(String, Rect)> =
        badges.filter_map(|(m, p)| p.badge.map(|b| (m.label.clone(), b))).collect();
    let ink = Ink::from_rects(layout.size, &layout.lines);
    let context = PlaceContext {
        ink: Some(&ink),
        obstacles: &layout.obstacles,
        previous: &previous,
        ..PlaceContext::default()
    };
    place(layout.size, &layout.marks, &Style::default(), &context)
}

/// Checks that all badges are inside the picture and at least a pixel apart.
fn assert_clean(size: Size, placements: &[Placement], what: &str) {
    let mut badges: Vec<Rect> = placements.iter().filter_map(|p| p.badge).collect();
    badges.sort_by_key(|b| b.x());
    for (i, badge) in badges.iter().enumerate() {
        assert!(size.rect().contains(*badge), "{what}: {badge:?} leaves {size:?}");
        for other in badges[i + 1..].iter().take_while(|o| o.x() <= badge.right()) {
            assert_eq!(badge.grow(1).overlap(*other), 0, "{what}: {badge:?} and {other:?}");
        }
    }
}

#[test]
fn badges_never_overlap_nor_leave_the_picture_on_random_layouts() {
    let count = std::env::var("VIEWMARK_LAYOUTS").map_or(10_000, |n| n.parse().expect("a number"));
    let (mut badges, mut dropped) = (0usize, 0usize);
    for seed in 1..=count {
        let layout = layout(&mut Random(seed));
        let placements = run(&layout);
        assert_eq!(placements.len(), layout.marks.len());
        assert_clean(layout.size, &placements, &format!("layout {seed}"));
        badges += placements.iter().filter(|p| p.badge.is_some()).count();
        dropped += placements.iter().filter(|p| p.note == Note::Dropped).count();
        for (mark, placement) in layout.marks.iter().zip(&placements) {
            let visible = mark.target.intersect(layout.size.rect()).is_some();
            assert_eq!(placement.note == Note::Outside, !visible, "layout {seed}");
        }
    }
    assert!(badges as u64 > count * 5, "the layouts are not trivial");
    assert_eq!(dropped, 0, "there was room for every badge");
}

#[test]
fn the_order_of_the_marks_changes_nothing() {
    for seed in 1..=400 {
        let mut random = Random(seed);
        let mut layout = layout(&mut random);
        let before = run(&layout);
        let mut order: Vec<usize> = (0..layout.marks.len()).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i as i32 + 1) as usize);
        }
        layout.marks = order.iter().map(|&i| layout.marks[i].clone()).collect();
        let after = run(&layout);
        for (now, &then) in order.iter().enumerate() {
            assert_eq!(after[now], before[then], "layout {seed}, mark {then}");
        }
    }
}

#[test]
fn equal_marks_share_out_the_same_spots_in_any_order() {
    let size = Size::new(300, 200).expect("valid");
    let marks = vec![Mark::new("7", rect(100, 100, 20, 20)); 12];
    let placements = place(size, &marks, &Style::default(), &PlaceContext::default());
    assert_clean(size, &placements, "equal marks");
    assert!(placements.iter().all(|p| p.badge.is_some()));
}

#[test]
fn a_picture_full_to_the_brim_still_holds_its_badges() {
    // 800 badges of three digits and 10 px take 202,400 of 230,400 pixels: a greedy search does not
    // find such a placement, rows do.
    let size = Size::new(640, 360).expect("valid");
    let mark = |n: i32| {
        let target = rect(n * 37 % 620, n * 53 % 340, 12, 12);
        Mark::new((100 + n).to_string(), target)
    };
    let marks: Vec<Mark> = (0..800).map(mark).collect();
    let placements = place(size, &marks, &Style::default(), &PlaceContext::default());
    assert_clean(size, &placements, "full picture");
    assert!(placements.iter().all(|p| p.note == Note::Shrunk), "all of them, at the floor size");
}

#[test]
fn beyond_that_as_many_as_fit_are_drawn_and_the_rest_is_named() {
    let size = Size::new(320, 240).expect("valid");
    let mark = |n: i32| Mark::new(n.to_string(), rect(n % 300, n % 220, 10, 10));
    let marks: Vec<Mark> = (1000..3000).map(mark).collect();
    let placements = place(size, &marks, &Style::default(), &PlaceContext::default());
    assert_clean(size, &placements, "overfull picture");
    let drawn: i64 = placements.iter().filter_map(|p| p.badge).map(|b| b.grow(1).area()).sum();
    assert!(drawn * 10 > size.area() as i64 * 8, "the picture is used to 80 % and more");
    assert!(placements.iter().all(|p| p.badge.is_some() != (p.note == Note::Dropped)));
}

#[test]
fn ten_thousand_marks_on_the_largest_picture_come_back_placed() {
    let size = Size::new(65_535, 65_535).expect("valid");
    let mut random = Random(3);
    let mut marks: Vec<Mark> = (0..9000)
        .map(|n| {
            let target = rect(random.below(65_000), random.below(65_000), 300, 40);
            Mark::new(n.to_string(), target)
        })
        .collect();
    // And a thousand that cover the whole picture.
    marks.extend((9000..10_000).map(|n| Mark::new(n.to_string(), size.rect())));
    let placements = place(size, &marks, &Style::default(), &PlaceContext::default());
    assert_clean(size, &placements, "largest picture");
    assert!(placements.iter().all(|p| p.badge.is_some()));
}

#[test]
fn absurd_labels_and_targets_have_a_defined_result() {
    let size = Size::new(120, 40).expect("valid");
    let limit = Rect::LIMIT;
    let marks = [
        Mark::new("x".repeat(300), rect(10, 10, 20, 20)),
        Mark::new(String::new(), rect(-limit, -limit, 2 * limit, 2 * limit)),
        Mark::new("\u{202e}\0\n漢字", rect(119, 39, 1, 1)),
        Mark::new("9", rect(limit - 1, limit - 1, 1, 1)),
    ];
    let placements = place(size, &marks, &Style::default(), &PlaceContext::default());
    assert_clean(size, &placements, "absurd marks");
    let drawn: Vec<bool> = placements.iter().map(|p| p.badge.is_some()).collect();
    assert_eq!(drawn, [true, true, true, false]);
    let long = placements[0].badge.expect("drawn");
    assert!(long.w() <= 120, "cut to the picture's width");
}

#[test]
fn badges_stay_where_they_were_and_as_large_on_a_page_at_rest() {
    let mut small = 0;
    for seed in 1..=400 {
        let layout = layout(&mut Random(seed));
        let first = run(&layout);
        let second = run_after(&layout, &layout.marks, &first);
        for ((mark, then), now) in layout.marks.iter().zip(&first).zip(&second) {
            assert_eq!(then.badge, now.badge, "layout {seed}, mark {}", mark.label);
        }
        small += first.iter().filter(|p| p.note == Note::Shrunk).count();
    }
    assert!(small > 1000, "small badges are among them: {small}");
}

#[test]
fn badges_come_to_rest_in_the_picture_after_a_change() {
    for seed in 1..=400 {
        let mut random = Random(seed);
        let mut layout = layout(&mut random);
        let then = layout.marks.clone();
        let first = run(&layout);
        for _ in 0..3 {
            let some = random.below(layout.marks.len() as i32) as usize;
            let t = layout.marks[some].target;
            layout.marks[some].target = rect(t.x() + 9, t.y() - 7, t.w() + 3, t.h());
        }
        let second = run_after(&layout, &then, &first);
        assert_clean(layout.size, &second, &format!("changed layout {seed}"));
        let third = run_after(&layout, &layout.marks, &second);
        for ((mark, then), now) in layout.marks.iter().zip(&second).zip(&third) {
            assert_eq!(then.badge, now.badge, "layout {seed}, mark {}", mark.label);
        }
    }
}

#[test]
fn what_moves_does_not_shake_what_is_beside_it() {
    let size = Size::new(900, 600).expect("valid");
    let mut marks: Vec<Mark> = (0..30)
        .map(|n| {
            let target = rect(40 + n % 3 * 300, 40 + n / 3 * 52, 120, 30);
            Mark::new((n + 10).to_string(), target)
        })
        .collect();
    marks.push(Mark::new("99", rect(200, 20, 60, 24)));
    let lines: Vec<Rect> = marks.iter().map(|m| m.target.grow(0)).collect();
    let mut layout = Layout { size, marks, lines, obstacles: Vec::new() };
    let mut before = run(&layout);
    for step in 1..=50 {
        let then = layout.marks.clone();
        layout.marks[30].target = rect(200, 20 + 10 * step, 60, 24);
        let now = run_after(&layout, &then, &before);
        for (n, (now, then)) in now.iter().zip(&before).take(30).enumerate() {
            assert_eq!(now.badge, then.badge, "step {step}, mark {n}");
        }
        before = now;
    }
}
