//! Drawing marks into a JPEG without decoding it: which blocks change, and which files it handles.

mod zoo;

use viewmark_core::{
    Format, Mark, Note, Pixmap, Rect, Request, Size, Source, Style, annotate, decode, encode,
};

fn request(style: &Style) -> Request<'_> {
    Request { quality: 100, text: Some(&[]), ..Request::new(style) }
}

fn mark(x: i32, y: i32, w: i32, h: i32) -> Mark {
    Mark::new("7", Rect::new(x, y, w, h).expect("valid"))
}

/// Noise everywhere, different in every block.
fn detail(w: u32, h: u32) -> Pixmap {
    let mut state = 7u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let data = (0..3 * w * h).map(|i| next() / 2 + (i % 3 * 30) as u8).collect();
    Pixmap::from_rgb(Size::new(w, h).expect("valid"), data).expect("as many bytes as pixels")
}

#[test]
fn files_that_are_followed_say_how_much_of_them_is_untouched() {
    let style = Style::default();
    for name in [
        "420",
        "422",
        "444",
        "440",
        "411",
        "410",
        "restart",
        "restart-444",
        "optimised",
        "blank",
        "fine",
        "17x9",
        "1x1",
    ] {
        let bytes = zoo::read(&format!("{name}.jpg"));
        let done = annotate(Source::File(&bytes), &[], &request(&style)).expect(name);
        assert!((done.untouched - 1.0).abs() < 1e-9, "{name}");
        let (before, after) = (decode(&bytes).expect(name), decode(&done.data).expect(name));
        assert!(before.data() == after.data(), "{name}: every pixel stays");
    }
}

#[test]
fn files_that_are_not_followed_take_the_pixel_route_with_the_same_badges() {
    let style = Style::default();
    let marks = [mark(12, 9, 16, 9)];
    let followed = annotate(Source::File(&zoo::read("420.jpg")), &marks, &request(&style));
    let expected = followed.expect("annotated").placements;
    for name in [
        "progressive",
        "cmyk",
        "grey",
        "red-green-blue",
        "separate-420",
        "two-scans",
        "wide-steps",
        "restart-progressive",
    ] {
        let bytes = zoo::read(&format!("{name}.jpg"));
        let done = annotate(Source::File(&bytes), &marks, &request(&style)).expect(name);
        assert!(done.untouched.abs() < 1e-9, "{name}");
        assert_eq!(done.placements, expected, "{name}");
    }
}

#[test]
fn a_grey_file_gets_coloured_marks() {
    let style = Style::default();
    let bytes = zoo::read("grey.jpg");
    let done = annotate(Source::File(&bytes), &[mark(12, 9, 16, 9)], &request(&style));
    let done = done.expect("annotated");
    let badge = done.placements[0].badge.expect("drawn");
    let picture = decode(&done.data).expect("our own file");
    let colored = |x: i32, y: i32| {
        let at = 3 * (y * picture.size().w() as i32 + x) as usize;
        let rgb = &picture.data()[at..at + 3];
        rgb.iter().max().zip(rgb.iter().min()).is_some_and(|(max, min)| max - min > 40)
    };
    let inside =
        (badge.y()..badge.bottom()).flat_map(|y| (badge.x()..badge.right()).map(move |x| (x, y)));
    assert!(inside.filter(|&(x, y)| colored(x, y)).count() > 20);
}

#[test]
fn every_size_up_to_two_units_keeps_what_no_ink_touches() {
    let style = Style { show_box: false, ..Style::default() };
    for w in 1..=33 {
        for h in 1..=33 {
            let bytes = encode(detail(w, h).view(), Format::Jpeg, 85).expect("encoded");
            let plain = annotate(Source::File(&bytes), &[], &request(&style)).expect("followed");
            let before = decode(&bytes).expect("our own file");
            assert!(before.data() == decode(&plain.data).expect("ours").data(), "{w}x{h}");
            let marked = annotate(Source::File(&bytes), &[mark(0, 0, 4, 4)], &request(&style));
            let marked = marked.expect("annotated");
            let placed = marked.placements[0];
            assert_eq!(placed.badge.is_none(), placed.note == Note::Dropped, "{w}x{h}");
            let after = decode(&marked.data).expect("ours");
            assert_eq!(after.size(), before.size());
            // A badge of 16 px at the corner does not reach the last MCU of 33 px.
            if w == 33 && h == 33 && placed.badge.is_some_and(|b| b.right() < 28 && b.bottom() < 28)
            {
                assert_eq!(after.data()[3 * (33 * 33 - 1)..], before.data()[3 * (33 * 33 - 1)..]);
            }
        }
    }
}

#[test]
fn drawing_twice_changes_only_what_the_second_drawing_touches() {
    let style = Style::default();
    let bytes = encode(detail(320, 200).view(), Format::Jpeg, 80).expect("encoded");
    let first = annotate(Source::File(&bytes), &[mark(40, 40, 30, 20)], &request(&style));
    let first = first.expect("annotated");
    let second = annotate(Source::File(&first.data), &[mark(220, 140, 30, 20)], &request(&style));
    let second = second.expect("annotated");
    let (one, two) = (decode(&first.data).expect("ours"), decode(&second.data).expect("ours"));
    // The left half shows nothing of the second drawing.
    for (a, b) in one.data().chunks_exact(960).zip(two.data().chunks_exact(960)) {
        assert!(a[..3 * 150] == b[..3 * 150]);
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let style = Style::default();
    for name in ["420.jpg", "grey.jpg", "separate.jpg", "progressive.jpg", "rgb.png"] {
        let bytes = zoo::read(name);
        let once = || annotate(Source::File(&bytes), &[mark(9, 9, 9, 9)], &request(&style));
        assert!(once().expect(name).data == once().expect(name).data, "{name}");
    }
}

#[test]
fn bytes_between_segments_that_are_no_marker_never_reach_the_output() {
    let style = Style::default();
    let sound = zoo::read("420.jpg");
    assert_eq!(sound[2..4], [0xff, 0xe0], "its first segment");
    for (marker, code) in
        [(0x00, "image_corrupt"), (0x02, "image_corrupt"), (0xf7, "image_unsupported")]
    {
        let mut bytes = sound.clone();
        bytes[3] = marker;
        for quality in [100, 30] {
            let request = Request { quality, ..request(&style) };
            let error = annotate(Source::File(&bytes), &[mark(12, 9, 16, 9)], &request);
            assert_eq!(error.expect_err("refused").code(), code, "ff {marker:02x}");
        }
        assert_eq!(decode(&bytes).expect_err("refused").code(), code, "ff {marker:02x}");
    }
    // Fill bytes and markers without a segment may occur there; the output omits them.
    let filled = [&sound[..2], &[0xff, 0x01, 0xff, 0xd3, 0xff, 0xff], &sound[2..]].concat();
    let done = annotate(Source::File(&filled), &[], &request(&style)).expect("followed");
    assert!(
        decode(&done.data).expect("our own file").data() == decode(&sound).expect("sound").data()
    );
}

#[test]
fn steps_that_change_between_scans_are_each_scan_s_own() {
    let style = Style::default();
    let sound = zoo::read("separate-420.jpg");
    // A DQT after the first scan sets all its steps to 90, but does not affect that scan.
    let last = sound.windows(2).rposition(|pair| pair == [0xff, 0xda]).expect("a scan");
    let late = [&[0xff, 0xdb, 0, 67, 0][..], &[90; 64]].concat();
    let changed = [&sound[..last], &late, &sound[last..]].concat();
    let pixels = decode(&changed).expect("legal");
    assert!(pixels.data() == decode(&sound).expect("legal").data());
    let done = annotate(Source::File(&changed), &[], &request(&style)).expect("drawn");
    assert!(done.untouched.abs() < f64::EPSILON, "by pixels");
    let far = |(a, b): (&u8, &u8)| a.abs_diff(*b) > 40;
    let data = decode(&done.data).expect("our own file");
    assert_eq!(data.data().iter().zip(pixels.data()).filter(|&pair| far(pair)).count(), 0);
}
