//! Keeps a thread's large buffers from call to call: to be given fresh pages by the system costs more
//! than most of what is then written into them.

use std::cell::Cell;
use std::thread::LocalKey;

/// Bytes of a larger buffer are given back.
const MOST: usize = 4 << 20;
/// Buffers that are kept, of more the largest.
const COUNT: usize = 4;

thread_local! {
    /// Files, and their texts.
    pub static BYTES: Kept<u8> = const { Kept::new() };
}

/// Buffers of a thread, the smallest first, for a `thread_local!`.
pub struct Kept<T>(Cell<Vec<Vec<T>>>);

impl<T> Kept<T> {
    /// Nothing kept yet.
    pub const fn new() -> Self {
        Self(Cell::new(Vec::new()))
    }

    fn find(&self, fits: impl Fn(&Vec<T>) -> bool) -> Option<Vec<T>> {
        let mut all = self.0.take();
        let found = all.iter().position(fits).map(|at| all.remove(at));
        self.0.set(all);
        found
    }

    fn put(&self, buffer: Vec<T>) {
        let mut all = self.0.take();
        let at = all.partition_point(|other| other.capacity() < buffer.capacity());
        all.insert(at, buffer);
        all.drain(..all.len().saturating_sub(COUNT));
        self.0.set(all);
    }
}

/// An empty buffer with room for `capacity` at least.
pub fn take<T>(kept: &'static LocalKey<Kept<T>>, capacity: usize) -> Vec<T> {
    let found = kept.try_with(|kept| kept.find(|buffer| buffer.capacity() >= capacity));
    let mut buffer = found.ok().flatten().unwrap_or_else(|| Vec::with_capacity(capacity));
    buffer.clear();
    buffer
}

/// A buffer of `length` at least, to be written over: it may hold what it held before.
pub fn take_filled<T: Clone + Default>(kept: &'static LocalKey<Kept<T>>, length: usize) -> Vec<T> {
    let found = kept.try_with(|kept| kept.find(|buffer| buffer.len() >= length));
    found.ok().flatten().unwrap_or_else(|| vec![T::default(); length])
}

/// Keeps what a file or a text was in, for the next call of this thread.
pub fn reuse(bytes: Vec<u8>) {
    give(&BYTES, bytes);
}

/// Keeps a buffer for the next call.
pub fn give<T>(kept: &'static LocalKey<Kept<T>>, buffer: Vec<T>) {
    if (1..=MOST).contains(&buffer.capacity().saturating_mul(size_of::<T>())) {
        // Where the thread ends there is nothing to keep it in.
        let _ = kept.try_with(|kept| kept.put(buffer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_comes_back_empty_and_a_huge_one_does_not() {
        thread_local! {
            static KEPT: Kept<u32> = const { Kept::new() };
        }
        let mut first = take(&KEPT, 1000);
        first.push(1u32);
        let at = first.as_ptr();
        give(&KEPT, first);
        let again = take(&KEPT, 900);
        assert!(again.as_ptr() == at && again.is_empty());
        assert!(take(&KEPT, 10).capacity() < 900, "one taken is not there twice");
        give(&KEPT, again);
        (1..=COUNT).for_each(|n| give(&KEPT, vec![7; 10 * n]));
        assert_eq!(take(&KEPT, 5).capacity(), 20, "of too many the smallest went");
        give(&KEPT, Vec::with_capacity(MOST));
        assert!(take(&KEPT, 1000).capacity() < MOST);
        assert!(take_filled(&KEPT, 35).len() == 40 && take_filled(&KEPT, 35).len() == 35);
    }
}
