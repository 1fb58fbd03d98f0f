"""The cost of an observation is measured in computed hashes, which used to dominate its time."""

from __future__ import annotations

from typing import Any

import pytest
from looks import Item

from viewmark.refs import PageRegistry, identity

ROWS, COLUMNS = 30, 4


def test_a_row_is_hashed_once_and_its_words_when_something_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[bytes] = []
    plain = identity.blake2b

    def counting(data: bytes, **options: Any) -> Any:
        made.append(data)
        return plain(data, **options)

    monkeypatch.setattr(identity, "blake2b", counting)
    items = [
        Item(
            f"Do {column}", context=(f"zebra {row} costs", "Costs of hashes"), node=row * 4 + column
        )
        for row in range(1, ROWS + 1)
        for column in range(COLUMNS)
    ]
    registry = PageRegistry()
    look = [item.element(at) for at, item in enumerate(items)]
    registry.observe(look, frame_id="f1", epoch="doc-1")
    refs = ROWS * COLUMNS
    assert refs <= len(made) <= refs + 3 * ROWS  # per row: the context twice, the text once
    assert not [data for data in made if data.startswith(b"word")]
    items[0].context = ("horse 1 costs", "Costs")
    look = [item.element(at) for at, item in enumerate(items)]
    registry.observe(look, frame_id="f2", epoch="doc-1")
    assert [data for data in made if data.startswith(b"word")]
