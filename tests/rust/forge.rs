//! Random JPEGs: valid files of every kind that T.81 allows, including those that no encoder
//! writes.
//!
//! Any number of components, sampling factors, quantization tables of 8 and 16 bits, restart
//! intervals, scan orders, progressive scans with refinements, and application segments of all
//! kinds.

use crate::mutate::Chance;

/// A file and its known properties.
pub struct Forged {
    pub file: Vec<u8>,
    /// Whether every decoder of 8-bit Huffman-coded files must read it.
    pub is_sound: bool,
    /// Stored size in pixels.
    pub size: (u16, u16),
}

struct Component {
    h: usize,
    v: usize,
    table: u8,
    across: usize,
    down: usize,
    /// Blocks per row, padded to whole MCUs.
    stride: usize,
    /// Nonzero coefficients so far in a progressive file, one bit per coefficient in zigzag order.
    known: Vec<u64>,
}

/// Entropy-coded bits with byte stuffing.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    pending: u64,
    count: u32,
}

impl Bits {
    fn put(&mut self, value: u32, length: u32) {
        self.pending = self.pending << length | u64::from(value) & ((1 << length) - 1);
        self.count += length;
        while self.count >= 8 {
            self.count -= 8;
            let byte = (self.pending >> self.count) as u8;
            self.bytes.push(byte);
            if byte == 0xff {
                self.bytes.push(0);
            }
        }
    }

    fn finish(&mut self) {
        if self.count > 0 {
            self.put((1 << (8 - self.count)) - 1, 8 - self.count);
        }
    }
}

fn segment(marker: u8, body: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&[0xff, marker]);
    out.extend_from_slice(&(body.len() as u16 + 2).to_be_bytes());
    out.extend_from_slice(body);
}

/// Makes one random file.
pub fn forge(chance: &mut Chance) -> Forged {
    let (w, h) = (1 + chance.below(70) as u16, 1 + chance.below(50) as u16);
    let count = [3, 3, 3, 3, 1, 1, 4, 2][chance.below(8)];
    let sides = if chance.once_in(3) { [1, 2, 3, 4] } else { [1, 2, 1, 2] };
    let mut parts: Vec<Component> = (0..count)
        .map(|_| Component {
            h: sides[chance.below(4)],
            v: sides[chance.below(4)],
            table: chance.below(4) as u8,
            across: 0,
            down: 0,
            stride: 0,
            known: Vec::new(),
        })
        .collect();
    let usual = count == 3 && !chance.once_in(3);
    if usual {
        // The usual case: chroma is subsampled or as fine as luminance.
        for part in &mut parts[1..] {
            (part.h, part.v) = (1, 1);
        }
    }
    let most = |f: fn(&Component) -> usize| parts.iter().map(f).max().unwrap_or(1);
    let (most_h, most_v) = (most(|p| p.h), most(|p| p.v));
    let units = (usize::from(w).div_ceil(8 * most_h), usize::from(h).div_ceil(8 * most_v));
    for part in &mut parts {
        part.across = (usize::from(w) * part.h).div_ceil(most_h).div_ceil(8);
        part.down = (usize::from(h) * part.v).div_ceil(most_v).div_ceil(8);
        part.stride = units.0 * part.h;
        part.known = vec![0; part.stride * units.1 * part.v];
    }
    let is_sound = count != 2 && parts.iter().all(|p| most_h % p.h == 0 && most_v % p.v == 0);
    let is_progressive = chance.once_in(if usual { 6 } else { 2 });
    let mut out = vec![0xff, 0xd8];
    extras(chance, &mut out);
    for id in 0..4 {
        let wide = chance.once_in(8);
        let mut body = vec![u8::from(wide) << 4 | id];
        for _ in 0..64 {
            if wide {
                body.push(u8::from(chance.once_in(20)));
            }
            body.push(1 + chance.below(60) as u8);
        }
        segment(0xdb, &body, &mut out);
    }
    let ids: Vec<u8> = match chance.below(8) {
        0 => vec![b'R', b'G', b'B', b'K'],
        1 => vec![0, 1, 2, 3],
        _ => vec![1, 2, 3, 4],
    };
    let process = if is_progressive { 0xc2 } else { 0xc0 | u8::from(chance.once_in(10)) };
    let ([h1, h0], [w1, w0]) = (h.to_be_bytes(), w.to_be_bytes());
    let mut frame = vec![8, h1, h0, w1, w0, count as u8];
    for (part, id) in parts.iter().zip(&ids) {
        frame.extend_from_slice(&[*id, (part.h << 4 | part.v) as u8, part.table]);
    }
    segment(0xc0 | process, &frame, &mut out);
    // Codes of 4 bits for 12 magnitudes and of 8 bits for 0 to 0xfe: each symbol is its own code.
    segment(
        0xc4,
        &[&[0][..], &[0, 0, 0, 12], &[0; 12], &(0..12).collect::<Vec<u8>>()].concat(),
        &mut out,
    );
    let all: Vec<u8> = (0..0xff).collect();
    segment(0xc4, &[&[0x10][..], &[0; 7], &[0xff], &[0; 8], &all].concat(), &mut out);
    let mut writer = Writer { parts, units, ids, out, interval: 0 };
    for scan in scans(&writer.parts, is_progressive, chance) {
        if chance.once_in(3) {
            writer.interval = chance.below(9);
            segment(0xdd, &(writer.interval as u16).to_be_bytes(), &mut writer.out);
        }
        writer.write(&scan, is_progressive, chance);
        if chance.once_in(16) {
            extras(chance, &mut writer.out);
        }
    }
    let mut file = writer.out;
    file.extend_from_slice(&[0xff, 0xd9]);
    Forged { file, is_sound, size: (w, h) }
}

/// Components, Ss, Se, Ah and Al of a scan.
type Scan = (Vec<usize>, usize, usize, u8, u8);

fn scans(parts: &[Component], is_progressive: bool, chance: &mut Chance) -> Vec<Scan> {
    let everything: Vec<usize> = (0..parts.len()).collect();
    let blocks: usize = parts.iter().map(|p| p.h * p.v).sum();
    // An interleaved MCU has at most ten blocks (T.81, B.2.3).
    let together = parts.len() == 1 || (blocks <= 10 && !chance.once_in(3));
    let groups: Vec<Vec<usize>> =
        if together { vec![everything] } else { everything.iter().map(|&c| vec![c]).collect() };
    if !is_progressive {
        return groups.into_iter().map(|group| (group, 0, 63, 0, 0)).collect();
    }
    let mut all = Vec::new();
    let low = chance.below(3) as u8;
    all.extend(groups.iter().map(|group| (group.clone(), 0, 0, 0, low)));
    for bit in (0..low).rev() {
        all.extend(groups.iter().map(|group| (group.clone(), 0, 0, bit + 1, bit)));
    }
    for c in 0..parts.len() {
        let split = 1 + chance.below(63);
        let low = chance.below(3) as u8;
        for (start, end) in [(1, split), (split + 1, 63)] {
            if start <= end && !chance.once_in(4) {
                all.push((vec![c], start, end, 0, low));
                all.extend((0..low).rev().map(|bit| (vec![c], start, end, bit + 1, bit)));
            }
        }
    }
    all
}

/// Application segments and comments, valid and invalid ones.
fn extras(chance: &mut Chance, out: &mut Vec<u8>) {
    for _ in 0..chance.below(4) {
        let start: &[u8] = match chance.below(10) {
            0 => b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0",
            1 => b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0",
            2 => b"Adobe\0d\0\0\0\0\x01",
            3 => b"ICC_PROFILE\0\x01\x01abcdefgh",
            4 => b"http://ns.adobe.com/xap/1.0/\0",
            5 => b"Photoshop 3.0\x008BIM\x04\x04\0\0\0\0",
            6 => b"MPF\0II*\0",
            _ => b"",
        };
        let mut body = start.to_vec();
        match chance.below(4) {
            0 => body.truncate(chance.below(body.len() + 1)),
            1 if !body.is_empty() => {
                let at = chance.below(body.len());
                body[at] = chance.next() as u8;
            }
            2 => body.extend((0..chance.below(40)).map(|_| chance.next() as u8)),
            _ => {}
        }
        let marker = match start.first() {
            Some(b'J') => 0xe0,
            Some(b'E' | b'h') => 0xe1,
            Some(b'A') => 0xee,
            Some(b'I' | b'M') => 0xe2,
            Some(b'P') => 0xed,
            _ => [0xfe, 0xe4, 0xeb][chance.below(3)],
        };
        segment(marker, &body, out);
    }
}

struct Writer {
    parts: Vec<Component>,
    units: (usize, usize),
    ids: Vec<u8>,
    out: Vec<u8>,
    interval: usize,
}

impl Writer {
    fn write(&mut self, scan: &Scan, is_progressive: bool, chance: &mut Chance) {
        let (group, start, end, high, low) = scan;
        let mut head = vec![group.len() as u8];
        for &c in group {
            head.extend_from_slice(&[self.ids[c], 0]);
        }
        head.extend_from_slice(&[*start as u8, *end as u8, high << 4 | low]);
        segment(0xda, &head, &mut self.out);
        let (alone, first) = (group.len() == 1, group[0]);
        let units =
            if alone { (self.parts[first].across, self.parts[first].down) } else { self.units };
        let (mut bits, mut restarts, mut run) = (Bits::default(), 0u8, 0u32);
        for unit in 0..units.0 * units.1 {
            if self.interval > 0 && unit > 0 && unit % self.interval == 0 {
                bits.finish();
                bits.bytes.extend_from_slice(&[0xff, 0xd0 | restarts & 7]);
                restarts = restarts.wrapping_add(1);
                run = 0;
            }
            let (column, row) = (unit % units.0, unit / units.0);
            for &c in group {
                let part = &mut self.parts[c];
                let (h, v) = if alone { (1, 1) } else { (part.h, part.v) };
                for (y, x) in (0..v).flat_map(|y| (0..h).map(move |x| (y, x))) {
                    let at = (row * v + y) * part.stride + column * h + x;
                    let left = match self.interval {
                        0 => units.0 * units.1 - unit,
                        every => (every - unit % every).min(units.0 * units.1 - unit),
                    };
                    let known = &mut part.known[at];
                    if is_progressive {
                        progressive(known, scan, &mut run, left as u32, chance, &mut bits);
                    } else {
                        sequential(chance, &mut bits);
                    }
                }
            }
        }
        bits.finish();
        self.out.append(&mut bits.bytes);
    }
}

/// A small random DC difference.
fn difference(chance: &mut Chance, bits: &mut Bits) {
    let size = if chance.once_in(2) { 0 } else { chance.below(5) as u32 };
    bits.put(size, 4);
    bits.put(chance.next() as u32, size);
}

fn sequential(chance: &mut Chance, bits: &mut Bits) {
    difference(chance, bits);
    let mut k = 1;
    while k < 64 && !chance.once_in(4) {
        let largest = if chance.once_in(9) { 10 } else { 3 };
        let (zeros, size) = (chance.below(8), 1 + chance.below(largest));
        if k + zeros > 63 {
            break;
        }
        bits.put((zeros << 4 | size) as u32, 8);
        bits.put(chance.next() as u32, size as u32);
        k += zeros + 1;
    }
    if k < 64 {
        bits.put(0, 8);
    }
}

fn progressive(
    known: &mut u64,
    (_, start, end, high, _): &Scan,
    run: &mut u32,
    left: u32,
    chance: &mut Chance,
    bits: &mut Bits,
) {
    if *start == 0 {
        match high {
            0 => difference(chance, bits),
            _ => bits.put(chance.next() as u32, 1),
        }
        return;
    }
    let (mut k, end) = (*start, *end);
    // Correction bits follow the symbol that precedes their coefficients (T.81, G.1.2.3).
    let correct = |from: usize, to: usize, known: u64, chance: &mut Chance, bits: &mut Bits| {
        for _ in (from..to).filter(|&k| known >> k & 1 == 1) {
            bits.put(chance.next() as u32, 1);
        }
    };
    let before = *known;
    if *run == 0 {
        while k <= end && !chance.once_in(3) {
            // Position of a new coefficient after some zeros.
            let (mut zeros, mut to) = (chance.below(5), k);
            let wanted = zeros;
            while to <= end && (before >> to & 1 == 1 || zeros > 0) {
                zeros -= usize::from(before >> to & 1 == 0);
                to += 1;
            }
            if to > end {
                break;
            }
            let size = if *high > 0 { 1 } else { 1 + chance.below(5) };
            bits.put((wanted << 4 | size) as u32, 8);
            bits.put(chance.next() as u32, size as u32);
            if *high > 0 {
                correct(k, to, before, chance, bits);
            }
            *known |= 1 << to;
            k = to + 1;
        }
        if k <= end {
            // End of band, for this block or a run of blocks (EOBn).
            let exponent = if chance.once_in(3) { left.ilog2().min(14) } else { 0 };
            bits.put(exponent << 4, 8);
            let more = if exponent > 0 {
                chance.below((left - (1 << exponent) + 1).min(1 << exponent) as usize) as u32
            } else {
                0
            };
            bits.put(more, exponent);
            *run = (1 << exponent) + more;
        }
    }
    if *run > 0 {
        if *high > 0 {
            correct(k, end + 1, before, chance, bits);
        }
        *run -= 1;
    }
}
