//! Bit readers and writers for entropy-coded segments, and byte stuffing (0x00 after each 0xff).

use std::ops::Range;

/// Reads bits, most significant first. Beyond the end of the data it returns ones.
#[derive(Clone, Copy)]
pub struct BitReader<'a> {
    data: &'a [u8],
    /// The next bits, left-aligned.
    window: u64,
    /// Number of bits of `window` that are known to be valid.
    filled: u32,
    /// Index of the next byte to load into `window`.
    next: usize,
}

/// Number of bytes that must follow the data, so that an 8-byte load never extends beyond the
/// slice.
pub const PADDING: usize = 8;

impl<'a> BitReader<'a> {
    /// Creates a reader. `data` must end with [`PADDING`] bytes of 0xff that are not part of the
    /// segment.
    pub fn new(data: &'a [u8]) -> Self {
        Self::from_bit(data, 0)
    }

    /// Creates a reader at a bit position, with at least 49 bits available.
    #[inline(always)]
    pub fn from_bit(data: &'a [u8], bit: usize) -> Self {
        let mut reader = Self { data, window: 0, filled: 0, next: bit >> 3 };
        reader.refill();
        reader.skip((bit & 7) as u32);
        reader
    }

    /// Makes at least 56 bits available.
    #[inline(always)]
    pub fn refill(&mut self) {
        let rest = self.data.get(self.next..).and_then(|rest| rest.first_chunk::<8>());
        self.window |= rest.map_or(u64::MAX, |bytes| u64::from_be_bytes(*bytes)) >> self.filled;
        self.next += ((63 - self.filled) >> 3) as usize;
        self.filled |= 0b11_1000;
    }

    /// Returns the next bits, left-aligned; 56 of them are valid right after [`Self::refill`].
    #[inline(always)]
    pub fn window(&self) -> u64 {
        self.window
    }

    /// Returns the next `count` bits (1..=32), right-aligned, without consuming them.
    #[inline(always)]
    pub fn peek(&self, count: u32) -> u32 {
        (self.window >> (64 - count)) as u32
    }

    /// Consumes `count` bits, which must be available.
    #[inline(always)]
    pub fn skip(&mut self, count: u32) {
        self.window <<= count & 63;
        self.filled = self.filled.wrapping_sub(count);
    }

    /// Number of bits consumed so far.
    pub fn position(&self) -> usize {
        (self.next * 8).wrapping_sub(self.filled as usize)
    }

    /// Whether more bits were consumed than the data contain.
    pub fn is_past_end(&self) -> bool {
        self.position() > (self.data.len() - PADDING) * 8
    }
}

/// Number of bits above which a run is copied byte by byte, in vector registers.
const BULK: usize = 256;

/// Writes bits, most significant first.
#[derive(Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    /// Number of complete bytes written.
    used: usize,
    /// Up to 7 bits that do not fill a byte yet, left-aligned.
    pending: u64,
    count: u32,
}

impl BitWriter {
    /// Creates a writer with space for about `capacity` bytes.
    pub fn new(capacity: usize) -> Self {
        Self { bytes: vec![0; capacity + 8], used: 0, pending: 0, count: 0 }
    }

    /// Ensures space for `bytes` more bytes; bits written beyond the reserved space are lost.
    #[inline(always)]
    pub fn reserve(&mut self, bytes: usize) {
        if self.bytes.len() - self.used < bytes + 16 {
            // The buffer is moved out and back, so that the compiler can keep the writer in
            // registers.
            self.bytes = grown(std::mem::take(&mut self.bytes), bytes);
        }
    }

    /// Appends the low `length` bits (0..=56) of `bits`; all other bits of `bits` must be 0.
    #[inline(always)]
    pub fn put(&mut self, bits: u64, length: u32) {
        let count = self.count + length;
        self.pending |= (bits << 1) << (63u32.wrapping_sub(count) & 63);
        if let Some(target) = self.bytes.get_mut(self.used..self.used + 8) {
            target.copy_from_slice(&self.pending.to_be_bytes());
        }
        self.used += (count >> 3) as usize;
        self.pending <<= count & !7;
        self.count = count & 7;
    }

    /// Appends a range of bits of `data`, which must end with [`PADDING`] extra bytes.
    #[inline(always)]
    pub fn copy(&mut self, data: &[u8], range: Range<usize>) {
        let (mut at, end) = (range.start, range.end);
        self.reserve(range.len() / 8 + 1);
        if range.len() > BULK {
            // The pending byte is filled first. Then each output byte combines two neighbouring
            // input bytes, shifted.
            let lead = self.count.wrapping_neg() & 7;
            self.put_from(data, at, lead);
            at += lead as usize;
            let (first, count, shift) = (at >> 3, (end - at) >> 3, (at & 7) as u32);
            if let (Some(from), Some(to)) =
                (data.get(first..=first + count), self.bytes.get_mut(self.used..self.used + count))
            {
                for (to, two) in to.iter_mut().zip(from.windows(2)) {
                    *to = (u16::from_be_bytes([two[0], two[1]]) << shift >> 8) as u8;
                }
            }
            self.used += count;
            at += 8 * count;
        }
        while at < end {
            let length = (end - at).min(48);
            self.put_from(data, at, length as u32);
            at += length;
        }
    }

    /// Appends `length` bits (0..=48) of `data`, starting at bit `bit`.
    #[inline(always)]
    fn put_from(&mut self, data: &[u8], bit: usize, length: u32) {
        let rest = data.get(bit >> 3..).and_then(|rest| rest.first_chunk::<8>());
        let window = rest.map_or(0, |bytes| u64::from_be_bytes(*bytes)) << (bit & 7);
        self.put(window >> 16 >> (48 - length), length);
    }

    /// Pads the last byte with ones, as T.81 (F.1.2.3) requires.
    pub fn finish_segment(&mut self) {
        if self.count > 0 {
            let missing = 8 - self.count;
            self.reserve(1);
            self.put((1 << missing) - 1, missing);
        }
    }

    /// Returns the complete bytes written so far.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.used]
    }

    /// Discards the written bytes but keeps the buffer.
    pub fn clear(&mut self) {
        self.used = 0;
    }
}

#[cold]
fn grown(mut buffer: Vec<u8>, bytes: usize) -> Vec<u8> {
    let len = buffer.len() + buffer.len() / 4 + bytes + 16;
    buffer.resize(len, 0);
    buffer
}

/// Index of the first 0xff, or the length if there is none.
#[inline]
fn find_ff(bytes: &[u8]) -> usize {
    let mut at = 0;
    // Whole chunks come first, because the compiler compares them in vector registers.
    for chunk in bytes.chunks_exact(32) {
        if chunk.iter().fold(0, |any, &b| any | u8::from(b == 0xff)) != 0 {
            break;
        }
        at += 32;
    }
    at + bytes[at..].iter().position(|&b| b == 0xff).unwrap_or(bytes.len() - at)
}

/// Appends `bytes`, with 0x00 inserted after each 0xff.
pub fn stuff(mut bytes: &[u8], out: &mut Vec<u8>) {
    loop {
        let run = find_ff(bytes);
        out.extend_from_slice(&bytes[..run]);
        if run == bytes.len() {
            return;
        }
        out.extend_from_slice(&[0xff, 0]);
        bytes = &bytes[run + 1..];
    }
}

/// Appends the entropy-coded bytes from the start of `bytes` up to the next marker, without their
/// stuffing. Returns the number of input bytes consumed.
pub fn unstuff(bytes: &[u8], out: &mut Vec<u8>) -> usize {
    let mut at = 0;
    loop {
        let run = find_ff(&bytes[at..]);
        out.extend_from_slice(&bytes[at..at + run]);
        at += run;
        match bytes.get(at + 1) {
            Some(0) => {
                out.push(0xff);
                at += 2;
            }
            _ => return at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_back_as_written() {
        let mut writer = BitWriter::new(0);
        let items: Vec<(u64, u32)> =
            (1..=56).map(|length| (0xa55a_5a5a_a5a5_5a5a & ((1 << length) - 1), length)).collect();
        for &(bits, length) in &items {
            writer.reserve(8);
            writer.put(bits, length);
        }
        writer.finish_segment();
        let mut data = writer.bytes().to_vec();
        data.extend_from_slice(&[0xff; PADDING]);
        let mut reader = BitReader::new(&data);
        for &(bits, length) in &items {
            reader.refill();
            assert_eq!(reader.window() >> (64 - length), bits);
            reader.skip(length);
        }
        assert!(!reader.is_past_end());
        reader.refill();
        reader.skip(8);
        assert!(reader.is_past_end());
    }

    #[test]
    fn runs_of_bits_are_copied_from_any_bit_to_any_bit() {
        let mut data: Vec<u8> = (0..200u32).map(|i| (i * 97 + i * i / 3) as u8).collect();
        let bit = |data: &[u8], i: usize| data[i / 8] >> (7 - i % 8) & 1;
        data.extend_from_slice(&[0xff; PADDING]);
        for start in 0..17 {
            for (lead, length) in [(0, 0), (3, 1), (7, 47), (1, 48), (5, 255), (2, 700), (8, 1500)]
            {
                let mut writer = BitWriter::new(0);
                writer.put(0, lead);
                writer.copy(&data, start..start + length);
                writer.put(0, 8);
                let written = writer.bytes();
                let same = |i| bit(written, lead as usize + i) == bit(&data, start + i);
                assert!((0..length).all(same), "{length} bits from {start} behind {lead}");
            }
        }
    }

    #[test]
    fn stuffing_is_undone_up_to_the_marker() {
        let plain: Vec<u8> = (0..500).map(|i| if i % 37 == 0 { 0xff } else { i as u8 }).collect();
        let mut stuffed = Vec::new();
        stuff(&plain, &mut stuffed);
        let coded = stuffed.len();
        stuffed.extend_from_slice(&[0xff, 0xd9, 1, 2, 3]);
        let mut back = Vec::new();
        assert_eq!(unstuff(&stuffed, &mut back), coded);
        assert_eq!(back, plain);
    }

    #[test]
    fn a_cut_stream_ends_where_it_ends() {
        let mut out = Vec::new();
        assert_eq!(unstuff(&[1, 2, 0xff], &mut out), 2);
        assert_eq!(unstuff(&[], &mut out), 0);
    }
}
