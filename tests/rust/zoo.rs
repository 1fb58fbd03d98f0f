//! The files of `tests/images/zoo`, shared by the tests of the codecs.

use std::path::PathBuf;

pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/images/zoo")
}

#[allow(dead_code, reason = "not every test reads single files")]
pub fn read(name: &str) -> Vec<u8> {
    std::fs::read(folder().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}
