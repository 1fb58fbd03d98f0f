//! Converts core errors to the only exception of this module: `CoreError(code, message, data)`.

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use viewmark_core::Error;

create_exception!(_core, CoreError, PyException, "A failure with arguments (code, message, data).");

/// Converts a core error to the exception. The numbers in the message are also stored in `data`.
pub fn raise(py: Python<'_>, error: &Error) -> PyErr {
    let data = PyDict::new(py);
    let filled = match error {
        Error::ImageTooLarge { width, height, limit } => data
            .set_item("width", width)
            .and_then(|()| data.set_item("height", height))
            .and_then(|()| data.set_item("limit", limit)),
        Error::SizesDiffer { before, after } => {
            data.set_item("before", before).and_then(|()| data.set_item("after", after))
        }
        Error::InvalidMark { index, .. } => data.set_item("index", index),
        Error::BudgetImpossible { limit, smallest } => {
            data.set_item("limit", limit).and_then(|()| data.set_item("smallest", smallest))
        }
        _ => Ok(()),
    };
    match filled {
        Ok(()) => CoreError::new_err((error.code(), error.to_string(), data.unbind())),
        Err(failed) => failed,
    }
}

/// Creates the exception for an internal error (a panic), with its source location.
pub fn fault(py: Python<'_>, place: &str) -> PyErr {
    let data = PyDict::new(py);
    match data.set_item("place", place) {
        Ok(()) => {
            let message = format!("The pixel core failed at {place}; this is a fault of viewmark.");
            CoreError::new_err(("internal_error", message, data.unbind()))
        }
        Err(failed) => failed,
    }
}
