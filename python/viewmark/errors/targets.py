"""Errors of targets: a ref, label or selector that does not lead to one element."""

from __future__ import annotations

from viewmark.errors.base import ViewmarkError


class ElementNotFound(ViewmarkError):
    """No element matches the target."""

    code = "element_not_found"
    default_hint = "Observe the page again and use a label, ref or selector from that observation."


class InvalidSelector(ViewmarkError):
    """The selector is not valid; the message repeats it."""

    code = "invalid_selector"
    default_hint = (
        'Give CSS, text=Save, role=button[name="Save"] or //button; :has-text() is not known.'
    )


class RefStale(ViewmarkError):
    """The element is gone or says something else now, or the label's observation is forgotten."""

    code = "ref_stale"
    default_hint = "Observe the page again; `candidates` lists similar elements."


class RefAmbiguous(ViewmarkError):
    """Several elements match the ref; none of them is chosen."""

    code = "ref_ambiguous"
    default_hint = "Observe the page again and use the ref of the intended element."


class StateInvalid(ViewmarkError):
    """The saved state is damaged, of another version, or not a state at all."""

    code = "state_invalid"
    default_hint = "Leave it out to start without it; refs are then created anew."
