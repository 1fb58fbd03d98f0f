"""Errors of images and comparisons: unusable bytes, invalid marks, other sizes, size limits."""

from __future__ import annotations

from viewmark.errors.base import ViewmarkError


class ImageError(ViewmarkError):
    """The input image cannot be used."""

    exit_code = 10
    default_hint = "Pass the bytes of a JPEG or PNG file."


class NotAnImage(ImageError):
    """The bytes are neither JPEG nor PNG."""


class ImageCorrupt(ImageError):
    """The JPEG or PNG is truncated or damaged, or its stored file was changed."""

    default_hint = "Take or download the picture again; it is incomplete or damaged."


class ImageUnsupported(ImageError):
    """The image is valid but of a kind that is not supported."""

    default_hint = "Convert it to an 8-bit baseline JPEG or to a PNG first."


class ImageTooLarge(ImageError):
    """The header declares more pixels than the limit; no memory was allocated."""

    default_hint = "Scale the picture down first; screenshots stay far below the limit."


class SizesDiffer(ViewmarkError):
    """Two images to be compared have different sizes."""

    exit_code = 10
    default_hint = "Take both pictures at the same viewport size and scale."


class InvalidMark(ViewmarkError):
    """Marks have a wrong type or format, or coordinates that are not finite or too large."""

    exit_code = 10
    default_hint = "Give every mark a label and finite x, y, width, height in image px."


class SizeLimitExceeded(ViewmarkError):
    """Even the smallest possible image exceeds `max_base64`."""

    exit_code = 10
    default_hint = "Raise max_base64, or scale the picture down first."


class PictureSuperseded(ViewmarkError):
    """The image with this ID was replaced by a newer one or is gone."""

    code = "superseded"
    exit_code = 10
    default_hint = "Take a new picture and use its id."


class CheckpointInvalid(ViewmarkError):
    """The file is not a saved checkpoint, is damaged, or has another format version."""

    exit_code = 8
    default_hint = "Save the checkpoint again with this version of viewmark."


class NotComparable(ViewmarkError):
    """Checkpoints cannot be compared: one is missing or too large, or their viewports differ."""

    exit_code = 10
    default_hint = "Take both at the same viewport size."
