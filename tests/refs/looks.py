"""A page in a few lines for the tests of refs: items with a truth of their own, looked at.

An `Item` is what a person would call "this button". `Screen.look` observes and keeps score:
which item every ref has led to, so that a ref that changes hands is caught wherever it happens.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from viewmark.elements.model import Element, Handle
from viewmark.elements.record import ElementIdentity
from viewmark.geometry import Bounds
from viewmark.refs import PageRegistry

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from viewmark.refs import RefAssignment

_numbers = count(1)


@dataclass(slots=True)
class Item:
    """Something on the page; `who` is the truth, which no registry sees."""

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
    """One item per name; the name is its truth."""
    return [Item(name, who=name, **same) for name in names]


def cards(*titles: str, name: str = "Buy", **same: Any) -> list[Item]:
    """Equal buttons in cards that differ by title; the title is the truth."""
    return [Item(name, who=title, context=(title, "Products"), **same) for title in titles]


def mounted_anew(old: Iterable[Item], **changes: Any) -> list[Item]:
    """The same items in new nodes."""
    return [replace(item, node=next(_numbers), **changes) for item in old]


def poured(data: Sequence[Item], into: Sequence[Item]) -> list[Item]:
    """Data written into existing nodes by position, as lists without keys do; more get new ones."""
    nodes = [item.node for item in into]
    return [
        replace(item, node=nodes[i] if i < len(nodes) else next(_numbers))
        for i, item in enumerate(data)
    ]


class Screen:
    """A registry with a judge."""

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
        """Observe; who -> assignment. Fails if a ref leads to another item than ever before."""
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
