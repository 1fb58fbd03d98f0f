//! Keeps a thread's large buffer from call to call: to be given fresh pages by the system costs more
//! than most of what is then written into them.

use std::cell::Cell;

/// Bytes of a larger buffer are given back.
const MOST: usize = 4 << 20;

/// One buffer of a thread, for a `thread_local!`.
pub struct Kept<T>(Cell<Vec<T>>);

impl<T> Kept<T> {
    /// Nothing kept yet.
    pub const fn new() -> Self {
        Self(Cell::new(Vec::new()))
    }

    /// An empty buffer with room for `capacity` at least; the one that is kept if it has that.
    pub fn take(&self, capacity: usize) -> Vec<T> {
        let mut kept = self.0.take();
        kept.clear();
        if kept.capacity() >= capacity { kept } else { Vec::with_capacity(capacity) }
    }

    /// A buffer of `length` at least, to be written over: it may hold what it held before.
    pub fn take_filled(&self, length: usize) -> Vec<T>
    where
        T: Clone + Default,
    {
        let kept = self.0.take();
        if kept.len() >= length { kept } else { vec![T::default(); length] }
    }

    /// Keeps a buffer; of two the larger one.
    pub fn give(&self, buffer: Vec<T>) {
        let kept = self.0.take();
        let is_small = buffer.capacity().saturating_mul(size_of::<T>()) <= MOST;
        let is_larger = buffer.capacity() > kept.capacity();
        self.0.set(if is_small && is_larger { buffer } else { kept });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_comes_back_empty_and_a_huge_one_does_not() {
        let kept = Kept::new();
        let mut first = kept.take(1000);
        first.push(1u32);
        let at = first.as_ptr();
        kept.give(first);
        let again = kept.take(900);
        assert!(again.as_ptr() == at && again.is_empty());
        assert!(kept.take(10).capacity() < 900, "one taken is not there twice");
        kept.give(again);
        kept.give(Vec::with_capacity(10));
        assert!(kept.take(1000).capacity() >= 1000);
        kept.give(Vec::with_capacity(MOST));
        assert!(kept.take(0).capacity() < MOST);
    }
}
