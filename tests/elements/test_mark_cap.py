"""The maximum number of marks: valid and invalid values, and what `auto` omits."""

from __future__ import annotations

import pytest

from viewmark.elements.cap import AUTO, Cap, cap_of
from viewmark.elements.line import element_line
from viewmark.elements.model import Element
from viewmark.elements.rank import Ranked, Region
from viewmark.errors import InvalidOption
from viewmark.geometry import Bounds

PAGE = Region(key="page")


@pytest.mark.parametrize("cap", [0, -1, 501, True, "50", "all", 2.5, None])
def test_a_cap_outside_its_range_is_refused(cap: object) -> None:
    with pytest.raises(InvalidOption, match="max_annotations"):
        cap_of(cap)  # type: ignore[arg-type]


def test_a_number_is_obeyed() -> None:
    assert cap_of(500) == Cap(500)
    assert cap_of("auto") == AUTO


def elements(count: int, words: str = "Go") -> list[Element]:
    return [
        Element(
            tag="button",
            role="button",
            name=words,
            text=words,
            selector="",
            bounds=Bounds(0, 0, 9, 9),
            hint="clickable",
        )
        for _ in range(count)
    ]


def test_auto_lists_every_control_however_much_they_say() -> None:
    many = elements(AUTO.most, "w" * 90)
    assert AUTO.is_over(many, [Ranked(PAGE, weight=1)] * len(many))
    assert AUTO.keep(many, [Ranked(PAGE)] * len(many)) == list(range(AUTO.most))


def test_auto_lists_weak_evidence_only_while_the_lines_are_short() -> None:
    many = elements(150, "w" * 40)
    ranked = [Ranked(PAGE, weight=i % 3) for i in range(150)]
    kept = AUTO.keep(many, ranked)
    assert {i for i in kept if i % 3 == 0} == set(range(0, 150, 3))
    assert AUTO.characters is not None
    assert sum(20 + len(element_line(many[i])) for i in kept) <= AUTO.characters
    assert not [i for i in kept if ranked[i].weight == 2]  # cells are omitted before weak ones


def test_auto_leaves_nothing_out_for_a_tenth_of_the_text() -> None:
    assert AUTO.characters is not None
    line = 20 + len(element_line(elements(1, "w" * 40)[0]))
    for share, is_cut in ((1.05, False), (1.15, True)):
        many = elements(int(AUTO.characters * share / line), "w" * 40)
        kept = AUTO.keep(many, [Ranked(PAGE, weight=1)] * len(many))
        assert (len(kept) < len(many)) is is_cut


def test_a_number_is_not_cut_by_what_lines_say() -> None:
    many = elements(150, "w" * 90)
    assert Cap(150).keep(many, [Ranked(PAGE, weight=2)] * 150) == list(range(150))
