//! Chooses the route for an image: the compressed domain if possible, otherwise decoding to pixels.

use crate::codec::{self, Format, Opened};
use crate::compressed::{Compressed, annotate_compressed};
use crate::cover::encode_drawn;
use crate::decoded::from_pixels;
use crate::error::Error;
use crate::geometry::MAX_PIXELS;
use crate::mark::Mark;
use crate::pixmap::PixelView;
use crate::request::{Annotated, Request, Source, Start};
use std::time::Instant;

/// Draws the marks on the image and encodes it within the byte budget.
///
/// # Errors
/// See [`Error`]; any input bytes give either an image or an error.
pub fn annotate(source: Source, marks: &[Mark], request: &Request) -> Result<Annotated, Error> {
    request.validate()?;
    let start = Instant::now();
    let decoded;
    let mut start_from = Start::default();
    let view = match source {
        Source::Pixels(view) => {
            let size = view.size();
            if size.area() > MAX_PIXELS {
                let (width, height) = (size.w(), size.h());
                return Err(Error::ImageTooLarge { width, height, limit: MAX_PIXELS });
            }
            view
        }
        Source::File(bytes) => {
            let file = codec::open(bytes)?;
            if let (Opened::Jpeg(file), Format::Jpeg) = (&file, request.format) {
                match annotate_compressed(file, marks, request)? {
                    Compressed::Done(done) => return Ok(done),
                    Compressed::MustDecode(start) => start_from = start,
                }
            }
            decoded = file.decode()?;
            decoded.view()
        }
    };
    let decode = start.elapsed();
    let mut annotated = from_pixels(view, marks, request, start_from)?;
    annotated.timings.decode = decode;
    Ok(annotated)
}

/// Encodes pixels without a drawing and without a byte budget.
///
/// # Errors
/// [`Error::InvalidOption`] for a quality outside 1..=100.
pub fn encode(view: PixelView, format: Format, quality: u8) -> Result<Vec<u8>, Error> {
    encode_drawn(view, &[], format, quality)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::pixmap::Pixmap;
    use crate::style::Style;

    #[test]
    fn a_budget_that_nothing_fits_ends_for_every_shape() {
        let style = Style::default();
        for (w, h) in [(1, 3000), (3000, 1), (65, 2), (200, 150)] {
            let pixmap = Pixmap::new(Size::new(w, h).expect("valid"));
            let request = Request { max_base64: 400, ..Request::new(&style) };
            let outcome = annotate(Source::Pixels(pixmap.view()), &[], &request);
            assert!(matches!(outcome, Err(Error::BudgetImpossible { .. })), "{w}x{h}");
        }
    }
}
