//! Finds where every block of a scan begins, without decoding its symbols one by one.
//!
//! One lookup passes as many whole symbols as twelve bits hold. As each lookup waits for the one
//! before, two readers go through the scan by turns: the first from its start, the second from the
//! middle, where it can only guess that an MCU begins. Huffman codes fall into step by themselves
//! (Klein and Wiseman, 2003), on screenshots within some thirty blocks: when the first ends a block at
//! the same bit as the second did, and at the same place in its MCU, then all that the second found
//! from there on is true.
//!
//! Measured on screenshots of 720p to 4K: with one reader, a transcode without marks takes 1.27 to
//! 1.32 times as long as with two, and one with 50 marks 1.08 to 1.14 times. Three and four take as
//! long as two, eight longer.

use crate::codec::jpeg::entropy::bits::BitReader;
use crate::codec::jpeg::entropy::huffman_decoder::{BITS, Decoder, Fault, SIZE, is_baseline};
use crate::codec::jpeg::syntax::huffman::{Codes, HuffmanSpec};
use crate::kept::{self, Kept};
use std::ops::Range;

thread_local! {
    /// Where blocks end.
    pub static ENDS: Kept<u32> = const { Kept::new() };
}

/// What the next bits are, in one word: how many are passed (8 bits), whether the block ends (1 bit),
/// and how many coefficients are passed (7 bits; 64: one symbol must be read alone).
#[derive(Clone, Copy, Default)]
struct Step(u16);

const ALONE: Step = Step(64 << 9);
/// Lookups for one load of 56 bits: two that pass at most `MOST` and one that needs `BITS`.
const LOOKUPS: usize = 3;
const MOST: u16 = 22;

impl Step {
    fn new(passed: u32, coefs: u32, ends: bool) -> Self {
        Self((passed | u32::from(ends) << 8 | coefs << 9) as u16)
    }

    #[inline(always)]
    fn passed(self) -> u16 {
        self.0 & 0xff
    }

    #[inline(always)]
    fn coefs(self) -> u32 {
        u32::from(self.0 >> 9)
    }

    #[inline(always)]
    fn ends(self) -> bool {
        self.0 & 0x100 != 0
    }

    /// This one, and the next if both fit. All fields are sums, so a sum of words does it.
    #[inline(always)]
    fn then(self, next: Self) -> Self {
        let both = Self(self.0.wrapping_add(next.0));
        if both.passed() <= MOST && both.coefs() < 64 { both } else { self }
    }
}

/// A component's tables: what it is read with and what it is written with.
pub struct Recoder {
    /// The AC table of the file.
    pub from_ac: HuffmanSpec,
    pub decoder: Decoder,
    /// Of DC and of AC symbols.
    pub codes: [Codes; 2],
    /// Symbols whose code in the result is another one.
    changed: [[bool; 256]; 2],
    /// The steps of DC and of AC symbols.
    steps: [Vec<Step>; 2],
}

impl Recoder {
    /// From the tables of the file (DC, AC) to those of the result.
    pub fn new(from: [&HuffmanSpec; 2], to: [&HuffmanSpec; 2]) -> Self {
        let (old, codes) = (from.map(Codes::new), to.map(Codes::new));
        let changed = [0, 1].map(|class: usize| {
            let (old, new) = (&old[class], &codes[class]);
            let differs = |s: usize| (old.code[s], old.length[s]) != (new.code[s], new.length[s]);
            std::array::from_fn(differs)
        });
        let steps = steps(from, &changed);
        let decoder = Decoder::new(from[0], from[1]);
        Self { from_ac: from[1].clone(), decoder, codes, changed, steps }
    }
}

/// Both tables of steps.
fn steps([dc, ac]: [&HuffmanSpec; 2], changed: &[[bool; 256]; 2]) -> [Vec<Step>; 2] {
    let legal = |symbol: u8| is_baseline(symbol) && !changed[1][usize::from(symbol)];
    let of_ac = |symbol: u8| (symbol != 0).then_some(u32::from(symbol >> 4) + 1);
    // What a few bits are is what the end of more bits is, so from none upwards.
    let mut by_width = vec![vec![ALONE]];
    for width in 1..=BITS {
        let next = extended(ac, width, &by_width, legal, of_ac);
        by_width.push(next);
    }
    let legal = |symbol: u8| symbol < 12 && !changed[0][usize::from(symbol)];
    let dc = extended(dc, BITS, &by_width, legal, |_| Some(1));
    [dc, by_width.pop().unwrap_or_default()]
}

/// The steps of all patterns of `width` bits: each its first symbol and what the bits behind that
/// are by the narrower tables. `coefs` tells how many coefficients a symbol passes; `None` if it
/// ends the block.
fn extended(
    spec: &HuffmanSpec,
    width: u32,
    narrower: &[Vec<Step>],
    legal: impl Fn(u8) -> bool,
    coefs: impl Fn(u8) -> Option<u32>,
) -> Vec<Step> {
    let mut steps = vec![ALONE; 1 << width];
    spec.for_each_code(|symbol, code, length| {
        let length = u32::from(length);
        if length > width || !legal(symbol) {
            return;
        }
        let (coefs, passed) = (coefs(symbol), length + u32::from(symbol & 15));
        let step = Step::new(passed, coefs.unwrap_or(0), coefs.is_none());
        let first = usize::from(code) << (width - length);
        let all = &mut steps[first..first + (1 << (width - length))];
        if step.ends() || passed >= width {
            return all.fill(step);
        }
        let rest = &narrower[(width - passed) as usize];
        for part in all.chunks_exact_mut(rest.len()) {
            for (out, &next) in part.iter_mut().zip(rest) {
                *out = step.then(next);
            }
        }
    });
    steps
}

/// Tables of steps: for every pair of Huffman tables one for DC and one for AC symbols.
const TABLES: usize = 8;

/// What a scan's readers share.
pub struct Lookups<'a> {
    steps: Box<[Step; TABLES * SIZE]>,
    /// For every block of an MCU the state behind a step: low half if the block goes on, high half
    /// if it ends. A state is the number of the block and where its table begins.
    states: [u32; 32],
    /// For every block of an MCU.
    recoders: Vec<&'a Recoder>,
    first: u32,
}

impl<'a> Lookups<'a> {
    /// For MCUs of these blocks, each with the number of its tables.
    pub fn new(recoders: &'a [Recoder], blocks: &[usize]) -> Self {
        let mut steps = Vec::with_capacity(TABLES * SIZE);
        recoders
            .iter()
            .flat_map(|recoder| &recoder.steps)
            .for_each(|table| steps.extend_from_slice(table));
        steps.resize(TABLES * SIZE, ALONE);
        let steps = steps.into_boxed_slice().try_into();
        let count = blocks.len();
        let state = |block: usize, class: usize| {
            (((2 * blocks[block % count] + class) * SIZE) | (block % count)) as u32
        };
        let mut states = [0; 32];
        for (block, both) in states[..count].iter_mut().enumerate() {
            *both = state(block, 1) | state(block + 1, 0) << 16;
        }
        Self {
            steps: steps.unwrap_or_else(|_| unreachable!("resized to this length")),
            states,
            recoders: blocks.iter().map(|&recoder| &recoders[recoder]).collect(),
            first: state(0, 0),
        }
    }
}

/// A symbol whose code in the result is another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recoded {
    /// Its first bit.
    pub at: u32,
    /// The block's number in its MCU.
    pub block: u16,
    /// Whether it is a DC symbol.
    pub is_dc: bool,
}

/// Every block of a scan.
///
/// Invariants, of the blocks that are there: `ends` rises, also from segment to segment; a block
/// begins where the one before ends, or where its segment does, and has two symbols at least;
/// between both bits there are whole symbols of legal coefficients. Behind them, `ends` has some
/// entries without a meaning.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct BlockIndex {
    /// The bit of the unstuffed segments behind each block.
    pub ends: Vec<u32>,
    /// In order of `at`; none behind the last block.
    pub recoded: Vec<Recoded>,
}

impl Drop for BlockIndex {
    fn drop(&mut self) {
        kept::give(&ENDS, std::mem::take(&mut self.ends));
    }
}

/// One reader.
struct Reader {
    /// The next bit.
    at: usize,
    state: u32,
    /// Coefficients of the block that are passed.
    k: u32,
    /// How many of `found.ends` are found.
    count: usize,
    /// How often it began anew.
    guesses: u32,
    found: BlockIndex,
}

/// Blocks that a wrong guess never comes to; a reader that fails later has met the end of the data.
const FAR: usize = 4096;
/// Recoded symbols: a hundred times as many as a large screenshot has. Tables without any
/// room would make every symbol one.
const MOST_RECODED: usize = 1 << 20;
/// Guesses of one reader: damaged data must not cost a try for every bit.
const GUESSES: u32 = 64;
/// Bytes of a segment from which a second reader pays.
const LONG: usize = 1 << 14;

impl Reader {
    /// At a bit where an MCU begins, with room for what it finds.
    fn new(at: usize, lookups: &Lookups, found: BlockIndex, count: usize) -> Self {
        Self { at, state: lookups.first, k: 0, count, guesses: 0, found }
    }

    /// Passes a load's worth.
    #[inline(always)]
    fn pass(&mut self, lookups: &Lookups, data: &[u8]) -> Result<(), Fault> {
        let mut at = self.at;
        let byte = at >> 3;
        let bytes = data.get(byte..byte + 8).and_then(|rest| rest.first_chunk::<8>());
        let mut window = u64::from_be_bytes(*bytes.ok_or(Fault::End)?) << (at & 7);
        let first = self.count;
        let Some(slots) = self.found.ends.get_mut(first..first + 4) else {
            self.grow();
            return Ok(());
        };
        let (mut state, mut k, mut count) = (self.state, self.k, 0);
        // No branch depends on where blocks end: that cannot be foretold, and a wrong guess of the
        // processor costs more than all of this.
        for _ in 0..LOOKUPS {
            let table = state as usize & ((TABLES - 1) * SIZE);
            let step = lookups.steps[table + (window >> (64 - BITS)) as usize];
            let next = lookups.states[state as usize & 31];
            let after = k + step.coefs();
            if after > 63 {
                (self.at, self.state, self.k, self.count) = (at, state, k, first + count);
                return self.pass_alone(lookups, data);
            }
            window <<= step.passed();
            at += usize::from(step.passed());
            slots[count & 3] = at as u32;
            let ends = step.ends();
            state = if ends { next >> 16 } else { next & 0xffff };
            k = if ends { 0 } else { after };
            count += usize::from(ends);
        }
        (self.at, self.state, self.k, self.count) = (at, state, k, first + count);
        Ok(())
    }

    /// Passes one symbol: a long one, one that is recoded, or the last of a block without an end.
    #[inline(never)]
    fn pass_alone(&mut self, lookups: &Lookups, data: &[u8]) -> Result<(), Fault> {
        let mut reader = BitReader::from_bit(data, self.at);
        let block = (self.state & 31) as usize;
        let recoder = lookups.recoders[block];
        let (is_dc, symbol) = if self.k == 0 {
            self.k = 1;
            (true, recoder.decoder.read_dc(&mut reader)?.0)
        } else {
            let (symbol, _, _) = recoder.decoder.read_ac(&mut reader)?;
            self.k = after(self.k, symbol)?;
            (false, symbol)
        };
        if recoder.changed[usize::from(!is_dc)][usize::from(symbol)] {
            if self.found.recoded.len() == MOST_RECODED {
                return Err(Fault::TooMany);
            }
            self.found.recoded.push(Recoded { at: self.at as u32, block: block as u16, is_dc });
        }
        self.at = reader.position();
        if self.k == 64 {
            self.found.ends[self.count] = self.at as u32;
            self.count += 1;
            (self.k, self.state) = (0, lookups.states[block] >> 16);
        } else {
            self.state = lookups.states[block] & 0xffff;
        }
        Ok(())
    }

    #[cold]
    fn grow(&mut self) {
        let room = 2 * self.found.ends.len() + 64;
        self.found.ends.resize(room, 0);
    }

    /// Forgets a wrong guess and makes another; whether that is worth it.
    #[cold]
    fn guess_again(&mut self, lookups: &Lookups) -> bool {
        if self.count > FAR || self.guesses == GUESSES {
            return false;
        }
        (self.at, self.state, self.k, self.count) = (self.at + 1, lookups.first, 0, 0);
        self.found.recoded.clear();
        self.guesses += 1;
        true
    }

    /// Goes on until `most` blocks are found or the next reader's are met, and takes those over.
    #[inline(always)]
    fn join(
        &mut self,
        next: &Reader,
        start: usize,
        most: usize,
        lookups: &Lookups,
        data: &[u8],
    ) -> Result<(), Fault> {
        let per_mcu = lookups.recoders.len();
        let theirs = &next.found.ends[..next.count];
        let (mut mine, mut other) = (self.count.saturating_sub(1).max(start), 0);
        loop {
            for at in mine..self.count.min(most) {
                let end = self.found.ends[at];
                other += theirs[other..].iter().take_while(|&&their| their < end).count();
                let Some(&their) = theirs.get(other) else { return Ok(()) };
                let (own, other_own) = ((at + 1 - start) % per_mcu, (other + 1) % per_mcu);
                if their != end || own != other_own {
                    continue;
                }
                let taken = &theirs[other + 1..];
                let taken = &taken[..taken.len().min(most - at - 1)];
                self.count = at + 1 + taken.len();
                self.found.ends[at + 1..self.count].copy_from_slice(taken);
                self.found
                    .recoded
                    .truncate(self.found.recoded.partition_point(|recoded| recoded.at < end));
                let first = next.found.recoded.partition_point(|recoded| recoded.at < end);
                self.found.recoded.extend_from_slice(&next.found.recoded[first..]);
                if self.found.recoded.len() > MOST_RECODED {
                    return Err(Fault::TooMany);
                }
                (self.at, self.state, self.k) = (next.at, next.state, next.k);
                return Ok(());
            }
            mine = self.count;
            if self.count >= most {
                return Ok(());
            }
            self.pass_within(most, lookups, data)?;
        }
    }

    /// Passes a load's worth; what is wrong behind the last block does not matter.
    #[inline(always)]
    fn pass_within(&mut self, most: usize, lookups: &Lookups, data: &[u8]) -> Result<(), Fault> {
        let outcome = self.pass(lookups, data);
        if self.count < most { outcome } else { Ok(()) }
    }
}

/// How many coefficients of a block are passed behind a symbol; 64 if it ends.
fn after(k: u32, symbol: u8) -> Result<u32, Fault> {
    let after = if symbol == 0 { 64 } else { k + u32::from(symbol >> 4) + 1 };
    if after > 64 { Err(Fault::BadCode) } else { Ok(after) }
}

impl BlockIndex {
    /// Room for so many blocks.
    pub fn new(blocks: usize) -> Self {
        // A load's worth is written at once.
        Self { ends: kept::take_filled(&ENDS, blocks + LOOKUPS + 1), recoded: Vec::new() }
    }

    /// Finds the blocks of a segment, bytes of `data` with padding behind: those from `blocks.start`
    /// to `blocks.end` of the whole.
    #[inline(always)]
    pub fn segment(
        &mut self,
        lookups: &Lookups,
        data: &[u8],
        segment: Range<usize>,
        blocks: Range<usize>,
    ) -> Result<(), Fault> {
        let middle =
            (segment.len() >= LONG).then(|| usize::midpoint(segment.start, segment.end) * 8);
        self.segment_from(middle, lookups, data, segment, blocks)
    }

    /// The same with a second reader that begins at a bit, if at any.
    #[inline(always)]
    fn segment_from(
        &mut self,
        middle: Option<usize>,
        lookups: &Lookups,
        data: &[u8],
        segment: Range<usize>,
        blocks: Range<usize>,
    ) -> Result<(), Fault> {
        let to = segment.end * 8;
        let mut first = Reader::new(segment.start * 8, lookups, std::mem::take(self), blocks.start);
        if let Some(middle) = middle {
            let room = blocks.len() / 2 + blocks.len() / 4 + 64;
            let mut second = Reader::new(middle, lookups, Self::new(room), 0);
            let (mut is_useful, mut is_busy) = (true, true);
            while is_busy {
                is_busy = first.at < middle && first.count < blocks.end;
                if is_busy {
                    first.pass_within(blocks.end, lookups, data)?;
                }
                if is_useful && second.at < to && second.count < blocks.len() {
                    is_busy = true;
                    is_useful = second.pass(lookups, data).is_ok() || second.guess_again(lookups);
                }
            }
            first.join(&second, blocks.start, blocks.end, lookups, data)?;
        }
        while first.count < blocks.end {
            first.pass_within(blocks.end, lookups, data)?;
        }
        *self = first.found;
        let end = if blocks.is_empty() { 0 } else { self.ends[blocks.end - 1] };
        self.recoded.truncate(self.recoded.partition_point(|recoded| recoded.at < end));
        if end as usize > to { Err(Fault::End) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests;
