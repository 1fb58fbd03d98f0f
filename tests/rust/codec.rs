//! Decoding and encoding of every kind of file, and the errors for damaged ones.
//!
//! `tests/test_jpeg_zoo.py` compares the pixels with those of libjpeg-turbo.

mod zoo;

use viewmark_core::{Error, Format, Pixmap, Size, decode, encode, probe};

fn size(w: u32, h: u32) -> Size {
    Size::new(w, h).expect("valid")
}

fn largest_difference(a: &Pixmap, b: &Pixmap) -> u8 {
    assert_eq!(a.size(), b.size());
    a.data().iter().zip(b.data()).map(|(a, b)| a.abs_diff(*b)).max().expect("not empty")
}

#[test]
fn scans_of_one_component_each_give_the_picture_of_one_scan() {
    for (one, several) in [
        ("420.jpg", "separate-420.jpg"),
        ("420.jpg", "two-scans.jpg"),
        ("separate.jpg", "separate-420.jpg"),
    ] {
        let pixels = |name| decode(&zoo::read(name)).expect(name);
        // Encoders round differently, so two files of one picture differ slightly.
        assert!(largest_difference(&pixels(one), &pixels(several)) <= 24, "{several}");
    }
}

#[test]
fn kinds_that_nothing_here_reads_are_unsupported_not_damaged() {
    // Horizontal sampling factors 2 and 3: the upsampling ratio is not an integer.
    let mut fractional = zoo::read("thirds.jpg");
    let frame = fractional.windows(2).position(|pair| pair == [0xff, 0xc0]).expect("a frame");
    fractional[frame + 14] = 0x21;
    for bytes in [zoo::read("arithmetic.jpg"), fractional] {
        let error = decode(&bytes).expect_err("unsupported");
        assert!(matches!(error, Error::ImageUnsupported(_)), "{error}");
        assert_eq!(probe(&bytes).expect("its header is sound").1, size(40, 24));
    }
}

#[test]
fn every_picture_of_the_zoo_decodes_to_its_announced_size() {
    for entry in std::fs::read_dir(zoo::folder()).expect("the zoo").flatten() {
        let path = entry.path();
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let is_picture = path.extension().is_some_and(|end| end == "jpg" || end == "png");
        if !is_picture || name.starts_with("arithmetic") {
            continue;
        }
        let bytes = std::fs::read(&path).expect("readable");
        let announced = probe(&bytes).expect(&name).1;
        assert_eq!(decode(&bytes).expect(&name).size(), announced, "{name}");
    }
}

#[test]
fn a_png_comes_back_as_it_was_and_a_fine_jpeg_nearly() {
    let picture = decode(&zoo::read("rgb.png")).expect("sound");
    let again = |format| {
        let file = encode(picture.view(), format, 100).expect("encoded");
        decode(&file).expect("our own file")
    };
    assert_eq!(largest_difference(&picture, &again(Format::Png)), 0);
    // Chroma is stored at half resolution, so sharp colour edges are not exact.
    let jpeg = again(Format::Jpeg);
    let differences =
        picture.data().iter().zip(jpeg.data()).map(|(a, b)| u64::from(a.abs_diff(*b)));
    assert!(differences.sum::<u64>() < 8 * picture.data().len() as u64);
}

#[test]
fn every_cut_of_every_file_is_an_error_or_a_picture_of_the_right_size() {
    for name in ["420.jpg", "progressive.jpg", "separate.jpg", "rgb.png", "interlaced.png"] {
        let bytes = zoo::read(name);
        for end in 0..bytes.len() {
            match decode(&bytes[..end]) {
                Ok(picture) => assert_eq!(picture.size(), size(40, 24), "{name} cut at {end}"),
                Err(Error::NotAnImage) => assert!(end < 8, "{name} cut at {end}"),
                Err(Error::ImageCorrupt(_)) => {}
                Err(other) => panic!("{name} cut at {end}: {other}"),
            }
        }
    }
}

#[test]
fn pixels_beyond_the_limit_are_refused_from_the_header_alone() {
    let mut jpeg = zoo::read("420.jpg");
    let frame = jpeg.windows(2).position(|pair| pair == [0xff, 0xc0]).expect("a frame header");
    jpeg[frame + 5..frame + 9].fill(0xff);
    let mut png = zoo::read("rgb.png");
    png[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
    for bytes in [jpeg, png] {
        let error = decode(&bytes).expect_err("too large");
        assert!(matches!(error, Error::ImageTooLarge { width: 65_535, height: 65_535, .. }));
    }
}
