"""What a document holds, in view or not: tells what went from what is only out of view.

A checkpoint lists what is in view; its contents name all that can be read in the document, each
thing by a digest. Of what one checkpoint alone lists they say whether the other document has it.
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
    """What was read, by node; None where not all of the document was."""
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
    """What of one checkpoint the other document has not, and of what that is not known.

    The rest lives there, or as many that say the same are there and not listed.

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
