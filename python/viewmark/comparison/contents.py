"""Content of a document, in view or not: distinguishes elements that are gone from hidden ones.

A checkpoint lists the elements in view; its contents name everything readable in the document,
each node by a digest. They tell whether the other document has an element that one checkpoint
alone lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from viewmark.browser.discovery.readable import Opening, Readable, Words
from viewmark.comparison.checkpoint import Checkpoint, Contents, Item
from viewmark.elements.model import NodeKey
from viewmark.elements.volatile import clean
from viewmark.refs.identity import digest

DIGITS = 8
"""Hex digits of a digest."""


def contents_of(found: Readable) -> Contents | None:
    """Digests of a reading, by node; None where not all of the document was read."""
    if found.incomplete or found.is_near:
        return None
    said: dict[NodeKey, list[str]] = {}
    for each in found.events:
        if isinstance(each, Opening) and each.handle is not None:
            said.setdefault(each.handle.key, []).append(f"{each.role or each.tag} {each.name}")
        elif isinstance(each, Words) and each.at is not None:
            said.setdefault(each.at.key, []).append(each.text)
    texts = ((key, list(filter(str.strip, parts))) for key, parts in said.items())
    return {key: digest("thing", *map(clean, parts))[:DIGITS] for key, parts in texts}


def pick_absent(
    items: Sequence[Item], of: Checkpoint, to: Checkpoint
) -> tuple[list[Item], list[Item]]:
    """Items that the other document has not, and those for which that is unknown.

    The rest is there: the same node, or as many equals that are not listed.

    Args:
        items: of the one, none of which is in the other.
        of: the one.
        to: the other.
    """
    here, there, unlisted = of.contents, to.contents, to.unlisted
    if here is None or there is None or unlisted is None:
        return [], list(items)
    fewer = Counter(here.values())
    fewer.subtract(there.values())
    absent, unknown = [], []
    for item in items:
        key = item[0].key
        said = here.get(key)
        if said is None:
            unknown.append(item)
        elif there.get(key) != said and (not unlisted[said] or fewer[said] > 0):
            fewer[said] -= 1
            absent.append(item)
    return absent, unknown
