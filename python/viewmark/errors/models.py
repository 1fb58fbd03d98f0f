"""Errors of vision models: an unknown one, and a request that failed for good."""

from __future__ import annotations

from viewmark.errors.base import ViewmarkError


class UnknownModel(ViewmarkError):
    """No rules are known for the model; `families` lists those that there are."""

    code = "unknown_model"
    default_hint = "Name the family that counts as the model does; `viewmark models` lists them."


class ModelRequestFailed(ViewmarkError):
    """A request to a model failed for good, after all retries; its picture is deleted."""

    code = "model_request_failed"
    default_hint = "Look at the reason in the message, then ask again with a new picture."
