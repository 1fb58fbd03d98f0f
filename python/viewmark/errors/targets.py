"""Errors of targets: a ref, label or selector that does not lead to one element."""

from __future__ import annotations

from viewmark.errors.base import ViewmarkError


class ElementNotFound(ViewmarkError):
    """No element matches the target."""

    code = "element_not_found"
    default_hint = "Observe the page again and use a label, ref or selector of that answer."


class InvalidSelector(ViewmarkError):
    """A selector that is no valid CSS; the message repeats it."""

    code = "invalid_selector"
    default_hint = "Check the CSS selector syntax."


class RefStale(ViewmarkError):
    """A ref whose element is gone, or a label of an observation that is no longer remembered."""

    code = "ref_stale"
    default_hint = "Observe the page again; the candidates are elements like the one that is gone."


class RefAmbiguous(ViewmarkError):
    """A ref that several elements fit; none of them is chosen."""

    code = "ref_ambiguous"
    default_hint = "Observe the page again and use the ref of the one that is meant."


class StateInvalid(ViewmarkError):
    """A saved state that is damaged, of another version, or no state at all."""

    code = "state_invalid"
    default_hint = "Leave it out to start afresh; refs are made anew."
