"""Contents of a document, in view or not; distinguishes removed elements from hidden ones.

A checkpoint lists the elements in view; its contents identify everything readable in the document,
each node by a digest. They reveal whether an element listed in only one checkpoint also exists in
the other document.
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
    """Return the digests of a reading, by node; None if the document was not read completely."""
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
    """Return items that the other document lacks, and items for which that is unknown.

    The others exist there: as the same node, or as enough equal nodes that are not listed.

    Args:
        items: items of `of`, none of which is matched.
        of: their checkpoint.
        to: the other checkpoint.
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
