//! Tests of placement on small hand-made layouts.

use super::*;
use crate::ink::Ink;

fn rect(x: i32, y: i32, w: i32, h: i32) -> Rect {
    Rect::new(x, y, w, h).expect("valid")
}

fn mark(label: &str, x: i32, y: i32, w: i32, h: i32) -> Mark {
    Mark::new(label, rect(x, y, w, h))
}

fn size() -> Size {
    Size::new(400, 300).expect("valid")
}

fn place_all(marks: &[Mark]) -> Vec<Placement> {
    place(size(), marks, &Style::default(), &PlaceContext::default())
}

#[test]
fn a_lone_badge_sits_on_the_top_left_of_its_box() {
    let placements = place_all(&[mark("1", 100, 100, 80, 30)]);
    let badge = placements[0].badge.expect("placed");
    assert_eq!((badge.x(), badge.bottom(), badge.h()), (100, 100, 16));
    assert_eq!((placements[0].note, placements[0].leader), (Note::Placed, None));
}

#[test]
fn a_mark_outside_gets_nothing_and_keeps_its_place_in_the_answer() {
    let placements = place_all(&[mark("1", 500, 10, 20, 20), mark("2", 10, 50, 20, 20)]);
    assert_eq!((placements[0].badge, placements[0].note), (None, Note::Outside));
    assert_eq!(placements[1].note, Note::Placed);
}

#[test]
fn no_marks_give_no_placements() {
    assert!(place_all(&[]).is_empty());
}

#[test]
fn a_picture_smaller_than_a_badge_drops_it() {
    let tiny = Size::new(5, 5).expect("valid");
    let marks = [mark("1", 0, 0, 5, 5)];
    let placements = place(tiny, &marks, &Style::default(), &PlaceContext::default());
    assert_eq!((placements[0].badge, placements[0].note), (None, Note::Dropped));
}

#[test]
fn a_badge_that_had_to_move_has_a_line_back() {
    // Thirty elements in one place: their badges cannot all touch them.
    let marks: Vec<Mark> = (1..=30).map(|n| mark(&n.to_string(), 200, 150, 8, 8)).collect();
    let placements = place_all(&marks);
    let moved: Vec<_> = placements.iter().filter(|p| p.note == Note::Moved).collect();
    assert!(!moved.is_empty());
    for p in moved {
        let [start, end] = p.leader.expect("a moved badge has a leader");
        let badge = p.badge.expect("a moved badge is drawn");
        assert!(badge.contains(rect(start.0, start.1, 1, 1)));
        assert!(rect(200, 150, 8, 8).contains(rect(end.0, end.1, 1, 1)));
    }
}

#[test]
fn a_badge_stays_where_it_was_if_that_costs_little() {
    let marks = [mark("7", 100, 100, 80, 30)];
    let before = place_all(&marks)[0].badge.expect("placed");
    let old = rect(165, 84, before.w(), 16);
    let previous = [("7".to_owned(), old)];
    let context = PlaceContext { previous: &previous, ..PlaceContext::default() };
    let now = place(size(), &marks, &Style::default(), &context);
    assert_eq!(now[0].badge, Some(old));
    let gone = [("7".to_owned(), rect(300, 250, 16, 16))];
    let context = PlaceContext { previous: &gone, ..PlaceContext::default() };
    let now = place(size(), &marks, &Style::default(), &context);
    assert_eq!(now[0].badge, Some(before), "association outranks staying");
}

#[test]
fn text_and_controls_push_the_badge_elsewhere() {
    let marks = [mark("1", 100, 100, 80, 30)];
    let ink = Ink::from_rects(size(), &[rect(80, 80, 200, 20)]);
    let context = PlaceContext { ink: Some(&ink), ..PlaceContext::default() };
    let badge = place(size(), &marks, &Style::default(), &context)[0].badge.expect("placed");
    assert_eq!(badge.overlap(rect(80, 80, 200, 20)), 0);
    let obstacles = [rect(100, 70, 80, 28)];
    let context = PlaceContext { obstacles: &obstacles, ..PlaceContext::default() };
    let badge = place(size(), &marks, &Style::default(), &context)[0].badge.expect("placed");
    assert_eq!(badge.overlap(obstacles[0]), 0);
}

#[test]
fn only_the_badge_that_would_cover_text_is_smaller() {
    // A link between lines of text, and a button with space around it.
    let lines: Vec<Rect> = (0..6).map(|n| rect(20, 20 + 22 * n, 360, 18)).collect();
    let marks = [mark("12", 100, 64, 70, 18), mark("13", 100, 200, 80, 30)];
    let ink = Ink::from_rects(size(), &lines);
    let context = PlaceContext { ink: Some(&ink), ..PlaceContext::default() };
    let [link, button] = place(size(), &marks, &Style::default(), &context)[..] else { panic!() };
    assert_eq!((button.badge.map(Rect::h), button.note), (Some(16), Note::Placed));
    let badge = link.badge.expect("placed");
    assert!((FLOOR..16).contains(&badge.h()) && link.note == Note::Shrunk, "{link:?}");
    assert!(ink.mean(badge) < 25, "it lies between the lines: {}", ink.mean(badge));
}

#[test]
fn a_size_that_was_asked_for_is_kept_as_long_as_there_is_a_spot() {
    let lines = [rect(0, 0, 400, 300)];
    let ink = Ink::from_rects(size(), &lines);
    let context = PlaceContext { ink: Some(&ink), ..PlaceContext::default() };
    let style = Style { badge_size: Some(20), ..Style::default() };
    let marks: Vec<Mark> = (0..40).map(|n| mark("42", n % 8 * 50, n / 8 * 50, 40, 40)).collect();
    let placements = place(size(), &marks, &style, &context);
    assert!(placements.iter().all(|p| p.badge.is_some_and(|b| b.h() == 20)), "{placements:?}");
}

#[test]
fn badges_of_a_list_of_checkboxes_leave_its_labels_free() {
    // A margin of 14 px, boxes of 13 px, and text that begins at x = 33: no badge with two digits
    // fits between them.
    let rows = 0..10;
    let lines: Vec<Rect> = rows.clone().map(|n| rect(33, 20 + 20 * n, 90, 16)).collect();
    let marks: Vec<Mark> =
        rows.map(|n| mark(&(n + 30).to_string(), 14, 21 + 20 * n, 13, 13)).collect();
    let ink = Ink::from_rects(size(), &lines);
    let context = PlaceContext { ink: Some(&ink), ..PlaceContext::default() };
    let placements = place(size(), &marks, &Style::default(), &context);
    for (mark, placement) in marks.iter().zip(&placements) {
        let badge = placement.badge.expect("placed");
        assert_eq!(ink.mean(badge), 0, "{}: {badge:?}", mark.label);
        let hidden = |of: &Mark| badge.overlap(of.target) * 100 / of.target.area();
        assert!(hidden(mark) <= 35, "{}: its own box is seen: {}", mark.label, hidden(mark));
        let others = marks.iter().filter(|other| other.label != mark.label);
        assert_eq!(others.map(hidden).max(), Some(0), "{}", mark.label);
        assert!(placement.leader.is_none());
    }
}

/// Area of the text lines that badges hide.
fn hidden(placed: &[Placement], lines: &[Rect]) -> i64 {
    let badges = placed.iter().filter_map(|placed| placed.badge);
    badges.map(|badge| lines.iter().map(|line| line.overlap(badge)).sum::<i64>()).sum()
}

#[test]
fn the_number_of_a_row_stays_free_however_short_it_is() {
    let numbers: Vec<Rect> = (0..8).map(|n| rect(102, 60 + 32 * n, 7, 16)).collect();
    let boxes: Vec<Mark> = (0..8).map(|n| mark("28", 114, 56 + 32 * n, 26, 26)).collect();
    let rows = (0..8).map(|n| mark("40", 140, 53 + 32 * n, 400, 32));
    let marks: Vec<Mark> = boxes.into_iter().chain(rows).collect();
    let ink = Ink::from_rects(size(), &numbers);
    let placed = place(
        size(),
        &marks,
        &Style::default(),
        &PlaceContext { ink: Some(&ink), ..Default::default() },
    );
    // A sixth of a line box above and below its letters may be covered.
    let cores: Vec<Rect> =
        numbers.iter().map(|n| rect(n.x(), n.y() + 4, n.w(), n.h() - 8)).collect();
    assert_eq!(hidden(&placed, &cores), 0);
}

#[test]
fn the_last_row_of_a_tight_bar_has_its_badges_in_the_free_strip_below() {
    // Adjacent buttons with text: above each button is another row, below the last row is empty
    // space.
    let at = |n: i32| (40 + n % 10 * 50, 100 + n / 10 * 20);
    let marks: Vec<Mark> = (0..30).map(|n| mark("16", at(n).0, at(n).1, 50, 20)).collect();
    let words: Vec<Rect> = (0..30).map(|n| rect(at(n).0 + 6, at(n).1 + 3, 38, 15)).collect();
    let ink = Ink::from_rects(size(), &words);
    let context = PlaceContext { ink: Some(&ink), ..Default::default() };
    let placed = place(size(), &marks, &Style::default(), &context);
    let last = &placed[20..];
    assert_eq!(hidden(last, &words[20..]), 0);
    assert!(last.iter().all(|placed| placed.leader.is_none()));
}

#[test]
fn a_wide_number_in_a_tree_gets_smaller_before_a_line_leads_to_it() {
    // Each branch begins to the left of the leaf above it, so a badge to the left of the leaf would
    // be near the branch.
    let at = |n: i32| if n % 3 == 2 { 54 } else { 78 };
    let marks: Vec<Mark> = (0..12).map(|n| mark("100", at(n), 40 + 24 * n, 52, 24)).collect();
    let words: Vec<Rect> = (0..12).map(|n| rect(at(n) + 1, 44 + 24 * n, 46, 15)).collect();
    let ink = Ink::from_rects(size(), &words);
    let context = PlaceContext { ink: Some(&ink), ..Default::default() };
    let placed = place(size(), &marks, &Style::default(), &context);
    let led = placed.iter().filter(|placed| placed.leader.is_some()).count();
    assert!(led <= 1, "{led} of 12");
    assert_eq!(hidden(&placed, &words), 0);
}

#[test]
fn a_spot_at_the_border_moves_into_the_picture() {
    let badge = place_all(&[mark("1", 0, 0, 30, 30)])[0].badge.expect("placed");
    assert_eq!(badge.distance2(rect(0, 0, 30, 30)), 0);
    assert!(size().rect().contains(badge));
}

#[test]
fn density_shrinks_badges_before_it_drops_any() {
    let marks: Vec<Mark> = (0..300).map(|n| mark(&n.to_string(), 100, 100, 10, 10)).collect();
    let placements = place_all(&marks);
    assert!(placements.iter().all(|p| p.note != Note::Dropped));
    let marks: Vec<Mark> = (0..5000).map(|n| mark(&n.to_string(), 100, 100, 10, 10)).collect();
    let placements = place_all(&marks);
    let dropped = placements.iter().filter(|p| p.note == Note::Dropped).count();
    assert!(dropped > 0 && dropped < 4700, "{dropped}");
}

#[test]
fn badges_grow_with_the_scale_and_obey_the_option() {
    let marks = [mark("1", 100, 100, 80, 30)];
    let height = |size: Size, style: &Style, scale: Option<f32>| {
        let context = PlaceContext { scale, ..PlaceContext::default() };
        place(size, &marks, style, &context)[0].badge.expect("placed").h()
    };
    let hd = Size::new(1280, 720).expect("valid");
    let uhd = Size::new(3840, 2160).expect("valid");
    let style = Style::default();
    assert_eq!(height(hd, &style, None), 16);
    assert_eq!(height(uhd, &style, None), 39);
    assert_eq!(height(hd, &style, Some(2.0)), 32);
    assert_eq!(height(hd, &style, Some(f32::NAN)), 16);
    assert_eq!(height(hd, &Style { badge_size: Some(20), ..style }, Some(2.0)), 20);
}

#[test]
fn neighbours_differ_in_colour() {
    let marks: Vec<Mark> =
        (0..24).map(|n| mark(&n.to_string(), n % 6 * 60 + 10, n / 6 * 60 + 30, 40, 20)).collect();
    let placements = place_all(&marks);
    for (i, a) in placements.iter().enumerate() {
        for b in &placements[i + 1..] {
            let near = a.badge.expect("placed").distance2(b.badge.expect("placed")) < 50 * 50;
            assert!(!near || a.color != b.color, "{a:?} {b:?}");
        }
    }
}
