"""Errors of pictures: unusable bytes, invalid marks, a byte budget that cannot be kept."""

from __future__ import annotations

from viewmark.errors.base import ViewmarkError


class ImageError(ViewmarkError):
    """The input picture cannot be used."""

    code = "image_error"
    default_hint = "Pass the bytes of a JPEG or PNG file."


class NotAnImage(ImageError):
    """The bytes are neither JPEG nor PNG."""

    code = "not_an_image"


class ImageCorrupt(ImageError):
    """The JPEG or PNG is truncated or contradicts itself."""

    code = "image_corrupt"
    default_hint = "Take or download the picture again; it is incomplete or damaged."


class ImageUnsupported(ImageError):
    """The picture is valid, but of a kind that is not supported."""

    code = "image_unsupported"
    default_hint = "Convert it to an 8-bit baseline JPEG or to a PNG first."


class ImageTooLarge(ImageError):
    """The header declares more pixels than the limit; no memory was allocated."""

    code = "image_too_large"
    default_hint = "Scale the picture down first; screenshots stay far below the limit."


class SizesDiffer(ViewmarkError):
    """Two pictures that are to be compared have different sizes."""

    code = "sizes_differ"
    default_hint = "Take both pictures at the same viewport size and scale."


class InvalidMark(ViewmarkError):
    """A mark has NaN, infinite or absurd coordinates, or the wrong type."""

    code = "invalid_mark"
    default_hint = "Give every mark a label and finite x, y, width, height in image px."


class SizeLimitExceeded(ViewmarkError):
    """Even the smallest picture that can be made exceeds `max_base64`."""

    code = "size_limit_exceeded"
    default_hint = "Raise max_base64, or scale the picture down first."


class PictureSuperseded(ViewmarkError):
    """The picture with this id was replaced by a newer one or is gone."""

    code = "superseded"
    default_hint = "Take a new picture and use its id."
