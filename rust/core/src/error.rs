//! The error type; each variant has a code, a message and its data.

use std::fmt;

/// Why a call failed. The code is stable; the message is intended for humans.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The bytes are neither JPEG nor PNG.
    NotAnImage,
    /// A JPEG or PNG that is truncated or inconsistent; the text describes the problem.
    ImageCorrupt(String),
    /// A valid image of an unsupported kind (12-bit, arithmetic coding, ...).
    ImageUnsupported(String),
    /// The header declares more pixels than the limit; no pixels were allocated.
    ImageTooLarge {
        /// Declared width.
        width: u32,
        /// Declared height.
        height: u32,
        /// The limit in pixels.
        limit: u64,
    },
    /// The images to compare have different sizes (width, height).
    SizesDiffer {
        /// Size of the first image.
        before: (u32, u32),
        /// Size of the second image.
        after: (u32, u32),
    },
    /// A mark that cannot be drawn (NaN, excessive coordinates).
    InvalidMark {
        /// Index in the list of marks.
        index: usize,
        /// What is wrong with the mark.
        reason: String,
    },
    /// An option is out of range; the text gives the option and its range.
    InvalidOption(String),
    /// Even the smallest allowed image exceeds the byte budget.
    BudgetImpossible {
        /// The limit in base64 characters.
        limit: usize,
        /// The smallest size reached, in base64 characters.
        smallest: usize,
    },
}

impl Error {
    /// The stable code; the corresponding Python error has the same code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotAnImage => "not_an_image",
            Self::ImageCorrupt(_) => "image_corrupt",
            Self::ImageUnsupported(_) => "image_unsupported",
            Self::ImageTooLarge { .. } => "image_too_large",
            Self::SizesDiffer { .. } => "sizes_differ",
            Self::InvalidMark { .. } => "invalid_mark",
            Self::InvalidOption(_) => "invalid_option",
            Self::BudgetImpossible { .. } => "size_limit_exceeded",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnImage => write!(f, "The bytes are neither a JPEG nor a PNG picture."),
            Self::ImageCorrupt(what) => write!(f, "The picture is damaged: {what}."),
            Self::ImageUnsupported(what) => {
                write!(f, "The picture is of an unsupported kind: {what}.")
            }
            Self::ImageTooLarge { width, height, limit } => write!(
                f,
                "The header announces {width}x{height} pixels; the limit is {limit} pixels."
            ),
            Self::SizesDiffer { before: (a, b), after: (c, d) } => {
                write!(f, "The pictures have different sizes: {a}x{b} and {c}x{d} pixels.")
            }
            Self::InvalidMark { index, reason } => {
                write!(f, "Mark {index} is not drawable: {reason}.")
            }
            Self::InvalidOption(what) => write!(f, "{what}."),
            Self::BudgetImpossible { limit, smallest } => write!(
                f,
                "The picture does not fit {limit} base64 characters; the smallest form needs {smallest}."
            ),
        }
    }
}

impl std::error::Error for Error {}
