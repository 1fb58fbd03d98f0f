//! Turns a panic into a `CoreError` with the code `internal_error`, and prints nothing.

use crate::error;
use pyo3::prelude::*;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};

thread_local! {
    /// Where this thread panicked last.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// Keeps the place of a panic instead of printing it: stderr belongs to whoever runs us. The message
/// is left out, as it may hold what is in a picture. Every extension module has a hook of its own.
pub fn install() {
    set_hook(Box::new(|info: &PanicHookInfo| {
        let place = info.location().map(|at| format!("{}:{}", short(at.file()), at.line()));
        // While a thread ends there is nowhere to keep it, and nobody to tell.
        let _ = PLACE.try_with(|last| last.set(place));
    }));
}

/// The last parts of a path: where the sources lay when this was built is nobody's business.
fn short(file: &str) -> &str {
    let start = file.rmatch_indices(['/', '\\']).nth(3).map_or(0, |(at, _)| at + 1);
    &file[start..]
}

/// Runs the body of a function of this module. A section without the lock takes it back while the
/// panic passes through.
pub fn guarded<T>(py: Python<'_>, body: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    // Pictures are only read, so nothing half-done is left behind.
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| {
        let place = PLACE.take().unwrap_or_else(|| "an unknown place".into());
        Err(error::fault(py, &place))
    })
}
