//! Reads images from top to bottom with only a few rows in memory.
//!
//! Two decoded images of 1920x1080 take 12 MB. If each comparison allocated that memory, the page
//! faults would take longer than reading and comparing the images.

use crate::codec::{self, Opened, png};
use crate::error::Error;
use crate::geometry::Size;
use crate::pixmap::{PixelView, Pixmap};
use crate::request::Source;

/// An image that is read row by row.
pub(crate) struct Rows<'a> {
    size: Size,
    kind: Kind<'a>,
}

#[allow(clippy::large_enum_variant, reason = "there are two of it")]
enum Kind<'a> {
    Stream(png::Stream<'a>),
    View(PixelView<'a>),
    /// An image that was decoded completely, because its file cannot be read row by row.
    Whole(Pixmap),
}

impl<'a> Rows<'a> {
    /// Reads the header of a file. A JPEG or an interlaced PNG is decoded immediately.
    ///
    /// # Errors
    /// Those of [`codec::decode`].
    pub fn open(source: Source<'a>) -> Result<Self, Error> {
        let kind = match source {
            Source::Pixels(view) => Kind::View(view),
            Source::File(bytes) => match codec::open(bytes)? {
                Opened::Png(bytes, _) => {
                    let stream = png::Stream::open(bytes)?;
                    if stream.is_interlaced() {
                        Kind::Whole(png::decode(bytes)?)
                    } else {
                        Kind::Stream(stream)
                    }
                }
                file @ Opened::Jpeg(_) => Kind::Whole(file.decode()?),
            },
        };
        let size = match &kind {
            Kind::Stream(stream) => stream.size(),
            Kind::View(view) => view.size(),
            Kind::Whole(pixmap) => pixmap.size(),
        };
        Ok(Self { size, kind })
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the whole image, if it is in memory as RGB.
    fn in_memory(&self) -> Option<PixelView<'_>> {
        match &self.kind {
            Kind::View(view) if view.channels() == 3 => Some(*view),
            Kind::Whole(pixmap) => Some(pixmap.view()),
            _ => None,
        }
    }

    /// Writes row `y` as RGB to `out`; a stream always returns its next row.
    fn read(&mut self, y: usize, out: &mut [u8]) -> Result<(), Error> {
        match &mut self.kind {
            Kind::Stream(stream) => return stream.read_row(out),
            Kind::View(view) => view.copy_row(y, out),
            Kind::Whole(pixmap) => pixmap.view().copy_row(y, out),
        }
        Ok(())
    }
}

/// A window of rows of an image, around the current row.
pub(crate) struct Window<'a> {
    rows: Rows<'a>,
    size: Size,
    /// Ring buffer in which row `y` is at index `y % held`; empty for an image that is in memory.
    ring: Vec<u8>,
    held: usize,
    /// Number of rows read so far.
    read: usize,
}

impl<'a> Window<'a> {
    /// Creates a window of `held` rows, or of all rows if the image has fewer.
    pub fn new(rows: Rows<'a>, held: usize) -> Self {
        let size = rows.size();
        let held = held.min(size.h() as usize);
        let (read, kept) =
            if rows.in_memory().is_some() { (size.h() as usize, 0) } else { (0, held) };
        Self { rows, size, ring: vec![0; kept * 3 * size.w() as usize], held, read }
    }

    /// Reads ahead until row `y` or the last row is in the window.
    ///
    /// # Errors
    /// [`Error::ImageCorrupt`] if the file is truncated.
    pub fn reach(&mut self, y: usize) -> Result<(), Error> {
        let stride = 3 * self.size.w() as usize;
        while self.read <= y && self.read < self.size.h() as usize {
            let place = self.read % self.held * stride;
            self.rows.read(self.read, &mut self.ring[place..place + stride])?;
            self.read += 1;
        }
        Ok(())
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns row `y`, which must be in the window.
    pub fn row(&self, y: usize) -> &[u8] {
        let stride = 3 * self.size.w() as usize;
        if self.ring.is_empty() {
            return self.rows.in_memory().map_or(&[], |view| &view.bytes(y)[..stride]);
        }
        debug_assert!(y < self.read && y + self.held >= self.read, "row {y} is not held");
        &self.ring[y % self.held * stride..][..stride]
    }
}
