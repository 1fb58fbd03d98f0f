"""Errors of comparing: a file that is no checkpoint, two that cannot be held against each other."""

from __future__ import annotations

from viewmark.errors.base import ViewmarkError


class CheckpointInvalid(ViewmarkError):
    """The file is no saved checkpoint, is damaged, or was saved in another format version."""

    code = "checkpoint_invalid"
    default_hint = "Save the checkpoint again with this version of viewmark."


class NotComparable(ViewmarkError):
    """Two checkpoints cannot be compared: other viewport sizes, or too many elements."""

    code = "not_comparable"
    default_hint = "Take both at the same viewport size."
