"""Compares a matched element before and after, property by property."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from viewmark.comparison.checkpoint import Entry
from viewmark.comparison.model import Kind, PageChange
from viewmark.comparison.moves import Moved, hangs_over_edge
from viewmark.comparison.rows import are_nested, is_same_place
from viewmark.comparison.words import LIMIT, color_words, difference_words, px, sentence, who
from viewmark.elements.style import ElementStyle, contrast
from viewmark.refs.delta import MOVED_BY
from viewmark.text import cut

HALF = 0.5
"""Visible share of an element from which it does not count as covered."""
NORMAL, LARGE = 4.5, 3.0
"""Minimum contrast ratio of a text (WCAG 2.2, 1.4.3): `NORMAL`, or `LARGE` for large text."""
LARGE_PX, LARGE_BOLD_PX = 24.0, 18.66
NAMELESS = ("generic", "none", "presentation")
"""Roles that have no meaning for users; an element with one of them is described without it."""
_FOLLOWING = ("scrolls", "focused", "href", "value", "valueState", "options", "placeholder")
"""States that are not compared: layout or users set them, or other kinds of change report them."""
_STYLES: tuple[tuple[str, Kind], ...] = (
    ("border", "border"),
    ("radius", "border"),
    ("shadow", "border"),
    ("decoration", "font"),
    ("opacity", "opacity"),
)
_FONT = ("family", "size", "weight", "style")


def compare_entries(pair: Moved, clean: Callable[[str], str]) -> list[PageChange]:
    """Return all differences of an element, except its place and pixels.

    Args:
        pair: the element before and after.
        clean: function that removes ignored words from a text.
    """
    old, new = pair.old, pair.new
    a, b = old.element, new.element
    found: list[PageChange] = []
    if (a.role, a.name, old.words) != (b.role, b.name, new.words):
        found += _of_words(pair, clean)
    if (a.disabled, a.state) != (b.disabled, b.state):
        found += _of_state(pair, clean)
    if _is_covered(old) != _is_covered(new):
        found += _of_cover(pair)
    is_drawn_anew = bool(found)
    if is_other_box(old, new):
        # states are not compared across roles, because each role has its own states
        if a.role != b.role:
            apart = ["state", "value", "address"]
            if are_nested(old.path, new.path) and not is_same_place(pair.old_box, pair.new_box):
                apart += ["role", "name"]
            found = [each for each in found if each.kind not in apart]
        return list(map(_with_sentence, found))
    one, other = old.style, new.style
    # If a control was disabled or enabled, styles are not compared, because browsers style disabled
    # controls themselves.
    is_styled = a.disabled == b.disabled
    if one and other and is_styled and _painted_values(one) != _painted_values(other):
        styles = list(_of_style(pair, one, other))
        is_drawn_anew = is_drawn_anew or any(each.kind == "font" for each in styles)
        found += styles
    if not is_drawn_anew:
        found += _of_size(pair)
    return list(map(_with_sentence, found))


def is_other_box(old: Entry, new: Entry) -> bool:
    """Return True if one entry is the other's label or container, and was listed instead of it."""
    if old.path == new.path or not old.path or not new.path:
        return False
    tags = {old.element.tag, new.element.tag}
    return are_nested(old.path, new.path) or (len(tags) == 2 and "label" in tags)


def _with_sentence(found: PageChange) -> PageChange:
    if found.sentence or found.old is None:
        return found
    head = " ".join(filter(None, (f"{who(found.old)}: {found.kind}", found.detail))) + " "
    values = [each or "none" for each in (found.before, found.after)]
    if len(head) + len(" -> ".join(values)) > LIMIT:
        values = [cut(each, max(8, (LIMIT - len(head) - 4) // 2)) for each in values]
    return replace(found, sentence=sentence(head + " -> ".join(values)))


def _of_words(pair: Moved, clean: Callable[[str], str]) -> Iterator[PageChange]:
    old, new = pair.old, pair.new
    a, b = old.element, new.element
    if a.role != b.role and not _is_table_guessed(old, new):
        yield pair.change("role", "", a.role or a.tag, b.role or b.tag)
    name = who(old, 24)
    texts = clean(old.words), clean(new.words)
    has_text = texts[0] != texts[1]
    fields = ("input", "select", "textarea")
    # The text of a field is its value, unless the field displays other text, as a list does.
    is_field = any(each.tag in fields for each in (a, b)) or (
        "editable" in (a.hint, b.hint) and (a.state.get("value") != b.state.get("value"))
    )
    kind = name.partition(' "')[0]
    if has_text and not is_field:
        # A text element without a name can only be identified by the text itself.
        head = kind if not a.name or a.name == old.element.text else name
        yield pair.change("text", _describe_texts(f"{head}: ", *texts), *texts)
    names = clean(a.name), clean(b.name)
    if names[0] != names[1] and not (
        has_text and not is_field and names == (clean(a.text), clean(b.text))
    ):
        yield pair.change("name", _describe_texts(f"{kind}: name ", *names), *names)


def _describe_texts(head: str, before: str, after: str) -> str:
    """Return a sentence that quotes both texts after its head, shortened to their difference."""
    words = difference_words(before, after, limit=LIMIT - len(head))
    return sentence(f"{head}{words[0]} -> {words[1]}")


def _is_table_guessed(old: Entry, new: Entry) -> bool:
    """Return True if a cell's role was guessed: browsers detect data tables by their colours."""
    a, b = old.element, new.element
    is_cell = a.tag == b.tag and a.tag in ("td", "th")
    return is_cell and (a.role in NAMELESS) != (b.role in NAMELESS)


def _of_state(pair: Moved, clean: Callable[[str], str]) -> Iterator[PageChange]:
    old, new = pair.old, pair.new
    a, b = old.element, new.element
    name = who(old, 24)
    values = (e.state.get("value", e.state.get("valueState", "")) for e in (a, b))
    addresses = (each.state.get("href", "") for each in (a, b))
    kinds: tuple[tuple[Kind, Iterator[object]], ...] = (("value", values), ("address", addresses))
    for kind, both in kinds:
        before, after = (clean(str(each)) for each in both)
        if before != after:
            said = _describe_texts(f"{name}: {kind} ", before, after)
            yield pair.change(kind, said, before, after)
    if a.disabled != b.disabled:
        said = sentence(f"{name}: now {'disabled' if b.disabled else 'enabled'}")
        yield pair.change("state", said, str(a.disabled), str(b.disabled), "disabled")
    keys = dict.fromkeys([*a.state, *b.state])
    for key in keys:
        if key in _FOLLOWING:
            continue
        before, after = _said(a.state.get(key)), _said(b.state.get(key))
        # A description that repeats the element's text did not change by itself.
        is_hint = key == "description" and not (before and after) and old.words != new.words
        if is_hint and (before or after) in (old.words, new.words):
            continue
        # An element that no longer reports its collapsed state may still be collapsed, so its
        # siblings decide.
        is_silent = key == "expanded" and {before, after} == {"", "false"}
        if clean(before) != clean(after) and not is_silent:
            words = difference_words(before, after, limit=90 - len(name) - len(key) - 3)
            said_words = [each.strip('"') or "none" for each in words]
            said = sentence(f"{name}: {key} {said_words[0]} -> {said_words[1]}")
            yield pair.change("state", said, before, after, key)


def _said(value: object) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _of_cover(pair: Moved) -> Iterator[PageChange]:
    old, new = pair.old, pair.new
    if _is_covered(old):
        yield pair.change("covered", sentence(f"{who(old)}: not covered any more"), "covered")
        return
    cover = new.style.cover if new.style is not None else None
    by = ""
    if cover is not None:
        role, name = cover
        role = "" if role in NAMELESS else role
        by = f'{role} "{cut(name, 24)}"' if role and name else role or (name and f'"{name}"')
    said = sentence(f"{who(old)}: now covered{' by ' + by if by else ''}")
    yield pair.change("covered", said, "", by or "covered")


def _is_covered(entry: Entry) -> bool:
    """Return True if the element is covered: at its center, with less than half of it visible.

    A part that a container clips is out of view, so a hit test there proves nothing.
    """
    style = entry.style
    if entry.element.occluded or style is None or style.cover is None:
        return entry.element.occluded
    is_in = True
    if style.box is not None and style.clip is not None:
        at, clip = style.box.center, style.clip
        is_in = clip.x <= at.x <= clip.right and clip.y <= at.y <= clip.bottom
    return is_in and entry.element.visible_ratio < HALF


def _painted_values(style: ElementStyle) -> tuple[object, ...]:
    """Return all values of a style that are compared and reported."""
    return (
        style.color,
        style.layers,
        style.image,
        style.font,
        style.decoration,
        style.border,
        style.radius,
        style.shadow,
        style.opacity,
    )


def _of_style(pair: Moved, a: ElementStyle, b: ElementStyle) -> Iterator[PageChange]:
    if a.color != b.color:
        yield pair.change("color", "", color_words(a.color), color_words(b.color))
    grounds = tuple(
        " over ".join(color_words(layer) for layer in each.layers) or "none" for each in (a, b)
    )
    if grounds[0] != grounds[1]:
        yield pair.change("background", "", *grounds)
    elif a.image != b.image:
        yield pair.change("background", "", cut(a.image, 60), cut(b.image, 60), "image")
    for name, one, other in zip(_FONT, a.font, b.font, strict=True):
        if one != other:
            yield pair.change("font", "", cut(one, 60), cut(other, 60), name)
    for field, kind in _STYLES:
        one, other = getattr(a, field), getattr(b, field)
        # Borders and lines have the text colour unless their own colour is set.
        if one == other or (a.color and one.replace(a.color, b.color) == other):
            continue
        detail = "" if field == kind else field
        yield pair.change(kind, "", _frame_words(one), _frame_words(other), detail)
    yield from _of_contrast(pair, a, b)


def _frame_words(text: str) -> str:
    """Return the value of one side if all four sides are equal, otherwise all four values."""
    parts = text.split(", ")
    is_even = len(parts) == 4 and len(set(parts)) == 1
    return cut(parts[0] if is_even else text, 60)


def least_contrast(style: ElementStyle) -> float:
    """Return the required contrast ratio of the text: 3 for large text, 4.5 for other text."""
    is_large = style.size >= (LARGE_BOLD_PX if style.is_bold else LARGE_PX)
    return LARGE if is_large else NORMAL


def _of_contrast(pair: Moved, a: ElementStyle, b: ElementStyle) -> Iterator[PageChange]:
    if not b.words or (a.color, a.layers, a.font) == (b.color, b.layers, b.font):
        return
    ratios = []
    for style in (a, b):
        front, back = style.foreground, style.background
        if front is None or back is None:
            return
        ratios.append(contrast(front, back))
    need = least_contrast(b)
    if ratios[1] < need <= ratios[0]:
        now = f"{ratios[1]:.1f}" if ratios[1] < need - 0.05 else f"{ratios[1]:.2f}"
        yield pair.change("contrast", "", f"{ratios[0]:.1f}", f"{now}, below {need:g}")


def _of_size(pair: Moved) -> Iterator[PageChange]:
    old, new, a, b = pair.old, pair.new, pair.old_box, pair.new_box
    if old.unsteady or new.unsteady:
        return
    is_whole = min(old.element.visible_ratio, new.element.visible_ratio) >= 1
    if is_whole and max(abs(a.width - b.width), abs(a.height - b.height)) < MOVED_BY:
        return
    if not is_whole or hangs_over_edge(old) or hangs_over_edge(new):
        one, other = (e.style.box if e.style is not None else None for e in (old, new))
        if one is None or other is None:
            return
        a, b = one, other
    wide, high = abs(a.width - b.width) >= MOVED_BY, abs(a.height - b.height) >= MOVED_BY
    if (not wide and not high) or _is_part_of_same(old, new):
        return
    name = who(old)
    parts = []
    if wide:
        parts.append(f"{px(abs(b.width - a.width))} {'wider' if b.width > a.width else 'narrower'}")
    if high:
        parts.append(
            f"{px(abs(b.height - a.height))} {'taller' if b.height > a.height else 'shorter'}"
        )
    was, now = (f"{px(each.width)} x {px(each.height)}" for each in (a, b))
    yield pair.change("size", sentence(f"{name}: {' and '.join(parts)}"), was, now)


def _is_part_of_same(old: Entry, new: Entry) -> bool:
    """Return True if both elements are listed without their contents and have the same size.

    An example is a folder's row, listed without its files. If the row got taller, its files moved.
    """
    one, other = (each.style.box if each.style is not None else None for each in (old, new))
    return (
        one is not None
        and other is not None
        and abs(one.width - other.width) < MOVED_BY
        and abs(one.height - other.height) < MOVED_BY
        and old.element.bounds.height <= one.height - MOVED_BY
        and new.element.bounds.height <= other.height - MOVED_BY
    )
