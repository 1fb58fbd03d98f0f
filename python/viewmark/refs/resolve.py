"""Resolves a ref or label to its element or to a helpful error, never to another element."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from viewmark.elements.model import Element
from viewmark.elements.volatile import words
from viewmark.errors import ElementNotFound, InvalidOption, RefAmbiguous, RefStale, ViewmarkError
from viewmark.refs.delta import RefSnapshot, Row
from viewmark.refs.identity import keys_of
from viewmark.refs.memory import Known
from viewmark.refs.naming import REF
from viewmark.refs.rows import stay_above
from viewmark.text import near_words

CANDIDATES = 5
"""Maximum number of similar elements that an error lists as candidates."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """The element that a target resolves to."""

    ref: str
    """The element's current ref, even if the target was given by a former ref."""
    element: Element
    """The element as last observed; its handle identifies the node."""
    is_weak: bool
    """True if only its position distinguishes the element from an equal one."""
    shown: Element | None = None
    """The element with its newer text, if an error or a result showed that text to the caller; else
    None."""


def as_seen(element: Element, row: Row | None) -> Element:
    """Return the current element with the identity and text fingerprint that `row` recorded."""
    if row is None or row.element.identity == element.identity:
        return element
    handle = replace(element.handle, says=row.element.handle.says)
    return replace(element, identity=row.element.identity, handle=handle)


def unknown_frame(frame_id: str) -> RefStale:
    """Return the error for an observation that is no longer kept."""
    return RefStale(
        f"The observation {frame_id[:64]!r} is not remembered: too old, or of another page.",
        hint="Observe again and use the labels and the frame_id of that answer.",
        frame_id=frame_id[:64],
    )


def lost(known: Known | None, ref: str, newest: RefSnapshot | None) -> ViewmarkError:
    """Return the error for an element that was observed but no longer exists."""
    if known is None:
        return unknown_ref(ref, newest)
    ranked = _alike(known, newest)
    equals = [row for is_equal, row in ranked if is_equal]
    name = known.keys.name or (_said(known.element) if known.element is not None else "")
    what = f"{known.keys.exact[1] or known.keys.exact[2]} {name[:60]!r}".strip()
    if known.node is None and newest is None:
        return RefStale(
            f"{ref} ({what}) is known from a saved file, and the page was not observed since.",
            hint="Observe the page; an element that is there keeps its ref.",
            ref=ref,
            candidates=[],
        )
    if len(equals) > 1:
        return RefAmbiguous(
            f"{ref} ({what}) was replaced, and {len(equals)} elements are like it.",
            ref=ref,
            candidates=equals[:CANDIDATES],
        )
    return RefStale(
        f"{ref} ({what}) is not on the page any more.",
        ref=ref,
        candidates=[row for _, row in ranked[:CANDIDATES]],
    )


def ref_of_target(
    target: object, frame_id: str | None, snapshots: Mapping[str, RefSnapshot]
) -> str:
    """Return the ref of a target: the target itself, or the ref that a label has in an observation.

    Raises:
        InvalidOption: the target is neither a ref nor a label.
        RefStale, ElementNotFound: the observation is not kept, or does not contain the label.
    """
    if isinstance(target, bool) or not isinstance(target, (str, int)):
        raise InvalidOption(
            f"A target is a ref such as '@submitBtn' or a label such as 3, got {target!r:.40}.",
            param="target",
        )
    text = str(target).strip()
    if text.startswith("@"):
        if not REF.fullmatch(text):
            raise InvalidOption(
                f"{text[:40]!r} is not a ref: '@' and 1 to 24 characters without spaces.",
                param="target",
            )
        return text
    if frame_id is not None and frame_id not in snapshots:
        raise unknown_frame(frame_id)
    snapshot = snapshots[frame_id] if frame_id else next(reversed(list(snapshots.values())), None)
    if snapshot is None:
        raise ElementNotFound(f"Label {text[:40]!r} needs an observation; there is none yet.")
    ref = snapshot.labels.get(text)
    if ref is None:
        count = len(snapshot.labels)
        raise ElementNotFound(
            f"There is no label {text[:40]!r} in that observation; "
            f"it has {count} label{'' if count == 1 else 's'}.",
            label=text[:40],
        )
    return ref


def unknown_ref(ref: str, newest: RefSnapshot | None) -> ViewmarkError:
    """Return the error for an unknown ref, with similar refs as suggestions."""
    refs = list(newest.rows) if newest else []
    longer = [r for r in refs if r.startswith(f"{ref}.")]
    if len(longer) > 1:
        return RefAmbiguous(
            f"{ref} names {len(longer)} elements.",
            hint="Use one of the refs of the candidates.",
            ref=ref,
            candidates=[_row(r, newest) for r in longer[:CANDIDATES]],
        )
    near = longer or near_words(ref, refs, most=CANDIDATES)
    return ElementNotFound(
        f"No element is known as {ref}.", ref=ref, candidates=[_row(r, newest) for r in near]
    )


def _alike(known: Known, newest: RefSnapshot | None) -> list[tuple[bool, dict[str, Any]]]:
    """Return similar elements of the newest observation, best first, with a flag for equal ones.

    Equal elements have the same role and the same name, or author's name, in the same surroundings.
    """
    _, role, tag, name, context, *_ = known.keys.exact
    said = _said(known.element) if known.element is not None else ""
    found = []
    for at, (ref, row) in enumerate(newest.rows.items() if newest is not None else ()):
        keys, says = keys_of(row.element.identity), _said(row.element)
        is_kind = keys.exact[1:3] == (role, tag)
        is_same = is_kind and keys.name == name != ""
        kinds = (
            is_same or (keys.anchor is not None and keys.anchor == known.keys.anchor),
            said == says != "",
            is_kind and not words(name).isdisjoint(words(keys.name)),
            bool(said and says) and stay_above(words(said), words(says)),
        )
        if any(kinds):
            found.append((kinds.index(True), keys.context != context, at, ref))
    return [(not (kind or apart), _row(ref, newest)) for kind, apart, _, ref in sorted(found)]


def _said(element: Element) -> str:
    """Return the element's name or text in lower case, by which a caller recognizes it."""
    return " ".join((element.name or element.text).casefold().split())


def _row(ref: str, newest: RefSnapshot | None) -> dict[str, Any]:
    # no other form was ever shown to the caller
    row: dict[str, Any] = {"ref": ref} if REF.fullmatch(ref) else {}
    if newest is not None and ref in newest.rows:
        element = newest.rows[ref].element
        row |= {"role": element.role, "name": element.name or element.text}
        if element.identity.context:
            row["context"] = element.identity.context[0]
    return row
