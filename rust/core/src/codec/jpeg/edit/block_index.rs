//! Finds where every block of a scan begins, without decoding its symbols one by one.
//!
//! One table lookup skips as many whole symbols as fit in twelve bits. Each lookup depends on the
//! one before, so two readers alternate to hide the latency. The first reader starts at the
//! beginning of the scan. The second starts in the middle, where it can only guess that an MCU
//! begins. Huffman codes resynchronise by themselves (Klein and Wiseman, 2003), on screenshots
//! within about thirty blocks. Once the first reader ends a block at the same bit as the second
//! reader did, and at the same position in the MCU, all blocks that the second reader found after
//! that bit are valid.
//!
//! On screenshots from 720p to 4K, transcoding with one reader takes 1.27 to 1.32 times as long as
//! with two readers without marks, and 1.08 to 1.14 times as long with 50 marks. Three or four
//! readers take as long as two; eight take longer.

use crate::codec::jpeg::entropy::bits::BitReader;
use crate::codec::jpeg::entropy::huffman_decoder::{BITS, Decoder, Fault, SIZE, is_baseline};
use crate::codec::jpeg::syntax::huffman::{Codes, HuffmanSpec};
use crate::kept::{self, Kept};
use std::ops::Range;

thread_local! {
    /// Reusable buffers for the end positions of blocks.
    pub static ENDS: Kept<u32> = const { Kept::new() };
}

/// The symbols at the start of a bit pattern, packed in one word: their length in bits (8 bits),
/// whether the block ends (1 bit), and how many coefficients they cover (7 bits). A coverage of 64
/// means that the next symbol must be read separately.
#[derive(Clone, Copy, Default)]
struct Step(u16);

const ALONE: Step = Step(64 << 9);
/// Number of table lookups per load of 56 bits: two lookups that skip at most `MOST` bits each, and
/// one that needs `BITS` bits.
const LOOKUPS: usize = 3;
/// Maximum number of bits that one lookup skips, so that all lookups of a load fit in its 56 bits.
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

    /// Merges this step with the next one if both fit in one lookup. All fields are sums, so adding
    /// the words adds the fields.
    #[inline(always)]
    fn then(self, next: Self) -> Self {
        let both = Self(self.0.wrapping_add(next.0));
        if both.passed() <= MOST && both.coefs() < 64 { both } else { self }
    }
}

/// The Huffman tables of a component: one pair (DC and AC) for reading the file, and one pair for
/// writing the edited file.
pub struct Recoder {
    /// The AC Huffman table of the file that is read.
    pub from_ac: HuffmanSpec,
    pub decoder: Decoder,
    /// The codes with which the edited file writes DC and AC symbols.
    pub codes: [Codes; 2],
    /// For DC and for AC: whether the code of a symbol in the edited file differs from its code in
    /// the file that is read.
    changed: [[bool; 256]; 2],
    /// Lookup tables for DC and for AC symbols, indexed by the next bits.
    steps: [Vec<Step>; 2],
}

impl Recoder {
    /// Builds the tables. `from` are the file's tables (DC, AC), `to` are those of the result.
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

/// Builds the lookup tables for DC and for AC symbols.
fn steps([dc, ac]: [&HuffmanSpec; 2], changed: &[[bool; 256]; 2]) -> [Vec<Step>; 2] {
    let legal = |symbol: u8| is_baseline(symbol) && !changed[1][usize::from(symbol)];
    let of_ac = |symbol: u8| (symbol != 0).then_some(u32::from(symbol >> 4) + 1);
    // After the first symbol of a pattern, a shorter pattern remains. So the tables are built from
    // width 0 upwards.
    let mut by_width = vec![vec![ALONE]];
    for width in 1..=BITS {
        let next = extended(ac, width, &by_width, legal, of_ac);
        by_width.push(next);
    }
    let legal = |symbol: u8| symbol < 12 && !changed[0][usize::from(symbol)];
    let dc = extended(dc, BITS, &by_width, legal, |_| Some(1));
    [dc, by_width.pop().unwrap_or_default()]
}

/// Builds the steps for all patterns of `width` bits. Each step consists of the pattern's first
/// symbol, followed by the step for the remaining bits from a narrower table. `coefs` returns how
/// many coefficients a symbol covers, or `None` if it ends the block.
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

/// Number of step tables: one for DC and one for AC symbols of each pair of Huffman tables.
const TABLES: usize = 8;

/// Lookup tables shared by all readers of a scan.
pub struct Lookups<'a> {
    steps: Box<[Step; TABLES * SIZE]>,
    /// For every block of an MCU, the state that follows a step: in the low half if the block
    /// continues, in the high half if it ends. A state combines the block's index in the MCU with
    /// the offset of the table to use.
    states: [u32; 32],
    /// The recoder of every block of an MCU.
    recoders: Vec<&'a Recoder>,
    first: u32,
}

impl<'a> Lookups<'a> {
    /// `blocks` lists, for each block of an MCU, the index of its recoder.
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

/// A symbol whose code in the edited file differs from its code in the file that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recoded {
    /// Position of the symbol's first bit in the scan.
    pub at: u32,
    /// Index, in the MCU, of the block that contains the symbol.
    pub block: u16,
    /// Whether the symbol is a DC symbol.
    pub is_dc: bool,
}

/// The end of every block of a scan, and the symbols that need new codes.
///
/// Invariants for the blocks of the scan: `ends` increases strictly, also across segments. A block
/// begins where the previous one ends, or at the start of its segment, and has at least two
/// symbols. The bits between two ends are whole symbols of legal coefficients. `ends` has a few
/// unused entries after the last block.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct BlockIndex {
    /// For each block, the position of the first bit after the block in the unstuffed segments.
    pub ends: Vec<u32>,
    /// The symbols that need new codes, sorted by `at`; none lies after the last block.
    pub recoded: Vec<Recoded>,
}

impl Drop for BlockIndex {
    fn drop(&mut self) {
        kept::give(&ENDS, std::mem::take(&mut self.ends));
    }
}

/// The state of one reader.
struct Reader {
    /// Position of the next bit to read.
    at: usize,
    state: u32,
    /// Number of coefficients of the current block that have been skipped so far.
    k: u32,
    /// Number of valid entries in `found.ends`, that is, of blocks found so far.
    count: usize,
    /// Number of times that the reader restarted after a wrong guess of where an MCU begins.
    guesses: u32,
    found: BlockIndex,
}

/// Number of blocks that tells two failures apart: a reader that started at a wrong guess fails
/// before it has found this many; one that fails later has reached the end of the data.
const FAR: usize = 4096;
/// Maximum number of recoded symbols: a hundred times as many as a large screenshot has. A Huffman
/// table without any free code space would make every symbol a recoded one.
const MOST_RECODED: usize = 1 << 20;
/// Maximum number of guesses per reader of where an MCU begins, so that damaged data do not cause
/// one attempt per bit.
const GUESSES: u32 = 64;
/// Minimum length of a segment, in bytes, for which a second reader saves time.
const LONG: usize = 1 << 14;

impl Reader {
    /// Creates a reader at a bit where an MCU begins; `found` already contains `count` blocks.
    fn new(at: usize, lookups: &Lookups, found: BlockIndex, count: usize) -> Self {
        Self { at, state: lookups.first, k: 0, count, guesses: 0, found }
    }

    /// Skips the symbols covered by one 56-bit load.
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
        // The loop has no branch that depends on where blocks end. Such a branch would be
        // unpredictable, and one misprediction costs more than the whole loop.
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

    /// Skips one symbol that a table lookup cannot skip: a long symbol, one that needs a new code,
    /// or the last symbol of a block without an EOB.
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

    /// Restarts one bit later after a wrong guess of where an MCU begins. Returns false if another
    /// guess is not worthwhile.
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

    /// Reads until `most` blocks are found or a block end coincides with one found by `next`. In
    /// the second case, copies the remaining blocks from `next`.
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

    /// Like `pass`, but ignores errors after the last block, because a load may extend beyond it.
    #[inline(always)]
    fn pass_within(&mut self, most: usize, lookups: &Lookups, data: &[u8]) -> Result<(), Fault> {
        let outcome = self.pass(lookups, data);
        if self.count < most { outcome } else { Ok(()) }
    }
}

/// Returns how many coefficients of a block are known after a symbol; 64 if the symbol ends the
/// block.
fn after(k: u32, symbol: u8) -> Result<u32, Fault> {
    let after = if symbol == 0 { 64 } else { k + u32::from(symbol >> 4) + 1 };
    if after > 64 { Err(Fault::BadCode) } else { Ok(after) }
}

impl BlockIndex {
    /// Allocates space for `blocks` blocks.
    pub fn new(blocks: usize) -> Self {
        // `pass` writes the ends of a whole load without checking for the last block, hence the
        // extra entries.
        Self { ends: kept::take_filled(&ENDS, blocks + LOOKUPS + 1), recoded: Vec::new() }
    }

    /// Finds the blocks of one segment, which is a range of bytes in `data` followed by padding.
    /// `blocks` are the indices of those blocks in the scan.
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

    /// Like `segment`. If `middle` is given, a second reader starts at that bit.
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
