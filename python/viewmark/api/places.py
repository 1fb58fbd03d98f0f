"""Places on the page in one value: a label, a ref, a selector or a point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from viewmark.errors import InvalidOption
from viewmark.page.context import PageContext
from viewmark.page.targets import Target, resolve_target

__all__ = ["Place", "place"]

Place: TypeAlias = int | str | Mapping[str, Any]
"""A label (`3`), a ref (`"@submitBtn"`), a selector (any other text), or a mapping with one of
`label`, `ref`, `selector`, or `x` and `y`, and, if need be, `frame_id` and `coordinates`."""

_NAMES = frozenset({"ref", "label", "selector", "x", "y", "frame_id", "coordinates"})


def place(context: PageContext, where: Place) -> Target:
    """The target that a place means.

    Raises:
        InvalidOption: it names nothing, or in a way that does not exist.
        and as `resolve_target`.
    """
    if isinstance(where, str):
        named: dict[str, Any] = {"ref" if where.startswith("@") else "selector": where}
    elif isinstance(where, Mapping):
        if unknown := set(where) - _NAMES:
            raise InvalidOption(
                f"A place has no {sorted(map(str, unknown))[0]!r:.40}.",
                hint=f"It has {', '.join(sorted(_NAMES))}.",
            )
        named = dict(where)
    else:
        named = {"label": where}
    target = resolve_target(context, **named)
    if target is None:
        raise InvalidOption(
            "A place is needed.", hint="Give a label, a ref, a selector, or x and y."
        )
    return target
