//! Reuses a thread's large buffers across calls, because the page faults of newly allocated memory
//! cost more than most of the work that fills the memory.

use std::cell::Cell;
use std::thread::LocalKey;

/// Maximum size in bytes of a buffer that is kept for reuse; larger buffers are freed.
const MOST: usize = 4 << 20;
/// Maximum number of buffers to keep for reuse; the largest ones are kept.
const COUNT: usize = 4;

thread_local! {
    /// Buffers for files and for their base64 texts.
    pub static BYTES: Kept<u8> = const { Kept::new() };
}

/// The buffers that a thread keeps for its next calls, the smallest first. Used in a
/// `thread_local!`.
pub struct Kept<T>(Cell<Vec<Vec<T>>>);

impl<T> Kept<T> {
    /// Creates an empty collection.
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

/// Returns an empty buffer with a capacity of at least `capacity`.
pub fn take<T>(kept: &'static LocalKey<Kept<T>>, capacity: usize) -> Vec<T> {
    let found = kept.try_with(|kept| kept.find(|buffer| buffer.capacity() >= capacity));
    let mut buffer = found.ok().flatten().unwrap_or_else(|| Vec::with_capacity(capacity));
    buffer.clear();
    buffer
}

/// Returns a buffer of at least `length` entries. It may contain old data, which the caller must
/// overwrite.
pub fn take_filled<T: Clone + Default>(kept: &'static LocalKey<Kept<T>>, length: usize) -> Vec<T> {
    let found = kept.try_with(|kept| kept.find(|buffer| buffer.len() >= length));
    found.ok().flatten().unwrap_or_else(|| vec![T::default(); length])
}

/// Makes the buffer of a file or a text available to this thread's next call.
pub fn reuse(bytes: Vec<u8>) {
    give(&BYTES, bytes);
}

/// Makes a buffer available to this thread's next call.
pub fn give<T>(kept: &'static LocalKey<Kept<T>>, buffer: Vec<T>) {
    if (1..=MOST).contains(&buffer.capacity().saturating_mul(size_of::<T>())) {
        // While the thread is being destroyed, the collection is gone and the buffer is freed.
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
