//! The Python module `viewmark._core`: accepts and returns plain values, and releases the GIL while
//! it works.

mod convert;
mod error;
mod net;

use convert::{Around, Picture, RawAround, RawMark, RawPlacement, RawStyle};
use net::guarded;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use viewmark_core as core;
use viewmark_core::{Error, PixelView, Source};

/// Runs `job` without the GIL and converts its error to `CoreError`.
fn unlocked<T: Send>(py: Python<'_>, job: impl FnOnce() -> Result<T, Error> + Send) -> PyResult<T> {
    py.detach(job).map_err(|failed| error::raise(py, &failed))
}

/// Unwraps the result of converting an argument and converts its error to `CoreError`.
fn checked<T>(py: Python<'_>, value: Result<T, Error>) -> PyResult<T> {
    value.map_err(|failed| error::raise(py, &failed))
}

/// A borrowed image that can be read without the GIL.
enum Readable<'a> {
    File(&'a [u8]),
    Base64(&'a str),
    Pixels(PixelView<'a>),
}

impl<'a> Readable<'a> {
    fn of(py: Python<'_>, picture: &'a Picture<'_>) -> PyResult<Self> {
        Ok(match picture {
            Picture::File(bytes) => Self::File(bytes.as_bytes()),
            Picture::Text(text) => Self::Base64(text.to_str()?),
            Picture::Array(array) => Self::Pixels(checked(py, convert::view(array))?),
        })
    }

    /// Calls `job` with the image in the form in which the core reads it.
    fn with<T>(self, job: impl FnOnce(Source<'_>) -> Result<T, Error>) -> Result<T, Error> {
        match self {
            Self::File(bytes) => job(Source::File(bytes)),
            Self::Base64(text) => {
                let file = core::decode_base64(text.as_bytes())?;
                let done = job(Source::File(&file));
                core::reuse(file);
                done
            }
            Self::Pixels(view) => job(Source::Pixels(view)),
        }
    }
}

/// Calls `job` with the image as a source, without the GIL.
fn with_source<T: Send>(
    py: Python<'_>,
    picture: &Picture<'_>,
    job: impl FnOnce(Source<'_>) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let readable = Readable::of(py, picture)?;
    unlocked(py, || readable.with(job))
}

/// Returns a file to Python: as `str` if `text` contains its base64 form, otherwise as `bytes`.
/// Both buffers are recycled.
fn file_out(py: Python<'_>, file: Vec<u8>, text: Option<String>) -> Bound<'_, PyAny> {
    let made = match &text {
        Some(text) => PyString::new(py, text).into_any(),
        None => PyBytes::new(py, &file).into_any(),
    };
    core::reuse(file);
    core::reuse(text.unwrap_or_default().into_bytes());
    made
}

/// The native half of viewmark: functions that read, draw on and compare images.
#[pymodule]
mod _core {
    #[allow(clippy::wildcard_imports, reason = "the module is this file, seen by its macros")]
    use super::*;

    #[pymodule_export]
    use super::error::CoreError;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        net::install();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    /// Panics, with or without the GIL, to test that panics become exceptions.
    #[pyfunction]
    fn _panic(py: Python<'_>, detached: bool) -> PyResult<()> {
        let fail = || -> Result<(), Error> { panic!("on purpose") };
        guarded(py, || if detached { unlocked(py, fail) } else { checked(py, fail()) })
    }

    #[pyfunction]
    #[pyo3(signature = (image, marks, *, style, around, format, quality, max_base64,
        max_edge=None, placements=None, as_base64=false))]
    #[expect(clippy::too_many_arguments, reason = "keywords of the seam")]
    fn annotate<'py>(
        py: Python<'py>,
        image: &Bound<'py, PyAny>,
        marks: Vec<RawMark>,
        style: RawStyle,
        around: RawAround,
        format: &str,
        quality: u8,
        max_base64: usize,
        max_edge: Option<u32>,
        placements: Option<Vec<RawPlacement>>,
        as_base64: bool,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyDict>)> {
        guarded(py, || {
            let picture = Picture::extract(image)?;
            let marks = checked(py, convert::marks(marks))?;
            let style = checked(py, convert::style(style))?;
            let format = checked(py, convert::format(format))?;
            let around = Around::from(around);
            let placements = match placements {
                Some(raw) => {
                    let all: Result<Vec<_>, _> =
                        raw.into_iter().map(convert::placement_in).collect();
                    Some(checked(py, all)?)
                }
                None => None,
            };
            let request = core::Request {
                format,
                quality,
                max_base64,
                max_edge,
                placements: placements.as_deref(),
                ..around.request(&style)
            };
            let (done, coded) = with_source(py, &picture, |source| {
                let done = core::annotate(source, &marks, &request)?;
                let coded = as_base64.then(|| core::encode_base64(&done.data));
                Ok((done, coded))
            })?;
            let info = info(py, &done)?;
            Ok((file_out(py, done.data, coded), info))
        })
    }

    fn info<'py>(py: Python<'py>, done: &core::Annotated) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        info.set_item("format", done.format.name())?;
        info.set_item("width", done.size.w())?;
        info.set_item("height", done.size.h())?;
        info.set_item("quality", done.quality)?;
        info.set_item("scale", done.scale)?;
        info.set_item("base64_size", core::base64_len(done.data.len()))?;
        let placements: Vec<RawPlacement> =
            done.placements.iter().map(convert::placement_out).collect();
        info.set_item("placements", placements)?;
        info.set_item("untouched", done.untouched)?;
        info.set_item("passes", done.passes)?;
        let ms = |duration: std::time::Duration| duration.as_secs_f64() * 1e3;
        let core::Timings { decode, place, encode } = done.timings;
        info.set_item("timings", (ms(decode), ms(place), ms(encode)))?;
        Ok(info)
    }

    #[pyfunction]
    #[pyo3(signature = (width, height, marks, *, style, around))]
    fn place(
        py: Python<'_>,
        width: u32,
        height: u32,
        marks: Vec<RawMark>,
        style: RawStyle,
        around: RawAround,
    ) -> PyResult<Vec<RawPlacement>> {
        guarded(py, || {
            let marks = checked(py, convert::marks(marks))?;
            let style = checked(py, convert::style(style))?;
            checked(py, style.validate())?;
            let size = checked(py, size_of(width, height))?;
            let around = Around::from(around);
            unlocked(py, || {
                let placements = around.place(size, &marks, &style);
                Ok(placements.iter().map(convert::placement_out).collect())
            })
        })
    }

    fn size_of(width: u32, height: u32) -> Result<core::Size, Error> {
        core::Size::new(width, height).ok_or_else(|| {
            Error::InvalidOption(format!("a size of {width}x{height}; both lie in 1..=65535"))
        })
    }

    #[pyfunction]
    #[pyo3(signature = (image, marks, *, style, around))]
    fn explain<'py>(
        py: Python<'py>,
        image: &Bound<'py, PyAny>,
        marks: Vec<RawMark>,
        style: RawStyle,
        around: RawAround,
    ) -> PyResult<Bound<'py, PyBytes>> {
        guarded(py, || {
            let picture = Picture::extract(image)?;
            let marks = checked(py, convert::marks(marks))?;
            let style = checked(py, convert::style(style))?;
            let around = Around::from(around);
            let request = around.request(&style);
            let data = with_source(py, &picture, |source| core::explain(source, &marks, &request))?;
            Ok(PyBytes::new(py, &data))
        })
    }

    #[pyfunction]
    fn probe(py: Python<'_>, image: &Bound<'_, PyAny>) -> PyResult<(&'static str, u32, u32)> {
        guarded(py, || {
            let picture = Picture::extract(image)?;
            with_source(py, &picture, |source| {
                Ok(match source {
                    Source::File(bytes) => {
                        let (format, size) = core::probe(bytes)?;
                        (format.name(), size.w(), size.h())
                    }
                    Source::Pixels(view) => ("pixels", view.size().w(), view.size().h()),
                })
            })
        })
    }

    #[pyfunction]
    #[pyo3(signature = (image, *, format, quality))]
    fn encode<'py>(
        py: Python<'py>,
        image: &Bound<'py, PyAny>,
        format: &str,
        quality: u8,
    ) -> PyResult<Bound<'py, PyBytes>> {
        guarded(py, || {
            let picture = Picture::extract(image)?;
            let format = checked(py, convert::format(format))?;
            let data = with_source(py, &picture, |source| match source {
                Source::File(bytes) => core::encode(core::decode(bytes)?.view(), format, quality),
                Source::Pixels(view) => core::encode(view, format, quality),
            })?;
            Ok(PyBytes::new(py, &data))
        })
    }

    #[pyfunction]
    #[pyo3(signature = (image, boxes, *, color, format, quality))]
    fn cover<'py>(
        py: Python<'py>,
        image: &Bound<'py, PyAny>,
        boxes: Vec<convert::FloatBox>,
        color: u32,
        format: &str,
        quality: u8,
    ) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || {
            let picture = Picture::extract(image)?;
            let format = checked(py, convert::format(format))?;
            let rects = checked(py, convert::covers(boxes))?;
            let color = convert::color(color);
            let is_text = matches!(picture, Picture::Text(_));
            let (data, text) = with_source(py, &picture, |source| {
                let data = core::cover(source, &rects, color, format, quality)?;
                let text = is_text.then(|| core::encode_base64(&data));
                Ok((data, text))
            })?;
            Ok(file_out(py, data, text))
        })
    }

    #[pyfunction]
    #[expect(clippy::needless_pass_by_value, reason = "pyo3 hands the list over")]
    fn prominence(
        py: Python<'_>,
        image: &Bound<'_, PyAny>,
        boxes: Vec<convert::FloatBox>,
    ) -> PyResult<Vec<u16>> {
        guarded(py, || {
            let picture = Picture::extract(image)?;
            let found = with_source(py, &picture, |source| core::prominence(source, &boxes))?;
            // The conversion to `u16` is needed because PyO3 would convert a `Vec<u8>` to `bytes`
            // instead of a list.
            Ok(found.into_iter().map(u16::from).collect())
        })
    }

    #[pyfunction]
    #[pyo3(signature = (before, after, pairs, *, threshold))]
    fn difference(
        py: Python<'_>,
        before: &Bound<'_, PyAny>,
        after: &Bound<'_, PyAny>,
        pairs: Vec<convert::RawPair>,
        threshold: f32,
    ) -> PyResult<(Vec<convert::RawChanged>, convert::RawChanged)> {
        guarded(py, || {
            let (before, after) = (Picture::extract(before)?, Picture::extract(after)?);
            let pairs: Vec<core::Pair> = pairs.into_iter().map(convert::pair).collect();
            let (before, after) = (Readable::of(py, &before)?, Readable::of(py, &after)?);
            let compare = |before: Source<'_>, after: Source<'_>| {
                core::difference(before, after, &pairs, threshold)
            };
            let found = unlocked(py, || before.with(|old| after.with(|new| compare(old, new))))?;
            let boxes = found.boxes.iter().map(convert::changed_out).collect();
            Ok((boxes, convert::changed_out(&found.rest)))
        })
    }

    fn pixels(source: Source<'_>) -> Result<core::Pixmap, Error> {
        match source {
            Source::File(bytes) => core::decode(bytes),
            Source::Pixels(view) => Ok(view.to_pixmap()),
        }
    }

    #[pyfunction]
    fn ink_contrast(
        py: Python<'_>,
        image: &Bound<'_, PyAny>,
        boxes: Vec<convert::FloatBox>,
    ) -> PyResult<Vec<convert::RawInk>> {
        guarded(py, || {
            let picture = Picture::extract(image)?;
            let rects = checked(py, convert::covers(boxes))?;
            let found = with_source(py, &picture, |source| {
                Ok(core::ink_contrast(&pixels(source)?, &rects))
            })?;
            Ok(found.iter().map(|one| convert::ink_out(one.as_ref())).collect())
        })
    }

    #[pyfunction]
    #[pyo3(signature = (width, height, parts, *, format, quality))]
    #[expect(clippy::needless_pass_by_value, reason = "pyo3 hands the list over")]
    fn compose<'py>(
        py: Python<'py>,
        width: u32,
        height: u32,
        parts: Vec<convert::RawPart<'py>>,
        format: &str,
        quality: u8,
    ) -> PyResult<Bound<'py, PyString>> {
        guarded(py, || {
            let size = checked(py, size_of(width, height))?;
            let format = checked(py, convert::format(format))?;
            let parts = parts
                .iter()
                .map(|(text, (x, y, w, h), to)| {
                    let from = core::Rect::new(*x, *y, *w, *h).ok_or_else(|| {
                        Error::InvalidOption(format!("a part of {w}x{h} at {x}, {y}"))
                    });
                    Ok((text.to_str()?, checked(py, from)?, *to))
                })
                .collect::<PyResult<Vec<_>>>()?;
            let text = unlocked(py, || {
                let files: Result<Vec<_>, Error> =
                    parts.iter().map(|(text, ..)| core::decode_base64(text.as_bytes())).collect();
                let files = files?;
                let parts: Vec<_> = files
                    .iter()
                    .zip(&parts)
                    .map(|(bytes, &(_, from, (x, y)))| core::Part { bytes, from, x, y })
                    .collect();
                Ok(core::encode_base64(&core::compose(size, &parts, format, quality)?))
            })?;
            Ok(PyString::new(py, &text))
        })
    }

    #[pyfunction]
    fn to_base64<'py>(
        py: Python<'py>,
        data: &Bound<'py, PyBytes>,
    ) -> PyResult<Bound<'py, PyString>> {
        guarded(py, || {
            let bytes = data.as_bytes();
            let text = unlocked(py, || Ok(core::encode_base64(bytes)))?;
            Ok(PyString::new(py, &text))
        })
    }

    #[pyfunction]
    fn from_base64<'py>(
        py: Python<'py>,
        text: &Bound<'py, PyString>,
    ) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || {
            let text = text.to_str()?;
            let data = unlocked(py, || core::decode_base64(text.as_bytes()))?;
            Ok(file_out(py, data, None))
        })
    }
}
