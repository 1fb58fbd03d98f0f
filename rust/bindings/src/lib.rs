//! The Python module `viewmark._core`: a list of exports and nothing else.

use pyo3::prelude::*;

/// The native half of viewmark.
#[pymodule]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
