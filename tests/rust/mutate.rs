//! Format-aware damage: segments, tables, sizes and entropy-coded bytes of a JPEG, chunks of a PNG
//! with corrected checksums, and plain bytes of any file.

/// Xorshift64*: random enough for bytes, and the same on every machine.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2) + 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound.max(1)
    }

    /// True with probability 1 / `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn byte(&mut self) -> u8 {
        (self.next() >> 40) as u8
    }

    fn one_of(&mut self, values: &[u8]) -> u8 {
        values[self.below(values.len())]
    }
}

/// Applies one to four mutations, mostly one; two thirds of the files keep their structure.
pub fn damage(file: &mut Vec<u8>, other: &[u8], chance: &mut Chance) {
    if file.is_empty() {
        file.push(chance.byte());
    }
    let is_jpeg = file.starts_with(&[0xff, 0xd8]);
    let is_aware = !chance.once_in(3);
    let more = if chance.once_in(3) { chance.below(4) } else { 0 };
    for _ in 0..=more {
        match (is_aware, is_jpeg) {
            (true, true) => damage_jpeg(file, other, chance),
            (true, false) => damage_png(file, chance),
            (false, _) => damage_bytes(file, other, chance),
        }
        if file.is_empty() {
            file.push(0xff);
        }
    }
}

/// Mutates bits, bytes and lengths, truncates, repeats, and inserts parts of another file.
fn damage_bytes(file: &mut Vec<u8>, other: &[u8], chance: &mut Chance) {
    let at = chance.below(file.len());
    match chance.below(9) {
        0 | 1 => file[at] ^= 1 << chance.below(8),
        2 => file[at] = chance.byte(),
        3 => file[at] = chance.one_of(&[0, 1, 0x7f, 0x80, 0xff]),
        4 if chance.once_in(4) => file.truncate(at + 1),
        5 => {
            let end = (at + 1 + chance.below(8)).min(file.len());
            file.drain(at..end);
        }
        6 => {
            let end = (at + 1 + chance.below(16)).min(file.len());
            let piece = file[at..end].to_vec();
            file.splice(at..at, piece);
        }
        7 => {
            let from = chance.below(other.len());
            let end = (from + 1 + chance.below(64)).min(other.len());
            file.splice(at..at, other[from..end].iter().copied());
        }
        _ => {
            let value = (chance.next() as u16).to_be_bytes();
            for (byte, value) in file[at..].iter_mut().zip(value) {
                *byte = value;
            }
        }
    }
}

/// A JPEG's segments as (marker, start, end), SOS last; and the end of the entropy-coded data.
fn segments(file: &[u8]) -> (Vec<(u8, usize, usize)>, usize) {
    let (mut found, mut at) = (Vec::new(), 2);
    while let Some(&[0xff, marker, high, low]) = file.get(at..at + 4) {
        let end = at + 2 + (usize::from(high) << 8 | usize::from(low));
        if end > file.len() || end < at + 4 {
            break;
        }
        found.push((marker, at, end));
        at = end;
        if marker == 0xda {
            break;
        }
    }
    let scan = file.get(at..).unwrap_or_default();
    let marker = scan.windows(2).position(|pair| {
        pair[0] == 0xff && pair[1] != 0 && !(0xd0..=0xd7).contains(&pair[1]) && pair[1] != 0xff
    });
    (found, at + marker.unwrap_or(scan.len()))
}

fn damage_jpeg(file: &mut Vec<u8>, other: &[u8], chance: &mut Chance) {
    let (found, scan_end) = segments(file);
    let Some(&(_, _, scan_start)) = found.last() else {
        return damage_bytes(file, other, chance);
    };
    if chance.once_in(2) {
        return damage_scan(file, scan_start, scan_end, chance);
    }
    let (marker, start, end) = found[chance.below(found.len())];
    match chance.below(8) {
        // Duplicates, removes or moves a segment, or falsifies its length.
        0 if chance.once_in(3) => {
            let copy = file[start..end].to_vec();
            let (_, before, _) = found[chance.below(found.len())];
            file.splice(before..before, copy);
        }
        1 if chance.once_in(3) => {
            file.drain(start..end);
        }
        2 if chance.once_in(3) => file[start + 3] = file[start + 3].wrapping_add(chance.byte() % 5),
        // Inserts fill bytes, a comment, a restart interval, or a table of another file.
        3 => {
            let new: &[u8] = match chance.below(4) {
                0 => &[0xff; 3],
                1 => &[0xff, 0xfe, 0, 5, b'a', 0xff, 0xd9],
                2 => &[0xff, 0xdd, 0, 4, 0, 1 + chance.byte() % 8],
                _ => {
                    let (theirs, _) = segments(other);
                    let pick = chance.below(theirs.len());
                    theirs.get(pick).map_or(&[], |&(_, from, to)| &other[from..to])
                }
            };
            let new = new.to_vec();
            file.splice(start..start, new);
        }
        _ => damage_segment(&mut file[start..end], marker, chance),
    }
}

/// Changes values inside a segment; its length stays the same.
fn damage_segment(segment: &mut [u8], marker: u8, chance: &mut Chance) {
    let body = segment.len() - 4;
    let at = 4 + chance.below(body);
    match marker {
        // SOF: process, precision, size, sampling factors, table numbers.
        0xc0..=0xc3 | 0xc5..=0xcb if segment.len() >= 13 => match chance.below(6) {
            0 => segment[1] = chance.one_of(&[0xc0, 0xc1, 0xc2, 0xc3, 0xc9]),
            1 => segment[4] = chance.one_of(&[8, 8, 12, 16]),
            // Sizes of a few MCUs; occasionally the maximum.
            2 | 3 => {
                let large = chance.once_in(50);
                let side = if large { 0xffff } else { chance.below(80) as u16 };
                let at = 5 + 2 * chance.below(2);
                segment[at..at + 2].copy_from_slice(&side.to_be_bytes());
            }
            _ => {
                let entries = (segment.len() - 10) / 3;
                let entry = 10 + 3 * chance.below(entries);
                let sampling = chance.one_of(&[0x11, 0x12, 0x21, 0x22, 0x41, 0x14, 0x31, 0x44]);
                segment[entry + 1] = sampling;
                if chance.once_in(3) {
                    segment[entry + 2] = chance.byte() % 4;
                }
            }
        },
        // DHT: moves codes to other lengths, or swaps symbols.
        0xc4 if segment.len() >= 22 => match chance.below(4) {
            0 => {
                let (from, to) = (5 + chance.below(16), 5 + chance.below(16));
                if segment[from] > 0 {
                    segment[from] -= 1;
                    segment[to] = segment[to].wrapping_add(1);
                }
            }
            1 => {
                let symbols = segment.len() - 21;
                let (a, b) = (21 + chance.below(symbols), 21 + chance.below(symbols));
                segment.swap(a, b);
            }
            2 => {
                let symbols = segment.len() - 21;
                segment[21 + chance.below(symbols)] = chance.byte();
            }
            _ => segment[4] = chance.one_of(&[0, 1, 2, 0x10, 0x11, 0x12]),
        },
        // DQT: small and large quantization steps.
        0xdb => segment[at] = chance.one_of(&[1, 2, 3, 16, 99, 255, 0]),
        // SOS: components, tables, and the spectral selection.
        0xda => segment[at] = chance.one_of(&[0, 1, 2, 3, 0x10, 0x11, 0x22, 63, 5]),
        _ if body > 0 => segment[at] = chance.byte(),
        _ => {}
    }
}

/// Changes entropy-coded bytes without creating markers by accident; inserts some on purpose.
fn damage_scan(file: &mut Vec<u8>, start: usize, end: usize, chance: &mut Chance) {
    let at = start + chance.below(end - start);
    if at >= file.len() {
        return;
    }
    match chance.below(10) {
        0..=3 => {
            file[at] ^= 1 << chance.below(8);
            if file[at] == 0xff {
                file.insert(at + 1, 0);
            }
        }
        4 => file[at] = chance.byte() & 0xfe,
        5 => {
            let to = (at + 1 + chance.below(6)).min(end);
            file.drain(at..to);
        }
        6 => {
            let many = 1 + chance.below(12);
            let value = chance.byte() & 0xfe;
            file.splice(at..at, std::iter::repeat_n(value, many));
        }
        7 if chance.once_in(2) => {
            let restart = 0xd0 | chance.byte() & 7;
            file.splice(at..at, [0xff, restart]);
        }
        // Repeats the scan, or inserts a DNL segment or EOI.
        8 if chance.once_in(3) => {
            let (found, _) = segments(file);
            let Some(&(_, sos, _)) = found.last() else {
                return;
            };
            let again = file[sos..end].to_vec();
            file.splice(end..end, again);
        }
        8 => {
            file.splice(end..end, [0xff, 0xdc, 0, 4, 0, 1 + chance.byte() % 60]);
        }
        9 if chance.once_in(4) => file.truncate(at + 1),
        _ => {
            file.splice(at..at, [0xff, 0]);
        }
    }
}

/// Changes a chunk's bytes, or makes a new PNG of noise; the checksum is mostly correct.
fn damage_png(file: &mut Vec<u8>, chance: &mut Chance) {
    if chance.once_in(3) {
        *file = noise_png(chance);
        return;
    }
    let (mut chunks, mut at) = (Vec::new(), 8);
    while let Some(head) = file.get(at..at + 4) {
        let length = head.iter().fold(0, |n, &b| n << 8 | usize::from(b));
        if at.saturating_add(length) + 12 > file.len() {
            break;
        }
        chunks.push((at, length));
        at += length + 12;
    }
    let pick = chance.below(chunks.len());
    let Some(&(at, length)) = chunks.get(pick) else {
        return;
    };
    if chance.once_in(6) {
        file.drain(at..at + length + 12);
        return;
    }
    let place = at + 8 + chance.below(length);
    file[place] = if chance.once_in(2) { chance.byte() } else { chance.one_of(&[0, 1, 3, 8, 16]) };
    if !chance.once_in(8) {
        let sum = crc32(&file[at + 4..at + 8 + length]);
        file[at + 8 + length..at + 12 + length].copy_from_slice(&sum.to_be_bytes());
    }
}

/// A small PNG of any kind with random rows; valid unless chance decides otherwise.
fn noise_png(chance: &mut Chance) -> Vec<u8> {
    let (w, h) = (1 + chance.below(40) as u8, 1 + chance.below(30) as u8);
    let (color, channels) = [(0, 1), (2, 3), (3, 1), (4, 2), (6, 4)][chance.below(5)];
    let depth = chance.one_of(&[8, 8, 16, 1, 2, 4]);
    let interlaced = u8::from(chance.once_in(4));
    let row = 1 + (usize::from(w) * channels * usize::from(depth)).div_ceil(8);
    let mut raw: Vec<u8> = (0..row * usize::from(h)).map(|_| chance.byte()).collect();
    for line in raw.chunks_exact_mut(row) {
        line[0] %= if chance.once_in(40) { 255 } else { 5 };
    }
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(*b"IHDR", &[0, 0, 0, w, 0, 0, 0, h, depth, color, 0, 0, interlaced], &mut out);
    if color == 3 {
        let colors = 1 + chance.below(256);
        let palette: Vec<u8> = (0..3 * colors).map(|_| chance.byte()).collect();
        chunk(*b"PLTE", &palette, &mut out);
    }
    if chance.once_in(4) {
        chunk(*b"tRNS", &[0, 7, 0, 200, 0, 9][..chance.below(7)], &mut out);
    }
    let length = (raw.len() as u16).to_le_bytes();
    // One stored block (RFC 1951) and the Adler-32 checksum (RFC 1950).
    let head = [0x78, 1, 1, length[0], length[1], !length[0], !length[1]];
    let (a, b) = raw.iter().fold((1u32, 0u32), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65_521;
        (a, (a + b) % 65_521)
    });
    // Text and profile chunks, some of them decompression bombs: a run of zeros after a few bytes.
    for _ in 0..chance.below(3) {
        let kind = [*b"tEXt", *b"zTXt", *b"iTXt", *b"iCCP", *b"eXIf", *b"gAMA", *b"acTL", *b"fcTL"];
        let mut body = match chance.below(3) {
            0 => b"name\0\0".to_vec(),
            1 => b"name\0\x01\0en\0name\0".to_vec(),
            _ => Vec::new(),
        };
        if chance.once_in(2) {
            body.extend_from_slice(&[0x78, 1, 0xed, 0xc1, 1, 1, 0, 0, 0, 0x80, 0x90, 0xfe, 0xaf]);
        }
        body.extend((0..chance.below(30)).map(|_| chance.byte()));
        chunk(kind[chance.below(kind.len())], &body, &mut out);
    }
    chunk(*b"IDAT", &[&head[..], &raw, &(b << 16 | a).to_be_bytes()].concat(), &mut out);
    chunk(*b"IEND", &[], &mut out);
    out
}

/// Appends one chunk with its checksum.
pub fn chunk(kind: [u8; 4], body: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&(body.len() as u32).to_be_bytes());
    let from = out.len();
    out.extend_from_slice(&kind);
    out.extend_from_slice(body);
    let sum = crc32(&out[from..]);
    out.extend_from_slice(&sum.to_be_bytes());
}

/// CRC-32 (ISO 3309), as in PNG.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            sum >> 1 ^ (0xedb8_8320 & (sum & 1).wrapping_neg())
        })
    })
}
