"""Simulated pages for the ref tests, with items whose true identity is known.

An `Item` is what a user would call "this button". `Screen.look` observes the page and records which
item each ref led to, so a ref that changes to another item is always detected.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from viewmark.elements.model import Element, Handle
from viewmark.elements.record import ElementIdentity
from viewmark.geometry import Bounds
from viewmark.refs import PageRegistry, RefAssignment

_numbers = count(1)


@dataclass(slots=True)
class Item:
    """An element on the page; `who` is its true identity, which no registry sees."""

    name: str
    role: str = "button"
    tag: str = "button"
    test_id: str = ""
    id: str = ""
    context: tuple[str, ...] = ()
    frame: str = ""
    who: str = ""
    node: int = field(default_factory=lambda: next(_numbers))
    epoch: str = "doc-1"
    at: tuple[float, float] | None = None
    path: str | None = None
    aim: str = ""
    extra: dict[str, Any] = field(default_factory=dict)

    def element(self, position: int) -> Element:
        x, y = self.at or (10.0, 20.0 + 40.0 * position)
        path = self.path or f"main[1]/div[{position + 1}]/{self.tag}[1]"
        return Element(
            tag=self.tag,
            role=self.role,
            name=self.name,
            text=self.name,
            selector="",
            bounds=Bounds(x, y, 120.0, 24.0),
            hint="clickable",
            identity=ElementIdentity(
                test_id=self.test_id,
                id=self.id,
                role=self.role,
                name=self.name,
                tag=self.tag,
                frame=self.frame,
                context=self.context,
                path=path,
                aim=self.aim,
            ),
            handle=Handle(frame_id="F", node_id=self.node, epoch=self.epoch),
            **self.extra,
        )


def items(*names: str, **same: Any) -> list[Item]:
    """Return one item per name; the name is its identity."""
    return [Item(name, who=name, **same) for name in names]


def cards(*titles: str, name: str = "Buy", **same: Any) -> list[Item]:
    """Return identical buttons in cards with different titles; the title is the identity."""
    return [Item(name, who=title, context=(title, "Products"), **same) for title in titles]


def mounted_anew(old: Iterable[Item], **changes: Any) -> list[Item]:
    """Return the same items in new nodes."""
    return [replace(item, node=next(_numbers), **changes) for item in old]


def poured(data: Sequence[Item], into: Sequence[Item]) -> list[Item]:
    """Return data written into existing nodes by position, as in lists without keys."""
    nodes = [item.node for item in into]
    return [
        replace(item, node=nodes[i] if i < len(nodes) else next(_numbers))
        for i, item in enumerate(data)
    ]


class Screen:
    """A registry with a check of every ref."""

    def __init__(self, registry: PageRegistry | None = None, **options: int) -> None:
        self.registry = registry or PageRegistry(**options)
        self.led_to: dict[str, str] = {}
        self.refs: dict[str, str] = {}
        self.looks = 0

    def look(
        self,
        page: Sequence[Item],
        *,
        epoch: str = "doc-1",
        url: str = "https://shop.example/list",
        order: Sequence[int] | None = None,
        **options: Any,
    ) -> dict[str, RefAssignment]:
        """Observe; return assignments keyed by `who`. Fail if a ref ever leads to another item."""
        self.looks += 1
        elements = [item.element(i) for i, item in enumerate(page)]
        turn = list(order) if order is not None else list(range(len(page)))
        given = self.registry.observe(
            [elements[i] for i in turn],
            frame_id=f"look-{self.looks}",
            epoch=epoch,
            url=url,
            **options,
        )
        refs = [a.ref for a in given]
        assert len(set(refs)) == len(refs), "refs must be unique in an observation"
        found = {}
        for i, assignment in zip(turn, given, strict=True):
            who = page[i].who or page[i].name
            assert self.led_to.setdefault(assignment.ref, who) == who, (
                f"{assignment.ref} led to {self.led_to[assignment.ref]}, now to {who}"
            )
            found[who] = assignment
        self.refs = {who: a.ref for who, a in found.items()}
        return found
