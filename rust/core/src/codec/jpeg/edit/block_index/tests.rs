//! Tests that compare the block index with decoding block by block.

use super::*;
use crate::codec::jpeg::entropy::bits::PADDING;
use crate::codec::jpeg::{Baseline, Encoder, File};
use crate::pixmap::noise;

/// Creates a JPEG with flat bands, noisy bands and bands of single dots.
fn file(w: u32, h: u32) -> Vec<u8> {
    let mut noise = noise(1);
    Encoder::file(80, w, h, |_, y| {
        let value = (noise() >> 24) as u8;
        match y / 24 % 3 {
            0 => [240, 240, 250],
            1 => [value, value / 2, value],
            _ => [if value > 250 { 0 } else { 255 }; 3],
        }
    })
}

/// Builds the index with a second reader that starts after `tenths` tenths of the data, or with one
/// reader if `tenths` is 0.
fn index(
    file: &Baseline,
    recoders: &[Recoder],
    data: &[u8],
    tenths: usize,
) -> Result<BlockIndex, Fault> {
    let blocks: Vec<usize> =
        file.layout.blocks.iter().map(|block| block.component.min(1)).collect();
    let lookups = Lookups::new(recoders, &blocks);
    let count = file.layout.count() * blocks.len();
    let mut found = BlockIndex::new(count);
    let bytes = data.len() - PADDING;
    let middle = (tenths > 0).then(|| bytes * 8 / 10 * tenths);
    found.segment_from(middle, &lookups, data, 0..bytes, 0..count)?;
    found.ends.truncate(count);
    Ok(found)
}

/// Creates recoders to a table in which all symbols are equally frequent, so that every AC code
/// changes.
fn all_new(file: &Baseline) -> [Recoder; 2] {
    let other =
        HuffmanSpec::optimal(&crate::codec::jpeg::entropy::block::Counts::every_symbol().ac);
    let from = |class: usize, id: usize| file.tables[class][id].as_ref().expect("there");
    [0, 1].map(|id| Recoder::new([from(0, id), from(1, id)], [from(0, id), &other]))
}

#[test]
fn one_reader_and_two_find_what_decoding_finds() {
    let bytes = file(700, 500);
    let opened = File::read(&bytes).expect("a header");
    let file = Baseline::read(&opened, 50.0).expect("baseline");
    let data = file.segments.data();
    let (mut reader, mut before) = (BitReader::from_bit(data, 0), [0; 3]);
    let all = file.index().expect("intact");
    let blocks = file.layout.count() * file.layout.blocks.len();
    for (block, &end) in file.layout.blocks.iter().cycle().zip(&all.ends[..blocks]) {
        let c = block.component;
        let decoder = &file.recoder(c).decoder;
        decoder.decode(&mut reader, &mut before[c], &mut [0; 64]).expect("intact");
        assert_eq!(reader.position(), end as usize);
    }
    assert_eq!(all.recoded, [], "a table that lacks nothing keeps its codes");
    for tenths in 0..10 {
        let found = index(&file, &file.recoders, data, tenths).expect("intact");
        assert_eq!(found.ends, all.ends[..found.ends.len()], "{tenths}");
    }
}

#[test]
fn symbols_with_new_codes_are_found_by_one_reader_and_by_two() {
    let bytes = file(700, 500);
    let opened = File::read(&bytes).expect("a header");
    let file = Baseline::read(&opened, 50.0).expect("baseline");
    let recoders = all_new(&file);
    let one = index(&file, &recoders, file.segments.data(), 0).expect("intact");
    let symbols = |at: &Recoded| {
        recoders[file.layout.blocks[usize::from(at.block)].component.min(1)]
            .decoder
            .read_ac(&mut BitReader::from_bit(file.segments.data(), at.at as usize))
    };
    assert!(one.recoded.len() > one.ends.len());
    assert!(one.recoded.iter().all(|recoded| !recoded.is_dc && symbols(recoded).is_ok()));
    for tenths in 1..10 {
        assert!(
            index(&file, &recoders, file.segments.data(), tenths).as_ref() == Ok(&one),
            "{tenths}"
        );
    }
}

#[test]
fn a_file_of_which_nearly_every_symbol_would_be_new_is_left_to_a_full_decoder() {
    let bytes = file(2000, 1800);
    let opened = File::read(&bytes).expect("a header");
    let file = Baseline::read(&opened, 50.0).expect("baseline");
    let recoders = all_new(&file);
    for tenths in [0, 5] {
        let found = index(&file, &recoders, file.segments.data(), tenths);
        assert!(found == Err(Fault::TooMany), "{tenths}");
    }
}

#[test]
fn damage_is_found_by_one_reader_and_by_two() {
    let bytes = file(300, 200);
    let opened = File::read(&bytes).expect("a header");
    let file = Baseline::read(&opened, 50.0).expect("baseline");
    let mut noise = noise(7);
    let mut next = |below: usize| (noise() >> 8) as usize % below;
    let mut damaged = 0;
    for _ in 0..400 {
        let mut data = file.segments.data().to_vec();
        if next(8) == 0 {
            // A sequence of ones is not a code, so every guess of the second reader fails.
            let half = (data.len() - PADDING) / 2;
            data[half..].fill(0xff);
        }
        for _ in 0..=next(3) {
            let at = next(data.len() - PADDING);
            data[at] = next(256) as u8;
        }
        let cut = next(data.len() - PADDING);
        if cut % 2 == 0 {
            data.drain(cut / 2..cut);
        }
        let one = index(&file, &file.recoders, &data, 0);
        damaged += usize::from(one.is_err());
        for tenths in [3, 5] {
            let two = index(&file, &file.recoders, &data, tenths);
            assert_eq!(two.is_ok(), one.is_ok());
            assert!(one.is_err() || two == one);
        }
    }
    assert!(damaged > 100, "{damaged}");
}
