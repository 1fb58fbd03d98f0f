//! Converts panics to a `CoreError` with the code `internal_error`, without output on stderr.

use crate::error;
use pyo3::prelude::*;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};

thread_local! {
    /// Source location of this thread's last panic.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// Installs a panic hook that records the location instead of printing it, because stderr belongs
/// to the host process. The panic message is discarded, because it may contain image content. Every
/// extension module has its own panic hook.
pub fn install() {
    set_hook(Box::new(|info: &PanicHookInfo| {
        let place = info.location().map(|at| format!("{}:{}", short(at.file()), at.line()));
        // While the thread is being destroyed, its thread-locals are gone and nobody reads the
        // location.
        let _ = PLACE.try_with(|last| last.set(place));
    }));
}

/// Returns the last components of a path, so that the build directory is not revealed.
fn short(file: &str) -> &str {
    let start = file.rmatch_indices(['/', '\\']).nth(3).map_or(0, |(at, _)| at + 1);
    &file[start..]
}

/// Runs the body of a Python-visible function and catches its panics. Code that released the GIL
/// reacquires it while the panic unwinds.
pub fn guarded<T>(py: Python<'_>, body: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    // Images are only read, so a panic leaves no inconsistent state behind.
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| {
        let place = PLACE.take().unwrap_or_else(|| "an unknown place".into());
        Err(error::fault(py, &place))
    })
}
